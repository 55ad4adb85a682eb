"""OpenDocument spreadsheets: what cells show, merged and repeated ones, what is hidden, comments and boxes."""

from __future__ import annotations

import io
import zipfile

import pytest

from tests.read.asking import codes, read, rows, said, words
from tests.read.made_ods import EMPTY, REST, line, number, ods, table, text
from thence.errors import InputError
from thence.model.document import BlockKind


def test_cells_are_read_as_those_of_other_workbooks_are():
    head = line(*map(text, ("Ship", "Price", "Share", "Seen", "Code", "Old", "Sum")), EMPTY)
    day = "<table:table-cell office:value-type='date' office:date-value='2024-03-05{}' table:style-name='day'/>"
    first = line(
        text("Kestrel"), number("-1234.5", "-1,234.50 €", "cash", "currency"), number("0.25", "25.0%", "share"),
        day.format("T10:30:00"), number("417", "00417", "code"),
        "<table:table-cell office:value-type='boolean' office:boolean-value='true'><text:p>WAHR</text:p>"
        "</table:table-cell>",
        number("2.6667", "2.67 €", "money", more="table:formula='of:=8/3'"),
        EMPTY,
    )  # fmt: skip
    document = read(ods(table(head, first, REST)), "a.ods")
    assert document.recipe.startswith("read.ods/")
    assert rows(document) == [
        {
            "Ship": "Kestrel", "Price": "-1234.50 €", "Share": "25.0%", "Seen": "2024-03-05", "Code": "00417",
            "Old": "TRUE", "Sum": "2.67 €",
        }
    ]  # fmt: skip
    assert [(each.name, each.kind) for each in document.columns] == [
        ("Price", "decimal"), ("Share", "decimal"), ("Seen", "date"), ("Code", "identifier"), ("Old", "boolean"),
        ("Sum", "decimal"),
    ]  # fmt: skip


def test_merged_cells_count_once_and_repeated_ones_as_often_as_they_are():
    lines = (
        line(text("Port", "table:number-rows-spanned='2'"), text("2023", "table:number-columns-spanned='2'"),
             "<table:covered-table-cell/>"),
        line("<table:covered-table-cell/>", text("Fish"), text("Timber")),
        line(text("Bergen"), number("4", "4", more="table:number-columns-repeated='2'")),
        line(text("Oslo"), number("5", "5"), number("6", "6"), more="table:number-rows-repeated='2'"),
    )  # fmt: skip
    document = read(ods(table(*lines)), "a.ods")
    assert rows(document) == [
        {"Port": "Bergen", "2023 Fish": "4", "2023 Timber": "4"},
        {"Port": "Oslo", "2023 Fish": "5", "2023 Timber": "6"},
        {"Port": "Oslo", "2023 Fish": "5", "2023 Timber": "6"},
    ]


def test_what_is_hidden_or_has_no_value_is_left_out_and_told():
    columns = "<table:table-column/><table:table-column table:visibility='collapse'/><table:table-column/>"
    error = "<table:table-cell table:formula='of:=1/0' office:value-type='string'><text:p>#DIV/0!</text:p>"
    lines = (
        line(text("Ship"), text("Secret"), text("Crew")),
        line(text("Kestrel"), text("code"), number("12", "12")),
        line(text("Ghost"), text("x"), number("1", "1"), more="table:visibility='filter'"),
        line(text("Osprey"), text("y"), f"{error}</table:table-cell>"),
        line(text("Heron"), text("z"), "<table:table-cell table:formula='of:=A1'/>"),
    )
    body = table(columns, *lines) + table(line(text("Nobody reads this.")), name="Gone", more="table:style-name='gone'")
    document = read(ods(body), "a.ods")
    assert rows(document) == [
        {"Ship": "Kestrel", "Crew": "12"},
        {"Ship": "Osprey", "Crew": ""},
        {"Ship": "Heron", "Crew": ""},
    ]
    assert [(finding.code, finding.message) for finding in document.findings] == [
        ("TH538", "hidden, and left out: 1 sheets (Gone), 1 rows, 4 cells in columns"),
        ("TH536", "1 cells show an error and have no value: Fleet!C4"),
        ("TH536", "1 formula has no stored value and is read as empty: Fleet!C5"),
    ]


