"""What the command line writes: thence.toml, exports, derived triples."""

from __future__ import annotations

import json
import re
import tomllib

from tests.cli.conftest import process
from thence.cli.settings import settings_text
from thence.config import ColumnChoice, Config, Limits, Trust, load_config

DATA = """@prefix : <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
:before a owl:TransitiveProperty . :a :before :b . :b :before :c .
"""


def test_a_new_thence_toml_explains_every_setting_at_its_default(thence, tmp_path):
    assert thence("init", tmp_path).code == 0
    path = tmp_path / "thence.toml"
    assert load_config(path) == Config()
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"^# (\[|\w+ = )", r"\1", text, flags=re.MULTILINE), encoding="utf-8")
    settings = tomllib.loads(path.read_text(encoding="utf-8"))
    assert set(settings) == set(Config.model_fields)
    assert set(settings["trust"]) == set(Trust.model_fields)
    assert set(settings["limits"]) == set(Limits.model_fields)
    assert set(settings["columns"][0]) == set(ColumnChoice.model_fields)
    assert load_config(path).model_copy(update={"as_of": None, "columns": ()}) == Config()


def test_every_setting_is_explained_before_it_is_shown():
    lines = settings_text().splitlines()
    for name in (*Config.model_fields, *Trust.model_fields, *Limits.model_fields, *ColumnChoice.model_fields):
        if name not in ("trust", "limits", "columns"):
            at = next(number for number, line in enumerate(lines) if line.startswith(f"# {name} = "))
            assert re.match(r"# \w", lines[at - 1]), name
            assert not re.match(r"# (for example: )?\w+ = ", lines[at - 1]), name


def test_the_examples_in_a_new_thence_toml_are_values_of_their_settings():
    examples = re.findall(r"^# for example: (.*)$", settings_text(), re.MULTILINE)
    assert examples
    trust = {line for line in examples if line.split(" = ")[0] in Trust.model_fields}
    Config.model_validate(tomllib.loads("\n".join(line for line in examples if line not in trust)))
    Trust.model_validate(tomllib.loads("\n".join(trust)))


def test_a_thence_toml_that_is_there_is_left_alone(thence, tmp_path):
    (tmp_path / "thence.toml").write_text("threshold = 0.7\n", encoding="utf-8")
    called = thence("init", tmp_path)
    assert called.code == 2
    assert (tmp_path / "thence.toml").read_text(encoding="utf-8") == "threshold = 0.7\n"


def test_an_export_is_the_same_to_a_file_and_to_stdout(thence, tutorial, tmp_path):
    out = process("export", "-w", tutorial, "--format", "nquads").stdout
    called = thence("export", tutorial, "--format", "nquads", "-o", tmp_path / "case.nq")
    assert (called.code, called.out) == (0, "")
    assert (tmp_path / "case.nq").read_text(encoding="utf-8") == out
    assert sorted(out.splitlines()) == out.splitlines()
    everything = process("export", "-w", tutorial, "--format", "nquads", "--all").stdout
    assert set(out.splitlines()) < set(everything.splitlines())


def test_an_export_that_cannot_be_written_leaves_nothing_behind(thence, tutorial, tmp_path):
    called = thence("export", tutorial, "-o", tmp_path / "none" / "case.ttl")
    assert called.code == 4
    assert "TH609" in called.err
    assert list(tmp_path.iterdir()) == []


def test_infer_writes_only_what_follows_sorted(thence, tmp_path):
    (tmp_path / "data.ttl").write_text(DATA, encoding="utf-8")
    rule = "RULE { ?x :after ?y } WHERE { ?y :before ?x }\n"
    (tmp_path / "rules.srl").write_text(rule, encoding="utf-8")
    called = thence("infer", tmp_path / "data.ttl", "--rules", tmp_path / "rules.srl")
    lines = called.out.splitlines()
    assert called.code == 0
    assert lines == sorted(lines)
    assert "<http://example.org/a> <http://example.org/before> <http://example.org/c> ." in lines
    assert "<http://example.org/c> <http://example.org/after> <http://example.org/a> ." in lines
    assert "<http://example.org/a> <http://example.org/before> <http://example.org/b> ." not in lines
    everything = thence("infer", tmp_path / "data.ttl", "--all").out
    assert "<http://example.org/a> <http://example.org/before> <http://example.org/b> ." in everything
    assert ":a :before :c ." in thence("infer", tmp_path / "data.ttl", "--format", "turtle").out
    derived = json.loads(thence("infer", tmp_path / "data.ttl", "--json").out)["derived"]
    assert derived == [["<http://example.org/a>", "<http://example.org/before>", "<http://example.org/c>"]]


def test_an_inconsistency_is_told_on_stderr_and_what_follows_still_written(thence, tmp_path):
    clash = ":x a :A, :B . :A owl:disjointWith :B .\n"
    (tmp_path / "data.ttl").write_text(DATA + clash, encoding="utf-8")
    called = thence("infer", tmp_path / "data.ttl")
    assert called.code == 1
    assert "TH940" in called.err
    assert "TH940" not in called.out
    assert "before" in called.out
    only = thence("infer", tmp_path / "data.ttl", "--inconsistencies")
    assert "TH940" in only.out
    assert "before" not in only.out
