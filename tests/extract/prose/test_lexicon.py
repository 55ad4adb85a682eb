"""A new domain is an ontology and a lexicon; what a lexicon gets wrong is named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.extract.prose.said import line, ontology, read
from thence.errors import ConfigError
from thence.ontology import load_ontology
from thence.ontology.inflection import inflect
from thence.ontology.lexicon import load_lexicon

SPORT = """
@prefix sp: <https://example.org/sport#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix org: <http://www.w3.org/ns/org#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix th: <https://w3id.org/thence#> .
<https://example.org/sport> a owl:Ontology .
sp:Club a owl:Class ; rdfs:label "club" ; rdfs:subClassOf org:Organization .
sp:Stadium a owl:Class ; rdfs:label "stadium" ; owl:disjointWith foaf:Agent .
sp:playsFor a owl:ObjectProperty, th:StateProperty ; rdfs:label "plays for" ; rdfs:domain foaf:Person ;
  rdfs:range sp:Club .
sp:headCoach a owl:ObjectProperty, th:StateProperty ; rdfs:label "head coach" ; rdfs:domain sp:Club ;
  rdfs:range foaf:Person .
sp:sponsoredBy a owl:ObjectProperty, th:StateProperty ; rdfs:label "sponsored by" ; rdfs:domain sp:Club ;
  rdfs:range org:Organization .
sp:defeated a owl:ObjectProperty, th:OccurrenceProperty ; rdfs:label "defeated" ; rdfs:domain sp:Club ;
  rdfs:range sp:Club .
sp:capacity a owl:DatatypeProperty ; rdfs:label "capacity" ; rdfs:domain sp:Stadium ; rdfs:range xsd:integer ;
  th:valueKind "count" .
"""
LEXICON = """
prefixes: {sp: "https://example.org/sport#"}
descriptions: {side: sp:Club}
properties:
  sp:playsFor:
    verbs:
      - {words: play, object: for}
      - {words: "sign, recruit", subject: direct, object: subject, subject_type: foaf:Person, when: begin}
    roles:
      - {words: "striker, goalkeeper", of: "of, at, for"}
  sp:capacity:
    verbs:
      - {words: "hold, seat", object: count, things: "spectator, people"}
    templates:
      - "{subject} has a capacity of {object}"
