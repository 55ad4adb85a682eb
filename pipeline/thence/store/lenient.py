"""The good statements of a broken RDF file, and the place of each that was passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pyoxigraph as ox

from thence.errors import DataError, Location
from thence.model.terms import Quad
from thence.store.mistakes import complaint, offset_of, parser_message, triple_term_error
from thence.store.parsed import FileTerms, TripleTermError
from thence.store.sentences import Kind, Sentence, line_sentences, objects_of, sentences
from thence.store.tokens import line_and_column

__all__ = ["Piece", "parse_leniently"]

_BATCH = 256
_NEWER = re.compile(rb"<<|\{\||~|--")
_LINES = (ox.RdfFormat.N_TRIPLES, ox.RdfFormat.N_QUADS)


@dataclass(frozen=True, slots=True)
class Piece:
    """Some sentences of a file: their quads, each with the offset of its object, or what is wrong with the one."""

    quads: Sequence[Quad] = ()
    places: Sequence[int] = ()
    error: DataError | None = None


def parse_leniently(text: str, format_: ox.RdfFormat, *, base: str, label: str, terms: FileTerms) -> Iterator[Piece]:
    """Yield a Turtle, TriG, N-Triples or N-Quads file piece by piece, in order; broken sentences one by one.

    text: newlines as LF; bytes that were no UTF-8 as lone surrogates.   base: absolute.
    A sentence goes up to its stop, and is taken or passed over as a whole.
    """
    reading = _Reading(text, format_, base, label, terms)
    found = line_sentences(text) if format_ in _LINES else sentences(text, blocks=format_ == ox.RdfFormat.TRIG)
    batch: list[Sentence] = []
    for sentence in found:
        if batch and (sentence.kind != Kind.TRIPLES or sentence.block != batch[0].block or len(batch) >= _BATCH):
            yield from reading.triples(batch)
            batch = []
        if sentence.kind == Kind.TRIPLES:
            batch.append(sentence)
        elif error := reading.declare(sentence):
            yield Piece(error=error)
    if batch:
        yield from reading.triples(batch)


@dataclass(slots=True)
class _Reading:
    """One file being read, with the prefixes and the base that hold so far."""

    text: str
    format_: ox.RdfFormat
    base: str
    label: str
    terms: FileTerms
    prefixes: dict[str, str] = field(default_factory=dict)

    def declare(self, sentence: Sentence) -> DataError | None:
        """Take a directive in; return what is wrong with it."""
        iri = next((word.text for word in sentence.words if word.kind == "iri"), "")
        # The base, or the namespace, as the subject of a triple: so it comes back absolute.
        ask = "<>" if sentence.kind == Kind.BASE else iri
        body = f"\n{self._slice([sentence])}\n"
        try:
            list(ox.parse(self._encoded(body), format=self.format_, base_iri=self.base))
            if sentence.kind != Kind.OTHER:
                told = ox.parse(f"{body}{ask} <urn:x> 1 .".encode(), format=self.format_, base_iri=self.base)
                value = str(next(iter(told)).subject)
        except (SyntaxError, ValueError) as error:
            return self._error(error, sentence)
        if sentence.kind == Kind.BASE:
            self.base = value[1:-1]
        elif sentence.kind == Kind.PREFIX:
            self.prefixes[next((word.text for word in sentence.words if word.kind == "name"), ":")] = value
        return None

    def triples(self, batch: Sequence[Sentence]) -> Iterator[Piece]:
        """Yield what sentences of one graph say; halve them until each broken one is alone."""
        waiting = [list(batch)]
        while waiting:
            part = waiting.pop()
            head, tail = self._frame(part)
            data = self._encoded(f"{head}\n{self._slice(part)}{tail}")
            try:
                # All of it first, so that what is passed over counts no blank nodes.
                parsed = list(ox.parse(data, format=self.format_, base_iri=self.base))
                if _NEWER.search(data):
                    list(FileTerms(self.label).quads(parsed))
                quads = [quad for chunk in self.terms.quads(parsed) for quad in chunk]
            except (SyntaxError, ValueError, TripleTermError) as error:
                if len(part) == 1:
                    yield Piece(error=self._error(error, part[0]))
                else:
                    middle = len(part) // 2
                    waiting += [part[middle:], part[:middle]]
                continue
            yield Piece(quads, self._places(part, len(quads)))

    def _places(self, part: Sequence[Sentence], count: int) -> Sequence[int]:
        if self.format_ in _LINES:
            return [sentence.start for sentence in part]
        places: list[int] = []
        for sentence in part:
            objects = objects_of(sentence)
            places += [word.start for word in objects] if objects is not None else []
        return places if len(places) == count else [part[0].start] * count

    def _frame(self, part: Sequence[Sentence]) -> tuple[str, str]:
        """Return what a part of the file needs before it, on one line, and after it."""
        if self.format_ in _LINES:
            return "", ""
        graph = part[0].graph
        names = {word.text.partition(":")[0] for sentence in part for word in sentence.words if word.kind == "name"}
        names.add(graph.partition(":")[0])
        known = "".join(
            f"@prefix {name}: {self.prefixes[f'{name}:']} . " for name in sorted(names) if f"{name}:" in self.prefixes
        )
        if not part[0].block:
            return known, ""
        if graph.startswith("["):  # each part would get a blank node of its own
            graph = f"_:thence-graph-{part[0].block}"
        return f"{known}{graph} {{", "\n}"

    def _slice(self, part: Sequence[Sentence]) -> str:
        return self.text[part[0].start : part[-1].end]

    def _encoded(self, text: str) -> bytes:
        return text.encode("utf-8", "surrogateescape")

    def _error(self, error: Exception, sentence: Sentence) -> DataError:
        """Return what is wrong with one sentence, with its place in the file."""
        start, end = sentence.start, sentence.end
        if isinstance(error, TripleTermError):
            found = triple_term_error(self._encoded(self._slice([sentence])), self.label, self.format_)
            line, column = line_and_column(self.text, start)
            return DataError(found.code, found.message, at=Location(self.label, line, column), hint=found.hint)
        message = str(error)
        if isinstance(error, SyntaxError) and error.lineno:
            body = self._slice([sentence])
            message = parser_message(error)
            first = offset_of(body, error.lineno - 1, error.offset or 1) if error.lineno > 1 else 0
            last = offset_of(body, (error.end_lineno or 2) - 1, error.end_offset or 1) if error.lineno > 1 else 0
            start, end = start + min(first, len(body)), start + min(max(first, last), len(body))
        message, hint, at = complaint(message, self.text, start, end, self.format_)
        line, column = line_and_column(self.text, at)
        return DataError("TH511", message, at=Location(self.label, line, column), hint=hint)
