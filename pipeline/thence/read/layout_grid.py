"""Tables between rules: a cell is what rules enclose, over as many columns and rows as no rule parts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from thence.read.layout import Cell, Run, Table, Texts, run_of

__all__ = ["grids_of"]

_NEAR = 2.0
_MOST_CELLS = 4_000
_MOST = 250
"""Rules each way that are looked at on a page."""

Rule = tuple[float, float, float]
"""Where it begins, where it ends, and its place the other way."""


def grids_of(texts: Texts, runs: Sequence[Run]) -> tuple[list[Table], list[Run]]:
    """Return the ruled tables of a page, and the runs outside of them."""
    across = _whole([(left, right, y) for left, right, y in texts.across])
    down = _whole([(bottom, top, x) for x, bottom, top in texts.down])
    if len(across) < 3 or len(down) < 3 or len(across) > _MOST or len(down) > _MOST:
        return [], list(runs)
    tables: list[Table] = []
    rest = list(runs)
    for rows, columns in _crossing(across, down):
        ys = _places([place for _, _, place in rows])[::-1]
        xs = _places([place for _, _, place in columns])
        if len(xs) < 3 or len(ys) < 3 or len(xs) * len(ys) > _MOST_CELLS:
            continue
        inside: list[Run] = []
        outside: list[Run] = []
        for run in rest:
            middle = (run.bottom + run.top) / 2
            held = ys[-1] < middle < ys[0] and xs[0] - 3 < run.left + 1 and run.left < xs[-1]
            (inside if held else outside).append(run)
        table = _Grid(texts, xs, ys, rows, columns).table(inside)
        if table is not None:
            tables.append(table)
            rest = outside
    return tables, rest


def _whole(rules: list[Rule]) -> list[Rule]:
    """Return rules with those joined that lie in one line and touch."""
    out: list[Rule] = []
    for begin, end, place in sorted(rules, key=lambda rule: (round(rule[2]), rule[0])):
        for index in range(len(out) - 1, max(-1, len(out) - 40), -1):
            other = out[index]
            if abs(other[2] - place) <= 1.2 and begin <= other[1] + _NEAR and end >= other[0] - _NEAR:
                out[index] = (min(begin, other[0]), max(end, other[1]), other[2])
                break
        else:
            out.append((begin, end, place))
    return out


def _crossing(across: list[Rule], down: list[Rule]) -> list[tuple[list[Rule], list[Rule]]]:
    """Return the rules that hang together."""
    owner = list(range(len(across) + len(down)))

    def root(index: int) -> int:
        while owner[index] != index:
            owner[index] = owner[owner[index]]
            index = owner[index]
        return index

    for one, (left, right, y) in enumerate(across):
        for other, (bottom, top, x) in enumerate(down, len(across)):
            if left - _NEAR <= x <= right + _NEAR and bottom - _NEAR <= y <= top + _NEAR:
                owner[root(other)] = root(one)
    groups: dict[int, tuple[list[Rule], list[Rule]]] = {}
    for index, rule in enumerate([*across, *down]):
        groups.setdefault(root(index), ([], []))[index >= len(across)].append(rule)
    return [group for group in groups.values() if group[0] and group[1]]


def _places(values: Sequence[float]) -> list[float]:
    out: list[float] = []
    for value in sorted(values):
        if not out or value - out[-1] > 2 * _NEAR:
            out.append(value)
    return out


class _Grid:
    """Rows from top to bottom between ys, columns from left to right between xs."""

    def __init__(
        self, texts: Texts, xs: list[float], ys: list[float], rows: Sequence[Rule], columns: Sequence[Rule]
    ) -> None:
        self.texts, self.xs, self.ys = texts, xs, ys
        self.rows, self.columns = rows, columns
        self.owner = {(row, column): (row, column) for row in range(len(ys) - 1) for column in range(len(xs) - 1)}
        for row, column in list(self.owner):
            if column and not self._parted_left(row, column):
                self._join((row, column), (row, column - 1))
            if row and not self._parted_above(row, column):
                self._join((row, column), (row - 1, column))

    def table(self, runs: Sequence[Run]) -> Table | None:
        """Return the cells with their words; None where this is no table."""
        cells: dict[tuple[int, int], list[Run]] = {}
        for run in runs:
            for piece in self._cut(run):
                cells.setdefault(self._cell(piece), []).append(piece)
        areas: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for place in self.owner:
            areas.setdefault(self._root(place), []).append(place)
        by_row: dict[int, list[Cell]] = {}
        for place, own in cells.items():
            own.sort(key=lambda run: (-round((run.bottom + run.top) / 4), run.left))
            covers = max(column for _, column in areas[place]) - place[1] + 1
            words = tuple(index for run in own for index in range(run.first, run.end))
            by_row.setdefault(place[0], []).append(Cell(place[1], covers, words))
        rows = [sorted(by_row[row]) for row in sorted(by_row)]
        count = len(self.xs) - 1
        if len(rows) < 2 or sum(len(row) > 1 for row in rows) < 2 or self._many_lines(cells):
            return None
        top = min(by_row)
        tall = max(max(row for row, _ in areas[self._root((top, cell.column))]) - top + 1 for cell in by_row[top])
        heads = tall
        if any(1 < cell.covers < count for cell in rows[0]):
            heads = max(heads, 2)
        box = (self.xs[0], self.ys[-1], self.xs[-1], self.ys[0])
        return Table(rows, max(1, min(heads, len(rows) - 1)), self.xs[:-1], box)

    def _many_lines(self, cells: dict[tuple[int, int], list[Run]]) -> bool:
        """Return whether a few cells hold many lines side by side: rows that no rule parts."""
        for row in range(len(self.ys) - 1):
            counts = [len(own) for (at, _), own in cells.items() if at == row]
            if len(counts) > 1 and min(counts) > 3 and len(self.ys) <= 4:
                return True
        return False

    def _root(self, place: tuple[int, int]) -> tuple[int, int]:
        while self.owner[place] != place:
            place = self.owner[place]
        return place

    def _join(self, one: tuple[int, int], other: tuple[int, int]) -> None:
        first, second = sorted((self._root(one), self._root(other)))
        self.owner[second] = first

    def _parted_left(self, row: int, column: int) -> bool:
        middle, x = (self.ys[row] + self.ys[row + 1]) / 2, self.xs[column]
        return any(abs(place - x) <= 2 * _NEAR and begin <= middle <= end for begin, end, place in self.columns)

    def _parted_above(self, row: int, column: int) -> bool:
        middle, y = (self.xs[column] + self.xs[column + 1]) / 2, self.ys[row]
        return any(abs(place - y) <= 2 * _NEAR and begin <= middle <= end for begin, end, place in self.rows)

    def _at(self, x: float, y: float) -> tuple[int, int]:
        column = min(max(bisect_right(self.xs, x) - 1, 0), len(self.xs) - 2)
        row = sum(y < edge for edge in self.ys[1:-1])
        return row, column

    def _cell(self, run: Run) -> tuple[int, int]:
        """Return the cell of a run: where it begins, since it may run under its neighbour."""
        middle = (run.bottom + run.top) / 2
        begin = self._root(self._at(run.left + 1, middle))
        end = self._root(self._at(run.right - 1, middle))
        if begin != end and begin[0] == end[0]:
            # Numbers at the right edge that are too long for their cell run under the cell before.
            edge = self.xs[min(end[1] + 1, len(self.xs) - 1)]
            text = self.texts.of(run)
            if abs(edge - run.right) < 8 and text[-1:].isdigit() and " " not in text:
                return end
        return begin

    def _cut(self, run: Run) -> list[Run]:
        """Part a run where a rule stands between two of its words."""
        words, out, begin = self.texts.words, [], run.first
        middle = (run.bottom + run.top) / 2
        if self._at(run.left + 1, middle) == self._at(run.right - 1, middle):
            return [run]
        for index in range(run.first + 1, run.end):
            low, high = words.right[index - 1] - 1, words.left[index] + 1
            if any(low <= x <= high and bottom <= middle <= top for bottom, top, x in self.columns):
                out.append(run_of(words, begin, index))
                begin = index
        out.append(run_of(words, begin, run.end))
        return out
