"""Header rows by their words alone: whether a row names columns, how many rows do, and the path above each column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from thence.read.dates import iso_date

__all__ = [
    "are_units",
    "header_rows",
    "hold_others",
    "is_header",
    "is_value",
    "name_of",
    "paths_of",
    "shows_values",
    "stacked",
]

_NUMBER = re.compile(r"[-+(]?\s*(?:[A-Z]{3}|[$€£¥])?\s*\d[\d,.' \u00a0]*\s*(?:%|[A-Z]{3}|[$€£¥])?\)?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_PLAIN = (
    r"(?:[hkmcdµμnMG]?(?:g|m|l|s|Wh?|V|A|Hz|Pa|bar|mol|B|J|N)|[kc]?m[²³23]|t|to|h|hrs?|min|sec|d|days?|years?|pcs|pc|units?|"
    r"°[CF]?|K|mi|ft|in|lbs?|oz|kn|mmHg|ppm|IU|IE|px)"
)
_UNIT = re.compile(
    rf"(?i)[\[(]?(?:in )?(?:[A-Z]{{3}}|[€$£¥%‰]|{_PLAIN}(?:/{_PLAIN})?|rpm|mph|"
    r"(?:'000|thousand|million|mn|m|bn)?\s?(?:EUR|USD|GBP|CHF|€|\$|£)(?: ?(?:'000|mn?|bn|k))?|"
    r"d{1,2}[./-]m{1,2}[./-]y{2,4}|y{4}-m{2}-d{2}|m{1,2}[./-]d{1,2}[./-]y{2,4})[\])]?"
)
_LONGEST = 80
_MOST = 4
"""Rows of a header."""


def header_rows(sample: Sequence[Sequence[str]]) -> int:
    """Return how many of the first rows are headers: none, one, or several.   sample: the words of cells, folded."""
    if not sample:
        return 0
    if several := stacked(sample):
        return several
    if not is_header(sample[0], sample[1:]):
        return 0
    if len(sample) > 2 and are_units(sample[1]) and _measure(sample[1], sample[2:]):
        return 2
    return 1


def stacked(sample: Sequence[Sequence[str]]) -> int:
    """Return how many of the first rows name the columns together, each grouping those of the row below; 0 for none.

    A group is a name that repeats over neighbouring columns or has empty cells behind it. Two rows of words are so by
    their form alone where the lower one repeats its names and only both together tell all columns apart; else the
    rows below must show values under them. A row of units below them is counted too.
    """
    for count in range(min(_MOST, len(sample) - 1), 1, -1):
        rows, below = sample[:count], sample[count:]
        if not _group(rows):
            continue
        lowest = [row[-1] if row else "" for row in paths_of(rows, full=True)]
        if any(_stands_below(row, below) for row in rows):
            continue
        repeats = len({name.casefold() for name in lowest if name}) < len([name for name in lowest if name])
        told = _tell_apart(rows) and (repeats or _fills_groups(rows))
        if told or shows_values(lowest, below):
            with_units = len(below) > 1 and are_units(below[0]) and _measure(below[0], below[1:])
            return count + with_units
    return 0


def _group(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether each of some rows but the last groups columns of the next one."""
    width = max(len(row) for row in rows)
    if any(_is_no_name(cell) for row in rows for cell in row if cell):
        return False
    if any(not any(_cell(row, column) for row in rows) for column in range(1, width)):
        return False
    for above, below in pairwise(rows):
        if sum(1 for cell in above if cell) < 2 or not any(below):
            return False
        groups = 0
        held, size = "", 0
        for column in range(width + 1):
            name, under = _cell(above, column), _cell(below, column)
            if column < width and (not name or name == held) and held and under and under != held:
                size += 1
                continue
            groups += size > 1
            held = name if under and under != name else ""
            size = 1 if held else 0
        if not groups:
            return False
    return True


