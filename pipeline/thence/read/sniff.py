"""What a file is: by its name where the content agrees, else by its content."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from thence.read.registry import READERS

__all__ = ["Format", "format_of"]


@dataclass(frozen=True, slots=True)
class Format:
    """A format's name: a reader's, or that of a format nobody reads yet; and what the file's name promised instead.

    name: ``txt``, ``md``, …, ``binary``, or what the file is when there is no reader ("a PNG image").
    promised: the format of the suffix, where the content is another's; empty otherwise.
    """

    name: str
    promised: str = ""


_BY_SUFFIX = {suffix: reader.name for reader in READERS.values() for suffix in reader.suffixes}
_NO_READER = (
    ("an RDF file", ("n3", "trix")),
    ("an image", ("svg", "ico", "heic", "psd")),
    ("an archive", ("zip", "gz", "tgz", "bz2", "xz", "7z", "rar", "tar", "zst", "jar", "whl")),
    ("a spreadsheet", ("xls", "ods", "numbers")),
    ("an office document", ("doc", "pages", "ppt", "pptx", "odp", "dotx")),
    ("an e-book", ("mobi", "azw3")),
    ("a mailbox", ("mbox", "msg", "pst")),
    ("sound or film", ("mp3", "wav", "ogg", "flac", "m4a", "mp4", "avi", "mov", "mkv", "webm")),
    ("a program or library", ("exe", "dll", "so", "dylib", "o", "a", "class", "pyc", "wasm", "bin")),
    ("a database", ("sqlite", "sqlite3", "db", "parquet", "feather", "arrow", "avro")),
    ("an XML file", ("xsd", "xsl")),
    ("a configuration file", ("ini", "cfg", "conf")),
    ("a font", ("ttf", "otf", "woff", "woff2")),
)  # fmt: skip
_UNREAD = {suffix: words for words, suffixes in _NO_READER for suffix in suffixes}
_MAGIC = (
    (b"%PDF-", "pdf"), (b"\x89PNG", "an image"), (b"\xff\xd8\xff", "an image"), (b"GIF8", "an image"),
    (b"II*\x00", "an image"), (b"MM\x00*", "an image"), (b"RIFF", "sound or film"), (b"\x1f\x8b", "an archive"),
    (b"BZh", "an archive"), (b"7z\xbc\xaf", "an archive"), (b"Rar!", "an archive"), (b"\xfd7zXZ", "an archive"),
    (b"\x7fELF", "a program or library"), (b"MZ\x90\x00", "a program or library"), (b"SQLite format 3", "a database"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an office document"), (b"{\\rtf", "an office document"),
    (b"OggS", "sound or film"), (b"ID3", "sound or film"), (b"PAR1", "a database"),
)  # fmt: skip
_BINARY = ("pdf", "docx", "xlsx", "odt", "epub", "image")
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_MAIL = re.compile(rb"(?:(?:From|To|Cc|Subject|Date|Received|Return-Path|Message-ID|MIME-Version|Content-Type"
                   rb"|Delivered-To):[^\n]*\n(?:[ \t][^\n]*\n)*){3}", re.IGNORECASE)  # fmt: skip
_FRONT = re.compile(rb"---[ \t]*\r?\n(?:.*\r?\n)*?(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
_HEADING = re.compile(rb"^#{1,6} \S", re.MULTILINE)
_CONTROL = bytes(range(9)) + bytes(range(14, 27)) + bytes(range(28, 32)) + b"\x7f"


def format_of(path: str, data: bytes) -> Format:
    """Return the format of a file from its name and its first bytes.

    Text under an unknown name is read as text; the content of a known one must agree, or it is read as what it is.
    """
    suffix = PurePosixPath(path).suffix[1:].lower()
    by_name = _BY_SUFFIX.get(suffix, "")
    head = data[:8192]
    found = _by_magic(data)
    if found is None and suffix in _UNREAD:
        return Format(_UNREAD[suffix])
    if found is not None:
        if found == by_name or not by_name or found not in _BINARY:
            return Format(found if found in _BINARY else _UNREAD.get(suffix, found), "")
        return Format(found, by_name)
    if not data.strip():
        return Format(by_name if by_name not in ("", *_BINARY) else "txt", by_name if by_name in _BINARY else "")
    if _is_binary(head):
        return Format("binary" if by_name not in _BINARY else by_name)
    if by_name in _BINARY:
        return Format(_by_content(head, data), by_name)
    if by_name in ("", "txt", "md") and _HTML.match(head):
        return Format("html", by_name)
    if (
        by_name == "txt"
        and head[:64].lstrip(b"\xef\xbb\xbf").startswith((b"From:", b"Return-Path:", b"Received:"))
        and _is_mail(head)
    ):
        return Format("eml", by_name)
    return Format(by_name or _by_content(head, data))


def _by_magic(data: bytes) -> str | None:
    if data.startswith(b"PK\x03\x04"):
        return "docx" if b"word/" in data[:65536] or b"word/document.xml" in data[-65536:] else "an archive"
    for magic, name in _MAGIC:
        if data.startswith(magic):
            return name
    # The mark of a PDF may stand anywhere in its first kilobyte.
    return "pdf" if b"%PDF-1." in data[:1024] and b"\x00" in data[:65536] else None


def _is_binary(head: bytes) -> bool:
    if head.startswith(_MARKS):
        return False
    nul = head.count(0)
    if nul:
        even, odd = head[0::2].count(0), head[1::2].count(0)
        wide = max(even, odd) > 0.4 * len(head) / 2 and min(even, odd) < 0.05 * len(head) / 2
        return not wide
    control = len(head) - len(head.translate(None, _CONTROL))
    return control > 0.05 * len(head)


def _is_mail(head: bytes) -> bool:
    return bool(_MAIL.match(head.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")))


def _by_content(head: bytes, data: bytes) -> str:
    """Return the reader for text under a name that says nothing."""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if _HTML.match(start):
        return "html"
    if _is_mail(head):
        return "eml"
    if start[:1] in (b"{", b"[") and data.rstrip()[-1:] in (b"}", b"]") and b'"' in start:
        return "json"
    if _FRONT.match(start) or (_HEADING.search(start) and b"\n" in start):
        return "md"
    return "csv" if _is_table(head) else "txt"


def _is_table(head: bytes) -> bool:
    """Return whether the first lines hold the same number of the same delimiter, three or more lines of them."""
    lines = [line for line in head.split(b"\n")[:20] if line.strip()]
    if len(head) == 8192:
        lines = lines[:-1]
    if len(lines) < 3 or any(b". " in line for line in lines):
        return False
    return any(
        lines[0].count(mark) >= least and len({line.count(mark) for line in lines}) == 1
        for mark, least in ((b",", 2), (b";", 2), (b"\t", 1))
    )
