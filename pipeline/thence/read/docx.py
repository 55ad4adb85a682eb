"""Word documents: the accepted view in document order, with tables, notes, headers, boxes and comments apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element  # the type only

from thence.errors import InputError, Location
from thence.model.document import BlockKind
from thence.read.docx_styles import Numbering, Styles, W, flag, val
from thence.read.docx_tables import table_of
from thence.read.docx_words import MC, Words, chosen, stamp
from thence.read.office import NotShown, core_meta, office_findings, told
from thence.read.package import Package, Relation
from thence.read.reading import DEFAULT, Options, Reading
from thence.read.story import Aside, Item, Passage, Story

__all__ = ["read_docx"]

_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
# Content controls and accepted changes are looked through.
_THROUGH = frozenset(f"{W}{name}" for name in ("sdtContent", "ins", "moveTo", "customXml", "smartTag"))
_GALLERY = f"{W}sdtPr/{W}docPartObj/{W}docPartGallery"
_NOTES = {"footnote": "footnotes", "endnote": "endnotes", "comment": "comments"}


def read_docx(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read a Word document as it looks with all changes accepted.

    What changes deleted stands apart as deleted, after the paragraph it was cut from, in the voice of who deleted it.
    Footnotes, endnotes, comments and text boxes are blocks of their own part after the paragraph that refers to them,
    with a link to them (``#footnote-2``) from that place; headers stand before the body and footers after it, each
    once. Each block has the number of its paragraph within its part, and where its runs begin. Merged cells count
    once; hidden text is left out and counted. What the file's properties say of title, author and date is in ``meta``
    only. There is no byte map.
    Raises InputError: TH502 damaged, TH505 locked, TH506 beyond a limit.
    """
    package = Package(data, path, options.limits)
    name = package.main("word/document.xml")
    root = package.xml(name)
    body = root.find(f"{W}body") if root is not None else None
    if body is None:
        raise InputError("TH502", "no Word document inside", at=Location(path), hint="save it again as .docx")
    work = _Work(package, name)
    work.words.coloured = root is not None and root.find(f"{W}background") is not None
    work.read(body)
    return told(
        work.story,
        core_meta(package),
        office_findings(path, work.words.not_shown, macros=work.has_macros()),
    )


