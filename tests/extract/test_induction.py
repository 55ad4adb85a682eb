"""Frames that examples show, with their measure."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from thence.errors import DataError
from thence.extract.examples import read_examples
from thence.extract.induction import entries, suggest
from thence.ontology import Ontology, load_ontology
from thence.ontology.lexicon import load_lexicon
from thence.ontology.lexicon_rdf import lexicon_turtle, lexicon_yaml

TERMS = """
@prefix ex: <https://example.org/trade#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:Firm a owl:Class ; rdfs:label "firm" .
ex:supplies a owl:ObjectProperty ; rdfs:label "supplies" ; rdfs:domain ex:Firm ; rdfs:range ex:Firm .
ex:seat a owl:ObjectProperty ; rdfs:label "seat" ; rdfs:domain ex:Firm .
"""
ROWS = [
    ("Holm Ltd delivers to Brack Ltd.", "Holm Ltd", "supplies", "Brack Ltd"),
    ("Roe Ltd delivered to Brack Ltd in 2019.", "Roe Ltd", "supplies", "Brack Ltd"),
    ("Lee Ltd was founded by Ann Lee in Rome.", "Lee Ltd", "seat", "Rome"),
    ("Holm Ltd visited Rome.", "", "", ""),
    ("Holm Ltd is a supplier of Lee Ltd.", "Holm Ltd", "supplies", "Lee Ltd"),
    ("Roe Ltd is the supplier of Lee Ltd.", "Roe Ltd", "supplies", "Lee Ltd"),
    ("Brack Ltd is a supplier of Roe Ltd.", "", "", ""),
]


@pytest.fixture
def terms(tmp_path: Path) -> Ontology:
    (tmp_path / "terms.ttl").write_text(TERMS, encoding="utf-8")
    return load_ontology([tmp_path / "terms.ttl"])


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "confirmed.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for text, sub, rel, obj in ROWS:
            triples = [{"sub": sub, "rel": rel, "obj": obj}] if sub else []
            file.write(json.dumps({"text": text, "triples": triples}) + "\n")
    return path


def test_a_verb_and_a_role_are_suggested_with_their_measure(terms: Ontology, rows: Path):
    found = {
        (each.section, dict(each.options)["words"]): (each.support, each.found)
        for each in suggest(read_examples(rows, terms), terms, {}, support=2, precision=0.5)
    }
    assert found[("verbs", "deliver")] == (2, 2)
    assert found[("roles", "supplier")] == (2, 3)


def test_the_precision_asked_for_leaves_frames_out(terms: Ontology, rows: Path):
    found = suggest(read_examples(rows, terms), terms, {}, support=2, precision=0.9)
    assert {dict(each.options)["words"] for each in found} == {"deliver"}


@pytest.mark.parametrize("ending", ["ttl", "yaml"])
def test_what_is_suggested_can_be_loaded(ending: str, terms: Ontology, rows: Path, tmp_path: Path):
    data, notes = entries(suggest(read_examples(rows, terms), terms, {}), terms)
    text = (
        lexicon_turtle(data, {}, prefixes={"th": "https://w3id.org/thence#"}, notes=notes)
        if ending == "ttl"
        else lexicon_yaml(data, prefixes={}, notes=notes)
    )
    assert "# supplies: support 2, precision" in text
    path = tmp_path / f"words.{ending}"
    path.write_text(text, encoding="utf-8")
    assert {frame.words for frame in load_lexicon([path], terms, shipped=False).frames} >= {("deliver",), ("supplier",)}


@pytest.mark.parametrize("line", ["{", "[]", '{"text": "x", "triples": [{"sub": "a"}]}',
                                  '{"text": "x", "triples": [{"sub": "a", "rel": "none", "obj": "b"}]}'])  # fmt: skip
def test_what_is_no_example_is_told_with_its_line(line: str, terms: Ontology, tmp_path: Path):
    path = tmp_path / "confirmed.jsonl"
    path.write_text('{"text": "x", "triples": []}\n' + line + "\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_examples(path, terms)
    assert caught.value.code == "TH518"
    assert caught.value.at is not None
    assert caught.value.at.line == 2
