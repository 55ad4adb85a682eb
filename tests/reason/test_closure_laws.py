"""Laws of every closure, on random facts and rules."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reason.programs import facts, programs
from tests.reason.reference import reference_closure
from thence.model.rule import RuleSet
from thence.model.terms import Triple, is_literal
from thence.reason import Closure, check_proof, close, proof, rule_set
from thence.reason.stratify import stratify

Facts = frozenset[Triple]
_few = settings(max_examples=150, deadline=None, derandomize=True)
_fewer = settings(max_examples=60, deadline=None, derandomize=True)


@_few
@given(facts, programs())
def test_the_engine_derives_what_the_plain_closure_derives(given_facts: Facts, rules: RuleSet):
    derived = close(given_facts, rules).derived
    assert set(derived) == reference_closure(given_facts, rules)
    assert list(derived) == sorted(set(derived))


@_fewer
@given(facts, programs())
def test_closing_twice_changes_nothing(given_facts: Facts, rules: RuleSet):
    positive = RuleSet(tuple(r for r in rules.rules if not r.negations))
    positive = RuleSet(positive.rules, stratify(positive.rules))
    once = close(given_facts, positive).derived
    assert close(given_facts | set(once), positive).derived == ()


@_fewer
@given(facts, facts, programs())
def test_more_facts_never_remove_conclusions_of_positive_rules(some: Facts, more: Facts, rules: RuleSet):
    positive = tuple(r for r in rules.rules if not r.negations)
    fewer = RuleSet(positive, stratify(positive))
    assert set(close(some, fewer).derived) <= set(close(some | more, fewer).derived) | more


@_fewer
@given(facts, programs(), st.integers(0, 1000))
def test_the_order_of_facts_does_not_matter(given_facts: Facts, rules: RuleSet, seed: int):
    shuffled = sorted(given_facts)
    random.Random(seed).shuffle(shuffled)
    assert close(shuffled, rules).to_files() == close(sorted(given_facts), rules).to_files()


@_fewer
@given(facts, programs(), st.integers(0, 1000))
def test_the_order_of_rules_does_not_matter(given_facts: Facts, rules: RuleSet, seed: int):
    shuffled = list(rules.rules)
    random.Random(seed).shuffle(shuffled)
    one, other = rule_set((), rules.rules), rule_set((), shuffled)
    assert close(given_facts, one).to_files() == close(given_facts, other).to_files()


@_fewer
@given(facts, programs())
def test_every_derived_fact_has_a_proof_that_checks(given_facts: Facts, rules: RuleSet):
    closure = close(given_facts, rules)
    everything = given_facts | set(closure.derived)
    for fact in closure.derived:
        found = proof(closure, fact)
        assert found is not None
        assert found.canonical
        assert found.conclusion == fact
        assert set(found.leaves) <= given_facts
        assert check_proof(found, given_facts, rules, closed=everything) == ()


@_fewer
@given(facts, programs())
def test_recorded_proofs_check_as_well_and_are_never_lower(given_facts: Facts, rules: RuleSet):
    closure = close(given_facts, rules)
    everything = given_facts | set(closure.derived)
    for fact in closure.derived:
        recorded, canonical = proof(closure, fact, effort=0), proof(closure, fact)
        assert recorded is not None
        assert canonical is not None
        assert canonical.height <= recorded.height
        assert check_proof(recorded, given_facts, rules, closed=everything) == ()


@_fewer
@given(facts, programs())
def test_premises_are_older_than_conclusions(given_facts: Facts, rules: RuleSet):
    trace = close(given_facts, rules).trace
    for fact in range(trace.asserted, len(trace)):
        _, premises = trace.application(fact)
        assert all(premise < fact for premise in premises)


@_fewer
@given(facts, programs())
def test_nothing_derived_has_a_literal_subject_or_is_a_fact(given_facts: Facts, rules: RuleSet):
    derived = close(given_facts, rules).derived
    assert not any(is_literal(subject) for subject, _, _ in derived)
    assert not given_facts & set(derived)


@_fewer
@given(facts, programs())
def test_a_closure_comes_back_from_its_files(given_facts: Facts, rules: RuleSet):
    closure = close(given_facts, rules)
    files = closure.to_files()
    again = Closure.from_files(files)
    assert again.derived == closure.derived
    assert again.to_files() == files
    for fact in closure.derived:
        assert again.derivation(fact) == closure.derivation(fact)
        assert proof(again, fact) == proof(closure, fact)
