"""XML: texts are paragraphs under their headings, data are records; entities are refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from thence.errors import InputError, Location
from thence.model.document import Block, BlockKind, Field, Record, RecordKind, Span
from thence.read.dates import iso_date
from thence.read.draft import Draft
from thence.read.pace import uncollected
from thence.read.reading import DEFAULT, Options, Reading, source_findings
from thence.read.source import decode
from thence.read.tree import may_be_prose, paragraphs
from thence.read.xml_shown import Shown
from thence.read.xml_tree import Element, Text, declared_encoding, elements

__all__ = ["read_xml"]

_SURE = frozenset({"p", "para", "simpara", "formalpara", "ab", "verse", "blockquote", "epigraph", "li", "listitem"})
"""Those that make a text of what holds them."""
_PARAGRAPHS = _SURE | {"item", "l", "line", "paragraph", "quote", "speech", "stage"}
"""Of these the others are paragraphs only inside of a text."""
_HEADINGS = frozenset({"title", "head", "heading", "subtitle", "h1", "h2", "h3", "h4", "h5", "h6", "bridgehead"})
_ITEMS = frozenset({"li", "listitem", "item"})
_QUOTES = frozenset({"blockquote", "quote", "epigraph", "cit"})
_CODE = frozenset({"programlisting", "screen", "literallayout", "pre", "code", "codeblock", "verbatim", "synopsis"})
_ABOUT = frozenset({
    "info", "head", "front", "header", "teiHeader", "fileDesc", "titleStmt", "publicationStmt", "channel", "metadata",
    "articleinfo", "bookinfo", "prolog", "article-meta", "title-group", "TEI", "text",
})  # fmt: skip
"""Elements whose simple elements tell of the document, as those of the root do."""
_DATES = ("date", "pubDate", "updated", "published", "pubdate", "created", "lastBuildDate", "issued")
_DEEPEST = 64
"""Names of a path."""
_AUTHORS = ("author", "creator", "byline", "editor")


def read_xml(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read XML by what it looks like. Where paragraphs stand in it (``p``, ``para``, …) it is a text: paragraphs,
    headings, items, quotations, code. Elsewhere an element that holds attributes or simple elements is a record,
    titled by its name; elements of one name in a row are the rows of a table.

    The rendition shows words, and ``name: value`` lines; comments, processing instructions and namespaces give nothing.
    Raises InputError TH502 with line and column for what is not well-formed, TH506 for entity declarations, which are
    refused before parsing, and for nesting beyond the limit.
    """
    source = decode(data, declared=declared_encoding(data))
    if not source.text.strip():
        return Reading(source.text, source.byte_map, source.encoding, findings=tuple(source_findings(source, path)))
    shown = Shown(source)
    reader = _Reader(source.text, shown)
    with uncollected():
        root = elements(source.text, path, options.limits.depth)
        try:
            _mark_bookish(root)
            reader.whole(root)
        except RecursionError:
            raise InputError("TH506", "nested too deep", at=Location(path), hint="flatten the file") from None
    draft = Draft()
    shown.finish(draft)
    text = draft.text()
    blocks = [
        block
        for each in reader.blocks
        for block in ([each] if each.kind is not BlockKind.PARAGRAPH else _paragraphs(text, each, reader.values))
    ]
    records = sorted(reader.records, key=lambda record: (record.span.start, -record.span.end))
    date, where = reader.date or (None, None)
    return Reading(
        text,
        draft.byte_map(),
        source.encoding,
        tuple(blocks),
        tuple(records),
        title=reader.title,
        author=reader.author,
        date=date,
        date_span=where,
        findings=tuple(source_findings(source, path)),
    )


def _paragraphs(text: str, block: Block, values: set[int]) -> list[Block]:
    """Return the paragraphs of a piece of prose; a value of a record is prose only if it holds a sentence."""
    if block.span.start in values and not may_be_prose(text, block.span.start, block.span.end):
        return []
    return [replace(block, span=each.span) for each in paragraphs(text, block.span.start, block.span.end)]


