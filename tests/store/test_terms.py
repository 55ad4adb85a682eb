"""Terms on their way through the door to the store and back."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.store.strategies import iris, literals, terms
from thence.model.terms import Term, iri_term, literal
from thence.names import XSD
from thence.store.terms import canonical, canonical_terms, node_of, term_of


@given(terms)
def test_a_term_goes_to_the_store_and_back_in_the_same_spelling(term: Term):
    assert term_of(node_of(term)) == term


@given(iris)
def test_an_iri_is_canonical_as_it_is(term: Term):
    assert canonical(term) == term


@settings(max_examples=25, deadline=None)
@given(drawn=st.lists(literals, max_size=20))
def test_the_canonical_spelling_is_the_one_the_store_gives_back(
    tmp_path_factory: pytest.TempPathFactory, drawn: list[Term]
):
    folder: Path = tmp_path_factory.mktemp("store")
    store = ox.Store(folder)
    subject = ox.NamedNode("urn:x:s")
    for number, term in enumerate(drawn):
        store.add(ox.Quad(subject, ox.NamedNode(f"urn:x:p{number}"), node_of(term)))
    read = {quad.predicate.value: term_of(quad.object) for quad in store}
    changed = canonical_terms(drawn)
    assert [changed.get(term, term) for term in drawn] == [read[f"urn:x:p{number}"] for number in range(len(drawn))]
    assert all(canonical(term) == changed.get(term, term) for term in drawn)


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        (literal("01", XSD.integer), literal("1", XSD.integer)),
        (literal("12", XSD.int), literal("12", XSD.integer)),
        (literal("1.50", XSD.decimal), literal("1.5", XSD.decimal)),
        (literal("1", XSD.boolean), literal("true", XSD.boolean)),
        (literal("no number", XSD.integer), literal("no number", XSD.integer)),
        (literal("2024-02-31", XSD.date), literal("2024-02-31", XSD.date)),
        (literal("plain"), literal("plain")),
    ],
)
def test_values_are_folded_and_impossible_ones_kept(written: Term, stored: Term):
    assert canonical(written) == stored
    assert canonical(stored) == stored


def test_triple_terms_are_spelled_as_rdf_12_spells_them():
    triple = ox.Triple(ox.NamedNode("urn:x:a"), ox.NamedNode("urn:x:b"), ox.Literal("c"))
    assert term_of(triple) == '<<( <urn:x:a> <urn:x:b> "c" )>>'


@pytest.mark.parametrize(
    "text", ["plain", "<urn:x:a b>", "<<( <urn:x:a> <urn:x:b> <urn:x:c> )>>", iri_term("relative")]
)
def test_text_that_is_no_term_is_refused(text: str):
    with pytest.raises(ValueError):
        node_of(Term(text))
