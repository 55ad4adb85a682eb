"""Workbooks: what cells show, tables and their headers, what is hidden, and what is tied to cells."""

from __future__ import annotations

import io
import zipfile

import pytest

from tests.read.asking import codes, read, said, words
from tests.read.made_office import packed
from tests.read.made_xlsx import BOLD, CODE, DATE, MONEY, PERCENT, STRUCK, cell, grid, row, workbook
from thence.errors import InputError
from thence.model.document import BlockKind, Document
from thence.read.xlsx import read_xlsx
from thence.read.xlsx_formats import format_of


def rows(document: Document) -> list[dict[str, str]]:
    return [
        {item.name: words(document, item.value) for item in record.fields}
        for record in document.every_record()
        if record.table and record.part != "footer"
    ]


def test_each_sheet_is_a_part_and_each_row_a_record():
    data = workbook({
        "Owners": grid([["Name", "Share"], ["Ann", 5], ["Bo", 6]]),
        "Paid": grid([["To", "Sum"], ["Cy", 7.5]], top=3, left=2),
    })  # fmt: skip
    document = read(data, "a.xlsx")
    assert document.text == "Owners\nName | Share\nAnn | 5\nBo | 6\nPaid\nTo | Sum\nCy | 7.5"
    assert rows(document) == [{"Name": "Ann", "Share": "5"}, {"Name": "Bo", "Share": "6"}, {"To": "Cy", "Sum": "7.5"}]
    records = list(document.every_record())
    assert [(r.part, r.table, r.row, r.title, words(document, r.span)) for r in records] == [
        ("Owners", 1, 1, "Owners", "Ann | 5"), ("Owners", 1, 2, "Owners", "Bo | 6"), ("Paid", 2, 1, "Paid", "Cy | 7.5"),
    ]  # fmt: skip
    assert [(b.part, b.number, words(document, b.span)) for b in document.blocks][-3:] == [
        ("Paid", None, "Paid"), ("Paid", 3, "To | Sum"), ("Paid", 4, "Cy | 7.5"),
    ]  # fmt: skip
    assert document.byte_map is None


def test_numbers_are_what_their_formats_mean():
    lines = row(1, ["Code", "Day", "Sum", "Share", "Ok", "Made"]) + (
        f"<row r='2'>{cell('A2', 123, CODE)}{cell('B2', 45352, DATE)}{cell('C2', 1200.5, MONEY)}"
        f"{cell('D2', 0.125, PERCENT)}{cell('E2', 1, kind='b')}{cell('F2', 2.66667, MONEY, formula='8/3')}</row>"
    )
    document = read(workbook({"S": lines}), "a.xlsx")
    assert rows(document) == [
        {
            "Code": "00123",
            "Day": "2024-03-01",
            "Sum": "1200.50 EUR",
            "Share": "12.50%",
            "Ok": "TRUE",
            "Made": "2.67 EUR",
        }
    ]
    assert [(column.name, column.kind, column.format) for column in document.columns] == [
        ("Code", "identifier", ""), ("Day", "date", "iso"), ("Sum", "decimal", "decimal-point"),
        ("Share", "decimal", "decimal-point"), ("Ok", "boolean", ""), ("Made", "decimal", "decimal-point"),
    ]  # fmt: skip


def test_days_may_count_from_1904():
    lines = row(1, ["A", "Day"]) + f"<row r='2'>{cell('A2', 1)}{cell('B2', 43890, DATE)}</row>"
    assert rows(read(workbook({"S": lines}, properties="date1904='1'"), "a.xlsx"))[0]["Day"] == "2024-03-01"


