"""The derivations graph: a node per derived fact and per asserted premise, for SPARQL users (DESIGN section 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from thence.model.proof import fact_iri
from thence.model.terms import Quad, Term, Triple, iri_term, literal
from thence.names import DERIVATIONS, PROV, RDF, RDFS, TH, Iri
from thence.reason.closure import Closure

__all__ = ["derivation_quads"]


def derivation_quads(closure: Closure, carriers: Mapping[Triple, Sequence[Iri]]) -> Iterator[Quad]:
    """Yield a reified node for each derived fact and each asserted fact that a derivation rests on.

    A derived fact names its rule and its premises; an asserted premise names the statements that carry it
    (``prov:wasDerivedFrom`` in both), so that ``prov:wasDerivedFrom+`` runs down to the document.
    carriers: asserted fact -> statements.
    """
    premises: set[Triple] = set()
    rules: dict[Iri, str] = {}
    for fact in closure.derived:
        derivation = closure.derivation(fact)
        assert derivation is not None, f"no derivation recorded for {fact}"
        node = iri_term(fact_iri(fact))
        yield from _reified(node, fact)
        yield node, iri_term(TH.status), iri_term(TH.Derived), DERIVATIONS
        yield node, iri_term(TH.rule), iri_term(derivation.rule.iri), DERIVATIONS
        rules[derivation.rule.iri] = derivation.rule.label or derivation.rule.name
        for premise in derivation.premises:
            premises.add(premise)
            yield node, iri_term(PROV.wasDerivedFrom), iri_term(fact_iri(premise)), DERIVATIONS
    for rule, label in rules.items():
        yield iri_term(rule), iri_term(RDF.type), iri_term(TH.Rule), DERIVATIONS
        yield iri_term(rule), iri_term(RDFS.label), literal(label), DERIVATIONS
    for fact in premises & carriers.keys():
        node = iri_term(fact_iri(fact))
        yield from _reified(node, fact)
        for statement in carriers[fact]:
            yield node, iri_term(PROV.wasDerivedFrom), iri_term(statement), DERIVATIONS


def _reified(node: Term, fact: Triple) -> Iterator[Quad]:
    yield node, iri_term(RDF.type), iri_term(RDF.Statement), DERIVATIONS
    for role, term in zip((RDF.subject, RDF.predicate, RDF.object), fact, strict=True):
        yield node, iri_term(role), term, DERIVATIONS
