"""Whatever a user can meet is documented: verbs, codes, terms, templates; and documented once."""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
import sys
from pathlib import Path

import pytest

import thence
from tests.shared import needs_shared, shared

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))
generate = importlib.import_module("generate")
SOURCE = Path(thence.__file__).parent


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The generated pages by name."""
    folder = tmp_path_factory.mktemp("reference")
    generate.write_reference(folder)
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def test_every_code_in_the_source_is_in_the_reference(reference):
    used = {code for path in SOURCE.rglob("*.py") for code in re.findall(r"\"(TH\d{3})\"", path.read_text("utf-8"))}
    assert used
    assert [code for code in sorted(used) if code not in reference["errors.md"]] == []


SHARED_CODES = {"TH102", "TH103", "TH204", "TH410", "TH501", "TH503", "TH511", "TH513"}
"""Codes that several parts give, each time for the same mistake: a wrong folder, nothing built,
a setting, template, file or RDF, nesting."""


def test_a_code_has_one_meaning():
    homes: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        for code in re.findall(r"\"(TH\d{3})\"", path.read_text("utf-8")):
            homes.setdefault(code, set()).add(path.relative_to(SOURCE).parts[0])
    assert {code for code, parts in homes.items() if len(parts) > 1} <= SHARED_CODES


def test_every_code_has_a_message_and_belongs_somewhere():
    codes = generate.error_codes()
    assert [each.code for each in codes if not (each.messages and each.kind)] == []


def test_every_verb_is_documented_with_its_options(reference):
    verbs = list(generate.verbs())
    assert len(verbs) >= 9
    for name, command in verbs:
        assert f"## thence {name}\n" in reference["cli.md"]
        assert command.help, name
        for parameter in command.params:
            for option in parameter.opts:
                assert option in reference["cli.md"] or parameter.param_type_name == "argument", f"{name} {option}"


def test_every_template_has_a_title_and_a_description_and_is_shown(reference):
    templates = sorted((ROOT / "queries").glob("*.rq"))
    assert len(templates) >= 6
    for path in templates:
        text = path.read_text(encoding="utf-8")
        assert re.search(r"^# title: \S", text, re.MULTILINE), path.name
        assert re.search(r"^# description: \S", text, re.MULTILINE), path.name
        assert f"## {path.stem}\n" in reference["queries.md"]


def test_every_term_of_our_own_has_a_label_and_a_definition():
    bare = []
    for name, graph, described in generate.terms():
        for term in described:
            if not str(term).startswith("https://w3id.org/thence"):
                continue
            label = graph.value(term, generate.RDFS.label)
            meaning = graph.value(term, generate.SKOS.definition) or graph.value(term, generate.RDFS.comment)
            if not (label and meaning):
                bare.append(f"{name} {term}")
    assert bare == []


def test_every_shipped_rule_and_shape_file_is_shown(reference):
    for folder, page, suffix in (("rules", "rules.md", ".srl"), ("shapes", "shapes.md", ".ttl")):
        for path in (ROOT / folder).rglob(f"*{suffix}"):
            assert f"## {path.stem}\n" in reference[page]


def modules() -> list[str]:
    return sorted(m.name for m in pkgutil.walk_packages(thence.__path__, "thence.") if not m.name.endswith("__main__"))


@pytest.mark.parametrize("name", modules())
def test_what_a_module_exports_is_listed_and_sorted(name):
    module = importlib.import_module(name)
    assert module.__doc__
    listed = list(getattr(module, "__all__", ()))
    assert listed or Path(module.__file__).name == "__init__.py"
    assert [each for each in listed if not hasattr(module, each)] == []
    constants = [each for each in listed if each.isupper()]
    classes = [each for each in listed if each[0].isupper() and not each.isupper()]
    others = [each for each in listed if not each[0].isupper()]
    assert listed == sorted(constants) + sorted(classes) + sorted(others) or listed == sorted(listed)


@needs_shared
def test_no_shipped_file_knows_a_name_of_the_shared_corpus():
    truth = json.loads(shared("corpus", "case_a", "ground_truth.json").read_text(encoding="utf-8"))
    names = {fact[end] for fact in truth["facts"] for end in "so"} | {n for group in truth["aliases"] for n in group}
    words = {word for name in names for word in re.findall(r"[^\W\d_]{5,}", name) if word[0].isupper()}
    proper = {word for word in words if word not in COMMON.split()}
    found = []
    for folder in ("pipeline", "ontology", "rules", "queries", "shapes"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix in {".py", ".ttl", ".yaml", ".srl", ".rq", ".txt", ".lark"}:
                text = path.read_text(encoding="utf-8")
                found += [f"{path.name}: {word}" for word in sorted(proper) if re.search(rf"\b{word}\b", text)]
    assert not found, "; ".join(found)


COMMON = """
    Agreement Alan Banco Bank Banque Boston Capital Client Coastal Company Consultant Consulting Daniel Elena Emirate
    Emirates England Family Freight Grace Handelsbank Holdings Inspection LIMITED Legal Limited Loan London Maria Marine
    Market Monaco Naomi October Partners Priya Retainer Robotics Salaries Services Sharjah Sofia Systems TRADING Traders
    Trading Trust Vessel Viktor
"""
"""Words of those names that a general gazetteer or lexicon may well hold."""
