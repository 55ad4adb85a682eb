"""OpenDocument texts: the accepted view, parts, tables, lists, links, and what is not shown."""

from __future__ import annotations

import pytest

from tests.read.asking import read, rows, said, words
from tests.read.made_odt import odt, p
from thence.errors import InputError
from thence.model.document import BlockKind, Document
from thence.read.odt import read_odt


def parts(document: Document) -> list[tuple[str, str]]:
    return [(block.part, words(document, block.span)) for block in document.blocks]


def test_paragraphs_headings_and_declared_values():
    body = "<text:h text:outline-level='1'>Lease</text:h>" + p("Date: 3 May 2024") + p("Ann left.")
    meta = "<dc:title>T</dc:title><meta:initial-creator>Ann</meta:initial-creator><dc:creator>Bo</dc:creator>"
    document = read(odt(body, meta=meta), "a.odt")
    assert (document.title, document.date, document.author) == ("Lease", "2024-05-03", None)
    assert dict(document.meta) == {"title": "T", "author": "Ann"}
    assert [(b.kind, b.number) for b in document.blocks] == [
        (BlockKind.HEADING, 1), (BlockKind.FURNITURE, 2), (BlockKind.PARAGRAPH, 3),
    ]  # fmt: skip


def test_blanks_count_as_they_are_shown_and_spans_begin_runs():
    body = p("\n  Ann \n  <text:span>owns</text:span><text:s text:c='2'/>it<text:tab/>now<text:line-break/> and then ")
    document = read(odt(body), "a.odt")
    assert document.text == "Ann owns  it\tnow\nand then "
    assert document.blocks[0].runs == (0, 4, 8)


def test_what_a_change_deleted_stands_apart():
    regions = (
        "<text:tracked-changes><text:changed-region text:id='c1'><text:deletion><office:change-info><dc:creator>Cy"
        "</dc:creator><dc:date>2024-05-06T10:00:00</dc:date></office:change-info>"
        "<text:p>never </text:p></text:deletion></text:changed-region>"
        "<text:changed-region text:id='c2'><text:insertion/></text:changed-region>"
        "</text:tracked-changes>"
    )
    body = p("Ann <text:change text:change-id='c1'/><text:change-start text:change-id='c2'/>still<text:change-end "
             "text:change-id='c2'/> owns it.")  # fmt: skip
    document = read(odt(regions + body + p("Next.")), "a.odt")
    assert [(b.kind, words(document, b.span), b.voice, b.date) for b in document.blocks] == [
        (BlockKind.PARAGRAPH, "Ann still owns it.", None, None),
        (BlockKind.DELETED, "never", "Cy", "2024-05-06"),
        (BlockKind.PARAGRAPH, "Next.", None, None),
    ]
    assert [(finding.code, finding.message) for finding in document.findings] == [
        ("TH535", "deleted by Cy on 2024-05-06: “never” (paragraph 1), no current fact")
    ]


def test_notes_comments_and_boxes_are_parts_tied_to_their_place():
    note = (
        "<text:note text:note-class='{}'><text:note-citation>1</text:note-citation><text:note-body>{}</text:note-body>"
    )
    note += "</text:note>"
    comment = f"<office:annotation><dc:creator>Cy</dc:creator><dc:date>2024-05-06T10:00:00</dc:date>{p('Really?')}"
    comment += "</office:annotation>"
    box = f"<draw:frame><draw:text-box>{p('Chief: Bo Ek')}</draw:text-box></draw:frame>"
    body = p(f"It was certified.{note.format('footnote', p('Withdrawn.'))} It ran{comment}.{box}") + p(
        f"End.{note.format('endnote', p('See.'))}"
    )
    document = read(odt(body), "a.odt")
    assert [(words(document, b.span), b.part, b.voice) for b in document.blocks] == [
        ("It was certified. It ran.", "", None), ("Withdrawn.", "footnote 1", None), ("Really?", "comment 1", "Cy"),
        ("Chief: Bo Ek", "text box", None), ("End.", "", None), ("See.", "endnote 1", None),
    ]  # fmt: skip
    assert [(link.span.start, link.target) for link in document.links][:2] == [(17, "#footnote-1"), (24, "#comment-1")]


