"""Places in a sheet: references such as B7 and A1:C3 as numbers, and back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["MOST_COLUMNS", "MOST_ROWS", "Merge", "letters", "place_of", "range_of"]

_PLACE = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")
_RANGE = re.compile(r"([^:!]+)(?::([^:!]+))?$")
MOST_ROWS = 1_048_576
MOST_COLUMNS = 16_384


@dataclass(frozen=True, slots=True)
class Merge:
    """Merged cells: from the first to the last row and column."""

    top: int
    left: int
    bottom: int
    right: int


def place_of(reference: str) -> tuple[int, int] | None:
    """Return row and column, from 1, of a reference; None for what is none, or lies beyond any sheet.

    >>> place_of("B7"), place_of("$AA$10"), place_of("XYZ1")
    ((7, 2), (10, 27), None)
    """
    match = _PLACE.fullmatch(reference)
    if match is None:
        return None
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - 64
    row = int(match[2])
    return (row, column) if 0 < row <= MOST_ROWS and column <= MOST_COLUMNS else None


def range_of(reference: str) -> Merge | None:
    """Return the cells of a reference such as ``A1:C3``."""
    match = _RANGE.match(reference.strip())
    first = place_of(match[1]) if match else None
    last = place_of(match[2] or match[1]) if match else None
    if first is None or last is None:
        return None
    return Merge(min(first[0], last[0]), min(first[1], last[1]), max(first[0], last[0]), max(first[1], last[1]))


@lru_cache(maxsize=MOST_COLUMNS)
def letters(column: int) -> str:
    """Return a column's name.

    >>> letters(3), letters(28)
    ('C', 'AB')
    """
    said = ""
    while column:
        column, rest = divmod(column - 1, 26)
        said = chr(65 + rest) + said
    return said
