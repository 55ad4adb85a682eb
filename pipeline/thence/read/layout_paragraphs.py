"""Lines of a column to paragraphs: where one ends, and where it goes on in another column or on another page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import add, sub
from typing import Any, NamedTuple

__all__ = ["Line", "Paragraph", "by_weight", "paragraphs_of", "runs_on"]

_MARK = re.compile(
    r"(?:\(?\d{1,3}[.)]|\d{1,3}(?:\.\d{1,3})+(?:\.|(?= [^\W\d_a-z])|$)|\([a-zA-Z]\)|[a-z][.)]|[-•*–‣◦▪➢→✓❖□☒])(?: |$)"
)
_COUNT = re.compile(r"\(?(\d{1,3})[.)] ?")
_BULLET = re.compile(r"[•*‣◦▪➢→✓❖□☒]")
_ENDS = re.compile(r"[.:!?;][\"'”’)\]»]*\d{0,2}$")
_KEY = re.compile(r"[^\W\d_][^:]{0,40}:\s")
_STOPS = re.compile(r"[.:!?][\"'”’)\]»]*\d{0,2}$")


class Line(NamedTuple):
    """A line of text and its box in points as one looks at the page.   source: knows the boxes of its words."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    source: Any
    first: int = 0
    end: int = -1

    def boxes(self) -> tuple[Sequence[float], Sequence[float], Sequence[float], Sequence[float]]:
        """Return left, bottom, right and top of the words, as the file has them."""
        found: tuple[Sequence[float], Sequence[float], Sequence[float], Sequence[float]]
        found = self.source.boxes(self.first, self.end)
        return found


@dataclass(slots=True)
class Paragraph:
    """Lines that are read as one.

    height: of their type in points.   left, right: of the column.   opens, closes: whether nothing stands above or
    below it in its column.   part: "header", "footnote 2"; empty in the body.   bold: whether it is of bold type.
    """

    lines: list[Line]
    height: float
    left: float
    right: float
    opens: bool = False
    closes: bool = False
    page: int = 0
    part: str = ""
    bold: bool = False

    @property
    def text(self) -> str:
        """The lines with line breaks between them."""
        return "\n".join([line.text for line in self.lines])


