"""What the cells of a column look like: every cell's shape, counted over whole arrays, piece by piece."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from thence.read.csv_cells import Grid, Places

__all__ = ["Example", "Look", "Shape", "look", "shape_of"]

_CHUNK: Final = 1 << 18
_WIDE_CHUNK: Final = 1 << 20
_LONGEST_ROW: Final = 1 << 22
_LONGEST: Final = 40
_MANY_COLUMNS: Final = 20
_MOST_SHAPES: Final = 256
_MOST_WORDS: Final = 64
_MOST_EXAMPLES: Final = 20
_BASE: Final = 0x9E3779B97F4A7C15

Hashes = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Example:
    """A cell that shows something.   line: of the file, from 1."""

    words: str
    line: int

    def __str__(self) -> str:
        return f"{self.words} in line {self.line}"


@dataclass(slots=True)
class Shape:
    """Cells that look alike; pattern: see `shape_of`.   zeros: how many begin with a needless zero."""

    pattern: str
    example: Example
    count: int = 0
    zeros: int = 0
    zero: Example | None = None


_DAY = re.compile(r"(9{1,2})([/.-])(9{1,2})\2(9999|99)(?=$|[a ,])")
_ISO = re.compile(r"9999([-/.])(99?)\1(99?)(?=$|[a ,])")
_ALIKE = re.compile(r"9{2,}|[^\d,.]*9{1,3}[.,]999[^\d,.]*")
_WORDS = re.compile(r"[a? /.()-]{1,15}")


@dataclass(slots=True)
class Look:
    """What the cells of one column look like so far.

    cells: with words in them.   long: of those, too long for a number or date.   shapes: by their hash; many: whether
    there are so many that the column is text.   words: short cells of letters, with their counts and the first of each,
    as far as they are few; else many_words.   either: dates that can be read day first and month first; days, months:
    that show one order by a figure over 12, only_days and only_months those of them that are days of the calendar; day,
    month: the first of those, odd_day and odd_month the first of the others;
    swapped: that have a year of two figures first; impossible: that are none in any order.
    """

    cells: int = 0
    long: int = 0
    shapes: dict[int, Shape] = field(default_factory=dict)
    many: bool = False
    words: dict[int, tuple[str, int, int]] = field(default_factory=dict)
    many_words: bool = False
    either: int = 0
    either_example: Example | None = None
    days: int = 0
    day: Example | None = None
    months: int = 0
    only_days: int = 0
    only_months: int = 0
    month: Example | None = None
    odd_day: Example | None = None
    odd_month: Example | None = None
    swapped: int = 0
    swapped_example: Example | None = None
    impossible: int = 0
    impossible_examples: list[Example] = field(default_factory=list)

    def add(self, piece: _Piece, starts: Places, ends: Places) -> None:
        """Take in the cells of a piece."""
        sizes = ends - starts
        self.cells += int(np.count_nonzero(sizes))
        self.long += int(np.count_nonzero(sizes > _LONGEST))
        if self.many:
            return
        short = (sizes > 0) & (sizes <= _LONGEST)
        if not short.all():
            starts, ends = starts[short], ends[short]
        if not len(starts):
            return
        hashes = piece.shapes(starts, ends)
        known, counts = _counted(hashes)
        if len(known) + len(self.shapes) > 2 * _MOST_SHAPES:
            self.many = True
            return
        zeros = bool((piece.codes[starts] == _ZERO).any())
        for key, count in zip(known.tolist(), counts.tolist(), strict=True):
            self._count(piece, key, count, hashes, starts, ends, zeros=zeros)
        self.many = len(self.shapes) > _MOST_SHAPES

    def _count(
        self, piece: _Piece, key: int, count: int, hashes: Hashes, starts: Places, ends: Places, *, zeros: bool
    ) -> None:
        shape = self.shapes.get(key)
        if shape is None:
            first = int(np.argmax(hashes == np.uint64(key)))
            example = piece.example(starts[first], ends[first])
            shape = self.shapes[key] = Shape(shape_of(example.words), example)
        shape.count += count
        pattern = shape.pattern
        day, iso = _DAY.match(pattern), _ISO.match(pattern)
        wordlike = not self.many_words and _WORDS.fullmatch(pattern) is not None
        # Of most columns of numbers no cell begins with a zero: nothing is to be looked at then.
        zeros = zeros or not pattern.startswith("9")
        if not (day or iso or wordlike or (zeros and _ALIKE.fullmatch(pattern))):
            return
        these = np.flatnonzero(hashes == np.uint64(key))
        these = these[ends[these] - starts[these] == len(pattern)]
        at = starts[these]
        if day or iso:
            self._dates(piece, pattern, day, iso, at)
        elif wordlike:
            self._say(piece, at, ends[these])
        else:
            zero = np.flatnonzero(piece.codes[at + pattern.index("9")] == _ZERO)
            shape.zeros += len(zero)
            if len(zero) and shape.zero is None:
                shape.zero = piece.example(at[zero[0]], at[zero[0]] + len(pattern))

    def _say(self, piece: _Piece, starts: Places, ends: Places) -> None:
        hashes = piece.words(starts, ends)
        known, counts = _counted(hashes)
        if len(known) + len(self.words) > _MOST_WORDS:
            self.many_words = True
            return
        for key, count in zip(known.tolist(), counts.tolist(), strict=True):
            if key not in self.words:
                first = int(np.argmax(hashes == np.uint64(key)))
                example = piece.example(starts[first], ends[first])
                self.words[key] = (example.words, 0, example.line)
            word, before, line = self.words[key]
            self.words[key] = (word, before + count, line)

    def _dates(
        self, piece: _Piece, pattern: str, day: re.Match[str] | None, iso: re.Match[str] | None, at: Places
    ) -> None:
        if iso is not None:
            year, one, two = piece.number(at, 0, 4), *(piece.number(at, *iso.span(group)) for group in (2, 3))
            bad = ~_is_day(year, one, two)
        else:
            assert day is not None
            one, two, year = (piece.number(at, *day.span(group)) for group in (1, 3, 4))
            swapped = np.zeros(len(at), np.bool_)
            if day.end(4) - day.start(4) == 2:
                swapped = (one > 31) & _is_day(2000 + one, two, year)
                year = year + np.where(year >= 70, 1900, 2000)
                self.swapped += int(np.count_nonzero(swapped))
                self.swapped_example = _earlier(self.swapped_example, piece.first(swapped, at, len(pattern)))
            day_first, month_first = _is_day(year, two, one), _is_day(year, one, two)
            bad = ~(day_first | month_first | swapped)
            either = day_first & month_first & (one != two)
            self.either += int(np.count_nonzero(either))
            self.either_example = _earlier(self.either_example, piece.first(either, at, len(pattern)))
            # An impossible date with a value over 12 shows the order too.
            over, under = (one > 12) & (two <= 12) & ~swapped, (two > 12) & (one <= 12)
            self.days += int(np.count_nonzero(over))
            self.months += int(np.count_nonzero(under))
            self.only_days += int(np.count_nonzero(over & ~bad))
            self.only_months += int(np.count_nonzero(under & ~bad))
            self.day = _earlier(self.day, piece.first(over & ~bad, at, len(pattern)))
            self.month = _earlier(self.month, piece.first(under & ~bad, at, len(pattern)))
            self.odd_day = _earlier(self.odd_day, piece.first(over & bad, at, len(pattern)))
            self.odd_month = _earlier(self.odd_month, piece.first(under & bad, at, len(pattern)))
        self.impossible += int(np.count_nonzero(bad))
        first = [piece.example(at[index], at[index] + len(pattern)) for index in np.flatnonzero(bad)[:_MOST_EXAMPLES]]
        self.impossible_examples = sorted([*self.impossible_examples, *first], key=_line)[:_MOST_EXAMPLES]


def _line(example: Example) -> int:
    return example.line


def _earlier(one: Example | None, other: Example | None) -> Example | None:
    return min((each for each in (one, other) if each), key=_line, default=None)


_MONTH_DAYS = np.array([0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
_LEAP = np.array([calendar.isleap(year) for year in range(10_000)])


def _is_day(year: Places, month: Places, day: Places) -> npt.NDArray[np.bool_]:
    fits = (month >= 1) & (month <= 12) & (day >= 1) & (year >= 1)
    inside = np.where(fits, month, 0)
    found: npt.NDArray[np.bool_] = fits & (day <= _MONTH_DAYS[inside])
    found &= (inside != 2) | (day < 29) | _LEAP[np.clip(year, 0, 9_999)]
    return found


def _counted(hashes: Hashes) -> tuple[Hashes, npt.NDArray[np.intp]]:
    ordered = np.sort(hashes)
    new = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
    edges = np.concatenate(([0], new, [len(ordered)]))
    return ordered[edges[:-1]], np.diff(edges)


_LETTER: Final = ord("a")
_ZERO: Final = ord("0")


def _classes() -> npt.NDArray[np.uint8]:
    table = np.arange(256, dtype=np.uint8)
    for code in range(256):
        char = chr(code)
        if char.isalpha():
            table[code] = _LETTER
        elif char in "0123456789":
            table[code] = ord("9")
    table[0xA0] = 32
    return table


_CLASSES = _classes()
_SHAPES = _CLASSES.tobytes()


def shape_of(words: str) -> str:
    """Return what a cell looks like: digits as 9, letters as a, whatever is beyond U+00FF as a question mark.

    >>> shape_of("EUR 1.234,50")
    'aaa 9.999,99'
    """
    return words.encode("latin-1", "replace").translate(_SHAPES).decode("latin-1")


_SIZES: Final = (_CHUNK, _WIDE_CHUNK)


@lru_cache(maxsize=2)
def _powers(size: int) -> tuple[Hashes, Hashes]:
    """Return the powers of the hash's base and of its inverse."""
    factors = np.full(size, _BASE, np.uint64)
    factors[0] = 1
    inverse = np.full(size, pow(_BASE, -1, 1 << 64), np.uint64)
    inverse[0] = 1
    return np.cumprod(factors), np.cumprod(inverse)


