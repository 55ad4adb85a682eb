"""A small store that keeps the contract, and ways to break it."""

from __future__ import annotations

from collections.abc import Iterable

from thence.model.proof import fact_iri
from thence.model.terms import Quad, Term, iri_term, literal
from thence.names import DEFAULT_GRAPH, DERIVATIONS, DERIVED, PROV, RDF, TH, Iri
from thence.store.rdf import parse

PREFIXES = """
@prefix ag: <urn:thence:agent:> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix doc: <urn:thence:doc:> .
@prefix e: <urn:thence:entity:> .
@prefix ev: <urn:thence:event:> .
@prefix g: <urn:thence:graph:> .
@prefix money: <https://w3id.org/thence/money#> .
@prefix oa: <http://www.w3.org/ns/oa#> .
@prefix own: <https://w3id.org/thence/ownership#> .
@prefix people: <https://w3id.org/thence/people#> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix st: <urn:thence:st:> .
@prefix text: <urn:thence:text:> .
@prefix th: <https://w3id.org/thence#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""

SOUND = """
e:acme own:owns e:bolt .
e:acme money:paid e:bolt .
ev:1 a money:Payment ; money:payer e:acme ; money:payee e:bolt ; money:amount 1200 ; money:currency "EUR" .
e:acme a people:Company ; rdfs:label "Acme Ltd" ; skos:altLabel "Acme" ; people:companyNumber "0123" .
GRAPH doc:d { ev:1 a money:Payment ; money:payer e:acme ; money:payee e:bolt ; money:amount 1200 ;
  money:currency "EUR" . e:acme own:owns e:bolt ; money:paid e:bolt . }
GRAPH g:ontology { people:companyNumber th:valueKind "reference" . }
GRAPH g:derived { e:acme own:controls e:bolt . }
GRAPH g:statements {
  doc:d a th:Document ; th:path "memo.md" ; th:key "memo.md" ; th:digest "ab" ; dcterms:format "text/markdown" .
  text:t a th:Text ; th:length 100 ; prov:wasDerivedFrom doc:d .
  <urn:thence:text:t#char=0,20> a th:Span ; oa:hasSource text:t ; prov:wasDerivedFrom text:t ; th:charStart 0 ;
    th:charEnd 20 ; th:byteStart 0 ; th:byteEnd 20 ; th:quote "Acme Ltd owns Bolt. " .
  <urn:thence:text:t#char=20,50> a th:Span ; oa:hasSource text:t ; prov:wasDerivedFrom text:t ; th:charStart 20 ;
    th:charEnd 50 ; th:quote "It paid Bolt EUR 1,200." .
  st:owns a rdf:Statement ; rdf:subject e:acme ; rdf:predicate own:owns ; rdf:object e:bolt ; th:status th:Extracted ;
    th:polarity th:Affirmed ; th:modality th:Categorical ; th:confidence 0.9 ;
    prov:wasDerivedFrom <urn:thence:text:t#char=0,20> ; th:quotedAt <urn:thence:text:t#char=0,20> .
  st:paid a rdf:Statement ; rdf:subject e:acme ; rdf:predicate money:paid ; rdf:object e:bolt ; th:event ev:1 ;
    th:status th:Extracted ; th:polarity th:Affirmed ; th:modality th:Categorical ; th:confidence 0.9 ;
    prov:wasDerivedFrom <urn:thence:text:t#char=20,50> , <urn:thence:text:t#char=0,20> ;
    th:quotedAt <urn:thence:text:t#char=20,50> .
  st:named a rdf:Statement ; rdf:subject e:acme ; rdf:predicate rdf:type ; rdf:object people:Company ;
    th:status th:Extracted ; th:polarity th:Affirmed ; th:modality th:Categorical ; th:confidence 0.9 ;
    prov:wasDerivedFrom <urn:thence:text:t#char=0,20> .
  st:denied a rdf:Statement ; rdf:subject e:bolt ; rdf:predicate own:owns ; rdf:object e:cleo ; th:status th:Extracted ;
    th:polarity th:Denied ; th:modality th:Categorical ; th:confidence 0.8 ;
    prov:wasDerivedFrom <urn:thence:text:t#char=20,50> .
}
"""


def trig(text: str) -> set[Quad]:
    """Return the quads of TriG text under the prefixes above."""
    return set(parse((PREFIXES + text).encode(), media="trig", name="graph"))


def derivations(quads: Iterable[Quad]) -> set[Quad]:
    """Return a derivation for each derived fact, from every asserted fact about ownership."""
    held = list(quads)
    owned = [(s, p, o) for s, p, o, g in held if g == DEFAULT_GRAPH and p.endswith("ownership#owns>")]
    found: set[Quad] = set()
    for s, p, o, g in held:
        if g != DERIVED:
            continue
        node = iri_term(fact_iri((s, p, o)))
        found |= reified(node, (s, p, o))
        found.add((node, iri_term(TH.rule), Term("<urn:thence:rule:control:majority>"), DERIVATIONS))
        for premise in owned:
            found |= reified(iri_term(fact_iri(premise)), premise)
            found.add((node, iri_term(PROV.wasDerivedFrom), iri_term(fact_iri(premise)), DERIVATIONS))
    return found


def reified(node: Term, triple: tuple[Term, Term, Term]) -> set[Quad]:
    """Return the reification of a fact in the derivations graph."""
    parts = zip((RDF.subject, RDF.predicate, RDF.object), triple, strict=True)
    return {
        (node, iri_term(RDF.type), iri_term(RDF.Statement), DERIVATIONS),
        *((node, iri_term(part), term, DERIVATIONS) for part, term in parts),
    }


def sound() -> set[Quad]:
    """Return the quads of a store that keeps the contract."""
    quads = trig(SOUND)
    return quads | derivations(quads)


def term(text: str) -> Term:
    """Return a prefixed name or a bare number or string as a term."""
    return next(iter(trig(f"<urn:x> <urn:y> {text} .")))[2]


def without(quads: set[Quad], subject: str, predicate: str) -> set[Quad]:
    """Return the quads less those of one subject and predicate."""
    return {quad for quad in quads if quad[:2] != (term(subject), term(predicate))}


def instead(quads: set[Quad], subject: str, predicate: str, obj: str) -> set[Quad]:
    """Return the quads with one object in place of those of a subject and predicate."""
    graph = next(quad[3] for quad in quads if quad[:2] == (term(subject), term(predicate)))
    return without(quads, subject, predicate) | {(term(subject), term(predicate), term(obj), graph)}


__all__ = [
    "PREFIXES",
    "SOUND",
    "Iri",
    "derivations",
    "instead",
    "literal",
    "reified",
    "sound",
    "term",
    "trig",
    "without",
]
