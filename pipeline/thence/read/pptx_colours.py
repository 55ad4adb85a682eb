"""Slides with nothing on them but words on white: words that are white too are seen by nobody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element  # the type only

from thence.read.office_styles import is_nearly_white
from thence.read.package import Package, Relation

__all__ = ["Backgrounds", "is_white"]

_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_FILLS = tuple(f"{_A}{name}" for name in ("solidFill", "gradFill", "blipFill", "pattFill", "grpFill"))
_DRAWN = frozenset(f"{_P}{name}" for name in ("pic", "graphicFrame", "contentPart", "cxnSp"))
_PAPER = frozenset({"bg1", "lt1"})
_NO_FILL = frozenset({"0", "1000"})
"""Indexes of a theme's fills that are none."""


@dataclass(slots=True)
class Backgrounds:
    """Knows of the slides of a presentation whether they are white, with nothing drawn on them.

    known: what was decided of layouts and masters, by their names.
    """

    package: Package
    known: dict[str, tuple[bool | None, bool]] = field(default_factory=dict)

    def is_bare(self, slide: Element, relations: Mapping[str, Relation]) -> bool:
        """Return whether nothing but a white page can be behind words of a slide.   relations: the slide's own."""
        layout = _target(relations, "slideLayout")
        master = _target(self.package.relations(layout), "slideMaster") if layout else None
        if layout is None or master is None:
            return False
        parts = [_seen(slide), self._known(layout), self._known(master)]
        page = next((white for white, _ in parts if white is not None), True)
        return page and all(plain for _, plain in parts) and self._is_white_theme(master)

    def _known(self, name: str) -> tuple[bool | None, bool]:
        if name not in self.known:
            root = self.package.xml(name)
            self.known[name] = _seen(root) if root is not None else (False, False)
        return self.known[name]

    def _is_white_theme(self, master: str) -> bool:
        """Return whether what a master calls its background colour is white."""
        key = f"{master}#theme"
        if key not in self.known:
            self.known[key] = (None, self._theme(master))
        return self.known[key][1]

    def _theme(self, master: str) -> bool:
        root, theme = self.package.xml(master), _target(self.package.relations(master), "theme")
        named = root.find(f"{_P}clrMap") if root is not None else None
        colours = self.package.xml(theme) if theme else None
        light = colours.find(f".//{_A}clrScheme/{_A}lt1") if colours is not None else None
        if named is None or named.get("bg1") != "lt1" or light is None:
            return False
        return any(is_nearly_white(each.get("lastClr") or each.get("val") or "") for each in light)


def is_white(properties: Element | None) -> bool:
    """Return whether words are white by their own properties."""
    fill = properties.find(f"{_A}solidFill") if properties is not None else None
    return fill is not None and properties is not None and properties.find(f"{_A}highlight") is None and _is_paper(fill)


def _target(relations: Mapping[str, Relation], kind: str) -> str | None:
    return next((each.target for each in relations.values() if each.kind == kind and not each.external), None)


def _seen(root: Element) -> tuple[bool | None, bool]:
    """Return whether the page of a slide, layout or master is white, None where it says nothing, and has no drawing."""
    ground = root.find(f"{_P}cSld/{_P}bg")
    tree = root.find(f"{_P}cSld/{_P}spTree")
    plain = tree is not None and not any(map(_is_drawn, tree.iter()))
    return (None if ground is None else _is_white_ground(ground)), plain


def _is_white_ground(ground: Element) -> bool:
    for each in ground:
        if each.tag == f"{_P}bgRef":
            return each.get("idx") in (*_NO_FILL, "1001") and _is_paper(each)
        fill = each.find(f"{_A}solidFill")
        return fill is not None and _is_paper(fill)
    return True


def _is_drawn(element: Element) -> bool:
    """Return whether something is drawn that words may stand on."""
    if element.tag in _DRAWN:
        return True
    if element.tag == f"{_A}fillRef":
        return element.get("idx", "0") not in _NO_FILL
    if element.tag in (f"{_P}spPr", f"{_P}grpSpPr"):
        return any(each.tag in _FILLS and not (each.tag == f"{_A}solidFill" and _is_paper(each)) for each in element)
    return False


def _is_paper(fill: Element) -> bool:
    """Return whether a fill is white, or the colour that the theme has for the page."""
    for colour in fill:
        if len(colour):
            return False
        if colour.tag == f"{_A}srgbClr":
            return is_nearly_white(colour.get("val", ""))
        return colour.tag == f"{_A}schemeClr" and colour.get("val") in _PAPER
    return False
