"""A store's graphs laid together as the one graph that shapes see (see ``shapes/provenance.ttl``)."""

from __future__ import annotations

from collections.abc import Collection

from thence.model.proof import fact_iri
from thence.model.terms import Quad, Term, Triple, iri_term
from thence.names import DEFAULT_GRAPH, DERIVATIONS, DERIVED, ONTOLOGY, PROV, RDF, STATEMENTS, TH
from thence.validate.carriage import Carriage

__all__ = ["project"]

_AS_THEY_ARE = (DEFAULT_GRAPH, DERIVED, ONTOLOGY, STATEMENTS)
_A = iri_term(RDF.type)
_IS_CLAIM = (_A, iri_term(RDF.Statement))
_PARTS = tuple(iri_term(each) for each in (RDF.subject, RDF.predicate, RDF.object))
_LEADS = (iri_term(TH.rule), iri_term(PROV.wasDerivedFrom))


def project(quads: Collection[Quad], carriage: Carriage, *, derivations_written: bool) -> set[Triple]:
    """Return the default, derived, ontology and statements graphs together, and a node for each fact.

    A triple of the default graph becomes a th:AssertedFact with th:carriedBy its carriers, one of the derived graph a
    th:DerivedFact with the rule and premises that the derivations graph gives it (none of these when it was left out).
    The rdf:Statements of an RDF file are no claims of ours: what they say is kept, not that they are such.
    """
    claims = frozenset(carriage.statements)
    found: set[Triple] = set()
    derived_nodes: set[Term] = set()
    for subject, predicate, obj, graph in quads:
        if graph in _AS_THEY_ARE and ((predicate, obj) != _IS_CLAIM or subject in claims):
            found.add((subject, predicate, obj))
        if graph == DEFAULT_GRAPH:
            node = _fact(found, (subject, predicate, obj), TH.AssertedFact)
            carriers = carriage.carriers((subject, predicate, obj))
            found.update((node, iri_term(TH.carriedBy), carrier) for carrier in carriers)
        elif graph == DERIVED and derivations_written:
            derived_nodes.add(_fact(found, (subject, predicate, obj), TH.DerivedFact))
    for subject, predicate, obj, graph in quads:
        if graph == DERIVATIONS and predicate in _LEADS and subject in derived_nodes:
            found.add((subject, predicate, obj))
    return found


def _fact(found: set[Triple], triple: Triple, class_: str) -> Term:
    node = iri_term(fact_iri(triple))
    found.add((node, _A, iri_term(class_)))
    found.update((node, part, term) for part, term in zip(_PARTS, triple, strict=True))
    return node