def paragraphs_of(lines: Sequence[Line], left: float, right: float) -> list[Paragraph]:
    """Return the paragraphs of a column.   lines: from top to bottom."""
    if not lines:
        return []
    texts, _, bottoms, _, tops, *_ = zip(*lines, strict=True)
    middles = list(map(add, bottoms, tops))
    steps = list(map(sub, middles, middles[1:]))
    heights = list(map(sub, tops, bottoms))
    downward = sorted([step for step in steps if step > 0])
    usual, least = (downward[len(downward) // 2], downward[0]) if downward else (0.0, 0.0)
    close = 1.3 * least + 1.0
    # A line that begins in lower case, as near as any, goes on with the sentence above.
    pieces = zip(steps, texts[1:], heights[1:], heights, strict=False)
    unsure = [
        index
        for index, (step, text, height, high) in enumerate(pieces, 1)
        if not (
            text[0].islower()
            and 0 < step <= close
            and -0.12 * high < height - high < 0.12 * high
            and text[1:2] not in (")", ".")
        )
    ]
    begins = [0]
    for index in unsure:
        step, text, height, high = steps[index - 1], texts[index], heights[index], heights[index - 1]
        limit = min(steps[begins[-1] : index - 1], default=0.0) or min(usual, 3.2 * height) or 2 * height
        if (
            step <= 0
            or step > 1.3 * limit + 1.0
            or not -0.12 * high < height - high < 0.12 * high
            or ((not text[0].islower() or text[1:2] in (")", ".")) and _begins(lines, begins[-1], index, left, right))
        ):
            begins.append(index)
    out = []
    for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
        out.append(Paragraph(list(lines[begin:end]), heights[(begin + end) // 2], left, right))
    out[0].opens = True
    out[-1].closes = True
    return out


def by_weight(paragraph: Paragraph) -> list[Paragraph]:
    """Return a paragraph by its stretches of bold type, as of headings, and of other type."""
    lines = paragraph.lines
    heavy = [line.source.bold(line.first) for line in lines]
    if True not in heavy:
        return [paragraph]
    if False not in heavy:
        paragraph.bold = len(lines) < 4
        return [paragraph]
    changes = [at for at in range(1, len(lines)) if heavy[at] != heavy[at - 1] and not lines[at].text[0].islower()]
    begins = [0, *changes]
    ends = [*begins[1:], len(lines)]
    return [
        replace(
            paragraph,
            lines=lines[begin:end],
            bold=all(heavy[begin:end]) and end - begin < 4,
            opens=paragraph.opens and begin == 0,
            closes=paragraph.closes and end == len(lines),
        )
        for begin, end in zip(begins, ends, strict=True)
    ]


def _begins(lines: Sequence[Line], begin: int, index: int, left: float, right: float) -> bool:
    """Return whether a line at the usual distance begins a paragraph.   begin: of the paragraph above."""
    held, above, line = lines[begin:index], lines[index - 1], lines[index]
    height = line.top - line.bottom
    text = line.text
    room = right - above.right
    # Whether a line may begin with a mark is told by two characters, before the pattern is asked.
    if (
        (not text[0].isalpha() or text[1:2] in (")", "."))
        and _MARK.match(text)
        and (
            _BULLET.match(text)
            or _ENDS.search(above.text)
            or room > 2 * height
            or above.text.endswith((",", " and", " or"))
            or _is_next(held[0], line)
            or _hangs(line)
        )
    ):
        return True
    first = text.find(" ")
    word = (line.right - line.left) * (len(text) if first < 0 else first) / len(text)
    if room > word + 0.6 * height:
        # There was room for the first word: the line above is the last of its paragraph, or lines are ragged.
        if _STOPS.search(above.text):
            return True
        if len(held) == 1 and room > 0.25 * (right - left) and text[0].isupper() and above.text[-1] not in ",-":
            return True
    indent = line.left - (held[1].left if len(held) > 2 else above.left)
    if indent > 0.6 * height and indent < 5 * height and above.left <= left + 0.3 * height:
        # A first line that is set in, after a whole sentence; the lines of a list item hang below its mark.
        return bool(_STOPS.search(above.text)) and not _MARK.match(held[0].text)
    return False


def _is_next(item: Line, line: Line) -> bool:
    """Return whether a line is the next item after one of a list: it has the next number, or it is less set in."""
    marks = _MARK.match(item.text), _MARK.match(line.text)
    if marks[0] is None or marks[1] is None:
        return False
    further = line.left - item.left
    near = 0.3 * (line.top - line.bottom)
    numbers = [_COUNT.fullmatch(mark[0]) for mark in marks if mark]
    if -near < further < near and numbers[0] and numbers[1]:
        return int(numbers[1][1]) == int(numbers[0][1]) + 1
    return further < -2 * near


def _hangs(line: Line) -> bool:
    """Return whether a line's words stand apart from its mark, wider than from one another."""
    left, _, right, _ = line.boxes()
    gaps = list(map(sub, left[1:], right))
    return len(gaps) > 0 and gaps[0] > max(0.45 * (line.top - line.bottom), 1.4 * max(gaps[1:], default=0.0))


def runs_on(one: Paragraph, other: Paragraph) -> bool:
    """Return whether a paragraph at the end of a column goes on with another, at the top of the next."""
    last, first = one.lines[-1], other.lines[0]
    if not -0.08 * one.height < one.height - other.height < 0.08 * one.height or one.part != other.part:
        return False
    said, next_said = last.text, first.text
    if said.endswith(("-", "\xad", "‐")) and len(said) > 1 and said[-2].isalpha():
        return next_said[0].isalnum()
    if _STOPS.search(said):
        return False
    if next_said[0].islower():
        return True
    if all(_KEY.match(line.text) for line in one.lines):
        return False
    room = one.right - last.right
    # A line is full where little is left of it, or less than the next word takes.
    end = next_said.find(" ")
    word = (first.right - first.left) * (len(next_said) if end < 0 else end) / len(next_said)
    full = (room < 0.2 * (one.right - one.left) or room < word + 0.2 * one.height) and len(said) > 20
    return full and not _MARK.match(next_said) and (len(one.lines) > 1 or len(other.lines) > 1)
