"""Markdown: front matter, headings, paragraphs, items, tables, quotations; plain words with the bytes of the file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from thence.model.document import Block, BlockKind, Field, Link, Record, RecordKind, Span
from thence.model.finding import Finding
from thence.read.dates import iso_date
from thence.read.draft import Draft
from thence.read.front_matter import FrontMatter, read_front_matter
from thence.read.inline import render_inline
from thence.read.keys import KeyRun, key_runs
from thence.read.quoted import Line, attribution, quoted_blocks
from thence.read.reading import DEFAULT, Options, Reading, moved, source_findings
from thence.read.source import Source, decode
from thence.read.txt import describe

__all__ = ["read_md"]

_ATX = re.compile(r" {0,3}(?P<marks>#{1,6})(?:[ \t]+(?P<words>.*?))?(?:[ \t]+#+)?[ \t]*$")
_SETEXT = re.compile(r" {0,3}(?:(?P<one>=+)|-+)[ \t]*$")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})(?P<info>[^`\n]*)$")
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX/-]\][ \t]+)?(?=\S)")
_QUOTE = re.compile(r"[ ]{0,3}>(?:[ \t]?>)*[ \t]?")
_CALLOUT = re.compile(r"\[![\w-]+\][+-]?[ \t]*")
_SPLIT = re.compile(r"[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)*[ \t]*:?-+:?[ \t]*\|?[ \t]*$")
_DEFINITION = re.compile(
    r" {0,3}\[(?P<label>[^\[\]^][^\[\]]{0,200})\]:[ \t]*<?(?P<target>\S+?)>?(?:[ \t]+[\"'(].*)?[ \t]*$"
)
_FOOTNOTE = re.compile(r" {0,3}\[\^[^\]\s]{1,60}\]:[ \t]*")
_CELL = re.compile(r"(?:\\.|`[^`\n]*`|\[\[[^\[\]\n]*\]\]|[^|\\])*")
_COMMENT = re.compile(r"[ \t]{0,3}<!--.*?(?:-->[ \t]*|\Z)(?=\n|\Z)|[ \t]*%%.*?(?:%%[ \t]*|\Z)(?=\n|\Z)", re.DOTALL)
_HTML_LINE = re.compile(
    r" {0,3}</?(?:div|section|details|summary|center|table|thead|tbody|tr|p|br|hr|img|a|span)\b[^>\n]*>[ \t]*$"
)


def read_md(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read Markdown as a reader sees it; each visible character keeps its bytes.

    Front matter is a record (title, aliases, date, author, id); tables are a record a row under the heading above;
    links and wiki links are noted with what they point to; quotations have their own voice.
    """
    source = decode(data)
    work = _Work(source, path)
    front = read_front_matter(source.text, path)
    at = 0
    if front is not None:
        at = front.end
        work.front(front)
    work.read(at, len(source.text))
    return work.reading(front)


