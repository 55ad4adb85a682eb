"""Reading ontologies: one's own and other people's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared import needs_shared, shared
from thence.errors import DataError, InputError
from thence.names import OWL, OWN, PEOPLE, Iri
from thence.ontology import Ontology, load_ontology

EX = "http://example.org/"
PREFIXES = """
@prefix ex: <http://example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix schema: <http://schema.org/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""


def ex(name: str) -> Iri:
    return Iri(EX + name)


def loaded(folder: Path, turtle: str) -> Ontology:
    path = folder / "own.ttl"
    path.write_text(PREFIXES + turtle, encoding="utf-8")
    return load_ontology([path], shipped=False)


def test_a_cases_own_ontology_is_added_to_the_shipped_one(tmp_path: Path):
    path = tmp_path / "own.ttl"
    path.write_text(
        PREFIXES + "ex:Ship a owl:Class . ex:sails a owl:ObjectProperty ; rdfs:label 'sails' .", encoding="utf-8"
    )
    ontology = load_ontology([path])
    assert ontology.find("sails") == ex("sails")
    assert ontology.find("owns") == OWN.owns
    assert ontology.files[-1] == str(path)


def test_the_same_files_give_the_same_digest_in_any_order(tmp_path: Path):
    one, two = tmp_path / "one.ttl", tmp_path / "two.ttl"
    one.write_text(PREFIXES + "ex:A rdfs:subClassOf [ owl:unionOf ( ex:B ex:C ) ] .", encoding="utf-8")
    two.write_text(PREFIXES + "ex:B a owl:Class .", encoding="utf-8")
    left, right = load_ontology([one, two], shipped=False), load_ontology([two, one], shipped=False)
    assert (left.digest, left.triples) == (right.digest, right.triples)
    two.write_text(PREFIXES + "ex:B a owl:Class ; rdfs:label 'b' .", encoding="utf-8")
    assert load_ontology([one, two], shipped=False).digest != left.digest


def test_the_digest_does_not_depend_on_the_hash_seed():
    program = "from thence.ontology import load_ontology as l; o = l(()); print(o.digest, o.find('owns'))"
    runs = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1")
    }
    assert len(runs) == 1


def test_blank_nodes_become_names_of_the_files_content(tmp_path: Path):
    ontology = loaded(tmp_path, "ex:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ex:p ] .")
    terms = {term for triple in ontology.triples for term in triple}
    assert not any(term.startswith("_:") for term in terms)
    assert sum(term.startswith("<urn:thence:sk:") for term in terms) == 1


def test_superclasses_come_nearest_first_and_a_cycle_ends(tmp_path: Path):
    ontology = loaded(
        tmp_path, "ex:A rdfs:subClassOf ex:B . ex:B rdfs:subClassOf ex:C . ex:C rdfs:subClassOf ex:A , ex:D ."
    )
    assert ontology.superclasses(ex("A")) == (ex("B"), ex("C"), ex("D"))
    assert ontology.is_subclass(ex("C"), ex("B"))
    assert ontology.is_subclass(ex("A"), OWL.Thing)


def test_equivalent_classes_are_above_each_other(tmp_path: Path):
    ontology = loaded(tmp_path, "ex:A owl:equivalentClass ex:B . ex:B a owl:Class .")
    assert ontology.is_subclass(ex("A"), ex("B"))
    assert ontology.is_subclass(ex("B"), ex("A"))


@pytest.mark.parametrize(
    "axiom",
    [
        "ex:A owl:disjointWith ex:B .",
        "ex:B owl:disjointWith ex:A .",
        "[] a owl:AllDisjointClasses ; owl:members ( ex:A ex:B ex:C ) .",
        "ex:T owl:disjointUnionOf ( ex:A ex:B ) .",
        "ex:A owl:complementOf ex:B .",
    ],
)
def test_disjointness_is_read_in_every_spelling_and_inherited(tmp_path: Path, axiom: str):
    ontology = loaded(tmp_path, axiom + " ex:A1 rdfs:subClassOf ex:A . ex:B1 rdfs:subClassOf ex:B .")
    assert ontology.are_disjoint(ex("A1"), ex("B1"))
    assert ontology.are_disjoint(ex("B1"), ex("A1"))
    assert not ontology.are_disjoint(ex("A1"), ex("A"))


