"""Exit codes, and errors in one form: text, or JSON on stderr."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import process
from tests.tutorial import copied
from thence.errors import ThenceError

BROKEN_TURTLE = ":a :b\n"
CLASH = """@prefix : <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
:A owl:disjointWith :B . :x a :A, :B .
"""
SHAPES = """@prefix : <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
:S a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :name ; sh:minCount 1 ; sh:severity sh:LEVEL ] .
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder of good and broken files."""
    texts = {
        "broken.ttl": BROKEN_TURTLE,
        "clash.ttl": CLASH,
        "unsafe.srl": "PREFIX : <http://example.org/> RULE { ?x :p ?w } WHERE { ?x :q ?y }\n",
        "broken.rq": "SELECT * {\n ?s ?p }\n",
        "broken.toml": "threshold = 0.7\nthreshhold = 0.7\n",
        "violation.ttl": SHAPES.replace("LEVEL", "Violation"),
        "warning.ttl": SHAPES.replace("LEVEL", "Warning"),
        "broken-shapes.ttl": SHAPES.replace("sh:minCount 1", "sh:minCount 'one'").replace("LEVEL", "Warning"),
        "nothing.ttl": "",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "empty").mkdir()
    return tmp_path


WRONG_USAGE = [
    ["nonsense"],
    ["build"],
    ["build", "DIR/none"],
    ["build", "DIR/clash.ttl"],
    ["build", "CASE", "--as-of", "tomorrow"],
    ["build", "CASE", "--config", "DIR/none.toml"],
    ["build", "CASE", "--config", "DIR/broken.toml"],
    ["build", "CASE", "--fail-on", "everything"],
    ["init", "DIR/none"],
    ["status", "DIR/empty"],
    ["status", "-w", "DIR/none"],
    ["status", "-w", "DIR/clash.ttl"],
    ["status", "CASE", "-w", "CASE"],
    ["query", "-w", "CASE"],
    ["query", "-w", "CASE", "SELEC"],
    ["query", "-w", "CASE", "@DIR/broken.rq"],
    ["query", "-w", "CASE", "ASK {}", "--format", "turtle"],
    ["query", "-w", "CASE", "ASK {}", "--data", "DIR/clash.ttl"],
    ["query", "-w", "CASE", "ASK { SERVICE <http://example.org/> {} }"],
    ["ask", "-w", "CASE", "who-ons"],
    ["ask", "-w", "CASE", "who-owns"],
    ["ask", "-w", "CASE", "who-owns", "--waht", "x"],
    ["ask", "-w", "CASE", "who-owns", "--what", "Quilmere Ferrys"],
    ["ask", "-w", "CASE", "transfers", "--since", "May"],
    ["why", "-w", "CASE", "Agnes Tolliver", "controls"],
    ["why", "-w", "CASE", "Agnes Toliver", "controls", "Quillmere Ferries Ltd"],
    ["why", "-w", "CASE", "Agnes Tolliver", "kontrols", "Quillmere Ferries Ltd"],
    ["check", "DIR/clash.ttl"],
    ["check", "CASE", "DIR/clash.ttl"],
    ["infer", "DIR/clash.ttl", "--rules", "DIR/unsafe.srl"],
    ["infer"],
    ["export", "-w", "CASE", "--format", "json"],
    ["verify", "-w", "CASE", "-q", "-v"],
]
UNREADABLE = [
    ["query", "-w", "CASE", "@DIR/none.rq"],
    ["query", "--data", "DIR/broken.ttl", "ASK {}"],
    ["query", "--data", "DIR/none.ttl", "ASK {}"],
    ["check", "DIR/broken.ttl", "--shapes", "DIR/violation.ttl"],
    ["check", "DIR/none.ttl", "--shapes", "DIR/violation.ttl"],
    ["check", "DIR/clash.ttl", "--shapes", "DIR/none.ttl"],
    ["check", "DIR/clash.ttl", "--shapes", "DIR/broken-shapes.ttl"],
    ["check", "DIR/clash.ttl", "--shapes", "DIR/nothing.ttl"],
    ["infer", "DIR/broken.ttl"],
    ["infer", "DIR/none.ttl"],
    ["infer", "DIR/clash.ttl", "--ontology", "DIR/broken.ttl"],
]
FOUND = [
    ["infer", "DIR/clash.ttl"],
    ["check", "DIR/clash.ttl", "--shapes", "DIR/violation.ttl"],
    ["check", "DIR/clash.ttl", "--shapes", "DIR/warning.ttl", "--fail-on", "warning"],
    ["why", "-w", "CASE", "Agnes Tolliver", "owns", "Lanternhead Moorings Ltd"],
]
FINE = [
    ["infer", "DIR/nothing.ttl"],
    ["check", "DIR/clash.ttl", "--shapes", "DIR/warning.ttl"],
    ["check", "DIR/clash.ttl", "--shapes", "DIR/violation.ttl", "--fail-on", "never"],
    ["check", "-w", "CASE"],
    ["check", "CASE"],
    ["verify", "CASE"],
    ["query", "-w", "CASE", "SELECT * { ?s own:nothing ?o }"],
    ["query", "-w", "CASE", "ASK { ?s own:nothing ?o }"],
    ["ask", "-w", "CASE", "transfers", "--since", "2030-01-01"],
    ["status", "CASE"],
]


def lines(code: int, table: list[list[str]]) -> list[object]:
    return [pytest.param(code, words, id=" ".join(words)) for words in table]


EVERY = [*lines(2, WRONG_USAGE), *lines(3, UNREADABLE), *lines(1, FOUND), *lines(0, FINE)]


@pytest.fixture
def words_of(files: Path, tutorial: Path, monkeypatch: pytest.MonkeyPatch):
    """Fills in the folders; the command is called where no workspace is near."""
    monkeypatch.chdir(files / "empty")
    return lambda words: [word.replace("DIR", str(files)).replace("CASE", str(tutorial)) for word in words]


@pytest.mark.parametrize(("code", "words"), EVERY)
def test_the_exit_code_tells_what_kind_of_thing_happened(thence, words_of, code, words):
    called = thence(*words_of(words))
    assert called.code == code, called.err
    assert "Traceback" not in called.err
    if code in (2, 3) and "nothing.ttl" not in " ".join(words):
        assert called.err.startswith(("error[TH", '{"error"')), called.err
        assert called.out == ""


@pytest.mark.parametrize(("code", "words"), [*lines(2, WRONG_USAGE[3:]), *lines(3, UNREADABLE[:7])])
def test_with_json_an_error_is_one_json_object_on_stderr(thence, words_of, code, words):
    called = thence(*words_of(words), "--json")
    error = json.loads(called.err)["error"]
    assert (called.code, called.out) == (code, "")
    assert list(error) == ["code", "message", "path", "line", "column", "hint"]
    assert error["code"].startswith("TH")


def test_a_mistake_in_a_query_file_is_told_with_the_file_and_line(thence, words_of, files):
    called = thence(*words_of(["query", "-w", "CASE", "-f", "DIR/broken.rq"]))
    assert f"at {files / 'broken.rq'}:2:" in called.err


def test_a_mistake_on_standard_input_is_told_as_one_of_standard_input(thence, monkeypatch):
    fed(monkeypatch, BROKEN_TURTLE)
    called = thence("infer", "-")
    assert called.code == 3
    assert "at -:1:1" in called.err


def fed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Make a text the standard input."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_a_bug_is_told_in_one_sentence_and_its_traceback_on_request(thence, tutorial, monkeypatch):
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("seven")

    monkeypatch.setattr("thence.pipeline.status", broken)
    called = thence("status", tutorial)
    assert called.code == 70
    assert "ZeroDivisionError: seven" in called.err
    assert "Traceback" not in called.err
    assert "-v" in called.err
    assert "Traceback" in thence("status", tutorial, "-v").err


def test_an_interruption_has_its_own_exit_code(thence, tutorial, monkeypatch):
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("thence.pipeline.status", interrupted)
    assert thence("status", tutorial).code == 130


def test_a_workspace_that_is_being_written_names_its_writer(thence, case):
    from thence.store import Store

    with Store.open(case / ".thence"):
        called = thence("build", case)
    assert called.code == 4
    assert "process" in called.err


def test_a_workspace_that_cannot_be_written_says_where_it_could_lie(thence, tmp_path):
    (tmp_path / ".thence").write_text("", encoding="utf-8")
    called = thence("build", tmp_path)
    assert called.code == 4
    assert "--workspace" in called.err


def test_an_interrupted_build_leaves_no_traceback_and_the_next_one_works(tmp_path):
    folder = copied(tmp_path / "case")
    words = [sys.executable, "-m", "thence", "build", str(folder), "-v"]
    child = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stderr is not None
    first = child.stderr.readline()
    child.send_signal(signal.SIGINT)
    _, err = child.communicate()
    assert first.startswith("reading")
    assert child.returncode in (0, 130)  # a quick machine may have finished before the signal came
    assert "Traceback" not in err
    assert process("build", folder, "-q").returncode == 0


def test_errors_of_every_class_have_an_exit_code_of_the_table():
    kinds = [ThenceError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    assert {kind.exit_code for kind in kinds} <= {1, 2, 3, 4, 70}


def test_a_closed_standard_input_is_an_input_that_cannot_be_read(tutorial):
    line = f"{sys.executable} -m thence query -w {tutorial} - <&-"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert done.returncode in (2, 3)
    assert "Traceback" not in done.stderr


def test_python_dash_m_and_its_exit_code(tmp_path):
    assert process("status", "-w", tmp_path / "none").returncode == 2
