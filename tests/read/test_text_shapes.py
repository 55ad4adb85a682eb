"""Plain text of other shapes: logs, pages, broken words, other line breaks, and hostile ones."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from tests.read.asking import behind, read, said, words
from thence.model.document import BlockKind, Document, Span
from thence.read.txt import read_txt


def folded(document: Document, span: Span) -> str:
    """Return the words at a place as they read."""
    text, at, out = document.text, span.start, []
    for join in document.joins:
        if span.start <= join.span.start and join.span.end <= span.end:
            out += [text[at : join.span.start], join.text]
            at = join.span.end
    return "".join([*out, text[at : span.end]])


@pytest.mark.parametrize(
    "log",
    [
        "2024-03-12T14:05:01Z disk is full\n2024-03-12T14:05:02Z disk is fine\n2024-03-13T00:00:00Z closed\n",
        "Mar 12 14:05:01 host sshd[12]: opened\nMar 12 14:05:02 host sshd[12]: closed\n",
        '10.0.0.1 - - [12/Mar/2024:14:05:01 +0000] "GET /"\n10.0.0.1 - - [12/Mar/2024:14:05:02 +0000] "GET /a"\n',
        "[INFO] started\n[WARN] slow\n[INFO] done\n",
        "14:05:01 started\n14:05:02 done\n",
    ],
)
def test_the_entries_of_a_log_are_not_glued(log: str):
    assert said(read(log, "a.txt"), BlockKind.PARAGRAPH) == log.splitlines()


def test_the_trace_of_an_error_belongs_to_its_entry_and_the_stamp_is_its_day():
    log = "2024-03-12 14:05:01 ERROR bad\n  at main\n  at run\n2024-03-13 00:00:01 INFO on\n"
    document = read(log, "a.log")
    assert said(document, BlockKind.PARAGRAPH) == [
        "2024-03-12 14:05:01 ERROR bad\n  at main\n  at run",
        log.splitlines()[3],
    ]
    assert [block.date for block in document.blocks] == ["2024-03-12", "2024-03-13"]
    assert document.date is None


def test_prose_with_a_time_is_no_log():
    text = "12:00:00 is noon and the\ntime to eat. We went out\nand came back later\nin the afternoon.\n"
    assert said(read(text, "a.txt"), BlockKind.PARAGRAPH) == [text.strip()]


PAGED = (
    "Kiln report            May 2024\n\nAnn Lee lives here. The firm went to the\n\n     Lee   Internal   [Page 1]\n\f"
    "Kiln report            May 2024\n\nbank in 2024. Nobody saw the inspec-\n\n     Lee   Internal   [Page 2]\n\f"
    "Kiln report            May 2024\n\ntor again.\n\nA new paragraph.\n\n     Lee   Internal   [Page 3]\n"
)


def test_form_feeds_are_pages_and_sentences_go_on_over_them():
    document = read(PAGED, "a.txt")
    assert document.text == PAGED
    assert [page.number for page in document.pages] == [1, 2, 3]
    paragraphs = [block for block in document.blocks if block.kind is BlockKind.PARAGRAPH]
    assert [folded(document, block.span) for block in paragraphs] == [
        "Ann Lee lives here. The firm went to the bank in 2024. Nobody saw the inspector again.",
        "A new paragraph.",
    ]
    assert [block.page for block in paragraphs] == [1, 3]
    running = [block for block in document.blocks if block.part]
    assert [(words(document, block.span).split()[0], block.part, block.page) for block in running] == [
        ("Kiln", "header", 1),
        ("Lee", "footer", 3),
    ]


def test_quoted_and_broken_words_beside_page_breaks_lie_apart():
    for text in (">> a\fb\nDate: x\n>> a\fb\n", "the a\n\fWord-\nword b\n\fWord-\nword c\n\fd\n"):
        document = read(text, "a.txt")
        for places in ([block.span for block in document.blocks], [join.span for join in document.joins]):
            assert all(first.end <= second.start for first, second in pairwise(places))


def test_a_page_that_ends_a_sentence_ends_its_paragraph():
    document = read("One is here.\n\fTwo is there.\n\f\n\fThree.\n", "a.txt")
    assert said(document, BlockKind.PARAGRAPH) == ["One is here.", "Two is there.", "Three."]
    assert [block.page for block in document.blocks] == [1, 2, 4]


def test_broken_words_of_a_text_read_whole_and_stand_as_they_are():
    text = "The inspec-\ntor of Saint-\nAubin saw the of\u00adfice.\n"
    document = read(text, "a.txt")
    assert document.text == text
    assert folded(document, document.blocks[0].span) == "The inspector of Saint-Aubin saw the office."


@pytest.mark.parametrize("mark", ["\u2028", "\x85", "\v"])
def test_other_line_breaks_part_lines_and_stay(mark: str):
    document = read(f"Filed by: Ann Lee{mark}Filing date: 3 May 2024{mark}{mark}It is sold.", "a.txt")
    assert document.date == "2024-05-03"
    assert said(document, BlockKind.PARAGRAPH) == ["It is sold."]
    assert document.text.count(mark) == 3


def test_one_line_of_megabytes_is_a_paragraph():
    data = ("Ann Lee paid Bolt 5 EUR. " * 200_000).encode()
    document = read(data, "a.txt")
    assert len(document.blocks) == 1
    assert behind(document, data, Span(25, 32)) == "Ann Lee"


HOSTILE = [
    "a", "\n", " ", "\t", ">", "> ", "[", "|", ":", "-", "=", "#", "*", "_", "`", "~", "<", "!", "(", "\\", "&",
    "^", "%%", "[[", "![[", "](", "| ", "- ", "a: ", "a:\n", "a: b\n", "\n\n", " \n", "1. ", "1. a\n", "- a\n",
    "> a\n", ">>", "<!--", "---\n", "***a", "**a ", "_a_ ", "[a](", "[a][", "[^1]", "[^1]: a\n", "a^b ", "$", "$$",
    "==", "~~", "| a | b |\n", "<b>", "&amp", "\x0c", "\u2028", "-\n", "a-\n", "\xad", "#a ", "^a\n", "http://a ",
    "a@b ", "\r", "é", "漢", "2024-01-01 ", "12:00 a: b\n", "On a wrote:\n> b\n", "  ", "    a\n", "\t- a\n",
    "```\n", "> ```\n", "+++\n", "{", "a\n===\n", "|-|-|\n", "a |\n",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("name", ["a.txt", "a.md"])
def test_a_megabyte_of_anything_takes_time_in_proportion(piece: str, name: str):
    # A quarter of a megabyte here: what grows with the square of it takes minutes.
    data = (piece * (250_000 // len(piece))).encode()
    started = time.process_time()
    document = read(data, name)
    assert time.process_time() - started < 4
    assert document.byte_map is not None
    assert document.byte_map.length == len(document.text)


def test_form_feeds_of_a_text_are_read_in_one_pass():
    data = ("Head\nwords that\n\f" * 20_000).encode()
    started = time.process_time()
    assert len(read_txt(data, "a.txt").pages) == 20_000
    assert time.process_time() - started < 4
