"""What the lines of a PDF page are: running lines, items, headings, notes, struck words, tables between paragraphs."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DecodedStreamObject, NameObject
from reportlab.pdfgen.canvas import Canvas

from tests.read.asking import codes, rows, said, words
from tests.read.made_flat import DELETED, PROSE, RECORDS, REPORT
from tests.read.test_libreoffice import needs_soffice
from tests.read.test_pdf import drawn, lines, read
from thence.extract.folding import folded
from thence.model.document import BlockKind, Document


def by_part(document: Document, part: str) -> list[str]:
    return [words(document, block.span) for block in document.blocks if block.part == part]


def together(*draws: object):
    """Return what draws all of them on one page."""

    def draw(canvas: Canvas) -> None:
        for each in draws:
            each(canvas)  # type: ignore[operator]

    return draw


def meaning(data: bytes, codes_of: dict[str, str]) -> bytes:
    """Return a file in whose fonts letters stand for other characters."""
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    pairs = "\n".join(f"<{ord(letter):02x}> <{meant.encode('utf-16-be').hex()}>" for letter, meant in codes_of.items())
    table = DecodedStreamObject()
    table.set_data(
        f"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange "
        f"{len(codes_of)} beginbfchar\n{pairs}\nendbfchar endcmap end".encode()
    )
    for font in writer.pages[0]["/Resources"]["/Font"].values():  # type: ignore[index]
        font.get_object()[NameObject("/ToUnicode")] = writer._add_object(table)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize("line", ["Ship Z sails", "A B Z C"])
def test_a_character_beyond_the_basic_plane_is_one(line: str):
    """The file has two halves, in a line that runs leftwards the second first."""
    letters = {letter: letter for letter in "Shipsal "} | {"Z": "🚢"} | dict(zip("ABC", "אבג", strict=True))
    document = read(meaning(drawn(lines(line, "Ship")), letters))
    assert "🚢" in document.text
    assert "\ufffd" not in document.text
    assert codes(document) == []


def test_a_running_line_is_one_where_the_body_comes_close_to_it_too():
    pages = [
        together(lines("Harbour Board", y=780), lines(*body, y=y), lines(f"Page {number} of 3", y=40))
        for number, body, y in (
            (1, ["The board met in Oslo.", "It met again in May."], 700),
            (2, ["Ann Berg captains the Kestrel.", "Lars Holm owns it."], 766),
            (3, ["The Osprey is for sale.", "Nobody has bought it."], 68),
        )
    ]
    document = read(drawn(*pages))
    assert by_part(document, "header") == ["Harbour Board"] * 3
    assert by_part(document, "footer") == ["Page 1 of 3", "Page 2 of 3", "Page 3 of 3"]


def test_items_have_marks_and_are_as_deep_as_they_are_set_in():
    document = read(
        drawn(
            together(
                lines("These are the rules.", x=60, y=730),
                lines("1. First", x=60, y=700),
                lines("a) Below", "b) Beside", x=80, y=686),
                lines("2. Second", x=60, y=658),
            )
        )
    )
    assert [(block.level, words(document, block.span)) for block in document.blocks[1:]] == [
        (1, "First"),
        (2, "Below"),
        (2, "Beside"),
        (1, "Second"),
    ]
    assert said(document, BlockKind.ITEM) == ["First", "Below", "Beside", "Second"]


def noted(*, size: float = 11, mark: str = "1"):
    """Return what draws a page with a note as word processors set it: under a rule, its mark a small figure."""

    def draw(canvas: Canvas) -> None:
        lines("The board met in Oslo on 4 March.", "Ann Berg captains the Kestrel.", y=120)(canvas)
        at = 60 + canvas.stringWidth("Ann Berg captains the Kestrel.", "Helvetica", 11)
        canvas.setFont("Helvetica", 6)
        canvas.drawString(at, 110, mark)
        canvas.setFont("Helvetica", 11)
        canvas.drawString(at + 4, 106, " The Kestrel sails to Bergen.")
        lines("Lars Holm owns the Osprey.", y=92)(canvas)
        canvas.line(60, 86, 180, 86)
        canvas.setFont("Helvetica", size)
        canvas.drawString(60, 74, f"{mark}The Kestrel was built in 1998.")
        lines("Page 1 of 4", y=60)(canvas)

    return draw


@pytest.mark.parametrize("size", [11, 9])
def test_what_stands_under_a_short_rule_is_a_note(size: float):
    others = [lines(f"Page {number} of 4", y=60) for number in (2, 3)]
    document = read(
        drawn(
            noted(size=size),
            *[together(lines(f"{name} sails."), each) for name, each in zip(("Osprey", "Heron"), others, strict=True)],
        )
    )
    assert by_part(document, "footnote 1") == ["The Kestrel was built in 1998."]
    assert by_part(document, "footer") == ["Page 1 of 4", "Page 2 of 4", "Page 3 of 4"]
    assert "captains the Kestrel. The Kestrel sails" in " ".join(folded(document)[0].text.split())


def test_a_note_whose_mark_stands_higher_is_one_with_it():
    def draw(canvas: Canvas) -> None:
        lines("Ann Berg captains the Kestrel.1", "Lars Holm owns the Osprey.2", y=700)(canvas)
        canvas.line(60, 90, 180, 90)
        for mark, note, y in (("1", "The Kestrel was built in 1998.", 74), ("2", "The Osprey was built in 2003.", 60)):
            lines(mark, y=y + 4, size=6)(canvas)
            lines(note, x=68, y=y, size=11)(canvas)

    document = read(drawn(draw))
    assert by_part(document, "footnote 1") == ["The Kestrel was built in 1998."]
    assert by_part(document, "footnote 2") == ["The Osprey was built in 2003."]


def test_a_rule_that_parts_the_body_parts_no_notes():
    def draw(canvas: Canvas) -> None:
        lines("The board met in Oslo.", y=700)(canvas)
        canvas.line(60, 690, 180, 690)
        lines("1 Ship sails.", "2 Ships stay.", y=678)(canvas)

    assert [block.part for block in read(drawn(draw)).blocks if block.part] == []


def set_rows(*texts: str, y: float = 700, lead: float = 14, xs: tuple[float, ...] = (60, 200, 320), size: float = 11):
    """Return what draws rows of cells, which a bar parts, in columns."""

    def draw(canvas: Canvas) -> None:
        for number, text in enumerate(texts):
            for x, cell in zip(xs, text.split("|"), strict=False):
                canvas.setFont("Helvetica", size)
                canvas.drawString(x, y - number * lead, cell.strip())

    return draw


FIRST = ("Ship|Captain|Crew", "Kestrel|Ann Berg|12", "Osprey|Nils Aas|9")
SECOND = ("Port|Cargo|Tons", "Bergen|Fish|40", "Oslo|Timber|7")
BOTH = [
    {"Ship": "Kestrel", "Captain": "Ann Berg", "Crew": "12"},
    {"Ship": "Osprey", "Captain": "Nils Aas", "Crew": "9"},
    {"Port": "Bergen", "Cargo": "Fish", "Tons": "40"},
    {"Port": "Oslo", "Cargo": "Timber", "Tons": "7"},
]


@pytest.mark.parametrize("between", ["Between the tables.", "Table 2: Ports"])
def test_a_paragraph_parts_two_tables_of_the_same_columns(between: str):
    document = read(
        drawn(set_rows("The report of the year begins here.", *FIRST, between, *SECOND, "They all sail away."))
    )
    assert rows(document) == BOTH
    assert [record.table for record in document.records] == [1, 1, 2, 2]
    assert said(document, BlockKind.PARAGRAPH)[-2:] == [between, "They all sail away."]


def test_a_heading_parts_two_tables_of_the_same_columns():
    heading = together(set_rows(*FIRST), lines("Ports", y=654, size=15), set_rows(*SECOND, y=636))
    document = read(drawn(together(lines("The report of the year begins here.", y=730), heading)))
    assert rows(document) == BOTH
    assert said(document, BlockKind.HEADING)[-1] == "Ports"


def test_rules_that_end_a_table_and_begin_another_part_them():
    def draw(canvas: Canvas) -> None:
        lines("The report of the year begins here.", y=760)(canvas)
        set_rows(*FIRST)(canvas)
        set_rows(*SECOND, y=630)(canvas)
        for y in (712, 696, 668, 642, 626, 598):
            canvas.line(58, y, 360, y)

    assert rows(read(drawn(draw))) == BOTH


def test_a_group_of_rows_parts_no_table():
    document = read(
        drawn(
            set_rows(
                "The fleet of the year begins here.",
                "Ship|Captain|Crew",
                "North",
                *FIRST[1:],
                "South",
                "Heron|Eva Dahl|3",
            )
        )
    )
    assert {record.table for record in document.records} == {1}


def struck(text: str, *, x: float = 60, y: float = 700, before: str = "", size: float = 11):
    """Return what draws a line through words that stand behind others."""

    def draw(canvas: Canvas) -> None:
        at = x + canvas.stringWidth(before, "Helvetica", size)
        canvas.line(at, y + 0.3 * size, at + canvas.stringWidth(text, "Helvetica", size), y + 0.3 * size)

    return draw


def test_struck_words_are_deleted():
    document = read(
        drawn(
            together(
                lines("These are the rules of the board of the harbour.", y=740),
                lines("Gunnar Vik owns the Kestrel. Lars Holm owns it.", y=700),
                struck("Gunnar Vik owns the Kestrel.", y=700),
                lines("Sten Moe is gone.", y=660),
                struck("Sten Moe is gone.", y=660),
                lines("Ann Berg no longer captains it.", y=620),
                struck("no longer", y=620, before="Ann Berg "),
                lines("Ida Falk insures it.", y=580),
                struck("Ida Falk insures it.", y=576.5),
            )
        )
    )
    assert said(document, BlockKind.DELETED) == ["Gunnar Vik owns the Kestrel.", "Sten Moe is gone."]
    assert said(document, BlockKind.PARAGRAPH)[-1] == "Ida Falk insures it."
    assert "Ann Berg captains it." in folded(document)[0].text
    assert "Lars Holm owns it." in said(document, BlockKind.PARAGRAPH)
    told = [finding.message for finding in document.findings if finding.code == "TH535"]
    assert len(told) == 3
    assert "no longer" in told[2]


def test_struck_cells_are_no_values_and_struck_rows_no_records():
    document = read(
        drawn(
            together(
                set_rows("The report of the year begins here.", *FIRST, "Heron|Eva Dahl|3"),
                struck("Ann Berg", x=200, y=672),
                *(struck(cell, x=x, y=658) for cell, x in (("Osprey", 60), ("Nils Aas", 200), ("9", 320))),
            )
        )
    )
    assert rows(document) == [
        {"Ship": "Kestrel", "Captain": "", "Crew": "12"},
        {"Ship": "Heron", "Captain": "Eva Dahl", "Crew": "3"},
    ]
    assert said(document, BlockKind.DELETED) == ["Osprey | Nils Aas | 9"]


def test_a_short_bold_line_is_a_heading_though_as_tall_as_the_body():
    document = read(
        drawn(
            together(
                lines("These are the rules of the board of the harbour.", y=740),
                lines("Crew and ships", y=700, font="Helvetica-Bold"),
                lines("Ann Berg captains the Kestrel, which sails to Bergen.", y=686),
                lines("Note:", y=660, font="Helvetica-Bold"),
                lines("Lars Holm", y=620),
                lines("owns the Osprey, as he has told the board of the harbour.", y=606),
            )
        )
    )
    assert said(document, BlockKind.HEADING) == ["Crew and ships"]
    assert "Ann Berg captains the Kestrel, which sails to Bergen." in said(document, BlockKind.PARAGRAPH)


def test_bold_lines_among_bold_lines_are_no_headings():
    document = read(drawn(lines("The board of the harbour met in Oslo in May.", "Ann Berg", font="Helvetica-Bold")))
    assert said(document, BlockKind.HEADING) == []


HEBREW = dict(zip("abcdefghijklmnopqrstuvwxyz", "אבגדהוזחטיכלמנסעפצקרשתךםןף", strict=True))


def leftward(*texts: str) -> bytes:
    """Return a file with lines as they stand from left to right: small letters are Hebrew ones."""
    letters = HEBREW | {letter: letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:"}
    return meaning(drawn(lines(*texts, size=12)), letters)


@pytest.mark.parametrize(
    ("stands", "reads"),
    [
        ("gfe dcb a", "a bcd efg"),
        ("gfe 2019 dcb a", "a bcd 2019 efg"),
        ("gfe IT IS dcb a", "a bcd IT IS efg"),
        ("THE WORDS fed cb MEAN NOTHING", "THE WORDS bc def MEAN NOTHING"),
    ],
)
def test_lines_from_right_to_left_are_read_in_their_order(stands: str, reads: str):
    """The words of such lines were read as they stand from left to right: the last first."""
    document = read(leftward(stands))
    assert document.text == "".join(HEBREW.get(letter, letter) for letter in reads)
    boxes = document.pages[0].boxes
    assert len(boxes) == len(reads.split())


def test_a_tall_first_letter_belongs_to_its_word():
    document = read(
        drawn(
            together(
                lines("O", x=60, y=716, size=44),
                lines("nce there was a captain named Ann Berg", "who sailed the Kestrel.", x=96, y=738),
            )
        )
    )
    assert document.text.startswith("Once there was a captain named Ann Berg\nwho sailed")


def test_items_are_marked_by_letters_with_stops_too():
    document = read(
        drawn(
            together(
                lines("These are the rules.", x=60, y=730),
                lines("1. First", x=60, y=700),
                lines("a. Below", "b. Beside", x=80, y=686),
                lines("2. Second", x=60, y=658),
            )
        )
    )
    items = [(block.level, words(document, block.span)) for block in document.blocks if block.kind is BlockKind.ITEM]
    assert items == [(1, "First"), (2, "Below"), (2, "Beside"), (1, "Second")]


def invoice(canvas: Canvas) -> None:
    """Draw a letterhead, keys with values beside an address, and a table under a rule."""
    lines("Nordwind Shipping AS", "Kaigaten 5, 5003 Bergen", x=50, y=780)(canvas)
    lines("INVOICE", x=480, y=780)(canvas)
    keys = [("Invoice no:", "2024-117"), ("Date:", "4 March 2024"), ("Due date:", "3 April 2024")]
    for number, (key, value) in enumerate(keys):
        lines(key, x=360, y=758 - 14 * number)(canvas)
        canvas.drawRightString(545, 758 - 14 * number, value)
    lines("Bill to:", "Harbour Board Oslo", "Ida Falk", "Havnegata 1", x=50, y=700, lead=13)(canvas)
    for x, *cells in ((50, "Goods", "Rope", "Paint"), (330, "Amount", "2", "10"), (500, "Price", "15.00", "8.50")):
        lines(*cells, x=x, y=590, lead=16)(canvas)
    canvas.line(50, 586, 545, 586)
    lines("Please pay within 30 days.", x=50, y=500)(canvas)


def test_the_keys_of_a_letterhead_are_no_part_of_the_table_below():
    document = read(drawn(invoice))
    assert rows(document)[-2:] == [
        {"Goods": "Rope", "Amount": "2", "Price": "15.00"},
        {"Goods": "Paint", "Amount": "10", "Price": "8.50"},
    ]
    assert {item.name: words(document, item.value) for item in document.records[0].fields} == {
        "Invoice no": "2024-117",
        "Date": "4 March 2024",
        "Due date": "3 April 2024",
    }
    assert said(document, BlockKind.PARAGRAPH)[-1] == "Please pay within 30 days."


def test_tables_with_rules_of_their_own_side_by_side_are_two():
    def draw(canvas: Canvas) -> None:
        lines("The report of the year begins here.", y=760)(canvas)
        for x, table in ((60, ("Ship|Crew", "Kestrel|12", "Osprey|9")), (300, ("Port|Tons", "Bergen|40", "Oslo|7"))):
            set_rows(*table, xs=(x, x + 80))(canvas)
            for y in (712, 696, 666):
                canvas.line(x - 2, y, x + 120, y)

    document = read(drawn(draw))
    assert rows(document) == [
        {"Ship": "Kestrel", "Crew": "12"},
        {"Ship": "Osprey", "Crew": "9"},
        {"Port": "Bergen", "Tons": "40"},
        {"Port": "Oslo", "Tons": "7"},
    ]


def test_a_page_number_with_a_word_is_a_footer_on_the_only_page_too():
    document = read(drawn(lines("The board met in Oslo on Monday.", "Ann Berg captains the Kestrel.", "Page 1")))
    assert by_part(document, "footer") == ["Page 1"]
    assert said(document, BlockKind.PARAGRAPH)[-1].endswith("Kestrel.")


def test_stops_in_lines_of_two_directions_stand_where_they_are_read():
    document = read(leftward("THE WORDS fed :cb. MEAN NOTHING AT ALL"))
    assert document.text == "THE WORDS " + "".join(HEBREW.get(letter, letter) for letter in "bc: def.") + (
        " MEAN NOTHING AT ALL"
    )


@needs_soffice
def test_a_report_that_libreoffice_prints_says_what_its_source_says(tmp_path: Path):
    (tmp_path / "report.fodt").write_bytes(REPORT)
    command = [
        "soffice",
        f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}",
        "--headless",
        "--convert-to",
        "pdf",
    ]
    subprocess.run(
        [*command, "--outdir", tmp_path, tmp_path / "report.fodt"], check=True, capture_output=True, timeout=120
    )
    document = read((tmp_path / "report.pdf").read_bytes())
    assert rows(document)[:3] == RECORDS[:3]
    assert by_part(document, "footnote 1") == ["Built in 1998."]
    assert by_part(document, "footer") == ["Page 1"]
    assert any(DELETED[0] in finding.message for finding in document.findings if finding.code == "TH535")
    assert not any(DELETED[0] in sentence for sentence in folded(document)[0].text.split("\n"))
    assert [
        (block.level, words(document, block.span)) for block in document.blocks if block.kind is BlockKind.ITEM
    ] == [
        (1, "First item"),
        (2, "Nested item"),
    ]
    whole = " ".join(folded(document)[0].text.split())
    for sentence in (PROSE[0], PROSE[1], PROSE[5], PROSE[8]):
        assert sentence in whole


def test_a_note_and_a_page_number_below_a_table_are_no_rows():
    def draw(canvas: Canvas) -> None:
        lines("The report of the year tells of every captain.1", y=760)(canvas)
        set_rows(*FIRST, "Heron|Eva Dahl|3", y=160)(canvas)
        lines("1", y=84, size=6)(canvas)
        lines("The Kestrel was built in 1998 and the Osprey in 2003.", x=66, y=82, size=9)(canvas)
        lines("1", x=300, y=40)(canvas)

    document = read(drawn(draw))
    assert [row["Crew"] for row in rows(document)] == ["12", "9", "3"]
    assert by_part(document, "footnote 1") == ["The Kestrel was built in 1998 and the Osprey in 2003."]
    assert by_part(document, "footer") == ["1"]


@pytest.mark.parametrize(
    ("line", "gone", "kept"),
    [
        ("Sten Moe owns 50%70% of it.", "50%", "Sten Moe owns 70% of it."),
        ("The price is EUR 1,0002,000 now.", "1,000", "The price is EUR 2,000 now."),
        ("Oslo Ship LtdBergen Ltd owns it.", "Oslo Ship Ltd", "Bergen Ltd owns it."),
        ("It was sold to Oslo LtdBergen Ltd now.", "Oslo Ltd", "It was sold to Bergen Ltd now."),
    ],
)
def test_what_is_struck_out_and_what_replaces_it_are_two_words_though_they_touch(line: str, gone: str, kept: str):
    before = line[: line.index(gone)]
    document = read(
        drawn(
            together(
                lines("These are the rules of the board.", y=740),
                lines(line, y=700),
                struck(gone, y=700, before=before),
                lines("Ida Falk insures the 50%70% of it.", y=660),
            )
        )
    )
    told = [finding.message for finding in document.findings if finding.code == "TH535"]
    assert len(told) == 1
    assert f"“{gone}”" in told[0]
    assert kept in folded(document)[0].text.replace(gone, "").replace("  ", " ")
    assert "Ida Falk insures the 50%70% of it." in document.text


def test_a_list_right_below_a_table_is_no_part_of_it():
    document = read(
        drawn(
            together(
                set_rows("The report of the year begins here.", *FIRST),
                lines("Seen on the quay.", y=640),
                lines("1.", "2.", x=76, y=612),
                lines("First", "Second one", x=106, y=612),
            )
        )
    )
    assert rows(document) == BOTH[:2]
    assert said(document, BlockKind.ITEM) == ["First", "Second one"]
    assert "Seen on the quay." in said(document, BlockKind.PARAGRAPH)


def test_items_of_a_list_begin_wherever_their_marks_stand():
    document = read(
        drawn(
            together(
                lines("These are the rules of the board of the harbour.", y=740),
                lines("1.", "2.", x=60, y=712),
                lines("Pay the pilot", "Call the harbour master", x=84, y=712),
                lines("–", "–", x=84, y=684),
                lines("by noon", "by radio", x=108, y=684),
                lines("3.", x=60, y=656),
                lines("Sail", x=84, y=656),
            )
        )
    )
    assert said(document, BlockKind.ITEM) == [
        "Pay the pilot", "Call the harbour master", "by noon", "by radio", "Sail",
    ]  # fmt: skip


def test_a_figure_with_its_unit_is_no_item():
    document = read(drawn(lines("The limit of draught is", "9.2 m", x=60, y=700)))
    assert "9.2 m" in " ".join(said(document, BlockKind.PARAGRAPH))
    document = read(drawn(together(lines("The rules are these.", y=740), lines("2.1 Scope", y=700))))
    assert said(document, BlockKind.ITEM) == ["Scope"]


def test_what_a_browser_prints_around_a_page_is_furniture():
    document = read(
        drawn(
            together(
                lines("12/1/26, 11:00 AM Harbour report", x=24, y=770, size=7),
                lines("Harbour report", x=40, y=750, size=18),
                lines("Ann Berg captains the Kestrel.", x=40, y=720),
                lines("https://harbour.example/report 1/1", x=24, y=20, size=7),
            )
        )
    )
    assert by_part(document, "header") == ["12/1/26, 11:00 AM Harbour report"]
    assert by_part(document, "footer") == ["https://harbour.example/report 1/1"]
    assert document.title == "Harbour report"


def test_a_column_that_begins_higher_than_the_one_before_is_read_after_it():
    left = [f"the harbour of the town lies to the west {word}" for word in ("of", "it", "and", "so", "on", "now")]
    right = [f"a pilot brings each ship in from the sea {word}" for word in ("by", "day", "and", "by", "night", "now")]
    document = read(
        drawn(
            together(
                set_rows("Phone|555-0101|x", "Radio|12|y", "Mail|3|z", y=740, lead=14, xs=(40, 120, 180)),
                lines(*left, x=40, y=690),
                lines(*right, x=320, y=700),
            )
        )
    )
    body = " ".join(document.text.split())
    assert " ".join(left) in body
    assert " ".join(right) in body
