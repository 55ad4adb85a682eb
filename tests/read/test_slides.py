"""Presentations: slides as parts, titles, items, tables, speakers' notes, comments, and what is hidden."""

from __future__ import annotations

import pytest

from tests.read.asking import codes, read, rows, words
from tests.read.made_office import packed
from tests.read.made_slides import BELOW, PLAIN, frame, odp, page, para, pptx, shape
from thence.errors import InputError
from thence.model.document import BlockKind, Document


def blocks(document: Document) -> list[tuple[str, str, int, str]]:
    return [(b.part, b.kind.value, b.level, words(document, b.span)) for b in document.blocks]


TABLE = (
    "<p:graphicFrame><a:graphic><a:graphicData uri='x/table'><a:tbl><a:tblPr firstRow='1'/>"
    "<a:tr><a:tc gridSpan='2'><a:txBody>{0}</a:txBody></a:tc><a:tc hMerge='1'><a:txBody/></a:tc></a:tr>"
    "<a:tr><a:tc><a:txBody>{1}</a:txBody></a:tc><a:tc><a:txBody>{2}</a:txBody></a:tc></a:tr>"
    "<a:tr><a:tc><a:txBody>{3}</a:txBody></a:tc><a:tc><a:txBody>{4}</a:txBody></a:tc></a:tr>"
    "</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
)


def test_slides_are_parts_with_their_titles_first():
    body = shape(para("Ann owns it."), para("She sails.", BELOW), para("Plain words.", PLAIN), kind="")
    data = pptx(
        body + shape(para("Fleet"), para("plan"), kind="title"),
        shape(para("Boxed words.")) + shape(para("3"), kind="sldNum") + shape(para("Internal"), kind="ftr"),
        shape(para("Internal"), kind="ftr"),
    )
    document = read(data, "a.pptx")
    assert document.title == "Fleet plan"
    assert blocks(document) == [
        ("slide 1", "heading", 1, "Fleet plan"),
        ("slide 1", "item", 1, "Ann owns it."),
        ("slide 1", "item", 2, "She sails."),
        ("slide 1", "paragraph", 0, "Plain words."),
        ("slide 2", "paragraph", 0, "Boxed words."),
        ("footer", "paragraph", 0, "Internal"),
    ]
    assert [block.number for block in document.blocks] == [1, 2, 3, 4, 1, 1]


def test_tables_of_slides_are_records():
    table = TABLE.format(*map(para, ("Fleet", "Ship", "Crew", "Kestrel", "12")))
    document = read(pptx(shape(para("Ships"), kind="title") + table), "a.pptx")
    assert rows(document) == [{"Ship": "Kestrel", "Crew": "12"}]
    assert [record.part for record in document.records] == ["slide 1"]


def test_notes_comments_and_links_stand_by_their_slide():
    link = "<a:p><a:r><a:t>See </a:t></a:r><a:r><a:rPr><a:hlinkClick r:id='h1'/></a:rPr><a:t>it</a:t></a:r></a:p>"
    data = pptx(
        shape(link),
        notes=shape(para("Greet Petra."), kind="body") + shape(para("7"), kind="sldNum"),
        comments="<p:cm authorId='0' dt='2024-03-06T08:00:00'><p:text>More ships.</p:text></p:cm>",
    )
    document = read(data, "a.pptx")
    assert [(b.part, words(document, b.span), b.voice, b.date) for b in document.blocks] == [
        ("slide 1", "See it", None, None),
        ("notes 1", "Greet Petra.", None, None),
        ("comment 1", "More ships.", "Olaf", "2024-03-06"),
    ]
    assert [(words(document, each.span), each.target) for each in document.links] == [("it", "https://example.org/k")]


def test_what_is_hidden_is_left_out_and_told():
    picture = "<p:pic><p:nvPicPr><p:cNvPr id='2' name='y'/></p:nvPicPr></p:pic>"
    data = pptx(
        shape(para("Shown.")) + shape(para("Secret."), hidden=True) + f"<p:grpSp>{picture}</p:grpSp>",
        shape(para("Gone.")),
        hidden=(2,),
    )
    document = read(data, "a.pptx")
    assert document.text == "Shown."
    assert codes(document) == ["TH538", "TH538", "TH525"]


