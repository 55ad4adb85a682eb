"""Odd RDF is read as another parser reads it, or refused with a line and what to do."""

from __future__ import annotations

import re
import time

import pytest
import rdflib
from rdflib.compare import to_canonical_graph

from tests.read.made_rdf import ex, read, refusal, said
from tests.read.made_rdf_odd import READ, REFUSED, rdf_xml
from thence.model.terms import Quad, literal
from thence.read.rdf import line_of

FORMATS = {"ttl": "turtle", "nq": "nquads", "trig": "trig", "rdf": "xml", "jsonld": "json-ld"}


def _read_by_another(text: str, path: str) -> rdflib.Graph:
    dataset = rdflib.Dataset(default_union=True)
    dataset.parse(data=text, format=FORMATS[path.rpartition(".")[2]], publicID=f"file:///{path}")
    together = rdflib.Graph()
    for subject, predicate, obj, _ in dataset.quads():
        together.add((subject, predicate, obj))
    return together


def _graph(quads: tuple[Quad, ...]) -> rdflib.Graph:
    lines = (re.sub(r"<urn:thence:sk:(\w+)>", r"_:\1", " ".join(quad[:3])) for quad in quads)
    return rdflib.Graph().parse(data="".join(f"{line} .\n" for line in lines), format="nt")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", sorted(READ))
def test_what_is_odd_is_read_as_another_parser_reads_it(path: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rdflib, "NORMALIZE_LITERALS", False)
    document = read(READ[path], path)
    assert set(to_canonical_graph(_graph(document.quads))) == set(
        to_canonical_graph(_read_by_another(READ[path], path))
    )
    assert document.quads
    assert not document.findings
    assert None not in {line_of(document, quad) for quad in document.quads}


@pytest.mark.parametrize("path", sorted(REFUSED))
def test_what_is_wrong_is_refused_with_its_line(path: str):
    text, code, line, hint = REFUSED[path]
    error = refusal(text, path)
    assert (error.code, error.at and error.at.line) == (code, line)
    assert hint in error.hint


@pytest.mark.parametrize(
    ("path", "text", "format_"),
    [
        ("a.nt", "@prefix : <urn:x:> .\n:a :p :b .", "turtle"),
        ("a.rdf", "@prefix : <urn:x:> .\n:a :p :b .", "turtle"),
        ("a.jsonld", "@prefix : <urn:x:> .\n:a :p :b .", "turtle"),
        ("a.ttl", rdf_xml("<x:T/>"), "rdf-xml"),
        ("a.ttl", '{"@id": "urn:a", "urn:p": 1}', "json-ld"),
        ("a.nq", rdf_xml("<x:T/>"), "rdf-xml"),
    ],
)
def test_a_wrong_extension_is_told(path: str, text: str, format_: str):
    document = read(text, path)
    assert len(document.quads) == 1
    assert format_ in said(document, "TH524")[0][1]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("path", ["graphs.nq", "strings.ttl", "mixed.trig", "graph.jsonld", "languages.rdf"])
def test_marks_of_byte_order_and_wide_characters_change_nothing(path: str, encoding: str):
    mark = "" if encoding in ("utf-8-sig", "utf-16") else "\ufeff"
    text = READ[path]
    document = read((mark + text).encode(encoding), path)
    assert len(document.quads) == len(read(text, path).quads)
    assert document.text == text


def test_line_ends_within_texts_are_those_of_the_file():
    document = read(READ["crlf.ttl"], "crlf.ttl")
    assert document.quads[0][2] == literal("one\r\ntwo")
    assert [line_of(document, quad) for quad in document.quads] == [2, 4, 6]


def test_a_hundred_thousand_triples_on_one_line_are_read_and_found():
    text = "@prefix : <http://example.org/> . " + " ".join(f":s :p {number} ." for number in range(100_000))
    start = time.process_time()
    document = read(text)
    assert line_of(document, document.quads[-1]) == 1
    assert len(document.quads) == 100_000
    assert document.quads[-1][0] == ex("s")
    assert time.process_time() - start < 60


def test_an_empty_language_is_none():
    document = read(READ["languages.rdf"], "languages.rdf")
    assert '"none"' in {quad[2] for quad in document.quads}
    kept = read(rdf_xml('<x:T><x:p r:parseType="Literal"><b xml:lang="">x</b></x:p></x:T>'), "a.rdf")
    assert 'xml:lang=\\"\\"' in kept.quads[-1][2]


def test_names_that_look_like_keywords_are_told():
    document = read('{"@id": "urn:a",\n"@lang": "en", "urn:p": {"@vale": 1, "urn:q": "@not"}}', "a.jsonld")
    told = [(line, message.split()[0]) for line, message in said(document, "TH553")]
    assert told == [(2, "@lang"), (2, "@vale")]


def test_a_direction_that_is_left_out_is_told():
    document = read('{"@id": "urn:a", "urn:p": {"@value": "x", "@direction": "rtl"}}', "a.jsonld")
    assert document.quads[0][2] == '"x"'
    assert "@direction" in said(document, "TH553")[0][1]
