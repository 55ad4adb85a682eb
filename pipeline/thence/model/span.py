"""Spans: ranges of a text rendition, the words they point at, and the way from them to a file's bytes."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from thence.errors import CitationError

__all__ = ["ByteMap", "Span", "quote"]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open range ``[start, end)`` of code points in a text rendition."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def __contains__(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Return whether the two ranges share a code point."""
        return self.start < other.end and other.start < self.end


def quote(text: str, span: Span) -> str:
    """Return the words a span points at.

    text: the document's rendition, newlines as LF.   span: code points, end exclusive.
    Raises CitationError when the range leaves the text.

    >>> quote("né en 1970", Span(0, 2))
    'né'
    """
    if not 0 <= span.start <= span.end <= len(text):
        raise CitationError("TH701", f"span {span.start}-{span.end} leaves its text of {len(text)} characters")
    return text[span.start : span.end]


@dataclass(frozen=True, slots=True)
class ByteMap:
    """The way from code points of a rendition to byte ranges of the file.

    Run i covers code points ``chars[i]`` up to ``chars[i + 1]`` (the last one up to ``length``) and bytes
    ``[starts[i], ends[i])``. In a run of width w > 0 each code point takes w bytes; a run of width 0 is atomic:
    all its code points together come from all its bytes (an entity, a CRLF, a soft line break).
    Bytes between two runs belong to no code point (markup, removed characters).
    """

    chars: tuple[int, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    widths: tuple[int, ...]
    length: int

    def bytes_of(self, span: Span) -> tuple[int, int]:
        """Return the smallest byte range [start, end) that yields the span's code points.

        An empty span gives an empty range. Raises CitationError when the span leaves the text.
        """
        if not 0 <= span.start <= span.end <= self.length:
            raise CitationError("TH701", f"span {span.start}-{span.end} leaves its text of {self.length} characters")
        if not self.chars:
            return 0, 0
        first = max(0, bisect_right(self.chars, min(span.start, max(self.length - 1, 0))) - 1)
        start = self.starts[first]
        if self.widths[first]:
            start += (span.start - self.chars[first]) * self.widths[first]
        if span.start == span.end:
            return start, start
        last = bisect_right(self.chars, span.end - 1) - 1
        end = self.ends[last]
        if self.widths[last]:
            end = self.starts[last] + (span.end - self.chars[last]) * self.widths[last]
        return start, end
