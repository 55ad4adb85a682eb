"""The typed gate: what it lets through, what it refuses, and how it says why."""

from __future__ import annotations

import pytest

from thence.names import AGR, DEC, FOAF, MONEY, ORG, OWL, OWN, PEOPLE, PLACE, RDF, XSD, Iri
from thence.ontology import Ontology, load_ontology


@pytest.fixture(scope="module")
def ontology() -> Ontology:
    return load_ontology(())


GOOD = [
    (OWN.owns, FOAF.Person, PEOPLE.Company),
    (OWN.owns, PEOPLE.Trust, PEOPLE.Bank),
    (PEOPLE.worksAt, FOAF.Person, PEOPLE.Company),
    (PEOPLE.secretaryOf, PEOPLE.Company, PEOPLE.Company),
    (PLACE.locatedIn, MONEY.Account, PLACE.Place),
    (PEOPLE.bornOn, FOAF.Person, XSD.date),
    (PEOPLE.bornOn, FOAF.Person, XSD.gYear),
    (MONEY.budget, OWL.Thing, XSD.integer),
    (DEC.requirement, PEOPLE.Company, XSD.string),
    (DEC.requirement, PEOPLE.Company, RDF.langString),
    (MONEY.payer, MONEY.Payment, FOAF.Person),
]


@pytest.mark.parametrize(("property_", "subject", "object_"), GOOD)
def test_what_fits_passes(ontology: Ontology, property_: Iri, subject: Iri, object_: Iri):
    assert ontology.accepts(property_, subject, object_) is None


BAD = [
    (OWN.owns, PLACE.City, PEOPLE.Company, "“owns” wants agent as its subject, not city"),
    (OWN.owns, FOAF.Person, MONEY.Account, "“owns” wants agent as its object, not account"),
    (PEOPLE.ceoOf, PEOPLE.Bank, PEOPLE.Bank, "“chief executive of” wants person as its subject, not bank"),
    (PEOPLE.worksAt, FOAF.Person, FOAF.Person, "“works at” wants organisation as its object, not person"),
    (OWN.acquired, PEOPLE.Bank, PLACE.Place, "“acquired” wants organisation as its object, not place"),
    (OWN.owns, FOAF.Person, XSD.string, "“owns” leads to things, and its object here is a literal"),
    (PEOPLE.bornOn, FOAF.Person, PLACE.Place, "“born on” has literals as its objects, and its object here is a thing"),
    (PEOPLE.foundedYear, PEOPLE.Bank, XSD.date, "“founded in” wants xsd:gYear as its object, not xsd:date"),
    (
        PEOPLE.employeeCount,
        PEOPLE.Bank,
        XSD.decimal,
        "“employee count” wants xsd:integer as its object, not xsd:decimal",
    ),
    (MONEY.payer, FOAF.Person, FOAF.Person, "“payer” wants payment as its subject, not person"),
    (Iri("urn:x:likes"), FOAF.Person, FOAF.Person, "likes is no property of the ontology"),
]


@pytest.mark.parametrize(("property_", "subject", "object_", "reason"), BAD)
def test_what_cannot_be_is_refused_with_a_reason(
    ontology: Ontology, property_: Iri, subject: Iri, object_: Iri, reason: str
):
    assert ontology.accepts(property_, subject, object_) == reason


def test_an_unknown_type_passes_wherever_a_thing_is_wanted(ontology: Ontology):
    for term in ontology.properties.values():
        if term.is_object:
            assert ontology.accepts(term.iri, OWL.Thing, OWL.Thing) is None


def test_a_more_general_type_passes(ontology: Ontology):
    assert ontology.accepts(AGR.partyTo, FOAF.Agent, AGR.Agreement) is None
    assert ontology.accepts(PEOPLE.ceoOf, FOAF.Agent, ORG.Organization) is None


def test_a_type_of_another_vocabulary_passes_unless_declared_disjoint(ontology: Ontology):
    assert ontology.accepts(OWN.owns, Iri("http://example.org/Person"), PEOPLE.Company) is None


def test_a_subproperty_inherits_what_its_superproperty_wants(ontology: Ontology):
    assert ontology.accepts(PLACE.registeredIn, PEOPLE.Company, FOAF.Person) == (
        "“registered in” wants place as its object, not person"
    )
