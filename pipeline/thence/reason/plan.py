"""Rules with their terms as ids and their patterns tied to the relations they read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from thence.model.rule import (
    Assignment,
    Call,
    Element,
    Filter,
    Negation,
    Node,
    Pattern,
    Rule,
    Variable,
    expression_variables,
    is_variable,
)
from thence.model.terms import Term
from thence.reason.columns import Source
from thence.reason.factbase import FactBase

__all__ = ["Atom", "Condition", "IdNode", "Plan", "Template", "plan"]

IdNode = int | Variable
"""A term id, or a variable."""
Template = tuple[IdNode, IdNode, IdNode]
"""A head triple with term ids."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A pattern over a source; nodes as the source orders its columns."""

    source: Source
    nodes: tuple[IdNode, ...]

    @property
    def variables(self) -> frozenset[Variable]:
        """Its variables."""
        return frozenset(node for node in self.nodes if not isinstance(node, int))


@dataclass(frozen=True, slots=True)
class Condition:
    """A filter, assignment or absence.

    needs: the variables it waits for.   atoms, filters: what stands inside an absence.
    """

    element: Filter | Assignment | Negation
    needs: frozenset[Variable]
    atoms: tuple[Atom, ...] = ()
    filters: tuple[Condition, ...] = ()


@dataclass(slots=True)
class Plan:
    """One rule, ready to run.

    unchecked: head variables that might be literals though they stand as subjects.   distinct: no two solutions give
    the same fact.   transitive: it says that a property is transitive, and nothing else.   marks: for each atom, the
    chunks of its source that the rule has seen.
    """

    number: int
    rule: Rule
    atoms: tuple[Atom, ...]
    conditions: tuple[Condition, ...]
    heads: tuple[Template, ...]
    needed: frozenset[Variable]
    unchecked: frozenset[Variable]
    distinct: bool
    transitive: bool
    marks: list[int] = field(default_factory=list)
    ran: bool = False


def plan(number: int, rule: Rule, facts: FactBase) -> Plan:
    """Return a rule's plan over a fact base."""
    atoms = tuple(_atom(pattern, facts) for pattern in rule.patterns)
    bound = frozenset[Variable]().union(*(atom.variables for atom in atoms))
    bound |= {assignment.variable for assignment in rule.assignments}
    conditions = tuple(
        _condition(part, bound, facts)
        for element in rule.body
        if not isinstance(element, Pattern)
        for part in _parts(element)
    )
    heads = tuple(_template(template, facts) for template in rule.head)
    in_head = frozenset(node for template in heads for node in template if not isinstance(node, int))
    subjects = {node for pattern in rule.patterns for node in (pattern.subject, pattern.predicate)}
    return Plan(
        number=number,
        rule=rule,
        atoms=atoms,
        conditions=conditions,
        heads=heads,
        needed=in_head,
        unchecked=frozenset(t[0] for t in heads if not isinstance(t[0], int) and t[0] not in subjects),
        distinct=len(atoms) == 1 and not conditions and len(heads) == 1 and atoms[0].variables <= in_head,
        transitive=_is_transitivity(rule),
    )


def _parts(element: Element) -> Iterator[Element]:
    """Yield a conjunction's conditions one by one: each can be judged as soon as its own variables are bound."""
    if isinstance(element, Filter) and isinstance(element.expression, Call) and element.expression.operator == "&&":
        for part in element.expression.arguments:
            yield from _parts(Filter(part))
    else:
        yield element


def _node(node: Node, facts: FactBase) -> IdNode:
    return node if is_variable(node) else facts.dictionary.ids[Term(node)]


def _template(pattern: Pattern, facts: FactBase) -> Template:
    return _node(pattern.subject, facts), _node(pattern.predicate, facts), _node(pattern.object, facts)


def _atom(pattern: Pattern, facts: FactBase) -> Atom:
    subject, predicate, obj = _template(pattern, facts)
    if not isinstance(predicate, int):
        return Atom(facts.triples, (subject, predicate, obj))
    if predicate != facts.type_id:
        return Atom(facts.relation(("property", predicate)), (subject, obj))
    if isinstance(obj, int):
        return Atom(facts.relation(("class", obj)), (subject,))
    return Atom(facts.types, (subject, obj))


def _condition(element: Element, bound: frozenset[Variable], facts: FactBase) -> Condition:
    match element:
        case Filter(expression) | Assignment(_, expression):
            return Condition(element, frozenset(expression_variables(expression)))
        case Negation(body):
            atoms = tuple(_atom(part, facts) for part in body if isinstance(part, Pattern))
            filters = tuple(_condition(part, bound, facts) for part in body if isinstance(part, Filter))
            inside = _inside(atoms, filters)
            return Condition(element, inside & bound, atoms, filters)
        case _:
            raise TypeError(element)


def _inside(atoms: Sequence[Atom], filters: Sequence[Condition]) -> frozenset[Variable]:
    variables = frozenset[Variable]().union(*(atom.variables for atom in atoms))
    return variables.union(*(condition.needs for condition in filters))


def _is_transitivity(rule: Rule) -> bool:
    if len(rule.body) != 2 or len(rule.head) != 1:
        return False
    a, b = rule.body
    if not isinstance(a, Pattern) or not isinstance(b, Pattern):
        return False
    x, y, z = a.subject, a.object, b.object
    return (
        all(is_variable(node) for node in (x, y, z))
        and len({x, y, z}) == 3
        and b.subject == y
        and a.predicate == b.predicate == rule.head[0].predicate
        and not is_variable(a.predicate)
        and (rule.head[0].subject, rule.head[0].object) == (x, z)
    )
