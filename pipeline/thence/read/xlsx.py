"""Workbooks: sheet after sheet as a person sees them, their tables as records, with comments and boxes apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element  # the type only

from thence.errors import InputError, Location
from thence.read.office import core_meta
from thence.read.package import Package, Relation
from thence.read.reading import DEFAULT, Options, Reading
from thence.read.story import Passage
from thence.read.workbook import Workbook, passages_of
from thence.read.xlsx_cells import Sheet, read_sheet, shared_strings, words_of
from thence.read.xlsx_places import Merge, place_of, range_of
from thence.read.xlsx_styles import Styles, local

__all__ = ["read_xlsx"]

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_OFF = frozenset({"", "0", "false", "off"})

At = tuple[int, int]


def read_xlsx(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read a workbook: each sheet a part, a line a row, its cells as their number formats show them.

    Cells that stand together are a table under its header rows, names with values, or words. Dates are ISO, negative
    numbers have a minus, and thousands no marks; a number that somebody typed keeps its digits, one that a formula gave
    is rounded as it is shown. Merged cells count once. What is hidden is left out (TH538), as are errors and formulas
    without a stored value (TH536), and both are counted. Comments follow their sheet, with a link to them from their
    cell; block numbers are rows of the sheet. There is no byte map.
    Raises InputError: TH502 damaged, TH505 locked, TH506 beyond a limit.
    """
    package = Package(data, path, options.limits)
    name = package.main("xl/workbook.xml")
    root = package.xml(name)
    if root is None or local(root) != "workbook":
        raise InputError("TH502", "no workbook inside", at=Location(path), hint="save it again as .xlsx")
    work = _Work(package, name, path)
    work.read(root)
    macros = any(name.lower().endswith("vbaproject.bin") for name in package.names)
    return work.book.reading(core_meta(package), macros=macros)


@dataclass(slots=True)
class _Work:
    """One workbook being read."""

    package: Package
    name: str
    path: str
    book: Workbook = field(init=False)
    relations: dict[str, Relation] = field(init=False)

    def __post_init__(self) -> None:
        self.book = Workbook(self.path)
        self.relations = self.package.relations(self.name)

    def _part(self, kind: str) -> str:
        found = next((each.target for each in self.relations.values() if each.kind == kind and not each.external), None)
        return found or f"{self.name.rpartition('/')[0]}/{kind}.xml"

    def read(self, root: Element) -> None:
        """Read the sheets that are not hidden."""
        strings = shared_strings(self.package, self._part("sharedStrings"))
        styles = Styles(self.package.xml(self._part("styles")))
        people = self._people()
        base_1904 = any(local(part) == "workbookPr" and part.get("date1904", "0") not in _OFF for part in root)
        sheets = next((part for part in root if local(part) == "sheets"), ())
        for each in sheets:
            title = each.get("name", "")
            if each.get("state", "visible") != "visible":
                self.book.hidden.append(title)
                continue
            identifier = next((value for key, value in each.attrib.items() if key.rpartition("}")[2] == "id"), "")
            relation = self.relations.get(identifier)
            if relation is None or relation.external or relation.kind != "worksheet":
                self.book.not_shown.add("sheets that hold a chart" if relation else "sheets that are missing")
                continue
            relations = self.package.relations(relation.target)
            tables = list(self._tables(relations))
            sheet = read_sheet(
                self.package,
                relation.target,
                strings,
                styles,
                base_1904=base_1904,
                shaded=[place for place, _ in tables],
                path=self.path,
            )
            sheet.headers.update((place.top, (place.left, place.right)) for place, is_headed in tables if is_headed)
            self._sheet(title, sheet, relations, people)

    def _sheet(self, title: str, sheet: Sheet, relations: dict[str, Relation], people: dict[str, str]) -> None:
        targets = {}
        for at, (identifier, anchor) in sheet.links.items():
            target = relations[identifier].target if identifier in relations else ""
            targets[at] = f"{target}#{anchor}" if anchor else target
        self.book.add(title, sheet, targets, self._comments(relations, people))
        for relation in relations.values():
            if relation.kind == "drawing" and not relation.external:
                self._drawing(relation.target)

    def _tables(self, relations: dict[str, Relation]) -> Iterator[tuple[Merge, bool]]:
        """Yield the ranges of a sheet that were made tables, and whether each has a header row."""
        for relation in relations.values():
            root = self.package.xml(relation.target) if relation.kind == "table" and not relation.external else None
            place = range_of(root.get("ref", "")) if root is not None else None
            if root is not None and place is not None:
                yield place, root.get("headerRowCount", "1") != "0"

    def _people(self) -> dict[str, str]:
        found = {}
        for relation in self.relations.values():
            if relation.kind == "person" and not relation.external:
                root = self.package.xml(relation.target)
                for person in root if root is not None else ():
                    found[person.get("id", "")] = person.get("displayName", "")
        return found

    def _comments(
        self, relations: dict[str, Relation], people: dict[str, str]
    ) -> list[tuple[At, str, str | None, str | None]]:
        """Return the comments of a sheet with the cells they are about; notes that only stand for threads are passed.

        Each with its words, its author and its date.
        """
        found: list[tuple[At, str, str | None, str | None]] = []
        threaded: set[At] = set()
        for relation in relations.values():
            root = self.package.xml(relation.target) if relation.kind == "threadedComment" else None
            for each in root if root is not None else ():
                at = place_of(each.get("ref", ""))
                if at is not None:
                    threaded.add(at)
                    words = "".join(part.text or "" for part in each if local(part) == "text")
                    date = _DATE.match(each.get("dT", ""))
                    found.append((at, words, people.get(each.get("personId", "")), date[0] if date else None))
        for relation in relations.values():
            root = self.package.xml(relation.target) if relation.kind == "comments" else None
            authors: list[str] = []
            for part in root if root is not None else ():
                if local(part) == "authors":
                    authors = [each.text or "" for each in part]
                for each in part if local(part) == "commentList" else ():
                    at = place_of(each.get("ref", ""))
                    if at is None or at in threaded:
                        continue
                    number = each.get("authorId", "")
                    author = authors[int(number)] if number.isdecimal() and int(number[:6]) < len(authors) else ""
                    words = "".join(words_of(text) for text in each if local(text) == "text")
                    found.append((at, words.removeprefix(f"{author}:").lstrip() if author else words, author, None))
        return found

    def _drawing(self, name: str) -> None:
        """Read the text boxes of a sheet; count its pictures and charts."""
        root = self.package.xml(name)
        for element in root.iter() if root is not None else ():
            kind = local(element)
            if kind == "pic":
                self.book.not_shown.pictures += 1
            elif kind == "graphicFrame":
                self.book.not_shown.add("charts")
            elif kind == "txBody":
                passages: list[Passage] = []
                for paragraph in element:
                    words = "".join(each.text or "" for each in paragraph.iter() if local(each) == "t")
                    if local(paragraph) == "p" and words.strip():
                        passages += passages_of(words)
                self.book.layout.story.lay(passages, "text box")
