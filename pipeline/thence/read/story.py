"""Documents of word processors: paragraphs, tables and what stands apart from them, laid out as one rendition."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from thence.model.document import Block, BlockKind, Join, Link, Record, Span
from thence.read.keys import KeyRun, key_runs
from thence.read.raised import mark_joins
from thence.read.reading import moved
from thence.read.tables import Cell, records_of

__all__ = ["Aside", "Cut", "Item", "Passage", "Row", "Story", "Table", "TableCell", "joins_of", "mark_bold"]

_FOLDED = re.compile("\u00ad|[\ufb00-\ufb06]")
_MOST_JOINED = 500
"""Fields from which a run of ``Key: value`` paragraphs is parted."""
_LIGATURES = ("", "ff", "fi", "fl", "ffi", "ffl", "st", "st")


@dataclass(frozen=True, slots=True)
class Cut:
    """Words that a tracked change deletes.   author, date: of the change, where it says."""

    words: str
    author: str | None = None
    date: str | None = None


@dataclass(slots=True)
class Aside:
    """What stands apart from the paragraph that refers to it: a note, comment or box.   part: as in Block."""

    part: str
    items: list[Item]
    voice: str | None = None
    date: str | None = None


@dataclass(slots=True)
class Passage:
    """A paragraph.

    words: its pieces, in order.   length: of them.   runs: where each of its runs begins in the words.
    links: start and end in the words, and target.   label: number or bullet before it, which is none of its words.
    bold: whether all its words are.   caption: whether it is one, by its style.   cuts: what changes deleted from it.
    asides: what it refers to; both follow it.
    """

    words: list[str] = field(default_factory=list)
    length: int = 0
    runs: list[int] = field(default_factory=list)
    links: list[tuple[int, int, str]] = field(default_factory=list)
    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0
    label: str = ""
    bold: bool = False
    caption: bool = False
    cuts: list[Cut] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    _cut_at: int = -1

    def say(self, words: str) -> None:
        """Add words."""
        if words:
            self.words.append(words)
            self.length += len(words)

    def link(self, start: int, target: str) -> None:
        """Add a link from a place to the end of what was said so far."""
        if target and self.length > start:
            self.links.append((start, self.length, target))

    def strike(self, words: str, author: str | None = None, date: str | None = None) -> None:
        """Add words that are cut; those of one change right behind one another are one cut."""
        last = self.cuts[-1] if self._cut_at == self.length and self.cuts else None
        if last is not None and (last.author, last.date) == (author, date):
            self.cuts[-1] = Cut(last.words + words, author, date)
        else:
            self.cuts.append(Cut(words, author, date))
        self._cut_at = self.length

    def refer(self, aside: Aside) -> None:
        """Add a note or comment, and a link to it from this place: ``#footnote-2``."""
        self.links.append((self.length, self.length, f"#{aside.part.replace(' ', '-')}"))
        self.asides.append(aside)


@dataclass(slots=True)
class TableCell:
    """A cell.   across, down: how many columns and rows it spans.   header: whether it is marked as one."""

    items: list[Item]
    across: int = 1
    down: int = 1
    header: bool = False


@dataclass(slots=True)
class Row:
    """A row.   cut: whether, by whom and when a tracked change deleted it (its words are those of the cells)."""

    cells: list[TableCell] = field(default_factory=list)
    cut: Cut | None = None


@dataclass(slots=True)
class Table:
    """A table.   marked: whether its first row is known to be the header.   title: its caption."""

    rows: list[Row] = field(default_factory=list)
    marked: bool = False
    title: str = ""


Item = Passage | Table


def mark_bold(table: Table) -> None:
    """Mark the cells in bold as headers where that tells some from others."""
    passages = [
        (cell, [item for item in cell.items if isinstance(item, Passage) and item.length])
        for row in table.rows
        for cell in row.cells
    ]
    filled = [(cell, words) for cell, words in passages if words]
    bold = [cell for cell, words in filled if all(item.bold for item in words)]
    if len(bold) < len(filled):
        for cell in bold:
            cell.header = True


