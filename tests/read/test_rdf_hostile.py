"""RDF that is deep, large or damaged, and the line of each triple in whatever is generated."""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.read.made_rdf import HEAD, LENIENT, RDF_XML, ex, read, refusal
from thence.errors import DataError, InputError
from thence.model.terms import Quad, iri_term
from thence.names import DEFAULT_GRAPH, RDF
from thence.read import Options
from thence.read.rdf import line_of, read_rdf, span_of


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.ttl", "<urn:a> <urn:b> " + "(" * 20_000 + ")" * 20_000 + " ."),
        ("a.ttl", "<urn:a> <urn:b> " + "[<urn:p> " * 20_000 + "1" + "]" * 20_000 + " ."),
        ("a.ttl", f'<urn:a> <urn:b> "{"x" * 3_000_000}" .'),
        ("a.ttl", "".join(f"@prefix p{number}: <urn:{number}:> .\n" for number in range(30_000)) + "p1:a p2:b 3 ."),
        ("a.ttl", "<urn:a> <urn:b> " + "<<( <urn:a> <urn:b> " * 20_000 + "1" + ")>>" * 20_000 + " ."),
        ("a.nt", "<urn:a> <urn:b> " + "<<( <urn:a> <urn:b> " * 20_000 + "<urn:c>" + ")>>" * 20_000 + " ."),
        ("a.rdf", RDF_XML.format("<x:T><x:p>" * 20_000 + "</x:p></x:T>" * 20_000)),
        ("a.jsonld", '{"urn:p":' * 20_000 + "1" + "}" * 20_000),
        ("a.jsonld", '{"@context":' + "[" * 20_000 + "]" * 20_000 + "}"),
    ],
)
def test_depth_and_size_end_no_process(path: str, text: str):
    for options in (Options(), LENIENT):
        with contextlib.suppress(InputError):
            assert read_rdf(text.encode(), path, options).quads or options.lenient


def test_entities_that_fill_the_memory_are_refused():
    levels = "".join(f'<!ENTITY e{level} "{f"&e{level - 1};" * 10}">' for level in range(1, 10))
    text = f'<!DOCTYPE r:RDF [<!ENTITY e0 "x">{levels}]>' + RDF_XML.format("<x:T><x:p>&e9;</x:p></x:T>")
    assert refusal(text, "a.rdf").code == "TH506"


def _turtle(seed: int) -> tuple[str, list[tuple[str, int]]]:
    """Return Turtle of about 200 triples, each with a value of its own, and the line of each value."""
    rnd = random.Random(seed)
    lines, wanted, number = [HEAD.strip()], [], 0
    while number < 200:
        kind = rnd.choice(("plain", "many", "nested", "list", "long", "comment"))
        lines.append("# ex:no ex:no 1 . " if kind == "comment" else f"ex:s{number} # 'subject'")
        for _ in range(0 if kind == "comment" else rnd.randint(1, 4)):
            number += 1
            value = rnd.choice(
                (f'"v{number} . ;"', f"'v{number}'@en", f"<http://example.org/v{number}>", f"ex:v{number}")
            )
            if kind == "nested":
                lines += [f"  ex:p{number} [", f"    ex:q{number} {value}"]
            elif kind == "list":
                lines += [f"  ex:p{number} (", f"   {value}"]
            elif kind == "long":
                lines += [f'  ex:p{number} """a', f'. "b" v{number}""", {value}']
            else:
                lines.append(f"  ex:p{number} {value}")
            wanted.append((f"v{number}", len(lines)))
            lines.append({"nested": "]", "list": ")"}.get(kind, "") + (" ;" if rnd.random() < 0.5 else ";"))
        if kind != "comment":
            lines.append(".")
    return "\n".join(lines), wanted


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_each_triple_of_a_turtle_file_has_its_line(seed: int):
    text, wanted = _turtle(seed)
    document = read(text)
    by_value: dict[str, list[Quad]] = {}
    for quad in document.quads:
        value = quad[2].strip('"<>').removesuffix('"@en').removeprefix("http://example.org/").removesuffix(" . ;")
        by_value.setdefault(value, []).append(quad)
    for value, line in wanted:
        assert {line_of(document, quad) for quad in by_value[value]} == {line}
    assert all(line_of(document, quad) for quad in document.quads)
    span = span_of(document, by_value[wanted[0][0]][0])
    assert span is not None
    assert wanted[0][0] in document.text[span.start : span.end]


