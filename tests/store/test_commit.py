"""A commit is made whole or not at all, whatever happens in its middle."""

from __future__ import annotations

import errno
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pyoxigraph as ox
import pytest

from thence.errors import StoreError
from thence.model.terms import Quad, iri_term, literal
from thence.names import DEFAULT_GRAPH, STATEMENTS
from thence.store import journal
from thence.store.store import Store

STEPS = [
    "begin", "wrote delete.nq", "wrote insert.nq", "wrote file-0", "wrote file-1", "wrote file-2", "wrote manifest",
    "synced", "ready", "deleted", "inserted", "flushed", "placed file-0", "placed file-1", "placed file-2", "removed",
    "made", "done", "dropped",
]  # fmt: skip
DECIDED = STEPS.index("ready")


def state(number: int, size: int = 20) -> tuple[list[Quad], dict[str, bytes], list[str]]:
    """What the store holds after commit ``number``: quads, files, and the file that is removed then."""
    quads = [
        (iri_term(f"urn:x:s{index}"), iri_term("urn:x:p"), literal(f"{number} {index}" if index % 3 else "same"), graph)
        for index in range(size)
        for graph in (DEFAULT_GRAPH, STATEMENTS)
    ]
    files = {"trace": f"trace {number}".encode() * size, f"texts/{number}": b"words"}
    return quads, files, [f"texts/{number - 1}"]


def commit(store: Store, number: int, size: int = 20) -> None:
    quads, files, removed = state(number, size)
    store.replace(quads, files=files, removed=removed)


def number_of(store: Store, size: int = 20) -> int:
    """Return which commit the store shows, and check that it shows all of it."""
    trace = store.file("trace")
    if trace is None:
        assert store.count() == 0
        return 0
    number = int(trace.split()[1].partition(b"trace")[0])
    quads, files, removed = state(number, size)
    assert set(store.quads()) == set(quads)
    assert {name: store.file(name) for name in files} == files
    assert all(store.file(name) is None for name in removed)
    assert store.version == number
    assert not any((store.directory / name).exists() for name in ("journal", "journal.new", "journal.done"))
    return number


def break_at(monkeypatch: pytest.MonkeyPatch, step: str, error: Callable[[], BaseException]) -> None:
    def fail(name: str) -> None:
        if name == step:
            raise error()

    monkeypatch.setattr(journal, "_step", fail)


class PulledPlugError(BaseException):
    """Stands for the end of the process: nothing is caught, nothing is cleaned up."""


def test_the_steps_of_a_commit_are_all_broken_off_below(place: Path, monkeypatch: pytest.MonkeyPatch):
    seen: list[str] = []
    with Store.open(place) as store:
        commit(store, 1)
        monkeypatch.setattr(journal, "_step", seen.append)
        commit(store, 2)
    assert seen == STEPS


@pytest.mark.parametrize(
    ("step", "read_only"), [(step, False) for step in STEPS] + [(step, True) for step in STEPS[DECIDED - 1 :]]
)
def test_broken_off_anywhere_the_store_is_as_it_was_or_as_it_shall_be(
    place: Path, monkeypatch: pytest.MonkeyPatch, step: str, read_only: bool
):
    with Store.open(place) as store:
        commit(store, 1)
        break_at(monkeypatch, step, PulledPlugError)
        with pytest.raises(PulledPlugError):
            commit(store, 2)
    monkeypatch.setattr(journal, "_step", lambda _: None)
    expected = 2 if STEPS.index(step) >= DECIDED else 1
    with Store.open(place, read_only=read_only) as store:
        if not read_only:
            assert number_of(store) == expected
        assert store.version == expected
    with Store.open(place) as store:
        assert number_of(store) == expected
        commit(store, expected + 1)
        assert number_of(store) == expected + 1


@pytest.mark.parametrize("again", STEPS[DECIDED + 1 :])
def test_making_a_commit_may_be_broken_off_again_and_again(place: Path, monkeypatch: pytest.MonkeyPatch, again: str):
    with Store.open(place) as store:
        commit(store, 1)
        break_at(monkeypatch, "ready", PulledPlugError)
        with pytest.raises(PulledPlugError):
            commit(store, 2)
    for _ in range(2):
        break_at(monkeypatch, again, PulledPlugError)
        try:
            Store.open(place).close()
        except PulledPlugError:
            continue
    monkeypatch.setattr(journal, "_step", lambda _: None)
    with Store.open(place) as store:
        assert number_of(store) == 2