def test_comments_links_and_boxes_stand_apart():
    comment = (
        "<office:annotation><dc:creator>Petra</dc:creator><dc:date>2024-03-06T08:00:00</dc:date>"
        "<text:p>Flagship.</text:p></office:annotation>"
    )
    linked = "<text:p><text:a xlink:href='https://example.org/k'>Kestrel</text:a></text:p>"
    box = "<table:shapes><draw:frame><draw:text-box><text:p>Boxed words.</text:p></draw:text-box></draw:frame>"
    box += "<draw:frame><draw:image/></draw:frame><draw:frame><draw:object/></draw:frame></table:shapes>"
    lines = (
        line(text("Ship"), text("Crew")),
        line(f"<table:table-cell office:value-type='string'>{comment}{linked}</table:table-cell>", number("12", "12")),
    )
    document = read(ods(table(box, *lines)), "a.ods")
    apart = [(b.part, words(document, b.span), b.voice, b.date) for b in document.blocks if b.part != "Fleet"]
    assert apart == [
        ("comment 1", "Flagship.", "Petra", "2024-03-06"),
        ("text box", "Boxed words.", None, None),
    ]
    assert [(words(document, link.span), link.target) for link in document.links] == [
        ("Kestrel", "https://example.org/k"),
        ("", "#comment-1"),
    ]
    assert sorted(codes(document)) == ["TH525", "TH537"]


def test_blanks_lines_and_prose_are_words():
    cell = "<text:p>The fleet<text:s text:c='2'/>is  insured.</text:p><text:p>Ida said<text:line-break/>so.</text:p>"
    document = read(
        ods(table(line(f"<table:table-cell office:value-type='string'>{cell}</table:table-cell>"))), "a.ods"
    )
    assert said(document, BlockKind.PARAGRAPH) == ["The fleet  is insured.\nIda said\nso."]


def test_locked_and_damaged_ones_are_refused():
    with pytest.raises(InputError, match="TH505"):
        read(ods(table(), manifest="<m:file-entry><m:encryption-data/></m:file-entry>"), "a.ods")
    with pytest.raises(InputError, match="TH502"):
        read(ods(table())[:-40], "a.ods")


def test_more_cells_than_can_be_read_are_refused_at_once():
    wide = text("x", "table:number-columns-repeated='16000'")
    with pytest.raises(InputError, match="TH506"):
        read(ods(table(line(wide, more="table:number-rows-repeated='1000000'"))), "a.ods")


def test_one_without_its_name_is_known_by_its_content():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        with zipfile.ZipFile(io.BytesIO(ods(table(line(text("Ann left.")))))) as made:
            package.writestr("content.xml", made.read("content.xml"))
    document = read(out.getvalue(), "a.bin")
    assert said(document, BlockKind.PARAGRAPH) == ["Ann left."]


def test_struck_cells_of_opendocument_have_no_value():
    gone = text("Moss", "table:style-name='struck'")
    lines = (line(text("Ship"), text("Port")), line(text("Kestrel"), gone), line(text("Heron"), text("Bergen")))
    document = read(ods(table(*lines)), "a.ods")
    assert rows(document) == [{"Ship": "Kestrel", "Port": ""}, {"Ship": "Heron", "Port": "Bergen"}]
    assert said(document, BlockKind.DELETED) == ["Moss"]
    assert codes(document) == ["TH535"]


def test_words_that_a_line_goes_through_within_a_cell_are_none_of_its_value():
    gone = "<text:span text:style-name='cut'>{}</text:span>"

    def said(words: str, kind: str = "office:value-type='string'") -> str:
        return f"<table:table-cell {kind}><text:p>{words}</text:p></table:table-cell>"

    lines = (
        line(text("Ship"), text("Crew"), text("Port")),
        line(text("Kestrel"), said(gone.format("12") + "13"), said("Moss")),
        line(text("Heron"), said(gone.format("9"), "office:value-type='float' office:value='9'"), said("Bergen")),
        line(text("Osprey"), said("7"), "<table:table-cell office:value-type='string'>"
             "<text:p text:style-name='cutline'>Oslo</text:p></table:table-cell>"),
    )  # fmt: skip
    document = read(ods(table(*lines)), "a.ods")
    assert rows(document) == [
        {"Ship": "Kestrel", "Crew": "13", "Port": "Moss"},
        {"Ship": "Heron", "Crew": "", "Port": "Bergen"},
        {"Ship": "Osprey", "Crew": "7", "Port": ""},
    ]
    deleted = [block for block in document.blocks if block.kind is BlockKind.DELETED]
    assert [(block.part, words(document, block.span)) for block in deleted] == [
        ("Fleet B2", "12"), ("Fleet B3", "9"), ("Fleet C4", "Oslo"),
    ]  # fmt: skip
    assert codes(document) == ["TH535"] * 3
