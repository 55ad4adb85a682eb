"""Runs a piece of Python in a fresh process and reads the figures it prints."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

__all__ = ["command", "run"]

_ROOT = Path(__file__).parents[2]


def run(code: str, *arguments: str, environment: dict[str, str] | None = None) -> dict[str, Any]:
    """Return the JSON object on the last line that ``code`` prints, run with ``arguments`` in a new interpreter.

    Raises RuntimeError with the end of its error output when it fails.
    """
    return command([sys.executable, "-W", "ignore", "-c", code, *arguments], environment=environment)


def command(words: Sequence[str], *, environment: dict[str, str] | None = None) -> dict[str, Any]:
    """Return the JSON object on the last line that a command prints."""
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=_ROOT, env=environment)
    if done.returncode:
        raise RuntimeError(f"exit {done.returncode}: {done.stderr.strip()[-800:]}")
    figures: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return figures
