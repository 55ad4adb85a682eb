"""Shares say what they are of, or nothing is said; who holds what is told apart; names go on over short lines."""

from __future__ import annotations

import pytest

from tests.extract.prose.said import read
from thence.model.statement import Mention, Statement

BEFORE = "Kappa Ltd owns 70% of Lambda Ltd.\n\n"


def told(text: str) -> list[tuple[str, str, str]]:
    """Return subject, property and object of what a text says of others than Kappa."""

    def name(part: object) -> str:
        return part.name if isinstance(part, Mention) else getattr(part, "lexical", "")

    def one(each: Statement) -> tuple[str, str, str]:
        return each.subject.name, each.predicate.rpartition("/")[2].rpartition("#")[2], name(each.object)

    return [one(each) for each in read(text).statements if each.subject.name != "Kappa Ltd"]


@pytest.mark.parametrize(
    "sentence",
    [
        "Eta Ltd owns 37.5%, directly and indirectly, of Seight Ltd.", "Eta Ltd owns 34%* of Snine Ltd.",
        "Eta Ltd owns 36 % (see note 3) of Sseven Ltd.", "Eta Ltd owns 23% of",
        "Eta Ltd owns 12%, as of today, of the group.",
    ],
)  # fmt: skip
def test_a_share_of_something_is_never_of_what_was_spoken_of_before(sentence: str):
    assert ("Eta Ltd", "owns", "Lambda Ltd") not in told(BEFORE + sentence)


def test_a_share_alone_is_of_what_was_spoken_of():
    assert told(BEFORE + "Aske Ltd has 18%, Solheim Ltd 12%.") == [
        ("Aske Ltd", "owns", "Lambda Ltd"), ("Solheim Ltd", "owns", "Lambda Ltd"),
    ]  # fmt: skip


def test_shares_of_several_holders_are_theirs_in_order():
    text = "Alpha Ltd and Beta Ltd own 30% and 70% of Res Ltd, respectively."
    found = {each.subject.name: dict(each.event.roles) for each in read(text).statements if each.event}
    shares = {name: [v.lexical for v in roles.values() if getattr(v, "lexical", "")] for name, roles in found.items()}
    assert shares == {"Alpha Ltd": ["30"], "Beta Ltd": ["70"]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Eve Roe and not Fay Gee is a director of Gamma Ltd.", [("Eve Roe", "directorOf", "Gamma Ltd")]),
        ("Cy Dee is a director of Alpha Ltd and Dan Poe of Beta Ltd.", [("Cy Dee", "directorOf", "Alpha Ltd")]),
        ("Cy Dee is a director of Alpha Ltd and Beta Ltd.",
         [("Cy Dee", "directorOf", "Alpha Ltd"), ("Cy Dee", "directorOf", "Beta Ltd")]),
    ],
)  # fmt: skip
def test_who_is_who_of_what_is_told_apart(text: str, expected: list[tuple[str, str, str]]):
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("It went on as planned. Balcus\nHoldings Ltd owns 3% of Tarone Ltd.\n", "Balcus Holdings Ltd"),
        ("The board met. Quillmere\nFerries Ltd paid EUR 5 to Tarthree Ltd.\n", "Quillmere Ferries Ltd"),
        ("The board met as planned. Ann\nLee is a director of Tarten Ltd.\n", "Ann Lee"),
        ("Trench Unit 8 Ltd owns 3% of Tarone Ltd.", "Trench Unit 8 Ltd"),
        ("Studio 54 GmbH owns 3% of Tarone Ltd.", "Studio 54 GmbH"),
        ("Ask Fritz Adler, who is a director of Tarone Ltd.", "Fritz Adler"),
        ("See Alpha Ltd owns 3% of Tarone Ltd.", "Alpha Ltd"),
        ("Note: Alpha Ltd owns 3% of Tarone Ltd. It met.", "Alpha Ltd"),
    ],
)
def test_names_are_whole_and_nothing_but_names(text: str, name: str):
    assert {subject for subject, _, _ in told(text)} == {name}


def test_lines_of_a_signature_are_no_name():
    text = "Signed,\nAnn Lee\nBolt Trading Ltd\nOslo\n\nAnn Lee is a director of Bolt Trading Ltd.\n"
    assert told(text) == [("Ann Lee", "directorOf", "Bolt Trading Ltd")]
