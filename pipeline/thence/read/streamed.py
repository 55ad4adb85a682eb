"""Large text files in pieces: each a document of its own that knows its place in the whole file."""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Final

from thence.errors import InputError, Location
from thence.model.document import ByteMap, Document
from thence.read.documents import recipe_for
from thence.read.guard import read_safely
from thence.read.guess import wide_without_mark
from thence.read.reading import DEFAULT, Options
from thence.read.sniff import format_of
from thence.read.source import Source, decode, decode_as

__all__ = [
    "HEAD",
    "PIECE",
    "Boundary",
    "Slice",
    "Whole",
    "can_split",
    "read_pieces",
    "read_slice",
    "slices",
    "whole_of",
]

PIECE: Final = 4_000_000
"""Bytes of a piece, about."""
_MOST: Final = 16_000_000
"""Bytes of a piece that has no boundary: it is cut at a line end then, or anywhere."""
HEAD: Final = 1_000_000
"""Bytes from a file's start that decide its format."""

Boundary = Callable[[str], int]
"""From the text of a file's next bytes to where a piece may end in it, the last such place; 0 for nowhere."""


@dataclass(frozen=True, slots=True)
class Whole:
    """What is known of a large file as a whole.

    digest: SHA-256, hexadecimal.   size: in bytes.   encoding: of all its pieces; guessed: whether nothing declares it.
    mark: bytes of the byte order mark.   head: its first bytes.
    """

    digest: str
    size: int
    encoding: str
    mark: int
    head: bytes
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class Slice:
    """A piece of a file: bytes [start, end).   lines: line ends before it."""

    start: int
    end: int
    lines: int


_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"), (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip


def whole_of(file: BinaryIO) -> Whole:
    """Return what is known of a file as a whole, read once from its start, a piece at a time."""
    file.seek(0)
    head = file.read(HEAD)
    mark, encoding = next(
        ((len(mark), name) for mark, name in _MARKS if head.startswith(mark)),
        (0, wide_without_mark(head[: len(head) - len(head) % 4])),
    )
    digest = hashlib.sha256(head)
    size = len(head)
    decoder = codecs.getincrementaldecoder("utf-8")()
    valid, odd, data = encoding is None, b"", head
    while data:
        if valid:
            try:
                decoder.decode(data)
            except UnicodeDecodeError:
                valid, odd = False, data
        data = file.read(PIECE)
        digest.update(data)
        size += len(data)
    if valid:
        try:
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            valid = not head.isascii()
    if encoding is None:
        # The first piece that is no UTF-8 tells what all are.
        encoding = "utf-8" if valid or not odd else decode(odd).encoding
    return Whole(digest.hexdigest(), size, encoding, mark, head, guessed=not mark and encoding != "utf-8")


def slices(file: BinaryIO, whole: Whole, boundary: Boundary, *, size: int = PIECE) -> Iterator[tuple[Slice, Source]]:
    """Yield the pieces of a file with their texts: each ends where ``boundary`` says, at a line end where it does not.

    size: of a piece in bytes, about.
    """
    start, lines, wanted = whole.mark, 0, size
    while start < whole.size:
        file.seek(start)
        data = file.read(wanted)
        is_last = start + len(data) >= whole.size
        if not is_last:
            data = data[: _line_end(data, whole.encoding) or _character_end(data, whole.encoding)]
        source = decode_as(data, whole.encoding, offset=start)
        cut = len(source.text) if is_last else boundary(source.text)
        if not cut and wanted < _MOST:
            wanted = min(2 * wanted, _MOST)
            continue
        end = start + len(data)
        if 0 < cut < len(source.text):
            end = _byte_at(source.byte_map, cut)
            source = decode_as(data[: end - start], whole.encoding, offset=start)
        yield Slice(start, end, lines), source
        lines += source.text.count("\n")
        start, wanted = end, size


def _byte_at(byte_map: ByteMap, place: int) -> int:
    from thence.model.document import Span

    return byte_map.bytes_of(Span(place, place + 1))[0]


def _line_end(data: bytes, encoding: str) -> int:
    """Return where the last line of some bytes ends, or 0."""
    for end in ("\n", "\r"):
        mark = end.encode(encoding)
        at = data.rfind(mark)
        while at > 0 and at % len(mark):
            at = data.rfind(mark, 0, at + len(mark) - 1)
        # A CR that is the last of these bytes may have its LF behind it.
        if end == "\r" and at + len(mark) == len(data):
            at = data.rfind(mark, 0, at)
        if at >= 0 and at % len(mark) == 0:
            return at + len(mark)
    return 0


