"""Values of nested data tell the names and numbers that lead to them, whatever the format."""

from __future__ import annotations

import pytest

from tests.read.asking import read
from thence.model.document import Span
from thence.model.places import Places

JSON = """{"company": "Kite Ltd", "orders": [{"id": "a1", "buyer": {"name": "Ann"}},
 {"id": "a2", "buyer": {"name": "Bo"}, "items": [{"sku": "007"}, {"sku": "008"}], "note": "late"}]}"""
YAML = """company: Kite Ltd
orders:
  - id: a1
    buyer: {name: Ann}
  - id: a2
    buyer: {name: Bo}
    items:
      - {sku: "007"}
      - {sku: "008"}
    note: late
"""
TOML = """company = "Kite Ltd"
[[orders]]
id = "a1"
buyer = {name = "Ann"}
[[orders]]
id = "a2"
note = "late"
[orders.buyer]
name = "Bo"
[[orders.items]]
sku = "007"
[[orders.items]]
sku = "008"
"""


@pytest.mark.parametrize(("text", "name"), [(JSON, "a.json"), (YAML, "a.yaml"), (TOML, "a.toml")])
@pytest.mark.parametrize(
    ("words", "path"),
    [
        ("Kite Ltd", "company"),
        ("a1", "orders / 1 / id"),
        ("Ann", "orders / 1 / buyer / name"),
        ("Bo", "orders / 2 / buyer / name"),
        ("008", "orders / 2 / items / 2 / sku"),
        ("late", "orders / 2 / note"),
    ],
)
def test_a_value_has_the_path_that_leads_to_it(text: str, name: str, words: str, path: str):
    assert where(text, name, words) == (None, path)


def where(text: str, name: str, words: str) -> tuple[int | None, str]:
    document = read(text, name)
    at = document.text.index(words)
    column, path = Places(document).header(Span(at, at + len(words)))
    return column, " / ".join(path)


def test_lines_entries_and_elements_are_counted():
    assert where('{"id": "a"}\n{"id": "b", "by": {"name": "Bo"}}\n', "a.jsonl", "Bo") == (None, "2 / by / name")
    xml = "<shop><order><id>a1</id></order><order><id>a2</id><by><name>Bo</name></by></order></shop>"
    assert where(xml, "a.xml", "Bo") == (None, "shop / order / 2 / by / name")
    cards = "BEGIN:VCARD\nFN:Ann Lee\nEND:VCARD\nBEGIN:VCARD\nFN:Bo Lind\nTITLE:Head\nEND:VCARD\n"
    assert where(cards, "a.vcf", "Head") == (None, "contact / 2 / title")


def test_a_member_is_found_behind_many_objects():
    rows = ", ".join(f'{{"id": {number}}}' for number in range(200))
    assert where(f'{{"rows": [{rows}], "by": "Ann"}}', "a.json", "Ann") == (None, "by")


def test_cells_of_tables_have_columns_and_headers():
    assert where("who,sum\nAnn,5\n", "a.csv", "Ann") == (1, "who")
    html = "<table><tr><th>who<th>sum</tr><tr><td>Ann<td>5</tr></table>"
    assert where(html, "a.html", "5") == (2, "sum")


def test_a_place_has_the_row_column_and_headers_of_its_cell():
    document = read(",2023,2023\nName,Q1,Q2\nAnn,5,6\nBo,7,8\n", "a.csv")
    at = document.text.index("8")
    place = Places(document).of(Span(at, at + 1))
    assert (place.row, place.column, place.header) == (2, 3, ("2023", "Q2"))
    row = Places(document).of(Span(at - 5, at + 1))
    assert (row.row, row.column, row.header) == (None, None, ())


def test_an_object_as_a_whole_has_the_path_that_leads_to_it():
    document = read(JSON, "a.json")
    assert [" / ".join(Places(document).of(record.span).header) for record in document.records] == [
        "", "orders / 1", "orders / 1 / buyer", "orders / 2", "orders / 2 / buyer", "orders / 2 / items / 1",
        "orders / 2 / items / 2",
    ]  # fmt: skip


def test_a_path_of_a_deep_value_is_cut():
    text = '{"a":' * 90 + '{"b": "Ann"}' + "}" * 90
    column, path = where(text, "a.json", "Ann")
    assert column is None
    assert path.count("/") == 64
