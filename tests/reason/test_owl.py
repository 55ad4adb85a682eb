"""OWL 2 RL: what axioms make of instances, and what they refuse."""

from __future__ import annotations

import pytest

from tests.reason.graphs import owl, turtle
from tests.shared import needs_shared, shared
from thence.model.terms import is_literal
from thence.reason import clash_proof, close, infer, proof
from thence.reason.owl import compile_owl, schema_closure

CASES = {
    "cax-sco": (":Cat rdfs:subClassOf :Animal .", ":tom a :Cat .", ":tom a :Animal ."),
    "cax-eqc1": (":Cat owl:equivalentClass :Feline .", ":tom a :Cat .", ":tom a :Feline ."),
    "cax-eqc2": (":Cat owl:equivalentClass :Feline .", ":tom a :Feline .", ":tom a :Cat ."),
    "prp-spo1": (":ceoOf rdfs:subPropertyOf :worksAt .", ":ann :ceoOf :acme .", ":ann :worksAt :acme ."),
    "prp-eqp1": (":owns owl:equivalentProperty :has .", ":a :owns :b .", ":a :has :b ."),
    "prp-eqp2": (":owns owl:equivalentProperty :has .", ":a :has :b .", ":a :owns :b ."),
    "prp-dom": (":worksAt rdfs:domain :Person .", ":ann :worksAt :acme .", ":ann a :Person ."),
    "prp-rng": (":worksAt rdfs:range :Firm .", ":ann :worksAt :acme .", ":acme a :Firm ."),
    "prp-inv1": (":owns owl:inverseOf :ownedBy .", ":a :owns :b .", ":b :ownedBy :a ."),
    "prp-inv2": (":owns owl:inverseOf :ownedBy .", ":b :ownedBy :a .", ":a :owns :b ."),
    "prp-symp": (":knows a owl:SymmetricProperty .", ":ann :knows :bob .", ":bob :knows :ann ."),
    "prp-trp": (":in a owl:TransitiveProperty .", ":a :in :b . :b :in :c . :c :in :d .", ":a :in :c,:d . :b :in :d ."),
    "prp-spo2": (
        ":uncle owl:propertyChainAxiom (:parent :brother) .",
        ":a :parent :b . :b :brother :c .",
        ":a :uncle :c .",
    ),
    "cls-svf1": (
        ":Owner rdfs:subClassOf owl:Thing . :r a owl:Restriction ; owl:onProperty :owns ; owl:someValuesFrom :Cat .",
        ":ann :owns :tom . :tom a :Cat .",
        ":ann a :r .",
    ),
    "cls-svf2": (":r owl:onProperty :owns ; owl:someValuesFrom owl:Thing .", ":ann :owns :tom .", ":ann a :r ."),
    "cls-avf": (":r owl:onProperty :owns ; owl:allValuesFrom :Cat .", ":ann a :r ; :owns :tom .", ":tom a :Cat ."),
    "cls-hv1": (":r owl:onProperty :colour ; owl:hasValue :red .", ":rose a :r .", ":rose :colour :red ."),
    "cls-hv2": (":r owl:onProperty :colour ; owl:hasValue :red .", ":rose :colour :red .", ":rose a :r ."),
    "cls-int1": (":BadCat owl:intersectionOf (:Cat :Bad) .", ":tom a :Cat, :Bad .", ":tom a :BadCat ."),
    "cls-int2": (":BadCat owl:intersectionOf (:Cat :Bad) .", ":tom a :BadCat .", ":tom a :Cat, :Bad ."),
    "cls-uni": (":Pet owl:unionOf (:Cat :Dog) .", ":tom a :Cat .", ":tom a :Pet ."),
    "cls-oo": (":Primary owl:oneOf (:red :blue) .", ":x :y :z .", ":red a :Primary . :blue a :Primary ."),
}
CHECKS = {
    "cax-dw": (":Cat owl:disjointWith :Dog .", ":tom a :Cat, :Dog ."),
    "cax-adc": ("[] a owl:AllDisjointClasses ; owl:members (:Cat :Dog :Bird) .", ":tom a :Bird, :Dog ."),
    "cls-com": (":Dead owl:complementOf :Alive .", ":tom a :Dead, :Alive ."),
    "prp-irp": (":parentOf a owl:IrreflexiveProperty .", ":a :parentOf :a ."),
    "prp-asyp": (":parentOf a owl:AsymmetricProperty .", ":a :parentOf :b . :b :parentOf :a ."),
    "prp-pdw": (":likes owl:propertyDisjointWith :hates .", ":a :likes :b ; :hates :b ."),
    "prp-adp": ("[] a owl:AllDisjointProperties ; owl:members (:p :q) .", ":a :p :b ; :q :b ."),
    "cls-maxc1": (':r owl:onProperty :owns ; owl:maxCardinality "0" .', ":a a :r ; :owns :b ."),
    "cls-nothing2": (":x :y :z .", ":a a owl:Nothing ."),
}


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_rule_of_the_profile_fires_and_names_its_axioms(name: str):
    axioms, facts, expected = CASES[name]
    closure = close(turtle(facts), owl(axioms))
    assert set(closure.derived) == turtle(expected)
    derivation = closure.derivation(min(turtle(expected)))
    assert derivation is not None
    assert derivation.rule.name == name
    assert set(derivation.rule.axioms) <= set(turtle(axioms)) or "_:" in str(derivation.rule.axioms)
    assert derivation.rule.axioms


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_rule_of_the_profile_is_silent_without_its_axiom_or_facts(name: str):
    axioms, facts, _ = CASES[name]
    assert close(turtle(facts), owl(":unrelated rdfs:subClassOf :other .")).derived == ()
    if name != "cls-oo":
        assert close(turtle(":one :other :third ."), owl(axioms)).derived == ()


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_a_clash_is_a_finding_with_a_proof_and_derives_nothing(name: str):
    axioms, facts = CHECKS[name]
    closure = close(turtle(facts), owl(axioms))
    assert closure.derived == ()
    assert [clash.rule.name for clash in closure.clashes] == [name]
    (finding,) = closure.inconsistencies
    assert finding.code == "TH940"
    assert len(finding.related) == len(set(closure.clashes[0].premises))
    assert set(clash_proof(closure, closure.clashes[0]).leaves) == set(closure.clashes[0].premises)


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_no_clash_without_the_second_premise(name: str):
    axioms, _ = CHECKS[name]
    assert close(turtle(":tom a :Cat . :a :parentOf :b ; :likes :b ; :p :b ."), owl(axioms)).inconsistencies == ()


