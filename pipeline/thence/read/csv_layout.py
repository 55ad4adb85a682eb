"""What the rows of delimited text are to each other: title and notes, headers, tables, totals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from thence.read.csv_cells import Dialect, Grid
from thence.read.dates import iso_date

__all__ = ["Layout", "layouts", "without_last_column"]

_NUMBER = re.compile(r"[-+(]?\s*(?:[A-Z]{3}|[$€£¥])?\s*\d[\d,.' \u00a0]*\s*(?:%|[A-Z]{3}|[$€£¥])?\)?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_UNIT = re.compile(
    r"(?i)[\[(]?(?:in )?(?:[A-Z]{3}|[€$£¥%‰]|[kmcµn]?(?:g|m|l|s|Wh?|V|A|Hz|Pa)|k?m[²³23]|t|to|h|hrs?|min|sec|days?|"
    r"years?|"
    r"pcs|pc|units?|°[CF]|(?:'000|thousand|million|mn|m|bn)?\s?(?:EUR|USD|GBP|CHF|€|\$|£)(?: ?(?:'000|mn?|bn|k))?|"
    r"d{1,2}[./-]m{1,2}[./-]y{2,4}|y{4}-m{2}-d{2}|m{1,2}[./-]d{1,2}[./-]y{2,4})[\])]?"
)
_TOTAL = re.compile(r"(?i)(?:(?:grand|sub|net|gross|overall)[- ]?)?(?:total|subtotal|sum|summe|gesamt)s?\b.{0,30}")
_LEAD = 40
_SAMPLE = 100
_MOST_TABLES = 1_000
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Layout:
    """One table among the rows.

    lead: rows above the header, and comments' place is not among them.   headers: header rows.   units: whether the
    last of them is a row of units.   low, high: its rows of data.   notes: rows behind them that are remarks.
    width: cells of a full row.   names, paths, heads: of the columns, as in `thence.model.table.Table`.
    twice: names that stand over several columns.   totals: rows that sum up others.
    """

    lead: tuple[int, ...]
    headers: tuple[int, ...]
    low: int
    high: int
    notes: tuple[int, ...]
    width: int
    names: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()
    heads: tuple[tuple[int, int] | None, ...] = ()
    twice: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()

    @property
    def summed(self) -> int:
        """Where the rows end without the sums at the end."""
        end = self.high
        while end - 1 in self.totals:
            end -= 1
        return end


class _Rows:
    """The words of rows, looked at one by one."""

    __slots__ = ("dialect", "grid", "text")

    def __init__(self, text: str, grid: Grid, dialect: Dialect) -> None:
        self.text, self.grid, self.dialect = text, grid, dialect

    def words(self, index: int) -> list[str]:
        return [plain(self.text[start:end], self.dialect) for start, end in self.grid.row(index)]

    def filled(self, index: int) -> int:
        return sum(end > start for start, end in self.grid.row(index))


def plain(cell: str, dialect: Dialect) -> str:
    """Return the words of a cell as they read: doubled quotes once, white space folded."""
    if dialect.quote and dialect.quote in cell:
        cell = cell.replace(dialect.quote * 2, dialect.quote)
        if dialect.escaped:
            cell = re.sub(r"\\(.)", r"\1", cell)
    return " ".join(cell.split())


def layouts(text: str, grid: Grid, dialect: Dialect) -> Iterator[Layout]:
    """Yield the tables among some rows, from top to bottom: several where empty lines part them."""
    rows = _Rows(text, grid, dialect)
    edges = [0, *_table_starts(rows), grid.count]
    for low, high in pairwise(edges):
        if low < high:
            yield _layout(rows, low, high)


def _table_starts(rows: _Rows) -> Iterator[int]:
    """Yield the rows behind an empty line with which another table begins."""
    grid = rows.grid
    gaps = [gap for gap in grid.gaps if 0 < gap < grid.count]
    if not gaps or len(gaps) > _MOST_TABLES:
        return
    before = 0
    for gap, following in zip(gaps, [*gaps[1:], grid.count], strict=True):
        size = _width(grid, before, gap)
        own = _width(grid, gap, following)
        if own <= 1 or size <= 1 or following - gap < 2:
            continue
        if own > 2 and gap - before < _LEAD and _stands_above(rows, before, gap):
            continue
        top = gap + _lead(rows, gap, following, own)
        if top + 1 >= following:
            continue
        first, below = rows.words(top), [rows.words(index) for index in range(top + 1, min(following, top + 20))]
        names = rows.words(before + _lead(rows, before, gap, size))
        # Other columns, or the same names once more: a table of its own.
        if _is_header(first, below) and (own != size or first == names or _shows_values(first, below)):
            yield gap
            before = gap


def _stands_above(rows: _Rows, low: int, high: int) -> bool:
    """Return whether some rows are what stands above a header: keys and values, and no small table."""
    if any(rows.filled(index) > 2 for index in range(low, high)):
        return False
    words = [rows.words(index) for index in range(low, high)]
    return len(words[0]) > 2 or not _is_header(words[0], words[1:], strict=True)


def _width(grid: Grid, low: int, high: int) -> int:
    """Return the commonest number of cells of the first rows."""
    widths = np.diff(grid.firsts[low : min(high, low + 200) + 1])
    return int(Counter(widths.tolist()).most_common(1)[0][0]) if len(widths) else 0


def _lead(rows: _Rows, low: int, high: int, width: int) -> int:
    """Return how many rows stand above the header: with one cell filled, or a key and its value in a wide table."""
    lead = found = 0
    while width > 1 and lead < min(high - low, _LEAD):
        filled = rows.filled(low + lead)
        if filled > 1:
            cells = rows.grid.row(low + lead)
            pair = filled == 2 and width > 3 and cells[0][0] < cells[0][1] and cells[1][0] < cells[1][1]
            if not pair:
                return lead if filled > width - 2 or not found else found
        else:
            found = lead + 1
        lead += 1
    return found if found < high - low else 0


def _layout(rows: _Rows, low: int, high: int) -> Layout:
    grid = rows.grid
    width = _width(grid, low, high)
    lead = _lead(rows, low, high, width)
    top = low + lead
    sample = [rows.words(index) for index in range(top, min(high, top + _SAMPLE))]
    count = _header_rows(sample)
    data = top + count
    notes = _notes(rows, data, high, width)
    layout = Layout(tuple(range(low, top)), tuple(range(top, data)), data, high - len(notes), notes, width)
    totals = tuple(
        index
        for index in range(max(layout.low + 1, layout.high - 3), layout.high)
        if _TOTAL.fullmatch(next((word for word in rows.words(index) if word), ""))
    )
    if not count:
        return _with(layout, totals=totals)
    return _named(rows, layout, [sample[number] for number in range(count)], totals)


def _with(layout: Layout, *, totals: tuple[int, ...]) -> Layout:
    return Layout(layout.lead, layout.headers, layout.low, layout.high, layout.notes, layout.width, totals=totals)


def _named(rows: _Rows, layout: Layout, headers: Sequence[list[str]], totals: tuple[int, ...]) -> Layout:
    """Return a layout with the names of its columns; an upper header holds for the empty cells behind it."""
    last = headers[0] if _are_units(headers[-1]) and len(headers) > 1 else headers[-1]
    width = max(len(row) for row in headers)
    paths: list[tuple[str, ...]] = []
    carried = [""] * len(headers)
    places = [rows.grid.row(index) for index in layout.headers]
    heads: list[tuple[int, int] | None] = []
    upper = range(len(headers) - 1) if last is headers[-1] else range(0)
    for column in range(width):
        cells = [row[column] if column < len(row) else "" for row in headers]
        for level in upper:
            # A name over several columns ends where the level above it begins another.
            carried[level] = cells[level] or carried[level]
            cells[level] = carried[level]
        path = tuple(dict.fromkeys(cell for cell in cells if cell))
        paths.append(path)
        lowest = next(
            (row[column] for row in reversed(places) if column < len(row) and row[column][0] < row[column][1]), None
        )
        if last is headers[0] and len(places) > 1 and column < len(places[0]):
            lowest = places[0][column]
        heads.append(lowest or (places[-1][column] if column < len(places[-1]) else None))
    names = tuple(_name(path, units=last is not headers[-1]) for path in paths)
    seen = Counter(name.casefold() for name in names if name)
    twice = tuple(dict.fromkeys(name for name in names if name and seen[name.casefold()] > 1))
    several = len(headers) > 1
    return Layout(
        layout.lead,
        layout.headers,
        layout.low,
        layout.high,
        layout.notes,
        layout.width,
        names,
        tuple(path if len(path) > 1 else () for path in paths) if several else (),
        tuple(heads),
        twice,
        totals,
    )


def _name(path: tuple[str, ...], *, units: bool) -> str:
    if units and len(path) > 1:
        return f"{path[0]} ({path[1].strip('()[]')})"
    return " ".join(path)


def _header_rows(sample: Sequence[list[str]]) -> int:
    """Return how many of the first rows are headers: none, one, or several."""
    if not sample:
        return 0
    if len(sample) > 2 and _is_upper(sample[0], sample[1]) and _is_header(sample[1], sample[2:], strict=True):
        return 2
    if not _is_header(sample[0], sample[1:]):
        return 0
    if len(sample) > 2 and _are_units(sample[1]) and _measure(sample[1], sample[2:]):
        return 2
    return 1


def _is_upper(first: Sequence[str], second: Sequence[str]) -> bool:
    """Return whether a row groups the columns that the next one names: cells with empty ones behind them."""
    filled = [cell for cell in first if cell]
    if len(filled) < 2 or len(first) < len(second) - 1 or any(not cell for cell in second):
        return False
    if any(_is_value(cell) and not _YEAR.fullmatch(cell) for cell in filled):
        return False
    repeated = len({cell.casefold() for cell in filled}) < len(filled) or len(filled) < len(first)
    return repeated and len(filled) < len([cell for cell in second if cell]) + repeated


def _are_units(row: Sequence[str]) -> bool:
    filled = [cell for cell in row if cell and cell != "-"]
    return bool(filled) and all(_UNIT.fullmatch(cell) and not _is_value(cell) for cell in filled)


def _measure(units: Sequence[str], below: Sequence[list[str]]) -> bool:
    """Return whether only values stand below each unit."""
    for column, unit in enumerate(units):
        cells = [row[column] for row in below if column < len(row) and row[column]]
        if unit and unit != "-" and not (cells and all(_is_value(cell) for cell in cells)):
            return False
    return True


def _is_header(first: Sequence[str], rows: Sequence[list[str]], *, strict: bool = False) -> bool:
    """Return whether a row names columns: words, no values like those below it.

    strict: it must be seen from the rows below, whose cells are values where the header's are words.
    """
    filled = [cell for cell in first if cell]
    if not filled or any(len(cell) > _LONGEST_NAME for cell in filled):
        return False
    below = [row for row in rows if row != list(first)]
    shows = _shows_values(first, below)
    if any(_is_value(cell) and not (_YEAR.fullmatch(cell) and shows) for cell in filled):
        return False
    if len({cell.casefold() for cell in filled}) < len(filled) and not shows:
        return False
    if not rows:
        return len(first) > 1
    for column, name in enumerate(first):
        if name and any(column < len(row) and row[column] == name for row in below):
            return False
    return shows or not strict


def _shows_values(first: Sequence[str], below: Sequence[list[str]]) -> bool:
    """Return whether some column is of words at the top and of values below; years at the top are of no other year."""
    found = False
    for column, name in enumerate(first):
        cells = [row[column] for row in below if column < len(row) and row[column]]
        if name and _YEAR.fullmatch(name):
            if any(_YEAR.fullmatch(cell) for cell in cells):
                return False
            found = found or bool(cells and all(_is_value(cell) for cell in cells))
        elif name and not _is_value(name) and cells and all(_is_value(cell) for cell in cells):
            found = True
    return found


def _is_value(cell: str) -> bool:
    return bool(_NUMBER.fullmatch(cell)) or iso_date(cell, day_first=True) is not None or "@" in cell


def _notes(rows: _Rows, low: int, high: int, width: int) -> tuple[int, ...]:
    """Return the rows at the end that are remarks: behind an empty line, with only the first cell filled."""
    if width < 2:
        return ()
    gaps = set(rows.grid.gaps)
    at = high
    found = high
    while at > max(low, high - _LEAD):
        at -= 1
        cells = rows.grid.row(at)
        if any(end > start for start, end in cells[1:]) or cells[0][0] == cells[0][1]:
            break
        if at in gaps:
            found = at
    return tuple(range(found, high))


def without_last_column(grid: Grid, width: int) -> Grid:
    """Return the rows without the empty ``width``th cell that a delimiter at the end made."""
    widths = grid.widths
    last = grid.firsts[1:] - 1
    full = (widths == width) & (grid.starts[last] == grid.ends[last])
    keep = np.ones(len(grid.starts), np.bool_)
    keep[last[full]] = False
    firsts = np.append(np.int32(0), np.cumsum(widths - full)).astype(np.int32)
    return Grid(
        grid.starts[keep],
        grid.ends[keep],
        firsts,
        grid.row_starts,
        grid.row_ends,
        grid.unclosed,
        grid.gaps,
        grid.comments,
        grid.codes,
    )
