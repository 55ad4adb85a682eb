"""A folder of documents becomes a graph: the journey as a whole, on the smallest folders that can show it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.pipeline.asking import rows
from thence.errors import ConfigError, RuleError, UsageError
from thence.model.terms import iri_term
from thence.names import DEFAULT_GRAPH, DERIVATIONS, DERIVED, HISTORY, OWN, PROV, RUNS
from thence.pipeline import BuildReport, build, status, verify
from thence.pipeline.corpus import latest_date
from thence.store.store import Store

MEMO = (
    "Author: Ina Holm\nDate: 2024-05-02\n\n"
    "Alder Works Ltd owns 70% of Birch Foods Ltd. Clara Moss is a director of Birch Foods Ltd.\n"
)
SHARES = "owner,company,percent\nBirch Foods Ltd,Cedar Mills Ltd,80\n"


@pytest.fixture
def case(tmp_path: Path) -> Path:
    """A memo and a table: Alder owns most of Birch, Birch owns most of Cedar."""
    folder = tmp_path / "case"
    folder.mkdir()
    (folder / "memo.txt").write_text(MEMO, encoding="utf-8")
    (folder / "shares.csv").write_text(SHARES, encoding="utf-8")
    return folder


def lines(report: BuildReport) -> set[tuple[str, ...]]:
    """Every quad but those of runs and history."""
    with Store.open(report.workspace.directory, read_only=True) as store:
        return {quad for quad in store.quads() if quad[3] not in (RUNS, HISTORY)}


CONTROLS = "SELECT ?a ?b { ?x own:controls ?y . ?x rdfs:label ?a . ?y rdfs:label ?b }"


def test_two_files_make_a_fact_that_neither_states(case):
    report = build(case)
    assert ('"Alder Works Ltd"', '"Cedar Mills Ltd"') in rows(report, CONTROLS)
    assert [(file.path, file.state) for file in report.files] == [("memo.txt", "read"), ("shares.csv", "read")]
    assert report.as_of == "2024-05-02"
    assert report.findings == ()


def test_one_query_runs_from_a_derived_fact_to_the_words(case):
    report = build(case)
    quotes = rows(
        report,
        """SELECT DISTINCT ?quote FROM <urn:thence:graph:derivations> FROM <urn:thence:graph:statements> {
             ?fact rdf:predicate own:controls ; th:rule ?rule ; prov:wasDerivedFrom+ ?span . ?span th:quote ?quote }""",
    )
    assert ('"Birch Foods Ltd,Cedar Mills Ltd,80"',) in quotes
    assert any("owns 70% of" in str(quote[0]) for quote in quotes)


def test_asserted_and_derived_facts_are_disjoint_and_all_are_carried(case):
    report = build(case)
    quads = lines(report)
    asserted = {quad[:3] for quad in quads if quad[3] == DEFAULT_GRAPH}
    derived = {quad[:3] for quad in quads if quad[3] == DERIVED}
    assert derived
    assert not asserted & derived
    nodes = {quad[0] for quad in quads if quad[3] == DERIVATIONS and quad[1] == iri_term(PROV.wasDerivedFrom)}
    assert len(nodes) >= len(derived)


def test_a_second_build_changes_nothing(case):
    first = build(case)
    before = lines(first)
    again = build(case)
    assert not again.changed
    assert again.counts == first.counts
    assert lines(again) == before


def test_a_touched_file_with_the_same_bytes_changes_nothing(case):
    build(case)
    (case / "memo.txt").write_text(MEMO, encoding="utf-8")
    assert not build(case).changed


def test_what_a_removed_file_said_goes_and_history_remembers_it(case):
    before = rows(build(case), "SELECT ?s { GRAPH <urn:thence:graph:statements> { ?s a rdf:Statement } }")
    (case / "shares.csv").unlink()
    report = build(case)
    assert [pair for pair in rows(report, CONTROLS) if "Cedar" in str(pair)] == []
    after = rows(report, "SELECT ?s { GRAPH <urn:thence:graph:statements> { ?s a rdf:Statement } }")
    gone = rows(report, "SELECT ?s { GRAPH <urn:thence:graph:history> { ?s prov:invalidatedAtTime ?t } }")
    assert sorted([*after, *gone]) == before
    fresh = build(case, workspace=case.parent / "fresh")
    assert lines(report) == lines(fresh)


def test_an_edit_elsewhere_renames_no_statement(case):
    query = "SELECT ?s { GRAPH <urn:thence:graph:statements> { ?s rdf:predicate own:owns } }"
    before = rows(build(case), query)
    (case / "memo.txt").write_text(MEMO + "\nThe file was reviewed.\n", encoding="utf-8")
    assert rows(build(case), query) == before


def test_files_that_cannot_be_read_are_findings_and_the_rest_goes_on(case):
    (case / "photo.txt").write_bytes(bytes(range(256)) * 40)
    (case / "cut.pdf").write_bytes(b"%PDF-1.4\n1 0 obj")
    (case / "empty.md").write_bytes(b"")
    (case / "image.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    report = build(case)
    states = {file.path: file.state for file in report.files}
    assert states == {
        "cut.pdf": "unread",
        "empty.md": "empty",
        "image.png": "no text",
        "memo.txt": "read",
        "photo.txt": "unread",
        "shares.csv": "read",
    }
    assert {finding.path for finding in report.findings} == {"cut.pdf", "empty.md", "image.png", "photo.txt"}
    assert all(finding.hint for finding in report.findings if finding.code.startswith("TH50"))
    assert rows(report, CONTROLS)


def test_equal_bytes_at_two_places_are_one_document_with_two_places(case):
    (case / "sub").mkdir()
    (case / "sub" / "copy.txt").write_text(MEMO, encoding="utf-8")
    report = build(case)
    assert [(f.path, f.state) for f in report.files][-1] == ("sub/copy.txt", "copy")
    assert report.counts["documents"] == 2
    places = rows(report, "SELECT ?p { GRAPH <urn:thence:graph:statements> { ?d th:key 'memo.txt' ; th:path ?p } }")
    assert places == [('"memo.txt"',), ('"sub/copy.txt"',)]


def test_two_files_with_one_declared_id_are_two_documents_and_a_finding(case):
    for name, words in (
        ("a.md", "Dora Finch works at Alder Works Ltd."),
        ("b.md", "Emil Graf works at Alder Works Ltd."),
    ):
        (case / name).write_text(f"---\nid: note-1\n---\n\n{words}\n", encoding="utf-8")
    report = build(case)
    assert [finding.code for finding in report.findings] == ["TH530"]
    keys = rows(report, "SELECT ?k { GRAPH <urn:thence:graph:statements> { ?d a th:Document ; th:key ?k } }")
    assert ('"note-1"',) in keys
    assert ('"b.md"',) in keys


def test_the_date_at_which_facts_hold_is_configured_or_the_latest_of_any_document(case):
    (case / "later.txt").write_text(
        "Date: 2024-09-01\n\nClara Moss ceased to be a director of Birch Foods Ltd on 3 June 2024.\n", encoding="utf-8"
    )
    assert build(case).as_of == "2024-09-01"
    assert build(case, as_of="2024-05-30").as_of == "2024-05-30"
    (case / "thence.toml").write_text('as_of = "2024-04-01"\n', encoding="utf-8")
    assert build(case).as_of == "2024-04-01"


def test_a_part_of_a_date_counts_with_its_last_day():
    class Dated:
        def __init__(self, date: str | None) -> None:
            self.date = date

    assert latest_date([Dated("2024-02"), Dated("2024-02-28"), Dated(None)]) == "2024-02-29"  # type: ignore[list-item]
    assert latest_date([Dated("2023")]) == "2023-12-31"  # type: ignore[list-item]
    assert latest_date([]) is None


def test_what_a_document_itself_says_does_not_depend_on_the_others(case):
    """A later-dated empty file once moved a fact into another document's graph."""
    (case / "later.txt").write_text(
        "Date: 2023-01-01\n\nClara Moss is a director of Alder Works Ltd since 3 June 2024.\n"
    )
    query = "SELECT ?s ?p ?o { GRAPH <urn:thence:graph:statements> { ?d th:path 'later.txt' } GRAPH ?d { ?s ?p ?o } }"
    before = rows(build(case), query)
    (case / "z.txt").write_text("Date: 2026-01-01\n\nAlder Works Ltd is an organisation.\n", encoding="utf-8")
    assert rows(build(case), query) == before


