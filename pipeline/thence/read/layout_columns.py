"""Which parts of a page are read one after the other: columns side by side, tables, and what stands above and below."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from thence.read.layout import Run, Table, Texts, ends_of, rows_of
from thence.read.layout_grid import grids_of
from thence.read.layout_tables import table_of

__all__ = ["Part", "parts_of"]

_DEEPEST = 6
_MOST_CELLS = 80
"""Runs of a row that may part columns; more of them are a drawing."""
_GUTTER = 0.5
"""The least width of a gutter, as many times the type's height."""
_MARKER = re.compile(r"(?:\(?[\dA-Za-z]{1,3}[.)]|\d{1,3}(?:\.\d{1,3})*\.?|[-•*–‣◦▪➢→✓❖□☒§])$")
_NUMERIC = re.compile(r"[-+(]?[€$£]?\s?\d[\d.,'’\s/:%-]*\)?%?(?:\s?[A-Z€$£]{1,4})?$")
_ENDS = (".", ":", "!", "?", ";")

Row = list[Run]
Gutters = list[tuple[float, float]]


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
    prose = depth > 0 and _is_prose(texts, runs)
    for band in _bands(texts, rows):
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


@dataclass(slots=True)
class _Band:
    """Rows with the same gutters between their runs."""

    rows: list[Row]
    gutters: Gutters


def _bands(texts: Texts, rows: list[Row]) -> list[_Band]:
    out: list[_Band] = []
    for row in rows:
        least = _GUTTER * texts.height
        gaps = _gaps(row, least)
        band = out[-1] if out else None
        if band is None or (not band.gutters and gaps):
            out.append(_Band([row], gaps))
            continue
        if not band.gutters:
            band.rows.append(row)
            continue
        left = _without(band.gutters, row, least)
        # A line that lies across a gutter which rows above have shown ends their stretch.
        across = len(row) == 1 and len(left) < len(band.gutters) and _shown(band) > 1
        if left and not across and _near(band.rows[-1], row, texts):
            band.gutters = left
            band.rows.append(row)
        else:
            out.append(_Band([row], gaps))
    for index, band in enumerate(out):
        if band.gutters:
            _give_back(texts, out, index)
    for index in range(len(out) - 1, 0, -1):
        if out[index].gutters and not out[index - 1].gutters:
            _take_above(texts, out[index - 1], out[index])
    return [band for band in out if band.rows]


def _shown(band: _Band) -> int:
    """Return how many rows have words in more than one column."""
    return sum(len(row) > 1 and _sides(row, band.gutters) > 1 for row in band.rows)


def _near(above: Row, row: Row, texts: Texts) -> bool:
    return min(run.bottom for run in above) - max(run.top for run in row) < 12 * texts.height


def _gaps(row: Row, least: float) -> Gutters:
    """Return the gaps of a row; a run that lies under its neighbour ends where that begins."""
    if len(row) > _MOST_CELLS:
        return []
    ends = ends_of(row, least)
    return [(end, after.left) for end, after in zip(ends, row[1:], strict=False) if after.left - end >= least]


def _without(gutters: Gutters, row: Row, least: float) -> Gutters:
    """Return what a row leaves free of gutters."""
    covered = [(run.left, end) for run, end in zip(row, ends_of(row, least), strict=True)]
    out: Gutters = []
    for begin, end in gutters:
        at = begin
        for left, right in covered:
            if right <= at or left >= end:
                continue
            if left - at >= least:
                out.append((at, left))
            at = max(at, right)
        if end - at >= least:
            out.append((at, end))
    return out


def _sides(row: Row, gutters: Gutters) -> int:
    """Return how many columns a row has words in."""
    return len({_column(run, gutters) for run in row})


def _column(run: Run, gutters: Gutters) -> int:
    middle = min((run.left + run.right) / 2, run.left + 20)
    return sum(begin + (end - begin) / 2 <= middle for begin, end in gutters)


def _give_back(texts: Texts, bands: list[_Band], index: int) -> None:
    """Give rows at a band's end that stand apart, like a heading above what follows, to the band below."""
    band = bands[index]
    last = max((at for at, row in enumerate(band.rows) if _sides(row, band.gutters) > 1), default=len(band.rows) - 1)
    if index + 1 >= len(bands) or last == len(band.rows) - 1:
        return
    cut = None
    for at in range(last + 1, len(band.rows)):
        above, row = band.rows[at - 1], band.rows[at]
        gap = min(run.bottom for run in above) - max(run.top for run in row)
        tall = row[0].top - row[0].bottom
        if gap > 0.6 * texts.height or abs(tall - (above[0].top - above[0].bottom)) > 0.12 * texts.height:
            cut = at
    if cut is not None and len(band.rows) - cut <= 3:
        below = bands[index + 1]
        given = band.rows[cut:]
        band.rows = band.rows[:cut]
        if below.gutters:
            bands.insert(index + 1, _Band(given, []))
        else:
            below.rows = given + below.rows


