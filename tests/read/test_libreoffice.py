"""Files that office programs write: LibreOffice and pandoc, where they are installed, say the same in every format."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.read.asking import codes, read, rows, said, words
from tests.read.made_flat import (
    COMMENT,
    DELETED,
    FLEET,
    FORMULA,
    HIDDEN,
    PROSE,
    RECORDS,
    REPORT,
    ROWS,
    SLIDES,
)
from thence.model.document import BlockKind, Document

Convert = Callable[[str], Document]

SOFFICE, PANDOC = shutil.which("soffice"), shutil.which("pandoc")
needs_soffice = pytest.mark.skipif(SOFFICE is None, reason="LibreOffice (soffice) is not installed")
needs_pandoc = pytest.mark.skipif(PANDOC is None, reason="pandoc is not installed")


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> Convert:
    """Return what LibreOffice makes of the sources, by name; each is converted once, when it is first asked for."""
    folder = tmp_path_factory.mktemp("office")
    for name, data in (("report.fodt", REPORT), ("fleet.fods", FLEET), ("slides.fodp", SLIDES)):
        (folder / name).write_bytes(data)
    kinds = {"report": "fodt", "fleet": "fods", "slides": "fodp"}

    def convert(name: str) -> Document:
        made = folder / name
        if not made.exists():
            stem, _, suffix = name.partition(".")
            profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
            source = folder / f"{stem}.{kinds[stem]}"
            command = [
                str(SOFFICE),
                profile,
                "--headless",
                "--convert-to",
                suffix,
                "--outdir",
                str(folder),
                str(source),
            ]
            subprocess.run(command, check=True, capture_output=True, timeout=120)
        if not made.exists():
            pytest.skip(f"this LibreOffice does not write {Path(name).suffix}")
        return read(made.read_bytes(), name)

    return convert


def by_part(document: Document, part: str) -> list[str]:
    return [words(document, b.span) for b in document.blocks if b.part == part]


def body(document: Document) -> list[str]:
    return [words(document, b.span) for b in document.blocks if b.kind is BlockKind.PARAGRAPH and not b.part]


@needs_soffice
@pytest.mark.parametrize("suffix", ["odt", "docx", "rtf"])
def test_a_report_says_the_same_in_every_format_of_word_processors(converted: Convert, suffix: str):
    document = converted(f"report.{suffix}")
    assert [each for each in body(document) if not each.startswith("An equation")] == PROSE
    assert [(b.level, words(document, b.span)) for b in document.blocks if b.kind is BlockKind.HEADING] == [
        (1, "Report of the Board"),
        (1, "Crew"),
    ]
    assert [(b.level, words(document, b.span)) for b in document.blocks if b.kind is BlockKind.ITEM] == [
        (1, "First item"),
        (2, "Nested item"),
    ]
    assert said(document, BlockKind.QUOTED) == ["No ship leaves at night."]
    assert [each for each in said(document, BlockKind.FURNITURE) if "|" not in each] == ["Contents", "Crew\t1"]
    assert rows(document) == RECORDS
    assert by_part(document, "footnote 1") == ["Built in 1998."]
    assert by_part(document, "endnote 1") == ["Two docks."]
    assert by_part(document, "header") == ["Internal matter"]
    assert len(by_part(document, "footer")) == 1
    assert by_part(document, "text box") == ["Karl Lie guards the gate."]
    for part, kind, (told, author, day) in (
        ("comment 1", BlockKind.PARAGRAPH, COMMENT),
        ("", BlockKind.DELETED, DELETED),
    ):
        found = [b for b in document.blocks if b.part == part and b.kind is kind and b.voice]
        assert [(words(document, b.span), b.voice, b.date) for b in found] == [(told, author, day)]
    assert not any(word in document.text for word in HIDDEN)
    assert {"TH535", "TH538"} <= set(codes(document))
    links = {(words(document, link.span), link.target) for link in document.links}
    assert ("the register of ships", "https://example.org/ships") in links
    assert {("", "#footnote-1"), ("", "#endnote-1"), ("", "#comment-1")} <= links
    assert dict(document.meta)["author"] == "Mira Solberg"


@needs_soffice
@pytest.mark.parametrize("suffix", ["odt", "docx"])
def test_a_formula_is_read_where_it_stands(converted: Convert, suffix: str):
    document = converted(f"report.{suffix}")
    said_so = [each for each in body(document) if each.startswith("An equation")]
    if (
        said_so != [FORMULA]
        and shutil.which("smath") is None
        and not any(Path("/usr/lib/libreoffice").rglob("libsmlo*"))
    ):
        pytest.skip("LibreOffice's formulas (libreoffice-math) are not installed")
    assert said_so == [FORMULA]


@needs_soffice
@pytest.mark.parametrize("suffix", ["html", "epub"])
def test_pages_and_books_hide_what_is_hidden_and_have_no_marks_of_notes(converted: Convert, suffix: str):
    document = converted(f"report.{suffix}")
    assert not any(word in document.text for word in HIDDEN)
    assert PROSE[0] in said(document, BlockKind.PARAGRAPH)
    assert {"Built in 1998.", "Two docks."} <= set(said(document, BlockKind.PARAGRAPH))
    assert "TH538" in codes(document)


@needs_soffice
@pytest.mark.parametrize("suffix", ["ods", "xlsx"])
def test_a_workbook_says_the_same_in_both_formats(converted: Convert, suffix: str):
    document = converted(f"fleet.{suffix}")
    assert rows(document) == ROWS
    assert {column.name: column.kind for column in document.columns} == {
        "Seen": "date",
        "Share": "decimal",
        "Price": "decimal",
    }
    assert [finding.message for finding in document.findings] == ["hidden, and left out: 1 sheets (Secret), 1 rows"]


@needs_soffice
@pytest.mark.parametrize("suffix", ["odp", "pptx"])
def test_slides_say_the_same_in_both_formats(converted: Convert, suffix: str):
    document = converted(f"slides.{suffix}")
    assert [(b.part, b.kind.value, b.level, words(document, b.span)) for b in document.blocks] == [
        ("slide 1", "heading", 1, "Fleet plan"),
        ("slide 1", "item", 1, "Ann captains it."),
        ("slide 1", "item", 2, "She sails."),
        ("notes 1", "paragraph", 0, "Greet Petra."),
    ]
    assert document.title == "Fleet plan"
    assert codes(document) == ["TH538"]


NOTES = """# Crew

