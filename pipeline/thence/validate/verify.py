"""Verification: every quote, and every fact of an RDF file, against the bytes of the file it came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from thence.errors import CitationError, InputError
from thence.model.document import Document, Span, quote
from thence.model.finding import Finding, Severity
from thence.model.terms import Term, Triple, lexical_of
from thence.names import Iri
from thence.read import Opened
from thence.read.again import holds
from thence.read.reading import DEFAULT, Options
from thence.store.sparql import Solutions
from thence.store.store import Store
from thence.validate.imported import facts_by_document, not_stated, unstated_findings

__all__ = ["CitedSpan", "Verification", "verify_files"]

_SPANS = """
SELECT ?doc ?span ?start ?end ?byteStart ?byteEnd ?quote ?statement WHERE {
  GRAPH <urn:thence:graph:statements> {
    ?span a th:Span ; th:quote ?quote ; th:charStart ?start ; th:charEnd ?end ; oa:hasSource ?text .
    ?text prov:wasDerivedFrom ?doc .
    { ?statement a rdf:Statement ; prov:wasDerivedFrom ?span } UNION { ?span a th:DeletedText }
    OPTIONAL { ?span th:byteStart ?byteStart ; th:byteEnd ?byteEnd }
  }
}
"""
_AS_WRITTEN = {"text/plain", "text/csv", "text/tab-separated-values"}
"""Formats whose quotes are the file's own characters: their bytes are decoded here, past the reader."""
_FILES = """
SELECT ?doc ?path ?digest ?key WHERE {
  GRAPH <urn:thence:graph:statements> { ?doc a th:Document ; th:path ?path ; th:digest ?digest ; th:key ?key }
} ORDER BY ?path
"""


@dataclass(frozen=True, slots=True, order=True)
class CitedSpan:
    """A span that statements cite, or that a tracked change struck out.

    bytes: of text formats.   statements: sorted IRIs.
    """

    span: Span
    quote: str
    bytes: tuple[int, int] | None
    statements: tuple[Iri, ...]


