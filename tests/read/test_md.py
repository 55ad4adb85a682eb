"""Markdown as notes are written: what is said, what is only marked, and where each piece leads."""

from __future__ import annotations

import pytest

from tests.read.asking import behind, codes, read, rows, said, words
from tests.shared import needs_shared, shared
from thence.model.document import BlockKind, Document, RecordKind, Span
from thence.read import read_bytes


def folded(document: Document, kind: BlockKind = BlockKind.PARAGRAPH) -> list[str]:
    """Return the words of the blocks of a kind, as they read."""
    out = []
    for block in document.blocks:
        if block.kind is kind:
            text, at = "", block.span.start
            for join in document.joins:
                if join.span in block.span:
                    text, at = text + document.text[at : join.span.start] + join.text, join.span.end
            out.append(text + document.text[at : block.span.end])
    return out


# Links, tags, ids


def test_wiki_links_lead_to_pages_headings_blocks_and_files():
    document = read(
        "See [[Page]], [[Page|that]], [[Page#Part two]], [[Page#^b1]], [[#Here]] and ![[plan.png]].\n", "a.md"
    )
    assert said(document, BlockKind.PARAGRAPH) == ["See Page, that, Page, Page, Here and ."]
    assert [(words(document, link.span), link.target, link.is_wiki) for link in document.links] == [
        ("Page", "Page", True), ("that", "Page", True), ("Page", "Page#Part two", True), ("Page", "Page#^b1", True),
        ("Here", "#Here", True), ("", "plan.png", True),
    ]  # fmt: skip


def test_tags_of_text_and_front_matter_are_meta():
    text = "---\ntags: [case/a, '#sale']\n---\n# Head\n\nIt is #urgent and #case/b, not a#b, #1 or `#code`.\n\n"
    text += "```\n#no\n```\n"
    document = read(text, "a.md")
    assert [value for name, value in document.meta if name == "tag"] == ["case/a", "case/b", "sale", "urgent"]
    assert "#urgent" in document.text


def test_ids_of_blocks_are_unseen_and_lead_to_their_block():
    document = read(
        "First here. ^a1\n\n- item one ^b-2\n- item two\n\n| A |\n|---|\n| x |\n\n^t3\n\nNo ^2 here.\n", "a.md"
    )
    assert said(document, BlockKind.PARAGRAPH) == ["First here.", "No ^2 here."]
    assert said(document, BlockKind.ITEM) == ["item one", "item two"]
    places = {value.split(" ")[0]: value.split(" ")[1].split("-") for name, value in document.meta if name == "block"}
    assert {name: document.text[int(a) : int(b)] for name, (a, b) in places.items()} == {
        "a1": "First here.", "b-2": "item one", "t3": "x",
    }  # fmt: skip


@needs_shared
def test_notes_lead_to_each_other():
    notes = {}
    for name in ("Budget 2024.md", "Ilse Marrow.md", "Project Heron.md"):
        notes[name] = read_bytes(shared("cases", "D25-notes-wikilinks", name).read_bytes(), places=(name,))
    assert rows(notes["Ilse Marrow.md"])[-1]["Manager"] == "Someone Missing"
    assert [link.target for link in notes["Ilse Marrow.md"].links] == ["HRN", "Someone Missing"]
    assert notes["Project Heron.md"].aliases == ("Heron", "HRN")
    assert ("tag", "active") in notes["Project Heron.md"].meta
    assert [link.target for link in notes["Project Heron.md"].links] == ["Ilse Marrow", "Budget 2024#Q1", "plan.png"]
    assert rows(notes["Budget 2024.md"]) == [{"Total": "12 000 EUR"}]


# Struck, marked, quoted


def test_struck_words_stand_where_they_were_and_are_not_read():
    document = read(
        "Ann paid ~~5~~ 6 EUR to <del>Bo</del> Cy. It is ==so==.\n\n~~Bo owns Kiln.~~\n\n- ~~sold~~\n", "a.md"
    )
    assert said(document, BlockKind.PARAGRAPH) == ["Ann paid 5 6 EUR to Bo Cy. It is so."]
    assert folded(document) == ["Ann paid 6 EUR to Cy. It is so."]
    assert said(document, BlockKind.DELETED) == ["Bo owns Kiln.", "sold"]


