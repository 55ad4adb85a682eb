"""Statements in words: what each says, in one line."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from thence.model.terms import iri_of, iri_term
from thence.query.rows import rows_for
from thence.query.wording import wording_for
from thence.store.dataset import Dataset

__all__ = ["claims"]

_SAID = """SELECT ?statement ?subject ?predicate ?object ?polarity ?modality WHERE {
  GRAPH <urn:thence:graph:statements> {
    VALUES ?statement { TERMS }
    ?statement rdf:subject ?subject ; rdf:predicate ?predicate ; rdf:object ?object ;
      th:polarity ?polarity ; th:modality ?modality
  }
}"""
_UNSAID = ("affirmed", "categorical")


def claims(store: Dataset, statements: Collection[str]) -> Mapping[str, str]:
    """Return what each statement says, by its IRI; IRIs of other things are left out.

    For example: ``Ann Smith owns Smith Ltd (denied, reported)``.
    """
    said: dict[str, str] = {}
    found = rows_for(store, _SAID, [iri_term(iri) for iri in statements])
    triples = {row: (row[1], row[2], row[3]) for row in found if row[1] and row[2] and row[3]}
    words = wording_for(store, triples.values())
    for row, triple in triples.items():
        manner = [term.rpartition("#")[2].rstrip(">").lower() for term in row[4:] if term]
        manner = [word for word in manner if word not in _UNSAID]
        assert row[0] is not None
        sentence = words.sentence(triple)
        said[iri_of(row[0])] = f"{sentence} ({', '.join(manner)})" if manner else sentence
    return said
