"""Fields of Word documents: where a HYPERLINK leads, and what form fields show."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element  # the type only

from thence.read.docx_styles import W, flag, val

__all__ = ["Field", "form_box", "is_contents", "target_of"]

_HYPERLINK = re.compile(r'\s*HYPERLINK\b\s*(?:"([^"]*)"|([^\s"\\]\S*))?', re.IGNORECASE)
_CONTENTS = re.compile(r"\s*(?:TOC|TOA|INDEX)\b", re.IGNORECASE)
_ANCHOR = re.compile(r'\\l\s+(?:"([^"]*)"|(\S+))', re.IGNORECASE)


@dataclass(slots=True)
class Field:
    """A field that is open.   start: where its result begins, None while its instruction stands.   shown: its box."""

    instruction: str = ""
    start: int | None = None
    target: str = ""
    shown: str = ""


def target_of(instruction: str) -> str:
    """Return where a HYPERLINK field leads, its anchor included; "" for any other field."""
    match = _HYPERLINK.match(instruction)
    if match is None:
        return ""
    anchor = _ANCHOR.search(instruction, match.end())
    return (match[1] or match[2] or "") + (f"#{anchor[1] or anchor[2]}" if anchor else "")


def is_contents(instruction: str) -> bool:
    """Return whether a field makes a table of contents or an index."""
    return _CONTENTS.match(instruction) is not None


def form_box(element: Element) -> str:
    """Return what a form field without a result shows: its box, or the chosen one of its entries."""
    box = element.find(f"{W}ffData/{W}checkBox")
    if box is not None:
        checked = flag(box, "checked")
        return "☒" if (flag(box, "default") if checked is None else checked) else "☐"
    entries = element.find(f"{W}ffData/{W}ddList")
    if entries is not None:
        words = [val(each) for each in entries.findall(f"{W}listEntry")]
        place = val(entries.find(f"{W}result")) or val(entries.find(f"{W}default")) or "0"
        return words[int(place)] if place.isdecimal() and len(place) < 4 and int(place) < len(words) else ""
    return ""
