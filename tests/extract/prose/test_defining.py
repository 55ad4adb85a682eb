"""Defined terms: the party that a bracket or a role noun stands for."""

from __future__ import annotations

import pytest

from tests.extract.prose.said import document, lexicon
from thence.extract.declared import defined_terms
from thence.extract.preparing import prepare


def terms(text: str) -> dict[str, str]:
    _, table = prepare(document(text), lexicon())
    return {term: name for term, (name, _) in table.terms.items()}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            'Tejo Mills Ltd, whose office is in Lisbon (the "Buyer") and Volta AG, of Bonn, HRB 151920 (the "Seller").',
            {"buyer": "Tejo Mills Ltd", "seller": "Volta AG"},
        ),
        (
            '(1) TEJO MILLS LTD, a firm of Cardiff (the "Charterer");\n\n(2) VOLTA GMBH, of Hamburg (the "Carrier").',
            {"charterer": "TEJO MILLS LTD", "carrier": "VOLTA GMBH"},
        ),
        ('Tejo Mills Ltd sold the ship to Volta AG (the "Buyer").', {"buyer": "Volta AG"}),
        ('Lease of a house by Ana Ruiz, 12 High Street, Leeds (the "Tenant").', {"tenant": "Ana Ruiz"}),
        ('Between Tejo Mills Ltd, a company registered in Lisbon and Volta AG (the "Lender").', {"lender": "Volta AG"}),
        ("Northern Timber Labs Ltd (NTL) grew.", {"ntl": "Northern Timber Labs Ltd"}),
    ],
)
def test_a_bracket_defines_the_head_of_the_entry_it_closes(text: str, found: dict[str, str]) -> None:
    assert terms(text) == found


@pytest.mark.parametrize(
    "text",
    [
        'Tejo Mills Ltd shall lend EUR 5,000 (the "Principal") to Volta AG.',
        'The loan from Elbe Bank AG (the "Loan") was repaid.',
        'Tejo Mills Ltd and Volta AG (together the "Parties") agree.',
        'A venture of Tejo Mills Ltd, a firm of Alder AG and Volta AG (the "Buyer").',
        'The house in Lisbon (the "Property") was let.',
    ],
)
def test_a_term_for_a_thing_or_for_several_or_in_doubt_stands_for_no_name(text: str) -> None:
    assert terms(text) == {}


def test_a_party_told_by_its_role_has_it_for_the_whole_document() -> None:
    text = "The claimant, Tejo Mills Ltd, sued. Ana Ruiz, the defendant, denied it."
    assert terms(text) == {"claimant": "Tejo Mills Ltd", "defendant": "Ana Ruiz"}


def test_a_role_that_two_have_stands_for_neither() -> None:
    assert terms("The tenant, Ana Ruiz, left. The tenant, Kofi Mensah, stayed.") == {}


def test_signature_lines_know_the_same_terms() -> None:
    text = 'Tejo Mills Ltd, a company of Lisbon (the "Buyer")'
    assert defined_terms(document(text)) == {"Buyer": "Tejo Mills Ltd"}
