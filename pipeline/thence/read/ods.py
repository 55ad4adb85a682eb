"""OpenDocument spreadsheets: read as workbooks are, sheet after sheet as a person sees them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element  # the type only

from thence.errors import InputError, Location
from thence.read.odf import OFFICE, declared, has_macros, opened
from thence.read.ods_cells import TABLE, SheetReader, comments_of, words_in
from thence.read.ods_formats import CellStyles
from thence.read.odt_words import DRAW
from thence.read.package import Package
from thence.read.reading import DEFAULT, Options, Reading
from thence.read.workbook import Workbook, passages_of
from thence.read.xlsx_cells import Sheet
from thence.read.xlsx_places import Merge, range_of

__all__ = ["read_ods"]

_HREF = "{http://www.w3.org/1999/xlink}href"
_ADDRESS = re.compile(r"\$?(?:'((?:[^']|'')*)'|([^.']*))\.([^:.]+):(?:[^:]*\.)?([^:.]+)")


def read_ods(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read a spreadsheet: each sheet a part, a line a row, as `read_xlsx` reads a workbook.

    Raises InputError: TH502 damaged, TH505 locked, TH506 beyond a limit.
    """
    package = opened(data, path, options)
    content = package.xml("content.xml")
    body = content.find(f"{OFFICE}body/{OFFICE}spreadsheet") if content is not None else None
    if content is None or body is None:
        raise InputError("TH502", "no spreadsheet inside", at=Location(path), hint="save it again as .ods")
    work = _Work(package, path, CellStyles((content, package.xml("styles.xml"))))
    work.read(body)
    return work.book.reading(declared(package), macros=has_macros(package))


@dataclass(slots=True)
class _Work:
    """One spreadsheet being read."""

    package: Package
    path: str
    styles: CellStyles
    book: Workbook = field(init=False)

    def __post_init__(self) -> None:
        self.book = Workbook(self.path)

    def read(self, body: Element) -> None:
        """Read the sheets that are not hidden."""
        headers = _filtered(body)
        reader = SheetReader(self.styles, self.path)
        for table in body.findall(f"{TABLE}table"):
            title = table.get(f"{TABLE}name", "")
            if table.get(f"{TABLE}style-name", "") in self.styles.hidden or table.get(f"{TABLE}display") == "false":
                self.book.hidden.append(title)
                continue
            sheet = Sheet()
            for place in headers.get(title, ()):
                sheet.headers[place.top] = (place.left, place.right)
            comments = reader.read(table, sheet)
            self.book.add(title, sheet, {}, [(at, *comments_of(each)) for at, each in comments])
            for shape in _shapes(table):
                self._shape(shape)

    def _shape(self, shape: Element) -> None:
        """Read the words of a shape; count pictures, charts and other objects."""
        inner = next(shape.iter(f"{DRAW}object"), None)
        if inner is not None or next(shape.iter(f"{DRAW}object-ole"), None) is not None:
            name = inner.get(_HREF, "").removeprefix("./").strip("/") if inner is not None else ""
            root = self.package.xml(f"{name}/content.xml") if name and "://" not in name else None
            is_chart = root is not None and root.find(f"{OFFICE}body/{OFFICE}chart") is not None
            self.book.not_shown.add("charts" if is_chart else "embedded objects")
            return
        self.book.not_shown.pictures += sum(1 for _ in shape.iter(f"{DRAW}image"))
        passages = [passage for words in words_in(shape) for passage in passages_of(words)]
        if passages:
            self.book.layout.story.lay(passages, "text box")


def _shapes(table: Element) -> Iterator[Element]:
    """Yield what is drawn on a sheet: over it, and in its cells."""
    for group in table.iter(f"{TABLE}shapes"):
        yield from group
    for cell in table.iter(f"{TABLE}table-cell"):
        for child in cell:
            if child.tag.startswith(DRAW):
                yield child


def _filtered(body: Element) -> dict[str, list[Merge]]:
    """Return the ranges whose first rows are headers, by sheet: those that have filters."""
    found: dict[str, list[Merge]] = {}
    for each in body.iter(f"{TABLE}database-range"):
        shows = each.get(f"{TABLE}display-filter-buttons") == "true"
        match = _ADDRESS.fullmatch(each.get(f"{TABLE}target-range-address", ""))
        if match is None or not shows or each.get(f"{TABLE}contains-header", "true") == "false":
            continue
        place = range_of(f"{match[3]}:{match[4]}")
        if place is not None:
            found.setdefault((match[1] or match[2] or "").replace("''", "'"), []).append(place)
    return found
