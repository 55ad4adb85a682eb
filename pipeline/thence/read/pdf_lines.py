"""The lines of a PDF page as its text stream has them: text and boxes of lines, of words when they are asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from thence.read.layout import Words

__all__ = ["Boxes", "PageText"]

Boxes: TypeAlias = NDArray[np.float32]
"""Boxes of characters as pdfium gives them: left, top, right, bottom."""


@dataclass(slots=True)
class PageText:
    """The lines of the text stream, words parted by one blank; line i has lines[i] and the box left[i] ... top[i].

    Boxes are as high as the font, in points, y upwards.   gaps: lines whose words may stand far apart.   hyphens: lines
    whose last word goes on in the next, as the file says.   bad: line -> its characters without meaning, which stand as
    U+FFFD.   raised: (line, offset in it, length) of small figures that stand higher at a word's end.   struck: words
    with a line through them.   turned: whether lines run otherwise than from left to right.   sideways:
    whether some run from right to left.   small: lines of smaller
    type than most.   bold: short lines of bold type.   chars: the place in
    pdfium's page of each line's first character.
    """

    lines: list[str] = field(default_factory=list)
    left: list[float] = field(default_factory=list)
    bottom: list[float] = field(default_factory=list)
    right: list[float] = field(default_factory=list)
    top: list[float] = field(default_factory=list)
    gaps: list[int] = field(default_factory=list)
    hyphens: set[int] = field(default_factory=set)
    bad: dict[int, int] = field(default_factory=dict)
    raised: list[tuple[int, int, int]] = field(default_factory=list)
    struck: set[int] = field(default_factory=set)
    bold: set[int] = field(default_factory=set)
    turned: bool = False
    sideways: bool = False
    small: list[int] = field(default_factory=list)
    chars: list[int] = field(default_factory=list)
    # The first word of each line; where the words of lines with more than single blanks begin; the boxes behind the
    # words; how far a line's blanks are stretched; boxes of first characters that were looked up, and where there each
    # line of such begins; edges of the words of lines that were measured otherwise.
    bounds: list[int] = field(default_factory=list)
    firsts: dict[int, list[int]] = field(default_factory=dict)
    behind: Boxes = field(default_factory=lambda: np.empty((0, 4), np.float32))
    more: NDArray[np.float32] = field(default_factory=lambda: np.empty(0, np.float32))
    looked: Boxes = field(default_factory=lambda: np.empty((0, 4), np.float32))
    known: dict[int, int] = field(default_factory=dict)
    every: dict[int, tuple[list[float], list[float], list[float], list[float]]] = field(default_factory=dict)

    def boxes(self, line: int) -> tuple[list[float], list[float], list[float], list[float]]:
        """Return left, bottom, right and top of a line's words."""
        every = self.every.get(line)
        if every is not None:
            return every
        first, end = self.bounds[line], self.bounds[line + 1]
        length = end - first
        right = self.behind[first:end, 0].tolist()
        right[-1] = self.right[line]
        known = self.known.get(line)
        if known is not None:
            looked = self.looked[known : known + length]
            return looked[:, 0].tolist(), looked[:, 3].tolist(), right, looked[:, 1].tolist()
        left = [self.left[line], *(self.behind[first : end - 1, 2] + self.more[line]).tolist()]
        return left, [self.bottom[line]] * length, right, [self.top[line]] * length

    def split(self, line: int, word: int, offset: int, edge: float) -> None:
        """Part a word of a line before one of its characters, which begins at an edge: the file drew two pieces."""
        left, bottom, right, top = (list(edges) for edges in self.boxes(line))
        place = self.bounds[line] + word
        chars = self.word_chars()[self.bounds[line] : self.bounds[line + 1]]
        words = self.lines[line].split(" ")
        before = sum([len(each) + 1 for each in words[:word]]) + offset
        self.firsts[line] = [*chars[: word + 1], chars[word] + offset, *chars[word + 1 :]]
        self.every[line] = (
            [*left[: word + 1], edge, *left[word + 1 :]],
            [*bottom[: word + 1], *bottom[word:]],
            [*right[:word], edge, *right[word:]],
            [*top[: word + 1], *top[word:]],
        )
        self.lines[line] = f"{self.lines[line][:before]} {self.lines[line][before:]}"
        self.bounds = [bound + (number > line) for number, bound in enumerate(self.bounds)]
        if len(self.behind):
            self.behind = np.insert(self.behind, place, 0, axis=0)
        self.raised = [(number, at + (number == line and at >= before), length) for number, at, length in self.raised]

    def word_chars(self) -> list[int]:
        """Return the place in pdfium's page of each word's first character."""
        out: list[int] = []
        for number, (begin, line) in enumerate(zip(self.chars, self.lines, strict=True)):
            lengths = [len(word) + 1 for word in line.split(" ")]
            out += self.firsts.get(number) or accumulate(lengths[:-1], initial=begin)
        return out

    def words(self) -> Words:
        """Return the words one by one."""
        out = Words(turned=self.turned)
        for number, line in enumerate(self.lines):
            out.lines.append(len(out.texts))
            out.texts += line.split(" ")
            left, bottom, right, top = self.boxes(number)
            out.left += left
            out.bottom += bottom
            out.right += right
            out.top += top
        out.gaps = list(self.gaps)
        out.struck = self.struck
        out.bold = {self.bounds[number] for number in self.bold}
        for number in self.hyphens:
            out.hyphens.add(self.bounds[number + 1] - 1)
        for number in self.bad:
            for index in range(self.bounds[number], self.bounds[number + 1]):
                if "\ufffd" in out.texts[index]:
                    out.bad[index] = out.texts[index].count("\ufffd")
        for number, offset, length in self.raised:
            out.raised[self.bounds[number] + self.lines[number].count(" ", 0, offset)] = length
        return out
