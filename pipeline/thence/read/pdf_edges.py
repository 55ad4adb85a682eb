"""Where the words of a PDF page stand, by about one call of pdfium a word."""

from __future__ import annotations

import ctypes
import re
from bisect import bisect_right
from collections import deque
from collections.abc import Sequence
from itertools import repeat
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pypdfium2 import raw

from thence.read.layout_sides import set_right
from thence.read.pdf_calls import function
from thence.read.pdf_lines import Boxes, PageText

__all__ = ["Edges", "Places", "char_boxes"]

Places: TypeAlias = NDArray[np.int64]
"""Places of characters in pdfium's page."""

_ROOM = 4096
_MARK = re.compile(r"\d(?<=[^\s\d].)\d?(?=[ \r]|$)")
_LAST_FIGURE = re.compile(r"(?<=\d)\d(?=[ \r]|$)")
_MOST_RAISED = 3
_ROMAN = re.compile(r"(?<=\.)[ivx]{1,5}(?=[ \r]|$)")
_SAME = 0.1
_WIDE = 0.8
_SMALL = 0.93
_ALIKE = 0.3
_WIDEST = 6
"""A blank of justified type is at most so many times the type's height."""
_FAR = 1e6
"""Points; what is drawn beyond is nowhere."""
_LEFT, _TOP, _RIGHT, _BOTTOM = range(4)


_loose_box = function(raw.FPDFText_GetLooseCharBox, None)
_buffer = (ctypes.c_float * (4 * _ROOM))()
_boxes: Boxes = np.ctypeslib.as_array(_buffer).reshape(_ROOM, 4)
_places = [ctypes.byref(_buffer, 16 * index) for index in range(_ROOM)]


def char_boxes(page: Any, places: Sequence[int]) -> Boxes:
    """Return the boxes of characters.   page: pdfium's handle of its text (FPDF_TEXTPAGE)."""
    return _look(_reference(page), places)


def _reference(page: Any) -> Any:
    # A reference to the page itself is passed on as it is; a pointer would be wrapped at each call.
    return ctypes.byref(ctypes.c_char.from_address(ctypes.cast(page, ctypes.c_void_p).value or 0))


def _look(handle: Any, places: Sequence[int]) -> Boxes:
    if len(places) <= _ROOM:
        deque(map(_loose_box, repeat(handle), places, _places), 0)
        return _boxes[: len(places)].copy()
    return np.concatenate([_look(handle, places[start : start + _ROOM]) for start in range(0, len(places), _ROOM)])


