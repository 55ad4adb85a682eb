"""However many processes read ahead, and whatever befalls them: the graph is that of a build by one alone."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import zipfile
from multiprocessing import active_children
from pathlib import Path

import pytest

from tests.read.made import pdf
from tests.read.seeds import SEEDS
from thence.names import HISTORY, RUNS
from thence.pipeline import ahead, build
from thence.store import Store

_MARK = "THENCE_TEST_OF_JOBS"


@pytest.fixture
def case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(ahead, "_WORTH_BYTES", 1)
    monkeypatch.setattr(ahead, "_BATCH_BYTES", 200)
    return laid(tmp_path / "case")


def laid(folder: Path) -> Path:
    """Return a new folder of documents of many kinds, some of which cannot be read."""
    folder.mkdir()
    for name in ("a.docx", "b.xlsx", "a.odt", "a.zip", "a.eml", "a.md"):
        (folder / name).write_bytes(SEEDS[name])
    for number in range(12):
        said = f"Firm {number} Ltd owns 60% of Firm {number + 1} Ltd. Ann Roe is a director of Firm {number} Ltd.\n"
        (folder / f"{number}.txt").write_text(said)
    (folder / "copy.txt").write_text((folder / "3.txt").read_text())
    (folder / "p.pdf").write_bytes(pdf([[(50.0, 700.0, 11.0, "Firm 1 Ltd owns Firm 9 Ltd.")]]))
    (folder / "broken.docx").write_bytes(b"PK\x03\x04 no more")
    with zipfile.ZipFile(folder / "z.zip", "w") as packed:
        packed.writestr(zipfile.ZipInfo("in/inner.txt"), "Firm 11 Ltd acquired Deep Ltd on 1 March 2024.")
    return folder


def die(*_: object) -> None:
    """End the process at hand as if something had killed it."""
    os._exit(3)


def graph(folder: Path) -> list[tuple[str, ...]]:
    """Return what a build made, besides when."""
    with Store.open(folder / ".thence", read_only=True) as store:
        return sorted(quad for quad in store.quads() if quad[3] not in (RUNS, HISTORY))


def test_the_number_of_processes_changes_nothing_in_the_graph(case: Path, tmp_path: Path):
    seen: list[str] = []
    alone = build(laid(tmp_path / "alone"))
    together = build(case, jobs=3, progress=lambda stage, done, total, what: seen.append(f"{stage} {what}"))
    assert graph(case) == graph(tmp_path / "alone")
    assert together.counts == alone.counts
    assert [found.code for found in together.findings] == [found.code for found in alone.findings]
    assert {f"read {number}.txt" for number in range(12)} & set(seen)
    assert active_children() == []
    assert not build(case, jobs=3).changed


def test_no_process_is_started_for_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ahead, "ProcessPoolExecutor", None)
    build(laid(tmp_path / "case"), jobs=8)


def test_processes_that_die_cost_time_and_nothing_else(case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ahead, "_begin", die)
    build(case, jobs=2)
    build(laid(tmp_path / "alone"))
    assert graph(case) == graph(tmp_path / "alone")


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_a_build_that_is_ended_leaves_no_process(tmp_path: Path, sent: signal.Signals):
    folder = laid(tmp_path / "case")
    for number in range(200):
        (folder / f"many-{number}.txt").write_text(f"Bird {number} Ltd owns 60% of Cage Ltd.\n" * 40)
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\nfrom pathlib import Path\nfrom thence.pipeline import ahead, build\n"
        "if __name__ == '__main__':\n    ahead._WORTH_BYTES = 1\n    build(Path(sys.argv[1]), jobs=2)\n"
    )
    child = subprocess.Popen(
        [sys.executable, str(program), str(folder)],
        env={**os.environ, _MARK: str(tmp_path)},
        stderr=subprocess.PIPE,
    )
    deadline = time.monotonic() + 60
    while len(_marked(str(tmp_path))) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(_marked(str(tmp_path))) >= 3
    time.sleep(0.5)
    child.send_signal(sent)
    _, errors = child.communicate(timeout=60)
    assert (b"KeyboardInterrupt" in errors) is (sent is signal.SIGINT)
    deadline = time.monotonic() + 20
    while _marked(str(tmp_path)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert _marked(str(tmp_path)) == []


def _marked(value: str) -> list[str]:
    """Return the processes that have a mark in their environment."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            with contextlib.suppress(OSError):
                if f"{_MARK}={value}".encode() in (process / "environ").read_bytes():
                    found.append(process.name)
    return found