@dataclass(slots=True)
class Story:
    """A rendition in the making."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    blocks: list[Block] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    heading: str = ""
    tables: int = 0

    def lay(self, items: Iterable[Item], part: str = "", voice: str | None = None, date: str | None = None) -> None:
        """Lay paragraphs and tables, each on a line of its own.   part, voice, date: of their blocks."""
        first = len(self.blocks)
        for item in items:
            if isinstance(item, Table):
                self._table(item, part)
            else:
                self.open_line()
                self._passage(item, part)
                self._after(item, part)
        if voice or date:
            for index in range(first, len(self.blocks)):
                block = self.blocks[index]
                if block.part == part and block.kind is not BlockKind.DELETED:
                    self.blocks[index] = replace(block, voice=voice, date=date)

    def write(self, text: str) -> Span:
        """Add words; return their place."""
        begin = self.length
        self.parts.append(text)
        self.length += len(text)
        return Span(begin, self.length)

    def open_line(self) -> None:
        """Begin a line."""
        if self.length:
            self.write("\n")

    def _passage(self, passage: Passage, part: str) -> str:
        """Lay the words of a paragraph here; return them."""
        number = self.numbers[part] = self.numbers.get(part, 0) + 1
        if passage.label:
            self.write(f"{passage.label} ")
        words = "".join(passage.words)
        base = self.write(words).start
        self.links += [Link(Span(base + start, base + end), target) for start, end, target in passage.links]
        stripped = words.strip()
        if not stripped:
            return words
        begin = base + len(words) - len(words.lstrip())
        place = Span(begin, begin + len(stripped))
        runs = [base + at for at in passage.runs]
        kind = passage.kind
        if kind is BlockKind.HEADING and not part:
            self.heading = " ".join(stripped.split())
        if kind is BlockKind.PARAGRAPH:
            self.prose(stripped, place, part, number, runs)
        else:
            self.blocks.append(Block(place, kind, passage.level, part=part, number=number, runs=_within(runs, place)))
        return words

    def prose(self, words: str, place: Span, part: str, number: int, runs: Sequence[int] = ()) -> None:
        """Add the blocks of words that are written: paragraphs, and records where they are ``Key: value`` lines."""
        for piece in key_runs(words, Span(0, len(words))):
            if not isinstance(piece, KeyRun):
                span = Span(place.start + piece.start, place.start + piece.end)
                self.blocks.append(Block(span, BlockKind.PARAGRAPH, part=part, number=number, runs=_within(runs, span)))
                continue
            record = replace(moved(piece.record, place.start), part=part)
            last = self.records[-1] if self.records else None
            joined = last and last.kind is record.kind and last.part == part and last.table is None
            joined = joined and last is not None and len(last.fields) < _MOST_JOINED
            if last and joined and self.blocks and self.blocks[-1].span.end == last.span.end:
                # Key: value lines that are paragraphs of their own belong together.
                whole = Span(last.span.start, record.span.end)
                self.records[-1] = replace(last, span=whole, fields=(*last.fields, *record.fields))
            else:
                self.records.append(record)
            span = record.span
            self.blocks.append(Block(span, BlockKind.FURNITURE, part=part, number=number, runs=_within(runs, span)))

    def _after(self, passage: Passage, part: str) -> None:
        """Lay what follows a paragraph: what was deleted from it, and what it refers to."""
        for cut in passage.cuts:
            self._cut(cut, part, self.numbers[part])
        for aside in passage.asides:
            self.lay(aside.items, aside.part, aside.voice, aside.date)

    def _cut(self, cut: Cut, part: str, number: int) -> None:
        stripped = cut.words.strip()
        if not stripped:
            return
        self.open_line()
        place = self.write(stripped)
        self.blocks.append(Block(place, BlockKind.DELETED, voice=cut.author, date=cut.date, part=part, number=number))

    def _table(self, table: Table, part: str) -> None:
        """Lay a row a line; its records, or the blocks of its cells where it only lays out a page."""
        self.tables += 1
        number = self.tables
        heading = self.heading
        blocks, records = self.blocks, self.records
        laid = [self._row(row, part) for row in table.rows]
        self.blocks, self.records = blocks, records
        grid = records_of(
            [row.cells for row in laid if row.cells is not None],
            table=number,
            title=table.title or heading,
            marked=table.marked,
        )
        if grid.is_data:
            self.heading = heading
            self.records += [replace(record, part=record.part or part) for record in grid.records]
        for row in laid:
            if not grid.is_data:
                self.blocks += row.inside
                self.records += row.stated
            elif len(row.span):
                self.blocks.append(Block(row.span, BlockKind.FURNITURE, part=part, number=row.number))
            self.blocks += row.after
            self.records += row.apart

    def _row(self, row: Row, part: str) -> _LaidRow:
        first = self.numbers.get(part, 0) + 1
        if row.cut is not None:
            self.numbers[part] = first
            self.blocks, self.records = [], []
            self._cut(row.cut, part, first)
            return _LaidRow(None, Span(self.length, self.length), first, [], [], self.blocks, self.records)
        self.open_line()
        begin = self.length
        self.blocks, self.records = [], []
        cells: list[Cell] = []
        for order, cell in enumerate(row.cells):
            if order:
                self.write(" | ")
            cells.append(self._cell(cell, part))
        # Empty paragraphs at the end of the last cell are no part of the row.
        end = cells[-1].span.end if cells and len(cells[-1].span) else self.length
        span = Span(begin, end) if any(len(cell.span) for cell in cells) else Span(begin, begin)
        inside, stated = self.blocks, self.records
        self.blocks, self.records = [], []
        for cell in row.cells:
            for item in cell.items:
                if isinstance(item, Table):
                    self._table(item, part)
                else:
                    self._after(item, part)
        return _LaidRow(cells, span, first, inside, stated, self.blocks, self.records)

    def _cell(self, cell: TableCell, part: str) -> Cell:
        begin = self.length
        said: list[str] = []
        for passage in cell.items:
            if isinstance(passage, Table):
                continue
            if self.length > begin:
                self.write("\n")
                said.append("\n")
            if passage.label:
                said.append(f"{passage.label} ")
            said.append(self._passage(passage, part))
        text = "".join(said)
        end = begin + len(text.rstrip())
        start = min(begin + len(text) - len(text.lstrip()), end)
        return Cell(Span(start, end), " ".join(text.split()), cell.header, cell.across, cell.down)

    def text(self) -> str:
        """Return the rendition."""
        return "".join(self.parts)


@dataclass(slots=True)
class _LaidRow:
    """A row that is written.   cells: None for a deleted one.   inside, stated: blocks and records of its paragraphs.

    after, apart: those of what follows it.
    """

    cells: list[Cell] | None
    span: Span
    number: int
    inside: list[Block]
    stated: list[Record]
    after: list[Block]
    apart: list[Record]


def _within(runs: Sequence[int], span: Span) -> tuple[int, ...]:
    """Return where runs begin within a span; those that begin before it count, so that ordinals stay."""
    return tuple(max(at, span.start) for at in runs[: bisect_left(runs, max(span.end, span.start + 1))])


def joins_of(text: str) -> tuple[Join, ...]:
    """Return the soft hyphens, ligatures and marks of notes of a text as they read."""
    if text.isascii():
        return ()
    folded = [Join(Span(*match.span()), _LIGATURES[max(0, ord(match[0]) - 0xFAFF)]) for match in _FOLDED.finditer(text)]
    return tuple(sorted([*folded, *mark_joins(text)]))
