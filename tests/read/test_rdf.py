"""RDF files: statements as written with the line of each; mistakes with their place; nothing dropped without a word."""

from __future__ import annotations

import pytest

from tests.read.made_rdf import HEAD, RDF_XML, ex, read, refusal, said
from tests.shared import needs_shared, shared
from thence.model.document import Span
from thence.model.terms import iri_term, literal
from thence.names import OWL, XSD
from thence.read.rdf import line_of
from thence.store.rdf import parse, serialize


def test_statements_come_as_written_with_the_files_own_text():
    text = f'\ufeff{HEAD}ex:a ex:p "01"^^<{XSD.integer}>, "é" .\r\n'
    document = read(text)
    assert document.quads == ((ex("a"), ex("p"), literal("01", XSD.integer), ""), (ex("a"), ex("p"), literal("é"), ""))
    assert document.text == text.removeprefix("\ufeff").replace("\r\n", "\n")
    assert document.prefixes == (("ex", "http://example.org/"),)
    assert document.byte_map is not None
    start, end = document.byte_map.bytes_of(Span(at := document.text.index("é"), at + 1))
    assert text.encode()[start:end].decode() == "é"
    assert (document.blocks, document.records, document.findings) == ((), (), ())


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.ttl", "<urn:x:s> <urn:x:p> <urn:x:o> ."),
        ("a.nt", "<urn:x:s> <urn:x:p> <urn:x:o> ."),
        ("a.nq", "<urn:x:s> <urn:x:p> <urn:x:o> ."),
        ("a.trig", "<urn:x:s> <urn:x:p> <urn:x:o> ."),
        ("a.jsonld", '{"@id": "urn:x:s", "urn:x:p": {"@id": "urn:x:o"}}'),
        ("a.rdf", RDF_XML.format('<r:Description r:about="urn:x:s"><x:p r:resource="urn:x:o"/></r:Description>')),
        ("a.owl", RDF_XML.format('<r:Description r:about="urn:x:s"><x:p r:resource="urn:x:o"/></r:Description>')),
        ("a.owl", "<urn:x:s> <urn:x:p> <urn:x:o> ."),
    ],
)
def test_each_format_gives_its_triple_and_its_line(path: str, text: str):
    document = read(text, path)
    assert document.quads == ((iri_term("urn:x:s"), iri_term("urn:x:p"), iri_term("urn:x:o"), ""),)
    assert line_of(document, document.quads[0]) == (2 if "RDF" in text else 1)


def test_an_iri_with_a_space_refuses_the_file_with_its_place():
    error = refusal(f"{HEAD}\nex:a ex:p ex:b .\nex:a ex:q <http://example.org/red fox> .\n")
    assert (error.code, str(error.at)) == ("TH502", "data.ttl:4:11")
    assert "<http://example.org/red fox>" in error.message
    assert "column 11" in error.message


def test_lenient_reading_keeps_exactly_the_good_statements():
    text = f'{HEAD}ex:a ex:p ex:b ;\n ex:n 1 .\nex:a ex:q <http://e/red fox>, 2 .\nex:a ex:r """x . y""" .\n'
    text += 'ex:a ex:s <http://e/"x"> .\nex:a ex:t "never closed. \nno:a ex:p 1 .\n[] ex:u [ ex:v 1 .\nex:a ex:w 5 .'
    document = read(text, lenient=True)
    assert [quad[1] for quad in document.quads] == [ex(name) for name in "pnrw"]
    assert [line for line, _ in said(document, "TH552")] == [4, 6, 7, 8, 9]
    assert [line_of(document, quad) for quad in document.quads] == [2, 3, 5, 10]


