"""Rules: a head of triple templates, a body of patterns, conditions, assignments and absences, and where it is written.

A `Node` is a `Term` or a `Variable`; both are text, told apart by their first character, so that patterns compare,
hash and sort. Variables the program adds (blank nodes, steps of a path) begin with ``?.``, which no author can write.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NewType, TypeGuard, cast

from thence.errors import Location
from thence.model.finding import Finding, Severity
from thence.model.terms import Term, Triple
from thence.names import Iri, content_hash, shorten

__all__ = [
    "Assignment",
    "Call",
    "Element",
    "Expression",
    "Filter",
    "Negation",
    "Node",
    "Pattern",
    "Rule",
    "RuleKind",
    "RuleSet",
    "Variable",
    "expression_text",
    "expression_variables",
    "is_hidden",
    "is_variable",
    "node_text",
]

Variable = NewType("Variable", str)
"""A variable with its question mark, ``?x``."""
Node = Term | Variable


def is_variable(node: object) -> TypeGuard[Variable]:
    """Return whether a node is a variable.

    >>> is_variable("?x"), is_variable("<urn:x>")
    (True, False)
    """
    return isinstance(node, str) and node.startswith("?")


def is_hidden(variable: Variable) -> bool:
    """Return whether the program added the variable: a blank node of the rule, or a step inside a path."""
    return variable.startswith("?.")


@dataclass(frozen=True, slots=True)
class Call:
    """An operator or function applied to arguments.

    operator: a SPARQL operator (``<``, ``&&``, ``+``, ``!``, ``IN``…), a built-in's name in capitals (``CONCAT``), a
    function's IRI in angle brackets, or ``SKOLEM``.
    """

    operator: str
    arguments: tuple[Expression, ...]


Expression = Term | Variable | Call

_INFIX = frozenset({"||", "&&", "=", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/"})


def expression_text(expression: Expression) -> str:
    """Return an expression as SPARQL text with absolute IRIs, every operation in brackets.

    >>> expression_text(Call("<", (Variable("?x"), Variable("?y"))))
    '(?x < ?y)'
    """
    if not isinstance(expression, Call):
        return str(expression)
    parts = [expression_text(part) for part in expression.arguments]
    operator = expression.operator
    if operator in _INFIX and len(parts) == 2:
        return f"({parts[0]} {operator} {parts[1]})"
    if operator in {"!", "-", "+"} and len(parts) == 1:
        return f"({operator}{parts[0]})"
    if operator in {"IN", "NOT IN"}:
        return f"({parts[0]} {operator} ({', '.join(parts[1:])}))"
    return f"{operator}({', '.join(parts)})"


def expression_variables(expression: Expression) -> Iterator[Variable]:
    """Yield the variables of an expression in the order they are written, repeats included."""
    if isinstance(expression, Call):
        for part in expression.arguments:
            yield from expression_variables(part)
    elif is_variable(expression):
        yield expression


def node_text(node: Node) -> str:
    """Return a node as people read it: variables and literals as they are, IRIs by a shipped prefix where one fits."""
    return shorten(node[1:-1]) if node.startswith("<") and not node.startswith("<<") else str(node)


@dataclass(frozen=True, slots=True, order=True)
class Pattern:
    """A triple with variables: a template in a head, a condition in a body."""

    subject: Node
    predicate: Node
    object: Node

    def __iter__(self) -> Iterator[Node]:
        return iter((self.subject, self.predicate, self.object))

    @property
    def variables(self) -> tuple[Variable, ...]:
        """Its variables from left to right, repeats included."""
        return tuple(node for node in self if is_variable(node))

    def bind(self, bindings: Mapping[Variable, Term]) -> Pattern:
        """Return the pattern with the bound variables replaced."""
        return Pattern(*(bindings.get(node, node) if is_variable(node) else node for node in self))

    def __str__(self) -> str:
        return " ".join(node_text(node) for node in self)


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition that must be true; an error counts as not true (SPARQL 1.1, section 17.2)."""

    expression: Expression


@dataclass(frozen=True, slots=True)
class Assignment:
    """``SET(?v := expression)``; a solution whose expression has an error yields nothing."""

    variable: Variable
    expression: Expression


@dataclass(frozen=True, slots=True)
class Negation:
    """``NOT { … }``: no way to fulfil the patterns and filters inside. Variables found only inside are its own."""

    body: tuple[Pattern | Filter, ...]


Element = Pattern | Filter | Assignment | Negation


