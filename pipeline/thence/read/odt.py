"""OpenDocument texts: the accepted view in document order, with tables, notes, headers, boxes and comments apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from xml.etree.ElementTree import Element  # the type only

from thence.errors import InputError, Location
from thence.model.document import BlockKind
from thence.read.odf import OFFICE, declared, has_macros, opened
from thence.read.odt_styles import STYLE, TEXT, Lists, Styles, is_coloured
from thence.read.odt_words import DRAW, Words, cut_words, stamp
from thence.read.office import NotShown, office_findings, told
from thence.read.office_styles import list_level
from thence.read.package import Package
from thence.read.reading import DEFAULT, Options, Reading
from thence.read.story import Cut, Item, Passage, Row, Story, Table, TableCell, mark_bold

__all__ = ["TABLE", "Text", "read_odt"]

_ODF = "urn:oasis:names:tc:opendocument:xmlns"
TABLE = f"{{{_ODF}:table:1.0}}"
_INDEXES = frozenset(
    f"{TEXT}{name}"
    for name in (
        "table-of-content", "illustration-index", "table-index", "object-index", "user-index", "alphabetical-index",
        "bibliography",
    )
)  # fmt: skip
_ROWS = frozenset(f"{TABLE}{name}" for name in ("table-header-rows", "table-rows", "table-row-group"))
_PARTS = {"header": ("header", "header-left", "header-first"), "footer": ("footer", "footer-left", "footer-first")}
_MOST_REPEATED = 100
_MOST_ACROSS = 100
_MOST_DOWN = 1_000


def read_odt(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read an OpenDocument text as it looks with all changes accepted.

    What changes deleted stands apart as deleted, after the paragraph it was cut from, in the voice of who deleted it.
    Footnotes, endnotes, comments and text boxes are blocks of their own part after the paragraph that refers to them,
    with a link to them (``#footnote-2``) from that place; headers stand before the body and footers after it. Each
    block has the number of its paragraph within its part, and where its spans begin. Merged cells count once; hidden
    text is left out and counted. What the file's properties say of title, author and date is in ``meta`` only. There
    is no byte map. Raises InputError: TH502 damaged, TH505 locked, TH506 beyond a limit.
    """
    package = opened(data, path, options)
    content = package.xml("content.xml")
    body = content.find(f"{OFFICE}body/{OFFICE}text") if content is not None else None
    if content is None or body is None:
        raise InputError("TH502", "no text document inside", at=Location(path), hint="save it again as .odt")
    styles = package.xml("styles.xml")
    work = Text(package, content, styles)
    work.read(body)
    return told(
        work.story,
        declared(package),
        office_findings(path, work.words.not_shown, macros=has_macros(package)),
    )


