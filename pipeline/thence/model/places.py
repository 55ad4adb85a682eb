"""Where a span stands in its format's own terms: pages and boxes, part, paragraph, run, message, columns."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import overload

from thence.model.citation import Box, Place
from thence.model.document import Block, Document, Page, Record
from thence.model.span import Span
from thence.model.table import Table

__all__ = ["Places"]


class Places:
    """The places of one document, looked up often."""

    __slots__ = ("_above", "_document", "_records", "_starts")

    def __init__(self, document: Document) -> None:
        self._document = document
        self._records = sorted(document.records, key=lambda record: (record.span.start, -record.span.end))
        self._starts = array("q", (record.span.start for record in self._records))
        self._above: array[int] = _above(self._records)

    def of(self, span: Span) -> Place:
        """Return where a span stands.   An empty span stands where it begins."""
        block = _block_at(self._document.blocks, span.start)
        run = bisect_right(block.runs, span.start) if block and block.runs else None
        touched = _pages(self._document.pages, span)
        row, column, header = self._cell(span)
        return Place(
            pages=tuple(page.number for page in touched),
            boxes=tuple(box for page in touched for box in _lines(page, span)),
            part=block.part if block else "",
            number=block.number if block else None,
            run=run or None,
            row=row,
            column=column,
            header=header,
        )

    def header(self, span: Span) -> tuple[int | None, tuple[str, ...]]:
        """Return the column in which a table's cell stands, from 1, and the headers above; (None, ()) elsewhere.

        Of a value in nested data, a card or a block of keys: no column, and the names and numbers that lead to it.
        """
        return self._cell(span)[1:]

    def _cell(self, span: Span) -> tuple[int | None, int | None, tuple[str, ...]]:
        """Return row, column and headers of the cell or value in which a span stands."""
        index = bisect_right(self._starts, span.start) - 1
        while index >= 0:
            record = self._records[index]
            if span == record.span and record.path:
                return record.row, None, record.path
            for item in record.fields if span in record.span else ():
                if span in item.value:
                    own = item.path or ((item.name,) if item.name else ())
                    return record.row, item.column, (*record.path, *own)
            index = self._above[index]
        for table in self._document.tables:
            if span in table.span and (column := table.column_at(span)) is not None:
                row = table.row_at(span.start)
                return None if row is None else table.first + row, column, table.header(column)
        return None, None, ()


def _above(records: Sequence[Record]) -> array[int]:
    """Return for each record the nearest that it lies in, -1 for none.   records: by beginnings, the longest first."""
    above = array("q")
    open_: list[int] = []
    for index, record in enumerate(records):
        while open_ and records[open_[-1]].span.end < record.span.end:
            open_.pop()
        above.append(open_[-1] if open_ else -1)
        open_.append(index)
    return above


class _Starts(Sequence[int]):
    """Where the rows of a table begin."""

    def __init__(self, table: Table) -> None:
        self._rows = memoryview(table.rows).cast("i")

    def __len__(self) -> int:
        return len(self._rows) // 2

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...

    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return [self._rows[2 * at] for at in range(*index.indices(len(self)))]
        return self._rows[2 * index]


def _block_at(blocks: Sequence[Block], at: int) -> Block | None:
    index = bisect_right(blocks, at, key=lambda block: block.span.start) - 1
    return blocks[index] if index >= 0 and at < max(blocks[index].span.end, blocks[index].span.start + 1) else None


def _pages(pages: Sequence[Page], span: Span) -> list[Page]:
    if not pages:
        return []
    first = max(0, bisect_right(pages, span.start, key=lambda page: page.span.start) - 1)
    last = max(first, bisect_left(pages, span.end, key=lambda page: page.span.start) - 1)
    return [pages[first], *(page for page in pages[first + 1 : last + 1] if page.span.start < page.span.end)]


def _lines(page: Page, span: Span) -> list[Box]:
    """Return the boxes of a span's words on a page, those of one line joined."""
    first = bisect_right(page.boxes, span.start, key=lambda box: box[0].end)
    lines: list[Box] = []
    for where, left, bottom, right, top in page.boxes[first:]:
        if where.start >= span.end:
            break
        box = Box(page.number, left, bottom, right, top)
        if lines and _same_line(lines[-1], box):
            above = lines[-1]
            lines[-1] = Box(
                page.number,
                min(above.left, left),
                min(above.bottom, bottom),
                max(above.right, right),
                max(above.top, top),
            )
        else:
            lines.append(box)
    return lines


def _same_line(line: Box, box: Box) -> bool:
    shared = min(line.top, box.top) - max(line.bottom, box.bottom)
    return box.left >= line.left and shared > 0.5 * min(line.top - line.bottom, box.top - box.bottom)
