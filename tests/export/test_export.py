"""Exports: the same bytes for the same store, the same triples for every reader."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import rdflib
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.store.strategies import ground_triples
from thence.export import export
from thence.model.terms import Quad, iri_term, literal
from thence.names import (
    DEFAULT_GRAPH,
    DERIVATIONS,
    DERIVED,
    HISTORY,
    IDENTITY,
    ONTOLOGY,
    RDF,
    RDFS,
    RUNS,
    STATEMENTS,
    TH,
    XSD,
    Iri,
)
from thence.store import Store
from thence.store.rdf import parse

DOCUMENT = Iri("urn:thence:doc:a")
ALL = (DEFAULT_GRAPH, DERIVED, ONTOLOGY, STATEMENTS, DERIVATIONS, DOCUMENT, IDENTITY, RUNS, HISTORY)


def quad(subject: str, obj: str, graph: Iri) -> Quad:
    return iri_term(f"urn:x:{subject}"), iri_term(RDFS.label), literal(obj), graph


QUADS = [quad(f"s{number}", f"in {graph or 'the default graph'}", graph) for number, graph in enumerate(ALL)] + [
    quad("twice", "in two graphs", DEFAULT_GRAPH),
    quad("twice", "in two graphs", STATEMENTS),
    (iri_term("urn:x:q"), iri_term(RDF.type), iri_term(TH.Statement), STATEMENTS),
    (iri_term("urn:x:q"), iri_term(TH.quote), literal('né\n"1970"\t\\'), STATEMENTS),
    (iri_term("urn:x:q"), iri_term(TH.confidence), literal("0.87", XSD.decimal), STATEMENTS),
    (iri_term("urn:x:q"), iri_term(TH.byteStart), literal("120", XSD.integer), STATEMENTS),
]


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / ".thence") as opened:
        yield opened


def exported(store: Store, format_: str, **options: bool) -> bytes:
    return b"".join(export(store, format=format_, **options))  # type: ignore[arg-type]


def test_turtle_holds_facts_ontology_statements_and_derivations_each_triple_once(store: Store):
    store.replace(QUADS)
    merged = (DEFAULT_GRAPH, DERIVED, ONTOLOGY, STATEMENTS, DERIVATIONS)
    expected = {quad[:3] for quad in QUADS if quad[3] in merged}
    read = [quad[:3] for quad in parse(exported(store, "turtle"), media="ttl")]
    assert sorted(read) == sorted(expected)
    assert len(rdflib.Graph().parse(io.BytesIO(exported(store, "turtle")), format="turtle")) == len(expected)


def test_nquads_hold_every_graph_but_runs_and_history_as_sorted_lines(store: Store):
    store.replace(QUADS)
    lines = exported(store, "nquads").decode().splitlines()
    assert lines == sorted(set(lines))
    assert {quad[3] for quad in parse(exported(store, "nquads"), media="nq")} == set(ALL) - {RUNS, HISTORY}
    assert len(lines) == len(QUADS) - 2


def test_everything_adds_runs_and_history(store: Store):
    store.replace(QUADS)
    assert set(parse(exported(store, "nquads", everything=True), media="nq")) == set(QUADS)
    assert b"in urn:thence:graph:runs" in exported(store, "turtle", everything=True)
    assert b"in urn:thence:graph:runs" not in exported(store, "turtle")


def test_turtle_declares_the_prefixes_it_uses_and_no_others(store: Store):
    store.replace(QUADS)
    text = exported(store, "turtle").decode()
    declared = [line.split()[1] for line in text.splitlines() if line.startswith("@prefix")]
    assert declared == ["rdfs:", "th:"]


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(graph=st.lists(st.tuples(ground_triples, st.sampled_from(ALL)), max_size=12), data=st.data())
def test_equal_stores_give_equal_bytes_and_the_export_builds_the_store_again(
    store: Store, graph: list[tuple[tuple, Iri]], data: st.DataObject
):
    quads = [(*triple, name) for triple, name in graph]
    store.replace(quads, keep=())
    first = [exported(store, format_, everything=True) for format_ in ("turtle", "nquads")]
    held = set(store.quads())
    store.replace([], keep=())
    store.replace(data.draw(st.permutations(quads)), keep=())
    assert [exported(store, format_, everything=True) for format_ in ("turtle", "nquads")] == first
    assert set(parse(first[1], media="nq")) == held
    assert not store.replace(parse(first[1], media="nq"), keep=())


def test_large_exports_come_in_blocks(store: Store):
    store.replace([quad(f"{number:05d}", "x", DEFAULT_GRAPH) for number in range(4_500)])
    for format_, count in (("turtle", 10), ("nquads", 3)):
        blocks = list(export(store, format=format_))  # type: ignore[arg-type]
        assert len(blocks) == count
        assert len(list(parse(b"".join(blocks), media="ttl"))) == 4_500


def test_an_empty_store_is_an_empty_file(store: Store):
    store.replace([], keep=())
    assert (exported(store, "turtle"), exported(store, "nquads")) == (b"", b"")


def test_another_format_is_refused(store: Store):
    with pytest.raises(ValueError, match="turtle, nquads"):
        export(store, format="docx")  # type: ignore[arg-type]
