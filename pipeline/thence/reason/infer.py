"""infer(): conclusions for any RDF files, without a workspace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from thence.model.finding import Finding
from thence.model.rule import RuleSet
from thence.model.terms import Triple
from thence.reason.closure import Budget, Closure, close
from thence.reason.load import load_rules
from thence.store import rdf

__all__ = ["Inference", "infer"]

_DEFAULT = Budget()


@dataclass(frozen=True, slots=True)
class Inference:
    """What follows from some files.

    facts: the data's triples, sorted.   derived: what follows, sorted, disjoint from the facts.   inconsistencies: one
    finding each.   closure: for proofs.   rules: those applied.   prefixes: those the data files declare.
    """

    facts: tuple[Triple, ...]
    derived: tuple[Triple, ...]
    inconsistencies: tuple[Finding, ...]
    closure: Closure
    rules: RuleSet
    prefixes: tuple[tuple[str, str], ...]


def infer(
    data: Sequence[Path],
    *,
    ontology: Sequence[Path] = (),
    rules: Sequence[Path] = (),
    shipped: bool = False,
    profile: str = "default",
    budget: Budget = _DEFAULT,
) -> Inference:
    """Return what follows from data files under ontology and rules.

    Axioms are taken from the ontology files and from the data itself; facts from the data alone. Prefixes that a rule
    file leaves undeclared are those of the data files. Graph names are dropped. Blank nodes of different files stay
    apart.   shipped: whether thence's own rules apply too.
    Raises DataError TH511 for malformed RDF, RuleError for rules, StoreError TH620 for a spent budget.
    """
    facts = sorted({quad[:3] for path in data for quad in rdf.parse(path)})
    axioms = {quad[:3] for path in ontology for quad in rdf.parse(path)}
    prefixes: dict[str, str] = {}
    for path in [*data, *ontology]:
        for prefix, namespace in rdf.prefixes_in(path).items():
            prefixes.setdefault(prefix, namespace)
    loaded = load_rules(rules, ontology=[*axioms, *facts], prefixes=prefixes, shipped=shipped, profile=profile)
    closure = close(facts, loaded, budget=budget)
    return Inference(
        facts=tuple(facts),
        derived=closure.derived,
        inconsistencies=closure.inconsistencies,
        closure=closure,
        rules=loaded,
        prefixes=tuple(sorted(prefixes.items())),
    )
