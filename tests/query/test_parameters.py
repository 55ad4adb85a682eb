"""Values of parameters: checked by type, bound as terms, never part of the query's text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shared import needs_shared, shared
from thence.errors import QueryError
from thence.model.terms import lexical_of, literal
from thence.query import Kind, Parameter, ask
from thence.query.parameters import iri_in, term_for
from thence.store import Solutions, Store
from thence.store.rdf import parse

TEMPLATE = """# params: name (string), thing (iri)
SELECT ?s WHERE { ?s <http://example.org/name> $name ; <http://example.org/about> $thing }
"""


def parameter(kind: Kind) -> Parameter:
    return Parameter("x", kind)


@pytest.mark.parametrize(
    ("kind", "text", "term"),
    [
        (Kind.IRI, "http://example.org/a", "<http://example.org/a>"),
        (Kind.IRI, "<urn:x:1>", "<urn:x:1>"),
        (Kind.IRI, "own:owns", "<https://w3id.org/thence/ownership#owns>"),
        (Kind.DATE, "2024-02-29", '"2024-02-29"^^<http://www.w3.org/2001/XMLSchema#date>'),
        (Kind.DECIMAL, "-1200.50", '"-1200.50"^^<http://www.w3.org/2001/XMLSchema#decimal>'),
        (Kind.INTEGER, "7", '"7"^^<http://www.w3.org/2001/XMLSchema#integer>'),
        (Kind.STRING, 'say "hi"\n', '"say \\"hi\\"\\n"'),
    ],
)
def test_a_value_of_the_right_type_becomes_a_term(kind, text, term):
    assert term_for(parameter(kind), text) == term


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Kind.IRI, "not an iri"),
        (Kind.IRI, "http://e/a> } INSERT DATA { <http://e/x> <http://e/y> 1 } #"),
        (Kind.IRI, "relative/path"),
        (Kind.IRI, "http://e/\ud800"),
        (Kind.DATE, "2023-02-29"),
        (Kind.DATE, "1 March 2024"),
        (Kind.DATE, "２０２４-01-01"),
        (Kind.DECIMAL, "1,200"),
        (Kind.DECIMAL, "1e3"),
        (Kind.DECIMAL, "NaN"),
        (Kind.INTEGER, "1.0"),
        (Kind.STRING, "\ud800"),
    ],
)
def test_a_value_of_another_type_is_refused_by_name(kind, text):
    with pytest.raises(QueryError, match="x: ") as caught:
        term_for(parameter(kind), text)
    assert caught.value.code == "TH408"
    assert caught.value.hint


@settings(max_examples=100, derandomize=True)
@given(st.text())
def test_any_text_is_the_string_it_is(text):
    assert lexical_of(term_for(parameter(Kind.STRING), text)) == text


@settings(max_examples=200, derandomize=True)
@given(st.text(alphabet='ab:/#?%<>{}|^`"\\\\ \n\t.é', max_size=12).map("u:".__add__) | st.text())
def test_what_passes_for_an_iri_cannot_leave_its_brackets(text):
    iri = iri_in(text)
    assert iri is None or not set(iri) & set('<>"{}|\\^` \n\t')


@pytest.fixture
def named(tmp_path: Path) -> Store:
    text = '<urn:a> <http://example.org/name> "line1\\nline2" ; <http://example.org/about> <http://example.org/t> .\n'
    (tmp_path / "about-name.rq").write_text(TEMPLATE, encoding="utf-8")
    with Store.open(tmp_path / "w") as store:
        store.replace(parse(text.encode(), media="ttl"))
        yield store


def rows(store: Store, folder: Path, **values: str) -> int:
    answer = ask(store, "about-name", values, folders=[folder]).answer
    assert isinstance(answer, Solutions)
    return len(answer.rows)


@pytest.mark.parametrize("name", ['x" } ; DROP ALL #', "a\\", '"""', "' . ?s ?p ?o #", "$thing", "\x00"])
def test_a_hostile_string_matches_nothing_and_changes_nothing(named: Store, tmp_path: Path, name):
    before = named.count()
    assert rows(named, tmp_path, name=name, thing="http://example.org/t") == 0
    assert named.count() == before


def test_a_string_of_two_lines_finds_its_like(named: Store, tmp_path: Path):
    assert rows(named, tmp_path, name="line1\nline2", thing="http://example.org/t") == 1


@needs_shared
def test_the_shared_case_of_injected_values(named: Store, tmp_path: Path):
    case = shared("cases", "P07-template-injection")
    (tmp_path / "p07.rq").write_text((case / "template.rq").read_text(encoding="utf-8"), encoding="utf-8")
    values = json.loads((case / "values.json").read_text(encoding="utf-8"))
    before = named.count()
    outcomes = []
    for each in values:
        try:
            answer = ask(named, "p07", each, folders=[tmp_path]).answer
            assert isinstance(answer, Solutions)
            outcomes.append(len(answer.rows))
        except QueryError as error:
            outcomes.append(error.message.partition(": ")[2].rpartition(" is ")[2])
    assert outcomes == [0, "not an IRI", 0, "not an IRI"]
    assert term_for(parameter(Kind.STRING), values[2]["name"]) == literal("line1\nline2")
    assert named.count() == before
