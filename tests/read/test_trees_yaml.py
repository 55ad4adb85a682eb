"""YAML: values as they are meant with the bytes they are written in, aliases in bounds, mistakes with their place."""

from __future__ import annotations

import re

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.read.asking import behind, codes, read, rows, said, values, words
from thence.errors import InputError
from thence.model.document import BlockKind, Document, Span
from thence.read.yaml import read_yaml

NOTE = """# of Bolt
title: Bolt Ltd
date: 2024-05-01
officers:
  - name: Ann Lee   # chair
    role: 'chief''s "aide"'
  - {name: "Bo\\u00e9", role: ~}
about: >
  Ann Lee founded
  Bolt in 2001.

  It grew
"""


def test_mappings_are_records_under_the_keys_that_lead_to_them():
    document = read(NOTE, "a.yaml")
    assert rows(document) == [
        {"title": "Bolt Ltd", "date": "2024-05-01", "about": "Ann Lee founded Bolt in 2001.\nIt grew\n"},
        {"name": "Ann Lee", "role": 'chief\'s "aide"'},
        {"name": "Boé"},
    ]
    assert [(record.title, record.table, record.row) for record in document.records] == [
        ("", None, None), ("officers", 1, 1), ("officers", 1, 2)
    ]  # fmt: skip
    assert (document.title, document.date) == ("Bolt Ltd", "2024-05-01")
    assert words(document, document.records[1].span) == "name: Ann Lee   # chair\n    role: 'chief's \"aide\"'"
    assert said(document, BlockKind.PARAGRAPH) == ["Ann Lee founded Bolt in 2001.\nIt grew"]


def test_escapes_and_folded_lines_keep_their_bytes():
    document = read(NOTE, "a.yaml")
    data = NOTE.encode()
    role = document.records[1].fields[1].value
    assert behind(document, data, role) == "chief''s \"aide\""
    assert behind(document, data, Span(role.start + 5, role.start + 6)) == "''"
    name = document.records[2].fields[0].value
    assert behind(document, data, name) == "Bo\\u00e9"
    about = document.records[0].fields[2].value
    assert behind(document, data, Span(about.start + 16, about.start + 20)) == "Bolt"
    assert behind(document, data, Span(about.start + 15, about.start + 16)) == "\n  "


def test_each_document_of_a_stream_is_a_row():
    document = read("a: 1\n---\na: 2\n...\n---\n- x\n", "a.yml")
    assert [(record.row, values(document, record)) for record in document.records] == [(1, {"a": "1"}), (2, {"a": "2"})]


def test_an_alias_says_what_it_stands_for_and_merged_keys_are_the_mappings_own():
    text = (
        "base: &b {a: 1, l: [p, q], k: {z: 9}}\nname: &n Ann\nc:\n  <<: *b\n  a: 2\n  who: *n\nd:\n  <<: [{x: 5}, *b]\n"
    )
    document = read(text, "a.yaml")
    by_title = {record.title: record for record in document.records}
    assert values(document, by_title["c"]) == {"a": "2", "who": "Ann", "l": "q"}
    assert values(document, by_title["c.k"]) == {"z": "9"}
    assert values(document, by_title["d"]) == {"x": "5", "a": "1", "l": "q"}
    who = next(item for item in by_title["c"].fields if item.name == "who")
    assert behind(document, text.encode(), who.value) == "*n"
    assert all(item.value in record.span for record in document.records for item in record.fields)


