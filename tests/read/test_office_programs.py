"""Documents as LibreOffice and pandoc write them: what those files hold beyond what the formats' books tell."""

from __future__ import annotations

import io
import zipfile

import pytest

from tests.read.asking import read, rows, said, words
from tests.read.made import docx, p, tbl
from tests.read.made_books import rtf
from tests.read.made_flat import DELETED, FLEET, FORMULA, HIDDEN, PROSE, REPORT, ROWS, SLIDES
from tests.read.made_odt import odt
from tests.read.made_odt import p as odt_p
from tests.read.made_office import run, word
from thence.errors import InputError
from thence.model.document import BlockKind

M = "http://schemas.openxmlformats.org/officeDocument/2006/math"
GALLERY = "<w:sdtPr><w:docPartObj><w:docPartGallery w:val='Table of Contents'/></w:docPartObj></w:sdtPr>"
MATHML = "http://www.w3.org/1998/Math/MathML"


def m(name: str, *inner: str, properties: str = "") -> str:
    about = f"<m:{name}Pr>{properties}</m:{name}Pr>" if properties else ""
    return f"<m:{name}>{about}{''.join(inner)}</m:{name}>"


def t(words: str) -> str:
    return f"<m:r><m:t>{words}</m:t></m:r>"


def with_part(data: bytes, name: str, text: str) -> bytes:
    """Return a package with one more part."""
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a") as package:
        package.writestr(zipfile.ZipInfo(name), text)
    return out.getvalue()


def field(instruction: str, *paragraphs: str) -> str:
    """Return paragraphs that are the result of one field."""
    begin = "<w:r><w:fldChar w:fldCharType='begin'/></w:r>"
    begin += f"<w:r><w:instrText>{instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType='separate'/></w:r>"
    end = "<w:r><w:fldChar w:fldCharType='end'/></w:r>"
    runs = [f"<w:r><w:t>{text}</w:t></w:r>" for text in paragraphs]
    return "".join(f"<w:p>{text}</w:p>" for text in [begin + runs[0], *runs[1:]]) + f"<w:p>{end}</w:p>"


# Tables of contents


@pytest.mark.parametrize(
    "listing",
    [
        f"<w:sdt>{GALLERY}<w:sdtContent>{p('Contents')}{p('Ann runs the yard 1')}</w:sdtContent></w:sdt>",
        field(' TOC \\o "1-3" ', "Contents", "Ann runs the yard 1"),
        p("Contents", "ContentsHeading") + p("Ann runs the yard 1", "Contents1"),
    ],
    ids=["gallery", "field", "styles"],
)
def test_the_lines_of_a_table_of_contents_are_no_prose(listing: str):
    styles = "".join(
        f"<w:style w:type='paragraph' w:styleId='{name}'><w:name w:val='{shown}'/></w:style>"
        for name, shown in (("ContentsHeading", "Contents Heading"), ("Contents1", "Contents 1"))
    )
    document = read(word(listing + p("Ann runs the yard."), styles=styles), "a.docx")
    assert said(document, BlockKind.FURNITURE) == ["Contents", "Ann runs the yard 1"]
    assert said(document, BlockKind.PARAGRAPH) == ["Ann runs the yard."]


def test_a_hyperlink_field_lists_nothing():
    document = read(docx(field(' HYPERLINK "https://example.org" ', "Ann runs the yard.")), "a.docx")
    assert said(document, BlockKind.PARAGRAPH) == ["Ann runs the yard."]


# What styles of other programs mean


def test_quotations_and_code_are_told_by_the_names_of_their_styles():
    styles = "".join(
        f"<w:style w:type='paragraph' w:styleId='{name}'><w:name w:val='{shown}'/></w:style>"
        for name, shown in (("Q", "Quotations"), ("C", "Source Code"), ("P", "Preformatted Text"))
    )
    body = p("No ship leaves.", "Q") + p("total: 5", "C") + p("total: 6", "P")
    document = read(word(body, styles=styles), "a.docx")
    assert [block.kind for block in document.blocks] == [BlockKind.QUOTED, BlockKind.CODE, BlockKind.CODE]
    assert not document.records

    body = odt_p("No ship leaves.", "Quotations") + odt_p("total: 6", "Preformatted_20_Text")
    document = read(odt(body), "a.odt")
    assert [block.kind for block in document.blocks] == [BlockKind.QUOTED, BlockKind.CODE]


