"""The rule engine: semi-naive over columns, group by group, one recorded derivation a fact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from thence.errors import StoreError
from thence.model.rule import Rule, RuleKind, RuleSet
from thence.reason.columns import Relation
from thence.reason.dictionary import Column
from thence.reason.expressions import Evaluator
from thence.reason.factbase import FactBase
from thence.reason.plan import Atom, Plan, Template, plan
from thence.reason.solve import Exhausted, Solver
from thence.reason.table import Table
from thence.reason.transitive import close_transitively

__all__ = ["Budget", "Engine"]


@dataclass(frozen=True, slots=True)
class Budget:
    """How far a closure may go before it is given up.

    facts: derived facts.   rounds: applications of the rules of one recursive group.   rows: rows the joins look at.
    """

    facts: int = 50_000_000
    rounds: int = 100_000
    rows: int = 2_000_000_000


class Engine:
    """Closes a fact base under rules; the fact base grows."""

    def __init__(self, facts: FactBase, rules: RuleSet, budget: Budget) -> None:
        self.facts = facts
        self.budget = budget
        self.plans = [plan(number, rule, facts) for number, rule in enumerate(rules.rules)]
        self.order = rules.order
        self.solver = Solver(Evaluator(facts.dictionary), budget.rows)
        self.grown = [0] * len(self.plans)

    def run(self) -> None:
        """Apply the rules until nothing new follows. Raises StoreError TH620 when the budget is spent."""
        for group in self.order:
            plans = [self.plans[number] for number in group]
            rounds = 0
            while True:
                before = self.facts.size
                for each in plans:
                    if self._is_due(each):
                        self._guarded(each)
                if self.facts.size == before or not any(self._is_due(each) for each in plans):
                    break
                rounds += 1
                if rounds > self.budget.rounds:
                    raise self._spent(f"{rounds} rounds", group)

    def clashes(self, rule: int) -> list[tuple[Column, ...]]:
        """Return the premise columns of a constraint's solutions, one tuple of columns for each block of them."""
        each = self.plans[rule]
        assert each.rule.kind is RuleKind.DENIES
        tasks = [(number, atom, len(atom.source.chunks)) for number, atom in enumerate(each.atoms)]
        tables = self.solver.solutions(Table(1, {}, {}), tasks, each.conditions, None)
        return [tuple(table.premises[number] for number in range(len(each.atoms))) for table in tables]

    def _guarded(self, each: Plan) -> None:
        try:
            self._apply(each)
        except Exhausted:
            raise self._spent(f"{self.solver.work} rows looked at", (each.number,)) from None

    # ---- one rule ------------------------------------------------------------------------------
    @staticmethod
    def _is_due(each: Plan) -> bool:
        if not each.heads:
            return False
        if not each.ran:
            return True
        return any(len(atom.source.chunks) != mark for atom, mark in zip(each.atoms, each.marks, strict=True))

    def _apply(self, each: Plan) -> None:
        now = [len(atom.source.chunks) for atom in each.atoms]
        old, first = each.marks, not each.ran
        each.marks, each.ran = now, True
        if not all(now):
            each.ran = not each.atoms
            each.marks = [0] * len(now)
            return
        if each.transitive and first:
            source = each.atoms[0].source
            assert isinstance(source, Relation)
            self._count(each, close_transitively(self.facts, source, each.number))
            each.marks = [len(source.chunks)] * 2
            return
        if first or not each.atoms:
            if len(each.atoms) == 1:
                self._solve(each, self._seed(each.atoms[0], 0, 0, now[0]), [])
            else:
                self._solve(each, Table(1, {}, {}), list(range(len(now))), now)
            return
        for number, atom in enumerate(each.atoms):
            if now[number] == old[number]:
                continue
            # The delta goes first: later atoms then probe indexes with bound variables. Atoms before it see what is
            # new too, atoms behind it only what is old: each combination comes once.
            limits = [*now[:number], 0, *old[number + 1 :]]
            seed = self._seed(atom, number, old[number], now[number])
            self._solve(each, seed, [other for other in range(len(now)) if other != number], limits)

    @staticmethod
    def _seed(atom: Atom, number: int, low: int, high: int) -> Table:
        """Return the facts of chunks ``low`` to ``high`` that an atom matches."""
        ids, *columns = atom.source.columns(low, high)
        table = Table(len(ids), {}, {number: ids})
        keep = None
        for node, column in zip(atom.nodes, columns, strict=True):
            if isinstance(node, int):
                same = column == node
            elif node in table.columns:
                same = column == table.columns[node]
            else:
                table.columns[node] = column
                continue
            keep = same if keep is None else keep & same
        return table if keep is None else table.keep(keep)

    def _solve(self, each: Plan, table: Table, others: Sequence[int], limits: Sequence[int] = ()) -> None:
        if any(not limits[number] for number in others):
            return
        tasks = [(number, each.atoms[number], limits[number]) for number in others]
        for found in self.solver.solutions(table, tasks, each.conditions, each.needed):
            premises = tuple(found.premises[number] for number in range(len(each.atoms)))
            for template in each.heads:
                self._conclude(each, template, found, premises)

    # ---- conclusions ---------------------------------------------------------------------------
    def _conclude(self, each: Plan, template: Template, table: Table, premises: tuple[Column, ...]) -> None:
        columns = [
            np.full(table.rows, node, np.int32) if isinstance(node, int) else table.columns[node] for node in template
        ]
        kinds = self.facts.dictionary.kinds
        keep = None
        if template[0] in each.unchecked:
            keep = kinds[columns[0]] != 1  # RDF has no literal subjects
        if not isinstance(template[1], int):
            named = kinds[columns[1]] == 0
            keep = named if keep is None else keep & named
        if keep is not None and not keep.all():
            at = np.flatnonzero(keep)
            columns = [column[at] for column in columns]
            premises = tuple(column[at] for column in premises)
        subject, predicate, obj = columns
        if isinstance(template[1], int):
            self._insert_property(each, template[1], template[2], subject, obj, premises)
            return
        for name in np.unique(predicate).tolist():
            at = np.flatnonzero(predicate == name)
            some = tuple(column[at] for column in premises)
            self._insert_property(each, name, template[2], subject[at], obj[at], some)

    def _insert_property(
        self, each: Plan, name: int, node: object, subject: Column, obj: Column, premises: tuple[Column, ...]
    ) -> None:
        facts = self.facts
        if name != facts.type_id:
            relation = facts.relation(("property", name))
            self._count(each, facts.insert(relation, (subject, obj), each.number, premises, distinct=each.distinct))
        elif isinstance(node, int):
            relation = facts.relation(("class", node))
            self._count(each, facts.insert(relation, (subject,), each.number, premises, distinct=each.distinct))
        else:
            for kind in np.unique(obj).tolist():
                at = np.flatnonzero(obj == kind)
                some = tuple(column[at] for column in premises)
                relation = facts.relation(("class", kind))
                self._count(each, facts.insert(relation, (subject[at],), each.number, some))

    # ---- budget --------------------------------------------------------------------------------
    def _count(self, each: Plan, new: int) -> None:
        self.grown[each.number] += new
        if self.facts.size - self.facts.asserted > self.budget.facts:
            raise self._spent(f"{self.facts.size - self.facts.asserted} derived facts", range(len(self.plans)))

    def _spent(self, what: str, suspects: Sequence[int]) -> StoreError:
        worst: Rule = self.plans[max(suspects, key=lambda number: (self.grown[number], -number))].rule
        grown = self.grown[max(suspects, key=lambda number: (self.grown[number], -number))]
        return StoreError(
            "TH620",
            f"the rules were given up after {what}; rule {worst.name} grew most ({grown} facts)",
            at=worst.at,
            hint="bind the rule's patterns to each other, or raise the budget",
        )
