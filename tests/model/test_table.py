"""Tables: rows kept as numbers, made records when asked for."""

from __future__ import annotations

from array import array

import pytest
from pydantic import TypeAdapter

from thence.model.document import Document, Record, RecordKind, Span
from thence.model.places import Places
from thence.model.table import Table

TEXT = "a,b\n1,22\n3\n4,5,6\n"


def table(**more: object) -> Table:
    cells = array("i", [4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16])
    rows = array("i", [4, 8, 9, 10, 11, 16])
    firsts = array("i", [0, 2, 3, 6])
    kept = {"heads": ((0, 1), (2, 3))} | more
    return Table(1, 2, ("a", "b"), cells.tobytes(), rows.tobytes(), firsts.tobytes(), **kept)  # type: ignore[arg-type]


def document(*tables: Table, records: tuple[Record, ...] = ()) -> Document:
    return Document("a.csv", ("a.csv",), "text/csv", "0" * 64, 17, "read.csv/2", TEXT, records=records, tables=tables)


def test_rows_are_records_made_when_asked_for():
    made = table()
    assert len(made) == 3
    first, second, last = made
    assert (first.kind, first.table, first.row, first.span) == (RecordKind.ROW, 1, 1, Span(4, 8))
    assert [(item.name, item.column, item.name_span) for item in first.fields] == [
        ("a", 1, Span(0, 1)),
        ("b", 2, Span(2, 3)),
    ]
    assert [TEXT[item.value.start : item.value.end] for item in second.fields] == ["3"]
    assert [item.name for item in last.fields] == ["a", "b", "column 3"]
    assert made[-1] == last
    assert made[1:] == [second, last]
    with pytest.raises(IndexError):
        made[3]


def test_a_piece_of_a_table_counts_rows_in_the_whole():
    assert [row.row for row in table(first=20_001)] == [20_001, 20_002, 20_003]


def test_names_and_places_are_found():
    made = table()
    assert made.headers == ("a", "b", "column 3")
    assert made.span == Span(4, 16)
    assert [made.row_at(place) for place in (0, 4, 9, 12, 16)] == [None, 0, 1, 2, None]
    assert made.column_at(Span(6, 8)) == 2
    assert list(made.texts(TEXT, 1)) == ["1", "3", "4"]
    assert list(made.texts(TEXT, 3)) == ["6"]
    assert Places(document(made)).header(Span(6, 7)) == (2, ("b",))


def test_every_record_is_in_the_order_of_places():
    key = Record(RecordKind.KEYS, Span(0, 3), ())
    found = list(document(table(), records=(key,)).every_record())
    assert found == [key, *table()]
    assert list(document(records=(key,)).every_record()) == [key]


def test_a_table_comes_back_from_json_as_it_was():
    adapter = TypeAdapter(Table)
    assert adapter.validate_json(adapter.dump_json(table())) == table()
    size = len(adapter.dump_json(table()))
    large = Table(1, 2, ("a", "b"), array("i", range(40_000)).tobytes(), array("i", range(20_000)).tobytes())
    assert len(adapter.dump_json(large)) - size < 12 * 20_000 + 12 * 10_000
