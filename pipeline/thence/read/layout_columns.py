"""Which parts of a page are read one after the other: columns side by side, tables, and what stands above and below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from thence.read.layout import Run, Table, Texts, rows_of
from thence.read.layout_bands import Band, Row, bands_of, column_of, columns_of, gutters_of, sides
from thence.read.layout_between import parted, sides_of
from thence.read.layout_grid import grids_of
from thence.read.layout_kinds import are_marks, are_wide_blanks, is_prose, kind_of, without_keys
from thence.read.layout_tables import table_of

__all__ = ["Part", "parts_of"]

_DEEPEST = 6
_GUTTER = 0.5


@dataclass(slots=True)
class Part:
    """A stretch that is read as a whole: lines between two edges, each of runs from left to right; or a table."""

    lines: list[Row]
    left: float
    right: float
    table: Table | None = None


def parts_of(texts: Texts, runs: Sequence[Run]) -> list[Part]:
    """Return what is read one after the other.   runs: of the page, in any order."""
    if len(texts.across) < 3 or len(texts.down) < 3:
        return _parts(texts, runs, (), 0)
    tables, rest = grids_of(texts, runs)
    # A table takes part in the layout as a run of no words.
    stands = [Run(-1 - at, -1 - at, *table.box) for at, table in enumerate(tables)]
    return _parts(texts, [*rest, *stands], tables, 0)


def _parts(texts: Texts, runs: Sequence[Run], tables: Sequence[Table], depth: int) -> list[Part]:
    if not runs:
        return []
    if _descends(runs):
        return _lines([[run] for run in runs], tables)
    rows = rows_of(runs)
    if depth >= _DEEPEST or all(len(row) == 1 for row in rows):
        return _lines(rows, tables)
    out: list[Part] = []
    prose = depth > 0 and is_prose(texts, runs)
    for band in bands_of(texts, rows):
        if not band.gutters:
            out += _lines(band.rows, tables)
            continue
        for piece in [band] if _is_table(texts, band) else _pieces(texts, band):
            out += _read(texts, piece, tables, depth, prose=prose)
    return _joined(out)


def _descends(runs: Sequence[Run]) -> bool:
    """Return whether each run stands below the one before."""
    return all(below.top - above.bottom < 0.4 * (above.top - above.bottom) and below.top < above.top
               for above, below in pairwise(runs))  # fmt: skip


def _lines(rows: list[Row], tables: Sequence[Table]) -> list[Part]:
    """Return rows as plain lines; ruled tables among them stand on their own."""
    out: list[Part] = []
    held: list[Row] = []
    for row in [*rows, []]:
        stands = [run for run in row if run.first < 0]
        own = [run for run in row if run.first >= 0]
        if own:
            held.append(own)
        if held and (stands or not row):
            edges = min(run.left for line in held for run in line), max(run.right for line in held for run in line)
            out.append(Part(held, *edges))
            held = []
        out += [Part([], run.left, run.right, tables[-1 - run.first]) for run in stands]
    return out


def _joined(parts: list[Part]) -> list[Part]:
    """Join neighbours that are one stretch of plain lines."""
    out: list[Part] = []
    for part in parts:
        above = out[-1] if out else None
        if above and above.table is None and part.table is None and _one_column(above, part):
            out[-1] = Part(above.lines + part.lines, min(above.left, part.left), max(above.right, part.right))
        else:
            out.append(part)
    return out


def _one_column(above: Part, below: Part) -> bool:
    """Return whether a stretch goes on below another."""
    last, first = above.lines[-1][0], below.lines[0][0]
    if first.top > last.top:
        return False
    shared = min(above.right, below.right) - max(above.left, below.left)
    widest = max(above.right - above.left, below.right - below.left)
    return shared > 0.85 * widest or (len(above.lines) == 1 and above.right < below.right + 5)


def _pieces(texts: Texts, band: Band) -> list[Band]:
    """Part a band where a table stands between stretches of columns, whose gutter it happens to share."""
    if len(band.rows) < 6:
        return [band]
    strips: list[list[Row]] = []
    for row in band.rows:
        if strips and min(run.bottom for run in strips[-1][-1]) - max(run.top for run in row) < 0.55 * texts.height:
            strips[-1].append(row)
        else:
            strips.append([row])
    if len(strips) < 2:
        return [band]
    least = _GUTTER * texts.height
    out: list[Band] = []
    many = (at for at, strip in enumerate(strips) if any(sides(row, band.gutters) > 1 for row in strip))
    last = max(many, default=-1)
    for at, strip in enumerate(strips):
        own = gutters_of(strip, least)
        piece = Band(strip, own)
        apart = not any(len(row) > 1 for row in strip) and column_of(strip[0][0], band.gutters) == 0
        if out and apart and at < last and (not out[-1].gutters or _is_tall(texts, strip[0])):
            # A heading below all columns, and what stands under it over the page, end their stretch.
            out.append(Band(list(strip), []))
            continue
        is_table = len(own) > max(1, len(band.gutters)) and len(strip) > 2 and _is_table(texts, piece)
        if is_table:
            out.append(piece)
        elif out and out[-1].gutters is band.gutters:
            out[-1].rows += strip
        else:
            out.append(Band(list(strip), band.gutters))
    return out


def _is_tall(texts: Texts, row: Row) -> bool:
    return row[0].top - row[0].bottom > 1.12 * texts.height


def _read(texts: Texts, band: Band, tables: Sequence[Table], depth: int, *, prose: bool) -> list[Part]:
    rows, gutters = band.rows, band.gutters
    if not gutters:
        return _lines(rows, tables)
    kept = without_keys(texts, band)
    if len(kept) < len(gutters) and depth < _DEEPEST:
        held = columns_of(Band(rows, kept))
        return [part for column in held for part in _parts(texts, column, tables, depth + 1)]
    both = [row for row in rows if sides(row, gutters) > 1]
    if not both or are_marks(texts, band) or (prose and are_wide_blanks(texts, both)):
        return _lines(rows, tables)
    columns = columns_of(band)
    if len(both) < 2 and len(rows) < 3:
        return _lines(rows, tables)
    kind = kind_of(texts, band, columns)
    if kind == "table" and any(run.first < 0 for row in rows for run in row):
        kind = "columns"
    if kind == "table":
        return _tabled(texts, rows, tables, depth, prose=prose)
    if kind == "lines":
        return _lines(rows, tables)
    out: list[Part] = []
    for column in columns:
        out += _parts(texts, column, tables, depth + 1)
    return out


def _tabled(texts: Texts, rows: list[Row], tables: Sequence[Table], depth: int, *, prose: bool) -> list[Part]:
    """Return tables with the lines that stand between, right above and below them."""
    stretches = parted(texts, rows) if depth < _DEEPEST else [("table", rows)]
    again = any(kind == "apart" for kind, _ in stretches)
    out: list[Part] = []
    for kind, own in stretches:
        sides = sides_of(texts, own) if kind != "between" and texts.across and depth < _DEEPEST else [own]
        if kind == "between":
            out += _lines(own, tables)
        elif again or len(sides) > 1:
            for side in sides:
                band = Band(side, gutters_of(side, _GUTTER * texts.height))
                out += _read(texts, band, tables, depth + 1, prose=prose)
        else:
            out += _one_table(texts, own, tables)
    return out


def _one_table(texts: Texts, rows: list[Row], tables: Sequence[Table]) -> list[Part]:
    begin, end = 0, len(rows)
    first = min(run.left for row in rows for run in row)
    while begin < end - 2 and len(rows[begin]) == 1 and rows[begin][0].left < first + texts.height:
        begin += 1
    last = max(at for at, row in enumerate(rows) if len(row) > 1 or at == begin)
    end = next((at for at in range(last + 1, end) if not _belongs(texts, rows[at - 1], rows[at])), end)
    table = table_of(texts, rows[begin:end])
    if table is None:
        return _lines(rows, tables)
    out = _lines(rows[:begin], tables) if begin else []
    out.append(Part([], table.box[0], table.box[2], table))
    return out + (_lines(rows[end:], tables) if end < len(rows) else [])


def _belongs(texts: Texts, above: Row, row: Row) -> bool:
    """Return whether the only cell of a row goes on with a cell above."""
    gap = min(run.bottom for run in above) - row[0].top
    over = [run for run in above if run.left < row[0].right and row[0].left < run.right]
    return gap < 0.35 * texts.height and bool(over) and abs(over[0].left - row[0].left) < 3


def _is_table(texts: Texts, band: Band) -> bool:
    return kind_of(texts, band, columns_of(band)) == "table"
