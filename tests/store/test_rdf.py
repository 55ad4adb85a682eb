"""Reading RDF: whole or refused, and refused with the place of the mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared import needs_shared, shared
from thence.errors import DataError, InputError
from thence.model.terms import Quad, iri_term, literal
from thence.names import DEFAULT_GRAPH, XSD
from thence.store.rdf import parse, prefixes_in

RDF_XML = (
    '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="urn:x:">'
    '<r:Description r:about="urn:x:s"><x:p r:resource="urn:x:o"/></r:Description></r:RDF>'
)


def read(text: str | bytes, media: str = "ttl", *, name: str = "", base: str | None = None) -> list[Quad]:
    data = text.encode() if isinstance(text, str) else text
    return list(parse(data, media=media, name=name, base=base))


def refusal(text: str | bytes, media: str = "ttl", *, name: str = "data.ttl") -> DataError:
    with pytest.raises(DataError) as raised:
        read(text, media, name=name)
    return raised.value


def test_terms_come_as_they_are_written():
    quads = read('<urn:x:s> <urn:x:p> "01"^^<http://www.w3.org/2001/XMLSchema#integer>, "Bo"@EN .')
    assert [quad[2] for quad in quads] == [literal("01", XSD.integer), literal("Bo", language="en")]
    assert {quad[3] for quad in quads} == {DEFAULT_GRAPH}


def test_graph_names_are_kept():
    assert read("<urn:x:g> { <urn:x:s> <urn:x:p> <urn:x:o> }", "trig")[0][3] == "urn:x:g"


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        ("ttl", "<urn:x:s> <urn:x:p> <urn:x:o> ."),
        ("nt", "<urn:x:s> <urn:x:p> <urn:x:o> ."),
        ("nq", "<urn:x:s> <urn:x:p> <urn:x:o> ."),
        ("trig", "<urn:x:s> <urn:x:p> <urn:x:o> ."),
        ("n3", "<urn:x:s> <urn:x:p> <urn:x:o> ."),
        ("jsonld", '{"@id": "urn:x:s", "urn:x:p": {"@id": "urn:x:o"}}'),
        ("rdf", RDF_XML),
        ("owl", "<urn:x:s> <urn:x:p> <urn:x:o> ."),
        ("owl", f'<?xml version="1.0"?>{RDF_XML}'),
    ],
)
def test_the_suffix_tells_the_medium(tmp_path: Path, suffix: str, text: str):
    path = tmp_path / f"data.{suffix}"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert list(parse(path)) == [(iri_term("urn:x:s"), iri_term("urn:x:p"), iri_term("urn:x:o"), DEFAULT_GRAPH)]


def test_an_undeclared_prefix_is_named_with_its_line_and_its_usual_namespace():
    error = refusal('@prefix ex: <http://example.org/> .\nex:a ex:p ex:b .\nex:b foaf:name "Bo" .\n')
    assert error.code == "TH511"
    assert error.message == "the prefix foaf: is not declared"
    assert str(error.at) == "data.ttl:3:6"
    assert error.excerpt == 'ex:b foaf:name "Bo" .'
    assert "http://xmlns.com/foaf/0.1/" in error.hint


@needs_shared
def test_an_undeclared_prefix_among_good_lines():
    with pytest.raises(DataError) as raised:
        list(parse(shared("cases", "R05-undeclared-prefix", "data.ttl")))
    assert "foaf" in raised.value.message
    assert raised.value.at is not None
    assert raised.value.at.line == 9


@pytest.mark.parametrize(
    ("text", "media", "place"),
    [
        ("<urn:x:s> <urn:x:p> .", "nt", "data.ttl:1:21"),
        ("<urn:x:s> <urn:x:p>\n  <urn:x:a b> .", "ttl", "data.ttl:2:3"),
        ('<urn:x:s> <urn:x:p> "é", é .', "ttl", "data.ttl:1:26"),
        ("<urn:x:s> <urn:x:p> 'never closed", "ttl", "data.ttl:1:21"),
        ('{"@id": \n  3', "jsonld", "data.ttl:2"),
        ("<r:RDF>", "rdf", "data.ttl:1:2"),
        ("\n\n<a><b></a>", "rdf", "data.ttl:3"),
        (b'<urn:x:s> <urn:x:p> "\xff" .', "ttl", "data.ttl:1:22"),
    ],
)
def test_a_mistake_has_a_place(text: str | bytes, media: str, place: str):
    assert str(refusal(text, media).at).startswith(place)


def test_blank_nodes_have_the_same_labels_each_time_and_never_those_of_another_file():
    text = "_:b0 <urn:x:p> [ <urn:x:p> _:b0 ] ."
    assert read(text, name="one.ttl") == read(text, name="one.ttl")
    one, two = ({term for quad in read(text, name=name) for term in quad[:3]} for name in ("one.ttl", "two.ttl"))
    assert one & two == {iri_term("urn:x:p")}
    assert len(one) == 3


def test_graphs_named_by_blank_nodes_get_a_name():
    assert read("_:g { <urn:x:s> <urn:x:p> <urn:x:o> }", "trig", name="one.trig")[0][3].startswith("urn:thence:sk:")


def test_relative_iris_are_never_dropped_in_silence(tmp_path: Path):
    text = '{"@id": "thing", "urn:x:p": "1"}'
    assert read(text, "jsonld", base="http://example.org/doc")[0][0] == iri_term("http://example.org/thing")
    path = tmp_path / "data.jsonld"
    path.write_text(text)
    assert [quad[0] for quad in parse(path)] == [iri_term((tmp_path / "thing").as_uri())]


def test_a_number_of_json_ld_typed_decimal_has_no_exponent():
    text = '{"@id": "urn:x:s", "urn:x:p": {"@type": "http://www.w3.org/2001/XMLSchema#decimal", "@value": 61.2974051}}'
    assert read(text, "jsonld")[0][2] == literal("61.2974051", XSD.decimal)


@pytest.mark.parametrize("media", ["pdf", "application/pdf", "csv"])
def test_a_medium_that_is_no_rdf_is_refused_at_once(media: str):
    with pytest.raises(InputError) as raised:
        parse(b"", media=media)
    assert raised.value.code == "TH514"
    assert "ttl" in raised.value.hint


def test_mime_types_are_media_too():
    assert len(read("<urn:x:s> <urn:x:p> 1 .", "text/turtle")) == 1


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(InputError) as raised:
        parse(tmp_path / "absent.ttl")
    assert raised.value.code == "TH501"
    assert raised.value.at is not None
    assert raised.value.at.path.endswith("absent.ttl")


def test_triples_about_triples_are_refused_rather_than_bent():
    assert refusal("<urn:x:s> <urn:x:p> <<( <urn:x:s> <urn:x:p> <urn:x:o> )>> .").code == "TH516"


def test_nesting_that_would_end_the_process_is_refused():
    depth = 20_000
    error = refusal('{"urn:x:p":' * depth + "1" + "}" * depth, "jsonld")
    assert error.code == "TH513"
    assert len(read('[{"@id": "urn:x:s", "urn:x:p": 1}, ' * 1 + "{}" + "]", "jsonld")) == 1


def test_many_brackets_side_by_side_are_no_nesting():
    items = ", ".join(f'{{"@id": "urn:x:{number}", "urn:x:p": "{{[{{["}}' for number in range(2_000))
    assert len(read(f"[{items}]", "jsonld")) == 2_000


ENTITIES = """<?xml version="1.0"?>
<!DOCTYPE r:RDF [ <!ENTITY x "urn:x:"> {} ]>
<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="urn:x:">
<r:Description r:about="&x;s"><x:p>{}</x:p></r:Description></r:RDF>"""


def test_entities_are_expanded_within_reason():
    assert read(ENTITIES.format("", "plain"), "rdf")[0][0] == iri_term("urn:x:s")


def test_an_entity_bomb_is_refused():
    levels = "".join(f'<!ENTITY e{level} "{f"&e{level - 1};" * 10}">' for level in range(1, 10))
    error = refusal(ENTITIES.format(f'<!ENTITY e0 "boom">{levels}', "&e9;"), "rdf")
    assert error.code == "TH513"
    assert error.at is not None
    assert error.at.line == 2


def test_entities_that_hold_each_other_are_refused():
    assert refusal(ENTITIES.format('<!ENTITY a "&b;"><!ENTITY b "&a;">', "&a;"), "rdf").code == "TH513"


def test_the_prefixes_of_a_file_are_those_it_declares(tmp_path: Path):
    text = (
        b"@prefix ex: <http://example.org/> .\nPREFIX : <urn:x:>\n# @prefix no: <urn:no:> .\n"
        b'ex:a ex:says "@prefix nor: <urn:nor:> ." .\n@base <http://example.org/b/> . @prefix rel: <c#> .\n'
    )
    expected = {"ex": "http://example.org/", "": "urn:x:", "rel": "http://example.org/b/c#"}
    assert prefixes_in(text) == expected
    path = tmp_path / "data.ttl"
    path.write_bytes(text)
    assert prefixes_in(path) == expected


@needs_shared
@pytest.mark.parametrize(
    ("case", "count"), [("R03-turtle-local-names/data.ttl", 6), ("R07-jsonld-relative/oddbase.jsonld", 1)]
)
def test_files_that_trip_others_are_read(case: str, count: int):
    assert len(list(parse(shared("cases", *case.split("/"))))) == count


@needs_shared
def test_an_identifier_given_twice_in_rdf_xml_is_refused_with_its_line():
    with pytest.raises(DataError) as raised:
        list(parse(shared("cases", "R11-rdfxml-duplicate-id", "data.rdf")))
    assert raised.value.at is not None
    assert (raised.value.at.line, "one" in raised.value.message) == (4, True)
