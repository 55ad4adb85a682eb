"""Formulas of Word documents in a line of text."""

from __future__ import annotations

from xml.etree.ElementTree import Element  # the type only

from thence.read.formulas import fraction, joined, powers, root

__all__ = ["MATH", "formula"]

MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_ROWS = frozenset({"e", "num", "den", "sub", "sup", "deg", "lim", "func", "oMath"})
_DELETED = frozenset({f"{_WORD}del", f"{_WORD}moveFrom"})


def formula(element: Element) -> str:
    """Return what a formula, or a part of one, says in the accepted view."""
    name = element.tag.removeprefix(MATH)
    if name == "t":
        return element.text or ""
    if element.tag in _DELETED or name.endswith("Pr"):
        return ""
    if name == "f":
        return fraction(_of(element, "num"), _of(element, "den"))
    if name in ("sSup", "sSub", "sSubSup"):
        return powers(_of(element, "e"), _of(element, "sub"), _of(element, "sup"))
    if name in ("limLow", "limUpp"):
        limit = _of(element, "lim")
        return powers(_of(element, "e"), *((limit, "") if name == "limLow" else ("", limit)))
    if name == "nary":
        sign = _sign(element, "nary", "chr", "\u222b")
        return joined((powers(sign, _of(element, "sub"), _of(element, "sup")), _of(element, "e")))
    if name == "rad":
        return root(_of(element, "e"), _of(element, "deg"))
    if name == "d":
        inner = _sign(element, "d", "sepChr", "|").join(formula(each) for each in element.findall(f"{MATH}e"))
        return _sign(element, "d", "begChr", "(") + inner + _sign(element, "d", "endChr", ")")
    if name in ("m", "mr"):
        parts = element.findall(f"{MATH}mr" if name == "m" else f"{MATH}e")
        return ("; " if name == "m" else ", ").join(map(formula, parts))
    return joined(map(formula, element)) if name in _ROWS else "".join(map(formula, element))


def _of(element: Element, name: str) -> str:
    part = element.find(f"{MATH}{name}")
    return formula(part) if part is not None else ""


def _sign(element: Element, kind: str, name: str, usual: str) -> str:
    """Return a sign that the properties of a part of a formula set."""
    found = element.find(f"{MATH}{kind}Pr/{MATH}{name}")
    return usual if found is None else found.get(f"{MATH}val", "")
