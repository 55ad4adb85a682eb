"""What is cited of a table or of nested data has row, column and headers in the graph, subjects as well as objects."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pipeline.test_coverage import asked
from thence.pipeline import build
from thence.store import Store

CSV = "Payer,Payee,Amount,Currency\nBolt GmbH,Kite Ltd,5,EUR\nMoss SA,Kite Ltd,7,EUR\n"
JSON = """{"company": "Kite Ltd", "company number": "007", "orders": [
 {"payer": "Bolt GmbH", "payee": "Kite Ltd", "amount": 5, "currency": "EUR"},
 {"payer": "Moss SA", "payee": "Kite Ltd", "amount": 7, "currency": "EUR"}]}"""
QUOTED = "?span a th:Span ; th:quote ?quote ; th:header ?header ."
NUMBER = "?s rdf:predicate people:companyNumber ; th:header ?header . OPTIONAL { ?s th:column ?column }"


@pytest.fixture
def cells(tmp_path: Path):
    def of(name: str, text: str, query: str) -> list[dict[str, str]]:
        (tmp_path / name).write_text(text, encoding="utf-8")
        with Store.open(build(tmp_path).workspace.directory, read_only=True) as store:
            return asked(store, query)

    return of


def test_the_first_name_of_a_thing_has_the_row_and_column_of_its_cell(cells):
    found = cells("a.csv", CSV, f"{QUOTED} ?span th:row ?row ; th:column ?column .")
    placed = {(each["quote"], each["row"], each["column"], each["header"]) for each in found}
    assert {("Moss SA", "2", "1", "Payer"), ("Kite Ltd", "1", "2", "Payee")} <= placed


def test_a_value_of_nested_data_has_the_path_that_leads_to_it(cells):
    found = cells("a.json", JSON, QUOTED)
    assert ("Moss SA", "orders / 2 / payer") in {(each["quote"], each["header"]) for each in found}


def test_a_statement_of_a_single_object_has_the_name_of_its_value(cells):
    (said,) = cells("a.json", JSON, NUMBER)
    assert said["header"] == "company number"
    assert "column" not in said
