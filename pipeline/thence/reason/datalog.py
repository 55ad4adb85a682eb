"""Plain Datalog text to rules, as in ``head(?x, ?y) :- body(?x, ?z), not other(?x), ?z < 5 .`` and its kin.

Predicates are prefixed names or IRIs: with two arguments a property, with one a class (``a(?x, Class)`` says the same).
Goals may stand in any order. ``?v := expression`` assigns, ``:- goals .`` denies, ``%`` and ``#`` begin comments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lark import Token, Tree

from thence.model.rule import (
    Assignment,
    Call,
    Element,
    Filter,
    Negation,
    Node,
    Pattern,
    RuleKind,
    expression_variables,
    is_variable,
)
from thence.model.terms import Term, iri_term
from thence.names import RDF
from thence.reason.scope import Scope
from thence.reason.source import Place, Source, Written
from thence.reason.srl import Draft, finish
from thence.reason.syntax import Node as SyntaxNode
from thence.reason.syntax import children, parse, place_of

__all__ = ["parse_datalog"]

_TYPE = iri_term(RDF.type)


def parse_datalog(
    text: str, *, path: str = "<rules>", prefixes: Mapping[str, str] | None = None, shipped: bool = True
) -> tuple[Written, ...]:
    """Return the rules of a Datalog text in the order written; a clause without a body states facts.

    Raises RuleError TH301 (syntax, arity), TH308 (undeclared prefix), TH311, TH312 or TH314.
    """
    source = Source(text, path)
    scope = Scope(source, prefixes or {}, shipped=shipped)
    return tuple(_clauses(parse(source, "program"), scope))


def _clauses(tree: SyntaxNode, scope: Scope) -> Iterator[Written]:
    for item in tree.children:
        assert isinstance(item, Tree)
        match item.data:
            case "base":
                token = item.children[0]
                assert isinstance(token, Token)
                scope.set_base(token)
            case "prefix" | "turtle_prefix":
                name, token = item.children
                assert isinstance(name, Token)
                assert isinstance(token, Token)
                scope.set_prefix(name, token)
            case _:
                yield _clause(item, scope)


def _clause(tree: SyntaxNode, scope: Scope) -> Written:
    head, body = Draft(scope, "head"), Draft(scope, "body")
    for atom in children(tree, "atom"):
        head.add(_atom(atom, head), place_of(atom))
    patterns: list[tuple[Element, Place]] = []
    assignments: list[tuple[Assignment, Place]] = []
    filters: list[tuple[Element, Place]] = []
    negations: list[tuple[Element, Place]] = []
    for goal in tree.children:
        if not isinstance(goal, Tree):
            continue
        place = place_of(goal)
        match goal.data:
            case "goal":
                found = _goal(goal, body)
                if isinstance(found, Pattern):
                    patterns.append((found, place))
                else:
                    filters.append((found, place))
            case "absent":
                inner = goal.children[0]
                assert isinstance(inner, Tree)
                negations.append((Negation((_atom(inner, body),)), place))
            case "assign":
                variable, expression = goal.children
                assert isinstance(variable, Token)
                value = scope.expression(expression)
                assignments.append((Assignment(scope.variable(variable), value), place))
            case _:
                pass
    for element, place in [*patterns, *_in_order(assignments), *filters, *negations]:
        body.add(element, place)
    kind = RuleKind.DENIES if tree.data == "denial" else RuleKind.DERIVES
    return finish(tree, scope, head, body, iri=None, kind=kind)


def _in_order(assignments: list[tuple[Assignment, Place]]) -> Iterator[tuple[Assignment, Place]]:
    """Yield assignments so that each comes after those it reads; a circle of them is left to the safety check."""
    left = list(assignments)
    while left:
        waiting = {assignment.variable for assignment, _ in left}
        ready = next((x for x in left if not waiting & set(expression_variables(x[0].expression))), left[0])
        left.remove(ready)
        yield ready


def _goal(tree: SyntaxNode, draft: Draft) -> Pattern | Filter:
    """Return a goal: an atom where it is written as one, else a condition."""
    inner = tree.children[0]
    if isinstance(inner, Tree):
        if inner.data == "function":
            return _atom(inner, draft)
        if inner.data == "call" and inner.children[0] == "a":
            return _atom(inner, draft)
    return Filter(draft.scope.expression(inner))


def _atom(tree: SyntaxNode, draft: Draft) -> Pattern:
    name, *arguments = tree.children
    source = draft.scope.source
    if isinstance(name, Token):
        if name != "a":
            hint = f"write a prefixed name, for example ex:{name}(…)"
            raise source.error("TH301", f"predicate {name} without a prefix", place_of(name), hint=hint)
        predicate = _TYPE
    else:
        predicate = iri_term(draft.scope.iri(name))
    nodes = [_argument(argument, draft) for argument in arguments]
    if len(nodes) == 1 and predicate != _TYPE:
        return Pattern(nodes[0], _TYPE, predicate)
    if len(nodes) != 2:
        hint = "one argument for a class, two for a property"
        raise source.error("TH301", f"an atom with {len(nodes)} arguments", place_of(tree), hint=hint)
    return Pattern(nodes[0], predicate, nodes[1])


def _argument(tree: SyntaxNode | Token, draft: Draft) -> Node:
    """Return an argument of an atom, also where the grammar saw a function call's."""
    if isinstance(tree, Tree) and tree.data in {"constant", "unary", "call", "function"}:
        expression = draft.scope.expression(tree)
        if isinstance(expression, Call):
            sign, inner = expression.operator, expression.arguments[0]
            if sign in "+-" and not is_variable(inner) and not isinstance(inner, Call):
                return Term(inner.replace('"', '"-', 1)) if sign == "-" else inner
            hint = "assign it first: ?v := …"
            raise draft.scope.source.error("TH301", "an expression as an argument", place_of(tree), hint=hint)
        return expression
    return draft.node(tree)
