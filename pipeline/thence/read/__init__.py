"""Bytes in, Document out: one reader a format, every span exact, and an account of what was not read."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from fnmatch import fnmatchcase

from thence.errors import InputError, Location
from thence.model.document import Document
from thence.model.finding import Finding, Severity
from thence.names import content_hash
from thence.read.reading import DEFAULT, Options, finding
from thence.read.registry import READERS, Reader
from thence.read.scan import FileEntry, Scan, load, scan
from thence.read.sniff import Format, format_of

__all__ = ["FileEntry", "Options", "Scan", "load", "read_bytes", "recipe_for", "scan"]


def recipe_for(path: str, data: bytes, options: Options = DEFAULT) -> str:
    """Return the recipe by which ``read_bytes`` would read this file: the reader and its version; never raises.

    What a user set about reading is part of it, where it changes what is read.

    >>> recipe_for("memo.md", b"# Memo")
    'read.md/1'
    """
    found = READERS.get(format_of(path, data).name)
    return _recipe(found, path, options) if found else "read.none/1"


def _recipe(reader: Reader, path: str, options: Options) -> str:
    chosen = [repr(choice[1:]) for choice in options.columns if fnmatchcase(path, choice[0])]
    said = [*(("ocr", *options.ocr) if reader.name in ("pdf", "image") else ()), *chosen]
    said += ["lenient"] if options.lenient and reader.function.endswith(":read_rdf") else []
    return f"read.{reader.name}/{reader.version}" + (f"+{content_hash(*said)[:8]}" if said else "")


def read_bytes(data: bytes, *, places: tuple[str, ...], options: Options = DEFAULT) -> Document:
    """Return the document that some bytes are.

    places: the relative POSIX paths where these bytes lie, one at least; the first decides the format together with
    the content. Raises InputError: TH502 damaged, TH503 binary, TH504 no reader yet, TH505 locked, TH506 beyond a
    limit (expansion, nesting). Whatever else was not read or had to be guessed is in the document's findings.
    """
    places = tuple(sorted(places))
    path = places[0]
    found = format_of(path, data)
    if found.name not in READERS:
        raise _unread(path, found)
    reader = READERS[found.name]
    reading = reader.load()(data, path, options)
    findings = [*_promise(path, found, data), *reading.findings]
    if not reading.text.strip() and not any(item.code == "TH525" for item in findings):
        findings.append(finding("TH521", path, "nothing to read: the file holds no text", severity=Severity.WARNING))
    return Document(
        key=reading.key or path,
        places=places,
        media_type=reader.media_type,
        digest=hashlib.sha256(data).hexdigest(),
        size=len(data),
        recipe=_recipe(reader, path, options),
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
        joins=reading.joins,
        doubts=reading.doubts,
        columns=reading.columns,
        quads=reading.quads,
        prefixes=reading.prefixes,
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
