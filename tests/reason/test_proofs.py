"""Proofs: canonical, complete, shown with values, and refused when anybody tampers with them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.reason.graphs import datalog, srl, turtle
from tests.shared import needs_shared, shared
from thence.model.proof import Proof, Step
from thence.model.rule import Variable
from thence.model.terms import Triple
from thence.reason import check_proof, close, infer, proof

ORDER = ":inOrder(?a, ?c) :- :v(?a, ?x), :v(?b, ?y), :v(?c, ?z), ?x < ?y, ?y < ?z ."
FACTS = ":n1 :v 4 . :n2 :v 9 . :n3 :v 16 ."


def one(text: str) -> Triple:
    (triple,) = turtle(text)
    return triple


def explained(facts: str, rules: str, fact: str) -> Proof:
    found = proof(close(turtle(facts), srl(rules)), one(fact))
    assert found is not None
    return found


def test_comparisons_are_part_of_an_explanation_with_their_values():
    closure = close(turtle(FACTS), datalog(ORDER))
    assert closure.derived == (one(":n1 :inOrder :n3 ."),)
    found = proof(closure, closure.derived[0])
    assert found is not None
    assert found.leaves == tuple(sorted(turtle(FACTS)))
    last = found.as_json()["steps"][-1]
    assert [check["shown"] for check in last["comparisons"]] == ["4 < 9", "9 < 16"]
    assert json.loads(json.dumps(found.as_json())) == found.as_json()


@needs_shared
def test_the_shared_case_of_comparisons():
    folder = shared("cases", "O13-explain-comparisons")
    inference = infer([folder / "data.ttl"], rules=[folder / "rules.txt"])
    (fact,) = inference.derived
    found = proof(inference.closure, fact)
    assert found is not None
    assert len(found.leaves) == 3
    assert [check.shown for check in found.steps[-1].comparisons] == ["4 < 9", "9 < 16"]
    assert check_proof(found, inference.facts, inference.rules) == ()


def test_assignments_are_shown_with_their_values():
    rules = "RULE { ?x :share ?s } WHERE { ?x :p ?p ; :q ?q SET(?s := ?p * ?q / 100) FILTER(?s > 5) }"
    found = explained(":a :p 60.0 ; :q 12.5 .", rules, ":a :share 7.5 .")
    (assigned,) = found.steps[-1].assigned
    assert (assigned.expression, assigned.shown) == ("?s := (?p * ?q) / 100", "(60.0 * 12.5) / 100")
    assert [check.shown for check in found.steps[-1].comparisons] == ["7.5 > 5"]


def test_what_had_to_be_absent_is_named():
    found = explained(":a :p :b .", "RULE { ?x a :End } WHERE { ?y :p ?x NOT { ?x :p ?z } }", ":b a :End .")
    ((absent,),) = found.steps[-1].absent
    assert absent.subject == "<http://example.org/b>"
    assert absent.object == Variable("?z")


def test_a_fact_is_its_own_proof_and_what_does_not_hold_has_none():
    closure = close(turtle(":a :p :b ."), srl("RULE { ?x :q ?y } WHERE { ?x :p ?y }"))
    found = proof(closure, one(":a :p :b ."))
    assert found is not None
    assert found.height == 0
    assert proof(closure, one(":b :q :a .")) is None
    assert proof(closure, one(":nobody :knows :this .")) is None


def test_the_proof_of_least_height_is_chosen():
    rules = """RULE <urn:x:a> { ?x :far ?z } WHERE { ?x :near ?y . ?y :far ?z }
        RULE <urn:x:b> { ?x :far ?y } WHERE { ?x :near ?y }
        RULE <urn:x:c> { ?x :far ?y } WHERE { ?x :road ?y }"""
    found = explained(":a :near :b . :b :near :c . :a :road :c .", rules, ":a :far :c .")
    assert found.height == 1
    assert found.steps[-1].rule == "urn:x:c"


def test_of_equal_proofs_the_least_rule_then_the_least_premises_are_chosen():
    rules = "RULE <urn:x:a> { ?x :q ?z } WHERE { ?x :p ?y . ?y :p ?z } RULE <urn:x:b> { ?x :q ?y } WHERE { ?x :r ?y }"
    found = explained(":a :p :m, :n . :m :p :z . :n :p :z . :a :r :z .", rules, ":a :q :z .")
    assert found.steps[-1].rule == "urn:x:a"
    assert found.leaves == tuple(sorted(turtle(":a :p :m . :m :p :z .")))


def test_a_proof_lists_each_fact_once_and_premises_first():
    facts = " ".join(f":n{number} :next :n{number + 1} ." for number in range(9))
    rules = "TRANSITIVE(:next)"
    found = explained(facts, rules, ":n0 :next :n9 .")
    concluded = [step.fact for step in found.steps]
    assert len(set(concluded)) == len(concluded)
    for position, step in enumerate(found.steps):
        assert set(step.premises) <= set(concluded[:position])
    assert found.height == 4  # the shortest way to join nine steps in pairs


RULES = """RULE <urn:x:near> { ?x :far ?y } WHERE { ?x :near ?y FILTER(?x != ?y) NOT { ?x :not ?y } }
    RULE <urn:x:on> { ?x :far ?z } WHERE { ?x :far ?y . ?y :near ?z }"""
ROADS = ":a :near :b . :b :near :c ."


def forged(change: object) -> list[str]:
    rules = srl(RULES)
    facts = turtle(ROADS)
    found = proof(close(facts, rules), one(":a :far :c ."))
    assert found is not None
    assert check_proof(found, facts, rules) == ()
    changed = replace(found, steps=tuple(change(list(found.steps))))  # type: ignore[operator]
    return [finding.code for finding in check_proof(changed, facts, rules)]


def _with(steps: list[Step], number: int, **fields: object) -> list[Step]:
    steps[number] = replace(steps[number], **fields)  # type: ignore[arg-type]
    return steps


def test_a_forged_leaf_is_refused():
    fake = one(":a :near :z .")
    assert forged(lambda steps: [Step(fake), *steps]) == ["TH911"]


def test_a_forged_premise_is_refused():
    fake = one(":b :near :z .")
    assert "TH913" in forged(lambda steps: _with(steps, -1, premises=(steps[-1].premises[0], fake)))


def test_a_missing_step_is_refused():
    assert "TH913" in forged(lambda steps: steps[1:])


def test_a_wrong_rule_is_refused():
    assert forged(lambda steps: _with(steps, -1, rule="urn:x:near")) == ["TH914"]
    assert forged(lambda steps: _with(steps, -1, rule="urn:x:nobody")) == ["TH912"]


def test_another_conclusion_is_refused():
    assert forged(lambda steps: _with(steps, -1, fact=one(":a :far :z ."))) == ["TH914"]


def test_a_circular_proof_is_refused():
    loop = one(":a :far :c .")

    def circle(steps: list[Step]) -> list[Step]:
        return [replace(steps[-1], premises=(loop, steps[-1].premises[1]))]

    assert "TH913" in forged(circle)


def test_forged_bindings_and_comparisons_are_refused():
    def bindings(steps: list[Step]) -> list[Step]:
        number = next(n for n, step in enumerate(steps) if step.comparisons)
        return _with(steps, number, bindings=steps[number].bindings[:1])

    def comparisons(steps: list[Step]) -> list[Step]:
        number = next(n for n, step in enumerate(steps) if step.comparisons)
        return _with(steps, number, comparisons=())

    assert forged(bindings) == ["TH915"]
    assert forged(comparisons) == ["TH915"]


def test_something_present_that_had_to_be_absent_is_refused():
    rules = srl(RULES)
    found = proof(close(turtle(ROADS), rules), one(":a :far :b ."))
    assert found is not None
    with_the_opposite = turtle(ROADS + ":a :not :b .")
    assert [finding.code for finding in check_proof(found, with_the_opposite, rules)] == ["TH916"]


def test_an_empty_proof_is_refused():
    assert [finding.code for finding in check_proof(Proof(()), set(), srl(""))] == ["TH913"]


@pytest.mark.parametrize("effort", [0, 1_000_000])
def test_a_proof_says_whether_it_is_the_canonical_one(effort: int):
    closure = close(turtle(ROADS), srl(RULES))
    found = proof(closure, one(":a :far :c ."), effort=effort)
    assert found is not None
    assert found.canonical == (effort > 0)
