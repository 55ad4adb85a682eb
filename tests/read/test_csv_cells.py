"""Where the cells of delimited text stand: as the csv module has them, whatever was written, and never a failure."""

from __future__ import annotations

import contextlib
import csv
import io
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.read.asking import behind, codes, read, rows, words
from tests.read.seeds import SEEDS
from thence.errors import InputError
from thence.read import read_bytes
from thence.read.csv import read_csv
from thence.read.csv_cells import Dialect, grid_of, last_row

CELLS = st.text("ab1,;|\t\"' \n.é漢😀\\\u00a0", max_size=8)


def written(table: list[list[str]], delimiter: str, quoting: int, end: str) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator=end).writerows(table)
    return out.getvalue()


def cells(text: str, dialect: Dialect) -> list[list[str]]:
    grid = grid_of(text, dialect)
    return [[text[start:end] for start, end in grid.row(index)] for index in range(grid.count)]


@given(
    st.lists(st.lists(CELLS, min_size=1, max_size=5), max_size=8),
    st.sampled_from([",", ";", "\t", "|"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
@settings(max_examples=400, deadline=None, derandomize=True)
def test_cells_are_those_of_the_csv_module(table: list[list[str]], delimiter: str, quoting: int):
    """Whatever it writes; but for blanks around a cell without quotes, and lines of blanks."""
    text = written(table, delimiter, quoting, "\n")
    peer = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row]
    found = [[cell.replace('""', '"') for cell in row] for row in cells(text, Dialect(delimiter))]
    if quoting == csv.QUOTE_ALL:
        assert found == peer
    bare = [[cell.strip() for cell in row] for row in found]
    assert [row for row in bare if row != [""]] == [
        row for row in ([cell.strip() for cell in row] for row in peer) if row != [""]
    ]
    assert grid_of(text, Dialect(delimiter)).unclosed == ()


@given(
    st.lists(st.lists(st.text('a1é漢,"\n 😀', max_size=6), min_size=2, max_size=4), min_size=1, max_size=6),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-be"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
@settings(max_examples=200, deadline=None, derandomize=True)
def test_the_bytes_of_each_cell_say_its_text(table: list[list[str]], encoding: str, end: str):
    text = written([["x", *"yz"], *table], ",", csv.QUOTE_MINIMAL, "\n").replace("\n", end)
    data = text.encode(encoding)
    if encoding == "utf-16-be":
        data = b"\xfe\xff" + data
    document = read(data, "a.csv")
    for record in document.every_record():
        assert behind(document, data, record.span) == words(document, record.span)
        for item in record.fields:
            assert behind(document, data, item.value) == words(document, item.value)
            assert item.value in record.span


@pytest.mark.parametrize("encoding", ["cp1252", "cp1251", "shift_jis", "gb18030"])
def test_cells_in_old_encodings_are_in_their_bytes(encoding: str):
    name = {"cp1252": "Zoë Müller", "cp1251": "Жанна Щукина", "shift_jis": "漢字 かな", "gb18030": "汉字 中文"}[
        encoding
    ]
    data = "".join(["name;place\r\n", *(f'"{name}; {number}";{name}\r\n' for number in range(50))]).encode(encoding)
    document = read(data, "a.csv")
    (table,) = document.tables
    assert len(table) == 50
    for record in table:
        for item in record.fields:
            assert behind(document, data, item.value) == words(document, item.value)


def test_an_unclosed_quote_is_told_and_swallows_nothing():
    document = read('a,b\n"x,1\n2,3\n"q,r",5\n6,7\n', "a.csv")
    assert [list(row.values()) for row in rows(document)] == [['"x', "1"], ["2", "3"], ["q,r", "5"], ["6", "7"]]
    (finding,) = document.findings
    assert (finding.code, finding.line) == ("TH542", 2)


def test_a_quote_never_closed_leaves_the_rows_behind_it():
    document = read('a,b\n1,"x\n' + "2,3\n" * 50, "a.csv")
    assert len(document.tables[0]) == 51
    assert codes(document)[0] == "TH542"


def test_a_quote_closed_by_a_stray_one_much_later_leaves_the_rows_between():
    document = read('a,b\n1,"x\n' + "2,3\n" * 50 + '3,5"\n4,4\n', "a.csv")
    assert len(document.tables[0]) == 53
    assert "TH542" in codes(document)


def test_quotes_inside_words_are_characters():
    document = read('a,b\n5" pipe,1\n"x, y",2\nsay "hi",3\n', "a.csv")
    assert [row["a"] for row in rows(document)] == ['5" pipe', "x, y", 'say "hi"']
    assert codes(document) == []


def test_quotes_behind_a_blank_count():
    assert cells('a, "b, c" ,d\n', Dialect()) == [["a", "b, c", "d"]]


def test_single_quotes_and_backslashes_are_found():
    document = read("id;n\n1;'a;b'\n2;'c'\n", "a.csv")
    assert rows(document) == [{"id": "1", "n": "a;b"}, {"id": "2", "n": "c"}]
    document = read('id,n\n1,"a \\"b\\", c"\n2,"d"\n', "a.csv")
    assert rows(document)[0] == {"id": "1", "n": 'a \\"b\\", c'}
    assert len(rows(document)) == 2


def test_an_apostrophe_is_no_quote():
    document = read("name,note\nAnn,'tis\nBo,O'Neil's\nCy,x\n", "a.csv")
    assert [row["note"] for row in rows(document)] == ["'tis", "O'Neil's", "x"]


def test_nul_characters_are_told():
    found = read_csv(b"name,sum\nA\0nn,5\nBo,6\n", "a.csv")
    assert [finding.code for finding in found.findings] == ["TH522"]
    assert len(found.tables[0]) == 2


@given(st.lists(st.lists(CELLS, min_size=2, max_size=3), min_size=1, max_size=6), st.integers(0, 60))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_the_last_row_of_a_piece_begins_where_a_row_of_the_whole_does(table: list[list[str]], cut: int):
    text = written(table, ",", csv.QUOTE_MINIMAL, "\n")
    at = last_row(text[:cut], Dialect())
    whole = cells(text, Dialect())
    assert cells(text[:at], Dialect()) + cells(text[at:], Dialect()) == whole


def test_mutated_tables_are_read_or_refused():
    chance = random.Random(5)
    seeds = [
        *(data for name, data in SEEDS.items() if name.endswith("csv")),
        b'a,"b"\r\n1,"2,\n"\r\n' * 5,
        b"\n,\"'\\#\0;",
    ]
    for _ in range(1_500):
        data = bytearray(chance.choice(seeds))
        for _ in range(chance.randint(1, 8)):
            at = chance.randrange(len(data) + 1)
            match chance.randrange(4):
                case 0:
                    data[at:at] = chance.choice([b'"', b",", b"\n", b"\r", b"\0", b"'", b"\\", b"\xff", b"#", b" "])
                case 1:
                    del data[at : at + chance.randint(1, 9)]
                case 2:
                    data[at : at + 1] = bytes([chance.randrange(256)])
                case _:
                    data += data[at : at + 20]
        try:
            document = read_bytes(bytes(data), places=("a.csv",))
        except InputError:
            continue
        for record in document.every_record():
            for item in record.fields:
                assert 0 <= item.value.start <= item.value.end <= len(document.text)


@pytest.mark.parametrize(
    "data",
    [
        b'"' * 300_000, b'"\n' * 150_000, b'a,"b\n' * 60_000, b'a,b"\n' * 60_000, b'"a"b,\n' * 50_000, b"," * 90_000,
        b"\n" * 300_000, b" " * 300_000, b"a," + b" " * 300_000, b"\n\na,b\n" * 50_000, b"#\n" * 100_000,
        b"\\" * 300_000,
        b"a,b\n1,2\n\nc,d,e\n1,2,x\n\n" * 15_000, b'a,"x\n\n\n\n\n,\n\n"\n' * 20_000, b"'" * 300_000,
        b"1,1,1,1,1,1\n" * 25_000,
    ],
)  # fmt: skip
def test_hostile_tables_take_time_in_proportion(data: bytes):
    started = time.process_time()
    with contextlib.suppress(InputError):
        read_bytes(b"name,sum\nx,1\n" + data, places=("a.csv",))
    assert time.process_time() - started < 5


def test_a_row_of_more_cells_than_any_program_writes_is_refused():
    with pytest.raises(InputError) as refused:
        read("a,b\n1,2\n" + "," * 200_000, "a.csv")
    assert refused.value.code == "TH506"
