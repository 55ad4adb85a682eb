"""Tables of Markdown that are drawn with lines of dashes: Pandoc's simple, multiline and grid tables."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from thence.model.document import Block, BlockKind, Field, Record, RecordKind, Span
from thence.read.inline import render_inline
from thence.read.md_laid import Laid

__all__ = ["read_ruled_table"]

_RULES = re.compile(r"[ \t]*-{2,}(?:[ \t]+-{2,})+[ \t]*")
_LONG_RULE = re.compile(r"[ \t]*-{5,}[ \t]*")
_GRID = re.compile(r"[ \t]*\+(?:[-:]{3,}\+)+[ \t]*")
_GRID_HEAD = re.compile(r"[ \t]*\+(?:[=:]{3,}\+)+[ \t]*")
_DASHES = re.compile(r"-{2,}")
_MOST_ROWS = 10_000

Lines = Sequence[tuple[int, int]]
Piece = tuple[int, int]


@dataclass(slots=True)
class _Drawn:
    """A table that is found.   head, rows: their cells, each the places of its lines.   stop: the line behind it."""

    head: list[list[Piece]]
    rows: list[list[list[Piece]]]
    stop: int


def read_ruled_table(laid: Laid, lines: Lines, index: int) -> int | None:
    """Read the table that begins at a line; return the index of the line behind it, None where none begins."""
    text = laid.source.text
    first = text[slice(*lines[index])]
    if first.lstrip().startswith("+"):
        drawn = _grid(text, lines, index) if _GRID.fullmatch(first) else None
    elif _RULES.fullmatch(first):
        # Without a header a simple table ends with a rule, before any empty line.
        drawn = _simple(text, lines, index, index)
        if drawn is not None and not _RULES.fullmatch(text[slice(*lines[drawn.stop - 1])]):
            drawn = _multiline(text, lines, index)
    elif _LONG_RULE.fullmatch(first):
        drawn = _multiline(text, lines, index)
    else:
        drawn = _simple(text, lines, index, index + 1)
    if drawn is None or not drawn.rows:
        return None
    _lay(laid, drawn, lines)
    return drawn.stop


def _simple(text: str, lines: Lines, index: int, ruled: int) -> _Drawn | None:
    if ruled >= len(lines) or not _RULES.fullmatch(text[slice(*lines[ruled])]):
        return None
    columns = [match.span() for match in _DASHES.finditer(text[slice(*lines[ruled])])]
    head = _cut(text, lines[index], columns) if ruled > index else []
    rows: list[list[list[Piece]]] = []
    at = ruled + 1
    while at < len(lines) and len(rows) < _MOST_ROWS and (line := text[slice(*lines[at])]).strip():
        if _RULES.fullmatch(line):
            at += 1
            break
        rows.append(_cut(text, lines[at], columns))
        at += 1
    return _Drawn(head, rows, at)


def _multiline(text: str, lines: Lines, index: int) -> _Drawn | None:
    at = index + 1
    above: list[tuple[int, int]] = []
    if not _RULES.fullmatch(text[slice(*lines[index])]):
        while at < len(lines) and text[slice(*lines[at])].strip() and not _RULES.fullmatch(text[slice(*lines[at])]):
            above.append(lines[at])
            at += 1
        if at >= len(lines) or not above or not _RULES.fullmatch(text[slice(*lines[at])]):
            return None
    else:
        at = index
    columns = [match.span() for match in _DASHES.finditer(text[slice(*lines[at])])]
    at += 1
    rows: list[list[list[Piece]]] = []
    open_row: list[list[Piece]] = []
    while at < len(lines) and len(rows) < _MOST_ROWS:
        line = text[slice(*lines[at])]
        if _LONG_RULE.fullmatch(line) or _RULES.fullmatch(line):
            rows += [open_row] if open_row else []
            return _Drawn(_joined([_cut(text, one, columns) for one in above]), rows, at + 1)
        if line.strip():
            open_row = _joined([*([open_row] if open_row else []), _cut(text, lines[at], columns)])
        elif open_row:
            rows.append(open_row)
            open_row = []
        at += 1
    return None  # nothing ends it: a rule, and what follows


def _grid(text: str, lines: Lines, index: int) -> _Drawn | None:
    line = text[slice(*lines[index])]
    marks = [at for at, char in enumerate(line) if char == "+"]
    head: list[list[Piece]] = []
    rows: list[list[list[Piece]]] = []
    open_row: list[list[Piece]] = []
    at = index + 1
    while at < len(lines) and len(rows) < _MOST_ROWS:
        start, end = lines[at]
        line = text[start:end]
        if _GRID.fullmatch(line) or _GRID_HEAD.fullmatch(line):
            if open_row and _GRID_HEAD.fullmatch(line):
                head, open_row = open_row, []
            elif open_row:
                rows.append(open_row)
                open_row = []
        elif line.lstrip().startswith("|") and all(mark < len(line) and line[mark] in "|+" for mark in marks):
            own = [_trimmed(text, start + left + 1, start + right) for left, right in itertools.pairwise(marks)]
            open_row = _joined([*([open_row] if open_row else []), own])
        else:
            break
        at += 1
    if open_row or not rows:
        return None
    if not head:
        head, rows = rows[0], rows[1:]
    return _Drawn(head, rows, at)


def _cut(text: str, line: tuple[int, int], columns: Sequence[tuple[int, int]]) -> list[list[Piece]]:
    """Return the cells of a line under the dashes of its columns."""
    start, end = line
    words = text[start:end]
    edges = [0]
    for (_, stop), (begin, _) in itertools.pairwise(columns):
        # What is set to the right may begin before its dashes, what is set to the left may go on behind them.
        blank = next(
            (at for at in range(min(begin, len(words)) - 1, stop - 1, -1) if words[at : at + 1].isspace()), begin
        )
        edges.append(min(blank, len(words)))
    edges.append(len(words))
    return [_trimmed(text, start + left, start + max(left, right)) for left, right in itertools.pairwise(edges)]


def _trimmed(text: str, start: int, end: int) -> list[Piece]:
    words = text[start:end]
    if not words.strip():
        return []
    return [(start + len(words) - len(words.lstrip()), start + len(words.rstrip()))]


def _joined(rows: Sequence[Sequence[list[Piece]]]) -> list[list[Piece]]:
    """Return the cells of the lines of one row."""
    width = max(map(len, rows), default=0)
    return [[piece for row in rows if column < len(row) for piece in row[column]] for column in range(width)]


def _lay(laid: Laid, drawn: _Drawn, lines: Lines) -> None:
    laid.tables += 1
    names: list[tuple[str, Span]] = []
    begun = next(piece[0] for row in [drawn.head, *drawn.rows] for cell in row for piece in cell)
    laid.gap(begun)
    if drawn.head:
        spans = _row(laid, drawn.head)
        names = [(" ".join(_words(laid, span).split()), span) for span in spans]
        laid.blocks.append(Block(Span(spans[0].start, spans[-1].end), BlockKind.FURNITURE))
    for number, row in enumerate(drawn.rows, 1):
        if drawn.head or number > 1:
            at = row[0][0][0] if row and row[0] else begun
            laid.draft.put("\n", laid.source, at, at)
        spans = _row(laid, row)
        whole = Span(spans[0].start, spans[-1].end)
        fields = tuple(
            Field(names[column][0], span, column + 1, names[column][1])
            if column < len(names)
            else Field(f"column {column + 1}", span, column + 1)
            for column, span in enumerate(spans)
        )
        laid.records.append(Record(RecordKind.ROW, whole, fields, table=laid.tables, row=number, title=laid.heading))
        if len(whole):
            laid.blocks.append(Block(whole, BlockKind.FURNITURE))
    laid.reached = lines[drawn.stop - 1][1]


def _row(laid: Laid, row: Sequence[list[Piece]]) -> list[Span]:
    """Write a row; return the places of its cells."""
    spans: list[Span] = []
    for column, cell in enumerate(row):
        if column:
            laid.draft.glue(" | ")
        begin = laid.draft.length
        for order, (start, end) in enumerate(cell):
            if order:
                laid.draft.put(" ", laid.source, start, start)
            render_inline(laid.draft, laid.source, start, end, laid.marked)
        spans.append(Span(begin, laid.draft.length))
    return spans


def _words(laid: Laid, span: Span) -> str:
    return laid.draft.tail(laid.draft.length - span.start)[: len(span)]
