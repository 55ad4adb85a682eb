"""Saved queries: what their headers say, and that the shipped ones keep their promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from thence.errors import QueryError
from thence.names import prefixes
from thence.query import Kind, load_templates, parse_template
from thence.store import Store

SIX = ["about", "connection", "denials", "transfers", "who-controls", "who-owns"]


def test_six_saved_queries_are_shipped():
    assert list(load_templates()) == SIX


@pytest.mark.parametrize("name", SIX)
def test_a_shipped_query_says_what_it_asks_and_what_it_needs(name):
    template = load_templates()[name]
    assert template.title != name
    assert template.description.endswith(".")
    assert all(parameter.description for parameter in template.parameters)


@pytest.mark.parametrize("name", SIX)
def test_a_shipped_query_declares_its_prefixes_and_runs_as_it_stands(name, store: Store):
    text = load_templates()[name].text
    declared = {line.split()[1].rstrip(":") for line in text.splitlines() if line.startswith("PREFIX")}
    used = {prefix for prefix in prefixes() if f" {prefix}:" in text or f"^{prefix}:" in text or f"({prefix}:" in text}
    assert used <= declared
    if not any(parameter.is_required for parameter in load_templates()[name].parameters):
        assert store.query(text)


def test_a_header_says_types_defaults_and_what_may_be_left_out():
    template = parse_template(
        "# title: T\n# description: D.\n# param a (entity): who\n# param b (date, optional): when\n"
        "# param c (integer, default 3): how many\n# any other words\nSELECT * { $a ?p $b , $c }",
        name="t",
    )
    a, b, c = template.parameters
    assert (a.kind, a.is_required, a.description) == (Kind.ENTITY, True, "who")
    assert (b.kind, b.is_required) == (Kind.DATE, False)
    assert (c.default, c.is_required) == ("3", False)


def test_parameters_may_stand_on_one_line():
    template = parse_template("# params: name (string), thing (iri)\nSELECT * { ?s ?p $name, $thing }", name="t")
    assert [(p.name, p.kind) for p in template.parameters] == [("name", Kind.STRING), ("thing", Kind.IRI)]


@pytest.mark.parametrize(
    ("header", "line", "said"),
    [
        ("# param a", 1, "not a parameter"),
        ("#\n# param a (colour): x", 2, "no type colour"),
        ("# param a (iri): x\n# param a (iri): y", 2, "declared twice"),
        ("# param b (iri): x", 1, "does not use"),
        ("# total: everything", 1, "not a total"),
    ],
)
def test_a_header_that_cannot_be_read_is_refused_with_its_line(header, line, said):
    with pytest.raises(QueryError, match=said) as caught:
        parse_template(f"{header}\nSELECT * {{ ?s ?p $a }}", name="t", path="t.rq")
    assert caught.value.code == "TH410"
    assert caught.value.at is not None
    assert (caught.value.at.path, caught.value.at.line) == ("t.rq", line)


def test_comments_below_the_header_are_no_parameters():
    assert parse_template("SELECT * { ?s ?p ?o }\n# param a (iri): x", name="t").parameters == ()


def test_a_users_folder_adds_queries_and_replaces_shipped_ones(tmp_path: Path):
    (tmp_path / "mine.rq").write_text("# title: Mine\nSELECT * { ?s ?p ?o }", encoding="utf-8")
    (tmp_path / "about.rq").write_text("# title: Other\nASK { ?s ?p ?o }", encoding="utf-8")
    found = load_templates([tmp_path])
    assert found["mine"].title == "Mine"
    assert found["about"].title == "Other"
    assert "who-owns" in found


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path):
    with pytest.raises(QueryError, match="no saved queries"):
        load_templates([tmp_path / "nowhere"])
