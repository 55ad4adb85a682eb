"""The words behind asserted facts: which statements carry them, and whether the files still say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from thence.errors import CitationError, InputError, Location
from thence.model.document import Span, quote
from thence.model.terms import Term, Triple, iri_of, iri_term, lexical_of
from thence.names import Iri
from thence.query.rows import Row, rows, rows_for
from thence.read import Opened
from thence.read.reading import DEFAULT, Options
from thence.store.dataset import Dataset
from thence.store.terms import canonical_terms

__all__ = ["Evidence", "Files", "Imported", "Stand", "carriers_of", "imported_from", "read_evidence"]


class Stand(StrEnum):
    """How a quote stands to the file it was taken from."""

    VERIFIED = "verified"
    """The file's bytes yield the quote at its place."""
    CHANGED = "changed"
    """The file is there; the quote is not at its place."""
    MISSING = "missing"
    """The file cannot be opened."""


@dataclass(frozen=True, slots=True, order=True)
class Evidence:
    """One statement's words.

    path: relative to the corpus.   line: from 1, of text formats.   bytes: of text formats.   pages: all that it
    touches.   row: from 1.   part: of the file, as "footnote 1", empty for the body.   paragraph: in its part, or
    message; from 1.   header: above the cell that is quoted, or what leads to it in nested data ("orders / 3").
    polarity, modality: local names of the vocabulary.   bar: why the statement carries no fact, or empty.
    voice: whose words.   said: the day they were said, where it is not the document's.   stand: what the file says now.
    """

    path: str
    span: Span
    quote: str
    statement: Iri
    stand: Stand
    line: int | None = None
    bytes: tuple[int, int] | None = None
    pages: tuple[int, ...] = ()
    row: int | None = None
    part: str = ""
    paragraph: int | None = None
    header: str = ""
    polarity: str = "Affirmed"
    modality: str = "Categorical"
    bar: str = ""
    voice: str = ""
    said: str = ""

    @property
    def place(self) -> str:
        """The place for people: ``file:line bytes a-b``, ``file page n characters a-b``."""
        where = str(Location(self.path, self.line))
        parts = [where]
        if self.pages:
            last = f"-{self.pages[-1]}" if len(self.pages) > 1 else ""
            parts.append(f"page{'s' if last else ''} {self.pages[0]}{last}")
        if self.part:
            # Parts of a mail have numbers alone.
            parts.append(f"part {self.part}" if self.part.replace(".", "").isdecimal() else self.part)
        if self.paragraph is not None and self.bytes is None:
            parts.append(f"paragraph {self.paragraph}")
        if self.row is not None:
            parts.append(f"row {self.row}")
        if self.header:
            parts.append(f"({self.header})")
        if self.bytes is not None:
            parts.append(f"bytes {self.bytes[0]}-{self.bytes[1]}")
        else:
            parts.append(f"characters {self.span.start}-{self.span.end}")
        return " ".join(parts)

    def as_json(self) -> dict[str, object]:
        """Return everything; ranges as [start, end) pairs."""
        return {
            "statement": self.statement,
            "quote": self.quote,
            "path": self.path,
            "line": self.line,
            "characters": [self.span.start, self.span.end],
            "bytes": list(self.bytes) if self.bytes else None,
            "page": self.pages[0] if self.pages else None,
            "pages": list(self.pages),
            "part": self.part or None,
            "paragraph": self.paragraph,
            "row": self.row,
            "header": self.header or None,
            "polarity": self.polarity,
            "modality": self.modality,
            "carries_no_fact": self.bar or None,
            "voice": self.voice or None,
            "said_on": self.said or None,
            "state": self.stand.value,
        }


