"""The tutorial's case, built once; the command line called in this process and as a process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.tutorial import tutorial
from thence.cli import main

__all__ = ["Called", "process", "tutorial"]


@dataclass(frozen=True, slots=True)
class Called:
    """What a command left: its exit code and its two streams."""

    code: int
    out: str
    err: str


Thence = Callable[..., Called]


@pytest.fixture
def thence(capfdbinary: pytest.CaptureFixture[bytes]) -> Thence:
    """Calls the command line in this process."""

    def call(*words: str | Path) -> Called:
        code = main([str(word) for word in words], standalone_mode=False)
        out, err = capfdbinary.readouterr()
        return Called(code, out.decode(), err.decode())

    return call


@pytest.fixture
def case(tutorial: Path, tmp_path: Path) -> Path:
    """A copy of the tutorial's case with its graph, that a test may change."""
    return Path(shutil.copytree(tutorial, tmp_path / "case"))


def process(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as a user would, with standard input closed."""
    return subprocess.run(
        [sys.executable, "-m", "thence", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )
