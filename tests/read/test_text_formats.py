"""Plain text, Markdown and chat logs: what is prose, what is a record, who says it and when."""

from __future__ import annotations

import pytest

from tests.read.asking import codes, read, rows, said, words
from thence.model.document import BlockKind, RecordKind
from thence.read import read_bytes

PROSE = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.TURN, BlockKind.QUOTED)


def test_a_paragraph_spans_its_wrapped_lines():
    document = read("One line that\ngoes on here.\n\nAnother.\n", "a.txt")
    assert said(document, BlockKind.PARAGRAPH) == ["One line that\ngoes on here.", "Another."]


def test_capitals_and_title_case_above_text_are_headings_and_the_first_is_the_title():
    document = read("ANNUAL REPORT 12\n\nSummary\n\nThe year was good.\n", "a.txt")
    assert said(document, BlockKind.HEADING) == ["ANNUAL REPORT 12", "Summary"]
    assert document.title == "ANNUAL REPORT 12"


def test_a_lone_sentence_is_no_heading():
    assert said(read("Ann works at Kiln", "a.txt"), BlockKind.PARAGRAPH) == ["Ann works at Kiln"]
    assert said(read("Ann works at Kiln.\n\nMore.\n", "a.txt"), BlockKind.HEADING) == []


def test_numbered_clauses_are_items_without_their_number():
    document = read("1. Loan. A lends B\n   EUR 5.\n2. Law. English law.\n", "a.txt")
    assert said(document, BlockKind.ITEM) == ["Loan. A lends B\n   EUR 5.", "Law. English law."]


def test_a_wrapped_line_that_begins_with_a_year_is_no_item():
    document = read("The firm was founded in\n2014. It grew.\n", "a.txt")
    assert said(document, BlockKind.PARAGRAPH) == ["The firm was founded in\n2014. It grew."]


@pytest.mark.parametrize("name", ["a.txt", "a.md"])
def test_key_value_lines_are_a_record_and_no_prose(name: str):
    document = read("Filed by: Alder Bank Ltd.\nFiling date: 26 February 2026\n\nThe text follows here.\n", name)
    assert rows(document) == [{"Filed by": "Alder Bank Ltd.", "Filing date": "26 February 2026"}]
    assert document.records[0].kind is RecordKind.KEYS
    assert said(document, *PROSE) == ["The text follows here."]
    assert document.date == "2026-02-26"
    assert document.author == "Alder Bank Ltd."
    assert document.date_span is not None
    assert words(document, document.date_span) == "26 February 2026"


@pytest.mark.parametrize(
    "text",
    [
        "Decision: ask for the accounts of the firm, because the invoices do not match.",
        "She said: no payment was made",
        "The modes are: Eco",
        "Ward A: capacity 12 beds.\nWard B: capacity 12 beds.",
        "The report names the\nowner: Ann Lee, who\nlives in Oslo.",
        "Attendees:",
        "See https://example.org/a: it says so.",
    ],
)
def test_sentences_with_a_colon_are_prose(text: str):
    document = read(text, "a.txt")
    assert document.records == ()
    assert said(document, *PROSE) == [text]


def test_a_value_goes_on_in_an_indented_line():
    assert rows(read("To: Ann\nSubject: a long\n  subject\n", "a.txt")) == [
        {"To": "Ann", "Subject": "a long\n  subject"}
    ]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("LEASE dated 15 October 2025\n\nbetween A and B.\n", "2025-10-15"),
        ("LEASE\n\nThis lease is made on 3 November 2025 between A and B.\n", "2025-11-03"),
        ("Minutes Of The Board, 4 March 2024\n\nAll were there.\n", "2024-03-04"),
        ("The firm moved on 3 November 2025.\n\nIt was dated 4 May 2020.\n", None),
        ("Date: 03/04/2024\n\nText.\n", None),
        ("Date: 31 February 2024\n\nText.\n", None),
    ],
)
def test_a_document_has_the_date_it_declares_and_no_other(text: str, date: str | None):
    assert read(text, "a.txt").date == date


def test_quoted_replies_have_their_own_voice_and_date():
    text = "Yes, it is sold.\n\nOn 3 June 2024, Ann Lee wrote:\n> It is not sold.\n>\n> > Is it sold?\n"
    document = read(text, "a.txt")
    quoted = [block for block in document.blocks if block.kind is BlockKind.QUOTED]
    assert [(words(document, b.span), b.voice, b.date, b.level) for b in quoted] == [
        ("It is not sold.", "Ann Lee", "2024-06-03", 1),
        ("Is it sold?", None, None, 2),
    ]
    assert said(document, BlockKind.PARAGRAPH) == ["Yes, it is sold."]


# Markdown


def test_a_date_column_is_not_the_date_of_the_document():
    assert read("| Who | Date |\n|---|---|\n| Ann | 2024-05-01 |\n", "a.md").date is None


def test_markdown_reads_as_plain_words():
    text = "[[Ann Lee|Ann]] *lives* in **[Oslo](http://o.no)** with `Bo`&amp;Co, snake_case, 2 * 3 * 4. ^ref\n"
    document = read(text, "a.md")
    assert said(document, BlockKind.PARAGRAPH) == ["Ann lives in Oslo with Bo&Co, snake_case, 2 * 3 * 4."]
    assert [(words(document, link.span), link.target) for link in document.links] == [
        ("Ann", "Ann Lee"),
        ("Oslo", "http://o.no"),
    ]