def test_headers_and_footers_of_the_pages_in_use_are_read_once():
    masters = (
        f"<style:master-page style:name='Standard'><style:header>{p('SECRET')}</style:header><style:header-first>"
        f"{p('First')}</style:header-first><style:footer>{p('Page')}</style:footer></style:master-page>"
        f"<style:master-page style:name='Two'><style:header>{p('SECRET')}</style:header><style:footer "
        f"style:display='false'>{p('no')}</style:footer></style:master-page>"
        f"<style:master-page style:name='Envelope'><style:header>{p('Unused')}</style:header></style:master-page>"
    )
    styles = "<style:style style:name='P1' style:family='paragraph' style:master-page-name='Two'/>"
    document = read(odt(p("Body.", "P1"), styles=styles, masters=masters), "a.odt")
    assert parts(document) == [("header", "SECRET"), ("header", "First"), ("", "Body."), ("footer", "Page")]


def test_links_have_their_targets():
    document = read(odt(p("By <text:a xlink:href='http://o.org/#a'>Orr <text:span>Co</text:span></text:a>.")), "a.odt")
    assert [(words(document, link.span), link.target) for link in document.links] == [("Orr Co", "http://o.org/#a")]


def test_lists_have_their_labels_and_depths():
    style = (
        "<text:list-style style:name='L'><text:list-level-style-number text:level='1' style:num-format='1' "
        "style:num-suffix='.'/><text:list-level-style-number text:level='2' style:num-format='a' style:num-suffix=')' "
        "text:display-levels='2'/></text:list-style><text:list-style style:name='B'><text:list-level-style-bullet "
        "text:level='1' text:bullet-char='•'/></text:list-style>"
    )
    item = "<text:list-item>{}</text:list-item>"
    deep = f"<text:list>{item.format(p('Deep'))}</text:list>"
    body = f"<text:list text:style-name='L' xml:id='l1'>{item.format(p('One') + p('more') + deep)}"
    body += f"<text:list-header>{p('Aside')}</text:list-header>{item.format(p('Two'))}</text:list>" + p("Between.")
    body += f"<text:list text:style-name='L' text:continue-list='l1'>{item.format(p('Three'))}</text:list>"
    body += f"<text:list text:style-name='B'>{item.format(p('Dot'))}</text:list>"
    document = read(odt(body, styles=style), "a.odt")
    assert document.text == "1. One\nmore\n1.a) Deep\nAside\n2. Two\nBetween.\n3. Three\n• Dot"
    assert [(words(document, b.span), b.level) for b in document.blocks if b.kind is BlockKind.ITEM] == [
        ("One", 1), ("more", 1), ("Deep", 2), ("Aside", 1), ("Two", 1), ("Three", 1), ("Dot", 1),
    ]  # fmt: skip


def test_headings_may_be_numbered():
    outline = "<text:outline-style><text:outline-level-style text:level='1' style:num-format='1' style:num-suffix='.'/>"
    body = "<text:h text:outline-level='1'>Term</text:h><text:h text:outline-level='1'>Rent</text:h>"
    document = read(odt(body, common=f"{outline}</text:outline-style>"), "a.odt")
    assert document.text == "1. Term\n2. Rent"
    assert said(document, BlockKind.HEADING) == ["Term", "Rent"]


# tables


def _cell(inner: str, more: str = "") -> str:
    return f"<table:table-cell {more}>{inner}</table:table-cell>"


