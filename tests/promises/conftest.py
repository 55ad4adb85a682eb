"""The tutorial's case, to look at (``tutorial``) and to change (``case``)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tutorial import copied, tutorial

__all__ = ["case", "tutorial"]


@pytest.fixture
def case(tmp_path: Path) -> Path:
    """A copy of the tutorial's documents that a test may change."""
    return copied(tmp_path / "case")
