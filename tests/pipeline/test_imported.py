"""RDF files in a corpus: their facts, what they cannot forge, and whether they still say so."""

from __future__ import annotations

from pathlib import Path

from tests.pipeline.asking import triples_in
from thence.export import export
from thence.model.terms import iri_term
from thence.names import DEFAULT_GRAPH, STATEMENTS, TH
from thence.pipeline import BuildReport, build, verify
from thence.query.evidence import Files, imported_from
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


PEOPLE = {
    "a.ttl": '@prefix f: <http://xmlns.com/foaf/0.1/> .\n<#ann> f:age "042"^^'
    "<http://www.w3.org/2001/XMLSchema#integer> ;\n f:knows [ f:nick 'Bo' ] .\n",
    "b.nt": '<urn:b> <urn:p> "x" .\n',
    "c.trig": "<urn:c> <urn:p> 1 . <urn:g> { <urn:c> <urn:p> 2 }",
    "d.jsonld": '{"@id": "d", "urn:p": [{"urn:q": 1.5}, {"@value": 3}]}',
    "e.rdf": '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="urn:x:">'
    "<x:T><x:p>1</x:p></x:T></r:RDF>",
    "f.nq": "<urn:f> <urn:p> _:x .\n_:x <urn:p> <urn:f> <urn:g> .\n",
    "g.owl": "<urn:g> a <http://www.w3.org/2002/07/owl#Class> .",
}


def _people(folder: Path) -> BuildReport:
    for name, text in PEOPLE.items():
        (folder / name).write_text(text)
    (folder / "copies").mkdir()
    (folder / "copies" / "a.ttl").write_text(PEOPLE["a.ttl"])
    return build(folder)


def _verified(built: BuildReport) -> list[tuple[str, str]]:
    return [(finding.code, finding.path) for finding in verify(built.workspace).findings]


def test_verify_holds_each_imported_fact_against_its_file(tmp_path: Path):
    built = _people(tmp_path)
    found = verify(built.workspace)
    assert found.findings == ()
    assert (found.imported, found.quotes) == (14, 0)


def test_verify_names_each_fact_that_a_changed_file_states_no_more(tmp_path: Path):
    built = _people(tmp_path)
    path = tmp_path / "a.ttl"
    path.write_text("# once more\n" + PEOPLE["a.ttl"].replace("042", "43"))
    changed, gone = verify(built.workspace).findings
    assert (changed.code, changed.path) == ("TH712", "a.ttl")
    assert "1 of 3 facts are not stated any more" in changed.message
    assert (gone.code, gone.path, gone.subject) == ("TH717", "a.ttl", changed.subject)
    assert 'a.ttl#ann> foaf:age "42"' in gone.message
    path.write_text("broken")
    assert _verified(built) == [("TH712", "a.ttl"), *[("TH717", "a.ttl")] * 3]
    path.unlink()
    (finding,) = verify(built.workspace).findings
    assert (finding.code, finding.message.partition("; ")[2]) == ("TH711", "3 imported facts rest on it")


def test_verify_names_a_fact_that_was_put_into_the_store(tmp_path: Path):
    built = _people(tmp_path)
    with Store.open(built.workspace.directory) as store:
        document = next(graph for *_, graph in store.quads() if graph.startswith("urn:thence:doc:"))
        forged = (iri_term("urn:forged"), iri_term("urn:p"), iri_term("urn:o"))
        files = {name: data for name in ("ledger.json",) if (data := store.file(name)) is not None}
        store.replace({*store.quads(), (*forged, document), (*forged, DEFAULT_GRAPH)}, files=files)
    codes = {finding.code: finding.message for finding in verify(built.workspace).findings}
    assert "<urn:forged>" in codes["TH717"]


def test_other_settings_than_those_of_the_build_are_told_by_verify(tmp_path: Path):
    (tmp_path / "a.ttl").write_text("<s> <urn:p> 1 .")
    built = build(tmp_path)
    (tmp_path / "thence.toml").write_text('rdf_base = "https://example.org/"')
    (finding,) = verify(built.workspace).findings
    assert (finding.code, "settings" in finding.hint) == ("TH717", True)


def test_many_facts_that_are_gone_are_counted(tmp_path: Path):
    (tmp_path / "a.nt").write_text("".join(f"<urn:s{number}> <urn:p> <urn:o> .\n" for number in range(300)))
    built = build(tmp_path)
    (tmp_path / "a.nt").write_text("<urn:s0> <urn:p> <urn:o> .\n")
    messages = [finding.message for finding in verify(built.workspace).findings]
    assert len(messages) == 52
    assert any(message.startswith("249 more facts") for message in messages)


def test_each_imported_fact_leads_to_its_file_and_line(tmp_path: Path):
    built = _people(tmp_path)
    files = Files(tmp_path)
    lines: dict[str, set[int | None]] = {}
    with Store.open(built.workspace.directory, read_only=True) as store:
        for s, p, o, _ in list(store.quads(DEFAULT_GRAPH)):
            for each in imported_from(store, (s, p, o), files):
                lines.setdefault(each.path, set()).add(each.line)
    assert lines.pop("a.ttl") == {2, 3}
    lines.pop("copies/a.ttl")  # its relative IRIs are those of the first place
    assert lines == {name: {1} for name in ("b.nt", "c.trig", "d.jsonld", "e.rdf", "f.nq")}


def test_an_export_among_its_own_documents_states_nothing(tmp_path: Path):
    (tmp_path / "a.txt").write_text("Date: 2024-01-05\n\nAlder Ltd owns 70% of Birch Ltd.\n")
    (tmp_path / "b.txt").write_text("Date: 2024-01-05\n\nBirch Ltd owns 80% of Cedar Ltd.\n")
    (tmp_path / "c.txt").write_text("Date: 2024-01-05\n\nDane Roe is a director of Alder Ltd.\n")
    (tmp_path / "plain.ttl").write_text("<urn:x> <urn:p> 1 .")
    alone = build(tmp_path)
    for format_ in ("ttl", "nq"):
        (tmp_path / f"graph.{format_}").write_bytes(_dump(tmp_path, format_))
        built = build(tmp_path)
        assert built.counts["asserted"] == alone.counts["asserted"]
        assert built.counts["derived"] == alone.counts["derived"] > 0
        assert [finding.path for finding in built.findings if finding.code == "TH559"] == [f"graph.{format_}"]
        (tmp_path / "a.txt").rename(tmp_path / "away")
        (tmp_path / "away").rename(tmp_path.parent / "away")
        gone = build(tmp_path)
        with Store.open(gone.workspace.directory, read_only=True) as store:
            assert not any("alder" in term and "birch" in obj for term, _, obj in triples_in(store, DEFAULT_GRAPH))
        (tmp_path.parent / "away").rename(tmp_path / "a.txt")
        (tmp_path / f"graph.{format_}").unlink()
        build(tmp_path)
