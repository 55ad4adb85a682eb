"""Names that word processors give to the styles of paragraphs which are no prose of their own."""

from __future__ import annotations

import re

__all__ = ["CODE", "QUOTES", "is_contents_style"]

_CONTENTS = re.compile(
    r"(?:toc|contents|user index|index|figure index|table index|object index) ?\d+$"
    r"|(?:toc|contents|toa|index|user index|figure index|table index) heading$|table of (?:figures|authorities)$"
)
QUOTES = frozenset({"quote", "intense quote", "block text", "quotations", "quotation"})
CODE = frozenset({"source code", "preformatted text", "html preformatted", "macro text", "verbatim", "code block"})
"""Lower case."""


def is_contents_style(name: str) -> bool:
    """Return whether paragraphs of a style, by its name in lower case, only list what stands elsewhere."""
    return _CONTENTS.match(name) is not None
