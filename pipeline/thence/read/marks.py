"""Binary formats by the marks they begin with; zip files and compound files by what is inside."""

from __future__ import annotations

import zlib

from thence.read.guess import wide_without_mark

__all__ = ["BINARY", "NO_READER", "by_mark", "is_binary"]

BINARY = frozenset({"pdf", "docx", "xlsx", "odt", "ods", "odp", "pptx", "epub", "image", "rtf", "zip", "gzip", "tar"})
"""Formats whose files are not text, or begin with a mark; without it a file is not of them."""

_DOC = "open it in Word or LibreOffice and save it as .docx"
_SHEET = "open it in Excel or LibreOffice and save it as .xlsx"
_SLIDES = "open it and export it as pdf"
_UNPACK = "unpack it into the folder"
_NONE = "there is nothing to read in it: add its name to ignore in thence.toml"
_TABLE = (
    ("a mail of Outlook's (.msg)", "save it as .eml, from Outlook or with a converter (msgconvert)", ("msg",)),
    ("a mailbox of Outlook's (.pst)", "export it as mbox (Thunderbird, readpst)", ("pst", "ost")),
    ("an old Word document (.doc)", _DOC, ("doc", "dot", "wps", "wpd")),
    ("an old Excel workbook (.xls)", _SHEET, ("xls", "xlt", "xlsb")),
    ("a presentation", _SLIDES, ("ppt", "pps", "pot", "key")),
    ("a Pages document", "export it as .docx or pdf", ("pages",)),
    ("a Numbers workbook", "export it as .xlsx or csv", ("numbers",)),
    ("an archive", _UNPACK, ("7z", "rar", "bz2", "tbz2", "xz", "txz", "zst", "lz4", "lz", "cab", "iso", "dmg", "z")),
    ("an RDF file", "convert it to Turtle or N-Quads", ("n3", "trix", "hdt", "ofn", "omn", "owx")),
    ("an image", "save it as png, or export its words as text", ("svg", "ico", "heic", "heif", "psd", "avif", "eps")),
    ("an e-book", "convert it to epub", ("mobi", "azw", "azw3", "djvu", "fb2")),
    ("sound or film", "add a transcript as text",
     ("mp3", "wav", "ogg", "opus", "flac", "m4a", "mp4", "avi", "mov", "mkv", "webm", "wma", "wmv", "aac")),
    ("a program or library", _NONE,
     ("exe", "dll", "so", "dylib", "o", "a", "class", "pyc", "wasm", "jar", "war", "whl", "apk", "msi", "deb",
      "rpm", "xpi", "crx", "egg")),
    ("a database", "export its tables as csv",
     ("sqlite", "sqlite3", "db", "mdb", "accdb", "parquet", "feather", "arrow", "avro", "orc")),
    ("a font", _NONE, ("ttf", "otf", "woff", "woff2")),
    ("a key or certificate store", _NONE, ("p12", "pfx", "jks", "kdbx")),
    ("a drawing", "export it as pdf", ("vsd", "vsdx", "dwg", "dxf", "odg", "ai", "indd", "sketch")),
)  # fmt: skip
NO_READER = {suffix: (label, hint) for label, hint, suffixes in _TABLE for suffix in suffixes}
"""Suffix -> what files of it are, and what to do, of the formats that nobody reads."""

_MARKS = (
    (b"%PDF-", "pdf"), (b"\x89PNG\r\n", "image"), (b"\xff\xd8\xff", "image"), (b"GIF87a", "image"),
    (b"GIF89a", "image"), (b"II*\x00", "image"), (b"MM\x00*", "image"), (b"{\\rtf", "rtf"), (b"\x1f\x8b\x08", "gzip"),
    (b"BZh", "bz2"), (b"7z\xbc\xaf\x27\x1c", "7z"), (b"Rar!\x1a\x07", "rar"), (b"\xfd7zXZ\x00", "xz"),
    (b"(\xb5/\xfd", "zst"), (b"\x7fELF", "exe"), (b"MZ\x90\x00", "exe"), (b"\xca\xfe\xba\xbe", "class"),
    (b"\xcf\xfa\xed\xfe", "exe"), (b"\x00asm", "wasm"), (b"SQLite format 3\x00", "sqlite"), (b"OggS", "ogg"),
    (b"ID3", "mp3"), (b"fLaC", "flac"), (b"PAR1", "parquet"), (b"ARROW1", "arrow"), (b"wOFF", "woff"),
    (b"!BDN", "pst"), (b"\x1aE\xdf\xa3", "mkv"), (b"AT&TFORM", "djvu"), (b"8BPS", "psd"),
)  # fmt: skip
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_STREAMS = (
    ("EncryptedPackage", "locked"), ("WordDocument", "doc"), ("Workbook", "xls"), ("PowerPoint Document", "ppt"),
    ("__substg1.0_", "msg"), ("__properties_version1.0", "msg"), ("Book", "xls"), ("VisioDocument", "vsd"),
)  # fmt: skip
_OPEN_DOCUMENT = (
    (b"application/epub+zip", "epub"), (b"application/vnd.oasis.opendocument.text", "odt"),
    (b"application/vnd.oasis.opendocument.spreadsheet", "ods"),
    (b"application/vnd.oasis.opendocument.presentation", "odp"),
    (b"application/vnd.oasis.opendocument.graphics", "odg"),
)  # fmt: skip
_OFFICE = (
    (b"word/document.xml", "docx"), (b"xl/workbook.xml", "xlsx"), (b"ppt/presentation.xml", "pptx"),
    (b"visio/document.xml", "vsdx"), (b"META-INF/container.xml", "epub"),
)  # fmt: skip
"""The main part -> the format. Word may call it otherwise: then the folder tells, beside a list of types."""
_FLAT = 32_768
"""Bytes in which the first tag of a flat file ends."""
_TEXT_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_CONTROL = bytes(range(9)) + bytes(range(14, 27)) + bytes(range(28, 32)) + b"\x7f"