@dataclass(slots=True)
class _Work:
    """One Markdown file being read."""

    source: Source
    path: str
    draft: Draft = field(default_factory=Draft)
    blocks: list[Block] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    references: Mapping[str, str] = field(default_factory=dict)
    reached: int = 0
    tables: int = 0
    heading: str = ""
    introduced: tuple[str | None, str | None] | None = None

    def front(self, front: FrontMatter) -> None:
        """Keep front matter in the rendition as written, as a record and no prose."""
        if front.finding:
            self.findings.append(front.finding)
        span = self.draft.keep(self.source, 0, front.end)
        self.reached = front.end
        stop = span.start + len(self.source.text[: front.end].rstrip())
        self.blocks.append(Block(Span(span.start, stop), BlockKind.FURNITURE))
        if front.record:
            self.records.append(front.record)

    def reading(self, front: FrontMatter | None) -> Reading:
        """Return what was read."""
        self._gap(len(self.source.text))
        text = self.draft.text()
        about = describe(text, self.blocks, self.records)
        values = front or FrontMatter(0, None, ())
        date, where = about.date, about.date_span
        for item in self.records[:1]:
            if item.kind is RecordKind.FRONT_MATTER:
                found = _front_date(item, text)
                date, where = found or (date, where)
        return Reading(
            text,
            self.draft.byte_map(),
            self.source.encoding,
            tuple(self.blocks),
            tuple(self.records),
            tuple(self.links),
            key=values.first("id", "uid", "uuid"),
            title=values.first("title") or about.title,
            date=date,
            date_span=where,
            author=values.first("author", "authors", "by", "creator", "byline") or about.author,
            aliases=values.all("aliases", "alias"),
            meta=tuple(sorted({pair for pair in values.values if pair[1]})),
            findings=(*source_findings(self.source, self.path), *self.findings),
        )

    def read(self, start: int, end: int) -> None:
        """Read blocks from ``start`` on."""
        text = self.source.text
        self.references = _definitions(text) if "]:" in text else {}
        lines = _lines(text, start, end)
        index = 0
        while index < len(lines):
            index = self._block(lines, index)

    def _block(self, lines: list[tuple[int, int]], index: int) -> int:
        """Read the block that begins at a line; return the index of the line after it."""
        text = self.source.text
        start, end = lines[index]
        if not text[start:end].strip():
            return index + 1
        first = text[start:end].lstrip()[0]
        if first in "`~" and (match := _FENCE.match(text, start, end)):
            return self._fence(lines, index, match)
        if first == "#" and (match := _ATX.match(text, start, end)):
            if match["words"]:
                self._heading(*match.span("words"), len(match["marks"]))
            return index + 1
        if first in "*-_" and _RULE.match(text, start, end):
            return index + 1
        if first in "<%" and (match := _COMMENT.match(text, start)):
            return _line_after(lines, index, match.end())
        if first == "<" and _HTML_LINE.match(text, start, end):
            return index + 1
        if first == ">" and _QUOTE.match(text, start, end):
            return self._quotation(lines, index)
        if first == "[" and _DEFINITION.match(text, start, end):
            return index + 1
        if index + 1 < len(lines) and "|" in text[start:end] and _is_split(text, lines[index], lines[index + 1]):
            return self._table(lines, index)
        if match := _ITEM.match(text, start, end):
            return self._item(lines, index, match)
        if text.startswith(("    ", "\t"), start) and (index == 0 or not text[slice(*lines[index - 1])].strip()):
            return self._indented(lines, index)
        return self._paragraph(lines, index)

    def _gap(self, upto: int) -> None:
        """Keep the line breaks between the last block and the next, and drop what else stands there."""
        text = self.source.text
        at = self.reached
        while True:
            at = text.find("\n", at, upto)
            if at < 0:
                break
            stop = at + 1
            while stop < upto and text[stop] == "\n":
                stop += 1
            self.draft.keep(self.source, at, stop)
            at = stop
        self.reached = max(self.reached, upto)

    def _inline(self, start: int, end: int) -> Span:
        self._gap(start)
        span = render_inline(self.draft, self.source, start, end, links=self.links, references=self.references)
        self.reached = end
        return span

    def _heading(self, start: int, end: int, level: int) -> None:
        span = self._inline(start, end)
        if not len(span):
            return
        self.heading = " ".join(self.draft.tail(len(span)).split())
        self.blocks.append(Block(span, BlockKind.HEADING, level=level))

    def _fence(self, lines: list[tuple[int, int]], index: int, match: re.Match[str]) -> int:
        text = self.source.text
        fence = match["fence"]
        stop = index + 1
        while stop < len(lines) and not text[slice(*lines[stop])].strip().startswith(fence):
            stop += 1
        if stop > index + 1:
            begin, end = lines[index + 1][0], lines[stop - 1][1]
            self._gap(begin)
            self._code(begin, end)
        return stop + 1

    def _indented(self, lines: list[tuple[int, int]], index: int) -> int:
        text = self.source.text
        stop = index
        while stop < len(lines) and (
            text.startswith(("    ", "\t"), lines[stop][0]) or not text[slice(*lines[stop])].strip()
        ):
            stop += 1
        while not text[slice(*lines[stop - 1])].strip():
            stop -= 1
        self._gap(lines[index][0])
        self._code(lines[index][0], lines[stop - 1][1])
        return stop

    def _code(self, begin: int, end: int) -> None:
        if self.source.text[begin:end].strip():
            self.blocks.append(Block(self.draft.keep(self.source, begin, end), BlockKind.CODE))
            self.reached = end

    def _quotation(self, lines: list[tuple[int, int]], index: int) -> int:
        text = self.source.text
        held: list[Line] = []
        while index < len(lines):
            start, end = lines[index]
            match = _QUOTE.match(text, start, end)
            if match is None:
                # A line without mark goes on with the paragraph that is quoted.
                if not held or not len(held[-1].span) or not _continues(text, lines, index):
                    break
                span = self._inline(start, end)
                depth = held[-1].depth
            else:
                depth = match.group().count(">")
                begin = match.end()
                if callout := _CALLOUT.match(text, begin, end):
                    begin = callout.end()
                elif item := _ITEM.match(text, begin, end):
                    begin = item.end()
                elif heading := _ATX.match(text, begin, end):
                    begin = heading.start("words") if heading["words"] else end
                span = self._inline(begin, end)
            held.append(Line(span, depth))
            index += 1
        base = held[0].span.start
        words = self.draft.tail(self.draft.length - base)
        near = [Line(Span(line.span.start - base, line.span.end - base), line.depth) for line in held]
        for block in quoted_blocks(words, near, introduced=self.introduced):
            self.blocks.append(replace(block, span=Span(block.span.start + base, block.span.end + base)))
        self.introduced = None
        return index

    def _item(self, lines: list[tuple[int, int]], index: int, match: re.Match[str]) -> int:
        text = self.source.text
        stop = index + 1
        while stop < len(lines) and _continues(text, lines, stop):
            stop += 1
        depth = 1 + len(match["indent"].expandtabs(4)) // 2
        begin, end = match.end(), lines[stop - 1][1]
        if heading := _ATX.match(text, begin, lines[index][1]):
            begin = heading.start("words") if heading["words"] else begin
        span = self._inline(begin, end)
        if len(span):
            self.blocks.append(Block(span, BlockKind.ITEM, level=min(depth, 6)))
        return stop

    def _paragraph(self, lines: list[tuple[int, int]], index: int) -> int:
        text = self.source.text
        start = lines[index][0]
        stop = index + 1
        while stop < len(lines):
            if setext := _SETEXT.match(text, *lines[stop]):
                begin = start
                self._heading(begin, lines[stop - 1][1], 1 if setext["one"] else 2)
                return stop + 1
            if not _continues(text, lines, stop):
                break
            stop += 1
        end = lines[stop - 1][1]
        part = ""
        if footnote := _FOOTNOTE.match(text, start, end):
            start, part = footnote.end(), "footnote"
        span = self._inline(start, end)
        words = self.draft.tail(len(span))
        self._prose(words, span, part)
        return stop

    def _prose(self, words: str, span: Span, part: str) -> None:
        """Add a paragraph's blocks: its ``Key: value`` runs as records, the rest as prose."""
        begin = len(words) - len(words.lstrip())
        stop = len(words.rstrip())
        if begin >= stop:
            return
        for piece in key_runs(words, Span(begin, stop)):
            if isinstance(piece, KeyRun):
                record = moved(piece.record, span.start)
                self.records.append(record)
                self.blocks.append(Block(record.span, BlockKind.FURNITURE, part=part))
                continue
            said = words[piece.start : piece.end]
            self.introduced = attribution(said) if len(said) < 200 else None
            if self.introduced is None:
                place = Span(span.start + piece.start, span.start + piece.end)
                self.blocks.append(Block(place, BlockKind.PARAGRAPH, part=part))

    def _table(self, lines: list[tuple[int, int]], index: int) -> int:
        self.tables += 1
        names = [self._cell(begin, end) for begin, end in _cells(self.source.text, *lines[index])]
        head = [(" ".join(words.split()), span) for words, span in names]
        if names and names[0][1].start < names[-1][1].end:
            self.blocks.append(Block(Span(names[0][1].start, names[-1][1].end), BlockKind.FURNITURE))
        self.reached = lines[index + 1][1]
        row = 0
        index += 2
        while index < len(lines) and "|" in self.source.text[slice(*lines[index])]:
            cells = [self._cell(begin, end)[1] for begin, end in _cells(self.source.text, *lines[index])]
            row += 1
            fields = tuple(
                Field(
                    head[column][0] if column < len(head) else "",
                    cell,
                    column + 1,
                    head[column][1] if column < len(head) else None,
                )
                for column, cell in enumerate(cells)
            )
            if cells:
                span = Span(cells[0].start, cells[-1].end)
                self.records.append(
                    Record(RecordKind.ROW, span, fields, table=self.tables, row=row, title=self.heading)
                )
                if len(span):
                    self.blocks.append(Block(span, BlockKind.FURNITURE))
            index += 1
        return index

    def _cell(self, begin: int, end: int) -> tuple[str, Span]:
        """Render a table cell; a bar stands before it unless it begins its line."""
        bar = self.source.text.rfind("|", self.reached, begin)
        if bar >= 0 and "\n" not in self.source.text[self.reached : begin] and self.draft.length:
            self.draft.put(" | ", self.source, self.reached, begin)
            self.reached = begin
        span = self._inline(begin, end)
        return self.draft.tail(len(span)), span


