"""ByteMaps in the making: run by run, or at once from the characters that are unlike their neighbours."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from thence.model.document import ByteMap, Span

__all__ = ["Runs", "map_of"]

_Places = NDArray[np.int64]


@dataclass(slots=True)
class Runs:
    """A ByteMap in the making; runs are added in the order of the text."""

    chars: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    widths: list[int] = field(default_factory=list)
    length: int = 0

    def add(self, count: int, start: int, end: int, width: int) -> None:
        """Append ``count`` code points that come from bytes [start, end); width 0 makes them atomic."""
        if count <= 0:
            return
        if self.widths and self.widths[-1] == width:
            if width and self.ends[-1] == start:
                self.ends[-1] = end
                self.length += count
                return
            if not width and self.starts[-1] == start and self.ends[-1] == end:
                self.length += count
                return
        self.chars.append(self.length)
        self.starts.append(start)
        self.ends.append(end)
        self.widths.append(width)
        self.length += count

    def add_slice(self, source: ByteMap, start: int, end: int) -> None:
        """Append the runs that cover code points [start, end) of another map."""
        index = bisect_right(source.chars, start) - 1
        while start < end:
            first = source.chars[index]
            stop = min(end, source.chars[index + 1] if index + 1 < len(source.chars) else source.length)
            width = source.widths[index]
            if width:
                at = source.starts[index] + (start - first) * width
                self.add(stop - start, at, at + (stop - start) * width, width)
            else:
                self.add(stop - start, source.starts[index], source.ends[index], 0)
            start = stop
            index += 1

    def add_pieces(self, source: ByteMap, pieces: Sequence[str], places: Sequence[int]) -> None:
        """Append pieces of another map's text; see ``Draft.lay``."""
        chars, starts, widths = source.chars, source.starts, source.widths
        last, index = len(chars) - 1, 0
        # The run of the source that the pieces are in: its code points, its width, and where code point 0 would begin.
        low = high = base = run_width = 0
        here = self.ends[-1] if self.ends else 0
        own_chars, own_starts, own_ends, own_widths = self.chars, self.starts, self.ends, self.widths
        length = self.length
        for piece, start, end in zip(pieces, places[::2], places[1::2], strict=True):
            count = len(piece)
            if start == end or last < 0:
                first, width = here, 0
            else:
                if not low <= start < high:
                    if chars[index] > start:
                        index = bisect_right(chars, start) - 1
                    while index < last and chars[index + 1] <= start:
                        index += 1
                    low, high = chars[index], chars[index + 1] if index < last else source.length
                    run_width = widths[index]
                    base = starts[index] - low * run_width
                width = run_width
                if width and end <= high:
                    first, here = base + start * width, base + end * width
                    if count != end - start:
                        width = 0
                elif count == end - start:
                    self.length = length
                    self.add_slice(source, start, end)
                    here, length = self.ends[-1], self.length
                    continue
                else:
                    first, here = source.bytes_of(Span(start, end))
                    width = 0
            if own_widths and own_widths[-1] == width:
                if width and own_ends[-1] == first:
                    own_ends[-1] = here
                    length += count
                    continue
                if not width and own_starts[-1] == first and own_ends[-1] == here:
                    length += count
                    continue
            if count:
                own_chars.append(length)
                own_starts.append(first)
                own_ends.append(here)
                own_widths.append(width)
                length += count
        self.length = length

    def freeze(self) -> ByteMap:
        """Return the finished map."""
        return ByteMap(tuple(self.chars), tuple(self.starts), tuple(self.ends), tuple(self.widths), self.length)


def map_of(start: int, end: int, unit: int, places: _Places, sizes: _Places, widths: _Places) -> ByteMap:
    """Return the map of a text that takes ``unit`` bytes a code point but for some characters.

    start, end: the text's bytes in the file.   places, sizes: where in the file the others begin, ascending, and how
    many bytes each takes.   widths: the same as sizes, or 0 where the bytes only together yield the one code point.
    """
    if not len(places):
        count = (end - start) // unit
        return ByteMap((0,), (start,), (end,), (unit,), count) if count else ByteMap((), (), (), (), 0)
    ends = places + sizes
    # Neighbours of one width make one run; an atomic character is a run of its own.
    first = np.empty(len(places), bool)
    first[0] = True
    first[1:] = (places[1:] != ends[:-1]) | (widths[1:] != widths[:-1]) | (widths[1:] == 0)
    heads = np.flatnonzero(first)
    tails = np.append(heads[1:], len(places)) - 1
    before = np.concatenate(([0], np.cumsum(sizes)[:-1])) - unit * np.arange(len(places))
    chars = (places - start - before) // unit
    count = 2 * len(heads) + 1
    run_starts, run_ends, run_widths, run_chars = (np.empty(count, np.int64) for _ in range(4))
    run_starts[1::2], run_ends[1::2] = places[heads], ends[tails]
    run_widths[1::2], run_chars[1::2] = widths[heads], chars[heads]
    run_starts[0], run_starts[2::2] = start, ends[tails]
    run_ends[:-1:2], run_ends[-1] = places[heads], end
    run_widths[::2] = unit
    run_chars[0], run_chars[2::2] = 0, chars[tails] + 1
    length = int(run_chars[-1] + (end - run_starts[-1]) // unit)
    full = run_ends > run_starts
    first_of, starts, ends_of, width_of = (
        tuple(column[full].tolist()) for column in (run_chars, run_starts, run_ends, run_widths)
    )
    return ByteMap(first_of, starts, ends_of, width_of, length)
