"""XML: texts are paragraphs, data are records, what is seen has its bytes, entities are refused."""

from __future__ import annotations

import html
from xml.sax.saxutils import escape, quoteattr

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.read.asking import behind, read, rows, said, words
from thence.errors import InputError
from thence.model.document import BlockKind, Document, Span
from thence.read.xml import read_xml

ACCOUNTS = """<?xml version="1.0" encoding="iso-8859-1"?>
<?style no?><!-- no --><b:accounts xmlns:b="http://no" year="2024">
  <account id="1"><holder>Ann &amp;
     Söhne</holder><tag>a</tag><tag>b</tag><empty/></account>
  <account id="2"><holder><![CDATA[Bo & <x>]]></holder><price cur="EUR">5</price><at city="Ghent"/></account>
</b:accounts>"""


def test_elements_of_one_name_are_rows_with_attributes_and_simple_elements_as_fields():
    data = ACCOUNTS.encode("latin-1")
    document = read(data, "a.xml")
    assert rows(document) == [
        {"year": "2024"},
        {"id": "1", "holder": "Ann & Söhne", "tag": "b"},
        {"id": "2", "holder": "Bo & <x>", "price": "5", "price cur": "EUR"},
        {"city": "Ghent"},
    ]
    assert [(record.title, record.table, record.row) for record in document.records] == [
        ("accounts", None, None), ("account", 1, 1), ("account", 1, 2), ("at", None, None)
    ]  # fmt: skip
    assert document.encoding == "cp1252"
    assert "no" not in document.text
    holder = document.records[1].fields[1]
    assert behind(document, data, holder.value) == "Ann &amp;\n     Söhne"
    assert holder.name_span is not None
    assert behind(document, data, holder.name_span) == "holder"
    assert words(document, document.records[1].span) == "id: 1\nholder: Ann & Söhne\ntag: a\ntag: b"


BOOK = """<!DOCTYPE article PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "http://example.org/docbookx.dtd">
<article xmlns="http://docbook.org/ns/docbook">
<info><title>The book</title><author>Ann Lee</author><date>2024-05-01</date></info>
<section><title>Start</title><para>Ann <emphasis>Lee</emphasis>
   founded Bolt.<footnote><para>In 2001.</para></footnote> It grew.</para>
<itemizedlist><listitem><para>one</para></listitem><listitem><para>two</para></listitem></itemizedlist>
<blockquote><para>They left.</para></blockquote><programlisting>a
  b</programlisting></section></article>"""


def test_a_text_is_its_headings_paragraphs_items_quotations_and_code():
    document = read(BOOK, "a.xml")
    assert said(document, BlockKind.HEADING) == ["Start"]
    assert said(document, BlockKind.PARAGRAPH) == ["Ann Lee founded Bolt. It grew.", "In 2001."]
    assert said(document, BlockKind.ITEM) == ["one", "two"]
    assert said(document, BlockKind.QUOTED) == ["They left."]
    assert said(document, BlockKind.CODE) == ["a\n  b"]
    assert (document.title, document.author, document.date) == ("The book", "Ann Lee", "2024-05-01")
    letter = read("<TEI><text><body><div><head>I</head><p>He <hi>came</hi>.</p></div></body></text></TEI>", "a.xml")
    assert [(block.kind.value, words(letter, block.span)) for block in letter.blocks] == [
        ("heading", "I"), ("paragraph", "He came.")
    ]  # fmt: skip


def test_the_items_of_a_feed_are_records_and_their_pages_are_shown_without_tags():
    document = read(
        """<rss><channel><title>News</title><pubDate>Tue, 19 Mar 2024 10:00:00 GMT</pubDate>
<item><title>Sold</title><description>
&lt;p&gt;Ann Lee sold Bolt &amp;amp; Co.&lt;/p&gt;&lt;p&gt;It grew.&lt;/p&gt;</description>
</item><item><title>Two</title><description>
<![CDATA[<p>An <b>act</b> of &eacute;.</p><script>no</script>]]></description>
</item></channel></rss>""",
        "a.rss",
    )
    assert rows(document)[1:] == [
        {"title": "Sold", "description": "Ann Lee sold Bolt & Co.\n\nIt grew."},
        {"title": "Two", "description": "An act of é."},
    ]
    assert (document.title, document.date) == ("News", "2024-03-19")
    assert said(document, BlockKind.PARAGRAPH)[0] == "Ann Lee sold Bolt & Co."