def laughs(count: int) -> str:
    lines = ["a0: &a0 [lol]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, count)]
    return "\n".join(lines)


@pytest.mark.parametrize("text", [laughs(10), laughs(40), "[" * 100_000, "{" * 5_000, "- " * 100_000, "? " * 100_000])
def test_what_goes_beyond_the_limits_is_refused(text: str):
    with pytest.raises(InputError) as caught:
        read(text, "a.yaml")
    assert caught.value.code == "TH506"
    assert caught.value.hint


def test_an_alias_inside_what_it_names_is_a_finding():
    document = read("a: &a {b: *a, c: 1}\n", "a.yaml")
    assert codes(document) == ["TH528"]
    assert rows(document) == [{"c": "1"}]


def test_a_name_given_again_stands_for_what_it_stood_for_before_up_to_there():
    document = read("x: &a {p: 1}\ny: &b [*a]\nz: &a {q: 2, r: *b}\nw: *a\n", "a.yaml")
    assert rows(document) == [{"p": "1"}, {"p": "1"}, {"q": "2"}, {"p": "1"}, {"q": "2"}, {"p": "1"}]
    assert codes(read("x: &a 1\ny: &a [*a]\nz: *a\n", "a.yaml")) == ["TH528", "TH528"]


def test_a_key_that_stands_twice_is_read_neither_time():
    document = read("a: 1\nb: 2\na: 3\n", "a.yaml")
    assert rows(document) == [{"b": "2"}]
    assert codes(document) == ["TH544"]


def test_tags_make_nothing_but_text():
    document = read("a: !!python/object/apply:os.system [\"echo no\"]\nb: !x &y 'z'\n? [k, l]\n: v\n", "a.yaml")
    assert rows(document) == [{"a": "echo no", "b": "z", "[k, l]": "v"}]


@pytest.mark.parametrize(
    ("text", "line", "column"), [("a: [1\nb: 2", 2, 2), ("a: 1\n\tb: 2", 2, 1), ("a: *b", 1, 4), ("é: [}", 1, 5)]
)  # fmt: skip
def test_broken_yaml_names_its_place(text: str, line: int, column: int):
    with pytest.raises(InputError) as caught:
        read(text, "a.yaml")
    assert caught.value.code == "TH502"
    assert caught.value.at is not None
    assert (caught.value.at.line, caught.value.at.column) == (line, column)
    assert caught.value.hint


STRINGS = st.text("aB é漢😀\n\t'\"\\:#-[]{},&*!|>%@`~.0", max_size=20)
TREES = st.recursive(
    STRINGS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab: é'\"#", max_size=4), inner, max_size=4),
    max_leaves=12,
)


def scalars(value: object) -> list[str]:
    """Return what the fields of a tree of strings must say."""
    if isinstance(value, dict):
        out: list[str] = []
        for item in value.values():
            for one in item if isinstance(item, list) else [item]:
                out += scalars(one) if isinstance(one, dict | list) else [one]
        return out
    return (
        [said for item in value if isinstance(item, dict | list) for said in scalars(item)]
        if isinstance(value, list)
        else []
    )


@given(
    TREES,
    st.sampled_from([None, "'", '"', "|", ">"]),
    st.sampled_from([True, False, None]),
    st.sampled_from([10, 40, 1000]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.booleans(),
)
@settings(max_examples=300, deadline=None, derandomize=True)
def test_values_are_those_of_yaml_itself_and_their_words_are_in_the_file(
    value: object, style: str | None, flow: bool | None, width: int, encoding: str, wide: bool
):
    text = yaml.safe_dump({"v": value}, default_style=style, default_flow_style=flow, width=width, allow_unicode=wide)
    data = text.encode(encoding)
    document = read(data, "a.yaml")
    found = sorted(words(document, item.value) for record in document.records for item in record.fields)
    assert found == sorted(scalars({"v": yaml.safe_load(text)}))
    in_the_file(document, data)


def in_the_file(document: Document, data: bytes) -> None:
    """Check that each letter of a value is in its bytes, but for what is written as an escape."""
    for record in document.records:
        for item in record.fields:
            for at in range(item.value.start, item.value.end):
                char, raw = document.text[at], behind(document, data, Span(at, at + 1))
                if raw != char:
                    assert char == "\n" or raw[0] in "\\' \t\n"


@given(st.binary(max_size=12), st.integers(0, 400), st.integers(0, 12))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_mutated_files_are_read_or_refused(noise: bytes, at: int, gone: int):
    whole = (NOTE + "m: &m {a: 1}\nn: {<<: *m, s: |2\n  x\n}\n" + laughs(4)).encode()
    data = whole[:at] + noise + whole[at + gone :]
    try:
        reading = read_yaml(data, "a.yaml")
    except InputError:
        return
    assert reading.byte_map is not None
    assert reading.byte_map.length == len(reading.text)
    assert re.search("[\ud800-\udfff]", reading.text) is None


def test_the_pure_loader_reads_the_same(monkeypatch: pytest.MonkeyPatch):
    before = read(NOTE, "a.yaml")
    monkeypatch.setattr("thence.read.yaml._LOADER", yaml.SafeLoader)
    assert read(NOTE, "a.yaml") == before