def test_a_struck_key_is_no_record():
    assert rows(read("~~Date: 3 May 2024~~\n~~Author: Bo~~\n", "a.md")) == []


def test_a_callout_is_the_author_s_own_and_a_quotation_is_not():
    text = "> [!info]- Terms\n> Ann owns Kiln\n> and Bolt.\n>\n> - Bo left\n\n> [!quote] Cy\n> He did.\n\n> They did.\n"
    document = read(text, "a.md")
    assert said(document, BlockKind.PARAGRAPH) == ["Terms", "Ann owns Kiln\nand Bolt."]
    assert said(document, BlockKind.ITEM) == ["Bo left"]
    assert said(document, BlockKind.QUOTED) == ["Cy\nHe did.", "They did."]


def test_code_inside_a_quotation_is_no_prose():
    document = read("> They wrote:\n> ```\n> x: 1\n> ```\n> Yes.\n", "a.md")
    assert said(document, BlockKind.CODE) == ["x: 1"]
    assert said(document, BlockKind.QUOTED) == ["They wrote:", "Yes."]


def test_footnotes_have_a_part_of_their_own_with_all_their_paragraphs():
    document = read("Ann left.[^1]\n\n[^1]: She says so.\n\n    And Bo too.\n[^x]: Who?\n\nEnd.\n", "a.md")
    assert [(words(document, block.span), block.part) for block in document.blocks] == [
        ("Ann left.", ""), ("She says so.", "footnote 1"), ("And Bo too.", "footnote 1"),
        ("Who?", "footnote x"), ("End.", ""),
    ]  # fmt: skip


# What is hidden, what is code


@pytest.mark.parametrize(
    "hidden",
    [
        "<!-- no -->", "<!-- no\n\nno -->", "%% no %%", "%%\nno\n\nno\n%%", "<script>\nvar no;\n\nno()\n</script>",
        "<style>no {}</style>", "[//]: # (no)", "text <!-- no\n\nno --> more", "<!-- no --> more", "a %%no%% b",
        "x <script>no</script> y",
    ],
)  # fmt: skip
def test_comments_and_scripts_are_not_seen_and_what_follows_is(hidden: str):
    document = read(f"Before.\n\n{hidden}\n\nAfter.\n\n<!-- end -->\n", "a.md")
    assert "no" not in document.text
    assert said(document, BlockKind.PARAGRAPH)[0] == "Before."
    assert said(document, BlockKind.PARAGRAPH)[-1] == "After."
    if "more" in hidden:
        assert "more" in said(document, BlockKind.PARAGRAPH)


def test_what_nothing_closes_is_a_finding():
    assert codes(read("Seen.\n\n<!-- hidden\n\nrest\n", "a.md")) == ["TH528"]
    assert codes(read("Seen.\n\n```\ncode\n\nrest\n", "a.md")) == ["TH528"]


def test_tags_between_words_part_them():
    assert said(read("one<br>two <b>three</b>four\n", "a.md"), BlockKind.PARAGRAPH) == ["one two threefour"]


def test_math_and_code_are_as_they_stand():
    document = read(
        "It is $a_1 * b_2$ for $5 and `x_y_`.\n\n$$\nx = 1\n$$\n\n- a\n\n  ```\n  code: 1\n  ```\n\n  more\n", "a.md"
    )
    assert said(document, BlockKind.PARAGRAPH) == ["It is $a_1 * b_2$ for $5 and x_y_.", "more"]
    assert [code.strip() for code in said(document, BlockKind.CODE)] == ["x = 1", "code: 1"]


def test_paragraphs_of_an_item_are_prose_and_code_is_code():
    document = read("1. one\n\n    Ann left.\n\n        code()\n\nBo stays.\n\n    code()\n", "a.md")
    assert said(document, BlockKind.PARAGRAPH) == ["Ann left.", "Bo stays."]
    assert [code.strip() for code in said(document, BlockKind.CODE)] == ["code()", "code()"]


# Records


