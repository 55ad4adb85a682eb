from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared import needs_shared, shared

ROOT = Path(__file__).parents[2]


@needs_shared
@pytest.mark.slow
def test_the_annotated_case_reaches_its_targets():
    words = [sys.executable, "-m", "tests.evaluate.case", str(shared("corpus", "case_a"))]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "inversions: 0\n" in done.stdout
    assert "must-not-merge pairs merged: 0 of" in done.stdout


TRUTH = {
    "case": "small",
    "facts": [
        {
            "id": "F1",
            "doc": "note.md",
            "s": "Alma Quist",
            "p": "owns",
            "o": "Brindle Oats Ltd",
            "polarity": "positive",
            "modality": "asserted",
            "kind": "text",
            "qualifiers": {"percent": "70"},
        }
    ],
    "aliases": [],
    "must_not_merge": [],
    "contradictions": [],
    "corrections": [],
    "derivable": [{"id": "D1", "fact": ["Alma Quist", "feeds_on", "Brindle Oats Ltd"]}],
}
RULE = """
PREFIX own: <https://w3id.org/thence/ownership#>
RULE <urn:example:rule> { ?who <urn:example:feedsOn> ?what } WHERE { ?who own:controls ?what }
"""


@needs_shared
@pytest.mark.parametrize("broken", [False, True])
def test_a_case_brings_its_own_rules_and_names(tmp_path, broken):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "note.md").write_text("Alma Quist owns 70% of Brindle Oats Ltd.\n", encoding="utf-8")
    (tmp_path / "ground_truth.json").write_text(json.dumps(TRUTH), encoding="utf-8")
    (tmp_path / "thence.toml").write_text('rules = ["own.srl"]\n', encoding="utf-8")
    (tmp_path / "own.srl").write_text(RULE.replace("controls", "settlorOf") if broken else RULE, encoding="utf-8")
    (tmp_path / "map.yaml").write_text(
        "own:owns: owns\nurn:example:feedsOn: feeds_on\nhttps://w3id.org/thence/ownership#controls: controls\n",
        encoding="utf-8",
    )
    words = [sys.executable, "-m", "tests.evaluate.case", str(tmp_path), "--config", "thence.toml"]
    words += ["--map", str(tmp_path / "map.yaml")]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == broken, done.stdout + done.stderr
    assert "triple recall: 1.000\n" in done.stdout
    assert f"derivable facts with verified proofs: {0 if broken else 1} of 1\n" in done.stdout
