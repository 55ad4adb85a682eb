"""Rows that sum up others are told by their words; what only sounds like one is not."""

from __future__ import annotations

import pytest

from tests.extract.test_records import document, mappings, ontology, triples
from thence.extract.records import records_to_statements
from thence.names import MONEY
from thence.read.totals import is_total


@pytest.mark.parametrize(
    "words",
    [
        "Total", "TOTAL:", "Grand total", "Sub-total", "Subtotal North", "Total for 2024", "Total (EUR)", "Sum",
        "Summe", "Summe Nord", "Gesamt", "Zwischensumme", "Gesamtsumme", "Insgesamt", "Sous-total", "Totale",
        "Balance carried forward", "Brought forward", "Closing balance", "Saldo", "Übertrag", "* Total", "North total",
    ],
)  # fmt: skip
def test_words_that_sum_up(words: str):
    assert is_total(words)


@pytest.mark.parametrize(
    "words",
    [
        "Total SE",
        "Total S.A.",
        "Totalis",
        "Sumner",
        "Balance Ltd",
        "Summer Group",
        "Sum Ltd",
        "Ann Keller",
        "Total " * 20,
    ],
)
def test_words_that_do_not(words: str):
    assert not is_total(words)


ROWS = "Payer,Payee,Amount,Currency\nBolt GmbH,Kite Ltd,5,EUR\nTotal SE,Kite Ltd,6,EUR\n"


def test_a_total_in_a_table_is_no_fact_and_a_company_called_so_is():
    read = document(f"{ROWS}Subtotal Kite,Kite Ltd,11,EUR\nTotal,Kite Ltd,11,EUR\n")
    found = records_to_statements(read, ontology(), mappings())
    assert triples(found) == [("Bolt GmbH", MONEY.paid, "Kite Ltd"), ("Total SE", MONEY.paid, "Kite Ltd")]
    assert {mention.name for mention in found.mentions} == {"Bolt GmbH", "Total SE", "Kite Ltd"}
    assert len(list(read.every_record())) == 4


def test_the_foot_of_a_table_is_a_record_and_no_fact():
    table = (
        "<table><thead><tr><th>Payer<th>Payee<th>Amount<th>Currency</tr></thead>"
        "<tbody><tr><td>Bolt GmbH<td>Kite Ltd<td>5<td>EUR</tr></tbody>"
        "<tfoot><tr><td>All Ltd<td>Kite Ltd<td>5<td>EUR</tr></tfoot></table>"
    )
    read = document(table, "a.html")
    found = records_to_statements(read, ontology(), mappings())
    assert triples(found) == [("Bolt GmbH", MONEY.paid, "Kite Ltd")]
    assert {mention.name for mention in found.mentions} == {"Bolt GmbH", "Kite Ltd"}
    assert [record.part for record in read.records] == ["", "footer"]
