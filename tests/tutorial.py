"""The tutorial's case: its documents, and its graph, built once for the tests that only look at it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from thence.pipeline import build

__all__ = ["CASE", "copied", "tutorial"]

CASE = Path(__file__).parents[1] / "docs" / "tutorial" / "case"


def copied(to: Path) -> Path:
    """Return ``to``, holding a copy of the case's documents and nothing else."""
    shutil.copytree(CASE, to, ignore=shutil.ignore_patterns(".thence"))
    return to


@pytest.fixture(scope="session")
def tutorial(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the case, built: not to be changed."""
    folder = copied(tmp_path_factory.mktemp("tutorial") / "case")
    build(folder)
    return folder
