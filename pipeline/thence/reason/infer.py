"""infer(): conclusions for any RDF files, without a workspace."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from thence.model.finding import Finding
from thence.model.rule import RuleSet
from thence.model.terms import Term, Triple, is_blank
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
    Raises DataError TH511 for malformed RDF, RuleError for rules, StoreError TH602 for a spent budget.
    """
    facts = sorted({triple for number, path in enumerate(data) for triple in _triples(path, number, len(data))})
    axioms = {triple for number, path in enumerate(ontology) for triple in _triples(path, len(data) + number, 2)}
    prefixes: dict[str, str] = {}
    for path in [*data, *ontology]:
        for prefix, namespace in rdf.prefixes_in(path).items():
            prefixes.setdefault(prefix, namespace)
    loaded = load_rules(
        rules, ontology=sorted(axioms.union(facts)), prefixes=prefixes, shipped=shipped, profile=profile
    )
    closure = close(facts, loaded, budget=budget)
    return Inference(
        facts=tuple(facts),
        derived=closure.derived,
        inconsistencies=closure.inconsistencies,
        closure=closure,
        rules=loaded,
        prefixes=tuple(sorted(prefixes.items())),
    )


def _triples(path: Path, number: int, files: int) -> Iterator[Triple]:
    def own(term: Term) -> Term:
        return Term(f"_:f{number}{term[2:]}") if files > 1 and is_blank(term) else term

    for subject, predicate, obj, _ in rdf.parse(path):
        yield own(subject), predicate, own(obj)
