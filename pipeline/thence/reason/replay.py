"""One rule application worked out again from its premises, in plain Python and without the engine's columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from thence.model.proof import Check
from thence.model.rule import (
    Assignment,
    Call,
    Expression,
    Filter,
    Negation,
    Pattern,
    Rule,
    Variable,
    expression_text,
    is_hidden,
    is_variable,
)
from thence.model.terms import Term, Triple, datatype_of, is_literal, lexical_of
from thence.names import XSD, shorten
from thence.reason.expressions import ask_store
from thence.reason.values import TRUE, Failed, Undecided, evaluate, truth

__all__ = ["Mismatch", "Replay", "is_true", "match_premises", "replay", "shown", "unify"]

_PLAIN = frozenset({XSD.integer, XSD.decimal, XSD.date, XSD.dateTime, XSD.double, XSD.boolean, XSD.gYear})
_INFIX = frozenset({"||", "&&", "=", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/"})


class Mismatch(Exception):  # noqa: N818  # an answer, not a mistake of anybody
    """Why a rule does not yield a fact from the premises given."""


@dataclass(frozen=True, slots=True)
class Replay:
    """What an application came to: bindings, conditions and assignments with values, patterns that must be absent."""

    bindings: Mapping[Variable, Term]
    comparisons: tuple[Check, ...]
    assigned: tuple[Check, ...]
    absent: tuple[tuple[Pattern, ...], ...]
    negations: tuple[Negation, ...]

    def conclusions(self, rule: Rule) -> Iterator[Triple]:
        """Yield the rule's head with the bindings filled in."""
        for template in rule.head:
            subject, predicate, obj = template.bind(self.bindings)
            yield Term(subject), Term(predicate), Term(obj)


def unify(pattern: Pattern, triple: Triple, bindings: dict[Variable, Term]) -> dict[Variable, Term] | None:
    """Return the bindings widened so that a pattern becomes a triple, or None."""
    found = bindings
    for node, term in zip(pattern, triple, strict=True):
        if not is_variable(node):
            if node != term:
                return None
        elif node not in found:
            found = {**found, node: term}
        elif found[node] != term:
            return None
    return found


def match_premises(patterns: Sequence[Pattern], premises: Sequence[Triple]) -> dict[Variable, Term]:
    """Return what makes each pattern its premise. Raises Mismatch where nothing does."""
    if len(patterns) != len(premises):
        raise Mismatch(f"the rule has {len(patterns)} patterns, the step {len(premises)} premises")
    bindings: dict[Variable, Term] = {}
    for pattern, premise in zip(patterns, premises, strict=True):
        found = unify(pattern, premise, bindings)
        if found is None:
            raise Mismatch(f"premise {' '.join(premise)} does not fit the pattern {pattern}")
        bindings = found
    return bindings


def replay(rule: Rule, premises: Sequence[Triple]) -> Replay:
    """Return one application of a rule worked out again. Raises Mismatch when it is none.

    Absent patterns are returned, not judged: that takes the closure.
    """
    bindings = match_premises(rule.patterns, premises)
    comparisons, assigned, absent, negations = [], [], [], []
    for element in rule.body:
        match element:
            case Assignment(variable, expression):
                value = _value(expression, bindings)
                if value is None:
                    raise Mismatch(f"{expression_text(expression)} comes to nothing")
                if bindings.setdefault(variable, value) != value:
                    raise Mismatch(f"{variable} is {bindings[variable]}, not {value}")
                if not is_hidden(variable):
                    text = f"{variable} := {_bare(shown(expression, {}))}"
                    assigned.append(Check(text, _bare(shown(expression, bindings)), value))
            case Filter(expression):
                for part in _conjuncts(expression):
                    if not is_true(part, bindings):
                        raise Mismatch(f"{_bare(shown(part, bindings))} is not true")
                    text = _bare(shown(part, {}))
                    comparisons.append(Check(text, _bare(shown(part, bindings)), TRUE))
            case Negation(body):
                absent.append(tuple(part.bind(bindings) for part in body if isinstance(part, Pattern)))
                negations.append(element)
            case _:
                pass
    return Replay(bindings, tuple(comparisons), tuple(assigned), tuple(absent), tuple(negations))


def _conjuncts(expression: Expression) -> Iterator[Expression]:
    if isinstance(expression, Call) and expression.operator == "&&":
        for part in expression.arguments:
            yield from _conjuncts(part)
    else:
        yield expression


def _value(expression: Expression, bindings: Mapping[Variable, Term]) -> Term | None:
    try:
        return evaluate(expression, bindings)
    except Failed:
        return None
    except Undecided:
        return ask_store(expression, [bindings], boolean=False)[0]


def is_true(expression: Expression, bindings: Mapping[Variable, Term]) -> bool:
    """Return whether a condition is true for one solution; errors count as not true."""
    try:
        return truth(expression, bindings)
    except Failed:
        return False
    except Undecided:
        return ask_store(expression, [bindings], boolean=True)[0] == TRUE


def _bare(text: str) -> str:
    """Return an expression without the brackets around the whole."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for position, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return text[1:-1] if position == len(text) - 1 else text
    return text


def _word(term: Term) -> str:
    if is_literal(term):
        return lexical_of(term) if datatype_of(term) in _PLAIN else str(term)
    return shorten(term[1:-1]) if term.startswith("<") else str(term)


def shown(expression: Expression, bindings: Mapping[Variable, Term]) -> str:
    """Return an expression as people read it, with values in place of the variables that have one: ``4 < 9``."""
    if not isinstance(expression, Call):
        return _word(bindings.get(expression, Term(expression)) if is_variable(expression) else Term(expression))
    parts = [shown(part, bindings) for part in expression.arguments]
    operator = expression.operator
    if operator in _INFIX and len(parts) == 2:
        return f"({parts[0]} {operator} {parts[1]})"
    if operator in {"!", "-", "+"}:
        return f"({operator}{parts[0]})"
    if operator in {"IN", "NOT IN"}:
        return f"({parts[0]} {operator} ({', '.join(parts[1:])}))"
    name = shorten(operator[1:-1]) if operator.startswith("<") else operator
    return f"{name}({', '.join(map(_bare, parts))})"