def test_the_depth_of_an_item_is_that_of_its_style_too():
    """Word and python-docx have a style a level, each with a list of its own, whose first level it is."""
    level = "<w:pPr><w:numPr><w:numId w:val='3'/></w:numPr></w:pPr>"
    styles = f"<w:style w:type='paragraph' w:styleId='L2'><w:name w:val='List Bullet 2'/>{level}</w:style>"
    numbering = "<w:abstractNum w:abstractNumId='1'><w:lvl w:ilvl='0'><w:numFmt w:val='bullet'/><w:lvlText w:val='o'/>"
    numbering += "</w:lvl></w:abstractNum><w:num w:numId='3'><w:abstractNumId w:val='1'/></w:num>"
    document = read(word(p("Below.", "L2"), styles=styles, numbering=numbering), "a.docx")
    assert [(block.kind, block.level) for block in document.blocks] == [(BlockKind.ITEM, 2)]

    items = f"<text:list><text:list-item>{odt_p('Below.', 'List_20_Bullet_20_2')}</text:list-item></text:list>"
    assert [(block.kind, block.level) for block in read(odt(items), "a.odt").blocks] == [(BlockKind.ITEM, 2)]

    head = r"{\stylesheet{\s0 Normal;}{\s1 List Bullet 2;}}"
    made = read(rtf(r"\pard\s1{\listtext\'b7\tab}Below.\par", head=head), "a.rtf")
    assert [(block.kind, block.level) for block in made.blocks] == [(BlockKind.ITEM, 2)]


def test_empty_paragraphs_at_the_end_of_a_row_are_no_part_of_it():
    cells = f"<w:tc>{p('Ann')}</w:tc><w:tc>{p('5')}<w:p/></w:tc>"
    document = read(
        docx(f"<w:tbl><w:tr><w:tc>{p('Name')}</w:tc><w:tc>{p('Crew')}</w:tc></w:tr><w:tr>{cells}</w:tr></w:tbl>"),
        "a.docx",
    )
    assert [words(document, block.span) for block in document.blocks] == ["Name | Crew", "Ann | 5"]


def test_the_caption_of_a_table_by_pandoc_is_its_title():
    table = "".join(
        f"<table:table-row>{''.join(f'<table:table-cell>{odt_p(cell)}</table:table-cell>' for cell in row)}"
        "</table:table-row>"
        for row in (("Ship", "Crew"), ("Kestrel", "12"))
    )
    document = read(odt(odt_p("Ships", "TableCaption") + f"<table:table>{table}</table:table>"), "a.odt")
    assert [record.title for record in document.records] == ["Ships"]


# Tables that only lay out


def test_a_single_row_without_header_lays_out_prose():
    """A sentence beside another was a record of columns without names, and nobody read it."""
    document = read(docx(tbl([["Eva runs the office.", "Bo owns the yard."]])), "a.docx")
    assert said(document, BlockKind.PARAGRAPH) == ["Eva runs the office.", "Bo owns the yard."]
    assert rows(document) == []


# Formulas


def test_formulas_of_word_are_read_in_one_line():
    power = m("sSup", m("e", t("a")), m("sup", t("n+1")))
    integral = m("nary", m("sub", t("0")), m("sup", t("1")), m("e", t("x")), properties="<m:chr m:val='∫'/>")
    root = m("rad", m("deg"), m("e", t("x+y")))
    inner = m(
        "d",
        m("e", m("f", m("num", t("a+b")), m("den", t("2")))),
        properties="<m:begChr m:val='['/><m:endChr m:val=']'/>",
    )
    formulas = (power, integral, root, inner, m("func", m("fName", t("sin")), m("e", t("x"))))
    body = "".join(f"<w:p><m:oMath>{each}</m:oMath></w:p>" for each in formulas)
    document = read(word(body), "a.docx")
    assert document.text.split("\n") == ["a^(n+1)", "∫_0^1 x", "√(x+y)", "[(a+b)/2]", "sin x"]