@dataclass(slots=True)
class Text:
    """One text being read.   repeats, objects: how many more cells may stand for several, and objects be opened."""

    package: Package
    content: Element
    common: Element | None
    words: Words = field(init=False)
    styles: Styles = field(init=False)
    story: Story = field(default_factory=Story)
    repeats: int = 10_000
    objects: int = 5_000

    def __post_init__(self) -> None:
        roots = (self.content, self.common)
        self.styles = Styles(roots)
        cuts: dict[str, Cut] = {}
        for region in self.content.iter(f"{TEXT}changed-region"):
            deletion = region.find(f"{TEXT}deletion")
            if deletion is not None:
                about = deletion.find(f"{OFFICE}change-info")
                author, date = stamp(about) if about is not None else (None, None)
                name = region.get(f"{TEXT}id") or region.get("{http://www.w3.org/XML/1998/namespace}id")
                cuts[name or ""] = Cut(cut_words(deletion), author, date)
        self.words = Words(self.styles, Lists.of(roots), self.items, NotShown(), self._object, cuts)

    def _object(self, name: str) -> Element | None:
        """Return the root of what an object of the package holds."""
        name = name.removeprefix("./").strip("/")
        if not name or "://" in name or self.objects <= 0:
            return None
        self.objects -= 1
        root = self.package.xml(f"{name}/content.xml")
        return self.package.xml(name) if root is None else root

    def read(self, body: Element) -> None:
        """Read headers, body and footers."""
        self._margins("header")
        self.words.begin(body, coloured=self._is_coloured())
        self.story.lay(self.items(body))
        self._margins("footer")

    def _is_coloured(self) -> bool:
        """Return whether pages have another colour than white, or a shape or section lies behind the text."""
        layouts = self.common.iter(f"{STYLE}page-layout") if self.common is not None else ()
        if any(map(is_coloured, layouts)):
            return True
        for style in self.content.iter(f"{STYLE}style"):
            if style.get(f"{STYLE}family") == "section" and is_coloured(style):
                return True
        return any(
            each.get(f"{STYLE}run-through") == "background" for each in self.content.iter(f"{STYLE}graphic-properties")
        )

    def _margins(self, part: str) -> None:
        """Lay the headers or footers of the pages that are used, each once, and no other one that says the same."""
        masters = {
            each.get(f"{STYLE}name", ""): each
            for each in (self.common.iter(f"{STYLE}master-page") if self.common is not None else ())
        }
        names = [name for name in dict.fromkeys(("Standard", *self.styles.pages())) if name in masters]
        names = names or list(masters)[:1]
        said: set[str] = set()
        for name in names:
            following = masters[name].get(f"{STYLE}next-style-name", "")
            if following in masters and following not in names:
                names.append(following)
            for kind in _PARTS[part]:
                margin = masters[name].find(f"{STYLE}{kind}")
                if margin is None or margin.get(f"{STYLE}display") == "false":
                    continue
                items = self.items(margin)
                words = repr([item.words if isinstance(item, Passage) else item for item in items])
                if words not in said:
                    said.add(words)
                    self.story.lay(items, part)

    def items(self, root: Element) -> list[Item]:
        """Return the paragraphs and tables of a body, cell, note or box."""
        items: list[Item] = []
        for item in self._each(root):
            before = items[-1] if items else None
            if isinstance(item, Table) and isinstance(before, Passage) and before.caption and before.length:
                item.title, before.kind = item.title or "".join(before.words).strip(), BlockKind.FURNITURE
            items.append(item)
        return items

    def _each(self, root: Element) -> Iterator[Item]:
        for child in root:
            tag = child.tag
            if tag in (f"{TEXT}p", f"{TEXT}h"):
                yield from self._paragraph(child)
            elif tag == f"{TEXT}list":
                yield from self._list(child, "", 1, None)
            elif tag == f"{TABLE}table":
                yield self.table(child)
            elif tag == f"{TEXT}section":
                if child.get(f"{TEXT}display") == "none":
                    self.words.not_shown.hidden += 1
                else:
                    yield from self._each(child)
            elif tag in _INDEXES:
                yield from self._index(child)
            elif tag == f"{TEXT}numbered-paragraph":
                yield from self._each(child)
            elif tag.startswith(DRAW) and root.tag == f"{OFFICE}text":
                boxes = self.words.boxes(child)
                if boxes:
                    yield Passage(asides=boxes)
            elif tag == f"{TEXT}change":
                cut = self.words.cuts.get(child.get(f"{TEXT}change-id", ""))
                if cut is not None:
                    yield Passage(cuts=[cut])

    def _paragraph(self, element: Element) -> Iterator[Passage]:
        passage = self.words.passage(element)
        if passage is not None:
            names = self.styles.get("paragraph", element.get(f"{TEXT}style-name")).names
            passage.caption = any(name in ("caption", "table caption", "tablecaption") for name in names)
            yield passage

    def _index(self, element: Element) -> Iterator[Item]:
        """Yield the lines of a table of contents, which say again what stands elsewhere."""
        for body in element.iter(f"{TEXT}index-body"):
            for paragraph in body.iter(f"{TEXT}p"):
                for passage in self._paragraph(paragraph):
                    passage.kind, passage.level = BlockKind.FURNITURE, 0
                    yield passage

    def _list(self, element: Element, style: str, depth: int, counts: dict[int, int] | None) -> Iterator[Item]:
        """Yield the items of a list.   style, counts: of the list around it, None outside any."""
        style = element.get(f"{TEXT}style-name") or style
        lists = self.words.lists
        counts = lists.begin(element, style) if counts is None else counts
        for entry in element:
            if entry.tag not in (f"{TEXT}list-item", f"{TEXT}list-header"):
                continue
            first = entry.tag == f"{TEXT}list-item"
            number = entry.find(f"{TEXT}number")
            for child in entry:
                if child.tag == f"{TEXT}list":
                    yield from self._list(child, style, depth + 1, counts)
                elif child.tag in (f"{TEXT}p", f"{TEXT}h"):
                    for passage in self._paragraph(child):
                        if first and passage.length:
                            first = False
                            start = entry.get(f"{TEXT}start-value")
                            own = style or self.styles.get("paragraph", child.get(f"{TEXT}style-name")).lists
                            label = lists.label(own, depth, counts, start)
                            said = " ".join((number.text or "").split()) if number is not None else ""
                            passage.label = said or label or passage.label
                        if passage.kind is BlockKind.PARAGRAPH:
                            names = self.styles.get("paragraph", child.get(f"{TEXT}style-name")).names
                            level = max(depth, *(list_level(name) for name in names), 0)
                            passage.kind, passage.level = BlockKind.ITEM, min(level, 6)
                        yield passage
                elif child.tag == f"{TABLE}table":
                    yield self.table(child)

    def table(self, element: Element) -> Table:
        """Return a table."""
        made = Table()
        title = element.find(f"{TABLE}title")
        made.title = " ".join((title.text or "").split()) if title is not None else ""
        heads = 0
        for line, is_head in _rows(element):
            row = Row()
            for cell in line:
                if cell.tag == f"{TABLE}table-cell":
                    row.cells += self._cells(cell)
            if is_head:
                heads += 1
                for each in row.cells:
                    each.header = True
            made.rows.append(row)
        made.marked = heads > 0
        if not heads:
            mark_bold(made)
        return made

    def _cells(self, cell: Element) -> list[TableCell]:
        """Return a cell, as often as it is repeated."""
        made = TableCell(
            self.items(cell),
            _count(cell, "number-columns-spanned", _MOST_ACROSS),
            _count(cell, "number-rows-spanned", _MOST_DOWN),
        )
        times = _count(cell, "number-columns-repeated", _MOST_REPEATED)
        simple = all(isinstance(item, Passage) and not item.asides for item in made.items)
        times = min(times, max(1, self.repeats)) if simple else 1
        self.repeats -= times
        return [made, *(replace(made) for _ in range(times - 1))]


def _rows(table: Element, *, head: bool = False) -> Iterator[tuple[Element, bool]]:
    """Yield the rows of a table, and whether they are its header."""
    for child in table:
        if child.tag == f"{TABLE}table-row":
            yield child, head
        elif child.tag in _ROWS:
            yield from _rows(child, head=head or child.tag == f"{TABLE}table-header-rows")


def _count(element: Element, name: str, most: int) -> int:
    words = element.get(f"{TABLE}{name}", "1")
    return max(1, min(int(words), most)) if words.isdecimal() and len(words) < 10 else 1
