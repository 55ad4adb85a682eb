"""Quotes around the cells of delimited text: which open, which close, and which are only characters."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

__all__ = ["Characters", "Places", "Quotes"]

Places = npt.NDArray[np.int32]
Characters = npt.NDArray[np.uint8]

_LF: Final = 10
_STEP: Final = 1 << 22
"""Characters looked at in one go: memory stays a small part of the text's."""
_NEAR: Final = 16
"""Blanks passed over between a delimiter and a quote."""
_MANY_LINES = 4
"""Lines in one quoted cell from which it is asked whether they are rows behind a quote that was never closed."""
_REPAIRS = 40
_LOOKED_AT = 200


class Quotes:
    """The quotes that open and close cells. Runs of quotes flip between inside and outside where they are odd.

    opens, closes: places, by turns.   unclosed: opening quotes that nothing closes; open: that at the text's end.
    """

    __slots__ = ("_closes", "_opens", "open", "unclosed")

    def __init__(self, codes: Characters, start: int, delimiter: int, quote: int) -> None:
        self.unclosed: list[int] = []
        self.open: int | None = None
        at, opening, closing = _tokens(codes, start, delimiter, quote)
        literal = np.zeros(len(at), np.bool_)
        for _ in range(_REPAIRS):
            opens, closes = self._pair(at[~literal], opening[~literal], closing[~literal])
            wrong = _swallowed(codes, delimiter, opens, closes)
            if wrong is None:
                break
            self.unclosed.append(int(opens[wrong]))
            literal |= (at == opens[wrong]) | (at == closes[wrong])
        self._opens, self._closes = opens, closes
        self.unclosed.sort()

    def _pair(self, at: Places, opening: Characters, closing: Characters) -> tuple[Places, Places]:
        """Return where quoted cells open and close: what can only open sets the state, what only closes resets it."""
        if not len(at):
            return at, at
        flips = (opening & closing).astype(np.bool_)
        fixed = np.where(flips, -1, np.arange(len(at)))
        base = np.maximum.accumulate(fixed)
        turned = np.cumsum(flips)
        state = np.where(base >= 0, opening[base], 0).astype(np.int64)
        state = (state + turned - np.where(base >= 0, turned[base], 0)) % 2
        before = np.empty_like(state)
        before[:1] = 0
        before[1:] = state[:-1]
        opened = state.astype(np.bool_)
        # Opening where one is open already: the earlier quote was never closed.
        again = opened & before.astype(np.bool_)
        lost = np.zeros(len(at), np.bool_)
        lost[:-1] = again[1:]
        lost[-1] = opened[-1]
        self.open = int(at[-1]) if opened[-1] else None
        self.unclosed = sorted({*self.unclosed, *at[lost & opened].tolist()})
        return at[opened & ~lost], at[~opened & before.astype(np.bool_)]

    def inside(self, places: Places) -> npt.NDArray[np.bool_]:
        """Return which places lie inside a quoted cell.   places: ascending."""
        if not len(self._opens):
            return np.zeros(len(places), np.bool_)
        low, high = np.searchsorted(self._opens, (places[0], places[-1] + 1)) if len(places) else (0, 0)
        low = max(0, int(low) - 1)
        index = np.searchsorted(self._opens[low : int(high)], places) - 1 + low
        return (index >= 0) & (places < self._closes[np.maximum(index, 0)])


def _tokens(codes: Characters, start: int, delimiter: int, quote: int) -> tuple[Places, Characters, Characters]:
    """Return the odd runs of quotes beside an edge of a cell: the place of each, whether it may open, may close."""
    parts = [
        (np.flatnonzero(codes[low : low + _STEP] == quote) + low).astype(np.int32)
        for low in range(start, len(codes), _STEP)
    ]
    marks = np.concatenate(parts) if parts else np.zeros(0, np.int32)
    if not len(marks):
        return marks, marks.astype(np.uint8), marks.astype(np.uint8)
    new = np.ones(len(marks) + 1, np.bool_)
    new[1:-1] = np.diff(marks) != 1
    heads = np.flatnonzero(new)
    first, last = marks[heads[:-1]], marks[heads[1:] - 1]
    odd = (last - first) % 2 == 0
    first, last = first[odd], last[odd]
    opening = _at_edge(codes, first, -1, start, delimiter)
    closing = _at_edge(codes, last, 1, start, delimiter)
    edge = opening | closing
    # The quote that opens is the run's first, the one that closes its last.
    place = np.where(opening, first, last)
    return place[edge].astype(np.int32), opening[edge].astype(np.uint8), closing[edge].astype(np.uint8)


def _at_edge(codes: Characters, places: Places, step: int, start: int, delimiter: int) -> npt.NDArray[np.bool_]:
    """Return whether a delimiter or the line's edge is beside each place, blanks passed over."""
    at = places.astype(np.int64) + step
    found = np.zeros(len(at), np.bool_)
    going = np.arange(len(at))
    for _ in range(_NEAR):
        here = at[going]
        out = (here < start) | (here >= len(codes))
        beside = codes[np.clip(here, 0, len(codes) - 1)]
        edge = out | (beside == delimiter) | (beside == _LF)
        found[going[edge]] = True
        going = going[~edge & (beside == 32)]
        if not len(going):
            break
        at[going] += step
    return found


def _swallowed(codes: Characters, delimiter: int, opens: Places, closes: Places) -> int | None:
    """Return the first quoted cell that seems to hold rows of the table, or None: its quote was not meant to open."""
    long = np.flatnonzero(closes - opens > 2 * _MANY_LINES)
    if not len(long):
        return None
    lines = _within(codes == _LF, opens[long], closes[long])
    marks = _within(codes == delimiter, opens[long], closes[long])
    odd = (lines >= _MANY_LINES) & (marks >= 0.8 * (lines - 1))
    long, lines = long[odd], lines[odd]
    if len(long) > _LOOKED_AT:
        long = np.sort(long[np.argpartition(lines, -_LOOKED_AT)[-_LOOKED_AT:]])
    for index in long.tolist():
        low, high = int(opens[index]), int(closes[index])
        inner = codes[low:high]
        ends = np.flatnonzero(inner == _LF)
        before = np.searchsorted(np.flatnonzero(inner == delimiter), ends)
        own = int(np.count_nonzero(codes[_last_line(codes[:low]) : low] == delimiter)) + int(before[0])
        if own and np.count_nonzero(np.diff(before) == own) >= 0.8 * (len(ends) - 1):
            return int(index)
    return None


def _within(marked: npt.NDArray[np.bool_], opens: Places, closes: Places) -> npt.NDArray[np.intp]:
    """Return how many marked characters lie in each range."""
    places = np.flatnonzero(marked)
    return np.searchsorted(places, closes) - np.searchsorted(places, opens)


def _last_line(codes: Characters) -> int:
    """Return where the last line begins."""
    for size in (1 << 10, 1 << 16, len(codes)):
        found = np.flatnonzero(codes[max(0, len(codes) - size) :] == _LF)
        if len(found):
            return max(0, len(codes) - size) + int(found[-1]) + 1
    return 0
