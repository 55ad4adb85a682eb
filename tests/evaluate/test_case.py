from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared import needs_shared, shared

ROOT = Path(__file__).parents[2]


@needs_shared
@pytest.mark.slow
def test_the_annotated_case_reaches_its_targets():
    pytest.importorskip("thence.pipeline")
    words = [sys.executable, "-m", "tests.evaluate.case", str(shared("corpus", "case_a"))]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "inversions: 0\n" in done.stdout
    assert "must-not-merge pairs merged: 0 of" in done.stdout
