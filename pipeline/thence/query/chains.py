"""Paths told fact by fact: between each two neighbours of a row, the facts that link them and their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from thence.model.terms import Term, iri_of, is_iri, lexical_of, literal
from thence.names import XSD
from thence.query.names import labels_of
from thence.query.rows import Row, rows_for
from thence.store.dataset import Dataset
from thence.store.sparql import Solutions

__all__ = ["CHAIN_COLUMNS", "tell_chains"]

CHAIN_COLUMNS = (
    "length",
    "via",
    "step",
    "subject",
    "subjectLabel",
    "relation",
    "relationLabel",
    "object",
    "objectLabel",
    "status",
    "path",
    "quote",
    "statement",
)

_FACTS = """SELECT ?subject ?relation ?object ?derived ?path ?quote ?statement WHERE {
  VALUES (?subject ?object) { TERMS }
  ?subject ?relation ?object .
  OPTIONAL {
    GRAPH <urn:thence:graph:statements> {
      VALUES (?subject ?object) { TERMS }
      ?statement rdf:subject ?subject ; rdf:object ?object ; rdf:predicate ?relation ; th:quotedAt ?span .
      ?span th:quote ?quote ; oa:hasSource/prov:wasDerivedFrom/th:path ?path .
      OPTIONAL { ?statement th:carriesNoFact ?bar }
      FILTER(!BOUND(?bar))
    }
  }
  OPTIONAL {
    GRAPH <urn:thence:graph:derived> { VALUES (?subject ?object) { TERMS } ?subject ?relation ?object }
    BIND("derived" AS ?derived)
  }
}"""


def tell_chains(store: Dataset, paths: Solutions, chain: Sequence[str]) -> Solutions:
    """Return one row for each fact of each path, in the order of the paths and of their steps.

    chain: the variables of ``paths`` that are neighbours, first to last; unbound ones are passed over.
    """
    places = [paths.variables.index(name) for name in chain]
    nodes = [[term for term in (row[place] for place in places) if term is not None] for row in paths.rows]
    pairs = {pair for path in nodes for pair in pairwise(path)}
    terms = [f"({one} {other})" for pair in pairs for one, other in (pair, pair[::-1])]
    between: dict[tuple[Term | None, Term | None], list[Row]] = {}
    for row in rows_for(store, _FACTS, terms):
        between.setdefault((row[0], row[2]), []).append(row)
    terms_told = {term for facts in between.values() for row in facts for term in row[:3] if term and is_iri(term)}
    labels = {f"<{iri}>": literal(label) for iri, label in labels_of(store, map(iri_of, terms_told)).items()}
    told = [row for path in nodes for row in _steps(path, between, labels)]
    return Solutions(CHAIN_COLUMNS, tuple(dict.fromkeys(told)))


def _steps(
    path: Sequence[Term], between: dict[tuple[Term | None, Term | None], list[Row]], labels: dict[str, Term]
) -> Iterator[Row]:
    via = literal(" - ".join(lexical_of(labels.get(term, term)) for term in path))
    length = literal(str(len(path) - 1), XSD.integer)
    for number, (one, other) in enumerate(pairwise(path), 1):
        facts = [*between.get((one, other), ()), *between.get((other, one), ())]
        for subject, relation, obj, derived, file, quote, statement in facts:
            yield (
                length,
                via,
                literal(str(number), XSD.integer),
                subject,
                labels.get(subject or ""),
                relation,
                labels.get(relation or ""),
                obj,
                labels.get(obj or ""),
                derived or literal("asserted"),
                file,
                quote,
                statement,
            )
