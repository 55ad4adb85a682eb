"""Bytes in, Document out: one reader a format, every span exact, and an account of what was not read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module

from thence.errors import InputError, Location
from thence.model.document import Document
from thence.model.finding import Finding, Severity
from thence.read.reading import Reading, finding
from thence.read.scan import FileEntry, Scan, load, scan
from thence.read.sniff import Format, format_of

__all__ = ["FileEntry", "Scan", "load", "read_bytes", "recipe_for", "scan"]

# Format -> version of its reader, module, function, media type. A new version renames texts and spans, no statement.
_READERS: dict[str, tuple[int, str, str, str]] = {
    "txt": (1, "txt", "read_txt", "text/plain"),
    "md": (1, "md", "read_md", "text/markdown"),
    "csv": (1, "csv", "read_csv", "text/csv"),
    "json": (1, "json", "read_json", "application/json"),
    "html": (1, "html", "read_html", "text/html"),
    "eml": (1, "eml", "read_eml", "message/rfc822"),
    "pdf": (1, "pdf", "read_pdf", "application/pdf"),
    "docx": (
        1,
        "docx",
        "read_docx",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ),
}


def recipe_for(path: str, data: bytes) -> str:
    """Return the recipe by which ``read_bytes`` would read this file: the reader and its version; never raises.

    >>> recipe_for("memo.md", b"# Memo")
    'read.md/1'
    """
    name = format_of(path, data).name
    return f"read.{name}/{_READERS[name][0]}" if name in _READERS else "read.none/1"


def read_bytes(data: bytes, *, places: tuple[str, ...]) -> Document:
    """Return the document that some bytes are.

    places: the relative POSIX paths where these bytes lie, one at least; the first decides the format together with
    the content. Raises InputError: TH502 damaged, TH503 binary, TH504 no reader yet, TH505 locked, TH506 beyond a
    limit (expansion, nesting). Whatever else was not read or had to be guessed is in the document's findings.
    """
    places = tuple(sorted(places))
    path = places[0]
    found = format_of(path, data)
    if found.name not in _READERS:
        raise _unread(path, found)
    version, module, function, media_type = _READERS[found.name]
    read: Callable[[bytes, str], Reading] = getattr(import_module(f"thence.read.{module}"), function)
    reading = read(data, path)
    findings = [*_promise(path, found, data), *reading.findings]
    if not reading.text.strip() and not any(item.code == "TH525" for item in findings):
        findings.append(finding("TH521", path, "nothing to read: the file holds no text", severity=Severity.WARNING))
    return Document(
        key=reading.key or path,
        places=places,
        media_type=media_type,
        digest=hashlib.sha256(data).hexdigest(),
        size=len(data),
        recipe=f"read.{found.name}/{version}",
        text=reading.text,
        blocks=reading.blocks,
        records=reading.records,
        links=reading.links,
        pages=reading.pages,
        byte_map=reading.byte_map,
        encoding=reading.encoding,
        title=reading.title,
        date=reading.date,
        date_span=reading.date_span,
        author=reading.author,
        aliases=reading.aliases,
        meta=tuple(sorted(reading.meta)),
        findings=tuple(replace(item, path=item.path or path) for item in findings),
    )


def _promise(path: str, found: Format, data: bytes) -> list[Finding]:
    if not found.promised or found.promised == found.name or not data.strip():
        return []
    return [
        finding(
            "TH524",
            path,
            f"named .{found.promised}, but its content is {found.name}: read as that",
            hint="check where the file comes from: a download may have saved an error page",
        )
    ]


def _unread(path: str, found: Format) -> InputError:
    at = Location(path)
    if found.name == "binary":
        return InputError(
            "TH503",
            "the file is binary, no text",
            at=at,
            hint="export it as text, or add its name to ignore in thence.toml",
        )
    return InputError(
        "TH504",
        f"no reader yet for {found.name}",
        at=at,
        hint="convert it to text, md, csv, json, html, docx or pdf, or add its name to ignore in thence.toml",
    )
