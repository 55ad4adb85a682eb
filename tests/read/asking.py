"""Short ways to ask a read document for its words."""

from __future__ import annotations

import html

from thence.model.document import BlockKind, Document, Record, Span
from thence.read import read_bytes


def read(data: bytes | str, path: str) -> Document:
    """Read bytes, or text as UTF-8, under a name."""
    return read_bytes(data.encode() if isinstance(data, str) else data, places=(path,))


def words(document: Document, span: Span) -> str:
    """Return the words at a place."""
    return document.text[span.start : span.end]


def said(document: Document, *kinds: BlockKind) -> list[str]:
    """Return the words of the blocks of these kinds, in order."""
    return [words(document, block.span) for block in document.blocks if block.kind in kinds]


def values(document: Document, record: Record) -> dict[str, str]:
    """Return a record's fields by name."""
    return {item.name: words(document, item.value) for item in record.fields}


def rows(document: Document) -> list[dict[str, str]]:
    """Return the fields of every record and row by name."""
    return [values(document, record) for record in document.every_record()]


def codes(document: Document) -> list[str]:
    """Return the codes of the findings, in order."""
    return [finding.code for finding in document.findings]


def behind(document: Document, data: bytes, span: Span) -> str:
    """Return what the file's own bytes say at a place: decoded, newlines as LF."""
    assert document.byte_map is not None
    assert document.encoding is not None
    start, end = document.byte_map.bytes_of(span)
    return data[start:end].decode(document.encoding, "replace").replace("\r\n", "\n").replace("\r", "\n")


def unescaped(text: str) -> str:
    """Return text with entities as the characters they stand for, no-break spaces as spaces."""
    return html.unescape(text).replace("\u00a0", " ")
