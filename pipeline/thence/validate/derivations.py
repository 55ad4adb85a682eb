"""Verification of derivations: every recorded rule application, worked out again from its premises."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from thence.model.finding import Finding, Severity
from thence.model.proof import Derivation, Proof, Step, fact_iri
from thence.model.terms import Triple
from thence.reason import Closure, check_proof
from thence.reason.replay import Mismatch, replay

__all__ = ["verify_derivations"]


def verify_derivations(
    closure: Closure, asserted: Collection[Triple], derived: Sequence[Triple]
) -> tuple[Finding, ...]:
    """Return a finding for each derived fact whose recorded derivation does not yield it; empty when all do.

    asserted, derived: what the store holds, so that a trace which does not belong to the graphs is found out.
    TH714: no derivation is recorded.   TH715: the recorded one does not hold (its rule, a premise, a comparison).
    """
    holds = {*asserted, *derived}
    findings: list[Finding] = []
    for fact in derived:
        derivation = closure.derivation(fact)
        if derivation is None:
            findings.append(_finding("TH714", fact, "no derivation is recorded for it"))
            continue
        problems = check_proof(_one_step(derivation), holds, closure.rules, closed=holds)
        findings.extend(_finding("TH715", fact, problem.message) for problem in problems)
    return tuple(findings)


def _one_step(derivation: Derivation) -> Proof:
    """Return a derivation as a proof whose leaves are its premises."""
    leaves = [Step(premise) for premise in dict.fromkeys(derivation.premises)]
    rule = derivation.rule
    try:
        again = replay(rule, derivation.premises)
    except Mismatch:
        return Proof((*leaves, Step(derivation.fact, rule.iri, derivation.premises, axioms=rule.axioms)))
    step = Step(
        derivation.fact,
        rule.iri,
        derivation.premises,
        tuple(sorted(again.bindings.items())),
        again.comparisons,
        again.assigned,
        again.absent,
        rule.axioms,
    )
    return Proof((*leaves, step))


def _finding(code: str, fact: Triple, message: str) -> Finding:
    return Finding(
        "verify",
        code,
        "",
        f"{' '.join(fact)}: {message}",
        Severity.VIOLATION,
        hint="thence build derives it again",
        subject=fact_iri(fact),
    )
