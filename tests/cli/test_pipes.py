"""The command line among other programs: pipes, colours, closed streams, full disks."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import process

THENCE = f"{sys.executable} -m thence"
MANY = "'SELECT * { GRAPH ?g { ?s ?p ?o } }'"


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash whose exit code is that of the command before the last pipe, if there is one."""
    line = f"{line.replace('thence', THENCE, 1)}; exit ${{PIPESTATUS[0]}}"
    return subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )


@pytest.mark.parametrize(
    "line",
    [
        "thence --help | true",
        f"thence query -w CASE {MANY} | head -1",
        f"thence query -w CASE --json {MANY} | head -1",
        f"thence query -w CASE --format csv {MANY} | head -1",
        "thence export -w CASE | head -1",
        "thence status CASE | head -1",
        "thence why -w CASE 'Agnes Tolliver' controls 'Lanternhead Moorings Ltd' | true",
    ],
)
def test_a_reader_that_has_seen_enough_is_no_error(tutorial, line):
    done = shell(line.replace("CASE", str(tutorial)))
    assert (done.returncode, done.stderr) == (0, "")


def test_closed_streams_are_no_error(tutorial):
    assert shell(f"thence status {tutorial} >&- 2>&-").returncode == 0
    assert shell("thence --help >&-").returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("line", ["thence export -w CASE > /dev/full", "thence status CASE > /dev/full"])
def test_a_full_disk_is_told_and_no_success(tutorial, line):
    done = shell(line.replace("CASE", str(tutorial)))
    assert done.returncode == 4
    assert done.stderr.startswith("error[TH609]")


def test_data_goes_to_stdout_and_all_else_to_stderr(tutorial):
    done = process("query", "-w", tutorial, "--format", "csv", "SELECT ?s { ?s own:nothing ?o }")
    assert (done.stdout, done.stderr) == ("s\n", "no rows\n")
    assert process("query", "-w", tutorial, "-q", "SELECT ?s { ?s own:nothing ?o }").stderr == ""


def seen_by_a_person(words: list[str], **environment: str) -> str:
    """Return what a command shows at a terminal."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "thence", *words],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env={**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, "TERM": "xterm", **environment},
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:
            break
        if not part:
            break
        seen += part
    child.wait()
    os.close(ours)
    return seen.decode()


def test_colour_is_for_terminals_and_yields_to_no_color(tutorial):
    words = ["verify", str(tutorial)]
    assert "\x1b[32m" in seen_by_a_person(words)
    assert "\x1b[" not in seen_by_a_person(words, NO_COLOR="1")
    assert "\x1b[" not in seen_by_a_person(words, TERM="dumb")
    assert "\x1b[" not in process(*words).stdout


def test_a_bar_is_drawn_for_a_person_only(case):
    (case / "late.md").write_text("Ida Brandvold works at Fernholt Quarries Ltd.\n", "utf-8")
    assert "reading" in seen_by_a_person(["build", str(case)])
    (case / "late.md").unlink()
    assert "reading" not in seen_by_a_person(["build", str(case), "--no-progress"])
    assert "reading" not in process("build", case).stderr
    assert "reading 1/9: 01_opening-note.md" in process("build", case, "-v").stderr


def test_what_a_document_says_cannot_steer_the_terminal(thence, tmp_path):
    folder = tmp_path / "case"
    folder.mkdir()
    (folder / "a\x1b[2J.md").write_text("Ann Lee owns 60% of Fernholt \x1b]0;title\x07Ltd.\n", encoding="utf-8")
    built = thence("build", folder)
    shown = built.out + built.err + thence("status", folder).out
    shown += thence("query", "-w", folder, "SELECT * { GRAPH ?g { ?s th:quote ?o } }").out
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "\\x1b" in shown


def test_a_stream_that_knows_few_letters_is_no_error(tutorial):
    done = process(
        "why", "-w", tutorial, "Agnes Tolliver", "controls", "Lanternhead Moorings Ltd", PYTHONIOENCODING="ascii"
    )
    assert done.returncode == 0
    assert "Agnes Tolliver" in done.stdout