@pytest.mark.parametrize(
    ("code", "raw", "shown"),
    [
        ("General", "0.30000000000000004", "0.3"), ("General", "1E-7", "0.0000001"), ("0.00", "5", "5.00"),
        ("[$€-407] #,##0.00", "-3", "-€ 3.00"), ('_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-', "1234.5", "1234.50 €"),
        ("0%", "0.12345", "12.345%"), ("000-00-0000", "123456789", "123-45-6789"), ("mmm-yy", "45352", "2024-03"),
        ("yyyy", "45352", "2024"), ("h:mm", "0.5", "12:00"), ("[h]:mm", "1.5", "36:00"), ("mm:ss", "0.01", "00:14:24"),
        ("dd.mm.yyyy hh:mm", "45352.25", "2024-03-01T06:00"), ('0.0,,"M"', "1234567", "1.234567M"),
        ('"$"#,##0_);\\("$"#,##0\\)', "-1200", "-$1200"), ('0 "kg"', "12", "12 kg"), ("@", "7", "7"),
        ("0.0;[Red]0.0", "-1", "-1.0"), ("# ?/?", "0.5", "0.5"),
        ("yyyy-mm-dd", "59", "1900-02-28"), ("yyyy-mm-dd", "-1", "-1"), ("yyyy-mm-dd", "1e300", "1e300"),
        ("0.00", "1e400", "1e400"), ("0", "x", "x"), ("0" * 400, "1", "1".rjust(300, "0")),
    ],
)  # fmt: skip
def test_a_format_shows_a_number(code: str, raw: str, shown: str):
    assert format_of(164, code).show(raw).text == shown


def test_strings_are_shared_rich_or_inline():
    strings = "<si><t>Name</t></si><si><r><t xml:space='preserve'>Ann </t></r><r><t>Lee_x000D_</t></r>"
    strings += "<rPh><t>no</t></rPh></si>"
    lines = (
        f"<row r='1'>{cell('A1', 0, kind='s')}{cell('B1', 'Note')}</row>"
        f"<row r='2'>{cell('A2', 1, kind='s')}{cell('B2', 'x', kind='str', formula='T(1)')}</row>"
    )
    assert rows(read(workbook({"S": lines}, strings=strings), "a.xlsx")) == [{"Name": "Ann Lee", "Note": "x"}]


def test_errors_and_formulas_without_a_value_are_told_and_have_none():
    lines = row(1, ["Name", "Sum"]) + (
        f"<row r='2'>{cell('A2', 'Ann')}{cell('B2', '#REF!', kind='e', formula='A9')}</row>"
        f"<row r='3'>{cell('A3', 'Bo')}{cell('B3', None, formula='1+1')}</row>"
    )
    document = read(workbook({"S": lines}), "a.xlsx")
    assert rows(document) == [{"Name": "Ann", "Sum": ""}, {"Name": "Bo", "Sum": ""}]
    assert "Ann | #REF!" in document.text
    assert [f.message for f in document.findings if f.code == "TH536"] == [
        "1 cells show an error and have no value: S!B2",
        "1 formula has no stored value and is read as empty: S!B3",
    ]


def test_what_is_hidden_is_left_out_and_counted():
    lines = row(1, ["Name", "Secret", "Sum"]) + row(2, ["Ann", "x", 5]) + row(3, ["Bo", "y", 6], more="hidden='1'")
    data = workbook(
        {"S": lines + row(4, ["Cy", "z", 7]), "Old": grid([["a", "b"], ["c", "d"]])},
        before={"S": "<cols><col min='2' max='2' hidden='1'/></cols>"},
        states={"Old": "veryHidden"},
    )
    document = read(data, "a.xlsx")
    assert rows(document) == [{"Name": "Ann", "Sum": "5"}, {"Name": "Cy", "Sum": "7"}]
    assert [(f.code, f.message) for f in document.findings] == [
        ("TH538", "hidden, and left out: 1 sheets (Old), 1 rows, 3 cells in columns")
    ]


# tables


def test_empty_rows_and_columns_part_tables():
    lines = {1: ["Name", "Share", None, "Item", "Fee"], 2: ["Ann", 5, None, "Oil", 3], 3: ["Bo", 6], 5: ["City", "Zip"],
             6: ["Ulm", "89073"]}  # fmt: skip
    document = read(workbook({"S": "".join(row(at, values) for at, values in lines.items())}), "a.xlsx")
    assert {(r.table, r.row): words(document, r.span) for r in document.every_record()} == {
        (1, 1): "Ann | 5", (1, 2): "Bo | 6", (2, 1): "Oil | 3", (3, 1): "Ulm | 89073",
    }  # fmt: skip


