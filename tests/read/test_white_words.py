"""Words as white as what is behind them, and cells whose format shows nothing, are hidden; others are seen."""

from __future__ import annotations

import pytest

from tests.read.asking import codes, read
from tests.read.made_ods import line, number, ods, table, text
from tests.read.made_odt import odt
from tests.read.made_office import run, word
from tests.read.made_slides import para, pptx, shape
from tests.read.made_xlsx import BLANK, ON_BLUE, PAPER, PLAIN, WHITE, cell, row, workbook
from thence.model.document import Document


def _hides(document: Document, words: str) -> bool:
    """Return whether words are left out and told; there is no third."""
    hidden = words not in document.text
    assert ("TH538" in codes(document)) is hidden
    return hidden


def _sheet(style: int, value: str | float = "Unseen") -> str:
    return row(1, ["Ship", "Port"]) + f"<row r='2'>{cell('A2', 'Ada')}{cell('B2', value, style)}</row>"


@pytest.mark.parametrize(
    ("style", "hidden"), [(PLAIN, False), (WHITE, True), (PAPER, True), (ON_BLUE, False), (BLANK, True)]
)
def test_cells_of_a_workbook_in_white_are_hidden_unless_they_are_filled(style: int, *, hidden: bool):
    assert _hides(read(workbook({"S": _sheet(style)}), "a.xlsx"), "Unseen") is hidden


@pytest.mark.parametrize("value", [7531, -7531, 75.31])
def test_numbers_in_a_format_that_shows_nothing_are_hidden_with_their_places(value: float):
    document = read(workbook({"S": _sheet(BLANK, value)}), "a.xlsx")
    assert _hides(document, str(abs(value)))
    told = next(found for found in document.findings if found.code == "TH538")
    assert told.message.endswith("are left out: 1 (S!B2)")


def test_white_cells_where_conditions_or_tables_have_colours_are_seen():
    after = "<conditionalFormatting sqref='A1:A9 B2:B3'/>"
    assert not _hides(read(workbook({"S": _sheet(WHITE)}, after={"S": after}), "a.xlsx"), "Unseen")
    elsewhere = "<conditionalFormatting sqref='D1:D9'/>"
    assert _hides(read(workbook({"S": _sheet(WHITE)}, after={"S": elsewhere}), "a.xlsx"), "Unseen")
    listed = "<table xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main' ref='A1:B2'/>"
    as_table = workbook(
        {"S": _sheet(WHITE)},
        rels={"S": {"t1": ("table", "../tables/t1.xml")}},
        parts={"xl/tables/t1.xml": listed},
    )
    assert not _hides(read(as_table, "a.xlsx"), "Unseen")


@pytest.mark.parametrize(("style", "hidden"), [("", False), ("white", True), ("onblue", False), ("blank", True)])
def test_cells_of_opendocument_are_hidden_alike(style: str, *, hidden: bool):
    named = f"table:style-name='{style}'" if style else ""
    rows = (line(text("Ship"), text("Port")), line(text("Ada"), text("Unseen", named)))
    assert _hides(read(ods(table(*rows)), "a.ods"), "Unseen") is hidden
    rows = (line(text("Ship"), text("Crew")), line(text("Ada"), number("7531", "", style)))
    assert _hides(read(ods(table(*rows)), "a.ods"), "7531") is hidden


_CELL = (
    "<table:table><table:table-row><table:table-cell><text:p text:style-name='wp'>Unseen</text:p></table:table-cell>"
    "</table:table-row></table:table>"
)
_STYLES = (
    "<style:style style:name='w' style:family='text'><style:text-properties fo:color='#ffffff'/></style:style>"
    "<style:style style:name='wp' style:family='paragraph'><style:text-properties fo:color='#fefefe'/></style:style>"
    "<style:style style:name='d' style:family='paragraph'><style:paragraph-properties fo:background-color='#000000'/>"
    "</style:style>"
    "<style:style style:name='k' style:family='text'><style:text-properties fo:color='#000000'/></style:style>"
)
_BEHIND = (
    "<style:style style:name='g' style:family='graphic'><style:graphic-properties style:run-through='background'/>"
    "</style:style>"
)
_LAYOUT = "<style:page-layout-properties fo:background-color='#203040'/>"
_PAGE = f"<style:page-layout style:name='p'>{_LAYOUT}</style:page-layout>"


@pytest.mark.parametrize(
    ("body", "hidden"),
    [
        ("<text:p>Ann. <text:span text:style-name='w'>Unseen</text:span></text:p>", True),
        ("<text:p text:style-name='wp'>Unseen</text:p>", True),
        ("<text:p text:style-name='wp'>x<text:span text:style-name='k'>Unseen</text:span></text:p>", None),
        ("<text:p text:style-name='d'><text:span text:style-name='w'>Unseen</text:span></text:p>", False),
        ("<text:list><text:list-item><text:p text:style-name='wp'>Unseen</text:p></text:list-item></text:list>", True),
        (_CELL, False),
    ],
)
def test_white_words_of_an_opendocument_text_are_hidden_on_the_bare_page(body: str, *, hidden: bool | None):
    document = read(odt(body + "<text:p>Next.</text:p>", styles=_STYLES), "a.odt")
    if hidden is None:  # words in black within a paragraph in white
        assert "Unseen" in document.text
        assert "x" not in document.text.replace("Next", "")
    else:
        assert _hides(document, "Unseen") is hidden


