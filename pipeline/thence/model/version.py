"""Versions: what is known of a document once it has been read and its statements taken, everything but its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from thence.model.citation import Citation
from thence.model.document import BlockKind, Column, Document, PageState, cite
from thence.model.finding import Finding
from thence.model.places import Places
from thence.model.span import Span
from thence.model.terms import Quad
from thence.names import Iri, mint

__all__ = ["Deletion", "NoteLink", "PageRead", "Version", "version_of"]

_OPENINGS = 2


@dataclass(frozen=True, slots=True)
class PageRead:
    """What became of a page.   number: from 1.   confidence: of its words on average, 0 to 1, if recognised."""

    number: int
    state: PageState
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Deletion:
    """Words that a tracked change struck out, who did, and when (ISO), where the file says."""

    citation: Citation
    by: str | None
    date: str | None


@dataclass(frozen=True, slots=True)
class NoteLink:
    """A link as written, fragment included.   line: from 1, where the file has lines."""

    target: str
    line: int | None


@dataclass(frozen=True, slots=True)
class Version:
    """One version of one file, or of a piece of it, as later stages need it; the fields of `Document` mean the same.

    length: of the rendition, in code points.   is_blank: whether there are no words in it.   records: how many, rows
    included.   openings: the first blocks that are the document's own.   deleted: what was struck out by a tracked
    change.
    """

    key: str
    places: tuple[str, ...]
    media_type: str
    digest: str
    size: int
    recipe: str
    length: int = 0
    is_blank: bool = False
    records: int = 0
    openings: tuple[Span, ...] = ()
    deleted: tuple[Deletion, ...] = ()
    links: tuple[NoteLink, ...] = ()
    pages: tuple[PageRead, ...] = ()
    encoding: str | None = None
    title: str | None = None
    date: str | None = None
    author: str | None = None
    aliases: tuple[str, ...] = ()
    columns: tuple[Column, ...] = ()
    quads: tuple[Quad, ...] = ()
    exports: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = field(default=())
    piece: str = ""

    @property
    def whole_key(self) -> str:
        """The key of the file, of which this may be a piece."""
        return self.key.removesuffix(f"#{self.piece}") if self.piece else self.key

    @property
    def iri(self) -> Iri:
        """``urn:thence:doc:H`` of the file's bytes; pieces of a file share it."""
        return mint("doc", self.digest)

    @property
    def text_iri(self) -> Iri:
        """``urn:thence:text:H`` of the rendition: the file's bytes and the reader's recipe."""
        return mint("text", self.digest, self.recipe)

    @property
    def path(self) -> str:
        """The first of the places: the file to open."""
        return self.places[0]


def version_of(document: Document) -> Version:
    """Return what later stages need of a document."""
    own = (block.span for block in document.blocks if block.kind is not BlockKind.FURNITURE)
    return Version(
        key=document.key,
        places=document.places,
        media_type=document.media_type,
        digest=document.digest,
        size=document.size,
        recipe=document.recipe,
        length=len(document.text),
        is_blank=not document.text.strip(),
        records=len(document.records) + sum(map(len, document.tables)),
        openings=tuple(span for span, _ in zip(own, range(_OPENINGS), strict=False)),
        deleted=tuple(_deletions(document)),
        links=tuple(_links(document)),
        pages=tuple(PageRead(page.number, page.state, _mean(page.confidences)) for page in document.pages),
        encoding=document.encoding,
        title=document.title,
        date=document.date,
        author=document.author,
        aliases=document.aliases,
        columns=document.columns,
        quads=document.quads,
        exports=document.exports,
        findings=document.findings,
        piece=document.piece,
    )


def _deletions(document: Document) -> Iterator[Deletion]:
    deleted = [block for block in document.blocks if block.kind is BlockKind.DELETED]
    if not deleted:  # as in most: their places need not be known
        return
    places = Places(document)
    for block in deleted:
        citation = replace(cite(document, block.span), place=places.of(block.span))
        yield Deletion(citation, block.voice, block.date)


def _links(document: Document) -> Iterator[NoteLink]:
    """Yield the links in order of their places."""
    at, line = 0, 1
    for link in sorted(document.links, key=lambda link: link.span):
        line += document.text.count("\n", at, link.span.start)
        at = link.span.start
        yield NoteLink(link.target, line if document.byte_map else None)


def _mean(confidences: tuple[float, ...]) -> float | None:
    return round(sum(confidences) / len(confidences), 4) if confidences else None
