"""HTML: what a reader of the page sees, its blocks and tables, each character with its bytes."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from thence.model.document import Block, BlockKind, Field, Link, Record, RecordKind, Span
from thence.read.dates import iso_date
from thence.read.draft import Draft
from thence.read.keys import KeyRun, key_runs
from thence.read.markup import Tag, Text, attributes, tokens
from thence.read.reading import DEFAULT, Options, Reading, moved, source_findings
from thence.read.source import Source, decode
from thence.read.tables import Cell, records_of
from thence.read.txt import describe

__all__ = ["Page", "read_html", "render_html"]

_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"\s*<\?xml[^>]{0,100}?encoding\s*=\s*[\"']([\w.:-]{2,40})[\"']", re.IGNORECASE)
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_HIDDEN = frozenset({
    "head", "script", "style", "template", "noscript", "iframe", "object", "svg", "math", "canvas", "audio", "video",
    "select", "datalist", "noembed", "noframes", "textarea", "xmp",
})  # fmt: skip
_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr",
    "html", "legend", "li", "main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td",
    "tfoot", "th", "thead", "tr", "ul",
})  # fmt: skip
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# A start tag ends these open elements, up to the boundary (HTML living standard, 13.1.2.4).
_ENDS = {
    "li": (frozenset({"li", "p"}), frozenset({"ul", "ol", "menu"})),
    "dt": (frozenset({"dt", "dd", "p"}), frozenset({"dl"})),
    "dd": (frozenset({"dt", "dd", "p"}), frozenset({"dl"})),
    "td": (frozenset({"td", "th", "p", "li", "ul", "ol", "div", "span"}), frozenset({"tr", "table"})),
    "th": (frozenset({"td", "th", "p", "li", "ul", "ol", "div", "span"}), frozenset({"tr", "table"})),
    "tr": (frozenset({"tr", "td", "th", "p"}), frozenset({"table"})),
    "tbody": (frozenset({"thead", "tbody", "tr", "td", "th", "p"}), frozenset({"table"})),
}
_INLINE_END = (frozenset({"p"}), _BLOCKS - {"p"})
_INVISIBLE_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_PIECE = re.compile(
    r"(?P<words>[^\s&\u00a0\u00ad]+(?: [^\s&\u00a0\u00ad]+)*)|(?P<space>[ \t\n\r\f\v]+)"
    r"|(?P<entity>&(?:#[0-9]{1,7};?|#[xX][0-9a-fA-F]{1,6};?|[A-Za-z][A-Za-z0-9]{1,31};?))|(?P<shy>\u00ad)|(?P<other>.)",
    re.DOTALL,
)
_DEPTH = 2000


def read_html(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read a page as a person sees it.

    Nothing comes from scripts, styles, comments, templates, the head (its title apart) or hidden elements. White
    space is folded as browsers do; entities and folded space are atomic in the byte map. Tables are records under
    their header, titled by their caption or the heading above.
    """
    found = _XML_ENCODING.match(data[:200]) or _CHARSET.search(data[:4096])
    source = decode(data, declared=found[1].decode("ascii") if found else None)
    draft = Draft()
    page = render_html(draft, source)
    text = draft.text()
    about = describe(text, page.blocks, page.records)
    return Reading(
        text,
        draft.byte_map(),
        source.encoding,
        page.blocks,
        page.records,
        page.links,
        title=about.title or page.title,
        date=about.date or page.date,
        date_span=about.date_span,
        author=about.author or page.author,
        meta=page.meta,
        findings=tuple(source_findings(source, path)),
    )


@dataclass(frozen=True, slots=True)
class Page:
    """What a page holds; title, date and author as its head declares them."""

    blocks: tuple[Block, ...]
    records: tuple[Record, ...]
    links: tuple[Link, ...]
    title: str | None
    date: str | None
    author: str | None
    meta: tuple[tuple[str, str], ...]


def render_html(draft: Draft, source: Source, *, part: str = "") -> Page:
    """Append a page's visible text to a rendition; return its blocks, records and links.   part: of every block."""
    work = _Work(draft, source, part)
    for token in tokens(source.text):
        if isinstance(token, Tag):
            work.tag(token)
        else:
            work.words(token)
    return work.finish()


