"""Tables that Pandoc draws with dashes: every cell in its row and column, with its bytes."""

from __future__ import annotations

import pytest

from tests.read.asking import behind, read, said, values
from thence.model.document import BlockKind, RecordKind

SIMPLE = """  Company   Owner     Share
  --------- --------- -------
  Aone Ltd  Ann *Lee* 20%
  Atwo Ltd  Bo Ray    30%

After it.
"""
HEADLESS = """------- ------ ---
Aone    Ann    20
Atwo    Bo      3
------- ------ ---

After it.
"""
MULTILINE = """-----------------------------------
 Company    Owner   Share of
 name               all
----------- ------- --------------
   Aone     Ann     20% with
   Ltd      Lee     votes

   Atwo     Bo Ray  30%
-----------------------------------

After it.
"""
GRID = """+---------+-----------+
| Company | Owner     |
+=========+===========+
| Aone    | Ann Lee   |
| Ltd     |           |
+---------+-----------+
| Atwo    | Bo Ray    |
+---------+-----------+

After it.
"""


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (SIMPLE, [{"Company": "Aone Ltd", "Owner": "Ann Lee", "Share": "20%"},
                  {"Company": "Atwo Ltd", "Owner": "Bo Ray", "Share": "30%"}]),
        (HEADLESS, [{"column 1": "Aone", "column 2": "Ann", "column 3": "20"},
                    {"column 1": "Atwo", "column 2": "Bo", "column 3": "3"}]),
        (MULTILINE, [{"Company name": "Aone Ltd", "Owner": "Ann Lee", "Share of all": "20% with votes"},
                     {"Company name": "Atwo", "Owner": "Bo Ray", "Share of all": "30%"}]),
        (GRID, [{"Company": "Aone Ltd", "Owner": "Ann Lee"}, {"Company": "Atwo", "Owner": "Bo Ray"}]),
    ],
)  # fmt: skip
def test_cells_are_in_their_rows_and_columns(text: str, rows: list[dict[str, str]]):
    document = read("Before.\n\n" + text, "a.md")
    assert [values(document, each) for each in document.records if each.kind is RecordKind.ROW] == rows
    assert said(document, BlockKind.PARAGRAPH) == ["Before.", "After it."]
    data = ("Before.\n\n" + text).encode()
    first = document.records[0].fields[1].value
    assert behind(document, data, first).split()[0] == "Ann"


@pytest.mark.parametrize(
    "text",
    [
        "Title\n-----\n\nWords.\n", "Words.\n\n---\n\nMore.\n", "- one\n- two\n", "-----\n\nWords.\n\n-----\n",
        "Words -- and - dashes.\nMore -- here.\n", "+ one\n+ two\n", "+---+\nno table\n",
        "---\nname: x\n---\n\nWords.\n", "-------\nWords.\n", "--- ---\n",
    ],
)  # fmt: skip
def test_rules_headings_and_lists_are_no_tables(text: str):
    assert not [each for each in read(text, "a.md").records if each.kind is RecordKind.ROW]
