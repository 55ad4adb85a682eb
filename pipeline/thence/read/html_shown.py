"""What a page shows while it is walked: the text, the block, cells and lists that are open, what was struck out."""

from __future__ import annotations

import re
from collections.abc import Mapping

from thence.model.document import Block, BlockKind, Link, Record, Span
from thence.read.draft import Draft
from thence.read.html_blocks import Item, Passage
from thence.read.html_context import Context
from thence.read.html_tables import OpenCell, OpenList, OpenTable
from thence.read.html_text import PageText
from thence.read.raised import raised
from thence.read.source import Source

__all__ = ["Shown"]

_DASH = re.compile(r"\s*[\u2012-\u2015\u2212~-]+\s*")
_NAME = re.compile(r"[^\W\d_][^,;(\n]{1,60}")


class Shown:
    """Passages, records and links in the making."""

    def __init__(self, draft: Draft, source: Source) -> None:
        self.text = PageText(draft, source)
        self.items: list[Item] = []
        self.links: list[Link] = []
        self.title: str | None = None
        self.begin = -1
        """Where the open block begins, -1 while none is."""
        self.of = Context()
        """Where the open block stands."""
        self._mark = 0
        self._tables: list[OpenTable] = []
        self._tables_done = 0
        self._lists: list[OpenList] = []
        self._heading = ""
        self._struck: list[tuple[int, str, Context]] = []

    # Words

    def take(self, context: Context, start: int, piece: str) -> None:
        """Take text that the page shows, or shows struck out."""
        if context.odd or self.of.odd:
            self._take_odd(context, start, piece)
        elif self.begin < 0:
            if not piece.isspace():
                self.begin_block(context)
                self.text.words(start, piece)
        elif piece.isspace():
            self.text.wait(start, start + len(piece))
        else:
            self.text.words(start, piece)

    def _take_odd(self, context: Context, start: int, piece: str) -> None:
        """Take text in or after something that is struck out, or keeps its white space."""
        if piece.isspace() and (self.begin < 0 or not context.pre):
            if self.begin >= 0:
                self.text.wait(start, start + len(piece))
            return
        if context.struck:
            if (self.begin >= 0 and not self.of.struck) or (self._tables and self._tables[-1].cell):
                self._struck.append((start, piece, context))
                return
        elif self.begin >= 0 and self.of.struck:
            self.end_block()
        if self.begin < 0:
            self.begin_block(context)
        if context.raised:
            piece = raised(piece)
        if context.pre:
            self.text.lines(start, piece)
        else:
            self.text.words(start, piece)

    def begin_block(self, context: Context) -> None:
        """Begin a block."""
        text = self.text
        cell = self._tables[-1].cell if self._tables else None
        if cell is None:
            text.separate("\n")
        elif cell.begin != text.length:
            text.separate(" ")
        else:
            text.drop_space()
        self.begin, self._mark, self.of = text.length, text.mark(), context

    def end_block(self) -> None:
        """End the block that is open, if one is."""
        if self.begin < 0:
            return
        begin, self.begin, context = self.begin, -1, self.of
        self.text.drop_space()
        words = self.text.since(self._mark)
        stripped = words.strip()
        if stripped:
            sink = self._sink
            start = begin if stripped is words else begin + len(words) - len(words.lstrip())
            if context.named:
                sink = self._name(stripped, start, context)
            sink.append(Passage(start, stripped, context))
        if self._struck and not self._tables:
            self.show_struck()

    def line_break(self, context: Context, start: int, end: int) -> None:
        """Take a ``br``; two in a row part paragraphs, as in pages that have none."""
        if context.hidden or context.struck or self.begin < 0:
            return
        if not self.text.fresh:
            self.text.drop_space()
            self.text.put("\n", start, end)
        elif not (self._tables and self._tables[-1].cell) and not context.pre:
            self.end_block()

    def quotation_mark(self, context: Context, mark: str, start: int, end: int) -> None:
        """Show the quotation mark that a browser puts in the place of a ``q`` tag."""
        if not context.hidden and not context.struck:
            if self.begin < 0:
                self.begin_block(context)
            self.text.put(mark, start, end)

    def take_title(self, start: int, content: str, *, shown: bool) -> None:
        """Take the title of the head.   shown: whether it becomes text, as furniture."""
        if self.title is not None or not content.strip():
            return
        if not shown:
            self.title = " ".join(content.split())
            return
        self.end_block()
        self.text.separate("\n")
        begin, mark = self.text.length, self.text.mark()
        self.text.words(start, content)
        self.text.drop_space()
        words = self.text.since(mark)
        if words.strip():
            self.title = words.strip()
            self.items.append(Block(Span(begin, begin + len(words)), BlockKind.FURNITURE, part="title"))

    def show_struck(self) -> None:
        """Put what was struck out inside a block after it, apart."""
        waiting, self._struck = self._struck, []
        for start, piece, context in waiting:
            self.text.separate("\n")
            begin, mark = self.text.length, self.text.mark()
            self.text.words(start, piece)
            self.text.drop_space()
            words = self.text.since(mark)
            if words.strip() and not context.furniture:
                self.items.append(Block(Span(begin, begin + len(words)), BlockKind.DELETED, part=context.part))

    # Links

    def place(self) -> tuple[int, int]:
        """Return where the page is, for ``link`` and ``define``."""
        return self.text.length, self.text.mark()

    def link(self, target: str, place: tuple[int, int]) -> None:
        """Take a link on the words since a place."""
        words = self.text.since(place[1])
        bare = words.strip(" \n|")
        if bare and target:
            start = place[0] if words[0] == bare[0] else place[0] + words.find(bare[0])
            self.links.append(Link(Span(start, start + len(bare)), target))

    def refer(self, target: str) -> None:
        """Take the place where a note is referred to."""
        here = self.text.length
        self.links.append(Link(Span(here, here), target))

    # Tables and lists

    def open_table(self, context: Context, *, layout: bool) -> None:
        """Begin a table."""
        if self._tables:
            self._tables[-1].nested = True
        self._tables.append(OpenTable(context, self._heading, layout))

    def close_table(self) -> None:
        """End the innermost table."""
        if not self._tables:
            return
        self.end_block()
        table = self._tables.pop()
        items, is_data = table.done(self._tables_done + 1)
        self._tables_done += is_data
        if is_data:
            self._heading = table.heading
        self._sink.extend(items)
        if self._struck and not self._tables:
            self.show_struck()

    def open_row(self) -> None:
        """Begin a row of the innermost table."""
        if self._tables:
            self._tables[-1].close_row()

    close_row = open_row

    def open_cell(self, attributes: Mapping[str, str], *, header: bool) -> None:
        """Begin a cell of the innermost table."""
        if not self._tables:
            return
        table, text = self._tables[-1], self.text
        text.separate(" | " if table.row else "\n")
        across = _number(attributes["colspan"]) if "colspan" in attributes else 1
        down = _number(attributes["rowspan"]) if "rowspan" in attributes else 1
        table.cell = OpenCell(text.length, text.mark(), header, across, down)

    def close_cell(self) -> None:
        """End the cell that is open."""
        table = self._tables[-1] if self._tables else None
        if table and (cell := table.cell):
            self.text.drop_space()
            last = table.items[-1] if table.items else None
            if type(last) is Passage and last.start == cell.begin and last.end == self.text.length:
                table.close_cell(last.words)
            else:
                table.close_cell(self.text.since(cell.mark))

    def foot(self) -> None:
        """Begin or end the foot of the innermost table."""
        if self._tables:
            self._tables[-1].feet.append(self.text.length)

    def open_list(self) -> None:
        """Begin a definition list."""
        self._lists.append(OpenList())

    def close_list(self, context: Context) -> None:
        """End the innermost definition list."""
        record: Record | None = self._lists.pop().record(self._heading) if self._lists else None
        if record and not context.furniture:
            self._sink.append(record)

    def define(self, place: tuple[int, int]) -> None:
        """Take the words since a place as the definition of the terms above."""
        if self._lists:
            self._lists[-1].definition(self.text.since(place[1]), place[0])

    @property
    def _sink(self) -> list[Item]:
        """Where what was read goes: to the page, or to the table that is open."""
        return self._tables[-1].items if self._tables else self.items

    def _name(self, words: str, start: int, context: Context) -> list[Item]:
        """Take words that name what follows or what stands above; return where they go."""
        if context.struck:
            return self._sink
        if context.term and self._lists:
            self._lists[-1].term(words, start)
        elif context.caption and self._tables:
            self._tables[-1].caption = " ".join(words.split())
            return self._tables[-2].items if len(self._tables) > 1 else self.items
        elif context.heading and not context.furniture:
            self._heading = " ".join(words.split())
        elif context.credit:
            self._credit(words, context)
        return self._sink

    def _credit(self, words: str, context: Context) -> None:
        """Take the line under a quotation that says whose words they are."""
        dash = _DASH.match(words)
        name = _NAME.match(words, dash.end() if dash else 0)
        if name is None or not name.group()[0].isupper() or not (dash or context.quoted):
            return
        for item in reversed(self._sink):
            if not isinstance(item, Passage) or not item.context.quoted or item.voice:
                break
            if item.context.quoted >= context.quoted:
                item.voice = " ".join(name.group().split())


def _number(text: str) -> int:
    return max(1, min(int(text), 1000)) if text.isascii() and text.isdigit() and len(text) < 5 else 1
