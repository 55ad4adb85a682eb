"""What is quoted was said by somebody on a day of theirs: the statement tells, and reckons from that day."""

from __future__ import annotations

from thence.extract import extract
from thence.extract.mapping import load_mappings
from thence.model.statement import Statement
from thence.names import OWN
from thence.ontology import load_ontology
from thence.ontology.lexicon import load_lexicon
from thence.read import read_bytes

HEAD = """From: Ann Lee <ann@example.org>
To: Bo Ek <bo@example.org>
Subject: Deal
Date: Tue, 04 Jun 2024 10:00:00 +0200
"""
MAIL = f"""{HEAD}
Harbour GmbH acquired Delta Ltd yesterday.

On Mon, 6 May 2024 at 09:15, Bo Ek <bo@example.org> wrote:
> Northgate Ltd acquired Foo GmbH yesterday.
>
> On 3 April 2024 Cy Du wrote:
>> Kestrel Ltd acquired Moss GmbH yesterday.
"""
CHAT = """[03/06/2024, 09:14:02] Ann Lee: Harbour GmbH acquired Delta Ltd yesterday.
[13/06/2024, 09:15:40] Bo Ek: Northgate Ltd acquired Foo GmbH yesterday.
"""


def said(text: str, path: str) -> dict[str, Statement]:
    """Return the statements of a file by who acquired something."""
    ontology = load_ontology(())
    document = read_bytes(text.encode(), places=(path,))
    found = extract(document, ontology, load_lexicon((), ontology), load_mappings((), ontology))
    return {each.subject.name: each for each in found.statements if each.predicate == OWN.acquired}


def day(statement: Statement) -> str | None:
    return statement.event.date if statement.event else None


def test_a_quoted_answer_was_said_on_its_own_day_and_reckons_from_it():
    found = said(MAIL, "a.eml")
    assert {name: (each.said, day(each)) for name, each in found.items()} == {
        "Harbour GmbH": (None, "2024-06-03"),
        "Northgate Ltd": ("2024-05-06", "2024-05-05"),
        "Kestrel Ltd": ("2024-04-03", "2024-04-02"),
    }
    assert {name: each.voice.name for name, each in found.items() if each.voice} == {
        "Northgate Ltd": "Bo Ek",
        "Kestrel Ltd": "Cy Du",
    }


def test_of_words_that_nobody_knows_when_they_were_said_no_yesterday_is_reckoned():
    found = said(f"{HEAD}\nSee below.\n\n> Oak Ltd acquired Pine GmbH yesterday.\n", "a.eml")
    assert (found["Oak Ltd"].said, day(found["Oak Ltd"])) == (None, None)


def test_each_turn_of_a_chat_was_said_on_its_day():
    found = said(CHAT, "chat.txt")
    assert {name: (each.said, day(each)) for name, each in found.items()} == {
        "Harbour GmbH": ("2024-06-03", "2024-06-02"),
        "Northgate Ltd": ("2024-06-13", "2024-06-12"),
    }