@dataclass(frozen=True, slots=True)
class Verification:
    """How many quotes and imported facts were held against how many files, and what did not agree (sorted)."""

    files: int
    quotes: int
    imported: int
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Whether every quote stands where it was cited, and every imported fact is stated."""
        return not self.findings


@dataclass(frozen=True, slots=True)
class _File:
    """A place of a document, and what the store has from there.   key: of an RDF file, the place it was read at."""

    path: str
    digest: str
    doc: str
    key: str
    cited: Sequence[CitedSpan]
    facts: frozenset[Triple]


def verify_files(
    store: Store, root: Path, asserted: AbstractSet[Triple], *, options: Options = DEFAULT
) -> Verification:
    """Re-read every file below ``root`` that the store has something from, and compare it with what is there now: each
    quote at its place, each fact that an RDF file states.

    asserted: the triples of the default graph.

    A missing or changed file is a finding (TH711, TH712), and so is one that cannot be read again (TH716); so is each
    quote that its bytes or its rendition no longer yield (TH713), naming the statements that rest on it, and each fact
    that an RDF file does not state (TH717). A document that lies at two places is checked at both.
    """
    spans = _spans_by_document(_select(store, _SPANS))
    facts = facts_by_document(store, asserted)
    findings: list[Finding] = []
    files: list[_File] = []
    for row in _select(store, _FILES).rows:
        doc, path, digest, key = (Term("") if term is None else term for term in row)
        there = _File(
            path=lexical_of(path),
            digest=lexical_of(digest),
            doc=lexical_of(doc),
            key=lexical_of(key),
            cited=spans.get(doc, ()),
            facts=facts.get(doc, frozenset()),
        )
        files.append(there)
        findings.extend(_verify_file(root, there, options))
    return Verification(
        len(files),
        sum(len(each.cited) for each in files),
        sum(len(each.facts) for each in files),
        tuple(sorted(findings)),
    )


def _select(store: Store, query: str) -> Solutions:
    found = store.query(query)
    assert isinstance(found, Solutions)
    return found


def _spans_by_document(found: Solutions) -> dict[Term, tuple[CitedSpan, ...]]:
    rows = sorted(row for row in found.rows if row[0] is not None and row[1] is not None)
    by_document: dict[Term, list[CitedSpan]] = {}
    for _, group in groupby(rows, key=lambda row: row[:2]):
        members = list(group)
        doc, _, start, end, byte_start, byte_end, words, _ = members[0]
        assert doc is not None
        assert start is not None
        assert end is not None
        assert words is not None
        by_document.setdefault(doc, []).append(
            CitedSpan(
                Span(int(lexical_of(start)), int(lexical_of(end))),
                lexical_of(words),
                (int(lexical_of(byte_start)), int(lexical_of(byte_end))) if byte_start and byte_end else None,
                tuple(sorted({Iri(lexical_of(row[7])) for row in members if row[7]})),
            )
        )
    return {doc: tuple(sorted(found_spans)) for doc, found_spans in by_document.items()}


def _verify_file(root: Path, there: _File, options: Options) -> Iterator[Finding]:
    path, cited = there.path, there.cited
    every_statement = tuple(sorted({statement for span in cited for statement in span.statements}))
    said = _Said(path, there.doc)
    try:
        opened = Opened(root, path, options, read_at=there.key if there.facts else "")
    except InputError as error:
        resting = [_many(len(every_statement), "statement")] if every_statement or not there.facts else []
        resting += [_many(len(there.facts), "imported fact")] if there.facts else []
        rest = "rests" if len(every_statement) + len(there.facts) == 1 else "rest"
        hint = "put the file back, or build again to drop what rests on it"
        message = f"{error.message}; {' and '.join(resting)} {rest} on it"
        yield said.finding("TH711", message, hint=hint, related=every_statement)
        return
    changed = opened.identity.digest != there.digest
    broken: list[CitedSpan] = []
    missing: list[Triple] = []
    if cited or there.facts:
        try:
            if opened.is_in_pieces:
                broken += _broken_in_pieces(opened, cited)
            else:
                broken += [span for span in cited if not _stands(opened.document(), opened, span)]
                missing += not_stated(opened.document(), there.facts, changed=changed) if there.facts else []
        except InputError as error:
            broken, missing = list(cited), sorted(there.facts)
            if not changed:
                message = f"cannot be read again: {error.message}"
                yield said.finding("TH716", message, hint=error.hint, related=every_statement)
                return
    if changed:
        gone = [_of_quotes(len(broken), len(cited))] if cited else []
        gone += (
            [f"{len(missing):,} of {_many(len(there.facts), 'fact')} are not stated any more"] if there.facts else []
        )
        message = "; ".join(("has changed since it was read", *gone))
        yield said.finding("TH712", message, hint="thence build reads the new version")
    for span in broken:
        message = f"the words of {_many(len(span.statements), 'statement')} are not there any more"
        yield said.finding("TH713", message, related=span.statements, quote=span.quote)
    yield from unstated_findings(path, there.doc, missing, changed=changed)


def _of_quotes(broken: int, all_: int) -> str:
    if not broken:
        return f"{_many(all_, 'quote')} still {'stands' if all_ == 1 else 'stand'} there"
    return f"{broken:,} of {_many(all_, 'quote')} no longer {'stands' if broken == 1 else 'stand'} there"


@dataclass(frozen=True, slots=True)
class _Said:
    """Findings about one file."""

    path: str
    doc: str

    def finding(
        self, code: str, message: str, *, hint: str = "", related: Sequence[Iri] = (), quote: str = ""
    ) -> Finding:
        """Return a violation."""
        return Finding(
            "verify", code, self.path, message, Severity.VIOLATION, hint=hint, subject=self.doc, related=tuple(related),
            quote=quote,
        )  # fmt: skip


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _broken_in_pieces(opened: Opened, cited: Sequence[CitedSpan]) -> Iterator[CitedSpan]:
    """Yield the quotes that the pieces of a large file, read again, do not hold where they were."""
    waiting = sorted(cited, key=lambda span: (span.bytes or (0, 0), span), reverse=True)
    for piece in opened.documents():
        while waiting and holds(piece, waiting[-1].bytes[0] if waiting[-1].bytes else 0):
            span = waiting.pop()
            if not _stands(piece, opened, span):
                yield span
    yield from reversed(waiting)


def _stands(document: Document, opened: Opened, cited: CitedSpan) -> bool:
    """Return whether a quote stands at its place in the rendition, and its byte range is the one that yields it."""
    try:
        if quote(document.text, cited.span) != cited.quote:
            return False
        if cited.bytes is None:
            return document.byte_map is None
        if document.byte_map is None or document.byte_map.bytes_of(cited.span) != cited.bytes:
            return False
        return document.media_type not in _AS_WRITTEN or _decoded(document, opened, cited.bytes) == cited.quote
    except CitationError:
        return False


def _decoded(document: Document, opened: Opened, place: tuple[int, int]) -> str:
    encoding = {"utf-16": "utf-16-le", "utf-8-sig": "utf-8"}.get(document.encoding or "", document.encoding or "utf-8")
    words = opened.bytes_at(*place).decode(encoding, "replace")
    return words.replace("\r\n", "\n").replace("\r", "\n")
