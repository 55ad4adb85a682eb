"""Links in a folder: within it they are places of one document, out of it they are told and not followed."""

from __future__ import annotations

from pathlib import Path

import pytest

from thence.pipeline import build, status
from thence.pipeline.status import Status
from thence.store.workspace import Workspace

MEMO = "# Memo\n\nMira Holt works for Nordwind GmbH.\n"


@pytest.fixture
def case(tmp_path: Path) -> Path:
    folder = tmp_path / "case"
    (folder / "zone").mkdir(parents=True)
    (folder / "zone" / "memo.md").write_text(MEMO)
    return folder


def built(folder: Path) -> Status:
    """What a build and then the ledger say of a folder."""
    build(folder)
    return status(Workspace.find(folder))


def states(said: Status) -> dict[str, str]:
    return {file.path: file.state for file in said.files}


def test_a_link_within_the_folder_is_a_place_of_the_document_and_never_its_original(case: Path):
    (case / "a.md").symlink_to("zone/memo.md")
    said = built(case)
    assert states(said) == {"a.md": "copy", "zone/memo.md": "read"}
    assert {file.key for file in said.files} == {"zone/memo.md"}
    assert said.findings == ()
    (case / "a.md").unlink()
    assert built(case).files[0].document == said.files[0].document


def test_a_link_out_of_the_folder_is_told_and_not_followed(case: Path, tmp_path: Path):
    (tmp_path / "secret.md").write_text("Secret words of Ann Lee.\n")
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "b.md").write_text("More words.\n")
    (case / "a.md").symlink_to(tmp_path / "secret.md")
    (case / "more").symlink_to("../more")
    (case / "step.md").symlink_to("a.md")
    said = built(case)
    assert states(said) == {"a.md": "unread", "more": "unread", "step.md": "unread", "zone/memo.md": "read"}
    assert [found.code for found in said.findings] == ["TH527"] * 3
    assert all("follow_links" in found.hint for found in said.findings)
    assert said.stale == ()


def test_links_out_of_the_folder_are_followed_where_that_is_set(case: Path, tmp_path: Path):
    (tmp_path / "other.md").write_text(MEMO)
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "b.md").write_text("More words.\n")
    (case / "a.md").symlink_to(tmp_path / "other.md")
    (case / "more").symlink_to("../more")
    (case / "thence.toml").write_text("follow_links = true\n")
    said = built(case)
    assert states(said) == {"a.md": "copy", "more/b.md": "read", "zone/memo.md": "read"}
    assert said.stale == ()


def test_a_link_shows_nothing_that_is_left_out(case: Path):
    (case / "private").mkdir()
    (case / "private" / "x.md").write_text("Private words.\n")
    (case / "thence.toml").write_text('ignore = ["private"]\n')
    (case / "x.md").symlink_to("private/x.md")
    (case / "settings.md").symlink_to("thence.toml")
    build(case)
    (case / "store").symlink_to(".thence")
    said = built(case)
    assert states(said) == dict.fromkeys(("settings.md", "store", "x.md"), "unread") | {"zone/memo.md": "read"}


def test_a_folder_may_keep_its_files_behind_links_as_data_tools_do(case: Path):
    (case / ".annex").mkdir()
    (case / ".annex" / "1a2b").write_text("Words behind a link.\n")
    (case / "note.txt").symlink_to(".annex/1a2b")
    assert states(built(case)) == {"note.txt": "read", "zone/memo.md": "read"}


def test_an_archive_behind_a_link_is_no_original_either(case: Path):
    from tests.read.made_containers import zipped

    (case / "z.zip").write_bytes(zipped({"in.md": "# In\n\nWords inside.\n"}))
    (case / "a.zip").symlink_to("z.zip")
    said = states(built(case))
    assert said["z.zip!/in.md"] == "read"
    assert said["a.zip!/in.md"] == "copy"


def test_a_corpus_that_is_a_link_itself_is_read(case: Path, tmp_path: Path):
    (tmp_path / "way").symlink_to(case)
    (case / "again.md").symlink_to("zone/memo.md")
    assert states(built(tmp_path / "way")) == {"again.md": "copy", "zone/memo.md": "read"}
