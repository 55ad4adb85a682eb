"""Decoded text that still knows its bytes: encodings, newlines as LF, and the ByteMap of both."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from thence.model.document import ByteMap
from thence.read.guess import guess, wide_without_mark
from thence.read.runs import Runs, map_of

__all__ = ["Runs", "Source", "decode", "decode_as"]


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
    (b"\x84\x31\x95\x33", "gb18030"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What browsers do: these names are declared for text that is really of the wider encoding.
_WIDER = {
    "iso8859-1": "cp1252", "ascii": "cp1252", "shift_jis": "cp932", "euc_kr": "cp949", "gb2312": "gb18030",
    "gbk": "gb18030", "utf-8-sig": "utf-8",
}  # fmt: skip


def decode(data: bytes, *, declared: str | None = None, offset: int = 0) -> Source:
    """Return the text of some bytes.

    declared: the encoding the format or the mail part names; a byte order mark outranks it, bytes that contradict it
    overrule it.   offset: where these bytes begin in their file: the map's byte positions count from the file's start.
    Without either it is UTF-8, else UTF-16 or UTF-32 by their NUL bytes, else what the bytes of the whole look most
    like; where nothing does, UTF-8 with U+FFFD for what is none.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            marked = _decoded(data, encoding, skip=len(mark), offset=offset)
            if encoding != "utf-32-le" or not marked.bad or b"\x00\x00" in data[4:]:
                return marked
    for name in _known(declared) if declared else ():
        if not _is_narrow(data, name) and (source := _strict(data, name, offset)):
            return source
    wide = wide_without_mark(data)
    source = (_strict(data, wide, offset) if wide else None) or _strict(data, "utf-8", offset)
    if source is None and (guessed := guess(data)):
        source = _strict(data, guessed, offset)
    if source is None:
        return _decoded(data, "utf-8", skip=0, offset=offset)
    return source if source.encoding == "utf-8" else replace(source, guessed=True)


def decode_as(data: bytes, encoding: str, *, offset: int = 0) -> Source:
    """Return the text of bytes in a known encoding, without mark: a piece of a file; U+FFFD for what is none.

    offset: where these bytes begin in their file.
    """
    return _decoded(data, encoding, skip=0, offset=offset)


def _known(declared: str) -> tuple[str, ...]:
    """Return the encodings that a declared name may mean, the likeliest first."""
    try:
        name = codecs.lookup(declared.strip().strip("\"'")).name
        "".encode(name)
    except (LookupError, ValueError, UnicodeError):
        return ()
    return (_WIDER[name], name) if name in _WIDER else (name,)


def _is_narrow(data: bytes, name: str) -> bool:
    """Return whether a declared UTF-16 or UTF-32 cannot be: the declaration itself is written in single bytes."""
    return name.startswith(("utf-16", "utf-32")) and b"\x00" not in data and data.isascii()


def _strict(data: bytes, encoding: str, offset: int) -> Source | None:
    if encoding in ("utf-16", "utf-32"):  # without mark
        wide = wide_without_mark(data) or ""
        encoding = wide if wide.startswith(encoding) else f"{encoding}-le"
    try:
        raw = data.decode(encoding)
    except (UnicodeError, LookupError):
        return None
    name = codecs.lookup(encoding).name
    return Source(_newlines(raw), _map(raw, data, name, offset), name)


def _decoded(data: bytes, encoding: str, *, skip: int, offset: int) -> Source:
    """Return the text with U+FFFD for every stretch of bytes that is none."""
    body, at = data[skip:], offset + skip
    if source := _strict(body, encoding, at):
        return source
    name = codecs.lookup(encoding).name
    if name == "utf-8":
        return _broken_utf8(body, at)
    if name.startswith(("utf-16", "utf-32")):
        return _broken_wide(body, name, at)
    raw, byte_map = _step_by_step(body, name, at)
    return Source(raw, byte_map, name, raw.count("\ufffd"))


def _newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _map(raw: str, body: bytes, name: str, at: int) -> ByteMap:
    """Return the map of a text that was decoded without a fault; raw: newlines as they are."""
    end = at + len(body)
    if name == "utf-8":
        return _map_utf8(body, at)
    if name.startswith("utf-16"):
        units = np.frombuffer(body, "<u2" if name.endswith("le") else ">u2")
        pairs = np.flatnonzero((units[:-1] & 0xFC00) == 0xD800)
        pairs = pairs[(units[pairs + 1] & 0xFC00) == 0xDC00]
        four = np.full_like(pairs, 4)
        return _merged(at, end, 2, (2 * pairs + at, four, four), _atomic(2 * _crlf(units) + at, 4))
    if name.startswith("utf-32"):
        units = np.frombuffer(body, "<u4" if name.endswith("le") else ">u4")
        return _merged(at, end, 4, _atomic(4 * _crlf(units) + at, 8))
    if len(raw) == len(body):
        return _merged(at, end, 1, _atomic(_crlf(np.frombuffer(body, np.uint8)) + at, 2))
    known = {char: len(char.encode(name, "ignore")) for char in set(raw)}
    sizes = np.fromiter(map(known.__getitem__, raw), np.int64, len(raw))
    if int(sizes.sum()) != len(body) or raw.encode(name, "ignore") != body or name in _STATEFUL:
        return _step_by_step(body, name, at)[1]
    places = np.cumsum(sizes) - sizes
    odd = np.flatnonzero(sizes != 1)
    return _merged(
        at, end, 1, (places[odd] + at, sizes[odd], sizes[odd]), _atomic(_crlf(np.frombuffer(body, np.uint8)) + at, 2)
    )


