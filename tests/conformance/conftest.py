"""The tutorial's case as an export that other engines can read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tutorial import tutorial
from thence.export import export
from thence.store.store import Store

__all__ = ["tutorial", "tutorial_export"]


@pytest.fixture(scope="session")
def tutorial_export(tutorial: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Turtle export of the tutorial's case."""
    path = tmp_path_factory.mktemp("export") / "case.ttl"
    with Store.open(tutorial / ".thence", read_only=True) as opened:
        path.write_bytes(b"".join(export(opened, format="turtle")))
    return path