def test_a_table_goes_on_behind_an_empty_row():
    lines = {1: ["Name", "Share"], 2: ["Ann", 5], 4: ["Bo", 6], 6: ["South"], 7: ["Cy", 7]}
    document = read(workbook({"S": "".join(row(at, values) for at, values in lines.items())}), "a.xlsx")
    assert [row_["Name"] for row_ in rows(document)] == ["Ann", "Bo", "Cy"]
    assert [record.title for record in document.every_record()] == ["S", "S", "South"]


def test_merged_headers_make_a_path_and_merged_cells_count_once():
    lines = (
        row(1, ["Firm", "Sales", None, "Note"]) + row(2, [None, 2023, 2024]) + row(3, ["Bolt", 5, 6, "x"])
        + row(4, [None, 7, 8, "y"])
    )  # fmt: skip
    merges = "".join(f"<mergeCell ref='{place}'/>" for place in ("A1:A2", "B1:C1", "D1:D2", "A3:A4"))
    merges = f"<mergeCells>{merges}</mergeCells>"
    document = read(workbook({"S": lines}, after={"S": merges}), "a.xlsx")
    assert rows(document) == [
        {"Firm": "Bolt", "Sales 2023": "5", "Sales 2024": "6", "Note": "x"},
        {"Firm": "Bolt", "Sales 2023": "7", "Sales 2024": "8", "Note": "y"},
    ]
    assert [item.path for item in next(document.every_record()).fields] == [
        (),
        ("Sales", "2023"),
        ("Sales", "2024"),
        (),
    ]
    assert document.text.count("Bolt") == 1


def test_titles_remarks_and_totals_are_no_rows():
    lines = grid([["Payments of Acme"], ["Name", "Sum"], ["Ann", 5], ["Bo", 6], ["Total", 11], ["Source: the ledger."]])
    document = read(workbook({"S": lines}), "a.xlsx")
    assert rows(document) == [{"Name": "Ann", "Sum": "5"}, {"Name": "Bo", "Sum": "6"}]
    assert [(b.kind, words(document, b.span)) for b in document.blocks][:2] == [
        (BlockKind.HEADING, "S"), (BlockKind.HEADING, "Payments of Acme"),
    ]  # fmt: skip
    assert document.title == "Payments of Acme"
    assert "TH543" in codes(document)
    assert "Total | 11" in document.text
    (total,) = (record for record in document.records if record.part == "footer")
    assert [(item.name, item.column, words(document, item.value)) for item in total.fields] == [
        ("Name", 1, "Total"), ("Sum", 2, "11"),
    ]  # fmt: skip


def test_bold_tells_a_header():
    lines = row(1, ["Ann", "Bo"], style=BOLD) + row(2, ["Ann", "Bo"])
    assert rows(read(workbook({"S": lines}), "a.xlsx")) == [{"Ann": "Ann", "Bo": "Bo"}]


def test_a_range_that_was_made_a_table_has_its_header():
    data = workbook(
        {"S": grid([["12", "13"], ["Ann", "x"], ["Bo", "y"]])},
        rels={"S": {"t1": ("table", "../tables/table1.xml")}},
        parts={"xl/tables/table1.xml": "<table ref='A1:B3'/>"},
    )
    assert rows(read(data, "a.xlsx")) == [{"12": "Ann", "13": "x"}, {"12": "Bo", "13": "y"}]


def test_a_table_without_header_is_told():
    document = read(workbook({"S": grid([["Ann", 5], ["Bo", 6]])}), "a.xlsx")
    assert rows(document) == [{"column 1": "Ann", "column 2": "5"}, {"column 1": "Bo", "column 2": "6"}]
    assert codes(document) == ["TH528"]


