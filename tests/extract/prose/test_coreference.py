"""What pronouns, descriptions, short names and defined terms stand for."""

from __future__ import annotations

from tests.extract.prose.said import facts, line, read, said, values


def test_a_pronoun_takes_the_subject_of_the_sentence_before() -> None:
    text = "Volta Timber Ltd paid Accra Bank plc. It is based in Tema."
    assert "Volta Timber Ltd locatedIn Tema" in facts(text)


def test_a_pronoun_agrees_in_gender_with_a_known_first_name() -> None:
    text = "Ingrid Solberg met Kofi Mensah. He lives in Accra."
    assert "Kofi Mensah livesIn Accra" in facts(text)


def test_a_pronoun_costs_confidence_and_cites_its_antecedent() -> None:
    *_, statement = read("Ingrid Solberg is a nurse. She lives in Oslo.").statements
    assert statement.confidence < 0.9
    assert statement.subject.antecedent is not None
    assert [citation.quote for citation in statement.citations] == ["She lives in Oslo.", "Ingrid Solberg"]


def test_a_pronoun_without_an_antecedent_makes_nothing() -> None:
    assert said("She lives in Oslo.") == set()


def test_the_company_is_the_company_just_spoken_of() -> None:
    assert "Volta Timber Ltd employeeCount 42" in facts("Volta Timber Ltd sells wood. The company has 42 employees.")


def test_a_description_that_says_which_one_it_means_points_to_nothing_before() -> None:
    text = "Volta Timber Ltd sells wood. The company that Ana Ruiz founded is based in Rome."
    assert facts(text) == set()


def test_defined_terms_stand_for_their_names() -> None:
    text = (
        "# Lease agreement\n\nThis agreement is made on 3 May 2024 between Tejo Theatre Lda (the “Tenant”) and "
        "Ana Ruiz (the “Landlord”).\n\nThe Tenant is not an agent of the Landlord.\n"
    )
    assert "Tejo Theatre Lda agentOf Ana Ruiz [denied]" in said(text)
    assert "Tejo Theatre Lda partyTo Lease agreement" in said(text)
    assert {(short, full) for short, full, _ in read(text).aliases} == {
        ("Tenant", "Tejo Theatre Lda"),
        ("Landlord", "Ana Ruiz"),
    }


def test_initials_and_surnames_stand_for_the_one_name_they_fit() -> None:
    text = "Harbour Seed Limited sells seed. Its customer HSL paid Ms Ruiz. Ana Ruiz lives in Rome."
    (paid,) = [s for s in read(text).statements if "paid" in line(s)]
    assert paid.subject.antecedent is not None
    assert paid.object.antecedent is not None  # type: ignore[union-attr]


def test_a_surname_that_two_persons_bear_stands_for_neither() -> None:
    text = "Ana Ruiz met Bruno Ruiz in Rome. Ruiz lives in Oslo."
    (lives,) = [s for s in read(text).statements if "livesIn" in line(s)]
    assert lives.subject.name == "Ruiz"
    assert lives.subject.antecedent is None


def test_who_replaced_whom_takes_the_post() -> None:
    text = (
        "Ana Ruiz is the chief executive of Vidal Imaging SA. She resigned as chief executive; Naomi Berg replaced her."
    )
    assert "Naomi Berg ceoOf Vidal Imaging SA" in facts(text)


def test_the_board_is_the_organisation_whose_minutes_these_are() -> None:
    text = (
        "# Vidal Imaging SA: minutes of the board meeting\n\n"
        "The board approved a loan of EUR 90,000 from Elbe Bank AG.\n\n"
        "The board did not approve the purchase of Tejo Film GmbH.\n"
    )
    found = {line(s): values(s).get("amount") for s in read(text).statements}
    assert found == {
        "Elbe Bank AG lendsTo Vidal Imaging SA": "90000",
        "Vidal Imaging SA acquired Tejo Film GmbH [denied]": None,
    }


def test_a_namesake_is_declared_to_be_another() -> None:
    found = read(
        "Omar Haddad is an analyst at Norden Capital LLP. "
        "He is no relation of the Elbe Bank executive of the same name."
    )
    assert [(mention.name, other) for mention, other, _ in found.distinct] == [("Omar Haddad", "Omar Haddad")]


def test_not_related_is_denied_and_distinct() -> None:
    found = read("Harbour Seed LLP is not related to Harbour Seeds Ltd.")
    assert {line(s) for s in found.statements} == {"Harbour Seed LLP associatedWith Harbour Seeds Ltd [denied]"}
    assert [(mention.name, other) for mention, other, _ in found.distinct] == [
        ("Harbour Seed LLP", "Harbour Seeds Ltd")
    ]


def test_a_confirmed_suspicion_becomes_a_plain_claim() -> None:
    text = "Volta Timber Ltd may be linked to the Akosombo Trust. The link is confirmed."
    assert said(text) == {
        "Volta Timber Ltd associatedWith Akosombo Trust [hedged]",
        "Volta Timber Ltd associatedWith Akosombo Trust",
    }
    assert facts("Volta Timber Ltd may be linked to the Akosombo Trust. The link has not been confirmed.") == set()


def test_a_correction_says_which_value_it_replaces_and_claims_nothing_itself() -> None:
    text = "Ana Ruiz paid EUR 2,500 to Tejo Theatre on 3 May 2024. This corrects the figure of EUR 5,200.\n"
    (statement,) = read(text).statements
    assert values(statement)["amount"] == "2500"
    assert statement.replaces == "EUR 5,200"


def test_a_description_prefers_the_name_that_says_its_noun() -> None:
    text = "Mercy Clinic paid Norden Supplies Ltd. The clinic is based in Leeds."
    assert "Mercy Clinic locatedIn Leeds" in facts(text)


def test_a_successor_in_the_next_sentence_holds_the_same_post() -> None:
    text = (
        "Owen Hart was suspended as finance director of Mercy Clinic on 15 May 2025. "
        "Ruth Bello was named acting finance director on the same day."
    )
    assert facts(text) == {"Ruth Bello cfoOf Mercy Clinic"}
