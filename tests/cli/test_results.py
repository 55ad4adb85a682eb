"""Answers of queries: standard formats for programs, aligned columns for people."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.shared import needs_shared, shared

DATA = """@prefix : <http://example.org/> .
:ann :name "Ann, the \\"first\\"" ; :said "one\\ntwo\\tthree"@en ; :age 42 ; :knows _:b .
"""
ALL = "SELECT ?p ?o ?none { <http://example.org/ann> ?p ?o } ORDER BY ?p"


@pytest.fixture
def ask(thence, tmp_path):
    """Asks a small file."""
    path = tmp_path / "data.ttl"
    path.write_text(DATA, encoding="utf-8")
    return lambda *words: thence("query", "--data", path, *words)


def test_json_is_that_of_sparql_1_1(ask):
    answer = json.loads(ask("--json", ALL).out)
    assert answer["head"] == {"vars": ["p", "o", "none"]}
    age, knows, name, said = answer["results"]["bindings"]
    assert age["o"] == {
        "type": "literal",
        "value": "42",
        "datatype": "http://www.w3.org/2001/XMLSchema#integer",
    }
    assert knows["o"]["type"] == "bnode"
    assert name == {
        "p": {"type": "uri", "value": "http://example.org/name"},
        "o": {"type": "literal", "value": 'Ann, the "first"'},
    }
    assert said["o"] == {"type": "literal", "value": "one\ntwo\tthree", "xml:lang": "en"}


def test_csv_has_plain_values_and_its_own_line_ends(ask):
    text = ask("--format", "csv", ALL).out
    assert "\r\n" in text
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert rows[0] == ["p", "o", "none"]
    assert rows[3] == ["http://example.org/name", 'Ann, the "first"', ""]
    assert rows[4][1] == "one\ntwo\tthree"


def test_tsv_has_terms_in_full_on_one_line_each(ask):
    head, *rows = ask("--format", "tsv", ALL).out.splitlines()
    assert head == "?p\t?o\t?none"
    assert rows[2] == '<http://example.org/name>\t"Ann, the \\"first\\""\t'
    assert rows[3].split("\t")[1] == '"one\\ntwo\\tthree"@en'


def test_ndjson_is_one_binding_a_line(ask):
    lines = [json.loads(line) for line in ask("--format", "ndjson", ALL).out.splitlines()]
    assert [set(line) for line in lines] == [{"p", "o"}] * 4


def test_a_table_has_short_names_and_one_line_a_row(ask):
    lines = ask(ALL).out.splitlines()
    assert lines[0].split() == ["p", "o", "none"]
    assert lines[4] == ':name   Ann, the "first"'
    assert lines[5] == ":said   one two three@en"
    assert len(lines) == 6


def test_triples_come_as_turtle_n_triples_or_rows(ask):
    query = "CONSTRUCT { ?s <http://example.org/is> ?o } { ?s <http://example.org/age> ?o }"
    assert ":ann :is 42 ." in ask(query).out
    assert ask(query, "--format", "nt").out.startswith("<http://example.org/ann> <http://example.org/is> ")
    assert json.loads(ask(query, "--json").out)["head"]["vars"] == ["subject", "predicate", "object"]
    assert ask(query, "--format", "csv").out.splitlines()[0] == "subject,predicate,object"


@pytest.mark.parametrize(("query", "word"), [("ASK { ?s ?p 42 }", "true"), ("ASK { ?s ?p 43 }", "false")])
def test_a_truth_value_is_one_word(ask, query, word):
    called = ask(query)
    assert (called.code, called.out) == (0, f"{word}\n")
    assert json.loads(ask(query, "--json").out) == {"head": {}, "boolean": word == "true"}


def test_a_query_may_come_from_a_file_or_standard_input(ask, tmp_path, monkeypatch):
    path = tmp_path / "q.rq"
    path.write_text("ASK { ?s ?p 42 }", encoding="utf-8")
    for words in ([f"@{path}"], ["-f", path]):
        assert ask(*words).out == "true\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert ask("-").out == "true\n"


def test_the_data_may_come_from_standard_input(thence, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(DATA.encode())))
    assert thence("query", "--data", "-", "ASK { ?s ?p 42 }").out == "true\n"


@needs_shared
def test_csv_and_tsv_are_those_of_the_shared_case(thence):
    case = shared("cases", "P05-csv-tsv")
    words = ("query", "--data", case / "data.ttl", "-f", case / "q.rq", "--format")
    assert records(thence(*words, "csv").out) == records((case / "expected.csv").read_bytes().decode())
    assert thence(*words, "tsv").out == (case / "expected.tsv").read_text(encoding="utf-8")


def records(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def test_an_answer_without_variables_is_counted():
    from thence.cli.table import table

    assert table([], [(), ()]) == ["2 answers without variables"]
