"""A lexicon in Turtle says what one in YAML says, and its mistakes are told with their line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from thence.errors import ConfigError
from thence.names import Iri, prefixes, shipped
from thence.ontology import Ontology, load_ontology
from thence.ontology.lexicon import Frame, Lexicon, load_lexicon
from thence.ontology.lexicon_rdf import lexicon_turtle

SHIPPED = ("agreements", "decisions", "events", "money", "ownership", "people", "places")
OWN = """
prefixes: {ex: "https://example.org/works#"}
irregular: {outsell: [outsold, outsold]}
descriptions: {movie: ex:Film}
properties:
  ex:madeBy:
    verbs:
      - {words: "direct, make", subject: direct, object: subject, voice: passive, certain: object}
    kinds:
      - {words: film, values: {Danish: "Denmark", "New Zealand": "New Zealand"}}
      - {words: film, object: "in, of", through: "range"}
    templates:
      - "{subject} ( {object} )"
"""
TERMS = """
@prefix ex: <https://example.org/works#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:Film a owl:Class ; rdfs:label "film" .
ex:madeBy a owl:ObjectProperty ; rdfs:label "made by" ; rdfs:domain ex:Film .
"""


@pytest.fixture(scope="module")
def terms() -> Ontology:
    return load_ontology(())


def names(of: dict[str, str]) -> dict[str, Iri]:
    known = {**prefixes(), **of}

    class Names(dict[str, Iri]):
        def get(self, key: str, default: object = None) -> object:  # type: ignore[override]
            prefix, _, local = key.partition(":")
            return Iri(known[prefix] + local) if prefix in known else default

    return Names()


def frames(lexicon: Lexicon) -> list[Frame]:
    return [replace(frame, source="") for frame in lexicon.frames]


def both(text: str, folder: Path, ontology: Ontology) -> tuple[Lexicon, Lexicon]:
    data = yaml.safe_load(text)
    own = data.get("prefixes", {})
    (folder / "words.yaml").write_text(text, encoding="utf-8")
    turtle = lexicon_turtle(data, names(own), prefixes={**prefixes(), **own})
    (folder / "words.ttl").write_text(turtle, encoding="utf-8")
    return tuple(load_lexicon([folder / name], ontology, shipped=False) for name in ("words.yaml", "words.ttl"))  # type: ignore[return-value]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_lexicon_written_as_turtle_gives_the_same_frames(name: str, tmp_path: Path, terms: Ontology):
    text = shipped("ontology", "lexicons", f"{name}.yaml").read_text(encoding="utf-8")
    first, second = both(text, tmp_path, terms)
    assert frames(first) == frames(second)
    assert first.clauses == second.clauses


def test_own_words_kinds_and_verbs_come_through_turtle(tmp_path: Path):
    (tmp_path / "terms.ttl").write_text(TERMS, encoding="utf-8")
    first, second = both(OWN, tmp_path, load_ontology([tmp_path / "terms.ttl"]))
    assert frames(first) == frames(second)
    assert first.grammar.descriptions == second.grammar.descriptions
    assert first.grammar.forms["outsold"] == second.grammar.forms["outsold"]


@pytest.mark.parametrize(
    ("frame", "code", "line"),
    [
        ("[ a th:VerbFrame ; th:words 'run'", "TH211", 4),
        ("[ a th:VerbFrame ; th:words 'run' ;\n th:speed 'fast' ]", "TH213", 4),
        ("[ a th:NounFrame ; th:words 'run' ]", "TH213", 3),
        ("[ a th:VerbFrame ; th:words 'run' ; th:verbVoice 'loud' ]", "TH214", 3),
        ("[ a th:VerbFrame ; th:objectSlot 'of' ]", "TH214", 3),
    ],
)
def test_a_mistake_in_turtle_is_told_with_file_line_and_code(
    frame: str, code: str, line: int, tmp_path: Path, terms: Ontology
):
    path = tmp_path / "words.ttl"
    head = "@prefix th: <https://w3id.org/thence#> .\n@prefix people: <https://w3id.org/thence/people#> .\n"
    path.write_text(f"{head}people:founded th:frame {frame} .\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_lexicon([path], terms)
    assert caught.value.code == code
    assert caught.value.at is not None
    assert caught.value.at.path == str(path)
    assert caught.value.at.line in {line, None} or code == "TH211"


def test_a_property_that_the_ontology_lacks_is_named(tmp_path: Path, terms: Ontology):
    path = tmp_path / "words.ttl"
    path.write_text(
        "@prefix th: <https://w3id.org/thence#> .\n"
        "<https://example.org/none#x> th:frame [ a th:VerbFrame ; th:words 'run' ] .\n",
        encoding="utf-8",
    )
    with pytest.raises(ConfigError, match="none#x"):
        load_lexicon([path], terms)
