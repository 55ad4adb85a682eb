"""All rule applications that give a fact, found by joining a rule's body with the fact's own bindings."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import numpy.typing as npt

from thence.model.rule import Rule, RuleKind, RuleSet, Variable
from thence.reason.dictionary import Dictionary
from thence.reason.expressions import Evaluator
from thence.reason.factbase import FactBase
from thence.reason.patterns import bucket_of, constants_of
from thence.reason.plan import Plan, Template, plan
from thence.reason.solve import Exhausted, Solver
from thence.reason.table import Table
from thence.reason.trace import Trace

__all__ = ["Applications", "Exhausted"]

Premises = npt.NDArray[np.int32]
"""One row for each application, one fact id for each pattern."""


class Applications:
    """Finds the applications of a rule set on the closed facts of a trace; the trace itself stays as it is."""

    def __init__(self, trace: Trace, rules: RuleSet) -> None:
        self.trace = trace
        self.rules = rules
        dictionary: Dictionary = trace.dictionary.copy()
        self._facts = FactBase.over(trace.chunks, dictionary)
        for rule in rules.rules:
            for term in constants_of(rule):
                dictionary.id(term)
        self._solver = Solver(Evaluator(dictionary))
        self._plans: dict[int, Plan] = {}
        self._by_head: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for number, rule in enumerate(rules.rules):
            if rule.kind is RuleKind.DERIVES:
                for bucket in {bucket_of(template) for template in rule.head}:
                    self._by_head[bucket].append(number)

    def of(self, fact: int, effort: int) -> dict[int, Premises]:
        """Return rule number -> premises of each application that may be the least way to a fact.

        A derived fact has height 1 at least, so where a rule gives it from asserted premises alone, these applications
        are all that is returned: rules come in the order of their IRIs, and no later one goes before it.
        Raises Exhausted when the joins look at more than ``effort`` rows.
        """
        terms = self.trace.triple(fact)
        ids = [self._facts.dictionary.ids[term] for term in terms]
        found: dict[int, Premises] = {}
        self._solver.limit = self._solver.work + effort
        for number in self._rules_for(ids):
            each = self._plan(number)
            starts = [_unify(template, ids) for template in each.heads]
            rows = [self._solve(each, start) for start in starts if start is not None]
            rows = [row for row in rows if len(row)]
            if not rows:
                continue
            found[number] = np.unique(np.concatenate(rows), axis=0)
            flat = found[number][(found[number] < self.trace.asserted).all(axis=1)]
            if len(flat):
                return {number: flat}
        return found

    def _rules_for(self, ids: list[int]) -> list[int]:
        _, predicate, obj = ids
        terms = self._facts.dictionary.terms
        buckets = [("property", str(terms[predicate])), ("", "")]
        if predicate == self.trace.type_id:
            buckets = [("class", str(terms[obj])), ("class", ""), ("", "")]
        return sorted({number for bucket in buckets for number in self._by_head.get(bucket, ())})

    def _plan(self, number: int) -> Plan:
        found = self._plans.get(number)
        if found is None:
            rule: Rule = self.rules.rules[number]
            found = self._plans[number] = plan(number, rule, self._facts)
        return found

    def _solve(self, each: Plan, start: dict[Variable, int]) -> Premises:
        columns = {name: np.array([number], np.int32) for name, number in start.items()}
        tasks = [(number, atom, len(atom.source.chunks)) for number, atom in enumerate(each.atoms)]
        found: list[Premises] = [np.empty((0, len(tasks)), np.int32)]
        for table in self._solver.solutions(Table(1, columns, {}), tasks, each.conditions, None):
            rows = [table.premises[number] for number in range(len(tasks))]
            found.append(np.stack(rows, axis=1) if rows else np.empty((table.rows, 0), np.int32))
        return np.concatenate(found)


def _unify(template: Template, ids: list[int]) -> dict[Variable, int] | None:
    """Return what makes a head the fact, or None."""
    found: dict[Variable, int] = {}
    for node, number in zip(template, ids, strict=True):
        if isinstance(node, int):
            if node != number:
                return None
        elif found.setdefault(node, number) != number:
            return None
    return found
