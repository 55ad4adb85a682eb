"""Cells of real tables: errors are no names, shares may be percentages, ends of states are ends."""

from __future__ import annotations

import pytest

from tests.extract.prose.said import document, lexicon, ontology
from thence.extract import extract
from thence.extract.mapping import load_mappings
from thence.model.statement import Mention, Statement


def statements(text: str, name: str = "a.csv") -> list[Statement]:
    return list(extract(document(text, name), ontology(), lexicon(), load_mappings((), ontology())).statements)


def ends(text: str) -> list[tuple[str, str]]:
    return [(each.subject.name, each.object.name) for each in statements(text) if isinstance(each.object, Mention)]


@pytest.mark.parametrize(
    "cell",
    ["#N/A", "#REF!", "#WERT!", "#BEZUG!", "k.A.", "TRUE", "ja", "Various", "unbekannt", "n/a", "-", "not Ann Lee"],
)
def test_what_is_no_name_owns_nothing(cell: str):
    assert ends(f"Company,Owner,Share\nBolt Ltd,{cell},20%\nCog Ltd,Ann Lee,20%\n") == [("Ann Lee", "Cog Ltd")]


@pytest.mark.parametrize("cell", ["formerly Bo Ray", "Bo Ray (until 2019)", "Bo Ray (bis 2019)", "ex Bo Ray"])
def test_a_name_that_says_that_it_is_over_is_over(cell: str):
    (one,) = statements(f"Company,Director\nBolt Ltd,{cell}\n")
    assert (one.subject.name, one.ended) == ("Bo Ray", True)


@pytest.mark.parametrize("cell", ["Ann Lee, Bo Ray", "Ann Lee / Bo Ray", "Ann Lee & Bo Ray", "Ann Lee und Bo Ray"])
def test_people_in_one_cell_are_several(cell: str):
    assert ends(f'Company,Director\nBolt Ltd,"{cell}"\n') == [("Ann Lee", "Bolt Ltd"), ("Bo Ray", "Bolt Ltd")]
    # One share for two holders: whose it is, is not said.
    assert ends(f'Company,Owner,Share\nBolt Ltd,"{cell}",20%\n') == []


@pytest.mark.parametrize("cell", ["Lee, Ann", "Smith & Sons Ltd", "Bolt, Cog and Partners LLP"])
def test_commas_inside_a_name_part_nothing(cell: str):
    assert len(ends(f'Company,Owner\nDean Ltd,"{cell}"\n')) == 1


def test_shares_in_percent_are_percentages():
    (one,) = statements("Company,Owner,Share\nBolt Ltd,Ann Lee,20%\n")
    assert one.event is not None
    assert {
        role.rpartition("#")[2]: value.lexical for role, value in one.event.roles if not isinstance(value, Mention)
    } == {"percent": "20"}
    (one,) = statements("Company,Owner,Shares\nBolt Ltd,Ann Lee,200\n")
    assert one.event is not None
    assert "shares" in {role.rpartition("#")[2] for role, _ in one.event.roles}


@pytest.mark.parametrize(("begin", "end"), [("Start date", "End date"), ("from", "to"), ("Started", "Left on")])
def test_columns_of_dates_bound_a_state(begin: str, end: str):
    (one,) = statements(f"Company,Director,{begin},{end}\nBolt Ltd,Ann Lee,2019-01-01,2020-12-31\n")
    assert (one.validity.from_, one.validity.until) == ("2019-01-01", "2021-01-01")