def test_markdown_blocks():
    text = (
        "# Title #\n\nText one\ntext two.\n\n- item *a*\n  goes on\n- [x] item b\n\n1. first\n2. second\n\n"
        "```py\ncode: x\n```\n\n> They *left*.\n\nUnder\n-----\n\n<!-- gone -->\n\n[ref]: http://x.y\n"
    )
    document = read(text, "a.md")
    assert said(document, BlockKind.HEADING) == ["Title", "Under"]
    assert said(document, BlockKind.PARAGRAPH) == ["Text one\ntext two."]
    assert said(document, BlockKind.ITEM) == ["item a\n  goes on", "item b", "first", "second"]
    assert said(document, BlockKind.CODE) == ["code: x"]
    assert said(document, BlockKind.QUOTED) == ["They left."]
    assert "gone" not in document.text
    assert "http" not in document.text


def test_markdown_tables_are_records_under_the_heading():
    text = "## Owners\n\n| Name | Share |\n|---|--:|\n| [[Ann\\|A]] Lee | 5% |\n| B \\| C |  |\n\nText.\n"
    document = read(text, "a.md")
    assert rows(document)[1]["Share"] == ""
    assert rows(document)[0]["Share"] == "5%"
    assert [record.title for record in document.records] == ["Owners", "Owners"]
    assert [record.row for record in document.records] == [1, 2]
    assert said(document, BlockKind.PARAGRAPH) == ["Text."]


def test_front_matter_declares_title_aliases_date_author_and_key():
    text = "---\ntitle: 'Ann: a note'\naliases: [A. Lee, Annie]\ncreated: 2026-03-22\n"
    text += "author: Bo\nid: n-7\ntags:\n  - x\n---\n\nHi.\n"
    document = read(text, "notes/a.md")
    assert (document.title, document.aliases, document.date) == ("Ann: a note", ("A. Lee", "Annie"), "2026-03-22")
    assert (document.author, document.key) == ("Bo", "n-7")
    record = document.records[0]
    assert record.kind is RecordKind.FRONT_MATTER
    assert [words(document, item.value) for item in record.fields] == [
        "Ann: a note", "A. Lee", "Annie", "2026-03-22", "Bo", "n-7", "x",
    ]  # fmt: skip


def test_broken_front_matter_is_a_finding_and_the_text_is_read():
    document = read("---\na: [1\nb: : :\n---\n\nHello there.\n", "a.md")
    assert codes(document) == ["TH528"]
    assert said(document, BlockKind.PARAGRAPH) == ["Hello there."]


def test_the_path_is_the_key_of_a_document_that_declares_none():
    assert read("# A\n", "x/y.md").key == "x/y.md"


# Chat


@pytest.mark.parametrize(
    "log",
    [
        "[18/03/2026, 09:14:02] Ann Lee: hello\nmore words\n[19/03/2026, 09:15:40] Bo: she left\n",
        "2026-03-18 09:14 Ann Lee: hello\nmore words\n2026-03-19 09:14 Bo: she left\n",
        "18/03/2026, 09:14 - Ann Lee: hello\nmore words\n19/03/2026, 09:15 - Bo: she left\n",
        "[3/18/26, 9:14:02 AM] Ann Lee: hello\nmore words\n[3/19/26, 9:15:40 PM] Bo: she left\n",
    ],
)
def test_a_chat_log_is_turns_with_voice_and_date(log: str):
    document = read(log, "a.txt")
    assert [(words(document, b.span), b.voice, b.date) for b in document.blocks] == [
        ("hello\nmore words", "Ann Lee", "2026-03-18"),
        ("she left", "Bo", "2026-03-19"),
    ]
    assert document.date == "2026-03-19"


def test_names_and_words_alone_are_a_chat_when_speakers_speak_again():
    document = read("Ann: who left?\nBo: the cat did\nAnn: sure?\nBo: yes\n", "a.txt")
    assert [block.voice for block in document.blocks] == ["Ann", "Bo", "Ann", "Bo"]
    assert document.date is None


def test_a_form_and_a_program_log_are_no_chat():
    form = "Name: Ann\nAge: 4\nCity: Oslo\n\nName: Bo\nAge: 5\nCity: Rome\n"
    assert all(block.kind is not BlockKind.TURN for block in read(form, "a.txt").blocks)
    log = "2026-03-18 09:14:02 ERROR: disk\n2026-03-18 09:14:03 INFO: ok\n"
    assert all(block.kind is not BlockKind.TURN for block in read(log, "a.log").blocks)


def test_a_chat_date_that_can_be_read_two_ways_is_no_date_and_a_finding():
    document = read("[03/04/2026, 09:14] Ann: a\n[04/04/2026, 09:14] Bo: b\n", "a.txt")
    assert [block.date for block in document.blocks] == [None, "2026-04-04"]
    assert document.date == "2026-04-04"
    assert codes(document) == ["TH538"]


def test_a_line_break_of_another_kind_within_a_quoted_line_parts_no_blocks_twice():
    document = read_bytes(b"On 3 May 2024 Bo wrote:\n> q\x1dx\n", places=("a.txt",))
    ends = 0
    for block in document.blocks:
        assert block.span.start >= ends
        ends = block.span.end
