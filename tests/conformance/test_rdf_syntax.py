"""The runner over a suite made here, and over every fourth RDF file of the shared suites."""

from __future__ import annotations

from pathlib import Path

from tests.conformance.rdf_syntax import main, run_suite
from tests.shared import needs_shared, shared

MANIFEST = """@prefix mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#> .
@prefix rdft: <http://www.w3.org/ns/rdftest#> .
<> mf:assumedTestBase <https://tests.example/turtle/> .
<#good> a rdft:TestTurtlePositiveSyntax ; mf:action <good.ttl> .
<#bad> a rdft:TestTurtleNegativeSyntax ; mf:action <bad.ttl> .
<#eval> a rdft:TestTurtleEval ; mf:action <good.ttl> ; mf:result <good.nt> .
<#wrong> a rdft:TestTurtleEval ; mf:action <good.ttl> ; mf:result <other.nt> .
"""


def test_the_runner_counts_passes_and_names_misses(tmp_path: Path, capsys):
    (tmp_path / "manifest.ttl").write_text(MANIFEST)
    (tmp_path / "good.ttl").write_text("<#a> <b> [ <../c> 1 ] .")
    (tmp_path / "bad.ttl").write_text("<#a> <b> .")
    (tmp_path / "good.nt").write_text(
        "<https://tests.example/turtle/good.ttl#a> <https://tests.example/turtle/b> _:x .\n"
        '_:x <https://tests.example/c> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .\n'
    )
    (tmp_path / "other.nt").write_text("<urn:a> <urn:b> <urn:c> .")
    assert main([str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "missed: TurtleEval" in said
    assert "TurtleEval: 1 of 2" in said
    assert "TurtlePositiveSyntax: 1 of 1" in said
    assert "TurtleNegativeSyntax: 1 of 1" in said
    assert "files: 4 of 4" in said


@needs_shared
def test_the_files_of_the_shared_suites_are_read():
    groups = run_suite(shared("suites", "rdf-tests"), step=4)
    assert {kind: group.misses for kind, group in groups.items() if group.misses} == {}
    assert groups["files"].passed > 90