_WEIGHTS = np.random.default_rng(7).integers(1, 1 << 63, 256).astype(np.uint64)


class _Piece:
    """Some rows of a text, with hashes of any part of them at hand."""

    __slots__ = ("_inverse", "_line_of", "_powers", "_shapes", "_text", "_words", "base", "codes", "top")

    def __init__(self, text: str, grid: Grid, base: int, top: int, line_of: Callable[[int], int]) -> None:
        self._text, self.codes, self.base, self.top = text, grid.codes, base, top
        self._line_of = line_of
        size = top - base + 1
        self._powers, self._inverse = _powers(next((known for known in _SIZES if size <= known), size))
        self._shapes: Hashes | None = None
        self._words: Hashes | None = None

    def _sums(self, weights: Hashes) -> Hashes:
        values = weights[self.codes[self.base : self.top]]
        sums = np.zeros(len(values) + 1, np.uint64)
        values *= self._powers[: len(values)]
        np.cumsum(values, out=sums[1:])
        return sums

    def _hashes(self, sums: Hashes, starts: Places, ends: Places) -> Hashes:
        low = starts - self.base
        found: Hashes = (sums[ends - self.base] - sums[low]) * self._inverse[low]
        return found

    def shapes(self, starts: Places, ends: Places) -> Hashes:
        """Return a hash of the shape of each place."""
        if self._shapes is None:
            self._shapes = self._sums(_WEIGHTS[_CLASSES])
        return self._hashes(self._shapes, starts, ends)

    def words(self, starts: Places, ends: Places) -> Hashes:
        """Return a hash of the characters of each place."""
        if self._words is None:
            self._words = self._sums(_WEIGHTS)
        return self._hashes(self._words, starts, ends)

    def number(self, at: Places, low: int, high: int) -> Places:
        """Return the numbers whose digits stand at [low, high) behind each place."""
        found = np.zeros(len(at), np.int32)
        for place in range(low, high):
            found = found * 10 + (self.codes[at + place].astype(np.int32) - _ZERO)
        return found

    def example(self, start: int, end: int) -> Example:
        """Return a cell as an example."""
        return Example(self._text[int(start) : int(end)], self._line_of(int(start)))

    def first(self, fits: npt.NDArray[np.bool_], at: Places, size: int) -> Example | None:
        """Return the first cell that fits as an example, or None."""
        found = np.flatnonzero(fits)
        return self.example(at[found[0]], at[found[0]] + size) if len(found) else None