def test_formulas_of_opendocument_are_read_where_they_stand():
    """The objects that hold them were left out without a word."""
    frame = (
        "<draw:frame><draw:object xlink:href='./Object 1'/><draw:image xlink:href='./Replaced/Object 1'/></draw:frame>"
    )
    formula = (
        f"<math xmlns='{MATHML}'><semantics><mrow><msup><mi>a</mi><mn>2</mn></msup><mo>=</mo><mfrac><mrow><mi>b</mi>"
        "<mo>+</mo><mn>1</mn></mrow><mi>c</mi></mfrac></mrow><annotation>a^2</annotation></semantics></math>"
    )
    data = with_part(odt(odt_p(f"As {frame} holds.")), "Object 1/content.xml", formula)
    document = read(data, "a.odt")
    assert document.text == "As a^2=(b+1)/c holds."
    assert [words(document, block.span) for block in document.blocks] == [document.text]
    assert not document.findings


def test_other_objects_are_told():
    frame = "<draw:frame><draw:object xlink:href='./Object 1'/></draw:frame>"
    chart = (
        "<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'><office:body>"
        "<office:chart/></office:body></office:document-content>"
    )
    document = read(with_part(odt(odt_p(f"As {frame} shows.")), "Object 1/content.xml", chart), "a.odt")
    assert [finding.message for finding in document.findings] == ["not read: charts 1"]
    document = read(odt(odt_p(f"As {frame} shows.")), "a.odt")
    assert [finding.message for finding in document.findings] == ["not read: embedded objects 1"]


# Words that are struck through


def test_words_that_are_struck_through_are_no_current_words():
    """They were read as facts, though pages, and every reader, take them as withdrawn."""
    runs = run("Ann owns it. ") + run("Bo owned ", "<w:strike/>") + run("it. ", "<w:dstrike/>")
    runs += run("Cy left.", "<w:rStyle w:val='S'/>") + run("She stays.", "<w:strike w:val='0'/>")
    styles = "<w:style w:type='character' w:styleId='S'><w:name w:val='S'/><w:rPr><w:strike/></w:rPr></w:style>"
    document = read(word(f"<w:p>{runs}</w:p>", styles=styles), "a.docx")
    assert said(document, BlockKind.PARAGRAPH) == ["Ann owns it. She stays."]
    assert said(document, BlockKind.DELETED) == ["Bo owned it. Cy left."]
    assert [finding.message for finding in document.findings] == [
        "struck out or deleted: “Bo owned it. Cy left.” (paragraph 1), no current fact"
    ]

    styles = (
        "<style:style style:name='S' style:family='{}'><style:text-properties style:text-line-through-type='single'/>"
    )
    styles = "".join((styles + "</style:style>").format(family) for family in ("text", "paragraph"))
    body = odt_p(
        "Ann owns it. <text:span text:style-name='S'>Bo <text:span>owned</text:span> it. </text:span>She stays."
    )
    document = read(odt(body + odt_p("All gone.", "S"), styles=styles), "a.odt")
    assert said(document, BlockKind.PARAGRAPH) == ["Ann owns it. She stays."]
    assert said(document, BlockKind.DELETED) == ["Bo owned it.", "All gone."]

    made = read(rtf(r"Ann owns it. {\strike Bo owned it. }She stays.\par"), "a.rtf")
    assert said(made, BlockKind.PARAGRAPH) == ["Ann owns it. She stays."]
    assert said(made, BlockKind.DELETED) == ["Bo owned it."]


# Flat files


def test_flat_opendocument_is_read_as_its_package_is():
    """It was read as any XML: hidden and deleted words were facts."""
    report = read(REPORT, "a.fodt")
    assert report.recipe.startswith("read.odt/")
    assert [each for each in said(report, BlockKind.PARAGRAPH) if each in PROSE] == PROSE
    assert said(report, BlockKind.DELETED) == [DELETED[0]]
    assert FORMULA in said(report, BlockKind.PARAGRAPH)
    assert not any(each in report.text for each in HIDDEN)
    assert read(FLEET, "a.xml").recipe.startswith("read.ods/")
    assert rows(read(FLEET, "a.fods")) == ROWS
    assert read(SLIDES, "a.fodp").title == "Fleet plan"
    assert read("<?xml version='1.0'?><a><b>office:mimetype=x</b></a>", "a.xml").recipe.startswith("read.xml/")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (REPORT[:-20], "TH502"),
        (REPORT.replace(b"?><office", b'?><!DOCTYPE x [<!ENTITY a "b">]><office', 1), "TH506"),
    ],
)
def test_flat_files_that_are_broken_or_hostile_are_refused(data: bytes, code: str):
    with pytest.raises(InputError, match=code):
        read(data, "a.fodt")