_QUOTES = """SELECT ?statement ?quote ?start ?end ?byteStart ?byteEnd ?page ?row ?part ?paragraph ?header ?path
  ?polarity ?modality ?bar ?voice ?said WHERE {
  GRAPH <urn:thence:graph:statements> {
    VALUES ?statement { TERMS }
    ?statement th:quotedAt ?span ; th:polarity ?polarity ; th:modality ?modality .
    ?span th:quote ?quote ; th:charStart ?start ; th:charEnd ?end ; oa:hasSource ?text .
    ?text prov:wasDerivedFrom ?document .
    ?document th:path ?path .
    OPTIONAL { ?statement th:carriesNoFact ?bar }
    OPTIONAL { ?statement th:saidOn ?said }
    OPTIONAL { ?statement prov:wasAttributedTo ?agent . ?agent rdfs:label ?voice }
    OPTIONAL { ?span th:byteStart ?byteStart ; th:byteEnd ?byteEnd }
    OPTIONAL { ?span th:page ?page }
    OPTIONAL { ?span th:row ?row }
    OPTIONAL { ?span th:part ?part }
    OPTIONAL { ?span th:paragraph ?paragraph }
    OPTIONAL { ?span th:header ?header }
  }
}"""


@dataclass(frozen=True, slots=True, order=True)
class Imported:
    """An RDF file that states a fact.   line: from 1, where the file says so.   stand: what the file says now."""

    path: str
    line: int | None
    stand: Stand

    @property
    def place(self) -> str:
        """The place for people: ``file:line``."""
        return str(Location(self.path, self.line))

    def as_json(self) -> dict[str, object]:
        """Return everything."""
        return {"path": self.path, "line": self.line, "state": self.stand.value}


def read_evidence(store: Dataset, statements: Sequence[Iri], files: Files) -> Mapping[Iri, tuple[Evidence, ...]]:
    """Return each statement's words, one for each place where its document lies, sorted by path.

    files: where each quote is held against its file.
    """
    found: dict[Iri, list[Evidence]] = {}
    for row in rows_for(store, _QUOTES, [iri_term(statement) for statement in statements]):
        evidence = _evidence(row, files)
        found.setdefault(evidence.statement, []).append(evidence)
    return {statement: tuple(_whole(each)) for statement, each in sorted(found.items())}


def _whole(found: Sequence[Evidence]) -> list[Evidence]:
    """Return the evidence of one statement, sorted; what stands on several pages once, with all of them."""
    pages: dict[Evidence, set[int]] = {}
    for each in found:
        pages.setdefault(replace(each, pages=()), set()).update(each.pages)
    return sorted(replace(each, pages=tuple(sorted(numbers))) for each, numbers in pages.items())


def _evidence(row: Row, files: Files) -> Evidence:
    (
        statement, words, start, end, first, last, page, line, part, paragraph, header, path, polarity, modality, bar,
        voice, day,
    ) = row  # fmt: skip
    assert statement is not None
    span = Span(_number(start), _number(end))
    place = (_number(first), _number(last)) if first and last else None
    file, said = _text(path), _text(words)
    stand, number = files.stand(file, said, span, place)
    return Evidence(
        path=file,
        span=span,
        quote=said,
        statement=iri_of(statement),
        stand=stand,
        line=number,
        bytes=place,
        pages=(_number(page),) if page else (),
        row=_number(line) if line else None,
        part=_text(part),
        paragraph=_number(paragraph) if paragraph else None,
        header=_text(header),
        polarity=_local(polarity),
        modality=_local(modality),
        bar=_text(bar),
        voice=_text(voice),
        said=_text(day),
    )


def _text(term: Term | None) -> str:
    return "" if term is None else lexical_of(term)


def _number(term: Term | None) -> int:
    return int(_text(term))


def _local(term: Term | None) -> str:
    return _text(term).rpartition("#")[2]


