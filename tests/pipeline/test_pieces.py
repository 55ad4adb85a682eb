"""Large text through a build: read in pieces, the graph is the one that it would be, and memory holds a piece."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pipeline.asking import rows
from thence.pipeline import build, status, verify
from thence.pipeline import reading as reading_module
from thence.query import why
from thence.store import Store

SYLLABLES = ["ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo", "zu"]
CLAIMS = """SELECT ?quote ?start ?end ?p ?path WHERE { GRAPH <urn:thence:graph:statements> {
  ?s rdf:predicate ?p ; th:quotedAt ?span . FILTER(?p != rdf:type)
  ?span th:quote ?quote ; th:byteStart ?start ; th:byteEnd ?end ; oa:hasSource/prov:wasDerivedFrom/th:path ?path } }"""
SMALL = "[limits]\nwhole_bytes = 2500\n"


def word(number: int) -> str:
    """A name of its own for each number."""
    return "".join(SYLLABLES[number // 15**place % 15] for place in (2, 1, 0)).capitalize()


def prose(first: int, count: int) -> str:
    said = "Anna {0} is a director of {0} Mills Ltd. Nothing more was said, {1}.\n"
    lines = [said.format(word(n), n) for n in range(first, first + count)]
    return "\n".join(("From: Ada Stone\nDate: 2024-03-01\n", *lines))


def table(count: int) -> str:
    rows = [f"{word(n)} Bank Ltd,{word(n)} Foods Ltd,{n % 50 + 1}" for n in range(1, count + 1)]
    return "\n".join(("owner,company,percent", *rows, ""))


@pytest.fixture
def case(tmp_path: Path) -> Path:
    folder = tmp_path / "case"
    folder.mkdir()
    (folder / "memo.txt").write_text(prose(1, 60), encoding="utf-8")
    (folder / "shares.csv").write_text(table(120), encoding="utf-8")
    (folder / "notes.md").write_text("# Notes\n\n" + prose(1000, 40), encoding="utf-8")
    (folder / "thence.toml").write_text(SMALL, encoding="utf-8")
    return folder


def test_what_pieces_say_is_what_the_whole_says(case: Path, tmp_path: Path):
    pieces = build(case)
    assert {file.path: file.state for file in pieces.files} == {
        "memo.txt": "read", "notes.md": "read", "shares.csv": "read"
    }  # fmt: skip
    (texts,) = rows(pieces, "SELECT (COUNT(?t) AS ?n) { GRAPH ?g { ?t a th:Text } }")
    assert int(texts[0].split('"')[1]) > 12  # type: ignore[union-attr]
    plain = tmp_path / "thence.toml"
    plain.write_text("", encoding="utf-8")
    whole = build(case, workspace=tmp_path / "whole", config_path=plain)
    assert rows(pieces, CLAIMS) == rows(whole, CLAIMS)
    assert len(rows(whole, CLAIMS)) > 150
    for key in ("statements", "entities", "asserted", "derived", "documents"):
        assert pieces.counts[key] == whole.counts[key], key
    assert [file.characters for file in pieces.files] == [file.characters for file in whole.files]
    assert [file.records for file in pieces.files] == [file.records for file in whole.files]


def test_quotes_of_pieces_are_verified_and_explained(case: Path):
    report = build(case)
    checked = verify(report.workspace)
    assert checked.findings == ()
    assert checked.quotes > 250
    with Store.open(report.workspace.directory, read_only=True) as store:
        last = (case / "memo.txt").read_text(encoding="utf-8").splitlines()[-1]
        person, _, firm = last.partition(". ")[0].partition(" is a director of ")
        explained = why(store, person, "director of", firm, root=case, options=report.options)
    assert explained.verified
    lines = {each.line for some in explained.evidence.values() for each in some if each.path == "memo.txt"}
    assert 1 + (case / "memo.txt").read_text(encoding="utf-8")[: -len(last) - 1].count("\n") in lines
    text = (case / "memo.txt").read_text(encoding="utf-8")
    (case / "memo.txt").write_text(text.replace(last, "Nobody is anything."), encoding="utf-8")
    assert {"TH712", "TH713"} <= {finding.code for finding in verify(report.workspace).findings}


def test_a_paragraph_above_renames_no_statement_of_any_piece(case: Path):
    before = build(case)
    claimed = "SELECT ?s WHERE { GRAPH <urn:thence:graph:statements> { ?s rdf:predicate ?p . FILTER(?p != rdf:type) } }"
    old = set(rows(before, claimed))
    path = case / "memo.txt"
    path.write_text(path.read_text().replace("\n\n", "\n\nA paragraph was put in here.\n\n", 1), encoding="utf-8")
    after = build(case)
    assert old <= set(rows(after, claimed))
    assert (after.lost, after.kept) == (0, before.counts["statements"])


def test_a_build_that_was_cut_short_goes_on_with_the_next_piece(case: Path, monkeypatch: pytest.MonkeyPatch):
    done: list[str] = []
    real = reading_module.extract

    def broken(document, *more):  # type: ignore[no-untyped-def]
        if len(done) == 5:
            raise KeyboardInterrupt
        done.append(document.key)
        return real(document, *more)

    monkeypatch.setattr(reading_module, "extract", broken)
    with pytest.raises(KeyboardInterrupt):
        build(case)
    again: list[str] = []
    monkeypatch.setattr(
        reading_module, "extract", lambda document, *m: again.append(document.key) or real(document, *m)
    )
    build(case)
    assert again
    assert not set(again) & set(done)
    again.clear()
    assert not build(case).changed
    assert not again


def test_progress_tells_how_far_a_large_file_is(case: Path):
    told: list[str] = []
    build(case, progress=lambda stage, done, total, what: told.append(what) if stage == "read" else None)
    shown = [what for what in told if what.startswith("shares.csv rows ")]
    assert len(shown) > 3
    assert shown[-1].endswith("100 %")


def test_the_ledger_counts_a_file_once(case: Path):
    report = build(case)
    found = {file.path: file for file in status(report.workspace).files}
    assert found["shares.csv"].records == 120
    assert found["shares.csv"].statements == 120
    assert len(rows(report, "SELECT ?d { GRAPH ?g { ?d a th:Document ; th:key ?k ; th:byteLength ?n } }")) == 3


_GROWTH = """
import resource, sys
from pathlib import Path
from thence.pipeline import build
build(Path(sys.argv[1]))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def test_memory_does_not_grow_with_a_file_that_says_nothing(tmp_path: Path):
    peaks = []
    for megabytes in (2, 20):
        folder = tmp_path / str(megabytes)
        folder.mkdir()
        lines = "".join(f"{number},{number * 7},{number % 13}\n" for number in range(60_000))
        (folder / "a.csv").write_text("one,two,three\n" + lines * megabytes, encoding="utf-8")
        (folder / "thence.toml").write_text("max_file_bytes = 999000000\n[limits]\nwhole_bytes = 2000000\n")
        command = [sys.executable, "-c", _GROWTH, str(folder)]
        done = subprocess.run(command, capture_output=True, check=True, env=os.environ, timeout=300)
        peaks.append(int(done.stdout))
    assert peaks[1] < peaks[0] + 40, peaks
