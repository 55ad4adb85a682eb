"""A rendition in the making: kept, replaced and added text, with the ByteMap that leads back to the file."""

from __future__ import annotations

from collections.abc import Sequence

from thence.model.document import ByteMap, Span
from thence.read.source import Runs, Source

__all__ = ["Draft"]


class Draft:
    """Collects a rendition from pieces of its sources, in order."""

    __slots__ = ("_parts", "_runs")

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._runs = Runs()

    @property
    def length(self) -> int:
        """Code points so far: where the next piece will begin."""
        return self._runs.length

    def keep(self, source: Source, start: int, end: int) -> Span:
        """Append source text as it is; return its place in the rendition."""
        at = self._runs.length
        if start < end:
            self._parts.append(source.text[start:end])
            self._runs.add_slice(source.byte_map, start, end)
        return Span(at, self._runs.length)

    def put(self, text: str, source: Source, start: int, end: int) -> Span:
        """Append text that stands for source code points [start, end) as a whole; return its place."""
        at = self._runs.length
        if text:
            first, last = source.byte_map.bytes_of(Span(start, end))
            self._parts.append(text)
            self._runs.add(len(text), first, last, 0)
        return Span(at, self._runs.length)

    def glue(self, text: str) -> Span:
        """Append text that no byte of the file yields (a line break between two blocks); return its place."""
        at = self._runs.length
        if text:
            here = self._runs.ends[-1] if self._runs.ends else 0
            self._parts.append(text)
            self._runs.add(len(text), here, here, 0)
        return Span(at, self._runs.length)

    def lay(self, source: Source, pieces: Sequence[str], places: Sequence[int]) -> Span:
        """Append many small pieces of text at once; return their place.

        places: start and end in the source, in code points, of each piece in turn. A piece stands for them one by one
        where they are as many, else as a whole; it is glue where start and end are equal.
        """
        at = self._runs.length
        self._parts.append("".join(pieces))
        self._runs.add_pieces(source.byte_map, pieces, places)
        return Span(at, self._runs.length)

    def ends_with(self, text: str) -> bool:
        """Return whether the rendition so far ends with some text."""
        return self.tail(len(text)) == text

    def tail(self, count: int) -> str:
        """Return the last ``count`` code points so far."""
        pieces: list[str] = []
        for part in reversed(self._parts):
            if count <= 0:
                break
            pieces.append(part[-count:])
            count -= len(part)
        return "".join(reversed(pieces))

    def text(self) -> str:
        """Return the rendition."""
        return "".join(self._parts)

    def byte_map(self) -> ByteMap:
        """Return the rendition's way back to the bytes."""
        return self._runs.freeze()
