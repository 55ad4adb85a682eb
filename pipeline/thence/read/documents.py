"""From a file's bytes to its Document: which reader, what it made of them, and what the file's name promised."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from thence.errors import InputError, Location
from thence.model.document import Document
from thence.model.finding import Finding, Severity
from thence.names import content_hash
from thence.read.key_groups import grouped_keys
from thence.read.legible import illegible
from thence.read.pace import uncollected
from thence.read.plugins import readers
from thence.read.reading import DEFAULT, ENCODING_GUESSED, SAVE_UNLOCKED, WITHOUT_MEANING, Options, Reading, finding
from thence.read.registry import OPENERS, Reader
from thence.read.sniff import Format, format_of

__all__ = ["document_of", "read_bytes", "reader_for", "readers_digest", "recipe_for"]


def recipe_for(path: str, data: bytes, options: Options = DEFAULT) -> str:
    """Return the recipe by which a file would be read: the reader and its version; never raises.

    What a user set about reading is part of it, where it changes what is read. A file that only holds others, an
    archive or a mailbox, has the recipe of what opens it: ``open.zip/1``.

    >>> recipe_for("memo.md", b"# Memo").split("/")[0]
    'read.md'
    """
    name = format_of(path, data).name
    if reader := readers().get(name):
        return _recipe(reader, path, options)
    return f"open.{name}/{OPENERS[name].version}" if name in OPENERS else "read.none/1"


def readers_digest(options: Options = DEFAULT) -> str:
    """Return a hash of all readers, shipped and plugged in, and of everything that was set about reading.

    While it stays the same, the same bytes under the same name are read the same way.
    """
    known = [f"{reader.name}/{reader.version}/{reader.origin}" for _, reader in sorted(readers().items())]
    known += [f"open.{opener.name}/{opener.version}" for _, opener in sorted(OPENERS.items())]
    said = (options.limits.model_dump_json(), options.ocr, options.columns, options.lenient, options.base)
    return content_hash(*known, *map(repr, said))


def read_bytes(data: bytes, *, places: Sequence[str], options: Options = DEFAULT) -> Document:
    """Return the document that some bytes are, read in this process; `read_safely` is for files of strangers.

    places: the relative POSIX paths where these bytes lie, one at least; the first is the document's path, and decides
    the format together with the content. Raises InputError: TH502 damaged, TH503 binary, TH504 no reader, TH505
    locked, TH506 beyond a limit (expansion, nesting). Whatever else was not read or had to be guessed is in the
    document's findings.
    """
    path = places[0]
    reader, found = reader_for(path, data)
    with uncollected():
        return document_of(reader.load()(data, path, options), reader, found, data, places=places, options=options)


def reader_for(path: str, data: bytes) -> tuple[Reader, Format]:
    """Return who reads a file, and what it is. Raises InputError TH503 for a binary file, TH504 without a reader."""
    found = format_of(path, data)
    reader = readers().get(found.name)
    if reader is None or found.locked:
        raise _unread(path, found)
    return reader, found


def document_of(
    reading: Reading, reader: Reader, found: Format, data: bytes, *, places: Sequence[str], options: Options
) -> Document:
    """Return a reading as the document it is of.   data: the bytes that were read.   places: where they lie."""
    path = places[0]
    findings = [*_promise(path, found, data), *reading.findings]
    if not reading.text.strip() and not any(item.code == "TH525" for item in findings):
        findings.append(finding("TH521", path, "nothing to read: the file holds no text", severity=Severity.WARNING))
    lost = list(illegible(path, reading.text, data, encoding=reading.encoding))
    if any(item.code == WITHOUT_MEANING for item in lost):
        # Its bad bytes, page by page, and the encoding that they are no proof of: said as one.
        findings = [item for item in findings if item.code not in ("TH522", ENCODING_GUESSED)]
    findings += lost
    return Document(
        key=reading.key or path,
        places=tuple(places),
        media_type=reader.media_type,
        digest=hashlib.sha256(data).hexdigest(),
        size=len(data),
        recipe=_recipe(reader, path, options),
        text=reading.text,
        blocks=reading.blocks,
        records=grouped_keys(reading.records, reading.blocks),
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
        tables=reading.tables,
        quads=reading.quads,
        prefixes=reading.prefixes,
        exports=reading.exports,
        findings=tuple(replace(item, path=item.path or path) for item in findings),
    )


def _recipe(reader: Reader, path: str, options: Options) -> str:
    chosen = [repr(choice[1:]) for choice in options.columns if fnmatchcase(path, choice[0])]
    said = [*(("ocr", *options.ocr) if reader.name in ("pdf", "image") else ()), *chosen]
    if reader.function.endswith(":read_rdf"):
        said += ["lenient"] if options.lenient else []
        said += ["base", options.base] if options.base != DEFAULT.base else []
    said += [reader.origin] if reader.origin else []
    return f"read.{reader.name}/{reader.version}" + (f"+{content_hash(*said)[:8]}" if said else "")


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
    if found.locked:
        return InputError("TH505", "the document is locked", at=at, hint=SAVE_UNLOCKED)
    if found.name in OPENERS:
        return InputError(
            "TH504",
            f"{OPENERS[found.name].label} is no document: what it holds is read",
            at=at,
            hint="read its members, OUTER!/INNER, each by itself",
        )
    return InputError("TH504", f"no reader yet for {found.name}", at=at, hint=found.hint or _CONVERT)


_CONVERT = "convert it to text, md, csv, json, html, docx or pdf, or add its name to ignore in thence.toml"
