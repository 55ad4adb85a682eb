"""Decoded text that still knows its bytes: encodings, newlines as LF, and the ByteMap of both."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from thence.model.document import ByteMap, Span

__all__ = ["Runs", "Source", "decode"]


@dataclass(slots=True)
class Runs:
    """A ByteMap in the making; runs are added in the order of the text."""

    chars: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    widths: list[int] = field(default_factory=list)
    length: int = 0

    def add(self, count: int, start: int, end: int, width: int) -> None:
        """Append ``count`` code points that come from bytes [start, end); width 0 makes them atomic."""
        if count <= 0:
            return
        if self.widths and self.widths[-1] == width:
            if width and self.ends[-1] == start:
                self.ends[-1] = end
                self.length += count
                return
            if not width and self.starts[-1] == start and self.ends[-1] == end:
                self.length += count
                return
        self.chars.append(self.length)
        self.starts.append(start)
        self.ends.append(end)
        self.widths.append(width)
        self.length += count

    def add_slice(self, source: ByteMap, start: int, end: int) -> None:
        """Append the runs that cover code points [start, end) of another map."""
        index = bisect_right(source.chars, start) - 1
        while start < end:
            first = source.chars[index]
            stop = min(end, source.chars[index + 1] if index + 1 < len(source.chars) else source.length)
            width = source.widths[index]
            if width:
                at = source.starts[index] + (start - first) * width
                self.add(stop - start, at, at + (stop - start) * width, width)
            else:
                self.add(stop - start, source.starts[index], source.ends[index], 0)
            start = stop
            index += 1

    def add_pieces(self, source: ByteMap, pieces: Sequence[str], places: Sequence[int]) -> None:
        """Append pieces of another map's text; see ``Draft.lay``."""
        chars, starts, widths = source.chars, source.starts, source.widths
        last, index = len(chars) - 1, 0
        # The run of the source that the pieces are in: its code points, its width, and where code point 0 would begin.
        low = high = base = run_width = 0
        here = self.ends[-1] if self.ends else 0
        own_chars, own_starts, own_ends, own_widths = self.chars, self.starts, self.ends, self.widths
        length = self.length
        for piece, start, end in zip(pieces, places[::2], places[1::2], strict=True):
            count = len(piece)
            if start == end or last < 0:
                first, width = here, 0
            else:
                if not low <= start < high:
                    if chars[index] > start:
                        index = bisect_right(chars, start) - 1
                    while index < last and chars[index + 1] <= start:
                        index += 1
                    low, high = chars[index], chars[index + 1] if index < last else source.length
                    run_width = widths[index]
                    base = starts[index] - low * run_width
                width = run_width
                if width and end <= high:
                    first, here = base + start * width, base + end * width
                    if count != end - start:
                        width = 0
                elif count == end - start:
                    self.length = length
                    self.add_slice(source, start, end)
                    here, length = self.ends[-1], self.length
                    continue
                else:
                    first, here = source.bytes_of(Span(start, end))
                    width = 0
            if own_widths and own_widths[-1] == width:
                if width and own_ends[-1] == first:
                    own_ends[-1] = here
                    length += count
                    continue
                if not width and own_starts[-1] == first and own_ends[-1] == here:
                    length += count
                    continue
            if count:
                own_chars.append(length)
                own_starts.append(first)
                own_ends.append(here)
                own_widths.append(width)
                length += count
        self.length = length

    def freeze(self) -> ByteMap:
        """Return the finished map."""
        return ByteMap(tuple(self.chars), tuple(self.starts), tuple(self.ends), tuple(self.widths), self.length)


@dataclass(frozen=True, slots=True)
class Source:
    """Text with newlines as LF, and the way back to the bytes it was decoded from.

    bad: bytes that are not text in the encoding and stand as U+FFFD.   guessed: whether nothing declared the encoding.
    """

    text: str
    byte_map: ByteMap
    encoding: str
    bad: int = 0
    guessed: bool = False


# The byte order marks, longest first: that of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_STATEFUL = ("iso2022", "utf_7", "utf-7", "hz", "punycode", "idna")
# What browsers do: these names are declared for text that is really windows-1252.
_AS_CP1252 = frozenset({"iso8859-1", "ascii"})
_PLAUSIBLE = re.compile(
    rb"(?<=[A-Za-z])[\xc0-\xff]|[\xc0-\xff](?=[A-Za-z])|[\x80\x82-\x8c\x8e\x91-\x9c\x9e\xa0\xa3\xa7\xa9\xab\xae\xb0\xb7\xbb]"
)


