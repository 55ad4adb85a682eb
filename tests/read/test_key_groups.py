"""Key lines that stand together are one record for each thing that they are of, in every format."""

from __future__ import annotations

import pytest

from tests.read.asking import read, said, values
from tests.read.made import docx, p
from thence.model.document import BlockKind, RecordKind


def keys(data: bytes | str, path: str) -> list[dict[str, str]]:
    document = read(data, path)
    return [values(document, record) for record in document.records if record.kind is RecordKind.KEYS]


def laid(kind: str, *lines: str) -> bytes | str:
    """Return a file with each line as a paragraph of its own; a line that begins with # is a heading."""
    if kind == "docx":
        return docx("".join(p(line.lstrip("# "), "Heading1" if line.startswith("#") else "") for line in lines))
    if kind == "html":
        return "".join(f"<h1>{line[2:]}</h1>" if line.startswith("#") else f"<p>{line}</p>" for line in lines)
    return "\n\n".join(lines)


KINDS = ["txt", "md", "html", "docx"]


@pytest.mark.parametrize("kind", KINDS)
def test_keys_in_paragraphs_of_their_own_are_of_one_thing(kind: str):
    lines = ("# Annex", "Ship: Ada", "Port: Oslo", "Crew: 40")
    assert keys(laid(kind, *lines), f"a.{kind}") == [{"Ship": "Ada", "Port": "Oslo", "Crew": "40"}]


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_that_comes_again_begins_the_next_thing(kind: str):
    lines = ("Ship: Ada", "Port: Oslo", "Ship: Bee", "Port: Bergen")
    assert keys(laid(kind, *lines), f"a.{kind}") == [{"Ship": "Ada", "Port": "Oslo"}, {"Ship": "Bee", "Port": "Bergen"}]


@pytest.mark.parametrize("kind", KINDS)
def test_what_stands_before_is_of_all(kind: str):
    lines = ("Port: Oslo", "Ship: Ada", "Crew: 40", "Ship: Bee", "Crew: 9")
    assert keys(laid(kind, *lines), f"a.{kind}") == [
        {"Port": "Oslo", "Ship": "Ada", "Crew": "40"},
        {"Port": "Oslo", "Ship": "Bee", "Crew": "9"},
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_a_sentence_between_parts_keys(kind: str):
    lines = ("Ship: Ada", "Port: Oslo", "She was built there.", "Ship: Bee", "Crew: 9")
    assert keys(laid(kind, *lines), f"a.{kind}") == [{"Ship": "Ada", "Port": "Oslo"}, {"Ship": "Bee", "Crew": "9"}]


def test_a_name_that_only_repeats_has_several_values():
    text = "Ship: Ada\nOwner: Ann Roe\nOwner: Bo Lee\nPort: Oslo\n"
    (record,) = read(text, "a.txt").records
    assert [item.name for item in record.fields] == ["Ship", "Owner", "Owner", "Port"]


@pytest.mark.parametrize(
    "line",
    [
        "Update: Ada Lines Ltd owns 17% of Bee Ltd.", "Result: Ada Lines Ltd paid EUR 500 to Bee Ltd",
        "Finding: Ann Roe was appointed a director of Bee Ltd.", "News: Ada Ltd has sold the Bee to Cy Dee",
    ],
)  # fmt: skip
def test_a_sentence_behind_a_label_is_a_sentence(line: str):
    document = read(line, "a.txt")
    assert said(document, BlockKind.PARAGRAPH) == [line]
    assert document.records == ()


@pytest.mark.parametrize(
    "line",
    [
        "Owner: Ada Lines Ltd", "Address: 12 Kings Road, Old Town", "Owner: Ann Roe, retired director of Bee Ltd",
        "Holder: Bee Ltd, limited by shares", "Basis: 40 hours a week", "Fee: EUR 500 per month and person",
    ],
)  # fmt: skip
def test_values_of_several_words_are_values(line: str):
    assert [values(read(line, "a.txt"), record) for record in read(line, "a.txt").records] == [
        {line.partition(": ")[0]: line.partition(": ")[2]}
    ]
