"""How sentences say relations: voices, coordination, apposition, possessives, values and dates."""

from __future__ import annotations

import pytest

from tests.extract.prose.said import facts, line, read, said, values


@pytest.mark.parametrize(
    "text",
    [
        "Harrow Foods Ltd acquired Delta Bakery GmbH.",
        "Harrow Foods Ltd bought Delta Bakery GmbH.",
        "Harrow Foods Ltd took over Delta Bakery GmbH.",
        "Delta Bakery GmbH was acquired by Harrow Foods Ltd.",
        "Delta Bakery GmbH, which was bought by Harrow Foods Ltd, makes bread.",
        "Harrow Foods Ltd, which makes jam, has bought Delta Bakery GmbH.",
        "Harrow Foods Ltd completed the acquisition of Delta Bakery GmbH.",
        "Harrow Foods Ltd's acquisition of Delta Bakery GmbH was completed.",
    ],
)
def test_one_relation_is_heard_in_many_forms(text: str) -> None:
    assert "Harrow Foods Ltd acquired Delta Bakery GmbH" in facts(text)


def test_coordinated_subjects_and_objects_make_a_statement_each() -> None:
    assert facts("Mona Sayed and Carl Brandt founded Delta Bakery GmbH.") == {
        "Mona Sayed founded Delta Bakery GmbH",
        "Carl Brandt founded Delta Bakery GmbH",
    }
    assert facts("Ida Holm sits on the boards of Vidal Imaging SA and Norden Foundation.") == {
        "Ida Holm directorOf Vidal Imaging SA",
        "Ida Holm directorOf Norden Foundation",
    }


def test_a_second_verb_shares_the_subject() -> None:
    assert facts(
        "Kofi Mensah lives in Accra. He controls Volta Timber Ltd and is the settlor of the Akosombo Trust."
    ) == {
        "Kofi Mensah livesIn Accra",
        "Kofi Mensah controls Volta Timber Ltd",
        "Kofi Mensah settlorOf Akosombo Trust",
    }


@pytest.mark.parametrize(
    "text",
    [
        "Mona Sayed is the chief executive of Delta Bakery GmbH.",
        "Mona Sayed, chief executive of Delta Bakery GmbH, left for Rome.",
        "Mona Sayed (chief executive of Delta Bakery GmbH) left for Rome.",
        "Delta Bakery GmbH's chief executive, Mona Sayed, left for Rome.",
        "Delta Bakery GmbH's chief executive Mona Sayed left for Rome.",
        "Delta Bakery GmbH chief executive Mona Sayed left for Rome.",
        "The chief executive of Delta Bakery GmbH is Mona Sayed.",
        "The chief executive of Delta Bakery GmbH, Mona Sayed, left for Rome.",
        "Mona Sayed was appointed chief executive of Delta Bakery GmbH.",
        "Mona Sayed became chief executive of Delta Bakery GmbH.",
        "Delta Bakery GmbH appointed Mona Sayed as chief executive.",
        "Mona Sayed joined Delta Bakery GmbH as chief executive.",
        "Mona Sayed took over as chief executive of Delta Bakery GmbH.",
        "Mona Sayed succeeded Carl Brandt as chief executive of Delta Bakery GmbH.",
        "Delta Bakery GmbH was founded by Mona Sayed, its chief executive.",
    ],
)
def test_a_post_is_heard_in_many_forms(text: str) -> None:
    assert "Mona Sayed ceoOf Delta Bakery GmbH" in facts(text)


def test_other_words_before_a_post_make_it_another_post() -> None:
    assert facts("Ana Ruiz is the art director of Tejo Theatre.") == {"Ana Ruiz worksAt Tejo Theatre"}
    assert facts("Ana Ruiz is a non-executive director of Tejo Theatre.") == {"Ana Ruiz directorOf Tejo Theatre"}