@pytest.mark.parametrize(("styles", "common"), [(_BEHIND, ""), ("", _PAGE)])
def test_white_words_on_a_coloured_page_or_before_a_shape_are_seen(styles: str, common: str):
    body = "<text:p text:style-name='wp'>Unseen</text:p>"
    assert not _hides(read(odt(body, styles=_STYLES + styles, common=common), "a.odt"), "Unseen")


def test_words_that_a_character_style_makes_white_are_hidden_in_a_word_document():
    style = (
        "<w:style w:type='character' w:styleId='Ghost'><w:name w:val='Ghost'/><w:rPr><w:color w:val='FFFFFF'/></w:rPr>"
        "</w:style><w:style w:type='paragraph' w:styleId='Pale'><w:name w:val='Pale'/><w:rPr><w:color w:val='FFFFFF'/>"
        "</w:rPr></w:style>"
    )
    ghost = "<w:rStyle w:val='Ghost'/>"
    by_style = word(f"<w:p>{run('Ann. ')}{run('Unseen', ghost)}</w:p>", styles=style)
    assert _hides(read(by_style, "a.docx"), "Unseen")
    by_paragraph = word(f"<w:p><w:pPr><w:pStyle w:val='Pale'/></w:pPr>{run('Unseen')}</w:p><w:p/>", styles=style)
    assert _hides(read(by_paragraph, "a.docx"), "Unseen")
    black = ghost + "<w:color w:val='000000'/>"
    own = word(f"<w:p>{run('Unseen', black)}</w:p>", styles=style)
    assert not _hides(read(own, "a.docx"), "Unseen")


_PALE = "<a:p><a:r><a:rPr><a:solidFill>{}</a:solidFill></a:rPr><a:t>Unseen</a:t></a:r></a:p>"
_HEX = _PALE.format("<a:srgbClr val='FFFFFF'/>")
_BOX = (
    "<p:sp><p:nvSpPr><p:cNvPr id='1' name='x'/></p:nvSpPr><p:spPr><a:solidFill><a:srgbClr val='{}'/></a:solidFill>"
    "</p:spPr></p:sp>"
)


@pytest.mark.parametrize(
    ("slide", "master", "hidden"),
    [
        (shape(para("Ann."), _HEX), "", True),
        (shape(_PALE.format("<a:schemeClr val='bg1'/>")), "", True),
        (shape(_PALE.format("<a:schemeClr val='bg1'><a:lumMod val='50000'/></a:schemeClr>")), "", False),
        (shape(_HEX), _BOX.format("1F4E79"), False),
        (shape(_HEX), _BOX.format("FFFFFF"), True),
        (shape(_HEX) + "<p:pic/>", "", False),
        (shape(_HEX), None, False),
    ],
)
def test_white_words_on_a_slide_are_hidden_where_nothing_is_drawn(slide: str, master: str | None, *, hidden: bool):
    document = read(pptx(slide, master=master), "a.pptx")
    assert ("Unseen" not in document.text) is hidden
    assert ("TH538" in codes(document)) is hidden


_COLOURS = r"{\colortbl;\red0\green0\blue0;\red255\green255\blue255;\red31\green78\blue121;}"


@pytest.mark.parametrize(
    ("body", "hidden"),
    [
        (r"\pard Ann. {\cf2 Unseen}\par", True),
        (r"\pard\cf2 Unseen\par", True),
        (r"\pard {\cf2\plain Unseen}\par", False),
        (r"\pard {\cf2\highlight3 Unseen}\par", False),
        (r"\pard\cbpat3 {\cf2 Unseen}\par", False),
        (r"\pard\cbpat3 x\par\pard {\cf2 Unseen}\par", True),
        (r"\pard {\cf1 Unseen}\par", False),
        (r"\pard {\cf9 Unseen}\par", False),
        (r"\trowd\cellx900\pard\intbl {\cf2 Unseen}\cell\row\pard", False),
        (r"{\*\background x}\pard {\cf2 Unseen}\par", False),
    ],
)
def test_white_words_of_rtf_are_hidden_on_the_bare_page(body: str, *, hidden: bool):
    document = read(rf"{{\rtf1\ansi{_COLOURS}{body}\pard Next.\par}}", "a.rtf")
    assert _hides(document, "Unseen") is hidden


def test_words_that_are_blacked_out_are_hidden():
    black = "<w:color w:val='000000'/>"
    for behind in ("<w:highlight w:val='black'/>", "<w:shd w:val='clear' w:fill='000000'/>"):
        assert _hides(read(word(f"<w:p>{run('Ann. ')}{run('Unseen', black + behind)}</w:p>"), "a.docx"), "Unseen")
    assert not _hides(read(word(f"<w:p>{run('Unseen', behind)}</w:p>"), "a.docx"), "Unseen")
    blot = (
        "<style:style style:name='b' style:family='text'><style:text-properties fo:color='#000000' "
        "fo:background-color='#000000'/></style:style>"
    )
    body = "<text:p>Ann. <text:span text:style-name='b'>Unseen</text:span></text:p>"
    assert _hides(read(odt(body, styles=blot), "a.odt"), "Unseen")
    document = read(rf"{{\rtf1\ansi{_COLOURS}\pard Ann. {{\cf1\highlight1 Unseen}}\par}}", "a.rtf")
    assert _hides(document, "Unseen")