@dataclass(slots=True)
class _Open:
    """An element that is still open."""

    name: str
    hidden: bool
    href: str | None = None
    begin: int = 0


@dataclass(slots=True)
class _Table:
    """A table that is still open."""

    rows: list[list[Cell]] = field(default_factory=list)
    row: list[Cell] | None = None
    cell: tuple[int, bool, int, int] | None = None
    caption: str = ""
    heading: str = ""
    blocks: list[Block] = field(default_factory=list)


@dataclass(slots=True)
class _Work:
    """One page being rendered."""

    draft: Draft
    source: Source
    part: str
    stack: list[_Open] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    tables: list[_Table] = field(default_factory=list)
    count: int = 0
    begin: int | None = None
    space: tuple[int, int] | None = None
    heading: str = ""
    title: str | None = None
    meta: dict[str, str] = field(default_factory=dict)
    terms: list[tuple[str, Span]] = field(default_factory=list)
    pairs: list[Field] = field(default_factory=list)

    def tag(self, tag: Tag) -> None:
        """Take a tag."""
        name = tag.name
        if tag.closing:
            if name == "br":
                self._line_break(tag)
            elif name == "p" and not any(item.name == "p" for item in self.stack[-50:]):
                self._break()
            else:
                self._end(name)
            return
        if name == "br":
            self._line_break(tag)
            return
        if name == "meta":
            self._meta(tag)
            return
        if name in _BLOCKS:
            if name in _ENDS:
                self._imply(*_ENDS[name])
            else:
                self._imply(*_INLINE_END)
            self._break()
        if name in _VOID or len(self.stack) >= _DEPTH:
            return
        named = attributes(tag.raw) if tag.raw.strip() else {}
        if tag.raw.rstrip().endswith("/") and name not in _BLOCKS:
            return
        above = bool(self.stack) and self.stack[-1].hidden
        hidden = above or name in _HIDDEN or _is_hidden(named)
        if name in ("body", "h1") and not _is_hidden(named):
            # A page that forgot to end its head shows its body all the same.
            while self.stack and any(item.name == "head" for item in self.stack):
                self.stack.pop()
                hidden = False
        href = named.get("href") if name == "a" and not hidden else None
        self.stack.append(_Open(name, hidden, href, self.draft.length))
        if not hidden:
            self._begun(name, named)

    def words(self, token: Text) -> None:
        """Take text."""
        if token.inside == "title":
            in_picture = any(item.name in ("svg", "math") for item in self.stack)
            if self.title is None and not in_picture:
                self._title(token)
            return
        if token.inside or (self.stack and self.stack[-1].hidden):
            return
        self._render(token.start, token.end, keep=any(item.name == "pre" for item in self.stack))

    def finish(self) -> Page:
        """Close what is open and return the page."""
        while self.stack:
            self._end(self.stack[-1].name)
        self._break()
        author = self.meta.get("author") or self.meta.get("dcterms.creator") or self.meta.get("article:author")
        date = None
        for name in ("article:published_time", "dcterms.date", "dc.date", "date", "dcterms.created"):
            date = date or iso_date(self.meta.get(name, ""))
        meta = {name: value for name, value in self.meta.items() if value and len(value) < 500}
        if self.title:
            meta["title"] = self.title
        blocks = sorted(self.blocks, key=lambda block: block.span)
        records = sorted(self.records, key=lambda record: (record.span.start, -record.span.end))
        links = sorted(self.links, key=lambda link: (link.span, link.target))
        return Page(
            tuple(blocks), tuple(records), tuple(links), self.title, date, author or None, tuple(sorted(meta.items()))
        )

    def _begun(self, name: str, named: dict[str, str]) -> None:
        if name == "table":
            self.tables.append(_Table(heading=self.heading))
        elif name == "tr" and self.tables:
            self.tables[-1].row = []
        elif name in ("td", "th") and self.tables:
            table = self.tables[-1]
            if table.row is None:
                table.row = []
            self._separate(" | " if table.row else "\n")
            across, down = _number(named.get("colspan")), _number(named.get("rowspan"))
            table.cell = (self.draft.length, name == "th", across, down)

    def _end(self, name: str) -> None:
        """Close the innermost open element of a name, and whatever is open inside it."""
        depth = next((i for i in range(len(self.stack) - 1, -1, -1) if self.stack[i].name == name), None)
        if depth is None:
            return
        if name not in ("table", "body", "html") and any(item.name == "table" for item in self.stack[depth + 1 :]):
            return
        while len(self.stack) > depth:
            item = self.stack[-1]
            if item.name in _BLOCKS:
                self._break()
            if item.href is not None:
                self._linked(item)
            if not item.hidden:
                self._ended(item.name)
            self.stack.pop()

    def _ended(self, name: str) -> None:
        cell = self.tables[-1].cell if self.tables else None
        if name in ("td", "th") and cell:
            table = self.tables[-1]
            begin, header, across, down = cell
            span = Span(begin, max(begin, self.draft.length))
            words = " ".join(self.draft.tail(len(span)).split())
            if table.row is not None:
                table.row.append(Cell(span, words, header, across, down))
            table.cell = None
        elif name == "tr" and self.tables:
            table = self.tables[-1]
            if table.row:
                table.rows.append(table.row)
            table.row = None
        elif name == "table" and self.tables:
            self._table_done(self.tables.pop())
        elif name == "dl" and self.pairs:
            whole = Span(
                min((item.name_span or item.value).start for item in self.pairs),
                max(item.value.end for item in self.pairs),
            )
            self.records.append(Record(RecordKind.KEYS, whole, tuple(self.pairs), title=self.heading))
            self.pairs = []
            self.terms = []

    def _imply(self, ended: frozenset[str], boundary: frozenset[str]) -> None:
        """Close elements that a start tag ends although nobody wrote their end tags."""
        found = None
        for index in range(len(self.stack) - 1, -1, -1):
            if self.stack[index].name in boundary:
                break
            if self.stack[index].name in ended:
                found = index
        if found is not None:
            while len(self.stack) > found:
                self._end(self.stack[-1].name)

    def _linked(self, item: _Open) -> None:
        start, end = item.begin, self.draft.length
        words = self.draft.tail(end - start) if end > start else ""
        start += len(words) - len(words.lstrip(" \n|"))
        if start < end and item.href:
            self.links.append(Link(Span(start, end), item.href))

    def _meta(self, tag: Tag) -> None:
        named = attributes(tag.raw)
        name = named.get("name") or named.get("property") or ""
        if name and "content" in named:
            self.meta.setdefault(name.lower(), " ".join(named["content"].split()))

    def _title(self, token: Text) -> None:
        self._break()
        self._separate("\n")
        begin = self.draft.length
        self._render(token.start, token.end, keep=False, block=False)
        span = Span(begin, self.draft.length)
        self.space = None
        if len(span):
            self.title = self.draft.tail(len(span))
            self.blocks.append(Block(span, BlockKind.FURNITURE, part="title"))
        self.begin = None

    def _separate(self, mark: str) -> None:
        """Put a separator between two pieces that the page shows apart."""
        self.space = None
        if self.draft.length and not self.draft.ends_with("\n"):
            self.draft.glue(mark)

    def _line_break(self, tag: Tag) -> None:
        if self.stack and self.stack[-1].hidden:
            return
        self.space = None
        if self.begin is not None and self.draft.length > self.begin and not self.draft.ends_with("\n"):
            self.draft.put("\n", self.source, tag.start, tag.end)

    def _render(self, start: int, end: int, *, keep: bool, block: bool = True) -> None:
        """Append text with its white space folded (``keep``: as it is, in pre) and its entities decoded."""
        for match in _PIECE.finditer(self.source.text, start, end):
            first, last = match.span()
            kind = match.lastgroup
            if kind == "space" and not keep:
                self.space = self.space or (first, last)
                continue
            if kind == "shy":
                continue
            meant = None
            if kind == "entity":
                meant = html.unescape(match.group())
            elif kind == "other":
                meant = " " if match.group() == "\u00a0" else match.group()
            if meant is not None:
                meant = meant.replace("\u00a0", " ").replace("\u00ad", "").replace("\r", "\n")
                if not meant:
                    continue
            self._lead(block=block)
            if meant is None or meant == match.group():
                self.draft.keep(self.source, first, last)
            else:
                self.draft.put(meant, self.source, first, last)

    def _lead(self, *, block: bool) -> None:
        """Begin a block if none is open; else write the white space that waits."""
        if block and self.begin is None:
            in_cell = bool(self.tables) and self.tables[-1].cell is not None
            if not (in_cell and self.tables[-1].cell and self.tables[-1].cell[0] == self.draft.length):
                self._separate(" " if in_cell else "\n")
            self.begin = self.draft.length
        elif self.space and self.draft.length and not self.draft.ends_with("\n"):
            first, last = self.space
            if self.source.text[first:last] == " ":
                self.draft.keep(self.source, first, last)
            else:
                self.draft.put(" ", self.source, first, last)
        self.space = None

    def _break(self) -> None:
        """End the block that is open."""
        self.space = None
        if self.begin is None:
            return
        span = Span(self.begin, self.draft.length)
        self.begin = None
        words = self.draft.tail(len(span))
        span = Span(span.start + len(words) - len(words.lstrip()), span.end - (len(words) - len(words.rstrip())))
        words = words.strip()
        if not words:
            return
        names = [item.name for item in self.stack]
        part = self.part or next((name for name in ("nav", "footer", "aside") if name in names), "")
        if self.tables and self.tables[-1].cell is not None:
            self.tables[-1].blocks.append(Block(span, BlockKind.PARAGRAPH, part=part))
            return
        if self.tables and "caption" in names:
            self.tables[-1].caption = " ".join(words.split())
            self.blocks.append(Block(span, BlockKind.FURNITURE, part=part))
            return
        if "dt" in names:
            self.terms.append((" ".join(words.split()).rstrip(": "), span))
            self.blocks.append(Block(span, BlockKind.FURNITURE, part=part))
            return
        if "dd" in names and self.terms:
            name, where = self.terms[-1]
            self.pairs.append(Field(name, span, None, where))
        self._block(names, words, span, part)

    def _block(self, names: list[str], words: str, span: Span, part: str) -> None:
        heading = next((name for name in reversed(names) if name in _HEADINGS), None)
        quoted = names.count("blockquote")
        if heading:
            self.heading = " ".join(words.split())
            self.blocks.append(Block(span, BlockKind.HEADING, level=int(heading[1]), part=part))
        elif "nav" in names:
            self.blocks.append(Block(span, BlockKind.FURNITURE, part=part))
        elif "pre" in names:
            self.blocks.append(Block(span, BlockKind.CODE, part=part))
        elif quoted:
            self.blocks.append(Block(span, BlockKind.QUOTED, level=quoted, part=part))
        elif "li" in names:
            depth = sum(name in ("ul", "ol", "menu") for name in names)
            self.blocks.append(Block(span, BlockKind.ITEM, level=min(max(depth, 1), 6), part=part))
        else:
            for piece in key_runs(words, Span(0, len(words))):
                if isinstance(piece, KeyRun):
                    record = moved(piece.record, span.start)
                    self.records.append(record)
                    self.blocks.append(Block(record.span, BlockKind.FURNITURE, part=part))
                else:
                    place = Span(span.start + piece.start, span.start + piece.end)
                    self.blocks.append(Block(place, BlockKind.PARAGRAPH, part=part))

    def _table_done(self, table: _Table) -> None:
        if table.row:
            table.rows.append(table.row)
        self.count += 1
        grid = records_of(table.rows, table=self.count, title=table.caption or table.heading)
        if grid.is_data and not self.tables:
            self.records.extend(grid.records)
            rows = [Span(row[0].span.start, row[-1].span.end) for row in table.rows]
            self.blocks.extend(Block(span, BlockKind.FURNITURE, part=self.part) for span in rows if len(span))
        elif self.tables:
            # A table inside a cell: its records count, its words are the cell's.
            self.records.extend(grid.records)
            self.tables[-1].blocks.extend([] if grid.is_data else table.blocks)
        else:
            self.blocks.extend(table.blocks)


def _is_hidden(named: dict[str, str]) -> bool:
    return bool(named) and (
        "hidden" in named
        or named.get("aria-hidden", "").lower() == "true"
        or (named.get("type", "").lower() == "hidden")
        or bool(_INVISIBLE_STYLE.search(named.get("style", "")))
    )


def _number(text: str | None) -> int:
    return max(1, min(int(text), 1000)) if text and text.isascii() and text.isdigit() and len(text) < 5 else 1