def look(looks: Sequence[Look], text: str, grid: Grid, rows: tuple[int, int], line_of: Callable[[int], int]) -> None:
    """Take in the cells of some rows, column by column.

    looks: one a column; cells beyond them are left out.   rows: from and up to.   line_of: the line of a place.
    """
    # Of many columns, each gets enough cells at once.
    size = _CHUNK if len(looks) < _MANY_COLUMNS else _WIDE_CHUNK
    for low, high in _chunks(grid, *rows, size):
        base, top = int(grid.row_starts[low]), int(grid.row_ends[high - 1])
        cells = slice(int(grid.firsts[low]), int(grid.firsts[high]))
        starts, ends = grid.starts[cells], grid.ends[cells]
        if top - base > _LONGEST_ROW:
            for each in looks:
                each.many = True
            continue
        piece = _Piece(text, grid, base, top, line_of)
        firsts = grid.firsts[low : high + 1]
        widths = np.diff(firsts)
        regular = len(widths) > 0 and int(widths.min()) == int(widths.max())
        for number, each in enumerate(looks):
            if regular:
                width = int(widths[0])
                if number < width:
                    each.add(piece, starts[number::width], ends[number::width])
            else:
                these = (firsts[:-1] - firsts[0] + number)[widths > number]
                each.add(piece, starts[these], ends[these])


def _chunks(grid: Grid, low: int, high: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield ranges of rows of a size at which the work stays in the processor's cache."""
    while low < high:
        end = int(np.searchsorted(grid.row_ends[low:high], int(grid.row_starts[low]) + size - 1, "right")) + low
        end = max(end, low + 1)
        yield low, end
        low = end
