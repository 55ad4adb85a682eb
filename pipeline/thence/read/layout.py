"""The geometry of a printed page: words to runs and rows, and the order in which columns and tables are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

__all__ = [
    "Cell",
    "Run",
    "Table",
    "Texts",
    "Words",
    "closed_up",
    "ends_of",
    "gathered",
    "is_even",
    "rows_of",
    "run_of",
    "runs_of",
    "upright",
]

_SAME = ((0.2, 2), (0.7, 3))
_BLANK = 0.45
_TOUCH = 0.08
_WIDE = 0.8
"""A gap of as many times the type's height parts columns or cells; narrower ones are blanks."""


@dataclass(slots=True)
class Words:
    """Words in the order in which they are drawn; word i has texts[i] and the box left[i], bottom[i], right[i], top[i].

    Boxes are as high as the font, in points, y upwards.   lines: the word each drawn line begins with.   gaps: lines
    (from 0) in which words may stand far apart.   hyphens: words that a line break parts from their rest.   bad: word
    -> its characters without meaning.   raised: word -> how many small figures stand higher at its end.   struck: words
    that a line goes through.   bold: words that begin a line of bold type.   turned: whether lines may run otherwise
    than from left to right.
    """

    texts: list[str] = field(default_factory=list)
    left: list[float] = field(default_factory=list)
    bottom: list[float] = field(default_factory=list)
    right: list[float] = field(default_factory=list)
    top: list[float] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    gaps: list[int] = field(default_factory=list)
    hyphens: set[int] = field(default_factory=set)
    bad: dict[int, int] = field(default_factory=dict)
    raised: dict[int, int] = field(default_factory=dict)
    struck: set[int] = field(default_factory=set)
    bold: set[int] = field(default_factory=set)
    turned: bool = False


class Run(NamedTuple):
    """Words side by side that belong to one line: words first to end of the page, and their box in points."""

    first: int
    end: int
    left: float
    bottom: float
    right: float
    top: float


class Cell(NamedTuple):
    """A table cell: its column from 0, how many columns it covers, and its words."""

    column: int
    covers: int
    words: tuple[int, ...]


@dataclass(slots=True)
class Table:
    """Rows of cells from top to bottom.   heads: how many of them are header rows.   edges: left edge of each column.

    box: left, bottom, right, top in points.
    """

    rows: list[list[Cell]]
    heads: int
    edges: list[float]
    box: tuple[float, float, float, float]


@dataclass(slots=True)
class Texts:
    """What the layout looks up about a page: its words and where rules are drawn.

    across: horizontal rules (left, right, y).   down: vertical ones (x, bottom, top).   height: of the usual type.
    width, tall: of the page in points, as it is looked at.   even: whether all letters are as wide as another.
    """

    words: Words
    across: list[tuple[float, float, float]] = field(default_factory=list)
    down: list[tuple[float, float, float]] = field(default_factory=list)
    height: float = 10.0
    width: float = 0.0
    tall: float = 0.0
    even: bool = False

    def of(self, run: Run) -> str:
        """Return the words of a run."""
        return " ".join(self.words.texts[run.first : run.end])

    def said(self, words: Sequence[int]) -> str:
        """Return words with a space between them."""
        texts = self.words.texts
        return " ".join([texts[index] for index in words])


