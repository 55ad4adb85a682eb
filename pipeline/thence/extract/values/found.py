"""What a finder of values gives back: a place in the text it was given, and the value there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from thence.model.document import Span

__all__ = ["Found", "without_overlaps"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """A value and its place: half-open code points ``[start, end)`` of the text that was searched."""

    start: int
    end: int
    value: T

    def span(self, offset: int = 0) -> Span:
        """Return the place as a span, moved by the offset of the searched piece in its document."""
        return Span(self.start + offset, self.end + offset)


def without_overlaps(found: Iterable[Found[T]]) -> list[Found[T]]:
    """Return the values in text order; of overlapping ones the longest stays, of equal ones the first given."""
    kept: list[Found[T]] = []
    for candidate in sorted(found, key=lambda f: (f.start, -f.end)):
        if not kept or candidate.start >= kept[-1].end:
            kept.append(candidate)
        elif candidate.end - candidate.start > kept[-1].end - kept[-1].start:
            kept[-1] = candidate
    return kept
