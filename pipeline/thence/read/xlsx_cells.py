"""Cells of a workbook: shared strings, styles, and the sheets' cells as a person sees them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element  # the type only

from thence.errors import InputError, Location
from thence.read.package import Package
from thence.read.raised import raised
from thence.read.xlsx_formats import Shown
from thence.read.xlsx_places import MOST_COLUMNS, MOST_ROWS, Merge, letters, place_of, range_of
from thence.read.xlsx_styles import CellStyle, Styles, is_set, local, number_of

__all__ = ["Cell", "Sheet", "read_sheet", "shared_strings", "words_of"]

_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_MOST_CELLS = 5_000_000
_MOST_KNOWN = 20_000
_MOST_RANGES = 1_000
_HYPERLINK = re.compile(r'\s*HYPERLINK\(\s*"([^"]+)"', re.IGNORECASE)
_OFF = frozenset({"", "0", "false"})


@dataclass(slots=True)
class Cell:
    """A cell that shows something.

    column: from 1.   kind: text, integer, decimal, identifier, date, boolean, error, or formula for one whose value is
    not stored.   bold: whether it stands out.   link: where a HYPERLINK formula leads.   struck: what a line goes
    through; of a cell that is struck as a whole the text is empty.   pale: whether its words are as white as the sheet.
    """

    column: int
    text: str
    kind: str
    bold: bool = False
    link: str = ""
    struck: str = ""
    pale: bool = False


@dataclass(slots=True)
class Sheet:
    """What a sheet holds.

    rows: number of each row that shows something, and its cells in order.   merges: by row and column of their first
    cell.   links: place -> id of a relation, and anchor.   headers: rows known to be headers, with their columns.
    hidden_rows, hidden_cells: what is hidden of what holds something.   hidden: numbers of hidden rows.   errors,
    unstored: places of cells with an error, and of formulas without a value.   odd: cells out of any sheet.   struck:
    places of cells, and their words that a line goes through.   unseen: places of cells whose values nobody sees: white
    on white, or with a format that shows nothing.   shaded: what has a colour behind it besides that of its cells.
    """

    rows: list[tuple[int, list[Cell]]] = field(default_factory=list)
    merges: dict[tuple[int, int], Merge] = field(default_factory=dict)
    links: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    headers: dict[int, tuple[int, int]] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)
    hidden_rows: int = 0
    hidden_cells: int = 0
    errors: list[str] = field(default_factory=list)
    unstored: list[str] = field(default_factory=list)
    odd: int = 0
    struck: list[tuple[str, str]] = field(default_factory=list)
    unseen: list[tuple[int, int]] = field(default_factory=list)
    shaded: list[Merge] = field(default_factory=list)

    def without_pale(self) -> None:
        """Take out the cells that are as white as the sheet behind them; they are noted."""
        for at, (number, cells) in enumerate(self.rows):
            if not any(cell.pale for cell in cells):
                continue
            gone = [cell for cell in cells if cell.pale and not self._is_shaded(number, cell.column)]
            self.unseen += [(number, cell.column) for cell in gone]
            self.rows[at] = (number, [cell for cell in cells if cell not in gone])
        self.rows = [row for row in self.rows if row[1]]

    def _is_shaded(self, row: int, column: int) -> bool:
        return any(each.top <= row <= each.bottom and each.left <= column <= each.right for each in self.shaded)

    def without_struck(self, cells: list[Cell], number: int) -> list[Cell]:
        """Return the cells of a row that say something besides what a line goes through; that is noted."""
        self.struck += [(f"{letters(cell.column)}{number}", cell.struck) for cell in cells if cell.struck]
        return [cell for cell in cells if cell.text or not cell.struck]


def words_of(element: Element) -> str:
    """Return the words of a string: its text, or that of its runs; how they are pronounced is left out."""
    return unescaped("".join([words for words, _ in _runs(element)]))


def parted_words(element: Element) -> tuple[str, str]:
    """Return the words of a string that no line goes through, and those that one does."""
    runs = list(_runs(element))
    kept = unescaped("".join([words for words, struck in runs if not struck]))
    return kept, unescaped("".join([words for words, struck in runs if struck]))


def _runs(element: Element) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a string, and whether a line goes through each."""
    for child in element:
        name = local(child)
        if name == "t":
            yield child.text or "", False
        elif name == "r":
            struck = high = False
            for each in child:
                if (part := local(each)) == "rPr":
                    struck = is_set(each, "strike")
                    high = any(local(one) == "vertAlign" and one.get("val") == "superscript" for one in each)
                elif part == "t":
                    yield raised(each.text or "") if high else each.text or "", struck


