"""The parts of each page in the order they are read: paragraphs and tables, header, footer and footnotes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import repeat
from statistics import median

from thence.read.layout import Run, Table, Texts, Words, closed_up, gathered, is_even, rows_of, run_of, runs_of, upright
from thence.read.layout_columns import Part, parts_of
from thence.read.layout_paragraphs import Line, Paragraph, by_weight, paragraphs_of
from thence.read.layout_sides import turned_round
from thence.read.pdf_furniture import Furniture
from thence.read.pdf_lines import PageText
from thence.read.pdf_notes import BARE, add_notes, footnotes, notes_under_rules
from thence.read.pdf_sheets import Grid, Laid, Order, Sheet

__all__ = ["laid_out"]

_MOST_RULES = 600
_SET_IN = 30.0
"""Points by which lines of a column may begin further left than its first."""


def laid_out(sheet: Sheet, furniture: Furniture, usual: float) -> Laid:
    """Return the parts of a page.   furniture: which lines are header or footer.   usual: height of the body's type."""
    laid = Laid(sheet)
    text = sheet.text
    if not text.lines:
        return laid
    simple = not (sheet.hidden or sheet.quarter or text.turned or sheet.down)
    if sheet.across and not sheet.quarter:
        under = notes_under_rules(text, sheet.across, sheet.width, usual, furniture)
        if under:
            furniture = {**furniture, **dict.fromkeys(under, "footnote")}
            simple = simple and not any(BARE.fullmatch(text.lines[line]) for line in under)
    columns = _columns(text, furniture) if simple else None
    if columns is not None:
        count = range(len(text.lines))
        edges = (text.left, text.bottom, text.right, text.top)
        rows = zip(text.lines, *edges, repeat(sheet), count, repeat(-1), strict=False)
        # As Line._make, which looks at the length of each.
        lines: list[Line] = list(map(tuple.__new__, repeat(Line), rows))
        for column in columns:
            some = [lines[index] for index in column]
            laid.body += paragraphs_of(some, min([line.left for line in some]), max([line.right for line in some]))
        for part, into in (("header", laid.header), ("footer", laid.footer)):
            own = [lines[index] for index, name in furniture.items() if name == part]
            _furnish(own, part, into)
        add_notes([lines[index] for index, name in furniture.items() if name == "footnote"], laid)
    else:
        _arranged(sheet, furniture, laid)
    if text.bold:
        # Where the text stream has the lines in order, a few looks tell which paragraphs hold bold ones.
        bold = sorted(text.bold) if columns is not None else []
        body: list[Paragraph | Grid] = []
        for item in laid.body:
            if isinstance(item, Grid) or (bold and not _holds(bold, item.lines[0].first, item.lines[-1].first)):
                body.append(item)
            else:
                body += by_weight(item)
        laid.body = body
    footnotes(laid, usual)
    for item in (*laid.body, *laid.header, *laid.footer, *laid.notes):
        item.page = sheet.number
    return laid


def _holds(places: Sequence[int], first: int, last: int) -> bool:
    """Return whether one of the places, in order, lies between two, or is one of them."""
    at = bisect_left(places, first)
    return at < len(places) and places[at] <= last


def _columns(text: PageText, furniture: Furniture) -> list[list[int]] | None:
    """Return the lines of each column where the text stream has them in order and nothing else; else None."""
    if any(number not in furniture for number in text.gaps):
        return None
    columns: list[list[int]] = []
    above, base, edge = -1.0, 0.0, 0.0
    for number, (high, low, left) in enumerate(zip(text.top, text.bottom, text.left, strict=True)):
        if number in furniture:
            continue
        # A line above the last, beside it, or begun far to the left of its column begins another.
        if high >= above or high - base > 0.4 * (high - low) or left < edge:
            own: list[int] = []
            columns.append(own)
            edge = left - _SET_IN
        own.append(number)
        above, base = high, low
    return columns if len(columns) < 2 or _side_by_side(text, columns) else None


def _side_by_side(text: PageText, columns: Sequence[Sequence[int]]) -> bool:
    """Return whether columns stand beside each other from left to right, or each below all before it."""
    band: list[tuple[float, float, float, float]] = []
    height = text.top[columns[0][0]] - text.bottom[columns[0][0]]
    for column in columns:
        left, right = min([text.left[at] for at in column]), max([text.right[at] for at in column])
        box = (left, text.bottom[column[-1]], right, text.top[column[0]])
        if not band or box[3] <= min(other[1] for other in band) + 0.3 * height:
            band = [box]
            wide = _is_long(text, column)
            continue
        shared = min(box[3], band[-1][3]) - max(box[1], band[-1][1])
        beside = left - band[-1][2] > 0.5 * height and shared > 0.3 * min(box[3] - box[1], band[-1][3] - band[-1][1])
        if not (beside and wide and _is_long(text, column)):
            return False
        band.append(box)
    return True


