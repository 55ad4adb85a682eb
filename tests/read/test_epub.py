"""EPUB: chapters in the order of the spine, each once, and what of a book was not read."""

from __future__ import annotations

import random

import pytest

from tests.read.made_books import chapter, epub
from thence.errors import InputError
from thence.model.document import BlockKind
from thence.read.epub import read_epub
from thence.read.reading import Reading

_NAV = '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
_TOC = chapter(
    '<nav><ol><li><a href="two.xhtml#x">The second</a></li><li><a href="one.xhtml">The first</a></li></ol></nav>'
)


def said(made: Reading, *kinds: BlockKind) -> list[tuple[str, str]]:
    wanted = kinds or (BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.ITEM, BlockKind.QUOTED)
    return [(block.part, made.text[block.span.start : block.span.end]) for block in made.blocks if block.kind in wanted]


def test_chapters_come_in_the_order_of_the_spine_and_the_contents_are_no_prose():
    data = epub(
        [("two.xhtml", chapter("<p>Bo &amp; Ann left.</p>")), ("one.xhtml", chapter("<p>They met.</p>"))],
        others={"OEBPS/nav.xhtml": _TOC},
        manifest=_NAV,
        spine='<itemref idref="nav"/><itemref idref="c0"/>',
    )
    made = read_epub(data, "a.epub")
    assert said(made) == [("The second", "Bo & Ann left."), ("The first", "They met.")]
    assert made.text.count("left") == 1
    assert (made.title, made.author, made.date, made.key) == ("The Book", "Ann Lee", "2024-03-05", None)
    assert made.findings == ()
    assert made.byte_map is None


def test_paragraphs_are_counted_in_their_chapter():
    table = "<table><tr><th>who<th>sum</tr><tr><td>Ann<td>5</tr></table>"
    one = chapter(f"<h1>One</h1><p>Bo left.</p>{table}<p>She met.</p>")
    pages = [("a.xhtml", one), ("b.xhtml", chapter("<h1>Two</h1><p>It ended.</p>"))]
    made = read_epub(epub(pages), "a.epub")
    assert [(block.part, block.number, made.text[block.span.start : block.span.end]) for block in made.blocks] == [
        ("One", 1, "One"), ("One", 2, "Bo left."), ("One", 3, "who | sum"), ("One", 4, "Ann | 5"),
        ("One", 5, "She met."), ("Two", 1, "Two"), ("Two", 2, "It ended."),
    ]  # fmt: skip


def test_the_identifier_is_the_key_where_it_is_one_beyond_the_file():
    meta = '<dc:identifier id="x">none</dc:identifier><dc:identifier id="id">urn:uuid:1-2</dc:identifier>'
    assert read_epub(epub([("a.xhtml", chapter("<p>x</p>"))], meta=meta), "a.epub").key == "urn:uuid:1-2"
    meta = '<dc:identifier id="id">book1</dc:identifier>'
    made = read_epub(epub([("a.xhtml", chapter("<p>x</p>"))], meta=meta), "a.epub")
    assert made.key is None
    assert dict(made.meta)["identifier"] == "book1"


def test_an_old_contents_file_names_the_chapters_too():
    ncx = (
        '<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx//EN" "http://www.daisy.org/z3986/2005/x.dtd">'
        '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Part I</text></navLabel>'
        '<content src="a%20b.xhtml"/></navPoint></navMap></ncx>'
    )
    item = '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
    made = read_epub(epub([("a b.xhtml", chapter("<p>x</p>"))], others={"OEBPS/toc.ncx": ncx}, manifest=item), "a.epub")
    assert said(made) == [("Part I", "x")]


def test_the_header_of_a_chapter_and_its_notes_are_content_and_tables_are_counted_on():
    table = "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td/></tr></table>"
    page = chapter(f"<header><h1>One</h1></header>{table}<aside><p>A note.</p></aside>", "t")
    made = read_epub(epub([("1.xhtml", page), ("2.xhtml", page.replace("One", "Two"))]), "a.epub")
    assert said(made) == [("One", "One"), ("One", "A note."), ("Two", "Two"), ("Two", "A note.")]
    assert [(record.table, record.part) for record in made.records] == [(1, "One"), (2, "Two")]
    assert [len(record.fields) for record in made.records] == [2, 2]


def test_missing_chapters_are_findings_and_the_others_are_read():
    data = epub(
        [("1.xhtml", chapter("<p>x</p>"))],
        manifest='<item id="m" href="gone.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="p" href="p.svg" media-type="image/svg+xml"/>',
        spine='<itemref idref="m"/><itemref idref="p"/><itemref idref="q"/>',
    )
    made = read_epub(data, "a.epub")
    assert [item.code for item in made.findings] == ["TH528"] * 3
    assert "gone.xhtml" in made.findings[0].message
    assert said(made) == [("1.xhtml", "x")]


def encrypted(algorithm: str) -> str:
    return (
        '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        '<EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#">'
        f'<EncryptionMethod Algorithm="{algorithm}"/></EncryptedData></encryption>'
    )


def test_a_locked_book_is_refused_and_hidden_fonts_lock_none():
    pages = [("1.xhtml", chapter("<p>x</p>"))]
    locked = encrypted("http://www.w3.org/2001/04/xmlenc#aes128-cbc")
    with pytest.raises(InputError) as caught:
        read_epub(epub(pages, others={"META-INF/encryption.xml": locked}), "a.epub")
    assert (caught.value.code, bool(caught.value.hint)) == ("TH505", True)
    fonts = encrypted("http://www.idpf.org/2008/embedding")
    assert read_epub(epub(pages, others={"META-INF/encryption.xml": fonts}), "a.epub").text == "x"


def test_hidden_words_of_chapters_are_counted():
    made = read_epub(epub([("1.xhtml", chapter("<p>x</p><p hidden='hidden'>y</p>"))]), "a.epub")
    assert [item.code for item in made.findings] == ["TH538"]


def outcome(data: bytes) -> str:
    """Return the code of the refusal, or nothing when the book was read."""
    try:
        read_epub(data, "a.epub")
    except InputError as error:
        return error.code if error.hint else "no hint"
    return ""


def test_broken_books_are_read_or_refused():
    seed = epub([("1.xhtml", chapter("<h1>H</h1><p>x</p>"))], others={"OEBPS/nav.xhtml": _TOC}, manifest=_NAV)
    chance = random.Random(5)
    seen = set()
    for _ in range(150):
        data = bytearray(seed)
        for _ in range(chance.randint(1, 8)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        seen.add(outcome(bytes(data[: chance.choice([len(data), len(data), chance.randrange(len(data))])])))
    assert "TH502" in seen
    assert seen <= {"", "TH502", "TH505", "TH506"}


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04"])
def test_what_is_no_book_is_refused(data: bytes):
    assert outcome(data) == "TH502"


def test_a_book_without_its_container_is_found_by_its_package_document():
    data = epub([("1.xhtml", chapter("<p>x</p>"))]).replace(b"META-INF/container.xml", b"META-INF/contained.xml")
    assert read_epub(data, "a.epub").text == "x"
