"""Proofs out of closures: the canonical one where it can be found, the recorded one otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np

from thence.model.proof import Derivation, Proof, Step
from thence.model.rule import Rule
from thence.model.terms import Triple
from thence.reason.applications import Premises
from thence.reason.closure import Closure
from thence.reason.columns import ASSERTED
from thence.reason.replay import replay
from thence.reason.solve import Exhausted
from thence.reason.trace import Trace

__all__ = ["clash_proof", "proof"]

_Application = tuple[Rule, tuple[Triple, ...]]


def proof(closure: Closure, triple: Triple, *, effort: int = 2_000_000) -> Proof | None:
    """Return why a triple holds, or None when it does not.

    The proof is canonical: of least height, then of the least rule IRI, then of the least premises, among all
    applications of the closure's rules on the closed facts below this one. When looking at all of them takes joins of
    more than ``effort`` rows, the recorded derivations are used throughout and ``canonical`` is False: they are
    complete and replay too, but another order of evaluation might have recorded others.
    """
    fact = closure.trace.find(triple)
    if fact is None:
        return None
    try:
        chosen = _canonical(closure, [triple], effort)
        canonical = True
    except Exhausted:
        chosen, canonical = _recorded(closure, [triple]), False
    return _assemble(_steps(chosen, [triple]), closure, canonical=canonical)


def clash_proof(closure: Closure, clash: Derivation, *, effort: int = 2_000_000) -> Proof:
    """Return why an inconsistency stands: the proofs of its premises, then a last step without a fact."""
    targets = list(clash.premises)
    try:
        chosen = _canonical(closure, targets, effort)
        canonical = True
    except Exhausted:
        chosen, canonical = _recorded(closure, targets), False
    steps = [*_steps(chosen, targets), _step(None, (clash.rule, clash.premises))]
    return _assemble(steps, closure, canonical=canonical)


def _assemble(steps: Sequence[Step], closure: Closure, *, canonical: bool) -> Proof:
    named = {step.rule for step in steps if step.rule is not None}
    rules = tuple(rule for rule in closure.rules.rules if rule.iri in named)
    return Proof(tuple(steps), rules, canonical)


def _step(fact: Triple | None, application: _Application | None) -> Step:
    if application is None:
        return Step(fact)
    rule, premises = application
    again = replay(rule, premises)
    return Step(
        fact=fact,
        rule=rule.iri,
        premises=premises,
        bindings=tuple(sorted(again.bindings.items())),
        comparisons=again.comparisons,
        assigned=again.assigned,
        absent=again.absent,
        axioms=rule.axioms,
    )


def _steps(chosen: Mapping[Triple, _Application | None], targets: Sequence[Triple]) -> list[Step]:
    """Return the steps below some facts: premises first, each fact once, in the order the premises are named."""
    done: dict[Triple, Step] = {}
    for target in targets:
        work: list[tuple[Triple, Iterator[Triple]]] = [(target, _premises(chosen, target))]
        while work:
            fact, rest = work[-1]
            for premise in rest:
                if premise not in done:
                    work.append((premise, _premises(chosen, premise)))
                    break
            else:
                work.pop()
                if fact not in done:
                    done[fact] = _step(fact, chosen[fact])
    return list(done.values())


def _premises(chosen: Mapping[Triple, _Application | None], fact: Triple) -> Iterator[Triple]:
    application = chosen[fact]
    return iter(application[1] if application else ())


def _recorded(closure: Closure, targets: Sequence[Triple]) -> dict[Triple, _Application | None]:
    """Return the recorded application of each fact below some facts."""
    trace = closure.trace
    found: dict[Triple, _Application | None] = {}
    queue = [trace.find(target) for target in targets]
    seen = set(queue)
    for fact in queue:
        assert fact is not None
        number, premises = trace.application(fact)
        triples = tuple(trace.triple(premise) for premise in premises)
        found[trace.triple(fact)] = None if number == ASSERTED else (closure.rules.rules[number], triples)
        for premise in premises:
            if premise not in seen:
                seen.add(premise)
                queue.append(premise)
    return found


def _canonical(closure: Closure, targets: Sequence[Triple], effort: int) -> dict[Triple, _Application | None]:
    """Return the canonical application of each fact below some facts. Raises Exhausted when that takes too long."""
    trace, rules = closure.trace, closure.rules.rules
    asserted = trace.asserted
    candidates: dict[int, dict[int, Premises]] = {}
    queue = [fact for fact in map(trace.find, targets) if fact is not None]
    seen = set(queue)
    left = effort
    for fact in queue:
        if fact < asserted:
            continue
        candidates[fact] = closure.applications.of(fact, left)
        for rows in candidates[fact].values():
            left -= rows.size
            for premise in np.unique(rows).tolist():
                if premise not in seen:
                    seen.add(premise)
                    queue.append(premise)
        if left < 0:
            raise Exhausted
    heights = _heights(candidates, seen, asserted)
    chosen: dict[Triple, _Application | None] = {}
    for fact in sorted(seen):
        if fact < asserted:
            chosen[trace.triple(fact)] = None
        elif fact in heights:
            chosen[trace.triple(fact)] = _least(trace, rules, candidates[fact], heights, heights[fact])
    return chosen


def _heights(candidates: Mapping[int, Mapping[int, Premises]], facts: Collection[int], asserted: int) -> dict[int, int]:
    """Return the least height of each fact, found level by level: one above the highest premise of its best step."""
    heights = {fact: 0 for fact in facts if fact < asserted}
    settled = np.zeros(max(facts) + 1, bool)
    settled[list(heights)] = True
    waiting = sorted(candidates)
    level = 0
    while waiting:
        level += 1
        now = [fact for fact in waiting if any(settled[rows].all(axis=1).any() for rows in candidates[fact].values())]
        if not now:
            break
        heights.update(dict.fromkeys(now, level))
        settled[now] = True
        waiting = [fact for fact in waiting if fact not in heights]
    return heights


def _least(
    trace: Trace, rules: Sequence[Rule], found: Mapping[int, Premises], heights: Mapping[int, int], height: int
) -> _Application:
    """Return of a fact's applications of least height the one of least rule IRI and, in order, least premises."""
    low = np.vectorize(lambda premise: heights.get(premise, height) < height, otypes=[bool])
    for number in sorted(found, key=lambda number: rules[number].iri):
        rows = found[number]
        if rows.size:
            rows = rows[low(rows).all(axis=1)]
        if not len(rows):
            continue
        premises = []
        for position in range(rows.shape[1]):
            least = min((trace.triple(fact), fact) for fact in np.unique(rows[:, position]).tolist())
            premises.append(least[0])
            rows = rows[rows[:, position] == least[1]]
        return rules[number], tuple(premises)
    raise AssertionError("a settled fact has an application")
