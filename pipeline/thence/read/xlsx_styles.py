"""Styles of a workbook's cells: how they show numbers, and whether they are bold, struck or too pale to be seen."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree.ElementTree import Element  # the type only

from thence.read.office_styles import is_nearly_white
from thence.read.xlsx_formats import GENERAL, NumberFormat, format_of

__all__ = ["CellStyle", "Styles", "is_set", "local"]

_OFF = frozenset({"", "0", "false"})
_WHITE_INDEXES = frozenset({"1", "9"})


@dataclass(frozen=True, slots=True)
class CellStyle:
    """How cells look.   pale: whether their words are as white as the sheet, with nothing behind them."""

    format: NumberFormat = GENERAL
    bold: bool = False
    struck: bool = False
    pale: bool = False


_PLAIN = CellStyle()


class Styles:
    """The styles of cells by their number.   root: of the part that defines them, None where there is none."""

    __slots__ = ("_styles",)

    def __init__(self, root: Element | None) -> None:
        parts = {local(part): part for part in root if len(part)} if root is not None else {}
        codes = {number_of(each.get("numFmtId"), -1): each.get("formatCode", "") for each in parts.get("numFmts", ())}
        fonts = [(is_set(each, "b"), is_set(each, "strike"), _is_pale(each)) for each in parts.get("fonts", ())]
        filled = [_is_filled(each) for each in parts.get("fills", ())]
        known: dict[int, NumberFormat] = {}
        self._styles: list[CellStyle] = []
        for each in parts.get("cellXfs", ()):
            number = number_of(each.get("numFmtId"), 0)
            if number not in known:
                known[number] = format_of(number, codes.get(number))
            font, fill = number_of(each.get("fontId"), 0), number_of(each.get("fillId"), 0)
            bold, struck, pale = fonts[font] if font < len(fonts) else (False, False, False)
            pale = pale and not (fill < len(filled) and filled[fill])
            self._styles.append(CellStyle(known[number], bold, struck, pale))

    def get(self, style: str | None) -> CellStyle:
        """Return a style by its number; one that nobody defines is plain."""
        number = number_of(style, 0)
        return self._styles[number] if number < len(self._styles) else _PLAIN


def local(element: Element) -> str:
    """Return an element's name without its namespace."""
    return element.tag.rpartition("}")[2]


def is_set(font: Element, name: str) -> bool:
    """Return whether a font has a property such as ``strike``."""
    return any(local(item) == name and item.get("val", "1") not in _OFF for item in font)


def number_of(words: str | None, default: int) -> int:
    """Return a number as it is written, or what stands for one that is not there or is none."""
    return int(words) if words and words.isdecimal() and words.isascii() and len(words) < 10 else default


def _is_pale(font: Element) -> bool:
    return any(local(item) == "color" and _is_white(item) for item in font)


def _is_white(colour: Element) -> bool:
    """Return whether a colour is nearly white, or the one that a theme has for the background."""
    if (written := colour.get("rgb")) is not None:
        return is_nearly_white(written[-6:])
    if float_of(colour.get("tint")):
        return False
    return colour.get("theme") == "0" or colour.get("indexed") in _WHITE_INDEXES


def _is_filled(fill: Element) -> bool:
    """Return whether something other than white is behind words."""
    for pattern in fill:
        if local(pattern) != "patternFill":
            return True
        kind = pattern.get("patternType", "none")
        front = next((each for each in pattern if local(each) == "fgColor"), None)
        if kind not in ("none", "solid") or (kind == "solid" and (front is None or not _is_white(front))):
            return True
    return False


def float_of(words: str | None) -> float:
    """Return a fraction as it is written, 0 for what is none."""
    try:
        return float(words or 0)
    except ValueError:
        return 0.0