def test_names_with_values_are_one_record():
    lines = f"<row r='1'>{cell('A1', 'Company')}{cell('B1', 'Acme Ltd')}</row>"
    lines += f"<row r='2'>{cell('A2', 'Date')}{cell('B2', 45352, DATE)}</row>"
    lines += f"<row r='3'>{cell('A3', 'Staff')}{cell('B3', 12)}</row><row r='5'>{cell('A5', 'It closed in May.')}</row>"
    document = read(workbook({"Cover": lines}), "a.xlsx")
    assert rows(document) == [{"Company": "Acme Ltd", "Date": "2024-03-01", "Staff": "12"}]
    assert document.date == "2024-03-01"
    assert said(document, BlockKind.PARAGRAPH) == ["It closed in May."]


def test_comments_links_and_boxes_are_tied_or_apart():
    drawing = (
        "<d:wsDr xmlns:d='x' xmlns:a='y'><d:sp><d:txBody><a:p><a:r><a:t>Box </a:t></a:r>"
        "<a:r><a:t>words.</a:t></a:r></a:p></d:txBody></d:sp><d:pic/></d:wsDr>"
    )
    notes = (
        "<comments><authors><author>Cy</author></authors><commentList><comment ref='A2' authorId='0'><text>"
        "<r><t>Cy:</t></r><r><t>\nReally?</t></r></text></comment></commentList></comments>"
    )
    data = workbook(
        {"S": grid([["Name", "Sum"], ["Ann", 5]])},
        after={"S": "<hyperlinks><hyperlink ref='A2' r:id='h1'/></hyperlinks>"},
        rels={"S": {"h1": ("hyperlink", "http://a.org/"), "c1": ("comments", "../comments1.xml"),
                    "d1": ("drawing", "../drawings/d.xml")}},
        parts={"xl/comments1.xml": notes, "xl/drawings/d.xml": drawing},
    )  # fmt: skip
    document = read(data, "a.xlsx")
    assert [(b.part, b.voice, words(document, b.span)) for b in document.blocks][-2:] == [
        ("comment 1", "Cy", "Really?"), ("text box", None, "Box words."),
    ]  # fmt: skip
    assert [(words(document, link.span), link.target) for link in document.links] == [
        ("Ann", "http://a.org/"), ("", "#comment-1"),
    ]  # fmt: skip
    assert codes(document) == ["TH525"]


def test_a_thread_speaks_for_its_people():
    thread = (
        "<ThreadedComments><threadedComment ref='A2' dT='2024-05-06T10:00:00' personId='{p}'><text>Why?</text>"
        "</threadedComment></ThreadedComments>"
    )
    data = workbook(
        {"S": grid([["Name", "Sum"], ["Ann", 5]])},
        rels={"S": {"t1": ("threadedComment", "../t.xml"), "c1": ("comments", "../c.xml")}},
        parts={
            "xl/t.xml": thread,
            "xl/c.xml": "<comments><authors/><commentList><comment ref='A2'><text><t>[Threaded]</t></text></comment>"
            "</commentList></comments>",
            "xl/persons/p.xml": "<personList><person id='{p}' displayName='Di'/></personList>",
            "xl/_rels/workbook.xml.rels": "<Relationships><Relationship Id='r1' Type='x/worksheet' "
            "Target='worksheets/sheet1.xml'/><Relationship Id='p' Type='x/person' Target='persons/p.xml'/>"
            "</Relationships>",
        },
    )
    document = read(data, "a.xlsx")
    assert [(b.voice, b.date, words(document, b.span)) for b in document.blocks if b.part == "comment 1"] == [
        ("Di", "2024-05-06", "Why?")
    ]


# what programs and strangers write


def test_rows_and_cells_may_lack_their_places():
    lines = "<row><c t='inlineStr'><is><t>Name</t></is></c><c t='inlineStr'><is><t>Sum</t></is></c></row><row>"
    document = read(workbook({"S": f"{lines}<c t='inlineStr'><is><t>Ann</t></is></c><c><v>5</v></c></row>"}), "a.xlsx")
    assert rows(document) == [{"Name": "Ann", "Sum": "5"}]


