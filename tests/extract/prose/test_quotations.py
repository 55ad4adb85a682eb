"""Quotations: whose words they are, over as many sentences as they go on; and where sentences end."""

from __future__ import annotations

import time

import pytest

from tests.extract.prose.said import document, lexicon, read, said
from thence.extract.sentences import sentences


def cut(text: str) -> list[str]:
    """Return the sentences of a text."""
    made = document(text)
    return [made.text[one.span.start : one.span.end] for one in sentences(made, lexicon().grammar)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Petra Ilic chairs the board of Quillmere Ferries Ltd.", "Agnes Tolliver is its secretary."),
        ("Bruno Costa works for Vidal Imaging SA.", "It makes scanners."),
        ("Ida Holm left Harrow Foods Inc.", "On 3 May 2021 she joined Vidal Imaging SA."),
    ],
)
def test_a_sentence_may_end_in_a_legal_form(first: str, second: str) -> None:
    assert cut(f"{first} {second}") == [first, second]


@pytest.mark.parametrize(
    "text",
    [
        "Ida Holm left Acme Inc. of Boston.",
        "Ida Holm owns Acme Ltd. Co. KG in Kiel.",
        "The Acme Ltd. Pension Fund is in deficit.",
        "Ida Holm met Dr. Agnes Tolliver there.",
        "“Is it sold?” she asked.",
    ],
)
def test_a_name_that_goes_on_is_not_cut(text: str) -> None:
    assert cut(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "“Harrow Foods Ltd owns Vidal Imaging SA. We have known it for years,” said Ines Moreau.",
        '"Harrow Foods Ltd owns Vidal Imaging SA. It is no secret," Ines Moreau said.',
        "Ines Moreau said: “It is no secret. Harrow Foods Ltd owns Vidal Imaging SA.”",
        "“It is no secret,” said Ines Moreau. “Harrow Foods Ltd owns Vidal Imaging SA.”",
    ],
)
def test_every_sentence_of_a_quotation_is_its_speakers(text: str) -> None:
    (statement,) = read(text).statements
    assert said(text) == {"Harrow Foods Ltd owns Vidal Imaging SA [reported]"}
    assert statement.voice is not None
    assert statement.voice.name == "Ines Moreau"


def test_what_stands_behind_a_quotation_is_the_writers() -> None:
    text = "“We are proud. It took years,” said Ines Moreau. Harrow Foods Ltd owns Vidal Imaging SA."
    assert said(text) == {"Harrow Foods Ltd owns Vidal Imaging SA"}


def test_a_quoted_title_is_no_speech() -> None:
    text = "Bruno Costa is the editor of “Harbour News”. Harrow Foods Ltd owns Vidal Imaging SA."
    assert "Harrow Foods Ltd owns Vidal Imaging SA" in said(text)


def test_a_turn_of_a_chat_has_its_speaker_in_the_documents_own_voice() -> None:
    first = "[2021-05-03 09:12] Ines Moreau: Harrow Foods Ltd owns Vidal Imaging SA.\n"
    text = first + "[2021-05-03 09:13] Bruno Costa: Yes.\n"
    (statement,) = read(text, "chat.txt").statements
    assert (statement.speaker, statement.voice) == ("Ines Moreau", None)


def test_ten_thousand_quotation_marks_take_no_time():
    """Each quotation once looked at each sentence from end to end."""
    began = time.process_time()
    read('"' * 20_001 + " Acme Works Ltd owns Bolt Foods Ltd.")
    assert time.process_time() - began < 5
