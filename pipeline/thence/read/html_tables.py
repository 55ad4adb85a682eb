"""Tables and definition lists of a page, while they are open and when they are done."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from thence.model.document import Block, BlockKind, Field, Record, RecordKind, Span
from thence.read.html_blocks import Item, Passage
from thence.read.html_context import Context
from thence.read.tables import Cell, records_of

__all__ = ["OpenCell", "OpenList", "OpenTable"]


@dataclass(slots=True)
class OpenCell:
    """A cell that is open.   begin: in the rendition.   mark: as ``PageText.mark`` gives it."""

    begin: int
    mark: int
    header: bool
    across: int
    down: int


@dataclass(slots=True)
class OpenTable:
    """A table that is open.   heading: above it.   items: what its cells hold, for a table that only lays out a page.

    feet: where its tfoot rows stand: begin and end of each run.   layout: that the page says it lays out.
    """

    context: Context
    heading: str
    layout: bool = False
    caption: str = ""
    rows: list[list[Cell]] = field(default_factory=list)
    row: list[Cell] | None = None
    cell: OpenCell | None = None
    items: list[Item] = field(default_factory=list)
    feet: list[int] = field(default_factory=list)
    nested: bool = False
    marked: bool = False

    def close_cell(self, words: str) -> None:
        """Take the words of the cell that is open."""
        cell = self.cell
        if cell is None:
            return
        self.cell = None
        stripped = words.strip()
        begin = cell.begin + len(words) - len(words.lstrip()) if stripped else cell.begin
        said = " ".join(stripped.split()) if "\n" in stripped or "  " in stripped else stripped
        if self.row is None:
            self.row = []
        self.marked = self.marked or cell.header
        self.row.append(Cell(Span(begin, begin + len(stripped)), said, cell.header, cell.across, cell.down))

    def close_row(self) -> None:
        """Take the row that is open."""
        if self.row:
            self.rows.append(self.row)
        self.row = None

    def done(self, number: int) -> tuple[list[Item], bool]:
        """Return what the table gives, in order, and whether it holds data: its records, else what its cells hold."""
        self.close_row()
        if self.context.furniture:
            return [item for item in self.items if not isinstance(item, Record)], False
        if self.layout or not self.rows or (not self.marked and self._lays_out()):
            return self.items, False
        grid = records_of(self.rows, table=number, title=self.caption or self.heading)
        if not grid.is_data:
            return self.items, False
        items: list[Item] = [item for item in self.items if isinstance(item, Record) and item.table is not None]
        items_end = self.rows[-1][-1].span.end + 1
        for row in self.rows:
            span = Span(row[0].span.start, row[-1].span.end)
            if len(span):
                items.append(Block(span, BlockKind.FURNITURE, part=self.context.part))
        feet = [*self.feet, items_end] if len(self.feet) % 2 else self.feet
        for record in grid.records:
            # What a table sums up in its foot is no row of its own kind.
            foot = any(begin <= record.span.start < end for begin, end in zip(feet[::2], feet[1::2], strict=True))
            items.append(replace(record, part="footer") if foot else record)
        return items, True

    def _lays_out(self) -> bool:
        """Return whether cells hold tables, headings or lists, as in pages laid out by tables."""
        return self.nested or any(
            isinstance(item, Passage) and (item.context.heading or item.context.lists > self.context.lists)
            for item in self.items
        )


@dataclass(slots=True)
class OpenList:
    """A definition list that is open.   terms: the names that wait for a definition."""

    terms: list[tuple[str, Span]] = field(default_factory=list)
    pairs: list[Field] = field(default_factory=list)
    defined: bool = False

    def term(self, words: str, start: int) -> None:
        """Take a term; several in a row share the definitions that follow."""
        if self.defined:
            self.terms, self.defined = [], False
        self.terms.append((" ".join(words.split()).rstrip(": "), Span(start, start + len(words))))

    def definition(self, words: str, start: int) -> None:
        """Take a definition."""
        self.defined = True
        stripped = words.strip()
        begin = start + len(words) - len(words.lstrip())
        if stripped:
            self.pairs += [
                Field(name, Span(begin, begin + len(stripped)), None, where) for name, where in self.terms if name
            ]

    def record(self, title: str) -> Record | None:
        """Return the record of the list, or None for an empty one."""
        if not self.pairs:
            return None
        starts = [(item.name_span or item.value).start for item in self.pairs]
        whole = Span(min(starts), max(item.value.end for item in self.pairs))
        return Record(RecordKind.KEYS, whole, tuple(self.pairs), title=title)
