"""The store holds exactly what it was told to hold, and writes nothing else."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.store.strategies import ground_triples
from thence.errors import StoreError, UsageError
from thence.model.terms import Quad, Term, iri_term, literal
from thence.names import DEFAULT_GRAPH, DERIVED, HISTORY, RUNS, STATEMENTS, XSD, Iri
from thence.store.store import Change, Store
from thence.store.terms import canonical


def quads(*names: str, graph: Iri = DEFAULT_GRAPH) -> list[Quad]:
    return [(iri_term("urn:x:s"), iri_term("urn:x:p"), literal(name), graph) for name in names]


def held(store: Store) -> list[str]:
    return sorted(quad[2] for quad in store.quads())


graphs = st.sampled_from([DEFAULT_GRAPH, DERIVED, STATEMENTS, Iri("urn:thence:doc:a")])
drawn_quads = st.tuples(ground_triples, graphs).map(lambda pair: (*pair[0], pair[1]))
files = st.dictionaries(st.sampled_from(["texts/a", "texts/b", "trace"]), st.binary(max_size=4))


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=st.lists(st.tuples(st.lists(drawn_quads, max_size=8), files), min_size=1, max_size=4), data=st.data())
def test_after_any_history_the_store_holds_the_last_set(
    place: Path, history: list[tuple[list[Quad], dict[str, bytes]]], data: st.DataObject
):
    shutil.rmtree(place, ignore_errors=True)
    there: dict[str, bytes] = {}
    for wanted, contents in history:
        with Store.open(place) as store:
            removed = [name for name in there if name not in contents]
            before = set(store.quads())
            change = store.replace(data.draw(st.permutations(wanted)), files=contents, removed=removed)
            now = {(s, p, canonical(o), g) for s, p, o, g in wanted}
            assert (change.inserted, change.deleted) == (len(now - before), len(before - now))
            assert set(store.quads()) == now
        there = contents
    with Store.open(place, read_only=True) as store:
        assert set(store.quads()) == now
        assert {name: store.file(name) for name in ("texts/a", "texts/b", "trace")} == {
            name: there.get(name) for name in ("texts/a", "texts/b", "trace")
        }


def test_the_same_again_writes_nothing(place: Path):
    with Store.open(place) as store:
        store.replace(quads("a", "b"), files={"texts/a": b"words"})
        version = store.version
        stamps = {path: path.stat().st_mtime_ns for path in place.rglob("*") if path.is_file()}
        assert store.replace(quads("b", "a", "a"), files={"texts/a": b"words"}, removed=["absent"]) == Change(0, 0)
        assert store.version == version
        assert {path: path.stat().st_mtime_ns for path in place.rglob("*") if path.is_file()} == stamps


def test_only_the_difference_is_written(place: Path):
    with Store.open(place) as store:
        store.replace(quads("a", "b", "c"))
        assert store.replace(quads("b", "c", "d")) == Change(inserted=1, deleted=1)
        assert held(store) == ['"b"', '"c"', '"d"']


def test_another_spelling_of_the_same_value_is_no_difference(place: Path):
    def age(lexical: str, datatype: Iri) -> Quad:
        return iri_term("urn:x:s"), iri_term("urn:x:age"), literal(lexical, datatype), DEFAULT_GRAPH

    with Store.open(place) as store:
        assert store.replace([age("030", XSD.integer)]) == Change(1, 0)
        assert store.replace([age("30", XSD.int), age("+30", XSD.integer)]) == Change(0, 0)


def test_runs_and_history_stay_unless_they_are_given(place: Path):
    with Store.open(place) as store:
        store.replace(quads("fact") + quads("run 1", graph=RUNS) + quads("old", graph=HISTORY))
        assert store.replace(quads("other")) == Change(1, 1)
        assert held(store) == ['"old"', '"other"', '"run 1"']
        assert store.replace(quads("other") + quads("run 2", graph=RUNS)) == Change(1, 1)
        assert held(store) == ['"old"', '"other"', '"run 2"']
        assert store.replace([], keep=()) == Change(0, 3)
        assert store.count() == 0


def test_graphs_are_counted_and_named(place: Path):
    with Store.open(place) as store:
        store.replace(quads("a", "b") + quads("a", graph=STATEMENTS))
        assert (store.count(), store.count(DEFAULT_GRAPH), store.count(STATEMENTS), store.count(DERIVED)) == (
            3,
            2,
            1,
            0,
        )
        assert store.graphs() == (STATEMENTS,)
        assert list(store.quads(STATEMENTS)) == quads("a", graph=STATEMENTS)


def test_large_changes_go_the_bulk_way_with_the_same_result(place: Path):
    many = [f"{number:06d}" for number in range(6_000)]
    with Store.open(place) as store:
        assert store.replace(quads(*many)) == Change(6_000, 0)
        assert store.replace(quads(*many[5_500:], *[f"x{name}" for name in many])) == Change(6_000, 5_500)
        assert store.count() == 6_500
        assert store.replace(quads()) == Change(0, 6_500)
        assert store.count() == 0


def test_what_the_mirror_forgot_is_read_from_the_store(place: Path):
    with Store.open(place) as store:
        store.replace(quads("a", "b"))
    for damage in (lambda path: path.unlink(), lambda path: path.write_bytes(b"damaged")):
        damage(place / "quads.z")
        with Store.open(place) as store:
            assert store.replace(quads("a", "b")) == Change(0, 0)
            assert store.replace(quads("a", "c")) == Change(1, 1)
            assert store.replace(quads("a", "b")) == Change(1, 1)


@pytest.mark.parametrize(
    "quad",
    [
        (Term("_:b"), iri_term("urn:x:p"), literal("x"), DEFAULT_GRAPH),
        (iri_term("urn:x:s"), iri_term("urn:x:p"), Term("_:b"), DEFAULT_GRAPH),
        (literal("x"), iri_term("urn:x:p"), literal("x"), DEFAULT_GRAPH),
        (iri_term("urn:x:s"), literal("x"), literal("x"), DEFAULT_GRAPH),
        (iri_term("urn:x: s"), iri_term("urn:x:p"), literal("x"), DEFAULT_GRAPH),
        (iri_term("urn:x:100%"), iri_term("urn:x:p"), literal("x"), DEFAULT_GRAPH),
        (iri_term("relative"), iri_term("urn:x:p"), literal("x"), DEFAULT_GRAPH),
        (iri_term("urn:x:s"), iri_term("urn:x:p"), Term('"never closed'), DEFAULT_GRAPH),
        (iri_term("urn:x:s"), iri_term("urn:x:p"), Term('"x" . <urn:x:a> <urn:x:b> "y"'), DEFAULT_GRAPH),
        (iri_term("urn:x:s"), iri_term("urn:x:p"), Term('"x\ny"'), DEFAULT_GRAPH),
        (iri_term("urn:x:s"), iri_term("urn:x:p"), literal("\ud800"), DEFAULT_GRAPH),
        (iri_term("urn:x:s"), iri_term("urn:x:p"), literal("x"), Iri("no graph")),
    ],
)
def test_what_is_no_quad_is_refused_and_nothing_is_written(place: Path, quad: Quad):
    with Store.open(place) as store:
        store.replace(quads("a"))
        with pytest.raises(ValueError):
            store.replace([*quads("b"), quad])
        assert held(store) == ['"a"']
        assert store.replace(quads("b")) == Change(1, 1)


@pytest.mark.parametrize(
    "name", ["", "/etc/passwd", "../outside", "a/../../b", "store/CURRENT", "lock", "journal/x", "a\\b"]
)
def test_a_file_name_that_leads_out_of_the_workspace_is_refused(place: Path, name: str):
    with Store.open(place) as store:
        for attempt in (lambda: store.file(name), lambda: store.replace([], files={name: b""})):
            with pytest.raises(ValueError, match="no name for a file"):
                attempt()


def test_one_writes_at_a_time_and_is_named(place: Path):
    with Store.open(place):
        with pytest.raises(StoreError) as raised:
            Store.open(place)
        assert raised.value.code == "TH601"
        assert f"process {os.getpid()} on" in raised.value.message
    Store.open(place).close()


WRITER = """
import sys
from pathlib import Path
from thence.store.store import Store
store = Store.open(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""


def test_a_writer_in_another_process_is_named_and_its_end_frees_the_store(place: Path):
    place.mkdir(parents=True)
    command = [sys.executable, "-c", WRITER, str(place)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"open\n"
        with pytest.raises(StoreError, match=f"process {writer.pid} on .*: -c"):
            Store.open(place)
        writer.kill()
        writer.wait()
        with Store.open(place) as store:
            assert store.replace(quads("a")) == Change(1, 0)


def test_readers_beside_a_writer_see_the_commit_they_opened(place: Path):
    with Store.open(place) as writer:
        writer.replace(quads("a"), files={"texts/a": b"1"})
        with Store.open(place, read_only=True) as reader:
            assert reader.file("texts/a") == b"1"
            writer.replace(quads("b"), files={"texts/a": b"2"})
            assert held(reader) == ['"a"']
            with pytest.raises(StoreError) as raised:
                reader.file("texts/a")
            assert raised.value.code == "TH608"
        with Store.open(place, read_only=True) as reader:
            assert (held(reader), reader.file("texts/a")) == (['"b"'], b"2")


def test_a_reader_writes_nothing(place: Path):
    with Store.open(place) as writer:
        writer.replace(quads("a"))
    with Store.open(place, read_only=True) as reader, pytest.raises(StoreError) as raised:
        reader.replace(quads("b"))
    assert raised.value.code == "TH607"


def test_nothing_built_is_an_error_for_a_reader(tmp_path: Path):
    for folder in (tmp_path, tmp_path / "absent"):
        with pytest.raises(UsageError) as raised:
            Store.open(folder, read_only=True)
        assert raised.value.code == "TH103"
        assert "thence build" in raised.value.hint


def test_a_closed_store_says_so(place: Path):
    store = Store.open(place)
    store.close()
    store.close()
    with pytest.raises(StoreError) as raised:
        store.count()
    assert raised.value.code == "TH606"


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError) as raised:
        Store.open(tmp_path / "file" / ".thence")
    assert raised.value.code == "TH602"


def test_files_that_are_no_store_are_an_error_and_free_the_lock(place: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("thence.store.store._PATIENCE_SECONDS", 0.1)
    with Store.open(place) as store:
        store.replace(quads("a"))
    current = place / "store" / "CURRENT"
    good = current.read_bytes()
    current.write_bytes(b"nonsense")
    for read_only in (False, True):
        with pytest.raises(StoreError) as raised:
            Store.open(place, read_only=read_only)
        assert raised.value.code in {"TH602", "TH603"}
    current.write_bytes(good)
    with Store.open(place) as store:
        assert held(store) == ['"a"']


def test_the_lock_file_tells_who_holds_it(place: Path):
    with Store.open(place):
        holder = json.loads((place / "lock").read_text())
        assert holder["pid"] == os.getpid()
        assert set(holder) == {"pid", "host", "command"}


@pytest.mark.parametrize(
    "manifest",
    [
        None,
        b"{}",
        b"\xff",
        b"[" * 100_000,
        b'{"files":{"file-0":"../../evil"},"hashes":{"file-0":""},"inserted":0,"removed":[],"version":2}',
        b'{"files":{},"hashes":{},"inserted":0,"removed":["../outside.txt"],"version":2}',
        b'{"files":{"../file-0":"a"},"hashes":{"../file-0":""},"inserted":0,"removed":[],"version":2}',
        b'{"files":{},"hashes":{},"inserted":0,"removed":[],"version":2}',
    ],
)
def test_a_strangers_journal_is_refused_and_touches_nothing_outside(tmp_path: Path, manifest: bytes | None):
    """A journal that came with a workspace could once name files outside of it to be removed."""
    outside = tmp_path / "outside.txt"
    outside.write_text("keep", encoding="utf-8")
    workspace = tmp_path / "w"
    Store.open(workspace).close()
    (workspace / "journal").mkdir()
    if manifest is not None:
        (workspace / "journal" / "manifest.json").write_bytes(manifest)
    with pytest.raises(StoreError) as raised:
        Store.open(workspace)
    assert raised.value.code == "TH605"
    assert outside.read_text(encoding="utf-8") == "keep"
