"""The provenance contract: what breaks it, natively and in SHACL, with the same verdict."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.validate.graphs import Quad, instead, sound, term, trig, without
from thence.model.finding import Severity
from thence.names import DEFAULT_GRAPH, DERIVATIONS, DERIVED, PROV, TH
from thence.validate import check_quads, contract, load_shapes

SPAN = "<urn:thence:text:t#char=0,20>"
Breaking = Callable[[set[Quad]], set[Quad]]


def lacks(subject: str, predicate: str) -> Breaking:
    return lambda quads: without(quads, subject, predicate)


def has(subject: str, predicate: str, obj: str) -> Breaking:
    return lambda quads: instead(quads, subject, predicate, obj)


def added(text: str) -> Breaking:
    return lambda quads: quads | trig(text)


def in_statements(text: str) -> Breaking:
    return added(f"GRAPH g:statements {{ {text} }}")


def loses_derivations(quads: set[Quad]) -> set[Quad]:
    return {quad for quad in quads if quad[3] != DERIVATIONS}


def loses_the_rule(quads: set[Quad]) -> set[Quad]:
    return {quad for quad in quads if quad[1] != f"<{TH.rule}>"}


def loses_a_premise(quads: set[Quad]) -> set[Quad]:
    gone = next(quad[2] for quad in quads if quad[3] == DERIVATIONS and quad[1] == f"<{PROV.wasDerivedFrom}>")
    return {quad if quad[2] != gone else (*quad[:2], term("<urn:thence:fact:gone>"), quad[3]) for quad in quads}


def is_asserted_and_derived(quads: set[Quad]) -> set[Quad]:
    twice = next(quad for quad in quads if quad[3] == DEFAULT_GRAPH and quad[1] == term("own:owns"))
    return quads | {(*twice[:3], DERIVED)}


BREACHES: dict[str, tuple[str, Breaking]] = {
    "a statement without subject": ("TH901", lacks("st:denied", "rdf:subject")),
    "a statement without object": ("TH901", lacks("st:denied", "rdf:object")),
    "a statement with two predicates": ("TH901", in_statements("st:denied rdf:predicate own:controls .")),
    "a statement with a literal subject": ("TH901", has("st:denied", "rdf:subject", '"Bolt"')),
    "a statement without citation": ("TH902", lacks("st:denied", "prov:wasDerivedFrom")),
    "a statement that cites a document": ("TH902", has("st:denied", "prov:wasDerivedFrom", "doc:d")),
    "a statement without polarity": ("TH903", lacks("st:denied", "th:polarity")),
    "a statement with two polarities": ("TH903", in_statements("st:denied th:polarity th:Affirmed .")),
    "a statement without modality": ("TH903", lacks("st:denied", "th:modality")),
    "a statement of unknown modality": ("TH903", has("st:denied", "th:modality", "th:Perhaps")),
    "a statement without status": ("TH903", lacks("st:denied", "th:status")),
    "a statement said to be derived": ("TH903", has("st:denied", "th:status", "th:Derived")),
    "a statement without confidence": ("TH904", lacks("st:denied", "th:confidence")),
    "a confidence above one": ("TH904", has("st:denied", "th:confidence", "1.01")),
    "a confidence below zero": ("TH904", has("st:denied", "th:confidence", "-0.1")),
    "a confidence that is no number": ("TH904", has("st:denied", "th:confidence", '"high"')),
    "a span beyond its text": ("TH905", has(SPAN, "th:charEnd", "101")),
    "a span that ends before it begins": ("TH905", has(SPAN, "th:charStart", "21")),
    "a span that begins before its text": ("TH905", has(SPAN, "th:charStart", "-1")),
    "bytes that end before they begin": ("TH905", has(SPAN, "th:byteStart", "21")),
    "a text that is too short": ("TH905", has("text:t", "th:length", "49")),
    "a span without text": ("TH906", lacks(SPAN, "oa:hasSource")),
    "a span in a document": ("TH906", has(SPAN, "oa:hasSource", "doc:d")),
    "a span without quote": ("TH906", lacks(SPAN, "th:quote")),
    "a span without end": ("TH906", lacks(SPAN, "th:charEnd")),
    "a text without length": ("TH906", lacks("text:t", "th:length")),
    "a text without document": ("TH906", lacks("text:t", "prov:wasDerivedFrom")),
    "a text of no document": ("TH906", has("text:t", "prov:wasDerivedFrom", "ag:x")),
    "a document that lies nowhere": ("TH906", lacks("doc:d", "th:path")),
    "a document without digest": ("TH906", lacks("doc:d", "th:digest")),
    "a fact that nobody states": ("TH907", added("e:bolt own:owns e:acme .")),
    "a fact that is only denied": ("TH907", added("e:bolt own:owns e:cleo .")),
    "a fact that is only planned": ("TH907", has("st:owns", "th:modality", "th:Planned")),
    "a fact that only a model proposes": ("TH907", has("st:owns", "th:status", "th:Generated")),
    "a fact whose statement is superseded": ("TH907", in_statements("st:owns th:supersededBy st:paid .")),
    "a fact in another voice": ("TH907", in_statements("st:owns th:inOtherVoice true .")),
    "a fact whose statement is barred": ("TH907", in_statements('st:owns th:carriesNoFact "distrusted document" .')),
    "an event that no statement tells of": ("TH907", added("ev:2 money:amount 5 .")),
    "an event's value that its document does not say": ("TH907", added("ev:1 money:amount 9999 .")),
    "a type of an entity that no statement names": ("TH907", added("e:bolt a people:Company .")),
    "a derived fact without derivation": ("TH908", loses_derivations),
    "a derived fact without rule": ("TH908", loses_the_rule),
    "a fact asserted and derived": ("TH909", is_asserted_and_derived),
    "a premise that is no fact": ("TH910", loses_a_premise),
}


def test_a_sound_store_keeps_the_contract_natively_and_in_shacl():
    report = check_quads(sound(), load_shapes((), shipped=("provenance.ttl",)))
    assert contract(sound()) == ()
    assert report.conforms, report.lines()
    assert {(each.shape, each.nodes) for each in report.looked_at if each.nodes} == {
        ("shape:AssertedFact", 11),
        ("shape:DerivedFact", 1),
        ("shape:Document", 1),
        ("shape:Span", 2),
        ("shape:Statement", 4),
        ("shape:Text", 1),
    }


@pytest.mark.parametrize("breach", sorted(BREACHES))
def test_a_breach_is_found_by_the_native_check(breach: str):
    code, breaking = BREACHES[breach]
    findings = contract(breaking(sound()))
    assert code in {finding.code for finding in findings}
    assert all(finding.severity is Severity.VIOLATION and finding.stage == "contract" for finding in findings)


@pytest.mark.parametrize("breach", sorted(BREACHES))
def test_shacl_blames_the_same_nodes(breach: str):
    _, breaking = BREACHES[breach]
    quads = breaking(sound())
    report = check_quads(quads, load_shapes((), shipped=("provenance.ttl",)))
    # A fact is blamed as its node; a span that leaves its text is blamed on the text, where SHACL Core can say it.
    blamed = {f.related[0] if f.related else f.subject for f in contract(quads)}
    assert not report.conforms
    assert {finding.subject for finding in report.findings} == blamed


def test_each_finding_names_its_document_and_its_words():
    (finding,) = contract(instead(sound(), "st:denied", "th:confidence", "2"))
    assert (finding.path, finding.quote) == ("memo.md", "It paid Bolt EUR 1,200.")
    assert finding.message == 'a statement\'s confidence is "2"^^<http://www.w3.org/2001/XMLSchema#integer>'
    assert finding.subject == "urn:thence:st:denied"


def test_an_uncarried_fact_is_shown_as_its_triple():
    (finding,) = contract(sound() | trig("e:acme own:controls e:cleo ."))
    assert finding.message.endswith("<urn:thence:entity:acme> own:controls <urn:thence:entity:cleo>")


def test_a_generated_statement_that_a_person_accepted_carries_its_fact():
    quads = instead(sound(), "st:owns", "th:status", "th:Generated")
    quads |= trig("GRAPH g:statements { st:owns th:acceptedBy <urn:thence:decision:d> }")
    assert contract(quads) == ()


def test_a_trusted_import_carries_the_triples_of_its_document():
    imported = """
    e:x own:owns e:y .
    GRAPH doc:i { e:x own:owns e:y }
    GRAPH g:statements { doc:i a th:Document ; th:path "a.ttl" ; th:key "a.ttl" ; th:digest "c" ;
      dcterms:format "text/turtle" }
    """
    assert contract(sound() | trig(imported)) == ()
    assert contract(sound() | trig(imported.replace("text/turtle", "text/plain")))


def test_derived_facts_pass_unexamined_when_their_derivations_were_left_out():
    quads = loses_derivations(sound())
    assert contract(quads, derivations_written=False) == ()
    shapes = load_shapes((), shipped=("provenance.ttl",))
    assert check_quads(quads, shapes, derivation_limit=0).conforms
    assert not check_quads(quads, shapes, derivation_limit=1).conforms


def test_the_findings_do_not_depend_on_the_order_of_quads():
    quads = instead(sound(), "text:t", "th:length", "1")
    assert contract(sorted(quads)) == contract(sorted(quads, reverse=True))
