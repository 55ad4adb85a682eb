"""A store's statements as predictions for a case's scorer, read by SPARQL as any user of the store could."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import yaml

from thence.model.terms import Term, is_iri, lexical_of
from thence.names import MONEY, OWN, TH, Iri, prefixes
from thence.store import Store

__all__ = ["Prediction", "load_names", "predictions"]

_MODALITY = {"Categorical": "asserted", "Required": "asserted", "Hedged": "hedged", "Reported": "reported"}
_VALUES = {"amount": MONEY.amount, "currency": MONEY.currency, "percent": OWN.percent, "date": TH.occurredOn}

_STATEMENTS = """
SELECT ?st ?s ?p ?o ?polarity ?modality ?doc ?path ?from ?until ?precision ?ended ?event WHERE {
  GRAPH <urn:thence:graph:statements> {
    ?st a rdf:Statement ; rdf:subject ?s ; rdf:predicate ?p ; rdf:object ?o ; th:polarity ?polarity ;
        th:modality ?modality ; prov:wasDerivedFrom/oa:hasSource/prov:wasDerivedFrom ?doc .
    ?doc a th:Document ; th:path ?path .
    OPTIONAL { ?st th:validFrom ?from }
    OPTIONAL { ?st th:validUntil ?until }
    OPTIONAL { ?st th:precision ?precision }
    OPTIONAL { ?st th:ended ?ended }
    OPTIONAL { ?st th:event ?event }
  }
}"""
_OWN_VALUES = "SELECT ?st ?p ?v WHERE { GRAPH <urn:thence:graph:statements> { VALUES ?p { %s } ?st ?p ?v } }"
_EVENT_VALUES = "SELECT ?doc ?event ?p ?v WHERE { GRAPH ?doc { VALUES ?p { %s } ?event ?p ?v } }"
_LABELS = "SELECT ?e ?label ?other WHERE { ?e rdfs:label ?label OPTIONAL { ?e skos:altLabel ?other } }"


@dataclass(frozen=True, slots=True)
class Prediction:
    """One line for the scorer, and the statement and entities that it came from."""

    statement: Term
    subject: Term
    predicate: Iri
    object: Term
    line: Mapping[str, str]


def load_names(path: Path) -> dict[Iri, str]:
    """Return property IRI -> the truth's name, from a YAML or JSON map whose keys are IRIs or prefixed names."""
    names = {}
    for key, name in yaml.safe_load(path.read_text(encoding="utf-8")).items():
        prefix, colon, local = key.partition(":")
        base = prefixes().get(prefix) if colon and not local.startswith("//") else None
        names[Iri(base + local if base else key)] = str(name)
    return names


def predictions(store: Store, names: Mapping[Iri, str]) -> list[Prediction]:
    """Return what the documents' statements predict, in a fixed order: one for each statement and document place.

    Only properties in ``names`` count; conditional, planned and asked statements are no predictions, a requirement
    counts as asserted, and the end of a validity is its last day, each date as precise as the statement says.
    """
    wanted = " ".join(f"<{iri}>" for iri in _VALUES.values())
    labels = _labels(store)
    own = {(st, p): v for st, p, v in _rows(store, _OWN_VALUES % wanted)}
    of_event: dict[tuple[Term, Term, Term], Term] = {
        (doc, event, p): v for doc, event, p, v in sorted(_rows(store, _EVENT_VALUES % wanted), reverse=True)
    }
    found = {}
    for st, s, p, o, polarity, modality, doc, path, start, until, precision, ended, event in _rows(store, _STATEMENTS):
        name = names.get(Iri(lexical_of(p)))
        said = _MODALITY.get(lexical_of(modality).removeprefix(TH.base))
        if name is None or said is None:
            continue
        line = {
            "doc": Path(lexical_of(path)).name,
            "s": labels.get(s, lexical_of(s)),
            "p": name,
            "o": labels.get(o, lexical_of(o)) if is_iri(o) else lexical_of(o),
            "polarity": "negative" if lexical_of(polarity) == TH.Denied else "positive",
            "modality": said,
        }
        for key, iri in _VALUES.items():
            term = Term(f"<{iri}>")
            value = own.get((st, term)) or (of_event.get((doc, event, term)) if event else None)
            if value:
                line[key] = lexical_of(value)
        exact = lexical_of(precision).removeprefix(TH.base) if precision else "day"
        if start:
            line["valid_from"] = _as_precise(lexical_of(start), exact)
        if until:
            line["valid_to"] = _as_precise(_day_before(lexical_of(until)), exact)
        if ended and lexical_of(ended) in {"true", "1"}:
            line["event"] = "end"
        found[st, line["doc"]] = Prediction(st, s, Iri(lexical_of(p)), o, line)
    return [found[key] for key in sorted(found)]


def _rows(store: Store, query: str) -> list[tuple[Term, ...]]:
    return store.query(query).rows  # type: ignore[union-attr,return-value]


def _labels(store: Store) -> dict[Term, str]:
    """Return each entity's label; of one that a bracket tells apart from its namesakes, the name without it."""
    labels = {}
    for entity, label, other in sorted(_rows(store, _LABELS), reverse=True):
        name, bracket, _ = lexical_of(label).rpartition(" (")
        plain = bracket and other and lexical_of(other) == name
        labels[entity] = name if plain else labels.get(entity, lexical_of(label))
    return labels


def _day_before(day: str) -> str:
    return (date.fromisoformat(day[:10]) - timedelta(days=1)).isoformat()


def _as_precise(day: str, precision: str) -> str:
    return day[: {"year": 4, "month": 7}.get(precision, 10)]
