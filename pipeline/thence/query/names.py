"""Names that people type, and the things and properties they mean."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from thence.errors import QueryError
from thence.model.terms import iri_of, iri_term, is_iri, lexical_of, literal
from thence.names import Iri, prefixes
from thence.query.parameters import iri_in
from thence.query.rows import rows, rows_for
from thence.store.dataset import Dataset

__all__ = ["Match", "find_entities", "find_property", "labels_of", "nearest", "nearest_names"]

_EXACT = """SELECT ?thing ?how WHERE {
  { ?thing rdfs:label ?name BIND("label" AS ?how) } UNION { ?thing skos:altLabel ?name BIND("alias" AS ?how) }
}"""
_NAMES = "SELECT ?thing ?name WHERE { { ?thing rdfs:label ?name } UNION { ?thing skos:altLabel ?name } }"
_PROPERTIES = """SELECT DISTINCT ?property ?name WHERE {
  GRAPH <urn:thence:graph:ontology> {
    VALUES ?kind { owl:ObjectProperty owl:DatatypeProperty owl:AnnotationProperty rdf:Property }
    ?property a ?kind .
    OPTIONAL { { ?property rdfs:label ?name } UNION { ?property skos:altLabel ?name } }
  }
}"""
_USED = "SELECT DISTINCT ?property WHERE { ?s ?property ?o }"
_LABELS = """SELECT ?thing ?name WHERE {
  { VALUES ?thing { TERMS } ?thing rdfs:label ?name }
  UNION
  {
    VALUES ?graph { <urn:thence:graph:ontology> <urn:thence:graph:statements> <urn:thence:graph:derivations> }
    GRAPH ?graph { VALUES ?thing { TERMS } ?thing rdfs:label ?name }
  }
}"""


@dataclass(frozen=True, slots=True, order=True)
class Match:
    """A thing that a name means.   how: iri, label, alias, or folded where case and spacing differ."""

    iri: Iri
    how: str


def _folded(name: str) -> str:
    """Return a name as it is compared: compatibility forms joined, no case, single blanks."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def find_entities(store: Dataset, text: str) -> tuple[Match, ...]:
    """Return what a name means, sorted by IRI: things of exactly this name, else of it but for case and spacing.

    An IRI means itself, whether the graph knows it or not. Empty where nothing has the name.
    """
    found = {
        Match(iri_of(thing), lexical_of(how))
        for thing, how in rows(store, _EXACT, {"name": literal(text)})
        if thing and how and is_iri(thing)
    }
    if not found:
        wanted = _folded(text)
        found = {Match(iri, "folded") for iri, name in _names(store) if _folded(name) == wanted}
    iri = iri_in(text.strip())
    if not found and iri is not None:
        found = {Match(iri, "iri")}
    best: dict[Iri, Match] = {}
    for match in sorted(found, key=lambda match: ("label", "alias", "folded", "iri").index(match.how)):
        best.setdefault(match.iri, match)
    return tuple(sorted(best.values()))


def _names(store: Dataset) -> list[tuple[Iri, str]]:
    return [
        (iri_of(thing), lexical_of(name)) for thing, name in rows(store, _NAMES) if thing and name and is_iri(thing)
    ]


def nearest(text: str, choices: Collection[str], *, limit: int = 5, cutoff: float = 50) -> tuple[str, ...]:
    """Return the choices most like a text, best first; equally near ones by name.

    cutoff: the least likeness from 0 to 100 (rapidfuzz's WRatio on case-folded words).
    """
    scored = process.extract(text, sorted(choices), scorer=fuzz.WRatio, processor=_folded, limit=None)
    near = sorted((-score, choice) for choice, score, _ in scored if score >= cutoff)
    return tuple(choice for _, choice in near[:limit])


def nearest_names(store: Dataset, text: str) -> tuple[str, ...]:
    """Return the names in the graph that are most like a text, best first, five at most."""
    return nearest(text, {name for _, name in _names(store)})


def find_property(store: Dataset, text: str) -> tuple[Iri, ...]:
    """Return the properties that a word means: by IRI, else by label, else by alternative label or local name.

    Case, blanks and the humps of a local name make no difference: "beneficial owner of" is own:beneficialOwnerOf.
    Properties that no ontology declares are found by their local names. Sorted.
    Raises QueryError TH409 that lists the nearest ones.
    """
    prefixed = re.fullmatch(r"([\w-]*):([\w-]+)", text.strip())
    if prefixed and prefixed[1] not in prefixes():
        return _in_some_namespace(store, prefixed[1], prefixed[2])
    iri = iri_in(text.strip())
    if iri is not None:
        return (iri,)
    names: dict[str, set[Iri]] = {}
    wanted = _folded(text)
    for property_, name in rows(store, _PROPERTIES):
        if property_ and is_iri(property_):
            for spelled in (lexical_of(name) if name else "", _words(_local(iri_of(property_)))):
                names.setdefault(_folded(spelled), set()).add(iri_of(property_))
    if wanted not in names and _words(text) in names:
        wanted = _words(text)
    if wanted not in names:
        for (property_,) in rows(store, _USED):
            if property_ and is_iri(property_):
                names.setdefault(_words(_local(iri_of(property_))), set()).add(iri_of(property_))
    if wanted in names:
        return tuple(sorted(names[wanted]))
    near = nearest(text, [name for name in names if name])
    hint = f"did you mean {', '.join(near)}?" if near else "an IRI or a name with a prefix (own:owns) is taken too"
    raise QueryError("TH409", f"no property is called {text!r}", hint=hint)


def _in_some_namespace(store: Dataset, prefix: str, local: str) -> tuple[Iri, ...]:
    """Return the properties with a local name, for a prefix that only a user's own files declare.

    Raises QueryError TH409 where no property has it.
    """
    found = {
        iri_of(row[0])
        for query in (_PROPERTIES, _USED)
        for row in rows(store, query)
        if row[0] and is_iri(row[0]) and _local(iri_of(row[0])) == local
    }
    if not found:
        hint = f"the prefix {prefix}: is not one of the shipped ones; take the property's label or its whole IRI"
        raise QueryError("TH409", f"no property is called {prefix}:{local}", hint=hint)
    return tuple(sorted(found))


def _local(iri: str) -> str:
    return re.split(r"[#/:]", iri)[-1]


def _words(local: str) -> str:
    """Return a local name as words.

    >>> _words("beneficialOwnerOf")
    'beneficial owner of'
    """
    return _folded(re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[_-]", " ", local))


def labels_of(store: Dataset, iris: Iterable[Iri]) -> Mapping[Iri, str]:
    """Return the label of each thing that has one, from whichever graph; of several the least."""
    found: dict[Iri, str] = {}
    for thing, name in rows_for(store, _LABELS, [iri_term(iri) for iri in iris]):
        if thing and name:
            iri, label = iri_of(thing), lexical_of(name)
            found[iri] = min(label, found.get(iri, label))
    return found