def _take_above(texts: Texts, above: _Band, band: _Band) -> None:
    """Take the rows above that belong to one of the band's columns, down to a gap between paragraphs."""
    least = _GUTTER * texts.height
    gutters = band.gutters
    at = len(above.rows)
    while at:
        left = _without(gutters, above.rows[at - 1], least)
        below = above.rows[at] if at < len(above.rows) else band.rows[0]
        gap = min(run.bottom for run in above.rows[at - 1]) - max(run.top for run in below)
        if len(left) < len(gutters) or gap > 3 * texts.height:
            break
        gutters = left
        at -= 1
    # Whole paragraphs only: the last line of one that is as wide as the page stays with it.
    while 0 < at < len(above.rows):
        gap = min(run.bottom for run in above.rows[at - 1]) - max(run.top for run in above.rows[at])
        tall = above.rows[at][0].top - above.rows[at][0].bottom
        if gap > 0.5 * texts.height or abs(tall - (above.rows[at - 1][0].top - above.rows[at - 1][0].bottom)) > 1:
            break
        at += 1
    if at < len(above.rows) and (at or len(band.rows) > 2):
        band.rows = above.rows[at:] + band.rows
        band.gutters = _without_all(gutters, above.rows[at:], least)
        above.rows = above.rows[:at]


def _without_all(gutters: Gutters, rows: list[Row], least: float) -> Gutters:
    for row in rows:
        gutters = _without(gutters, row, least)
    return gutters


def _pieces(texts: Texts, band: _Band) -> list[_Band]:
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
    out: list[_Band] = []
    many = (at for at, strip in enumerate(strips) if any(_sides(row, band.gutters) > 1 for row in strip))
    last = max(many, default=-1)
    for at, strip in enumerate(strips):
        own = _own_gutters(strip, least)
        piece = _Band(strip, own)
        apart = not any(len(row) > 1 for row in strip) and _column(strip[0][0], band.gutters) == 0
        if out and apart and at < last and (not out[-1].gutters or _is_tall(texts, strip[0])):
            # A heading below all columns, and what stands under it over the page, end their stretch.
            out.append(_Band(list(strip), []))
            continue
        is_table = len(own) > max(1, len(band.gutters)) and len(strip) > 2 and _is_table(texts, piece)
        if is_table:
            out.append(piece)
        elif out and out[-1].gutters is band.gutters:
            out[-1].rows += strip
        else:
            out.append(_Band(list(strip), band.gutters))
    return out


def _is_tall(texts: Texts, row: Row) -> bool:
    return row[0].top - row[0].bottom > 1.12 * texts.height


def _own_gutters(rows: list[Row], least: float) -> Gutters:
    spans = sorted((run.left, end) for row in rows for run, end in zip(row, ends_of(row, least), strict=True))
    out: Gutters = []
    edge = spans[0][1]
    for left, right in spans:
        if left - edge >= least:
            out.append((edge, left))
        edge = max(edge, right)
    return out


def _read(texts: Texts, band: _Band, tables: Sequence[Table], depth: int, *, prose: bool) -> list[Part]:
    rows, gutters = band.rows, band.gutters
    if not gutters:
        return _lines(rows, tables)
    both = [row for row in rows if _sides(row, gutters) > 1]
    if not both or _marks_only(texts, band) or (prose and _wide_blanks(texts, both)):
        return _lines(rows, tables)
    columns = _split(band)
    if len(both) < 2 and len(rows) < 3:
        return _lines(rows, tables)
    kind = _kind(texts, band, columns)
    if kind == "table" and any(run.first < 0 for row in rows for run in row):
        kind = "columns"
    if kind == "table":
        return _tabled(texts, rows, tables)
    if kind == "lines":
        return _lines(rows, tables)
    out: list[Part] = []
    for column in columns:
        out += _parts(texts, column, tables, depth + 1)
    return out


def _tabled(texts: Texts, rows: list[Row], tables: Sequence[Table]) -> list[Part]:
    """Return a table with the lines that stand right above and below it."""
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


def _split(band: _Band) -> list[list[Run]]:
    columns: list[list[Run]] = [[] for _ in range(len(band.gutters) + 1)]
    for row in band.rows:
        for run in row:
            columns[_column(run, band.gutters)].append(run)
    return [column for column in columns if column]


