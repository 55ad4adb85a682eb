"""What the shipped vocabulary promises."""

from __future__ import annotations

import pytest

from thence.model.terms import iri_of, is_iri, lexical_of
from thence.names import (
    AGR,
    DCTERMS,
    DOCS,
    EVENT,
    FOAF,
    MONEY,
    OA,
    ORG,
    OWL,
    OWN,
    PEOPLE,
    PLACE,
    PROV,
    RDF,
    RDFS,
    SKOS,
    TH,
    XSD,
    Iri,
    shorten,
)
from thence.ontology import Ontology, lint, load_ontology


@pytest.fixture(scope="module")
def ontology() -> Ontology:
    return load_ontology(())


HOMES = {
    "works-at": PEOPLE.worksAt,
    "founded": PEOPLE.founded,
    "invested-in": OWN.investedIn,
    "acquired": OWN.acquired,
    "located-in": PLACE.locatedIn,
    "part-of": PLACE.partOf,
    "competitor-of": PEOPLE.competitorOf,
    "collaborates-with": PEOPLE.collaboratesWith,
    "mentions": DOCS.mentions,
    "transferred": MONEY.paid,
    "controls": OWN.controls,
    "beneficial-owner-of": OWN.beneficialOwnerOf,
    "director-of": PEOPLE.directorOf,
    "associated-with": PEOPLE.associatedWith,
    "causes": EVENT.causes,
    "precedes": EVENT.precedes,
    "supports": DOCS.supports,
    "contradicts": DOCS.contradicts,
    "defines": DOCS.defines,
    "cites": DOCS.cites,
    "knows": FOAF.knows,
    "reports-to": PEOPLE.reportsTo,
}


@pytest.mark.parametrize("kind", sorted(HOMES))
def test_every_kind_of_relation_has_a_home_and_is_found_by_its_name(ontology: Ontology, kind: str):
    assert ontology.find(kind) == HOMES[kind]


def described(ontology: Ontology) -> dict[Iri, dict[Iri, list[str]]]:
    found: dict[Iri, dict[Iri, list[str]]] = {}
    for s, p, o in ontology.triples:
        found.setdefault(iri_of(s), {}).setdefault(iri_of(p), []).append(lexical_of(o))
    return found


def test_every_term_has_one_label_a_definition_an_example_and_a_vocabulary_it_belongs_to(ontology: Ontology):
    for iri, facts in described(ontology).items():
        if OWL.Ontology in facts[RDF.type]:
            continue
        for predicate in (RDFS.label, SKOS.definition, SKOS.example, RDFS.isDefinedBy):
            assert len(facts.get(predicate, ())) == 1, f"{shorten(iri)} {shorten(predicate)}"


def test_a_term_belongs_to_one_module_and_is_described_there_only(ontology: Ontology):
    ontologies = {iri for iri, facts in described(ontology).items() if OWL.Ontology in facts[RDF.type]}
    assert len(ontologies) == 10
    for iri, facts in described(ontology).items():
        if iri.startswith("https://w3id.org/thence") and iri not in ontologies:
            assert facts[RDFS.isDefinedBy][0] in ontologies
            assert iri.startswith(facts[RDFS.isDefinedBy][0] + "#")


def test_the_shipped_modules_pass_their_own_lint(ontology: Ontology):
    assert lint(ontology) == ()


def test_nothing_is_imported_and_no_blank_node_is_ours(ontology: Ontology):
    assert not any(iri_of(p) == OWL.imports for _, p, _ in ontology.triples)
    assert not any("urn:thence:sk:" in term for triple in ontology.triples for term in triple)


def test_every_relation_says_whether_it_is_a_state_or_an_occurrence(ontology: Ontology):
    assert {term.iri for term in ontology.relations if term.temporal is None} == set()


def test_a_wording_means_one_relation(ontology: Ontology):
    relations = {term.iri for term in ontology.relations if not term.is_role}
    for wording, meant in ontology.wordings.items():
        assert len([iri for iri in meant if iri in relations]) <= 1, wording


def test_every_class_and_property_that_an_axiom_names_is_described(ontology: Ontology):
    elsewhere = tuple(str(namespace.base) for namespace in (RDF, RDFS, OWL, XSD, PROV, OA, DCTERMS))
    described_here = described(ontology)
    axioms = (RDFS.domain, RDFS.range, RDFS.subClassOf, RDFS.subPropertyOf, OWL.inverseOf, OWL.disjointWith)
    annotations = (TH.eventClass, TH.subjectRole, TH.objectRole, TH.role)
    for _, p, o in ontology.triples:
        if iri_of(p) in axioms + annotations and is_iri(o):
            assert iri_of(o) in described_here or iri_of(o).startswith(elsewhere), o


