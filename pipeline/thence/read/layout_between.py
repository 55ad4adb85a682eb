"""What stands between two tables of the same columns: a sentence, a heading, a caption, or the rules that end both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from thence.read.layout import Texts
from thence.read.layout_bands import Row

__all__ = ["CAPTION", "parted"]

CAPTION = re.compile(r"(?:tab(?:le|elle|leau|la|ell)?|fig(?:ure|\.)?|abb(?:ildung|\.)?)\.?\s+[\dIVX]+\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[\"'“‘(]?[^\W\d_a-z].*\s.*\s.*[.!?:][\"'”’)]*$")
_STOPS = (".", "!", "?", ":", ";")


def parted(texts: Texts, rows: Sequence[Row]) -> list[tuple[bool, list[Row]]]:
    """Return rows by stretches: whether each may be a table, or is what stands between two."""
    out: list[tuple[bool, list[Row]]] = [(True, [])]
    first = min(run.left for row in rows for run in row)
    steps = [_middle(above) - _middle(below) for above, below in pairwise(rows)]
    usual = median(steps) if steps else 0.0
    for at, row in enumerate(rows):
        if at and len(row) == 1 and row[0].first >= 0 and row[0].left < first + texts.height:
            is_between = _is_between(texts, rows, at, steps)
            if is_between != out[-1][0]:
                out[-1][1].append(row)
            else:
                out.append((not is_between, [row]))
            continue
        if not out[-1][0] or (at and steps[at - 1] > 1.8 * usual and _ruled_twice(texts, rows[at - 1], row)):
            out.append((True, []))
        out[-1][1].append(row)
    return [stretch for stretch in out if stretch[1]]


def _is_between(texts: Texts, rows: Sequence[Row], at: int, steps: Sequence[float]) -> bool:
    """Return whether the only run of a row is no cell."""
    row, above = rows[at], rows[at - 1]
    tall = row[0].top - row[0].bottom
    below = rows[at + 1] if at + 1 < len(rows) else above
    beside = max(run.top - run.bottom for run in (*above, *below))
    said = texts.of(row[0])
    if tall > 1.12 * beside or CAPTION.match(said):
        return True
    if not _SENTENCE.match(said) or (below is not above and texts.of(below[0])[:1].islower()):
        return False
    cell = texts.of(above[0]) if above[0].left < row[0].left + texts.height else ""
    # It may go on with the cell above: lines of a cell stand closer than rows do, or the words run on.
    tight = min((step for step, row in zip(steps, rows[1:], strict=False) if len(row) > 1), default=0.0)
    runs_on = cell.count(" ") > 1 and not cell.endswith(_STOPS)
    return not runs_on and steps[at - 1] > 0.97 * tight


def _ruled_twice(texts: Texts, above: Row, below: Row) -> bool:
    """Return whether rules end one table and begin another between two rows."""
    high, low = _middle(above), _middle(below)
    wide = max(run.right for run in above) - min(run.left for run in above)
    places = sorted(y for left, right, y in texts.across if low < y < high and right - left > 0.7 * wide)
    return len(places) > 1 and places[-1] - places[0] > 0.5 * texts.height


def _middle(row: Row) -> float:
    return max((run.bottom + run.top) / 2 for run in row)
