from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def commands() -> list[str]:
    """Return the lines of the README's first code block."""
    block = re.search(r"^```\w*\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert block
    return block.group(1).strip().splitlines()


def test_the_readme_begins_with_two_commands_of_one_line_each():
    assert len(commands()) == 2
    assert all(re.match(r"(pip|python3 -m pip) ", line) for line in commands())


def test_ci_runs_the_second_command_word_for_word():
    assert commands()[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_transcript_in_the_readme_is_what_the_first_command_ends_with(tutorial):
    shown = (ROOT / "README.md").read_text(encoding="utf-8")
    words = re.search(r'--why (".*)$', commands()[0])
    assert words
    proof = subprocess.run(
        f"{sys.executable} -m thence why -w {tutorial} {words.group(1)}",
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    )
    assert proof.stdout.strip() in shown


@pytest.mark.slow
@pytest.mark.network
def test_the_first_command_proves_a_fact_in_a_fresh_environment_twice(tmp_path):
    clone = tmp_path / "clone"
    shutil.copytree(
        ROOT, clone, ignore=shutil.ignore_patterns(".git", ".thence", "*.egg-info", "__pycache__", ".*_cache", "_build")
    )
    venv.create(tmp_path / "venv", with_pip=True)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    environment["PATH"] = f"{tmp_path / 'venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    for _ in range(2):
        done = subprocess.run(
            ["bash", "-c", commands()[0]], cwd=clone, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Agnes Tolliver" in done.stdout
        assert "06_mail_trust.eml" in done.stdout or "01_opening-note.md" in done.stdout
        assert "Traceback" not in done.stderr