def runs_of(words: Words) -> list[Run]:
    """Return the lines of the text stream, parted where words stand far apart, above or behind each other."""
    begins = words.lines
    if not begins:
        return []
    ends = [*begins[1:], len(words.texts)]
    # The middle word: the first may be a small figure that marks a note.
    middle = [(begin + end) // 2 for begin, end in zip(begins, ends, strict=True)]
    last = [end - 1 for end in ends]
    boxes = zip(
        begins, ends, _at(words.left, begins), _at(words.bottom, middle), _at(words.right, last),
        _at(words.top, middle), strict=True,
    )  # fmt: skip
    runs = list(map(Run._make, boxes))
    if words.gaps:
        loose = set(words.gaps)
        parted: list[Run] = []
        for number, run in enumerate(runs):
            if number in loose:
                _part(words, run, parted)
            else:
                parted.append(run)
        return parted
    return runs


def _at(values: Sequence[float], places: Sequence[int]) -> Sequence[float]:
    return itemgetter(*places)(values) if len(places) > 1 else [values[places[0]]]


def _part(words: Words, run: Run, into: list[Run]) -> None:
    left, right, bottom, top = words.left, words.right, words.bottom, words.top
    height = run.top - run.bottom
    wide, back, shift = _WIDE * height, -0.3 * height, 0.6 * height
    begin = run.first
    gaps = [left[index] - right[index - 1] for index in range(run.first + 1, run.end)]
    blanks = _blanks(words, run, gaps) if max(gaps, default=0.0) > wide and len(gaps) > 1 else frozenset()
    for index, gap in enumerate(gaps, run.first + 1):
        if index in blanks:
            continue
        if gap > wide or gap < back or abs(bottom[index] - bottom[index - 1]) > shift:
            if abs(gap) <= wide and top[index] <= top[index - 1] and bottom[index] >= bottom[index - 1]:
                continue  # a small figure beside tall type
            into.append(run_of(words, begin, index))
            begin = index
    into.append(run_of(words, begin, run.end))


def _blanks(words: Words, run: Run, gaps: Sequence[float]) -> frozenset[int]:
    """Return the words before which a wide gap is a blank of justified type: as wide as its neighbour, between words.

    Figures are set in columns with equal gaps too.
    """
    out: set[int] = set()
    most = 6 * (run.top - run.bottom)
    for same, least in _SAME:
        begin = 0
        for at in range(1, len(gaps) + 1):
            if at < len(gaps) and abs(gaps[at] - gaps[at - 1]) < same and gaps[at] < most:
                continue
            if at - begin >= least:
                some = words.texts[run.first + begin : run.first + at + 1]
                if sum(word[0].isalpha() for word in some) > 0.6 * len(some) and len(set(some)) > 1:
                    out.update(range(run.first + begin + 1, run.first + at + 1))
            begin = at
    return frozenset(out)


def run_of(words: Words, first: int, end: int) -> Run:
    """Return words first to end as a run."""
    middle = (first + end) // 2
    return Run(first, end, words.left[first], words.bottom[middle], words.right[end - 1], words.top[middle])


def rows_of(runs: Sequence[Run]) -> list[list[Run]]:
    """Return runs that stand side by side, from left to right; rows from top to bottom."""
    rows: list[list[Run]] = []
    low = high = 0.0
    for run in sorted(runs, key=lambda run: -run.bottom - run.top):
        shared = min(high, run.top) - max(low, run.bottom)
        if rows and shared > 0 and shared >= 0.5 * min(high - low, run.top - run.bottom):
            rows[-1].append(run)
        else:
            rows.append([run])
            low, high = run.bottom, run.top
    for row in rows:
        if len(row) > 1:
            row.sort(key=lambda run: (run.left, run.right))
    return rows


def is_even(words: Words) -> bool:
    """Return whether all letters of a page are of one width."""
    wide = [
        (words.right[index] - words.left[index]) / len(text) / max(0.1, words.top[index] - words.bottom[index])
        for index, text in enumerate(words.texts[:400])
        if len(text) > 3
    ]
    return len(wide) > 4 and max(wide) - min(wide) < 0.06 * max(wide)


def ends_of(row: Sequence[Run], least: float) -> list[float]:
    """Return where each run of a row ends; one that lies under its neighbour ends a gutter before that begins."""
    out = [run.right for run in row]
    for at, (run, after) in enumerate(pairwise(row)):
        if run.right > after.left:
            out[at] = max(run.left, after.left - least)
    return out


def gathered(words: Words, runs: Sequence[Run]) -> tuple[Words, list[Run]]:
    """Return words and runs with those runs joined that stand a blank or less apart: the file drew them one by one."""
    lines: list[list[Run]] = []
    joined = False
    for row in rows_of(runs):
        lines.append([row[0]])
        for before, run in pairwise(row):
            gap, tall = run.left - before.right, min(run.top - run.bottom, before.top - before.bottom)
            alike = abs(run.bottom - before.bottom) < 0.1 * tall and abs(run.top - before.top) < 0.1 * tall
            if -0.3 * tall < gap < (_BLANK if alike else _TOUCH) * tall:
                lines[-1].append(run)
                joined = True
            else:
                lines.append([run])
    return closed_up(words, lines) if joined else (words, list(runs))


def closed_up(words: Words, lines: Sequence[Sequence[Run]]) -> tuple[Words, list[Run]]:
    """Return the words put into the order of the lines, with each line as one run.

    Words that touch are one word: the file drew it in pieces.
    """
    out = Words(turned=words.turned)
    made: list[Run] = []
    for line in lines:
        begin = len(out.texts)
        for run in line:
            for index in range(run.first, run.end):
                tall = words.top[index] - words.bottom[index]
                if index == run.first and len(out.texts) > begin and _touch(out, words, index, tall):
                    out.texts[-1] += words.texts[index]
                    out.right[-1] = max(out.right[-1], words.right[index])
                    out.bottom[-1] = min(out.bottom[-1], words.bottom[index])
                    out.top[-1] = max(out.top[-1], words.top[index])
                else:
                    out.texts.append(words.texts[index])
                    out.left.append(words.left[index])
                    out.bottom.append(words.bottom[index])
                    out.right.append(words.right[index])
                    out.top.append(words.top[index])
                at = len(out.texts) - 1
                if index in words.hyphens:
                    out.hyphens.add(at)
                if index in words.bad:
                    out.bad[at] = out.bad.get(at, 0) + words.bad[index]
                if index in words.raised:
                    out.raised[at] = words.raised[index]
                if index in words.struck:
                    out.struck.add(at)
                if index in words.bold:
                    out.bold.add(at)
        out.lines.append(begin)
        made.append(run_of(out, begin, len(out.texts)))
    return out, made


def _touch(out: Words, words: Words, index: int, tall: float) -> bool:
    """Return whether a word stands right behind the last one."""
    gap = words.left[index] - out.right[-1]
    if len(out.texts[-1]) == 1 and out.top[-1] - out.bottom[-1] > 1.8 * tall and words.texts[index][0].islower():
        # A tall first letter that hangs over several lines.
        return gap < 0.6 * tall and words.bottom[index] < out.top[-1] and out.texts[-1].isupper()
    shared = min(words.top[index], out.top[-1]) - max(words.bottom[index], out.bottom[-1])
    return -0.2 * tall < gap < _TOUCH * tall and shared > 0.5 * tall


def upright(words: Words, quarter: int, width: float, height: float) -> Words:
    """Return the words as one looks at a page that is turned by quarters of a circle, clockwise.

    width, height: of the page before it is turned.
    """
    left, bottom, right, top = words.left, words.bottom, words.right, words.top
    if quarter == 1:
        edges = (bottom, [width - x for x in right], top, [width - x for x in left])
    elif quarter == 2:
        edges = (
            [width - x for x in right], [height - y for y in top], [width - x for x in left],
            [height - y for y in bottom],
        )  # fmt: skip
    else:
        edges = ([height - y for y in top], left, [height - y for y in bottom], right)
    left, bottom, right, top = edges
    return replace(words, left=left, bottom=bottom, right=right, top=top, gaps=list(range(len(words.lines))))
