"""What a parser yields, in our terms: one file's quads, or the place of its first mistake."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import islice
from typing import cast

import pyoxigraph as ox

from thence.errors import DataError, Location
from thence.model.terms import Quad, Term, datatype_of, iri_term, language_of, lexical_of, literal
from thence.names import DEFAULT_GRAPH, TH, XSD, Iri, content_hash, mint
from thence.store.guards import refuse_depth
from thence.store.mistakes import data_error, triple_term_error

__all__ = ["FileTerms", "TripleTermError", "chunks_as", "parse_as"]


_CHUNK = 8_000
_UNUSUAL = ("_:", "\\u", "<<(", "--", "urn:thence:sk:")
"""What may be in a term that is not kept as the parser spells it."""


class TripleTermError(Exception):
    """A term that only RDF 1.2 has."""


class FileTerms:
    """The terms of one file: each distinct one once, blank nodes under labels or IRIs of their own.

    label: of the file, keys the labels of blank nodes.   digest: of the file; where given, blank nodes come as IRIs
    urn:thence:sk:H that the digest and their order in the file decide; so do nodes that stand there under such an IRI
    already: they are blank nodes of another store, and none of ours.   as_json: whether decimals came from JSON.
    """

    __slots__ = ("_as_json", "_blank", "_digest", "_key", "_known", "names_ours")

    def __init__(self, label: str, *, digest: str = "", as_json: bool = False) -> None:
        self._key = content_hash(label)[:12]
        self._digest = digest
        self._as_json = as_json
        self._known: dict[str, Term] = {}
        self._blank = 0
        self.names_ours = False
        """Whether a term or graph so far may be in thence's vocabulary or among its records."""

    def quads(self, parsed: Iterable[ox.Quad], *, named: bool = True) -> Iterator[list[Quad]]:
        """Yield parsed quads, whose IRIs hold no spaces, some thousands at a time.

        named: whether there may be named graphs. Raises TripleTermError for what only RDF 1.2 has.
        """
        rest = iter(parsed)
        while True:
            # Written out and cut apart: a tenth of the time that its terms' objects take.
            lines = ox.serialize(islice(rest, _CHUNK), format=ox.RdfFormat.N_QUADS)
            if not lines:
                return
            text = lines.decode()
            self.names_ours = self.names_ours or "urn:thence:" in text or TH.base in text
            rows = (line.split(" ", 2) for line in text.split(" .\n")[:-1])
            usual = not named and not any(mark in text for mark in _UNUSUAL)
            yield self._usual(cast("Iterator[list[Term]]", rows)) if usual else list(self._any(rows))

    def _usual(self, rows: Iterator[list[Term]]) -> list[Quad]:
        """Return triples of terms that are kept as they are spelled."""
        same = self._known.setdefault
        quads: list[Quad] = []
        add = quads.append
        last = Term("")
        for subject, predicate, obj in rows:
            # One text for equal terms, as far as they come often: subjects stand together, plain texts come once.
            if subject != last:
                last = subject
            add((last, same(predicate, predicate), same(obj, obj) if obj[-1] == ">" else obj, DEFAULT_GRAPH))
        return quads

    def _any(self, rows: Iterator[list[str]]) -> Iterator[Quad]:
        known, new = self._known.get, self._new
        for subject, predicate, obj in rows:
            graph = DEFAULT_GRAPH
            value = obj
            if obj[-1] != '"' and " " in obj and (name := _graph_of(obj)):
                value = obj[: -len(name) - 1]
                graph = _graph(known(name) or new(name))
            yield known(subject) or new(subject), known(predicate) or new(predicate), known(value) or new(value), graph

    def quads_of_any_iris(self, parsed: Iterable[ox.Quad]) -> Iterator[Quad]:
        """Yield parsed quads whose IRIs nobody has checked. Raises TripleTermError for what only RDF 1.2 has."""
        self.names_ours = True
        for quad in parsed:
            subject, predicate, obj, name = (
                self._known.get(text) or self._new(text)
                for text in (str(quad.subject), str(quad.predicate), str(quad.object), str(quad.graph_name))
            )
            default = isinstance(quad.graph_name, ox.DefaultGraph)
            yield subject, predicate, obj, DEFAULT_GRAPH if default else _graph(name)

    def _new(self, text: str) -> Term:
        term = Term(text)
        if text[:1] == "_" or (self._digest and text.startswith("<urn:thence:sk:")):
            if self._digest:
                term = iri_term(mint("sk", self._digest, str(self._blank)))
            else:
                term = Term(f"_:n{self._key}b{self._blank}")
            self._blank += 1
        elif text[:1] == '"':
            term = self._literal(text)
        elif text.startswith("<<("):
            raise TripleTermError
        self._known[text] = term
        return term

    def _literal(self, text: str) -> Term:
        term = Term(text)
        if "\\u" in text:  # the parser escapes two characters more than our canonical form
            language = language_of(term)
            lexical = lexical_of(term)
            term = literal(lexical, language=language) if language else literal(lexical, datatype_of(term))
        if "--" in text and _DIRECTED.search(text):
            raise TripleTermError
        return _plain_decimal(term) if self._as_json and "E" in text else term


def _graph_of(end: str) -> str:
    """Return the graph at the end of a line of N-Quads, or an empty text.

    end: from the object on.
    """
    if end.startswith("<<("):
        raise TripleTermError
    after = end.rindex('"') if end[0] == '"' else 0
    return end[after:].partition(" ")[2]


_DIRECTED = re.compile(r'"@[A-Za-z0-9-]*--[a-z]+\Z')


def _graph(term: Term) -> Iri:
    return Iri(f"urn:thence:sk:{term[2:]}" if term[:1] == "_" else term[1:-1])


def _plain_decimal(term: Term) -> Term:
    """Return an xsd:decimal without the exponent that JSON-LD numbers get from the parser."""
    if not term.endswith(f"^^<{XSD.decimal}>"):
        return term
    lexical = lexical_of(term)
    if not _FLOATING.fullmatch(lexical):
        return term
    plain = format(Decimal(lexical), "f")
    return literal(plain if "." in plain else f"{plain}.0", XSD.decimal)


_FLOATING = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?E[+-]?[0-9]{1,3}")


def parse_as(
    format_: ox.RdfFormat, data: bytes, *, base: str, label: str, terms: FileTerms, lenient: bool = False
) -> Iterator[Quad]:
    """Yield the quads of UTF-8 text without a byte order mark; as `chunks_as`, one by one."""
    for chunk in chunks_as(format_, data, base=base, label=label, terms=terms, lenient=lenient):
        yield from chunk


def chunks_as(
    format_: ox.RdfFormat, data: bytes, *, base: str, label: str, terms: FileTerms, lenient: bool = False
) -> Iterator[list[Quad]]:
    """Yield the quads of UTF-8 text without a byte order mark, some thousands at a time.

    base: absolute.   lenient: whether IRIs that are none and identifiers given twice pass.
    Raises DataError: TH511 for a mistake, TH513 for nesting no parser bears, TH516 for RDF 1.2.
    """
    refuse_depth(format_, data, label)
    try:
        parsed = ox.parse(data, format=format_, base_iri=base, lenient=lenient)
        if lenient:
            yield list(terms.quads_of_any_iris(parsed))
        else:
            yield from terms.quads(parsed, named=format_.supports_datasets)
    except SyntaxError as error:
        raise data_error(error, data, label, format_, base) from error
    except TripleTermError as error:
        raise triple_term_error(data, label, format_) from error
    except ValueError as error:
        raise DataError("TH511", str(error), at=Location(label)) from error