def _wide_blanks(texts: Texts, rows: Sequence[Row]) -> bool:
    """Return whether a few rows of a column of prose are lines of wide blanks: they hold words alone."""
    return len(rows) <= 4 and not any(_NUMERIC.match(texts.of(run)) for row in rows for run in row)


def _marks_only(texts: Texts, band: _Band) -> bool:
    """Return whether one gutter only parts list marks, or keys with a colon, from their words."""
    if len(band.gutters) != 1:
        return False
    first = [row[0] for row in band.rows if _column(row[0], band.gutters) == 0]
    said = [texts.of(run) for run in first]
    if not said:
        return False
    marks = sum(bool(_MARKER.match(words)) for words in said)
    keys = sum(words.endswith(":") for words in said)
    return max(marks, keys) > 0.6 * len(said)


def _is_table(texts: Texts, band: _Band) -> bool:
    return _kind(texts, band, _split(band)) == "table"


def _kind(texts: Texts, band: _Band, columns: list[list[Run]]) -> str:
    """Return "columns", "table" or "lines"."""
    prose = [_is_prose(texts, column) for column in columns]
    if len(columns) < 2:
        return "lines"
    beside = _beside(band)
    cells = [_is_cells(texts, column) for column in columns]
    if beside > 0.9 and (len(columns) > 2 or any(cells)) and _holes(band) > 0.3:
        return "table"
    if sum(prose) >= 2 and not (len(columns) > 2 and any(cells) and beside > 0.8 and len(band.rows) > 3):
        return "columns"
    if sum(prose) == 1 and beside < 0.6:
        return "columns"
    numeric = any(_is_numeric(texts, column) for column in columns[1:])
    rows = len(band.rows)
    if len(columns) > 2 and rows >= 2:
        return "table"
    if rows >= 2 and numeric:
        return "table"
    if rows >= 3 and beside > 0.7:
        return "table"
    return "columns" if rows >= 3 or beside < 0.5 else "lines"


def _is_prose(texts: Texts, column: Sequence[Run]) -> bool:
    """Return whether lines run on from one to the next."""
    lines = rows_of(column)
    if len(lines) < 3:
        return len(lines) > 1 and sum(run.end - run.first for run in column) > 6 * len(lines)
    left, right = min(run.left for run in column), max(run.right for run in column)
    said = [" ".join(texts.of(run) for run in line) for line in lines]
    flows = sum(_flows(above, below) for above, below in pairwise(said))
    if flows >= 0.3 * (len(lines) - 1) and flows > 1:
        full = sum(line[-1].right - left > 0.6 * (right - left) for line in lines)
        return full >= 0.4 * len(lines)
    many = sum(words.count(" ") for words in said) >= 4 * len(said)
    return many and sum(line[-1].right - left > 0.7 * (right - left) for line in lines) >= 0.6 * len(lines)


def _flows(above: str, below: str) -> bool:
    return not above.endswith(_ENDS) and below[:1].islower() and above[-1:] not in "0123456789)"


def _is_cells(texts: Texts, column: Sequence[Run]) -> bool:
    """Return whether a column holds few words a line, or numbers."""
    said = [texts.of(run) for run in column]
    short = sum(words.count(" ") < 3 for words in said)
    return len(said) > 1 and short > 0.7 * len(said) and not sum(map(_flows, said, said[1:])) > 0.4 * len(said)


def _is_numeric(texts: Texts, column: Sequence[Run]) -> bool:
    said = [texts.of(run) for run in column]
    return sum(bool(_NUMERIC.match(words)) for words in said) >= max(1, 0.5 * (len(said) - 1))


def _holes(band: _Band) -> float:
    """Return the share of rows that leave a column empty between its first and last line; of the emptiest column."""
    most = 0.0
    for column in range(len(band.gutters) + 1):
        has = [any(_column(run, band.gutters) == column for run in row) for row in band.rows]
        if True in has:
            inner = has[has.index(True) : len(has) - has[::-1].index(True)]
            most = max(most, inner.count(False) / len(inner))
    return most


def _beside(band: _Band) -> float:
    """Return the share of the shortest column's lines that stand on one height with words of another."""
    columns = _split(band)
    middles = [[(run.bottom + run.top) / 2 for run in column] for column in columns]
    least = min(range(len(columns)), key=lambda at: len(columns[at]))
    others = sorted(middle for at, own in enumerate(middles) if at != least for middle in own)
    met = 0
    for middle in middles[least]:
        at = bisect_left(others, middle - 1.5)
        met += at < len(others) and others[at] < middle + 1.5
    return met / len(middles[least])
