"""Tables: many rows under one header, their places kept as numbers and made records when asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, overload

if TYPE_CHECKING:
    from pydantic import ConfigDict

    from thence.model.document import Record, Span

__all__ = ["Table"]


@dataclass(frozen=True, slots=True)
class Table(Sequence["Record"]):
    """The rows of one table, as a sequence of records (kind row) that are made when they are asked for.

    number: ordinal of the table in the document, from 1.   width: cells of a row that is not ragged.
    names: of the columns, as in Field; paths: their header cells from top to bottom; heads: where they stand, start and
    end, or None.   cells: start and end of every cell, row after row; rows: start and end of every row; firsts: which
    cell is the first of each row, and one behind the last, empty where every row has ``width`` cells: all as native
    32-bit integers, places in code points.   first: number of the first row, where the table is part of a larger one.
    title: caption or title line.   part: sheet or chapter, as in Record.
    """

    __pydantic_config__: ClassVar[ConfigDict] = {"ser_json_bytes": "base64", "val_json_bytes": "base64"}

    number: int
    width: int
    names: tuple[str, ...]
    cells: bytes
    rows: bytes
    firsts: bytes = b""
    paths: tuple[tuple[str, ...], ...] = ()
    heads: tuple[tuple[int, int] | None, ...] = ()
    first: int = 1
    title: str = ""
    part: str = ""

    def __len__(self) -> int:
        return len(self.rows) // 8

    @overload
    def __getitem__(self, index: int) -> Record: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Record]: ...

    def __getitem__(self, index: int | slice) -> Record | Sequence[Record]:
        count = len(self)
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(count))]
        if not -count <= index < count:
            raise IndexError(index)
        index %= count
        return next(self._records(index, index + 1))

    def __iter__(self) -> Iterator[Record]:
        return self._records(0, len(self))

    def _records(self, low: int, high: int) -> Iterator[Record]:
        from thence.model.document import Field, Record, RecordKind, Span  # it imports this module

        cells, rows = memoryview(self.cells).cast("i"), memoryview(self.rows).cast("i")
        firsts = memoryview(self.firsts).cast("i") if self.firsts else None
        known = [
            (name, number, Span(*head) if head else None, path)
            for number, (name, head, path) in enumerate(
                zip(self.names, self._heads(), self.paths or ((),) * len(self.names), strict=True), 1
            )
        ]
        width = self.width
        for index in range(low, high):
            at, end = (firsts[index], firsts[index + 1]) if firsts else (index * width, (index + 1) * width)
            while len(known) < end - at:
                known.append((f"column {len(known) + 1}", len(known) + 1, None, ()))
            places = cells[2 * at : 2 * end].tolist()
            fields = tuple(
                Field(name, Span(start, stop), number, head, path)
                for (name, number, head, path), start, stop in zip(known, places[::2], places[1::2], strict=False)
            )
            yield Record(
                RecordKind.ROW,
                Span(rows[2 * index], rows[2 * index + 1]),
                fields,
                self.number,
                self.first + index,
                self.title,
                None,
                self.part,
            )

    def _heads(self) -> tuple[tuple[int, int] | None, ...]:
        return self.heads or (None,) * len(self.names)

    @property
    def span(self) -> Span:
        """From the first row's beginning to the last one's end."""
        from thence.model.document import Span

        rows = memoryview(self.rows).cast("i")
        return Span(rows[0], rows[len(rows) - 1]) if len(rows) else Span(0, 0)

    @property
    def headers(self) -> tuple[str, ...]:
        """The names of all columns, those included that only rows longer than the header have."""
        firsts = memoryview(self.firsts).cast("i") if self.firsts else ()
        widths = (after - before for before, after in pairwise(firsts))
        most = max(max(widths, default=0), self.width if not self.firsts else 0, len(self.names))
        return self.names + tuple(f"column {number}" for number in range(len(self.names) + 1, most + 1))

    def row_at(self, place: int) -> int | None:
        """Return the index of the row in which a place of the text lies, or None."""
        rows = memoryview(self.rows).cast("i")
        index = bisect_right(range(len(self)), place, key=lambda at: rows[2 * at]) - 1
        return index if index >= 0 and place < max(rows[2 * index + 1], rows[2 * index] + 1) else None

    def column_at(self, span: Span) -> int | None:
        """Return the number of the column, from 1, in whose cell a span lies, or None."""
        index = self.row_at(span.start)
        if index is None:
            return None
        return next((item.column for item in self[index].fields if span in item.value), None)

    def header(self, column: int) -> tuple[str, ...]:
        """Return the header cells over a column, from top to bottom.   column: from 1."""
        if column > len(self.names):
            return ()
        path = self.paths[column - 1] if self.paths else ()
        return path or ((self.names[column - 1],) if self.names[column - 1] else ())

    def texts(self, text: str, column: int) -> Iterator[str]:
        """Yield the words of a column's cells, from top to bottom.   text: the document's.   column: from 1."""
        cells = memoryview(self.cells).cast("i")
        firsts = memoryview(self.firsts).cast("i") if self.firsts else None
        for index in range(len(self)):
            at, end = (firsts[index], firsts[index + 1]) if firsts else (index * self.width, (index + 1) * self.width)
            if column <= end - at:
                place = 2 * (at + column - 1)
                yield text[cells[place] : cells[place + 1]]