def _fills_groups(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether each lower row has names under the groups of the one above it and nowhere else."""
    for above, below in pairwise(rows):
        if _cell(below, 0) or not _cell(above, 0):
            return False
        for column in range(1, max(len(above), len(below))):
            name, before, behind = (_cell(above, at) for at in (column, column - 1, column + 1))
            grouped = not name or name in (before, behind) or (not behind and _cell(below, column + 1))
            if bool(_cell(below, column)) != bool(grouped):
                return False
    return True


def _is_no_name(cell: str) -> bool:
    return len(cell) > _LONGEST or (is_value(cell) and not _YEAR.fullmatch(cell))


def _cell(row: Sequence[str], column: int) -> str:
    return row[column] if column < len(row) else ""


def _tell_apart(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether no two columns have the same path."""
    paths = [tuple(word.casefold() for word in path) for path in paths_of(rows)]
    return len(set(paths)) == len(paths)


def _stands_below(row: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Return whether a name stands among the cells below it."""
    return any(name and any(_cell(each, column) == name for each in below) for column, name in enumerate(row))


def paths_of(rows: Sequence[Sequence[str]], *, full: bool = False, carried: bool = True) -> list[tuple[str, ...]]:
    """Return the distinct names above each column, from top to bottom.

    carried: a name holds for the empty cells behind it as long as the row below has names there.   full: a column has
    a name for each row, empty where it has none.
    """
    width = max((len(row) for row in rows), default=0)
    held = [""] * len(rows)
    paths: list[tuple[str, ...]] = []
    for column in range(width):
        cells = [_cell(row, column) for row in rows]
        for level in range(len(rows) - 1):
            if cells[level]:
                # A name over several columns ends where its own or the level above begins another.
                held[level:] = [cells[level], *[""] * (len(rows) - level - 1)]
            elif carried and any(cells[level + 1 :]):
                cells[level] = held[level]
            if not any(word and word != cells[level] for word in cells[level + 1 :]):
                held[level] = ""  # its cell reaches down over all that is below
        said = tuple(dict.fromkeys(word for word in cells if word))
        paths.append((*("",) * (len(rows) - len(said)), *said) if full else said)
    return paths


def name_of(path: Sequence[str], unit: str = "") -> str:
    """Return a column's name: the words of its path, and the unit behind them."""
    said = " ".join(path)
    return f"{said} ({unit.strip('()[]')})" if said and unit else said or unit


def are_units(row: Sequence[str]) -> bool:
    """Return whether all cells of a row are units of measurement or ways of writing dates."""
    filled = [cell for cell in row if cell and cell != "-"]
    return bool(filled) and all(_UNIT.fullmatch(cell) and not is_value(cell) for cell in filled)


def _measure(units: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Return whether more values than words stand below each unit."""
    for column, unit in enumerate(units):
        cells = [row[column] for row in below if column < len(row) and row[column]]
        if unit and unit != "-" and 2 * sum(map(is_value, cells)) <= len(cells):
            return False
    return True


def is_header(first: Sequence[str], rows: Sequence[Sequence[str]], *, strict: bool = False) -> bool:
    """Return whether a row names columns: words, no values like those below it.

    strict: it must be seen from the rows below, whose cells are values where the header's are words.
    """
    filled = [cell for cell in first if cell]
    if not filled or any(len(cell) > _LONGEST for cell in filled):
        return False
    below = [row for row in rows if list(row) != list(first)]
    shows = shows_values(first, below)
    if any(is_value(cell) and not (_YEAR.fullmatch(cell) and shows) for cell in filled):
        return False
    if len({cell.casefold() for cell in filled}) < len(filled) and not shows:
        return False
    if not rows:
        return len(first) > 1
    return not _stands_below(first, below) and (shows or not strict)


def shows_values(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Return whether some column is of words at the top and of values below; years at the top are of no other year."""
    found = False
    for column, name in enumerate(first):
        cells = [row[column] for row in below if column < len(row) and row[column]]
        if name and _YEAR.fullmatch(name):
            if any(_YEAR.fullmatch(cell) for cell in cells):
                return False
            found = found or bool(cells and all(is_value(cell) for cell in cells))
        elif name and not is_value(name) and cells and all(is_value(cell) for cell in cells):
            found = True
    return found


def hold_others(above: Sequence[Sequence[str]], below: Sequence[Sequence[str]]) -> bool:
    """Return whether some column holds values in some rows and words alone in others, or the other way round."""
    for column in range(max((len(row) for row in above), default=0)):
        upper = [is_value(row[column]) for row in above if column < len(row) and row[column]]
        lower = [is_value(row[column]) for row in below if column < len(row) and row[column]]
        if len(upper) > 1 and len(lower) > 1 and len({*upper}) == len({*lower}) == 1 and upper[0] != lower[0]:
            return True
    return False


def is_value(cell: str) -> bool:
    """Return whether words are a number, a sum, a date or an address, and no name."""
    return bool(_NUMBER.fullmatch(cell)) or iso_date(cell, day_first=True) is not None or "@" in cell
