"""Slots: what fills the places of a frame when the nearest phrase cannot, and what a clause leaves out."""

from __future__ import annotations

import pytest

from tests.extract.prose.said import facts, read, said, values


@pytest.mark.parametrize(
    "text",
    [
        "Harrow Foods Ltd paid compensation to Vidal Imaging SA.",
        "Harrow Foods Ltd paid a fee of £500 to Vidal Imaging SA.",
        "Compensation was paid to Vidal Imaging SA by Harrow Foods Ltd.",
    ],
)
def test_a_common_noun_does_not_stand_in_for_the_payee(text: str) -> None:
    assert said(text) == {"Harrow Foods Ltd paid Vidal Imaging SA"}


@pytest.mark.parametrize(
    "text",
    [
        "Harrow Foods Ltd had not paid any commission to Vidal Imaging SA.",
        "Harrow Foods Ltd paid no subsidy to Vidal Imaging SA.",
        "No subsidy was paid to Vidal Imaging SA by Harrow Foods Ltd.",
    ],
)
def test_what_was_not_paid_is_denied(text: str) -> None:
    assert said(text) == {"Harrow Foods Ltd paid Vidal Imaging SA [denied]"}


@pytest.mark.parametrize(
    "text",
    [
        "60% of Vidal Imaging SA is held by Harrow Foods Ltd.",
        "60% of the shares of Vidal Imaging SA are held by Harrow Foods Ltd.",
        "Sixty per cent of the shares in Vidal Imaging SA were bought by Harrow Foods Ltd in 2020.",
    ],
)
def test_a_share_that_opens_a_passive_is_what_is_owned(text: str) -> None:
    (statement,) = read(text).statements
    assert facts(text) == {"Harrow Foods Ltd owns Vidal Imaging SA"}
    assert values(statement) == {"percent": "60"}


def test_the_remaining_share_is_of_the_body_spoken_of() -> None:
    text = "Ida Holm owns 51% of Vidal Imaging SA. The remaining 49% are held by Harrow Foods Ltd."
    assert "Harrow Foods Ltd owns Vidal Imaging SA" in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ida Holm holds 70 per cent of Vidal Imaging SA and her sister Agnes Holm the remaining 30 per cent.",
        "Ida Holm has 70% of Vidal Imaging SA, Agnes Holm 30%.",
    ],
)
def test_a_second_holder_may_leave_the_verb_out(text: str) -> None:
    found = {statement.subject.name: values(statement) for statement in read(text).statements}
    assert facts(text) == {"Ida Holm owns Vidal Imaging SA", "Agnes Holm owns Vidal Imaging SA"}
    assert found == {"Ida Holm": {"percent": "70"}, "Agnes Holm": {"percent": "30"}}


def test_nobody_is_owned_by_having_a_share_of_nothing() -> None:
    """Of "she holds 70 per cent and her sister the rest" the sister became what is owned."""
    text = "Ida Holm is a pilot. She holds 70 per cent and her sister Agnes Holm the remaining 30 per cent."
    assert not any("owns" in one for one in said(text))


def test_a_second_post_may_leave_the_verb_out() -> None:
    assert facts("Petros Kallas is chairman of Harrow Foods Ltd and Ida Holm its finance director.") == {
        "Petros Kallas chairOf Harrow Foods Ltd",
        "Ida Holm cfoOf Harrow Foods Ltd",
    }


def test_a_giver_is_not_joined_to_the_subject_of_the_next_clause() -> None:
    text = (
        "The Moreau Foundation gave a grant of £60,000 this March, and Harrow Bank, which had refused, lent "
        "Vidal Imaging SA £400,000."
    )
    assert facts(text) == {"Harrow Bank lendsTo Vidal Imaging SA"}


def test_an_apposition_is_of_the_firm_and_not_of_its_town() -> None:
    assert facts("Vidal Imaging SA of Hamburg, the rival of Harrow Foods Ltd, may appeal.") == {
        "Vidal Imaging SA competitorOf Harrow Foods Ltd"
    }


def test_two_who_run_a_firm_still_do() -> None:
    assert "Ida Holm managerOf Harrow Foods Ltd" in facts("Ida Holm and Petros Kallas run Harrow Foods Ltd.")


def test_a_kind_of_body_in_a_name_tells_it_from_another_kind() -> None:
    text = (
        "Petros Kallas works at Mercy Hospital. Mercy Hospital is owned by Harrow Care Group plc. "
        "Ida Holm is chief executive of the group."
    )
    assert "Ida Holm ceoOf Harrow Care Group plc" in facts(text)


def test_the_group_is_no_hospital() -> None:
    assert not any("ceoOf" in one for one in facts("Mercy Hospital is old. Ida Holm is chief executive of the group."))


def test_what_a_section_is_about_goes_before_side_mentions() -> None:
    text = (
        "# Harrow Foods Ltd\n\nHarrow Foods Ltd makes bread. Prices at Vidal Imaging SA rose.\n\n"
        "The company works closely with Moreau Hospital.\n"
    )
    assert said(text) == {"Harrow Foods Ltd collaboratesWith Moreau Hospital"}


def test_what_a_preposition_governs_owns_nothing_in_the_next_clause() -> None:
    before = "Kappa Ltd owns 70% of Lambda Ltd.\n\n"
    for clause in (
        "Rho Ltd owns 61% of Sigma Ltd and Phi Ltd owns 60% of Ups Ltd.",
        "Rho Ltd owns 61% of the shares in Sigma Ltd and Phi Ltd owns 60% of Ups Ltd.",
    ):
        assert facts(before + clause) == {
            "Kappa Ltd owns Lambda Ltd",
            "Rho Ltd owns Sigma Ltd",
            "Phi Ltd owns Ups Ltd",
        }
    assert "Tau Ltd acquired Pi Ltd" in facts("Omicron Ltd sold Pi Ltd to Tau Ltd and Chi Ltd bought Psi Ltd.")


def test_a_share_of_something_is_not_of_what_was_named_before() -> None:
    before = "Kappa Ltd owns 70% of Lambda Ltd.\n\n"
    assert "Nu Ltd owns Lambda Ltd" not in facts(before + "Nu Ltd owns 50%70% of Xi Ltd.")
    assert "Nu Ltd owns Lambda Ltd" not in facts(before + "Nu Ltd owns 50% of ???.")
    assert "Nu Ltd owns Lambda Ltd" not in facts(before + "Nu Ltd owns 50% of the shares in the.")
    assert "Nu Ltd owns Lambda Ltd" in facts(before + "Nu Ltd owns 30%.")


def test_what_was_done_with_somebody_begins_a_clause() -> None:
    assert facts("Rho Ltd acquired Sigma Ltd and Phi Ltd merged with Ups Ltd.") >= {"Rho Ltd acquired Sigma Ltd"}
    assert "Rho Ltd acquired Phi Ltd" not in facts("Rho Ltd acquired Sigma Ltd and Phi Ltd merged with Ups Ltd.")
