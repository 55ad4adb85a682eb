"""Words of pictures, through the system's tesseract; skipped where it is not installed."""

from __future__ import annotations

import io

import pytest

from thence.errors import InputError
from thence.model.document import PageState, Span, quote
from thence.read import read_bytes
from thence.read.ocr import OcrWord, available, recognise, text_of
from thence.read.reading import Options

_ENGLISH = Options(ocr=("eng",))
needs_tesseract = pytest.mark.skipif(bool(available(("eng",))), reason=available(("eng",)))


def picture(*lines: str, size: tuple[int, int] = (1400, 500)) -> bytes:
    image = pytest.importorskip("PIL.Image")
    draw_on = pytest.importorskip("PIL.ImageDraw")
    font = pytest.importorskip("PIL.ImageFont").load_default(size=44)
    page = image.new("L", size, 255)
    draw = draw_on.Draw(page)
    for number, line in enumerate(lines):
        draw.text((60, 60 + 80 * number), line, fill=0, font=font)
    out = io.BytesIO()
    page.save(out, "PNG")
    return out.getvalue()


def test_a_picture_is_no_success_unless_somebody_looked():
    document = read_bytes(b"\x89PNG\r\n\x1a\nrest", places=("scan.png",))
    assert document.text == ""
    assert [page.state for page in document.pages] == [PageState.IMAGE]
    (said,) = document.findings
    assert said.code == "TH525"
    assert "ocr" in said.hint


@needs_tesseract
def test_words_of_a_picture_have_boxes_and_confidence():
    document = read_bytes(
        picture("Northgate Trading Ltd acquired", "Harbour GmbH in 2024."), places=("scan.png",), options=_ENGLISH
    )
    assert " ".join(document.text.split()) == "Northgate Trading Ltd acquired Harbour GmbH in 2024."
    (page,) = document.pages
    assert page.state is PageState.OCR
    assert [quote(document.text, box[0]) for box in page.boxes] == document.text.split()
    assert len(page.confidences) == len(page.boxes)
    assert all(0 <= sure <= 1 for sure in page.confidences)
    first, last = page.boxes[0], page.boxes[-1]
    assert first[2] > last[2], "y grows upwards: the first line stands higher"
    assert document.blocks[0].page == 1


@needs_tesseract
def test_a_damaged_picture_is_an_error_and_an_empty_one_is_empty():
    with pytest.raises(InputError) as raised:
        read_bytes(picture("cut")[:200], places=("scan.png",), options=_ENGLISH)
    assert raised.value.code == "TH502"
    blank = read_bytes(picture(), places=("blank.png",), options=_ENGLISH)
    assert blank.text == ""
    assert [page.state for page in blank.pages] == [PageState.EMPTY]


@needs_tesseract
def test_a_language_that_is_not_there_is_named():
    document = read_bytes(picture("x"), places=("scan.png",), options=Options(ocr=("eng", "xxx")))
    assert "xxx" in document.findings[0].message
    assert document.pages[0].state is PageState.IMAGE


@needs_tesseract
def test_the_same_picture_gives_the_same_words():
    image = picture("Ann Keller paid EUR 1,200.")
    assert recognise(image, ("eng",), seconds=60) == recognise(image, ("eng",), seconds=60)


def test_words_become_lines_and_paragraphs_with_doubts():
    words = (
        OcrWord("Ann", 0, 0, 9, 9, 0.95, 1, 1, 1),
        OcrWord("pa1d", 10, 0, 19, 9, 0.4, 1, 1, 1),
        OcrWord("Bolt.", 0, 10, 9, 19, 0.9, 1, 1, 2),
        OcrWord("Next", 0, 40, 9, 49, 0.9, 2, 1, 1),
    )
    read = text_of(words, begin=10)
    assert read.text == "Ann pa1d\nBolt.\n\nNext"
    assert [read.text[place.start - 10 : place.end - 10] for place in read.places] == ["Ann", "pa1d", "Bolt.", "Next"]
    (doubt,) = read.doubts
    assert (doubt.span, doubt.confidence) == (Span(14, 18), 0.4)
