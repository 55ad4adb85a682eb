"""HTML as pieces in order: text and tags by turns, without recursion and without repair."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

__all__ = ["RAW", "Tag", "attributes", "closing_of", "split_markup", "tag_of"]

RAW = ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes")
"""Elements whose content is text to a parser, whatever it looks like (HTML living standard, 13.2.5)."""
_ATTRIBUTES = r"(?:[^<>\"']|\"[^\"]{0,65536}\"|'[^']{0,65536}')*+"
# One group, so that ``re.split`` yields text and token by turns; raw elements are one token up to their end tag.
_TOKEN = re.compile(
    r"(<!--(?:>|->|.*?(?:--!?>|\Z))"
    r"|<!\[CDATA\[.*?(?:\]\]>|\Z)"
    r"|<[!?][^>]*+(?:>|\Z)"
    + "".join(rf"|<{name}(?=[\s/>]){_ATTRIBUTES}(?<!/)>.*?(?=</{name}[\s/>]|\Z)" for name in RAW)
    + rf"|</?[A-Za-z]{_ATTRIBUTES}>"
    r"|</?[A-Za-z][^<>]*+>?)",
    re.DOTALL | re.IGNORECASE,
)
_TAG = re.compile(rf"<(/?)([A-Za-z][^\s/<>]*+)({_ATTRIBUTES}|[^<>]*+)(?:>|\Z)", re.DOTALL)
_ATTRIBUTE = re.compile(r"([^\s=/\"'<>]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")


@dataclass(slots=True)
class Tag:
    """A start or end tag.   name: lower case.   attributes: names in lower case, entities decoded.

    content: where the content of a raw element begins in its token; 0 for other tags.   alone: closes itself (XHTML).
    """

    name: str
    closing: bool
    attributes: dict[str, str] = field(default_factory=dict)
    content: int = 0
    alone: bool = False


def split_markup(text: str) -> list[str]:
    """Return the text and the tokens of a page by turns, beginning and ending with text (maybe empty).

    A token is a tag, comment, declaration or instruction; that of a raw element (script, title) holds its content too.
    Joined again they are the page.

    >>> split_markup("<p>a<br>b")
    ['', '<p>', 'a', '<br>', 'b']
    """
    return _TOKEN.split(text)


def tag_of(token: str) -> Tag | None:
    """Return the tag that a token begins with, or None for a comment, declaration or instruction."""
    match = _TAG.match(token)
    if match is None:
        return None
    name, raw = match[2].lower(), match[3]
    closing = bool(match[1])
    alone = raw.rstrip().endswith("/")
    content = match.end() if name in RAW and not closing and not alone else 0
    return Tag(name, closing, attributes(raw) if raw and not closing else {}, content, alone)


def closing_of(text: str, name: str, at: int, end: int) -> int | None:
    """Return the end of the element whose start tag ends at a place, elements of its name inside it; None if none."""
    depth = 1
    for match in re.compile(rf"<(/?){name}\b[^<>]*>", re.IGNORECASE).finditer(text, at, end):
        depth += -1 if match[1] else 1
        if depth == 0:
            return match.end()
    return None


def attributes(raw: str) -> dict[str, str]:
    """Return the attributes of a tag, names in lower case, the first of equal names, entities decoded."""
    found: dict[str, str] = {}
    for name, double, single, bare in _ATTRIBUTE.findall(raw):
        value = double or single or bare
        found.setdefault(name.lower(), html.unescape(value) if "&" in value else value)
    return found