"""


@pytest.fixture(scope="module")
def sport(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("sport")
    (folder / "sport.ttl").write_text(SPORT, encoding="utf-8")
    (folder / "sport.yaml").write_text(LEXICON, encoding="utf-8")
    return folder / "sport.ttl", folder / "sport.yaml"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ada Okoro plays for Lagos Comets.", "Ada Okoro playsFor Lagos Comets"),
        ("Ada Okoro may play for Lagos Comets.", "Ada Okoro playsFor Lagos Comets [hedged]"),
        ("Ada Okoro no longer plays for Lagos Comets.", "Ada Okoro playsFor Lagos Comets [ended]"),
        ("The head coach of Lagos Comets is Ivo Brandt.", "Lagos Comets headCoach Ivo Brandt"),
        ("Lagos Comets' head coach, Ivo Brandt, resigned.", "Lagos Comets headCoach Ivo Brandt"),
        ("Lagos Comets is sponsored by Delta Bank plc.", "Lagos Comets sponsoredBy Delta Bank plc"),
        ("Lagos Comets defeated Accra Lions.", "Lagos Comets defeated Accra Lions"),
        ("Accra Lions were defeated by Lagos Comets.", "Lagos Comets defeated Accra Lions"),
        ("Lagos Comets did not defeat Accra Lions.", "Lagos Comets defeated Accra Lions [denied]"),
    ],
)
def test_a_property_without_an_entry_is_read_by_its_label(sport: tuple[Path, Path], text: str, wanted: str) -> None:
    assert {line(s) for s in read(text, ontologies=sport[:1]).statements} == {wanted}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ada Okoro, a striker for Lagos Comets, fell.", "Ada Okoro playsFor Lagos Comets"),
        ("Lagos Comets signed Ben Mwangi.", "Ben Mwangi playsFor Lagos Comets"),
        ("Marina Stadium holds 24,000 spectators.", "Marina Stadium capacity 24000"),
        ("Marina Stadium has a capacity of 24,000.", "Marina Stadium capacity 24000"),
    ],
)
def test_an_entry_teaches_new_words(sport: tuple[Path, Path], text: str, wanted: str) -> None:
    found = read(text, ontologies=sport[:1], lexicons=sport[1:])
    assert {line(s) for s in found.statements} == {wanted}


def test_a_description_of_the_domain_stands_for_the_last_thing_of_its_class(sport: tuple[Path, Path]) -> None:
    text = "Ada Okoro plays for Lagos Comets. The side signed Ben Mwangi on 3 July 2023."
    *_, statement = read(text, ontologies=sport[:1], lexicons=sport[1:]).statements
    assert line(statement) == "Ben Mwangi playsFor Lagos Comets"
    assert statement.validity.from_ == "2023-07-03"


@pytest.mark.parametrize(
    ("text", "code", "number"),
    [
        ("properties: ]\n", "TH211", 1),
        ("- a\n- b\n", "TH211", 1),
        ("properties:\n  people:nothing:\n    verbs: own\n", "TH212", 2),
        ("properties:\n  own:owns:\n    verbs:\n      - {words: own, object_type: people:Nothing}\n", "TH212", 4),
        ("propertees:\n  own:owns: {}\n", "TH213", 1),
        ("properties:\n  own:owns:\n    nouns: owner\n", "TH213", 3),
        ("properties:\n  own:owns:\n    verbs:\n      - {words: own, voise: active}\n", "TH213", 4),
        ("properties:\n  own:owns:\n    verbs:\n      - {words: own, confidence: 2}\n", "TH214", 4),
        ("properties:\n  own:owns:\n    templates: '{subject} {object}'\n", "TH214", 3),
        ("properties:\n  own:owns:\n    templates: '{subject} holds {things}'\n", "TH214", 3),
        ("irregular: {buy: bought}\n", "TH214", 1),
    ],
)
def test_a_mistake_is_named_with_its_line(tmp_path: Path, text: str, code: str, number: int) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_lexicon([path], ontology())
    assert caught.value.code == code
    assert caught.value.at is not None
    assert caught.value.at.line == number


def test_a_missing_lexicon_is_an_error_of_the_configuration(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_lexicon([tmp_path / "none.yaml"], ontology())


def test_shipped_entries_ask_for_nothing_that_an_ontology_lacks(sport: tuple[Path, Path]) -> None:
    bare = load_ontology(sport[:1], shipped=False)
    assert {frame.property.rpartition("#")[0] for frame in load_lexicon((), bare).frames} <= {
        "https://example.org/sport",
        "",
    }


def test_the_digest_changes_with_a_lexicon(sport: tuple[Path, Path]) -> None:
    own = load_ontology(sport[:1])
    assert load_lexicon((), own).digest != load_lexicon(sport[1:], own).digest
    assert load_lexicon((), own).digest == load_lexicon((), own).digest


@pytest.mark.parametrize(
    ("lemma", "past", "ing"),
    [("acquire", "acquired", "acquiring"), ("carry", "carried", "carrying"), ("stop", "stopped", "stopping")],
)
def test_regular_verbs_inflect_by_rule(lemma: str, past: str, ing: str) -> None:
    forms = inflect(lemma, {})
    assert past in forms["past"]
    assert ing in forms["ing"]


@pytest.mark.parametrize(
    "text",
    [
        "properties: 3",
        "properties: [own:owns]",
        "properties: {own:owns: {verbs: 3}}",
        "properties: {own:owns: {verbs: [{words: own, needs: amuont}]}}",
        "properties: {own:owns: {verbs: [{words: own, when: bgein}]}}",
        "properties: {own:owns: {verbs: [{words: own, voice: pasive}]}}",
        "properties: {own:owns: {roles: [{words: owner, holder: objct}]}}",
        "properties: {own:owns: {verbs: [{words: {a: b}}]}}",
        "clauses: {own:owns: 3}",
        "irregular: 3",
        "descriptions: [a]",
        "prefixes: 3",
    ],
)
def test_a_value_of_the_wrong_shape_is_told_with_its_line(tmp_path, text):
    """Such values once ended in a traceback, or were taken in silence."""
    path = tmp_path / "words.yaml"
    path.write_text(text + "\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_lexicon([path], ontology())
    assert caught.value.code == "TH214"
    assert caught.value.at is not None
    assert caught.value.at.line == 1
