"""Footnotes of pages and books: marks are no words, and notes are parts of their own."""

from __future__ import annotations

import time

import pytest

from tests.read.asking import behind, codes, read, said, words
from tests.read.made_books import chapter, epub
from thence.model.document import BlockKind
from thence.read.epub import read_epub

LIBREOFFICE = (
    '<p>Ann owns it.<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a> Bo sails.'
    '<a class="sdendnoteanc" name="sdendnote1anc" href="#sdendnote1sym"><sup>i</sup></a></p>'
    '<div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">'
    "1</a>Built in\n\t1998.</p></div>"
    '<div id="sdendnote1"><p class="sdendnote"><a class="sdendnotesym" name="sdendnote1sym" href="#sdendnote1anc">i</a>'
    "Two docks.</p></div>"
)
PANDOC = (
    '<p>Ann owns it.<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a> Bo sails.'
    '<a href="#fn2" class="footnote-ref" id="fnref2" role="doc-noteref"><sup>2</sup></a></p>'
    '<section class="footnotes" role="doc-endnotes"><hr /><ol><li id="fn1"><p>Built in 1998.<a href="#fnref1" '
    'class="footnote-back" role="doc-backlink">↩︎</a></p></li><li id="fn2"><p>Two docks.<a href="#fnref2" '
    'class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol></section>'
)
WORD = (
    '<p class=MsoNormal>Ann owns it.<a style=\'mso-footnote-id:ftn1\' href="#_ftn1" name="_ftnref1" title=""><span '
    "class=MsoFootnoteReference><span>[1]</span></span></a> Bo sails.<a style='mso-footnote-id:ftn2' href=\"#_ftn2\" "
    'name="_ftnref2" title=""><span class=MsoFootnoteReference>[2]</span></a></p>'
    "<div style='mso-element:footnote' id=ftn1><p><a style='mso-footnote-id:ftn1' href=\"#_ftnref1\" name=\"_ftn1\">"
    "<span>[1]</span></a> Built in 1998.</p></div>"
    "<div style='mso-element:footnote' id=ftn2><p><a style='mso-footnote-id:ftn2' href=\"#_ftnref2\" name=\"_ftn2\">"
    "<span>[2]</span></a> Two docks.</p></div>"
)
WIKI = (
    '<p>Ann owns it.<sup id="cite_ref-1" class="reference"><a href="#cite_note-1">[1]</a></sup> Bo sails.'
    '<sup id="cite_ref-2" class="reference"><a href="#cite_note-2">[2]</a></sup></p>'
    '<ol class="references"><li id="cite_note-1"><span><b><a href="#cite_ref-1">^</a></b></span> Built in 1998.</li>'
    '<li id="cite_note-2"><span><b><a href="#cite_ref-2">^</a></b></span> Two docks.</li></ol>'
)


@pytest.mark.parametrize(
    ("body", "second"),
    [(LIBREOFFICE, "endnote 1"), (PANDOC, "footnote 2"), (WORD, "footnote 2"), (WIKI, "footnote 2")],
    ids=["libreoffice", "pandoc", "word", "wiki"],
)
def test_the_marks_of_notes_are_no_words_and_notes_are_parts(body: str, second: str):
    """The marks stood between sentences: "owns it.1 Bo sails" is one sentence to a reader of sentences."""
    data = f"<html><body>{body}</body></html>"
    document = read(data, "a.html")
    assert [(b.kind, b.part, words(document, b.span)) for b in document.blocks] == [
        (BlockKind.PARAGRAPH, "", "Ann owns it. Bo sails."),
        (BlockKind.PARAGRAPH, "footnote 1", "Built in 1998."),
        (BlockKind.PARAGRAPH, second, "Two docks."),
    ]
    assert [document.text[: link.span.start] for link in document.links] == ["Ann owns it.", "Ann owns it. Bo sails."]
    assert all(link.span.start == link.span.end and link.target.startswith("#") for link in document.links)
    assert not codes(document)
    for block in document.blocks[1:]:
        assert " ".join(behind(document, data.encode(), block.span).split()) == words(document, block.span)


