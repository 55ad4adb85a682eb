"""What the rows of delimited text are to each other: title and notes, headers, tables, totals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from thence.read.column_headers import (
    are_units,
    header_rows,
    hold_others,
    is_header,
    name_of,
    paths_of,
    shows_values,
)
from thence.read.csv_cells import Dialect, Grid
from thence.read.totals import is_remark, is_total

__all__ = ["Layout", "layouts", "without_last_column"]

_LEAD = 40
_SAMPLE = 100
_MOST_TABLES = 1_000
_MOST_PAIRS = 200


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
        head = before + _lead(rows, before, gap, size)
        above = [rows.words(index) for index in range(max(head + 1, gap - 20), gap)]
        # Other columns, the same names once more, or other kinds of cells: a table of its own.
        other = own != size or first == rows.words(head) or shows_values(first, below) or hold_others(above, below)
        if other and is_header(first, below):
            yield gap
            before = gap


def _stands_above(rows: _Rows, low: int, high: int) -> bool:
    """Return whether some rows are what stands above a header: keys and values, and no small table."""
    if any(rows.filled(index) > 2 for index in range(low, high)):
        return False
    words = [rows.words(index) for index in range(low, high)]
    return len(words[0]) > 2 or not is_header(words[0], words[1:], strict=True)


def _width(grid: Grid, low: int, high: int) -> int:
    """Return the commonest number of cells of the first rows."""
    widths = np.diff(grid.firsts[low : min(high, low + 200) + 1])
    return int(Counter(widths.tolist()).most_common(1)[0][0]) if len(widths) else 0


def _headed(rows: _Rows, low: int, high: int, width: int) -> bool:
    """Return whether the next full row of a narrow table is its header."""
    first = next((at for at in range(low, min(high, low + _LEAD)) if len(rows.grid.row(at)) == width), high)
    below = [rows.words(at) for at in range(first + 1, min(high, first + 20))]
    return bool(below) and is_header(rows.words(first), below)


def _lead(rows: _Rows, low: int, high: int, width: int) -> int:
    """Return how many rows stand above the header: with one cell filled, or a key and its value in a wide table."""
    lead = found = 0
    while width > 1 and lead < min(high - low, _LEAD):
        filled = rows.filled(low + lead)
        if filled > 1:
            cells = rows.grid.row(low + lead)
            pair = filled == 2 and cells[0][0] < cells[0][1] and cells[1][0] < cells[1][1]
            if not (pair and (width > 3 or (len(cells) < width and _headed(rows, low + lead + 1, high, width)))):
                return lead if filled > width - 2 or not found else found
        else:
            found = lead + 1
        lead += 1
    return found if found < high - low else 0


def _layout(rows: _Rows, low: int, high: int) -> Layout:
    grid = rows.grid
    width = _width(grid, low, high)
    if width == 2 and 1 < high - low <= _MOST_PAIRS and all(_is_pair(rows, index) for index in range(low, high)):
        # Names with colons and their values, one a row.
        return Layout(tuple(range(low, high)), (), high, high, (), 0)
    lead = _lead(rows, low, high, width)
    top = low + lead
    sample = [rows.words(index) for index in range(top, min(high, top + _SAMPLE))]
    count = header_rows(sample)
    data = top + count
    notes = _notes(rows, data, high, width)
    layout = Layout(tuple(range(low, top)), tuple(range(top, data)), data, high - len(notes), notes, width)
    totals = tuple(
        index
        for index in range(max(layout.low + 1, layout.high - 3), layout.high)
        if is_total(next((word for word in rows.words(index) if word), ""))
    )
    if not count:
        return _with(layout, totals=totals)
    return _named(rows, layout, [sample[number] for number in range(count)], totals)


def _is_pair(rows: _Rows, index: int) -> bool:
    words = rows.words(index)
    return len(words) == 2 and words[0].endswith(":") and len(words[0]) > 1


def _with(layout: Layout, *, totals: tuple[int, ...]) -> Layout:
    return Layout(layout.lead, layout.headers, layout.low, layout.high, layout.notes, layout.width, totals=totals)


def _named(rows: _Rows, layout: Layout, headers: Sequence[list[str]], totals: tuple[int, ...]) -> Layout:
    """Return a layout with the names of its columns; an upper header holds for the empty cells behind it."""
    units = headers[-1] if len(headers) > 1 and are_units(headers[-1]) else []
    named = headers[:-1] if units else headers
    width = max(len(row) for row in headers)
    paths = [*paths_of(named), *[()] * (width - max(len(row) for row in named))]
    below = [units[column] if column < len(units) else "" for column in range(width)]
    names = tuple(name_of(path, unit) for path, unit in zip(paths, below, strict=True))
    paths = [(*path, unit) if unit and unit not in path else path for path, unit in zip(paths, below, strict=True)]
    places = [rows.grid.row(index) for index in layout.headers[: len(named)]]
    heads = [_lowest(places, column) for column in range(width)]
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


def _lowest(places: Sequence[Sequence[tuple[int, int]]], column: int) -> tuple[int, int] | None:
    """Return where the lowest header cell with words stands above a column, else the lowest one."""
    cells = [row[column] for row in reversed(places) if column < len(row)]
    return next((cell for cell in cells if cell[0] < cell[1]), cells[0] if cells else None)


def _notes(rows: _Rows, low: int, high: int, width: int) -> tuple[int, ...]:
    """Return the rows at the end with only the first cell filled that are remarks, by their words or behind a gap."""
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
        if at in gaps or (at == found - 1 and is_remark(rows.words(at)[0])):
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
