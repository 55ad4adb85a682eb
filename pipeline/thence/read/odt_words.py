"""The words of OpenDocument paragraphs: spans, notes, links, boxes and changes, as a reader sees them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar
from xml.etree.ElementTree import Element  # the type only

from thence.model.document import BlockKind
from thence.read.formulas import mathml
from thence.read.odf import DC, OFFICE
from thence.read.odt_styles import TEXT, Lists, Styles
from thence.read.office import NotShown
from thence.read.office_styles import CODE, QUOTES, is_contents_style, is_nearly_white
from thence.read.raised import raised
from thence.read.story import Aside, Cut, Item, Passage
from thence.read.symbols import symbol

__all__ = ["DRAW", "Words", "cut_words", "stamp"]

_ODF = "urn:oasis:names:tc:opendocument:xmlns"
DRAW = f"{{{_ODF}:drawing:1.0}}"
_MATH = "{http://www.w3.org/1998/Math/MathML}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_BLANKS = re.compile(r"[ \t\r\n]+")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_PRIVATE = re.compile("[\uf020-\uf0ff]")
_MOST_SPACES = 1_000
_SHAPES = tuple(
    f"{DRAW}{name}"
    for name in ("frame", "custom-shape", "rect", "ellipse", "circle", "g", "line", "polygon", "path", "caption")
)
_LISTS = frozenset(f"{TEXT}{name}" for name in ("list", "list-item", "list-header", "section"))
_PASSED = frozenset({f"{TEXT}ruby-text", f"{TEXT}script", f"{TEXT}tracked-changes", f"{OFFICE}forms"})


def stamp(element: Element) -> tuple[str | None, str | None]:
    """Return who made a change or comment, and when: an ISO date."""
    author, date = element.findtext(f"{DC}creator"), _DATE.match(element.findtext(f"{DC}date") or "")
    return " ".join((author or "").split()) or None, date[0] if date else None


def cut_words(element: Element) -> str:
    """Return the words of what a change deleted, a line a paragraph."""
    paragraphs = (each for each in element.iter() if each.tag in (f"{TEXT}p", f"{TEXT}h"))
    lines = [_BLANKS.sub(" ", "".join(each.itertext())).strip() for each in paragraphs]
    return "\n".join(line for line in lines if line)


@dataclass(slots=True)
class Words:
    """Makes passages of paragraphs.

    cuts: id of a change -> what it deleted.   items: reads what a note, comment or box holds.   parts: name of an
    object in the package -> the root of what it holds, None for what is no XML.
    """

    styles: Styles
    lists: Lists
    items: Callable[[Element], list[Item]]
    not_shown: NotShown
    parts: Callable[[str], Element | None]
    cuts: Mapping[str, Cut] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    _passage: Passage = field(default_factory=Passage)
    _blank: bool = True
    _hidden: bool = False
    _bold: bool = False
    _plain: bool = False
    _font: str = ""
    _turns: bool = True
    _gone: list[str] | None = None
    _none: bool = False
    _colour: str = ""
    _bare: bool = False
    _raised: bool = False
    _open: set[Element] = field(default_factory=set)

    def begin(self, body: Element, *, coloured: bool) -> None:
        """Begin with the body of a document.   coloured: whether its pages have colours, or something lies behind."""
        self._open = set() if coloured else set(_open_paragraphs(body))

    def passage(self, paragraph: Element) -> Passage | None:
        """Return what a paragraph says; None for one that is hidden."""
        style = self.styles.get("paragraph", paragraph.get(f"{TEXT}style-name"))
        if paragraph.find(f".//{TEXT}hidden-paragraph[@{TEXT}is-hidden='true']") is not None:
            self.not_shown.hidden += 1
            return None
        outer = (
            self._passage, self._blank, self._hidden, self._bold, self._plain, self._font, self._turns, self._gone,
            self._none, self._colour, self._bare, self._raised,
        )  # fmt: skip
        passage = self._passage = Passage()
        self._blank, self._plain, self._font, self._turns = True, False, style.font, True
        self._colour, self._bare = style.colour, paragraph in self._open and not style.shaded
        self._none, self._raised = bool(style.hidden), False
        self._hidden = self._is_hidden()
        self._bold = bool(style.bold) or "table heading" in style.names
        if self._hidden and "".join(paragraph.itertext()).strip():
            self.not_shown.hidden += 1
        self._gone = [] if style.struck else None
        self._inside(paragraph)
        self._strike()
        passage.bold = not self._plain and passage.length > 0
        self._describe(passage, paragraph, style.names, style.level)
        (
            self._passage, self._blank, self._hidden, self._bold, self._plain, self._font, self._turns, self._gone,
            self._none, self._colour, self._bare, self._raised,
        ) = outer  # fmt: skip
        return passage

    def _is_hidden(self) -> bool:
        """Return whether words are not shown, or are as white as the page with nothing behind them."""
        return self._none or (self._bare and is_nearly_white(self._colour))

    def _describe(self, passage: Passage, paragraph: Element, names: tuple[str, ...], level: int | None) -> None:
        if paragraph.tag == f"{TEXT}h":
            said = paragraph.get(f"{TEXT}outline-level", "")
            depth = int(said) if said in tuple("123456789") else level or 1
            passage.kind, passage.level = BlockKind.HEADING, min(depth, 6)
            if passage.length and not passage.label:
                passage.label = self.lists.heading(depth)
        elif "title" in names:
            passage.kind, passage.level = BlockKind.HEADING, 1
        elif not QUOTES.isdisjoint(names):
            passage.kind, passage.level = BlockKind.QUOTED, 1
        elif not CODE.isdisjoint(names):
            passage.kind, passage.level = BlockKind.CODE, 0
        elif any(map(is_contents_style, names)):
            passage.kind, passage.level = BlockKind.FURNITURE, 0
        elif level is not None:
            passage.kind, passage.level = BlockKind.HEADING, min(level, 6)

    def _inside(self, element: Element) -> None:
        self._chars(element.text)
        for child in element:
            self._one(child)
            self._chars(child.tail)

    def _one(self, element: Element) -> None:
        tag = element.tag
        if tag in _PASSED:
            return
        deed = self._deeds.get(tag)
        if deed is not None:
            deed(self, element)
        else:
            self._inside(element)

    def _strike(self) -> None:
        """Lay apart what was struck through."""
        if self._gone:
            self._passage.cuts.append(Cut("".join(self._gone)))
        self._gone = None

    def _add(self, text: str) -> None:
        if self._gone is not None:
            self._gone.append(text)
            return
        if self._turns:
            self._passage.runs.append(self._passage.length)
            self._turns = False
        self._passage.say(text)

    def _chars(self, text: str | None) -> None:
        """Say text of the file: white space counts as one blank, and as none at the beginning."""
        if not text or self._hidden:
            return
        text = _BLANKS.sub(" ", text)
        if self._blank and text[0] == " ":
            text = text[1:]
            if not text:
                return
        self._blank = text[-1] == " "
        if self._raised:
            text = raised(text)
        if not text.isascii() and _PRIVATE.search(text):
            text = _PRIVATE.sub(lambda match: self._symbol(match[0]), text)
        self._add(text)
        if text.strip() and not self._bold:
            self._plain = True

    def _symbol(self, char: str) -> str:
        said = symbol(self._font, char)
        self.not_shown.strange += said == "\ufffd"
        return said

    def _say(self, text: str) -> None:
        if not self._hidden:
            self._add(text)
            self._blank = False

    def _span(self, element: Element) -> None:
        style = self.styles.get("text", element.get(f"{TEXT}style-name"))
        before = (self._hidden, self._none, self._bold, self._font, self._colour, self._bare, self._raised)
        self._raised = self._raised if style.raised is None else style.raised
        self._colour, self._bare = style.colour or self._colour, self._bare and not style.shaded
        self._none = self._none if style.hidden is None else style.hidden
        hidden = self._is_hidden() or (style.colour.startswith("#") and style.colour == style.ground)
        if hidden and not self._hidden and "".join(element.itertext()).strip():
            self.not_shown.hidden += 1
        self._hidden = hidden
        self._bold = self._bold if style.bold is None else style.bold
        self._font = style.font or self._font
        self._turns = True
        begins = bool(style.struck) and self._gone is None
        if begins:
            self._gone = []
        self._inside(element)
        if begins:
            self._strike()
        self._turns = True
        self._hidden, self._none, self._bold, self._font, self._colour, self._bare, self._raised = before

    def _spaces(self, element: Element) -> None:
        count = element.get(f"{TEXT}c", "1")
        self._say(" " * min(int(count) if count.isdecimal() and len(count) < 6 else 1, _MOST_SPACES))

    def _tab(self, _: Element) -> None:
        self._say("\t")

    def _break(self, _: Element) -> None:
        self._say("\n")
        self._blank = True

    def _link(self, element: Element) -> None:
        start = self._passage.length
        self._inside(element)
        self._passage.link(start, element.get(_HREF, ""))

    def _note(self, element: Element) -> None:
        kind = "endnote" if element.get(f"{TEXT}note-class") == "endnote" else "footnote"
        body = element.find(f"{TEXT}note-body")
        if body is not None and not self._hidden:
            self._refer(kind, body)

    def _comment(self, element: Element) -> None:
        if not self._hidden:
            self._refer("comment", element, *stamp(element))

    def _refer(self, kind: str, body: Element, voice: str | None = None, date: str | None = None) -> None:
        number = self.counts[kind] = self.counts.get(kind, 0) + 1
        self._passage.refer(Aside(f"{kind} {number}", self.items(body), voice, date))

    def _change(self, element: Element) -> None:
        cut = self.cuts.get(element.get(f"{TEXT}change-id", ""))
        if cut is not None:
            self._passage.cuts.append(cut)

    def _shape(self, element: Element) -> None:
        if self._hidden:
            return
        for inner in element.findall(f"{DRAW}object"):
            if formula := self._formula(inner):
                self._say(formula)
                self._plain = self._plain or not self._bold
                return
        self._passage.asides += self.boxes(element)

    def _formula(self, element: Element) -> str:
        """Return what an object says that is a formula; empty for another."""
        root = next(iter(element), None)
        if root is None or not root.tag.startswith(_MATH):
            root = self.parts(element.get(_HREF, ""))
        return mathml(root) if root is not None and root.tag.startswith(_MATH) else ""

    def boxes(self, shape: Element) -> list[Aside]:
        """Return the text boxes that a shape holds; count its pictures and objects."""
        if shape.find(f"{DRAW}object") is not None or shape.find(f"{DRAW}object-ole") is not None:
            inner = shape.find(f"{DRAW}object")
            root = self.parts(inner.get(_HREF, "")) if inner is not None else None
            is_chart = root is not None and root.find(f"{OFFICE}body/{OFFICE}chart") is not None
            self.not_shown.add("charts" if is_chart else "embedded objects")
            return []
        if shape.find(f"{DRAW}image") is not None:
            self.not_shown.pictures += 1
        found = []
        items = self.items(shape)
        if any(not isinstance(item, Passage) or item.length for item in items):
            found.append(Aside("text box", items))
        for child in shape:
            if child.tag == f"{DRAW}text-box":
                found.append(Aside("text box", self.items(child)))
            elif child.tag in _SHAPES:
                found += self.boxes(child)
        return found

    def _base(self, element: Element) -> None:
        base = element.find(f"{TEXT}ruby-base")
        if base is not None:
            self._inside(base)

    def _hidden_text(self, _: Element) -> None:
        self.not_shown.hidden += 1

    def _placeholder(self, _: Element) -> None:
        self.not_shown.placeholders += 1

    def _variable(self, element: Element) -> None:
        if element.get(f"{TEXT}display") != "none":
            self._chars(element.text)

    def _number(self, element: Element) -> None:
        self._passage.label = " ".join((element.text or "").split())

    _deeds: ClassVar[Mapping[str, Callable[[Words, Element], None]]] = {
        f"{TEXT}span": _span, f"{TEXT}s": _spaces, f"{TEXT}tab": _tab, f"{TEXT}line-break": _break, f"{TEXT}a": _link,
        f"{TEXT}note": _note, f"{OFFICE}annotation": _comment, f"{TEXT}change": _change, f"{TEXT}ruby": _base,
        f"{TEXT}hidden-text": _hidden_text, f"{TEXT}placeholder": _placeholder, f"{TEXT}variable-set": _variable,
        f"{TEXT}user-field-get": _variable, f"{TEXT}number": _number,
        **dict.fromkeys(_SHAPES, _shape),
    }  # fmt: skip


def _open_paragraphs(body: Element) -> Iterator[Element]:
    """Yield the paragraphs behind which there is nothing but the page: not those of cells and boxes."""
    for child in body:
        if child.tag in (f"{TEXT}p", f"{TEXT}h"):
            yield child
        elif child.tag in _LISTS:
            yield from _open_paragraphs(child)
