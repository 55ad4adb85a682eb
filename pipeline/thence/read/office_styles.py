"""Styles of office programs: names of those of paragraphs that are no prose of their own, and what is too pale."""

from __future__ import annotations

import re

__all__ = ["CODE", "QUOTES", "is_contents_style", "is_nearly_white", "list_level"]

_CONTENTS = re.compile(
    r"(?:toc|contents|user index|index|figure index|table index|object index) ?\d+$"
    r"|(?:toc|contents|toa|index|user index|figure index|table index) heading$|table of (?:figures|authorities)$"
)
_WHITE = re.compile(r"(?:#|[Ff]{2})?(?:[Ff][8-9A-Fa-f]){3}")
_LIST = re.compile(
    r"list(?: bullet| number| continue| paragraph)?(?: ([2-6]))?$|list ?(?:bullet|number|continue)([2-6])$"
)
QUOTES = frozenset({"quote", "intense quote", "block text", "quotations", "quotation"})
CODE = frozenset(
    {"source code", "preformatted text", "html preformatted", "macro", "macro text", "verbatim", "code block"}
)
"""Lower case."""


def is_contents_style(name: str) -> bool:
    """Return whether paragraphs of a style, by its name in lower case, only list what stands elsewhere."""
    return _CONTENTS.match(name) is not None


def list_level(name: str) -> int:
    """Return how deep in lists paragraphs of a style stand, by its name in lower case, from 1; 0 for other styles.

    >>> list_level("list bullet 2"), list_level("list number"), list_level("list of ships")
    (2, 1, 0)
    """
    found = _LIST.match(name)
    return int(found[1] or found[2] or 1) if found else 0


def is_nearly_white(colour: str) -> bool:
    """Return whether words of a colour are lost on a white page.

    colour: ``ffffff``, ``#ffffff``, or with alpha that is opaque.

    >>> is_nearly_white("#FDFDFD"), is_nearly_white("FFF8F9FA"), is_nearly_white("F0F0F0"), is_nearly_white("auto")
    (True, True, False, False)
    """
    return _WHITE.fullmatch(colour) is not None