Ann owns it.[^1] Bo sails.

[^1]: Built in 1998.

> No ship leaves.

1. First
    - Below

| Ship | Crew |
|------|------|
| Kestrel | 12 |

: Ships

    total: 5

It holds that $a^2 = b$.

~~Gunnar owned it.~~
"""


@needs_pandoc
@pytest.mark.parametrize("suffix", ["docx", "odt", "rtf", "html", "epub"])
def test_what_pandoc_writes_says_the_same_in_every_format(tmp_path: Path, suffix: str):
    made = tmp_path / f"a.{suffix}"
    command = [str(PANDOC), "-s", "-f", "markdown", "-t", suffix, "-o", str(made), "--metadata", "title=Notes"]
    subprocess.run(command, input=NOTES.encode(), check=True, capture_output=True, timeout=60)
    document = read(made.read_bytes(), made.name)
    prose = said(document, BlockKind.PARAGRAPH)
    assert {"Ann owns it. Bo sails.", "Built in 1998."} <= set(prose)
    assert "Crew" in said(document, BlockKind.HEADING)
    assert [(b.level, words(document, b.span)) for b in document.blocks if b.kind is BlockKind.ITEM] == [
        (1, "First"),
        (2, "Below"),
    ]
    assert rows(document)[0] == {"Ship": "Kestrel", "Crew": "12"}
    assert said(document, BlockKind.DELETED) == ["Gunnar owned it."]
    if suffix in ("docx", "odt"):
        assert "It holds that a^2=b." in prose
    if suffix != "rtf":  # no style says it there
        assert said(document, BlockKind.QUOTED) == ["No ship leaves."]
        assert said(document, BlockKind.CODE) == ["total: 5"]
        assert {record.title for record in document.records} == {"Ships"}
