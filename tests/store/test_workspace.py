"""Which workspace a person means, from where they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from thence.errors import UsageError
from thence.store.workspace import Workspace


def corpus(folder: Path, name: str) -> Workspace:
    (folder / name).mkdir(parents=True)
    return Workspace.create(folder / name)


def test_a_workspace_lies_in_its_corpus_beside_the_settings(tmp_path: Path):
    workspace = Workspace.create(tmp_path)
    assert workspace.directory == tmp_path / ".thence"
    assert workspace.config_path == tmp_path / "thence.toml"
    assert workspace.decisions_path == tmp_path / "thence.decisions.jsonl"
    assert not workspace.is_built()
    assert Workspace.create(tmp_path) == workspace


def test_the_nearest_workspace_upward_is_meant(tmp_path: Path):
    outer, inner = corpus(tmp_path, "outer"), corpus(tmp_path, "outer/inner")
    deep = inner.root / "a" / "b"
    deep.mkdir(parents=True)
    assert Workspace.find(deep, None) == inner
    assert Workspace.find(inner.directory / "store", None) == inner
    assert Workspace.find(outer.root, None) == outer


def test_else_the_only_child_folder_that_has_one_is_meant(tmp_path: Path):
    only = corpus(tmp_path, "case")
    (tmp_path / "other").mkdir()
    assert Workspace.find(tmp_path, None) == only


def test_two_candidates_are_an_error_that_lists_both(tmp_path: Path):
    corpus(tmp_path, "case-a")
    corpus(tmp_path, "case-b")
    with pytest.raises(UsageError) as raised:
        Workspace.find(tmp_path, None)
    assert raised.value.code == "TH101"
    assert "case-a, case-b" in raised.value.message
    assert "-w case-a" in raised.value.hint


def test_no_candidate_is_an_error_that_says_how_to_make_one(tmp_path: Path):
    with pytest.raises(UsageError) as raised:
        Workspace.find(tmp_path, None)
    assert raised.value.code == "TH101"
    assert "thence build" in raised.value.hint


def test_an_explicit_folder_is_the_corpus_or_the_workspace_and_nothing_else(tmp_path: Path):
    first, second = corpus(tmp_path, "one"), corpus(tmp_path, "two")
    assert Workspace.find(first.root, second.root) == second
    assert Workspace.find(first.root, second.directory) == second
    (first.root / "inner").mkdir()
    with pytest.raises(UsageError, match="no workspace in"):
        Workspace.find(first.root, first.root / "inner")
    with pytest.raises(UsageError, match="no workspace in"):
        Workspace.find(first.root, tmp_path / "absent")


def test_evidence_that_must_not_be_written_keeps_its_workspace_elsewhere(tmp_path: Path):
    evidence, elsewhere = tmp_path / "evidence", tmp_path / "work" / "case"
    evidence.mkdir()
    workspace = Workspace.create(evidence, elsewhere)
    assert list(evidence.iterdir()) == []
    assert (workspace.root, workspace.directory) == (evidence, elsewhere)
    assert workspace.decisions_path == elsewhere / "thence.decisions.jsonl"
    assert Workspace.find(tmp_path, elsewhere) == workspace
    assert Workspace.find(elsewhere, None) == workspace
    assert Workspace.find(tmp_path / "work", None) == workspace


def test_settings_that_only_the_evidence_has_are_used(tmp_path: Path):
    evidence = tmp_path / "evidence"
    evidence.mkdir()
    (evidence / "thence.toml").write_text("")
    workspace = Workspace.create(evidence, tmp_path / "work")
    assert workspace.config_path == evidence / "thence.toml"
    (tmp_path / "work" / "thence.toml").write_text("")
    assert Workspace.find(tmp_path / "work").config_path == tmp_path / "work" / "thence.toml"


def test_a_corpus_can_be_moved_with_its_workspace(tmp_path: Path):
    corpus(tmp_path, "before")
    (tmp_path / "before").rename(tmp_path / "after")
    assert Workspace.find(tmp_path / "after").root == tmp_path / "after"


def test_a_workspace_serves_one_corpus(tmp_path: Path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    Workspace.create(tmp_path / "one", tmp_path / "work")
    with pytest.raises(UsageError, match="is the workspace of"):
        Workspace.create(tmp_path / "two", tmp_path / "work")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(UsageError, match="no such folder") as raised:
        Workspace.create(tmp_path / "absent")
    assert raised.value.code == "TH102"


def test_a_damaged_marker_does_not_hide_a_workspace(tmp_path: Path):
    workspace = Workspace.create(tmp_path)
    (workspace.directory / "workspace.json").write_text("{")
    assert Workspace.find(tmp_path) == workspace
    assert Workspace.create(tmp_path) == workspace
