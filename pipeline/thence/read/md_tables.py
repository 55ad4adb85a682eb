"""Tables of Markdown: a record a row, the cells with their own places."""

from __future__ import annotations

from thence.model.document import Block, BlockKind, Field, Record, RecordKind, Span
from thence.read.md_laid import Laid
from thence.read.md_lines import cells

__all__ = ["read_table"]


def read_table(laid: Laid, lines: list[tuple[int, int]], index: int) -> int:
    """Read the table whose header is at a line; return the index of the line after it.

    Rows with more or fewer cells than the header are read as far as they go, and a finding names them (TH526).
    """
    text = laid.source.text
    laid.tables += 1
    head = [(" ".join(words.split()), span) for words, span in _row(laid, *lines[index])]
    if head and head[0][1].start < head[-1][1].end:
        laid.blocks.append(Block(Span(head[0][1].start, head[-1][1].end), BlockKind.FURNITURE))
    laid.reached = lines[index + 1][1]
    row, ragged, first = 0, 0, 0
    index += 2
    while index < len(lines) and "|" in text[slice(*lines[index])]:
        found = [span for _, span in _row(laid, *lines[index])]
        row += 1
        if len(found) != len(head):
            ragged, first = ragged + 1, first or lines[index][0]
        fields = tuple(
            Field(*(head[column][0], cell, column + 1, head[column][1]))
            if column < len(head)
            else Field("", cell, column + 1)
            for column, cell in enumerate(found)
        )
        if found:
            span = Span(found[0].start, found[-1].end)
            laid.records.append(Record(RecordKind.ROW, span, fields, table=laid.tables, row=row, title=laid.heading))
            if len(span):
                laid.blocks.append(Block(span, BlockKind.FURNITURE))
        index += 1
    if ragged:
        said = f"{ragged} of {row} rows have not the {len(head)} cells of their header"
        laid.say("TH526", said, first, "check what is missing; a bar inside a cell is written \\|")
    return index


def _row(laid: Laid, start: int, end: int) -> list[tuple[str, Span]]:
    return [_cell(laid, *place) for place in cells(laid.source.text, start, end)]


def _cell(laid: Laid, begin: int, end: int) -> tuple[str, Span]:
    """Render a table cell; a bar stands before it unless it begins its line."""
    text = laid.source.text
    bar = text.rfind("|", laid.reached, begin)
    if bar >= 0 and "\n" not in text[laid.reached : begin] and laid.draft.length:
        laid.draft.put(" | ", laid.source, laid.reached, begin)
        laid.reached = begin
    span = laid.inline(begin, end)
    return laid.words(span), span
