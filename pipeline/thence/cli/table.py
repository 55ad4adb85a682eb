"""Aligned columns for people."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Collection, Sequence

__all__ = ["cells_of", "counted", "table"]

_GAP = "  "
_LEAST = 10


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun.

    >>> counted(1, "file"), counted(6477, "quad"), counted(2, "copy", "copies")
    ('1 file', '6,477 quads', '2 copies')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def table(
    head: Sequence[str], rows: Sequence[Sequence[str]], *, width: int | None = None, right: Collection[int] = ()
) -> list[str]:
    """Return lines of aligned columns under a ruled head.

    width: columns to fit in by wrapping the widest cells; None for as wide as it gets.   right: columns of numbers.
    Where there are no columns (``SELECT * {}``), one line says how many rows there are.
    """
    if not head:
        return [counted(len(rows), "answer") + " without variables"]
    natural = [max([cells_of(name), *(cells_of(row[at]) for row in rows)]) for at, name in enumerate(head)]
    widths = natural if width is None else _fitted(natural, width - len(_GAP) * (len(head) - 1))
    lines = _row(head, widths, right)
    lines.append(_GAP.join("─" * each for each in widths).rstrip())
    for row in rows:
        lines += _row(row, widths, right)
    return lines


def _fitted(natural: Sequence[int], room: int) -> list[int]:
    """Return widths that come to ``room``, taken from the widest columns first."""
    widths = list(natural)
    while sum(widths) > room:
        widest = max(range(len(widths)), key=widths.__getitem__)
        if widths[widest] <= _LEAST:
            break
        second = max([_LEAST, *(each for each in widths if each < widths[widest])])
        widths[widest] = max(second, widths[widest] - (sum(widths) - room))
    return widths


def _row(cells: Sequence[str], widths: Sequence[int], right: Collection[int]) -> list[str]:
    columns = [_wrapped(cell, width) for cell, width in zip(cells, widths, strict=True)]
    lines = []
    for number in range(max(map(len, columns))):
        parts = []
        for at, (column, width) in enumerate(zip(columns, widths, strict=True)):
            text = column[number] if number < len(column) else ""
            padding = " " * (width - cells_of(text))
            parts.append(padding + text if at in right else text + padding)
        lines.append(_GAP.join(parts).rstrip())
    return lines


def _wrapped(cell: str, width: int) -> list[str]:
    if cells_of(cell) <= width:
        return [cell]
    return textwrap.wrap(cell, max(width, 1), break_on_hyphens=False) or [""]


def cells_of(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )
