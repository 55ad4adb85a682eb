"""Words are read past line-end hyphens and ligatures, and quoted as they stand."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from thence.extract import extract
from thence.extract.folding import Fold, folded
from thence.extract.mapping import load_mappings
from thence.model.document import Document, Doubt, Join, Span, quote
from thence.model.statement import Extraction, Mention
from thence.ontology import load_ontology
from thence.ontology.lexicon import load_lexicon
from thence.read import read_bytes

TEXT = "Northgate Tra-\nding Ltd acquired Harbour O\ufb03ce GmbH on 3 March 2024.\n"


@cache
def _settings():
    ontology = load_ontology(())
    return ontology, load_lexicon((), ontology), load_mappings((), ontology)


def _extracted(document: Document) -> Extraction:
    return extract(document, *_settings())


def _document(**changes: object) -> Document:
    joins = (
        Join(Span(TEXT.index("-\n"), TEXT.index("-\n") + 2), ""),
        Join(Span(TEXT.index("\ufb03"), TEXT.index("\ufb03") + 1), "ffi"),
    )
    return replace(read_bytes(TEXT.encode(), places=("memo.txt",)), joins=joins, **changes)


def test_a_name_is_read_past_the_hyphen_and_quoted_as_it_stands():
    document = _document()
    found = next(s for s in _extracted(document).statements if isinstance(s.object, Mention))
    assert (found.subject.name, found.object.name) == ("Northgate Trading Ltd", "Harbour Office GmbH")
    assert quote(document.text, found.subject.span) == "Northgate Tra-\nding Ltd"
    assert quote(document.text, found.object.span) == "Harbour O\ufb03ce GmbH"
    assert found.quote.quote == TEXT.strip()
    assert found.quote.bytes == (0, len(TEXT.strip().encode()))


def test_a_doubtful_place_bounds_the_confidence_and_says_why():
    doubt = Doubt(Span(3, 5), "2 characters of the line have no meaning", 0.55)
    found = _extracted(_document(doubts=(doubt,))).statements
    assert found
    assert all(each.confidence <= 0.55 and each.warnings == (doubt.why,) for each in found)
    elsewhere = _extracted(_document(doubts=(replace(doubt, span=Span(len(TEXT) - 1, len(TEXT))),))).statements
    assert not any(each.warnings for each in elsewhere)


def test_what_has_no_joins_is_left_alone():
    document = read_bytes(b"Plain.", places=("memo.txt",))
    assert folded(document) == (document, None)


@st.composite
def _folds(draw: st.DrawFn) -> tuple[str, tuple[Join, ...]]:
    pieces = draw(st.lists(st.tuples(st.text("ab c", max_size=4), st.sampled_from(["", "-\n", "\ufb01"])), max_size=6))
    text, joins = "", []
    for plain, odd in pieces:
        text += plain
        if odd:
            joins.append(Join(Span(len(text), len(text) + len(odd)), "" if odd == "-\n" else "fi"))
        text += odd
    return text + "z", tuple(joins)


@given(_folds(), st.data())
def test_every_place_that_is_read_leads_back_to_what_stands_there(fold_of: tuple[str, tuple[Join, ...]], data):
    text, joins = fold_of
    fold = Fold.of(text, joins)
    start = data.draw(st.integers(0, len(fold.text) - 1))
    end = data.draw(st.integers(start + 1, len(fold.text)))
    back = fold.standing(Span(start, end))
    assert 0 <= back.start < back.end <= len(text)
    inside = tuple(
        replace(join, span=Span(join.span.start - back.start, join.span.end - back.start))
        for join in joins
        if join.span in back
    )
    assert fold.text[start:end] in Fold.of(text[back.start : back.end], inside).text
    again = fold.reading(back)
    assert again.start <= start
    assert end <= again.end
