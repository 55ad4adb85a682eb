"""The rendition of cards and events: one line a property, a record a card."""

from __future__ import annotations

from thence.model.document import Block, BlockKind, Field, Link, Record, RecordKind, Span
from thence.read.content_lines import Line
from thence.read.draft import Draft
from thence.read.pieces import Pieces
from thence.read.source import Source
from thence.read.tree import may_be_prose, paragraphs

__all__ = ["CardPage"]


class CardPage:
    """A rendition in the making, with the records and blocks of it."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.draft = Draft()
        self.records: list[Record] = []
        self.prose: list[tuple[Span, BlockKind]] = []
        self.links: list[Link] = []
        self._fields: list[Field] = []
        self._start = 0
        self._end = 0

    def begin(self) -> None:
        """Begin a card."""
        self._fields = []
        self._start = self._end = self.draft.length

    def name(self, line: Line) -> Span:
        """Write a property's name as the file has it; return its place."""
        begin = self.draft.length
        span = self.draft.keep(self._source, line.name_start, line.name_start + len(line.name))
        self._start = begin if not self._fields else self._start
        self.draft.glue(": ")
        return span

    def value(self, name: str, pieces: Pieces, where: Span) -> Span:
        """Write a value as a field of the card; return its place.   name: of the field.   where: its name stands."""
        text = pieces.text
        first = len(text) - len(text.lstrip())
        pieces = pieces.cut(first, len(text.rstrip()))
        span = self.draft.lay(self._source, *pieces.lay())
        if len(span):
            self._fields.append(Field(name, span, None, where))
            self._end = span.end
        return span

    def between(self, glue: str) -> None:
        """Write something between two values of a line."""
        self.draft.glue(glue)

    def end_line(self) -> None:
        """End a property's line."""
        self.draft.glue("\n")

    def end(self, title: str, row: int, table: int = 1) -> None:
        """End a card: a record of what it says.   row: among those of its table."""
        if self._fields:
            span = Span(self._start, self._end)
            path = (title, str(row))
            self.records.append(Record(RecordKind.OBJECT, span, tuple(self._fields), table, row, title, path=path))
        self.draft.glue("\n")

    def blocks(self, text: str) -> tuple[Block, ...]:
        """Return the prose: notes and descriptions that hold sentences."""
        found = []
        for span, kind in self.prose:
            if may_be_prose(text, span.start, span.end):
                found += [Block(block.span, kind) for block in paragraphs(text, span.start, span.end)]
        return tuple(found)
