"""The geometry of a printed page: words to lines, lines to paragraphs and tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

__all__ = ["Line", "Piece", "TableRows", "Word", "lines_of_words", "pieces_of_lines"]

_NUMBERED = re.compile(r"(?:\(?\d{1,3}[.)]|\d{1,3}(?:\.\d{1,3})+\.?|\([a-z]\)|[-•*–‣◦])$")


@dataclass(frozen=True, slots=True)
class Word:
    """A word and its box in points, y upwards.   row: which line of the text stream it stands in."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    row: int


@dataclass(frozen=True, slots=True)
class Line:
    """Words side by side, from left to right."""

    words: tuple[Word, ...]

    @property
    def left(self) -> float:
        """Left edge in points."""
        return self.words[0].left

    @property
    def right(self) -> float:
        """Right edge in points."""
        return max(word.right for word in self.words)

    @property
    def height(self) -> float:
        """Height of the tallest word in points."""
        return max(word.top - word.bottom for word in self.words)

    @property
    def middle(self) -> float:
        """Vertical middle in points."""
        return median((word.top + word.bottom) / 2 for word in self.words)

    @property
    def text(self) -> str:
        """The words with one space between them."""
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines that belong to one paragraph.   size: their height against the page's usual one."""

    lines: tuple[Line, ...]
    size: float


@dataclass(frozen=True, slots=True)
class TableRows:
    """Rows of cells: (column from 0, words); the first row is the header."""

    rows: tuple[tuple[tuple[int, tuple[Word, ...]], ...], ...]


def lines_of_words(words: Sequence[Word]) -> list[Line]:
    """Return the lines in the order of the text stream; pieces of one line that the stream parted are joined.

    Two neighbours of the stream are one line when they overlap by half their height and do not cover each other.
    """
    lines: list[list[Word]] = []
    for word in words:
        if (lines and lines[-1][-1].row == word.row) or (lines and _beside(lines[-1], word)):
            lines[-1].append(word)
        else:
            lines.append([word])
    joined: list[list[Word]] = []
    for line in lines:
        if joined and all(_beside(joined[-1], word) for word in line):
            joined[-1].extend(line)
        else:
            joined.append(line)
    return [Line(tuple(sorted(line, key=lambda word: (word.left, word.right)))) for line in joined]


def _beside(line: Sequence[Word], word: Word) -> bool:
    bottom, top = min(item.bottom for item in line[-8:]), max(item.top for item in line[-8:])
    shared = min(top, word.top) - max(bottom, word.bottom)
    if shared < 0.5 * min(top - bottom, word.top - word.bottom) or shared <= 0:
        return False
    return all(word.left >= item.right - 1 or word.right <= item.left + 1 for item in line)


def pieces_of_lines(lines: Sequence[Line]) -> list[Piece | TableRows]:
    """Return the paragraphs and tables of a page, in order."""
    if not lines:
        return []
    usual = median(line.height for line in lines)
    right = max(line.right for line in lines)
    out: list[Piece | TableRows] = []
    held: list[Line] = []

    def close() -> None:
        if held:
            out.append(Piece(tuple(held), median(line.height for line in held) / usual if usual else 1.0))
            held.clear()

    index = 0
    while index < len(lines):
        table, taken = _table(lines, index)
        if table is not None:
            close()
            out.append(table)
            index += taken
            continue
        if held and _parts(held, lines[index], right, _pitch(lines)):
            close()
        held.append(lines[index])
        index += 1
    close()
    return out


def _pitch(lines: Sequence[Line]) -> float:
    steps = [above.middle - below.middle for above, below in pairwise(lines)]
    return median([step for step in steps if step > 0] or [0.0])


def _parts(held: Sequence[Line], line: Line, right: float, pitch: float) -> bool:
    """Return whether a line begins a new paragraph."""
    above = held[-1]
    step = above.middle - line.middle
    own = min((one.middle - two.middle for one, two in pairwise(held)), default=0.0)
    usual = own or min(pitch, 1.6 * line.height) or line.height
    if step <= 0 or step > 1.35 * usual:
        return True
    if abs(line.height - above.height) > 0.25 * max(line.height, above.height):
        return True
    if _NUMBERED.match(line.words[0].text):
        return True
    # The line above had room for the first word of this one and ends a sentence.
    room = right - above.right > (line.words[0].right - line.words[0].left) + 0.6 * line.height
    if room and above.words[-1].text[-1:] in ".:!?":
        return True
    return len(held) == 1 and room and right - above.right > 0.25 * (right - above.left) and line.text[:1].isupper()


def _table(lines: Sequence[Line], index: int) -> tuple[TableRows | None, int]:
    """Return the table whose header is the line at ``index``, and how many lines it takes; or None."""
    header = _cells(lines[index], ())
    if len(header) < 2 or any(len(" ".join(word.text for word in cell)) > 40 for cell in header):
        return None, 0
    anchors = [(cell[0].left, cell[-1].right) for cell in header]
    rows = [tuple(enumerate(header))]
    stop = index + 1
    full = 0
    while stop < len(lines):
        step = lines[stop - 1].middle - lines[stop].middle
        if step <= 0 or step > 3 * max(lines[stop].height, lines[stop - 1].height):
            break
        placed = _place(_cells(lines[stop], anchors), anchors)
        if placed is None:
            break
        full += len(placed) > 1
        rows.append(placed)
        stop += 1
    # Lines with a single cell at the end are the paragraph below.
    while len(rows) > 1 and len(rows[-1]) < 2:
        rows.pop()
        stop -= 1
    if len(rows) < 2 or full * 2 < len(rows) - 1:
        return None, 0
    return TableRows(tuple(rows)), stop - index


def _cells(line: Line, anchors: Sequence[tuple[float, float]]) -> list[tuple[Word, ...]]:
    """Return the cells of a line: words parted by a wide gap, or by a column that begins there."""
    wide = 0.9 * line.height
    cells: list[list[Word]] = [[line.words[0]]]
    for before, word in pairwise(line.words):
        begins = any(abs(word.left - left) <= 1.5 for left, _ in anchors[1:])
        if word.left - before.right > wide or begins:
            cells.append([word])
        else:
            cells[-1].append(word)
    return [tuple(cell) for cell in cells]


def _place(
    cells: Sequence[tuple[Word, ...]], anchors: Sequence[tuple[float, float]]
) -> tuple[tuple[int, tuple[Word, ...]], ...] | None:
    """Return each cell with its column, or None where a line does not fit the columns."""
    if len(cells) == 1 and len(anchors) > 1 and cells[0][-1].right > anchors[1][0] + 20:
        return None
    placed: list[tuple[int, tuple[Word, ...]]] = []
    for cell in cells:
        left, right = cell[0].left, cell[-1].right
        near = [
            (min(abs(left - a), abs(right - b), abs((left + right - a - b) / 2)), column)
            for column, (a, b) in enumerate(anchors)
        ]
        distance, column = min(near)
        if distance > 30 or (placed and column <= placed[-1][0]):
            return None
        placed.append((column, cell))
    return tuple(placed)