def test_places_in_rdf_xml_and_json_ld():
    xml = RDF_XML.format(
        '<x:T r:about="urn:a">\n<x:p>one</x:p>\n<x:p>two</x:p>\n<x:q>\n<x:T r:about="#b"/></x:q></x:T>\n'
        '<r:Description r:about="urn:c">\n<x:p>two</x:p></r:Description>'
    )
    document = read(xml, "a.rdf")
    lines = {(quad[0], quad[2]): line_of(document, quad) for quad in document.quads}
    assert lines["<urn:a>", '"one"'] == 3
    assert lines["<urn:a>", '"two"'] == 4
    assert lines["<urn:a>", "<http://b.example/doc#b>"] == 5
    assert lines["<urn:c>", '"two"'] == 8
    text = (
        '{"@context": {"ex": "http://example.org/", "n": "ex:n"},\n"@graph": [\n{"@id": "ex:a",\n "n": "x",\n'
        ' "ex:k": {"@id": "ex:b"}},\n{"n": ["y",\n "x"],\n "@id": "ex:b", "@type": "ex:T"}]}'
    )
    document = read(text, "a.jsonld")
    lines = {(quad[0], quad[2]): line_of(document, quad) for quad in document.quads}
    assert lines[ex("a"), '"x"'] == 4
    assert lines[ex("a"), ex("b")] == 5
    assert lines[ex("b"), '"y"'] == 6
    assert lines[ex("b"), '"x"'] == 7
    assert lines[ex("b"), ex("T")] == 8
    assert line_of(document, (ex("z"), iri_term(RDF.type), ex("Z"), DEFAULT_GRAPH)) is None


SEEDS = {
    "a.ttl": f'{HEAD}ex:a ex:p [ a ex:T ; ex:q (1 "x"@en) ], """a\n"b" """^^ex:t .\nPREFIX y: <#>\n<r> y:é true .\n',
    "a.nq": '<urn:a> <urn:b> "c\\n" <urn:g> .\n_:x <urn:p> _:y _:g .\n<urn:a> <urn:b> "é"@de-AT .\n',
    "a.trig": f"{HEAD}ex:a ex:p 1 .\nex:g {{ ex:b ex:p 2 . ex:c ex:d [ ex:e (ex:f) ] }}\n[] {{ _:b ex:p 'x' . }}\n",
    "a.jsonld": '{"@context": {"ex": "http://e/", "@vocab": "#"},\n"@id": "p/7", "n": ["a", {"@list": [1, null]}]}',
    "a.rdf": RDF_XML.format('<x:T r:ID="k" x:a="v"><x:q r:parseType="Collection"><x:U/></x:q><x:p>é</x:p></x:T>'),
}
_SIGNS = b"\"'<>.;[](){}\\\x00\xff\n\r#&@^%-"


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(SEEDS)), st.lists(st.tuples(st.integers(0, 400), st.sampled_from(_SIGNS)), max_size=5))
def test_mutated_bytes_are_read_or_refused(path: str, changes: list[tuple[int, int]]):
    data = bytearray(SEEDS[path].encode())
    for at, sign in changes:
        data[at % (len(data) + 1) : at % (len(data) + 1) + sign % 3] = bytes([sign])
    for options in (Options(), LENIENT):
        try:
            reading = read_rdf(bytes(data), path, options)
        except InputError as error:
            if isinstance(error, DataError):
                raise
            continue
        assert reading.byte_map is not None
        assert reading.byte_map.length == len(reading.text)
