"""A folder that is not only files: links are places or are told, what changes under the build is told or read again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import thence.pipeline.corpus as corpus
from thence.pipeline import build, status, verify
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


def test_what_changes_between_the_look_and_the_reading_ends_no_build(case: Path, monkeypatch: pytest.MonkeyPatch):
    names = ("gone.md", "pipe.md", "folder.md", "grown.md", "shut.md", "loop.md")
    for name in names:
        (case / name).write_text(f"# {name}\n\nWords of {name}.\n")
    scan = corpus.scan

    def and_then(*places: object, **settings: object) -> object:
        found = scan(*places, **settings)
        for name in ("gone.md", "pipe.md", "folder.md", "loop.md"):
            (case / name).unlink()
        os.mkfifo(case / "pipe.md")
        (case / "folder.md").mkdir()
        (case / "loop.md").symlink_to("loop.md")
        (case / "grown.md").write_text("# Grown\n\nOther words than before, and more of them.\n")
        return found

    with monkeypatch.context() as patched:
        patched.setattr(corpus, "scan", and_then)
        build(case)
    said = status(Workspace.find(case))
    assert [found.path for found in said.findings] == ["folder.md", "gone.md", "loop.md", "pipe.md"]
    assert {found.code for found in said.findings} == {"TH501"}
    assert states(said) == dict.fromkeys(("folder.md", "gone.md", "loop.md", "pipe.md"), "unread") | dict.fromkeys(
        ("grown.md", "shut.md", "zone/memo.md"), "read"
    )
    assert "grown.md" in said.stale
    assert states(built(case))["grown.md"] == "read"
    assert status(Workspace.find(case)).stale == ()


def test_any_name_is_read_told_and_verified(case: Path):
    names = ["-rf.md", "--help.md", "CON.md", "aux.txt", "a:b.md", "Case.md", "case.md", "x" * 252 + ".md",
             "ü" * 126 + ".md", "line\nbreak.md", "esc\x1b[31m.md", "trail. ", "%41.md", "#h.md", "💥.md",
             "\x7f.md"]  # fmt: skip
    for number, name in enumerate(names):
        (case / name).write_text(f"# Note {number}\n\nAnn Lee works for Nordwind GmbH.\n")
    said = built(case)
    assert said.findings == ()
    assert states(said) == dict.fromkeys([*names, "zone/memo.md"], "read")
    checked = verify(Workspace.find(case))
    assert checked.findings == ()
    assert checked.quotes >= len(names)