def _row(*cells: str) -> str:
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def test_merged_and_repeated_cells_and_header_rows():
    head = _row(
        _cell(p("Firm"), "table:number-rows-spanned='2'"), _cell(p("Sales"), "table:number-columns-spanned='2'")
    )
    head += _row("<table:covered-table-cell/>", _cell(p("2023")), _cell(p("2024")))
    body = _row(_cell(p("Bolt"), "table:number-rows-spanned='2'"), _cell(p("5"), "table:number-columns-repeated='2'"))
    body += _row("<table:covered-table-cell/>", _cell(p("7")), _cell(p("8")))
    table = f"<table:table><table:table-header-rows>{head}</table:table-header-rows>{body}</table:table>"
    document = read(odt(table), "a.odt")
    assert rows(document) == [
        {"Firm": "Bolt", "Sales 2023": "5", "Sales 2024": "5"}, {"Firm": "Bolt", "Sales 2023": "7", "Sales 2024": "8"},
    ]  # fmt: skip
    assert document.text.count("Bolt") == 1


def test_repeats_are_bounded():
    inner = p("x")
    for _ in range(12):
        inner = (
            "<table:table>" + _row(_cell(inner + p("y"), "table:number-columns-repeated='9999999'")) + "</table:table>"
        )
    assert len(read(odt(inner + p("<text:s text:c='99999'/>end")), "a.odt").text) < 5_000


def test_a_table_in_a_cell_is_a_table_of_its_own():
    inner = "<table:table>" + _row(_cell(p("Part")), _cell(p("Mass"))) + _row(_cell(p("Blade")), _cell(p("7")))
    outer = _row(_cell(p("Name")), _cell(p("Parts"))) + _row(
        _cell(p("Rotor")), _cell(p("two") + inner + "</table:table>")
    )
    document = read(odt(f"<table:table>{outer}</table:table>"), "a.odt")
    assert rows(document) == [{"Name": "Rotor", "Parts": "two"}, {"Part": "Blade", "Mass": "7"}]


# what is not shown


def test_hidden_text_is_left_out_and_counted():
    styles = (
        "<style:style style:name='H' style:family='text'><style:text-properties text:display='none'/></style:style>"
        "<style:style style:name='HP' style:family='paragraph' style:parent-style-name='X'/>"
        "<style:style style:name='X' style:family='paragraph'>"
        "<style:text-properties text:display='none'/></style:style>"
    )
    body = (
        p("Ann <text:span text:style-name='H'>never </text:span>left.")
        + p("Gone.", "HP")
        + p("<text:hidden-paragraph text:is-hidden='true'/>Gone too.")
    )
    body += f"<text:section text:display='none'>{p('All gone.')}</text:section>" + p(
        "<text:hidden-text>x</text:hidden-text>"
    )
    document = read(odt(body, styles=styles), "a.odt")
    assert document.text.strip() == "Ann left."
    assert [(f.code, f.message) for f in document.findings] == [("TH538", "hidden passages left out: 5")]


def test_a_table_of_contents_is_no_prose():
    index = f"<text:table-of-content><text:index-body>{p('Term 3')}</text:index-body></text:table-of-content>"
    document = read(odt(index + p("Ann left.")), "a.odt")
    assert said(document, BlockKind.PARAGRAPH) == ["Ann left."]
    assert said(document, BlockKind.FURNITURE) == ["Term 3"]


def test_pictures_objects_and_empty_fields_are_told():
    body = p("<draw:frame><draw:image/></draw:frame><draw:frame><draw:object/><draw:image/></draw:frame>"
             "<text:placeholder>name</text:placeholder>Ann left.")  # fmt: skip
    document = read(odt(body), "a.odt")
    assert document.text == "Ann left."
    assert [(f.code, f.message) for f in document.findings] == [
        ("TH525", "pictures not read: 1"), ("TH537", "not read: embedded objects 1, form fields nobody filled in 1"),
    ]  # fmt: skip


def test_locked_and_deep_documents_are_refused():
    locked = "<m:file-entry><m:encryption-data/></m:file-entry>"
    for data, code in (
        (odt(p("x"), manifest=locked), "TH505"),
        (odt(p("<text:span>" * 300 + "</text:span>" * 300)), "TH506"),
    ):
        with pytest.raises(InputError) as caught:
            read_odt(data, "a.odt")
        assert caught.value.code == code


def test_deep_spans_are_read():
    assert read(odt(p("<text:span>" * 240 + "Ann." + "</text:span>" * 240)), "a.odt").text == "Ann."