def shared_strings(package: Package, name: str) -> list[tuple[str, str]]:
    """Return the strings that cells refer to by number, each with what of it is struck out."""
    return [parted_words(each) for each in package.elements(name, "si")]


def read_sheet(
    package: Package,
    name: str,
    strings: list[tuple[str, str]],
    styles: Styles,
    *,
    base_1904: bool,
    shaded: Iterable[Merge],
    path: str,
) -> Sheet:
    """Return what a sheet shows.   shaded: its tables, whose styles have colours of their own.

    Raises InputError TH506 for more cells than can be read.
    """
    sheet = Sheet(shaded=list(shaded))
    reader = _Reader(sheet, strings, styles, base_1904, path)
    for element in package.elements(name, *_PARTS):
        _PARTS[local(element)](reader, element)
    sheet.rows.sort(key=lambda row: row[0])
    sheet.without_pale()
    return sheet


@dataclass(slots=True)
class _Look:
    """A style, and what it has shown so far."""

    style: CellStyle
    known: dict[tuple[str, bool], Shown] = field(default_factory=dict)


@dataclass(slots=True)
class _Reader:
    sheet: Sheet
    strings: list[tuple[str, str]]
    styles: Styles
    base_1904: bool
    path: str
    row: int = 0
    cells: int = 0
    hides_rows: bool = False
    looks: dict[str | None, _Look] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def format(self, element: Element) -> None:
        self.hides_rows = element.get("zeroHeight", "0") not in _OFF

    def columns(self, element: Element) -> None:
        ranges: list[tuple[int, int]] = []
        for each in element:
            if each.get("hidden", "0") not in _OFF:
                first, last = number_of(each.get("min", ""), 0), number_of(each.get("max", ""), 0)
                if 0 < first <= last:
                    ranges.append((first, min(last, MOST_COLUMNS)))
        done = 0
        for first, last in sorted(ranges):
            self.sheet.hidden_columns.update(range(max(first, done + 1), last + 1))
            done = max(done, last)

    def merged(self, element: Element) -> None:
        for each in element:
            merge = range_of(each.get("ref", ""))
            if merge is not None:
                self.sheet.merges.setdefault((merge.top, merge.left), merge)

    def linked(self, element: Element) -> None:
        for each in element:
            place = range_of(each.get("ref", ""))
            if place is not None:
                target = next((value for key, value in each.attrib.items() if key.rpartition("}")[2] == "id"), "")
                anchor = each.get("location", "")
                self.sheet.links[place.top, place.left] = (target, anchor)

    def filtered(self, element: Element) -> None:
        place = range_of(element.get("ref", ""))
        if place is not None:
            self.sheet.headers[place.top] = (place.left, place.right)

    def conditional(self, element: Element) -> None:
        """Note where cells may have a colour behind them by what they hold."""
        ranges = map(range_of, element.get("sqref", "").split()[:_MOST_RANGES])
        self.sheet.shaded += [each for each in ranges if each is not None]

    def behind(self, _: Element) -> None:
        self.sheet.shaded.append(Merge(1, 1, MOST_ROWS, MOST_COLUMNS))

    def read_row(self, element: Element) -> None:
        self.row = number = number_of(element.get("r", ""), self.row + 1)
        if not 0 < number <= MOST_ROWS:
            self.sheet.odd += len(element)
            return
        before = self.sheet.hidden_cells
        cells = self._cells(element, number)
        if element.get("hidden", "1" if self.hides_rows else "0") not in _OFF:
            self.sheet.hidden_cells = before
            self.sheet.hidden.add(number)
            self.sheet.hidden_rows += bool(cells)
            return
        cells = self.sheet.without_struck(cells, number)
        for cell in cells:
            if cell.kind == "error":
                self.sheet.errors.append(f"{letters(cell.column)}{number}")
            elif cell.kind == "formula":
                self.sheet.unstored.append(f"{letters(cell.column)}{number}")
        if cells:
            self.sheet.rows.append((number, cells))

    def _cells(self, element: Element, number: int) -> list[Cell]:
        cells: list[Cell] = []
        hidden = self.sheet.hidden_columns
        column = 0
        ordered = True
        for each in element:
            reference = each.get("r")
            column += 1
            if reference is not None and reference != f"{letters(column)}{number}":
                place = place_of(reference)
                if place is None or place[0] != number:
                    self.sheet.odd += 1
                    column -= 1
                    continue
                ordered = ordered and place[1] >= column
                column = place[1]
            if not len(each) or column > MOST_COLUMNS:
                continue
            cell = self._cell(each, column)
            if cell is None:
                continue
            if column in hidden:
                self.sheet.hidden_cells += 1
                continue
            if self._look(each.get("s")).style.format.hides(cell.text, cell.kind):
                self.sheet.unseen.append((number, column))
                continue
            cells.append(cell)
        self.cells += len(cells)
        if self.cells > _MOST_CELLS:
            raise InputError(
                "TH506",
                f"a sheet of more than {_MOST_CELLS:,} cells",
                at=Location(self.path),
                hint="save the sheet as csv, or split it",
            )
        if not ordered:
            cells = list({cell.column: cell for cell in sorted(cells, key=lambda cell: cell.column)}.values())
        return cells

    def _cell(self, element: Element, column: int) -> Cell | None:
        """Return what a cell shows, or None where that is nothing."""
        look = self._look(element.get("s"))
        cell = self._shown(element, column, look)
        if cell is None:
            return None
        if look.style.struck:
            cell.text, cell.struck = "", cell.text + cell.struck
        cell.pale = look.style.pale
        return cell

    def _shown(self, element: Element, column: int, look: _Look) -> Cell | None:
        raw = formula = text = None
        gone = ""
        for child in element:
            name = self.names.get(child.tag)
            if name is None:
                name = self.names[child.tag] = local(child)
            if name == "v":
                raw = child.text or ""
            elif name == "f":
                formula = child.text or ""
            elif name == "is":
                text, gone = parted_words(child)
        kind = element.get("t", "n")
        link = ""
        if formula and (match := _HYPERLINK.match(formula)):
            link = match[1]
        if kind == "n":
            return self._numeric(column, raw, look, link, computed=formula is not None)
        if kind == "s":
            place = number_of((raw or "").strip(), -1)
            text, gone = self.strings[place] if 0 <= place < len(self.strings) else ("", "")
        elif kind == "b":
            return Cell(column, "TRUE" if (raw or "").strip() in ("1", "true") else "FALSE", "boolean", look.style.bold)
        elif kind == "e":
            return Cell(column, (raw or "#ERROR").strip()[:100], "error", look.style.bold)
        elif kind != "inlineStr":
            if raw is None and formula is not None:
                return Cell(column, "", "formula")
            text = unescaped(raw or "")
        text = (text or "").strip()
        gone = gone.strip()
        return (
            Cell(column, text, "date" if kind == "d" else "text", look.style.bold, link, gone) if text or gone else None
        )

    def _look(self, style: str | None) -> _Look:
        look = self.looks.get(style)
        if look is None:
            look = self.looks[style] = _Look(self.styles.get(style))
        return look

    def _numeric(self, column: int, raw: str | None, look: _Look, link: str, *, computed: bool) -> Cell | None:
        raw = (raw or "").strip()
        if not raw:
            return Cell(column, "", "formula") if computed else None
        shown = look.known.get((raw, computed))
        if shown is None:
            shown = look.style.format.show(raw, base_1904=self.base_1904, computed=computed)
            if len(look.known) < _MOST_KNOWN:
                look.known[raw, computed] = shown
        return Cell(column, shown.text, shown.kind, look.style.bold, link) if shown.text else None


_PARTS: dict[str, Callable[[_Reader, Element], None]] = {
    "sheetFormatPr": _Reader.format,
    "cols": _Reader.columns,
    "row": _Reader.read_row,
    "mergeCells": _Reader.merged,
    "hyperlinks": _Reader.linked,
    "autoFilter": _Reader.filtered,
    "conditionalFormatting": _Reader.conditional,
    "picture": _Reader.behind,
}


def unescaped(raw: str) -> str:
    """Return a string as it is meant: its escapes as characters, its line ends as LF."""
    text = _ESCAPED.sub(_character, raw) if "_x" in raw else raw
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _character(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    return "" if code == 0x0D or 0xD800 <= code < 0xE000 or (code < 0x20 and code not in (9, 10)) else chr(code)
