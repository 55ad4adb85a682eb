"""Word documents: the accepted view in document order, with tables, notes, headers, boxes and comments apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from xml.etree.ElementTree import Element  # the type only; parsing is defusedxml's

from thence.errors import InputError, Location
from thence.model.document import Block, BlockKind, Link, Record, Span
from thence.model.finding import Finding, Severity
from thence.read.keys import KeyRun, key_runs
from thence.read.package import Package
from thence.read.reading import DEFAULT, Options, Reading, finding, moved
from thence.read.tables import Cell, records_of
from thence.read.txt import describe

__all__ = ["read_docx"]

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STRICT = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_CORE = {
    "{http://purl.org/dc/elements/1.1/}title": "title",
    "{http://purl.org/dc/elements/1.1/}creator": "author",
    "{http://purl.org/dc/terms/}created": "created",
    "{http://purl.org/dc/terms/}modified": "modified",
    "{http://purl.org/dc/elements/1.1/}subject": "subject",
}
_GONE = frozenset(
    {"del", "moveFrom", "instrText", "delText", "rPr", "pPr", "sectPr", "tblPr", "trPr", "tcPr", "tblGrid"}
)
# Content controls, accepted changes and the first of alternatives are looked through.
_THROUGH = frozenset({"sdt", "sdtContent", "ins", "moveTo", "customXml", f"{_MC}AlternateContent", f"{_MC}Choice"})
_HEADING = re.compile(r"heading ?(\d)$", re.IGNORECASE)


def read_docx(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read a Word document as it looks with all changes accepted.

    Insertions are text, deletions are not (a finding counts them). Footnotes, headers, footers, text boxes and
    comments are blocks of their own part, notes after the paragraph that refers to them. Merged cells count once.
    What the file's properties say of title, author and date is in ``meta`` only. There is no byte map.
    """
    package = Package(data, path)
    root = package.xml("word/document.xml")
    body = root.find(f"{_W}body") if root is not None else None
    if body is None:
        raise InputError(
            "TH502",
            "no Word document inside",
            at=Location(path),
            hint="save it again as .docx"
            if root is None or _STRICT not in root.tag
            else "save it as .docx, not strict",
        )
    work = _Work(package, path)
    work.read(body)
    return work.reading()