@pytest.mark.parametrize(
    "text",
    [
        "- Settlor: Ann Lee\n- Share: 5 %\n",
        "- **Settlor**: Ann Lee\n- **Share**: 5 %\n",
        "* **Settlor:** Ann Lee\n* **Share:** 5 %\n",
        "* Settlor – Ann Lee\n* Share – 5 %\n",
        "+ __Settlor__ - Ann Lee\n\n+ __Share__ - 5 %\n",
        "1. Settlor:: Ann Lee\n2. Share:: 5 %\n",
    ],
)
def test_a_list_of_keys_and_values_is_a_record(text: str):
    document = read(f"## Trust\n\n{text}\nMore.\n", "a.md")
    assert rows(document) == [{"Settlor": "Ann Lee", "Share": "5 %"}]
    assert document.records[0].kind is RecordKind.KEYS
    assert said(document, BlockKind.ITEM) == []
    key = document.records[0].fields[0].name_span
    assert key is not None
    assert words(document, key) == "Settlor"


@pytest.mark.parametrize(
    "text",
    [
        "- Ann Lee – director\n- Bo Hart – secretary\n",
        "- Note: the firm was sold in May.\n- Remember: it is in Oslo.\n",
        "- Kiln: sold\n",
        "- one\n- Share: 5 %\n",
        "- Ward A: it has 12 beds.\n- Ward B: it has 9 beds.\n",
    ],
)
def test_items_that_only_have_a_mark_in_them_are_prose(text: str):
    document = read(text, "a.md")
    assert rows(document) == []
    assert len(said(document, BlockKind.ITEM)) == text.count("\n")


def test_one_item_with_a_usual_key_is_enough():
    assert read("- Date: 3 May 2024\n\nIt is sold.\n", "a.md").date == "2024-05-03"


def test_ragged_rows_are_a_finding_and_are_read():
    document = read("| A | B |\n|:--|--:|\n| 1 | 2 |\n| 3 |\n| 4 | 5 | 6 |\n| x \\| y | `a|b` |\n", "a.md")
    assert codes(document) == ["TH526"]
    assert rows(document) == [
        {"A": "1", "B": "2"},
        {"A": "3"},
        {"A": "4", "B": "5", "": "6"},
        {"A": "x | y", "B": "a|b"},
    ]


