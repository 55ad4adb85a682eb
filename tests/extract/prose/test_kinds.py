"""What a sentence says of the thing that it says to be of a kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.extract.prose.said import line, read
from thence.model.statement import Modality, Polarity

TERMS = """
@prefix ex: <https://example.org/arts#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:Play a owl:Class ; rdfs:label "play" .
ex:River a owl:Class ; rdfs:label "river" .
ex:Range a owl:Class ; rdfs:label "range" ; skos:altLabel "hills" .
ex:Peak a owl:Class ; rdfs:label "peak" .
ex:Bird a owl:Class ; rdfs:label "bird" .
ex:Family a owl:Class ; rdfs:label "family" .
ex:directedBy a owl:ObjectProperty ; rdfs:label "directed by" ; rdfs:domain ex:Play .
ex:writtenBy a owl:ObjectProperty ; rdfs:label "written by" ; rdfs:domain ex:Play .
ex:actor a owl:ObjectProperty ; rdfs:label "actor" ; rdfs:domain ex:Play .
ex:year a owl:DatatypeProperty ; rdfs:label "year" ; rdfs:domain ex:Play ; rdfs:range xsd:gYear .
ex:country a owl:ObjectProperty ; rdfs:label "country" ; rdfs:domain ex:Play .
ex:flowsInto a owl:ObjectProperty ; rdfs:label "flows into" ; rdfs:domain ex:River .
ex:range a owl:ObjectProperty ; rdfs:label "range" ; rdfs:domain ex:Peak ; rdfs:range ex:Range .
ex:family a owl:ObjectProperty ; rdfs:label "family" ; rdfs:domain ex:Bird .
ex:genus a owl:ObjectProperty ; rdfs:label "genus" ; rdfs:domain ex:Bird .
ex:prize a owl:ObjectProperty ; rdfs:label "prize" .
"""
WORDS = """
prefixes: {ex: "https://example.org/arts#"}
properties:
  ex:directedBy:
    verbs: [{words: direct, subject: direct, object: subject}]
  ex:writtenBy:
    verbs: [{words: write, subject: direct, object: subject}]
    roles: [{words: play, of: by}]
  ex:actor:
    verbs: [{words: star}]
  ex:year:
    kinds: [{words: play, object: date}]
  ex:country:
    kinds: [{words: play, values: {Danish: Denmark, "New Zealand": New Zealand}}]
  ex:flowsInto:
    verbs: [{words: flow, object: into}]
  ex:range:
    kinds: [{words: peak, object: "in, of", object_type: ex:Range, certain: object}]
  ex:family:
    kinds: [{words: "bird, wren", object: "in, of", through: family}]
  ex:genus:
    kinds: [{words: "bird, wren", object: bracketed}]
  ex:prize:
    verbs: [{words: "win, receive"}]
"""


@pytest.fixture(scope="module")
def arts(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("arts")
    (folder / "arts.ttl").write_text(TERMS, encoding="utf-8")
    (folder / "arts.yaml").write_text(WORDS, encoding="utf-8")
    return folder / "arts.ttl", folder / "arts.yaml"


def told(text: str, arts: tuple[Path, Path]) -> set[str]:
    found = read(text, ontologies=arts[:1], lexicons=arts[1:]).statements
    return {
        line(each).removesuffix(" [ended]")
        for each in found
        if each.polarity is Polarity.AFFIRMED
        and each.modality is Modality.CATEGORICAL
        and each.predicate.startswith("https://example.org/arts#")
    }


def test_a_list_of_participles_is_about_what_is_said_to_be_the_kind(arts: tuple[Path, Path]):
    text = "Grey House is a 1999 Danish play written and directed by Ann Lee, starring Bo Roe and Cy Holm."
    assert told(text, arts) == {
        "Grey House year 1999",
        "Grey House country Denmark",
        "Grey House writtenBy Ann Lee",
        "Grey House directedBy Ann Lee",
        "Grey House actor Bo Roe",
        "Grey House actor Cy Holm",
    }


def test_a_title_with_small_words_is_one_name_where_titles_are(arts: tuple[Path, Path]):
    assert told("The Wind in the Tall Grass is a play directed by Ann Lee.", arts) == {
        "The Wind in the Tall Grass directedBy Ann Lee"
    }
    assert told("The Wind in the Tall Grass stars Bo Roe.", arts) == {"The Wind in the Tall Grass actor Bo Roe"}


def test_what_is_no_play_is_not_directed(arts: tuple[Path, Path]):
    assert told("Grey House is not a play directed by Ann Lee and written by Bo Roe.", arts) == set()


def test_what_a_firm_is_does_not_pass_to_its_director(arts: tuple[Path, Path]):
    assert told("Ann Lee is a director of a company directed by Bo Roe.", arts) == set()


def test_a_play_by_somebody_was_written_by_them(arts: tuple[Path, Path]):
    assert told("Grey House is a 1999 play by Ann Lee.", arts) == {
        "Grey House writtenBy Ann Lee",
        "Grey House year 1999",
    }


def test_a_relative_clause_reaches_past_the_place(arts: tuple[Path, Path]):
    assert told("The Holm is a river of Germany that flows into the Brack.", arts) == {"Holm flowsInto Brack"}


def test_a_name_that_says_its_class_is_found_behind_measures(arts: tuple[Path, Path]):
    text = "Mount Roe is a 1,200-foot (366 m) peak, 3 miles east of Holm Glacier, in the Brack Hills of Norway."
    assert told(text, arts) == {"Mount Roe range Brack Hills"}


def test_a_common_name_is_a_name_where_a_sentence_says_of_what_kind_it_is(arts: tuple[Path, Path]):
    assert told("The grey wren (Testa parva) is a small wren in the family Testidae.", arts) == {
        "grey wren family Testidae",
        "grey wren genus Testa",
    }


def test_members_that_a_plural_lists_fill_its_slot(arts: tuple[Path, Path]):
    assert told("Grey House won several prizes, including the Holm Prize and the Brack Medal.", arts) == {
        "Grey House prize Holm Prize",
        "Grey House prize Brack Medal",
    }


def test_a_participle_goes_on_with_the_passive_before_it(arts: tuple[Path, Path]):
    assert told("Grey House was written in Rome and directed by Ann Lee.", arts) == {"Grey House directedBy Ann Lee"}


def test_a_plural_post_is_held_by_every_name_of_its_list(arts: tuple[Path, Path]):
    found = {line(each) for each in read("The directors of Acme Ltd are Ann Lee, Bo Roe and Cy Holm.").statements}
    assert {f"{name} directorOf Acme Ltd" for name in ("Ann Lee", "Bo Roe", "Cy Holm")} <= found
