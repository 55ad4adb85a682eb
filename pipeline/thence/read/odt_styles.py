"""Styles and lists of an OpenDocument text: what a paragraph is, what is hidden, the label before an item."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element  # the type only

from thence.read.office_styles import is_nearly_white
from thence.read.ordinals import written

__all__ = ["FO", "STYLE", "TEXT", "Lists", "Style", "Styles", "is_coloured"]

_ODF = "urn:oasis:names:tc:opendocument:xmlns"
TEXT = f"{{{_ODF}:text:1.0}}"
STYLE = f"{{{_ODF}:style:1.0}}"
_DRAW = f"{{{_ODF}:drawing:1.0}}"
FO = f"{{{_ODF}:xsl-fo-compatible:1.0}}"
_MOST_ANCESTORS = 20
_ENCODED = re.compile(r"_([0-9a-f]{2,4})_")
_KINDS = {"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}


@dataclass(frozen=True, slots=True)
class Style:
    """A style with what it inherits.

    names: its own and its ancestors', lower case.   lists: its list style.   colour: of its words, as it is written.
    shaded: whether it sets another colour than white behind them, or sets their colours by conditions.   ground: what
    it sets right behind words.
    """

    names: tuple[str, ...] = ()
    level: int | None = None
    lists: str = ""
    hidden: bool | None = None
    bold: bool | None = None
    font: str = ""
    struck: bool | None = None
    colour: str = ""
    shaded: bool = False
    raised: bool | None = None
    ground: str = ""


_PLAIN = Style()


class Styles:
    """The styles of a document by family and name; those of its content come before the common ones."""

    __slots__ = ("_raw", "_ready")

    def __init__(self, roots: Iterable[Element | None]) -> None:
        self._raw: dict[tuple[str, str], Element] = {}
        self._ready: dict[tuple[str, str], Style] = {}
        for root in roots:
            for style in root.iter(f"{STYLE}style") if root is not None else ():
                self._raw.setdefault((style.get(f"{STYLE}family", ""), style.get(f"{STYLE}name", "")), style)

    def get(self, family: str, name: str | None) -> Style:
        """Return a style; one that nobody defines has its name alone."""
        if not name:
            return _PLAIN
        key = (family, name)
        ready = self._ready.get(key)
        if ready is None:
            ready = self._ready[key] = self._resolved(family, name)
        return ready

    def _resolved(self, family: str, name: str) -> Style:
        chain: list[Element] = []
        names = [_decoded(name)]
        at: str | None = name
        while at and (style := self._raw.get((family, at))) is not None and len(chain) < _MOST_ANCESTORS:
            chain.append(style)
            names.append(_decoded(style.get(f"{STYLE}display-name") or at))
            at = style.get(f"{STYLE}parent-style-name")
            names += [_decoded(at)] if at else []
        level: int | None = None
        lists, font, colour, ground = "", "", "", ""
        hidden: bool | None = None
        bold: bool | None = None
        struck: bool | None = None
        raised: bool | None = None
        for style in chain:
            outline = style.get(f"{STYLE}default-outline-level", "")
            level = int(outline) if level is None and outline in tuple("123456789") else level
            lists = lists or style.get(f"{STYLE}list-style-name", "")
            words = style.find(f"{STYLE}text-properties")
            if words is not None:
                shown, weight = words.get(f"{TEXT}display"), words.get(f"{FO}font-weight")
                hidden = shown == "none" if hidden is None and shown is not None else hidden
                bold = _is_bold(weight) if bold is None and weight is not None else bold
                struck = _is_struck(words) if struck is None else struck
                font = font or words.get(f"{STYLE}font-name", "")
                colour = colour or _colour(words)
                raised = _is_raised(words) if raised is None else raised
                ground = ground or words.get(f"{FO}background-color", "")
        shaded = any(map(is_coloured, chain))
        return Style(
            tuple(dict.fromkeys(names)), level, lists, hidden, bold, font, struck, colour, shaded, raised, ground
        )

    def pages(self) -> Iterator[str]:
        """Yield the names of the master pages that styles ask for."""
        for style in self._raw.values():
            if name := style.get(f"{STYLE}master-page-name"):
                yield name


def _decoded(name: str) -> str:
    return _ENCODED.sub(lambda match: chr(int(match[1], 16)), name).lower()


def _is_struck(properties: Element) -> bool | None:
    """Return whether words are struck through, or None where it is not set."""
    said = [properties.get(f"{STYLE}text-line-through-{each}") for each in ("type", "style")]
    return None if said == [None, None] else any(each not in (None, "none") for each in said)


def _is_raised(properties: Element) -> bool | None:
    """Return whether words stand higher than those around them, or None where it is not set."""
    place = properties.get(f"{STYLE}text-position")
    if place is None:
        return None
    first = place.split(" ")[0]
    return first == "super" or (first.endswith("%") and first.rstrip("%").isdecimal() and int(first[:-1]) > 0)


def _colour(properties: Element) -> str:
    """Return the colour of words; that of the window is no colour of their own."""
    if properties.get(f"{STYLE}use-window-font-color") == "true":
        return "window"
    return properties.get(f"{FO}color", "")


def is_coloured(style: Element) -> bool:
    """Return whether a style, or one that conditions put in its place, sets something behind words but white."""
    for properties in style:
        if properties.tag == f"{STYLE}map":
            return True
        behind = properties.get(f"{FO}background-color", "transparent")
        if behind != "transparent" and not is_nearly_white(behind):
            return True
        if properties.get(f"{_DRAW}fill", "none") not in ("none", "solid"):
            return True
        fill = properties.get(f"{_DRAW}fill-color", "#ffffff")
        if properties.get(f"{_DRAW}fill") == "solid" and not is_nearly_white(fill):
            return True
        image = properties.find(f"{STYLE}background-image")
        if image is not None and len(image.attrib):
            return True
    return False


def _is_bold(weight: str) -> bool:
    return weight == "bold" or (weight.isdecimal() and len(weight) < 5 and int(weight) >= 600)


@dataclass(slots=True)
class Lists:
    """The list styles of a document, and how far each list has been counted.

    styles: name -> level from 1 -> its definition.   by_id: what lists that others continue have counted.
    """

    styles: dict[str, dict[int, Element]] = field(default_factory=dict)
    by_id: dict[str, dict[int, int]] = field(default_factory=dict)
    by_style: dict[str, dict[int, int]] = field(default_factory=dict)
    outline: dict[int, Element] = field(default_factory=dict)
    outlined: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, roots: Iterable[Element | None]) -> Lists:
        """Return the lists that some parts define."""
        made = cls()
        for root in roots:
            for style in root.iter(f"{TEXT}list-style") if root is not None else ():
                made.styles.setdefault(style.get(f"{STYLE}name", ""), _levels(style))
            for style in root.iter(f"{TEXT}outline-style") if root is not None else ():
                made.outline = made.outline or _levels(style)
        return made

    def begin(self, element: Element, style: str) -> dict[int, int]:
        """Return the counts with which a list begins: its own, or those of the list that it continues."""
        continued = element.get(f"{TEXT}continue-list", "")
        if continued in self.by_id:
            counts = self.by_id[continued]
        elif element.get(f"{TEXT}continue-numbering") == "true":
            counts = self.by_style.get(style, {})
        else:
            counts = {}
        self.by_style[style] = counts
        if identifier := element.get("{http://www.w3.org/XML/1998/namespace}id"):
            self.by_id[identifier] = counts
        return counts

    def label(self, style: str, level: int, counts: dict[int, int], start: str | None) -> str:
        """Count the next item of a list; return what stands before it.   start: the number it is told to have."""
        return _label(self.styles.get(style, {}), level, counts, start)

    def heading(self, level: int) -> str:
        """Count the next heading; return its number, where headings are numbered."""
        return _label(self.outline, level, self.outlined, None)


def _levels(style: Element) -> dict[int, Element]:
    found = {}
    for each in style:
        level = each.get(f"{TEXT}level", "")
        if level.isdecimal() and len(level) < 3:
            found[int(level)] = each
    return found


def _label(levels: dict[int, Element], level: int, counts: dict[int, int], start: str | None) -> str:
    own = levels.get(level)
    if start is not None and start.isdecimal() and len(start) < 7:
        counts[level] = int(start)
    else:
        counts[level] = counts[level] + 1 if level in counts else _first(own)
    for deeper in [each for each in counts if each > level]:
        del counts[deeper]
    if own is None:
        return ""
    if own.tag != f"{TEXT}list-level-style-number" and own.tag != f"{TEXT}outline-level-style":
        return "•"
    if not own.get(f"{STYLE}num-format"):
        return ""
    shown = own.get(f"{TEXT}display-levels", "1")
    depth = int(shown) if shown in tuple("123456789") else 1
    numbers = []
    for each in range(max(1, level - depth + 1), level + 1):
        definition = levels.get(each)
        kind = _KINDS.get(definition.get(f"{STYLE}num-format", "") if definition is not None else "")
        if kind:
            numbers.append(written(counts.get(each, _first(definition)), kind))
    prefix, suffix = own.get(f"{STYLE}num-prefix", ""), own.get(f"{STYLE}num-suffix", "")
    return f"{prefix}{'.'.join(numbers)}{suffix}".strip()[:100]


def _first(definition: Element | None) -> int:
    start = definition.get(f"{TEXT}start-value", "1") if definition is not None else "1"
    return int(start) if start.isdecimal() and len(start) < 7 else 1
