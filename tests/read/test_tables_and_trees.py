"""CSV, JSON and HTML: records with their names, titles and places."""

from __future__ import annotations

import pytest

from tests.read.asking import behind, codes, read, rows, said, words
from thence.errors import InputError
from thence.model.document import BlockKind, RecordKind, Span


@pytest.mark.parametrize(("mark", "name"), [(",", "a.csv"), (";", "a.csv"), ("\t", "a.tsv"), ("|", "a.csv")])
def test_the_delimiter_and_the_header_are_found(mark: str, name: str):
    document = read(f'id{mark}amount{mark}who\n7{mark}"1{mark}000"{mark}Ann\n8{mark}5{mark}Bo\n', name)
    assert rows(document) == [
        {"id": "7", "amount": f"1{mark}000", "who": "Ann"},
        {"id": "8", "amount": "5", "who": "Bo"},
    ]
    assert [record.row for record in list(document.every_record())] == [1, 2]


def test_a_quoted_cell_leaves_out_its_quotes_and_may_hold_lines():
    data = b'a,b\r\n"x ""y""\r\nz",2\r\n'
    document = read(data, "a.csv")
    cell = next(iter(document.every_record())).fields[0]
    assert words(document, cell.value) == 'x ""y""\nz'
    assert behind(document, data, cell.value) == 'x ""y""\nz'
    assert words(document, next(iter(document.every_record())).span) == '"x ""y""\nz",2'


def test_ragged_rows_are_kept_and_named():
    document = read("a,b\n1,2\n3\n4,5,6\n", "a.csv")
    assert [(item.code, item.line) for item in document.findings] == [("TH526", 3), ("TH526", 4)]
    assert len(list(document.every_record())) == 3


def test_a_table_without_header_says_so():
    document = read("1,Ann\n2,Bo\n", "a.csv")
    assert rows(document) == [{"column 1": "1", "column 2": "Ann"}, {"column 1": "2", "column 2": "Bo"}]
    assert codes(document) == ["TH528"]


def test_identifiers_keep_their_zeros_and_a_title_line_is_the_title():
    document = read("Payments of May,,\nid,who,sum\n007,Ann,5\n", "a.csv")
    assert document.title == "Payments of May"
    assert rows(document) == [{"id": "007", "who": "Ann", "sum": "5"}]


def test_objects_are_records_under_the_keys_that_lead_to_them():
    document = read('{"a": {"list": [{"x": 1, "y": "Ann"}, {"x": 2.50}]}, "t": ["u", "v"], "n": null}', "a.json")
    assert [(r.title, r.table, r.row) for r in document.records] == [
        ("", None, None),
        ("a.list", 1, 1),
        ("a.list", 1, 2),
    ]
    assert rows(document)[1:] == [{"x": "1", "y": "Ann"}, {"x": "2.50"}]
    assert [(item.name, words(document, item.value)) for item in document.records[0].fields] == [("t", "u"), ("t", "v")]
    assert document.records[1].kind is RecordKind.OBJECT


def test_escapes_are_decoded_and_keep_their_bytes():
    data = b'{"a": "x\\u00e9\\ud83d\\ude00\\"y\\"", "b": 5}'
    document = read(data, "a.json")
    cell, five = document.records[0].fields
    assert words(document, cell.value) == 'xé😀"y"'
    start = cell.value.start
    assert behind(document, data, Span(start + 1, start + 2)) == "\\u00e9"
    assert behind(document, data, Span(start + 2, start + 3)) == "\\ud83d\\ude00"
    assert words(document, five.value) == behind(document, data, five.value) == "5"


def test_json_lines_are_rows_and_a_broken_line_is_a_finding():
    document = read('{"a": 1}\n{"a": \n{"a": 3}\n', "a.jsonl")
    assert rows(document) == [{"a": "1"}, {"a": "3"}]
    assert [(item.code, item.line) for item in document.findings] == [("TH528", 2)]


@pytest.mark.parametrize("text", ['{"a": 1,}', '{"a" 1}', "[1, 2", '{"a": 1} x', '{"a": "x\n"}', "[}", "nul"])
def test_broken_json_names_its_place(text: str):
    with pytest.raises(InputError) as caught:
        read(text, "a.json")
    assert caught.value.code == "TH502"
    assert caught.value.at is not None
    assert caught.value.at.line is not None
    assert caught.value.hint


def test_deep_json_is_refused_and_not_a_crash():
    with pytest.raises(InputError) as caught:
        read("[" * 100_000, "a.json")
    assert caught.value.code == "TH506"


def test_sentences_in_json_are_prose():
    document = read('{"text": "Ann Lee founded Bolt in 2001."}', "a.json")
    assert said(document, BlockKind.PARAGRAPH) == ["Ann Lee founded Bolt in 2001."]


PAGE = """<!DOCTYPE html><html><head><title>Reg &amp; Co</title><style>p{}</style>
<script>var a = "<p>never</p>";</script></head><body><!-- never --><h1>Bolt Ltd</h1>
<p>Founded&nbsp;in <b>2001</b>
   by Ann&eacute;.</p><p hidden>never</p><div style="display: none">never<p>never</p></div>
<template><p>never</p></template><h2>Officers</h2>
<table><tr><th>Name</th><th>Role</th></tr><tr><td>Ann</td><td>Chair</td></tr><tr><td>Bo</td><td></td></tr></table>
<ul><li>one<li>two</ul><blockquote>They left.</blockquote>
<p>See <a href="/x?a=1&amp;b=2">the act</a>.</p></body></html>"""


def test_only_what_a_page_shows_is_text():
    document = read(PAGE, "a.html")
    assert "never" not in document.text
    assert said(document, BlockKind.PARAGRAPH) == ["Founded in 2001 by Anné.", "See the act."]
    assert said(document, BlockKind.HEADING) == ["Bolt Ltd", "Officers"]
    assert said(document, BlockKind.ITEM) == ["one", "two"]
    assert said(document, BlockKind.QUOTED) == ["They left."]
    assert document.title == "Bolt Ltd"
    assert dict(document.meta)["title"] == "Reg & Co"
    assert [(words(document, link.span), link.target) for link in document.links] == [("the act", "/x?a=1&b=2")]


def test_html_tables_are_records_titled_by_the_heading_or_caption():
    document = read(PAGE, "a.html")
    assert rows(document) == [{"Name": "Ann", "Role": "Chair"}, {"Name": "Bo", "Role": ""}]
    assert {record.title for record in document.records} == {"Officers"}
    captioned = read("<h2>H</h2><table><caption>C</caption><tr><th>a<th>b<tr><td>1<td>2</table>", "a.html")
    assert captioned.records[0].title == "C"


def test_spanning_cells_count_once_and_reach_where_they_span():
    text = "<table><tr><th rowspan=2>A<th colspan=2>B<tr><th>x<th>y<tr><td rowspan=2>1<td>2<td>3<tr><td>5<td>6</table>"
    assert rows(read(text, "a.html")) == [{"A": "1", "B x": "2", "B y": "3"}, {"A": "1", "B x": "5", "B y": "6"}]


def test_a_table_of_names_and_values_is_one_record():
    assert rows(read("<table><tr><th>Chair<td>Ann<tr><th>Since<td>2020</table>", "a.html")) == [
        {"Chair": "Ann", "Since": "2020"}
    ]


def test_a_page_declared_in_another_encoding_is_read_in_it():
    data = "<meta charset=windows-1252><p>René “x”</p>".encode("cp1252")
    document = read(data, "a.html")
    assert document.encoding == "cp1252"
    assert said(document, BlockKind.PARAGRAPH) == ["René “x”"]
