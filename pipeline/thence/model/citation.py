"""Citations: the words that a statement rests on, and where they stand in the text, the file and its format."""

from __future__ import annotations

from dataclasses import dataclass

from thence.model.span import Span
from thence.names import Iri, mint_span

__all__ = ["NOWHERE", "Box", "Citation", "Place"]


@dataclass(frozen=True, slots=True, order=True)
class Box:
    """A rectangle on a page, in points, y upwards from the lower left corner.   page: from 1."""

    page: int
    left: float
    bottom: float
    right: float
    top: float

    def __str__(self) -> str:
        edges = " ".join(f"{edge:.1f}" for edge in (self.left, self.bottom, self.right, self.top))
        return f"{self.page} {edges}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a span stands; what the format does not have is empty or None.

    pages: every page it touches, from 1.   boxes: one a line of words, from top to bottom.   part: "footnote 2", a
    sheet, a mail part; empty for the body.   number: paragraph in its part, or message, from 1; where the span begins.
    run: of the paragraph, from 1; where the span begins.   row, column: of the cell of a table in which all of it
    stands, from 1.   header: the headers above that cell from the top; of an object or a value in nested data, a card
    or a block of keys the names and numbers that lead to it.
    """

    pages: tuple[int, ...] = ()
    boxes: tuple[Box, ...] = ()
    part: str = ""
    number: int | None = None
    run: int | None = None
    row: int | None = None
    column: int | None = None
    header: tuple[str, ...] = ()


NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class Citation:
    """A span of a document, with the words quoted and, for text formats, the file's own byte range.

    page: from 1.   row, column: from 1, for tables.   place: where it stands in its format's own terms, and
    ordinal: how many equal quotes begin before it in the text; both are known of what `located` has seen.
    """

    document: Iri
    text: Iri
    span: Span
    quote: str
    bytes: tuple[int, int] | None = None
    page: int | None = None
    row: int | None = None
    column: int | None = None
    place: Place = NOWHERE
    ordinal: int = 0

    @property
    def iri(self) -> Iri:
        """The span's IRI: the text's IRI with a character-range fragment."""
        return mint_span(self.text, self.span.start, self.span.end)
