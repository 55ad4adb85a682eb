"""RDF files in a corpus: their facts, what they cannot forge, and whether they still say so."""

from __future__ import annotations

from pathlib import Path

from tests.pipeline.asking import triples_in
from thence.export import export
from thence.names import DEFAULT_GRAPH, STATEMENTS, TH
from thence.pipeline import build, verify
from thence.store import Store
from thence.validate import check

MEMO = "---\ndate: 2024-01-05\n---\n# Memo\n\nAnn Becker works for Acme GmbH. She does not work for Bolt Ltd.\n"


def _dump(folder: Path, format_: str) -> bytes:
    built = build(folder)
    with Store.open(built.workspace.directory, read_only=True) as store:
        return b"".join(export(store, format="nquads" if format_ == "nq" else "turtle"))


def test_an_export_of_another_workspace_brings_facts_and_no_claims(tmp_path: Path):
    (there := tmp_path / "there").mkdir()
    (there / "memo.md").write_text(MEMO)
    (there / "people.ttl").write_text('@prefix f: <http://xmlns.com/foaf/0.1/> .\n[] f:name "Bo" ; f:knows [] .')
    for format_ in ("ttl", "nq"):
        (here := tmp_path / format_).mkdir()
        (here / "memo.md").write_text(MEMO)
        alone = build(here)
        with Store.open(alone.workspace.directory, read_only=True) as store:
            claims = triples_in(store, STATEMENTS)
        (here / f"old.{format_}").write_bytes(_dump(there, format_))
        built = build(here)
        assert built.counts["statements"] == alone.counts["statements"]
        assert "TH553" in {finding.code for finding in built.findings if finding.path == f"old.{format_}"}
        with Store.open(built.workspace.directory, read_only=True) as store:
            facts = triples_in(store, DEFAULT_GRAPH)
            gained = triples_in(store, STATEMENTS) - claims
            assert check(store).conforms
        assert '"Bo"' in {obj for _, _, obj in facts}
        words = {term for fact in facts for term in fact if term.startswith(f"<{TH.base}")}
        assert words <= {f"<{TH.Event}>", f"<{TH.occurredOn}>"}
        assert not any("urn:thence:st:" in subject for subject, _, _ in gained)
        assert not verify(built.workspace).findings


def test_statements_that_a_file_makes_about_statements_are_facts_like_others(tmp_path: Path):
    (tmp_path / "a.ttl").write_text(
        "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n"
        "<urn:st> a rdf:Statement ; rdf:subject <urn:a> ; rdf:predicate <urn:b> ; rdf:object <urn:c> ."
    )
    built = build(tmp_path)
    assert built.counts["asserted"] == 4
    with Store.open(built.workspace.directory, read_only=True) as store:
        assert check(store).conforms