def test_lenient_reading_of_lines_and_graphs():
    lines = read(
        "<urn:a> <urn:b> <urn:c> .\n<urn:a> <urn:b c> <urn:c> .\n_:x <urn:b> _:x <urn:g> .\n", "a.nq", lenient=True
    )
    assert [line for line, _ in said(lines, "TH552")] == [2]
    assert [line_of(lines, quad) for quad in lines.quads] == [1, 3]
    graphs = read(
        f"{HEAD}[] {{ _:b ex:p 1 .\n ex:a ex:p , 2 .\n ex:c ex:p _:b }}\nex:d ex:p 4 .", "a.trig", lenient=True
    )
    assert len({quad[3] for quad in graphs.quads}) == 2
    assert graphs.quads[0][3] == graphs.quads[1][3]
    assert graphs.quads[0][0] == graphs.quads[1][2]
    assert [line_of(graphs, quad) for quad in graphs.quads] == [2, 4, 5]


def test_escapes_percent_and_dots_in_names_survive_a_round_trip():
    names = ["Plan_\\(b\\)", "%3Cb%3E", "v2.0.rc", "stop\\.", "x\\/y\\,z", "_q-r:s"]
    text = HEAD + "".join(f"ex:{name} ex:p {number} .\n" for number, name in enumerate(names))
    quads = read(text).quads
    wanted = ["Plan_(b)", "%3Cb%3E", "v2.0.rc", "stop.", "x/y,z", "_q-r:s"]
    assert [quad[0] for quad in quads] == [ex(name) for name in wanted]
    again = serialize((quad[:3] for quad in quads), media="ttl", prefixes={"ex": "http://example.org/"})
    assert {quad[:3] for quad in parse(again, media="ttl")} == {quad[:3] for quad in quads}


def test_an_undeclared_prefix_is_named_with_its_usual_namespace():
    text = f'{HEAD}ex:a ex:p ex:b .\nex:b skos:prefLabel "Bo" .'
    error = refusal(text)
    assert (error.at and error.at.line, "skos:" in error.message) == (3, True)
    assert "http://www.w3.org/2004/02/skos/core#" in error.hint
    document = read(text, lenient=True)
    assert [quad[:2] for quad in document.quads] == [(ex("a"), ex("p"))]


def test_relative_names_are_resolved_against_the_path_in_the_corpus():
    document = read(
        '{"@context": {"name": "http://schema.org/name"}, "@id": "people/9", "name": "Ada"}', "x y/a.jsonld"
    )
    assert document.quads[0][0] == "<file:///x%20y/people/9>"
    odd = read('{"@context": {"@base": "ipfs://a/b/", "n": "urn:n"},\n "@id": "s1",\n "n": 1}', "a.jsonld")
    assert odd.quads[0][0] == "<ipfs://a/b/s1>"
    assert line_of(odd, odd.quads[0]) == 3


def test_a_context_elsewhere_is_named_and_not_fetched():
    error = refusal('{"@context": [{"a": "urn:a"},\n "https://schema.org/"], "@id": "a", "name": "b"}', "a.jsonld")
    assert (error.code, error.at and error.at.line, error.at and error.at.column) == ("TH502", 2, 2)
    assert "https://schema.org/" in error.message
    assert "into the file" in error.hint


def test_json_ld_drops_nothing_without_a_word():
    assert "red fox" in refusal('{"@id": "http://e/red fox", "urn:p": 1}', "a.jsonld").message
    document = read('{"@context": {"n": "urn:n"},\n"n": 1, "born": 2}', "a.jsonld")
    assert [quad[1] for quad in document.quads] == ["<urn:n>"]
    assert '"born"' in said(document, "TH553")[0][1]
    skipped = read('{"@id": "urn:a", "urn:p": [{"@id": "urn:b"},\n{"@id": "urn:b c"}]}', "a.jsonld", lenient=True)
    assert (len(skipped.quads), said(skipped, "TH552")[0][0]) == (1, 2)


def test_a_json_number_typed_decimal_is_written_plainly():
    text = f'{{"@id": "urn:a", "urn:p": {{"@type": "{XSD.decimal}", "@value": 12.3456789}}}}'
    assert read(text, "a.jsonld").quads[0][2] == literal("12.3456789", XSD.decimal)


