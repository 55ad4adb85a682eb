"""Styles and numbering of a Word document: what a paragraph is, whether words are hidden, the label before an item."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element  # the type only

from thence.model.document import BlockKind
from thence.read.office_styles import CODE, QUOTES, is_contents_style, list_level
from thence.read.ordinals import written

__all__ = ["Numbering", "Styles", "W", "flag", "is_blotted", "is_raised", "is_shaded", "is_struck", "val"]

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_HEADING = re.compile(r"heading ?(\d)$")
_OFF = frozenset({"0", "false", "off", "none"})
_NO_FILL = frozenset({"", "auto", "ffffff"})
_MOST_ANCESTORS = 20


def val(element: Element | None, default: str = "") -> str:
    """Return an element's w:val."""
    return default if element is None else element.get(f"{W}val", default)


def flag(properties: Element | None, name: str) -> bool | None:
    """Return whether a switch such as w:vanish is on, or None where it is not set."""
    element = properties.find(f"{W}{name}") if properties is not None else None
    return None if element is None else element.get(f"{W}val", "1") not in _OFF


def is_struck(properties: Element | None) -> bool | None:
    """Return whether words are struck through, once or twice, or None where it is not set."""
    once, twice = flag(properties, "strike"), flag(properties, "dstrike")
    return None if once is None and twice is None else bool(once or twice)


def is_raised(properties: Element | None) -> bool | None:
    """Return whether words stand higher than those around them, or None where it is not set."""
    element = properties.find(f"{W}vertAlign") if properties is not None else None
    return None if element is None else val(element) == "superscript"


def is_shaded(properties: Element | None) -> bool:
    """Return whether a paragraph or its words have a colour behind them."""
    if properties is None:
        return False
    shade, light = properties.find(f"{W}shd"), properties.find(f"{W}highlight")
    if val(light, "none") != "none":
        return True
    if shade is None:
        return False
    return shade.get(f"{W}fill", "").lower() not in _NO_FILL or val(shade, "clear") not in ("clear", "nil")


_LIGHTS = {
    "black": "000000",
    "white": "ffffff",
    "yellow": "ffff00",
    "red": "ff0000",
    "blue": "0000ff",
    "darkBlue": "000080",
}


def is_blotted(properties: Element | None) -> bool:
    """Return whether words have the very colour that is behind them: blacked out."""
    if properties is None:
        return False
    colour = val(properties.find(f"{W}color")).lower()
    shade, light = properties.find(f"{W}shd"), properties.find(f"{W}highlight")
    behind = _LIGHTS.get(val(light), "") or (shade.get(f"{W}fill", "").lower() if shade is not None else "")
    return colour not in ("", "auto") and colour == behind


@dataclass(frozen=True, slots=True)
class Style:
    """A style with what it inherits.

    names: its own and its ancestors', lower case.   numbers: (numId, level).   colour: of its words, as it is written.
    """

    names: tuple[str, ...] = ()
    outline: int | None = None
    numbers: tuple[str, int] | None = None
    hidden: bool | None = None
    bold: bool | None = None
    struck: bool | None = None
    shaded: bool = False
    colour: str = ""
    raised: bool | None = None


_PLAIN = Style()


class Styles:
    """The styles of a document by their id."""

    __slots__ = ("_raw", "_ready", "default", "headed")

    def __init__(self, root: Element | None) -> None:
        self._raw: dict[str, Element] = {}
        self._ready: dict[str, Style] = {}
        self.default = ""
        self.headed: set[str] = set()
        """The ids of the table styles that set a first row in bold."""
        for style in root.iter(f"{W}style") if root is not None else ():
            name = style.get(f"{W}styleId", "")
            self._raw[name] = style
            if style.get(f"{W}type") == "paragraph" and style.get(f"{W}default", "0") not in _OFF:
                self.default = name
            for part in style.findall(f"{W}tblStylePr"):
                if part.get(f"{W}type") == "firstRow" and flag(part.find(f"{W}rPr"), "b"):
                    self.headed.add(name)

    def get(self, name: str) -> Style:
        """Return a style; one that nobody defines has its id as its name."""
        ready = self._ready.get(name)
        if ready is None:
            ready = self._ready[name] = self._resolved(name) if name else _PLAIN
        return ready

    def _resolved(self, name: str) -> Style:
        chain: list[Element] = []
        at = name
        while at in self._raw and len(chain) < _MOST_ANCESTORS and self._raw[at] not in chain:
            chain.append(self._raw[at])
            at = val(self._raw[at].find(f"{W}basedOn"))
        if not chain:
            return Style((name.lower(),))
        outline: int | None = None
        numbers: tuple[str, int] | None = None
        hidden: bool | None = None
        bold: bool | None = None
        struck: bool | None = None
        colour = ""
        raised: bool | None = None
        for style in chain:
            paragraph, run = style.find(f"{W}pPr"), style.find(f"{W}rPr")
            outline = outline if outline is not None else _outline(paragraph)
            numbers = numbers or number_of(paragraph)
            hidden = hidden if hidden is not None else flag(run, "vanish")
            bold = bold if bold is not None else flag(run, "b")
            struck = struck if struck is not None else is_struck(run)
            raised = raised if raised is not None else is_raised(run)
            colour = colour or (val(run.find(f"{W}color")) if run is not None else "")
        names = tuple(val(style.find(f"{W}name")).lower() for style in chain)
        shaded = any(is_shaded(style.find(f"{W}pPr")) or is_shaded(style.find(f"{W}rPr")) for style in chain)
        return Style(names, outline, numbers, hidden, bold, struck, shaded, colour, raised)

    def kind(self, properties: Element | None) -> tuple[BlockKind, int]:
        """Return what a paragraph is, by its properties and style, and its level; numbering apart."""
        name = val(properties.find(f"{W}pStyle")) if properties is not None else ""
        style = self.get(name or self.default)
        for each in style.names:
            if each == "title":
                return BlockKind.HEADING, 1
            if is_contents_style(each):
                return BlockKind.FURNITURE, 0
            if match := _HEADING.match(each):
                return BlockKind.HEADING, min(max(int(match[1]), 1), 6)
            if each in QUOTES:
                return BlockKind.QUOTED, 1
            if each in CODE:
                return BlockKind.CODE, 0
            if level := list_level(each):
                return BlockKind.ITEM, level
        outline = _outline(properties)
        outline = style.outline if outline is None else outline
        return (BlockKind.HEADING, outline + 1) if outline is not None and outline < 6 else (BlockKind.PARAGRAPH, 0)

    def numbers(self, properties: Element | None) -> tuple[str, int] | None:
        """Return the numbering and the level (from 0) of a paragraph, or None; "0" takes a style's numbering away."""
        own = number_of(properties)
        name = val(properties.find(f"{W}pStyle")) if properties is not None else ""
        inherited = self.get(name or self.default).numbers
        if own is None:
            return inherited
        number, level = own
        return (number or (inherited or ("", 0))[0], level)


