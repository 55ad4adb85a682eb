"""Which lines of a PDF page are the notes under a short rule at the foot of a column."""

from __future__ import annotations

import re
from collections.abc import Sequence

from thence.read.pdf_furniture import Furniture
from thence.read.pdf_lines import PageText

__all__ = ["NOTE", "mark_of", "notes_under_rules"]

NOTE = re.compile(
    r"(?:\(?(\d{1,3})\)?[.)]?|([*†‡§¶]{1,3})|\(?([a-z])\))\s+(?=\S)|(\d{1,3})(?=[A-Z“\"'])|([ivxl]{1,6})\s+(?=[A-Z“\"'])"
)
"""The mark a note begins with."""
_WIDEST = 0.5
"""Of the page's width: a longer rule parts other things."""
_MOST_RULES = 200
_IN = 72.0
"""Points by which a line of a note may be set in."""


def mark_of(line: str) -> str:
    """Return the mark of the note that a line begins, or nothing."""
    match = NOTE.match(line)
    return next((group for group in match.groups() if group), "") if match else ""


def notes_under_rules(
    text: PageText, across: Sequence[tuple[float, float, float]], width: float, usual: float, furniture: Furniture
) -> list[int]:
    """Return the lines that stand under a short rule and are notes.

    Nothing but running lines stands below them in their column; the first begins with a mark that a word above it has
    too, or all are of small type, in the lower half of the page.   usual: height of the body's type.
    """
    out: list[int] = []
    if len(across) > _MOST_RULES:
        return out
    for left, right, y in across:
        if (
            not 20 < right - left <= _WIDEST * width
            or sum(abs(other[0] - left) < 2 and abs(other[1] - right) < 2 for other in across) > 1
        ):
            continue
        below = [
            line
            for line, (high, begin) in enumerate(zip(text.top, text.left, strict=True))
            if high < y + 2 and left - 3 < begin < left + _IN and line not in furniture
        ]
        below.sort(key=text.top.__getitem__, reverse=True)
        if below and _are_notes(text, below, (left, right, y), usual):
            out += [line for line in below if line not in out]
    return out


def _are_notes(text: PageText, below: Sequence[int], rule: tuple[float, float, float], usual: float) -> bool:
    left, right, y = rule
    first = below[0]
    tall = text.top[first] - text.bottom[first]
    if text.left[first] > left + 12 or y - text.top[first] > 2 * usual or tall > 1.06 * usual:
        return False
    above = [
        line
        for line, low in enumerate(text.bottom)
        if low > text.top[first] - 0.3 * tall and text.left[line] < right and text.right[line] > left
    ]
    # A rule in a line underlines it or strikes it out.
    if not above or any(text.bottom[line] < y + 1 for line in above):
        return False
    small = all(text.top[line] - text.bottom[line] < 0.94 * usual for line in below)
    lowest = text.bottom[below[-1]]
    if small and y < 0.5 * max(text.top) and not any(low < lowest - tall for low in text.bottom if low > lowest):
        return True
    mark = mark_of(text.lines[first])
    if not mark:
        return False
    marked = re.compile(rf"[^\s\d]{re.escape(mark)}(?=\s|$)")
    return any(marked.search(line) for number, line in enumerate(text.lines) if number not in below)
