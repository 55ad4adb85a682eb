"""A setting that has nothing to act on is told: a glob without a file, a column that is not there, a language."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from thence.pipeline import build, status
from thence.store.workspace import Workspace


@pytest.fixture
def case(tmp_path: Path) -> Path:
    folder = tmp_path / "case"
    (folder / "drafts" / "old").mkdir(parents=True)
    (folder / "drafts" / "old" / "a.md").write_text("# A\n\nWords.\n")
    (folder / ".cache").mkdir()
    (folder / "paid.csv").write_text("name,booked\nAnn,03/04/2024\nBo,04/05/2024\n")
    (folder / "chat.txt").write_text("03/04/2024, 14:05 - Ann: a\n04/05/2024, 14:05 - Bo: b\n")
    return folder


def told(folder: Path, settings: str) -> list[tuple[str, str]]:
    """Return code and message of what a build says of the settings."""
    (folder / "thence.toml").write_text(settings)
    build(folder)
    said = status(Workspace.find(folder))
    assert all(found.hint for found in said.findings)
    return [(found.code, found.message) for found in said.findings if found.code in ("TH563", "TH564")]


def test_globs_that_match_are_not_told(case: Path):
    settings = """ignore = ["drafts/", "drafts/old/*.md", ".cache", "*.TXT", "chat.tx?"]
[trust]
distrusted = ["paid.*"]
[[columns]]
path = "*.csv"
name = "book*"
written = "day-first"
"""
    assert told(case, settings) == [("TH563", "ignore in thence.toml: '*.TXT' matches no file or folder")]


def test_globs_that_match_nothing_are_told(case: Path):
    settings = """ignore = ["draft", "drafts/*.tmp"]
[trust]
distrusted = ["press/*"]
[[columns]]
path = "*.tsv"
name = "booked"
written = "iso"
[[columns]]
path = "*.csv"
name = "Booked"
written = "iso"
[[columns]]
name = "date"
written = "day-first"
"""
    assert told(case, settings) == [
        ("TH563", "columns.name in thence.toml: 'Booked' matches no column of the documents that '*.csv' matches"),
        ("TH563", "columns.path in thence.toml: '*.tsv' matches no document"),
        ("TH563", "ignore in thence.toml: 'draft' matches no file or folder"),
        ("TH563", "ignore in thence.toml: 'drafts/*.tmp' matches no file or folder"),
        ("TH563", "trust.distrusted in thence.toml: 'press/*' matches no document"),
    ]


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
def test_languages_that_tesseract_lacks_are_told_with_their_packages(case: Path):
    [(code, message)] = told(case, 'ocr = ["xx_yy", "zzz"]\n')
    assert code == "TH564"
    assert "apt-get install tesseract-ocr-xx-yy tesseract-ocr-zzz" in message


def test_without_tesseract_that_is_told(case: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", "")
    [(code, message)] = told(case, 'ocr = ["eng"]\n')
    assert code == "TH564"
    assert "apt-get install tesseract-ocr" in message
