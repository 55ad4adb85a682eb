"""Tables of marked-up documents: a grid of cells becomes records under its header."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thence.model.document import Field, Record, RecordKind, Span
from thence.read.column_headers import header_rows, is_header, paths_of
from thence.read.totals import is_remark

__all__ = ["Cell", "Grid", "records_of"]

_STATED = re.compile(r"([^\W\d_][^:\n]{0,40}?)\s*:\s+(\S[^\n]*)")
_SAMPLE = 100
"""Rows by which a header of several rows is told."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table.   header: whether it is marked as one.   across, down: how many columns and rows it spans."""

    span: Span
    text: str
    header: bool = False
    across: int = 1
    down: int = 1


@dataclass(frozen=True, slots=True)
class Grid:
    """Records of a table, or none when it only lays out a page; rows: the span of each row that is no header."""

    records: tuple[Record, ...]
    is_data: bool


def records_of(
    rows: Sequence[Sequence[Cell]], *, table: int, title: str, page: int | None = None, marked: bool = False
) -> Grid:
    """Return the records of a table.

    The header is the rows whose cells are all marked as headers, else the first row if it names columns. A table
    whose first column alone is marked (or ends in colons) is one record of names and values. Of several header rows
    each field has the path; one cell over all columns is the title. A table of one column, or of one row or
    long texts without header, lays out a page and gives none.   marked: the first row is known to be the header.
    """
    # A row may have no cell of its own, where those above reach over all of it.
    pairs = [(row, line) for row, line in zip(rows, _laid_out(rows), strict=True) if line]
    rows, laid = [row for row, _ in pairs], [line for _, line in pairs]
    width = max((len(row) for row in laid), default=0)
    if width < 2:
        return Grid((), is_data=False)
    if keyed := _keyed(rows, title, table, page):
        return Grid(keyed, is_data=True)
    lead = _lead(laid)
    heads = _heads(laid[lead:], marked=marked and not lead)
    if lead and not heads:
        lead, heads = 0, _heads(laid, marked=marked)
    if heads == 0 and (len(laid) == 1 or any(len(cell.text) > 200 for row in rows for cell in row)):
        return Grid((), is_data=False)
    above = [_only(line) for line in laid[:lead]]
    records = [*_stated(above, title, table, page)]
    title = next((cell.text for cell in above if cell), title)
    rows, laid = rows[lead:], laid[lead:]
    # Where no header cell says how far it reaches, it reaches over the empty ones behind it.
    carried = not any(cell is not None and cell.across > 1 for line in laid[:heads] for cell in line)
    paths = paths_of([_words(line) for line in laid[:heads]], carried=carried) if heads else []
    spans = [_lowest(laid[:heads], column) for column in range(width)] if heads else []
    remarks = len(laid) - _remarks(laid[heads:])
    for number, row in enumerate(laid[heads:], 1):
        fields = []
        for column in range(width):
            cell = row[column] if column < len(row) else None
            if cell is None or (column and column < len(row) and row[column - 1] is cell):
                continue
            path = paths[column] if column < len(paths) else ()
            name = " ".join(path) if paths else f"column {column + 1}"
            where = spans[column] if column < len(spans) else None
            fields.append(Field(name, cell.span, column + 1, where, path if len(path) > 1 else ()))
        if any(item.value.start < item.value.end for item in fields):
            own = [cell.span for cell in rows[heads + number - 1]] or [item.value for item in fields]
            whole = Span(min(span.start for span in own), max(span.end for span in own))
            part = "footer" if heads + number > remarks else ""
            records.append(Record(RecordKind.ROW, whole, tuple(fields), table, number, title, page, part))
    return Grid(tuple(records), is_data=True)


def _only(line: Sequence[Cell | None]) -> Cell | None:
    """Return the only cell of a row that says something, or None."""
    filled = {id(cell): cell for cell in line if cell is not None and cell.text}
    return next(iter(filled.values())) if len(filled) == 1 else None


def _lead(laid: Sequence[Sequence[Cell | None]]) -> int:
    """Return how many rows at the top hold one cell, as titles do; two rows at least are left."""
    lead = 0
    while lead < len(laid) - 2 and (cell := _only(laid[lead])) is not None:
        if (cell.across > 1 or cell.header) and any(each is not cell for each in laid[lead]):
            break  # it groups some columns
        lead += 1
    return lead


