"""What names a statement: its words and their places, never offsets, recipes or identities."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from thence.extract.locating import located
from thence.model.document import Document, Span, cite
from thence.model.statement import Extraction, Mention, Modality, Polarity, Statement, Voice, statement_keys
from thence.names import FOAF, OWN

WORDS = st.text(alphabet="abc \n", max_size=12)


def document(text: str) -> Document:
    return Document(
        key="a.txt", places=("a.txt",), media_type="text/plain", digest=text, size=0, recipe="t/1", text=text
    )


def claim(doc: Document, start: int, **more) -> Statement:
    """``Ann owns Bo.`` at an offset of the document."""
    values = {
        "document": doc.key,
        "subject": Mention(Span(start, start + 3), "Ann", FOAF.Person),
        "predicate": OWN.owns,
        "object": Mention(Span(start + 9, start + 11), "Bo", FOAF.Agent),
        "citations": (cite(doc, Span(start, start + 12)),),
    }
    return Statement(**(values | more))


SENTENCE = "Ann owns Bo."


def keys(statements: list[Statement], doc: Document) -> dict[int, str]:
    found = located(Extraction(doc.key, statements=tuple(statements)), doc).statements
    return dict(statement_keys(found, doc.key))


def key(doc: Document, start: int, **more) -> str:
    return keys([claim(doc, start, **more)], doc)[0]


@given(WORDS, WORDS)
def test_an_edit_elsewhere_renames_no_statement(before, after):
    assert key(document(before + SENTENCE + after), len(before)) == key(document(SENTENCE), 0)


def test_an_equal_quote_above_is_the_one_edit_that_counts():
    twice = document(SENTENCE + " " + SENTENCE)
    first, second = key(twice, 0), key(twice, len(SENTENCE) + 1)
    assert first == key(document(SENTENCE), 0)
    assert second != first


def test_a_new_recipe_a_new_identity_and_a_new_confidence_rename_nothing():
    doc = document(SENTENCE)
    same = claim(doc, 0, recipe="x/2", confidence=0.2, subject=Mention(Span(0, 3), "Ann Lee", FOAF.Agent))
    assert keys([same], doc)[0] == key(doc, 0)
    assert key(replace(doc, recipe="t/2"), 0) == key(doc, 0)


def test_polarity_modality_voice_and_predicate_are_part_of_the_key():
    doc = document(SENTENCE)
    keys = {
        key(doc, 0),
        key(doc, 0, polarity=Polarity.DENIED),
        key(doc, 0, modality=Modality.HEDGED),
        key(doc, 0, voice=Voice("Cy")),
        key(doc, 0, predicate=OWN.controls),
        key(doc, 0, ended=True),
    }
    assert len(keys) == 6


def test_places_count_when_one_quote_makes_two_claims():
    doc = document("Ann and Eve own Bo.")
    quote = (cite(doc, Span(0, 19)),)
    bo = Mention(Span(16, 18), "Bo", FOAF.Agent)
    ann = claim(doc, 0, citations=quote, object=bo)
    eve = claim(doc, 0, citations=quote, object=bo, subject=Mention(Span(8, 11), "Eve", FOAF.Person))
    assert len(set(keys([ann, eve], doc).values())) == 2
