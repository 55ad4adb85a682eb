"""How tables of delimited text are laid out: dialects, titles, remarks, headers of several rows, sums."""

from __future__ import annotations

import pytest

from tests.read.asking import codes, read, rows, said, values
from thence.model.document import BlockKind, Document, RecordKind
from thence.read import read_bytes


def names(document: Document) -> list[str]:
    return list(document.tables[0].names)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", "^", "~"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_delimiters_and_line_ends_are_found(delimiter: str, end: str):
    lines = [["name", "sum", "note"], ["Ann", "5", '"a, b; c"'], ["Bo", "6", "d"]]
    document = read(end.join(delimiter.join(line) for line in lines).encode(), "a.csv")
    assert rows(document)[0] == {"name": "Ann", "sum": "5", "note": "a, b; c"}
    assert codes(document) == []


def test_the_delimiter_that_parts_most_rows_alike_is_taken():
    document = read("name;sum\nLee, Ann;1,5\nDahl, Bo;2,5\nEk, Cy, jr;3,5\n", "a.csv")
    assert rows(document)[2] == {"name": "Ek, Cy, jr", "sum": "3,5"}


def test_a_line_that_names_the_delimiter_decides():
    assert rows(read("sep=|\nname|a,b\nAnn|1,2\n", "a.csv")) == [{"name": "Ann", "a,b": "1,2"}]


def test_a_byte_order_mark_is_no_part_of_the_first_name():
    for encoding in ("utf-8-sig", "utf-16"):
        assert names(read("name,sum\nAnn,5\n".encode(encoding), "a.csv")) == ["name", "sum"]


def test_one_column_is_a_table():
    document = read("name\nAnn\nBo\n\n\nCy\n\n", "a.csv")
    assert [row["name"] for row in rows(document)] == ["Ann", "Bo", "Cy"]


def test_a_delimiter_at_the_end_of_each_row_makes_no_column():
    document = read("a,b,c,\n1,2,3,\n4,5,6,\n", "a.csv")
    assert rows(document) == [{"a": "1", "b": "2", "c": "3"}, {"a": "4", "b": "5", "c": "6"}]
    assert codes(document) == []
    assert codes(read("a,b,c\n1,2,3,\n4,5,6,\n", "a.csv")) == []
    assert rows(read("a,b,c,\n1,2,3,x\n4,5,6,\n", "a.csv"))[0] == {"a": "1", "b": "2", "c": "3", "": "x"}


def test_ragged_rows_are_counted():
    document = read("a,b\n" + "1,2\n" * 200 + "1,2,3\n" * 30, "a.csv")
    assert codes(document) == ["TH526"] * 21
    assert document.findings[0].line == 202
    assert "10 more rows" in document.findings[-1].message


def test_empty_cells_at_the_end_are_not_ragged():
    assert codes(read("a,b\n1,2\n1,2,,\n3,4\n", "a.csv")) == []


def test_comments_are_no_rows():
    document = read("# exported by x\n#\nid,n\n1,x\n# half way\n2,y\n", "a.csv")
    assert [list(row.values()) for row in rows(document)] == [["1", "x"], ["2", "y"]]
    assert said(document, BlockKind.PARAGRAPH) == ["exported by x", "half way"]


def test_a_header_behind_a_hash_is_a_header():
    assert names(read("#id,name\n1,Ann\n2,Bo\n", "a.csv")) == ["#id", "name"]
    assert len(rows(read("id,name\n#1,Ann\n#2,Bo\n#3,Cy\n", "a.csv"))) == 3


BANK = """Account;Ann Lee;;
IBAN: DE12 3456;;;
Statement of May;;;

Date;Amount;To;Ref
01.05.2024;1.234,50;Bo;7
03.05.2024;7,00;Cy;8
Total;1.241,50;;

Source: the bank;;;
"""


def test_lines_above_a_header_are_keys_and_remarks_and_those_below_are_noted():
    document = read(BANK, "a.csv")
    (keys,) = document.records
    assert keys.kind is RecordKind.KEYS
    assert values(document, keys) == {"Account": "Ann Lee", "IBAN": "DE12 3456"}
    (table,) = document.tables
    assert (len(table), table.names) == (3, ("Date", "Amount", "To", "Ref"))
    assert [each.kind for each in document.columns] == ["date", "decimal", "text", "identifier"]
    assert said(document, BlockKind.PARAGRAPH) == ["Statement of May", "Source: the bank"]
    assert [(each.code, each.line) for each in document.findings] == [("TH543", 8), ("TH543", 10)]


def test_a_title_is_the_title():
    document = read("Payments of May,,\n\nid,who,sum\n007,Ann,5\n", "a.csv")
    assert document.title == "Payments of May"
    assert document.tables[0].title == "Payments of May"
    assert rows(document) == [{"id": "007", "who": "Ann", "sum": "5"}]


