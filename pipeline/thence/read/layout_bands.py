"""Stretches of a page with the same gutters: where columns or cells stand side by side."""

from __future__ import annotations

from dataclasses import dataclass

from thence.read.layout import Run, Texts, ends_of

__all__ = ["Band", "Gutters", "Row", "bands_of", "column_of", "columns_of", "gutters_of", "sides"]

_MOST_CELLS = 80
"""Runs of a row that may part columns; more of them are a drawing."""
_GUTTER = 0.5
"""The least width of a gutter, as many times the type's height."""

Row = list[Run]
Gutters = list[tuple[float, float]]


@dataclass(slots=True)
class Band:
    """Rows with the same gutters between their runs."""

    rows: list[Row]
    gutters: Gutters


def bands_of(texts: Texts, rows: list[Row]) -> list[Band]:
    """Return the rows of a page or column by stretches; those without gutters are plain lines."""
    out: list[Band] = []
    for row in rows:
        least = _GUTTER * texts.height
        gaps = _gaps(row, least)
        band = out[-1] if out else None
        if band is None or (not band.gutters and gaps):
            out.append(Band([row], gaps))
            continue
        if not band.gutters:
            band.rows.append(row)
            continue
        left = _without(band.gutters, row, least)
        # A line that lies across a gutter which rows above have shown ends their stretch.
        across = len(row) == 1 and len(left) < len(band.gutters) and _shown(band) > 1
        if left and not across and _near(band.rows[-1], row, texts) and not _is_beyond(band, row):
            band.gutters = left
            band.rows.append(row)
        else:
            out.append(Band([row], gaps))
    for index, band in enumerate(out):
        if band.gutters:
            _give_back(texts, out, index)
    for index in range(len(out) - 1, 0, -1):
        if out[index].gutters and not out[index - 1].gutters:
            _take_above(texts, out[index - 1], out[index])
    return [band for band in out if band.rows]


def _shown(band: Band) -> int:
    """Return how many rows have words in more than one column."""
    return sum(len(row) > 1 and sides(row, band.gutters) > 1 for row in band.rows)


def _near(above: Row, row: Row, texts: Texts) -> bool:
    return min(run.bottom for run in above) - max(run.top for run in row) < 12 * texts.height


def _is_beyond(band: Band, row: Row) -> bool:
    """Return whether a row begins right of all that stands above it, as the top of a next column does."""
    return row[0].left > max(run.right for above in band.rows for run in above)


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


def sides(row: Row, gutters: Gutters) -> int:
    """Return how many columns a row has words in."""
    return len({column_of(run, gutters) for run in row})


def column_of(run: Run, gutters: Gutters) -> int:
    """Return the column a run begins in, from 0."""
    middle = min((run.left + run.right) / 2, run.left + 20)
    return sum(begin + (end - begin) / 2 <= middle for begin, end in gutters)


def _give_back(texts: Texts, bands: list[Band], index: int) -> None:
    """Give rows at a band's end that stand apart, like a heading above what follows, to the band below."""
    band = bands[index]
    last = max((at for at, row in enumerate(band.rows) if sides(row, band.gutters) > 1), default=len(band.rows) - 1)
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
            bands.insert(index + 1, Band(given, []))
        else:
            below.rows = given + below.rows


def _take_above(texts: Texts, above: Band, band: Band) -> None:
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


def gutters_of(rows: list[Row], least: float) -> Gutters:
    """Return what all rows leave free between their words.   least: the least width of a gutter in points."""
    spans = sorted((run.left, end) for row in rows for run, end in zip(row, ends_of(row, least), strict=True))
    if not spans:
        return []
    out: Gutters = []
    edge = spans[0][1]
    for left, right in spans:
        if left - edge >= least:
            out.append((edge, left))
        edge = max(edge, right)
    return out


def columns_of(band: Band) -> list[list[Run]]:
    """Return the runs of each column that has some, from left to right."""
    columns: list[list[Run]] = [[] for _ in range(len(band.gutters) + 1)]
    for row in band.rows:
        for run in row:
            columns[column_of(run, band.gutters)].append(run)
    return [column for column in columns if column]
