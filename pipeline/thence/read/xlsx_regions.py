"""Regions of a sheet: which cells stand together, and whether they are a table, names with values, or words."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from thence.read.column_headers import header_rows, is_header
from thence.read.totals import is_total
from thence.read.xlsx_cells import Cell, Sheet

__all__ = ["Region", "Role", "Section", "regions_of"]

_REMARK = re.compile(r"(?:notes?|source|remarks?|quelle|hinweis|anmerkung)\b|[*†¹]", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_WORDS = frozenset({"text"})
_MOST_HEADS = 4
_LONG = 80
_MOST_PAIRS = 60
_SAMPLE = 200
_SHOWN = 50
_MOST_WORDS = 5_000
_MOST_BESIDE = 50
_TALL = 1_000
"""Merged cells of more rows or columns tie nothing together."""

Line = tuple[int, list[Cell]]


class Role(StrEnum):
    """What a region is."""

    TABLE = "table"
    PAIRS = "pairs"
    WORDS = "words"


class Section(StrEnum):
    """What a line of a region is."""

    TITLE = "title"
    HEADER = "header"
    DATA = "data"
    TOTAL = "total"
    REMARK = "remark"
    PAIR = "pair"
    WORDS = "words"


@dataclass(slots=True)
class Region:
    """Cells that stand together.

    left, right: its columns.   columns: of a table, those that are not hidden.   lines: its rows, number and cells.
    titles: how many of the lines are titles: they stand above the header and hold one cell.   heads: how many lines
    below are the header.   totals, remarks: how many lines after the data only sum up, and how many at the end are
    words.   follows: the region above whose header holds here too.
    """

    left: int
    right: int
    lines: list[Line] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    role: Role = Role.WORDS
    titles: int = 0
    heads: int = 0
    totals: int = 0
    remarks: int = 0
    follows: Region | None = None

    @property
    def data(self) -> list[Line]:
        """The rows of data."""
        return self.lines[self.titles + self.heads : len(self.lines) - self.totals - self.remarks]

    @property
    def header(self) -> list[Line]:
        """The header rows."""
        return self.lines[self.titles : self.titles + self.heads]

    def section(self, index: int) -> Section:
        """Return what a line is, by its place among the lines."""
        if self.role is not Role.TABLE:
            return Section.PAIR if self.role is Role.PAIRS else Section.WORDS
        if index < self.titles + self.heads:
            return Section.TITLE if index < self.titles else Section.HEADER
        left = len(self.lines) - index
        if left > self.totals + self.remarks:
            return Section.DATA
        return Section.TOTAL if left > self.remarks else Section.REMARK


def regions_of(sheet: Sheet) -> list[Region]:
    """Return the regions of a sheet, from top to bottom and left to right.

    Rows without any cell, and within what is left columns without any, part regions; hidden rows and columns do not.
    What continues a table above, in the same columns and without a header of its own, follows it.
    """
    found: list[Region] = []
    last: dict[tuple[int, int], Region] = {}
    for band in _bands(sheet):
        for region in _columns(sheet, band):
            _judge(region, sheet)
            above = _above(region, last)
            if above is not None and _continues(region, above, sheet):
                region.follows = above.follows or above
                region.role, region.heads = Role.TABLE, 0
            if region.role == Role.TABLE:
                last = {key: one for key, one in last.items() if key[1] < region.left or region.right < key[0]}
                if len(last) < _MOST_BESIDE:
                    last[region.left, region.right] = region
            found.append(region)
    return found


def _above(region: Region, last: dict[tuple[int, int], Region]) -> Region | None:
    """Return the last table above a region that has all its columns."""
    if region.left == region.right:
        return None
    return next((one for (left, right), one in last.items() if left <= region.left and region.right <= right), None)


def _bands(sheet: Sheet) -> Iterator[list[Line]]:
    """Yield the rows that follow one another without an empty one between."""
    band: list[Line] = []
    covered = 0
    by_row: dict[int, int] = {}
    for merge in sheet.merges.values():
        if merge.bottom - merge.top < _TALL:
            by_row[merge.top] = max(by_row.get(merge.top, 0), merge.bottom)
    for line in sheet.rows:
        number = line[0]
        if band:
            gap = range(max(band[-1][0], covered) + 1, number)
            if len(gap) > len(sheet.hidden) or any(row not in sheet.hidden for row in gap):
                yield band
                band, covered = [], 0
        band.append(line)
        covered = max(covered, by_row.get(number, 0))
    if band:
        yield band


def _columns(sheet: Sheet, band: Sequence[Line]) -> Iterator[Region]:
    """Yield the regions of a band, parted by columns without any cell."""
    spans: set[tuple[int, int]] = set()
    for number, cells in band:
        for cell in cells:
            merge = sheet.merges.get((number, cell.column))
            reach = merge.right if merge is not None and merge.right - merge.left < _TALL else cell.column
            spans.add((cell.column, reach))
    hidden = sorted(sheet.hidden_columns)
    edges: list[list[int]] = []
    for left, right in sorted(spans):
        between = left - edges[-1][1] - 1 if edges else 1
        if edges and between <= bisect_left(hidden, left) - bisect_right(hidden, edges[-1][1]):
            edges[-1][1] = max(edges[-1][1], right)
        else:
            edges.append([left, right])
    # Merged cells tie columns together, but reach no further than cells do.
    columns = sorted({left for left, _ in spans})
    for edge in edges:
        edge[1] = columns[bisect_right(columns, edge[1]) - 1]
    if len(edges) == 1:
        yield Region(edges[0][0], edges[0][1], list(band))
        return
    regions = [Region(left, right) for left, right in edges]
    lefts = [region.left for region in regions]
    for number, cells in band:
        for cell in cells:
            lines = regions[bisect_right(lefts, cell.column) - 1].lines
            if lines and lines[-1][0] == number:
                lines[-1][1].append(cell)
            else:
                lines.append((number, [cell]))
    yield from regions


def _judge(region: Region, sheet: Sheet) -> None:
    """Say what a region is, and which of its lines are titles, header, data and remarks."""
    lines = region.lines
    widths = {len(cells) for _, cells in lines}
    if region.left == region.right or max(widths) < 2:
        return
    while region.titles < len(lines) - 1 and _alone(lines[region.titles], region, sheet):
        region.titles += 1
    body = lines[region.titles :]
    known = next((index for index, (number, _) in enumerate(body[:20]) if _is_header_row(number, region, sheet)), None)
    if known is not None:
        region.titles += known
        body = body[known:]
        region.heads = max(1, _heads(body, sheet))
    elif _are_pairs(body):
        region.role = Role.PAIRS
        return
    else:
        region.heads = _heads(body, sheet)
    if region.heads == 0 and (len(body) < 2 or _is_prose(body)):
        region.titles = 0
        return
    if region.heads >= len(body):
        region.heads = min(1, region.heads)
    region.role = Role.TABLE
    rest = body[region.heads :]
    while region.remarks < len(rest) and _is_remark(rest[-1 - region.remarks], region):
        region.remarks += 1
    before = len(rest) - region.remarks
    while region.totals < min(3, before - 1) and _is_total(rest[before - 1 - region.totals]):
        region.totals += 1


def _alone(line: Line, region: Region, sheet: Sheet) -> bool:
    """Return whether a line holds one cell of words only, as a title does."""
    number, cells = line
    if len(cells) != 1 or cells[0].kind != "text":
        return False
    merge = sheet.merges.get((number, cells[0].column))
    return cells[0].column == region.left or merge is not None


def _is_header_row(number: int, region: Region, sheet: Sheet) -> bool:
    known = sheet.headers.get(number)
    return known is not None and known[0] <= region.right and region.left <= known[1]


def _heads(lines: Sequence[Line], sheet: Sheet) -> int:
    """Return how many lines are the header: those that name what the lines below hold."""
    words = _words(lines[: _MOST_HEADS + _SHOWN])
    if (several := header_rows(words)) > 1:
        return several
    count = 0
    while count < min(_MOST_HEADS, len(lines) - 1) and _names_columns(lines, count, sheet):
        count += 1
        number, cells = lines[count - 1]
        following = lines[count][1]
        groups = any((number, cell.column) in sheet.merges for cell in cells) or len(cells) < len(following)
        if not groups:
            break
    return count or int(is_header(words[0], words[1:], strict=True) if words else 0)


def _words(lines: Sequence[Line]) -> list[list[str]]:
    """Return the words of lines, column by column."""
    columns = sorted({cell.column for _, cells in lines for cell in cells})
    if len(columns) > _MOST_WORDS:
        return []
    found = []
    for _, cells in lines:
        said = {cell.column: " ".join(cell.text.split()) for cell in cells}
        found.append([said.get(column, "") for column in columns])
    return found


def _names_columns(lines: Sequence[Line], at: int, sheet: Sheet) -> bool:
    """Return whether a line names columns, by what stands below it."""
    number, cells = lines[at]
    merged = any(
        (merge := sheet.merges.get((number, cell.column))) is not None and merge.right > merge.left for cell in cells
    )
    if (len(cells) < 2 and not merged) or not all(_is_name(cell) for cell in cells):
        return False
    if at and any(not _is_name(cell) for cell in cells):
        return False
    following = lines[at + 1][1]
    if all(cell.bold for cell in cells) and not all(cell.bold for cell in following):
        return True
    below: dict[int, list[Cell]] = {}
    for _, line in lines[at + 1 : at + 1 + _SAMPLE]:
        for cell in line:
            below.setdefault(cell.column, []).append(cell)
    if any(2 * sum(map(_is_typed, below.get(each.column, ()))) > len(below.get(each.column, ())) for each in cells):
        return True
    if at or any(cell.kind != "text" for cell in cells):
        return False
    names = [cell.text.lower() for cell in cells]
    if len(set(names)) < len(names):
        return False
    return not any(
        cell.text[-1] in ".;"
        or cell.text[0].isdigit()
        or any(each.text == cell.text for each in below.get(cell.column, ()))
        for cell in cells
    )


def _is_typed(cell: Cell) -> bool:
    """Return whether a cell holds a value that names no column."""
    return not _is_name(cell) and cell.kind != "text"


def _is_name(cell: Cell) -> bool:
    if cell.kind == "text":
        return len(cell.text) <= _LONG
    return cell.kind == "date" or bool(_YEAR.fullmatch(cell.text))


def _are_pairs(lines: Sequence[Line]) -> bool:
    """Return whether lines are names with one value each."""
    if len(lines) > _MOST_PAIRS or not all(1 <= len(cells) <= 2 for _, cells in lines):
        return False
    pairs = [cells for _, cells in lines if len(cells) == 2]
    if not pairs or len({tuple(cell.column for cell in cells) for cells in pairs}) > 1:
        return False
    names = [cells[0] for cells in pairs]
    if any(name.kind != "text" or len(name.text) > 60 for name in names):
        return False
    if all(name.text.endswith(":") for name in names):
        return True
    if len({name.text.lower() for name in names}) < len(names):
        return False
    if all(name.bold for name in names) and not any(cells[1].bold for cells in pairs):
        return True
    kinds = {"number" if cells[1].kind in ("integer", "decimal") else cells[1].kind for cells in pairs[1:]}
    return len(pairs) > 2 and len(kinds - {"error", "formula"}) > 1 and not names[0].bold


def _is_prose(lines: Sequence[Line]) -> bool:
    return any(len(cell.text) > 200 for _, cells in lines[:_SAMPLE] for cell in cells)


def _is_remark(line: Line, region: Region) -> bool:
    cells = line[1]
    if len(cells) != 1 or cells[0].kind != "text" or cells[0].column != region.left:
        return False
    words = cells[0].text
    return len(words) > _LONG or bool(_REMARK.match(words)) or (words.endswith(".") and " " in words)


def _is_total(line: Line) -> bool:
    cells = line[1]
    return cells[0].kind == "text" and is_total(" ".join(cells[0].text.split())) and len(cells) > 1


def _continues(region: Region, above: Region, sheet: Sheet) -> bool:
    """Return whether a region goes on with the table above it: its lines hold what the columns there hold."""
    source = above.follows or above
    if not source.heads or any(_is_header_row(number, region, sheet) for number, _ in region.lines[:20]):
        return False
    kinds: dict[int, set[str]] = {}
    for _, cells in source.data[:_SAMPLE]:
        for cell in cells:
            kinds.setdefault(cell.column, set()).add(cell.kind)
    titles = 0
    while titles < len(region.lines) - 1 and _alone(region.lines[titles], region, sheet):
        titles += 1
    first = region.lines[titles][1]
    if len(first) < 2:
        return False
    typed = [cell for cell in first if kinds.get(cell.column, _WORDS) - _WORDS and "text" not in kinds[cell.column]]
    if typed:
        good = all(cell.kind in kinds[cell.column] for cell in typed)
    else:
        bold = all(cell.bold for _, cells in source.header for cell in cells)
        good = bold and not all(cell.bold for cell in first) and titles == 0
    if good:
        region.titles = titles
    return good
