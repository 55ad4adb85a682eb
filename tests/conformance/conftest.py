"""The tutorial's case as an export that other engines can read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tutorial import tutorial

__all__ = ["tutorial", "tutorial_export"]


@pytest.fixture(scope="session")
def tutorial_export(tutorial: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Turtle export of the tutorial's case."""
    export = pytest.importorskip("thence.export")
    store = pytest.importorskip("thence.store")
    path = tmp_path_factory.mktemp("export") / "case.ttl"
    with store.Store.open(tutorial / ".thence", read_only=True) as opened:
        path.write_bytes(b"".join(export.export(opened, format="turtle")))
    return path
