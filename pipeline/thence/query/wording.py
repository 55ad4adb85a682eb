"""Facts in words: labels instead of IRIs, axioms as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from thence.model.rule import Pattern, is_hidden, is_variable
from thence.model.terms import Term, Triple, iri_of, iri_term, is_iri, lexical_of
from thence.names import OWL, RDF, RDFS, SKOS, Iri, shorten
from thence.query.names import labels_of
from thence.query.rows import rows_for
from thence.store.dataset import Dataset

__all__ = ["Wording", "wording_for"]

_TYPES = "SELECT ?thing ?type WHERE { VALUES ?thing { TERMS } ?thing a ?type }"
_WIDER = """SELECT ?type ?wider WHERE {
  GRAPH <urn:thence:graph:ontology> { VALUES ?type { TERMS } ?type rdfs:subClassOf ?wider FILTER(?type != ?wider) }
}"""
_TYPE = iri_term(RDF.type)
_IRI = re.compile(r"<([^<>\s]+)>")
_STANDARD = {
    _TYPE: "is a",
    iri_term(RDFS.label): "is called",
    iri_term(SKOS.altLabel): "is also called",
}
_AXIOMS = {
    RDFS.subClassOf: "every {0} is a {1}",
    RDFS.subPropertyOf: "“{0}” implies “{1}”",
    OWL.equivalentClass: "{0} and {1} are the same class",
    OWL.equivalentProperty: "“{0}” and “{1}” mean the same",
    OWL.inverseOf: "“{0}” is “{1}” the other way round",
    RDFS.domain: "whatever has “{0}” is a {1}",
    RDFS.range: "whatever “{0}” points to is a {1}",
    OWL.disjointWith: "nothing is both {0} and {1}",
}
_KINDS = {
    OWL.SymmetricProperty: "“{0}” holds both ways",
    OWL.TransitiveProperty: "“{0}” carries on along a path",
    OWL.FunctionalProperty: "“{0}” has one value at most",
    OWL.InverseFunctionalProperty: "“{0}” belongs to one thing at most",
    OWL.AsymmetricProperty: "“{0}” never holds both ways",
    OWL.IrreflexiveProperty: "nothing has “{0}” to itself",
}


@dataclass(frozen=True, slots=True)
class Wording:
    """Labels of things, by IRI; kinds: what unlabelled things (events, invented nodes) are."""

    labels: Mapping[Iri, str]
    kinds: Mapping[Iri, str]

    def term(self, term: Term) -> str:
        """Return a term in words: a label, else a kind with the end of the IRI, else a short IRI; a literal's text."""
        if not is_iri(term):
            return " ".join(lexical_of(term).split())
        iri = iri_of(term)
        if iri in self.labels:
            return self.labels[iri]
        if iri in self.kinds:
            tail = iri[-4:] if iri.startswith("urn:thence:") else shorten(iri)
            return f"{self.kinds[iri]} {tail}"
        return shorten(iri)

    def verb(self, predicate: Term) -> str:
        """Return a property in words."""
        return _STANDARD.get(predicate) or self.term(predicate)

    def is_unnamed(self, term: Term) -> bool:
        """Return whether a term is a thing that only its kind tells of."""
        return is_iri(term) and iri_of(term) not in self.labels and iri_of(term) in self.kinds

    def sentence(self, triple: Triple) -> str:
        """Return a fact in words."""
        subject, predicate, obj = triple
        return f"{self.term(subject)} {self.verb(predicate)} {self.term(obj)}"

    def axiom(self, triple: Triple) -> str:
        """Return an axiom as a sentence."""
        subject, predicate, obj = triple
        pattern = _AXIOMS.get(iri_of(predicate)) if is_iri(predicate) else None
        if predicate == _TYPE and is_iri(obj):
            pattern = _KINDS.get(iri_of(obj))
        return pattern.format(self.term(subject), self.term(obj)) if pattern else self.sentence(triple)

    def pattern(self, pattern: Pattern) -> str:
        """Return a pattern in words; its open variables are "anything"."""
        parts = [
            ("anything" if is_hidden(node) else f"any {node[1:]}") if is_variable(node) else self.term(Term(node))
            for node in pattern
        ]
        return " ".join(parts)

    def text(self, text: str) -> str:
        """Return a text with the IRIs in it told by their labels, and literals without datatypes."""
        plain = re.sub(r'"([^"]*)"(\^\^<[^<>\s]+>)?', r"\1", text)
        return _IRI.sub(lambda found: self.term(iri_term(found[1])), plain)


def wording_for(store: Dataset, triples: Iterable[Triple]) -> Wording:
    """Return words for every term of some triples."""
    terms = {term for triple in triples for term in triple if is_iri(term)}
    labels = labels_of(store, (iri_of(term) for term in terms))
    bare = [term for term in terms if iri_of(term) not in labels]
    kinds = _kinds(store, bare)
    return Wording(labels, kinds)


def _kinds(store: Dataset, things: Sequence[Term]) -> dict[Iri, str]:
    """Return what each thing is, in words: the label of its narrowest type, of several such the least IRI."""
    types: dict[Term, list[Term]] = {}
    for thing, type_ in rows_for(store, _TYPES, things):
        if thing and type_ and is_iri(type_):
            types.setdefault(thing, []).append(type_)
    every = sorted({type_ for found in types.values() for type_ in found})
    wider: dict[Term, set[Term]] = {}
    for type_, above in rows_for(store, _WIDER, every):
        if type_ and above:
            wider.setdefault(type_, set()).add(above)
    labels = labels_of(store, (iri_of(type_) for type_ in every))
    kinds: dict[Iri, str] = {}
    for thing, found in types.items():
        covered = {above for type_ in found for above in wider.get(type_, ())}
        narrowest = iri_of(min([type_ for type_ in found if type_ not in covered] or found))
        kinds[iri_of(thing)] = labels.get(narrowest, shorten(narrowest))
    return kinds
