"""A slow, plain closure over Python sets: nothing shared with the engine but the rules' values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thence.model.rule import Call, Expression, Filter, Negation, Pattern, Rule, RuleKind, RuleSet
from thence.model.terms import Term, Triple, is_iri, is_literal, lexical_of

__all__ = ["reference_closure"]

Solution = dict[str, Term]


def reference_closure(facts: frozenset[Triple], rules: RuleSet) -> frozenset[Triple]:
    """Return what follows from facts, without the facts: each group of rules applied to all until nothing is new."""
    known = set(facts)
    for group in rules.order:
        while True:
            new = {
                fact
                for number in group
                if rules.rules[number].kind is RuleKind.DERIVES
                for fact in _conclusions(rules.rules[number], known)
            }
            if new <= known:
                break
            known |= new
    return frozenset(known - facts)


def _conclusions(rule: Rule, known: set[Triple]) -> Iterator[Triple]:
    for solution in list(_solutions(rule.body, known, {})):
        for template in rule.head:
            subject, predicate, obj = (solution.get(node, node) for node in template)
            if not is_literal(subject) and is_iri(predicate):
                yield Term(subject), Term(predicate), Term(obj)


def _solutions(body: Sequence[object], known: set[Triple], solution: Solution) -> Iterator[Solution]:
    if not body:
        yield solution
        return
    first, rest = body[0], body[1:]
    match first:
        case Pattern():
            for triple in known:
                wider = _match(first, triple, solution)
                if wider is not None:
                    yield from _solutions(rest, known, wider)
        case Filter(expression):
            if _true(expression, solution):
                yield from _solutions(rest, known, solution)
        case Negation(inner):
            if not any(True for _ in _solutions(inner, known, solution)):
                yield from _solutions(rest, known, solution)
        case _:
            raise TypeError(first)


def _match(pattern: Pattern, triple: Triple, solution: Solution) -> Solution | None:
    wider = dict(solution)
    for node, term in zip(pattern, triple, strict=True):
        if node.startswith("?"):
            if wider.setdefault(node, term) != term:
                return None
        elif node != term:
            return None
    return wider


def _true(expression: Expression, solution: Solution) -> bool:
    assert isinstance(expression, Call)
    left, right = (solution[str(part)] for part in expression.arguments)
    if expression.operator == "!=":
        return left != right
    assert expression.operator == "<"
    if not (is_literal(left) and is_literal(right)):
        return False
    return int(lexical_of(left)) < int(lexical_of(right))
