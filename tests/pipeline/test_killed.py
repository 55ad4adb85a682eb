"""A build or its worker ended at any moment: nothing is left behind, and the next build reads everything."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.read.made import pdf
from tests.read.seeds import SEEDS
from thence.pipeline import build, status
from thence.read.guard import _WORKERS, close_worker
from thence.store.workspace import Workspace

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
NAMES = ("a.docx", "b.xlsx", "a.odt", "a.epub", "a.zip", "a.eml", "a.md")
_MARK = "THENCE_TEST_OF_KILLS"


@pytest.fixture
def case(tmp_path: Path) -> Path:
    folder = tmp_path / "case"
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_bytes(SEEDS[name])
    for number in range(4):
        lines = [(50.0, 700.0 - 12 * line, 11.0, f"Line {line} of file {number}") for line in range(30)]
        (folder / f"{number}.pdf").write_bytes(pdf([lines] * 3))
    return folder


def unread(folder: Path) -> dict[str, str]:
    """Return the files that the last build did not read, and the codes of why."""
    said = status(Workspace.find(folder))
    codes = {found.path: found.code for found in said.findings}
    return {file.path: codes.get(file.path, "") for file in said.files if file.state == "unread"}


def marked(value: str) -> list[str]:
    """Return the processes that have a mark in their environment."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            with contextlib.suppress(OSError):
                if f"{_MARK}={value}".encode() in (process / "environ").read_bytes():
                    found.append(process.name)
    return found


def test_a_worker_that_is_killed_again_and_again_costs_the_file_at_hand_and_no_build(case: Path):
    close_worker()
    done = threading.Event()

    def end() -> None:
        chance = random.Random(3)
        while not done.wait(chance.uniform(0.02, 0.2)):
            process = _WORKERS._process
            if process is not None:
                with contextlib.suppress(OSError):
                    os.kill(process.child.pid, signal.SIGKILL)

    killer = threading.Thread(target=end)
    killer.start()
    try:
        build(case)
    finally:
        done.set()
        killer.join()
    assert set(unread(case).values()) <= {"TH555"}
    build(case)
    assert unread(case) == {}
    close_worker()


def test_a_build_that_is_killed_leaves_no_process_no_file_and_the_next_reads_everything(case: Path, tmp_path: Path):
    chance = random.Random(5)
    spare = tmp_path / "spare"
    spare.mkdir()
    environment = {**os.environ, _MARK: str(tmp_path), "TMPDIR": str(spare)}
    for _ in range(3):
        started = subprocess.Popen(
            [sys.executable, "-m", "thence", "build", str(case)],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(chance.uniform(0.5, 3))
        started.kill()
        started.wait()
        until = time.monotonic() + 20
        while marked(str(tmp_path)) and time.monotonic() < until:
            time.sleep(0.1)
        assert marked(str(tmp_path)) == []
    build(case)
    assert unread(case) == {}
    assert list(spare.iterdir()) == []
    assert [path for path in (case / ".thence").rglob("*") if path.suffix in (".tmp", ".part")] == []
