"""Every shipped rule has a case that fires it and one that must not: ``rules/SET/NAME.trig`` beside this file.

A case holds four graphs: what ``:fires`` the rule by itself and what is ``:expected`` then; what keeps all rules
``:silent`` about what is ``:refused``. Blank nodes in the last of each pair stand for any node.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from tests.reason.graphs import turtle
from thence.model.rule import Pattern, RuleSet, Variable
from thence.model.terms import Term, Triple, is_blank, lexical_of
from thence.ontology import load_ontology
from thence.reason import check_proof, close, load_rules, proof
from thence.reason.replay import unify
from thence.reason.stratify import stratify
from thence.store.rdf import parse

_CASES = sorted((Path(__file__).parent / "rules").rglob("*.trig"))
_SHIPPED = load_rules([], shipped=True, profile="none")


def _graphs(path: Path) -> dict[str, frozenset[Triple]]:
    graphs: defaultdict[str, set[Triple]] = defaultdict(set)
    for subject, predicate, obj, graph in parse(path):
        graphs[graph.rsplit("/", 1)[-1]].add((subject, predicate, obj))
    return {name: frozenset(triples) for name, triples in graphs.items()}


def _holds(wanted: frozenset[Triple], found: frozenset[Triple]) -> bool:
    """Return whether the triples hold, blank nodes standing for whatever fits."""
    patterns = [Pattern(*(Variable(f"?{t[2:]}") if is_blank(t) else t for t in triple)) for triple in sorted(wanted)]

    def search(rest: list[Pattern], bindings: dict[Variable, Term]) -> bool:
        if not rest:
            return True
        tries = (unify(rest[0], triple, bindings) for triple in found)
        return any(bound is not None and search(rest[1:], bound) for bound in tries)

    return search(patterns, {})


def _id(path: Path) -> str:
    return f"{path.parent.name}:{path.stem}"


def test_every_shipped_rule_has_a_case_and_a_label():
    named = {rule.iri.removeprefix("urn:thence:rule:"): rule for rule in _SHIPPED.rules}
    assert sorted(named) == [_id(path) for path in _CASES]
    for rule in named.values():
        assert rule.label
        assert rule.at.path == f"rules/{rule.rule_set}.srl"


@pytest.mark.parametrize("path", _CASES, ids=_id)
def test_a_shipped_rule_fires_by_itself(path: Path):
    graphs = _graphs(path)
    rule = _SHIPPED.rule(f"urn:thence:rule:{_id(path)}")
    assert rule is not None
    alone = RuleSet((rule,), stratify([rule]))
    closure = close(graphs["fires"], alone)
    assert _holds(graphs["expected"], frozenset(closure.derived))
    for fact in closure.derived:
        found = proof(closure, fact)
        assert found is not None
        assert check_proof(found, graphs["fires"], alone) == ()


@pytest.mark.parametrize("path", _CASES, ids=_id)
def test_the_shipped_rules_stay_silent_where_they_must(path: Path):
    graphs = _graphs(path)
    everything = frozenset(close(graphs["silent"], _SHIPPED).derived)
    patterns = defaultdict(set)
    for triple in graphs["refused"]:
        patterns[triple[0] if is_blank(triple[0]) else triple].add(triple)
    for group in patterns.values():
        assert not _holds(frozenset(group), everything)


def test_the_shipped_rules_go_with_the_shipped_ontology():
    ontology = load_ontology([])
    rules = load_rules([], ontology=ontology.triples, shipped=True)
    facts = turtle("""
        :o1 a own:Ownership ; own:owner :trust ; own:owned :acme ; own:percent 65.0 .
        :o2 a own:Ownership ; own:owner :acme ; own:owned :bolt ; own:percent 51.0 .
        :ann own:settlorOf :trust .
        :t1 a money:Payment ; money:payer :acme ; money:payee :bolt ; th:occurredOn "2024-03-01"^^xsd:date .
        :acme money:paid :bolt .
    """)
    closure = close(facts, rules)
    assert closure.inconsistencies == ()
    wanted = """:trust own:controls :acme, :bolt . :acme own:controls :bolt . :ann own:controls :acme, :bolt .
        :acme money:relatedPartyPayment :bolt ."""
    assert turtle(wanted) <= set(closure.derived)
    controls = {fact for fact in closure.derived if fact[1].endswith("#controls>")}
    assert not any(subject == obj for subject, _, obj in controls)
    shares = [lexical_of(o) for s, p, o in closure.derived if p.endswith("#percent>")]
    assert shares == ["33.15"]


def test_control_runs_through_long_chains_and_circles_without_reaching_oneself():
    chain = " ".join(
        f":s{n} a own:Ownership ; own:owner :f{n} ; own:owned :f{(n + 1) % 12} ; own:percent 60.0 ." for n in range(12)
    )
    closure = close(turtle(chain), _SHIPPED)
    controls = [fact for fact in closure.derived if fact[1].endswith("#controls>")]
    assert len(controls) == 12 * 11
    assert not any(subject == obj for subject, _, obj in controls)
