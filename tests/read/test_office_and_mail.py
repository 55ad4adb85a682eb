"""PDF and mail: parts, pages, tables, voices."""

from __future__ import annotations

import base64
import quopri

import pytest

from tests.read.asking import behind, codes, read, rows, said, words
from tests.read.made import pdf
from thence.errors import InputError
from thence.model.document import BlockKind, RecordKind

# pdf


def test_a_pdf_has_pages_paragraphs_and_word_boxes():
    first = [
        (50.0, 700.0, 11.0, "Ann Lee founded Bolt Ltd in the spring of the year 2001 and she"),
        (50.0, 686.0, 11.0, "sold it."),
    ]
    data = pdf([first, [(50, 700, 11, "2. Next page.")]])
    document = read(data, "a.pdf")
    assert [page.number for page in document.pages] == [1, 2]
    assert said(document, BlockKind.PARAGRAPH) == [
        "Ann Lee founded Bolt Ltd in the spring of the year 2001 and she\nsold it."
    ]
    assert said(document, BlockKind.ITEM) == ["Next page."]
    assert document.blocks[1].page == 2
    span, left, bottom, right, top = document.pages[0].boxes[0]
    assert words(document, span) == "Ann"
    assert 49 < left < right < 75
    assert 690 < bottom < 700 < top < 715


def test_words_aligned_under_a_header_are_a_table():
    grid = [["Part", "Mass", "Stock"], ["Rotor", "12", "4"], ["Stator", "", "9"], ["Seal", "0.2", "150"]]
    cells = [
        (x, 700 - 16 * row, 11, text)
        for row, line in enumerate(grid)
        for x, text in zip((50, 200, 300), line, strict=True)
        if text
    ]
    title = (50.0, 720.0, 11.0, "3. Parts in store")
    document = read(
        pdf([[title, *cells, (50, 600, 11, "All parts were counted in the presence of the auditor.")]]), "a.pdf"
    )
    assert rows(document) == [
        {"Part": "Rotor", "Mass": "12", "Stock": "4"},
        {"Part": "Stator", "Stock": "9"},
        {"Part": "Seal", "Mass": "0.2", "Stock": "150"},
    ]
    assert {record.title for record in document.records} == {"Parts in store"}
    assert said(document, BlockKind.PARAGRAPH) == ["All parts were counted in the presence of the auditor."]


def test_an_image_page_is_a_finding_that_names_its_page():
    document = read(pdf([[(50, 700, 11, "Text.")], []], image=[1]), "a.pdf")
    assert [(f.code, f.severity.label) for f in document.findings] == [("TH525", "warning")]
    assert "page 2" in document.findings[0].message
    assert document.findings[0].hint


def test_a_locked_pdf_is_an_error_with_a_next_step():
    from io import BytesIO

    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(BytesIO(pdf([[(50, 700, 11, "Text.")]]))))
    writer.encrypt("x", algorithm="RC4-128")
    out = BytesIO()
    writer.write(out)
    with pytest.raises(InputError) as caught:
        read(out.getvalue(), "a.pdf")
    assert caught.value.code == "TH505"


# eml

HEAD = (
    'From: Ann Lee <ann@x.org>\nTo: "Ek, Bo" <bo@x.org>, Cy <cy@x.org>\nDate: Wed, 18 Mar 2026 16:42:00 +0000\n'
    "Subject: =?utf-8?q?M=C3=B6bel?=\n for hall\nMessage-ID: <a1@x.org>\n"
)


def test_headers_are_a_record_and_declare_key_author_date_and_title():
    document = read(f"{HEAD}\nHello.\n", "a.eml")
    record = document.records[0]
    assert record.kind is RecordKind.HEADERS
    assert [(item.name, words(document, item.value)) for item in record.fields] == [
        ("From", "Ann Lee <ann@x.org>"),
        ("To", '"Ek, Bo" <bo@x.org>'),
        ("To", "Cy <cy@x.org>"),
        ("Date", "Wed, 18 Mar 2026 16:42:00 +0000"),
        ("Subject", "Möbel for hall"),
        ("Message-ID", "<a1@x.org>"),
    ]
    assert (document.key, document.author, document.date) == ("a1@x.org", "Ann Lee", "2026-03-18")
    assert document.title == "Möbel for hall"
    assert said(document, BlockKind.PARAGRAPH) == ["Hello."]


@pytest.mark.parametrize("how", ["8bit", "quoted-printable", "base64"])
@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1"])
def test_the_body_is_decoded_and_its_bytes_are_known(how: str, charset: str):
    text = "Søren paid Bolt a sum that is long enough to be wrapped by any encoder that wraps lines at all.\r\n"
    raw = text.encode(charset)
    coded = {"8bit": raw, "quoted-printable": quopri.encodestring(raw), "base64": base64.encodebytes(raw)}[how]
    head = f"{HEAD}Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {how}\n\n"
    data = head.encode() + coded
    document = read(data, "a.eml")
    block = next(block for block in document.blocks if block.kind is BlockKind.PARAGRAPH)
    assert words(document, block.span) == text.strip()
    assert document.byte_map is not None
    start, end = document.byte_map.bytes_of(block.span)
    said_by_bytes = data[start:end]
    if how == "quoted-printable":
        said_by_bytes = quopri.decodestring(said_by_bytes)
    elif how == "base64":
        said_by_bytes = base64.decodebytes(said_by_bytes)
    assert said_by_bytes.decode(charset).strip() == text.strip()
    if how == "8bit":
        assert behind(document, data, block.span) == text.strip()


def test_of_alternatives_one_is_read_and_quotes_have_their_voice():
    data = (
        f'{HEAD}Content-Type: multipart/alternative; boundary="XX"\n\n--XX\nContent-Type: text/plain\n\n'
        "It is sold.\n\nOn Mon, 3 Jun 2024, Bo Ek wrote:\n> It is not sold.\n\n--XX\n"
        "Content-Type: text/html\n\n<p>It is sold.</p>\n--XX--\n"
    )
    document = read(data, "a.eml")
    assert document.text.count("It is sold.") == 1
    quoted = [block for block in document.blocks if block.kind is BlockKind.QUOTED]
    assert [(words(document, b.span), b.voice, b.date) for b in quoted] == [("It is not sold.", "Bo Ek", "2024-06-03")]


def test_html_alone_is_read_as_html_and_attachments_are_named():
    data = (
        f"{HEAD}Content-Type: multipart/mixed; boundary=b\n\n--b\n"
        "Content-Type: text/html\n\n<p>Ann&nbsp;left.</p>\n--b\n"
        'Content-Type: application/pdf; name="x.pdf"\n'
        'Content-Disposition: attachment; filename="x.pdf"\n\nAAAA\n--b--\n'
    )
    document = read(data, "a.eml")
    assert said(document, BlockKind.PARAGRAPH) == ["Ann left."]
    assert codes(document) == []
    assert ("attachment", "x.pdf") in document.meta


def test_what_stands_below_forwarded_headers_is_the_other_persons():
    body = "See below.\n\nFrom: Bo Ek\nSent: 3 June 2024\nTo: Ann Lee\nSubject: sale\n\nIt is not sold.\n"
    document = read(f"{HEAD}\n{body}", "a.eml")
    last = document.blocks[-1]
    assert (words(document, last.span), last.kind, last.voice, last.date) == (
        "It is not sold.", BlockKind.QUOTED, "Bo Ek", "2024-06-03",
    )  # fmt: skip