def _front_date(record: Record, text: str) -> tuple[str, Span] | None:
    for name in ("published", "date", "created", "sent", "issued"):
        for item in record.fields:
            if item.name.lower() == name and (date := iso_date(text[item.value.start : item.value.end])):
                return date, item.value
    return None


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    lines = []
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        lines.append((start, stop))
        start = stop + 1
    return lines


def _line_after(lines: list[tuple[int, int]], index: int, at: int) -> int:
    while index < len(lines) and lines[index][0] < at:
        index += 1
    return index


def _continues(text: str, lines: list[tuple[int, int]], index: int) -> bool:
    """Return whether a line goes on with the paragraph above it."""
    start, end = lines[index]
    words = text[start:end].strip()
    if not words:
        return False
    first = words[0]
    if first == "#" and _ATX.match(text, start, end):
        return False
    if first in "`~" and _FENCE.match(text, start, end):
        return False
    if first == ">" or (first == "|" and words.count("|") > 1):
        return False
    if first in "*-_" and _RULE.match(text, start, end):
        return False
    if first in "<%" and (words.startswith(("<!--", "%%")) or _HTML_LINE.match(text, start, end)):
        return False
    item = _ITEM.match(text, start, end)
    # Only a list that begins with 1 interrupts a paragraph (CommonMark 5.2): "in\n2014. Then" does not.
    return not (
        item and (not first.isdigit() or words.startswith(("1.", "1)")) or _ITEM.match(text, *lines[index - 1]))
    )


def _is_split(text: str, head: tuple[int, int], below: tuple[int, int]) -> bool:
    line = text[slice(*below)]
    return (
        "-" in line
        and _SPLIT.match(line) is not None
        and len(_cells(text, *head)) == line.strip().strip("|").count("|") + 1
    )


def _cells(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the places of a table line's cells, trimmed; bars in code, wiki links or after a backslash do not part."""
    line = text[start:end]
    at = start + len(line) - len(line.lstrip())
    end = start + len(line.rstrip())
    if text.startswith("|", at):
        at += 1
    cells = []
    while at <= end:
        match = _CELL.match(text, at, end)
        stop = match.end() if match else at
        words = text[at:stop]
        begin = at + len(words) - len(words.lstrip())
        if stop < end or words.strip():
            cells.append((min(begin, stop), max(min(begin, stop), at + len(words.rstrip()))))
        if stop < end and text[stop] != "|":
            stop += 1
            continue
        at = stop + 1
    return cells


def _definitions(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in text.split("\n"):
        if line.lstrip()[:1] == "[" and (match := _DEFINITION.match(line)):
            found.setdefault(" ".join(match["label"].split()).casefold(), match["target"])
    return found
