"""Formats of OpenDocument cells: the styles that say how a number is shown, and whether it is bold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from xml.etree.ElementTree import Element  # the type only

from thence.read.odt_styles import STYLE, TEXT
from thence.read.odt_styles import Styles as TextStyles
from thence.read.office_styles import is_nearly_white
from thence.read.xlsx_formats import GENERAL, NumberFormat, format_of
from thence.read.xlsx_styles import CellStyle

__all__ = ["CellStyles"]

_NUMBER = "{urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0}"
_KINDS = frozenset(
    f"{_NUMBER}{kind}-style" for kind in ("number", "currency", "percentage", "date", "time", "boolean", "text")
)
_FIELDS = {
    "year": "y", "month": "M", "day": "d", "day-of-week": "", "era": "", "week-of-year": "", "quarter": "",
    "hours": "h", "minutes": "m", "seconds": "s", "am-pm": "",
}  # fmt: skip
_MOST_ANCESTORS = 20
_NOT_NEGATIVE = frozenset({"value()>=0", "value()>0"})
_SIGNS = {"value()>0": "+", "value()<0": "-", "value()=0": "0", "value()>=0": "+0", "value()<=0": "-0"}
_OWN = 164
"""The first number of formats that a file defines itself."""


class CellStyles:
    """The styles of cells by name.   roots: of the content and the common styles; the first to define one wins."""

    def __init__(self, roots: Iterable[Element | None]) -> None:
        known = [root for root in roots if root is not None]
        self._text = TextStyles(known)
        self._cells: dict[str, Element] = {}
        self._numbers: dict[str, Element] = {}
        self._ready: dict[str, CellStyle] = {}
        self.hidden: set[str] = set()
        """The styles of sheets that are not shown."""
        for root in known:
            for style in root.iter(f"{STYLE}style"):
                name, family = style.get(f"{STYLE}name", ""), style.get(f"{STYLE}family")
                if family == "table-cell":
                    self._cells.setdefault(name, style)
                elif family == "table" and _is_hidden(style):
                    self.hidden.add(name)
            for style in root.iter():
                if style.tag in _KINDS:
                    self._numbers.setdefault(style.get(f"{STYLE}name", ""), style)

    def get(self, name: str) -> CellStyle:
        """Return how cells of a style look."""
        ready = self._ready.get(name)
        if ready is None:
            style = self._numbers.get(self._data_style(name))
            made = GENERAL if style is None else self._format(style)
            text = self._text.get("table-cell", name)
            pale = is_nearly_white(text.colour) and not text.shaded
            ready = self._ready[name] = CellStyle(made, bool(text.bold), bool(text.struck), pale)
        return ready

    def is_raised(self, element: Element) -> bool:
        """Return whether the style of some words of a paragraph sets them higher."""
        return element.tag == f"{TEXT}span" and bool(self._text.get("text", element.get(f"{TEXT}style-name")).raised)

    def is_struck(self, element: Element) -> bool:
        """Return whether the style of a paragraph or of some of its words draws a line through them."""
        family = "paragraph" if element.tag == f"{TEXT}p" else "text"
        return bool(self._text.get(family, element.get(f"{TEXT}style-name")).struck)

    def _data_style(self, name: str) -> str:
        for _ in range(_MOST_ANCESTORS):
            style = self._cells.get(name)
            if style is None:
                break
            if data := style.get(f"{STYLE}data-style-name"):
                return data
            name = style.get(f"{STYLE}parent-style-name", "")
        return ""

    def _format(self, style: Element) -> NumberFormat:
        blank = self._blank(style)
        made = self._shown(style)
        return replace(made, blank=blank) if blank else made

    def _blank(self, style: Element) -> str:
        """Return of what a style shows nothing, as of a NumberFormat. One that hides only zeros hides nothing."""
        hidden, left = "", "@" if style.tag == f"{_NUMBER}text-style" else "+-0"
        for case in style.findall(f"{STYLE}map"):
            signs = _SIGNS.get(case.get(f"{STYLE}condition", "").replace(" ", ""))
            if signs is None:
                return ""
            left = "".join(sign for sign in left if sign not in signs)
            other = self._numbers.get(case.get(f"{STYLE}apply-style-name", ""))
            hidden += signs if other is not None and _is_empty(other) else ""
        hidden += left if _is_empty(style) else ""
        return "" if hidden == "0" else hidden

    def _shown(self, style: Element) -> NumberFormat:
        for case in style.findall(f"{STYLE}map"):
            # What is not negative is often shown by a style of its own; the sign is written anyway.
            if case.get(f"{STYLE}condition", "").replace(" ", "") in _NOT_NEGATIVE:
                style = self._numbers.get(case.get(f"{STYLE}apply-style-name", ""), style)
                break
        kind = style.tag.removeprefix(_NUMBER)
        names = [each.tag.removeprefix(_NUMBER) for each in style]
        if kind in ("date-style", "time-style"):
            return NumberFormat("date", "".join(_FIELDS.get(name, "") for name in names))
        code = "".join(
            _code(each, name, share=kind == "percentage-style") for each, name in zip(style, names, strict=True)
        )
        return format_of(_OWN, code)


def _code(element: Element, name: str, *, share: bool) -> str:
    """Return what a part of a number style is in a number format of other programs."""
    said = (element.text or "").replace('"', "")
    if name == "number":
        places = element.get(f"{_NUMBER}min-decimal-places") or element.get(f"{_NUMBER}decimal-places") or ""
        whole = min(_count(element.get(f"{_NUMBER}min-integer-digits", ""), 1), 30)
        if whole < 2 and not places.isdecimal():
            return "General"
        thousands = element.get(f"{_NUMBER}display-factor", "1").count("000")
        decimals = min(_count(places, 0), 30)
        return ("0" * whole or "#") + ("." + "0" * decimals if decimals else "") + "," * min(thousands, 4)
    if name == "scientific-number":
        return "0.00E+00"
    if name == "fraction":
        return "# ?/?"
    if name == "text-content":
        return "@"
    if name == "currency-symbol":
        return f"[${said}]" if "]" not in said and "-" not in said else f'"{said}"'
    if name == "text" and said:
        return said if share and said.strip() == "%" else f'"{said}"'
    return ""


def _is_empty(style: Element) -> bool:
    """Return whether a number style shows nothing, and is meant to."""
    parts = [each for each in style if each.tag.startswith(_NUMBER)]
    return bool(parts) and all(each.tag == f"{_NUMBER}text" and not (each.text or "").strip() for each in parts)


def _is_hidden(style: Element) -> bool:
    properties = style.find(f"{STYLE}table-properties")
    return (
        properties is not None and properties.get("{urn:oasis:names:tc:opendocument:xmlns:table:1.0}display") == "false"
    )


def _count(words: str, default: int) -> int:
    return int(words) if words.isdecimal() and len(words) < 5 else default