def test_names_obey_the_assertion_policy_too(case):
    (case / "thence.toml").write_text('[trust]\ndistrusted = ["*"]\n', encoding="utf-8")
    report = build(case)
    assert report.counts["asserted"] == 0
    assert report.findings == ()


def test_a_rule_told_otherwise_is_a_change(case):
    (case / "thence.toml").write_text('rules = ["my.srl"]\nignore = ["*.srl"]\n', encoding="utf-8")
    rule = "RULE <urn:x:r> { ?x own:parentOf ?y } WHERE { ?x own:controls ?y }\n"
    (case / "my.srl").write_text(f'@label "one"\n{rule}', encoding="utf-8")
    build(case)
    (case / "my.srl").write_text(f'@label "another"\n{rule}', encoding="utf-8")
    assert build(case).changed


def test_history_keeps_the_citations_of_what_went(case):
    build(case)
    (case / "shares.csv").unlink()
    quotes = rows(
        build(case),
        """SELECT ?q { GRAPH <urn:thence:graph:history> {
             ?s prov:invalidatedAtTime ?t ; rdf:predicate own:owns ; prov:wasDerivedFrom ?span .
             ?span th:quote ?q } }""",
    )
    assert quotes == [('"Birch Foods Ltd,Cedar Mills Ltd,80"',)]