class RuleKind(StrEnum):
    """What a rule does with its solutions."""

    DERIVES = "rule"
    """Each solution yields the head's facts."""
    DENIES = "constraint"
    """Each solution is an inconsistency."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    iri: its identity.   name: what people call it.   rule_set: the file's or profile's name.   head: templates, empty
    for a constraint.   body: in the order written; empty for facts a rule file states itself (``DATA``).   at: file and
    line.   text: as written, or what an axiom says.   axioms: the ontology triples a compiled rule stands for.
    confidence: 0..1.   severity: of a constraint's findings.   message: a constraint's sentence, ``{?x}`` is replaced.
    """

    iri: Iri
    name: str
    rule_set: str
    head: tuple[Pattern, ...]
    body: tuple[Element, ...]
    at: Location
    text: str
    kind: RuleKind = RuleKind.DERIVES
    label: str = ""
    message: str = ""
    confidence: float = 1.0
    severity: Severity = Severity.VIOLATION
    axioms: tuple[Triple, ...] = ()

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """The positive patterns of the body, in order: a derivation has one premise for each."""
        return tuple(element for element in self.body if isinstance(element, Pattern))

    @property
    def filters(self) -> tuple[Filter, ...]:
        """The conditions of the body, in order."""
        return tuple(element for element in self.body if isinstance(element, Filter))

    @property
    def assignments(self) -> tuple[Assignment, ...]:
        """The assignments of the body, in order."""
        return tuple(element for element in self.body if isinstance(element, Assignment))

    @property
    def negations(self) -> tuple[Negation, ...]:
        """The absences of the body, in order."""
        return tuple(element for element in self.body if isinstance(element, Negation))

    def as_json(self) -> dict[str, Any]:
        """Return everything of the rule as JSON values; `from_json` reads them back."""
        return {
            "iri": self.iri,
            "name": self.name,
            "rule_set": self.rule_set,
            "head": [list(pattern) for pattern in self.head],
            "body": [_element_json(element) for element in self.body],
            "at": [self.at.path, self.at.line, self.at.column],
            "text": self.text,
            "kind": self.kind.value,
            "label": self.label,
            "message": self.message,
            "confidence": self.confidence,
            "severity": int(self.severity),
            "axioms": [list(axiom) for axiom in self.axioms],
        }

    @staticmethod
    def from_json(value: Mapping[str, Any]) -> Rule:
        """Return the rule that `as_json` wrote."""
        path, line, column = value["at"]
        return Rule(
            iri=Iri(value["iri"]),
            name=value["name"],
            rule_set=value["rule_set"],
            head=tuple(Pattern(*pattern) for pattern in value["head"]),
            body=tuple(_element(element) for element in value["body"]),
            at=Location(path, line, column),
            text=value["text"],
            kind=RuleKind(value["kind"]),
            label=value["label"],
            message=value["message"],
            confidence=value["confidence"],
            severity=Severity(value["severity"]),
            axioms=tuple(cast("Triple", tuple(axiom)) for axiom in value["axioms"]),
        )


def _expression_json(expression: Expression) -> Any:
    if isinstance(expression, Call):
        return [expression.operator, *map(_expression_json, expression.arguments)]
    return expression


def _expression(value: Any) -> Expression:
    if isinstance(value, list):
        return Call(value[0], tuple(_expression(part) for part in value[1:]))
    return cast("Expression", value)


def _element_json(element: Element) -> dict[str, Any]:
    match element:
        case Pattern():
            return {"pattern": list(element)}
        case Filter(expression):
            return {"filter": _expression_json(expression)}
        case Assignment(variable, expression):
            return {"set": variable, "to": _expression_json(expression)}
        case Negation(body):
            return {"not": [_element_json(part) for part in body]}


def _element(value: Mapping[str, Any]) -> Element:
    if "pattern" in value:
        return Pattern(*value["pattern"])
    if "filter" in value:
        return Filter(_expression(value["filter"]))
    if "set" in value:
        return Assignment(Variable(value["set"]), _expression(value["to"]))
    return Negation(cast("tuple[Pattern | Filter, ...]", tuple(_element(part) for part in value["not"])))


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Checked rules, ready to close facts with.

    rules: sorted by IRI, each IRI once.   order: positions in ``rules``, grouped so that a group reads only what it and
    earlier groups derive; only groups that recurse have more than one member.   findings: warnings about the rules.
    """

    rules: tuple[Rule, ...]
    order: tuple[tuple[int, ...], ...] = ()
    findings: tuple[Finding, ...] = field(default=(), compare=False)

    @property
    def digest(self) -> str:
        """A hash over all that the rules say: it changes when conclusions, or what is told of them, might."""
        return content_hash(*(json.dumps(rule.as_json(), sort_keys=True) for rule in self.rules))

    def rule(self, iri: str) -> Rule | None:
        """Return the rule of this IRI, or None."""
        return next((rule for rule in self.rules if rule.iri == iri), None)
