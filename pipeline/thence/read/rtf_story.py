"""The stories of an RTF document in the making: paragraphs, cells and rows, notes after what refers to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["CellFormat", "Item", "Paragraph", "Piece", "Story", "Table", "TableCell"]

_NEAR = 30
"""Twips by which edges of one column may differ."""
_MOST_COLUMNS = 200
Piece = tuple[str, int, int, int]
"""Text, the bytes [start, end) it comes from, and how many bytes each character takes (0: all from all)."""


@dataclass(slots=True)
class Paragraph:
    """One paragraph.   label: its number or bullet.   struck: deleted by a tracked change: what, by whom, when.

    hangs: how many steps it is indented, with its first line less, as typed lists are; 0 for others.
    contents: whether it is the last line of a table of contents.

    links: (first piece, piece after the last, target).   level: of a heading or item.   part: the story it stands in.
    """

    part: str = ""
    kind: str = ""
    level: int = 0
    label: list[Piece] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    struck: list[tuple[Piece, int, int]] = field(default_factory=list)
    hangs: int = 0
    number: int = 0
    contents: bool = False
    links: list[tuple[int, int, str]] = field(default_factory=list)
    voice: str | None = None
    date: str | None = None

    @property
    def is_empty(self) -> bool:
        """Whether it holds nothing at all."""
        return not (self.label or self.pieces or self.struck)


@dataclass(slots=True)
class CellFormat:
    """What a row's definition says of a cell: merged with the one before it, or with the one above.

    right: where it ends, in twips.
    """

    beside: bool = False
    above: bool = False
    right: int = 0


@dataclass(slots=True)
class TableCell:
    """A cell: paragraphs and tables."""

    items: list[Item] = field(default_factory=list)
    across: int = 1
    down: int = 1
    header: bool = False
    left: int = 0
    right: int = 0


@dataclass(slots=True)
class Table:
    """A table that is done: its rows, merged cells once."""

    rows: list[list[TableCell]] = field(default_factory=list)
    part: str = ""


Item = Paragraph | Table


@dataclass(slots=True)
class _Level:
    """A table that is open at some depth."""

    rows: list[list[TableCell]] = field(default_factory=list)
    row: list[TableCell] = field(default_factory=list)
    content: list[Item] = field(default_factory=list)
    formats: list[CellFormat] = field(default_factory=list)
    header: bool = False
    columns: dict[int, TableCell] = field(default_factory=dict)


class Story:
    """The body, or a part of its own; of parts the items go to the story that holds them, after its paragraph."""

    __slots__ = ("_levels", "items", "paragraph", "part", "waiting")

    def __init__(self, part: str = "") -> None:
        self.part = part
        self.items: list[Item] = []
        self.waiting: list[Item] = []
        self.paragraph = Paragraph(part)
        self._levels: list[_Level] = []

    def end_paragraph(self, depth: int) -> None:
        """End the paragraph.   depth: of the table it stands in, 0 outside."""
        done, self.paragraph = self.paragraph, Paragraph(self.part)
        if depth == 0 and self._levels and self._levels[0].row:
            depth = 1
        self._leave(depth)
        if not done.is_empty:
            self._put(done, depth)
        if not self._levels:
            self.items += self.waiting
            self.waiting = []

    def follow(self, items: list[Item]) -> None:
        """Take what a part holds: it stands after the paragraph or table that is open."""
        if self._levels or not self.paragraph.is_empty:
            self.waiting += items
        else:
            self.items += items

    def end_cell(self, depth: int) -> None:
        """End a cell of the table at a depth."""
        done, self.paragraph = self.paragraph, Paragraph(self.part)
        self._leave(depth)
        level = self._level(depth)
        if not done.is_empty:
            level.content.append(done)
        level.row.append(TableCell(level.content))
        level.content = []

    def end_row(self, depth: int) -> None:
        """End a row of the table at a depth; what its definition merges becomes one cell."""
        self._leave(depth)
        level = self._level(depth)
        if level.content or not self.paragraph.is_empty:
            self.end_cell(depth)
        cells: list[TableCell] = []
        columns: dict[int, TableCell] = {}
        last: TableCell | None = None
        edge = 0
        for column, cell in enumerate(level.row):
            form = level.formats[column] if column < len(level.formats) else CellFormat()
            # Rows need not have the same columns: what stands under what, the places of their edges tell.
            place = form.right or column
            left, edge = edge, form.right
            if form.beside and cells and not cell.items:
                cells[-1].across += 1
                cells[-1].right = form.right
                columns[place] = last = cells[-1]
                continue
            over = level.columns.get(place)
            if form.above and over is not None and not cell.items:
                if last is not over:
                    over.down += 1
                columns[place] = last = over
                continue
            cell.header, cell.left, cell.right = level.header, left, form.right
            cells.append(cell)
            columns[place] = last = cell
        level.columns = columns
        if cells:
            level.rows.append(cells)
        level.row = []

    def begin_formats(self, depth: int) -> None:
        """Begin the definition of a row."""
        level = self._level(depth)
        level.formats, level.header = [], False

    def format_cell(self, depth: int, form: CellFormat) -> None:
        """Take the definition of the next cell."""
        level = self._level(depth)
        if len(level.formats) < 1000:
            level.formats.append(form)

    def format_header(self, depth: int) -> None:
        """Take that the row repeats on each page: a header."""
        self._level(depth).header = True

    def finish(self) -> list[Item]:
        """Close everything; return the items."""
        if self._levels and self._levels[0].row:
            self.end_row(1)
        elif not self.paragraph.is_empty:
            self.end_paragraph(0)
        self._leave(0)
        self.items += self.waiting
        self.waiting = []
        return self.items

    def _put(self, item: Item, depth: int) -> None:
        if depth:
            self._level(depth).content.append(item)
        else:
            self.items.append(item)

    def _level(self, depth: int) -> _Level:
        depth = max(1, min(depth, 50))
        while len(self._levels) < depth:
            self._levels.append(_Level())
        return self._levels[depth - 1]

    def _leave(self, depth: int) -> None:
        """Close the tables deeper than a depth; each becomes an item of what holds it."""
        while len(self._levels) > depth:
            level = self._levels.pop()
            if level.row:
                level.rows.append(level.row)
            outer = self._levels[-1].content if self._levels else self.items
            for rows in _parted(level.rows):
                _widen(rows)
                outer.append(Table(rows, self.part))
            outer += level.content


def _parted(rows: list[list[TableCell]]) -> Iterator[list[list[TableCell]]]:
    """Yield the tables among rows that nothing parts: one ends where no edge between cells goes on for two rows."""
    begin = 0
    held: list[int] = []
    edges = [[cell.right for cell in row[:-1]] for row in rows]
    for at, own in enumerate(edges):
        goes_on = at + 1 < len(rows) and len(own) == len(edges[at + 1]) and all(map(_are_near, own, edges[at + 1]))
        if at > begin + 1 and held and own and goes_on and not any(_are_near(x, y) for x in own for y in held):
            yield rows[begin:at]
            begin, held = at, []
        held += [edge for edge in own if edge not in held]
    if rows[begin:]:
        yield rows[begin:]


def _are_near(one: int, other: int) -> bool:
    return abs(one - other) <= 4 * _NEAR


def _widen(rows: list[list[TableCell]]) -> None:
    """Let cells span the columns that the edges of other rows say they reach over.

    Only where one row has a cell in each column: edges of rows that nobody aligned make no columns.
    """
    edges = sorted({cell.right for row in rows for cell in row})
    if len(edges) > _MOST_COLUMNS or edges[0] <= 0:
        return
    columns: dict[int, int] = {}
    width, last = 0, -_NEAR - 1
    for edge in edges:
        width += edge - last > _NEAR
        columns[edge], last = width, edge
    if not any(len(row) == width == columns[row[-1].right] for row in rows):
        return
    for row in rows:
        for cell in row:
            cell.across = max(1, columns[cell.right] - columns.get(cell.left, 0))