_STATEFUL = frozenset(
    {"iso2022_jp", "iso2022_jp_1", "iso2022_jp_2", "iso2022_jp_2004", "iso2022_jp_3", "iso2022_jp_ext", "iso2022_kr",
     "utf-7", "hz"}
)  # fmt: skip
_Places = NDArray[np.int64]
_NONE: _Places = np.empty(0, np.int64)


def _map_utf8(body: bytes, at: int) -> ByteMap:
    end = at + len(body)
    if body.isascii() and b"\r" not in body:
        return map_of(at, end, 1, _NONE, _NONE, _NONE)
    units = np.frombuffer(body, np.uint8)
    leads = np.flatnonzero(units >= 0xC0)
    lead = units[leads]
    sizes = 2 + (lead >= 0xE0).astype(np.int64) + (lead >= 0xF0)
    return _merged(at, end, 1, (leads + at, sizes, sizes), _atomic(_crlf(units) + at, 2))


def _crlf(units: NDArray[np.unsignedinteger]) -> _Places:
    """Return the indexes of the CRs that a LF follows."""
    returns: _Places = np.flatnonzero(units[:-1] == 13)
    following: _Places = returns[units[returns + 1] == 10]
    return following


def _atomic(places: _Places, sizes: _Places | int) -> tuple[_Places, _Places, _Places]:
    return places, np.broadcast_to(np.asarray(sizes, np.int64), places.shape), np.zeros_like(places)


def _merged(at: int, end: int, unit: int, *groups: tuple[_Places, _Places, _Places]) -> ByteMap:
    """Return the map of a text with several groups of odd characters: places, sizes and widths as of `map_of`."""
    filled = [group for group in groups if len(group[0])] or [(_NONE, _NONE, _NONE)]
    if len(filled) == 1:
        return map_of(at, end, unit, *filled[0])
    places, sizes, widths = (np.concatenate(columns) for columns in zip(*filled, strict=True))
    order = np.argsort(places, kind="stable")
    return map_of(at, end, unit, places[order], sizes[order], widths[order])


# A stretch that could have begun a character, or a single byte (Unicode 15, table 3-7 and "maximal subpart").
_STRETCH = re.compile(
    "[\udcf0][\udc90-\udcbf][\udc80-\udcbf]?|[\udcf1-\udcf3][\udc80-\udcbf]{1,2}|\udcf4[\udc80-\udc8f][\udc80-\udcbf]?"
    "|\udce0[\udca0-\udcbf]|[\udce1-\udcec\udcee\udcef][\udc80-\udcbf]|\udced[\udc80-\udc9f]|[\udc80-\udcff]"
)


def _broken_utf8(body: bytes, at: int) -> Source:
    raw = body.decode("utf-8", "surrogateescape")
    codes = np.frombuffer(raw.encode("utf-32-le", "surrogatepass"), np.uint32)
    is_bad = (codes >= 0xDC80) & (codes <= 0xDCFF)
    sizes = 1 + (codes > 0x7F).astype(np.int64) + (codes > 0x7FF) + (codes > 0xFFFF)
    sizes[is_bad] = 1
    places = np.cumsum(sizes) - sizes + at
    wide = np.flatnonzero(sizes > 1)
    stretches = np.array([match.span() for match in _STRETCH.finditer(raw)], np.int64).reshape(-1, 2)
    byte_map = _merged(
        at,
        at + len(body),
        1,
        (places[wide], sizes[wide], sizes[wide]),
        _atomic(places[stretches[:, 0]], stretches[:, 1] - stretches[:, 0]),
        _atomic(places[_crlf(codes)], 2),
    )
    return Source(_newlines(_STRETCH.sub("\ufffd", raw)), byte_map, "utf-8", int(is_bad.sum()))


def _broken_wide(body: bytes, name: str, at: int) -> Source:
    """Return UTF-16 or UTF-32 with lone surrogates and half units: one U+FFFD each."""
    unit = 2 if name.startswith("utf-16") else 4
    whole = body[: len(body) - len(body) % unit]
    raw = whole.decode(name, errors="surrogatepass" if unit == 2 else "replace")
    bad = len(_SURROGATE.findall(raw)) if unit == 2 else raw.count("\ufffd")
    runs, text = Runs(), _newlines(_SURROGATE.sub("\ufffd", raw))
    good = _map(raw, whole, name, at)
    runs.add_slice(good, 0, good.length)
    if len(whole) < len(body):
        runs.add(1, at + len(whole), at + len(body), 0)
        text += "\ufffd"
        bad += 1
    return Source(text, runs.freeze(), name, bad)


_SURROGATE = re.compile("[\ud800-\udfff]")


def _step_by_step(body: bytes, name: str, at: int) -> tuple[str, ByteMap]:
    """Return text and map of bytes that mean different things in different places: byte by byte.

    Characters are atomic together as far as no byte between them could begin a text of its own.
    """
    decoder = codecs.getincrementaldecoder(name)("replace")
    initial = decoder.getstate()
    runs, held, since = Runs(), "", at
    parts: list[str] = []
    for here, byte in enumerate(body, at):
        held += decoder.decode(bytes((byte,)))
        if decoder.getstate() == initial and byte != 13:
            since = _add_held(runs, parts, held, since, here + 1)
            held = ""
    _add_held(runs, parts, held + decoder.decode(b"", final=True), since, at + len(body))
    return "".join(parts), runs.freeze()


def _add_held(runs: Runs, parts: list[str], held: str, start: int, end: int) -> int:
    if not held:
        return start
    text = _newlines(held)
    width = 0
    if len(text) == len(held):
        width = end - start if len(held) == 1 else int(len(held) == end - start)
    runs.add(len(text), start, end, width)
    parts.append(text)
    return end
