"""How a table of delimited text is written, by the evidence of its first lines."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np

from thence.read.csv_cells import Dialect, grid_of

__all__ = ["dialect_of"]

_HEAD = 65_536
_ROWS = 100
_DELIMITERS = (",", ";", "\t", "|", "^", "~")
"""From the most to the least likely."""
_UNUSUAL = frozenset("^~")
_SEP_LINE = re.compile(r'"?sep=([^\n])"?\n', re.IGNORECASE)


def dialect_of(text: str) -> Dialect:
    """Return how a table is written: the dialect under which most of the first rows have as many cells.

    A line "sep=;" at the top decides the delimiter.
    """
    start = 0
    delimiters: tuple[str, ...] = _DELIMITERS
    if match := _SEP_LINE.match(text):
        start, delimiters = match.end(), (match[1],)
    head = text[start : start + _HEAD]
    if start + len(head) < len(text):
        head = head[: head.rfind("\n") + 1] or head
    quote = _quote(head, delimiters)
    escaped = quote != "" and _escapes(head, quote)
    comment = "#" if re.search("^#", head, re.MULTILINE) else ""
    best = (0.0, 0.0, Dialect(delimiters[0], quote, escaped, comment, start))
    for delimiter in delimiters:
        if delimiter in head or len(delimiters) == 1:
            dialect = Dialect(delimiter, quote, escaped, comment)
            alike, width = _alike(head, dialect)
            if alike < 0.8 and delimiter in _UNUSUAL:
                continue
            # The share of like rows decides; between equals the delimiter that gives more columns.
            if (alike, width) > best[:2]:
                best = (alike, width, Dialect(delimiter, quote, escaped, comment, start))
    found = best[2]
    if comment and not _are_comments(head, found):
        found = Dialect(found.delimiter, found.quote, found.escaped, "", start)
    return found


def _alike(head: str, dialect: Dialect) -> tuple[float, float]:
    """Return the share of the first rows with the commonest number of cells over one, and that number."""
    widths = Counter(grid_of(head, dialect).widths[:_ROWS].tolist())
    count, width = max(((count * (width > 1), width) for width, count in widths.items()), default=(0, 0))
    return round(count / max(1, sum(widths.values())), 1), width


def _quote(head: str, delimiters: tuple[str, ...]) -> str:
    """Return the character around cells: the double quote, unless only single ones open and close cells."""
    edge = "".join(re.escape(delimiter) for delimiter in delimiters)
    if '"' in head and re.search(rf'(?:^|[{edge}])[ ]?"', head, re.MULTILINE):
        return '"'
    opened = len(re.findall(rf"(?:^|[{edge}])[ ]?'(?=[^'\n]*'[ ]?(?:$|[{edge}]))", head, re.MULTILINE))
    loose = head.count("'") - 2 * opened
    return "'" if opened >= 2 and loose <= opened else '"'


def _escapes(head: str, quote: str) -> bool:
    """Return whether quotes within cells are written with a backslash, and not twice."""
    slashed = len(re.findall(rf"(?<!\\)\\{quote}(?![,;\t|\n]|\Z)", head))
    return slashed > head.count(quote * 2) / 2


def _are_comments(head: str, dialect: Dialect) -> bool:
    """Return whether the lines with a "#" in front are no rows: they have other numbers of cells than the rows."""
    grid = grid_of(head, dialect)
    if not grid.count:
        return True
    width = int(np.bincount(grid.widths).argmax())
    lines = [head[start:end] for start, end in grid.comments[:_ROWS]]
    like = sum(line.count(dialect.delimiter) + 1 == width for line in lines)
    return like == 0 or (width == 1) or like < 0.2 * len(lines)
