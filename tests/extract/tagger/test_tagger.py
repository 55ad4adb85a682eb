"""What a caller of the tagger relies on, with the shipped model."""

from __future__ import annotations

import itertools
from importlib.resources import files

import pytest

from thence.extract.tagger import Tagged, Tagger


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    return Tagger.load()


def found(tagger: Tagger, *sentences: str) -> list[set[tuple[str, str]]]:
    words = [sentence.split() for sentence in sentences]
    return [
        {(" ".join(each[name.first : name.last]), name.kind) for name in names}
        for each, names in zip(words, tagger.tag(words), strict=True)
    ]


def test_persons_places_and_organisations_are_found(tagger):
    [names] = found(tagger, "Mary Johnson of the University of California moved to London with John Baker .")
    assert names == {
        ("Mary Johnson", "PER"),
        ("University of California", "ORG"),
        ("London", "LOC"),
        ("John Baker", "PER"),
    }


def test_a_sentence_without_names_has_none(tagger):
    assert found(tagger, "The ship left in the morning , and nobody saw it again .") == [set()]


def test_names_in_a_sentence_come_in_order_and_do_not_overlap(tagger):
    words = [
        "Ann",
        "Lee",
        "met",
        "Bob",
        "Fox",
        "in",
        "Rome",
        ",",
        "Italy",
        ",",
        "and",
        "Max",
        "Ernst",
        "in",
        "Cairo",
        ".",
    ]
    [names] = tagger.tag([words])
    assert len(names) >= 4
    assert all(a.last <= b.first for a, b in itertools.pairwise(names))
    assert all(0 <= each.first < each.last <= len(words) for each in names)


def test_confidence_is_a_probability(tagger):
    [names] = tagger.tag([["Barack", "Obama", "visited", "Germany", "and", "the", "Xyzzy", "Quux", "."]])
    assert all(0 < each.confidence <= 1 for each in names)
    assert max(each.confidence for each in names) > 0.8


def test_the_same_sentences_give_the_same_names(tagger):
    text = [["Ann", "Lee", "left", "Rome", "."], ["Lee", "came", "back", "."]] * 5
    first = tagger.tag(text)
    tagger.tag([["Something", "else", "from", "Berlin", "."]] * 50)
    assert tagger.tag(text) == first == Tagger(tagger._model).tag(text)


def test_nothing_and_empty_sentences_have_no_names(tagger):
    assert tagger.tag([]) == []
    assert tagger.tag([[], []]) == [[], []]
    assert tagger.tag([[], ["Paris"], []])[::2] == [[], []]


@pytest.mark.parametrize("word", ["", " ", "\n", "\t\x00", "é" * 4000, "-->", "𝔄", "\u2028"])
def test_any_word_can_be_tagged(tagger, word):
    assert len(tagger.tag([["In", word, "Paris", word]])) == 1


def test_the_model_is_loaded_once():
    first, second = Tagger.load(), Tagger.load()
    assert first is second


def test_the_model_has_its_licence_beside_it_and_is_small():
    folder = files("thence.extract.tagger")
    assert len((folder / "names.model").read_bytes()) < 6_000_000
    text = (folder / "LICENSE.md").read_text("utf-8")
    assert "CC BY-SA 4.0" in text
    for source in ("WikiGold", "WNUT", "Universal NER", "SEC", "GUM", "Re-DocRED", "re3d", "EWT", "GeoNames"):
        assert source in text


def test_a_name_is_a_value():
    assert Tagged(0, 2, "PER", 0.9) == Tagged(0, 2, "PER", 0.9)