def by_mark(data: bytes) -> str:
    """Return the format that a file's marks tell: a reader's, a suffix of `NO_READER`, "locked" for a locked office
    file, "ole" for an unknown compound file; empty without a mark.
    """
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _in_zip(data)
    if data.startswith((b"<?xml", b"<office:document")) and (kind := _flat(data[:_FLAT])):
        return kind
    if data.startswith(_COMPOUND):
        return next((kind for name, kind in _STREAMS if name.encode("utf-16-le") in data), "ole")
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name
    if data.startswith(b"RIFF"):
        return "image" if data[8:12] == b"WEBP" else "wav" if data[8:12] in (b"WAVE", b"AVI ") else ""
    if data.startswith(b"BM") and data[6:10] == bytes(4) and len(data) > 26:
        return "image"
    if data[4:8] == b"ftyp":
        return "heic" if data[8:12] in (b"heic", b"heix", b"mif1") else "avif" if data[8:12] == b"avif" else "mp4"
    if data[257:262] == b"ustar":
        return "tar"
    # The mark of a PDF may stand anywhere in its first kilobyte.
    return "pdf" if b"%PDF-1." in data[:1024] and b"\x00" in data[:65_536] else ""


def _in_zip(data: bytes) -> str:
    """Return what a zip file is: an office file if its own directory says so, whatever the files in it are."""
    if data[30:38] == b"mimetype":
        said = _first_member(data)
        # The longest name first: a master document is no text document's beginning only.
        for mark, kind in _OPEN_DOCUMENT:
            if said.startswith(mark):
                return kind
    directory, header, lengths = _directory(data)
    for name, kind in _OFFICE:
        if _holds(directory, name, header, lengths):
            return kind
    if _holds(directory, b"[Content_Types].xml", header, lengths):
        for name, kind in _OFFICE[:-1]:
            if _holds(directory, name[: name.index(b"/") + 1], header, lengths, whole=False):
                return kind
    is_open = _holds(directory, b"META-INF/manifest.xml", header, lengths)
    return "odt" if is_open and _holds(directory, b"content.xml", header, lengths) else "zip"


def _flat(head: bytes) -> str:
    """Return what an OpenDocument file is that is no package but one XML file; empty for another file."""
    begin = head.find(b"<office:document")
    at = head.find(b"office:mimetype=", max(begin, 0), max(head.find(b">", begin), 0))
    said = head[at + 17 : at + 117] if begin >= 0 and at >= 0 else b""
    return next((kind for mark, kind in _OPEN_DOCUMENT if said.startswith(mark)), "")


def _first_member(data: bytes) -> bytes:
    """Return the beginning of what the first member of a zip file holds, its name eight letters long."""
    begin = 38 + int.from_bytes(data[28:30], "little")
    if data[8:10] != b"\x08\x00":
        return data[begin : begin + 100]
    try:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(data[begin : begin + 1_000], 100)
    except zlib.error:
        return b""


def _directory(data: bytes) -> tuple[bytes, int, tuple[bytes, int]]:
    """Return the bytes that list a zip file's members, how far before a name its record begins, and (the record's
    mark, how far before the name its length stands).
    """
    end = data.rfind(b"PK\x05\x06", max(0, len(data) - 65_557))
    if end < 0:  # cut off: only what stands before each member is there
        return data, 30, (b"PK\x03\x04", 4)
    size = int.from_bytes(data[end + 12 : end + 16], "little")
    long = 76 if data.startswith(b"PK\x06\x07", max(0, end - 20)) else 0  # zip64: its records stand in between
    return data[max(0, end - long - min(size, 64_000_000)) : end], 46, (b"PK\x01\x02", 18)


def _holds(directory: bytes, name: bytes, header: int, lengths: tuple[bytes, int], *, whole: bool = True) -> bool:
    """Return whether a member has a name, or one that begins so."""
    mark, back = lengths
    at = directory.find(name)
    for _ in range(1_000):
        if at < 0:
            return False
        length = int.from_bytes(directory[at - back : at - back + 2], "little")
        if at >= header and directory.startswith(mark, at - header) and (length == len(name) or not whole):
            return True
        at = directory.find(name, at + 1)
    return False


def is_binary(head: bytes) -> bool:
    """Return whether a file without a mark is no text.   head: its first bytes."""
    if head.startswith(_TEXT_MARKS):
        return False
    if 0 in head:
        # UTF-16 and UTF-32 have a NUL in every character of ASCII, and in the line breaks of every language.
        return wide_without_mark(head[: len(head) & ~3] if len(head) > 3 else head) is None
    control = len(head) - len(head.translate(None, _CONTROL))
    return control > 0.05 * len(head)