@pytest.mark.parametrize(
    "body",
    [
        '<p>See <a href="#part-2">2</a> for more.</p><h2 id="part-2">Two</h2>',  # a number, not raised
        '<p>See <sup><a href="#nowhere">1</a></sup> for more.</p>',  # leads nowhere
        '<p>See <sup><a href="https://example.org/#a">1</a></sup> for more.</p>',
        '<p>See <sup><a href="#top">above</a></sup> for more.</p><p id="top">Top.</p>',
        "<p>It has 10<sup>2</sup> seats.</p>",
    ],
)
def test_other_links_and_raised_words_stay(body: str):
    document = read(f"<html><body>{body}<p class='footnote'>x</p></body></html>", "a.html")
    assert said(document, BlockKind.PARAGRAPH)[0] in {
        "See 2 for more.", "See ¹ for more.", "See above for more.", "It has 10² seats.",
    }  # fmt: skip


def test_what_libreoffice_marks_as_margins_and_contents_is_furniture():
    body = (
        '<div title="header"><p>Internal.</p></div><div id="Table of Contents1" dir="ltr"><p>Crew\t1</p></div>'
        '<h1>Crew</h1><p>Ann owns it.</p><div title="footer"><p>Page 1</p></div>'
        '<div title="Ships"><p>Bo sails.</p></div>'
    )
    document = read(f"<html><body>{body}</body></html>", "a.html")
    assert [(b.kind.value, b.part, words(document, b.span)) for b in document.blocks] == [
        ("furniture", "header", "Internal."),
        ("furniture", "navigation", "Crew 1"),
        ("heading", "", "Crew"),
        ("paragraph", "", "Ann owns it."),
        ("furniture", "footer", "Page 1"),
        ("paragraph", "", "Bo sails."),
    ]


def test_ligatures_of_pages_read_as_letters():
    document = read("<html><body><p>A ﬁne ﬂow.</p></body></html>", "a.html")
    assert [(words(document, each.span), each.text) for each in document.joins] == [("ﬁ", "fi"), ("ﬂ", "fl")]


def test_books_hide_what_their_style_sheets_hide():
    """LibreOffice keeps the styles of a book in a file of its own; hidden text was read as any other."""
    page = chapter('<p>Seen. <span class="s4">Secret.</span></p><p class="s4">Gone.</p>').replace(
        "<head>", '<head><link href="../styles/main.css" rel="stylesheet" type="text/css"/>'
    )
    made = read_epub(
        epub([("text/one.xhtml", page)], others={"OEBPS/styles/main.css": ".s4 { display: none }"}), "a.epub"
    )
    assert made.text == "Seen."
    assert [finding.code for finding in made.findings] == ["TH538"]


def test_a_paragraph_that_is_the_title_of_its_chapter_is_its_heading():
    contents = chapter('<nav><ol><li><a href="one.xhtml">Crew and ships</a></li></ol></nav>')
    manifest = '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
    page = chapter("<p><span>Crew and\nships</span></p><p>Ann owns it.</p>")
    made = read_epub(epub([("one.xhtml", page)], others={"OEBPS/nav.xhtml": contents}, manifest=manifest), "a.epub")
    assert [(block.kind, block.level) for block in made.blocks] == [(BlockKind.HEADING, 1), (BlockKind.PARAGRAPH, 0)]


def test_marks_of_notes_in_books_are_no_words():
    page = chapter(
        '<p>Ann owns it.<sup><a epub:type="noteref" href="notes.xhtml#n1">1</a></sup> Bo sails.<sup id="r2">'
        '<a epub:type="noteref" href="#n2">2</a></sup></p><aside epub:type="footnote" id="n2"><p><sup>'
        '<a href="#r2">2</a></sup>Two docks.</p></aside>'
    )
    made = read_epub(epub([("one.xhtml", page)]), "a.epub")
    assert made.text == "Ann owns it. Bo sails.\nTwo docks."
    assert [link.target for link in made.links] == ["notes.xhtml#n1", "#n2"]


@pytest.mark.parametrize(
    "piece",
    ["<a href='#x'><sup>1</sup></a>", "<sup><a href='#x' ", "<a ", "<sup>", "<a name='x' href='#x'>1</a>", "<sup >   "],
)
def test_marks_without_end_take_time_in_proportion(piece: str):
    def seconds(count: int) -> float:
        begin = time.process_time()
        read("<html><p id=x>footnote #" + piece * count, "a.html")
        return time.process_time() - begin

    seconds(100)
    assert seconds(20_000) < 20 * max(seconds(2_000), 0.02)