def _character_end(data: bytes, encoding: str) -> int:
    """Return where the last whole character of some bytes ends."""
    if encoding == "utf-8":
        end = len(data)
        while end > len(data) - 4 and data[end - 1] & 0xC0 == 0x80:
            end -= 1
        return end - 1 if end and data[end - 1] >= 0xC0 else len(data)
    if encoding.startswith("utf-16"):
        end = len(data) - len(data) % 2
        last = int.from_bytes(data[end - 2 : end], "little" if encoding.endswith("le") else "big")
        return end - 2 if 0xD800 <= last < 0xDC00 else end
    return len(data) - len(data) % 4 if encoding.startswith("utf-32") else len(data)


def _line_boundary(text: str) -> int:
    return text.rfind("\n") + 1


_EMPTY_LINE = re.compile(r"\n[ \t]*\n(?=[^\n])")
_FENCE = re.compile(r"^[ ]{0,3}(`{3,}|~{3,})", re.MULTILINE)


def _paragraph_boundary(text: str) -> int:
    """Return where the last paragraph of a text begins."""
    low = max(0, len(text) - 200_000)
    last = 0
    for match in _EMPTY_LINE.finditer(text, low):
        last = match.end()
    return last or _line_boundary(text)


def _section_boundary(text: str) -> int:
    """Return where the last paragraph begins that is in no block of code."""
    fences = [match.start() for match in _FENCE.finditer(text)]
    cut = _paragraph_boundary(text[: fences[-1]] if len(fences) % 2 else text)
    inside = sum(fence < cut for fence in fences) % 2
    return fences[sum(fence < cut for fence in fences) - 1] if inside else cut


_BOUNDARIES: Final[dict[str, Boundary]] = {
    "txt": _paragraph_boundary, "md": _section_boundary, "jsonl": _line_boundary,
}  # fmt: skip


def can_split(path: str, head: bytes) -> bool:
    """Return whether a file can be read in pieces, by its name and its first bytes."""
    name = format_of(path, head).name
    return name == "csv" or name in _BOUNDARIES or (name == "json" and path.endswith(("jsonl", "ndjson")))


def read_pieces(
    file: Path | BinaryIO, path: str, options: Options = DEFAULT, *, size: int = PIECE
) -> Iterator[Document]:
    """Yield the documents that a large text file makes, one a piece, with memory for one piece at a time.

    Each has the digest of the whole file, places in the whole file's bytes and lines, and a key and a recipe of its
    own: ``big.txt#lines=1-20000`` and ``read.txt/1;lines=1-20000``; of a table ``#rows=``.   file: read from its start,
    twice; a path is opened and closed here.   size: of a piece in bytes, about.
    Raises InputError TH504 for a format that cannot be read in pieces, else as `read_safely`.
    """
    if isinstance(file, Path):
        with file.open("rb") as opened:
            yield from read_pieces(opened, path, options, size=size)
        return
    file.seek(0)
    head = file.read(HEAD)
    name = format_of(path, head).name
    if name == "csv":
        from thence.read.csv_streamed import read_csv_pieces

        yield from read_csv_pieces(file, path, options, size=size)
        return
    name = "jsonl" if path.endswith(("jsonl", "ndjson")) else name
    if name not in _BOUNDARIES:
        raise InputError(
            "TH504", f"a {name} file cannot be read in pieces", at=Location(path), hint="split it into smaller files"
        )
    whole = whole_of(file)
    for piece, source in slices(file, whole, _BOUNDARIES[name], size=size):
        yield _piece_of(file, whole, piece, source, path, options)


def _piece_of(file: BinaryIO, whole: Whole, piece: Slice, source: Source, path: str, options: Options) -> Document:
    """Return a piece of a text as a document, read by the format's own reader."""
    mark = next((mark for mark, name in _MARKS if name == whole.encoding), b"")
    document = read_safely(mark + read_slice(file, piece), places=(path,), options=options)
    shift = piece.start - len(mark)
    lines = source.text.count("\n") + (not source.text.endswith("\n"))
    part = f"lines={piece.lines + 1}-{piece.lines + lines}"
    findings = tuple(
        replace(each, line=each.line + piece.lines if each.line is not None else None) for each in document.findings
    )
    return replace(
        document,
        key=f"{document.key}#{part}",
        digest=whole.digest,
        size=whole.size,
        recipe=f"{recipe_for(path, whole.head, options)};{part}",
        byte_map=_moved(document.byte_map, shift) if document.byte_map else None,
        findings=findings,
        piece=part,
    )


def read_slice(file: BinaryIO, piece: Slice) -> bytes:
    """Return the bytes of a piece."""
    file.seek(piece.start)
    return file.read(piece.end - piece.start)


def _moved(byte_map: ByteMap, by: int) -> ByteMap:
    return replace(
        byte_map,
        starts=tuple([start + by for start in byte_map.starts]),
        ends=tuple([end + by for end in byte_map.ends]),
    )
