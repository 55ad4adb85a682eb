"""Expressions over whole columns: comparisons by rank, the rest once for each different solution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from thence.model.rule import Call, Expression, Variable, expression_text, expression_variables
from thence.model.terms import Term
from thence.names import content_hash
from thence.reason.dictionary import Column, Dictionary, Mask
from thence.reason.values import FALSE, NAME, TRUE, Failed, Undecided, evaluate, truth, value_of

__all__ = ["Evaluator", "ask_store", "unique_rows"]

Indices = npt.NDArray[np.intp]
_COMPARISONS = frozenset({"=", "!=", "<", ">", "<=", ">="})


def unique_rows(columns: Sequence[Column], rows: int) -> tuple[Indices, Indices]:
    """Return where each different row stands first, in order of the rows' values, and each row's number among these."""
    if not columns:
        return np.zeros(min(rows, 1), np.intp), np.zeros(rows, np.intp)
    key = columns[0].astype(np.int64)
    for column in columns[1:]:
        if key.size and key.max() >= 1 << 31:
            _, key = np.unique(key, return_inverse=True)
        key = key.astype(np.int64) << 32 | column
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    return first, inverse


def ask_store(
    expression: Expression, solutions: Sequence[Mapping[Variable, Term]], *, boolean: bool
) -> list[Term | None]:
    """Return what the store's SPARQL makes of an expression for many solutions; None where it has an error.

    boolean: whether the effective boolean value is wanted. SKOLEM, which SPARQL lacks, is worked out here.
    """
    if not solutions:
        return []
    if isinstance(expression, Call) and expression.operator == "SKOLEM":
        parts = [ask_store(argument, solutions, boolean=False) for argument in expression.arguments]
        whole = [[term for term in row if term is not None] for row in zip(*parts, strict=True)]
        return [evaluate(Call("SKOLEM", tuple(row)), {}) if len(row) == len(parts) else None for row in whole]
    from thence.store.sparql import evaluate_expression  # few rule sets need the store's SPARQL

    prepared, bound = _without_skolem(expression, solutions)
    names = sorted(set(expression_variables(prepared)))
    text = expression_text(prepared)
    if boolean:
        text = f"IF({text}, true, false)"
    complete = [number for number, solution in enumerate(bound) if all(name in solution for name in names)]
    rows = [[bound[number][name] for name in names] for number in complete]
    answers = evaluate_expression(text, [name[1:] for name in names], rows, prefixes={})
    found: list[Term | None] = [None] * len(solutions)
    for number, answer in zip(complete, answers, strict=True):
        found[number] = answer
    return found


def _without_skolem(
    expression: Expression, solutions: Sequence[Mapping[Variable, Term]]
) -> tuple[Expression, Sequence[Mapping[Variable, Term]]]:
    """Return the expression with its SKOLEM calls replaced by variables bound to what they come to."""
    if not isinstance(expression, Call):
        return expression, solutions
    if expression.operator == "SKOLEM":
        made = ask_store(expression, solutions, boolean=False)
        name = Variable(f"?thence_{content_hash(expression_text(expression))}")
        bound = [
            solution if term is None else {**solution, name: term}
            for solution, term in zip(solutions, made, strict=True)
        ]
        return name, bound
    arguments: list[Expression] = []
    for argument in expression.arguments:
        inner, solutions = _without_skolem(argument, solutions)
        arguments.append(inner)
    return Call(expression.operator, tuple(arguments)), solutions


class Evaluator:
    """Evaluates the expressions of rules over columns of term ids."""

    def __init__(self, dictionary: Dictionary) -> None:
        self.dictionary = dictionary
        self._values: dict[int, tuple[int, object]] = {}

    # ---- conditions ----------------------------------------------------------------------------
    def holds(self, expression: Expression, columns: Mapping[Variable, Column], rows: int) -> Mask:
        """Return in which rows a condition is true; errors count as not true."""
        return self._truth(expression, columns, rows)[0]

    def _truth(self, expression: Expression, columns: Mapping[Variable, Column], rows: int) -> tuple[Mask, Mask]:
        """Return (true, false) for each row; neither means an error."""
        if isinstance(expression, Call):
            operator, arguments = expression.operator, expression.arguments
            if operator in {"&&", "||"}:
                a_true, a_false = self._truth(arguments[0], columns, rows)
                b_true, b_false = self._truth(arguments[1], columns, rows)
                if operator == "&&":
                    return a_true & b_true, a_false | b_false
                return a_true | b_true, a_false & b_false
            if operator == "!":
                true, false = self._truth(arguments[0], columns, rows)
                return false, true
            if operator in _COMPARISONS and not any(isinstance(argument, Call) for argument in arguments):
                left, right = (self._column(argument, columns, rows) for argument in arguments)
                true, undecided = self._compare(operator, left, right)
                false = ~(true | undecided)
                at = np.flatnonzero(undecided)
                if len(at):
                    some = {name: column[at] for name, column in columns.items()}
                    true[at], false[at] = self._row_by_row(expression, some, len(at))
                return true, false
        return self._row_by_row(expression, columns, rows)

    def _column(self, node: Expression, columns: Mapping[Variable, Column], rows: int) -> Column:
        assert not isinstance(node, Call)
        if node.startswith("?"):
            return columns[Variable(node)]
        return np.full(rows, self.dictionary.id(Term(node)), np.int32)

    def _value(self, number: int) -> tuple[int, object]:
        known = self._values.get(number)
        if known is None:
            value = value_of(self.dictionary.terms[number])
            known = self._values[number] = (0, None) if value is None else (value.family, value.key)
        return known

    def _compare(self, operator: str, left: Column, right: Column) -> tuple[Mask, Mask]:
        """Return (true, undecided): values are ranked within their family, then ranks compared."""
        if operator in {"=", "!="}:
            kinds = self.dictionary.kinds
            if (kinds[left] != 1).all() and (kinds[right] != 1).all():
                return (left == right) if operator == "=" else (left != right), np.zeros(len(left), bool)
        ids, inverse = np.unique(np.concatenate([left, right]), return_inverse=True)
        values = [self._value(number) for number in ids.tolist()]
        families = np.fromiter((family for family, _ in values), np.int8, len(values))
        ranks = ids.astype(np.int64)
        for family in np.unique(families).tolist():
            if family in {0, NAME}:
                continue
            at = np.flatnonzero(families == family).tolist()
            rank: dict[object, int] = {}
            for key in sorted((values[i][1] for i in at), key=lambda key: key):  # type: ignore[arg-type,return-value]
                rank.setdefault(key, len(rank))
            for i in at:
                ranks[i] = rank[values[i][1]]
        a, b = inverse[: len(left)], inverse[len(left) :]
        fa, fb, ra, rb = families[a], families[b], ranks[a], ranks[b]
        same = (fa == fb) & (fa > 0)
        match operator:
            case "=":
                true = same & (ra == rb)
            case "!=":
                true = same & (ra != rb)
            case "<":
                true = same & (ra < rb)
            case ">":
                true = same & (ra > rb)
            case "<=":
                true = same & (ra <= rb)
            case _:
                true = same & (ra >= rb)
        if operator in {"=", "!="}:
            named = ((fa == NAME) | (fb == NAME)) & (fa > 0) & (fb > 0) & ~same
            return (true | named) if operator == "!=" else true, ~same & ~named
        names = fa == NAME
        return true & ~names, ~same | names

    def ranks(self, column: Column) -> npt.NDArray[np.int64] | None:
        """Return the order of a column's values as numbers, or None when they are not all of one ordered family."""
        ids, inverse = np.unique(column, return_inverse=True)
        values = [self._value(number) for number in ids.tolist()]
        families = {family for family, _ in values}
        if len(families) != 1 or families & {0, NAME}:
            return None
        keys = sorted({key for _, key in values})  # type: ignore[type-var]  # one family, one type of key
        rank = {key: number for number, key in enumerate(keys)}
        ranks = np.fromiter((rank[key] for _, key in values), np.int64, len(values))
        return ranks[inverse]

    def _row_by_row(self, expression: Expression, columns: Mapping[Variable, Column], rows: int) -> tuple[Mask, Mask]:
        first, inverse, solutions = self._solutions(expression, columns, rows)
        found = np.zeros(len(first), np.int8)
        waiting = []
        for number, solution in enumerate(solutions):
            try:
                found[number] = 1 if truth(expression, solution) else 2
            except Failed:
                pass
            except Undecided:
                waiting.append(number)
        answers = ask_store(expression, [solutions[number] for number in waiting], boolean=True)
        for number, answer in zip(waiting, answers, strict=True):
            found[number] = 1 if answer == TRUE else 2 if answer == FALSE else 0
        result = found[inverse]
        return result == 1, result == 2

    # ---- assignments ---------------------------------------------------------------------------
    def compute(self, expression: Expression, columns: Mapping[Variable, Column], rows: int) -> tuple[Column, Mask]:
        """Return the ids an expression comes to in each row, and where it comes to anything."""
        first, inverse, solutions = self._solutions(expression, columns, rows)
        found: list[Term | None] = [None] * len(first)
        waiting = []
        for number, solution in enumerate(solutions):
            try:
                found[number] = evaluate(expression, solution)
            except Failed:
                pass
            except Undecided:
                waiting.append(number)
        answers = ask_store(expression, [solutions[number] for number in waiting], boolean=False)
        for number, answer in zip(waiting, answers, strict=True):
            found[number] = answer
        # New ids are given in the order of the rows' values, whatever order the rows came in.
        ids = np.fromiter((-1 if term is None else self.dictionary.id(term) for term in found), np.int32, len(found))
        result = ids[inverse]
        return result, result >= 0

    def _solutions(
        self, expression: Expression, columns: Mapping[Variable, Column], rows: int
    ) -> tuple[Indices, Indices, list[dict[Variable, Term]]]:
        names = sorted(set(expression_variables(expression)))
        first, inverse = unique_rows([columns[name] for name in names], rows)
        terms = self.dictionary.terms
        picked = [columns[name][first].tolist() for name in names]
        solutions = [
            {name: terms[number] for name, number in zip(names, row, strict=True)} for row in zip(*picked, strict=True)
        ]
        return first, inverse, solutions if names else [{} for _ in range(len(first))]