def _is_long(text: PageText, column: Sequence[int]) -> bool:
    """Return whether a column has lines as of prose, not cells."""
    return len(column) > 2 and sum([len(text.lines[at]) for at in column]) > 16 * len(column)


def _furnish(lines: Sequence[Line], part: str, into: list[Paragraph]) -> None:
    """Add header or footer lines, each a paragraph; those on one height are one."""
    into += [
        Paragraph([line], line.top - line.bottom, line.left, line.right, part=part)
        for line in sorted(lines, key=lambda line: (-round(line.bottom + line.top), line.left))
    ]


def _arranged(sheet: Sheet, furniture: Furniture, laid: Laid) -> None:
    text = sheet.text
    words = text.words()
    wide, tall, across, down = sheet.width, sheet.tall, sheet.across, sheet.down
    if sheet.quarter:
        words = upright(words, sheet.quarter, wide, tall)
        if sheet.quarter != 2:
            wide, tall = tall, wide
        across, down = [], []
    runs = _seen(runs_of(words), sheet.hidden, words)
    place = [text.bounds[number] for number in range(len(text.lines))]
    apart: dict[str, list[Run]] = {"header": [], "footer": [], "footnote": []}
    body: list[Run] = []
    for run in runs:
        part = furniture.get(bisect_right(place, run.first) - 1) if furniture else None
        (apart[part] if part else body).append(run)
    if body and (lowest := _page_number(words, body, sheet.number)):
        body.remove(lowest)
        apart["footer"].append(lowest)
    drawn = words
    words, body = gathered(words, body)
    heights = [run.top - run.bottom for run in body for _ in range(min(4, 1 + (run.end - run.first) // 3))]
    if len(across) > _MOST_RULES or len(down) > _MOST_RULES:
        across, down = [], []
    texts = Texts(words, across, down, median(heights or [10.0]), wide, tall, is_even(words))
    parts = parts_of(texts, body)
    _placed(sheet, texts, parts, laid)
    for name, into in (("header", laid.header), ("footer", laid.footer)):
        if apart[name]:
            _furnish(_lines(sheet, drawn, [[run] for run in apart[name]]), name, into)
    if apart["footnote"]:
        add_notes(_lines(sheet, drawn, _beside(apart["footnote"])), laid)


def _page_number(words: Words, runs: Sequence[Run], number: int) -> Run | None:
    """Return the page's number at its foot, which the text stream may have in one line with the last row."""
    lowest = min(runs, key=lambda run: run.bottom)
    if lowest.end - lowest.first > 1 or words.texts[lowest.first] != str(number):
        return None
    tall = lowest.top - lowest.bottom
    return lowest if all(run is lowest or run.bottom - lowest.top > 1.6 * tall for run in runs) else None


def _beside(runs: Sequence[Run]) -> list[list[Run]]:
    """Return the lines of notes, in the order of the text stream: a mark that stands higher belongs to its line."""
    out: list[list[Run]] = []
    for row in rows_of(runs):
        for at, run in enumerate(row):
            if at and run.left - row[at - 1].right < run.top - run.bottom:
                out[-1].append(run)
            else:
                out.append([run])
    return sorted(out, key=lambda line: line[-1].first)


def _seen(runs: list[Run], hidden: frozenset[int], words: Words) -> list[Run]:
    if not hidden:
        return runs
    out: list[Run] = []
    for run in runs:
        begin = run.first
        for index in range(run.first, run.end + 1):
            if index == run.end or index in hidden:
                if index > begin:
                    out.append(run_of(words, begin, index))
                begin = index + 1
    return out


def _lines(sheet: Sheet, words: Words, rows: Sequence[Sequence[Run]]) -> list[Line]:
    """Return rows of runs as lines."""
    closed, runs = closed_up(words, rows)
    if sheet.text.sideways:
        closed = turned_round(closed, runs)
    order = Order(closed, sheet.quarter, sheet.width, sheet.tall)
    return [
        Line(
            " ".join(closed.texts[run.first : run.end]),
            run.left,
            run.bottom,
            run.right,
            run.top,
            order,
            run.first,
            run.end,
        )
        for run in runs
    ]


def _placed(sheet: Sheet, texts: Texts, parts: Sequence[Part], laid: Laid) -> None:
    for part in parts:
        if part.table is not None:
            laid.body.append(_grid(sheet, texts, part.table))
            continue
        lines = _lines(sheet, texts.words, part.lines)
        laid.body += paragraphs_of(lines, min(line.left for line in lines), max(line.right for line in lines))


def _grid(sheet: Sheet, texts: Texts, table: Table) -> Grid:
    rows = []
    for row in table.rows:
        lines = _lines(sheet, texts.words, [[run_of(texts.words, at, at + 1) for at in cell.words] for cell in row])
        rows.append([(cell.column, cell.covers, line) for cell, line in zip(row, lines, strict=True)])
    return Grid(rows, table.heads, table.edges, table.box[0], table.box[2])