@pytest.mark.parametrize("step", STEPS[::2])
def test_a_full_disk_is_an_error_with_a_hint_and_leaves_a_whole_store(
    place: Path, monkeypatch: pytest.MonkeyPatch, step: str
):
    with Store.open(place) as store:
        commit(store, 1)
        break_at(monkeypatch, step, lambda: OSError(errno.ENOSPC, "No space left on device"))
        with pytest.raises(StoreError) as raised:
            commit(store, 2)
        assert raised.value.code == "TH602"
        assert "the disk is full" in raised.value.message
        assert "space" in raised.value.hint
        monkeypatch.setattr(journal, "_step", lambda _: None)
        if STEPS.index(step) < DECIDED:
            assert number_of(store) == 1
            commit(store, 2)
            assert number_of(store) == 2
    with Store.open(place) as store:
        assert number_of(store) == 2


def test_a_full_disk_that_stays_full_is_said_at_each_opening(place: Path, monkeypatch: pytest.MonkeyPatch):
    with Store.open(place) as store:
        break_at(monkeypatch, "inserted", lambda: OSError("IO error: No space left on device: while appending"))
        with pytest.raises(StoreError):
            commit(store, 1)
    for read_only in (False, True):
        with pytest.raises(StoreError) as raised:
            Store.open(place, read_only=read_only)
        assert raised.value.code == "TH602"
    monkeypatch.setattr(journal, "_step", lambda _: None)
    with Store.open(place, read_only=True) as store:
        assert number_of(store) == 1


def test_a_reader_waits_for_a_commit_that_is_being_made(place: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("thence.store.store._PATIENCE_SECONDS", 0.1)
    with Store.open(place) as store:
        commit(store, 1)
        codes: list[str] = []

        def look(name: str) -> None:
            if name in {"deleted", "inserted"}:
                with pytest.raises(StoreError) as raised:
                    Store.open(place, read_only=True)
                codes.append(raised.value.code)

        monkeypatch.setattr(journal, "_step", look)
        commit(store, 2)
        assert codes == ["TH601", "TH601"]
    with Store.open(place, read_only=True) as reader:
        assert number_of(reader) == 2


@pytest.mark.parametrize("name", ["insert.nq", "delete.nq", "file-1"])
def test_a_journal_that_rotted_is_not_made(place: Path, monkeypatch: pytest.MonkeyPatch, name: str):
    with Store.open(place) as store:
        commit(store, 1)
        break_at(monkeypatch, "ready", PulledPlugError)
        with pytest.raises(PulledPlugError):
            commit(store, 2)
    monkeypatch.setattr(journal, "_step", lambda _: None)
    path = place / "journal" / name
    path.write_bytes(path.read_bytes()[:-1] + b"?") if name != "file-1" else path.unlink()
    with pytest.raises(StoreError) as raised:
        Store.open(place)
    assert raised.value.code == "TH605"
    assert json.loads((place / "journal" / "manifest.json").read_text())["version"] == 2


WRITER = """
import sys
from pathlib import Path
from tests.store.test_commit import commit
from thence.store.store import Store

with Store.open(Path(sys.argv[1])) as store:
    first = store.version + 1
    print("open", flush=True)
    for number in range(first, first + 1000):
        commit(store, number, int(sys.argv[2]))
        print(number, flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("size", "rounds"), [(20, 8), (4_000, 4)])
def test_killed_at_any_moment_nothing_acknowledged_is_lost(place: Path, size: int, rounds: int):
    chance = random.Random(size)
    place.mkdir()
    shown = 0
    for _ in range(rounds):
        command = [sys.executable, "-c", WRITER, str(place), str(size)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == b"open\n"
            time.sleep(chance.uniform(0, 0.6))
            writer.kill()
            acknowledged = [int(line) for line in writer.stdout.read().split(b"\n") if line]
        with Store.open(place) as store:
            number = number_of(store, size)
        assert number in range(max([shown, *acknowledged]), max([shown, *acknowledged]) + 2)
        shown = number
    assert shown > 0


def test_the_store_is_one_that_oxigraph_opens(place: Path):
    with Store.open(place) as store:
        commit(store, 1)
    assert len(ox.Store.read_only(str(place / "store"))) == len(state(1)[0])
