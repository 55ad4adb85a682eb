"""Derivations and proofs: how a fact follows from rules and other facts, down to what was asserted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from thence.model.rule import Pattern, Rule, Variable, is_hidden
from thence.model.terms import Term, Triple
from thence.names import Iri, mint

__all__ = ["Check", "Derivation", "Proof", "Step", "fact_iri"]


def fact_iri(triple: Triple) -> Iri:
    """Return the node that stands for a fact in the derivations graph, ``urn:thence:fact:H``."""
    return mint("fact", *triple)


@dataclass(frozen=True, slots=True)
class Derivation:
    """One rule application.

    fact: what it yields, None for an inconsistency.   premises: one fact for each positive pattern of the rule, in
    body order.   absent: the patterns of the rule's ``NOT`` with its bindings filled in; variables left are "any".
    """

    fact: Triple | None
    rule: Rule
    premises: tuple[Triple, ...]
    bindings: tuple[tuple[Variable, Term], ...] = ()
    absent: tuple[tuple[Pattern, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """A condition or assignment that a step relied on, with values filled in.

    expression: as the rule says it (``?x < ?y``).   shown: with values (``4 < 9``).   value: what it came to.
    """

    expression: str
    shown: str
    value: Term

    def as_json(self) -> dict[str, Any]:
        """Return expression, shown and value."""
        return {"expression": self.expression, "shown": self.shown, "value": self.value}


@dataclass(frozen=True, slots=True)
class Step:
    """One fact of a proof, and why it holds.

    fact: None only at the end of an inconsistency's proof.   rule: None for a leaf, a fact that was asserted.
    premises: in the order of the rule's patterns.   bindings: sorted by variable.   comparisons, assigned: in body
    order.   absent: what had to be missing.   axioms: the ontology triples the rule was compiled from.
    """

    fact: Triple | None
    rule: Iri | None = None
    premises: tuple[Triple, ...] = ()
    bindings: tuple[tuple[Variable, Term], ...] = ()
    comparisons: tuple[Check, ...] = ()
    assigned: tuple[Check, ...] = ()
    absent: tuple[tuple[Pattern, ...], ...] = ()
    axioms: tuple[Triple, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the step; a leaf has "asserted": true and no rule."""
        value: dict[str, Any] = {"fact": list(self.fact) if self.fact else None}
        if self.rule is None:
            return {**value, "asserted": True}
        return {
            **value,
            "rule": self.rule,
            "premises": [list(premise) for premise in self.premises],
            "bindings": {name[1:]: term for name, term in self.bindings if not is_hidden(name)},
            "comparisons": [check.as_json() for check in self.comparisons],
            "assigned": [check.as_json() for check in self.assigned],
            "absent": [[list(pattern) for pattern in group] for group in self.absent],
            "axioms": [list(axiom) for axiom in self.axioms],
        }


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof as a DAG: each fact once, premises before what they support, the conclusion last.

    rules: the rules the steps name, sorted by IRI.   canonical: whether it is the proof of least height, then least
    rule and premises, among all there are; False when the recorded derivations had to do.
    """

    steps: tuple[Step, ...]
    rules: tuple[Rule, ...] = field(default=())
    canonical: bool = True

    @property
    def conclusion(self) -> Triple | None:
        """The fact proved; None for an inconsistency."""
        return self.steps[-1].fact

    @property
    def leaves(self) -> tuple[Triple, ...]:
        """The asserted facts it rests on, in step order."""
        return tuple(step.fact for step in self.steps if step.rule is None and step.fact)

    @property
    def height(self) -> int:
        """The number of rule applications on the longest way down; 0 for an asserted fact."""
        heights: dict[Triple | None, int] = {}
        for step in self.steps:
            above = 0 if step.rule is None else 1
            heights[step.fact] = above + max((heights[premise] for premise in step.premises), default=0)
        return heights[self.conclusion]

    def step(self, fact: Triple) -> Step | None:
        """Return the step that concludes a fact, or None."""
        return next((step for step in self.steps if step.fact == fact), None)

    def rule(self, iri: str) -> Rule | None:
        """Return a rule the proof names, or None."""
        return next((rule for rule in self.rules if rule.iri == iri), None)

    def as_json(self) -> dict[str, Any]:
        """Return conclusion, steps and, for each rule named, its IRI, name, label, text, path and line."""
        return {
            "conclusion": list(self.conclusion) if self.conclusion else None,
            "height": self.height,
            "canonical": self.canonical,
            "steps": [step.as_json() for step in self.steps],
            "rules": [
                {
                    "iri": rule.iri,
                    "name": rule.name,
                    "label": rule.label or None,
                    "text": rule.text,
                    "path": rule.at.path,
                    "line": rule.at.line,
                }
                for rule in self.rules
            ],
        }