def test_headers_of_two_rows_are_a_path():
    document = read(",2019,,2020,\nName,Amount,Date,Amount,Date\nAnn,1.5,2024-01-02,2,2024-02-02\n", "a.csv")
    assert names(document) == ["Name", "2019 Amount", "2019 Date", "2020 Amount", "2020 Date"]
    assert document.tables[0].paths[4] == ("2020", "Date")
    (row,) = document.tables[0]
    assert row.fields[4].path == ("2020", "Date")
    assert document.tables[0].header(4) == ("2020", "Amount")
    assert document.tables[0].header(1) == ("Name",)


def test_a_row_of_units_belongs_to_the_header():
    document = read("Name,Weight,Price\n,kg,EUR\nA,1.5,12.50\nB,2.5,7\n", "a.csv")
    assert names(document) == ["Name", "Weight (kg)", "Price (EUR)"]
    assert len(rows(document)) == 2
    assert len(rows(read("name,nick\nAnn,ann\nBob,bob\n", "a.csv"))) == 2


def test_years_may_be_names_of_columns():
    document = read("Company,2022,2023\nKiln,1200.5,1300\nBolt,7,8\n", "a.csv")
    assert names(document) == ["Company", "2022", "2023"]


def test_a_table_without_header_says_so():
    document = read("1,Ann,2024-01-02\n2,Bo,2024-01-03\n", "a.csv")
    assert codes(document) == ["TH528"]
    assert list(rows(document)[0]) == ["column 1", "column 2", "column 3"]


def test_names_that_repeat_are_kept_apart_and_told():
    document = read("name,phone,phone\nAnn,01,02\nBo,03,04\n", "a.csv")
    (row, _) = document.tables[0]
    assert [(item.name, item.column) for item in row.fields] == [("name", 1), ("phone", 2), ("phone", 3)]
    assert codes(document) == ["TH543"]


def test_empty_lines_part_tables_with_headers_of_their_own():
    document = read("name,sum\nAnn,1\n\nid,who,on\n7,Bo,2024-01-02\n8,Cy,2024-01-03\n", "a.csv")
    first, second = document.tables
    assert (first.names, second.names) == (("name", "sum"), ("id", "who", "on"))
    assert (len(first), len(second)) == (1, 2)
    assert [each.table for each in document.columns] == [1, 1, 2, 2, 2]


def test_empty_lines_within_a_table_part_nothing():
    document = read("name,sum\nAnn,1\n\nBo,2\n\n\nCy,3\n", "a.csv")
    (table,) = document.tables
    assert len(table) == 3


@pytest.mark.parametrize("text", ["", "\n", "a", "a,b", "a,b\n", ",", ",,\n,,\n", '""', "#", "\n\n\n", "a\n\n", '"'])
def test_almost_nothing_is_no_failure(text: str):
    document = read(text, "a.csv")
    assert sum(map(len, document.tables)) <= 2


def test_a_table_behind_an_empty_line_with_other_kinds_of_cells_is_one_of_its_own():
    upper = "Region,Sales\nNorth,100\nSouth,200\n\n"
    for lower in ("Dept,Owner\nIT,Ann\nHR,Bo\n", "Staff list\nDept,Owner\nIT,Ann\nHR,Bo\n"):
        document = read_bytes((upper + lower).encode(), places=("t.csv",))
        assert [(table.names, len(table)) for table in document.tables] == [
            (("Region", "Sales"), 2),
            (("Dept", "Owner"), 2),
        ]
        assert document.findings == ()
    more = read_bytes((upper + "East,300\nWest,400\n").encode(), places=("t.csv",))
    assert [len(table) for table in more.tables] == [4]


def test_a_row_with_too_few_cells_is_asked_for_what_is_missing():
    document = read_bytes(b"a,b,c\n1,2,3\n4\n5,6,7,8\n", places=("t.csv",))
    assert [(found.message, found.hint) for found in document.findings] == [
        ("the row has 1 cell, the header 3", "check what is missing"),
        ("the row has 4 cells, the header 3", "quote cells that hold the delimiter"),
    ]


@pytest.mark.parametrize("above", ["Ward list\nCreated;01.02.2024\n\n", "Hospital;St Anne\nCreated;01.02.2024\n"])
def test_names_and_values_stand_above_a_narrow_table(above: str):
    document = read(above + "id;name;beds\n001;North;12\n002;South;14\n003;West;9\n", "a.csv")
    assert [list(values(document, record)) for record in document.every_record() if record.row] == [
        ["id", "name", "beds"]
    ] * 3


def test_a_header_with_a_name_too_few_is_a_header():
    document = read("id;name\n001;North;12\n002;South;14\n003;West;9\n", "a.csv")
    assert [record.row for record in document.every_record() if record.row] == [1, 2, 3]