@pytest.mark.parametrize(
    ("text", "from_", "until"),
    [
        ("Ida Holm has been a trustee of the Norden Trust since 3 May 2018.", "2018-05-03", None),
        ("Ida Holm was appointed a trustee of the Norden Trust on 3 May 2018.", "2018-05-03", None),
        ("Ida Holm resigned as a trustee of the Norden Trust on 3 May 2018.", None, "2018-05-04"),
        ("Ida Holm ceased to be a trustee of the Norden Trust in May 2018.", None, "2018-06-01"),
        ("Ida Holm was a trustee of the Norden Trust from 2010 to 2014.", "2010-01-01", "2015-01-01"),
        ("Between 2010 and 2014 Ida Holm was a trustee of the Norden Trust.", "2010-01-01", "2015-01-01"),
        ("In 2012 Ida Holm was a trustee of the Norden Trust.", "2012-01-01", "2013-01-01"),
    ],
)
def test_validity_is_a_half_open_interval(text: str, from_: str | None, until: str | None) -> None:
    (statement,) = read(text).statements
    assert (statement.validity.from_, statement.validity.until) == (from_, until)


def test_sums_and_dates_fill_the_event() -> None:
    (statement,) = read("On 4 April 2024 the Norden Trust wired EUR 12,500.50 to Tejo Theatre.").statements
    assert line(statement) == "Norden Trust paid Tejo Theatre"
    assert values(statement) == {"amount": "12500.50", "currency": "EUR", "occurredOn": "2024-04-04"} or values(
        statement
    ) == {"amount": "12500.5", "currency": "EUR", "occurredOn": "2024-04-04"}


def test_each_object_takes_the_sum_before_it() -> None:
    found = read("Tejo Theatre paid EUR 5,000 to Ana Ruiz and EUR 7,000 to Ida Holm.").statements
    assert {line(s): values(s)["amount"] for s in found} == {
        "Tejo Theatre paid Ana Ruiz": "5000",
        "Tejo Theatre paid Ida Holm": "7000",
    }


def test_two_sums_for_one_payment_are_not_chosen_between() -> None:
    (statement,) = read("Payments of EUR 4,000 and EUR 1,000 were made by Ana Ruiz to Tejo Theatre.").statements
    assert "amount" not in values(statement)


@pytest.mark.parametrize(
    ("text", "percent"),
    [
        ("Ana Ruiz owns 65% of Vidal Imaging SA.", "65"),
        ("Ana Ruiz holds a 12.5% stake in Vidal Imaging SA.", "12.5"),
        ("Ana Ruiz owns 30 per cent of the shares of Vidal Imaging SA.", "30"),
        ("Vidal Imaging SA is 30 per cent owned by Ana Ruiz.", "30"),
        ("Ana Ruiz invested in Vidal Imaging SA in 2019 and holds 18% of the shares.", "18"),
    ],
)
def test_shares_are_heard_with_their_percentage(text: str, percent: str) -> None:
    statements = [s for s in read(text).statements if line(s) == "Ana Ruiz owns Vidal Imaging SA"]
    assert [values(s)["percent"] for s in statements] == [percent]


def test_buying_a_part_is_no_takeover() -> None:
    assert said("In 2019 Ana Ruiz bought 40% of Vidal Imaging SA.") == {"Ana Ruiz owns Vidal Imaging SA"}


@pytest.mark.parametrize(
    "text",
    [
        "Stellaris GmbH is based in Bremen.",
        "Stellaris GmbH, based in Bremen, builds satellites.",
        "Stellaris GmbH, a satellite maker in Bremen, grew.",
        "Bremen-based Stellaris GmbH grew.",
        "Stellaris GmbH has its headquarters in Bremen.",
    ],
)
def test_a_seat_is_heard_in_many_forms(text: str) -> None:
    assert "Stellaris GmbH locatedIn Bremen" in facts(text)


def test_a_year_of_founding_and_a_founder_come_from_one_clause() -> None:
    assert facts("Mercury Clinic was set up in 1994 by Ana Ruiz.") == {
        "Ana Ruiz founded Mercury Clinic",
        "Mercury Clinic foundedYear 1994",
    }
    assert facts("Mercury Clinic started again in 1994.") == set()


