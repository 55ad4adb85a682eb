"""What stands between and beside tables: a sentence, a heading, a caption, a list, or the rules that end both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from thence.read.layout import Texts
from thence.read.layout_bands import Row, gutters_of
from thence.read.layout_kinds import is_item

__all__ = ["CAPTION", "parted", "sides_of"]

_MOST = 200_000
"""Pairs of rows and rules that are looked at."""
CAPTION = re.compile(r"(?:tab(?:le|elle|leau|la|ell)?|fig(?:ure|\.)?|abb(?:ildung|\.)?)\.?\s+[\dIVX]+\b", re.IGNORECASE)
_NEAR = 3.0
_SENTENCE = re.compile(r"[\"'“‘(]?[^\W\d_a-z].*\s.*\s.*[.!?:][\"'”’)]*$")
_STOPS = (".", "!", "?", ":", ";")


def parted(texts: Texts, rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """Return rows by stretches, each with what it is.

    "table"; "between", what stands between two tables; "apart", what a wide gap parts from the table above.
    """
    out: list[tuple[str, list[Row]]] = [("table", [])]
    first = min(run.left for row in rows for run in row)
    steps = [_middle(above) - _middle(below) for above, below in pairwise(rows)]
    usual = median(steps) if steps else 0.0
    many = len(rows) * len(texts.across) > _MOST
    ruled = [] if many or not texts.across else [_rules(texts, above, below) for above, below in pairwise(rows)]
    begin, end = _without_lists(texts, rows)
    for at, row in enumerate(rows):
        kind, own = out[-1]
        if at and _is_alone(texts, row) and row[0].left < first + texts.height and _is_between(texts, rows, at, steps):
            if kind == "between":
                own.append(row)
            else:
                out.append(("between", [row]))
        elif at and at in (begin, end):
            out.append(("apart", [row]))
        elif kind == "between":
            out.append(("table", [row]))
        elif at and steps[at - 1] > 1.8 * usual and ruled and _ends(rows, ruled, at - len(own), at):
            out.append(("apart", [row]))
        else:
            own.append(row)
    return [stretch for stretch in out if stretch[1]]


def _without_lists(texts: Texts, rows: Sequence[Row]) -> tuple[int, int]:
    """Return where the rows of a table begin and end that has items of a list right above or below it.

    The marks and words of the items stand at other places than any of its cells.
    """
    items = [is_item(texts, row) for row in rows]
    begin, end = _listed(rows, items), len(rows) - _listed(rows[::-1], items[::-1])
    if end - begin < 2:
        return 0, len(rows)
    lefts = [run.left for row in rows[begin:end] for run in row]
    listed = [rows[at] for at in (*range(begin), *range(end, len(rows))) if items[at]]
    apart = not any(abs(run.left - left) < _NEAR for row in listed for run in row for left in lefts)
    return (begin, end) if apart else (0, len(rows))


def _listed(rows: Sequence[Row], items: Sequence[bool]) -> int:
    """Return how many rows at the top are items, with single runs between them: the last is an item."""
    count = 0
    for at, (row, is_one) in enumerate(zip(rows, items, strict=True), 1):
        if is_one:
            count = at
        elif not count or len(row) > 1:
            break
    return count


def sides_of(texts: Texts, rows: Sequence[Row]) -> list[list[Row]]:
    """Return rows by tables side by side: no rule lies across the gutter between them, though rules lie beside it."""
    gutters = gutters_of(list(rows), 0.5 * texts.height)
    high = max(run.top for run in rows[0]) + texts.height
    low = min(run.bottom for run in rows[-1]) - texts.height
    rules = [rule for rule in texts.across if low < rule[2] < high]
    cuts = [(begin + end) / 2 for begin, end in gutters if _are_apart(rules, begin, end)]
    if not cuts or len(cuts) == len(gutters):
        return [list(rows)]
    edges = [float("-inf"), *cuts, float("inf")]
    out = []
    for left, right in pairwise(edges):
        some = [[run for run in row if left < run.left < right] for row in rows]
        out.append([row for row in some if row])
    return out


def _are_apart(rules: Sequence[tuple[float, float, float]], begin: float, end: float) -> bool:
    middle = (begin + end) / 2
    if any(left < middle < right for left, right, _ in rules):
        return False
    before = {round(y) for left, right, y in rules if right < middle and right - left > 20}
    behind = {round(y) for left, right, y in rules if left > middle and right - left > 20}
    return len(before) > 1 and len(behind) > 1


def _ends(rows: Sequence[Row], ruled: Sequence[int], begin: int, at: int) -> bool:
    """Return whether a table that begins at a row ends above another, before which there is a wide gap.

    Rules end it and begin another there; or a rule under the other row, the first of all, tells that it is a header.
    ruled: how many rules there are below each row.
    """
    if ruled[at - 1] > 1:
        return True
    return len(rows[at]) > 1 and at < len(ruled) and ruled[at] > 0 and not any(ruled[begin:at])


def _rules(texts: Texts, above: Row, below: Row) -> int:
    """Return whether rules stand between two rows, over most of the width of one: 0, 1, or 2 where two are apart."""
    high, low = _middle(above), _middle(below)
    left, right = min(run.left for run in above), max(run.right for run in above)
    least = 0.7 * (right - left)
    places = [y for begin, end, y in texts.across if low < y < high and min(end, right) - max(begin, left) > least]
    return 0 if not places else 2 if max(places) - min(places) > 0.5 * texts.height else 1


def _is_alone(texts: Texts, row: Row) -> bool:
    """Return whether a row holds one run, or a note's mark and one."""
    return len(row) == 1 or (
        len(row) == 2 and row[0].top - row[0].bottom < 0.9 * texts.height and texts.of(row[0]).isdigit()
    )


def _is_between(texts: Texts, rows: Sequence[Row], at: int, steps: Sequence[float]) -> bool:
    """Return whether the only run of a row is no cell."""
    row, above = rows[at], rows[at - 1]
    tall = row[0].top - row[0].bottom
    below = rows[at + 1] if at + 1 < len(rows) else above
    beside = max(run.top - run.bottom for run in (*above, *below))
    said = texts.of(row[0])
    if not 0.88 * beside < tall < 1.12 * beside or CAPTION.match(said):
        return True
    if not _SENTENCE.match(said) or (below is not above and texts.of(below[0])[:1].islower()):
        return False
    cell = texts.of(above[0]) if above[0].left < row[0].left + texts.height else ""
    # It may go on with the cell above: lines of a cell stand closer than rows do, or the words run on.
    tight = min((step for step, row in zip(steps, rows[1:], strict=False) if len(row) > 1), default=0.0)
    runs_on = cell.count(" ") > 1 and not cell.endswith(_STOPS)
    return not runs_on and steps[at - 1] > 0.97 * tight


def _middle(row: Row) -> float:
    return max((run.bottom + run.top) / 2 for run in row)