@pytest.mark.parametrize(
    "front",
    [
        '+++\ntitle = "A note"\ntags = ["x", "y"]\ndate = 2024-05-03\n[extra]\nclient = "Kiln"\n+++\n',
        '{\n  "title": "A note",\n  "tags": ["x", "y"],\n  "date": "2024-05-03",\n  "extra": {"client": "Kiln"}\n}\n',
        "---\ntitle: A note\ntags: [x, y]\ndate: 2024-05-03\nextra:\n  client: Kiln\n---\n",
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_front_matter_of_three_kinds_is_a_record_with_places(front: str, newline: str):
    data = (front + "\nZoë is here.\n").replace("\n", newline).encode()
    document = read_bytes(data, places=("a.md",))
    assert (document.title, document.date) == ("A note", "2024-05-03")
    assert [value for name, value in document.meta if name == "tag"] == ["x", "y"]
    record = document.records[0]
    assert record.kind is RecordKind.FRONT_MATTER
    assert [(item.name, words(document, item.value)) for item in record.fields] == [
        ("title", "A note"), ("tags", "x"), ("tags", "y"), ("date", "2024-05-03"), ("extra.client", "Kiln"),
    ]  # fmt: skip
    assert [behind(document, data, item.value) for item in record.fields][-1] == "Kiln"
    assert said(document, BlockKind.PARAGRAPH) == ["Zoë is here."]


@pytest.mark.parametrize("front", ["+++\ntitle = \n+++\n", '{"title": }\n', "---\na: [1\nb: : :\n---\n"])
def test_broken_front_matter_is_a_finding(front: str):
    document = read(f"{front}\nHello there.\n", "a.md")
    assert codes(document) == ["TH528"]
    assert said(document, BlockKind.PARAGRAPH)[-1] == "Hello there."


def test_text_that_begins_like_front_matter_is_text():
    assert said(read("{x} is a set.\n\nMore.\n", "a.md"), BlockKind.PARAGRAPH) == ["{x} is a set.", "More."]
    assert said(read("+++\n\nMore.\n", "a.md"), BlockKind.PARAGRAPH)[-1] == "More."


def test_a_paragraph_keeps_its_bytes_behind_all_kinds_of_marks():
    data = "# Zoë\r\n\r\n> [!x] Ü\r\n> *Böhm* paid **€5** [[Kiln|K]] ~~no~~. ^id\r\n".encode("utf-16")
    document = read_bytes(data, places=("a.md",))
    at = document.text.index("Böhm")
    assert behind(document, data, Span(at, at + 4)) == "Böhm"


@pytest.mark.parametrize("blank", ["\u00a0", "\u3000", "\v", "\f"])
def test_blanks_of_other_kinds_are_no_indentation(blank: str):
    assert said(read(f"One.\n\n{4 * blank}Two.\n", "a.md"), BlockKind.PARAGRAPH) == ["One.", "Two."]


@pytest.mark.parametrize("line", ["| a | b\\", "a|b\\", "|`a|\\", "|[[a|b\\", "|\\"])
def test_a_table_line_that_ends_with_a_backslash_is_read(line: str):
    """The cell was cut at the same place for ever."""
    document = read(f"{line}\n|---|---|\n{line}\n| 1 | 2 |\n", "a.md")
    assert "1 | 2" in document.text


def test_what_a_page_would_not_show_is_left_out_and_told():
    text = (
        '# Staff\n\n<div style="display:none">\nAnn owns Bolt.\n\n**Still** hidden.\n</div>\n\n<p hidden>Ghost.</p>\n\n'
        'Text <span hidden>unseen <b>words</b></span>end, <span style="color:red">seen</span>.\n\n'
        "<div>\nShown.\n</div>\n"
    )
    document = read_bytes(text.encode(), places=("a.md",))
    assert said(document, BlockKind.PARAGRAPH) == ["Text end, seen.", "Shown."]
    (told,) = document.findings
    assert told.code == "TH538"
    assert told.message.endswith("display:none 1, hidden 2")
    open_ended = read_bytes(b"<div hidden>\n\nSeen, for nothing closes it.\n\n<div hidden>\n\nToo.\n", places=("a.md",))
    assert said(open_ended, BlockKind.PARAGRAPH) == ["Seen, for nothing closes it.", "Too."]


def test_a_table_of_html_is_one_of_rows():
    text = (
        "# Staff\n\nBefore.\n\n<table>\n<tr><th>Name</th><th>City</th></tr>\n\n"
        "<tr><td>Ann</td><td>Rome &amp; Bari</td></tr>\n</table>\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n"
        "<dl><dt>Head</dt><dd>Bo Orr</dd></dl>\n\nAfter.\n"
    )
    data = text.replace("\n", "\r\n").encode("utf-16")
    document = read_bytes(data, places=("a.md",))
    assert rows(document) == [{"Name": "Ann", "City": "Rome & Bari"}, {"A": "1", "B": "2"}, {"Head": "Bo Orr"}]
    assert [(record.kind, record.table, record.title) for record in document.records] == [
        (RecordKind.ROW, 1, "Staff"),
        (RecordKind.ROW, 2, "Staff"),
        (RecordKind.KEYS, None, "Staff"),
    ]
    assert said(document, BlockKind.PARAGRAPH) == ["Before.", "Bo Orr", "After."]
    city = document.records[0].fields[1].value
    assert behind(document, data, city) == "Rome &amp; Bari"


def test_what_a_page_never_shows_is_left_out_of_a_note():
    text = (
        "Before.\n\n<template>\n\nAnn owns Bolt.\n\n</template>\n\nOne <template>two</template>three <svg>four</svg>.\n"
    )
    document = read_bytes(text.encode(), places=("a.md",))
    assert said(document, BlockKind.PARAGRAPH) == ["Before.", "One three ."]
    assert [found.message for found in document.findings] == ["not read, though the page shows it: svg 1"]


def test_a_list_of_html_has_items():
    document = read_bytes(b"<ul>\n<li>One</li><li>Two <b>too</b></li></ul>\n\nAfter.\n", places=("a.md",))
    assert said(document, BlockKind.ITEM) == ["One", "Two too"]