@dataclass(slots=True)
class _Work:
    """One document being read.   name: of its main part.   listing: paragraphs of tables of contents."""

    package: Package
    name: str
    words: Words = field(init=False)
    story: Story = field(default_factory=Story)
    relations: dict[str, Relation] = field(init=False)
    notes: dict[tuple[str, str], Element] = field(default_factory=dict)
    note_relations: dict[str, dict[str, Relation]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    seen: set[tuple[str, str]] = field(default_factory=set)
    listing: set[Element] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.relations = self.package.relations(self.name)
        styles = Styles(self._related("styles"))
        self.words = Words(styles, Numbering.of(self._related("numbering")), self._note, self._items, NotShown())

    def _part_name(self, kind: str) -> str:
        """Return the name of the part of a kind: as the relations say, else the usual one."""
        for relation in self.relations.values():
            if relation.kind == kind and not relation.external:
                return relation.target
        return f"{self.name.rpartition('/')[0]}/{kind}.xml"

    def _related(self, kind: str) -> Element | None:
        return self.package.xml(self._part_name(kind))

    def read(self, body: Element) -> None:
        """Read headers, body, footers, and the comments nobody refers to."""
        for kind, part in _NOTES.items():
            root = self._related(part)
            for note in root if root is not None else ():
                if note.tag == f"{W}{kind}" and note.get(f"{W}type", "normal") == "normal":
                    self.notes.setdefault((kind, note.get(f"{W}id", "")), note)
        self._margins(body, "header")
        self.words.enter(body, self.relations)
        self.story.lay(self._items(body))
        self._margins(body, "footer")
        for kind, identifier in [key for key in self.notes if key[0] == "comment" and key not in self.seen]:
            if (aside := self._note(kind, identifier)) is not None:
                self.story.lay(aside.items, aside.part, aside.voice, aside.date)

    def _margins(self, body: Element, kind: str) -> None:
        """Lay the headers or footers that sections show, each once, and no other one that says the same."""
        names: dict[str, None] = {}
        for reference in body.iter(f"{W}{kind}Reference"):
            relation = self.relations.get(reference.get(f"{_R}id", ""))
            if relation is not None and not relation.external:
                names[relation.target] = None
        said: set[str] = set()
        for name in names:
            root = self.package.xml(name)
            if root is None:
                continue
            self.words.enter(root, self.package.relations(name))
            items = self._items(root)
            words = repr([item.words if isinstance(item, Passage) else item for item in items])
            if words not in said:
                said.add(words)
                self.story.lay(items, kind)

    def _note(self, kind: str, identifier: str) -> Aside | None:
        """Return a note or comment, numbered in the order in which it is first referred to; None for a second time."""
        note = self.notes.get((kind, identifier))
        if note is None or (kind, identifier) in self.seen:
            return None
        self.seen.add((kind, identifier))
        number = self.counts[kind] = self.counts.get(kind, 0) + 1
        if kind not in self.note_relations:
            self.note_relations[kind] = self.package.relations(self._part_name(_NOTES[kind]))
        restore = self.words.enter(note, self.note_relations[kind])
        items = self._items(note)
        self.words.leave(restore)
        voice, date = stamp(note) if kind == "comment" else (None, None)
        return Aside(f"{kind} {number}", items, voice, date)

    def _items(self, root: Element) -> list[Item]:
        """Return the paragraphs and tables of a body, cell, note or box; those that lost their marks joined."""
        items: list[Item] = []
        open_: list[Element] = []
        caption = ""
        for element in self._members(root):
            if element.tag == f"{W}p":
                open_.append(element)
                if not _mark_deleted(element):
                    passage = self.words.passage(open_)
                    if element in self.listing:
                        passage.kind, passage.level = BlockKind.FURNITURE, 0
                    items.append(passage)
                    caption = "".join(passage.words).strip() if self._is_caption(element) else ""
                    open_ = []
                continue
            if open_:
                items.append(self.words.passage(open_))
                open_ = []
            table = table_of(element, self.words.styles, self._items, self.words.not_shown)
            if caption and isinstance(items[-1], Passage):
                table.title, items[-1].kind = caption, BlockKind.FURNITURE
                caption = ""
            items.append(table)
        if open_:
            items.append(self.words.passage(open_))
        return items

    def _is_caption(self, paragraph: Element) -> bool:
        properties = paragraph.find(f"{W}pPr")
        style = val(properties.find(f"{W}pStyle")) if properties is not None else ""
        return bool(style) and "caption" in self.words.styles.get(style).names

    def _members(self, root: Element) -> Iterator[Element]:
        """Yield the paragraphs and tables directly inside, looking through content controls and accepted changes."""
        for child in root:
            tag = child.tag
            if tag in (f"{W}p", f"{W}tbl"):
                yield child
            elif tag in _THROUGH:
                yield from self._members(child)
            elif tag == f"{W}sdt":
                if flag(child.find(f"{W}sdtPr"), "showingPlcHdr"):
                    self.words.not_shown.placeholders += 1
                elif val(child.find(_GALLERY)) == "Table of Contents":
                    self.listing.update(child.iter(f"{W}p"))
                    yield from self._members(child)
                else:
                    yield from self._members(child)
            elif tag == f"{MC}AlternateContent" and (one := chosen(child)) is not None:
                yield from self._members(one)
            elif tag == f"{W}altChunk":
                self.words.not_shown.add("inserted files")

    def has_macros(self) -> bool:
        """Return whether the package holds macros."""
        return any(name.lower().endswith("vbaproject.bin") for name in self.package.names)


def _mark_deleted(paragraph: Element) -> bool:
    """Return whether a change deleted the end of a paragraph, so that it goes on with the next."""
    properties = paragraph.find(f"{W}pPr")
    run = properties.find(f"{W}rPr") if properties is not None else None
    return run is not None and (run.find(f"{W}del") is not None or run.find(f"{W}moveFrom") is not None)