def test_a_sheet_may_be_huge_and_empty():
    lines = grid([["Name", "Sum"], ["Ann", 5]])
    lines += "<row r='900000'>" + "".join(f"<c r='{name}900000' s='2'/>" for name in ("A", "B")) + "</row>"
    lines += f"<row r='1048576'>{cell('XFD1048576', 'end')}</row>"
    merges = "<mergeCells><mergeCell ref='A2:XFD1048576'/></mergeCells>"
    document = read(
        workbook({"S": lines}, before={"S": "<dimension ref='A1:XFD1048576'/>"}, after={"S": merges}), "a.xlsx"
    )
    assert rows(document)[0] == {"Name": "Ann", "Sum": "5"}
    assert len(document.text) < 200


def test_cells_that_are_far_apart_make_no_table():
    lines = "".join(f"<row r='{at}'>{cell(f'A{at}', 'x')}{cell(f'XFC{at}', 'y')}</row>" for at in range(1, 40))
    merges = "<mergeCells><mergeCell ref='A1:XFC1'/></mergeCells>"
    document = read(workbook({"S": lines}, after={"S": merges}), "a.xlsx")
    assert document.tables == ()
    assert len(document.text) < 500


def test_cells_outside_any_sheet_are_told():
    lines = grid([["Name", "Sum"], ["Ann", 5]]) + f"<row r='3'>{cell('ZZZZ3', 'no')}{cell('A9', 'no')}</row>"
    assert "TH528" in codes(read(workbook({"S": lines}), "a.xlsx"))


def test_strict_workbooks_are_read():
    data = workbook({"S": grid([["Name", "Sum"], ["Ann", 5]])})
    with zipfile.ZipFile(io.BytesIO(data)) as before:
        parts = {name: before.read(name).decode() for name in before.namelist()}
    strict = {
        name: text.replace("http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://purl.oclc.org/ooxml/"
                           "spreadsheetml/main").removeprefix('<?xml version="1.0" encoding="UTF-8"?>')
        for name, text in parts.items()
    }  # fmt: skip
    assert rows(read(packed(strict), "a.xlsx")) == [{"Name": "Ann", "Sum": "5"}]


def test_what_is_no_workbook_is_refused():
    with pytest.raises(InputError) as caught:
        read_xlsx(packed({"xl/workbook.xml": "<x/>"}), "a.xlsx")
    assert caught.value.code == "TH502"


def test_struck_cells_have_no_value_and_struck_rows_are_none():
    rich = (
        "<c r='B3' t='inlineStr'><is><r><rPr><strike/></rPr><t>Oslo</t></r>"
        "<r><rPr><strike val='0'/></rPr><t>Bergen</t></r></is></c>"
    )
    lines = (
        row(1, ["Ship", "Port", "Crew"])
        + f"<row r='2'>{cell('A2', 'Kestrel')}{cell('B2', 'Moss', STRUCK)}{cell('C2', 12, STRUCK)}</row>"
        + f"<row r='3'>{cell('A3', 'Heron')}{rich}{cell('C3', 9)}</row>"
        + row(4, ["Osprey", "Moss", 7], style=STRUCK)
    )
    document = read(workbook({"Fleet": lines}), "a.xlsx")
    assert rows(document) == [
        {"Ship": "Kestrel", "Port": "", "Crew": ""},
        {"Ship": "Heron", "Port": "Bergen", "Crew": "9"},
    ]
    assert said(document, BlockKind.DELETED) == ["Moss", "12", "Oslo", "Osprey", "Moss", "7"]
    assert [block.part for block in document.blocks if block.kind is BlockKind.DELETED][:3] == [
        "Fleet B2", "Fleet C2", "Fleet B3",
    ]  # fmt: skip
    assert codes(document) == ["TH535"] * 6
