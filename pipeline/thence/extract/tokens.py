"""Tokens: the words, numbers and marks of a text, with their places."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Token", "tokenize"]

_TOKEN = re.compile(
    r"\[\[|\]\]|\*\*|__|``?"  # mark-up around words: skipped below
    r"|(?:[^\W\d_]\.-?){2,}(?:[^\W\d_]\b)?"  # S.A., U.S., J.-P.
    r"|\d+(?:[.,:/]\d+)*(?:st|nd|rd|th)?\b"
    r"|[^\W\d_]+n['’]t\b"
    r"|[^\W_]+(?:[-‑][^\W_]+)*(?:['’](?!s\b|S\b|ll\b|re\b|ve\b|d\b|m\b)[^\W\d_]+)*"
    r"|['’](?:s|S|ll|re|ve|d|m)\b"
    r"|\S"
)
_SKIP = frozenset({"[[", "]]", "**", "__", "`", "``"})


@dataclass(frozen=True, slots=True)
class Token:
    """A word or mark and its place in the document's text.   lower: with straight apostrophes."""

    text: str
    start: int
    end: int
    lower: str

    @property
    def is_word(self) -> bool:
        """Whether it begins with a letter."""
        return self.text[0].isalpha()

    @property
    def is_capital(self) -> bool:
        """Whether it begins with a capital letter."""
        return self.text[0].isupper()


def tokenize(text: str, start: int, end: int) -> list[Token]:
    """Return the tokens of ``text[start:end]``, in order; marks of emphasis and of wiki links are left out.

    >>> [token.text for token in tokenize("Acme S.A.'s 65% didn't", 0, 22)]
    ['Acme', 'S.A.', "'s", '65', '%', "didn't"]
    """
    tokens = []
    for match in _TOKEN.finditer(text, start, end):
        word = match.group()
        if word in _SKIP:
            continue
        at, stop = match.span()
        if len(word) > 7 and word[-6:].lower() == "-based":
            cut = stop - 6
            tokens.append(Token(word[:-6], at, cut, word[:-6].lower().replace("’", "'")))
            word, at = word[-6:], cut
        tokens.append(Token(word, at, stop, word.lower().replace("’", "'")))
    return tokens
