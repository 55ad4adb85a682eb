"""The shared cases about reading, as far as readers answer for them."""

from __future__ import annotations

import pytest

from tests.read.asking import behind, codes, rows, said, words
from tests.shared import needs_shared, shared
from thence.errors import InputError
from thence.model.document import BlockKind, Document, Span
from thence.read import read_bytes

pytestmark = needs_shared


def case(*parts: str) -> Document:
    data = shared("cases", *parts).read_bytes()
    return read_bytes(data, places=(parts[-1],))


def test_ligatures_without_meaning_are_counted():
    assert "office of Griffon Office" in case("D01-pdf-ligatures", "good.pdf").text
    assert codes(case("D01-pdf-ligatures", "private.pdf")) == ["TH522"]
    assert codes(case("D01-pdf-ligatures", "nul.pdf")) == ["TH522"]


def test_an_image_page_between_two_others_is_named():
    document = case("D05-pdf-scanned-page", "mixed.pdf")
    assert [finding.message for finding in document.findings if finding.code == "TH525"] == [
        "page 2 is only an image: no text was read"
    ]
    assert codes(case("D05-pdf-scanned-page", "scan-only.pdf")) == ["TH525"]


def test_an_empty_cell_stays_empty():
    assert [{k: v for k, v in row.items() if k != "Maker"} for row in rows(case("D07-pdf-table", "table.pdf"))] == [
        {"Part": "Rotor", "Mass kg": "12", "Stock": "4"},
        {"Part": "Stator", "Stock": "9"},
        {"Part": "Seal", "Mass kg": "0.2", "Stock": "150"},
    ]


def test_damaged_files_are_told_apart():
    with pytest.raises(InputError):
        case("D09-pdf-damaged", "cut.pdf")
    assert codes(case("D09-pdf-damaged", "html.pdf")) == ["TH524"]
    assert codes(case("D09-pdf-damaged", "zero.pdf")) == ["TH521"]


def test_a_hyperlink_is_text():
    document = case("D11-docx-hyperlink", "link.docx")
    assert document.text == "The audit was done by Orrery Assurance in March 2024."
    assert [(words(document, link.span), link.target) for link in document.links] == [
        ("Orrery Assurance", "http://example.org/firms/orrery")
    ]


def test_footnote_header_and_box_are_apart():
    document = case("D13-docx-footnote-header-box", "notes.docx")
    assert [(block.part, words(document, block.span)) for block in document.blocks] == [
        ("header", "CONFIDENTIAL - Project Alder"),
        ("", "The reactor vessel was certified in 2021."),
        ("footnote 1", "The certificate was withdrawn on 9 May 2023."),
        ("", "The lead engineer signed the file."),
        ("", "See box:"),
        ("text box", "Lead engineer: Imre Dahl"),
    ]
    at = document.blocks[1].span.end
    assert [(link.span, link.target) for link in document.links] == [(Span(at, at), "#footnote-1")]


def test_encodings_come_out_right():
    texts = [case("D15-encodings", name).text for name in ("cp1252.html", "latin1.txt", "utf16.txt")]
    assert all(word in " ".join(texts) for word in ("René", "Zoë", "Böhm", "André", "Málaga", "€30"))
    data = shared("cases", "D15-encodings", "broken.txt").read_bytes()
    document = case("D15-encodings", "broken.txt")
    at = document.text.index("Anna works at Kiln")
    assert behind(document, data, Span(at, at + 18)) == "Anna works at Kiln"
    assert "TH522" in codes(document)


def test_a_thread_is_two_people():
    document = case("D19-eml-thread", "thread.eml")
    assert "3Dmira" not in document.text
    assert "Søren Dahl, phone" in document.text
    quoted = next(block for block in document.blocks if block.kind is BlockKind.QUOTED)
    assert (quoted.voice, quoted.date) == ("Jens Abel", "2024-06-03")
    assert document.text.count("18 June") == 1


def test_nothing_to_read_is_no_success():
    assert codes(case("D21-empty-binary-huge", "empty.txt")) == ["TH521"]
    assert codes(case("D21-empty-binary-huge", "blank.md")) == ["TH521"]
    with pytest.raises(InputError) as caught:
        case("D21-empty-binary-huge", "photo.txt")
    assert caught.value.code == "TH503"
    assert len(case("D21-empty-binary-huge", "one-line.txt").text) == 99_999 + 1


def test_notes_name_their_links_and_aliases():
    document = case("D25-notes-wikilinks", "Project Heron.md")
    assert document.aliases == ("Heron", "HRN")
    assert ("Ilse Marrow", "Ilse Marrow") in [(words(document, link.span), link.target) for link in document.links]


def test_repeated_words_stand_at_their_own_bytes():
    document = case("D29-repeated-mentions", "repeat.txt")
    assert document.byte_map is not None
    at = document.text.index("Ward C")
    assert document.byte_map.bytes_of(Span(at, at + 6))[0] > 50
    assert document.records == ()


def test_every_document_of_the_corpus_is_read():
    names = sorted(path.name for path in shared("corpus", "case_a", "docs").iterdir())
    documents = [read_bytes(shared("corpus", "case_a", "docs", name).read_bytes(), places=(name,)) for name in names]
    assert all(said(document, *BlockKind) or any(document.every_record()) for document in documents)
    assert [document.findings for document in documents] == [()] * len(documents)
