"""Verification: every quote against the bytes of the file it came from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from thence.errors import CitationError, InputError
from thence.model.document import Document, Span, quote
from thence.model.finding import Finding, Severity
from thence.model.terms import Term, lexical_of
from thence.names import Iri
from thence.read import load, read_safely
from thence.read.reading import DEFAULT, Options
from thence.store.sparql import Solutions
from thence.store.store import Store

__all__ = ["CitedSpan", "Verification", "verify_quotes"]

_SPANS = """
SELECT ?doc ?span ?start ?end ?byteStart ?byteEnd ?quote ?statement WHERE {
  GRAPH <urn:thence:graph:statements> {
    ?span a th:Span ; th:quote ?quote ; th:charStart ?start ; th:charEnd ?end ; oa:hasSource ?text .
    ?text prov:wasDerivedFrom ?doc .
    ?statement a rdf:Statement ; prov:wasDerivedFrom ?span .
    OPTIONAL { ?span th:byteStart ?byteStart ; th:byteEnd ?byteEnd }
  }
}
"""
_AS_WRITTEN = {"text/plain", "text/csv", "text/tab-separated-values"}
"""Formats whose quotes are the file's own characters: their bytes are decoded here, past the reader."""
_FILES = """
SELECT ?doc ?path ?digest WHERE {
  GRAPH <urn:thence:graph:statements> { ?doc a th:Document ; th:path ?path ; th:digest ?digest }
} ORDER BY ?path
"""


@dataclass(frozen=True, slots=True, order=True)
class CitedSpan:
    """A span that statements cite.   bytes: of text formats.   statements: sorted IRIs."""

    span: Span
    quote: str
    bytes: tuple[int, int] | None
    statements: tuple[Iri, ...]


@dataclass(frozen=True, slots=True)
class Verification:
    """How many quotes were held against how many files, and what did not agree (sorted)."""

    files: int
    quotes: int
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Whether every quote stands where it was cited."""
        return not self.findings


def verify_quotes(store: Store, root: Path, *, options: Options = DEFAULT) -> Verification:
    """Re-read every cited file below ``root`` and compare each quote with what now stands at its place.

    A missing or changed file is a finding (TH711, TH712), and so is one that cannot be read again (TH716); so is each
    quote that its bytes or its rendition no longer yield (TH713), naming the statements that rest on it. A document
    that lies at two places is checked at both.
    """
    spans = _spans_by_document(_select(store, _SPANS))
    findings: list[Finding] = []
    files = quotes = 0
    for doc, path, digest in _select(store, _FILES).rows:
        assert doc is not None
        assert path is not None
        assert digest is not None
        cited = spans.get(doc, ())
        files += 1
        quotes += len(cited)
        findings.extend(_verify_file(root, lexical_of(path), lexical_of(digest), lexical_of(doc), cited, options))
    return Verification(files, quotes, tuple(sorted(findings)))


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


def _verify_file(
    root: Path, path: str, digest: str, doc: str, cited: Sequence[CitedSpan], options: Options
) -> Iterator[Finding]:
    every_statement = tuple(sorted({statement for span in cited for statement in span.statements}))
    try:
        data = load(root, path, options)
    except InputError as error:
        yield Finding(
            "verify",
            "TH711",
            path,
            f"{error.message}; {len(every_statement)} statements rest on it",
            Severity.VIOLATION,
            hint="put the file back, or build again to drop what rests on it",
            subject=doc,
            related=every_statement,
        )
        return
    changed = hashlib.sha256(data).hexdigest() != digest
    broken: list[CitedSpan] = []
    if cited:
        try:
            broken += _broken(read_safely(data, places=(path,), options=options), data, cited)
        except InputError as error:
            broken += cited
            if not changed:
                yield Finding(
                    "verify", "TH716", path, f"cannot be read again: {error.message}", Severity.VIOLATION,
                    hint=error.hint, subject=doc, related=every_statement,
                )  # fmt: skip
                return
    if changed:
        yield Finding(
            "verify",
            "TH712",
            path,
            f"has changed since it was read; {len(broken)} of {len(cited)} quotes no longer stand there",
            Severity.VIOLATION,
            hint="thence build reads the new version",
            subject=doc,
        )
    for span in broken:
        yield Finding(
            "verify",
            "TH713",
            path,
            f"the words of {_many(len(span.statements), 'statement')} are not there any more",
            Severity.VIOLATION,
            subject=doc,
            related=span.statements,
            quote=span.quote,
        )


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _broken(document: Document, data: bytes, cited: Sequence[CitedSpan]) -> Iterator[CitedSpan]:
    for span in cited:
        if not _stands(document, data, span):
            yield span


def _stands(document: Document, data: bytes, cited: CitedSpan) -> bool:
    """Return whether a quote stands at its place in the rendition, and its byte range is the one that yields it."""
    try:
        if quote(document.text, cited.span) != cited.quote:
            return False
        if cited.bytes is None:
            return document.byte_map is None
        if document.byte_map is None or document.byte_map.bytes_of(cited.span) != cited.bytes:
            return False
        return document.media_type not in _AS_WRITTEN or _decoded(document, data, cited.bytes) == cited.quote
    except CitationError:
        return False


def _decoded(document: Document, data: bytes, place: tuple[int, int]) -> str:
    encoding = {"utf-16": "utf-16-le", "utf-8-sig": "utf-8"}.get(document.encoding or "", document.encoding or "utf-8")
    words = data[place[0] : place[1]].decode(encoding, "replace")
    return words.replace("\r\n", "\n").replace("\r", "\n")
