"""RTF: the words its reader sees, the bytes they come from, and what is apart from them."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.read.asking import codes, rows, said, words
from tests.read.made_books import rtf
from thence.config import Limits
from thence.errors import InputError
from thence.model.document import BlockKind, Document, Span
from thence.read import read_bytes
from thence.read.reading import DEFAULT, Options, Reading
from thence.read.rtf import read_rtf


def reading(body: str, **named: str) -> Reading:
    return read_rtf(rtf(body, **named), "a.rtf")


def prose(made: Reading, part: str = "") -> list[str]:
    return [
        made.text[block.span.start : block.span.end]
        for block in made.blocks
        if block.part == part and block.kind is not BlockKind.DELETED
    ]


def test_escapes_code_pages_and_unicode_are_words():
    fonts = r"{\f0\fcharset0 A;}{\f1\fcharset204 B;}{\f2\fcharset128 C;}{\f3\fcharset238 D;}"
    body = (
        r"Ren\'e9 \u8364 ?30 \u55357\'3f\u56832\'3f \emdash  {\f1\'cf\'f0} {\f2\'8a\'bf\'8e\'9a} "
        r"{\f3\'b3} \uc2\u233 eex\~y\_z\{\}\\ a\-b\par"
    )
    assert prose(reading(body, fonts=fonts)) == ["René €30 😀 — Пр 漢字 ł éx y-z{}\\ ab"]


def test_a_double_byte_character_may_have_a_plain_second_byte():
    made = reading(r"{\f1\'83A\'83\'42}\par", fonts=r"{\f0 A;}{\f1\fcharset128 B;}")
    assert prose(made) == ["アィ"]


@given(
    st.lists(
        st.sampled_from([
            ("a", "a"), ("bc d", "bc d"), (r"\'e9", "é"), (r"\u8364 ?", "€"), (r"\u-10179\'3f\u-8704\'3f", "😀"),
            (r"\emdash ", "—"), (r"\{", "{"), (r"{\b ", ""), ("}", ""), ("\n", ""), (r"{\*\x y}", ""), (r"\~", " "),
            (r"{\v no}", ""), ("\r\n", ""), (r"\'80", "€"), (r"\b0 ", ""),
        ]),
        max_size=30,
    )
)  # fmt: skip
@settings(max_examples=150, deadline=None, derandomize=True)
def test_each_character_leads_to_the_bytes_that_yield_it(pieces: list[tuple[str, str]]):
    open_groups = 0
    kept: list[tuple[str, str]] = []
    for raw, said_ in pieces:
        if raw == "}" and not open_groups:
            continue
        open_groups += (raw == r"{\b ") - (raw == "}")
        kept.append((raw, said_))
    body = "x" + "".join(raw for raw, _ in kept) + "}" * open_groups + r"y\par"
    data = rtf(body)
    made = read_rtf(data, "a.rtf")
    assert made.byte_map is not None
    assert made.byte_map.length == len(made.text)
    expected = [("x", "x")]
    for raw, said_ in kept:
        if said_:
            expected += [(raw.strip(), said_)] if len(said_) == 1 and len(raw) > 1 else [(char, char) for char in said_]
    expected.append(("y", "y"))
    assert made.text == "".join(said_ for _, said_ in expected)
    for at, (raw, _) in enumerate(expected):
        start, end = made.byte_map.bytes_of(Span(at, at + 1))
        said_ = data[start:end].decode("cp1252")
        assert (said_ if said_ == raw else said_.strip()) == raw


def test_headers_notes_boxes_and_comments_are_parts():
    made = reading(
        r"{\header\pard Running head\par}{\footer Page \chpgn\par}Ann left.{\footnote\chftn  See p. 4.}"
        r"{\footnote\ftnalt Last.}{\*\atnid AL}{\*\atnauthor Ann Lee}{\*\annotation{\*\atndate 130231296}Check.}\par"
        r"{\shp{\*\shpinst{\sp{\sn a}{\sv b}}{\shptxt\pard Box\par}}}More.\par"
    )
    assert [(block.part, made.text[block.span.start : block.span.end]) for block in made.blocks] == [
        ("header", "Running head"), ("footer", "Page"), ("", "Ann left."), ("footnote 1", "See p. 4."),
        ("endnote 1", "Last."), ("comment 1", "Check."), ("text box", "Box"), ("", "More."),
    ]  # fmt: skip
    comment = next(block for block in made.blocks if block.part == "comment 1")
    assert (comment.voice, comment.date) == ("Ann Lee", "2024-03-05")


def test_tracked_deletions_stand_apart_and_hidden_text_is_left_out():
    made = reading(r"The price is {\deleted EUR 30}{\revised EUR 20}.{\v secret}\par Next.\par")
    assert prose(made) == ["The price is EUR 20.", "Next."]
    deleted = [made.text[b.span.start : b.span.end] for b in made.blocks if b.kind is BlockKind.DELETED]
    assert deleted == ["EUR 30"]
    assert "secret" not in made.text
    assert [item.code for item in made.findings] == ["TH535", "TH538"]


def test_deletions_name_who_made_them_and_when():
    people = r"{\*\revtbl{Unknown;}{Olaf Brandt;}{Tove Lind;}}"
    made = reading(
        r"{\deleted\revauthdel1\revdttmdel130226752 Old. }{\deleted\revauthdel2\revdttmdel130226752 Older. }New.\par",
        head=people,
    )
    cuts = [block for block in made.blocks if block.kind is BlockKind.DELETED]
    assert [(made.text[b.span.start : b.span.end], b.voice, b.date, b.number) for b in cuts] == [
        ("Old.", "Olaf Brandt", "2024-03-03", 1),
        ("Older.", "Tove Lind", "2024-03-03", 1),
    ]
    assert "Unknown" not in made.text


def test_a_character_beyond_the_first_plane_stays_one_where_its_halves_have_other_fallbacks():
    """LibreOffice parts the halves with a word in between; ships and faces came out as U+FFFD."""
    made = reading(r"{\loch A \uc0 \u55357\uc1 \u56994\'3f\u9875\'3f b.}\par")
    assert prose(made) == ["A 🚢⚓ b."]
    assert not made.findings


def test_cells_span_the_columns_whose_edges_they_reach_over():
    """LibreOffice merges cells of a row by leaving the inner edge out."""
    body = (
        r"\trowd\clvmgf\cellx3213\cellx9638\pard\intbl Port\cell Cargo\cell\row"
        r"\trowd\clvmrg\cellx3213\cellx6425\cellx9638\pard\intbl\cell Fish\cell Timber\cell\row"
        r"\trowd\clvmgf\cellx3213\cellx6425\cellx9638\pard\intbl Bergen\cell 40\cell 7\cell\row"
        r"\trowd\clvmrg\cellx3213\cellx6425\cellx9638\pard\intbl\cell 41\cell 8\cell\row\pard End.\par"
    )
    assert rows(document_of(rtf(body))) == [
        {"Port": "Bergen", "Cargo Fish": "40", "Cargo Timber": "7"},
        {"Port": "Bergen", "Cargo Fish": "41", "Cargo Timber": "8"},
    ]


def test_edges_that_nobody_aligned_make_no_columns():
    body = (
        r"\trowd\cellx1000\cellx4000\pard\intbl Name\cell Share\cell\row"
        r"\trowd\cellx1200\cellx4000\pard\intbl Ann\cell 5\cell\row"
        r"\trowd\cellx1010\cellx4020\pard\intbl Bo\cell 6\cell\row\pard End.\par"
    )
    assert rows(document_of(rtf(body))) == [{"Name": "Ann", "Share": "5"}, {"Name": "Bo", "Share": "6"}]


def test_a_table_of_contents_is_no_prose():
    made = reading(
        r"{\field{\*\fldinst{ TOC \\o }}{\fldrslt {Crew\tab 1\par Rules\tab 2}}}\par\pard\s1 Listed\par"
        r"\pard\s2 So said.\par"
        r"\pard\s3 x = 1: y\par\pard Crew.\par",
        head=r"{\stylesheet{\s0 Normal;}{\s1 Contents Heading;}{\s2 Quotations;}{\s3 Preformatted Text;}}",
    )
    assert [block.kind for block in made.blocks] == [
        BlockKind.FURNITURE, BlockKind.FURNITURE, BlockKind.FURNITURE, BlockKind.QUOTED, BlockKind.CODE,
        BlockKind.PARAGRAPH,
    ]  # fmt: skip


def test_the_place_of_a_note_is_linked_with_it():
    made = reading(r"Built{\super\chftn{\*\footnote\chftn In 1998.}} late{\*\footnote\ftnalt Says Bo.}.\par")
    assert [(made.text[: link.span.start], link.target) for link in made.links] == [
        ("Built", "#footnote-1"),
        ("Built late", "#endnote-1"),
    ]


def test_items_of_lists_that_were_typed_lose_their_marks():
    made = reading(
        r"\pard\li360\fi-360 1.\tx360\tab First.\par\pard\li720\fi-360 \endash \tx360\tab Below.\par"
        r"\pard a.\tab Not hanging.\par"
    )
    assert [(block.kind, block.level, made.text[block.span.start : block.span.end]) for block in made.blocks] == [
        (BlockKind.ITEM, 1, "First."),
        (BlockKind.ITEM, 2, "Below."),
        (BlockKind.PARAGRAPH, 0, "a.\tNot hanging."),
    ]


def document_of(data: bytes) -> Document:
    made = read_rtf(data, "a.rtf")
    return Document("a.rtf", ("a.rtf",), "application/rtf", "0" * 64, 1, "r", made.text, made.blocks, made.records)


def test_tables_are_records_merged_cells_once():
    body = (
        r"\pard Owners\par\trowd\cellx1\cellx2\cellx3\pard\intbl Name\cell Share\cell Note\cell\row"
        r"\trowd\clvmgf\cellx1\cellx2\cellx3\pard\intbl Ann\cell 5\cell a\cell\row"
        r"\trowd\clvmrg\cellx1\clmgf\cellx2\clmrg\cellx3\pard\intbl\cell 6\cell\cell\row\pard After.\par"
    )
    document = document_of(rtf(body))
    assert rows(document) == [
        {"Name": "Ann", "Share": "5", "Note": "a"},
        {"Name": "Ann", "Share": "6"},
    ]
    assert said(document, BlockKind.PARAGRAPH) == ["Owners", "After."]
    assert document.text.count("Ann") == 1


def test_what_was_deleted_in_a_cell_stands_after_the_table():
    body = (
        r"\trowd\cellx1\cellx2\pard\intbl Name\cell Share\cell\row"
        r"\trowd\cellx1\cellx2\pard\intbl Ann\cell {\deleted 4}5\cell\row\pard End.\par"
    )
    document = document_of(rtf(body))
    assert rows(document) == [{"Name": "Ann", "Share": "5"}]
    assert document.text == "Name | Share\nAnn | 5\n4\nEnd."


def test_a_table_in_a_cell_is_a_table_of_its_own():
    body = (
        r"\trowd\cellx1\cellx2\pard\intbl Name\cell Parts\cell\row\pard\intbl Rotor\cell"
        r"\pard\intbl\itap2 Part\nestcell Mass\nestcell"
        r"{\*\nesttableprops\trowd\cellx1\cellx2\nestrow}{\nonesttables\par}"
        r"\pard\intbl\itap2 Blade\nestcell 7\nestcell{\*\nesttableprops\trowd\cellx1\cellx2\nestrow}"
        r"\pard\intbl\itap1\cell\row\pard End.\par"
    )
    document = document_of(rtf(body))
    assert {"Part": "Blade", "Mass": "7"} in rows(document)
    assert [row["Name"] for row in rows(document) if "Name" in row] == ["Rotor"]
    assert document.text.count("Blade") == 1


def test_links_headings_items_and_keys():
    head = r"{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}}"
    head += r"{\info{\title T}{\author Ann}{\creatim\yr2024\mo3\dy5}}"
    made = reading(
        r"\pard\s1 Report\par\pard Date: 3 May 2024\par Author: Bo\par"
        r'\pard See {\field{\*\fldinst{ HYPERLINK "http://x.y/z" }}{\fldrslt{\ul the act}}}.\par'
        r"{\listtext\'b7\tab}\pard\ls1\ilvl1 One\par\pard\bullet\tab Two\par",
        head=head,
    )
    assert [(block.kind, block.level) for block in made.blocks] == [
        (BlockKind.HEADING, 1), (BlockKind.FURNITURE, 0), (BlockKind.PARAGRAPH, 0), (BlockKind.ITEM, 2),
        (BlockKind.ITEM, 1),
    ]  # fmt: skip
    assert (made.title, made.date, made.author) == ("Report", "2024-05-03", "Bo")
    assert [(made.text[x.span.start : x.span.end], x.target) for x in made.links] == [("the act", "http://x.y/z")]
    assert dict(made.meta) == {"title": "T", "author": "Ann", "created": "2024-03-05"}
    assert len(made.records) == 1
    assert prose(made)[-2:] == ["One", "Two"]


def test_binary_data_and_what_is_not_shown_are_passed_over():
    made = reading(
        r"A{\pict\bin5 }}{{\}{\object{\*\objdata 00}{\result shown}}{\*\unknown no}{\upr{x}{\*\ud{y}}}\par", fonts=""
    )
    assert prose(made) == ["Ashowny"]


@pytest.mark.parametrize("data", [b"", b"plain", b"{\\html", b"\\rtf1"])
def test_what_is_no_rtf_is_refused(data: bytes):
    with pytest.raises(InputError) as caught:
        read_rtf(data, "a.rtf")
    assert caught.value.code == "TH502"


def test_a_file_that_is_cut_off_is_read_up_to_there():
    made = read_rtf(rtf(r"Ann left.\par {\b Bo")[:-1], "a.rtf")
    assert prose(made) == ["Ann left.", "Bo"]
    assert [item.code for item in made.findings] == ["TH528"]


def test_endless_groups_are_refused():
    with pytest.raises(InputError) as caught:
        read_rtf(b"{\\rtf1" + b"{" * 100_000, "a.rtf", Options(limits=Limits(depth=100)))
    assert caught.value.code == "TH506"


SEED = rtf(
    r"{\header h\par}\pard\s1 T\'e9\par{\footnote n}\trowd\clmgf\cellx1\clmrg\cellx2\pard\intbl a\cell b\cell\row"
    r"\pard\itap2\intbl x\nestcell{\*\nesttableprops\trowd\cellx1\nestrow}\cell\row{\deleted d}{\v h}"
    r'{\field{\*\fldinst HYPERLINK "u"}{\fldrslt r}}\u55357?\u56832?\bin3 abc{\*\annotation c}\par'
)


def test_broken_files_are_read_or_refused():
    chance = random.Random(7)
    marks = [b"{", b"}", b"\\", b"\\'", b"\\u", b"\\bin9", b"\\cell", b"\\row", b"\\par", b"\\itap9", b"\xff", b"\\uc0"]
    for _ in range(400):
        data = bytearray(SEED)
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(data))
            if chance.random() < 0.5:
                data[at : at + chance.randint(0, 9)] = chance.choice(marks)
            else:
                data[at] = chance.randrange(256)
        try:
            made = read_rtf(bytes(data), "a.rtf", DEFAULT)
        except InputError:
            continue
        assert made.byte_map is not None
        assert made.byte_map.length == len(made.text)
        end = 0
        for block in made.blocks:
            assert end <= block.span.start < block.span.end <= len(made.text)
            end = block.span.end


@pytest.mark.parametrize(
    "piece", [b"\\'", b"{}", b"\\u8364 ?", b"\\cell", b"\\row\n", b"\\par ", b"a\\par b", b"{\\b\\f1 x}"]
)
def test_repeated_marks_take_time_in_proportion(piece: bytes):
    def seconds(count: int) -> float:
        began = time.process_time()
        read_rtf(b"{\\rtf1 " + piece * (count // len(piece)), "a.rtf")
        return time.process_time() - began

    small = seconds(10_000)
    assert seconds(100_000) < 40 * small + 0.5


def test_the_words_of_a_block_are_its_own():
    document = document_of(rtf(r"One.\par Two {\b bold} words.\par"))
    assert [words(document, block.span) for block in document.blocks] == ["One.", "Two bold words."]
    assert codes(document) == []


def test_the_caption_of_a_table_is_its_title():
    body = (
        r"\pard\s2 Table 1: Wages\par\trowd\cellx1000\cellx2000\pard\intbl Name\cell Wage\cell\row"
        r"\trowd\cellx1000\cellx2000\pard\intbl Ann\cell 5\cell\row\pard\s2 Alone: here\par\pard End.\par"
    )
    made = reading(body, head=r"{\stylesheet{\s0 Normal;}{\s1 Caption;}{\s2\sbasedon1 Table;}}")
    assert [record.title for record in made.records] == ["Table 1: Wages"]
    assert prose(made)[-1] == "End."


def test_words_under_their_pronunciation_are_read():
    r"""LibreOffice writes them as a field without a result: \u6771 and the rest were lost without a word."""
    field_ = r"{\field{\*\fldinst { EQ \\* jc3 \\o\\al(\\s\\up 11(\u12392\'3f\u12358\'3f),\u26481\'3f\u20140\'3f)}}"
    data = rtf(rf"In {field_}{{\fldrslt {{}}}}}} now.\par")
    made = read_rtf(data, "a.rtf")
    assert prose(made) == ["In 東京 now."]
    assert made.byte_map is not None
    at = made.text.index("東")
    start, end = made.byte_map.bytes_of(Span(at, at + 2))
    assert data[start:end].endswith(b"\\'3f)")


def test_a_table_that_touches_another_of_other_columns_is_one_of_its_own():
    def lines(edges: tuple[int, ...], *texts: str) -> str:
        cells = "".join(rf"\cellx{edge}" for edge in edges)
        return "".join(
            rf"\trowd{cells}\pard\intbl " + "".join(rf"{word}\cell " for word in text.split("|")) + r"\row"
            for text in texts
        )

    upper = lines((2000, 4000, 6000), "Ship|Port|Crew", "Kestrel|Moss|12", "Heron|Bergen|9")
    lower = lines((3000, 6000), "Name|Ann", "Born|1 May 1970")
    document = read_bytes((r"{\rtf1 Before.\par " + upper + lower + r"\pard After.\par}").encode(), places=("a.rtf",))
    assert [(record.table, record.row) for record in document.records] == [(1, 1), (1, 2), (2, 1)]
    assert rows(document)[2] == {"Name": "Born", "Ann": "1 May 1970"}
