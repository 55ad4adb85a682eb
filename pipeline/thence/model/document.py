"""Documents: a file's rendition as text, its blocks and records, and the way back to the file's bytes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from heapq import merge

from thence.model.boxes import WordBoxes
from thence.model.citation import Citation
from thence.model.finding import Finding
from thence.model.span import ByteMap, Span, quote
from thence.model.table import Table
from thence.model.terms import Quad
from thence.names import Iri, mint

__all__ = [
    "Block",
    "BlockKind",
    "ByteMap",
    "Citation",
    "Column",
    "Document",
    "Doubt",
    "Field",
    "Join",
    "Link",
    "Page",
    "PageState",
    "Record",
    "RecordKind",
    "Span",
    "cite",
    "quote",
]


class BlockKind(StrEnum):
    """What a piece of a rendition is to its reader."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    TURN = "turn"
    QUOTED = "quoted"
    CODE = "code"
    FURNITURE = "furniture"
    DELETED = "deleted"
    """Struck out by a tracked change: there to be seen, never what the document says."""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a rendition that reads on its own, in reading order; blocks do not overlap.

    level: of a heading (1 to 6) or depth of an item or quotation, else 0.   page: from 1, where the format has pages.
    voice: the author of this turn or quoted message where it is not the document's.   date: ISO date of that message.
    part: where in the file it stands: empty for the body, else header, footer, "footnote 2", "comment 1", text box, the
    sheet of a workbook, the chapter of a book.   number: from 1, of the paragraph within its part, of the message in a
    chat; None where the format counts neither.   runs: the code point where each run of a word processor's paragraph
    begins, in order; empty where there are none.
    """

    span: Span
    kind: BlockKind
    level: int = 0
    page: int | None = None
    voice: str | None = None
    date: str | None = None
    part: str = ""
    number: int | None = None
    runs: tuple[int, ...] = ()


class RecordKind(StrEnum):
    """Where a record comes from."""

    ROW = "row"
    OBJECT = "object"
    KEYS = "keys"
    FRONT_MATTER = "front-matter"
    HEADERS = "headers"


@dataclass(frozen=True, slots=True)
class Field:
    """One named value of a record: a table cell under its header, a JSON member, a ``Key: value`` line.

    name: as written; of several header rows the words from top to bottom.   value: where the value stands (may be
    empty).   column: from 1 in a table.   path: the header cells above, from top to bottom, where there are several.
    """

    name: str
    value: Span
    column: int | None = None
    name_span: Span | None = None
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """Named values that belong together: a table row, a JSON object, a block of ``Key: value`` lines, front matter.

    span: the row or object as a whole: the quote of what is read from it.   table: ordinal of the table or array in
    the document, from 1.   row: data row from 1.   title: caption, heading above, or the JSON key that holds the array.
    path: of nested data, the names and numbers (from 1) that lead to it from the outermost object or array.
    """

    kind: RecordKind
    span: Span
    fields: tuple[Field, ...]
    table: int | None = None
    row: int | None = None
    title: str = ""
    page: int | None = None
    part: str = ""
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """A hyperlink or wiki link: the words that are linked, and what they point to (as written, fragment included).

    is_wiki: whether it is written ``[[…]]``, so that the target is the name of a note.
    """

    span: Span
    target: str
    is_wiki: bool = False


class PageState(StrEnum):
    """What became of a page."""

    READ = "read"
    OCR = "ocr"
    """Read from its picture."""
    IMAGE = "image only"
    """A picture, and nobody looked for words in it."""
    EMPTY = "empty"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a paged format.

    number: from 1.   boxes: per word (span, left, bottom, right, top) in points, y upwards from the lower left corner.
    state: what became of it.   confidences: of each word, from 0 to 1, where its words were read from a picture.
    """

    number: int
    span: Span
    boxes: WordBoxes | tuple[tuple[Span, float, float, float, float], ...] = ()
    state: PageState = PageState.READ
    confidences: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Join:
    """A place where words read otherwise than they stand: a hyphen and line break inside a word, a ligature.

    span: what stands there.   text: what is read there, without line breaks; may be empty.
    """

    span: Span
    text: str


