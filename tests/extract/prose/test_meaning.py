"""Meaning is never inverted: what a cue does to the clause that it governs."""

from __future__ import annotations

import pytest

from tests.extract.prose.said import facts, read, said

PAID = "Harrow Foods Ltd paid Ines Moreau"
RUNS = "Petros Kallas controls Harrow Foods Ltd"


@pytest.mark.parametrize(
    "text",
    [
        "Harrow Foods Ltd did not pay Ines Moreau.",
        "Harrow Foods Ltd didn't pay Ines Moreau.",
        "Harrow Foods Ltd has never paid Ines Moreau.",
        "Harrow Foods Ltd has not yet paid Ines Moreau.",
        "Harrow Foods Ltd has yet to pay Ines Moreau.",
        "Harrow Foods Ltd made no payment to Ines Moreau.",
        "No payment was made to Ines Moreau by Harrow Foods Ltd.",
        "Harrow Foods Ltd refused to pay Ines Moreau.",
        "Harrow Foods Ltd failed to pay Ines Moreau.",
        "Ines Moreau did not receive any money from Harrow Foods Ltd.",
        "It is not true that Harrow Foods Ltd paid Ines Moreau.",
    ],
)
def test_a_negation_denies_its_clause(text: str) -> None:
    assert said(text) == {f"{PAID} [denied]"}


def test_neither_and_nor_deny_for_each_subject() -> None:
    assert said("Neither Petros Kallas nor Ines Moreau owns Harrow Foods Ltd.") == {
        "Petros Kallas owns Harrow Foods Ltd [denied]",
        "Ines Moreau owns Harrow Foods Ltd [denied]",
    }


def test_neither_and_nor_deny_each_post() -> None:
    assert said("Ida Holm is neither a director nor an employee of Vidal Imaging SA.") == {
        "Ida Holm directorOf Vidal Imaging SA [denied]",
        "Ida Holm worksAt Vidal Imaging SA [denied]",
    }


@pytest.mark.parametrize(
    "text",
    [
        "Petros Kallas may control Harrow Foods Ltd.",
        "Petros Kallas possibly controls Harrow Foods Ltd.",
        "Perhaps Petros Kallas controls Harrow Foods Ltd.",
        "The police suspect that Petros Kallas controls Harrow Foods Ltd.",
        "Petros Kallas is suspected of controlling Harrow Foods Ltd.",
        "It is believed that Petros Kallas controls Harrow Foods Ltd.",
        "Petros Kallas is believed to control Harrow Foods Ltd.",
        "Petros Kallas appears to control Harrow Foods Ltd.",
        "It is possible that Petros Kallas controls Harrow Foods Ltd.",
        "There is no evidence that Petros Kallas controls Harrow Foods Ltd.",
        "The auditor could not confirm that Petros Kallas controls Harrow Foods Ltd.",
    ],
)
def test_a_doubt_hedges_its_clause(text: str) -> None:
    assert said(text) == {f"{RUNS} [hedged]"}


@pytest.mark.parametrize(
    ("text", "voice"),
    [
        ("According to the auditor, Harrow Foods Ltd paid Ines Moreau.", "auditor"),
        ("The auditor said that Harrow Foods Ltd paid Ines Moreau.", "the auditor"),
        ("Harrow Foods Ltd paid Ines Moreau, said Bruno Costa.", "Bruno Costa"),
        ("“Harrow Foods Ltd paid Ines Moreau,” Bruno Costa said.", "Bruno Costa"),
        ("Bruno Costa wrote: Harrow Foods Ltd paid Ines Moreau.", "Bruno Costa"),
        ("Harrow Foods Ltd allegedly paid Ines Moreau.", "unnamed source"),
        ("Harrow Foods Ltd is said to have paid Ines Moreau.", "unnamed source"),
    ],
)
def test_reported_words_keep_their_voice(text: str, voice: str) -> None:
    (statement,) = read(text).statements
    assert statement.modality == "Reported"
    assert statement.voice is not None
    assert statement.voice.name == voice


def test_a_denial_is_a_denied_report_of_who_denies() -> None:
    (statement,) = read("Ines Moreau denied that she had paid Harrow Foods Ltd.").statements
    assert (statement.polarity, statement.modality) == ("Denied", "Reported")
    assert statement.voice is not None
    assert statement.voice.name == "Ines Moreau"


def test_what_is_found_or_noted_stays_a_plain_claim() -> None:
    assert facts("The board noted that Petros Kallas controls Harrow Foods Ltd.") == {RUNS}


@pytest.mark.parametrize(
    "text",
    [
        "If Harrow Foods Ltd pays Ines Moreau, the case will be closed.",
        "Harrow Foods Ltd would pay Ines Moreau if she asked.",
        "Harrow Foods Ltd pays Ines Moreau unless she resigns.",
        "Provided that Harrow Foods Ltd pays Ines Moreau, the file is closed.",
    ],
)
def test_a_condition_makes_its_sentence_conditional(text: str) -> None:
    assert said(text) == {f"{PAID} [conditional]"}


@pytest.mark.parametrize(
    "text",
    ["Did Harrow Foods Ltd pay Ines Moreau?", "We do not know whether Harrow Foods Ltd paid Ines Moreau."],
)
def test_a_question_claims_nothing(text: str) -> None:
    assert said(text) == {f"{PAID} [asked]"}


def test_a_question_in_a_chat_needs_no_question_mark() -> None:
    chat = (
        "[03/05/2024, 09:14:02] Ben: does Petros Kallas control Harrow Foods Ltd\n"
        "[03/05/2024, 09:15:02] Ida: not sure\n"
    )
    assert said(chat, "chat.txt") == {f"{RUNS} [asked]"}


