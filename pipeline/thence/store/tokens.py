"""The words of a SPARQL or Turtle text with their places: enough to look before the parser leaps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Token", "declared_prefixes", "line_and_column", "line_at", "tokens"]

_PART = r"\w\u00B7\u0300-\u036F\u203F\u2040"
_TOKEN = re.compile(
    rf"""
    (?P<space>\s+)
  | (?P<comment>\#[^\n\r]*)
  | (?P<iri><(?:[^<>"{{}}|^`\\\x00-\x20]|\\u[0-9A-Fa-f]{{4}}|\\U[0-9A-Fa-f]{{8}})*>)
  | (?P<string>\"\"\"(?:[^"\\]++|\\.|\"{{1,2}}(?!\"))*+\"\"\"|'''(?:[^'\\]++|\\.|'{{1,2}}(?!'))*+'''
      |"(?:[^"\\\n\r]++|\\.)*+"|'(?:[^'\\\n\r]++|\\.)*+')
  | (?P<variable>[?$][{_PART}]+)
  | (?P<blank>_:[{_PART}.-]*[{_PART}-])
  | (?P<name>(?:[^\W\d_](?:[{_PART}.-]*[{_PART}-])?)?:(?:(?:[{_PART}:.%-]|\\.)*(?:[{_PART}:%-]|\\.))?)
  | (?P<keyword>@[A-Za-z]+(?:-[A-Za-z0-9]+)*)
  | (?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
  | (?P<word>[^\W\d]\w*)
  | (?P<mark>\^\^|&&|\|\||[<>!]=|.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """One word of the text.

    kind: iri, string, variable, blank, name (prefixed), keyword (``@prefix``), number, word or mark.
    start: offset in code points.
    """

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """The offset after the token."""
        return self.start + len(self.text)


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a SPARQL or Turtle text in order; white space and comments are left out."""
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "mark"
        if kind not in {"space", "comment"}:
            yield Token(kind, match.group(), match.start())


def declared_prefixes(text: str) -> dict[str, str]:
    """Return prefix -> IRI as written, for each ``@prefix`` and ``PREFIX`` of a text; the last one wins."""
    if text.isascii():
        last = text.lower().rfind("prefix") + 1
    else:  # lower case may be longer
        last = max((match.end() for match in re.finditer("prefix", text, re.IGNORECASE)), default=0)
    # Names and IRI of the last declaration stand behind the last "prefix"; nothing later declares one.
    end = text.find(">", last) + 1 or len(text)
    found: dict[str, str] = {}
    waiting: list[Token] = []
    for token in tokens(text[:end]):
        waiting = [*waiting[-2:], token]
        if len(waiting) == 3 and token.kind == "iri" and waiting[1].text.endswith(":"):
            word = waiting[0].text.lower()
            if word in {"@prefix", "prefix"}:
                found[waiting[1].text[:-1]] = token.text[1:-1]
    return found


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return the line and column of an offset, both from 1, columns in code points."""
    line = text.count("\n", 0, offset) + 1
    return line, offset - (text.rfind("\n", 0, offset) + 1) + 1


def line_at(text: str, line: int) -> str:
    """Return a line by its number, without its end; empty beyond the last."""
    lines = text.split("\n")
    return lines[line - 1].rstrip("\r") if 0 < line <= len(lines) else ""
