"""PowerPoint presentations: slide after slide, with speakers' notes, comments and footers apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element  # the type only

from thence.errors import InputError, Location
from thence.model.document import BlockKind
from thence.read.docx_math import MATH, formula
from thence.read.docx_words import MC, chosen
from thence.read.office import NotShown, core_meta
from thence.read.package import Package, Relation
from thence.read.pptx_colours import Backgrounds, is_white
from thence.read.raised import raised
from thence.read.reading import DEFAULT, Options, Reading
from thence.read.slides import Slides
from thence.read.story import Aside, Item, Passage, Row, Table, TableCell

__all__ = ["read_pptx"]

_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_TITLES = frozenset({"title", "ctrTitle"})
_LISTS = frozenset({"body", "obj", ""})
_PASSED = frozenset({"dt", "sldNum", "hdr", "sldImg"})
_BULLETS = (f"{_A}buChar", f"{_A}buAutoNum", f"{_A}buBlip")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_OFF = frozenset({"0", "false", "off"})
_MOST_ACROSS = 100


def read_pptx(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read a presentation: each slide a part, its title first, then its shapes in their own order.

    Speakers' notes and comments follow their slide as parts of their own; footers stand at the end, each once. Tables
    are records. Hidden slides and shapes are left out and counted, struck words stand apart as deleted. There is no
    byte map.
    Raises InputError: TH502 damaged, TH505 locked, TH506 beyond a limit.
    """
    package = Package(data, path, options.limits)
    name = package.main("ppt/presentation.xml")
    root = package.xml(name)
    if root is None or root.tag != f"{_P}presentation":
        raise InputError("TH502", "no presentation inside", at=Location(path), hint="save it again as .pptx")
    work = _Work(package, name)
    work.read(root)
    macros = any(each.lower().endswith("vbaproject.bin") for each in package.names)
    return work.slides.reading(path, core_meta(package), macros=macros)


