"""One hand writes all Turtle: terms sorted by IRI, predicates in one order, a prefix only where it is used."""

from __future__ import annotations

import re

import pytest

from thence.names import prefixes, shipped
from thence.ontology.load import shipped_modules

PREDICATES = (
    "a", "rdfs:label", "skos:altLabel", "skos:definition", "skos:example", "rdfs:subClassOf",
    "rdfs:subPropertyOf", "rdfs:domain", "rdfs:range", "schema:domainIncludes", "schema:rangeIncludes", "owl:inverseOf",
    "owl:disjointWith", "th:eventClass", "th:subjectRole", "th:objectRole", "th:role", "th:valueKind",
    "skos:exactMatch", "skos:closeMatch", "rdfs:isDefinedBy",
)  # fmt: skip


def sections(name: str) -> tuple[str, list[str], list[list[str]]]:
    text = shipped("ontology", name).read_text(encoding="utf-8")
    head, *blocks = text.rstrip("\n").split("\n\n")
    return text, head.splitlines(), [block.splitlines() for block in blocks]


def expand(term: str) -> str:
    prefix, name = term.split(":", 1)
    return prefixes()[prefix] + name


@pytest.mark.parametrize("name", shipped_modules())
def test_a_module_begins_with_a_comment_its_prefixes_and_its_own_description(name: str):
    text, head, blocks = sections(name)
    declared = [line.split()[1].rstrip(":") for line in head if line.startswith("@prefix")]
    assert head[0].startswith("# ")
    assert declared == sorted(declared)
    body = re.sub(r'"(?:[^"\\]|\\.)*"|<[^>]*>', "", text.split("\n\n", 1)[1])
    assert set(declared) == set(re.findall(r"(?<![\w:])([a-z]+):(?=\w)", body))
    assert all(f"@prefix {prefix}: <{prefixes()[prefix]}> ." in head for prefix in declared)
    assert blocks[0][0].endswith(" a owl:Ontology ;")


@pytest.mark.parametrize("name", shipped_modules())
def test_terms_are_sorted_by_iri_and_described_once(name: str):
    terms = [expand(block[0].split()[0]) for block in sections(name)[2][1:]]
    assert terms == sorted(set(terms))


@pytest.mark.parametrize("name", shipped_modules())
def test_predicates_keep_their_order_and_lines_their_length(name: str):
    for block in sections(name)[2][1:]:
        lines = [line for line in block if not line.startswith("        ")]
        used = [lines[0].split()[1], *(line.split()[0] for line in lines[1:])]
        assert used == [each for each in PREDICATES if each in used], block[0]
        assert block[-1].endswith(" .")
        assert all(not line.endswith((" ", "\t")) for line in block)
