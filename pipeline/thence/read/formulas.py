"""Formulas in a line of text: ``a^2``, ``(a+b)/c``, ``√x``, ``∫_0^1``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element  # the type only

__all__ = ["fraction", "grouped", "joined", "mathml", "powers", "root"]

_ONE = re.compile(r"[\w.,\u2032]*|.")
_ENDS = re.compile(r"[^\W\d_]{2,}|\W[_^].*", re.DOTALL)
_NOT_SHOWN = frozenset({"annotation", "annotation-xml", "maction", "mphantom"})


def grouped(words: str) -> str:
    """Return a part of a formula, in brackets where it is more than one number or name.

    >>> grouped("n+1")
    '(n+1)'
    """
    return words if _ONE.fullmatch(words) or (words[0] == "(" and words[-1] == ")") else f"({words})"


def fraction(above: str, below: str) -> str:
    """Return a fraction."""
    return f"{grouped(above)}/{grouped(below)}"


def powers(base: str, below: str = "", above: str = "") -> str:
    """Return something with an index, a power, or limits."""
    return base + (f"_{grouped(below)}" if below else "") + (f"^{grouped(above)}" if above else "")


def root(inner: str, degree: str = "") -> str:
    """Return a root."""
    return (f"{degree}√" if degree else "√") + grouped(inner)


def joined(parts: Iterable[str]) -> str:
    """Return parts that stand beside each other, with a blank between names of several letters, or limits, and words.

    >>> joined(["2", "sin", "x", "+", "∫_0^1", "y"])
    '2sin x+∫_0^1 y'
    """
    said: list[str] = []
    last = ""
    for part in parts:
        if part[:1].isalnum() and _ENDS.fullmatch(last):
            said.append(" ")
        said.append(part)
        last = part
    return "".join(said)


def mathml(element: Element) -> str:
    """Return what a formula of MathML says."""
    name = element.tag.rpartition("}")[2]
    if name in _NOT_SHOWN:
        return ""
    if name in ("mi", "mn", "mo", "mtext", "ms"):
        return " ".join("".join(element.itertext()).split())
    if name == "mspace":
        return " "
    if name == "semantics":
        return mathml(element[0]) if len(element) else ""
    parts = [mathml(each) for each in element]
    if name == "mfrac" and len(parts) == 2:
        return fraction(*parts)
    if name in ("msup", "mover") and len(parts) == 2:
        return powers(parts[0], above=parts[1])
    if name in ("msub", "munder", "msubsup", "munderover") and 2 <= len(parts) <= 3:
        return powers(*parts)
    if name == "msqrt":
        return root(joined(parts))
    if name == "mroot" and len(parts) == 2:
        return root(*parts)
    if name == "mfenced":
        mark = (element.get("separators", ",").split() or [""])[0]
        return element.get("open", "(") + mark.join(parts) + element.get("close", ")")
    if name in ("mtable", "mtr", "mlabeledtr"):
        return ("; " if name == "mtable" else ", ").join(parts)
    return joined(parts)
