"""A mail that says one thing in its plain text and another in its html."""

from __future__ import annotations

import re
from collections.abc import Iterable

from thence.errors import InputError
from thence.model.finding import Finding, Severity
from thence.read.draft import Draft
from thence.read.html import render_html
from thence.read.reading import finding
from thence.read.source import Source

__all__ = ["beside"]

_WORD = re.compile(r"\w+(?:[.,]\d+)*")
_MANY = 0.2
"""Share of the html's words that the text has not, from which on it says something else and is no other layout."""


def beside(read: Iterable[str], source: Source, path: str) -> Finding | None:
    """Return what is said of a page that was passed over for the text beside it; None where both say the same.

    read: the texts that were read. A fifth of the page's words that are not in them, or a number, are told (TH529).
    """
    known = {word.casefold() for text in read for word in _WORD.findall(text)}
    draft = Draft()
    try:
        page = render_html(draft, source, part="", titled=False)
    except InputError:  # the text is read, whatever is wrong with the page
        return None
    text = draft.text()
    words: dict[str, str] = {}
    for block in page.blocks:
        for word in _WORD.findall(text, block.span.start, block.span.end):
            words.setdefault(word.casefold(), word)
    missing = [word for key, word in words.items() if key not in known]
    numbers = [word for word in missing if any(letter.isdigit() for letter in word)]
    if not numbers and len(missing) <= max(2, _MANY * len(words)):
        return None
    said = ", ".join(word[:40] for word in dict.fromkeys((*numbers, *missing)) if word)
    shown = said if len(said) <= 120 else said[: said.rindex(",", 0, 120)] + ", …"
    return finding(
        "TH529",
        path,
        f"another version of the text, in html, says what the one that was read does not: {shown}",
        severity=Severity.WARNING if len(missing) > max(2, _MANY * len(words)) else Severity.INFO,
        hint="save the html as a file beside the message, if it should count",
    )
