"""The lines of cards and calendars (RFC 6350, RFC 5545): unfolded, unescaped, each character with its bytes."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from thence.model.document import ByteMap
from thence.read.pieces import Pieces
from thence.read.source import Runs, Source, decode

__all__ = ["Line", "content_lines", "decode_folded", "parts_of", "unescaped"]

# A fold that stands inside of a character: lines are folded by bytes.
_TORN = re.compile(rb"([\xc2-\xf4][\x80-\xbf]{0,2})(\r?\n[ \t])(?=[\x80-\xbf])")
_FOLD = re.compile(r"\n[ \t]")
_HEAD = re.compile(r"(?:([A-Za-z0-9-]+)\.)?([A-Za-z0-9_-]+)((?:;[^\":;]*+(?:\"[^\"]*\"[^\":;]*+)*+)*+):")
_NAME = re.compile(r"(?:[A-Za-z0-9-]+\.)?([A-Za-z0-9_-]+)[;:]")
_LONGEST = 1_000_000
_PARAMETER = re.compile(r";([A-Za-z0-9-]+)(?:=((?:\"[^\"]*\"|[^\";])*))?")
_ESCAPE = re.compile(r"\\([\\,;:nN\"])")
_QUOTED = re.compile(r"(?:=[0-9A-Fa-f]{2}|=[ \t]*\n)+")
_BYTE = re.compile(r"=([0-9A-Fa-f]{2})")
_PART = re.compile(r"(?:[^;\\]|\\.?)*", re.DOTALL)


@dataclass(slots=True)
class Line:
    """A property of a card or an event.

    name: upper case.   start, end: of the line in the source.   name_start: where its name stands.   value: still with
    its escapes.   parameters: upper-case name and what it says, in order; bare ones of vCard 2.1 count as types.
    """

    name: str
    start: int
    end: int
    name_start: int
    value: Pieces
    parameters: list[tuple[str, Pieces]] = field(default_factory=list)

    def parameter(self, name: str) -> Pieces | None:
        """Return the first parameter of a name, without quotes."""
        return next((said for other, said in self.parameters if other == name), None)

    @property
    def types(self) -> set[str]:
        """What TYPE says, lower case."""
        said = ",".join(pieces.text for name, pieces in self.parameters if name == "TYPE")
        return {word.strip().lower() for word in said.split(",")} - {""}


def decode_folded(data: bytes) -> Source:
    """Return the text of a file whose lines may be folded inside of a character."""
    if not _TORN.search(data):
        return decode(data)
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        torn: list[tuple[int, int, int]] = []

        def mended(match: re.Match[bytes]) -> bytes:
            start, fold = match.start(), len(match[2])
            torn.append((start, start + fold, len(match[1])))
            return match[2] + match[1]

        source = decode(_TORN.sub(mended, data))
        if source.encoding == "utf-8":
            return Source(source.text, _with_torn(source.byte_map, torn), source.encoding, source.bad, source.guessed)
    return decode(data)


def _with_torn(byte_map: ByteMap, torn: list[tuple[int, int, int]]) -> ByteMap:
    """Return the map in which each torn character has all of its bytes, the fold among them.

    torn: where the character begins in the file, and where in the mended bytes.
    """
    runs = Runs()
    by_start = {mended: start for start, mended, _ in torn}
    marks = sorted(by_start)
    at = 0
    for index, first in enumerate(byte_map.chars):
        start, end, width = byte_map.starts[index], byte_map.ends[index], byte_map.widths[index]
        count = (byte_map.chars[index + 1] if index + 1 < len(byte_map.chars) else byte_map.length) - first
        while width and at < len(marks) and marks[at] < end:
            before = (marks[at] - start) // width
            runs.add(before, start, marks[at], width)
            runs.add(1, by_start[marks[at]], marks[at] + width, 0)
            start = marks[at] + width
            count -= before + 1
            at += 1
        runs.add(count, start, end, width)
    return runs.freeze()


def content_lines(text: str, *, skip: frozenset[str] = frozenset()) -> Iterator[Line | tuple[int, int]]:
    """Yield the properties of a text in order, and the place of each line that is none.

    skip: names of properties whose values nobody wants: pictures. A line beyond a million characters is none.
    """
    at, size = 0, len(text)
    while at < size:
        end = _end_of_line(text, at)
        folded = end < size and text[end + 1 : end + 2] in (" ", "\t")
        stop = end
        while folded:
            stop = _end_of_line(text, stop + 1)
            folded = stop < size and text[stop + 1 : stop + 2] in (" ", "\t")
        name = _NAME.match(text, at, stop)
        if name is not None and name[1].upper() in skip:
            yield Line(name[1].upper(), at, stop, name.start(1), Pieces(""))
            at = stop + 1
            continue
        if stop - at > _LONGEST:
            yield at, stop
            at = stop + 1
            continue
        whole = Pieces.kept(text, at, stop)
        if stop > end:
            whole = whole.sub(_FOLD, lambda _: "")
        if whole.text.strip():
            line, stop = _line(text, whole, at, stop)
            yield line or (at, stop)
        at = stop + 1


def _end_of_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _line(text: str, whole: Pieces, start: int, stop: int) -> tuple[Line | None, int]:
    head = _HEAD.match(whole.text)
    if head is None:
        return None, stop
    parameters = []
    for match in _PARAMETER.finditer(whole.text, head.start(3), head.end(3)):
        name = match[1].upper()
        if match[2] is None:
            coded = name in ("QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT")
            parameters.append(("ENCODING" if coded else "TYPE", whole.cut(*match.span(1))))
            continue
        first, last = match.span(2)
        if whole.text[first : first + 1] == '"':
            first, last = first + 1, max(first + 1, last - 1)
        parameters.append((name, whole.cut(first, last)))
    line = Line(
        head[2].upper(), start, stop, whole.starts[head.start(2)], whole.cut(head.end(), len(whole)), parameters
    )
    encoding = line.parameter("ENCODING")
    if encoding is not None and encoding.text.upper() in ("QUOTED-PRINTABLE", "Q"):
        # A soft line break ends a line with "="; the next one is no fold.
        value = [line.value]
        while value[-1].text.rstrip(" \t").endswith("=") and stop < len(text) and stop - start < _LONGEST:
            last = _end_of_line(text, stop + 1)
            value.append(Pieces.kept(text, stop, last))
            stop = last
        joined = Pieces("")
        for each in value:
            joined.add(each)
        charset = line.parameter("CHARSET")
        line.value, line.end = _unquoted(joined, charset.text if charset else _charset_of(joined.text)), stop
    return line, stop


def _charset_of(text: str) -> str:
    """Return how quoted-printable text that does not say so is encoded: UTF-8, else as Windows did."""
    try:
        for match in _QUOTED.finditer(text):
            bytes(int(code[1], 16) for code in _BYTE.finditer(match.group())).decode()
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def _unquoted(pieces: Pieces, charset: str) -> Pieces:
    """Return quoted-printable text decoded, each character with the bytes it is written in."""
    try:
        codecs.lookup(charset)
        "".encode(charset)
    except (LookupError, UnicodeError):
        charset = "utf-8"
    out = Pieces("")
    at = 0
    for match in _QUOTED.finditer(pieces.text):
        out.add(pieces.cut(at, match.start()))
        at = match.end()
        decoder = codecs.getincrementaldecoder(charset)("replace")
        pending = -1
        codes = list(_BYTE.finditer(match.group()))
        for index, code in enumerate(codes):
            first, last = match.start() + code.start(), match.start() + code.end()
            pending = first if pending < 0 else pending
            said = decoder.decode(bytes([int(code[1], 16)]), index == len(codes) - 1)
            if said:
                said = said.replace("\r\n", "\n").replace("\r", "")
                start, end = pieces.starts[pending], pieces.ends[last - 1]
                out.add(Pieces(said, [start] * len(said), [end] * len(said)))
                pending = -1
    out.add(pieces.cut(at, len(pieces)))
    return out


def unescaped(pieces: Pieces) -> Pieces:
    """Return a value with its escapes as what they stand for."""
    return pieces.sub(_ESCAPE, lambda match: "\n" if match[1] in "nN" else match[1]) if "\\" in pieces.text else pieces


def parts_of(pieces: Pieces) -> list[Pieces]:
    """Return the parts of a structured value, at its semicolons; still with their escapes."""
    found = []
    at = 0
    while True:
        match = _PART.match(pieces.text, at)
        end = match.end() if match else len(pieces)
        found.append(pieces.cut(at, end))
        if end >= len(pieces):
            return found
        at = end + 1