@pytest.mark.parametrize(
    "text",
    [
        "Harrow Foods Ltd will acquire Delta Bakery GmbH.",
        "Harrow Foods Ltd plans to acquire Delta Bakery GmbH.",
        "Harrow Foods Ltd wants to buy Delta Bakery GmbH.",
        "Harrow Foods Ltd offered to buy Delta Bakery GmbH.",
        "Harrow Foods Ltd is to acquire Delta Bakery GmbH.",
        "Harrow Foods Ltd considered buying Delta Bakery GmbH.",
        "# Harrow Foods Ltd to buy Delta Bakery GmbH",
    ],
)
def test_a_plan_is_no_fact(text: str) -> None:
    assert said(text) == {"Harrow Foods Ltd acquired Delta Bakery GmbH [planned]"}


def test_an_agreement_to_buy_is_a_fact_of_its_own() -> None:
    assert said("Harrow Foods Ltd agreed to acquire Delta Bakery GmbH.") == {
        "Harrow Foods Ltd agreedToAcquire Delta Bakery GmbH"
    }


@pytest.mark.parametrize(
    "text",
    [
        "Petros Kallas is no longer the chief executive of Harrow Foods Ltd.",
        "Petros Kallas, the former chief executive of Harrow Foods Ltd, went home.",
        "Former Harrow Foods Ltd chief executive Petros Kallas went home.",
        "Petros Kallas ceased to be chief executive of Harrow Foods Ltd.",
        "Petros Kallas stepped down as chief executive of Harrow Foods Ltd.",
        "Petros Kallas was the chief executive of Harrow Foods Ltd.",
        "Petros Kallas was dismissed as chief executive of Harrow Foods Ltd.",
        "Petros Kallas used to be the chief executive of Harrow Foods Ltd.",
    ],
)
def test_a_past_office_has_ended(text: str) -> None:
    assert said(text) == {"Petros Kallas ceoOf Harrow Foods Ltd [ended]"}


def test_any_more_ends_a_state_and_denies_nothing_of_the_past() -> None:
    assert said("Sara Lund does not act for Omar Haddad any more.") == {"Sara Lund represents Omar Haddad [ended]"}


def test_an_end_that_is_only_planned_makes_no_statement() -> None:
    found = read("Petros Kallas will step down as chief executive of Harrow Foods Ltd.")
    assert not found.statements
    assert [rejected.code for rejected in found.rejected] == ["TH802"]


@pytest.mark.parametrize(
    "text",
    [
        "Petros Kallas did not fail to pay Ines Moreau.",
        "Ines Moreau did not deny that she paid Harrow Foods Ltd.",
        "The claim that Petros Kallas controls Harrow Foods Ltd is false.",
        "The claim that Petros Kallas controls Harrow Foods Ltd was withdrawn.",
    ],
)
def test_cues_in_conflict_make_no_statement_but_a_reason(text: str) -> None:
    found = read(text)
    assert not found.statements
    assert [rejected.code for rejected in found.rejected] == ["TH802"]


def test_a_sentence_without_its_second_verb_in_it_governs_only_its_own_clause() -> None:
    assert said("Harrow Foods Ltd did not pay Ines Moreau, but Delta Bakery GmbH paid Carl Brandt.") == {
        f"{PAID} [denied]",
        "Delta Bakery GmbH paid Carl Brandt",
    }


def test_why_presupposes_what_follows() -> None:
    assert facts("The cashier could not explain why Harrow Foods Ltd paid Ines Moreau.") == {PAID}


def test_a_gerund_after_without_is_denied_and_after_after_is_not() -> None:
    assert "Harrow Foods Ltd paid Mona Sayed [denied]" in said(
        "Harrow Foods Ltd acquired Delta Bakery GmbH without paying Mona Sayed."
    )
    assert "Harrow Foods Ltd acquired Delta Bakery GmbH" in said(
        "After acquiring Delta Bakery GmbH in 2020, Harrow Foods Ltd hired Mona Sayed."
    )


def test_former_may_reach_over_joined_posts() -> None:
    assert facts("Ivo Brandt is a former player and manager of Lagos Comets FC.") == set()


def test_a_name_behind_former_is_a_former_one_whatever_stands_before() -> None:
    text = "A third version featuring former Lagos Comets FC member, Ada Okoro, was recorded."
    assert said(text) == {"Ada Okoro memberOf Lagos Comets FC [ended]"}


def test_the_end_of_a_state_in_words_leaves_no_present_fact() -> None:
    assert facts("Ivo Brandt was a member of Lagos Comets FC from 1935 until he was killed in action.") == set()


def test_a_suspicion_confirmed_in_one_sentence_is_a_plain_claim() -> None:
    assert facts("The suspicion that Petros Kallas controls Harrow Foods Ltd has been confirmed.") == {RUNS}
    assert facts("The suspicion that Petros Kallas controls Harrow Foods Ltd has not been confirmed.") == set()


@pytest.mark.parametrize(
    "opening",
    ["Suppose that ", "Suppose ", "Imagine ", "Say ", "Hypothetically, ", "In this scenario, ", "In the novel, "],
)
def test_a_supposition_is_no_plain_claim(opening: str) -> None:
    (found,) = said(f"{opening}Rho Ltd acquired Sigma Ltd.")
    assert found.endswith("[conditional]")
    assert not any("[" in one for one in said("In the scenario planning team, Ida Holm works at Rho Ltd."))