@dataclass(slots=True)
class _Work:
    """One presentation being read.   relations: of the slide or notes at hand.   bare: whether that slide is white."""

    package: Package
    name: str
    slides: Slides = field(default_factory=Slides)
    relations: Mapping[str, Relation] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)
    backgrounds: Backgrounds = field(init=False)
    bare: bool = False

    def __post_init__(self) -> None:
        self.backgrounds = Backgrounds(self.package)

    @property
    def not_shown(self) -> NotShown:
        return self.slides.not_shown

    def read(self, root: Element) -> None:
        """Read the slides that are shown."""
        relations = self.package.relations(self.name)
        for relation in relations.values():
            if relation.kind in ("commentAuthors", "authors") and not relation.external:
                people = self.package.xml(relation.target)
                for person in people if people is not None else ():
                    self.people[person.get("id", "")] = person.get("name", "")
        for each in root.iterfind(f"{_P}sldIdLst/{_P}sldId"):
            found = relations.get(each.get(f"{_R}id", ""))
            slide = self.package.xml(found.target) if found is not None and not found.external else None
            if slide is None or found is None:
                self.not_shown.add("slides that are missing")
            elif slide.get("show", "1") in _OFF:
                self.slides.skip()
            else:
                self._slide(slide, found.target)

    def _slide(self, slide: Element, name: str) -> None:
        relations = self.relations = self.package.relations(name)
        self.bare = self.backgrounds.is_bare(slide, relations)
        shapes = list(self._shapes(slide.find(f"{_P}cSld/{_P}spTree")))
        title: list[Item] = []
        items: list[Item] = []
        footers: list[Item] = []
        for shape in shapes:
            kind = _placeholder(shape)
            made = self._items(shape, kind)
            (title if kind in _TITLES else footers if kind == "ftr" else items).extend(made)
        self.slides.lay([*title, *items])
        self.slides.footer(footers)
        self.bare = False
        for relation in relations.values():
            part = self.package.xml(relation.target) if relation.kind in ("notesSlide", "comments", "comment") else None
            if part is None:
                continue
            if relation.kind == "notesSlide":
                self.relations = self.package.relations(relation.target)
                notes = [
                    item
                    for shape in self._shapes(part.find(f"{_P}cSld/{_P}spTree"))
                    if _placeholder(shape) == "body"
                    for item in self._items(shape, None)
                ]
                self.slides.notes(notes)
            else:
                for comment in part.iter():
                    if comment.tag.endswith("}cm"):
                        self.slides.comment(self._comment(comment))

    def _shapes(self, tree: Element | None) -> Iterator[Element]:
        """Yield the shapes of a slide, those of groups too."""
        for child in tree if tree is not None else ():
            if child.tag == f"{_P}grpSp":
                yield from self._shapes(child)
            elif child.tag == f"{MC}AlternateContent":
                one = chosen(child)
                yield from self._shapes(one)
            elif child.tag in (f"{_P}sp", f"{_P}graphicFrame", f"{_P}pic", f"{_P}contentPart"):
                about = next((each for each in child.iter() if each.tag == f"{_P}cNvPr"), None)
                if about is not None and about.get("hidden", "0") not in ("0", "false"):
                    self.not_shown.hidden += any((each.text or "").strip() for each in child.iter(f"{_A}t"))
                else:
                    yield child

    def _items(self, shape: Element, kind: str | None) -> list[Item]:
        """Return what a shape says.   kind: of its placeholder, None for none."""
        if shape.tag == f"{_P}pic":
            self.not_shown.pictures += 1
            return []
        if shape.tag == f"{_P}graphicFrame":
            table = next(shape.iter(f"{_A}tbl"), None)
            if table is not None:
                return [self._table(table)]
            about = next(shape.iter(f"{_A}graphicData"), None)
            said = about.get("uri", "").rpartition("/")[2] if about is not None else ""
            self.not_shown.add(
                {"chart": "charts", "chartex": "charts", "diagram": "diagrams"}.get(said, "embedded objects")
            )
            return []
        body = shape.find(f"{_P}txBody")
        if body is None or kind in _PASSED:
            return []
        return self._paragraphs(body, kind)

    def _paragraphs(self, body: Element, kind: str | None) -> list[Item]:
        items: list[Item] = []
        for paragraph in body.iterfind(f"{_A}p"):
            passage = Passage()
            self._walk(paragraph, passage)
            properties = paragraph.find(f"{_A}pPr")
            if kind in _TITLES:
                passage.kind, passage.level = BlockKind.HEADING, 1
            elif _is_item(properties, kind):
                level = properties.get("lvl", "0") if properties is not None else "0"
                passage.kind = BlockKind.ITEM
                passage.level = min(int(level) + 1, 6) if level in tuple("012345678") else 1
            if passage.length or passage.cuts:
                items.append(passage)
        if kind in _TITLES and len(items) > 1:
            return [_one(items)]
        return items

    def _walk(self, element: Element, passage: Passage) -> None:
        for child in element:
            tag = child.tag
            if tag in (f"{_A}r", f"{_A}fld"):
                start = passage.length
                said = child.findtext(f"{_A}t") or ""
                if self.bare and is_white(child.find(f"{_A}rPr")):
                    self.not_shown.hidden += bool(said.strip())
                    continue
                if _is_struck(child):
                    passage.strike(said)
                    continue
                passage.runs.append(start)
                passage.say(raised(said) if _is_raised(child) else said)
                link = child.find(f"{_A}rPr/{_A}hlinkClick")
                relation = self.relations.get(link.get(f"{_R}id", "")) if link is not None else None
                if relation is not None and relation.external:
                    passage.link(start, relation.target)
            elif tag == f"{_A}br":
                passage.say("\n")
            elif tag == f"{MATH}oMath":
                passage.say(formula(child))
            elif tag == f"{MC}AlternateContent":
                one = next((each for each in child if next(each.iter(f"{MATH}oMath"), None) is not None), chosen(child))
                if one is not None:
                    self._walk(one, passage)
            elif not tag.endswith("Pr"):
                self._walk(child, passage)

    def _table(self, table: Element) -> Table:
        made = Table()
        properties = table.find(f"{_A}tblPr")
        made.marked = properties is not None and properties.get("firstRow", "0") not in _OFF
        for line in table.iterfind(f"{_A}tr"):
            row = Row()
            for cell in line.iterfind(f"{_A}tc"):
                if cell.get("hMerge", "0") not in _OFF or cell.get("vMerge", "0") not in _OFF:
                    continue
                body = cell.find(f"{_A}txBody")
                items = self._paragraphs(body, None) if body is not None else []
                row.cells.append(TableCell(items, _count(cell, "gridSpan"), _count(cell, "rowSpan")))
            made.rows.append(row)
        return made

    def _comment(self, comment: Element) -> Aside:
        """Return a comment, of either kind that PowerPoint writes."""
        said = next((each for each in comment if each.tag.endswith(("}text", "}txBody"))), None)
        items: list[Item] = []
        if said is not None and said.tag.endswith("}txBody"):
            items = self._paragraphs(said, None)
        elif said is not None and (said.text or "").strip():
            passage = Passage()
            passage.say((said.text or "").strip())
            items = [passage]
        day = _DATE.match(comment.get("dt") or comment.get("created") or "")
        return Aside("", items, self.people.get(comment.get("authorId", "")) or None, day[0] if day else None)


def _placeholder(shape: Element) -> str | None:
    """Return the kind of the placeholder that a shape fills, None for none."""
    about = shape.find(f"{_P}nvSpPr/{_P}nvPr/{_P}ph")
    return about.get("type", "") if about is not None else None


def _is_struck(run: Element) -> bool:
    properties = run.find(f"{_A}rPr")
    return properties is not None and properties.get("strike", "noStrike") != "noStrike"


def _is_raised(run: Element) -> bool:
    properties = run.find(f"{_A}rPr")
    return properties is not None and properties.get("baseline", "0").rstrip("%").lstrip("0").isdecimal()


def _is_item(properties: Element | None, kind: str | None) -> bool:
    """Return whether a paragraph is an item: in the text of a slide unless it has no bullet, elsewhere if it has."""
    if properties is not None:
        if properties.find(f"{_A}buNone") is not None:
            return False
        if any(properties.find(tag) is not None for tag in _BULLETS):
            return True
    return kind in _LISTS


def _one(items: list[Item]) -> Passage:
    """Return a title of several paragraphs as one."""
    made = Passage(kind=BlockKind.HEADING, level=1)
    for item in items:
        if isinstance(item, Passage):
            if made.length:
                made.say(" ")
            made.say("".join(item.words))
            made.cuts += item.cuts
    return made


def _count(cell: Element, name: str) -> int:
    words = cell.get(name, "1")
    return max(1, min(int(words), _MOST_ACROSS)) if words.isdecimal() and len(words) < 6 else 1
