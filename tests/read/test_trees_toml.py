"""TOML: tables are records, values keep their bytes, mistakes have their place."""

from __future__ import annotations

import json
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.read.asking import behind, read, rows, said, words
from thence.errors import InputError
from thence.model.document import BlockKind, Span
from thence.read.toml import read_toml

BOOK = '''# of Bolt
title = "Bolt \\u00e9"
date = 2024-05-01 10:00:00Z  # made
"a b".c = 1_000
lists = [["x"], [2]]
tags = ["one", 'two\\', """
three "3" \\
   four
five""", \'\'\'six''\'\'\']
inline = {a = true, b = {c = "d", e = ["f"]}}

[owner]
name = 'Ann Lee'

[[products]]
id = 1
[products.size]
w = 5.50
[[products]]
about = "Ann Lee founded Bolt in 2001."
'''


def test_tables_are_records_and_arrays_of_tables_are_rows():
    document = read(BOOK, "a.toml")
    first, *others = document.records
    assert [(item.name, words(document, item.value)) for item in first.fields] == [
        ("title", "Bolt é"), ("date", "2024-05-01 10:00:00Z"), ("a b.c", "1_000"), ("tags", "one"), ("tags", "two\\"),
        ("tags", 'three "3" four\nfive'), ("tags", "six''"),
    ]  # fmt: skip
    assert [(record.title, record.table, record.row) for record in others] == [
        ("inline", None, None), ("inline.b", None, None), ("owner", None, None), ("products", 1, 1),
        ("products.size", None, None), ("products", 1, 2),
    ]  # fmt: skip
    assert rows(document)[2:] == [
        {"c": "d", "e": "f"}, {"name": "Ann Lee"}, {"id": "1"}, {"w": "5.50"},
        {"about": "Ann Lee founded Bolt in 2001."},
    ]  # fmt: skip
    assert words(document, others[2].span) == "[owner]\nname = 'Ann Lee'"
    assert (document.title, document.date) == ("Bolt é", "2024-05-01")
    assert said(document, BlockKind.PARAGRAPH) == ["Ann Lee founded Bolt in 2001."]


def test_escapes_keep_their_bytes():
    document = read(BOOK, "a.toml")
    place = document.text.index("é")
    assert behind(document, BOOK.encode(), Span(place, place + 1)) == "\\u00e9"


@pytest.mark.parametrize(
    ("text", "line"), [("a = ", 1), ("a = 1\na = 2", 2), ("b = 1\na = 2024-13-01\n", 2), ('é = "x', 1), ("[a\n", 1)]
)
def test_broken_toml_names_its_place(text: str, line: int):
    with pytest.raises(InputError) as caught:
        read(text, "a.toml")
    assert caught.value.code == "TH502"
    assert caught.value.at is not None
    assert caught.value.at.line == line
    assert caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 5_000,
        "a = " + "[" * 600 + "]" * 600,
        "b = 1\na" + ".a" * 20_000 + " = 1",
        "[a" + ' . "a"' * 20_000 + "]",
        "a = { b = 1, c" + ".c" * 20_000 + " = 1 }",
    ],
    ids=["open", "closed", "key", "table", "inline"],
)
def test_deep_toml_is_refused(text: str):
    with pytest.raises(InputError) as caught:
        read(text, "a.toml")
    assert caught.value.code == "TH506"


SCALARS = st.text("aé漢😀\n\t\"'\\#=,[]{} ", max_size=12) | st.integers(-9, 9) | st.booleans()
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("aé.\"' -", max_size=4), inner, max_size=3),
    max_leaves=8,
)
NAMES = st.text("abc", min_size=1, max_size=2)


def written(value: object) -> str:
    if isinstance(value, dict):
        inside = ", ".join(f"{json.dumps(name, ensure_ascii=False)} = {written(item)}" for name, item in value.items())
        return "{" + inside + "}"
    if isinstance(value, list):
        return "[ # c\n" + ",\n".join(map(written, value)) + "\n]"
    if isinstance(value, str) and "'" not in value and "\n" not in value:
        return f"'{value}'"
    if isinstance(value, str) and "'''" not in value and not value.startswith("\n"):
        return f"'''\n{value}'''"
    return json.dumps(value, ensure_ascii=isinstance(value, str) and "é" in value and "😀" not in value)


def scalars(value: object) -> list[str]:
    """Return what the fields of a TOML value must say."""
    if isinstance(value, dict):
        out: list[str] = []
        for item in value.values():
            for one in item if isinstance(item, list) else [item]:
                out += (
                    scalars(one) if isinstance(one, dict | list) else [one if isinstance(one, str) else json.dumps(one)]
                )
        return out
    return (
        [each for one in value if isinstance(one, dict | list) for each in scalars(one)]
        if isinstance(value, list)
        else []
    )


@given(
    st.dictionaries(NAMES, VALUES, max_size=4),
    st.dictionaries(st.text("xyz", min_size=1, max_size=2), st.dictionaries(NAMES, VALUES, max_size=3), max_size=3),
    st.sampled_from(["\n", "\r\n"]),
)
@settings(max_examples=200, deadline=None, derandomize=True)
def test_values_are_those_of_tomllib(top: dict[str, object], tables: dict[str, dict[str, object]], newline: str):
    lines = [f"{name} = {written(value)}" for name, value in top.items()]
    for name, table in tables.items():
        lines += [f"[[ {name} ]]", *(f"{key} = {written(value)}" for key, value in table.items())]
    data = ("\n".join(lines) + "\n").replace("\n", newline).encode()
    meant = tomllib.loads(data.decode())
    document = read(data, "a.toml")
    found = sorted(words(document, item.value) for record in document.records for item in record.fields)
    assert found == sorted(scalars(meant))
    for record in document.records:
        for item in record.fields:
            raw = behind(document, data, item.value)
            assert raw == words(document, item.value) or "\\" in raw


@given(st.binary(max_size=12), st.integers(0, 450), st.integers(0, 12))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_mutated_files_are_read_or_refused(noise: bytes, at: int, gone: int):
    whole = BOOK.encode()
    try:
        reading = read_toml(whole[:at] + noise + whole[at + gone :], "a.toml")
    except InputError:
        return
    assert reading.byte_map is not None
    assert reading.byte_map.length == len(reading.text)