LAUGHS = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><l>&b;</l>'


@pytest.mark.parametrize(
    "text",
    [
        LAUGHS, '<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><l>&x;</l>',
        '<?xml version="1.0"?><!-- c -->\n<!DOCTYPE l [ <!ENTITY % p SYSTEM "http://example.org/p"> %p; ]><l/>',
        "<a>" * 5_000 + "</a>" * 5_000, "<!DOCTYPE a [" + "<!ENTITY", "<!DOCTYPE a [" + "<!--" * 50_000 + "<!ENTITY",
    ],
)  # fmt: skip
def test_entities_and_depth_are_refused(text: str):
    for data in (text.encode(), text.encode("utf-16")):
        with pytest.raises(InputError) as caught:
            read_xml(data, "a.xml")
        assert caught.value.code == "TH506"
        assert caught.value.hint


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("<a>\n<é></b></a>", 2, 6), ("<a>\n", 2, 1), ("\n\n<a>&nbsp;</a>", 3, 4), ("<a x=1/>", 1, 6)],
)  # fmt: skip
def test_what_is_not_well_formed_names_its_place(text: str, line: int, column: int):
    with pytest.raises(InputError) as caught:
        read(text, "a.xml")
    assert caught.value.code == "TH502"
    assert caught.value.at is not None
    assert (caught.value.at.line, caught.value.at.column) == (line, column)


def test_a_declared_wide_encoding_of_narrow_bytes_is_not_believed():
    assert rows(read('<?xml version="1.0" encoding="UTF-16"?><a><b>c</b></a>', "a.xml")) == [{"b": "c"}]


def test_a_type_without_entities_is_passed_over():
    assert rows(read("<!DOCTYPE a [<!ELEMENT a (b)> <!-- ]> -->]><a><b>c</b></a>", "a.xml")) == [{"b": "c"}]


LETTERS = st.text("aé漢😀 \n\t&<>\"'x]", max_size=12)
NAMES = st.sampled_from(["a", "b", "é", "p", "item", "title"])


@st.composite
def marked(draw: st.DrawFn, depth: int = 3) -> str:
    """Return an element in XML."""
    name = draw(NAMES)
    attributes = "".join(f" x{at}={quoteattr(draw(LETTERS))}" for at in range(draw(st.integers(0, 2))))
    inside = []
    for _ in range(draw(st.integers(0, 3 if depth else 1))):
        kind = draw(st.integers(0, 4 if depth else 2))
        if kind == 0:
            inside.append(escape(draw(LETTERS)))
        elif kind == 1:
            inside.append(f"<![CDATA[{draw(LETTERS).replace(']]>', '')}]]>")
        elif kind == 2:
            inside.append(
                draw(st.sampled_from(["<!-- no -->", "<?no no?>", "\n  ", "&#233;", "&#x1F600;", "&lt;p&gt;"]))
            )
        else:
            inside.append(draw(marked(depth=depth - 1)))
    return f"<{name}{attributes}>{''.join(inside)}</{name}>"


@given(marked(), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]), st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_every_visible_character_is_in_the_file(text: str, encoding: str, newline: str):
    data = text.replace("\n", newline).encode(encoding)
    document = read(data, "a.xml")
    seen(document, data)
    end = 0
    for block in document.blocks:
        assert end <= block.span.start < block.span.end <= len(document.text)
        end = block.span.end
    for record in document.records:
        assert all(item.value in record.span for item in record.fields)


def seen(document: Document, data: bytes) -> None:
    for at, char in enumerate(document.text):
        raw = behind(document, data, Span(at, at + 1))
        if not raw or char.isspace():
            assert char.isspace() or char == ":" or not raw
        else:
            assert char in (raw, html.unescape(raw), html.unescape(html.unescape(raw)))


@given(st.binary(max_size=10), st.integers(0, 420), st.integers(0, 10), st.sampled_from([ACCOUNTS, BOOK, LAUGHS]))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_mutated_files_are_read_or_refused(noise: bytes, at: int, gone: int, text: str):
    whole = text.encode("latin-1")
    try:
        reading = read_xml(whole[:at] + noise + whole[at + gone :], "a.xml")
    except InputError:
        return
    assert reading.byte_map is not None
    assert reading.byte_map.length == len(reading.text)