EVENTS = [
    (OWN.owns, OWN.Ownership, OWN.owner, OWN.owned),
    (OWN.acquired, OWN.Acquisition, OWN.acquirer, OWN.target),
    (OWN.agreedToAcquire, OWN.AcquisitionAgreement, OWN.acquirer, OWN.target),
    (OWN.terminatedAcquisitionOf, OWN.AcquisitionTermination, OWN.acquirer, OWN.target),
    (OWN.investedIn, OWN.Investment, OWN.investor, OWN.investee),
    (MONEY.paid, MONEY.Payment, MONEY.payer, MONEY.payee),
    (MONEY.lendsTo, MONEY.Loan, MONEY.lender, MONEY.borrower),
    (MONEY.budget, MONEY.Budget, MONEY.item, MONEY.amount),
    (MONEY.fee, MONEY.Fee, MONEY.item, MONEY.amount),
    (DOCS.sentMessageTo, DOCS.Message, DOCS.sender, DOCS.recipient),
    (EVENT.met, EVENT.Meeting, EVENT.participant, EVENT.participant),
]


@pytest.mark.parametrize(("binary", "event_class", "subject_role", "object_role"), EVENTS)
def test_a_binary_property_names_its_event_and_the_roles_that_the_event_carries(
    ontology: Ontology, binary: Iri, event_class: Iri, subject_role: Iri, object_role: Iri
):
    term = ontology.properties[binary]
    assert (term.event_class, term.subject_role, term.object_role) == (event_class, subject_role, object_role)
    assert {subject_role, object_role} <= set(ontology.roles_of(event_class))
    assert ontology.is_subclass(event_class, TH.Event)


def test_a_role_never_turns_one_kind_of_event_into_another(ontology: Ontology):
    carriers: dict[Iri, set[Iri]] = {}
    for iri, term in ontology.classes.items():
        for role in term.roles:
            carriers.setdefault(role, set()).add(iri)
    for role, classes in carriers.items():
        for domain in ontology.properties[role].domain:
            assert all(ontology.is_subclass(carrier, domain) for carrier in classes), shorten(role)


def test_a_binary_property_and_its_roles_agree_on_who_takes_part(ontology: Ontology):
    for term in ontology.relations:
        if term.event_class is None or term.subject_role is None or term.object_role is None:
            continue
        assert term.domain == ontology.properties[term.subject_role].range, shorten(term.iri)
        assert term.range == ontology.properties[term.object_role].range, shorten(term.iri)


def test_only_what_a_thing_has_one_of_by_nature_is_functional(ontology: Ontology):
    assert {term.iri for term in ontology.properties.values() if term.functional} == {
        PEOPLE.bornOn,
        PEOPLE.incorporatedOn,
    }


def test_firms_may_be_what_the_law_lets_them_be(ontology: Ontology):
    for property_ in (PEOPLE.secretaryOf, PEOPLE.directorOf, OWN.trusteeOf, OWN.owns, AGR.signed, MONEY.guarantees):
        assert ontology.properties[property_].domain == (FOAF.Agent,)


def test_persons_organisations_places_accounts_and_events_are_told_apart(ontology: Ontology):
    kinds = (FOAF.Person, PEOPLE.Bank, PLACE.City, MONEY.Account, MONEY.Payment)
    for a in kinds:
        for b in kinds:
            assert ontology.are_disjoint(a, b) == (a != b), (a, b)
    assert not ontology.are_disjoint(PEOPLE.Bank, ORG.Organization)


def test_inverses_symmetry_and_transitivity_are_declared(ontology: Ontology):
    properties = ontology.properties
    assert properties[OWN.owns].inverse == OWN.ownedBy
    assert properties[OWN.ownedBy].inverse == OWN.owns
    assert properties[OWN.subsidiaryOf].inverse == OWN.parentOf
    assert properties[PEOPLE.founded].inverse == PEOPLE.foundedBy
    assert properties[EVENT.precedes].inverse == EVENT.follows
    for symmetric in (FOAF.knows, PEOPLE.associatedWith, PEOPLE.competitorOf, DOCS.contradicts):
        assert properties[symmetric].symmetric
    for transitive in (OWN.subsidiaryOf, PLACE.locatedIn, PLACE.partOf, EVENT.precedes):
        assert properties[transitive].transitive


def test_an_office_is_work_and_living_somewhere_is_being_there(ontology: Ontology):
    assert ontology.properties[PEOPLE.ceoOf].superproperties == (PEOPLE.officerOf, PEOPLE.worksAt)
    assert ontology.properties[PLACE.livesIn].superproperties == (PLACE.locatedIn,)


def test_every_value_that_statements_take_says_what_kind_it_is(ontology: Ontology):
    values = [term for term in ontology.relations if not term.is_object]
    assert {shorten(term.iri) for term in values if term.value_kind is None} == set()
