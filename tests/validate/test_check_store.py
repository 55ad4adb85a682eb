"""Checking a workspace's store: findings lead to the document and the words."""

from __future__ import annotations

from pathlib import Path

from tests.validate.graphs import instead, sound, trig
from thence.model.finding import Severity
from thence.ontology import load_ontology
from thence.store.store import Store
from thence.validate import check, contract


def test_a_stored_breach_is_found_at_its_document_and_its_words(tmp_path: Path):
    quads = instead(sound(), "st:denied", "th:confidence", "2.5")
    with Store.open(tmp_path / ".thence") as store:
        store.replace(quads)
        report = check(store, ontology=load_ontology(()))
    (finding,) = [each for each in report.findings if each.severity is Severity.VIOLATION]
    assert (finding.path, finding.quote) == ("memo.md", "It paid Bolt EUR 1,200.")
    assert finding.message == "<urn:thence:st:denied>: a statement's confidence leaves 0 to 1"
    assert finding.hint.startswith("shape shape:Statement in shapes/provenance.ttl:")


def test_a_sound_store_conforms_as_it_comes_back_from_disk(tmp_path: Path):
    with Store.open(tmp_path / ".thence") as store:
        store.replace(sound())
        report = check(store, ontology=load_ontology(()))
        assert contract(set(store.quads())) == ()
    assert report.conforms, report.lines()


def test_a_shape_of_ones_own_is_checked_beside_the_shipped_ones(tmp_path: Path):
    shapes = tmp_path / "own.ttl"
    shapes.write_text(
        """@prefix ex: <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix people: <https://w3id.org/thence/people#> . @prefix org: <http://www.w3.org/ns/org#> .
ex:Firm a sh:NodeShape ; sh:targetClass org:Organization ;
    sh:property [ sh:path people:incorporatedOn ; sh:minCount 1 ] .""",
        encoding="utf-8",
    )
    with Store.open(tmp_path / ".thence") as store:
        store.replace(sound())
        report = check(store, [shapes], load_ontology(()))
    (finding,) = report.findings
    assert finding.message == "“Acme Ltd” has no people:incorporatedOn"
    assert (finding.path, finding.quote) == ("memo.md", "Acme Ltd owns Bolt. ")
    assert finding.hint == f"shape ex:Firm in {shapes}:3"


def test_a_facts_value_is_traced_to_the_statement_that_carries_it(tmp_path: Path):
    quads = sound() | trig("ev:1 own:percent 250 . GRAPH doc:d { ev:1 own:percent 250 }")
    with Store.open(tmp_path / ".thence") as store:
        store.replace(quads)
        report = check(store, ontology=load_ontology(()))
    (finding,) = report.findings
    assert (finding.path, finding.quote) == ("memo.md", "It paid Bolt EUR 1,200.")
