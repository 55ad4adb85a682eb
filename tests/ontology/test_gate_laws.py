"""Laws of the gate and the hierarchy, for every property and class of the shipped modules."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from thence.names import OWL
from thence.ontology import load_ontology

ONTOLOGY = load_ontology(())
CLASSES = st.sampled_from(sorted(ONTOLOGY.classes))
PROPERTIES = st.sampled_from(sorted(iri for iri, term in ONTOLOGY.properties.items() if term.is_object))


@settings(max_examples=200, derandomize=True)
@given(PROPERTIES, CLASSES, CLASSES)
def test_what_is_accepted_for_a_class_is_accepted_for_what_is_above_it(property_: str, subject: str, object_: str):
    if ONTOLOGY.accepts(property_, subject, object_) is None:
        for above in ONTOLOGY.superclasses(subject):
            assert ONTOLOGY.accepts(property_, above, object_) is None
        for above in ONTOLOGY.superclasses(object_):
            assert ONTOLOGY.accepts(property_, subject, above) is None


@settings(max_examples=200, derandomize=True)
@given(PROPERTIES, CLASSES, CLASSES)
def test_the_two_ends_of_a_statement_are_judged_apart(property_: str, subject: str, object_: str):
    apart = ONTOLOGY.accepts(property_, subject, OWL.Thing) or ONTOLOGY.accepts(property_, OWL.Thing, object_)
    assert (ONTOLOGY.accepts(property_, subject, object_) is None) == (apart is None)


@settings(max_examples=200, derandomize=True)
@given(CLASSES, CLASSES)
def test_disjointness_is_symmetric_and_passes_down(a: str, b: str):
    assert ONTOLOGY.are_disjoint(a, b) == ONTOLOGY.are_disjoint(b, a)
    assert not ONTOLOGY.are_disjoint(a, a)
    if any(ONTOLOGY.are_disjoint(above, b) for above in ONTOLOGY.superclasses(a)):
        assert ONTOLOGY.are_disjoint(a, b)


@settings(max_examples=100, derandomize=True)
@given(CLASSES, CLASSES, CLASSES)
def test_the_hierarchy_is_transitive(a: str, b: str, c: str):
    if ONTOLOGY.is_subclass(a, b) and ONTOLOGY.is_subclass(b, c):
        assert ONTOLOGY.is_subclass(a, c)
