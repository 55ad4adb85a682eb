"""The line and span where a triple of an RDF file stands, found when somebody asks."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Sequence

from thence.model.document import Document, Span
from thence.model.terms import Quad, iri_term, lexical_of
from thence.names import RDF
from thence.read.rdf_json import json_statements
from thence.read.rdf_text import base_of, rdf_format
from thence.read.rdf_xml import Stated, xml_statements
from thence.store.lenient import parse_leniently
from thence.store.parsed import FileTerms
from thence.store.rdf import RdfFormat
from thence.store.sentences import Kind, line_sentences, objects_of, sentences

__all__ = ["Places", "line_of", "places_of", "span_of"]

_F = RdfFormat
_LINES = (_F.N_TRIPLES, _F.N_QUADS)
_INVENTED = "<urn:thence:sk:"
_NIL = iri_term(RDF.nil)
_KEPT = 3


class Places:
    """Where the quads of one file stand.

    exact: the offset of each quad's object, or of its line.   stated: what the text seems to state, for formats whose
    quads cannot be followed one by one; of quads that it shows alike, those of nameless things, the first stands at the
    first place, and so on.   quads: in the order of the file, to be found there.
    """

    def __init__(
        self, text: str, exact: dict[Quad, int], stated: Iterable[Stated] = (), quads: Sequence[Quad] = ()
    ) -> None:
        self._text = text
        self._exact = exact
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self._guesses: dict[tuple[str, ...], int] = {}
        queues: dict[tuple[str, ...], deque[int]] = {}
        for each in stated:
            subject, obj = ("" if name.startswith("_:") else name for name in (each.subject, each.obj))
            for key in _keys(subject, each.predicate, obj):
                self._guesses.setdefault(key, each.start)
            self._guesses.setdefault(("", each.predicate), each.start)
            queues.setdefault((subject, each.predicate, obj), deque()).append(each.start)
        for quad in quads:
            subject, predicate, obj = _shown(quad)
            for key in ((subject, predicate, obj), ("", predicate, obj), (subject, predicate, "")):
                if key in queues:
                    queue = queues[key]
                    self._exact.setdefault(quad, queue.popleft() if len(queue) > 1 else queue[0])
                    break

    def start_of(self, quad: Quad) -> int | None:
        """Return the offset of a quad, or None for one that the file does not state or whose place it hides."""
        if quad in self._exact:
            return self._exact[quad]
        subject, predicate, obj = _shown(quad)
        for key in _keys(subject, predicate, obj):
            if key in self._guesses:
                return self._guesses[key]
        return self._guesses.get(("", predicate)) if not subject and not obj else None

    def line_of(self, quad: Quad) -> int | None:
        """Return the line of a quad, from 1, or None."""
        start = self.start_of(quad)
        return None if start is None else bisect_right(self._lines, start)

    def span_of(self, quad: Quad) -> Span | None:
        """Return the line of a quad, from where the quad's object begins, without the line's end."""
        start = self.start_of(quad)
        if start is None:
            return None
        end = self._text.find("\n", start)
        return Span(start, len(self._text) if end < 0 else end)


def _shown(quad: Quad) -> tuple[str, ...]:
    """Return a quad's subject, predicate and object as a text shows them; empty for what has no name."""
    return tuple("" if term.startswith(_INVENTED) or term == _NIL else lexical_of(term) for term in quad[:3])


def _keys(subject: str, predicate: str, obj: str) -> Iterator[tuple[str, ...]]:
    """Yield what a statement is found by, the surest first."""
    if subject or obj:
        yield subject, predicate, obj
    if obj:
        yield "", predicate, obj
    if subject:
        yield subject, predicate
    if obj:
        yield "", "", obj
    if subject:
        yield (subject,)


_recent: OrderedDict[tuple[str, str, str, int], Places] = OrderedDict()


def line_of(document: Document, quad: Quad) -> int | None:
    """Return the line where an RDF file states a quad, from 1; None where its text does not tell.

    Exact for N-Triples, N-Quads, Turtle and TriG: the line of the object. For RDF/XML and JSON-LD the line of the
    property, as far as it can be made out, else of the subject. Of a quad that stands there twice, the first line.
    """
    return _places(document).line_of(quad)


def span_of(document: Document, quad: Quad) -> Span | None:
    """Return from where a quad's object begins to the end of that line; None where the text does not tell."""
    return _places(document).span_of(quad)


def _places(document: Document) -> Places:
    # The last few documents: whoever asks for one place of a file asks for more of it.
    key = (document.digest, document.path, document.recipe, len(document.quads))
    if key not in _recent:
        format_ = rdf_format(document.path, document.text)
        text = _as_parsed(document)
        base = dict(document.meta).get("base", "")
        _recent[key] = places_of(text, format_, document.quads, path=document.path, digest=document.digest, base=base)
        while len(_recent) > _KEPT:
            _recent.popitem(last=False)
    _recent.move_to_end(key)
    return _recent[key]


def _as_parsed(document: Document) -> str:
    """Return a document's text with bytes that were no UTF-8 as lone surrogates again."""
    text, map_ = document.text, document.byte_map
    if map_ is None or "\ufffd" not in text:
        return text
    parts = list(text)
    for match in re.finditer("\ufffd", text):
        first, last = map_.bytes_of(Span(match.start(), match.end()))
        if last - first == 1:
            parts[match.start()] = "\udcff"
    return "".join(parts)


def places_of(
    text: str, format_: RdfFormat, quads: Sequence[Quad], *, path: str, digest: str, base: str = ""
) -> Places:
    """Return where the quads of a file stand, in time that grows with the file.

    quads: all that the file states, in its order, or those of them that were taken.   base: of relative IRIs.
    """
    base = base or base_of(path)
    if format_ == _F.RDF_XML:
        return Places(text, {}, xml_statements(text, base), quads)
    if format_ == _F.JSON_LD:
        return Places(text, {}, json_statements(text, base), quads)
    starts = _starts(text, format_)
    if len(starts) != len(quads):  # some were left out: parse again, and keep to what was taken
        starts = []
        found: list[Quad] = []
        terms = FileTerms(path, digest=digest)
        for piece in parse_leniently(text, format_, base=base, label=path, terms=terms):
            found += piece.quads
            starts += piece.places
        quads = found
    exact: dict[Quad, int] = {}
    for quad, start in zip(quads, starts, strict=True):
        exact.setdefault(quad, start)
    return Places(text, exact)


def _starts(text: str, format_: RdfFormat) -> list[int]:
    """Return the offset of each triple's object, or line, in the order of a parser."""
    if format_ in _LINES:
        return [sentence.start for sentence in line_sentences(text)]
    starts: list[int] = []
    for sentence in sentences(text, blocks=format_ == _F.TRIG):
        if sentence.kind == Kind.TRIPLES:
            starts += [word.start for word in objects_of(sentence) or ()]
    return starts
