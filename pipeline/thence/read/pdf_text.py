"""The words of a PDF page, line by line as its text stream has them, with their boxes; about one call a word."""

from __future__ import annotations

import ctypes
import math
import re
from array import array
from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, compress, count, repeat
from operator import add, eq, le, lt, sub
from typing import Any

from pypdfium2 import raw

from thence.read.layout import Words

__all__ = ["PageText", "page_text"]

_ROOM = 4096
_ODD = re.compile("[\x00-\x08\x0e-\x1f\x7f\xad\ue000-\uf8ff\ufffd-\uffff]")
_SPACES = re.compile("[\t\x0b\x0c\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
_SIDEWAYS = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_MARK = re.compile(r"(?<=[^\s\d])\d\d?(?= |$)")
_LONE = re.compile(r"\r(?!\n)|(?<!\r)\n")
_BREAK = "\x02"
_PRINTED = bytes([10, 13, *range(32, 127)])
_STOPS = bytes(code in b" \r" for code in range(256))
_SAME = 0.1
_WIDE = 0.8
# Bullets and ticks of the symbol fonts that word processors use.
_SYMBOLS = {
    "\uf0b7": "•", "\uf0a7": "▪", "\uf06e": "▪", "\uf0d8": "➢", "\uf0e0": "→", "\uf0fc": "✓", "\uf076": "❖",
    "\uf02d": "-", "\uf0a8": "□", "\uf071": "□", "\uf0fe": "☒", "\uf02a": "*",
}  # fmt: skip


def _function(of: Any) -> Any:
    """Return a foreign function without declared arguments, called with the lock held: a third as dear to call."""
    return ctypes.PYFUNCTYPE(None)(ctypes.cast(of, ctypes.c_void_p).value or 0)


_loose_box = _function(raw.FPDFText_GetLooseCharBox)
_buffer = (ctypes.c_float * (4 * _ROOM))()
_floats = memoryview(_buffer).cast("B").cast("f")
_places = [ctypes.byref(_buffer, 16 * index) for index in range(_ROOM)]


@dataclass(slots=True)
class PageText:
    """The lines of the text stream, words parted by one blank; line i has lines[i] and the box left[i] ... top[i].

    Boxes are as high as the font, in points, y upwards.   gaps: lines whose words may stand far apart.   hyphens: lines
    whose last word goes on in the next, as the file says.   bad: line -> its characters without meaning, which stand as
    U+FFFD.   raised: (line, offset in it, length) of small figures that stand higher at a word's end.   turned: whether
    lines run otherwise than from left to right.   chars: the place in pdfium's page of each line's first character.
    """

    lines: list[str] = field(default_factory=list)
    left: list[float] = field(default_factory=list)
    bottom: list[float] = field(default_factory=list)
    right: list[float] = field(default_factory=list)
    top: list[float] = field(default_factory=list)
    gaps: list[int] = field(default_factory=list)
    hyphens: set[int] = field(default_factory=set)
    bad: dict[int, int] = field(default_factory=dict)
    raised: list[tuple[int, int, int]] = field(default_factory=list)
    turned: bool = False
    chars: list[int] = field(default_factory=list)
    # The first word of each line; where the words of lines with more than single blanks begin; the boxes behind the
    # words; how far a line's blanks are stretched; boxes that were looked up.
    bounds: list[int] = field(default_factory=list)
    firsts: dict[int, list[int]] = field(default_factory=dict)
    behind: array[float] = field(default_factory=lambda: array("f"))
    more: list[float] = field(default_factory=list)
    known: dict[int, tuple[list[float], list[float], list[float], list[float]]] = field(default_factory=dict)

    def boxes(self, line: int) -> tuple[list[float], list[float], list[float], list[float]]:
        """Return left, bottom, right and top of a line's words."""
        known = self.known.get(line)
        if known is not None:
            return known
        first, end = self.bounds[line], self.bounds[line + 1]
        length = end - first
        right = self.behind[4 * first : 4 * end : 4].tolist()
        right[-1] = self.right[line]
        more = self.more[line]
        left = [self.left[line], *(edge + more for edge in self.behind[4 * first + 2 : 4 * (end - 1) : 4])]
        return left, [self.bottom[line]] * length, right, [self.top[line]] * length

    def word_chars(self) -> list[int]:
        """Return the place in pdfium's page of each word's first character."""
        out: list[int] = []
        for number, (begin, line) in enumerate(zip(self.chars, self.lines, strict=True)):
            lengths = [len(word) + 1 for word in line.split(" ")]
            out += self.firsts.get(number) or accumulate(lengths[:-1], initial=begin)
        return out

    def words(self) -> Words:
        """Return the words one by one."""
        out = Words(turned=self.turned)
        for number, line in enumerate(self.lines):
            out.lines.append(len(out.texts))
            out.texts += line.split(" ")
            left, bottom, right, top = self.boxes(number)
            out.left += left
            out.bottom += bottom
            out.right += right
            out.top += top
        out.gaps = list(self.gaps)
        for number in self.hyphens:
            out.hyphens.add(self.bounds[number + 1] - 1)
        for number in self.bad:
            for index in range(self.bounds[number], self.bounds[number + 1]):
                if "\ufffd" in out.texts[index]:
                    out.bad[index] = out.texts[index].count("\ufffd")
        for number, offset, length in self.raised:
            out.raised[self.bounds[number] + self.lines[number].count(" ", 0, offset)] = length
        return out


def page_text(page: Any) -> PageText:
    """Return the lines of a page.   page: pdfium's handle of its text (FPDF_TEXTPAGE)."""
    length = raw.FPDFText_CountChars(page)
    text = _text(page, length)
    out = PageText()
    plain = text.isascii() and not text.encode().translate(None, _PRINTED)
    if not text.count("\n") == text.count("\r") == text.count("\r\n"):
        text = _LONE.sub(" ", text)
    if not plain:
        if _ODD.search(text):
            text = _meaning(page, text)
        if _SPACES.search(text):
            text = _SPACES.sub(" ", text)
    # A reference to the page itself is passed on as it is; a pointer would be wrapped at each call.
    handle = ctypes.byref(ctypes.c_char.from_address(ctypes.cast(page, ctypes.c_void_p).value or 0))
    out.firsts, stops = _split(text, out, plain=plain)
    firsts = out.firsts
    if not out.lines:
        return out
    if not plain:
        out.bad = {number: line.count("\ufffd") for number, line in enumerate(out.lines) if "\ufffd" in line}
    sideways = not plain and _SIDEWAYS.search(text) is not None
    if sideways or not _fill(handle, out, firsts, stops, length):
        _each(handle, out, firsts, stops)
    if _has_notes(out):
        _marks(handle, out)
    return out


def _text(page: Any, length: int) -> str:
    """Return the page's characters, exactly one a place of pdfium's page."""
    if length <= 0:
        return ""
    room = (ctypes.c_ushort * (length + 1))()
    written = raw.FPDFText_GetText(page, 0, length, room)
    if written == length + 1:
        text = bytes(room)[: 2 * length].decode("utf-16-le", "surrogatepass")
        if len(text) == length and (text.isascii() or not re.search("[\ud800-\udfff]", text)):
            return text
    # Characters that the text leaves out, or that take two units.
    codes = map(raw.FPDFText_GetUnicode, repeat(page), range(length))
    return "".join(chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd" for code in codes)


def _meaning(page: Any, text: str) -> str:
    """Return the text with a sign for hyphens at line ends, symbols as such, and U+FFFD for what means nothing."""
    out = list(text)
    for match in _ODD.finditer(text):
        at, char = match.start(), match[0]
        if char == "\xad":
            continue
        if raw.FPDFText_IsHyphen(page, at) == 1 or raw.FPDFText_GetUnicode(page, at) == 2:
            out[at] = _BREAK if _ends_line(page, at) else "-"
        else:
            out[at] = _SYMBOLS.get(char, "\ufffd")
    return "".join(out)


def _ends_line(page: Any, index: int) -> bool:
    """Return whether the next character stands elsewhere than right beside this one."""
    here, there = raw.FS_RECTF(), raw.FS_RECTF()
    if not raw.FPDFText_GetLooseCharBox(page, index, ctypes.byref(here)):
        return False
    if not raw.FPDFText_GetLooseCharBox(page, index + 1, ctypes.byref(there)):
        return False
    middle = (there.bottom + there.top) / 2
    return bool(there.left < here.left or middle < here.bottom or middle > here.top)


def _split(text: str, out: PageText, *, plain: bool) -> tuple[dict[int, list[int]], list[int]]:
    """Fill in lines, chars, bounds and hyphens.

    Returns the places of the first characters of the words of lines with more than single blanks, and of what stands
    behind each word: for a word parted by a hyphen the hyphen itself.
    """
    text = text.rstrip(" \r\n")
    even = text[:1] > " " and "  " not in text and (plain or _BREAK not in text)
    if even and (all_stops := _split_even(text, out)):
        return {}, all_stops
    lines, chars, bounds = out.lines, out.chars, out.bounds
    firsts: dict[int, list[int]] = {}
    stops: list[int] = []
    at = 0
    for whole in text.split("\r\n"):
        for piece in whole.split(_BREAK) if _BREAK in whole else (whole,):
            begin, at = at, at + len(piece) + 1
            parted = _BREAK in whole and at <= begin + len(whole) and text[at - 1 : at] == _BREAK
            line = piece.rstrip(" ")
            if parted:
                line = piece + "-"
            if not line:
                continue
            chars.append(begin)
            bounds.append(len(stops))
            if line[0] == " " or "  " in line:
                found = [match.span() for match in re.finditer(r"[^ ]+", line)]
                firsts[len(lines)] = [begin + start for start, _ in found]
                stops += [begin + end for _, end in found]
                line = " ".join(line.split())
            else:
                stops += map(add, accumulate(map(len, line.split(" "))), count(begin))
            if parted:
                out.hyphens.add(len(lines))
                stops[-1] -= 1
            lines.append(line)
        at += 1
    bounds.append(len(stops))
    return firsts, stops


def _split_even(text: str, out: PageText) -> list[int]:
    """Do the same for a page without hyphens and double blanks, by the page; [] where lines are empty or set in."""
    lines = text.split("\r\n")
    if "" in lines or min(lines) < "!":
        return []
    out.lines = lines
    out.chars = list(map(add, accumulate(map(len, out.lines[:-1]), initial=0), range(0, 2 * len(out.lines), 2)))
    if " \r" in text:
        out.lines = [line.rstrip(" ") for line in out.lines]
        text = text.replace(" \r\n", " \n\n")
    out.bounds = list(accumulate([line.count(" ") + 1 for line in out.lines], initial=0))
    signs = text.encode("latin-1", "replace").translate(_STOPS)
    return [*compress(range(len(signs)), signs), len(signs)]


def _fill(handle: Any, out: PageText, firsts: dict[int, list[int]], stops: list[int], length: int) -> bool:
    """Fill in the boxes by one call a word: that to the character behind it.

    A blank that the file draws begins where the word ends; pdfium's own blanks have no extent and stand there too. The
    next word begins where the drawn blank ends, and by as much further as the line's other blanks are stretched.
    Returns False where a line does not run from left to right.
    """
    bounds, chars, hyphens = out.bounds, out.chars, out.hyphens
    behind = out.behind = _rectangles(handle, stops)
    wanted: list[int] = []
    for number, places in firsts.items():
        chars[number] = places[0]
    for begin, first, end in zip(chars, bounds, bounds[1:], strict=False):
        wanted += (begin, stops[first] + 1, stops[end - 2] + 1) if end - first > 1 else (begin, begin, begin)
    # Behind the last word may be nothing.
    wanted.append(stops[-1] - (len(chars) - 1 not in hyphens))
    own = _rectangles(handle, wanted).tolist()
    if stops[-1] >= length:
        behind[-4], behind[-2] = own[-2], own[-2]
    # The first word of a line may be the small figure of a note: the second tells its height.
    left, low, high, second, last = own[:-4:12], own[7::12], own[5::12], own[4::12], own[8::12]
    right = [behind[4 * end - 4] for end in bounds[1:]]
    for number in hyphens:
        right[number] = behind[4 * bounds[number + 1] - 2]
    right[-1] = own[-2]
    forward = all(map(le, left, last)) and all(map(le, last, right)) and all(map(lt, low, high))
    if not (forward and all(map(lt, own[11::12], high)) and all(map(lt, low, own[9::12]))):
        return False
    if not math.isfinite(sum(left) + sum(low) + sum(right) + sum(high)):
        return False
    out.left, out.bottom, out.right, out.top = left, low, right, high
    out.more = list(map(sub, second, [behind[4 * first + 2] for first in bounds[:-1]]))
    uneven = _uneven(out, second, last, firsts)
    return not uneven or _look_up(handle, out, firsts, stops, uneven)


def _uneven(out: PageText, second: list[float], last: list[float], firsts: Collection[int]) -> list[int]:
    """Return the lines whose blanks are not drawn, or not stretched alike; note those with wide gaps."""
    behind, bounds = out.behind, out.bounds
    # A blank of pdfium's own has no extent, nor have line breaks.
    made = _has_made(behind, len(out.lines) - len(out.hyphens))
    rows = zip(out.more, second, last, out.bottom, out.top, bounds, bounds[1:], strict=False)
    uneven: list[int] = []
    for number, (more, begin, final, low, high, first, end) in enumerate(rows):
        if end - first < 2:
            continue
        at, other = 4 * first, 4 * end - 8
        wide = _WIDE * (high - low)
        gap = begin - behind[at]
        if end - first > 2 and (
            not -_SAME <= final - behind[other + 2] - more <= _SAME
            or (made and True in map(eq, behind[at : other + 4 : 4], behind[at + 2 : other + 4 : 4]))
            or number in firsts
        ):
            uneven.append(number)
        elif (gap > wide or gap < 0 or final - behind[other] > wide) and (
            end - first < 4 or gap > 6 * (high - low) or not _are_words(out.lines[number])
        ):
            out.gaps.append(number)
    return uneven


def _look_up(
    handle: Any, out: PageText, firsts: dict[int, list[int]], stops: Sequence[int], lines: Sequence[int]
) -> bool:
    """Look up where each word of some lines begins; returns whether none runs backwards."""
    bounds = out.bounds
    places: list[int] = []
    for number in lines:
        own = stops[bounds[number] : bounds[number + 1] - 1]
        places += firsts.get(number) or (out.chars[number], *[stop + 1 for stop in own])
    boxes = _rectangles(handle, places).tolist()
    at = 0
    for number in lines:
        first, end = bounds[number], bounds[number + 1]
        some = boxes[at : at + 4 * (end - first)]
        at += 4 * (end - first)
        left, right = some[::4], out.behind[4 * first : 4 * end : 4].tolist()
        right[-1] = out.right[number]
        if not all(map(le, left, right)):
            return False
        out.known[number] = left, some[3::4], right, some[1::4]
        gaps = list(map(sub, left[1:], right))
        height = out.top[number] - out.bottom[number]
        if max(gaps) > _WIDE * height or min(gaps) < -0.3 * height:
            out.gaps.append(number)
    out.gaps.sort()
    return True


def _has_made(behind: array[float], breaks: int) -> bool:
    """Return whether more words may be followed by something without extent than line breaks account for."""
    begins, ends = behind[::4].tobytes(), behind[2::4].tobytes()
    differ = int.from_bytes(begins, "little") ^ int.from_bytes(ends, "little")
    return array("I", differ.to_bytes(len(begins), "little")).count(0) > breaks


def _are_words(line: str) -> bool:
    """Return whether a line of wide, even blanks is justified text: figures are set in even columns too."""
    words = line.split(" ")
    return sum(word[0].isalpha() for word in words) > 0.6 * len(words) and len(set(words)) > 1


def _each(handle: Any, out: PageText, firsts: dict[int, list[int]], stops: list[int]) -> None:
    """Fill in the boxes of words from the boxes of their first and last characters, whichever way lines run."""
    out.left, out.bottom, out.right, out.top, out.more = [], [], [], [], []
    out.known, out.gaps = {}, []
    for number, begin in enumerate(out.chars):
        first, end = out.bounds[number], out.bounds[number + 1]
        places = firsts.get(number) or [begin, *(stop + 1 for stop in stops[first : end - 1])]
        ends = [stop - 1 for stop in stops[first:end]]
        ends[-1] += number in out.hyphens
        one, two = _finite(_rectangles(handle, places)), _finite(_rectangles(handle, ends))
        left, right = list(map(min, one[::4], two[::4])), list(map(max, one[2::4], two[2::4]))
        low, high = list(map(min, one[3::4], two[3::4])), list(map(max, one[1::4], two[1::4]))
        out.known[number] = left, low, right, high
        middle = (end - first) // 2
        if abs(one[3] - two[-1]) > 0.7 * abs(one[1] - one[3]):
            out.turned = True
        out.left.append(min(left))
        out.right.append(max(right))
        out.bottom.append(low[middle])
        out.top.append(high[middle])
        out.more.append(0.0)
        out.gaps.append(number)


def _finite(values: array[float]) -> list[float]:
    return [value if abs(value) < 1e6 else 0.0 for value in values]


def _has_notes(out: PageText) -> bool:
    """Return whether a line of small type begins with a figure, as footnotes do."""
    heights = list(map(sub, out.top, out.bottom))
    small = 0.93 * sorted(heights)[len(heights) // 2]
    if min(heights) >= small:
        return False
    return any(height < small and line[0].isdigit() for height, line in zip(heights, out.lines, strict=True))


def _marks(handle: Any, out: PageText) -> None:
    """Find words that end in smaller figures standing higher."""
    found = [
        (number, match.start(), match.end()) for number, line in enumerate(out.lines) for match in _MARK.finditer(line)
    ]
    boxes = _rectangles(handle, [out.chars[number] + start for number, start, _ in found])
    for at, (number, start, end) in enumerate(found):
        _, high, _, low = boxes[4 * at : 4 * at + 4]
        if low > out.bottom[number] and high - low < 0.85 * (out.top[number] - out.bottom[number]):
            out.raised.append((number, start, end - start))


def _rectangles(handle: Any, places: Sequence[int]) -> array[float]:
    """Return left, top, right and bottom of characters, one after the other."""
    if len(places) <= _ROOM:
        deque(map(_loose_box, repeat(handle), places, _places), 0)
        return array("f", bytes(_floats[: 4 * len(places)]))
    out = array("f")
    for start in range(0, len(places), _ROOM):
        out += _rectangles(handle, places[start : start + _ROOM])
    return out
