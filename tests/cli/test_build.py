"""What build, status, verify and check say of a folder."""

from __future__ import annotations

import json
import os
import shlex

import pytest

from tests.tutorial import copied
from thence.cli.options import reaches
from thence.model.finding import Severity


def test_a_build_tells_what_it_found_proves_one_thing_and_says_what_to_type_next(thence, tmp_path, monkeypatch):
    folder = copied(tmp_path / "case")
    monkeypatch.chdir(tmp_path)
    called = thence("build", "case")
    assert called.code == 0
    assert called.err == ""
    assert "9 files, all read" in called.out
    assert "No document states this" in called.out
    assert "verified" in called.out
    nexts = called.out[called.out.index("Next:") :].splitlines()[1:]
    assert len(nexts) >= 3
    monkeypatch.chdir(folder)
    for line in nexts:
        assert thence(*shlex.split(line)[1:], "-q").code == 0


def test_a_second_build_says_that_nothing_changed_and_proves_nothing_again(thence, case):
    thence("build", case)
    called = thence("build", case)
    assert "nothing changed" in called.out
    assert "Next:" not in called.out


@pytest.fixture
def messy(tmp_path):
    """A folder with files of every fate."""
    folder = copied(tmp_path / "messy")
    (folder / "damaged.pdf").write_bytes(b"%PDF-1.7\nnothing")
    (folder / "nothing.txt").write_bytes(b"")
    (folder / "copy.md").write_bytes((folder / "09_correction.md").read_bytes())
    (folder / "table.json").write_text('{"a": ', encoding="utf-8")
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe")
    return folder


def test_files_that_were_not_read_are_told_loudly_and_fail_only_where_asked(thence, messy):
    called = thence("build", messy)
    assert called.code == 0
    assert "NOT READ" in called.out.splitlines()[0]
    assert "NOT READ" in called.out.splitlines()[-1]
    for name in ("damaged.pdf", "table.json", "pipe"):
        assert f"at {name}" in called.out
    assert "1 empty, 1 the same as another" in called.out
    assert thence("build", messy, "--fail-on", "warning").code == 1
    assert thence("build", messy, "--fail-on", "never").code == 0
    quiet = thence("build", messy, "-q")
    assert "NOT READ" in quiet.out
    assert "statements" not in quiet.out
    states = {file["path"]: file["state"] for file in json.loads(thence("status", messy, "--json").out)["files"]}
    assert states["damaged.pdf"] == "unread"
    assert states["nothing.txt"] == "empty"
    assert "copy" in (states["copy.md"], states["09_correction.md"])


def test_a_folder_of_which_nothing_could_be_read_is_an_input_that_cannot_be_read(thence, tmp_path):
    (tmp_path / "damaged.pdf").write_bytes(b"%PDF-1.7\nnothing")
    assert thence("build", tmp_path).code == 3


def test_an_empty_folder_is_a_corpus_of_nothing(thence, tmp_path):
    called = thence("build", tmp_path)
    assert called.code == 0
    assert "no files" in called.out


def test_an_inconsistency_is_found_and_told(thence, case):
    rule = "PREFIX own: <https://w3id.org/thence/ownership#>\nCONSTRAINT <urn:x:c> WHERE { ?x own:settlorOf ?y }\n"
    (case / "rules.srl").write_text(rule, encoding="utf-8")
    (case / "thence.toml").write_text('rules = ["rules.srl"]\nignore = ["rules.srl"]\n', encoding="utf-8")
    called = thence("build", case)
    assert called.code == 1
    assert "1 inconsistency" in called.out
    assert "TH940" in called.out
    assert thence("build", case, "--fail-on", "never").code == 0
    assert thence("status", case).code == 1


def test_a_build_proves_what_it_is_asked_to(thence, case):
    holds = thence("build", case, "--why", "Agnes Tolliver", "controls", "Tidewrack Engines BV")
    assert holds.code == 0
    assert "Heronsgate Trust" in holds.out
    assert thence("build", case, "--why", "Agnes Tolliver", "owns", "Tidewrack Engines BV").code == 1


def test_json_of_a_build_has_files_counts_and_findings(thence, case):
    report = json.loads(thence("build", case, "--json").out)
    assert len(report["files"]) == report["counts"]["documents"] == 9
    assert {"findings", "inconsistencies", "as_of", "changed", "seconds", "workspace"} <= set(report)


def test_status_tells_which_files_changed_since(thence, case):
    thence("build", case)
    assert "no file has changed" in thence("status", case).out
    (case / "late.md").write_text("Ida Brandvold works at Fernholt Quarries Ltd.\n", encoding="utf-8")
    called = thence("status", case)
    assert "late.md" in called.out
    assert called.code == 0


def test_status_shows_refused_candidates_with_their_reasons(thence, tutorial):
    refused = json.loads(thence("status", tutorial, "--json").out)["rejected"]
    called = thence("status", tutorial, "--rejected")
    for each in refused:
        assert each["reason"] in called.out


def test_verify_names_the_file_the_words_and_the_claim_that_rested_on_them(thence, case):
    mail = case / "06_mail_trust.eml"
    mail.write_bytes(mail.read_bytes().replace(b"owns 80% of", b"owns 90% of"))
    called = thence("verify", case)
    assert called.code == 1
    assert "06_mail_trust.eml" in called.out
    assert "claim: Heronsgate Trust owns Tidewrack Engines BV" in called.out
    assert "03_payments.csv" not in called.out
    claims = [
        claim for finding in json.loads(thence("verify", case, "--json").out)["findings"] for claim in finding["claims"]
    ]
    assert any(claim["says"] == "Heronsgate Trust owns Tidewrack Engines BV" for claim in claims)


def test_a_check_of_a_workspace_finds_changed_quotes_too(thence, case):
    mail = case / "06_mail_trust.eml"
    mail.write_bytes(mail.read_bytes().replace(b"owns 80% of", b"owns 90% of"))
    called = thence("check", case, "--json")
    report = json.loads(called.out)
    assert called.code == 1
    assert not report["conforms"]
    assert "TH713" in {finding["code"] for finding in report["findings"]}
    assert sum(shape["nodes"] for shape in report["looked_at"]) > 100


def test_a_check_gives_the_standard_report_graph(thence, tutorial):
    called = thence("check", tutorial, "--format", "turtle")
    assert "sh:conforms true" in called.out


def test_fail_on_compares_severities():
    assert reaches(Severity.VIOLATION, "violation")
    assert not reaches(Severity.WARNING, "violation")
    assert not reaches(Severity.VIOLATION, "never")
    assert not reaches(None, "info")
