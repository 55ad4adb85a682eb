"""Shapes of a clause: what stands between a subject and its verb, participles, and ways to say a property."""

from __future__ import annotations

import pytest

from tests.extract.prose.said import facts, said


@pytest.mark.parametrize(
    "text",
    [
        "Harrow Foods plc (HFP), the largest bakery in the county, has bought Vidal Imaging SA.",
        "Harrow Foods plc (HFP), a bakery, has bought Vidal Imaging SA.",
        "Harrow Foods plc, the largest bakery in the county, has bought Vidal Imaging SA.",
        "Vidal Imaging SA, sold to Harrow Foods plc in 2023, is old.",
    ],
)
def test_brackets_and_appositions_are_stepped_over(text: str) -> None:
    assert facts(text) == {"Harrow Foods plc acquired Vidal Imaging SA"}


def test_a_participle_that_opens_a_sentence_is_of_its_subject() -> None:
    assert "Harrow Foods plc foundedYear 1998" in facts("Founded in 1998, Harrow Foods plc employs 560 people.")
    assert "Ida Holm bornOn 1970-01-23" in facts("Born on 23 January 1970 in Utrecht, Ida Holm trained as a pilot.")


def test_a_participle_behind_a_noun_tells_of_now() -> None:
    assert "Harrow Foods Ltd locatedIn England" in facts("Harrow Foods Ltd, a company registered in England, is old.")


def test_a_post_that_was_not_resigned_is_held() -> None:
    assert said("Ida Holm has not resigned as a director of Harrow Foods Ltd.") == {
        "Ida Holm directorOf Harrow Foods Ltd"
    }
    assert said("Ida Holm may not resign as a director of Harrow Foods Ltd.") == set()
    assert said("Bruno Costa owns Harrow Foods Ltd. Ida Holm has not resigned as a director.") == {
        "Bruno Costa owns Harrow Foods Ltd"
    }


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ida Holm sits on the boards of Harrow Bank plc and of the Moreau Opera.", "Ida Holm directorOf Moreau Opera"),
        ("Ida Holm joined Moreau Clinics Ltd in 2012 as head of Mercy Hospital.", "Ida Holm managerOf Mercy Hospital"),
        ("Harrow Bank plc put £9 million into Vidal Imaging SA.", "Harrow Bank plc investedIn Vidal Imaging SA"),
        ("Vidal Imaging SA belongs to the Moreau Foundation.", "Moreau Foundation owns Vidal Imaging SA"),
        ("Harrow Bank plc stands surety for Vidal Imaging SA.", "Harrow Bank plc guarantees Vidal Imaging SA"),
        ("The headquarters of Vidal Imaging SA are in Lisbon.", "Vidal Imaging SA locatedIn Lisbon"),
        ("Vidal Imaging SA, whose headquarters are in Lisbon, is old.", "Vidal Imaging SA locatedIn Lisbon"),
        ("Vidal Imaging SA, with its seat in Lisbon, is old.", "Vidal Imaging SA locatedIn Lisbon"),
        ("Vidal Imaging SA has a staff of 27.", "Vidal Imaging SA employeeCount 27"),
        ("Vidal Imaging SA was spun out of Moreau University by Ida Holm.", "Ida Holm founded Vidal Imaging SA"),
    ],
)
def test_other_ways_to_say_it(text: str, line: str) -> None:
    assert line in facts(text)


@pytest.mark.parametrize(
    "text", ["Ida Holm resigned from Harrow Foods Ltd.", "Ida Holm was dismissed by Harrow Foods Ltd."]
)
def test_who_resigned_or_was_dismissed_works_there_no_longer(text: str) -> None:
    assert said(text) == {"Ida Holm worksAt Harrow Foods Ltd [ended]"}


def test_a_figure_of_speech_requires_nothing() -> None:
    text = "# Two bodies\n\nThe Moreau Foundation must not be confused with the Moreau Trust.\n"
    assert not any("requirement" in one for one in said(text))


def test_i_is_no_third_person() -> None:
    """In a mail, "I doubt that he speaks for B" made its author the speaker for B."""
    head = "From: Bruno Costa <b@x.example>\nTo: Ida Holm <i@x.example>\nSubject: Talks\n\n"
    text = head + "I doubt that he still speaks for Vidal Imaging SA.\n"
    assert not any(one.startswith("Bruno Costa represents") for one in said(text, "mail.eml"))


def test_a_relative_may_be_named_behind_a_comma() -> None:
    assert facts("Harrow Foods Ltd was founded by Ida Holm and her brother, Petros Holm.") == {
        "Ida Holm founded Harrow Foods Ltd",
        "Petros Holm founded Harrow Foods Ltd",
    }


def test_itself_takes_the_nearest_name() -> None:
    text = "Vidal Imaging SA is a subsidiary of Harrow Foods Ltd, itself controlled by the investor Ida Holm."
    assert "Ida Holm controls Harrow Foods Ltd" in facts(text)


def test_a_doubt_leans_to_a_denial() -> None:
    assert said("Ida Holm doubts that Harrow Foods Ltd owns Vidal Imaging SA.") == {
        "Harrow Foods Ltd owns Vidal Imaging SA [denied, hedged]"
    }
    assert said("Ida Holm does not doubt that Harrow Foods Ltd owns Vidal Imaging SA.") == {
        "Harrow Foods Ltd owns Vidal Imaging SA [hedged]"
    }


def test_a_participle_behind_a_semicolon_is_of_its_own_clause() -> None:
    text = "Mercy Hospital is large; Vidal Imaging SA, sold to Harrow Foods Ltd in 2023, is not."
    assert facts(text) == {"Harrow Foods Ltd acquired Vidal Imaging SA"}
