"""Where the cells of delimited text stand: the csv rules over whole arrays of characters at once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from thence.read.csv_quotes import Characters, Places, Quotes

__all__ = ["Characters", "Dialect", "Grid", "Places", "grid_of", "last_row"]


_LF: Final = 10
_BACKSLASH: Final = 92
_PLAIN: Final = 1
_STEP = 1 << 22
"""Characters looked at in one go: memory stays a small part of the text's."""
_NEAR = 16
"""Blanks around a cell that are looked for in all cells at once."""

SPACE = np.array([chr(code).isspace() for code in range(256)])
_WIDE_BLANKS = "\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
_WIDE = re.compile(f"[{_WIDE_BLANKS}]")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a table is written.

    start: where it begins in the text, behind a line "sep=;".   quote: empty for none.   escaped: whether a backslash
    takes the meaning from the character behind it.   comment: what lines begin with that are no rows; empty for none.
    """

    delimiter: str = ","
    quote: str = '"'
    escaped: bool = False
    comment: str = ""
    start: int = 0


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of all rows.

    starts, ends: of every cell, row after row, in code points, without quotes and the blanks around.   firsts: the
    first cell of each row, and one behind the last.   row_starts, row_ends: of every row, quotes included.
    unclosed: where a quote opens that is never closed: it counts as a character.   gaps: rows before which an empty
    line stands.   comments: start and end of each line that is a comment.   codes: the text, a byte a character.
    """

    starts: Places
    ends: Places
    firsts: Places
    row_starts: Places
    row_ends: Places
    unclosed: tuple[int, ...]
    gaps: tuple[int, ...]
    comments: tuple[tuple[int, int], ...]
    codes: Characters

    @property
    def count(self) -> int:
        """Number of rows."""
        return len(self.row_starts)

    @property
    def widths(self) -> Places:
        """Number of cells of each row."""
        return np.diff(self.firsts)

    def row(self, index: int) -> list[tuple[int, int]]:
        """Return start and end of the cells of a row."""
        low, high = int(self.firsts[index]), int(self.firsts[index + 1])
        return list(zip(self.starts[low:high].tolist(), self.ends[low:high].tolist(), strict=True))


def codes_of(text: str) -> Characters:
    """Return a byte for each code point: itself up to U+00FF, a no-break space for wider blanks, else "?"."""
    try:
        codes = text.encode("latin-1")
    except UnicodeEncodeError:
        codes = _WIDE.sub("\u00a0", text).encode("latin-1", "replace")
    return np.frombuffer(codes, np.uint8)


def grid_of(text: str, dialect: Dialect) -> Grid:
    """Return the cells of a table.

    A quoted cell begins with a quote behind a delimiter or at the start of a line, may hold delimiters, line ends and
    doubled quotes, and ends with a quote before a delimiter or at the end of a line; other quotes are characters. Where
    a quoted cell opens inside another, or at the end of the text, the earlier quote was never closed and is a character
    too. Empty lines are no rows.
    """
    codes = codes_of(text)
    shown = _without_escapes(codes, dialect) if dialect.escaped else codes
    delimiter = ord(dialect.delimiter)
    quote = ord(dialect.quote) if dialect.quote else -1
    quotes = Quotes(shown, dialect.start, delimiter, quote) if quote >= 0 and dialect.quote in text else None
    ends = _cuts(shown, dialect.start, delimiter, quotes)
    starts = np.empty(len(ends), np.int32)
    starts[:1] = dialect.start
    starts[1:] = ends[:-1] + 1
    last = np.ones(len(ends), np.bool_)
    last[:-1] = shown[ends[:-1]] == _LF
    stops = np.flatnonzero(last).astype(np.int32)
    _trim(codes, text, starts, ends)
    quoted = None
    if quotes is not None:
        quoted = (ends - starts > 1) & (codes[np.minimum(starts, len(codes) - 1)] == quote)
        quoted &= codes[np.maximum(ends - 1, 0)] == quote
        if quotes.unclosed:
            quoted &= ~np.isin(starts, np.array(quotes.unclosed, np.int32))
    return _rows(text, codes, dialect, starts, ends, stops, quoted, quotes.unclosed if quotes else [])


def last_row(text: str, dialect: Dialect) -> int:
    """Return where the last row of a text begins that may go on behind it; 0 where none begins behind the first."""
    codes = codes_of(text)
    if dialect.escaped:
        codes = _without_escapes(codes, dialect)
    ends = np.flatnonzero(codes == _LF).astype(np.int32)
    if dialect.quote and dialect.quote in text:
        quotes = Quotes(codes, dialect.start, ord(dialect.delimiter), ord(dialect.quote))
        ends = ends[~quotes.inside(ends)]
        if quotes.open is not None:
            ends = ends[ends < quotes.open]
    return int(ends[-1]) + 1 if len(ends) else 0


