"""A page of a PDF as it was read, in any order of its words, and laid out."""

from __future__ import annotations

from dataclasses import dataclass, field

from thence.read.layout import Words, upright
from thence.read.layout_paragraphs import Line, Paragraph
from thence.read.pdf_lines import PageText

__all__ = ["Grid", "Laid", "Order", "Sheet"]


@dataclass(slots=True)
class Sheet:
    """A page as it was read from the file.

    quarter: by how many quarters of a circle it is turned, clockwise, when looked at.   width, tall: in points, as the
    file has them.   hidden: words that nobody sees, by their number in the text stream.   across, down: rules.
    """

    number: int
    text: PageText
    width: float
    tall: float
    quarter: int = 0
    hidden: frozenset[int] = frozenset()
    across: list[tuple[float, float, float]] = field(default_factory=list)
    down: list[tuple[float, float, float]] = field(default_factory=list)

    def boxes(self, first: int, _end: int) -> tuple[list[float], list[float], list[float], list[float]]:
        """Return the boxes of the words of a line of the text stream."""
        return self.text.boxes(first)

    def raised(self, first: int, _end: int) -> list[tuple[int, int]]:
        """Return offset and length of the small figures at ends of words in a line."""
        return [(offset, length) for line, offset, length in self.text.raised if line == first]

    def struck(self, first: int, _end: int) -> list[bool]:
        """Return for each word of a line whether a line goes through it."""
        text = self.text
        return [word in text.struck for word in range(text.bounds[first], text.bounds[first + 1])]

    def bold(self, first: int) -> bool:
        """Return whether a line is short and of bold type."""
        return first in self.text.bold


@dataclass(slots=True)
class Order:
    """The words of a page in another order than that of the text stream."""

    words: Words
    quarter: int
    width: float
    tall: float

    def boxes(self, first: int, end: int) -> tuple[list[float], list[float], list[float], list[float]]:
        """Return the boxes of words as the file has them."""
        some = Words(left=self.words.left[first:end], bottom=self.words.bottom[first:end],
                     right=self.words.right[first:end], top=self.words.top[first:end])  # fmt: skip
        if self.quarter:
            wide, tall = (self.width, self.tall) if self.quarter == 2 else (self.tall, self.width)
            some = upright(some, 4 - self.quarter, wide, tall)
        return some.left, some.bottom, some.right, some.top

    def raised(self, first: int, end: int) -> list[tuple[int, int]]:
        """Return offset and length of the small figures at ends of words in a line."""
        out = []
        at = -1
        for index in range(first, end):
            at += len(self.words.texts[index]) + 1
            if index in self.words.raised:
                out.append((at - self.words.raised[index], self.words.raised[index]))
        return out

    def struck(self, first: int, end: int) -> list[bool]:
        """Return for each word of a line whether a line goes through it."""
        return [index in self.words.struck for index in range(first, end)]

    def bold(self, first: int) -> bool:
        """Return whether a line is short and of bold type."""
        return first in self.words.bold


@dataclass(slots=True)
class Grid:
    """A table: rows of cells, each its column from 0, how many it covers and its words.   heads: header rows."""

    rows: list[list[tuple[int, int, Line]]]
    heads: int
    edges: list[float]
    left: float
    right: float
    page: int = 0


@dataclass(slots=True)
class Laid:
    """What a page holds, in reading order."""

    sheet: Sheet
    body: list[Paragraph | Grid] = field(default_factory=list)
    header: list[Paragraph] = field(default_factory=list)
    footer: list[Paragraph] = field(default_factory=list)
    notes: list[Paragraph] = field(default_factory=list)
