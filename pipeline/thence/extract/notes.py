"""Notes that link to each other: a note is a thing of its file's name, and each of its links is a claim."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from thence.extract.headings import document_titles, reads_as_name
from thence.model.document import BlockKind, Citation, Document, Link, Span, cite
from thence.model.statement import Extraction, Mention, Statement, Status
from thence.names import DOCS, OWL
from thence.ontology import Ontology

__all__ = ["RECIPE", "note_links"]

RECIPE = "extract.notes/1"
_LONGEST = 400
_UNREAD = (BlockKind.CODE, BlockKind.DELETED)


def note_links(document: Document, ontology: Ontology) -> Extraction:
    """Return what the wiki links of a note say: that it links to the notes they name, each citing its line.

    A note is called by its title where front matter declares it, or aliases, else as its file is; the other of the two
    and the aliases are other names of it. The target of a link is the name before ``|``, without folder,
    heading and block; ``![[file.png]]`` shows a file and names no note.
    """
    links = [link for link in document.links if link.is_wiki and len(link.span) and _target(link)]
    if not (links or document.aliases) or document.media_type != "text/markdown":
        return Extraction(document.key)
    name, title = _name(document)
    statements = []
    if DOCS.linksTo in ontology.properties:
        statements = [each for link in links if (each := _statement(document, link, name)) is not None]
    return Extraction(
        document=document.key,
        statements=tuple(statements),
        mentions=tuple(dict.fromkeys(mention for each in statements for mention in _named(each))),
        aliases=tuple(_aliases(document, name, title)),
    )


def _named(statement: Statement) -> Iterator[Mention]:
    yield statement.subject
    if isinstance(statement.object, Mention):
        yield statement.object


def _target(link: Link) -> str:
    """Return the name of the note that a link names; empty for a place in the note itself or a file of another kind.

    >>> _target(Link(Span(0, 1), "Plans/Budget 2024#Q1", is_wiki=True))
    'Budget 2024'
    """
    path = PurePosixPath(link.target.split("#")[0].split("^")[0].strip())
    return "" if path.suffix and path.suffix != ".md" and " " not in path.suffix else path.name.removesuffix(".md")


def _statement(document: Document, link: Link, name: str) -> Statement | None:
    line = _line(document, link.span)
    target = _target(link)
    if line is None or target == name:
        return None
    return Statement(
        document=document.key,
        subject=Mention(line, name, OWL.Thing, reference=name),
        predicate=DOCS.linksTo,
        object=Mention(link.span, target, OWL.Thing, reference=link.target),
        citations=(cite(document, line),),
        status=Status.STRUCTURAL,
        confidence=0.99,
        recipe=RECIPE,
    )


def _line(document: Document, span: Span) -> Span | None:
    """Return the line of the rendition in which a link stands, or None in code and struck text."""
    if any(block.kind in _UNREAD and span in block.span for block in document.blocks):
        return None
    text = document.text
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    end = len(text) if end < 0 else end
    words = text[start:end]
    return Span(start + len(words) - len(words.lstrip()), start + len(words.rstrip()))


def _name(document: Document) -> tuple[str, Span | None]:
    """Return what a note is called, and where its title says so; None where its file is its only name."""
    stem = PurePosixPath(document.path).stem
    title = next(document_titles(document), None)
    if title is None:
        return stem, None
    words = " ".join(document.text[title[0].start : title[0].end].split())
    # A heading may be that of many notes ("Minutes"); a title in front matter is the note's own.
    is_heading = any(block.kind is BlockKind.HEADING and title[0] in block.span for block in document.blocks)
    own = document.aliases or (reads_as_name(words) and not is_heading)
    return (words, title[0]) if own else (stem, None)


def _aliases(document: Document, name: str, title: Span | None) -> Iterator[tuple[str, str, Citation]]:
    stem = PurePosixPath(document.path).stem
    if title is not None and stem != name:
        yield stem, name, cite(document, title)
    for alias in dict.fromkeys(document.aliases):
        at = document.text.find(alias) if alias and alias != name else -1
        if at >= 0:
            yield alias, name, cite(document, Span(at, at + len(alias)))
