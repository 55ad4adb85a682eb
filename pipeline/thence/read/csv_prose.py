"""What stands around a table of delimited text: remarks, comments, and lines with a key and its value."""

from __future__ import annotations

import re
from collections.abc import Sequence

from thence.model.document import Block, BlockKind, Field, Record, RecordKind, Span
from thence.read.csv_cells import Dialect, Grid
from thence.read.csv_layout import Layout, plain

__all__ = ["around"]

_KEY = re.compile(r"(?P<key>[^\W\d_][^:\n]{0,40}?)\s*:\s+(?P<value>\S[^\n]*)")


def around(
    text: str, grid: Grid, laid: Sequence[Layout], dialect: Dialect
) -> tuple[tuple[Block, ...], tuple[Record, ...]]:
    """Return remarks and comments as paragraphs, and lines above a header with key and value as records."""
    blocks: list[Block] = []
    records: list[Record] = []
    for start, end in grid.comments:
        begin = start + len(text[start:end]) - len(text[start:end].lstrip(dialect.comment + " \t"))
        if begin < end:
            blocks.append(Block(Span(begin, end), BlockKind.PARAGRAPH))
    for layout in laid:
        fields: list[Field] = []
        for row in layout.lead:
            found = _pair(text, grid, row, dialect)
            if found is not None:
                fields.append(found)
            elif row != layout.lead[0]:
                blocks.extend(_remark(text, grid, row))
        if fields:
            ends = [field.value.end for field in fields]
            starts = [field.name_span.start for field in fields if field.name_span]
            records.append(Record(RecordKind.KEYS, Span(min(starts), max(ends)), tuple(fields)))
        for row in layout.notes:
            blocks.extend(_remark(text, grid, row))
    return tuple(sorted(blocks, key=lambda block: block.span)), tuple(records)


def _remark(text: str, grid: Grid, row: int) -> list[Block]:
    filled = [Span(start, end) for start, end in grid.row(row) if text[start:end].strip()]
    return [Block(span, BlockKind.PARAGRAPH) for span in filled]


def _pair(text: str, grid: Grid, row: int, dialect: Dialect) -> Field | None:
    """Return the key and value of a line above a header: two cells, or one with a colon."""
    cells = [(start, end) for start, end in grid.row(row) if start < end]
    if len(cells) == 2:
        (first, last), value = cells
        return Field(plain(text[first:last], dialect).rstrip(" :"), Span(*value), None, Span(first, last))
    if len(cells) == 1 and (match := _KEY.fullmatch(text, *cells[0])):
        key = match.span("key")
        return Field(plain(match["key"], dialect), Span(*match.span("value")), None, Span(*key))
    return None
