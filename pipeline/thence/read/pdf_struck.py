"""Words of a PDF page that a line is drawn through."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from thence.model.document import Block, BlockKind, Join, Record, Span
from thence.read.pdf_edges import char_boxes
from thence.read.pdf_lines import PageText

__all__ = ["spans_of", "struck_words", "whole", "without_struck"]

_MOST_RULES = 600
_NEAR = 0.2
"""Of the type's height: as near as a line drawn through letters begins and ends at their edges."""
_LOW, _HIGH = 0.28, 0.68
"""Between which parts of the type's height a line goes through the words; below it underlines them."""

Rule: TypeAlias = tuple[float, float, float]
"""A horizontal rule: left, right, y."""


def struck_words(page: Any, text: PageText, across: Sequence[Rule]) -> set[int]:
    """Return the words that a rule goes through, from the edge of one to the edge of one, by their number.

    page: pdfium's handle of its text (FPDF_TEXTPAGE).   across: horizontal rules. A rule of a table that words hang
    over begins and ends elsewhere. Words that a rule goes through in part are parted first: a figure that was struck
    out, and the new one right behind it.
    """
    if not across or len(across) > _MOST_RULES:
        return set()
    low, high = np.array(text.bottom), np.array(text.top)
    begins, ends = np.array(text.left), np.array(text.right)
    tall = np.maximum(high - low, 0.1)
    met: list[tuple[int, float, float]] = []
    for left, right, y in across:
        part = (y - low) / tall
        through = (part > _LOW) & (part < _HIGH) & (begins < right) & (left < ends)
        met += [(line, left, right) for line in through.nonzero()[0].tolist()]
    for line, left, right in met:
        _part(page, text, line, right, left)
        _part(page, text, line, left, right)
    return {word for line, left, right in met for word in _held(text, line, left, right)}


def _held(text: PageText, line: int, left: float, right: float) -> list[int]:
    """Return the words of a line that a rule goes through, if it begins and ends with them."""
    lefts, _, rights, _ = text.boxes(line)
    held = [at for at, (one, two) in enumerate(zip(lefts, rights, strict=True)) if left < (one + two) / 2 < right]
    near = 0.4 * (text.top[line] - text.bottom[line])
    if held and abs(lefts[held[0]] - left) < near and -near < right - rights[held[-1]] < 2 * near:
        return [text.bounds[line] + at for at in held]
    return []


def _part(page: Any, text: PageText, line: int, edge: float, other: float) -> None:
    """Part the word in which a rule ends, if it ends between two letters and its other end is at a word's edge."""
    near = _NEAR * (text.top[line] - text.bottom[line])
    lefts, _, rights, _ = text.boxes(line)
    cut = next((at for at, left in enumerate(lefts) if left + near < edge < rights[at] - near), None)
    if cut is None or not any(abs(place - other) < 2 * near for place in (*lefts, *rights)):
        return
    word = text.lines[line].split(" ")[cut]
    first = text.word_chars()[text.bounds[line] + cut]
    begins = char_boxes(page, range(first, first + len(word)))[:, 0].tolist()
    offset = min(range(len(word)), key=lambda at: abs(begins[at] - edge))
    if offset and abs(begins[offset] - edge) < near:
        text.split(line, cut, offset, begins[offset])


def spans_of(words: Sequence[str], struck: Sequence[bool]) -> list[tuple[int, int]]:
    """Return begin and end of the struck stretches of a line of words, parted by one blank.

    >>> spans_of(["Ann", "owned", "once", "it"], [False, True, True, False])
    [(4, 14)]
    """
    out: list[tuple[int, int]] = []
    at = 0
    for word, is_struck in zip(words, struck, strict=True):
        if is_struck:
            begin = out.pop()[0] if out and out[-1][1] == at - 1 else at
            out.append((begin, at + len(word)))
        at += len(word) + 1
    return out


def without_struck(
    text: str, blocks: Sequence[Block], records: Sequence[Record], joins: Sequence[Join], cuts: Sequence[Span]
) -> tuple[list[Block], list[Record], list[Join]]:
    """Return what was read, with struck words as deleted blocks; within a sentence or a cell they are not read.

    cuts: the struck stretches, in order.
    """
    begins = [cut.start for cut in cuts]
    kept, gone, dropped = [], [], set()
    for record in records:
        fields = tuple(
            replace(each, value=Span(each.value.start, each.value.start)) if _within(each.value, cuts, begins) else each
            for each in record.fields
        )
        if any(each.value for each in fields) or not any(each.value for each in record.fields):
            kept.append(record if fields == record.fields else replace(record, fields=fields))
        else:
            dropped.add(record.span)
    out: list[Block] = []
    for block in blocks:
        span = block.span
        own = [
            Span(max(cut.start, span.start), min(cut.end, span.end))
            for cut in cuts[_first(begins, span.start) : bisect_left(begins, span.end)]
            if cut.end > span.start
        ]
        if not own:
            out.append(block)
            continue
        if span in dropped or own[0] == span:
            out.append(replace(block, kind=BlockKind.DELETED))
            continue
        before = after = None
        if block.kind is not BlockKind.FURNITURE:
            if own[0].start == span.start:
                before, span = Span(span.start, own[0].end), Span(_past(text, own.pop(0).end), span.end)
            if own and own[-1].end == span.end:
                after = Span(own[-1].start, span.end)
                span = Span(span.start, span.start + len(text[span.start : own.pop().start].rstrip()))
        out += [replace(block, kind=BlockKind.DELETED, span=before)] if before else []
        out.append(replace(block, span=span))
        out += [replace(block, kind=BlockKind.DELETED, span=after)] if after else []
        for cut in own:
            spaced = (
                cut.end < span.end
                and text[cut.end : cut.end + 1] in (" ", "\n")
                and text[cut.start - 1 : cut.start] in ("", " ", "\n")
            )
            gone.append(Join(Span(cut.start, cut.end + spaced), ""))
    places = [join.span for join in gone]
    starts = [place.start for place in places]
    rest = [
        join
        for join in joins
        if not ((at := bisect_left(starts, join.span.end)) and places[at - 1].end > join.span.start)
    ]
    return out, kept, sorted([*rest, *gone])


def whole(text: str, cuts: Sequence[Span]) -> list[Span]:
    """Return the cuts with those made one that only blanks part."""
    out: list[Span] = []
    for cut in sorted(cuts):
        if out and not text[out[-1].end : cut.start].strip():
            out[-1] = Span(out[-1].start, cut.end)
        else:
            out.append(cut)
    return out


def _first(begins: Sequence[int], at: int) -> int:
    return max(0, bisect_right(begins, at) - 1)


def _within(span: Span, cuts: Sequence[Span], begins: Sequence[int]) -> bool:
    """Return whether a place that is not empty lies in one of the cuts."""
    at = bisect_right(begins, span.start) - 1
    return span.end > span.start and at >= 0 and span.end <= cuts[at].end


def _past(text: str, at: int) -> int:
    while text[at : at + 1].isspace():
        at += 1
    return at