class Edges:
    """Fills in the boxes of a page's lines.

    A blank that the file draws begins where the word before it ends; pdfium's own blanks have no extent and stand there
    too. The next word begins where the drawn blank ends, and by as much further as the line's other blanks are
    stretched. So the character behind each word tells most; a line's ends are looked up.
    """

    __slots__ = ("_handle", "_out", "_stops")

    def __init__(self, page: Any, out: PageText, stops: Places) -> None:
        """page: pdfium's handle of its text.   stops: the place behind each word; at a hyphened line end the hyphen."""
        self._handle = _reference(page)
        self._out = out
        self._stops = stops

    @np.errstate(all="ignore")
    def fill(self, length: int) -> bool:
        """Fill in the boxes; False where a line does not run from left to right.   length: characters of the page."""
        out, stops = self._out, self._stops
        for number, begins in out.firsts.items():
            out.chars[number] = begins[0]
        count = len(stops)
        bounds, chars = np.array(out.bounds), np.array(out.chars)
        first, final = bounds[:-1], bounds[1:] - 1
        many = final > first
        places = np.empty(count + 3 * len(first) + 1, np.int64)
        places[:count] = stops
        places[count:-1:3] = chars
        places[count + 1 : -1 : 3] = np.where(many, stops[first] + 1, chars)
        places[count + 2 : -1 : 3] = np.where(many, stops[final - 1] + 1, chars)
        # Behind the last word may be nothing.
        places[-1] = stops[-1] - (len(first) - 1 not in out.hyphens)
        boxes = _look(self._handle, places.tolist())
        behind = out.behind = boxes[:count]
        if stops[-1] >= length:
            behind[-1, _LEFT] = behind[-1, _RIGHT] = boxes[-1, _RIGHT]
        begun, ended = behind[:, _LEFT], behind[:, _RIGHT]
        # The first word of a line may be the small figure of a note: the second tells its height.
        own = boxes[count:-1].reshape(-1, 12).T.copy()
        left, low, high = own[_LEFT], own[4 + _BOTTOM], own[4 + _TOP]
        second, last = own[4 + _LEFT], own[8 + _LEFT]
        right = begun[final]
        if out.hyphens:
            hyphened = sorted(out.hyphens)
            right[hyphened] = ended[final[hyphened]]
        right[-1] = boxes[-1, _RIGHT]
        tall = high - low
        forward = (left <= last) & (last <= right) & (own[8 + _BOTTOM] < high) & (low < own[8 + _TOP])
        forward &= (tall > 0) & (right < _FAR)
        if not (forward.all() and own.max() < _FAR and own.min() > -_FAR):
            return False
        out.left, out.bottom, out.right, out.top = left.tolist(), low.tolist(), right.tolist(), high.tolist()
        out.more = more = second - ended[first]
        uneven = np.abs(last - ended[final - 1] - more) > _SAME
        # A blank of pdfium's own has no extent, nor have line breaks.
        made = begun == ended
        made[final] = False
        if made.any():
            uneven[np.searchsorted(bounds, made.nonzero()[0], "right") - 1] = True
        if out.firsts:
            uneven[list(out.firsts)] = True
        uneven &= final - first > 1
        gap = second - begun[first]
        wide = _WIDE * tall
        apart = many & ~uneven & ((gap > wide) | (gap < 0) | (last - begun[final - 1] > wide))
        out.gaps = [
            number
            for number in apart.nonzero()[0].tolist()
            if out.bounds[number + 1] - out.bounds[number] < 4
            or gap[number] > _WIDEST * tall[number]
            or not _are_words(out.lines[number])
        ]
        out.small = (tall < _SMALL * np.sort(tall)[len(tall) // 2]).nonzero()[0].tolist()
        return not uneven.any() or self._uneven(uneven, right)

    def _uneven(self, uneven: NDArray[np.bool_], right: NDArray[np.float32]) -> bool:
        """Look up where each word of uneven lines begins; returns whether none runs backwards."""
        out = self._out
        lines = np.flatnonzero(uneven)
        bounds = np.array(out.bounds)
        words = np.flatnonzero(np.repeat(uneven, np.diff(bounds)))
        lengths = np.diff(bounds)[lines]
        starts = np.cumsum(lengths) - lengths
        places = self._stops[words - 1] + 1
        places[starts] = np.array(out.chars)[lines]
        for number, start in zip(lines.tolist(), starts.tolist(), strict=True):
            out.known[number] = start
            if number in out.firsts:
                places[start : start + len(out.firsts[number])] = out.firsts[number]
        out.looked = _look(self._handle, places.tolist())
        left, stop = out.looked[:, _LEFT], out.behind[words, _LEFT]
        stop[starts + lengths - 1] = right[lines]
        if not (left <= stop).all():
            return False
        gaps = np.empty_like(left)
        gaps[1:] = left[1:] - stop[:-1]
        gaps[starts] = gaps[starts + 1]
        most, least = np.maximum.reduceat(gaps, starts), np.minimum.reduceat(gaps, starts)
        tall = np.array(out.top)[lines] - np.array(out.bottom)[lines]
        like = (most - least < _ALIKE) & (most < _WIDEST * tall)
        for at in np.flatnonzero((most > _WIDE * tall) | (least < -0.3 * tall)).tolist():
            if not like[at] or not _are_words(out.lines[lines[at]]):
                out.gaps.append(int(lines[at]))
        out.gaps.sort()
        return True

    @np.errstate(all="ignore")
    def each(self) -> None:
        """Fill in the boxes of words from the boxes of their first and last characters, whichever way lines run."""
        out = self._out
        out.left, out.bottom, out.right, out.top = [], [], [], []
        out.known, out.every, out.gaps = {}, {}, []
        for number, begin in enumerate(out.chars):
            first, end = out.bounds[number], out.bounds[number + 1]
            stops = self._stops[first:end].tolist()
            places = out.firsts.get(number) or [begin, *(stop + 1 for stop in stops[:-1])]
            ends = [stop - 1 for stop in stops]
            ends[-1] += number in out.hyphens
            one, two = _near(_look(self._handle, places)), _near(_look(self._handle, ends))
            low = np.minimum(one[:, _BOTTOM], two[:, _BOTTOM]).tolist()
            high = np.maximum(one[:, _TOP], two[:, _TOP]).tolist()
            left = np.minimum(one[:, _LEFT], two[:, _LEFT]).tolist()
            right = np.maximum(one[:, _RIGHT], two[:, _RIGHT]).tolist()
            middle = (end - first) // 2
            if abs(one[0, _BOTTOM] - two[-1, _BOTTOM]) > 0.7 * abs(one[0, _TOP] - one[0, _BOTTOM]):
                out.turned = True
            elif out.sideways:
                _even(low, high, middle)
            out.every[number] = left, low, right, high
            out.left.append(min(left))
            out.right.append(max(right))
            out.bottom.append(low[middle])
            out.top.append(high[middle])
            if out.sideways:
                out.lines[number] = set_right(out.lines[number], left)
            out.gaps.append(number)
        tall = np.array(out.top) - np.array(out.bottom)
        out.more = np.zeros(len(tall), np.float32)
        out.small = np.flatnonzero(tall < _SMALL * np.sort(tall)[len(tall) // 2]).tolist()

    def marks(self, text: str, signs: NDArray[np.uint8] | None) -> None:
        """Find words that end in smaller figures standing higher.   text: of pdfium's page; signs: if it is ASCII."""
        out = self._out
        found: list[tuple[int, int]] = []
        if signs is None:
            found = [match.span() for match in _MARK.finditer(text)]
        else:
            figure = (signs - np.uint8(48)) < 10
            # A figure behind what is neither figure nor blank begins a mark, if the word ends behind it.
            starts = (figure[1:] & ~figure[:-1] & (signs[:-1] > 32)).nonzero()[0] + 1
            for start in starts.tolist():
                if match := _MARK.match(text, start):
                    found.append(match.span())
        if ".i" in text or ".v" in text or ".x" in text:
            found += [match.span() for match in _ROMAN.finditer(text)]
        last = [match.start() for match in _LAST_FIGURE.finditer(text)]
        if last:
            found += self._ends_of_figures(text, last)
        if not found:
            return
        for (start, end), is_high in zip(found, self._are_high([start for start, _ in found]), strict=True):
            number = bisect_right(out.chars, start) - 1
            if is_high:
                offset = start - out.chars[number]
                if firsts := out.firsts.get(number):
                    # Blanks were left out before the word.
                    word = bisect_right(firsts, start) - 1
                    offset = sum([len(said) + 1 for said in out.lines[number].split(" ")[:word]]) + start - firsts[word]
                if out.lines[number][offset : offset + end - start] == text[start:end]:
                    out.raised.append((number, offset, end - start))

    def _ends_of_figures(self, text: str, last: Sequence[int]) -> list[tuple[int, int]]:
        """Return where the raised ends of figures are ("1,000²").   last: places of figures that end words."""
        found = []
        for end in [at for at, is_high in zip(last, self._are_high(last), strict=True) if is_high]:
            before = [at for at in range(end - 1, end - _MOST_RAISED, -1) if at >= 0]
            high = self._are_high(before)
            start = end
            for at, is_high in zip(before, high, strict=True):
                if not is_high or not text[at].isdigit():
                    break
                start = at
            if start > 0 and text[start - 1].isdigit():
                found.append((start, end + 1))
        return found

    def _are_high(self, places: Sequence[int]) -> list[bool]:
        """Return whether each of some characters is smaller than its line and stands higher."""
        out = self._out
        high = []
        for place, (_, top, _, bottom) in zip(places, _look(self._handle, places).tolist(), strict=True):
            number = bisect_right(out.chars, place) - 1
            tall = out.top[number] - out.bottom[number] if number >= 0 else 0
            high.append(number >= 0 and bottom > out.bottom[number] and top - bottom < 0.85 * tall)
        return high


def _near(boxes: Boxes) -> Boxes:
    """Return boxes with edges that are nowhere set to nought."""
    return np.where(np.abs(boxes) < _FAR, boxes, np.float32(0))


def _even(low: list[float], high: list[float], middle: int) -> None:
    """Make the boxes of a line's words as high as one another, where their letters' own heights tell them apart."""
    near = 0.35 * (high[middle] - low[middle])
    alike = [
        at
        for at, (bottom, top) in enumerate(zip(low, high, strict=True))
        if abs(bottom - low[middle]) < near and abs(top - high[middle]) < near
    ]
    if alike:
        bottom, top = min([low[at] for at in alike]), max([high[at] for at in alike])
        for at in alike:
            low[at], high[at] = bottom, top


def _are_words(line: str) -> bool:
    """Return whether a line of wide, even blanks is justified text: figures are set in even columns too."""
    words = line.split(" ")
    return sum([word[0].isalpha() for word in words]) > 0.6 * len(words) and len(set(words)) > 1