def test_an_identifier_given_twice_is_named_or_warned_about():
    text = RDF_XML.format('<r:Description r:ID="k"><x:p>1</x:p></r:Description>\n' * 2)
    error = refusal(text, "a.rdf")
    assert (error.at and error.at.line, "'k'" in error.message) == (3, True)
    document = read(text, "a.rdf", lenient=True)
    assert [quad[0] for quad in document.quads] == ["<http://b.example/doc#k>"] * 2
    assert [line for line, _ in said(document, "TH553")] == [3]


def test_blank_nodes_are_those_of_the_content_and_of_no_other():
    text = f"{HEAD}_:b0 ex:p [ ex:q _:b0 ] ."
    one, moved, other = read(text, "one.ttl"), read(text, "sub/copy.ttl"), read(f"{text}\n", "two.ttl")
    assert one.quads == moved.quads
    nodes = {term for quad in one.quads for term in quad[:3] if term.startswith("<urn:thence:sk:")}
    assert len(nodes) == 2
    assert not nodes & {term for quad in other.quads for term in quad[:3]}


def test_ill_typed_literals_are_told_with_their_lines():
    text = (
        f'{HEAD}@prefix xsd: <{XSD.base}> .\nex:a ex:p "300"^^xsd:byte, "7"^^xsd:byte ;\n ex:d "2023-02-29"^^xsd:date .'
    )
    document = read(text)
    assert [line for line, _ in said(document, "TH550")] == [3, 4]
    assert len(document.quads) == 3


def test_axioms_and_imports_are_told():
    text = (
        f"{HEAD}ex:A a <{OWL.Class}> .\n<> a <{OWL.Ontology}> ; <{OWL.imports}> <http://example.org/o> .\nex:x a ex:A ."
    )
    document = read(text)
    assert "its 1 axiom" in said(document, "TH551")[0][1]
    assert "<http://example.org/o>" in said(document, "TH553")[0][1]
    assert not said(read(f"{HEAD}ex:x a ex:A ."), "TH551")


def test_graphs_keep_their_names_but_for_those_of_thence():
    text = f"{HEAD}ex:a ex:p 1 .\n<g> {{ ex:a ex:p 2 }}\n<urn:thence:graph:derived> {{ ex:a ex:p 3 }}\n"
    text += "_:g { ex:a ex:p 4 }"
    document = read(text, "in/a.trig")
    assert [quad[3] for quad in document.quads[:2]] == ["", "file:///in/g"]
    assert document.quads[2][3].startswith("urn:thence:sk:")
    assert "urn:thence:graph:derived" in said(document, "TH553")[0][1]
    assert [line_of(document, quad) for quad in document.quads] == [2, 3, 5]


@pytest.mark.parametrize(
    "text",
    [
        "ex:a ex:p <<( ex:a ex:p ex:b )>> .",
        "ex:a ex:p ex:b {| ex:q 1 |} .",
        "<< ex:a ex:p ex:b >> ex:q 1 .",
        'ex:a ex:p "x"@en--ltr .',
    ],
)
def test_what_only_rdf_1_2_has_is_refused_with_its_place(text: str):
    error = refusal(f"{HEAD}{text}")
    assert (error.code, error.at and error.at.line) == ("TH516", 2)
    document = read(f"{HEAD}{text}\nex:a ex:r 1 .", lenient=True)
    assert [quad[1] for quad in document.quads] == [ex("r")]


@pytest.mark.parametrize(
    ("path", "text", "place"),
    [
        ("a.nt", "<urn:a> <urn:b> .", "a.nt:1:17"),
        ("a.nq", "<urn:a> <urn:b> <urn:c> <urn:d> <urn:e> .", "a.nq:1:33"),
        ("a.trig", "<urn:a> { <urn:a> <urn:b> <urn:c> } }", "a.trig:1:37"),
        ("a.ttl", "<urn:a> <urn:b> 'x\n' .", "a.ttl:1:19"),
        ("a.jsonld", '{"@id":\n 3}', "a.jsonld:1:2"),
        ("a.jsonld", '{"urn:a":\n [1,]}', "a.jsonld:2:5"),
        ("a.rdf", RDF_XML.format("<r:Description>\n  <y:p/></r:Description>"), "a.rdf:3:4"),
        ("a.rdf", RDF_XML.format("<r:Description>\n  </x:p></r:Description>"), "a.rdf:3:3"),
        ("a.rdf", RDF_XML.format('<r:Description\n r:about="a b"/>'), "a.rdf:3:11"),
        ("a.ttl", b"<urn:a> <urn:b> '\xe9' .", "a.ttl:1:18"),
    ],
)
def test_a_mistake_has_line_and_column(path: str, text: str | bytes, place: str):
    error = refusal(text, path)
    assert (error.code, str(error.at)) == ("TH502", place)


