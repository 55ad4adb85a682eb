"""Numbers that identify somebody, in columns of tables that say other things: whose they are, and that they stay."""

from __future__ import annotations

import pytest

from tests.extract.test_records import extraction, triples
from thence.names import MONEY, PEOPLE, Iri

LEI, IBAN = "5493001KJTIIGC8Y1R12", "DE89370400440532013000"


@pytest.mark.parametrize(
    ("header", "property_", "value"),
    [
        ("Registration no.", PEOPLE.companyNumber, "00123"),
        ("Company number", PEOPLE.companyNumber, "00123"),
        ("VAT", PEOPLE.vatNumber, "DE123456789"),
        ("VAT Reg. No.", PEOPLE.vatNumber, "GB 123 4567 89"),
        ("LEI", PEOPLE.lei, LEI),
        ("Tax ID", PEOPLE.taxNumber, "012-345"),
    ],
)
@pytest.mark.parametrize("name", ["Company", "Name", "Vendor", "Customer name"])
def test_a_list_of_companies_gives_their_numbers_as_written(name: str, header: str, property_: Iri, value: str):
    found = extraction(f"{name},{header},Country\nBolt GmbH,{value},Germany\n")
    assert ("Bolt GmbH", property_, value) in triples(found)
    assert [s.quote.row for s in found.statements] == [1] * len(found.statements)


def test_an_iban_beside_a_name_is_an_account_of_it():
    found = extraction(f"Company,VAT,IBAN\nBolt GmbH,DE123456789,{IBAN}\n")
    assert ("Bolt GmbH", MONEY.holdsAccount, IBAN) in triples(found)


def test_a_header_says_whose_number_it_is():
    found = extraction(
        "Payer,Payee,Amount,Currency,Payer VAT,Payee company number\nBolt GmbH,Kite Ltd,5,EUR,DE123456789,04567890\n"
    )
    assert ("Bolt GmbH", PEOPLE.vatNumber, "DE123456789") in triples(found)
    assert ("Kite Ltd", PEOPLE.companyNumber, "04567890") in triples(found)


def test_a_number_goes_with_the_only_name_that_can_have_it_or_the_one_before_it():
    officers = extraction("Name,Role,Company,Company No\nAnn Keller,Director,Kite Ltd,04567890\n")
    assert ("Kite Ltd", PEOPLE.companyNumber, "04567890") in triples(officers)
    payments = extraction("Payer,Payee,Registration no.,Amount\nBolt GmbH,Kite Ltd,04567890,5\n")
    assert ("Kite Ltd", PEOPLE.companyNumber, "04567890") in triples(payments)


def test_a_number_that_may_be_of_several_is_of_nobody_and_told():
    found = extraction("Payer,Payee,Amount,VAT\nBolt GmbH,Kite Ltd,5,DE123456789\n")
    assert PEOPLE.vatNumber not in {s.predicate for s in found.statements}
    assert [(each.code, each.predicate) for each in found.rejected] == [("TH858", PEOPLE.vatNumber)]


def test_numbers_identify_their_bearers():
    (mention,) = {m for m in extraction("Company,LEI\nBolt GmbH,549300 1KJTIIGC8Y1R12\n").mentions if m.identifiers}
    assert mention.identifiers == ((PEOPLE.lei, LEI),)
