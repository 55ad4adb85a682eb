"""Broken JSON-LD where the user asked for its good entries: they are all there, and each other one has its line."""

from __future__ import annotations

import contextlib
import json
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.read.made_rdf import LENIENT, read, refusal, said
from thence.errors import InputError
from thence.read.rdf import line_of, read_rdf

CONTEXT = '{"ex": "http://example.org/", "n": "ex:n", "k": {"@id": "ex:k", "@type": "@id"}}'
BROKEN = [
    '{"@id": 3, "n": 0}',
    '{"@id": "ex:x", "n": {"@value": []}}',
    '{"@id": "ex:x", "n": {"@value": 1, "@type": 2}}',
    '{"@id": "ex:x", "n": tru}',
    '{"@id": "ex:x", "n": 01}',
    '{"@id": "ex:x", "n" 1}',
    '{"@id": "ex:x", n: 1}',
    '{"@id": "ex:x", "n": "never closed}',
    '{"@id": "ex:x", "n": "\\q"}',
    '{"@id": "ex:x", "n": \'x\'}',
    '{"@context": "https://schema.org/", "@id": "ex:x", "n": 1}',
    '{"@context": {"n": 5}, "@id": "ex:x", "n": 1}',
    '{"@id": "ex:x", "k": {"@id": ["a"]}}',
    '{"@id": "ex:x", "k": {"k": {"k": {"@id": 5}}}}',
    '{"@id": "ex:x", "@type": 5}',
    '{"@id": "ex:x", "n": [1, {"@list": 5, "@id": 7}]}',
    "what is this",
    "",
]


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize(
    ("opening", "closing"),
    [(f'{{"@context": {CONTEXT}, "@graph": [', "]}"), ('{"@graph": [', f'], "@context": {CONTEXT}}}')],
)
def test_a_broken_entry_costs_itself(broken: str, opening: str, closing: str):
    lines = [opening, '{"@id": "ex:a", "n": "one"},', f"{broken},", '{"@id": "ex:b", "n": "two"}', closing]
    text = "\n".join(lines)
    refusal(text, "a.jsonld")
    document = read(text, "a.jsonld", lenient=True)
    values = [quad[2] for quad in document.quads if quad[0].endswith(("/a>", "/b>"))]
    assert values == ['"one"', '"two"']
    assert {line for line, _ in said(document, "TH552")} == {3}
    assert [line_of(document, quad) for quad in document.quads if quad[2] in ('"one"', '"two"')] == [2, 4]


def test_of_a_node_the_members_that_can_be_read_are_taken():
    text = '{"@id": "urn:a",\n"urn:p": [1, {"@value": {}}, 3],\n"urn:q": {"@id": 4},\n"urn:r": 5,\n"urn:s": [6,,7,]}'
    document = read(text, "a.jsonld", lenient=True)
    assert [quad[2][1] for quad in document.quads] == ["1", "3", "5", "6", "7"]
    assert sorted(line for line, _ in said(document, "TH552") if line) == [2, 3, 5, 5]


def test_a_file_that_ends_early_gives_what_is_complete():
    text = '[{"@id": "urn:a", "urn:p": 1},\n{"@id": "urn:b", "urn:p": [2, 3'
    document = read(text, "a.jsonld", lenient=True)
    assert [quad[2][1] for quad in document.quads] == ["1", "2"]  # three may have been thirty
    assert any("2 brackets" not in message and "open" in message for _, message in said(document, "TH552"))


def test_commas_that_are_missing_cost_nothing():
    document = read('[{"@id": "urn:a", "urn:p": 1}\n{"@id": "urn:b" "urn:p": 2}]', "a.jsonld", lenient=True)
    assert len(document.quads) == 2
    assert [line for line, _ in said(document, "TH552")] == [2, 2]


@pytest.mark.parametrize(
    "text", ['{"@context": "https://schema.org/", "@id": "urn:a", "urn:p": 1}', '{"@id": 5, "urn:p": 1}']
)
def test_a_mistake_of_the_whole_refuses_the_file(text: str):
    with pytest.raises(InputError) as raised:
        read_rdf(text.encode(), "a.jsonld", LENIENT)
    assert (raised.value.code, raised.value.at and raised.value.at.line) == ("TH502", 1)


def test_bytes_that_are_no_text_cost_their_entry():
    document = read(b'[{"@id": "urn:a", "urn:p": "\xe9"},\n{"@id": "urn:b", "urn:p": 2}]', "a.jsonld", lenient=True)
    assert [quad[0] for quad in document.quads] == ["<urn:b>"]
    assert [line for line, _ in said(document, "TH552")] == [1]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 100_000))
def test_no_good_entry_is_lost(seed: int):
    rnd = random.Random(seed)
    count = rnd.randint(1, 60)
    bad = {number: rnd.choice(BROKEN[:-1]) for number in range(count) if rnd.random() < 0.2}
    entries = [bad.get(number) or f'{{"@id": "urn:s{number}", "urn:p": [{number}, {{}}]}}' for number in range(count)]
    document = read("[\n" + ",\n".join(entries) + "\n]", "a.jsonld", lenient=True)
    found = {quad[0] for quad in document.quads if quad[1] == "<urn:p>" and quad[2].startswith('"')}
    assert found == {f"<urn:s{number}>" for number in range(count) if number not in bad}
    assert {line for line, _ in said(document, "TH552")} == {number + 2 for number in bad}


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet='{}[]:,"\\ \n1ae@idtruescontexgph-.\ud800\ufeff', max_size=80), st.booleans())
def test_whatever_comes_is_read_or_refused(text: str, inside: bool):
    text = f'[{{"@id": "urn:a", "urn:p": 1}}, {text}]' if inside else text
    with contextlib.suppress(InputError):
        read_rdf(text.encode("utf-8", "surrogatepass"), "a.jsonld", LENIENT)


def test_many_mistakes_in_a_large_file_take_linear_time():
    node = {"@id": "urn:n", "urn:p": ["x" * 20, {"@value": 1}]}
    good = json.dumps(node)
    seconds = []
    for count in (2_000, 8_000):
        entries = [BROKEN[number % 5] if number % 100 == 0 else good for number in range(count)]
        start = time.process_time()
        document = read(f"[{','.join(entries)}]", "a.jsonld", lenient=True)
        seconds.append(time.process_time() - start)
        assert len(said(document, "TH552")) == count // 100
    assert seconds[1] < seconds[0] * 12


def test_more_mistakes_than_good_entries_refuse_the_file_with_the_first():
    context = json.dumps({f"t{number}": f"urn:{number}" for number in range(2_000)})
    text = f'{{"@context": {context}, "@graph": [\n' + ",".join(['{"@id": 3}', '{"t1": 1}'] * 2_000) + "]}"
    with pytest.raises(InputError, match="the first: @id") as raised:
        read_rdf(text.encode(), "a.jsonld", LENIENT)
    assert (raised.value.code, raised.value.at and raised.value.at.line) == ("TH502", 2)