def _behind(stops: Places) -> Places:
    """Return the first cell of each row by the last ones."""
    firsts = np.empty(len(stops), np.int32)
    firsts[:1] = 0
    firsts[1:] = stops[:-1] + 1
    return firsts


def _rows(
    text: str,
    codes: Characters,
    dialect: Dialect,
    starts: Places,
    ends: Places,
    stops: Places,
    quoted: npt.NDArray[np.bool_] | None,
    unclosed: list[int],
) -> Grid:
    first = _behind(stops)
    row_starts, row_ends = starts[first], ends[stops]
    if quoted is not None:
        starts = starts + quoted
        ends = ends - quoted
    empty = (first == stops) & (row_starts == row_ends)
    # A cell of nothing but two quotes is a row, an empty line is none.
    drop = empty if quoted is None else empty & ~quoted[first]
    comments: tuple[tuple[int, int], ...] = ()
    if dialect.comment and dialect.comment in text:
        noted = (codes[np.minimum(row_starts, len(codes) - 1)] == ord(dialect.comment)) & (row_starts < row_ends)
        if quoted is not None:
            noted &= ~quoted[first]
        comments = tuple(zip(row_starts[noted].tolist(), row_ends[noted].tolist(), strict=True))
        drop = drop | noted
    gaps: tuple[int, ...] = ()
    firsts = np.append(first, np.int32(len(starts))).astype(np.int32)
    if drop.any():
        keep = ~drop
        before = np.cumsum(keep)
        gaps = tuple(dict.fromkeys(before[empty & drop].tolist()))
        widths = np.diff(firsts)
        of_kept = np.repeat(keep, widths)
        starts, ends, row_starts, row_ends = starts[of_kept], ends[of_kept], row_starts[keep], row_ends[keep]
        firsts = np.append(np.int32(0), np.cumsum(widths[keep])).astype(np.int32)
    return Grid(starts, ends, firsts, row_starts, row_ends, tuple(unclosed), gaps, comments, codes)


def _without_escapes(codes: Characters, dialect: Dialect) -> Characters:
    """Return the characters with those behind a backslash as plain ones."""
    marks = np.flatnonzero(codes == _BACKSLASH)
    if not len(marks):
        return codes
    begins = np.ones(len(marks), np.bool_)
    begins[1:] = np.diff(marks) != 1
    run = marks[np.maximum.accumulate(np.where(begins, np.arange(len(marks)), 0))]
    behind = marks[(marks - run) % 2 == 0] + 1
    shown = codes.copy()
    behind = behind[behind < len(codes)]
    behind = behind[shown[behind] != _LF]
    shown[behind] = _PLAIN
    return shown


def _cuts(codes: Characters, start: int, delimiter: int, quotes: Quotes | None) -> Places:
    """Return the places of delimiters and line ends outside quotes, and the text's end where its last line is open."""
    parts = []
    wanted = np.zeros(256, np.bool_)
    wanted[[delimiter, _LF]] = True
    for low in range(start, len(codes), _STEP):
        found = np.flatnonzero(wanted[codes[low : low + _STEP]])
        found += low
        parts.append(found.astype(np.int32))
        if quotes is not None:
            parts[-1] = parts[-1][~quotes.inside(parts[-1])]
    cuts = np.concatenate(parts) if parts else np.zeros(0, np.int32)
    if len(codes) > start and (not len(cuts) or cuts[-1] != len(codes) - 1 or codes[-1] != _LF):
        cuts = np.append(cuts, np.int32(len(codes)))
    return cuts


def _trim(codes: Characters, text: str, starts: Places, ends: Places) -> None:
    """Leave out the blanks around cells, in place; a cell of blanks is empty where it ends."""
    if not len(codes):
        return
    last = len(codes) - 1
    some = np.flatnonzero((starts < ends) & (SPACE[codes[np.minimum(starts, last)]] | SPACE[codes[ends - 1]]))
    for _ in range(_NEAR):
        low, high = starts[some], ends[some]
        filled = low < high
        blank = filled & SPACE[codes[np.minimum(low, last)]]
        tail = filled & SPACE[codes[np.maximum(high - 1, 0)]] & ~blank
        starts[some[blank]] += 1
        ends[some[tail]] -= 1
        some = some[blank | tail]
        if not len(some):
            return
    for index in some.tolist():
        words = text[starts[index] : ends[index]]
        bare = words.strip()
        starts[index] += len(words) - len(words.lstrip())
        ends[index] = starts[index] + len(bare)