@dataclass(slots=True)
class _Work:
    """One document being read."""

    package: Package
    path: str
    parts: list[str] = field(default_factory=list)
    length: int = 0
    blocks: list[Block] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    styles: Mapping[str, str] = field(default_factory=dict)
    targets: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[tuple[str, str], Element] = field(default_factory=dict)
    deleted: int = 0
    tables: int = 0
    heading: str = ""
    waiting: list[tuple[str, Element]] = field(default_factory=list)

    def read(self, body: Element) -> None:
        """Read headers, body and footers."""
        self.styles = _styles(self.package.xml("word/styles.xml"))
        self.notes = {
            (kind, note.get(f"{_W}id", "")): note
            for kind in ("footnote", "endnote")
            if (root := self.package.xml(f"word/{kind}s.xml")) is not None
            for note in root
            if note.get(f"{_W}type", "normal") == "normal"
        }
        for kind in ("header", "footer"):
            for name in sorted(self.package.names):
                if re.fullmatch(rf"word/{kind}\d*\.xml", name):
                    self._story(self.package.xml(name), name, kind)
        self._story(body, "word/document.xml", "")
        self._comments()

    def reading(self) -> Reading:
        """Return what was read."""
        text = "".join(self.parts)
        own = [block for block in self.blocks if not block.part]
        about = describe(text, own, self.records)
        core = self.package.xml("docProps/core.xml")
        meta = [
            (_CORE[item.tag], " ".join(item.text.split()))
            for item in (core if core is not None else ())
            if item.tag in _CORE and item.text and item.text.strip()
        ]
        findings: list[Finding] = []
        if self.deleted:
            findings.append(
                finding(
                    "TH529",
                    self.path,
                    f"{self.deleted} deleted passages (tracked changes) are not read",
                    severity=Severity.INFO,
                )
            )
        return Reading(
            text,
            blocks=tuple(self.blocks),
            records=tuple(sorted(self.records, key=lambda record: (record.span.start, -record.span.end))),
            links=tuple(self.links),
            title=about.title,
            date=about.date,
            date_span=about.date_span,
            author=about.author,
            meta=tuple(sorted(meta)),
            findings=tuple(findings),
        )

    def _story(self, root: Element | None, name: str, part: str) -> None:
        if root is None:
            return
        folder, _, file = name.rpartition("/")
        relations = self.package.xml(f"{folder}/_rels/{file}.rels")
        self.targets = {
            item.get("Id", ""): item.get("Target", "") for item in (relations if relations is not None else ())
        }
        self._container(root, part)

    def _comments(self) -> None:
        root = self.package.xml("word/comments.xml")
        for comment in root if root is not None else ():
            first = len(self.blocks)
            self._container(comment, "comment")
            date = (comment.get(f"{_W}date") or "")[:10]
            for index in range(first, len(self.blocks)):
                self.blocks[index] = replace(
                    self.blocks[index],
                    voice=comment.get(f"{_W}author") or None,
                    date=date if re.fullmatch(r"\d{4}-\d{2}-\d{2}", date) else None,
                )

    def _container(self, root: Element, part: str) -> None:
        """Read the paragraphs and tables of a body, cell, note or box, in order."""
        for element in _members(root):
            if element.tag == f"{_W}p":
                self._paragraph(element, part)
            else:
                self._table(element, part)

    def _write(self, text: str) -> Span:
        begin = self.length
        self.parts.append(text)
        self.length += len(text)
        return Span(begin, self.length)

    def _open(self, separator: str) -> None:
        if self.length:
            self._write(separator)

    def _paragraph(self, paragraph: Element, part: str) -> None:
        self._open("\n")
        span, words = self._inline(paragraph)
        stripped = words.strip()
        if stripped:
            begin = span.start + len(words) - len(words.lstrip())
            place = Span(begin, begin + len(stripped))
            kind, level = self._kind(paragraph)
            if kind is BlockKind.HEADING and not part:
                self.heading = " ".join(stripped.split())
            if kind is BlockKind.PARAGRAPH:
                self._prose(stripped, place, part)
            else:
                self.blocks.append(Block(place, kind, level=level, part=part))
        waiting, self.waiting = self.waiting, []
        for name, root in waiting:
            self._container(root, name)

    def _prose(self, words: str, place: Span, part: str) -> None:
        for piece in key_runs(words, Span(0, len(words))):
            if not isinstance(piece, KeyRun):
                span = Span(place.start + piece.start, place.start + piece.end)
                self.blocks.append(Block(span, BlockKind.PARAGRAPH, part=part))
                continue
            record = moved(piece.record, place.start)
            last = self.records[-1] if self.records else None
            if last and last.kind is record.kind and self.blocks and self.blocks[-1].span == last.span:
                # Key: value lines that are paragraphs of their own belong together.
                whole = Span(last.span.start, record.span.end)
                self.records[-1] = replace(last, span=whole, fields=(*last.fields, *record.fields))
                self.blocks[-1] = replace(self.blocks[-1], span=whole)
            else:
                self.records.append(record)
                self.blocks.append(Block(record.span, BlockKind.FURNITURE, part=part))

    def _kind(self, paragraph: Element) -> tuple[BlockKind, int]:
        properties = paragraph.find(f"{_W}pPr")
        if properties is None:
            return BlockKind.PARAGRAPH, 0
        style = _value(properties.find(f"{_W}pStyle"))
        name = self.styles.get(style, style).lower()
        if name == "title":
            return BlockKind.HEADING, 1
        if match := _HEADING.match(name):
            return BlockKind.HEADING, min(max(int(match[1]), 1), 6)
        outline = _value(properties.find(f"{_W}outlineLvl"))
        if outline.isdigit() and int(outline) < 6:
            return BlockKind.HEADING, int(outline) + 1
        numbers = properties.find(f"{_W}numPr")
        if numbers is not None and _value(numbers.find(f"{_W}numId")) != "0":
            level = _value(numbers.find(f"{_W}ilvl"))
            return BlockKind.ITEM, min(int(level) + 1 if level.isdigit() else 1, 6)
        if name.startswith("list "):
            return BlockKind.ITEM, int(name[-1]) if name[-1] in "23456" else 1
        if name in ("quote", "intense quote"):
            return BlockKind.QUOTED, 1
        return BlockKind.PARAGRAPH, 0

    def _inline(self, paragraph: Element) -> tuple[Span, str]:
        """Write the words of a paragraph; notes and boxes it holds wait until it is done."""
        begin = self.length
        words: list[str] = []
        for child in paragraph:
            self._run(child, words)
        return Span(begin, self.length), "".join(words)

    def _say(self, text: str, words: list[str]) -> None:
        self._write(text)
        words.append(text)

    def _run(self, element: Element, words: list[str]) -> None:
        tag = element.tag.removeprefix(_W)
        if tag == "t":
            self._say((element.text or "").replace("\r\n", "\n").replace("\r", "\n"), words)
        elif tag == "tab":
            self._say("\t", words)
        elif tag in ("br", "cr"):
            if element.get(f"{_W}type", "textWrapping") == "textWrapping":
                self._say("\n", words)
        elif tag == "noBreakHyphen":
            self._say("-", words)
        elif tag in ("footnoteReference", "endnoteReference"):
            kind = tag.removesuffix("Reference")
            note = self.notes.get((kind, element.get(f"{_W}id", "")))
            if note is not None:
                self.waiting.append((kind, note))
        elif tag == "txbxContent":
            self.waiting.append(("text box", element))
        elif tag in ("del", "moveFrom"):
            self.deleted += _deleted(element)
        elif tag == "hyperlink":
            start = self.length
            for child in element:
                self._run(child, words)
            target = self.targets.get(element.get(f"{_R}id", ""), "")
            if anchor := element.get(f"{_W}anchor"):
                target = f"{target}#{anchor}"
            if target and self.length > start:
                self.links.append(Link(Span(start, self.length), target))
        elif tag in _GONE or element.tag == f"{_MC}Fallback":
            return
        else:
            for child in element:
                self._run(child, words)

    def _table(self, table: Element, part: str) -> None:
        self.tables += 1
        number = self.tables
        rows: list[list[Cell]] = []
        marked = False
        nested: list[Element] = []
        above: dict[int, int] = {}
        spans: list[Span] = []
        for line in _rows(table):
            self._open("\n")
            begin = self.length
            properties = line.find(f"{_W}trPr")
            if not rows and properties is not None and properties.find(f"{_W}tblHeader") is not None:
                marked = True
            row: list[Cell] = []
            column = 0
            for item in _cells(line):
                across, merged = _merge(item)
                if merged == "continue" and column in above:
                    # A cell that goes on with the one above it: counted once, there.
                    cells = rows[above[column]]
                    index = next((i for i, cell in enumerate(cells) if cell.down and _column(cells, i) == column), None)
                    if index is not None:
                        cells[index] = replace(cells[index], down=len(rows) - above[column] + 1)
                    column += across
                    continue
                if row:
                    self._write(" | ")
                row.append(self._cell(item, across, nested))
                if merged == "restart":
                    above[column] = len(rows)
                else:
                    above.pop(column, None)
                column += across
            if self.length > begin:
                spans.append(Span(begin, self.length))
            rows.append(row)
        grid = records_of(rows, table=number, title=self.heading, marked=marked)
        if grid.is_data:
            self.records.extend(grid.records)
            self.blocks.extend(Block(span, BlockKind.FURNITURE, part=part) for span in spans)
        else:
            for cell in (cell for row in rows for cell in row if cell.text):
                self.blocks.append(Block(cell.span, BlockKind.PARAGRAPH, part=part))
        waiting, self.waiting = self.waiting, []
        for name, root in waiting:
            self._container(root, name)
        for inner in nested:
            self._table(inner, part)

    def _cell(self, cell: Element, across: int, nested: list[Element]) -> Cell:
        begin = self.length
        words: list[str] = []
        for element in _members(cell):
            if element.tag == f"{_W}tbl":
                nested.append(element)
                continue
            if words and self.length > begin:
                self._say("\n", words)
            words.append(self._inline(element)[1])
        text = "".join(words)
        start = begin + len(text) - len(text.lstrip())
        end = begin + len(text.rstrip())
        return Cell(Span(min(start, end), end), " ".join(text.split()), False, across)


