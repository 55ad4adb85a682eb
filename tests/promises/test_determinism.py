"""The same documents give the same bytes, however and how often they were built, and through any crash."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tutorial import CASE, copied
from thence.export import export
from thence.pipeline import build
from thence.store import Store

DERIVATIONS = b"<urn:thence:graph:derivations> ."
EDITED = "\nQuillmere Ferries Ltd owns 30% of Bexhaven Chandlers Ltd.\n"
ADDED = "Date: 2024-07-20\n\nIda Brandvold is a director of Lanternhead Moorings Ltd.\n"


def quads(folder: Path) -> list[bytes]:
    """Return a built folder's N-Quads without runs and history, sorted."""
    with Store.open(folder / ".thence", read_only=True) as store:
        lines = b"".join(export(store, format="nquads")).splitlines()
    assert lines == sorted(lines)
    return lines


def without_derivations(lines: list[bytes]) -> list[bytes]:
    return [line for line in lines if not line.endswith(DERIVATIONS)]


def built(folder: Path) -> list[bytes]:
    build(folder)
    return quads(folder)


def child(code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


BUILD = "import pathlib, sys; from thence.pipeline import build; build(pathlib.Path(sys.argv[1]))"


def test_hash_seed_and_order_of_files_change_no_byte(tmp_path, tutorial):
    expected = quads(tutorial)
    for seed in (1, 4242):
        folder = tmp_path / f"seed{seed}" / "case"
        folder.mkdir(parents=True)
        names = sorted(path.name for path in CASE.iterdir() if path.is_file())
        random.Random(seed).shuffle(names)
        for name in names:
            shutil.copy(CASE / name, folder / name)
        done = child(BUILD, str(folder), PYTHONHASHSEED=str(seed))
        assert done.returncode == 0, done.stderr
        assert quads(folder) == expected


def test_a_second_build_changes_nothing_and_says_so(case):
    first = built(case)
    again = build(case)
    assert (again.changed, again.inserted, again.deleted) == (False, 0, 0)
    assert quads(case) == first


@pytest.mark.parametrize("change", ["edit", "add", "remove", "rename"])
def test_a_build_after_a_change_equals_a_build_from_scratch(case, tmp_path, change):
    build(case)
    match change:
        case "edit":
            note = case / "01_opening-note.md"
            note.write_text(note.read_text(encoding="utf-8") + EDITED, encoding="utf-8")
        case "add":
            (case / "10_late.md").write_text(ADDED, encoding="utf-8")
        case "remove":
            (case / "06_mail_trust.eml").unlink()
        case "rename":
            (case / "03_payments.csv").rename(case / "00_payments.csv")
    changed = built(case)
    scratch = tmp_path / "scratch"
    shutil.copytree(case, scratch, ignore=shutil.ignore_patterns(".thence"))
    assert without_derivations(changed) == without_derivations(built(scratch))


def test_undoing_a_change_gives_the_first_graph_back(case):
    before = built(case)
    late = case / "10_late.md"
    late.write_text(ADDED, encoding="utf-8")
    assert built(case) != before
    late.unlink()
    assert without_derivations(built(case)) == without_derivations(before)


KILLED = """
import os, pathlib, signal, sys
at, seen = int(sys.argv[2]), 0
def counted(real):
    def call(*arguments, **options):
        global seen
        seen += 1
        if seen == at:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments, **options)
    return call
os.replace, os.rename, os.fsync, os.unlink = map(counted, (os.replace, os.rename, os.fsync, os.unlink))
from thence.pipeline import build
build(pathlib.Path(sys.argv[1]))
print(seen)
"""


@pytest.mark.slow
def test_a_build_killed_at_any_step_leaves_the_old_graph_or_the_new_one(tmp_path):
    """Every place where the build touches the disk for good is a place to be killed at."""
    before = copied(tmp_path / "before")
    old = built(before)
    changed = copied(tmp_path / "changed")
    (changed / "10_late.md").write_text(ADDED, encoding="utf-8")
    (changed / "06_mail_trust.eml").unlink()
    new = built(changed)
    counting = tmp_path / "counting"
    shutil.copytree(before, counting)
    (counting / "10_late.md").write_text(ADDED, encoding="utf-8")
    (counting / "06_mail_trust.eml").unlink()
    steps = int(child(KILLED, str(counting), "0").stdout)
    assert steps
    ends = set()
    for at in sorted({1, 2, steps // 4, steps // 2, 3 * steps // 4, *range(max(1, steps - 5), steps + 1)} - {0}):
        folder = tmp_path / f"killed{at}"
        shutil.copytree(before, folder)
        (folder / "10_late.md").write_text(ADDED, encoding="utf-8")
        (folder / "06_mail_trust.eml").unlink()
        assert child(KILLED, str(folder), str(at)).returncode == -signal.SIGKILL
        with Store.open(folder / ".thence"):
            pass
        left = quads(folder)
        assert left in (old, new) or without_derivations(left) == without_derivations(new)
        ends.add(left == old)
        assert without_derivations(built(folder)) == without_derivations(new)
        shutil.rmtree(folder)
    assert True in ends