@pytest.mark.parametrize("text", ["Prefix(:=<urn:x:>)\nOntology(<urn:x:>)", "Prefix: a: <urn:x:>\nOntology: <urn:x:>"])
def test_owl_that_is_no_rdf_is_refused_with_the_way_out(text: str):
    error = refusal(text, "a.owl")
    assert (error.code, "Turtle" in error.hint) == ("TH504", True)


def test_encodings():
    text = f'{HEAD}ex:a ex:p "é" .'
    wide = read(text.encode("utf-16"))
    assert (wide.quads[0][2], len(said(wide, "TH523"))) == (literal("é"), 1)
    xml = '<?xml version="1.0" encoding="ISO-8859-1"?>' + RDF_XML.format("<x:T><x:p>é</x:p></x:T>")
    assert read(xml.encode("latin-1"), "a.rdf").quads[1][2] == literal("é")
    broken = read(text.encode("latin-1") + b"\nex:a ex:q 1 .", lenient=True)
    assert [quad[1] for quad in broken.quads] == [ex("q")]
    assert broken.byte_map is not None
    assert broken.byte_map.length == len(broken.text)


@needs_shared
@pytest.mark.parametrize(
    ("case", "line", "words"),
    [
        ("R01-iri-with-space/data.ttl", 9, "<http://example.org/blue whale>"),
        ("R05-undeclared-prefix/data.ttl", 9, "foaf"),
        ("R11-rdfxml-duplicate-id/data.rdf", 4, "'one'"),
    ],
)
def test_shared_cases_that_are_refused(case: str, line: int, words: str):
    path = shared("cases", *case.split("/"))
    error = refusal(path.read_bytes(), path.name)
    assert (error.code, error.at and error.at.line, words in error.message) == ("TH502", line, True)


@needs_shared
@pytest.mark.parametrize(
    ("case", "count", "lenient", "lines"),
    [
        ("R01-iri-with-space/data.ttl", 3, True, [9, 11]),
        ("R03-turtle-local-names/data.ttl", 6, False, []),
        ("R05-undeclared-prefix/data.ttl", 1, True, [9]),
        ("R07-jsonld-relative/nobase.jsonld", 1, False, []),
        ("R07-jsonld-relative/oddbase.jsonld", 1, False, []),
        ("R09-jsonld-decimal/data.jsonld", 1, False, []),
        ("R11-rdfxml-duplicate-id/data.rdf", 2, True, []),
        ("R13-bnode-scope/one.ttl", 2, False, []),
        ("R15-lexical-forms/data.ttl", 6, False, []),
        ("R17-default-graph/data.trig", 3, False, []),
    ],
)
def test_shared_cases_that_are_read(case: str, count: int, lenient: bool, lines: list[int]):
    path = shared("cases", *case.split("/"))
    document = read(path.read_bytes(), path.name, lenient=lenient)
    assert len(document.quads) == count
    assert [line for line, _ in said(document, "TH552")] == lines
    assert all(line_of(document, quad) for quad in document.quads)


@needs_shared
def test_blank_nodes_of_two_shared_files_stay_apart():
    data = {name: shared("cases", "R13-bnode-scope", name).read_bytes() for name in ("one.ttl", "two.ttl")}
    quads = {quad for name in ("one.ttl", "two.ttl", "one.ttl") for quad in read(data[name], name).quads}
    assert (len(quads), len({quad[0] for quad in quads})) == (4, 2)
