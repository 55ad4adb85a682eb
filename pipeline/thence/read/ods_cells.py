"""Cells of an OpenDocument spreadsheet, as a person sees them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from xml.etree.ElementTree import Element  # the type only

from thence.errors import InputError, Location
from thence.read.odf import DC, OFFICE
from thence.read.ods_formats import CellStyles
from thence.read.odt_styles import TEXT
from thence.read.raised import raised
from thence.read.xlsx_cells import Cell, Sheet
from thence.read.xlsx_formats import NumberFormat
from thence.read.xlsx_places import MOST_COLUMNS, MOST_ROWS, Merge, letters

__all__ = ["TABLE", "SheetReader", "comments_of", "words_in"]

TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_EXTENDED = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_ROWS = frozenset(f"{TABLE}{name}" for name in ("table-row-group", "table-rows", "table-header-rows"))
_COLUMNS = frozenset(f"{TABLE}{name}" for name in ("table-column-group", "table-columns", "table-header-columns"))
_HIDDEN = frozenset({"collapse", "filter"})
_ERROR = re.compile(r"#(?:DIV/0!|N/A|REF!|NAME\?|VALUE!|NUM!|NULL!)|Err:\d{3}")
_MOMENT = re.compile(r"(-?\d{4,6}-\d\d-\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:[.,]\d+)?)?")
_TIME = re.compile(r"(-?)PT(\d{1,6})H(\d{1,2})M(\d{1,2})(?:[.,]\d+)?S")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_BLANKS = re.compile(r"[ \t\r\n]+")
_MOST_CELLS = 5_000_000
_MOST_HIDDEN = 10_000

_CELL = f"{TABLE}table-cell"
_COVERED = f"{TABLE}covered-table-cell"
_KIND = f"{OFFICE}value-type"
_VALUE = f"{OFFICE}value"
_FORMULA = f"{TABLE}formula"
_COMMENT = f"{OFFICE}annotation"
_STYLE = f"{TABLE}style-name"
_DEFAULT = f"{TABLE}default-cell-style-name"
_EXTENDED_KIND = f"{_EXTENDED}value-type"
_P = f"{TEXT}p"
_TEXT_STYLE = f"{TEXT}style-name"
_VISIBLE = f"{TABLE}visibility"
_ROW = f"{TABLE}table-row"
_DATE_VALUE = f"{OFFICE}date-value"
_TIME_VALUE = f"{OFFICE}time-value"
_TRUTH = f"{OFFICE}boolean-value"
_STRING = f"{OFFICE}string-value"
_COLUMNS_REPEATED = f"{TABLE}number-columns-repeated"
_ROWS_REPEATED = f"{TABLE}number-rows-repeated"
_ACROSS = f"{TABLE}number-columns-spanned"
_DOWN = f"{TABLE}number-rows-spanned"

At = tuple[int, int]


def comments_of(comment: Element) -> tuple[str, str | None, str | None]:
    """Return the words of a comment, its author and its ISO date."""
    date = _DATE.match(comment.findtext(f"{DC}date") or "")
    return "\n".join(words_in(comment)), comment.findtext(f"{DC}creator"), date[0] if date else None


def words_in(element: Element) -> Iterator[str]:
    """Yield the paragraphs inside an element that is no cell."""
    for paragraph in element.iter(_P):
        yield _words(paragraph)


def _words(element: Element) -> str:
    """Return what a paragraph says; blanks count as they are shown."""
    if not len(element):
        return _BLANKS.sub(" ", element.text or "")
    return "".join([words for words, _ in _pieces(element, None)])


def _pieces(
    element: Element, styles: CellStyles | None, *, struck: bool = False, high: bool = False
) -> Iterator[tuple[str, bool]]:
    """Yield what an element says piece by piece, and whether a line goes through each.

    styles: that may strike words out or raise them.   struck, high: whether what holds the element does.
    """
    if styles is not None:
        struck, high = struck or styles.is_struck(element), high or styles.is_raised(element)
    yield _said(element.text, high=high), struck
    for child in element:
        if child.tag == f"{TEXT}s":
            count = child.get(f"{TEXT}c", "1")
            yield " " * (min(int(count), 1_000) if count.isdecimal() and len(count) < 5 else 1), struck
        elif child.tag == f"{TEXT}tab":
            yield "\t", struck
        elif child.tag == f"{TEXT}line-break":
            yield "\n", struck
        elif child.tag not in (_COMMENT, f"{TEXT}ruby-text"):
            yield from _pieces(child, styles, struck=struck, high=high)
        yield _said(child.tail, high=high), struck


def _said(words: str | None, *, high: bool) -> str:
    flat = _BLANKS.sub(" ", words or "")
    return raised(flat) if high else flat


@dataclass(slots=True)
class SheetReader:
    """Reads sheets.   cells: how many were read so far, in all of them.   ends, names: of the ranges of columns of the
    sheet at hand that have a style of their own: their last column, and the style of cells that name none.
    """

    styles: CellStyles
    path: str
    cells: int = 0
    ends: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def read(self, table: Element, sheet: Sheet) -> list[tuple[At, Element]]:
        """Fill in what a sheet shows; return its comments with their cells.

        Raises InputError TH506 for more cells than can be read.
        """
        self.ends, self.names = [], []
        if table.find(f"{_EXTENDED}conditional-formats") is not None:
            sheet.shaded.append(Merge(1, 1, MOST_ROWS, MOST_COLUMNS))
        self._columns(table, sheet, 0)
        comments: list[tuple[At, Element]] = []
        number = 1
        for row in _rows(table):
            times = _count(row, _ROWS_REPEATED)
            if number > MOST_ROWS:
                sheet.odd += sum(1 for cell in row if cell.get(_KIND))
                continue
            before, known = sheet.hidden_cells, len(comments)
            cells = self._row(row, number, sheet, comments)
            if row.get(_VISIBLE) in _HIDDEN:
                sheet.hidden_cells = before
                sheet.hidden.update(range(number, number + min(times, _MOST_HIDDEN - len(sheet.hidden))))
                sheet.hidden_rows += times if cells else 0
                del comments[known:]
            elif cells:
                times = min(times, MOST_ROWS + 1 - number)
                self._count_cells(len(cells) * times)
                for at in range(number, number + times):
                    kept = sheet.without_struck(cells, at)
                    for cell in kept:
                        if cell.kind == "error":
                            sheet.errors.append(f"{letters(cell.column)}{at}")
                        elif cell.kind == "formula":
                            sheet.unstored.append(f"{letters(cell.column)}{at}")
                    if kept:
                        sheet.rows.append((at, kept))
            number += times
        sheet.without_pale()
        return comments

    def _count_cells(self, more: int) -> None:
        self.cells += more
        if self.cells > _MOST_CELLS:
            raise InputError(
                "TH506",
                f"sheets of more than {_MOST_CELLS:,} cells",
                at=Location(self.path),
                hint="save the sheets as csv, or split the file",
            )

    def _columns(self, root: Element, sheet: Sheet, last: int) -> int:
        """Note styles and hidden columns; return the last column so far."""
        for child in root:
            if child.tag in _COLUMNS:
                last = self._columns(child, sheet, last)
            elif child.tag == f"{TABLE}table-column" and last < MOST_COLUMNS:
                first, last = last + 1, min(last + _count(child, _COLUMNS_REPEATED), MOST_COLUMNS)
                self.ends.append(last)
                self.names.append(child.get(_DEFAULT, ""))
                if child.get(_VISIBLE) in _HIDDEN:
                    sheet.hidden_columns.update(range(first, last + 1))
        return last

    def _row(self, row: Element, number: int, sheet: Sheet, comments: list[tuple[At, Element]]) -> list[Cell]:
        cells: list[Cell] = []
        default = row.get(_DEFAULT, "")
        column = 1
        for element in row:
            if element.tag not in (_CELL, _COVERED):
                continue
            times = min(_count(element, _COLUMNS_REPEATED), MOST_COLUMNS + 1 - column)
            if times <= 0:
                sheet.odd += bool(element.get(_KIND))
                continue
            holds = len(element) or element.get(_KIND) or element.get(_FORMULA)
            if element.tag == _CELL and holds:
                style = element.get(_STYLE) or default or self._style(column)
                cell = self._cell(element, column, style)
                comment = element.find(_COMMENT)
                hidden = column in sheet.hidden_columns
                if comment is not None and not hidden:
                    comments.append(((number, column), comment))
                across, down = _count(element, _ACROSS), _count(element, _DOWN)
                if across > 1 or down > 1:
                    bottom, right = min(number + down - 1, MOST_ROWS), min(column + across - 1, MOST_COLUMNS)
                    sheet.merges[number, column] = Merge(number, column, bottom, right)
                if cell is not None:
                    self._count_cells(times - 1)
                    shown = [at for at in range(column, column + times) if at not in sheet.hidden_columns]
                    sheet.hidden_cells += times - len(shown)
                    if self.styles.get(style).format.hides(cell.text, cell.kind):
                        sheet.unseen += [(number, at) for at in shown]
                    else:
                        cells += [cell if at == column else replace(cell, column=at) for at in shown]
            column += times
        return cells

    def _style(self, column: int) -> str:
        at = bisect_left(self.ends, column)
        return self.names[at] if at < len(self.names) else ""

    def _cell(self, element: Element, column: int, style: str) -> Cell | None:
        """Return what a cell shows, or None where that is nothing."""
        look = self.styles.get(style)
        text, gone = self._said(element)
        # What is left of a value that is struck in part is words.
        kind = "" if text and gone else element.get(_KIND, "")
        cell = self._shown(element, column, look.format, text or gone, kind, bold=look.bold)
        if cell is None:
            return None
        cell.pale = look.pale
        if look.struck or (gone and not text):
            cell.text, cell.struck = "", cell.text
        else:
            cell.struck = gone
        return cell

    def _said(self, element: Element) -> tuple[str, str]:
        """Return the words of a cell that no line goes through within it, and those that one does."""
        paragraphs = [child for child in element if child.tag == _P]
        if not any(len(each) or each.get(_TEXT_STYLE) for each in paragraphs):
            return "\n".join(map(_words, paragraphs)).strip(), ""
        pieces = [list(_pieces(each, self.styles)) for each in paragraphs]
        kept, gone = (
            "\n".join(["".join([words for words, struck in own if struck == wanted]) for own in pieces]).strip()
            for wanted in (False, True)
        )
        return kept, gone

    def _shown(
        self, element: Element, column: int, look: NumberFormat, text: str, kind: str, *, bold: bool
    ) -> Cell | None:
        computed = element.get(_FORMULA) is not None
        if (computed and _ERROR.fullmatch(text)) or element.get(_EXTENDED_KIND) == "error":
            return Cell(column, text[:100] or "#ERROR", "error", bold)
        if not kind and computed:
            return Cell(column, text, "text" if text else "formula", bold)
        said, form = text, "text"
        if kind in ("float", "percentage", "currency"):
            said, form = _number(element.get(_VALUE, ""), text, look, computed=computed)
        elif kind == "date":
            said, form = _moment(element.get(_DATE_VALUE, ""), text, look)
        elif kind == "time":
            said = _time(element.get(_TIME_VALUE, ""), text, look)
        elif kind == "boolean":
            said, form = ("TRUE" if element.get(_TRUTH) == "true" else "FALSE"), "boolean"
        elif kind == "string" and not text:
            said = (element.get(_STRING) or "").strip()
        if not said:
            return None
        link = element.find(f"{TEXT}p/{TEXT}a")
        target = link.get(_HREF, "") if link is not None else ""
        return Cell(column, said, form, bold, target)


def _number(raw: str, text: str, look: NumberFormat, *, computed: bool) -> tuple[str, str]:
    """Return what a number shows, and its kind: as a workbook shows it."""
    if computed and raw in ("0", "1") and text.isalpha():
        return "TRUE" if raw == "1" else "FALSE", "boolean"  # a condition keeps its number here
    shown = look.show(raw.strip(), computed=computed)
    return shown.text, shown.kind


def _moment(raw: str, text: str, look: NumberFormat) -> tuple[str, str]:
    """Return a date as far as the cell shows it."""
    match = _MOMENT.fullmatch(raw.strip())
    if match is None:
        return text, "text"
    day, hours, minutes, seconds = match.groups()
    shown = set(look.fields) if look.kind == "date" and look.fields else set("yMd")
    if hours and shown & set("hms"):
        clock = f"{hours}:{minutes}" + (f":{seconds}" if "s" in shown or seconds != "00" else "")
        return (f"{day}T{clock}", "date") if shown & set("yMd") else (clock, "text")
    if "d" not in shown and shown & set("yM"):
        day = day[:4] if shown == {"y"} else day[:7]
    return day, "date"


def _time(raw: str, text: str, look: NumberFormat) -> str:
    match = _TIME.fullmatch(raw.strip())
    if match is None:
        return text
    sign, hours, minutes, seconds = match.groups()
    shown = f":{int(seconds):02d}" if "s" in look.fields or int(seconds) else ""
    return f"{sign}{int(hours):02d}:{int(minutes):02d}{shown}"


def _rows(root: Element) -> Iterator[Element]:
    """Yield the rows of a sheet, through their groups."""
    for child in root:
        if child.tag == _ROW:
            yield child
        elif child.tag in _ROWS:
            yield from _rows(child)


def _count(element: Element, name: str) -> int:
    words = element.get(name)
    if words is None:
        return 1
    return max(1, int(words)) if words.isdecimal() and words.isascii() and len(words) < 10 else 1
