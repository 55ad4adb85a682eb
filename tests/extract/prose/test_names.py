"""What names name: classes by legal form, title, first name and word lists; where names begin and end in a text."""

from __future__ import annotations

import pytest

from tests.extract.prose.said import document, lexicon, ontology
from thence.extract.mentions import classify, gender
from thence.extract.preparing import prepare
from thence.names import AGR, FOAF, ORG, OWL, PEOPLE, PLACE, Iri


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Volta Timber Ltd", PEOPLE.Company),
        ("VOLTA TIMBER LIMITED", PEOPLE.Company),
        ("Tejo Film S.A.", PEOPLE.Company),
        ("Lund & Partner AB", PEOPLE.Company),
        ("Elbe Bank AG", PEOPLE.Bank),
        ("Banco Luso SA", PEOPLE.Bank),
        ("Akosombo Family Trust", PEOPLE.Trust),
        ("University of Leeds", ORG.Organization),
        ("Ministry of Health", ORG.Organization),
        ("St Anne's Hospital", ORG.Organization),
        ("Marie Curie Institute", ORG.Organization),
        ("Facility Agreement", AGR.Agreement),
        ("Kofi Mensah", FOAF.Person),
        ("K. Mensah", FOAF.Person),
        ("Mr Mensah", FOAF.Person),
        ("Dr. Ana Ruiz", FOAF.Person),
        ("Jürgen van der Berg", FOAF.Person),
        ("Lisbon", PLACE.Place),
        ("Lake Volta", PLACE.Place),
        ("Emirate of Ajman", PLACE.Place),
        ("Tejo Blue", OWL.Thing),
    ],
)
def test_a_name_tells_its_class(name: str, kind: Iri) -> None:
    assert classify(name, ontology()) == kind


def test_a_hint_decides_where_the_name_says_nothing_and_only_there() -> None:
    assert classify("Tejo Blue", ontology(), hint=PEOPLE.Company) == PEOPLE.Company
    assert classify("Kofi Mensah", ontology(), hint=ORG.Organization) == FOAF.Person
    assert classify("Florence", ontology(), hint=FOAF.Person) == FOAF.Person
    assert classify("Volta Hospital", ontology(), hint=FOAF.Agent) == ORG.Organization


@pytest.mark.parametrize(
    ("name", "told"),
    [("Ana Ruiz", "female"), ("Mr Ruiz", "male"), ("Dr. Ana Ruiz", "female"), ("Sam Ruiz", None), ("X. Ruiz", None)],
)
def test_gender_is_told_only_by_title_or_first_name(name: str, told: str | None) -> None:
    assert gender(name) == told


def names(text: str) -> list[str]:
    prepared, _ = prepare(document(text), lexicon())
    return [each.names[at].text for each in prepared for at in sorted(each.names)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Yesterday Volta Timber Ltd met Mr. Kofi Mensah.", ["Volta Timber Ltd", "Mr. Kofi Mensah"]),
        ("The Ministry of Health and the University of Leeds agreed.", ["Ministry of Health", "University of Leeds"]),
        ("He saw Jürgen van der Berg at St Anne's Hospital.", ["Jürgen van der Berg", "St Anne's Hospital"]),
        ("Lund & Partner AB paid Tejo Film, Inc. in May.", ["Lund & Partner AB", "Tejo Film, Inc."]),
        ("Payments stopped. Customers left.", []),
        ("We MUST pay USD 5 to Elbe Bank plc on Monday.", ["Elbe Bank plc"]),
        ("Acme director Ana Ruiz left.", ["Acme", "Ana Ruiz"]),
        ("They met Bassel al-Assad there.", ["Bassel al-Assad"]),
        ("[[Kofi Mensah]] lives near **Lake Volta**.", ["Kofi Mensah", "Lake Volta"]),
    ],
)
def test_names_end_where_they_end(text: str, found: list[str]) -> None:
    assert names(text) == found


def test_a_word_that_opens_a_sentence_is_a_name_where_the_text_shows_it() -> None:
    assert names("Stellaris was late. They blamed Stellaris.") == ["Stellaris", "Stellaris"]
    assert names("Interest accrues daily.") == []
