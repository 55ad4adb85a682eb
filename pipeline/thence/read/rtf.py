"""RTF: what its reader sees, with headers, notes, boxes and comments apart, each character with its bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import groupby

from thence.model.document import Block, BlockKind, Link, Record, Span
from thence.model.finding import Finding
from thence.read.deletions import deletion_findings
from thence.read.keys import KeyRun, key_runs
from thence.read.office import NotShown, office_findings
from thence.read.reading import DEFAULT, Options, Reading, finding, moved
from thence.read.rtf_codes import packed_date
from thence.read.rtf_story import Item, Paragraph, Piece, Table
from thence.read.rtf_walk import Rtf
from thence.read.source import Runs
from thence.read.story import joins_of
from thence.read.tables import Cell, records_of
from thence.read.txt import describe

__all__ = ["read_rtf"]

_BULLET = re.compile(r"[\u2022\u2023\u25aa\u25cf\u2043*-][ \t]+(?=\S)")
_TYPED = re.compile(r"(?:[\u2013\u2014\u25e6o\u00b7]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxlcIVXLC]{1,6})[.)])\t[ \t]*(?=\S)")
"""What stands before an item that hangs, where the list was typed."""


def read_rtf(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read an RTF document as it looks with all changes accepted.

    Deleted passages stand apart as deleted, after their paragraph; hidden text is left out and counted. Footnotes,
    endnotes, comments and text boxes follow the paragraph that refers to them, as blocks of their own part, like
    headers and footers. Merged cells count once. What the file's properties say of title, author and date is in
    ``meta`` only. The byte map leads to the bytes that yield each character; escapes are atomic.
    Raises InputError: TH502 for what is no RTF, TH506 for groups nested beyond the limit.
    """
    walk = Rtf(data, path, options.limits.depth)
    items = walk.run()
    laid = _Laid(walk.people)
    for item in items:
        laid.item(item)
    text = "".join(laid.parts)
    own = [block for block in laid.blocks if not block.part]
    about = describe(text, own, laid.records)
    return Reading(
        text,
        laid.runs.freeze(),
        walk.encoding,
        tuple(laid.blocks),
        tuple(sorted(laid.records, key=lambda record: (record.span.start, -record.span.end))),
        tuple(sorted(laid.links, key=lambda link: (link.span.start, link.span.end, link.target))),
        title=about.title,
        date=about.date,
        date_span=about.date_span,
        author=about.author,
        meta=tuple(sorted((name, said) for name, said in walk.meta.items() if not said.startswith("0000-"))),
        joins=joins_of(text),
        findings=tuple(_findings(walk, laid, text, path)),
    )


def _findings(walk: Rtf, laid: _Laid, text: str, path: str) -> list[Finding]:
    found = []
    if walk.unclosed:
        found.append(
            finding(
                "TH528",
                path,
                f"the file is cut off: {walk.unclosed} groups are still open at its end",
                hint="get the file again; what stands before the end was read",
            )
        )
    if walk.rest:
        found.append(
            finding(
                "TH528",
                path,
                f"{walk.rest} bytes after the last brace were not read",
                hint="open the file with a word processor and save it again",
            )
        )
    if walk.bad:
        found.append(
            finding(
                "TH522",
                path,
                f"{walk.bad} characters are none in the code page of their font and stand as U+FFFD",
                hint="save the file again with a word processor",
            )
        )
    found += deletion_findings(path, text, laid.blocks)
    return [*found, *office_findings(path, NotShown(hidden=walk.hidden, pictures=walk.pictures))]


