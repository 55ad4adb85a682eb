"""Pages laid out to one rendition: paragraphs whole over columns and pages, tables as records, hyphens on the side."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from thence.model.boxes import WordBoxes
from thence.model.document import Block, BlockKind, Doubt, Field, Join, Page, Record, RecordKind, Span
from thence.read.joins import joins
from thence.read.keys import KeyRun, key_runs
from thence.read.layout_between import CAPTION
from thence.read.layout_paragraphs import Line, Paragraph
from thence.read.layout_sides import SIDEWAYS
from thence.read.pdf_chains import chains
from thence.read.pdf_sheets import Grid, Laid
from thence.read.pdf_struck import spans_of, whole, without_struck
from thence.read.raised import is_mark, raised
from thence.read.reading import moved

__all__ = ["Flow"]

_ITEM = re.compile(
    r"(?:\(?\d{1,3}[.)]|\d{1,3}(?:\.\d{1,3})+(?:\.|(?=[ \n]+[^\W\d_a-z]))|\(?[a-z]\)|[a-z]\."
    r"|[-•*–‣◦▪➢→✓❖□☒])[ \n]+(?=\S)"
)
"""A number of several parts, unlike a figure with its unit, has a stop or a capital behind it."""
_HYPHENS = ("-", "\xad", "‐")
_STOPS = frozenset(".,;:!?”’)")
_LONGEST = 150
"""Characters of a heading."""
_DOUBTFUL = 0.4
_NUMBER = re.compile(r"[-+(]?[€$£]?\s?\d[\d.,'’\s/:%-]*\)?%?$")


@dataclass(slots=True)
class Flow:
    """The rendition in the making.   usual: the height of the body's type."""

    usual: float = 10.0
    parts: list[str] = field(default_factory=list)
    length: int = 0
    blocks: list[Block] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    joins: list[Join] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    cuts: list[Span] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    _prose: list[Span] = field(default_factory=list)
    _breaks: list[Span] = field(default_factory=list)
    _marks: dict[int, frozenset[str]] = field(default_factory=dict)
    _struck: set[int] = field(default_factory=set)
    _starts: dict[int, int] = field(default_factory=dict)
    _lines: dict[int, list[tuple[int, Sequence[Line]]]] = field(default_factory=dict)
    _tables: int = 0
    _last: tuple[Grid, tuple[tuple[str, ...], ...], dict[int, Field]] | None = None
    _row: int = 0
    _titled: str = ""
    _begun: bool = False
    _indents: list[float] = field(default_factory=list)

    def write(self, laid: Sequence[Laid]) -> str:
        """Write the pages; returns the rendition."""
        tails, taken = chains(laid)
        self._marks = {
            page.sheet.number: frozenset(note.part.rpartition(" ")[2] for note in page.notes)
            for page in laid
            if page.sheet.text.raised
        }
        self._struck = {page.sheet.number for page in laid if page.sheet.text.struck}
        for page in laid:
            self._page(page, tails, taken)
        text = "".join(self.parts)
        self.joins = _apart([*self.joins, *joins(text, sorted(self._prose), breaks=self._breaks)])
        self._spans(laid, text)
        if self.cuts:
            self.cuts = whole(text, self.cuts)
            self.blocks, self.records, self.joins = without_struck(
                text, self.blocks, self.records, self.joins, self.cuts
            )
        return text

    def _spans(self, laid: Sequence[Laid], text: str) -> None:
        starts = []
        at = len(text)
        for page in reversed(laid):
            at = min(at, self._starts.get(page.sheet.number, at))
            starts.append(at)
        starts.reverse()
        for page, begin, end in zip(laid, starts, [*starts[1:], len(text)], strict=True):
            stop = end
            while stop > begin and text[stop - 1] in " \n|":
                stop -= 1
            boxes = WordBoxes(self._lines.get(page.sheet.number, []))
            self.pages.append(Page(page.sheet.number, Span(begin, stop), boxes))

    def _page(self, page: Laid, tails: dict[int, Paragraph], taken: set[int]) -> None:
        number = page.sheet.number
        body = [item for item in page.body if id(item) not in taken]
        if self.length:
            self._write("\n" if self.parts[-1].endswith("\n") else "\n\n")
        for paragraph in page.header:
            self._furniture(paragraph, number)
        leaves = (at for at, item in enumerate(body) if id(item) in tails and self._leaves(item, tails, number))
        open_at = next(leaves, None)
        last = [body.pop(open_at)] if open_at is not None else []
        for item in body:
            self._item(item, number, tails)
        for note in page.notes:
            self._note(note, number)
        for paragraph in page.footer:
            self._furniture(paragraph, number)
        for item in last:
            self._item(item, number, tails)

    def _leaves(self, item: Paragraph | Grid, tails: dict[int, Paragraph], number: int) -> bool:
        """Return whether a paragraph ends on a later page."""
        while id(item) in tails:
            item = tails[id(item)]
            if item.page != number:
                return True
        return False

    def _item(self, item: Paragraph | Grid, number: int, tails: dict[int, Paragraph]) -> None:
        if isinstance(item, Grid):
            self._table(item, number)
            return
        pieces = [item]
        while id(pieces[-1]) in tails:
            pieces.append(tails[id(pieces[-1])])
        self._paragraph(pieces, number)

    def _write(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def _open(self) -> None:
        if self.parts and self.parts[-1][-1] != "\n":
            self._write("\n")

    def _text(self, pieces: Sequence[Paragraph]) -> Span:
        """Write the lines of paragraphs that are one."""
        self._open()
        begin = self.length
        for piece in pieces:
            if self.length > begin:
                self._write("\n")
            self._lines_of(piece.lines, piece.page)
        span = Span(begin, self.length)
        self._prose.append(span)
        return span

    def _lines_of(self, lines: Sequence[Line], number: int) -> None:
        """Write lines of one page, with line breaks between them."""
        begin = self.length
        if number not in self._starts:
            self._starts[number] = begin
            self._lines[number] = []
        self._lines[number].append((begin, lines))
        text = "\n".join([line.text for line in lines])
        self.parts.append(text)
        self.length += len(text)
        if number in self._marks or number in self._struck or "\ufffd" in text:
            for line in lines:
                if number in self._struck:
                    places = spans_of(line.text.split(" "), line.source.struck(line.first, line.end))
                    self.cuts += [Span(begin + start, begin + end) for start, end in places]
                if "\ufffd" in line.text:
                    self._doubt(line.text, begin)
                if number in self._marks:
                    self._references(line, begin, self._marks[number])
                begin += len(line.text) + 1

    def _doubt(self, text: str, begin: int) -> None:
        """Note a line with characters that mean nothing."""
        count = text.count("\ufffd")
        what = "1 character" if count == 1 else f"{count} characters"
        why = f"{what} of the line without meaning in the file's fonts"
        self.doubts.append(Doubt(Span(begin, begin + len(text)), why, _DOUBTFUL))

    def _references(self, line: Line, begin: int, marks: frozenset[str]) -> None:
        """Note the small figures that stand higher: those that mark notes are no words, others are powers."""
        for offset, length in line.source.raised(line.first, line.end):
            mark, before = line.text[offset : offset + length], line.text[max(0, offset - 24) : offset]
            leads = (mark in marks and not before[-1:].isdigit()) or before[-1:] in _STOPS
            small = "" if leads or is_mark(before, mark) else raised(mark)
            self.joins.append(Join(Span(begin + offset, begin + offset + length), small))

    def _furniture(self, paragraph: Paragraph, number: int) -> None:
        span = self._text([paragraph])
        self.blocks.append(Block(span, BlockKind.FURNITURE, page=number, part=paragraph.part))

    def _note(self, note: Paragraph, number: int) -> None:
        span = self._text([note])
        mark = note.part.removeprefix("footnote").strip()
        begin = span.start
        if mark and note.text.startswith((mark, f"({mark}")):
            rest = note.text[len(mark) + note.text.startswith("(") :]
            begin += len(note.text) - len(rest.lstrip(".) \n"))
        self.blocks.append(Block(Span(begin, span.end), BlockKind.PARAGRAPH, page=number, part=note.part))

    def _paragraph(self, pieces: Sequence[Paragraph], number: int) -> None:
        span = self._text(pieces)
        self._last = None
        words = self.parts[-1] if len(pieces) == 1 else "\n".join([piece.text for piece in pieces])
        first, self._begun = not self._begun, True
        if len(words) <= _LONGEST and len(pieces) == 1 and _is_heading(words, pieces[0], self.usual, first=first):
            self.blocks.append(Block(span, BlockKind.HEADING, level=1 if first else 2, page=number))
            return
        if (not words[0].isalpha() or words[1:2] in (")", ".")) and (item := _ITEM.match(words)):
            level = self._level(pieces[0].lines[0].left, 0.3 * pieces[0].height)
            place = Span(span.start + item.end(), span.end)
            self.blocks.append(Block(place, BlockKind.ITEM, level=level, page=number))
            return
        if ":" not in words or CAPTION.match(words):
            self.blocks.append(Block(span, BlockKind.PARAGRAPH, page=number))
            return
        for part in key_runs(words, Span(0, len(words))):
            if isinstance(part, KeyRun):
                self._keys(part.record, span.start, number)
            else:
                place = Span(span.start + part.start, span.start + part.end)
                self.blocks.append(Block(place, BlockKind.PARAGRAPH, page=number))

    def _level(self, left: float, near: float) -> int:
        """Return the depth of a list's item by how far in it begins, beside the items right above."""
        last = self.blocks[-1].kind if self.blocks else None
        if last is not BlockKind.ITEM:
            self._indents = []
        while self._indents and left < self._indents[-1] - near:
            self._indents.pop()
        if not self._indents or left > self._indents[-1] + near:
            self._indents.append(left)
        return min(len(self._indents), 6)

    def _keys(self, record: Record, by: int, page: int) -> None:
        record = moved(record, by)
        last = self.records[-1] if self.records else None
        if last and last.kind is RecordKind.KEYS and last.page == page and self.blocks[-1].span == last.span:
            whole = Span(last.span.start, record.span.end)
            self.records[-1] = replace(last, span=whole, fields=(*last.fields, *record.fields))
            self.blocks[-1] = replace(self.blocks[-1], span=whole)
            return
        self.records.append(replace(record, page=page))
        self.blocks.append(Block(record.span, BlockKind.FURNITURE, page=page))

    def _table(self, grid: Grid, page: int) -> None:
        said = tuple(tuple(line.text for _, _, line in row) for row in grid.rows)
        heads = said[: grid.heads]
        goes_on = self._last is not None and _goes_on(self._last, grid, heads)
        if not goes_on:
            self._tables += 1
            self._row = 0
            self._titled = self._title()
        names: dict[int, Field] = self._last[2] if goes_on and self._last else {}
        skipped = 0 if goes_on and self._last and heads != self._last[1] else grid.heads
        if skipped:
            names = self._headers(grid, page, keep=names)
        for row in grid.rows[skipped:]:
            whole, cells = self._cells(row, page)
            self._row += 1
            fields = tuple(
                replace(names.get(column, Field("", span, column + 1)), value=span) for column, _, span in cells
            )
            self.records.append(Record(RecordKind.ROW, whole, fields, self._tables, self._row, self._titled, page))
        if not goes_on or skipped:
            self._last = (grid, heads, names)

    def _headers(self, grid: Grid, page: int, *, keep: dict[int, Field]) -> dict[int, Field]:
        """Write the header rows; returns each column's name, without a value."""
        above: dict[int, list[tuple[str, Span]]] = {}
        for row in grid.rows[: grid.heads]:
            _, cells = self._cells(row, page)
            for (_, covers, line), (column, _, span) in zip(row, cells, strict=True):
                for under in range(column, column + covers):
                    above.setdefault(under, []).append((line.text, span))
        if keep:
            return keep
        names = {}
        for column, path in above.items():
            words = tuple(text for text, _ in path)
            names[column] = Field(" ".join(words), Span(0, 0), column + 1, path[-1][1], words if grid.heads > 1 else ())
        return names

    def _cells(self, row: Sequence[tuple[int, int, Line]], page: int) -> tuple[Span, list[tuple[int, int, Span]]]:
        self._open()
        begin = self.length
        cells = []
        for order, (column, covers, line) in enumerate(row):
            if order:
                self._write(" | ")
            place = self.length
            self._lines_of([line], page)
            cells.append((column, covers, Span(place, self.length)))
        whole = Span(begin, self.length)
        self.blocks.append(Block(whole, BlockKind.FURNITURE, page=page))
        return whole, cells

    def _title(self) -> str:
        """Return the short block right above, without its number: what a table is called."""
        block = next((block for block in reversed(self.blocks) if block.part not in ("header", "footer")), None)
        if block is None or block.kind is BlockKind.FURNITURE or (block.level > 1 and block.kind is BlockKind.ITEM):
            return ""
        tail = "".join(self.parts[-200:])
        words = " ".join(tail[len(tail) - (self.length - block.span.start) :][: len(block.span)].split())
        words = _ITEM.sub("", words, count=1) if _ITEM.match(words) else words
        return words if len(words) <= 100 and not words.endswith((".", ";")) else ""


def _is_heading(words: str, piece: Paragraph, usual: float, *, first: bool) -> bool:
    if words.endswith((".", ";", ",")) or words[0] in "•‣◦▪➢→✓❖□☒":
        return False
    if piece.height > 1.15 * usual and len(piece.lines) <= 3:
        # Letters of other scripts are taller in the same line.
        return piece.height > 1.4 * usual or len(piece.lines) > 1 or SIDEWAYS.search(words) is None
    if piece.bold and piece.height > 0.94 * usual and not words.endswith(":") and not _NUMBER.match(words):
        return True
    if len(piece.lines) > 1:
        return False
    return first or (words.isupper() and len(words) > 3)


def _apart(joins: Sequence[Join]) -> list[Join]:
    """Return joins in order, without those that lie in another."""
    out: list[Join] = []
    for join in sorted(joins):
        if not out or join.span.start >= out[-1].span.end:
            out.append(join)
    return out


def _goes_on(
    last: tuple[Grid, tuple[tuple[str, ...], ...], dict[int, Field]], grid: Grid, heads: tuple[tuple[str, ...], ...]
) -> bool:
    """Return whether a table is the rest of the one before: the same header, or the same columns and no header."""
    before, names, _ = last
    if len(before.edges) != len(grid.edges):
        return False
    if names == heads:
        return True
    near = all(abs(one - other) < 4 for one, other in zip(before.edges, grid.edges, strict=True))
    return near and any(_NUMBER.match(text) for text in heads[0])
