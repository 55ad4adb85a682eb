"""The words of Word paragraphs: runs, fields, links, symbols and tracked changes, as a reader sees them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar
from xml.etree.ElementTree import Element  # the type only

from thence.model.document import BlockKind
from thence.read.docx_colours import open_paragraphs
from thence.read.docx_fields import Field, form_box, is_contents, target_of
from thence.read.docx_math import MATH, formula
from thence.read.docx_styles import Numbering, Styles, W, flag, is_blotted, is_raised, is_shaded, is_struck, val
from thence.read.office import NotShown
from thence.read.office_styles import is_nearly_white
from thence.read.package import Relation
from thence.read.raised import raised
from thence.read.story import Aside, Item, Passage
from thence.read.symbols import symbol

__all__ = ["MC", "Words", "chosen", "cut_words", "stamp"]

MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_PRIVATE = re.compile("[\uf020-\uf0ff]")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_PROPERTIES = frozenset(
    f"{W}{name}" for name in ("rPr", "pPr", "sdtPr", "sdtEndPr", "sectPr", "tblPr", "rt", "fldData")
)


def stamp(element: Element) -> tuple[str | None, str | None]:
    """Return who made a change or comment, and when: an ISO date."""
    date = _DATE.match(element.get(f"{W}date", ""))
    return element.get(f"{W}author") or None, date[0] if date else None


def chosen(alternatives: Element) -> Element | None:
    """Return which of several alternatives (mc:AlternateContent) is read: the first that holds words, else the last."""
    last = None
    for each in alternatives:
        if each.tag in (f"{MC}Choice", f"{MC}Fallback"):
            last = each
            if next(each.iter(f"{W}t"), None) is not None:
                return each
    return last


@dataclass(frozen=True, slots=True)
class Entered:
    """Where a part was left for another."""

    relations: Mapping[str, Relation]
    balanced: bool
    fields: list[Field]


@dataclass(slots=True)
class Words:
    """Makes passages of paragraphs.

    notes: (kind, id) -> the note or comment as an aside, numbered when it is asked for.   items: reads what a text box
    holds.   relations: of the part that is read.   balanced: whether every field that begins in it ends.
    coloured: whether the page has a colour of its own.
    """

    styles: Styles
    numbering: Numbering
    notes: Callable[[str, str], Aside | None]
    items: Callable[[Element], list[Item]]
    not_shown: NotShown
    relations: Mapping[str, Relation] = field(default_factory=dict)
    balanced: bool = True
    coloured: bool = False
    _fields: list[Field] = field(default_factory=list)
    _passage: Passage = field(default_factory=Passage)
    _hidden: bool | None = None
    _bold: bool | None = None
    _colour: str = ""
    _struck: bool | None = None
    _raised: bool = False
    _plain: bool = False
    _lists: bool = False
    _open: set[Element] = field(default_factory=set)
    _bare: bool = False

    def enter(self, root: Element, relations: Mapping[str, Relation]) -> Entered:
        """Begin with another part of the package; return where this part was left."""
        before = Entered(self.relations, self.balanced, self._fields)
        kinds = [each.get(f"{W}fldCharType") for each in root.iter(f"{W}fldChar")]
        self.balanced = kinds.count("begin") == kinds.count("end")
        self.relations = relations
        self._fields = []
        self._open = set() if self.coloured else set(open_paragraphs(root))
        return before

    def leave(self, before: Entered) -> None:
        """Go on where another part was left."""
        self.relations, self.balanced, self._fields = before.relations, before.balanced, before.fields

    def passage(self, paragraphs: list[Element]) -> Passage:
        """Return what paragraphs say that are one in the accepted view: all but the last lost their marks."""
        outer = (
            self._passage, self._hidden, self._bold, self._colour, self._struck, self._raised, self._plain, self._bare,
        )  # fmt: skip
        passage = self._passage = Passage()
        self._plain = False
        for each in self._fields:
            each.start = None if each.start is None else 0
        self._lists = any(is_contents(each.instruction) for each in self._fields)
        for paragraph in paragraphs:
            properties = paragraph.find(f"{W}pPr")
            name = val(properties.find(f"{W}pStyle")) if properties is not None else ""
            style = self.styles.get(name or self.styles.default)
            self._hidden, self._bold, self._colour, self._struck = style.hidden, style.bold, style.colour, style.struck
            self._bare = paragraph in self._open and not (style.shaded or is_shaded(properties))
            self._walk(paragraph)
        for each in self._fields:
            if each.start is not None:
                passage.link(each.start, each.target)
        self._describe(passage, paragraphs[-1].find(f"{W}pPr"))
        if self._lists:
            passage.kind, passage.level = BlockKind.FURNITURE, 0
        passage.bold = not self._plain and passage.length > 0
        (
            self._passage, self._hidden, self._bold, self._colour, self._struck, self._raised, self._plain, self._bare,
        ) = outer  # fmt: skip
        return passage

    def _describe(self, passage: Passage, properties: Element | None) -> None:
        """Say what a passage is, and count it among those that are numbered."""
        passage.kind, passage.level = self.styles.kind(properties)
        numbers = self.styles.numbers(properties)
        if numbers is None or numbers[0] in ("", "0") or not (passage.length or passage.cuts):
            return
        if passage.length:
            passage.label = self.numbering.next(*numbers)
        if passage.kind is BlockKind.PARAGRAPH or passage.kind is BlockKind.ITEM:
            passage.kind, passage.level = BlockKind.ITEM, min(max(passage.level, numbers[1] + 1), 6)

    def _walk(self, element: Element) -> None:
        for child in element:
            self._one(child)

    def _one(self, element: Element) -> None:
        tag = element.tag
        if tag == f"{W}r":
            self._run(element)
        elif tag in _PROPERTIES:
            return
        elif (deed := self._deeds.get(tag)) is not None:
            deed(self, element)
        else:
            self._walk(element)

    def _run(self, run: Element) -> None:
        properties = run.find(f"{W}rPr")
        hidden = bold = struck = high = None
        colour, bare = "", self._bare
        if properties is not None:
            hidden, bold, struck = flag(properties, "vanish"), flag(properties, "b"), is_struck(properties)
            colour, bare = val(properties.find(f"{W}color")), bare and not is_shaded(properties)
            high = is_raised(properties)
            if name := val(properties.find(f"{W}rStyle")):
                style = self.styles.get(name)
                hidden = style.hidden if hidden is None else hidden
                bold = style.bold if bold is None else bold
                struck = style.struck if struck is None else struck
                high = style.raised if high is None else high
                colour, bare = colour or style.colour, bare and not style.shaded
        pale = bare and is_nearly_white(colour or self._colour)
        if (self._hidden if hidden is None else hidden) or pale or is_blotted(properties):
            self._pass_over(run)
            return
        if self._struck if struck is None else struck:
            self._deleted(run)
            self._keep(run)
            return
        before = self._passage.length
        self._passage.runs.append(before)
        self._raised = bool(high)
        self._walk(run)
        self._raised = False
        if self._passage.length > before and not (self._bold if bold is None else bold):
            self._plain = True

    def _pass_over(self, run: Element) -> None:
        """Leave out a hidden run, but not the ends of fields in it."""
        if any((item.text or "").strip() for item in run.iter(f"{W}t")):
            self.not_shown.hidden += 1
        self._keep(run)

    def _keep(self, run: Element) -> None:
        """Take the marks of fields in a run whose words do not count."""
        for child in run:
            if child.tag in (f"{W}fldChar", f"{W}instrText"):
                self._one(child)

    def _say(self, words: str) -> None:
        if not (self._fields and self.balanced and any(each.start is None for each in self._fields)):
            self._passage.say(words)

    def _text(self, element: Element) -> None:
        words = element.text or ""
        if element.get(_SPACE) != "preserve":
            words = words.strip(" \t\r\n")
        if "\n" in words or "\r" in words:
            words = words.replace("\r\n", " ").replace("\n", " ").replace("\r", " ")
        if self._raised:
            words = raised(words)
        if not words.isascii() and _PRIVATE.search(words):
            words = _PRIVATE.sub(lambda match: self._symbol("", match[0]), words)
        self._say(words)

    def _symbol(self, font: str, char: str) -> str:
        said = symbol(font, char)
        if said == "\ufffd":
            self.not_shown.strange += 1
        return said

    def _sym(self, element: Element) -> None:
        code = element.get(f"{W}char", "")
        if re.fullmatch(r"[0-9A-Fa-f]{2,4}", code):
            self._say(self._symbol(element.get(f"{W}font", ""), chr(int(code, 16))))

    def _tab(self, _: Element) -> None:
        self._say("\t")

    def _break(self, _: Element) -> None:
        self._say("\n")

    def _hyphen(self, _: Element) -> None:
        self._say("-")

    def _soft_hyphen(self, _: Element) -> None:
        self._say("\u00ad")

    def _note(self, element: Element) -> None:
        kind = element.tag.removeprefix(W).removesuffix("Reference")
        aside = self.notes(kind, element.get(f"{W}id", ""))
        if aside is not None:
            self._passage.refer(aside)

    def _box(self, element: Element) -> None:
        fields, self._fields = self._fields, []
        self._passage.asides.append(Aside("text box", self.items(element)))
        self._fields = fields

    def _alternatives(self, element: Element) -> None:
        one = chosen(element)
        if one is not None:
            self._walk(one)

    def _deleted(self, element: Element) -> None:
        words = cut_words(element)
        if not words:
            return
        self._passage.strike(words, *stamp(element))

    def _hyperlink(self, element: Element) -> None:
        start = self._passage.length
        self._walk(element)
        relation = self.relations.get(element.get(f"{_R}id", ""))
        target = relation.target if relation else ""
        if anchor := element.get(f"{W}anchor"):
            target = f"{target}#{anchor}"
        self._passage.link(start, target)

    def _control(self, element: Element) -> None:
        """Read a content control, unless it only shows what is to be filled in."""
        properties = element.find(f"{W}sdtPr")
        if flag(properties, "showingPlcHdr"):
            self.not_shown.placeholders += 1
            return
        self._walk(element)

    def _field_simple(self, element: Element) -> None:
        start = self._passage.length
        self._walk(element)
        self._passage.link(start, target_of(element.get(f"{W}instr", "")))

    def _instruction(self, element: Element) -> None:
        if self._fields and self._fields[-1].start is None and len(self._fields[-1].instruction) < 4_000:
            self._fields[-1].instruction += element.text or ""

    def _field_mark(self, element: Element) -> None:
        kind = element.get(f"{W}fldCharType")
        if kind == "begin":
            self._fields.append(Field(shown=form_box(element)))
        elif kind == "separate" and self._fields:
            last = self._fields[-1]
            last.start, last.target = self._passage.length, target_of(last.instruction)
            self._lists = self._lists or (is_contents(last.instruction) and not self._passage.length)
        elif kind == "end" and self._fields:
            last = self._fields.pop()
            if last.start is not None:
                self._passage.link(last.start, last.target)
            if last.shown:
                self._say(last.shown)

    def _graphic(self, element: Element) -> None:
        kind = element.get("uri", "").rpartition("/")[2]
        if kind in ("chart", "diagram", "chartex"):
            self.not_shown.add("charts" if kind.startswith("chart") else "diagrams")
        self._walk(element)

    def _picture(self, _: Element) -> None:
        self.not_shown.pictures += 1

    def _object(self, element: Element) -> None:
        self.not_shown.add("embedded objects")
        for box in element.iter(f"{W}txbxContent"):
            self._box(box)

    def _formula(self, element: Element) -> None:
        self._say(formula(element))

    _deeds: ClassVar[Mapping[str, Callable[[Words, Element], None]]] = {
        f"{W}t": _text, f"{W}sym": _sym, f"{W}tab": _tab, f"{W}ptab": _tab, f"{W}br": _break,
        f"{W}cr": _break, f"{W}noBreakHyphen": _hyphen, f"{W}softHyphen": _soft_hyphen, f"{W}footnoteReference": _note,
        f"{W}endnoteReference": _note, f"{W}commentReference": _note, f"{W}txbxContent": _box,
        f"{MC}AlternateContent": _alternatives, f"{W}del": _deleted, f"{W}moveFrom": _deleted,
        f"{W}hyperlink": _hyperlink, f"{W}sdt": _control, f"{W}fldSimple": _field_simple, f"{W}instrText": _instruction,
        f"{W}fldChar": _field_mark, f"{_A}graphicData": _graphic, f"{_A}blip": _picture,
        "{urn:schemas-microsoft-com:vml}imagedata": _picture, f"{W}object": _object, f"{MATH}oMath": _formula,
    }  # fmt: skip


def cut_words(element: Element) -> str:
    """Return the words of something that a change deletes, hidden or not."""
    words = []
    for item in element.iter():
        if item.tag in (f"{W}delText", f"{W}t"):
            words.append(item.text or "")
        elif item.tag in (f"{W}tab", f"{W}br", f"{W}cr"):
            words.append(" ")
    return "".join(words)
