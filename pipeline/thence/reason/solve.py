"""Solutions of a rule's body: the next pattern chosen by counts, conditions as soon as possible, memory by blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from thence.model.rule import Assignment, Call, Filter, Variable
from thence.reason.dictionary import Column, Mask
from thence.reason.expressions import Evaluator, unique_rows
from thence.reason.plan import Atom, Condition
from thence.reason.table import Table, widen, width_of

__all__ = ["Exhausted", "Solver", "Task"]

_BLOCK = 4_000_000  # rows a join may make at once; more are worked through in blocks
_SLIM_FROM = 1_000  # rows from which forgetting columns pays for the sorting it takes
_ROW = Variable("?.row")

Task = tuple[int, Atom, int]
"""Number of a pattern, its atom, and how many chunks of its source count."""


class Exhausted(Exception):  # noqa: N818  # a limit reached, not a mistake
    """The joins looked at more rows than were allowed."""


class Solver:
    """Joins atoms in an order chosen from counts. work: rows looked at so far.   limit: of work, then Exhausted."""

    def __init__(self, evaluator: Evaluator, limit: int = 1 << 62) -> None:
        self.evaluator = evaluator
        self.work = 0
        self.limit = limit

    def solutions(
        self, table: Table, tasks: Sequence[Task], conditions: Sequence[Condition], needed: frozenset[Variable] | None
    ) -> Iterator[Table]:
        """Yield tables of solutions.

        needed: variables to keep; solutions alike in them (and in what is still to be read) become one. None keeps all.
        """
        todo, waiting = list(tasks), conditions
        while True:
            table, waiting = self._judge(table, waiting, todo)
            if not table.rows:
                return
            if needed is not None and table.rows >= _SLIM_FROM:
                table = self._slim(table, needed, todo, waiting)
            if not todo:
                yield table
                return
            task = self._next(table, todo)
            todo.remove(task)
            number, atom, chunks = task
            if atom.source.size > 1 and table.rows > 1:
                weights = width_of(table, atom, chunks, self._terms)
                if int(weights.sum()) > _BLOCK:
                    for start, end in table.parts(weights, _BLOCK):
                        part = widen(table.take(np.arange(start, end)), atom, number, chunks, self._terms)
                        self._spend(part.rows)
                        yield from self.solutions(part, todo, waiting, needed)
                    return
            table = widen(table, atom, number, chunks, self._terms)
            self._spend(table.rows)

    def _spend(self, rows: int) -> None:
        self.work += rows
        if self.work > self.limit:
            raise Exhausted

    @property
    def _terms(self) -> int:
        return len(self.evaluator.dictionary)

    def _next(self, table: Table, todo: Sequence[Task]) -> Task:
        """Return the task whose join promises the fewest rows; the first of equals."""
        if len(todo) == 1:
            return todo[0]
        return min(todo, key=lambda task: (self._promise(table, task[1]), task[0]))

    def _promise(self, table: Table, atom: Atom) -> float:
        """Return about how many rows one row becomes."""
        rows = float(atom.source.size)
        for position, node in enumerate(atom.nodes):
            if isinstance(node, int) or node in table.columns:
                rows /= atom.source.distinct(position)
        return rows

    # ---- forgetting ----------------------------------------------------------------------------
    def _slim(
        self, table: Table, needed: frozenset[Variable], todo: Sequence[Task], waiting: Sequence[Condition]
    ) -> Table:
        """Return the table without columns nothing reads any more, and of rows that then look alike the first.

        One derivation a fact is recorded, so such solutions are one. Likewise where all that is left for a variable is
        to be less than something (``FILTER(?d1 <= ?d2)``, ?d2 to come): of rows alike in all else the least is enough.
        """
        in_atoms = needed.union(*(atom.variables for _, atom, _ in todo))
        still = in_atoms.union(*(condition.needs for condition in waiting))
        table = table.project(still)
        for variable in sorted(table.columns.keys() - in_atoms):
            side = _bound_side(variable, waiting)
            if side and table.rows >= _SLIM_FROM:
                ranks = self.evaluator.ranks(table.columns[variable])
                if ranks is not None:
                    return table.best(variable, ranks if side > 0 else -ranks)
        return table

    # ---- conditions ----------------------------------------------------------------------------
    def _judge(
        self, table: Table, waiting: Sequence[Condition], todo: Sequence[Task]
    ) -> tuple[Table, Sequence[Condition]]:
        """Return the table after the conditions that can be judged, and those that still wait.

        Filters go first. Assignments cost most and drop nothing: one is worked out at a time, when no filter is left
        to judge, and only once all patterns are joined, unless one of these needs its variable.
        """
        rest = list(waiting)
        while table.rows:
            ready = [condition for condition in rest if condition.needs <= table.columns.keys()]
            condition = next((each for each in ready if not isinstance(each.element, Assignment)), None)
            if condition is None:
                condition = next((each for each in ready if _is_wanted(each, todo)), None)
            if condition is None:
                break
            rest.remove(condition)
            table = self._apply(table, condition)
        assert todo or not rest or not table.rows, f"conditions wait for ever: {rest}"
        return table, rest

    def _apply(self, table: Table, condition: Condition) -> Table:
        match condition.element:
            case Filter(expression):
                return table.keep(self.evaluator.holds(expression, table.columns, table.rows))
            case Assignment(variable, expression):
                column, known = self.evaluator.compute(expression, table.columns, table.rows)
                return self._assign(table, variable, column, known)
            case _:
                return table.keep(~self._present(table, condition))

    @staticmethod
    def _assign(table: Table, variable: Variable, column: Column, known: Mask) -> Table:
        if variable in table.columns:
            return table.keep(known & (table.columns[variable] == column))
        return Table(table.rows, {**table.columns, variable: column}, table.premises).keep(known)

    def _present(self, table: Table, condition: Condition) -> Mask:
        """Return for which rows the inside of a NOT has a solution."""
        names = sorted(condition.needs)
        first, inverse = unique_rows([table.columns[name] for name in names], table.rows)
        columns = {name: table.columns[name][first] for name in names}
        columns[_ROW] = np.arange(len(first), dtype=np.int32)
        tasks = [(number, atom, len(atom.source.chunks)) for number, atom in enumerate(condition.atoms)]
        found = np.zeros(len(first), bool)
        inner = Table(len(first), columns, {})
        for part in self.solutions(inner, tasks, condition.filters, frozenset({_ROW})):
            found[part.columns[_ROW]] = True
        return found[inverse]


def _is_wanted(condition: Condition, todo: Sequence[Task]) -> bool:
    """Return whether an assignment must be worked out now."""
    assert isinstance(condition.element, Assignment)
    variable = condition.element.variable
    return not todo or any(variable in atom.variables for _, atom, _ in todo)


def _bound_side(variable: Variable, waiting: Sequence[Condition]) -> int:
    """Return 1 where all conditions on a variable hold the sooner the less it is, -1 the greater, 0 otherwise."""
    sides = set()
    for condition in waiting:
        if variable not in condition.needs:
            continue
        if not isinstance(condition.element, Filter) or not isinstance(condition.element.expression, Call):
            return 0
        expression = condition.element.expression
        if expression.operator not in {"<", "<=", ">", ">="}:
            return 0
        left, right = expression.arguments
        if left == right or variable not in {left, right}:
            return 0
        sides.add(1 if (left == variable) == expression.operator.startswith("<") else -1)
    return sides.pop() if len(sides) == 1 else 0
