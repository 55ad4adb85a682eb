"""What the lint of an ontology notices."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ontology.test_load import PREFIXES
from thence.ontology import lint, load_ontology

TH = "@prefix th: <https://w3id.org/thence#> .\n"


def messages(folder: Path, turtle: str) -> list[str]:
    path = folder / "own.ttl"
    path.write_text(PREFIXES + TH + turtle, encoding="utf-8")
    return [f"{each.code} {each.message}" for each in lint(load_ontology([path])) if "example.org" in each.subject]


P = "ex:p a owl:ObjectProperty ; rdfs:label 'p' ; skos:definition 'd' "


@pytest.mark.parametrize(
    ("turtle", "finding"),
    [
        ("ex:p a owl:ObjectProperty ; skos:definition 'd' .", "TH931 <http://example.org/p> has no label"),
        ("ex:p a owl:ObjectProperty ; rdfs:label 'p' .", "TH932 <http://example.org/p> has no definition"),
        (P + "; rdfs:domain ex:Nowhere .", "TH933 <http://example.org/p> has a domain that is no class"),
        (P + "; rdfs:range xsd:string .", "TH933 <http://example.org/p> relates things, but its range is a datatype"),
        (
            P + "; th:eventClass ex:E . ex:E a owl:Class ; rdfs:label 'e' .",
            "TH934 <http://example.org/p> has th:ev",
        ),
        (P + "; th:valueKind 'colour' .", "TH934 <http://example.org/p> has an unknown th:valueKind: colour"),
        (
            P + "; th:eventClass ex:E ; th:subjectRole ex:p ; th:objectRole ex:q . ex:E a owl:Class ; rdfs:label 'e' .",
            "TH934 <http://example.org/p> names a role that is no property",
        ),
        (
            "ex:A a owl:Class ; rdfs:label 'a' ; rdfs:subClassOf ex:B ; owl:disjointWith ex:B . ex:B rdfs:label 'b' .",
            "TH935 <http://example.org/A> is disjoint from one of its own superclasses",
        ),
    ],
)
def test_lint_names_the_term_and_what_is_wrong(tmp_path: Path, turtle: str, finding: str):
    assert any(message.startswith(finding) for message in messages(tmp_path, turtle))


def test_a_property_with_all_its_parts_gives_no_finding(tmp_path: Path):
    assert messages(tmp_path, P + "; rdfs:domain ex:A ; rdfs:range ex:A . ex:A a owl:Class ; rdfs:label 'a' .") == []