def _outline(properties: Element | None) -> int | None:
    words = val(properties.find(f"{W}outlineLvl")) if properties is not None else ""
    return int(words) if words.isdecimal() and len(words) == 1 else None


def number_of(properties: Element | None) -> tuple[str, int] | None:
    """Return the numId and the level (from 0) that properties set, or None."""
    numbers = properties.find(f"{W}numPr") if properties is not None else None
    if numbers is None:
        return None
    level = val(numbers.find(f"{W}ilvl"))
    return val(numbers.find(f"{W}numId")), int(level) if level in tuple("12345678") else 0


@dataclass(slots=True)
class _Level:
    kind: str = "decimal"
    words: str = ""
    start: int = 1
    restart: int | None = None
    legal: bool = False


@dataclass(slots=True)
class _List:
    """One numbering (w:num).   counts: what its levels share with other numberings of the same definition."""

    levels: dict[int, _Level]
    counts: dict[int, int]
    starts: dict[int, int]


@dataclass(slots=True)
class Numbering:
    """The numberings of a document, counted on as its paragraphs are read in order."""

    lists: dict[str, _List] = field(default_factory=dict)

    @classmethod
    def of(cls, root: Element | None) -> Numbering:
        """Return the numberings that word/numbering.xml defines."""
        made = cls()
        if root is None:
            return made
        abstract = {each.get(f"{W}abstractNumId", ""): each for each in root.findall(f"{W}abstractNum")}
        by_style = {val(link): each for each in abstract.values() if (link := each.find(f"{W}styleLink")) is not None}
        counts: dict[str, dict[int, int]] = {}
        for number in root.findall(f"{W}num"):
            name = val(number.find(f"{W}abstractNumId"))
            definition = abstract.get(name)
            if definition is not None and (link := definition.find(f"{W}numStyleLink")) is not None:
                definition = by_style.get(val(link), definition)
            levels = _levels(definition)
            starts = {}
            for override in number.findall(f"{W}lvlOverride"):
                level = _digits(override.get(f"{W}ilvl", ""), 0)
                inner = override.find(f"{W}lvl")
                if inner is not None:
                    levels[level] = _level(inner)
                start = override.find(f"{W}startOverride")
                if start is not None:
                    starts[level] = _digits(val(start), 1)
            made.lists[number.get(f"{W}numId", "")] = _List(levels, counts.setdefault(name, {}), starts)
        return made

    def next(self, number: str, level: int) -> str:
        """Return the label of the next paragraph of a numbering on a level, counting it; "" for none."""
        one = self.lists.get(number)
        if one is None or level not in one.levels:
            return ""
        own = one.levels[level]
        if level in one.starts:
            one.counts[level] = one.starts.pop(level) - 1
        one.counts[level] = one.counts.get(level, own.start - 1) + 1
        for deeper in [each for each in one.counts if each > level]:
            restart = one.levels[deeper].restart if deeper in one.levels else None
            if restart is None or 0 < level + 1 <= restart:
                del one.counts[deeper]
        if own.kind == "bullet":
            return "•" if own.words.strip() else ""
        return re.sub(r"%([1-9])", lambda match: one_label(one, int(match[1]) - 1, legal=own.legal), own.words).strip()


def one_label(one: _List, level: int, *, legal: bool) -> str:
    """Return the number that a level stands at, as its definition writes it."""
    own = one.levels.get(level) or _Level()
    count = one.counts.get(level, own.start)
    return written(count, "decimal" if legal else own.kind)


def _levels(definition: Element | None) -> dict[int, _Level]:
    found = definition.findall(f"{W}lvl") if definition is not None else []
    return {_digits(each.get(f"{W}ilvl", ""), 0): _level(each) for each in found[:9]}


def _level(element: Element) -> _Level:
    restart = element.find(f"{W}lvlRestart")
    return _Level(
        val(element.find(f"{W}numFmt"), "decimal"),
        val(element.find(f"{W}lvlText"))[:100],
        _digits(val(element.find(f"{W}start")), 1),
        _digits(val(restart), 0) if restart is not None else None,
        bool(flag(element, "isLgl")),
    )


def _digits(words: str, default: int) -> int:
    return int(words) if words.isdecimal() and len(words) < 7 else default
