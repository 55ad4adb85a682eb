"""What names name: classes by legal form, title, first name and word lists; where names begin and end in a text."""

from __future__ import annotations

import pytest

from tests.extract.prose.said import document, lexicon, ontology, read
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


def full_names(text: str) -> list[str]:
    prepared, table = prepare(document(text), lexicon())
    return [table.full(each.names[at].text)[0] for each in prepared for at in sorted(each.names)]


@pytest.mark.parametrize(
    "text",
    [
        "Torvik Quillon wrote. Mr Quillon signed. Quillon left.",
        "Torvik Quillon, who wrote, left. Quillon signed. Then Quillon came back.",
        "Torvik Quillon, the finance director, wrote. Quillon signed. Quillon left.",
        "The surgeon Torvik Quillon wrote. Dr Quillon signed. Quillon left.",
    ],
)
def test_a_person_of_no_known_first_name_is_known_by_title_or_post(text: str) -> None:
    assert set(full_names(text)) == {"Torvik Quillon"}
    (kind,) = {m.type for m in read(text).mentions}
    assert kind == FOAF.Person


def test_a_title_goes_with_the_first_name_only_of_knights() -> None:
    assert full_names("Sir Roland Tarn spoke. Sir Roland left.") == ["Sir Roland Tarn"] * 2


def test_a_title_of_the_other_sex_is_somebody_else() -> None:
    assert full_names("Mark Keller met Mrs Keller.") == ["Mark Keller", "Mrs Keller"]


def test_of_two_bearers_of_a_surname_the_one_in_the_title_goes_by_it() -> None:
    text = "# Profile of Ana Ruiz\n\nAna Ruiz lives with Kofi Ruiz. Later Ruiz wrote."
    assert full_names(text)[-1] == "Ana Ruiz"
    assert full_names(text.replace("Profile of Ana Ruiz", "A profile"))[-1] == "Ruiz"


def test_a_saints_house_keeps_its_genitive() -> None:
    text = "St Anne's Hospital grew. Later St Anne's paid."
    assert full_names(text) == ["St Anne's Hospital"] * 2


@pytest.mark.parametrize(
    "text",
    [
        "It is entered as HRB 151920 there.",
        "The Principal and the Hospital are old.",
        "See 01 for more.",
        "He met the Managing Director.",
        "Neither was old.",
    ],
)
def test_posts_numbers_and_common_nouns_name_nothing(text: str) -> None:
    assert names(text) == []


def test_a_line_that_its_writer_ended_ends_a_name() -> None:
    assert names("Yours\n\nAna Ruiz\nVolta Timber Ltd\nQuay Road\n") == ["Ana Ruiz", "Volta Timber Ltd", "Quay Road"]
    wrapped = "On a day long ago, as everybody here still knows, Ana\nRuiz wrote to the other members of the old board."
    assert names(wrapped) == ["Ana Ruiz"]


def test_bodies_of_places_are_whole_names() -> None:
    assert names("Then the Municipality of Orlo and the Canton of Uri agreed.") == [
        "Municipality of Orlo",
        "Canton of Uri",
    ]