def test_an_untagged_label_is_preferred_then_english(tmp_path: Path):
    ontology = loaded(
        tmp_path,
        "ex:p a owl:ObjectProperty ; rdfs:label 'Bruder von'@de , 'brother of'@en-GB . "
        "ex:q a rdf:Property ; skos:prefLabel 'sister of' .",
    )
    assert ontology.label(ex("p")) == "brother of"
    assert ontology.find("sister-of") == ex("q")


def test_a_property_is_found_by_label_alternative_and_local_name(tmp_path: Path):
    ontology = loaded(
        tmp_path, "ex:builtBy a owl:ObjectProperty ; rdfs:label 'builder' ; skos:altLabel 'constructed by' ."
    )
    for word in ("builder", "Constructed  by", "built_by", "builtBy", EX + "builtBy", f"<{EX}builtBy>"):
        assert ontology.find(word) == ex("builtBy")
    assert ontology.find("painted by") is None


def test_unions_and_hints_of_schema_org_are_alternatives(tmp_path: Path):
    ontology = loaded(
        tmp_path,
        "ex:A owl:disjointWith ex:B , ex:C . ex:B owl:disjointWith ex:C . "
        "ex:p a owl:ObjectProperty ; rdfs:domain [ a owl:Class ; owl:unionOf ( ex:A ex:B ) ] . "
        "ex:q a rdf:Property ; schema:domainIncludes ex:A , ex:B ; schema:rangeIncludes schema:Text .",
    )
    assert ontology.properties[ex("p")].expects_subject == (ex("A"), ex("B"))
    assert ontology.accepts(ex("p"), ex("B"), OWL.Thing) is None
    assert ontology.accepts(ex("p"), ex("C"), OWL.Thing)
    assert not ontology.properties[ex("q")].is_object


def test_what_is_not_understood_is_kept_among_the_triples(tmp_path: Path):
    ontology = loaded(tmp_path, "ex:A a owl:Class ; ex:strange [ ex:very ( 1 2 ) ] .")
    assert len(ontology.triples) == 7


def test_a_broken_file_is_an_error_with_its_place(tmp_path: Path):
    with pytest.raises(DataError) as caught:
        loaded(tmp_path, "ex:A a ;")
    assert caught.value.code == "TH511"
    assert str(tmp_path / "own.ttl") in str(caught.value.at)


def test_a_missing_file_is_an_error(tmp_path: Path):
    with pytest.raises(InputError, match="TH501"):
        load_ontology([tmp_path / "none.ttl"])


def test_relations_are_what_documents_can_state():
    relations = {term.iri for term in load_ontology(()).relations}
    assert PEOPLE.worksAt in relations
    assert not any(iri.startswith("http://www.w3.org/2006/time#") for iri in relations)
    assert {iri for iri in relations if iri.startswith("https://w3id.org/thence#")} == {
        "https://w3id.org/thence#occurredOn"
    }


@needs_shared
@pytest.mark.parametrize("name", ["1_movie", "3_sport", "5_military", "7_space", "9_nature"])
def test_small_ontologies_of_other_domains_load(name: str):
    ontology = load_ontology([shared("extraction", "ontokg", name, "ontology.ttl")])
    added = [term for term in ontology.relations if "Text2KGBench" in term.iri]
    assert len(added) > 6
    assert all(term.label and term.is_object in (True, False) for term in added)


@needs_shared
@pytest.mark.parametrize("name", ["gistCore.ttl", "biolink.owl.ttl", "dpv-owl.ttl", "rice_brick.ttl"])
def test_big_ontologies_of_others_load(name: str):
    assert load_ontology([shared("suites", "ontologies", name)], shipped=False).triples