def test_slides_of_opendocument_are_read_alike():
    outline = (
        "<text:list><text:list-item><text:p>Ann owns it.</text:p><text:list><text:list-item><text:p>She sails.</text:p>"
        "</text:list-item></text:list></text:list-item></text:list>"
    )
    table = "".join(
        f"<table:table-row>{''.join(f'<table:table-cell><text:p>{cell}</text:p></table:table-cell>' for cell in row)}"
        "</table:table-row>"
        for row in (("Ship", "Crew"), ("Kestrel", "12"))
    )
    comment = "<dc:creator>Olaf</dc:creator><dc:date>2024-03-06T08:00:00</dc:date><text:p>More ships.</text:p>"
    styles = "<style:style style:name='gone' style:family='drawing-page'><style:drawing-page-properties "
    styles += "presentation:visibility='hidden'/></style:style>"
    first = page(
        frame(outline, "outline"),
        frame("<text:p>Fleet plan</text:p>", "title"),
        f"<draw:frame><table:table>{table}</table:table></draw:frame>",
        frame("<text:p>3</text:p>", "page-number"),
        f"<presentation:notes>{frame('<text:p>Greet Petra.</text:p>', 'notes')}</presentation:notes>",
        f"<ooo:annotation>{comment}</ooo:annotation>",
    )
    document = read(odp(first, page(frame("<text:p>Gone.</text:p>"), style="gone"), styles=styles), "a.odp")
    assert document.title == "Fleet plan"
    assert blocks(document) == [
        ("slide 1", "heading", 1, "Fleet plan"),
        ("slide 1", "item", 1, "Ann owns it."),
        ("slide 1", "item", 2, "She sails."),
        ("slide 1", "furniture", 0, "Ship | Crew"),
        ("slide 1", "furniture", 0, "Kestrel | 12"),
        ("notes 1", "paragraph", 0, "Greet Petra."),
        ("comment 1", "paragraph", 0, "More ships."),
    ]
    assert rows(document) == [{"Ship": "Kestrel", "Crew": "12"}]
    assert [(b.voice, b.date) for b in document.blocks if b.kind is BlockKind.PARAGRAPH][-1] == ("Olaf", "2024-03-06")
    assert codes(document) == ["TH538"]


@pytest.mark.parametrize("name", ["a.pptx", "a.odp"])
def test_what_is_no_presentation_is_refused(name: str):
    data = packed({"ppt/presentation.xml": "<a/>"}) if name == "a.pptx" else odp().replace(b"content.xml", b"x.xml", 1)
    with pytest.raises(InputError, match="TH502"):
        read(data, name)


def test_struck_words_of_slides_are_deleted():
    gone = "<a:r><a:rPr strike='sngStrike'/><a:t>{}</a:t></a:r>"
    kept = "<a:r><a:rPr strike='noStrike'/><a:t>{}</a:t></a:r>"
    mixed = f"<a:p>{kept.format('Ann owns ')}{gone.format('5')}{gone.format('0%')}{kept.format('70% of it.')}</a:p>"
    whole = f"<a:p>{gone.format('Bo owns it.')}</a:p>"
    struck = TABLE.format(para("Fleet"), para("Ship"), para("Crew"), f"<a:p>{gone.format('Kestrel')}</a:p>", para("9"))
    document = read(pptx(shape(mixed, whole, kind="body") + struck), "a.pptx")
    assert [words(document, block.span) for block in document.blocks if block.kind is BlockKind.DELETED] == [
        "50%", "Bo owns it.", "Kestrel",
    ]  # fmt: skip
    assert "Ann owns 70% of it." in document.text
    assert [list(row.values()) for row in rows(document)] == [["", "9"]]
    assert codes(document) == ["TH535"] * 3