def decode(data: bytes, *, declared: str | None = None, offset: int = 0) -> Source:
    """Return the text of some bytes.

    declared: the encoding the format or the mail part names; a byte order mark outranks it, bytes that contradict it
    overrule it.   offset: where these bytes begin in their file: the map's byte positions count from the file's start.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data, encoding, skip=len(mark), offset=offset)
    if declared and (name := _known(declared)) and (source := _strict(data, name, offset)):
        return source
    if (wide := _without_mark(data)) and (source := _strict(data, wide, offset)):
        return source
    if source := _strict(data, "utf-8", offset):
        return source
    return _guessed(data, offset)


def _known(declared: str) -> str | None:
    try:
        name = codecs.lookup(declared.strip().strip("\"'")).name
        "".encode(name)
    except (LookupError, ValueError, UnicodeError):
        return None
    return "cp1252" if name in _AS_CP1252 else name


def _strict(data: bytes, encoding: str, offset: int) -> Source | None:
    try:
        data.decode(encoding)
    except (UnicodeError, LookupError):
        return None
    return _decoded(data, encoding, skip=0, offset=offset)


def _without_mark(data: bytes) -> str | None:
    """Return the UTF-16 that every second NUL byte betrays, or None."""
    head = data[:4096]
    if len(data) % 2 or len(head) < 4 or b"\x00" not in head:
        return None
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = len(head) / 2
    if odd > 0.4 * half and even < 0.05 * half:
        return "utf-16-le"
    if even > 0.4 * half and odd < 0.05 * half:
        return "utf-16-be"
    return None


def _guessed(data: bytes, offset: int) -> Source:
    as_utf8 = _decoded(data, "utf-8", skip=0, offset=offset)
    wide = sum(width > 1 for width in as_utf8.byte_map.widths)
    if wide > as_utf8.bad:
        return as_utf8
    from charset_normalizer import from_bytes  # slow to import, rarely needed

    best = from_bytes(data[:65536]).best()
    if best is not None and best.coherence > 0.2 and best.encoding not in ("cp1252", "latin_1", "utf_8"):
        source = _strict(data, codecs.lookup(best.encoding).name, offset)
        if source and not _plain_western(data):
            return Source(source.text, source.byte_map, source.encoding, 0, guessed=True)
    if not _plain_western(data):
        return as_utf8
    source = _strict(data, "cp1252", offset) or _decoded(data, "latin-1", skip=0, offset=offset)
    return Source(source.text, source.byte_map, source.encoding, 0, guessed=True)


def _plain_western(data: bytes) -> bool:
    """Return whether most bytes over 127 stand where western European letters and quotation marks stand."""
    high = len(data) - len(data.translate(None, bytes(range(128, 256))))
    foreign = len(re.findall(rb"[\xc0-\xff]{4}", data)) * 4
    return 2 * len(_PLAUSIBLE.findall(data)) >= high and foreign * 2 < high


def _decoded(data: bytes, encoding: str, *, skip: int, offset: int) -> Source:
    body = data[skip:]
    runs = Runs()
    at = offset + skip
    name = codecs.lookup(encoding).name
    if name == "utf-8":
        raw = body.decode("utf-8", errors="surrogateescape")
        if body.isascii() and b"\r" not in body:
            runs.add(len(raw), at, at + len(body), 1)
        else:
            _add_matches(runs, _UTF8, raw, at, (1, 2, 3, 4, 1), crlf=2)
        bad = 0 if raw.isascii() else len(_ESCAPED.findall(raw))
        if bad:
            raw = _ESCAPED.sub("\ufffd", raw)
        return Source(_newlines(raw), runs.freeze(), name, bad)
    if name.startswith(("utf-16", "utf-32")):
        # A lone surrogate or half a unit at the end stands as one replacement character, as wide as a unit.
        unit = 2 if name.startswith("utf-16") else 4
        whole = body[: len(body) - len(body) % unit]
        raw = whole.decode(name, errors="surrogatepass" if unit == 2 else "replace")
        _add_matches(runs, _UTF16, raw, at, (unit, 4), crlf=2 * unit)
        bad = len(_SURROGATE.findall(raw)) + len(body) - len(whole)
        return Source(_newlines(_SURROGATE.sub("\ufffd", raw)), runs.freeze(), name, bad)
    raw = body.decode(name, errors="replace")
    if len(raw) == len(body):
        _add_matches(runs, _NARROW, raw, at, (1,), crlf=2)
    elif any(name.startswith(prefix) for prefix in _STATEFUL):
        runs.add(len(_newlines(raw)), at, at + len(body), 0)
    else:
        _add_multibyte(runs, raw, body, name, at)
    return Source(_newlines(raw), runs.freeze(), name, raw.count("\ufffd"))


_UTF8 = re.compile(
    "([\x00-\x0c\x0e-\x7f\udc80-\udcff]+)|([\x80-\u07ff]+)|([\u0800-\ud7ff\ue000-\uffff]+)|([\U00010000-\U0010ffff]+)"
    "|(\r(?!\n))|\r\n"
)
_UTF16 = re.compile("((?:[^\r\U00010000-\U0010ffff]|\r(?!\n))+)|([\U00010000-\U0010ffff]+)|\r\n")
_NARROW = re.compile("((?:[^\r]|\r(?!\n))+)|\r\n")
_ESCAPED = re.compile("[\udc80-\udcff]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def _newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _add_matches(
    runs: Runs, pattern: re.Pattern[str], raw: str, at: int, widths: tuple[int, ...], *, crlf: int
) -> None:
    for match in pattern.finditer(raw):
        if match.lastindex is None:
            runs.add(1, at, at + crlf, 0)
            at += crlf
        else:
            width = widths[match.lastindex - 1]
            count = match.end() - match.start()
            runs.add(count, at, at + count * width, width)
            at += count * width


def _add_multibyte(runs: Runs, raw: str, body: bytes, name: str, at: int) -> None:
    """Map an encoding of mixed widths by encoding each character again; atomic as a whole where that differs."""
    at_first = at
    for match in re.finditer("([\x00-\x0c\x0e-\x7f]+|\r(?!\n))|(\r\n)|([^\x00-\x7f])", raw):
        part = match.group()
        width = len(part) if part.isascii() else len(part.encode(name, errors="ignore"))
        if match.lastindex == 1:
            runs.add(len(part), at, at + len(part), 1)
        else:
            runs.add(1, at, at + width, 0)
        at += width
    if raw.encode(name, errors="ignore") != body:
        total, start = runs.length, at_first
        runs.chars, runs.starts, runs.ends, runs.widths, runs.length = [], [], [], [], 0
        runs.add(total, start, start + len(body), 0)