class Files:
    """The corpus's files, each read once.

    root: the corpus folder; without it every file counts as missing.   options: how files are read.
    """

    def __init__(self, root: Path | None, options: Options = DEFAULT) -> None:
        self._root = root
        self._options = options
        self._read = lru_cache(maxsize=16)(self._open)

    def _open(self, path: str, key: str = "") -> Opened | None:
        if self._root is None:
            return None
        try:
            return Opened(self._root, path, self._options, read_at=key)
        except InputError:
            return None

    def stand(self, path: str, words: str, span: Span, place: tuple[int, int] | None) -> tuple[Stand, int | None]:
        """Return how a quote stands, and the line of its first byte (None where it has no bytes or no file).

        A file that changed elsewhere still yields the quote at its place: then it is verified.
        """
        opened = self._read(path)
        if opened is None:
            return Stand.MISSING, None
        document = opened.document_at(place)
        line = opened.line_of(place[0]) if place else None
        if document is None:
            return Stand.CHANGED, line
        try:
            holds = quote(document.text, span) == words
            if holds and place is not None:
                holds = document.byte_map is not None and document.byte_map.bytes_of(span) == place
        except CitationError:
            holds = False
        return (Stand.VERIFIED if holds else Stand.CHANGED), line

    def states(self, path: str, key: str, fact: Triple) -> tuple[Stand, int | None]:
        """Return whether an RDF file states a fact now, and the line where it does.

        key: the place it was read at, from which its relative IRIs start.
        """
        opened = self._read(path, key)
        if opened is None:
            return Stand.MISSING, None
        document = opened.document_at(None)
        if document is None:
            return Stand.CHANGED, None
        from thence.read.rdf import line_of

        folded = canonical_terms(obj for _, _, obj, _ in document.quads)
        for quad in document.quads:
            if (quad[0], quad[1], folded.get(quad[2], quad[2])) == fact and not quad[3]:
                return Stand.VERIFIED, line_of(document, quad)
        return Stand.CHANGED, None


_CARRIERS = """SELECT ?s ?p ?o ?statement WHERE {
  VALUES (?s ?p ?o) { TERMS }
  GRAPH <urn:thence:graph:statements> {
    VALUES (?s ?p ?o) { TERMS }
    ?statement rdf:subject ?s ; rdf:object ?o ; rdf:predicate ?p .
    OPTIONAL { ?statement th:carriesNoFact ?bar }
    FILTER(!BOUND(?bar))
  }
}"""
_OF_EVENTS = """SELECT ?s ?p ?o ?statement WHERE {
  GRAPH <urn:thence:graph:statements> {
    VALUES (?s ?p ?o) { TERMS }
    ?statement th:event ?s ; th:quotedAt/oa:hasSource/prov:wasDerivedFrom ?document .
    OPTIONAL { ?statement th:carriesNoFact ?bar }
    FILTER(!BOUND(?bar))
  }
  GRAPH ?document { ?s ?p ?o }
}"""
_NAMING = """SELECT ?entity ?statement WHERE {
  GRAPH <urn:thence:graph:statements> {
    VALUES ?entity { TERMS }
    ?statement rdf:subject ?entity ; rdf:predicate rdf:type .
  }
}"""
_IN_DOCUMENTS = """SELECT ?path ?key WHERE {
  GRAPH ?document { ?s ?p ?o }
  GRAPH <urn:thence:graph:statements> { ?document a th:Document ; th:path ?path ; th:key ?key }
}"""


def carriers_of(store: Dataset, facts: Sequence[Triple]) -> Mapping[Triple, tuple[Iri, ...]]:
    """Return the statements that carry each asserted fact, sorted: its own, those of its event, those that name it.

    A statement of an event carries the fact only if its document says the same value: conflicting accounts of one
    event each stand for their own.
    """
    own = _by_fact(store, _CARRIERS, facts)
    rest = [fact for fact in facts if fact not in own]
    of_events = _by_fact(store, _OF_EVENTS, rest)
    naming: dict[Term, set[Iri]] = {}
    for entity, statement in rows_for(store, _NAMING, [fact[0] for fact in rest if fact not in of_events]):
        if entity and statement:
            naming.setdefault(entity, set()).add(iri_of(statement))
    return {fact: tuple(sorted(own.get(fact) or of_events.get(fact) or naming.get(fact[0], set()))) for fact in facts}


def _by_fact(store: Dataset, query: str, facts: Sequence[Triple]) -> dict[Triple, set[Iri]]:
    found: dict[Triple, set[Iri]] = {}
    for s, p, o, statement in rows_for(store, query, [f"({' '.join(fact)})" for fact in facts]):
        if s and p and o and statement:
            found.setdefault((s, p, o), set()).add(iri_of(statement))
    return found


def imported_from(store: Dataset, fact: Triple, files: Files) -> tuple[Imported, ...]:
    """Return the RDF files whose own graph holds a fact, sorted, each with what it says now."""
    found = []
    for path, key in rows(store, _IN_DOCUMENTS, dict(zip("spo", fact, strict=True))):
        stand, line = files.states(_text(path), _text(key), fact)
        found.append(Imported(_text(path), line, stand))
    return tuple(sorted(found, key=lambda each: each.path))
