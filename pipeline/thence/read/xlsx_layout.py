"""A sheet laid out: a line a row, tables with their headers, names with values, and words."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from thence.model.document import Block, BlockKind, Column, Field, Link, Record, RecordKind, Span
from thence.model.table import Table
from thence.read.column_headers import paths_of
from thence.read.keys import KeyRun, key_runs
from thence.read.story import Story
from thence.read.xlsx_cells import Cell, Sheet
from thence.read.xlsx_columns import column_of
from thence.read.xlsx_regions import Region, Role, Section, regions_of

__all__ = ["Layout"]

_UNNAMED = re.compile(r"(?:sheet|tabelle|feuil|hoja|foglio|blad|planilha|лист|arkusz|munka)[ _]?\d+", re.IGNORECASE)
_PARTED = " | "
_SPARSE = 20
_FEW = 2_000
_MOST_COVERED = 500_000

At = tuple[int, int]
"""Row and column."""
Place = tuple[int, int]
"""Start and end in the rendition."""


@dataclass(slots=True)
class _Draft:
    """A table in the making.   places, rows: as the cells and rows of a Table.   kinds: of the cells, by column."""

    number: int
    region: Region
    title: str
    paths: list[tuple[str, ...]]
    heads: list[Place | None]
    first: int = 1
    places: array[int] = field(default_factory=lambda: array("i"))
    rows: array[int] = field(default_factory=lambda: array("i"))
    kinds: dict[int, Counter[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Written:
    """What a region has in one row, written.   places: of the cells, by column; empty for errors."""

    region: Region
    number: int
    cells: Sequence[Cell]
    places: dict[int, Place]
    span: Span


@dataclass(slots=True)
class Layout:
    """The sheets of a workbook, laid one after the other.

    own: the blocks of the first sheet, which may declare title and date.   headless: parts with a table that has no
    header.   totals: rows that only sum up.   ends: of the sheet laid last, where its cells with comments end.
    """

    story: Story = field(default_factory=Story)
    tables: list[Table] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    own: list[Block] | None = None
    headless: list[str] = field(default_factory=list)
    totals: int = 0
    ends: dict[At, int] = field(default_factory=dict)

    def lay(self, name: str, sheet: Sheet, targets: dict[At, str], commented: Sequence[At]) -> None:
        """Lay a sheet.   targets: of its links.   commented: the cells that comments are about."""
        story = self.story
        story.open_line()
        heading = " ".join(name.split())
        if heading:
            story.blocks.append(Block(story.write(heading), BlockKind.HEADING, 1, part=name))
        begin = len(story.blocks)
        work = _SheetLayout(self, name, sheet, targets, frozenset(commented))
        work.lay()
        self.ends = work.ends
        if self.own is None:
            self.own = story.blocks[begin:]


@dataclass(slots=True)
class _SheetLayout:
    """One sheet.   covered: cell -> the first cell of the merged ones it belongs to.   anchors: where those stand."""

    whole: Layout
    name: str
    sheet: Sheet
    targets: dict[At, str]
    commented: frozenset[At]
    ends: dict[At, int] = field(default_factory=dict)
    covered: dict[At, At] = field(default_factory=dict)
    anchors: dict[At, Place] = field(default_factory=dict)
    drafts: dict[int, _Draft] = field(default_factory=dict)
    pairs: dict[int, list[Field]] = field(default_factory=dict)
    heads: dict[int, dict[At, Place]] = field(default_factory=dict)

    def lay(self) -> None:
        self._cover()
        lines: dict[int, list[tuple[Region, int]]] = {}
        regions = regions_of(self.sheet)
        for region in regions:
            area = (region.right - region.left + 1) * len(region.lines)
            if area > _FEW and area > _SPARSE * sum(len(cells) for _, cells in region.lines):
                region.role = Role.WORDS
            if region.role is Role.TABLE:
                every = range(region.left, region.right + 1)
                region.columns = [column for column in every if column not in self.sheet.hidden_columns]
            for index, (number, _) in enumerate(region.lines):
                lines.setdefault(number, []).append((region, index))
        for number in sorted(lines):
            self.whole.story.open_line()
            for order, (region, index) in enumerate(lines[number]):
                if order:
                    self.whole.story.write(_PARTED)
                self._line(region, index)
        for region in regions:
            self._close(region)

    def _cover(self) -> None:
        """Note which cells merged ones reach over, in rows that show something."""
        numbers = [number for number, _ in self.sheet.rows]
        left = _MOST_COVERED
        for at, merge in self.sheet.merges.items():
            rows = numbers[bisect_left(numbers, merge.top) : bisect_right(numbers, merge.bottom)]
            left -= len(rows) * (merge.right - merge.left + 1)
            if left < 0:
                return
            for row in rows:
                for column in range(merge.left, merge.right + 1):
                    self.covered[row, column] = at
            self.covered.pop(at, None)

    def _line(self, region: Region, index: int) -> None:
        """Write what a region has in one row."""
        number, cells = region.lines[index]
        section = region.section(index)
        if region.role == Role.TABLE and section in (Section.HEADER, Section.DATA, Section.TOTAL):
            cells = self._with_empty(region, number, cells)
        story = self.whole.story
        begin = at = story.length
        places: dict[int, Place] = {}
        ties = bool(self.targets or self.commented or self.sheet.merges)
        last = begin
        for cell in cells:
            end = at + len(cell.text)
            places[cell.column] = (end, end) if cell.kind == "error" else (at, end)
            if cell.text:
                last = end
            if cell.link or (ties and cell.text):
                self._tie((number, cell.column), cell, (at, end))
            at = end + len(_PARTED)
        story.write(_PARTED.join([cell.text for cell in cells]))
        self._deeds[section](self, _Written(region, number, cells, places, Span(begin, last)))

    def _with_empty(self, region: Region, number: int, cells: list[Cell]) -> list[Cell]:
        """Return a table's cells with empty ones between them, but for those that merged ones reach over."""
        if len(cells) == len(region.columns):
            return cells
        known = {cell.column: cell for cell in cells}
        made = []
        for column in region.columns:
            if column > cells[-1].column:
                break
            cell = known.get(column)
            if cell is None:
                anchor = self.covered.get((number, column))
                if anchor is not None and anchor[0] == number:
                    continue
                cell = Cell(column, "", "empty")
            made.append(cell)
        return made

    def _tie(self, at: At, cell: Cell, place: Place) -> None:
        if at in self.commented:
            self.ends[at] = place[1]
        if at in self.sheet.merges:
            self.anchors[at] = place
        target = cell.link or (self.targets.get(at, "") if self.targets else "")
        if target:
            self.whole.story.links.append(Link(Span(*place), target))

    def _block(self, place: Span, kind: BlockKind, number: int, level: int = 0) -> None:
        if place.start < place.end:
            self.whole.story.blocks.append(Block(place, kind, level, part=self.name, number=number))

    def _header(self, row: _Written) -> None:
        self._block(row.span, BlockKind.FURNITURE, row.number)
        heads = self.heads.setdefault(id(row.region), {})
        for cell in row.cells:
            if cell.text:
                heads[row.number, cell.column] = row.places[cell.column]

    def _data(self, row: _Written) -> None:
        self._block(row.span, BlockKind.FURNITURE, row.number)
        region = row.region
        draft = self.drafts.get(id(region))
        if draft is None:
            draft = self.drafts[id(region)] = self._draft(region)
        draft.rows.extend((row.span.start, row.span.end))
        places = row.places
        nothing = (row.span.end, row.span.end)
        for column in region.columns:
            place = min(places.get(column, nothing), nothing)
            if self.covered and place[0] == place[1]:
                anchor = self.covered.get((row.number, column))
                if anchor is not None and anchor[1] == column:
                    place = self.anchors.get(anchor, place)
            draft.places.extend(place)
        for cell in row.cells:
            draft.kinds[cell.column][cell.kind] += 1

    def _total(self, row: _Written) -> None:
        self._block(row.span, BlockKind.FURNITURE, row.number)
        self.whole.totals += 1
        draft = self.drafts.get(id(row.region))
        if draft is not None and len(row.span):
            # To be seen, but no row of the table.
            fields = [self._field(draft, at, row.places[column]) for at, column in enumerate(row.region.columns)
                      if column in row.places]  # fmt: skip
            title = draft.title or self.name
            self.whole.story.records.append(
                Record(RecordKind.ROW, row.span, tuple(fields), draft.number, None, title, part="footer")
            )

    def _field(self, draft: _Draft, at: int, place: Place) -> Field:
        path, head = draft.paths[at], draft.heads[at]
        name = " ".join(path) if any(draft.paths) else f"column {at + 1}"
        return Field(name, Span(*place), at + 1, Span(*head) if head else None, path if len(path) > 1 else ())

    def _title(self, row: _Written) -> None:
        said = row.cells[0].text
        if (
            len(said) > 100
            or said.endswith((".", ":", ";"))
            or isinstance(key_runs(said, Span(0, len(said)))[0], KeyRun)
        ):
            self._words(row)
        else:
            self._block(row.span, BlockKind.HEADING, row.number, 2)

    def _words(self, row: _Written) -> None:
        for cell in row.cells:
            place = Span(*row.places[cell.column])
            if len(place):
                self.whole.story.prose(cell.text, place, self.name, row.number)

    def _pair(self, row: _Written) -> None:
        if len(row.cells) == 1:
            self._title(row)
            return
        self._block(row.span, BlockKind.FURNITURE, row.number)
        name, value = row.cells
        self.pairs.setdefault(id(row.region), []).append(
            Field(
                " ".join(name.text.split()).rstrip(": "),
                Span(*row.places[value.column]),
                2,
                Span(*row.places[name.column]),
            )
        )

    _deeds: ClassVar[dict[str, Callable[[_SheetLayout, _Written], None]]] = {
        Section.TITLE: _title,
        Section.HEADER: _header,
        Section.DATA: _data,
        Section.TOTAL: _total,
        Section.REMARK: _words,
        Section.WORDS: _words,
        Section.PAIR: _pair,
    }

    def _draft(self, region: Region) -> _Draft:
        """Return a table to be filled, under its own header or that of the table it goes on with."""
        source = region.follows or region
        title = next((" ".join(cells[0].text.split()) for _, cells in region.lines[: region.titles]), "")
        above = self.drafts.get(id(source)) if region.follows else None
        kinds = {column: Counter[str]() for column in region.columns}
        if above is not None:
            skip = source.columns.index(region.columns[0])
            paths, heads = above.paths[skip : skip + len(kinds)], above.heads[skip : skip + len(kinds)]
            self.whole.story.tables += 1
            return _Draft(self.whole.story.tables, region, title or above.title, paths, heads, kinds=kinds)
        self.whole.story.tables += 1
        if not title and not _UNNAMED.fullmatch(self.name):
            title = " ".join(self.name.split())
        paths, heads = self._paths(region)
        if not region.heads:
            self.whole.headless.append(self.name)
        return _Draft(self.whole.story.tables, region, title, paths, heads, kinds=kinds)

    def _paths(self, region: Region) -> tuple[list[tuple[str, ...]], list[Place | None]]:
        """Return the header cells above each column of a table, from top to bottom, and where the last one stands."""
        places = self.heads.get(id(region), {})
        lines = [
            (number, {cell.column: " ".join(cell.text.split()) for cell in cells}) for number, cells in region.header
        ]
        known = dict(lines)
        words: list[list[str]] = []
        heads: list[Place | None] = [None] * len(region.columns)
        merged = False
        for number, said in lines:
            row = []
            for index, column in enumerate(region.columns):
                anchor = self.covered.get((number, column), (number, column))
                merged = merged or anchor != (number, column)
                row.append(said.get(column) or known.get(anchor[0], {}).get(anchor[1], ""))
                if row[-1]:
                    heads[index] = places.get((number, column)) or places.get(anchor, heads[index])
            words.append(row)
        # Where nobody merged cells, a group's name stands over the first of its columns.
        return paths_of(words, carried=not merged) or [() for _ in region.columns], heads

    def _close(self, region: Region) -> None:
        """Add the table or record that a region makes."""
        if found := self.pairs.get(id(region)):
            first, last = found[0].name_span, found[-1].value
            whole = Span(first.start if first else last.start, last.end)
            story = self.whole.story
            story.tables += 1
            story.records.append(
                Record(RecordKind.KEYS, whole, tuple(found), story.tables, None, self.name, part=self.name)
            )
        draft = self.drafts.get(id(region))
        if draft is None:
            return
        width = len(draft.kinds)
        headed = any(draft.paths)
        names = tuple(" ".join(path) if headed else f"column {at}" for at, path in enumerate(draft.paths, 1))
        paths = tuple(path if len(path) > 1 else () for path in draft.paths)
        self.whole.tables.append(
            Table(
                draft.number,
                width,
                names,
                draft.places.tobytes(),
                draft.rows.tobytes(),
                paths=paths if any(paths) else (),
                heads=tuple(draft.heads),
                title=draft.title,
                part=self.name,
            )
        )
        for at, kinds in enumerate(draft.kinds.values(), 1):
            if column := column_of(draft.number, at, names[at - 1], kinds):
                self.whole.columns.append(column)
