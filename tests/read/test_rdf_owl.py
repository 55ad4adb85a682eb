"""Ontologies: OWL in RDF is read under any name, OWL in other syntaxes is refused with a conversion that works."""

from __future__ import annotations

import pytest

from thence.errors import InputError
from thence.names import OWL, RDF
from thence.read import read_bytes
from thence.read.sniff import format_of

XML = (
    '<?xml version="1.0"?>\n<!-- made -->\n<!DOCTYPE Ontology [\n  <!ENTITY xsd "http://www.w3.org/2001/XMLSchema#">\n]>'
    f'\n<Ontology xmlns="{OWL.base}"\n  xml:base="urn:x" ontologyIRI="urn:x">\n</Ontology>'
)
FUNCTIONAL = "# Whales\n\nPrefix(:=<urn:x:>)\nPrefix(owl:=<http://www.w3.org/2002/07/owl#>)\n\nOntology(<urn:x:>\n)"
MANCHESTER = "Prefix: : <urn:x:>\nOntology: <urn:x:>\n\nClass: Whale\n    SubClassOf: Animal\n"


@pytest.mark.parametrize("name", ["a.owl", "a.ofn", "a.omn", "a.owx", "a.ttl", "a.rdf", "a.xml", "a"])
@pytest.mark.parametrize(
    ("text", "syntax"),
    [
        (XML, "OWL/XML"),
        (f'<owl:Ontology xmlns:owl="{OWL.base}"/>', "OWL/XML"),
        (FUNCTIONAL, "OWL functional syntax"),
        ("\ufeffOntology(<urn:x:>)", "OWL functional syntax"),
        (MANCHESTER, "OWL Manchester syntax"),
        ("Namespace: owl: <http://www.w3.org/2002/07/owl#>\r\nClass: owl:Thing", "OWL Manchester syntax"),
    ],
)
def test_owl_that_is_no_rdf_is_refused_with_a_conversion(name: str, text: str, syntax: str):
    for data in (text.encode(), text.removeprefix("\ufeff").encode("utf-16")):
        with pytest.raises(InputError, match=syntax) as raised:
            read_bytes(data, places=(name,))
        assert raised.value.code == "TH504"
        assert "robot convert" in raised.value.hint


def test_a_frame_alone_is_an_ontology_only_under_the_name_of_one():
    assert format_of("a.omn", b"Class: Whale\n  SubClassOf: Animal").name == "OWL Manchester syntax"
    for name in ("a.txt", "a", "a.md"):
        assert format_of(name, b"Class: 7b, Tuesday\nPrefix: Mr").name in ("txt", "md")


def test_the_obo_format_is_refused_alike():
    with pytest.raises(InputError, match="OBO") as raised:
        read_bytes(b"format-version: 1.2\n\n[Term]\nid: WHALE:1\nname: blue whale\n", places=("whales.obo",))
    assert "robot convert" in raised.value.hint


@pytest.mark.parametrize("name", ["a.owl", "a.rdf", "a.owx", "a.ofn"])
def test_owl_in_rdf_is_read_under_the_names_of_ontologies(name: str):
    turtle = f"@prefix owl: <{OWL.base}> .\n<urn:x> a owl:Ontology ."
    xml = f'<rdf:RDF xmlns:rdf="{RDF.base}" xmlns:owl="{OWL.base}"><owl:Ontology rdf:about="urn:x"/></rdf:RDF>'
    for text in (turtle, xml):
        document = read_bytes(text.encode(), places=(name,))
        assert [quad[2] for quad in document.quads] == [f"<{OWL.Ontology}>"]


def test_one_thing_in_rdf_xml_needs_no_element_around_it():
    text = f'<owl:Ontology rdf:about="urn:x" xmlns:owl="{OWL.base}" xmlns:rdf="{RDF.base}"/>'
    for name in ("a.owl", "a.rdf"):
        assert len(read_bytes(text.encode(), places=(name,)).quads) == 1


def test_an_ontology_that_is_none_says_so():
    document = read_bytes(b"Whales are large.", places=("a.owl",))
    assert [item.code for item in document.findings] == ["TH524"]


def test_notation3_is_read_where_it_is_turtle():
    assert len(read_bytes(b"@prefix a: <urn:a:> .\na:a a:b a:c .", places=("a.n3",)).quads) == 1
    with pytest.raises(InputError, match="TH504"):
        read_bytes(b"@prefix a: <urn:a:> .\n{ a:a a:b a:c } => { a:a a:b a:c } .", places=("a.n3",))
