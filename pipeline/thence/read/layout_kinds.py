"""What a stretch with gutters is: columns of prose, a table, or lines with wide gaps."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from thence.read.layout import Run, Texts, rows_of
from thence.read.layout_bands import Band, Gutters, Row, column_of, columns_of

__all__ = ["are_marks", "are_wide_blanks", "is_item", "is_prose", "kind_of", "without_keys"]

_MARKER = re.compile(r"(?:\(?[\dA-Za-z]{1,3}[.)]|\d{1,3}(?:\.\d{1,3})*\.?|[-•*–‣◦▪➢→✓❖□☒§])$")
_NUMERIC = re.compile(r"[-+(]?[€$£]?\s?\d[\d.,'’\s/:%-]*\)?%?(?:\s?[A-Z€$£]{1,4})?$")
_ENDS = (".", ":", "!", "?", ";")


def kind_of(texts: Texts, band: Band, columns: list[list[Run]]) -> str:
    """Return "columns", "table" or "lines"."""
    prose = [is_prose(texts, column) for column in columns]
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


def are_wide_blanks(texts: Texts, rows: Sequence[Row]) -> bool:
    """Return whether a few rows of a column of prose are lines of wide blanks: they hold words alone."""
    return len(rows) <= 4 and not any(_NUMERIC.match(texts.of(run)) for row in rows for run in row)


def is_item(texts: Texts, row: Row) -> bool:
    """Return whether a row is an item of a list: its mark and words right behind it."""
    return (
        len(row) == 2 and row[1].left - row[0].right < 3 * texts.height and _MARKER.match(texts.of(row[0])) is not None
    )


def are_marks(texts: Texts, band: Band) -> bool:
    """Return whether one gutter only parts list marks, or keys with a colon, from their words."""
    if len(band.gutters) != 1:
        return False
    first = [row[0] for row in band.rows if column_of(row[0], band.gutters) == 0]
    said = [texts.of(run) for run in first]
    if not said:
        return False
    marks = sum(bool(_MARKER.match(words)) for words in said)
    keys = sum(words.endswith(":") for words in said)
    return max(marks, keys) > 0.6 * len(said)


def without_keys(texts: Texts, band: Band) -> Gutters:
    """Return the gutters that part more than keys with a colon from their values.

    A first column of such keys beside several columns is a table's.
    """
    keyed = []
    for column in range(len(band.gutters)):
        said = [texts.of(run) for row in band.rows for run in row if column_of(run, band.gutters) == column]
        keys = sum(words.endswith(":") for words in said)
        if keys > 1 and keys > 0.6 * len(said):
            keyed.append(column)
    if len(band.gutters) < 2 or keyed == [0]:
        return band.gutters
    return [gutter for column, gutter in enumerate(band.gutters) if column not in keyed]


def is_prose(texts: Texts, column: Sequence[Run]) -> bool:
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


def _holes(band: Band) -> float:
    """Return the share of rows that leave a column empty between its first and last line; of the emptiest column."""
    most = 0.0
    for column in range(len(band.gutters) + 1):
        has = [any(column_of(run, band.gutters) == column for run in row) for row in band.rows]
        if True in has:
            inner = has[has.index(True) : len(has) - has[::-1].index(True)]
            most = max(most, inner.count(False) / len(inner))
    return most


def _beside(band: Band) -> float:
    """Return the share of the shortest column's lines that stand on one height with words of another."""
    columns = columns_of(band)
    middles = [[(run.bottom + run.top) / 2 for run in column] for column in columns]
    least = min(range(len(columns)), key=lambda at: len(columns[at]))
    others = sorted(middle for at, own in enumerate(middles) if at != least for middle in own)
    met = 0
    for middle in middles[least]:
        at = bisect_left(others, middle - 1.5)
        met += at < len(others) and others[at] < middle + 1.5
    return met / len(middles[least])
