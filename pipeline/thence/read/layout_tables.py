"""Tables of a printed page: columns by what is free of words, rows by lines and rules, headers of several rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from thence.read.layout import Cell, Run, Table, Texts, ends_of, run_of

__all__ = ["table_of"]

_NUMBER = re.compile(r"[-+(]?[€$£]?\s?\d[\d.,'’/:%-]*\)?%?$")
_MOST_COLUMNS = 60

Row = list[Run]


def table_of(texts: Texts, rows: Sequence[Row]) -> Table | None:
    """Return rows of runs as a table, or None where they make none.

    A column is where nearly all rows leave a strip free at its edge: a long cell may run under its neighbour. A line
    that goes on with cells above is part of their row.
    """
    pieces = [_cut(texts, row) for row in rows]
    edges = _edges(texts, pieces)
    if len(edges) < 2:
        return None
    placed = [_placed(texts, row, edges) for row in pieces]
    placed_rows = [(row, cells) for row, cells in zip(pieces, placed, strict=True) if cells]
    heads = _heads(texts, placed_rows, edges)
    for upper, lower in reversed(list(pairwise(placed_rows[:heads]))):
        _spread(upper[1], lower[1], edges)
    grouped = _grouped(texts, placed_rows, heads, edges)
    if len(grouped) < 2 or sum(len(cells) > 1 for cells in grouped) < 2:
        return None
    every = [run for row in rows for run in row]
    box = (
        min(run.left for run in every), min(run.bottom for run in every),
        max(run.right for run in every), max(run.top for run in every),
    )  # fmt: skip
    return Table(grouped, min(heads, len(grouped) - 1) if heads else 1, [left for left, _ in edges], box)


def _cut(texts: Texts, row: Row) -> Row:
    """Part runs where a vertical rule stands between two words, or more than a blank."""
    out: Row = []
    left, right = texts.words.left, texts.words.right
    for run in row:
        begin = run.first
        middle = (run.bottom + run.top) / 2
        blank = max(0.3 * texts.height, 1.4 * _blank(texts, run))
        for index in range(run.first + 1, run.end):
            low, high = right[index - 1] - 1, left[index] + 1
            ruled = any(low <= x <= high and bottom <= middle <= top for x, bottom, top in texts.down)
            if ruled or high - low - 2 > blank:
                out.append(run_of(texts.words, begin, index))
                begin = index
        out.append(run_of(texts.words, begin, run.end))
    return out


def _blank(texts: Texts, run: Run) -> float:
    """Return how wide a blank is about: three fifths of the usual letter, or as wide where all letters are."""
    words = texts.words
    letters = sum(map(len, words.texts[run.first : run.end]))
    inked = sum(words.right[index] - words.left[index] for index in range(run.first, run.end))
    return inked / letters * (1.0 if texts.even else 0.6)


def _edges(texts: Texts, rows: Sequence[Row]) -> list[tuple[float, float]]:
    """Return left and right edge of each column."""
    least = 0.3 * texts.height
    events: list[tuple[float, int]] = []
    for row in rows:
        for run, end in zip(row, ends_of(row, least), strict=True):
            events += [(run.left, 1), (end, -1)]
    events.sort()
    # A strip that some rows cross (a title over several columns, a long cell over an empty one) still parts columns.
    allowed = max(1, len(rows) // 5) if len(rows) > 2 else 0
    depth = 0
    columns: list[tuple[float, float]] = []
    begin: float | None = None
    for place, step in events:
        depth += step
        if begin is None and depth > allowed:
            begin = place
        elif begin is not None and depth <= allowed:
            columns.append((begin, place))
            begin = None
    merged: list[tuple[float, float]] = []
    for left, right in columns:
        if merged and left - merged[-1][1] < least:
            merged[-1] = (merged[-1][0], right)
        else:
            merged.append((left, right))
    return _alone(rows, merged, least)


def _alone(rows: Sequence[Row], columns: list[tuple[float, float]], least: float) -> list[tuple[float, float]]:
    """Add columns of which only one row or a few have a cell: runs that touch no other column."""
    for row in rows:
        for before, run in pairwise([None, *row]):
            if run is None or any(run.left < right and left < run.right for left, right in columns):
                continue
            if before is not None and run.left - before.right < least:
                continue
            columns = sorted([*columns, (run.left, run.right)])
            if len(columns) > _MOST_COLUMNS:
                return []
    return columns


def _placed(texts: Texts, row: Row, edges: Sequence[tuple[float, float]]) -> list[tuple[int, int, Run]]:
    """Return the runs of a row with the first column they stand in and how many they cover."""
    out: list[tuple[int, int, Run]] = []
    for at, run in enumerate(row):
        stop = row[at + 1].left if at + 1 < len(row) else float("inf")
        over = [
            number
            for number, (left, right) in enumerate(edges)
            if min(run.right, stop - 1, right) - max(run.left, left) > min(1.0, (right - left) / 2)
        ]
        if not over:
            near = min(range(len(edges)), key=lambda number: _distance(run, edges[number]))
            over = [near]
        if len(over) > 1:
            parted = _between(texts, run, edges)
            if len(parted) > 1:
                out += _placed(texts, [*parted, *row[at + 1 : at + 2]], edges)[: len(parted)]
                continue
            over = _meant(run, over, edges)
        out.append((over[0], over[-1] - over[0] + 1, run))
    return out


def _distance(run: Run, edge: tuple[float, float]) -> float:
    return min(abs(run.left - edge[0]), abs(run.right - edge[1]), abs((run.left + run.right - sum(edge)) / 2))


def _between(texts: Texts, run: Run, edges: Sequence[tuple[float, float]]) -> list[Run]:
    """Part a run where a gap between two of its words takes up the strip between two columns."""
    words = texts.words
    out: Row = []
    begin = run.first
    for index in range(run.first + 1, run.end):
        low, high = words.right[index - 1], words.left[index]
        for (_, left), (right, _) in pairwise(edges):
            if min(high, right) - max(low, left) >= 0.6 * (right - left) > 0:
                out.append(run_of(words, begin, index))
                begin = index
                break
    out.append(run_of(words, begin, run.end))
    return out


def _meant(run: Run, over: list[int], edges: Sequence[tuple[float, float]]) -> list[int]:
    """Return the columns that a run covers on purpose: it is centred over them, or it overflows from one."""
    first, last = edges[over[0]], edges[over[-1]]
    middle = (run.left + run.right) / 2
    centred = abs(middle - (first[0] + last[1]) / 2)
    if abs(run.left - first[0]) < 2.5 and centred > 2.5:
        return over[:1]
    if abs(run.right - last[1]) < 2.5 and centred > 2.5:
        return over[-1:]
    return over


def _numeric(texts: Texts, run: Run) -> bool:
    return bool(_NUMBER.match(texts.of(run)))


def _heads(texts: Texts, rows: Sequence[tuple[Row, list[tuple[int, int, Run]]]], edges: Sequence[object]) -> int:
    """Return how many lines at the top belong to the header."""
    for number, (above, below) in enumerate(pairwise(rows[:6]), 1):
        ruled = _ruled(texts, above[0], below[0])
        if ruled:
            return number
        if any(_numeric(texts, run) for _, _, run in below[1]):
            break
    heads = 1
    while heads < min(5, len(rows) - 1):
        cells = rows[heads][1]
        top = rows[heads - 1][1]
        if any(_numeric(texts, run) for _, _, run in cells):
            break
        spans = any(covers > 1 for _, covers, _ in top)
        under = len(top) < len(cells) and {column for column, _, _ in top} != {0}
        fills = cells[0][0] > 0 and len(cells) < len(edges)
        if not (spans or fills or (under and top[0][0] > 0)):
            break
        heads += 1
    return heads


def _spread(
    upper: list[tuple[int, int, Run]], lower: Sequence[tuple[int, int, Run]], edges: Sequence[tuple[float, float]]
) -> None:
    """Let header cells cover the columns that have a cell below and stand nearest to them."""
    under = [column for column, _, _ in lower]
    if len(upper) >= len(edges) or not under:
        return
    alone = {column for column, covers, _ in upper if covers == 1 and column not in under}
    spread = [at for at, (column, _, _) in enumerate(upper) if column not in alone]
    if not spread:
        return
    own: dict[int, list[int]] = {}
    for column in under:
        middle = sum(edges[column]) / 2
        near = min(spread, key=lambda at: abs((upper[at][2].left + upper[at][2].right) / 2 - middle))
        own.setdefault(near, []).append(column)
    for at, columns in own.items():
        upper[at] = (min(columns), max(columns) - min(columns) + 1, upper[at][2])


def _ruled(texts: Texts, above: Row, below: Row) -> bool:
    """Return whether a rule stands between two rows, over most of their width."""
    high = min(run.bottom for run in above) + 4
    low = max(run.top for run in below) - 4
    left = min(run.left for run in [*above, *below])
    right = max(run.right for run in [*above, *below])
    middle_high = min((run.bottom + run.top) / 2 for run in above)
    middle_low = max((run.bottom + run.top) / 2 for run in below)
    covered = 0.0
    for begin, end, y in texts.across:
        if low <= y <= high and middle_low < y < middle_high:
            covered += max(0.0, min(end, right) - max(begin, left))
    return covered > 0.7 * (right - left)


def _grouped(
    texts: Texts,
    rows: Sequence[tuple[Row, list[tuple[int, int, Run]]]],
    heads: int,
    edges: Sequence[object],
) -> list[list[Cell]]:
    """Return rows of cells; lines that go on with the cells above are added to them."""
    steps = [0.0, *(_middle(above[0]) - _middle(below[0]) for above, below in pairwise(rows))]
    full = [len(cells) >= max(2, len(edges) - 1) for _, cells in rows]
    tight = 1.15 * min(steps[max(1, heads) :], default=0.0)
    close = {at for at in range(1, len(rows)) if steps[at] <= tight and steps[at] < 1.3 * texts.height}
    # Lines of one cell stand closer than rows do, unless rows with all their cells stand as close.
    loose = len(close) < len(rows) - 1 and not any(full[at] for at in close if at > heads)
    rules = [at for at in range(1, len(rows)) if _ruled(texts, rows[at - 1][0], rows[at][0])]
    groups = [sum(full[begin:end]) for begin, end in pairwise([0, *rules, len(rows)])]
    by_rules = len(rules) >= 2 and max(groups) <= 1
    out: list[list[Cell]] = []
    for at, (_, cells) in enumerate(rows):
        if at == 0:
            goes_on = False
        elif at < heads:
            goes_on = all(covers == 1 for _, covers, _ in rows[at - 1][1]) and at in close and loose
        elif at == heads:
            goes_on = False
        elif by_rules:
            goes_on = at not in rules
        else:
            goes_on = _goes_on(texts, out[-1], cells, loose=loose and at in close)
        if goes_on:
            _add(out[-1], cells)
        else:
            out.append([Cell(column, covers, tuple(range(run.first, run.end))) for column, covers, run in cells])
    return [_united(row) for row in out]


def _goes_on(texts: Texts, above: Sequence[Cell], cells: Sequence[tuple[int, int, Run]], *, loose: bool) -> bool:
    taken = {cell.column: cell for cell in above}
    if any(column not in taken for column, _, _ in cells):
        return False
    if loose and len(cells) < len(above):
        return not any(_numeric(texts, run) and column > 0 for column, _, run in cells)
    if len(cells) >= len(above) and len(cells) > 1:
        return False
    flows = [texts.of(run)[:1].islower() or texts.said(taken[column].words).endswith(("-", ",", "&", " and", " of"))
             for column, _, run in cells]  # fmt: skip
    return all(flows)


def _middle(row: Row) -> float:
    return max((run.bottom + run.top) / 2 for run in row)


def _add(row: list[Cell], cells: Sequence[tuple[int, int, Run]]) -> None:
    for column, covers, run in cells:
        row.append(Cell(column, covers, tuple(range(run.first, run.end))))


def _united(row: Sequence[Cell]) -> list[Cell]:
    """Return the row's cells by column, the words of one cell together."""
    out: dict[int, Cell] = {}
    for cell in row:
        old = out.get(cell.column)
        out[cell.column] = (
            cell if old is None else Cell(cell.column, max(old.covers, cell.covers), old.words + cell.words)
        )
    return [out[column] for column in sorted(out)]
