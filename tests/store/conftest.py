"""Folders for stores."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

_MEMORY = Path("/dev/shm")


@pytest.fixture
def place() -> Iterator[Path]:
    """A workspace's folder that is not there yet; in memory where the system can: stores sync a lot."""
    base = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="thence-test-", dir=base) as folder:
        yield Path(folder) / ".thence"
