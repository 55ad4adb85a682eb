"""A rendition that is the file's own text, but for pieces that are written otherwise than they read."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from thence.model.document import ByteMap, Span
from thence.read.draft import Draft
from thence.read.source import Source

__all__ = ["Rewritten", "line_of"]


def line_of(source: Source, byte_map: ByteMap, place: int) -> int:
    """Return the line of the file, from 1, on which a place of a rendition lies.   byte_map: of the rendition."""
    start, _ = byte_map.bytes_of(Span(place, place))
    kept = source.byte_map
    run = bisect_right(kept.starts, start) - 1
    if run < 0:
        return 1
    at = kept.chars[run] + ((start - kept.starts[run]) // kept.widths[run] if kept.widths[run] else 0)
    return source.text.count("\n", 0, at) + 1


class Rewritten:
    """A source's text with escapes decoded and folded lines joined, each replaced piece atomic.

    shift: what to add to a source place behind the last replaced piece to get its place in the rendition.
    """

    __slots__ = ("_at", "_pieces", "_places", "_source", "shift")

    def __init__(self, source: Source) -> None:
        self._source = source
        self._pieces: list[str] = []
        self._places: list[int] = []
        self._at = 0
        self.shift = 0

    def put(self, text: str, start: int, end: int) -> None:
        """Let some text stand for source code points [start, end), which lie behind all that were replaced before."""
        if start > self._at:
            self._pieces.append(self._source.text[self._at : start])
            self._places += (self._at, start)
        count = len(text)
        if count == end - start and count > 1:
            # As many as they stand for, and yet not one by one.
            self._pieces += (text[:-1], text[-1:])
            self._places += (start, end, start, end)
        elif count:
            self._pieces.append(text)
            self._places += (start, end)
        self.shift += count - (end - start)
        self._at = end

    def put_all(self, replaced: Sequence[tuple[str, int, int]]) -> None:
        """Replace one after the other; each by one character or none."""
        text, at, gone = self._source.text, self._at, 0
        pieces, places = self._pieces, self._places
        for said, start, end in replaced:
            if start > at:
                pieces.append(text[at:start])
                places += (at, start)
            if said:
                pieces.append(said)
                places += (start, end)
                gone -= 1
            gone += end - start
            at = end
        self._at = at
        self.shift -= gone

    def mark(self) -> tuple[int, int, int, int]:
        """Return a state to go back to."""
        return len(self._pieces), len(self._places), self._at, self.shift

    def back(self, mark: tuple[int, int, int, int]) -> None:
        """Leave the source as it stands behind a mark."""
        pieces, places, self._at, self.shift = mark
        del self._pieces[pieces:], self._places[places:]

    def finish(self) -> tuple[str, ByteMap]:
        """Return the rendition and its way back to the bytes."""
        source = self._source
        if not self._at:
            return source.text, source.byte_map
        if self._at < len(source.text):
            self._pieces.append(source.text[self._at :])
            self._places += (self._at, len(source.text))
        draft = Draft()
        draft.lay(source, self._pieces, self._places)
        return draft.text(), draft.byte_map()
