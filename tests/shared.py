"""Where the shared suites, cases and corpora lie, beside the project; tests that need them skip elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

_BESIDE = Path(__file__).resolve().parents[2] / "shared"
SHARED: Path | None = _BESIDE if _BESIDE.is_dir() else None

needs_shared = pytest.mark.skipif(SHARED is None, reason="the shared suites and corpora are not beside the project")


def shared(*parts: str) -> Path:
    """Return a path below the shared folder; call only in tests marked ``needs_shared``."""
    assert SHARED is not None
    return SHARED.joinpath(*parts)