def _heads(laid: Sequence[Sequence[Cell | None]], *, marked: bool) -> int:
    """Return how many of the first rows are the header."""
    heads = 0
    while heads < len(laid) and all(cell is None or cell.header or not cell.text for cell in laid[heads]):
        heads += 1
    if heads == len(laid) > 1:
        heads = 1  # all is marked, which tells nothing
    words = [_words(line) for line in laid[: _SAMPLE + 1]]
    if heads <= 1 and (several := header_rows(words)) > 1:
        return several
    names = _names_columns(laid) or (len(laid) > 1 and is_header(words[0], words[1:], strict=True))
    if heads == 0 and (marked or names):
        return 1
    return heads


def _stated(above: Sequence[Cell | None], title: str, table: int, page: int | None) -> Iterator[Record]:
    """Yield what stands above a header as names with values: "Vessel: Aurora"."""
    fields = []
    for cell in above:
        match = _STATED.fullmatch(cell.text) if cell is not None and len(cell.text) == len(cell.span) else None
        if cell is not None and match is not None:
            key, value = (Span(cell.span.start + match.start(at), cell.span.start + match.end(at)) for at in (1, 2))
            fields.append(Field(match[1], value, None, key))
    if fields and fields[0].name_span is not None:
        whole = Span(fields[0].name_span.start, fields[-1].value.end)
        yield Record(RecordKind.KEYS, whole, tuple(fields), table, None, title, page)


def _remarks(data: Sequence[Sequence[Cell | None]]) -> int:
    """Return how many rows at the end are remarks."""
    count = 0
    while count < len(data) - 1 and (cell := _only(data[-1 - count])) is not None and is_remark(cell.text):
        count += 1
    return count


def _laid_out(rows: Sequence[Sequence[Cell]]) -> list[list[Cell | None]]:
    """Return the rows with spanning cells repeated wherever they reach."""
    if all(cell.across == cell.down == 1 for row in rows for cell in row):
        return [list(row) for row in rows]
    held: dict[int, tuple[Cell, int]] = {}
    out: list[list[Cell | None]] = []
    for row in rows:
        line: list[Cell | None] = []
        pending = deque(row)
        while pending or len(line) in held:
            column = len(line)
            if column in held:
                cell, left = held.pop(column)
                if left > 1:
                    held[column] = (cell, left - 1)
                line.append(cell)
                continue
            cell = pending.popleft()
            for _ in range(min(cell.across, 100)):
                if cell.down > 1:
                    held[len(line)] = (cell, min(cell.down, 1000) - 1)
                line.append(cell)
        out.append(line)
    return out


def _keyed(rows: Sequence[Sequence[Cell]], title: str, table: int, page: int | None) -> tuple[Record, ...]:
    if not all(len(row) in (1, 2) for row in rows):
        return ()
    pairs = [row for row in rows if len(row) == 2]
    if not pairs or any(pair[1].header for pair in pairs):
        return ()
    if not all(pair[0].header or pair[0].text.endswith(":") for pair in pairs):
        return ()
    fields = tuple(Field(pair[0].text.rstrip(": "), pair[1].span, 2, pair[0].span) for pair in pairs if pair[0].text)
    if not fields:
        return ()
    whole = Span(pairs[0][0].span.start, max(pair[1].span.end for pair in pairs))
    return (Record(RecordKind.KEYS, whole, fields, table, None, title, page),)


def _names_columns(rows: Sequence[Sequence[Cell | None]]) -> bool:
    if len(rows) < 2:
        return False
    first = [cell.text for cell in rows[0] if cell]
    filled = [text for text in first if text]
    if len(filled) < 2 or len({text.lower() for text in filled}) < len(filled):
        return False
    return all(
        len(text) <= 60 and not any(char.isdigit() for char in text[:1]) and text[-1] not in ".:;" for text in filled
    )


def _words(line: Sequence[Cell | None]) -> list[str]:
    return [cell.text if cell else "" for cell in line]


def _lowest(heads: Sequence[Sequence[Cell | None]], column: int) -> Span | None:
    """Return where the lowest header cell with words stands above a column."""
    cells = [row[column] for row in reversed(heads) if column < len(row)]
    return next((cell.span for cell in cells if cell and cell.text), None)
