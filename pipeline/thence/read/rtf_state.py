"""What holds inside a group of RTF, and what the tables at the head of the document define."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from thence.read import rtf_codes as codes
from thence.read.office_styles import CODE, QUOTES, is_contents_style, is_nearly_white, list_level
from thence.read.rtf_story import Item, Paragraph, Story

__all__ = ["Field", "Notes", "Sheets", "State", "is_contents"]

_HYPERLINK = re.compile(r'HYPERLINK\s+(?:(?:\\[a-z]\s+)*"([^"]*)"|(\S+))', re.IGNORECASE)
_ANCHOR = re.compile(r'\\l\s+"([^"]*)"')
_HEADING = re.compile(r"heading ?(\d)", re.IGNORECASE)
_MOST_ANCESTORS = 20
_PARTS = ("red", "green", "blue")
_RUBY = re.compile(r"\s*EQ\b.*\\o\\a[a-z]\(\\s\\up.*\),([^,()]{1,200})\)\s*", re.IGNORECASE | re.DOTALL)
_CONTENTS = re.compile(r"\s*(?:TOC|TOA|INDEX)\b", re.IGNORECASE)


@dataclass(slots=True)
class State:
    """What holds inside a group; a new group begins with a copy.

    takes: "text", "skip", "label", "font", "colours", "styles", "people", "info", or the name of what is captured.
    cutter, cut: who deleted the words, by number, and when, packed.   colour, behind, shade: numbers of the colours of
    words, and of what is behind them and their paragraph; 0 for none.   left, first: indents of a paragraph, and of its
    first line against them.
    """

    takes: str = "text"
    name: str = ""
    codec: str = "cp1252"
    font: int = 0
    fallback: int = 1
    hidden: bool = False
    deleted: bool = False
    struck: bool = False
    cutter: int = 0
    cut: int = 0
    colour: int = 0
    behind: int = 0
    shade: int = 0
    raised: bool = False
    left: int = 0
    first: int = 0
    table: bool = False
    depth: int = 1
    style: int = 0
    outline: int = -1
    item: int = 0
    listed: bool = False
    nested: bool = False
    before: str = "text"
    starred: bool = False
    owner: bool = False


@dataclass(slots=True)
class Field:
    """A field that is open: where its result began.   said, place: its instruction, and the bytes of that."""

    story: Story
    paragraph: Paragraph
    first: int = -1
    said: str = ""
    place: tuple[int, int] = (0, 0)

    def base(self) -> str:
        """Return the words that a field sets with their pronunciation above; empty for another field."""
        found = _RUBY.fullmatch(self.said[:400])
        return found[1].strip() if found else ""

    def target(self) -> str:
        """Return what a hyperlink points to, empty for another field."""
        found = _HYPERLINK.search(self.said)
        if found is None:
            return ""
        target = found[1] or found[2] or ""
        anchor = _ANCHOR.search(self.said)
        if anchor is None:
            return target
        return f"#{anchor[1]}" if target in ("", anchor[1], "\\l") else f"{target}#{anchor[1]}"


def is_contents(instruction: str) -> bool:
    """Return whether a field makes a table of contents or an index."""
    return _CONTENTS.match(instruction) is not None


@dataclass(slots=True)
class Sheets:
    """Fonts with their code pages, styles that make headings, and what other styles are based on.

    page: the code page of the document.   default: the font of text that names none.
    """

    page: int = 1252
    default: int = 0
    fonts: dict[int, str] = field(default_factory=dict)
    styles: dict[int, tuple[str, int]] = field(default_factory=dict)
    bases: dict[int, int] = field(default_factory=dict)
    colours: list[dict[str, int]] = field(default_factory=lambda: [{}])

    def codec(self, font: int) -> str:
        """Return the code page of a font, as Python calls it."""
        return self.fonts.get(font) or codes.page_codec(self.page)

    def take_page(self, word: str, number: int | None) -> str:
        """Take the document's code page; return it as Python calls it."""
        self.page = {"mac": 10000, "pc": 437, "pca": 850}.get(word, number or 1252)
        return codes.page_codec(self.page)

    def colour_word(self, word: str, number: int | None) -> None:
        """Take a control word of the colour table."""
        if word in _PARTS:
            self.colours[-1][word] = number or 0

    def font_word(self, state: State, word: str, number: int | None) -> None:
        """Take a control word of the font table."""
        if word == "f" and number is not None:
            state.font = number
        elif word == "fcharset" and number is not None:
            page = codes.charset_page(number)
            if page is not None:
                self.fonts[state.font] = codes.page_codec(page)
        elif word == "cpg" and number:
            self.fonts[state.font] = codes.page_codec(number)
        elif word in codes.SKIPPED:
            state.takes = "skip"

    def colours_end(self, said: str) -> None:
        """Take the marks between the colours of the document."""
        self.colours += [{} for _ in range(said.count(";"))]

    def is_white(self, colour: int) -> bool:
        """Return whether a colour is nearly white, by its number."""
        parts = self.colours[colour] if 0 < colour < len(self.colours) else {}
        return len(parts) == 3 and is_nearly_white("".join(f"{max(0, min(parts[part], 255)):02x}" for part in _PARTS))

    def is_same(self, colour: int, other: int) -> bool:
        """Return whether two numbers stand for one colour."""
        size = len(self.colours)
        return 0 < colour < size and 0 < other < size and self.colours[colour] == self.colours[other] != {}

    def style_word(self, state: State, word: str, number: int) -> None:
        """Take a control word of the style sheet."""
        if word == "s":
            state.style = number
        elif word == "sbasedon" and number != state.style:
            self.bases[state.style] = number
        elif word == "outlinelevel" and 0 <= number < 6:
            self.styles[state.style] = ("heading", number + 1)

    def style_name(self, state: State, said: str) -> None:
        """Take the name of a style."""
        name = said.strip().rstrip(";").lower()
        if match := _HEADING.match(name):
            self.styles[state.style] = ("heading", int(match[1]))
        elif is_contents_style(name):
            self.styles[state.style] = ("contents", 0)
        elif name == "title":
            self.styles[state.style] = ("heading", 1)
        elif name in QUOTES:
            self.styles[state.style] = ("quoted", 1)
        elif name in CODE:
            self.styles[state.style] = ("code", 0)
        elif level := list_level(name):
            self.styles[state.style] = ("item", level)
        elif name == "caption":
            self.styles[state.style] = ("caption", 0)

    def kind(self, style: int) -> tuple[str, int]:
        """Return what paragraphs of a style are, by its own name or that of a style it is based on, and their level."""
        for _ in range(_MOST_ANCESTORS):
            if style in self.styles:
                return self.styles[style]
            if style not in self.bases:
                break
            style = self.bases[style]
        return "", 0


@dataclass(slots=True)
class Notes:
    """The parts that are counted, and what is said of the next comment before it begins."""

    counts: dict[str, int] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)

    def named(self, part: str) -> str:
        """Return the name of the next part of a kind: footnotes and comments are numbered."""
        if part not in ("footnote", "endnote", "comment"):
            return part
        number = self.counts[part] = self.counts.get(part, 0) + 1
        return f"{part} {number}"

    def is_endnote(self, story: Story) -> None:
        """Make a footnote that has just begun an endnote."""
        if story.part.startswith("footnote"):
            self.counts["footnote"] -= 1
            story.part = story.paragraph.part = self.named("endnote")

    def sign(self, items: list[Item]) -> None:
        """Give a comment its author and date."""
        author = self.said.pop("atnauthor", "") or self.said.pop("atnid", "")
        day = codes.packed_date(self.said.pop("atndate", ""))
        for item in items:
            if isinstance(item, Paragraph):
                item.voice, item.date = author or None, day
