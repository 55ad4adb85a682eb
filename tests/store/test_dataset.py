"""Files as a dataset: asked as they are, gone when closed."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.shared import needs_shared, shared
from tests.store.strategies import triples
from thence.errors import DataError
from thence.model.terms import Triple, iri_term, literal
from thence.names import DEFAULT_GRAPH, XSD, Iri
from thence.store.dataset import dataset_of
from thence.store.rdf import canonical, parse, serialize
from thence.store.sparql import Solutions


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_files_of_any_medium_are_asked_together(tmp_path: Path):
    files = [
        write(tmp_path, "one.ttl", "<urn:x:a> <urn:x:p> 1 ."),
        write(tmp_path, "two.jsonld", '{"@id": "urn:x:b", "urn:x:p": {"@value": 2}}'),
        write(tmp_path, "three.trig", "<urn:x:g> { <urn:x:c> <urn:x:p> 3 }"),
    ]
    with dataset_of(files) as dataset:
        answer = dataset.query("SELECT (SUM(?n) AS ?sum) { ?s <urn:x:p> ?n }")
        assert answer == Solutions(("sum",), ((literal("3", XSD.integer),),))
        assert dataset.graphs() == (Iri("urn:x:g"),)
        assert (dataset.count(), dataset.count(DEFAULT_GRAPH)) == (3, 2)
        assert list(dataset.quads(Iri("urn:x:g"))) == [
            (iri_term("urn:x:c"), iri_term("urn:x:p"), literal("3", XSD.integer), "urn:x:g")
        ]


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(graph=st.lists(triples, max_size=8))
def test_whatever_a_file_says_the_dataset_says(tmp_path: Path, graph: list[Triple]):
    path = tmp_path / "data.nt"
    path.write_bytes(serialize(graph, media="nt", prefixes={}))
    with dataset_of([path]) as dataset:
        read = {(s, p, canonical(o), g) for s, p, o, g in parse(path)}
        assert set(dataset.quads()) == read
        assert dataset.count() == len(read)


def test_blank_nodes_of_two_files_are_never_one_and_those_of_one_file_stay(tmp_path: Path):
    text = "_:b0 <urn:x:p> _:b1 . _:b1 <urn:x:p> _:b0 ."
    files = [write(tmp_path, "one.ttl", text), write(tmp_path, "two.ttl", text)]
    with dataset_of([*files, files[0]]) as dataset:
        assert dataset.count() == 4
        assert dataset.query("SELECT (COUNT(DISTINCT ?s) AS ?n) { ?s ?p ?o . ?o ?p ?s }") == Solutions(
            ("n",), ((literal("4", XSD.integer),),)
        )


@needs_shared
def test_the_same_label_in_two_files_means_two_nodes():
    folder = shared("cases", "R13-bnode-scope")
    with dataset_of([folder / "one.ttl", folder / "two.ttl", folder / "one.ttl"]) as dataset:
        assert dataset.count() == 4


def test_a_broken_file_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    good = write(tmp_path, "good.ttl", "<urn:x:a> <urn:x:p> 1 .")
    broken = write(tmp_path, "broken.ttl", "<urn:x:a> <urn:x:p> 1 .\n<urn:x:b> <urn:x:p> .")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    with pytest.raises(DataError) as raised:
        dataset_of([good, broken])
    assert raised.value.at is not None
    assert (raised.value.at.path, raised.value.at.line) == (broken.as_posix(), 2)
    assert list(scratch.iterdir()) == []
    with dataset_of([good]):
        assert len(list(scratch.iterdir())) == 1
    assert list(scratch.iterdir()) == []
