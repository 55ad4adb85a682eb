"""Terms are N-Triples text with one spelling each."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thence.model.terms import (
    datatype_of,
    iri_of,
    iri_term,
    is_blank,
    is_iri,
    is_literal,
    language_of,
    lexical_of,
    literal,
    quad_line,
    triple_line,
)
from thence.names import DEFAULT_GRAPH, DERIVED, XSD


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_a_literal_keeps_its_text(text):
    assert lexical_of(literal(text)) == text
    assert lexical_of(literal(text, XSD.token)) == text
    assert lexical_of(literal(text, language="en")) == text


def test_datatype_and_language_are_read_back():
    assert datatype_of(literal("1", XSD.integer)) == XSD.integer
    assert datatype_of(literal("a")) == XSD.string
    assert language_of(literal("a", language="EN")) == "en"
    assert datatype_of(iri_term("urn:x")) is None
    assert language_of(literal("a")) is None


def test_kinds_of_terms_are_told_apart():
    assert is_iri(iri_term("urn:x"))
    assert is_literal(literal("x"))
    assert is_blank("_:b")
    assert iri_of(iri_term("urn:x")) == "urn:x"
    with pytest.raises(ValueError, match="not an IRI"):
        iri_of(literal("x"))


def test_lines_are_n_triples_and_n_quads():
    s, p, o = iri_term("urn:s"), iri_term("urn:p"), literal('a "b"\n')
    assert triple_line((s, p, o)) == '<urn:s> <urn:p> "a \\"b\\"\\n" .'
    assert quad_line((s, p, o, DEFAULT_GRAPH)) == triple_line((s, p, o))
    assert quad_line((s, p, o, DERIVED)).endswith("<urn:thence:graph:derived> .")
