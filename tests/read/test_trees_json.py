"""JSON: strict, with line, column and hint; objects of one shape read as any other; broken lines counted."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.read.asking import behind, codes, read, rows, said, words
from tests.read.test_spans import scalars
from thence.config import Limits
from thence.errors import InputError
from thence.model.document import BlockKind, Record, RecordKind, Span
from thence.read import Options
from thence.read.json import read_json


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        ('{"a": 1,}', "1:8", "comma"),
        ("[1,\n2,\n]", "2:2", "comma"),
        ('{"a": NaN}', "1:7", "null"),
        ("[-Infinity]", "1:2", "null"),
        ("[True]", "1:2", "true"),
        ('// x\n{"a": 1}', "1:1", "comments"),
        ('{"a": 1 /* x */}', "1:9", "comments"),
        ("{'a': 1}", "1:2", "double quotes"),
        ("{a: 1}", "1:2", "double quotes"),
        ('{"a": "\\q"}', "1:8", "backslash"),
        ('{"é": "x\n"}', "1:7", "repair"),
        ('{"a": [1, {"b"', "1:15", "cut off"),
        ('{"a": 1} x', "1:10", "repair"),
        ('["a": 1]', "1:2", "repair"),
        ("[01]", "1:2", "repair"),
        ("[1 2]", "1:4", "repair"),
        ("[1}", "1:3", "repair"),
    ],
)
def test_what_is_no_json_names_its_place_and_the_next_step(text: str, place: str, hint: str):
    for data in (text.encode(), text.encode("utf-16"), text.encode("utf-32")):
        with pytest.raises(InputError) as caught:
            read_json(data, "a.json")
        error = caught.value
        assert error.at is not None
        assert (error.code, f"{error.at.line}:{error.at.column}") == ("TH502", place)
        assert hint in error.hint


def test_a_member_that_stands_twice_is_read_neither_time():
    document = read('{"n": "\\n\\n",\n "in": {"s": "Ann", "s": "Bo", "o": "Bolt"}}', "a.json")
    assert rows(document)[1:] == [{"o": "Bolt"}]
    assert [(item.code, item.line) for item in document.findings] == [("TH544", 2)]


def test_the_depth_is_the_users():
    deep = "[" * 30 + "1" + "]" * 30
    assert read_json(deep.encode(), "a.json").text == deep
    with pytest.raises(InputError) as caught:
        read_json(deep.encode(), "a.json", Options(limits=Limits(depth=20)))
    assert caught.value.code == "TH506"


def test_broken_lines_are_named_up_to_twenty_and_counted():
    document = read("\n".join(['{"a": 1}', *(['{"a": '] * 30), '{"a": 2}']), "a.jsonl")
    assert rows(document) == [{"a": "1"}, {"a": "2"}]
    assert codes(document) == ["TH528"] * 21
    assert "30 of 32 lines" in document.findings[-1].message
    with pytest.raises(InputError) as caught:
        read("{\n{\n", "a.jsonl")
    assert caught.value.code == "TH502"


def test_one_value_over_many_lines_is_read_whatever_the_name():
    assert rows(read('{\n "a": [\n  {"b": 1}\n ]\n}', "a.jsonl")) == [{"b": "1"}]
    assert rows(read('{"a": 1}\n\n{"a": 2}\n', "a.json")) == [{"a": "1"}, {"a": "2"}]


def test_half_characters_and_carriage_returns():
    document = read('{"a": "\\ud800x", "b": "1\\r\\n2\\r3"}', "a.json")
    assert rows(document) == [{"a": "\ufffdx", "b": "1\n2\n3"}]
    assert codes(document) == ["TH522"]


def test_paragraphs_of_a_text_are_parted_at_blank_lines():
    document = read(
        '{"a": "Ann Lee founded Bolt in 2001.\\n\\n  It grew.", "b": "https://example.org/a/b.html?"}', "a.json"
    )
    assert said(document, BlockKind.PARAGRAPH) == ["Ann Lee founded Bolt in 2001.", "It grew."]


def test_a_record_is_what_any_record_is():
    record = read('[{"a": 1}, {"a": 2}]', "a.json").records[1]
    plain = Record(RecordKind.OBJECT, record.span, record.fields, 1, 2, path=("2",))
    assert record == plain
    assert hash(record) == hash(plain)
    moved = replace(record, span=Span(0, 1))
    assert (moved.span, moved.fields) == (Span(0, 1), record.fields)


VALUES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text('aé"\\\n,{}', max_size=25)
)


@given(
    st.lists(st.sampled_from(["id", "name", "é", 'q"', ""]), min_size=1, max_size=4, unique=True),
    st.lists(st.lists(VALUES, min_size=4, max_size=4), max_size=8),
    st.sampled_from([None, 1]),
    st.booleans(),
    st.booleans(),
)
@settings(max_examples=300, deadline=None, derandomize=True)
def test_objects_of_one_shape_say_what_they_say(
    names: list[str], table: list[list[object]], indent: int | None, ascii_only: bool, by_line: bool
):
    objects = [dict(zip(names, row, strict=False)) for row in table]
    dumped = [json.dumps(each, ensure_ascii=ascii_only, indent=None if by_line else indent) for each in objects]
    data = ("\n".join(dumped) if by_line else f"[{', '.join(dumped)}]").encode()
    document = read(data, "a.jsonl" if by_line else "a.json")
    filled = [(at, each) for at, each in enumerate(objects, 1) if any(value is not None for value in each.values())]
    assert [record.row for record in document.records] == [at for at, _ in filled]
    for record, (_, each) in zip(document.records, filled, strict=True):
        assert [item.name for item in record.fields] == [name for name in names if each[name] is not None]
        assert [words(document, item.value) for item in record.fields] == scalars(each)
        assert json.loads(behind(document, data, record.span)) == each
        for item in record.fields:
            raw = behind(document, data, item.value)
            assert words(document, item.value) in (raw, str(json.loads(f'"{raw}"')))


WHOLE = json.dumps({"a": [{"b": "é\n", "c": None}, {"b": "x", "c": 1}, {"b": "y", "c": 2}], "d": {"e": [1, [2]]}})


@given(st.binary(max_size=10), st.integers(0, 120), st.integers(0, 10), st.sampled_from(["a.json", "a.jsonl"]))
@settings(max_examples=500, deadline=None, derandomize=True)
def test_mutated_files_are_read_or_refused_as_json_itself_does(noise: bytes, at: int, gone: int, name: str):
    data = WHOLE.encode()[:at] + noise + WHOLE.encode()[at + gone :]
    try:
        reading = read_json(data, name)
    except InputError:
        return
    assert reading.byte_map is not None
    assert reading.byte_map.length == len(reading.text)
    if name == "a.json" and not noise.strip(b" \n"):
        json.loads(data)


@given(st.text('{}[],:"ab1\\ \ntrue', max_size=14))
@settings(max_examples=800, deadline=None, derandomize=True)
def test_what_json_refuses_is_refused_and_what_it_reads_is_read(text: str):
    lines = [line for line in text.split("\n") if line.strip()]
    try:
        json.loads(text)
    except ValueError:
        if len(lines) == 1:  # several may be a value each
            with pytest.raises(InputError):
                read_json(text.encode(), "a.json")
    else:
        read_json(text.encode(), "a.json")
