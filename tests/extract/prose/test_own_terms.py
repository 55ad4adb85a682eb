"""A domain of one's own is as good as the shipped ones: its words, its values, its corrections."""

from __future__ import annotations

from pathlib import Path

from thence.pipeline import build
from thence.store.sparql import Solutions
from thence.store.store import Store

TERMS = """
@prefix : <https://example.org/bribes#> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix schema: <https://schema.org/> .
@prefix th: <https://w3id.org/thence#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Bribe a owl:Class ; rdfs:subClassOf th:Event ; rdfs:label "bribe" .
:bribed a owl:ObjectProperty, th:OccurrenceProperty ; rdfs:label "bribed" ; rdfs:domain foaf:Agent ;
    rdfs:range foaf:Agent ; th:eventClass :Bribe ; th:subjectRole :briber ; th:objectRole :bribee .
:briber a owl:ObjectProperty ; rdfs:label "briber" ; rdfs:domain :Bribe ; rdfs:range foaf:Agent .
:bribee a owl:ObjectProperty ; rdfs:label "bribee" ; rdfs:domain :Bribe ; rdfs:range foaf:Agent .
:sum a owl:DatatypeProperty ; rdfs:label "sum" ; rdfs:domain :Bribe ; rdfs:range xsd:decimal ; th:valueKind "amount" .
schema:tutorOf a owl:ObjectProperty ; rdfs:label "tutor of" ; rdfs:domain foaf:Person ; rdfs:range foaf:Person .
"""
WORDS = """
prefixes: {b: "https://example.org/bribes#"}
properties:
  b:bribed:
    verbs:
      - {words: "bribe"}
"""


def rows(tmp_path: Path, text: str, query: str) -> list[tuple[str | None, ...]]:
    (tmp_path / "terms.ttl").write_text(TERMS, encoding="utf-8")
    (tmp_path / "words.yaml").write_text(WORDS, encoding="utf-8")
    (tmp_path / "thence.toml").write_text('ontology = ["terms.ttl"]\nlexicon = ["words.yaml"]\n', encoding="utf-8")
    (tmp_path / "note.txt").write_text(text, encoding="utf-8")
    report = build(tmp_path)
    with Store.open(report.workspace.directory, read_only=True) as store:
        found = store.query(query)
    assert isinstance(found, Solutions)
    return sorted(tuple(row) for row in found.rows)


def test_a_property_of_ones_own_in_a_known_namespace_is_read_by_its_label(tmp_path):
    """Every prefix that thence ships was once taken for its own ground, and a user's schema:tutorOf never read."""
    found = rows(tmp_path, "Ann Lee is the tutor of Ben Roe.\n", "SELECT ?a ?b { ?a schema:tutorOf ?b }")
    assert len(found) == 1


def test_a_correction_finds_the_value_of_an_event_of_ones_own(tmp_path):
    """Corrections once knew the shipped amounts and percentages only."""
    (tmp_path / "first.txt").write_text(
        "Date: 2024-06-01\n\nAcme Works Ltd bribed Bolt Foods Ltd with EUR 184,000 on 6 May 2024.\n", encoding="utf-8"
    )
    corrected = (
        "Date: 2024-07-01\n\nAcme Works Ltd bribed Bolt Foods Ltd with EUR 148,000 on 6 May 2024. "
        "This corrects the figure of EUR 184,000.\n"
    )
    sums = "SELECT ?sum { ?event <https://example.org/bribes#sum> ?sum }"
    decimal = "<http://www.w3.org/2001/XMLSchema#decimal>"
    assert rows(tmp_path, corrected, sums) == [(f'"148000"^^{decimal}',)]
