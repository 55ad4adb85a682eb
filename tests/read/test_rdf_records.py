"""A file cannot speak as thence: its vocabulary, its records and its nameless nodes stay its own."""

from __future__ import annotations

import pytest

from tests.read.made_rdf import HEAD, ex, read, said
from thence.names import TH

WORDS = f"{HEAD}@prefix th: <{TH.base}> .\n@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n"


@pytest.mark.parametrize(
    "forged",
    [
        'ex:a th:carriesNoFact "old" .',
        "ex:a a th:Statement .",
        "th:Denied rdf:type ex:Nothing .",
        "ex:a ex:p th:Affirmed .",
        "<urn:thence:st:abc> rdf:subject ex:a .",
        "ex:a ex:wasSaidIn <urn:thence:doc:abc> .",
        "<urn:thence:span:abc> ex:quote 'so' .",
        "<urn:thence:graph:statements> ex:p 1 .",
        "<urn:thence:rule:x:y> ex:p 1 .",
    ],
)
def test_words_and_records_of_thence_are_left_out_with_their_line(forged: str):
    document = read(f"{WORDS}ex:a ex:p 1 .\n{forged}\nex:b ex:p 2 .\n")
    assert [quad[0] for quad in document.quads] == [ex("a"), ex("b")]
    ((line, message),) = said(document, "TH553")
    assert (line, "1 statement is left out" in message) == (5, True)


def test_what_is_left_out_is_counted_and_named_by_its_kind():
    forged = "".join(f'<urn:thence:st:{number}> th:quote "x" .\n' for number in range(1_000))
    document = read(WORDS + forged)
    assert document.quads == ()
    assert [message for _, message in said(document, "TH553")] == [
        "1,000 statements are left out, about thence's own records: th:quote, urn:thence:st:…"
    ]


@pytest.mark.parametrize("path", ["a.nq", "a.trig"])
def test_nothing_comes_into_graphs_of_thence(path: str):
    stop = "<urn:thence:graph:statements>"
    text = f"<urn:a> <urn:b> <urn:c> {stop} ." if path == "a.nq" else f"{stop} {{ <urn:a> <urn:b> <urn:c> }}"
    document = read(f"{text}\n<urn:a> <urn:b> <urn:d> .", path)
    assert [quad[2] for quad in document.quads] == ["<urn:d>"]
    assert "that name is thence's own" in said(document, "TH553")[0][1]


def test_things_and_happenings_may_be_spoken_of():
    text = f"{WORDS}<urn:thence:entity:ann-1> ex:knows <urn:thence:entity:bob-2> .\n"
    text += '<urn:thence:event:x> a th:Event ; th:occurredOn "2024-01-01" .'
    document = read(text)
    assert len(document.quads) == 3
    assert not said(document, "TH553")


def test_nameless_nodes_of_another_file_are_not_those_of_this_one():
    victim = read(f"{HEAD}[] ex:owner ex:a .", "victim.ttl")
    node = victim.quads[0][0]
    forged = read(f"{HEAD}{node} ex:owner ex:thief .\nex:b ex:p {node} .", "forged.ttl")
    assert forged.quads[0][0].startswith("<urn:thence:sk:")
    assert forged.quads[0][0] == forged.quads[1][2] != node
    graphs = read(f"<urn:a> <urn:b> {node} {node} .\n<urn:a> <urn:b> _:x .", "forged.nq")
    assert node not in {term for quad in graphs.quads for term in quad[:3]}
    assert graphs.quads[0][3] not in ("", node[1:-1])
    lenient = read(f"{HEAD}{node} ex:owner ex:thief .\nbroken", "lenient.ttl", lenient=True)
    assert lenient.quads[0][0].startswith("<urn:thence:sk:")
    assert lenient.quads[0][0] != node
