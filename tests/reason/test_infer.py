"""Inference for any RDF files, without a workspace."""

from __future__ import annotations

from pathlib import Path

import pytest

from thence.errors import DataError, RuleError
from thence.model.terms import is_blank
from thence.reason import infer


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


HEAD = "@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"


def test_axioms_come_from_the_data_and_from_ontology_files(tmp_path: Path):
    data = write(tmp_path, "data.ttl", HEAD + ":tom a :Cat . :Cat rdfs:subClassOf :Feline .")
    ontology = write(tmp_path, "o.ttl", HEAD + ":Feline rdfs:subClassOf :Animal .")
    classes = {o for _, _, o in infer([data], ontology=[ontology]).derived}
    assert classes == {"<http://example.org/Feline>", "<http://example.org/Animal>"}


def test_prefixes_that_rules_leave_undeclared_are_those_of_the_data(tmp_path: Path):
    data = write(tmp_path, "data.ttl", "@prefix ex: <http://example.org/> . ex:a ex:p ex:b .")
    rules = write(tmp_path, "rules.txt", "ex:q(?y, ?x) :- ex:p(?x, ?y) .")
    assert len(infer([data], rules=[rules]).derived) == 1
    unknown = write(tmp_path, "unknown.txt", "exx:q(?y, ?x) :- ex:p(?x, ?y) .")
    with pytest.raises(RuleError, match="undeclared prefix exx:") as caught:
        infer([data], rules=[unknown])
    assert "ex:" in caught.value.hint


def test_derived_triples_are_sorted_and_none_is_in_the_data(tmp_path: Path):
    data = write(tmp_path, "data.ttl", HEAD + ":C rdfs:subClassOf :D . :b a :C . :a a :C, :D .")
    inference = infer([data])
    assert list(inference.derived) == sorted(inference.derived)
    assert not set(inference.derived) & set(inference.facts)


def test_blank_nodes_of_different_files_stay_apart(tmp_path: Path):
    one = write(tmp_path, "one.nt", "_:x <urn:p> <urn:a> .")
    two = write(tmp_path, "two.nt", "_:x <urn:p> <urn:b> .")
    assert len({s for s, _, _ in infer([one, two]).facts if is_blank(s)}) == 2


def test_broken_data_is_refused_with_its_place(tmp_path: Path):
    data = write(tmp_path, "data.ttl", HEAD + ":a :p ")
    with pytest.raises(DataError) as caught:
        infer([data])
    assert caught.value.at is not None


def test_the_shipped_rules_apply_on_request(tmp_path: Path):
    text = """@prefix own: <https://w3id.org/thence/ownership#> . @prefix : <http://example.org/> .
        :s a own:Ownership ; own:owner :ann ; own:owned :acme ; own:percent 60.0 ."""
    data = write(tmp_path, "data.ttl", text)
    assert infer([data]).derived == ()
    assert len(infer([data], shipped=True).derived) == 1
