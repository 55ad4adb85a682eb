"""The proof checker: every step worked out again, independently of the engine that found the proof."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from thence.model.finding import Finding, Severity
from thence.model.proof import Proof, Step
from thence.model.rule import Filter, Negation, Pattern, Rule, RuleKind, RuleSet, Variable
from thence.model.terms import Term, Triple
from thence.reason.closure import close
from thence.reason.replay import Mismatch, Replay, is_true, replay, unify
from thence.reason.sentences import triple_sentence

__all__ = ["check_proof"]


def check_proof(
    proof: Proof, facts: Collection[Triple], rules: RuleSet, *, closed: Collection[Triple] | None = None
) -> tuple[Finding, ...]:
    """Return what is wrong with a proof, one finding for each step that does not hold; empty for a sound proof.

    TH911: a leaf that is not among the facts.   TH912: a rule nobody has, or a step that says another rule's axioms.
    TH913: a premise that no earlier step concludes (missing, or circular).   TH914: the rule does not yield the fact
    from these premises.   TH915: stated bindings, values or absences differ from what the rule comes to.   TH916:
    something holds that the step needs to be absent.
    closed: all that holds, for absent patterns; worked out from facts and rules when it is needed and not given.
    """
    known = {rule.iri: rule for rule in rules.rules}
    leaves = facts if isinstance(facts, set | frozenset) else set(facts)
    concluded: set[Triple] = set()
    findings: list[Finding] = []
    holds = closed
    for number, step in enumerate(proof.steps):
        finding: Finding | None = None
        if step.rule is None:
            if step.fact is None or step.fact not in leaves:
                finding = _finding("TH911", step, "a leaf that was never asserted")
        else:
            if step.absent and holds is None:
                holds = leaves | set(close(leaves, rules).derived)
            finding = _judge(step, known.get(step.rule), concluded, holds or ())
        if finding is None and step.fact is None and number < len(proof.steps) - 1:
            finding = _finding("TH914", step, "a step without a fact before the end")
        if finding is not None:
            findings.append(finding)
        if step.fact is not None:
            concluded.add(step.fact)
    if not proof.steps:
        findings.append(Finding("reason", "TH913", "", "an empty proof", Severity.VIOLATION))
    return tuple(findings)


def _judge(step: Step, rule: Rule | None, concluded: Collection[Triple], holds: Collection[Triple]) -> Finding | None:
    if rule is None:
        return _finding("TH912", step, f"an unknown rule {step.rule}")
    if step.axioms != rule.axioms:
        return _finding("TH912", step, f"axioms that are not those of rule {rule.name}")
    for premise in step.premises:
        if premise not in concluded:
            return _finding("TH913", step, f"a premise that no earlier step concludes: {triple_sentence(premise)}")
    try:
        again = replay(rule, step.premises)
    except Mismatch as mismatch:
        return _finding("TH914", step, f"rule {rule.name} does not apply: {mismatch}")
    if (step.fact is None) != (rule.kind is RuleKind.DENIES):
        return _finding("TH914", step, f"rule {rule.name} is of the other kind")
    if step.fact is not None and step.fact not in again.conclusions(rule):
        return _finding("TH914", step, f"rule {rule.name} does not yield this from these premises")
    if not _says_the_same(step, again):
        return _finding("TH915", step, "bindings, values or absences differ from what the rule comes to")
    for negation in again.negations:
        if _has_solution(negation, again.bindings, holds):
            return _finding("TH916", step, f"rule {rule.name} needs something absent that holds")
    return None


def _says_the_same(step: Step, again: Replay) -> bool:
    return (
        dict(step.bindings) == dict(again.bindings)
        and step.comparisons == again.comparisons
        and step.assigned == again.assigned
        and step.absent == again.absent
    )


def _has_solution(negation: Negation, bindings: Mapping[Variable, Term], holds: Collection[Triple]) -> bool:
    patterns = [part for part in negation.body if isinstance(part, Pattern)]
    filters = [part for part in negation.body if isinstance(part, Filter)]

    def search(rest: Sequence[Pattern], found: dict[Variable, Term]) -> bool:
        if not rest:
            return all(is_true(condition.expression, found) for condition in filters)
        pattern = rest[0].bind(found)
        for triple in holds:
            wider = unify(pattern, triple, found)
            if wider is not None and search(rest[1:], wider):
                return True
        return False

    return search(patterns, dict(bindings))


def _finding(code: str, step: Step, what: str) -> Finding:
    shown = triple_sentence(step.fact) if step.fact else "the inconsistency"
    hint = "the proof was changed, or was made for other facts or rules: ask `why` again"
    return Finding("reason", code, "", f"step {shown!r}: {what}", Severity.VIOLATION, hint=hint)
