"""Where the nodes that rules invent can turn up: a new node is in no fact but those that rules give it.

A variable can hold an invented node only if each of its places in the body is one that some head fills with such a
node. This tells the harmless rule, which makes a node of another kind than it reads, from the one that feeds itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from thence.model.rule import Call, Expression, Node, Rule, RuleKind, Variable, is_variable
from thence.reason.patterns import Bucket, bucket_of

__all__ = ["Invention", "makes_node"]

Place = tuple[Bucket, int]


def makes_node(expression: Expression) -> bool:
    """Return whether an expression comes to a new node each time its arguments are new."""
    return isinstance(expression, Call) and expression.operator == "SKOLEM"


class Invention:
    """Which variables of which rules hold invented nodes: certainly (``fresh``) or possibly (``may``)."""

    def __init__(
        self,
        rules: Sequence[Rule],
        asked: Callable[[Bucket], Iterable[Bucket]],
    ) -> None:
        self.fresh = {
            (number, assignment.variable)
            for number, rule in enumerate(rules)
            for assignment in rule.assignments
            if makes_node(assignment.expression)
        }
        self.may: set[tuple[int, Variable]] = set(self.fresh)
        if self.fresh:
            self._spread(rules, asked)

    def _spread(
        self,
        rules: Sequence[Rule],
        asked: Callable[[Bucket], Iterable[Bucket]],
    ) -> None:
        filled: set[Place] = set()
        occurrences = [_occurrences(rule, asked) for rule in rules]
        size = -1
        while size != len(filled) + len(self.may):
            size = len(filled) + len(self.may)
            for number, rule in enumerate(rules):
                for variable, places in occurrences[number].items():
                    if all(any(place in filled for place in choices) for choices in places):
                        self.may.add((number, variable))
                if rule.kind is RuleKind.DERIVES:
                    for template in rule.head:
                        for position, node in enumerate(template):
                            if is_variable(node) and (number, node) in self.may:
                                filled.add((bucket_of(template), position))

    def can_meet(self, source: int, given: Node, reader: int, wanted: Node) -> bool:
        """Return whether a head's node may be what a body's node stands for, as far as invention tells."""
        if not is_variable(given) or (source, given) not in self.fresh:
            return True
        return is_variable(wanted) and (reader, wanted) in self.may


def _occurrences(rule: Rule, asked: Callable[[Bucket], Iterable[Bucket]]) -> dict[Variable, list[list[Place]]]:
    """Return for each variable of the body, and each of its places there, the places of heads that may fill it."""
    found: dict[Variable, list[list[Place]]] = {}
    for pattern in rule.patterns:
        answers = list(asked(bucket_of(pattern)))
        for position, node in enumerate(pattern):
            if is_variable(node):
                found.setdefault(node, []).append([(answer, position) for answer in answers])
    return found