@dataclass(slots=True)
class _Laid:
    """The rendition in the making.   people: who changed the document.   caption: of the table that follows."""

    people: list[str]
    parts: list[str] = field(default_factory=list)
    runs: Runs = field(default_factory=Runs)
    blocks: list[Block] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    heading: str = ""
    caption: str = ""
    tables: int = 0
    numbers: dict[str, int] = field(default_factory=dict)
    depth: int = 0
    struck: list[Paragraph] = field(default_factory=list)

    def item(self, item: Item) -> None:
        """Lay a paragraph or table."""
        if isinstance(item, Table):
            self._table(item)
            self._show_struck()
        else:
            self._separate("\n")
            if item.kind != "caption":
                self.caption = ""
            self._paragraph(item)

    def _separate(self, glue: str) -> None:
        if self.parts and not self.parts[-1].endswith("\n"):
            here = self.runs.ends[-1] if self.runs.ends else 0
            self.parts.append(glue)
            self.runs.add(len(glue), here, here, 0)

    def _write(self, pieces: list[Piece]) -> Span:
        begin = self.runs.length
        for said, start, end, width in pieces:
            self.parts.append(said)
            self.runs.add(len(said), start, end, width)
        return Span(begin, self.runs.length)

    def _paragraph(self, paragraph: Paragraph) -> None:
        """Lay a paragraph: its label, its words, and apart what was deleted from it."""
        part = paragraph.part
        number = paragraph.number = self.numbers[part] = self.numbers.get(part, 0) + 1
        label = self._write(paragraph.label)
        if len(label) and paragraph.pieces and not paragraph.label[-1][0].endswith((" ", "\t")):
            self._separate(" ")
        place, words = self._words(paragraph)
        if words:
            for block in self._blocks(paragraph, place, words):
                self.blocks.append(replace(block, number=number, voice=paragraph.voice, date=paragraph.date))
        if paragraph.struck:
            self.struck.append(paragraph)
            if not self.depth:
                self._show_struck()

    def _show_struck(self) -> None:
        """Lay what was deleted from the paragraphs above, each apart."""
        waiting, self.struck = self.struck, []
        for paragraph in waiting:
            for (cutter, day), struck in groupby(paragraph.struck, key=lambda each: each[1:]):
                self._deleted(paragraph, [piece for piece, _, _ in struck], cutter, day)

    def _deleted(self, paragraph: Paragraph, pieces: list[Piece], cutter: int, day: int) -> None:
        said = "".join(piece[0] for piece in pieces)
        if said.strip():
            self._separate("\n")
            begin = self._write(pieces).start + len(said) - len(said.lstrip())
            place = Span(begin, begin + len(said.strip()))
            voice = self.people[cutter] if 0 < cutter < len(self.people) else ""
            self.blocks.append(
                Block(
                    place,
                    BlockKind.DELETED,
                    part=paragraph.part,
                    number=paragraph.number,
                    voice=voice or None,
                    date=packed_date(str(day)),
                )
            )

    def _words(self, paragraph: Paragraph) -> tuple[Span, str]:
        """Write a paragraph's words; return their place and themselves, without white space around."""
        begin = self.runs.length
        starts = [begin]
        for piece in paragraph.pieces:
            self._write([piece])
            starts.append(self.runs.length)
        said = "".join(piece[0] for piece in paragraph.pieces)
        for first, last, target in paragraph.links:
            words = said[starts[first] - begin : starts[last] - begin]
            start = starts[first] + len(words) - len(words.lstrip())
            if words.strip() or first == last:
                self.links.append(Link(Span(start, start + len(words.strip())), target))
        start = begin + len(said) - len(said.lstrip())
        words = said.strip()
        return Span(start, start + len(words)), words

    def _blocks(self, paragraph: Paragraph, place: Span, words: str) -> list[Block]:
        part = paragraph.part
        if paragraph.kind == "heading":
            if not part:
                self.heading = " ".join(words.split())
            return [Block(place, BlockKind.HEADING, level=min(paragraph.level, 6), part=part)]
        if paragraph.kind == "quoted":
            return [Block(place, BlockKind.QUOTED, level=1, part=part)]
        if paragraph.kind == "caption":
            self.caption = " ".join(words.split())
        if paragraph.kind in ("contents", "caption"):
            return [Block(place, BlockKind.FURNITURE, part=part)]
        if paragraph.kind == "code":
            return [Block(place, BlockKind.CODE, part=part)]
        bullet = _BULLET.match(words) or (_TYPED.match(words) if paragraph.hangs else None)
        if paragraph.kind == "item" or bullet:
            begin = place.start + (bullet.end() if bullet else 0)
            level = min(max(paragraph.level or paragraph.hangs, 1), 6)
            return [Block(Span(begin, place.end), BlockKind.ITEM, level=level, part=part)]
        return self._prose(words, place, part)

    def _prose(self, words: str, place: Span, part: str) -> list[Block]:
        """Return the blocks of a paragraph; ``Key: value`` paragraphs in a row are one record."""
        blocks = []
        for piece in key_runs(words, Span(0, len(words))):
            if not isinstance(piece, KeyRun):
                span = Span(place.start + piece.start, place.start + piece.end)
                blocks.append(Block(span, BlockKind.PARAGRAPH, part=part))
                continue
            record = moved(piece.record, place.start)
            last = self.records[-1] if self.records else None
            if last and last.kind is record.kind and not blocks and self.blocks and self.blocks[-1].span == last.span:
                whole = Span(last.span.start, record.span.end)
                self.records[-1] = replace(last, span=whole, fields=(*last.fields, *record.fields))
                blocks.append(replace(self.blocks.pop(), span=whole))
            else:
                self.records.append(record)
                blocks.append(Block(record.span, BlockKind.FURNITURE, part=part))
        return blocks

    def _table(self, table: Table) -> None:
        """Lay a table; its records, or the blocks of its cells where it only lays out a page."""
        blocks, records, heading, caption = self.blocks, self.records, self.heading, self.caption
        self.caption = ""
        self.depth += 1
        self.blocks, self.records = [], []
        rows: list[list[Cell]] = []
        numbers: list[int] = []
        for row in table.rows:
            numbers.append(self.numbers.get(table.part, 0) + 1)
            cells: list[Cell] = []
            for order, cell in enumerate(row):
                self._separate(" | " if order else "\n")
                begin = self.runs.length
                mark = len(self.parts)
                for inner in cell.items:
                    if isinstance(inner, Table):
                        self._table(inner)
                    else:
                        if self.runs.length > begin:
                            self._separate("\n")
                        self._paragraph(inner)
                said = "".join(self.parts[mark:])
                start = begin + len(said) - len(said.lstrip())
                words = said.strip()
                span = Span(start, start + len(words)) if words else Span(begin, begin)
                cells.append(Cell(span, " ".join(words.split()), cell.header, cell.across, cell.down))
            rows.append(cells)
        nested = [record for record in self.records if record.table is not None]
        inside, own = self.blocks, self.records
        self.depth -= 1
        self.blocks, self.records, self.heading = blocks, records, heading
        title, self.caption = caption or self.heading, ""
        grid = records_of(rows, table=self.tables + 1, title=title)
        if not grid.is_data:
            self.blocks += inside
            self.records += own
            return
        self.tables += 1
        self.records += [*nested, *(replace(record, part=record.part or table.part) for record in grid.records)]
        for number, cells in zip(numbers, rows, strict=True):
            if cells and len(span := Span(cells[0].span.start, cells[-1].span.end)):
                self.blocks.append(Block(span, BlockKind.FURNITURE, part=table.part, number=number))
