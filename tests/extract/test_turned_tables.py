"""Tables whose first column names what others have in their header."""

from __future__ import annotations

import pytest

from tests.extract.test_records import document, extraction, triples
from thence.names import PEOPLE, PLACE

COMPANIES = [
    ["Company", "Bolt GmbH", "Kite Ltd"],
    ["Registration no.", "00123", "04567890"],
    ["Employees", "120", "45"],
    ["Country", "Germany", "England"],
]
SAID = {
    ("Bolt GmbH", PEOPLE.companyNumber, "00123"),
    ("Bolt GmbH", PEOPLE.employeeCount, "120"),
    ("Bolt GmbH", PLACE.locatedIn, "Germany"),
    ("Kite Ltd", PEOPLE.companyNumber, "04567890"),
    ("Kite Ltd", PEOPLE.employeeCount, "45"),
    ("Kite Ltd", PLACE.locatedIn, "England"),
}


def as_csv(rows: list[list[str]]) -> str:
    return "".join(",".join(row) + "\n" for row in rows)


def as_html(rows: list[list[str]]) -> str:
    return "<table>" + "".join(f"<tr>{''.join(f'<td>{cell}' for cell in row)}</tr>" for row in rows) + "</table>"


@pytest.mark.parametrize(("form", "name"), [(as_csv, "a.csv"), (as_html, "a.html")])
def test_each_further_column_is_read_through_a_mapping(form, name):
    found = extraction(form(COMPANIES), name)
    assert set(triples(found)) == SAID
    read = document(form(COMPANIES), name)
    for statement in found.statements:
        span = statement.object.span
        assert span is not None
        assert read.text[span.start : span.end] in {cell for row in COMPANIES for cell in row}
        assert statement.quote.span.start <= span.start < statement.quote.span.end


def test_a_single_pair_of_columns_is_one_thing():
    found = extraction("Company,Bolt GmbH\nRegistration no.,00123\nFounded,1998\n")
    assert set(triples(found)) == {
        ("Bolt GmbH", PEOPLE.companyNumber, "00123"), ("Bolt GmbH", PEOPLE.foundedYear, "1998"),
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Field,Meaning\nname,who is meant\nemail,where mail goes\n",
        "Round,White,Black\n1,Ann Keller,Bo Lind\n2,Bo Lind,Eva Haas\n",
        "Item,Colour\nCompany,red\nBox,blue\nBag,green\n",
    ],
)
def test_tables_that_name_nothing_known_in_their_first_column_stay_as_they_are(text: str):
    found = extraction(text)
    assert found.statements == ()
    assert found.rejected


def test_a_table_that_a_mapping_knows_is_not_turned():
    found = extraction("Name,Email\nAnn Keller,ann@x.org\nEmail,bo@x.org\n")
    assert ("Ann Keller", PEOPLE.email, "ann@x.org") in triples(found)
