"""Raised figures and letters that mark notes are no part of the word or figure before them, in every format."""

from __future__ import annotations

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from tests.read.asking import behind, read
from tests.read.made import pdf
from tests.read.made_ods import line, ods, table
from tests.read.made_odt import odt
from tests.read.made_office import run, word
from tests.read.made_slides import pptx, shape
from tests.read.made_xlsx import row, workbook
from thence.extract.folding import folded
from thence.read.raised import is_mark, raised

HIGH = "<w:vertAlign w:val='superscript'/>"
_ODF = (
    "<style:style style:name='h' style:family='text'><style:text-properties style:text-position='super 58%'/>"
    "</style:style><style:style style:name='low' style:family='text'><style:text-properties "
    "style:text-position='-33% 58%'/></style:style>"
)
_STYLE = f"<w:style w:type='character' w:styleId='H'><w:name w:val='H'/><w:rPr>{HIGH}</w:rPr></w:style>"
_NAMED = "<w:rStyle w:val='H'/>"


def _odt(mark: str) -> str:
    return f"<text:span text:style-name='h'>{mark}</text:span>"


def _cell(words: str, mark: str) -> str:
    rich = f"<r><t xml:space='preserve'>{words}</t></r><r><rPr><vertAlign val='superscript'/></rPr><t>{mark}</t></r>"
    return row(1, ["Crew"]) + f"<row r='2'><c r='A2' t='inlineStr'><is>{rich}</is></c></row>"


def _made(kind: str, words: str, mark: str, rest: str) -> bytes | str:
    """Return a file in which a raised mark stands between words."""
    if kind == "docx":
        return word(f"<w:p>{run(words)}{run(mark, HIGH)}{run(rest)}</w:p>")
    if kind == "styled.docx":
        return word(f"<w:p>{run(words)}{run(mark, _NAMED)}{run(rest)}</w:p>", styles=_STYLE)
    if kind == "odt":
        return odt(f"<text:p>{words}{_odt(mark)}{rest}</text:p>", styles=_ODF)
    if kind == "rtf":
        return rf"{{\rtf1 {words}{{\super {mark}}}{rest}\par}}"
    if kind == "up.rtf":
        return rf"{{\rtf1 {words}\up6 {mark}\up0 {rest}\par}}"
    if kind == "pptx":
        high = f"<a:r><a:rPr baseline='30000'/><a:t>{mark}</a:t></a:r>"
        return pptx(shape(f"<a:p><a:r><a:t>{words}</a:t></a:r>{high}<a:r><a:t>{rest}</a:t></a:r></a:p>"))
    if kind == "xlsx":
        return workbook({"S": _cell(words, mark)})
    if kind == "pandoc.md":
        return f"{words}^{mark}^{rest}"
    return f"{words}<sup>{mark}</sup>{rest}" if kind == "md" else f"<p>{words}<sup class=n>{mark}</sup>{rest}</p>"


KINDS = ["docx", "styled.docx", "odt", "rtf", "up.rtf", "pptx", "xlsx", "md", "pandoc.md", "html"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("words", "mark", "stands", "reads"),
    [
        ("It has 40", "4", "40⁴", "40"),
        ("It paid EUR 1,000", "12", "1,000¹²", "1,000"),
        ("It owns 25%", "3", "25%³", "25%"),
        ("Ann of Bolt Ltd", "1", "Ltd¹", "Ltd"),
        ("Ann of Bolt Ltd", "a", "Ltdᵃ", "Ltd"),
        ("cells: 10", "6", "10⁶", "10⁶"),
        ("rooms of 12 m", "2", "m²", "m²"),
        ("on the 21", "st", "21st", "21st"),
    ],
)
def test_what_is_raised_stands_small_and_marks_of_notes_are_not_read(
    kind: str, words: str, mark: str, stands: str, reads: str
):
    document = read(_made(kind, words, mark, "" if kind == "xlsx" else " of all."), f"a.{kind.rpartition('.')[2]}")
    last = words.rpartition(" ")[0]
    after = document.text[document.text.index(last) + len(last) :].lstrip()
    assert after.split()[0] == stands
    read_as, _ = folded(document)
    after = read_as.text[read_as.text.index(last) + len(last) :].lstrip()
    assert after.split()[0] == reads


def test_a_cell_of_opendocument_has_its_marks_raised():
    crew = "<table:table-cell office:value-type='string'><text:p>{}</text:p></table:table-cell>"
    rows = (line(crew.format("Crew")), line(crew.format("40<text:span text:style-name='high'>4</text:span>")))
    assert "40⁴" in read(ods(table(*rows)), "a.ods").text


def test_the_bytes_of_raised_words_are_theirs():
    data = "<p>It has 40<sup>4</sup> rooms.</p>"
    document = read(data, "a.html")
    at = document.text.index("⁴")
    span = type(document.blocks[0].span)(at, at + 1)
    assert behind(document, data.encode(), span) == "4"


@pytest.mark.parametrize(
    ("low", "size", "reads"), [(704.0, 7.0, "It has 40 rooms."), (700.0, 11.0, "It has 404 rooms.")]
)
def test_small_figures_that_stand_higher_on_a_page_are_marks(low: float, size: float, reads: str):
    right = 50 + stringWidth("It has 40", "Helvetica", 11)
    pieces = [(50.0, 700.0, 11.0, "It has 40"), (right, low, size, "4"), (right + 9, 700.0, 11.0, "rooms.")]
    read_as, _ = folded(read(pdf([pieces]), "a.pdf"))
    assert " ".join(read_as.text.split()) == reads


@pytest.mark.parametrize(
    ("before", "mark", "marks"),
    [
        ("of 40", "4", True), ("EUR 1,000", "2", True), ("10", "6", False), ("1,510", "6", True), ("2", "10", False),
        ("x", "2", False), ("5 km", "2", False), ("Ltd", "2", True), ("Ltd", "a", True), ("40", "e", False),
        ("25%", "1", True), ("(see below)", "1", True), ("", "1", False), ("a ", "1", False),
    ],
)  # fmt: skip
def test_a_mark_is_told_from_a_power_by_what_stands_before_it(before: str, mark: str, *, marks: bool):
    assert is_mark(before, raised(mark)) is marks