def _mark_bookish(root: Element) -> None:
    """Mark the elements in which paragraphs stand."""
    order = [root]
    above: list[int] = [-1]
    for index, element in enumerate(order):
        children = element.children
        order += children
        above += [index] * len(children)
    for index in range(len(order) - 1, -1, -1):
        element = order[index]
        if (element.name in _SURE or element.bookish) and above[index] >= 0:
            order[above[index]].bookish = True


class _Reader:
    """Writes the rendition of elements, their blocks and their records."""

    def __init__(self, text: str, shown: Shown) -> None:
        self.text = text
        self.shown = shown
        self.blocks: list[Block] = []
        self.records: list[Record] = []
        self.values: set[int] = set()
        self.tables = 0
        self.title: str | None = None
        self.author: str | None = None
        self.date: tuple[str, Span] | None = None

    def whole(self, root: Element) -> None:
        """Write everything."""
        if root.bookish or root.worded:
            self._passage(root, 1)
        else:
            self._record(root, (root.name,), None, None, about=True)

    def _passage(self, element: Element, level: int, kind: BlockKind = BlockKind.PARAGRAPH) -> None:
        """Write an element of a text: what holds paragraphs piece by piece, what holds words as a paragraph.

        kind: what its paragraphs are: items in an item, quoted in a quotation.
        """
        kind = BlockKind.ITEM if element.name in _ITEMS else BlockKind.QUOTED if element.name in _QUOTES else kind
        if element.worded or not element.children:
            self._block(element, kind, level)
            return
        fields: list[Element] = []
        about = level == 1 or element.name in _ABOUT
        for child in element.children:
            if child.name in _HEADINGS and not child.bookish:
                self._flush(element, fields, about=about)
                span = self._block(child, BlockKind.HEADING, min(level, 6))
                if self.title is None and span is not None:
                    self.title = self._said(span)
            elif child.name in _CODE:
                self._flush(element, fields, about=about)
                self._block(child, BlockKind.CODE, 0)
            elif child.bookish or (child.worded and child.children) or child.name in _PARAGRAPHS:
                self._flush(element, fields, about=about)
                self._passage(child, level + (not child.worded), kind)
            elif child.children or (child.attributes and not child.worded):
                self._flush(element, fields, about=about)
                self._record(child, (element.name, child.name), None, None, about=about)
            elif child.worded:
                fields.append(child)
        self._flush(element, fields, about=about)

    def _flush(self, element: Element, fields: list[Element], *, about: bool) -> None:
        """Write simple elements between paragraphs as a record of their own."""
        if fields:
            start = self.shown.length
            found = [each for field in fields for each in self._fields(field, about=about)]
            self._keep(element.name, (element.name,), start, found, (None, None))
            fields.clear()

    def _block(self, element: Element, kind: BlockKind, level: int) -> Span | None:
        """Write all words of an element as one block, what it holds in paragraphs of their own as further ones."""
        texts: list[Text] = []
        apart: list[Element] = []
        _words(element, texts, apart)
        span = self._line(texts, lines=kind is BlockKind.CODE)
        if len(span):
            deep = level if kind is BlockKind.HEADING else 1 if kind in (BlockKind.ITEM, BlockKind.QUOTED) else 0
            self.blocks.append(Block(span, kind, level=deep))
        for each in apart:
            self._passage(each, level + 1, kind)
        return span if len(span) else None

    def _line(self, texts: list[Text], *, lines: bool = False) -> Span:
        span = self.shown.words(texts, lines=lines)
        if len(span):
            self.shown.glue("\n\n")
        return span

    def _record(
        self, element: Element, path: tuple[str, ...], table: int | None, row: int | None, *, about: bool = False
    ) -> None:
        """Write an element of data: its attributes, its simple elements, and what it holds besides.

        path: the names, and numbers of rows, that lead to it, its own name last.
        """
        path = path if row is None else (*path, str(row))
        start = self.shown.length
        found = self._attributes(element, "")
        if element.worded:
            found += self._value(element, element.name)
        children = [] if element.worded else element.children
        names = Counter(child.name for child in children)
        rows: dict[str, list[int]] = {}
        for child in children:
            if child.bookish:
                self._passage(child, 2)
            elif _is_record(child, names[child.name]):
                place: tuple[int | None, int | None] = (None, None)
                if names[child.name] > 1:
                    if child.name not in rows:
                        self.tables += 1
                        rows[child.name] = [self.tables, 0]
                    rows[child.name][1] += 1
                    place = rows[child.name][0], rows[child.name][1]
                below = (*path, child.name) if len(path) < _DEEPEST else path
                self._record(child, below, *place, about=about and child.name in _ABOUT)
            else:
                found += self._fields(child, about=about)
        self._keep(element.name, path, start, found, (table, row))

    def _keep(
        self, title: str, path: tuple[str, ...], start: int, found: list[Field], place: tuple[int | None, int | None]
    ) -> None:
        if not found:
            return
        end = self.shown.length
        last = max(self.records[-1].span.end if self.records and self.records[-1].span.start >= start else 0,
                   found[-1].value.end)  # fmt: skip
        end = max(last, self.blocks[-1].span.end if self.blocks and self.blocks[-1].span.start >= start else 0)
        first = found[0].name_span or found[0].value
        span = Span(min(start, first.start), end)
        self.records.append(Record(RecordKind.OBJECT, span, tuple(found), *place, title, path=path))
        self.shown.glue("\n")

    def _fields(self, element: Element, *, about: bool) -> list[Field]:
        """Write a simple element as a line, its attributes as lines of their own."""
        found = self._value(element, element.name)
        if about and found:
            self._declare(element.name, found[0].value)
        return found + self._attributes(element, element.name)

    def _value(self, element: Element, name: str) -> list[Field]:
        texts: list[Text] = []
        apart: list[Element] = []
        _words(element, texts, apart, whole=True)
        start = self.shown.length
        named = self.shown.kept(element.first, element.first + len(name))
        self.shown.glue(": ")
        span = self.shown.words(texts)
        if not len(span):
            self.shown.cut(start)
            return []
        self.shown.glue("\n")
        if len(span) > 20:
            self.blocks.append(Block(span, BlockKind.PARAGRAPH))
            self.values.add(span.start)
        return [Field(name, span, None, named)]

    def _attributes(self, element: Element, prefix: str) -> list[Field]:
        found = []
        for each in element.attributes:
            if not self.text[each.start : each.end].strip():
                continue
            if prefix:
                self.shown.glue(f"{prefix} ")
            named = self.shown.kept(each.first, each.last)
            self.shown.glue(": ")
            span = self.shown.words([Text(each.start, each.end)])
            self.shown.glue("\n")
            name = f"{prefix} {each.name}" if prefix else each.name
            found.append(Field(name, span, None, None if prefix else named))
        return found

    def _declare(self, name: str, span: Span) -> None:
        """Take what an element says of the document."""
        words = self._said(span)
        if name == "title" and self.title is None:
            self.title = words
        elif name in _AUTHORS and self.author is None:
            self.author = words
        elif name in _DATES and self.date is None and (date := iso_date(words)):
            self.date = date, span

    def _said(self, span: Span) -> str:
        return " ".join(self.shown.said(span).split())


def _is_record(child: Element, count: int) -> bool:
    """Return whether an element is data of its own: it holds elements, or attributes beside others of its name."""
    if child.children:
        return not child.worded
    return bool(child.attributes) and (not child.worded or count > 1)


def _words(element: Element, texts: list[Text], apart: list[Element], *, whole: bool = False) -> None:
    """Collect the words of an element in order, and the elements in it that are paragraphs of their own.

    whole: take the words of those too.
    """
    stack: list[Element | Text] = list(reversed(element.content))
    while stack:
        each = stack.pop()
        if isinstance(each, Text):
            texts.append(each)
        elif not whole and (each.bookish or each.name in _SURE):
            apart.append(each)
        else:
            stack.extend(reversed(each.content))
