"""HTML as tokens with places: tags, text and what is to be passed over, without recursion and without repair."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Tag", "Text", "attributes", "tokens"]

_TOKEN = re.compile(
    r"<!--(?:(?!-->).)*+(?:-->|\Z)"
    r"|<!\[CDATA\[(?:(?!\]\]>).)*+(?:\]\]>|\Z)"
    r"|<[!?][^>]*+(?:>|\Z)"
    r"|<(?P<close>/?)(?P<name>[A-Za-z][^\s/<>]*+)(?P<attributes>(?:[^<>\"']|\"[^\"]{0,65536}\"|'[^']{0,65536}')*+)>"
    r"|<(?P<close_broken>/?)(?P<name_broken>[A-Za-z][^\s/<>]*+)[^<>]*+>?",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([^\s=/\"'<>]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
_RAW = frozenset(
    {"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript", "template"}
)


@dataclass(frozen=True, slots=True)
class Tag:
    """A start or end tag and its place.   name: lower case.   raw: the attributes as written."""

    start: int
    end: int
    name: str
    closing: bool
    raw: str


@dataclass(frozen=True, slots=True)
class Text:
    """Text between tags, entities as written.   inside: the element whose raw text it is (title, script), or empty."""

    start: int
    end: int
    inside: str = ""


def tokens(text: str) -> Iterator[Tag | Text]:
    """Yield the tags and texts of HTML in order; comments, declarations and instructions are passed over.

    The content of script, style, template, noscript and the like is one Text that says where it is inside.
    """
    at = 0
    while True:
        match = _TOKEN.search(text, at)
        if match is None:
            break
        if match.start() > at:
            yield Text(at, match.start())
        at = match.end()
        name = (match["name"] or match["name_broken"] or "").lower()
        if not name:
            continue
        closing = bool(match["close"] or match["close_broken"])
        raw = match["attributes"] or ""
        yield Tag(match.start(), at, name, closing, raw)
        if name in _RAW and not closing and not raw.rstrip().endswith("/"):
            stop = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(text, at)
            end = stop.start() if stop else len(text)
            if end > at:
                yield Text(at, end, name)
            at = end
    if at < len(text):
        yield Text(at, len(text))


def attributes(raw: str) -> dict[str, str]:
    """Return the attributes of a tag, names in lower case, the first of equal names, entities decoded."""
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(raw):
        value = match[2] if match[2] is not None else match[3] if match[3] is not None else match[4] or ""
        found.setdefault(match[1].lower(), html.unescape(value))
    return found
