"""Help: at once, complete, and true."""

from __future__ import annotations

import inspect
import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

import thence as package
from thence.cli import VERBS, help_text, main
from thence.cli.group import group

CONTEXT = click.Context(group, info_name="thence")
FUNCTIONS = {
    "ask": "ask",
    "build": "build",
    "check": "check",
    "export": "export",
    "infer": "infer",
    "status": "status",
    "verify": "verify",
    "why": "why",
}
"""Verbs and the function of the same name; init writes a text, query is a method of what is asked."""


def commands() -> dict[str, click.Command]:
    return {name: main.get_command(CONTEXT, name) for name in main.list_commands(CONTEXT)}


def test_help_without_click_is_the_help_of_the_group():
    assert group.get_help(CONTEXT) == help_text().rstrip("\n")


def test_every_verb_is_told_in_the_words_of_its_own_help():
    assert {name: command.help.partition("\n")[0] for name, command in commands().items()} == dict(VERBS)


def test_help_and_version_come_without_the_libraries_of_the_verbs():
    code = "import sys; from thence.cli import main; main([WORD], standalone_mode=False); print(*sys.modules)"
    for word in ("--help", "--version"):
        script = code.replace("WORD", repr(word))
        told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
        assert not set(told.split()) & {"click", "rich", "pydantic", "yaml", "pyoxigraph", "numpy", "rdflib", "pyshacl"}


def test_the_help_of_a_verb_imports_no_library_that_only_its_run_needs():
    code = "import sys; from thence.cli import main; [main([v, '--help'], standalone_mode=False) for v in VERBS]"
    code = code.replace("VERBS", repr([verb for verb in VERBS if verb != "ask"])) + "; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not set(told.split()) & {"rich", "pydantic", "yaml", "pyoxigraph", "numpy", "rdflib", "pyshacl"}


def test_a_word_that_is_no_verb_is_answered_with_the_nearest(thence):
    called = thence("biuld", "case")
    assert called.code == 2
    assert "did you mean build?" in called.err


def test_nothing_at_all_is_wrong_usage_and_shows_the_help(thence):
    called = thence()
    assert (called.code, called.out) == (2, "")
    assert "Verbs:" in called.err


@pytest.mark.parametrize("verb", VERBS)
def test_the_common_options_are_those_of_every_verb(verb):
    words = {word for option in commands()[verb].params for word in option.opts}
    assert {"--format", "--json", "-q", "-v", "--no-progress"} <= words
    assert verb in ("init", "infer", "lexicon", "tagger") or "-w" in words


@pytest.mark.parametrize(("verb", "name"), FUNCTIONS.items())
def test_a_verb_is_the_function_of_the_same_name(verb, name):
    """The command line and the library are two doors to one house."""
    home = (package._HOMES | {"export": "thence.export"})[name]
    assert callable(getattr(import_module(home), name))
    source = inspect.getsource(import_module(f"thence.cli.{verb}"))
    assert re.search(rf"from {re.escape(home)} import .*\b{name}\b", source)


def examples() -> list[tuple[str, str]]:
    """Return each example of each verb's help."""
    found = []
    for name, command in commands().items():
        block = re.search(r"\n\n\x08\nExamples:\n((?:  .*\n?)+)", command.help)
        assert block, name
        found += [(name, line.strip()) for line in block[1].splitlines()]
    return found


TERMS = """
@prefix ex: <https://example.org/trade#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:supplies a owl:ObjectProperty ; rdfs:label "supplies" .
"""
CONFIRMED = "".join(
    f'{{"text": "{sub} delivers to {obj}.", "triples": [{{"sub": "{sub}", "rel": "supplies", "obj": "{obj}"}}]}}\n'
    for sub, obj in (("Holm Ltd", "Brack Ltd"), ("Roe Ltd", "Brack Ltd"))
)
FAMILY = "RULE { ?x :elder ?z } WHERE { ?x :parent ?y . ?y :parent ?z }\n"
DATA = "@prefix : <http://example.org/> .\n:ann :parent :bob . :bob :parent :cid . :ann a :Person ; :name 'Ann' .\n"
CORRECTIONS = '{"tokens": ["The", "Merrow", "left"], "tags": ["O", "B-MISC", "O"]}\n'
SHAPES = """@prefix : <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
:S a sh:NodeShape ; sh:targetClass :Person ; sh:property [ sh:path :name ; sh:minCount 1 ] .
"""


@pytest.fixture(scope="module")
def room(tutorial: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as the examples suppose it: a case, some RDF files, a home."""
    folder = tmp_path_factory.mktemp("room")
    shutil.copytree(tutorial, folder / "case")
    texts = {"data.ttl": DATA, "shapes.ttl": SHAPES, "family.srl": FAMILY, "vocabulary.ttl": ""}
    texts |= {"terms.ttl": TERMS, "confirmed.jsonl": CONFIRMED, "corrections.jsonl": CORRECTIONS}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "graphs").mkdir()
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(("verb", "line"), examples())
def test_every_example_works_when_pasted(room, verb, line):
    (room / "case" / "thence.toml").unlink(missing_ok=True)
    environment = {**os.environ, "HOME": str(room), "PATH": f"{room / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    (room / "bin").mkdir(exist_ok=True)
    script = room / "bin" / "thence"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m thence "$@"\n')
    script.chmod(0o755)
    done = subprocess.run(["bash", "-c", line], cwd=room, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in ((0, 1) if "--fail-on" in line else (0,)), done.stderr
    assert "error[" not in done.stderr