def test_a_settings_file_that_was_named_is_remembered(case):
    (case / "notes.bak").write_text("Alder Works Ltd owns 90% of Birch Foods Ltd.\n", encoding="utf-8")
    other = case.parent / "other.toml"
    other.write_text('ignore = ["*.bak"]\n', encoding="utf-8")
    report = build(case, config_path=other)
    assert status(report.workspace).stale == ()


def test_a_date_that_is_no_day_is_refused(case):
    for wrong in ("tomorrow", "2024-99-99", "20240101"):
        with pytest.raises(UsageError):
            build(case, as_of=wrong)
    (case / "thence.toml").write_text('as_of = "2024-02-30"\n', encoding="utf-8")
    with pytest.raises(ConfigError):
        build(case)


def test_no_document_at_all_is_an_empty_graph(tmp_path):
    report = build(tmp_path)
    assert report.counts["documents"] == 0
    assert report.as_of is None


def test_a_folder_that_is_none_is_a_usage_error(tmp_path):
    with pytest.raises(UsageError) as caught:
        build(tmp_path / "nowhere")
    assert caught.value.code == "TH102"


def test_a_wrong_setting_names_its_line(case):
    (case / "thence.toml").write_text("threshold = 0.4\nthreshhold = 0.5\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        build(case)
    assert caught.value.at is not None
    assert caught.value.at.line == 2
    (case / "thence.toml").write_text('rules = ["nowhere.srl"]\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"nowhere\.srl"):
        build(case)
    with pytest.raises(ConfigError, match="no configuration"):
        build(case, config_path=case / "other.toml")


def test_a_broken_rule_stops_the_build_before_anything_is_written(case):
    first = build(case)
    before = lines(first)
    (case / "my.srl").write_text("RULE { ?x own:controls ?y } WHERE { ?x own:owns ?z }\n", encoding="utf-8")
    (case / "thence.toml").write_text('rules = ["my.srl"]\nignore = ["*.srl"]\n', encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        build(case)
    assert caught.value.at is not None
    assert caught.value.at.line == 1
    assert lines(first) == before


def test_rules_of_the_case_derive_with_the_shipped_ones(case):
    (case / "my.dl").write_text("own:parentOf(?x, ?y) :- own:controls(?x, ?y).\n", encoding="utf-8")
    (case / "thence.toml").write_text('rules = ["my.dl"]\n', encoding="utf-8")
    report = build(case)
    assert [file.path for file in report.files] == ["memo.txt", "shares.csv"]  # a file of the settings is no document
    assert status(report.workspace).stale == ()
    assert rows(report, "SELECT ?x { ?x own:parentOf ?y }")


def test_status_says_what_changed_since(case):
    report = build(case)
    assert status(report.workspace).stale == ()
    (case / "new.txt").write_text("Nothing.\n", encoding="utf-8")
    (case / "shares.csv").unlink()
    found = status(report.workspace)
    assert found.stale == ("new.txt", "shares.csv")
    assert found.counts == report.counts


def test_verification_holds_until_a_byte_changes(case):
    report = build(case)
    held = verify(report.workspace)
    assert held.findings == ()
    assert held.quotes > 0
    assert held.derivations == report.counts["derived"]
    data = bytearray((case / "memo.txt").read_bytes())
    data[data.index(b"70%")] ^= 1
    (case / "memo.txt").write_bytes(bytes(data))
    broken = verify(report.workspace).findings
    assert {finding.path for finding in broken} == {"memo.txt"}
    assert {finding.code for finding in broken} == {"TH712", "TH713"}
    named = {statement for finding in broken for statement in finding.related}
    owns = rows(report, "SELECT ?s { GRAPH <urn:thence:graph:statements> { ?s rdf:predicate own:owns } }")
    assert named & {str(statement[0])[1:-1] for statement in owns}


def test_a_missing_file_is_told_by_verification(case):
    report = build(case)
    (case / "shares.csv").unlink()
    assert [finding.code for finding in verify(report.workspace).findings] == ["TH711"]


def test_the_trace_of_another_graph_is_found_out(case):
    report = build(case)
    (case / "shares.csv").write_text(SHARES.replace("80", "8"), encoding="utf-8")
    small = build(case, workspace=case.parent / "small")
    (case / "shares.csv").write_text(SHARES, encoding="utf-8")
    for file in (report.workspace.directory / "trace").iterdir():
        file.write_bytes((small.workspace.directory / "trace" / file.name).read_bytes())
    assert {finding.code for finding in verify(report.workspace).findings} == {"TH714"}


def test_denials_reach_no_plain_graph(case):
    (case / "denial.txt").write_text("Alder Works Ltd does not own Cedar Mills Ltd.\n", encoding="utf-8")
    report = build(case)
    denied = rows(report, "SELECT ?s { GRAPH <urn:thence:graph:statements> { ?s th:polarity th:Denied } }")
    assert len(denied) == 1
    graphs = {
        quad[3] for quad in lines(report) if quad[1] == iri_term(OWN.owns) and "cedar" in quad[2] and "alder" in quad[0]
    }
    assert graphs == set()


def test_a_damaged_ledger_is_made_anew(case):
    report = build(case)
    (report.workspace.directory / "ledger.json").write_bytes(b"{")
    again = build(case)
    assert again.changed
    assert again.counts == report.counts


@pytest.mark.parametrize("name", ["thence.toml", "thence.decisions.jsonl"])
def test_a_folder_in_the_place_of_a_file_of_ours_is_told(case, name):
    (case / name).mkdir()
    with pytest.raises(ConfigError):
        build(case)


def test_brackets_without_end_are_told_in_settings_and_decisions(case):
    (case / "thence.decisions.jsonl").write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(ConfigError):
        build(case)
    (case / "thence.toml").write_text("x = " + "[" * 5_000 + "]" * 5_000, encoding="utf-8")
    with pytest.raises(ConfigError):
        build(case)


def test_a_file_written_again_with_the_same_bytes_has_not_changed_for_long(case):
    report = build(case)
    os.utime(case / "memo.txt", ns=(0, 1_700_000_000_000_000_000))
    assert status(report.workspace).stale == ("memo.txt",)
    again = build(case)
    assert not again.changed
    assert status(report.workspace).stale == ()
    assert not verify(report.workspace).findings


def test_settings_that_say_something_else_are_told(case):
    (case / "own.ttl").write_text("<urn:x> a <http://www.w3.org/2002/07/owl#Class> .")
    (case / "thence.toml").write_text('ontology = ["own.ttl"]\n')
    report = build(case)
    assert status(report.workspace).stale == ()
    (case / "own.ttl").write_text("<urn:y> a <http://www.w3.org/2002/07/owl#Class> .")
    assert status(report.workspace).stale == ("own.ttl",)
    (case / "thence.toml").write_text('ontology = ["own.ttl"]\nmax_file_bytes = 9000\n')
    assert status(report.workspace).stale == ("own.ttl", "thence.toml")
    (case / "thence.toml").write_text('# spaces\n\nontology = ["own.ttl"]\nmax_file_bytes = 9000\n')
    build(case)
    assert status(report.workspace).stale == ()
    (case / "own.ttl").write_text("# the same\n<urn:y> a <http://www.w3.org/2002/07/owl#Class> .")
    assert status(report.workspace).stale == ("own.ttl",)
    assert not build(case).changed
    assert status(report.workspace).stale == ()
