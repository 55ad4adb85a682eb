"""close(): facts and rules in, everything that follows out, with one recorded derivation for each fact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from thence.errors import StoreError
from thence.model.finding import Finding
from thence.model.proof import Derivation, fact_iri
from thence.model.rule import Rule, RuleKind, RuleSet
from thence.model.terms import Triple
from thence.reason.applications import Applications
from thence.reason.columns import ASSERTED
from thence.reason.engine import Budget, Engine
from thence.reason.factbase import FactBase
from thence.reason.patterns import constants_of
from thence.reason.replay import replay
from thence.reason.sentences import clash_sentence, triple_sentence
from thence.reason.trace import Trace

__all__ = ["Budget", "Closure", "close"]

_DEFAULT = Budget()


class Closure:
    """What follows from facts under rules.

    rules: those it was closed under.   clashes: for each solution of a constraint its derivation (fact None), sorted by
    rule and premises; ``inconsistencies`` says the same as findings.
    """

    def __init__(self, trace: Trace, rules: RuleSet, clashes: Iterable[tuple[int, tuple[int, ...]]]) -> None:
        self.trace = trace
        self.rules = rules
        self._clashes = tuple(clashes)

    @cached_property
    def derived(self) -> tuple[Triple, ...]:
        """What rules gave, sorted, disjoint from the facts."""
        return tuple(sorted(self.trace.derived()))

    def holds(self, triple: Triple) -> bool:
        """Return whether a triple is a fact or follows."""
        return self.trace.find(triple) is not None

    def derivation(self, triple: Triple) -> Derivation | None:
        """Return the recorded derivation of a derived fact; None for a fact and for what does not hold."""
        fact = self.trace.find(triple)
        if fact is None:
            return None
        number, premises = self.trace.application(fact)
        if number == ASSERTED:
            return None
        return self._derivation(triple, self.rules.rules[number], premises)

    def _derivation(self, fact: Triple | None, rule: Rule, premises: tuple[int, ...]) -> Derivation:
        triples = tuple(self.trace.triple(premise) for premise in premises)
        absent = replay(rule, triples).absent if rule.negations else ()
        return Derivation(fact, rule, triples, absent=absent)

    @cached_property
    def clashes(self) -> tuple[Derivation, ...]:
        """The solutions of constraints, sorted by rule and premises; of equal premise sets the first."""
        found: dict[tuple[str, frozenset[int]], Derivation] = {}
        derivations = [self._derivation(None, self.rules.rules[number], premises) for number, premises in self._clashes]
        for (_, premises), clash in sorted(
            zip(self._clashes, derivations, strict=True), key=lambda pair: (pair[1].rule.iri, pair[1].premises)
        ):
            found.setdefault((clash.rule.iri, frozenset(premises)), clash)
        return tuple(found.values())

    @cached_property
    def inconsistencies(self) -> tuple[Finding, ...]:
        """One finding for each clash, in the order of ``clashes``: message, rule's place, premises as fact IRIs."""
        return tuple(_finding(clash) for clash in self.clashes)

    @cached_property
    def applications(self) -> Applications:
        """All applications of the rules on the closed facts, for explanations."""
        return Applications(self.trace, self.rules)

    # ---- files ---------------------------------------------------------------------------------
    def to_files(self) -> dict[str, bytes]:
        """Return the closure as file name -> content, the same bytes for the same closure."""
        return self.trace.to_files(
            {
                "rules": [rule.as_json() for rule in self.rules.rules],
                "order": [list(group) for group in self.rules.order],
                "clashes": [[number, *premises] for number, premises in self._clashes],
            }
        )

    @staticmethod
    def from_files(files: Mapping[str, bytes]) -> Closure:
        """Return the closure that `to_files` wrote. Raises StoreError TH621 for files that are damaged or lack."""
        trace, header = Trace.from_files(files)
        try:
            rules = tuple(Rule.from_json(rule) for rule in header["rules"])
            order = tuple(tuple(group) for group in header["order"])
            clashes = [(number, tuple(premises)) for number, *premises in header["clashes"]]
        except (KeyError, ValueError, TypeError) as error:
            hint = "build again: the trace is derived from the facts and rules"
            raise StoreError("TH621", f"the trace's rules cannot be read: {error!r}", hint=hint) from error
        return Closure(trace, RuleSet(rules, order), clashes)


def _finding(clash: Derivation) -> Finding:
    rule = clash.rule
    subject = clash.premises[0][0] if clash.premises else ""
    return Finding(
        stage="reason",
        code="TH940",
        path=rule.at.path,
        message=clash_sentence(clash),
        severity=rule.severity,
        line=rule.at.line,
        hint="one of the premises is wrong, or the rule is: `why` leads from each to its source",
        subject=subject[1:-1] if subject.startswith("<") else subject,
        related=tuple(sorted(fact_iri(premise) for premise in clash.premises)),
        quote="; ".join(triple_sentence(premise) for premise in clash.premises),
    )


def close(facts: Iterable[Triple], rules: RuleSet, *, budget: Budget = _DEFAULT) -> Closure:
    """Return what follows from facts under rules.

    Pure: the same facts and rules, in whatever order, give the same closure to the byte. No derived fact has a literal
    as its subject. Raises StoreError TH620 when the budget is spent, naming the rule that grew most.
    """
    base = FactBase.load(facts, (term for rule in rules.rules for term in constants_of(rule)))
    engine = Engine(base, rules, budget)
    engine.run()
    clashes = []
    for number, rule in enumerate(rules.rules):
        if rule.kind is RuleKind.DENIES:
            for block in engine.clashes(number):
                rows = zip(*(column.tolist() for column in block), strict=True) if block else [()]
                clashes += [(number, tuple(row)) for row in rows]
    return Closure(Trace.of(base), rules, sorted(clashes))
