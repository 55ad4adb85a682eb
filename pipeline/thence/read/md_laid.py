"""A Markdown file's rendition in the making: plain words with their bytes, blocks, records, and what was marked."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from operator import attrgetter

from thence.model.document import Block, BlockKind, Join, Record, Span
from thence.model.finding import Finding
from thence.read.attribution import attribution
from thence.read.draft import Draft
from thence.read.inline import Marked, render_inline
from thence.read.joins import is_inside, joins
from thence.read.keys import KeyRun, key_runs
from thence.read.md_items import Item, items_record
from thence.read.reading import finding, moved
from thence.read.source import Source

__all__ = ["Laid"]

_ANCHOR = re.compile(r"(?:^|(?<=[ \t\n]))\^(?P<id>[A-Za-z0-9-]{1,60})[ \t]*$")
_TAG = re.compile(r"(?<![^\s(,;])#(?P<tag>(?=[\w/-]*[^\W\d_])[\w/-]{1,100})")
_CODE = re.compile(r"(`+)(?:(?!`).){1,400}?\1(?!`)", re.DOTALL)
_PROSE = frozenset((BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTED, BlockKind.HEADING))
_TAIL = 80
_end = attrgetter("end")


@dataclass(slots=True)
class Laid:
    """Words, blocks and records so far.

    reached: how far the source is read.   heading: the last one.   introduced: voice and date of the line above, if it
    introduces a quotation.   tags, anchors: in the order they stand; an anchor with the place of its block.
    elements: of HTML that were read as a page's.   unclosed: names of those that nothing closes.
    """

    source: Source
    path: str
    draft: Draft = field(default_factory=Draft)
    blocks: list[Block] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    marked: Marked = field(default_factory=Marked)
    reached: int = 0
    heading: str = ""
    tables: int = 0
    introduced: tuple[str | None, str | None] | None = None
    tags: list[str] = field(default_factory=list)
    anchors: list[tuple[str, Span]] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    elements: int = 0
    unclosed: set[str] = field(default_factory=set)

    def gap(self, upto: int) -> None:
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

    def inline(self, start: int, end: int) -> Span:
        """Append a paragraph's words; return their place. Its tags and the id of its block are noted."""
        text = self.source.text
        self.gap(start)
        anchor = (
            _ANCHOR.search(text, max(start, end - _TAIL), end)
            if text.find("^", max(start, end - _TAIL), end) >= 0
            else None
        )
        shown = start + len(text[start : anchor.start()].rstrip()) if anchor else end
        if text.find("#", start, end) >= 0:
            self._note_tags(text[start:end])
        span = render_inline(self.draft, self.source, start, shown, self.marked)
        if anchor:
            whole = span if len(span) else self.blocks[-1].span if self.blocks else span
            self.anchors.append((anchor["id"], whole))
        self.reached = end
        return span

    def _note_tags(self, words: str) -> None:
        if "`" in words:
            words = _CODE.sub(" ` ", words)
        self.tags.extend(match["tag"].strip("/") for match in _TAG.finditer(words))

    def words(self, span: Span) -> str:
        """Return the last words appended, whose place is ``span``."""
        return self.draft.tail(len(span))

    def add(self, span: Span, kind: BlockKind, *, level: int = 0, part: str = "", words: str | None = None) -> None:
        """Add a block; one that is struck out as a whole is deleted.   words: as of `is_struck`."""
        if len(span):
            kind = BlockKind.DELETED if self.is_struck(span, words) else kind
            self.blocks.append(Block(span, kind, level=level, part=part))

    def is_struck(self, span: Span, words: str | None = None) -> bool:
        """Return whether all words of a place are struck out.   words: at the place, where they are not the last."""
        struck = self.marked.struck
        index = bisect_right(struck, span.start, key=_end)
        if index == len(struck):
            return False
        letters = list(self.words(span) if words is None else words)
        while index < len(struck) and (place := struck[index]).start < span.end:
            index += 1
            first, last = max(0, place.start - span.start), min(len(letters), place.end - span.start)
            letters[first:last] = " " * max(0, last - first)
        return not "".join(letters).strip()

    def add_heading(self, start: int, end: int, level: int) -> None:
        """Add a heading."""
        span = self.inline(start, end)
        if len(span):
            self.heading = " ".join(self.words(span).split())
            self.add(span, BlockKind.HEADING, level=level)

    def add_code(self, begin: int, end: int) -> None:
        """Add code as it is."""
        self.gap(begin)
        if self.source.text[begin:end].strip():
            self.blocks.append(Block(self.draft.keep(self.source, begin, end), BlockKind.CODE))
            self.reached = end

    def add_prose(self, start: int, end: int, part: str = "") -> None:
        """Add a paragraph: its ``Key: value`` runs as records, the rest as prose."""
        span = self.inline(start, end)
        words = self.words(span)
        begin = len(words) - len(words.lstrip())
        stop = len(words.rstrip())
        if begin >= stop:
            return
        for piece in key_runs(words, Span(begin, stop)):
            if isinstance(piece, KeyRun):
                record = moved(piece.record, span.start)
                if self.is_struck(record.span, words[piece.record.span.start : piece.record.span.end]):
                    self.blocks.append(Block(record.span, BlockKind.DELETED, part=part))
                    continue
                self.records.append(record)
                self.blocks.append(Block(record.span, BlockKind.FURNITURE, part=part))
                continue
            said = words[piece.start : piece.end]
            self.introduced = attribution(said)
            if self.introduced is None:
                place = Span(span.start + piece.start, span.start + piece.end)
                self.add(place, BlockKind.PARAGRAPH, part=part, words=said)

    def add_item(self, start: int, end: int, level: int) -> None:
        """Add an item; items of one level that are keys and values make a record once the list ends."""
        bold = self.source.text.find(self.source.text[start : start + 2], start + 2, start + _TAIL) - start - 2
        is_bold = self.source.text.startswith(("**", "__"), start)
        span = self.inline(start, end)
        if not len(span):
            return
        if self.items and self.items[-1].level != level:
            self.close_items()
        if self.is_struck(span):
            self.close_items()
            self.add(span, BlockKind.ITEM, level=level)
            return
        self.items.append(Item(self.words(span), span, level, bold if is_bold else 0))

    def close_items(self) -> None:
        """Add the blocks of the list so far, and its record."""
        if not self.items:
            return
        record = items_record(self.items)
        if record is not None:
            self.records.append(record)
        kind = BlockKind.ITEM if record is None else BlockKind.FURNITURE
        for item in self.items:
            self.blocks.append(Block(item.span, kind, level=item.level))
        self.items = []

    def say(self, code: str, message: str, at: int, hint: str) -> None:
        """Note a finding about a place in the source."""
        line = self.source.text.count("\n", 0, at) + 1
        self.findings.append(finding(code, self.path, message, line=line, hint=hint))

    def joins(self, text: str) -> tuple[Join, ...]:
        """Return how the words read: broken words whole, struck words not at all."""
        broken = joins(text, [block.span for block in self.blocks if block.kind in _PROSE])
        deleted = [block.span for block in self.blocks if block.kind is BlockKind.DELETED]
        struck: list[Join] = []
        for span in sorted(self.marked.struck):
            if is_inside(span, deleted) or (struck and span.start < struck[-1].span.end):
                continue
            spaced = text[span.end : span.end + 1] == " " and text[span.start - 1 : span.start] in ("", " ", "\n")
            struck.append(Join(Span(span.start, span.end + spaced), ""))
        places = [join.span for join in struck]
        return tuple(sorted((*struck, *(join for join in broken if not is_inside(join.span, places)))))

    def meta(self) -> list[tuple[str, str]]:
        """Return tags as ("tag", name) and ids of blocks as ("block", "id first-last"), in code points."""
        tags = [("tag", tag) for tag in self.tags if tag]
        return [*tags, *(("block", f"{name} {span.start}-{span.end}") for name, span in self.anchors)]
