"""The engine's promises about size, budget, files and determinism."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from tests.reason.graphs import owl, srl, turtle
from thence.errors import StoreError
from thence.model.finding import Severity
from thence.reason import Budget, Closure, close
from thence.reason.solve import Solver


def test_a_fact_costs_few_bytes():
    facts = turtle(" ".join(f":n{number} a :C0 ; :p :n{number + 1} ." for number in range(500)))
    axioms = " ".join(f":C{number} rdfs:subClassOf :C{number + 1} ." for number in range(20))
    closure = close(facts, owl(axioms + ":p rdfs:subPropertyOf :q . :q owl:inverseOf :r ."))
    assert len(closure.derived) == 500 * 20 + 500 * 2
    assert closure.trace.bytes_held / len(closure.trace) <= 16


def test_a_spent_budget_names_the_rule_that_grew():
    facts = turtle(" ".join(f":n{number} :p :m{number} ." for number in range(100)))
    rules = srl("""RULE <urn:x:small> { ?x a :C } WHERE { ?x :p ?y }
        RULE <urn:x:cross> { ?x :q ?z } WHERE { ?x :p ?y . ?w :p ?z }""")
    for budget in (Budget(facts=2000), Budget(rows=2000)):
        with pytest.raises(StoreError, match="cross") as caught:
            close(facts, rules, budget=budget)
        assert caught.value.code == "TH620"
        assert caught.value.exit_code == 4


def test_a_budget_of_rounds_stops_long_recursions():
    facts = turtle(" ".join(f":n{number} :p :n{number + 1} ." for number in range(60)) + ":n0 a :On .")
    rules = srl("RULE <urn:x:walk> { ?y a :On } WHERE { ?x a :On . ?x :p ?y }")
    assert len(close(facts, rules).derived) == 60
    with pytest.raises(StoreError, match="walk"):
        close(facts, rules, budget=Budget(rounds=10))


def test_joins_larger_than_a_block_give_the_same(monkeypatch: pytest.MonkeyPatch):
    facts = turtle(
        " ".join(f":n{number % 9} :p :m{number % 7} . :m{number % 7} :q :k{number} ." for number in range(60))
    )
    rules = srl("RULE { ?x :r ?z } WHERE { ?x :p ?y . ?y :q ?z NOT { ?x :p :m3 . ?z :none ?x } }")
    whole = close(facts, rules).derived
    monkeypatch.setattr("thence.reason.solve._BLOCK", 10)
    assert close(facts, rules).derived == whole


def test_forgetting_early_gives_the_same(monkeypatch: pytest.MonkeyPatch):
    facts = turtle(
        " ".join(
            f':t{n} :from :f{n % 5} ; :to :f{n * 3 % 5} ; :on "2024-01-{n % 28 + 1:02d}"^^xsd:date .' for n in range(60)
        )
    )
    rules = srl("""RULE { ?a :back ?c } WHERE { ?t1 :from ?a ; :to ?b ; :on ?d1 . ?t2 :from ?b ; :to ?c ; :on ?d2 .
        FILTER(?d1 < ?d2) ?t3 :from ?c ; :to ?d ; :on ?d3 FILTER(?d3 >= ?d2) }""")
    monkeypatch.setattr("thence.reason.solve._SLIM_FROM", 10**9)
    plain = close(facts, rules).derived
    assert plain
    monkeypatch.setattr("thence.reason.solve._SLIM_FROM", 1)
    assert close(facts, rules).derived == plain


def test_round_trips_among_thousands_of_payments_keep_to_few_rows(monkeypatch: pytest.MonkeyPatch):
    from thence.reason import load_rules

    payments = []
    for number in range(2000):
        a, b = number * 7 % 25, number * 11 % 24
        b = b + 1 if b >= a else b
        payments.append(
            f":t{number} a money:Payment ; money:payer :f{a} ; money:payee :f{b} ; "
            f'th:occurredOn "2024-{number % 12 + 1:02d}-{number % 28 + 1:02d}"^^xsd:date .'
        )
    work: list[int] = []
    spend = Solver._spend
    monkeypatch.setattr(Solver, "_spend", lambda self, rows: (work.append(rows), spend(self, rows))[1])
    started = time.process_time()
    closure = close(turtle("\n".join(payments)), load_rules([], shipped=True))
    assert len(closure.derived) == 25
    assert sum(work) < 100 * len(payments) * 25
    assert time.process_time() - started < 20


def test_damaged_files_are_refused_with_what_to_do():
    files = close(turtle(":a :p :b ."), srl("RULE { ?x :q ?y } WHERE { ?x :p ?y }")).to_files()
    for name in files:
        for damaged in ({**files, name: files[name][:-3]}, {key: files[key] for key in files if key != name}):
            with pytest.raises(StoreError) as caught:
                Closure.from_files(damaged)
            assert caught.value.code == "TH621"


def test_inconsistencies_survive_the_files():
    closure = close(turtle(":a a :C, :D ."), owl(":C owl:disjointWith :D ."))
    again = Closure.from_files(closure.to_files())
    assert again.inconsistencies == closure.inconsistencies
    assert again.inconsistencies[0].severity == Severity.VIOLATION


_PROGRAM = """
from tests.reason.graphs import srl, turtle
from thence.reason import close
facts = turtle(" ".join(f":n{i} :p :n{i * 7 % 30}, :n{i * 11 % 30} ; :v {i} ." for i in range(30)))
rules = srl('RULE { ?x :q ?z } WHERE { ?x :p ?y . ?y :p ?z FILTER(?x != ?z) } '
            'RULE { ?n a :Sum ; :of ?x ; :v ?s } WHERE { ?x :q ?y ; :v ?a . ?y :v ?b '
            'SET(?s := ?a + ?b) SET(?n := SKOLEM("sum", ?x, ?y)) }')
import hashlib
files = close(facts, rules).to_files()
print(hashlib.sha256(b"".join(files[name] for name in sorted(files))).hexdigest())
"""


def test_the_same_bytes_under_any_hash_seed():
    seen = set()
    for seed in ("0", "1", "7"):
        run = subprocess.run(
            [sys.executable, "-c", _PROGRAM],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        seen.add(run.stdout)
    assert len(seen) == 1


def test_no_rules_and_no_facts_are_fine():
    assert close((), srl("")).derived == ()
    assert close(turtle(":a :p :b ."), srl("")).derived == ()
    assert close((), srl("DATA { :a :p :b } RULE { ?y :q ?x } WHERE { ?x :p ?y }")).derived == tuple(
        sorted(turtle(":a :p :b . :b :q :a ."))
    )
