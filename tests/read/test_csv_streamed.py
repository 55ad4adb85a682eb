"""Large text files in pieces: the same rows, places and decisions as in one go."""

from __future__ import annotations

import hashlib
import io
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.benchmarks.reading_csv import KINDS, table
from tests.read.asking import words
from thence.errors import InputError
from thence.model.document import Document, Span
from thence.read import read_bytes
from thence.read.registry import READERS
from thence.read.streamed import can_split, read_pieces, slices, whole_of


def pieces(data: bytes, path: str, size: int) -> list[Document]:
    return list(read_pieces(io.BytesIO(data), path, size=size))


def cells(document: Document) -> list[list[str]]:
    return [[words(document, item.value) for item in row.fields] for each in document.tables for row in each]


def said(document: Document, data: bytes, span: Span) -> str:
    assert document.byte_map is not None
    start, end = document.byte_map.bytes_of(span)
    return data[start:end].decode(document.encoding or "utf-8").replace("\r\n", "\n")


@pytest.mark.parametrize("kind", KINDS)
def test_pieces_have_the_rows_of_the_whole_and_its_places(kind: str):
    data = table(kind, 0.4)
    whole = read_bytes(data, places=("a.csv",))
    found = pieces(data, "a.csv", 60_000)
    assert len(found) > 3
    assert [row for piece in found for row in cells(piece)] == cells(whole)
    number = 0
    for piece in found:
        assert (piece.digest, piece.size) == (hashlib.sha256(data).hexdigest(), len(data))
        assert piece.columns == whole.columns
        first = number + 1
        for row in piece.tables[0]:
            number += 1
            assert row.row == number
            assert said(piece, data, row.span) == words(piece, row.span)
        assert piece.key == f"a.csv#rows={first}-{number}"
        assert piece.recipe == f"read.csv/{READERS['csv'].version};rows={first}-{number}"
    assert len({piece.text_iri for piece in found}) == len(found)
    assert len({piece.iri for piece in found}) == 1


def test_what_a_late_piece_shows_holds_for_all():
    data = b"name,on,nr\n" + b"Ann,03/04/2024,5\n" * 5_000 + b"Bo,13/04/2024,007\n" + b"Cy,31/02/2024,8\nDee,\n"
    found = pieces(data, "a.csv", 20_000)
    assert {piece.columns[1].format for piece in found} == {"day-first"}
    assert found[0].columns[1].evidence == "13/04/2024 in line 5002"
    assert found[0].columns[2].kind == "identifier"
    assert [(each.code, each.line) for each in found[0].findings] == [("TH541", 5003)]
    assert [(each.code, each.line) for each in found[-1].findings] == [("TH526", 5004)]


def test_an_encoding_that_was_guessed_is_told_once():
    data = b"name;sum\n" + b"M\xfcller;5\nZo\xeb;7\n" * 3_000
    found = pieces(data, "a.csv", 10_000)
    assert {piece.encoding for piece in found} == {"cp1252"}
    assert cells(found[-1])[-1] == ["Zoë", "7"]
    assert [each.code for piece in found for each in piece.findings] == ["TH523"]
    bare = pieces(data.partition(b"\n")[2], "a.csv", 10_000)
    assert [each.code for piece in bare for each in piece.findings] == ["TH523", "TH528"]


def test_a_cell_of_many_lines_is_never_cut():
    chance = random.Random(3)
    lines = [f'{n},"{"line of words, and a half" * chance.randint(0, 40)}\nmore {n}"\n' for n in range(800)]
    data = ("id,words\n" + "".join(lines)).encode()
    found = pieces(data, "a.csv", 5_000)
    assert sum(len(piece.tables[0]) for piece in found) == 800
    assert all(piece.findings == () for piece in found)


def test_title_and_delimiter_at_the_end_of_rows_are_those_of_the_first_piece():
    data = b"Payments,,,\nid,who,sum,\n" + b"7,Ann,5,\n" * 3_000 + b"8,Bo,6,x\n"
    found = pieces(data, "a.csv", 5_000)
    assert {piece.title for piece in found} == {"Payments"}
    assert found[1].tables[0][0].title == "Payments"
    assert cells(found[1])[0] == ["7", "Ann", "5"]
    assert cells(found[-1])[-1] == ["8", "Bo", "6", "x"]


@given(
    st.lists(st.text('a1,"\n\r漢é', max_size=12), min_size=3, max_size=40),
    st.sampled_from(["utf-8", "utf-16", "utf-32"]),
)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_pieces_are_the_whole_whatever_it_holds(parts: list[str], encoding: str):
    data = ("name,sum\nx,1\n" + "".join(parts)).encode(encoding)
    for path in ("a.csv", "a.txt"):
        found = pieces(data, path, 64)
        if path == "a.csv":
            assert "".join(piece.text for piece in found) == read_bytes(data, places=(path,)).text
        at = 0
        for piece in found:
            if piece.text and piece.byte_map:
                start, end = piece.byte_map.bytes_of(Span(0, len(piece.text)))
                assert at <= start <= end <= len(data)
                at = end


MARKDOWN = "# Head\n\nSome words of a paragraph\nin two lines.\n\n```\ncode\n\nmore code\n```\n\n- item\n- item\n\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("path", ["a.md", "a.txt", "a.log"])
def test_texts_are_cut_between_paragraphs(path: str, encoding: str):
    data = (MARKDOWN.replace("words", "wörds") * 400).replace("\n", "\r\n").encode(encoding)
    found = pieces(data, path, 9_000)
    whole = read_bytes(data, places=(path,))
    assert len(found) > 3
    assert "".join(words(piece, each.span) + "\n" for piece in found for each in piece.blocks) == "".join(
        words(whole, each.span) + "\n" for each in whole.blocks
    )
    line = 0
    for piece in found:
        first, _, last = piece.key.removeprefix(f"{path}#lines=").partition("-")
        assert int(first) == line + 1
        line = int(last)
        assert piece.recipe.endswith(f";lines={first}-{last}")
        for each in piece.blocks[:20]:
            if piece.byte_map and "wörds" in words(piece, each.span):
                assert "wörds" in said(piece, data, each.span)
    assert line == data.decode(encoding).count("\n")


def test_json_lines_are_cut_between_lines():
    data = "".join(f'{{"id": {number}, "name": "Zoë"}}\n' for number in range(3_000)).encode()
    found = pieces(data, "a.jsonl", 9_000)
    assert len(found) > 3
    assert sum(len(piece.records) for piece in found) == 3_000
    assert said(found[-1], data, found[-1].records[-1].fields[0].value) == "2999"


def test_a_line_without_end_is_cut_anywhere():
    file = io.BytesIO((b"a" * 999 + b"\xc3\xa9") * 36_000)
    found = [(piece, source.text) for piece, source in slices(file, whole_of(file), lambda text: text.rfind("\n") + 1)]
    assert [piece.start for piece, _ in found[1:]] == [piece.end for piece, _ in found[:-1]]
    assert len(found) == 3
    assert all("\ufffd" not in text for _, text in found)


def test_formats_that_cannot_be_cut_are_refused():
    assert can_split("a.csv", b"a,b\n1,2\n")
    assert can_split("a.log", b"one\ntwo\n")
    assert not can_split("a.html", b"<html><p>x")
    with pytest.raises(InputError) as refused:
        pieces(b"<html><p>x", "a.html", 100)
    assert refused.value.code == "TH504"