def test_a_datatype_range_derives_nothing():
    axioms = ":text a owl:DatatypeProperty ; rdfs:range xsd:string . :n rdfs:range xsd:integer ."
    assert close(turtle(':a :text "hello" ; :n 4 ; :n :odd .'), owl(axioms)).derived == ()


def test_a_class_range_gives_a_literal_no_type():
    assert close(turtle(':a :p "hello", :b .'), owl(":p rdfs:range :C .")).derived == tuple(turtle(":b a :C ."))


def test_symmetric_and_inverse_properties_make_no_literal_a_subject():
    closure = close(turtle(':a :p "x" ; :q "y" .'), owl(":p a owl:SymmetricProperty . :q owl:inverseOf :r ."))
    assert closure.derived == ()


def test_axioms_about_the_vocabulary_itself_and_annotations_are_left_out():
    axioms = """rdfs:label rdfs:domain rdfs:Resource . :A rdfs:subClassOf owl:Thing . :A rdfs:subClassOf :A .
        :note a owl:AnnotationProperty ; rdfs:subPropertyOf rdfs:label ; rdfs:domain :Noted ."""
    assert [rule.name for rule in compile_owl(turtle(axioms))] == ["cls-nothing2"]


def test_cyclic_lists_and_chains_end():
    axioms = ":C owl:unionOf :l . :l rdf:first :A ; rdf:rest :l . :p owl:propertyChainAxiom (:p :p) ."
    closure = close(turtle(":i a :A . :a :p :b . :b :p :a ."), owl(axioms))
    assert turtle(":i a :C . :a :p :a . :b :p :b .") == set(closure.derived)


def test_the_schema_closure_carries_hierarchies_domains_and_ranges():
    axioms = ":A rdfs:subClassOf :B . :B rdfs:subClassOf :C . :p rdfs:subPropertyOf :q . :q rdfs:domain :B ."
    assert set(schema_closure(turtle(axioms))) == turtle(
        ":A rdfs:subClassOf :C . :p rdfs:domain :B, :C . :q rdfs:domain :C ."
    )


@needs_shared
def test_typed_literals_never_become_subjects():
    inference = infer([shared("cases", "O01-literal-subjects", "data.ttl")])
    assert not any(is_literal(subject) for subject, _, _ in inference.derived)


@needs_shared
def test_one_disjointness_clash_among_ten_fine_ones():
    inference = infer([shared("cases", "O05-disjoint-clash", "data.ttl")])
    assert {s for s, _, o in inference.derived if o == "<http://example.org/Washer>"} == {
        f"<http://example.org/{name}>" for name in ["m1", *(f"k{number}" for number in range(10))]
    }
    (finding,) = inference.inconsistencies
    assert finding.subject == "http://example.org/m1"
    for word in ("Steel", "Rubber", "disjointWith"):
        assert word in finding.message


def test_all_clashes_are_listed_not_just_the_first():
    facts = turtle(" ".join(f":m{number} a :Steel, :Rubber ." for number in range(5)) + ":k a :Steel .")
    closure = close(facts, owl(":Steel owl:disjointWith :Rubber ; rdfs:subClassOf :Washer ."))
    assert len(closure.inconsistencies) == 5
    assert len(closure.derived) == 6


@needs_shared
def test_a_transitive_circle_of_three_holds_in_nine_pairs():
    inference = infer([shared("cases", "O07-cycles", "data.ttl")])
    before = [fact for fact in inference.derived if fact[1] == "<http://example.org/before>"]
    assert len(before) == 9 - 3
    loop = ("<http://example.org/a>", "<http://example.org/before>", "<http://example.org/a>")
    found = proof(inference.closure, loop)  # type: ignore[arg-type]
    assert found is not None
    assert len(found.leaves) == 3
    assert {o for s, _, o in inference.derived if s == "<http://example.org/i>"} == {
        "<http://example.org/C2>",
        "<http://example.org/C3>",
    }


def test_a_long_transitive_chain_is_closed_whatever_its_size():
    facts = turtle(" ".join(f":n{number} :in :n{number + 1} ." for number in range(300)))
    rules = owl(":in a owl:TransitiveProperty .")
    closure = close(facts, rules)
    assert len(closure.derived) == 300 * 301 // 2 - 300
    assert proof(closure, closure.derived[0], effort=0) is not None


def test_large_and_small_transitive_relations_close_alike(monkeypatch: pytest.MonkeyPatch):
    facts = turtle(" ".join(f":n{number} :in :n{number * 7 % 40}, :n{number * 3 % 40} ." for number in range(40)))
    rules = owl(":in a owl:TransitiveProperty .")
    small = close(facts, rules).derived
    monkeypatch.setattr("thence.reason.transitive._PAIRS", 0)
    assert close(facts, rules).derived == small
