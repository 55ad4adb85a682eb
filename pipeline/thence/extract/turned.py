"""Tables that name in their first column what others name in their header: each further column is a record."""

from __future__ import annotations

from collections.abc import Sequence

from thence.extract.columns import header_words
from thence.model.document import Document, Field, Record, RecordKind, Span

__all__ = ["turned"]

_MOST_ROWS, _MOST_COLUMNS = 60, 40


def turned(document: Document, headers: Sequence[str], group: Sequence[Record]) -> list[Record]:
    """Return the columns of a small table as records, named by its first column; none where that cannot name them.

    Their place is the whole table: what they say stands in all of its rows.
    """
    if group[0].kind is not RecordKind.ROW or not 1 < len(group) <= _MOST_ROWS or not 1 < len(headers) <= _MOST_COLUMNS:
        return []
    rows = list(group)
    names = [_name(document, record) for record in rows]
    told = [header_words(name) for name in names]
    if not all(told) or len(set(told)) < len(told):
        return []
    top = {item.column: item.name_span for record in rows for item in record.fields if item.name_span is not None}
    starts = [span.start for span in top.values()]
    whole = Span(min([*starts, rows[0].span.start]), max(record.span.end for record in rows))
    found = []
    for number, header in enumerate(headers[1:], 2):
        fields = []
        head = top.get(number)
        if head is not None and header and headers[0]:
            fields.append(Field(headers[0], head, number, top.get(1)))
        for name, record in zip(names, rows, strict=True):
            cell = next((item for item in record.fields if item.column == number), None)
            if cell is not None:
                fields.append(Field(name, cell.value, number, record.fields[0].value))
        if fields:
            found.append(Record(RecordKind.ROW, whole, tuple(fields), None, None, rows[0].title, None, rows[0].part))
    return found


def _name(document: Document, record: Record) -> str:
    """Return the words of a row's first cell."""
    value = record.fields[0].value
    return " ".join(document.text[value.start : value.end].split()).rstrip(": ") if len(value) <= 60 else ""
