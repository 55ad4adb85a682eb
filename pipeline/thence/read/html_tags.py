"""What the tags of a page are, found out once for each way they are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from thence.read.html_context import BLOCKS, CHANGING, HEADINGS, HIDDEN, VOID, Context, role_of
from thence.read.html_notes import NO_NOTES, Notes
from thence.read.html_styles import REVOCABLE, Element, Sheet, hidden_by, is_bare, is_struck, may_hide, shown_again
from thence.read.markup import RAW, Tag, tag_of

__all__ = ["NO_ELEMENT", "Known", "Tags", "context_inside", "unseen_by_itself"]

NO_ELEMENT = Element("")
# Attributes that may hide an element, or say what it is.
_TELLING = frozenset({"hidden", "popover", "bgcolor", "background", "color"})
_BEGINS = frozenset({"table", "td", "th", "tr", "tfoot", "dl", "dd", "q", "html"})
_ENDS = _BEGINS | {"a", "blockquote"}
_IMPLYING = HEADINGS | {"li", "dt", "dd", "td", "th", "tr", "caption", "tbody", "thead", "tfoot"}
_MOST_KNOWN = 20_000
# Most links of a page are written once, so what they are is told by their shape.
_LINK = re.compile(r'<a(?: (?:href|title|rel|target|lang|class|id)="[^"&<>]*")+>')
_HREF = re.compile(r' href="([^"]*)"')


Verdict = tuple[str, bool, bool]


@dataclass(slots=True)
class Known:
    """What a token is to the walk through a page.

    places: where in the stack elements of its name are open, the outermost first.
    plain: it changes nothing, unless an element of its name is open.   special: it opens no element, or closes itself.
    changing: words inside may be something else.   judged: styles may be about it.   marked: it has ``itemprop``.
    begins, ends: something is to be done when it opens or closes.   implies: it may end other elements than ``p``.
    mark: where it leads, of a link that only marks a note.   note: the part that it holds.
    verdicts: by why its parent is hidden, and whether it is bare: why it is hidden itself, whether it is struck out,
    and whether it is bare; unless ancestors count.
    """

    name: str
    places: list[int]
    tag: Tag
    plain: bool
    closing: bool = False
    special: bool = False
    block: bool = False
    changing: bool = False
    judged: bool = False
    marked: bool = False
    begins: bool = False
    ends: bool = False
    implies: bool = False
    element: Element = NO_ELEMENT
    role: str = ""
    mark: str | None = None
    note: str = ""
    verdicts: dict[tuple[str, bool], Verdict] = field(default_factory=dict)


_NOTHING = Known("", [], Tag("", closing=False), plain=True)


class Tags(dict[str, Known]):
    """Token -> what it is, of the tokens met so far under the style sheet as it stands.

    where: name -> the places in the stack of the open elements of that name, so that no end tag searches the stack.
    """

    def __init__(self, sheet: Sheet, notes: Notes = NO_NOTES) -> None:
        super().__init__()
        self._notes = notes
        self.where: dict[str, list[int]] = {}
        self._sheet = sheet
        links = self.where["a"] = []
        self._link = Known("a", links, Tag("a", closing=False), plain=False, begins=True, ends=True)

    def target(self, known: Known, token: str) -> str:
        """Return what a link or quotation points to, as written."""
        if known is self._link:
            found = _HREF.search(token)
            return found[1].strip() if found else ""
        attributes = known.tag.attributes
        return attributes.get("href", attributes.get("cite", "")).strip()

    def __missing__(self, token: str) -> Known:
        if token in self._notes.marks:
            return self._mark(token)
        if token.startswith("<a ") and _LINK.fullmatch(token) and self._sheet.leaves_alone("a", token):
            return self._link
        known = self._meet(token)
        if len(token) < 200:
            if len(self) > _MOST_KNOWN:
                self.clear()
            self[token] = known
        return known

    def _mark(self, token: str) -> Known:
        """Return a link that only marks a note."""
        tag, target = Tag("a", closing=False), self._notes.marks[token]
        known = self[token] = Known("a", self.where["a"], tag, plain=False, changing=True, mark=target)
        return known

    def _meet(self, token: str) -> Known:
        tag = tag_of(token)
        if tag is None:
            return _NOTHING
        name, attributes = tag.name, tag.attributes
        places = self.where.get(name)
        if places is None:
            places = self.where[name] = []
        if tag.closing:
            return Known(name, places, tag, name not in ("p", "br"), closing=True)
        marked = "itemprop" in attributes
        if name in VOID or name in RAW:
            plain = name in VOID and name not in ("br", "hr", "input", "link", "meta") and not marked
            return Known(name, places, tag, plain, special=True, marked=marked, block=name == "hr")
        element, judged, role = NO_ELEMENT, name == "dialog", ""
        note = self._notes.parts.get(attributes.get("id", ""), "") if self._notes.parts else ""
        if attributes:
            judged = judged or not _TELLING.isdisjoint(attributes) or may_hide(attributes.get("style", ""))
            if "role" in attributes or judged or (name == "div" and ("title" in attributes or "id" in attributes)):
                role = role_of(name, attributes)
        if judged or self._sheet.may_touch(name, attributes):
            element = Element.of(name, attributes)
            judged = judged or self._sheet.touches(element)
        link = (name == "a" and "href" in attributes) or (name == "blockquote" and "cite" in attributes)
        changing = judged or bool(role) or bool(note) or name in CHANGING
        block = name in BLOCKS
        return Known(
            name,
            places,
            tag,
            plain=not (block or changing or link or marked or name == "q"),
            special=tag.alone,
            block=block,
            changing=changing,
            judged=judged,
            marked=marked,
            begins=link or name in _BEGINS,
            ends=name in _ENDS,
            implies=name in _IMPLYING,
            element=element,
            role=role,
            note=note,
        )


def unseen_by_itself(tag: Tag) -> str:
    """Return why an element is not shown by its name, attributes and style, whatever else the page says; or nothing."""
    if tag.name in HIDDEN:
        return tag.name
    if _TELLING.isdisjoint(tag.attributes) and not may_hide(tag.attributes.get("style", "")):
        return ""
    known = Known(tag.name, [], tag, plain=False, element=Element.of(tag.name, tag.attributes))
    return _verdict(known, Context(), Sheet(), ())[0]


def context_inside(known: Known, parent: Context, sheet: Sheet, above: Sequence[Element]) -> Context:
    """Return the context inside an element: whether it is hidden, and what its words are.

    above: its nearest ancestors, outermost first, where the sheet asks for them.
    """
    hidden, struck, bare = parent.hidden, parent.struck, parent.bare
    if known.mark is not None:
        return parent.inside("a", "", hidden or "mark of a note", struck=struck, bare=bare)
    if known.judged:
        verdict = known.verdicts.get((hidden, bare))
        if verdict is None or sheet.nested:
            verdict = known.verdicts[hidden, bare] = _verdict(known, parent, sheet, above)
        hidden, struck, bare = verdict[0], struck or verdict[1], verdict[2]
    if not hidden and known.name in HIDDEN:
        hidden = known.name
    inside = parent.inside(known.name, known.role, hidden, struck=struck, bare=bare)
    return inside.noted(known.note) if known.note else inside


def _verdict(known: Known, parent: Context, sheet: Sheet, above: Sequence[Element]) -> Verdict:
    """Return why an element is hidden, whether styles strike it out, and whether nothing is behind it but the page."""
    hidden, attributes = parent.hidden, known.tag.attributes
    style = attributes.get("style", "")
    properties = {**_old_colours(known.tag), **sheet.properties(above, known.element, style)}
    bare = parent.bare and not sheet.strange and is_bare(properties)
    why = ""
    if "display" not in properties:
        # What browsers hide of themselves.
        if "hidden" in attributes:
            why = "hidden"
        elif (known.name == "dialog" and "open" not in attributes) or "popover" in attributes:
            why = "closed dialog"
    why = why or hidden_by(properties, inline="color" in style, bare=bare)
    if not hidden or (hidden in REVOCABLE and ((why and why not in REVOCABLE) or shown_again(hidden, properties))):
        hidden = why
    return hidden, is_struck(properties), bare


def _old_colours(tag: Tag) -> dict[str, str]:
    """Return what attributes from before style sheets say of colours, as declarations; they count less than these."""
    found = {}
    if colour := tag.attributes.get("color", ""):
        found["color"] = colour.strip().lower()
    if behind := tag.attributes.get("bgcolor", ""):
        found["background-color"] = behind.strip().lower()
    if tag.attributes.get("background"):
        found["background-image"] = "url"
    return found