def _members(root: Element) -> Iterator[Element]:
    """Yield the paragraphs and tables directly inside, looking through content controls and accepted changes."""
    for child in root:
        tag = child.tag.removeprefix(_W)
        if tag in ("p", "tbl"):
            yield child
        elif tag in _THROUGH:
            yield from _members(child)


def _rows(table: Element) -> Iterator[Element]:
    for child in table:
        tag = child.tag.removeprefix(_W)
        if tag == "tr":
            properties = child.find(f"{_W}trPr")
            if properties is None or properties.find(f"{_W}del") is None:
                yield child
        elif tag in ("sdt", "sdtContent", "ins", "customXml"):
            yield from _rows(child)


def _cells(row: Element) -> Iterator[Element]:
    for child in row:
        tag = child.tag.removeprefix(_W)
        if tag == "tc":
            yield child
        elif tag in ("sdt", "sdtContent", "ins", "customXml"):
            yield from _cells(child)


def _merge(cell: Element) -> tuple[int, str]:
    """Return how many columns a cell takes, and whether it starts or goes on with a vertical merge."""
    properties = cell.find(f"{_W}tcPr")
    if properties is None:
        return 1, ""
    across = _value(properties.find(f"{_W}gridSpan"))
    merge = properties.find(f"{_W}vMerge")
    merged = "" if merge is None else merge.get(f"{_W}val", "continue")
    return (min(int(across), 100) if across.isdigit() and 0 < len(across) < 4 else 1) or 1, merged


def _column(cells: list[Cell], index: int) -> int:
    return sum(cell.across for cell in cells[:index])


def _deleted(element: Element) -> int:
    return int(any((item.text or "").strip() for item in element.iter()))


def _value(element: Element | None) -> str:
    return "" if element is None else element.get(f"{_W}val", "")


def _styles(root: Element | None) -> dict[str, str]:
    names = {}
    for style in root.iter(f"{_W}style") if root is not None else ():
        name = _value(style.find(f"{_W}name"))
        names[style.get(f"{_W}styleId", "")] = name
    return names
