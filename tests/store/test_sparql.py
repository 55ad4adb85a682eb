"""Queries: what they see, what they are refused, and how their mistakes are told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.store.strategies import terms
from thence.errors import QueryError
from thence.model.terms import Quad, Term, iri_term, literal
from thence.names import DEFAULT_GRAPH, DERIVATIONS, DERIVED, STATEMENTS, XSD, Iri
from thence.store.sparql import Solutions, evaluate_expression
from thence.store.store import Store
from thence.store.terms import canonical


def quad(subject: str, predicate: str, obj: Term | str, graph: Iri = DEFAULT_GRAPH) -> Quad:
    target = Term(obj) if obj[0] in '<"' else iri_term(f"urn:x:{obj}")
    return iri_term(f"urn:x:{subject}"), iri_term(f"urn:x:{predicate}"), target, graph


QUADS = [
    quad("ann", "knows", "bob"),
    quad("ann", "age", literal("30", XSD.integer)),
    quad("bob", "knows", "ann", DERIVED),
    quad("st", "quote", literal('Ann said: "Bob"'), STATEMENTS),
    quad("fact", "from", "st", DERIVATIONS),
]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(tmp_path_factory.mktemp("case") / ".thence") as opened:
        opened.replace(QUADS)
        yield opened


def rows(store: Store, sparql: str, **options: object) -> list[tuple[Term | None, ...]]:
    answer = store.query(sparql, **options)  # type: ignore[arg-type]
    assert isinstance(answer, Solutions)
    return sorted(answer.rows, key=str)


def refused(store: Store, sparql: str, **options: object) -> QueryError:
    with pytest.raises(QueryError) as raised:
        store.query(sparql, **options)  # type: ignore[arg-type]
    return raised.value


def test_facts_and_derived_facts_are_seen_without_a_from(store: Store):
    assert rows(store, "SELECT ?s { ?s <urn:x:knows> ?o }") == [(iri_term("urn:x:ann"),), (iri_term("urn:x:bob"),)]
    assert rows(store, "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }") == [(literal("3", XSD.integer),)]


def test_a_from_of_the_query_is_honoured(store: Store):
    both = f"FROM <{DERIVATIONS}> FROM <{STATEMENTS}>"
    chain = "{ <urn:x:fact> <urn:x:from> ?st . ?st <urn:x:quote> ?q }"
    assert rows(store, f"SELECT ?q {both} {chain}") == [(literal('Ann said: "Bob"'),)]
    assert rows(store, f"SELECT ?q {chain}") == []
    assert rows(store, f"SELECT ?g FROM NAMED <{DERIVED}> {{ GRAPH ?g {{ ?s ?p ?o }} }}") == [(iri_term(DERIVED),)]


def test_every_named_graph_is_seen_by_name(store: Store):
    names = [(iri_term(graph),) for graph in sorted((DERIVED, STATEMENTS, DERIVATIONS))]
    assert rows(store, "SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }") == names


def test_graphs_given_by_the_caller_stand_above_those_of_the_query(store: Store):
    sparql = f"SELECT ?s FROM <{STATEMENTS}> {{ ?s ?p ?o }}"
    found = rows(store, sparql, default_graphs=(DERIVED,), named_graphs=())
    assert found == [(iri_term("urn:x:bob"),)]


def test_each_form_has_its_answer(store: Store):
    assert store.query("ASK { <urn:x:ann> <urn:x:knows> <urn:x:bob> }") is True
    assert store.query("ASK { <urn:x:ann> <urn:x:knows> <urn:x:ann> }") is False
    assert store.query("CONSTRUCT { ?o <urn:x:known> ?s } { ?s <urn:x:knows> ?o }") == (
        (iri_term("urn:x:ann"), iri_term("urn:x:known"), iri_term("urn:x:bob")),
        (iri_term("urn:x:bob"), iri_term("urn:x:known"), iri_term("urn:x:ann")),
    )
    assert store.query("SELECT ?s ?no { ?s <urn:x:age> ?o }") == Solutions(
        ("s", "no"), ((iri_term("urn:x:ann"), None),)
    )


def test_the_shipped_prefixes_need_no_declaration(store: Store):
    assert rows(store, "SELECT ?s { ?s <urn:x:age> ?n FILTER(datatype(?n) = xsd:integer) }") == [
        (iri_term("urn:x:ann"),)
    ]


@pytest.mark.parametrize(
    ("sparql", "expected"),
    [
        ("SELECT ?o { ?who <urn:x:knows> ?o }", 1),
        ("SELECT ?who ?o WHERE{?who <urn:x:knows> ?o}", 1),
        ("SELECT (COUNT(*) AS ?n) { ?who ?p ?o }", 1),
        ("SELECT ?o { { SELECT ?o { ?who <urn:x:knows> ?o } } }", 1),
        ("SELECT ?o { ?s <urn:x:knows> ?o FILTER(?s = ?who) }", 1),
        ("SELECT ?o { ?s <urn:x:knows> ?o FILTER EXISTS { ?who <urn:x:age> ?n } }", 2),
        ("SELECT ?s { ?s <urn:x:knows> ?o MINUS { ?who <urn:x:knows> ?o } }", 1),
        ("SELECT ?o { { ?who <urn:x:knows> ?o } UNION { ?who <urn:x:age> ?o } }", 2),
        ("SELECT ?o { VALUES ?p { <urn:x:knows> } ?who ?p ?o }", 1),
        ("SELECT ?s ?n { ?s <urn:x:knows> ?o OPTIONAL { ?who <urn:x:age> ?n } }", 2),
        ("SELECT ?n { GRAPH ?g { ?s ?p ?o } BIND(?who AS ?n) }", 3),
        ("SELECT (STR(?who) AS ?o) ?s { ?s <urn:x:knows> ?o2 }", 2),
        ("SELECT ?o { ?s <urn:x:knows> ?x { SELECT (?who AS ?o) { ?a <urn:x:age> ?b } } }", 2),
        ("SELECT ?o { { ?s <urn:x:knows> ?x } { SELECT ?x (?who AS ?o) { ?x <urn:x:age> ?b } } FILTER(?s = ?who) }", 0),
        ("SELECT ?s { ?s <urn:x:knows> ?o } # of ?who\n#?\nVALUES ?who { <urn:x:ann> }", -1),
    ],
)
def test_a_binding_holds_wherever_its_variable_is_named(store: Store, sparql: str, expected: int):
    if expected < 0:
        assert refused(store, sparql, bindings={"who": iri_term("urn:x:ann")}).code == "TH404"
    else:
        assert len(rows(store, sparql, bindings={"who": iri_term("urn:x:ann")})) == expected


def test_a_binding_reaches_ask_and_construct(store: Store):
    bob = {"who": iri_term("urn:x:bob")}
    assert store.query("ASK { ?who <urn:x:age> ?n }", bindings=bob) is False
    expected = ((iri_term("urn:x:bob"), iri_term("urn:x:p"), iri_term("urn:x:ann")),)
    for pattern in ("?who <urn:x:knows> ?o", "<urn:x:bob> <urn:x:knows> ?o"):
        assert store.query(f"CONSTRUCT {{ ?who <urn:x:p> ?o }} WHERE {{ {pattern} }}", bindings=bob) == expected


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(term=terms)
def test_a_binding_is_a_term_whatever_it_holds(store: Store, term: Term):
    assert rows(store, "SELECT ?x ?y { BIND(?x AS ?y) }", bindings={"x": term}) == [(canonical(term),) * 2]


def test_a_binding_cannot_break_out_of_its_place(store: Store):
    hostile = literal('x" } } ; DROP ALL #')
    assert rows(store, "SELECT ?s { ?s <urn:x:quote> ?q }", bindings={"q": hostile}) == []
    for term in ("<urn:x:a> } #>", "urn:x:a", "<urn:x:a b>", '"x"^^<no iri>', "_:b"):
        assert refused(store, "SELECT ?s { ?s ?p ?q }", bindings={"q": Term(term)}).code == "TH404"
    assert store.count() == len(QUADS)


def test_a_binding_that_the_query_does_not_name_is_an_error(store: Store):
    assert "?whom" in refused(store, "SELECT ?s { ?s ?p ?who }", bindings={"whom": literal("x")}).message


@pytest.mark.parametrize(
    ("sparql", "place", "words"),
    [
        ("SELECT * {\n ?s ?p }", "2:8", "three parts"),
        ("SELECT * { ?s nope:x ?o }", "1:15", "the prefix nope: is not declared"),
        ("SELCT * { ?s ?p ?o }", "1:1", "SELCT"),
        ("SELECT * { ?s ?p ?o } }", "1:23", "closes nothing"),
        ("SELECT * {\n{ ?s ?p ?o }", "1:10", "never closed"),
        ("SELECT * { ?s ?p ?o FILTER(?o > ) }", "1:33", "something is missing"),
        ("SELECT * { ?s ?p ?o FILTER(FOO(?o)) }", "1:28", "no function is called FOO"),
        ("SELECT ?s { ?s ?p ?o FILTER ?o }", "1:29", "FILTER needs brackets"),
        ("SELECT * { ?s ?p 'é }", "1:18", "never closed"),
        ("SELECT * { ?s ?p ?o } LIMIT x", "1:29", "unexpected 'x'"),
        ("SELECT (COUNT(?s) AS ?n) ?p {?s ?p ?o}", "1:39", "unbound"),
        ("SELECT * { ?s ?p ?o BIND(1 AS ?o) }", "1:31", "in use already"),
    ],
)
def test_a_mistake_is_told_with_its_place(store: Store, sparql: str, place: str, words: str):
    error = refused(store, sparql)
    assert error.code == "TH401"
    assert words in error.message
    assert str(error.at) == f"query:{place}"
    assert error.excerpt in sparql.split("\n")


def test_the_place_is_that_in_the_users_text_when_terms_were_put_in(store: Store):
    error = refused(store, "SELECT * { ?s ?p ?q } LIMIT x", bindings={"q": literal("a rather long text")})
    assert str(error.at) == "query:1:29"


def test_a_well_known_prefix_is_offered_with_its_namespace(store: Store):
    assert "PREFIX vcard: <http://www.w3.org/2006/vcard/ns#>" in refused(store, "ASK { ?s vcard:fn ?o }").hint


def test_an_empty_query_says_what_one_looks_like(store: Store):
    for text in ("", "# only a comment", "PREFIX x: <urn:x:>"):
        assert "SELECT" in refused(store, text).hint


@pytest.mark.parametrize(
    "sparql",
    [
        "INSERT DATA { <urn:x:a> <urn:x:b> <urn:x:c> }",
        "PREFIX x: <urn:x:> DELETE WHERE { ?s ?p ?o }",
        "LOAD <http://127.0.0.1:1/>",
        "CLEAR ALL",
        "SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }",
        "SELECT * { service silent <http://127.0.0.1:1/> { ?s ?p ?o } }",
        "SELECT * { ?s ?p ?o FILTER EXISTS { SERVICE ?s { ?s ?p ?o } } }",
        "SELECT * { ?s ?p ?o FILTER(1<2)SERVICE?s#>\n{ ?s ?p ?o } }",
    ],
)
def test_a_query_neither_writes_nor_leaves_its_store(store: Store, sparql: str):
    assert refused(store, sparql).code == "TH402"
    assert store.count() == len(QUADS)


@pytest.mark.parametrize(
    "sparql",
    [
        'SELECT * { ?s ?p "SERVICE <x> {}" }',
        "SELECT * { ?s ?p <urn:x:SERVICE> } # SERVICE",
        "PREFIX service: <urn:x:> SELECT ?service { ?service service:service ?from }",
        "SELECT * { ?s ?p '''it's \"\"\" SERVICE''' }",
    ],
)
def test_the_word_service_alone_is_no_crime(store: Store, sparql: str):
    assert isinstance(store.query(sparql), Solutions)


@pytest.mark.parametrize(
    "sparql",
    [
        f"SELECT ({'(' * 5000}1{')' * 5000} AS ?x) {{}}",
        f"SELECT * {{ {'{' * 5000}{'}' * 5000} }}",
        f"SELECT ({'STR(' * 5000}1{')' * 5000} AS ?x) {{}}",
        f"SELECT (1{' + 1' * 20000} AS ?x) {{}}",
        f"SELECT ({'!' * 20000}true AS ?x) {{}}",
        f"SELECT * {{ {{}} {'UNION {}' * 20000} }}",
        f"SELECT * {{ {''.join(f'BIND({n} AS ?v{n})' for n in range(9000))} }}",
        f"SELECT (1<{'(' * 5000}1{')' * 5000}>2 AS ?x) {{}}",
        f"SELECT * {{ ?s ?p {'[<urn:x:p> ' * 5000}{']' * 5000} }}",
    ],
)
def test_nesting_that_would_end_the_process_is_refused(store: Store, sparql: str):
    assert refused(store, sparql).code == "TH403"


def test_long_lists_are_no_nesting(store: Store):
    numbers = " ".join(map(str, range(20_000)))
    assert rows(store, f"SELECT (COUNT(*) AS ?n) {{ VALUES ?x {{ {numbers} }} }}") == [(literal("20000", XSD.integer),)]


def integers(*values: int) -> tuple[Term, ...]:
    return tuple(literal(str(value), XSD.integer) for value in values)


def test_an_expression_is_evaluated_for_each_row_in_order():
    found = evaluate_expression("?a + ?b", ("a", "b"), [integers(n, 1) for n in range(12_000)], prefixes={})
    assert found == [literal(str(n + 1), XSD.integer) for n in range(12_000)]


def test_an_expression_in_error_has_no_value():
    rows_ = [(literal("x"),), integers(3), (iri_term("urn:x:a"),), integers(0)]
    assert evaluate_expression("12 / ?a", ("a",), rows_, prefixes={}) == [
        None,
        literal("4", XSD.decimal),
        None,
        None,
    ]


def test_expressions_mean_what_sparql_means():
    def value(expression: str, *row: Term) -> Term | None:
        names = [f"v{number}" for number in range(len(row))]
        return evaluate_expression(expression, names, [row], prefixes={"x": "urn:x:"})[0]

    true = literal("true", XSD.boolean)
    assert value("?v0 = 1.0", literal("01", XSD.integer)) == true
    assert value("?v0 < ?v1", literal("2026-01-12", XSD.date), literal("2026-02-01", XSD.date)) == true
    assert value("1 / 0 || true") == true
    assert value("x:a = ?v0", iri_term("urn:x:a")) == true
    assert value("CONCAT(?v0, '\\n', \"é\")", literal('"')) == literal('"\né')
    assert value("isBLANK(?v0) && !isBLANK(?v1)", Term("_:b"), literal("x")) == true
    assert value("?v0 # ) a comment", literal("x")) == literal("x")


@given(st.lists(terms, max_size=5))
def test_any_term_passes_through_an_expression(values: list[Term]):
    assert evaluate_expression("?x", ("x",), [(v,) for v in values], prefixes={}) == [canonical(v) for v in values]


@pytest.mark.parametrize(
    "expression",
    ["", "?a +", "?a) (?b", "1 AS ?x", "COUNT(?a)", "?a } {", "FOO(?a)", "nope:f(?a)", "(" * 500 + ")" * 500],
)
def test_an_expression_that_is_none_is_refused_even_without_rows(expression: str):
    with pytest.raises(QueryError) as raised:
        evaluate_expression(expression, ("a",), [], prefixes={})
    assert raised.value.code in {"TH401", "TH403"}


def test_the_place_of_a_mistake_in_an_expression_is_that_in_the_expression():
    with pytest.raises(QueryError) as raised:
        evaluate_expression("?a > nope:x", ("a",), [integers(1)], prefixes={"x": "urn:x:"})
    assert str(raised.value.at) == "query:1:6"


def test_an_absent_store_file_is_none(store: Store, tmp_path: Path):
    assert store.file("texts/absent.txt") is None
