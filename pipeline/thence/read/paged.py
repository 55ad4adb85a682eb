"""Plain text with page breaks: its pages, the lines that run on every page, and sentences that go on over a break."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from thence.model.document import Block, BlockKind, Join, Page, Span
from thence.read.joins import is_inside

__all__ = ["Paged", "paged"]

_BREAK = "\f"
_NUMBER = re.compile(
    r"[-–—\s\[(]*(?:page|seite|p\.)?\s*\d{1,5}(?:\s*(?:of|/|von)\s*\d{1,5})?[-–—\s\])]*", re.IGNORECASE
)
_DIGITS = re.compile(r"\d+")
_STOPPED = re.compile(r"[.!?:;][\"'”’)\]]*$")
_EDGE = 2
"""Lines at the top and at the foot of a page that may run on every page."""
_WIDEST = 200


@dataclass(frozen=True, slots=True)
class Paged:
    """A paged text.

    shape: as long as the text, by which its paragraphs are told: page breaks and running lines are blanks, or blank
    lines where the paragraph ends.   furniture: blocks of the running lines that stand between paragraphs.
    joins: breaks that a paragraph goes on over, with the running lines there.   hyphens: the same within a word, from
    its hyphen on.
    """

    shape: str
    pages: tuple[Page, ...]
    furniture: tuple[Block, ...]
    joins: tuple[Join, ...]
    hyphens: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A page.   tops, feet: its lines that run on other pages too."""

    span: Span
    tops: tuple[Span, ...]
    feet: tuple[Span, ...]


def paged(text: str, shape: str) -> Paged:
    """Return the pages of a text with form feeds.   shape: the text, maybe with other line breaks as LF."""
    sheets = _sheets(text, shape)
    letters = list(shape)
    furniture: list[Block] = []
    joins: list[Join] = []
    hyphens: list[Span] = []
    for index, sheet in enumerate(sheets):
        for part, lines in (("header", sheet.tops), ("footer", sheet.feet)):
            furniture.extend(Block(line, BlockKind.FURNITURE, page=index + 1, part=part) for line in lines)
            for line in lines:
                letters[line.start : line.end] = " " * len(line)
        if index + 1 < len(sheets):
            begin, end = _between(text, sheet, sheets[index + 1])
            if begin is None or end is None:
                letters[sheet.span.end] = "\n"
            elif _goes_on(text, begin, end):
                letters[begin:end] = " " * (end - begin)
                if text[begin - 1] in "-\u2010" and text[begin - 2 : begin - 1].isalpha():
                    hyphens.append(Span(begin - 1, end))
                else:
                    joins.append(Join(Span(begin, end), " "))
            else:
                letters[begin:end] = "\n" * (end - begin)
    pages = tuple(Page(number, sheet.span) for number, sheet in enumerate(sheets, 1))
    inside = sorted([*(join.span for join in joins), *hyphens])
    apart = tuple(block for block in furniture if not is_inside(block.span, inside))
    return Paged("".join(letters), pages, apart, tuple(joins), tuple(hyphens))


def _goes_on(text: str, begin: int, end: int) -> bool:
    """Return whether the words after a break go on with the sentence before it."""
    before = text[max(0, begin - 40) : begin]
    after = text[end : end + 1]
    return not _STOPPED.search(before) and (after.islower() or (before[-1:] in ",-\u2010" and after.isalnum()))


def _between(text: str, before: _Sheet, after: _Sheet) -> tuple[int | None, int | None]:
    """Return where the words of a page end and those of the next begin, running lines aside."""
    end = before.feet[0].start if before.feet else before.span.end
    start = after.tops[-1].end if after.tops else after.span.start
    last = before.span.start + len(text[before.span.start : end].rstrip())
    words = text[start : after.span.end]
    first = start + len(words) - len(words.lstrip())
    if last <= (before.tops[-1].end if before.tops else before.span.start):
        return None, None
    return (last, first) if first < after.span.end else (None, None)


def _sheets(text: str, shape: str) -> list[_Sheet]:
    spans: list[Span] = []
    at = 0
    for part in text.split(_BREAK):
        spans.append(Span(at, at + len(part)))
        at += len(part) + 1
    if len(spans) > 1 and not len(spans[-1]):
        spans.pop()
    edges = [(_edge(shape, span, forward=True), _edge(shape, span, forward=False)) for span in spans]
    tops = Counter(kind for top, _ in edges for kind in {_kind(text, line) for line in top})
    feet = Counter(kind for _, foot in edges for kind in {_kind(text, line) for line in foot})
    least = max(2, (len(spans) + 2) // 3)
    sheets = []
    for span, (top, foot) in zip(spans, edges, strict=True):
        above = _running(text, top, tops, least)
        # On a page of a line or two the same line stands at the top and at the foot.
        below = tuple(line for line in reversed(_running(text, foot, feet, least)) if line not in above)
        sheets.append(_Sheet(span, above, below))
    return sheets


def _running(text: str, lines: list[Span], kinds: Counter[str], least: int) -> tuple[Span, ...]:
    """Return the lines from the edge on that run on every page."""
    out: list[Span] = []
    for line in lines:
        words = text[line.start : line.end]
        if kinds[_kind(text, line)] < least and not _NUMBER.fullmatch(words):
            break
        out.append(line)
    return tuple(out)


def _kind(text: str, line: Span) -> str:
    words = " ".join(text[line.start : line.end].split())
    return _DIGITS.sub("#", words)


def _edge(shape: str, page: Span, *, forward: bool) -> list[Span]:
    """Return the first lines of a page, or its last ones from the foot up, that hold words."""
    lines: list[Span] = []
    low, high = page.start, page.end
    while low < high and len(lines) < _EDGE:
        if forward:
            stop = shape.find("\n", low, high)
            start, stop = low, high if stop < 0 else stop
            low = stop + 1
        else:
            start, stop = max(shape.rfind("\n", low, high) + 1, low), high
            high = start - 1
        words = shape[start:stop]
        if words.strip() and len(words) <= _WIDEST:
            start += len(words) - len(words.lstrip())
            lines.append(Span(start, start + len(words.strip())))
        elif words.strip():
            break
    return lines