def test_literals_take_the_type_of_their_property() -> None:
    assert facts("Tomás Vidal was born in Braga on 9 September 1961.") == {"Tomás Vidal bornOn 1961-09-09"}
    assert facts("Mercury Clinic has about 1,200 employees.") == {"Mercury Clinic employeeCount 1200"}
    assert facts("# Mercury Clinic Ltd\n\nCompany number 09876543. Incorporated on 5 May 2005.\n") == {
        "Mercury Clinic Ltd companyNumber 09876543",
        "Mercury Clinic Ltd incorporatedOn 2005-05-05",
    }


def test_symmetric_relations_join_two_subjects() -> None:
    assert facts("Harrow Foods Ltd and Delta Bakery GmbH are competitors.") == {
        "Harrow Foods Ltd competitorOf Delta Bakery GmbH"
    }


def test_an_account_belongs_to_its_holder_and_its_bank() -> None:
    assert facts("Mercury Clinic holds account DE89370400440532013000 with Elbe Bank AG.") == {
        "Mercury Clinic holdsAccount DE89370400440532013000",
        "DE89370400440532013000 heldAt Elbe Bank AG",
    }


def test_the_typed_gate_refuses_with_a_reason() -> None:
    found = read("Ana Ruiz lives in Carl Brandt.")
    assert not found.statements
    assert read("Ana Ruiz is a director of Carl Brandt.").rejected[0].code == "TH801"


def test_the_same_words_with_different_subjects_keep_their_own_places() -> None:
    text = "Anna Lee works at Tejo Theatre. Bruno Costa works at Tejo Theatre. Carl Brandt works at Tejo Theatre.\n"
    starts = [statement.quote.span.start for statement in read(text).statements]
    assert starts == sorted(set(starts))
    assert len(starts) == 3


def test_a_statement_quotes_its_sentence_and_places_its_names_in_it() -> None:
    (statement,) = read("Old news. Ana Ruiz lives in Rome. More news.").statements
    assert statement.quote.quote == "Ana Ruiz lives in Rome."
    assert statement.place(statement.subject) == "0-8"
    assert statement.place(statement.object) == "18-22"


def test_dates_in_brackets_are_no_dates_of_the_clause() -> None:
    found = read("Ivo Brandt (September 7, 1824 – May 14, 1919) was a member of Lagos Comets FC.").statements
    assert [statement.validity.from_ for statement in found if "memberOf" in line(statement)] == [None]


def test_dates_of_a_phrase_between_subject_and_verb_stay_its_own() -> None:
    text = "Tejo Film GmbH, named until 1994 as Luso Film, is a subsidiary of Vidal Imaging SA."
    (statement,) = read(text).statements
    assert statement.validity.until is None


@pytest.mark.parametrize(
    "text",
    [
        "The 1944 Coppa Nazionale was commonly known as 1944 Coppa Alta.",
        "Ada Okoro signed a one-year deal to play for Lagos Comets FC.",
        "The Foreign Secretary joined Ana Ruiz in Rome.",
        "The Government of Lagos met.",
        "Ada Okoro worked with Bruno Costa.",
    ],
)
def test_words_that_look_like_a_relation_are_none(text: str) -> None:
    assert said(text) == set()


def test_a_comma_list_that_closes_elsewhere_adds_nothing_to_a_post() -> None:
    text = "It was opened by the treasurer of Tejo Theatre, Ana Ruiz, and by Bruno Costa."
    assert said(text) == {"Ana Ruiz officerOf Tejo Theatre"}


def test_money_that_goes_from_one_to_another_is_a_payment() -> None:
    assert said("No money went from Tejo Film GmbH to Ana Ruiz.") == {"Tejo Film GmbH paid Ana Ruiz [denied]"}


def test_a_place_in_a_compound_is_no_organisation() -> None:
    assert facts("Ana Ruiz remains chief executive of the Hamburg-based company.") == set()


def test_law_of_two_lands_is_one_law() -> None:
    text = "# Supply agreement\n\nThis Agreement shall be governed by the laws of England and Wales.\n"
    assert facts(text) == {"Supply agreement governingLaw England and Wales"}
