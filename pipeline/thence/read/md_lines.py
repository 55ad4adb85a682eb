"""The lines of Markdown: what begins a block, what goes on with one, and the cells of a table line."""

from __future__ import annotations

import re

__all__ = [
    "ATX",
    "CALLOUT",
    "DEFINED",
    "DEFINITION",
    "FENCE",
    "FOOTNOTE",
    "HTML_LINE",
    "ITEM",
    "QUOTE",
    "RULE",
    "SETEXT",
    "cells",
    "continues",
    "definitions",
    "heading_words",
    "is_split",
    "lines_between",
]

Lines = list[tuple[int, int]]

ATX = re.compile(r" {0,3}(?P<marks>#{1,6})(?=[ \t]|$)")
SETEXT = re.compile(r" {0,3}(?:(?P<one>=+)|-+)[ \t]*$")
RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,}|\$\$)(?P<info>[^`\n]*)$")
ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX/-]\][ \t]+)?(?=\S)")
QUOTE = re.compile(r"[ ]{0,3}>(?:[ \t]?>)*[ \t]?")
CALLOUT = re.compile(r"\[!(?P<kind>[\w-]{1,40})(?:\|[^\]\n]{0,40})?\][+-]?[ \t]*")
DEFINITION = re.compile(
    r" {0,3}\[(?P<label>[^\[\]^][^\[\]]{0,200})\]:[ \t]*<?(?P<target>\S+?)>?(?:[ \t]+[\"'(].*)?[ \t]*$"
)
FOOTNOTE = re.compile(r" {0,3}\[\^(?P<id>[^\]\s]{1,60})\]:[ \t]*")
DEFINED = re.compile(r" {0,3}:[ \t]+(?=\S)")
HTML_LINE = re.compile(
    r" {0,3}</?(?:div|section|details|summary|center|table|thead|tbody|tr|p|br|hr|img|a|span)\b[^>\n]*>[ \t]*$"
)
_SPLIT = re.compile(r"[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)*[ \t]*:?-+:?[ \t]*\|?[ \t]*$")
_CELL = re.compile(r"(?:\\.|`[^`\n]*`|\[\[[^\[\]\n]*\]\]|[^|\\])*")


def lines_between(text: str, start: int, end: int) -> Lines:
    """Return the places of the lines of ``text[start:end]``, without their line breaks."""
    lines = []
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        lines.append((start, stop))
        start = stop + 1
    return lines


def heading_words(text: str, marks_end: int, end: int) -> tuple[int, int]:
    """Return where the words of a heading stand, its marks at both ends aside.   end: of its line."""
    words = text[marks_end:end]
    bare = words.rstrip()
    closed = bare.rstrip("#")
    if not closed.strip() or closed[-1] in " \t":
        bare = closed.rstrip()
    start = marks_end + len(words) - len(words.lstrip())
    return (start, marks_end + len(bare)) if len(bare.strip()) else (end, end)


def continues(text: str, lines: Lines, index: int) -> bool:
    """Return whether a line goes on with the paragraph above it."""
    start, end = lines[index]
    words = text[start:end].strip()
    if not words:
        return False
    first = words[0]
    if first.isalpha():
        return True
    if first == "#" and ATX.match(text, start, end):
        return False
    if first in "`~$" and FENCE.match(text, start, end):
        return False
    if first == ">" or (first == "|" and words.count("|") > 1):
        return False
    if first in "*-_" and RULE.match(text, start, end):
        return False
    if first in "<%" and (words.startswith(("<!--", "%%")) or HTML_LINE.match(text, start, end)):
        return False
    if first == "[" and FOOTNOTE.match(text, start, end):
        return False
    if first == ":" and DEFINED.match(text, start, end):
        return False
    item = ITEM.match(text, start, end)
    # Only a list that begins with 1 interrupts a paragraph (CommonMark 5.2): "in\n2014. Then" does not.
    return not (item and (not first.isdigit() or words.startswith(("1.", "1)")) or ITEM.match(text, *lines[index - 1])))


def is_split(text: str, head: tuple[int, int], below: tuple[int, int]) -> bool:
    """Return whether the second of two lines parts a table's header from its rows."""
    line = text[slice(*below)]
    return (
        "-" in line
        and _SPLIT.match(line) is not None
        and len(cells(text, *head)) == line.strip().strip("|").count("|") + 1
    )


def cells(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the places of a table line's cells, trimmed; bars in code, wiki links or after a backslash do not part."""
    line = text[start:end]
    at = start + len(line) - len(line.lstrip())
    end = start + len(line.rstrip())
    if text.startswith("|", at):
        at += 1
    is_plain = not any(mark in line for mark in ("\\", "`", "[["))
    found = []
    while at <= end:
        if is_plain:
            stop = text.find("|", at, end)
            stop = end if stop < 0 else stop
        else:
            stop = at
            while stop < end:
                match = _CELL.match(text, stop, end)
                stop = match.end() if match else stop
                if text.startswith("|", stop, end):
                    break
                stop += stop < end  # a mark that opens nothing
        words = text[at:stop]
        begin = at + len(words) - len(words.lstrip())
        if stop < end or words.strip():
            found.append((min(begin, stop), max(min(begin, stop), at + len(words.rstrip()))))
        at = stop + 1
    return found


def definitions(text: str) -> dict[str, str]:
    """Return the targets of ``[label]: target`` lines by label, folded."""
    found: dict[str, str] = {}
    for line in text.split("\n"):
        if line.lstrip()[:1] == "[" and (match := DEFINITION.match(line)):
            found.setdefault(" ".join(match["label"].split()).casefold(), match["target"])
    return found
