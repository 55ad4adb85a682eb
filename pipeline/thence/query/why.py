"""Why: from what a person types to a fact, its proof, and the words of its leaves held against their files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path

from thence.errors import QueryError, ThenceError
from thence.model.proof import Proof, Step
from thence.model.terms import Term, Triple, iri_of, iri_term, is_iri, lexical_of
from thence.names import OWL, RDF, Iri
from thence.query.ask import entity_iris
from thence.query.evidence import Evidence, Files, carriers_of, imported_from, read_evidence
from thence.query.explanation import Explanation
from thence.query.names import find_entities, find_property
from thence.query.rows import rows, rows_for
from thence.query.wording import wording_for
from thence.read.reading import DEFAULT, Options
from thence.reason import Closure, proof
from thence.reason.kept import kept_closure
from thence.store.store import Store
from thence.store.workspace import Workspace

__all__ = ["explain", "telling_fact", "why"]

_OBJECTS = "SELECT ?o WHERE { ?s ?p ?o }"
_BETWEEN = """SELECT ?s ?p ?o WHERE {
  VALUES (?s ?o) { TERMS } ?s ?p ?o
}"""
_SAID = """SELECT ?statement WHERE {
  GRAPH <urn:thence:graph:statements> { ?statement rdf:subject ?s ; rdf:predicate ?p ; rdf:object ?o }
}"""
_SAID_OF = """SELECT ?statement ?o WHERE {
  GRAPH <urn:thence:graph:statements> { ?statement rdf:subject ?s ; rdf:predicate ?p ; rdf:object ?o }
}"""
_TYPES = "SELECT ?type WHERE { GRAPH <urn:thence:graph:ontology> { ?p a ?type } }"


def why(
    store: Store,
    subject: str,
    predicate: str,
    object: str,  # noqa: A002 - RDF's own word
    *,
    root: Path | None = None,
    options: Options = DEFAULT,
) -> Explanation:
    """Return why something holds, or what is said of it when it does not.

    subject, object: names or IRIs; an object may be a value ("42").   predicate: a property's label, local name or
    IRI.   root: the corpus folder where quotes are held against their files; the workspace's own when None.
    options: how files are read.
    Of several facts that the words mean, the one derived by a rule comes first, then by IRIs; the others are noted.
    Raises QueryError TH409 for a name nothing has, with the nearest ones.
    """
    subjects = entity_iris(store, subject, what="subject")
    properties = find_property(store, predicate)
    facts = [
        (iri_term(one), iri_term(property_), value)
        for one in subjects
        for property_ in properties
        for value in _objects(store, one, property_, object)
    ]
    asked = (subject, predicate, object)
    files = Files(root or _root(store), options)
    if facts:
        closure = kept_closure(store)
        notes = []
        if len(facts) > 1:
            told = wording_for(store, facts)
            notes = [f"this holds too: {told.sentence(other)} ({other[0]} {other[2]})" for other in facts[1:]]
        return _explanation(store, facts[0], closure, asked=asked, files=files, notes=notes)
    return _unfounded(store, subjects, properties, asked=asked, files=files)


def explain(store: Store, fact: Triple, *, root: Path | None = None, options: Options = DEFAULT) -> Explanation:
    """Return why a fact holds.   options: how files are read.   Raises QueryError TH409 when it does not hold."""
    if not store.query("ASK { ?s ?p ?o }", bindings=dict(zip("spo", fact, strict=True))):
        raise QueryError("TH409", f"this does not hold: {' '.join(fact)}")
    words = wording_for(store, [fact])
    asked = (words.term(fact[0]), words.verb(fact[1]), words.term(fact[2]))
    return _explanation(
        store, fact, kept_closure(store), asked=asked, files=Files(root or _root(store), options), notes=()
    )


def _objects(store: Store, subject: Iri, property_: Iri, text: str) -> list[Term]:
    """Return the objects of a subject and property that a text means, sorted."""
    known = {iri_term(match.iri) for match in find_entities(store, text)}
    found = rows(store, _OBJECTS, {"s": iri_term(subject), "p": iri_term(property_)})
    return sorted({term for (term,) in found if term and (term in known or _says(term, text))})


def _says(term: Term, text: str) -> bool:
    """Return whether a literal is what a text says: the same words, or the same number."""
    if is_iri(term):
        return False
    lexical = lexical_of(term)
    if " ".join(lexical.split()).casefold() == " ".join(text.split()).casefold():
        return True
    try:
        return Decimal(lexical) == Decimal(text.replace(",", ""))
    except InvalidOperation:
        return False


def _root(store: Store) -> Path | None:
    try:
        return Workspace.find(store.directory, store.directory).root
    except ThenceError:
        return None


def _explanation(
    store: Store,
    fact: Triple,
    closure: Closure | None,
    *,
    asked: tuple[str, str, str],
    files: Files,
    notes: Sequence[str],
) -> Explanation:
    found = proof(closure, fact) if closure else None
    if found is None:
        found = Proof((Step(fact),))
    leaves = found.leaves
    carriers = carriers_of(store, leaves)
    evidence = read_evidence(store, sorted({each for some in carriers.values() for each in some}), files)
    told: dict[Triple, tuple[Evidence, ...]] = {
        leaf: tuple(words for statement in carriers.get(leaf, ()) for words in evidence.get(statement, ()))
        for leaf in leaves
    }
    said = _said(store, [fact], files)
    shown = [step.fact for step in found.steps if step.fact is not None]
    axioms = [axiom for step in found.steps for axiom in step.axioms]
    patterns = [
        tuple(Term(node) for node in pattern) for step in found.steps for group in step.absent for pattern in group
    ]
    bound = [(term, term, term) for step in found.steps for _, term in step.bindings]
    words = wording_for(store, [*shown, *axioms, *((p[0], p[1], p[2]) for p in patterns), *bound])
    return Explanation(
        asked=asked,
        fact=fact,
        proof=found,
        evidence=told,
        words=words,
        said=tuple(each for each in said if each.bar),
        imported={leaf: stated for leaf in leaves if not told[leaf] and (stated := imported_from(store, leaf, files))},
        notes=tuple(notes),
    )


def _said(store: Store, triples: Iterable[Triple], files: Files) -> tuple[Evidence, ...]:
    statements = {
        iri_of(statement)
        for triple in triples
        for (statement,) in rows(store, _SAID, dict(zip("spo", triple, strict=True)))
        if statement
    }
    found = read_evidence(store, sorted(statements), files)
    return tuple(sorted(words for some in found.values() for words in some))


def _unfounded(
    store: Store,
    subjects: Sequence[Iri],
    properties: Sequence[Iri],
    *,
    asked: tuple[str, str, str],
    files: Files,
) -> Explanation:
    """Return what is said of something that does not hold. Raises QueryError TH409 for an object nothing is called."""
    text = asked[2]
    objects = {iri_term(match.iri) for match in find_entities(store, text)}
    pairs = [(iri_term(one), iri_term(property_)) for one in subjects for property_ in properties]
    candidates = {
        (one, property_, obj)
        for one, property_ in pairs
        for _, obj in rows(store, _SAID_OF, {"s": one, "p": property_})
        if obj and (obj in objects or _says(obj, text))
    }
    if not objects and not candidates and not any(_takes_values(store, property_) for property_ in properties):
        entity_iris(store, text, what="object")
    instead = _between(store, [iri_term(one) for one in subjects], sorted(objects))
    values = {
        (one, property_, obj)
        for one, property_ in pairs
        if not objects
        for (obj,) in rows(store, _OBJECTS, {"s": one, "p": property_})
        if obj
    }
    found = tuple(sorted({*instead, *values}))
    return Explanation(
        asked=asked,
        fact=None,
        proof=None,
        evidence={},
        words=wording_for(store, [*found, *candidates]),
        said=_said(store, sorted(candidates), files),
        instead=found,
    )


def _takes_values(store: Store, property_: Iri) -> bool:
    types = rows(store, _TYPES, {"p": iri_term(property_)})
    return (iri_term(OWL.DatatypeProperty),) in types


def _between(store: Store, some: Sequence[Term], others: Sequence[Term]) -> set[Triple]:
    pairs = [f"({one} {other})" for a in some for b in others for one, other in ((a, b), (b, a))]
    return {(s, p, o) for s, p, o in rows_for(store, _BETWEEN, pairs) if s and p and o}


def telling_fact(store: Store) -> Triple | None:
    """Return the derived fact with the deepest recorded proof between two named things; None when there is none.

    Facts that the documents' own rules gave come before mere consequences of the ontology; of equally deep ones the
    least counts.
    """
    closure = kept_closure(store)
    if closure is None:
        return None
    trace, rules = closure.trace, closure.rules.rules
    heights = [0] * len(trace)
    best: tuple[bool, int] = (False, 0)
    candidates: list[Triple] = []
    named = {term for (term,) in rows(store, "SELECT DISTINCT ?s WHERE { ?s rdfs:label ?l }")}
    for fact in range(trace.asserted, len(trace)):
        number, premises = trace.application(fact)
        heights[fact] = 1 + max((heights[premise] for premise in premises), default=0)
        rank = (not rules[number].axioms, heights[fact])
        if rank < best:
            continue
        triple = trace.triple(fact)
        if triple[0] in named and triple[2] in named and triple[1] != iri_term(RDF.type):
            if rank > best:
                best, candidates = rank, []
            candidates.append(triple)
    return min(candidates, default=None)
