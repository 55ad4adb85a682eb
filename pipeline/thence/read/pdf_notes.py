"""The notes of a PDF page: lines under a short rule, and the small type at the foot of a column."""

from __future__ import annotations

import re
from collections.abc import Sequence

from thence.read.layout_paragraphs import Line, Paragraph, paragraphs_of
from thence.read.pdf_furniture import Furniture
from thence.read.pdf_lines import PageText
from thence.read.pdf_sheets import Grid, Laid

__all__ = ["BARE", "add_notes", "footnotes", "notes_under_rules"]

_NOTE = re.compile(
    r"(?:\(?(\d{1,3})\)?[.)]?|([*†‡§¶]{1,3})|\(?([a-z])\))\s+(?=\S)|(\d{1,3})(?=[A-Z“\"'])|([ivxl]{1,6})\s*(?=[A-Z“\"'])"
)
"""The mark a note begins with."""
BARE = re.compile(r"\d{1,3}|[*†‡§¶]{1,3}|[ivxl]{1,6}")
"""A mark that stands higher than its note, and so is a line of its own in the text stream."""
_FIRST_END = {"i ", *(f"i{letter}" for letter in "ABCDEFGHIJKLMNOQRSTUVWXYZ“\"'")}
"""Begins the first of the notes at the end of a text: no iPhone."""
_WIDEST = 0.5
"""Of the page's width: a longer rule parts other things."""
_MOST_RULES = 200
_IN = 72.0
"""Points by which a line of a note may be set in."""


def _mark_of(line: str) -> str:
    """Return the mark of the note that a line begins, or nothing."""
    match = _NOTE.match(line)
    return next((group for group in match.groups() if group), "") if match else ""


def notes_under_rules(
    text: PageText, across: Sequence[tuple[float, float, float]], width: float, usual: float, furniture: Furniture
) -> list[int]:
    """Return the lines that stand under a short rule and are notes.

    Nothing but running lines stands below them in their column; the first begins with a mark that a word above it has
    too, or all are of small type, in the lower half of the page.   usual: height of the body's type.
    """
    out: list[int] = []
    if len(across) > _MOST_RULES:
        return out
    for left, right, y in across:
        if (
            not 20 < right - left <= _WIDEST * width
            or sum(abs(other[0] - left) < 2 and abs(other[1] - right) < 2 for other in across) > 1
        ):
            continue
        below = [
            line
            for line, (high, begin) in enumerate(zip(text.top, text.left, strict=True))
            if high < y + 2 and left - 3 < begin < left + _IN and line not in furniture
        ]
        below.sort(key=text.top.__getitem__, reverse=True)
        if below and _are_notes(text, below, (left, right, y), usual):
            out += [line for line in below if line not in out]
    return out


def _are_notes(text: PageText, below: Sequence[int], rule: tuple[float, float, float], usual: float) -> bool:
    left, right, y = rule
    first = below[0]
    tall = text.top[first] - text.bottom[first]
    if text.left[first] > left + 12 or y - text.top[first] > 2 * usual or tall > 1.06 * usual:
        return False
    above = [
        line
        for line, low in enumerate(text.bottom)
        if low > text.top[first] - 0.3 * tall and text.left[line] < right and text.right[line] > left
    ]
    # A rule in a line underlines it or strikes it out.
    if not above or any(text.bottom[line] < y + 1 for line in above):
        return False
    small = all(text.top[line] - text.bottom[line] < 0.94 * usual for line in below)
    lowest = text.bottom[below[-1]]
    if small and y < 0.5 * max(text.top) and not any(low < lowest - tall for low in text.bottom if low > lowest):
        return True
    if BARE.fullmatch(text.lines[first]):
        beside = [
            line for line in below[1:] if text.left[line] > text.right[first] and text.bottom[line] < text.bottom[first]
        ]
        return bool(beside) and tall < 0.8 * (text.top[beside[0]] - text.bottom[beside[0]])
    mark = _mark_of(text.lines[first])
    if not mark:
        return False
    marked = re.compile(rf"[^\s\d]{re.escape(mark)}(?=\s|$)")
    return any(marked.search(line) for number, line in enumerate(text.lines) if number not in below)


def add_notes(lines: Sequence[Line], laid: Laid) -> None:
    """Add the notes under a page's rules."""
    if lines:
        notes = paragraphs_of(lines, min([line.left for line in lines]), max([line.right for line in lines]))
        laid.notes += _noted(notes)


def footnotes(laid: Laid, usual: float) -> None:
    """Take the small type at the foot of columns out of the body, from its first mark on."""
    small = 0.94 * usual
    at = len(laid.body) - 1
    while at >= 0:
        item = laid.body[at]
        if not isinstance(item, Paragraph) or item.height >= small or item.part:
            at -= 1
            continue
        end = at + 1
        begin = at
        while begin > 0:
            above = laid.body[begin - 1]
            if not isinstance(above, Paragraph) or above.height >= small:
                break
            begin -= 1
        if _is_foot(laid, end):
            marked = next(
                (index for index in range(begin, end) if _NOTE.match(laid.body[index].lines[0].text)),  # type: ignore[union-attr]
                None,
            )
            if marked is not None and _low(laid, marked):
                notes = laid.body[marked:end]
                del laid.body[marked:end]
                laid.notes[:0] = _noted(notes)
                if marked and isinstance(above := laid.body[marked - 1], Paragraph):
                    above.closes = True
        at = begin - 1


def _is_foot(laid: Laid, end: int) -> bool:
    """Return whether nothing stands below the items before ``end`` in their column."""
    if end >= len(laid.body):
        return True
    last = laid.body[end - 1]
    below = laid.body[end]
    assert isinstance(last, Paragraph)
    if isinstance(below, Grid):
        return False
    return below.lines[0].bottom > last.lines[-1].top


def _low(laid: Laid, at: int) -> bool:
    note = laid.body[at]
    assert isinstance(note, Paragraph)
    tall = laid.sheet.tall if laid.sheet.quarter % 2 == 0 else laid.sheet.width
    # Notes at the end of the text may have a page to themselves.
    return note.lines[0].top < 0.6 * tall or at > 0 or note.lines[0].text[:2] in _FIRST_END


def _noted(items: Sequence[Paragraph | Grid]) -> list[Paragraph]:
    """Return the notes of paragraphs: each begins with its mark."""
    out: list[Paragraph] = []
    number = 0
    for item in items:
        assert isinstance(item, Paragraph)
        for at, line in enumerate(item.lines):
            mark = _mark_of(line.text)
            begins = bool(mark) and (not out or not mark.isdigit() or int(mark) == number + 1)
            if begins or not out:
                number = int(mark) if mark.isdigit() else 0
                part = f"footnote {mark}" if mark else "footnote"
                out.append(Paragraph([], item.height, item.left, item.right, part=part))
            elif at == 0:
                out.append(Paragraph([], item.height, item.left, item.right, part=out[-1].part))
            out[-1].lines.append(line)
    return out