@dataclass(frozen=True, slots=True, order=True)
class Doubt:
    """A place that may not say what it seems to say: characters without meaning, words read from a poor picture.

    confidence: from 0 to 1, an upper bound for what is read from it.   why: for people, without a full stop.
    """

    span: Span
    why: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Column:
    """What one column of a table holds, by the evidence of all its cells.

    table: ordinal of the table, from 1.   number: column from 1.   name: its header.
    kind: text, identifier, integer, decimal, date, boolean or empty.   format: how its values are written, where that
    had to be decided: "day-first", "month-first", "iso", "decimal-comma", "decimal-point"; empty otherwise.
    evidence: what decided, for people ("13/02/2024 in line 4", "thence.toml").   undecided: cells that could be read
    two ways and stay text.   refused: cells that fit the kind but are impossible (31/02/2024).
    """

    table: int
    number: int
    name: str
    kind: str
    format: str = ""
    evidence: str = ""
    undecided: int = 0
    refused: int = 0


@dataclass(frozen=True, slots=True)
class Document:
    """One version of one file, read.

    key: the declared id (Message-ID, front-matter id), else the first of its relative paths, those of the folder
    itself before those in archives.
    places: every relative POSIX path where these bytes lie, sorted, those in archives behind the others, those behind
    links last.   digest: SHA-256 of the bytes, hexadecimal.
    recipe: the reader and its version, e.g. ``read.md/1``.   text: the rendition, newlines as LF.
    encoding: of text formats.   byte_map: of text formats, None for pdf and office files.
    tables: those of delimited text, their rows no part of ``records``: ask `every_record` for both.
    title, date (ISO, as precise as declared), author: what the document declares of itself.
    date_span: where that date stands.   meta: other declared values, sorted.
    joins, doubts: sorted, without overlaps.   quads: of RDF formats, the file's statements as written, blank nodes
    skolemised, the default graph as the empty IRI; its text is the file's, its blocks and records are empty.
    prefixes: that an RDF file declares, (prefix, namespace) sorted.   exports: the paths of the documents that an RDF
    file says it was made from, sorted: a workspace was exported to it.
    piece: of a file that is read in pieces which one this is, "lines=1-20000"; its key then ends in ``#`` and that, its
    digest and size are the whole file's, its text and recipe its own.
    """

    key: str
    places: tuple[str, ...]
    media_type: str
    digest: str
    size: int
    recipe: str
    text: str
    blocks: tuple[Block, ...] = ()
    records: tuple[Record, ...] = ()
    links: tuple[Link, ...] = ()
    pages: tuple[Page, ...] = ()
    byte_map: ByteMap | None = None
    encoding: str | None = None
    title: str | None = None
    date: str | None = None
    date_span: Span | None = None
    author: str | None = None
    aliases: tuple[str, ...] = ()
    meta: tuple[tuple[str, str], ...] = ()
    joins: tuple[Join, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    columns: tuple[Column, ...] = ()
    tables: tuple[Table, ...] = ()
    quads: tuple[Quad, ...] = ()
    prefixes: tuple[tuple[str, str], ...] = ()
    exports: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = field(default=())
    piece: str = ""

    @property
    def whole_key(self) -> str:
        """The key of the file, of which this may be a piece."""
        return self.key.removesuffix(f"#{self.piece}") if self.piece else self.key

    @property
    def iri(self) -> Iri:
        """``urn:thence:doc:H`` of the version's bytes."""
        return _version_iri("doc", self.digest)

    @property
    def text_iri(self) -> Iri:
        """``urn:thence:text:H`` of the rendition: the version's bytes and the reader's recipe."""
        return _version_iri("text", self.digest, self.recipe)

    @property
    def path(self) -> str:
        """The first of the places: the file to open."""
        return self.places[0]

    def every_record(self) -> Iterator[Record]:
        """Yield the records and the rows of the tables, in the order of their places."""
        if not self.tables:
            yield from self.records
        else:
            yield from merge(self.records, *self.tables, key=lambda record: record.span.start)

    def page_of(self, span: Span) -> int | None:
        """Return the number of the page on which a span begins, or None."""
        return _page_at(self.pages, span.start)


_version_iri = lru_cache(maxsize=4_096)(mint)
"""Minted once a version, though every citation asks for it."""


def _page_at(pages: Sequence[Page], at: int) -> int | None:
    index = bisect_right([page.span.start for page in pages], at) - 1
    return pages[index].number if index >= 0 else None


def cite(document: Document, span: Span, *, row: int | None = None, column: int | None = None) -> Citation:
    """Return the citation of a span: its quote, its bytes where the format has them, its page where it has pages.

    Raises CitationError when the span leaves the text.
    """
    words = quote(document.text, span)
    return Citation(
        document=document.iri,
        text=document.text_iri,
        span=span,
        quote=words,
        bytes=document.byte_map.bytes_of(span) if document.byte_map else None,
        page=document.page_of(span),
        row=row,
        column=column,
    )
