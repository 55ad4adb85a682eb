"""What a table is about where no column says so: the thing that a heading, an enclosing object or a title names."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING

from thence.extract.cells import cells_of
from thence.extract.columns import header_words
from thence.extract.mentions import classify
from thence.model.document import BlockKind, Document, Record, RecordKind, Span
from thence.model.statement import Mention
from thence.names import OWL, Iri
from thence.read.keys import is_sentence

if TYPE_CHECKING:
    from thence.ontology import Ontology

__all__ = ["document_titles", "named_by_document", "named_by_heading", "reads_as_name", "tagged_class", "words_above"]

_KEYS = frozenset(
    frozenset({word})
    for word in (
        "company",
        "organization",
        "entity",
        "name",
        "subject",
        "issuer",
        "customer",
        "client",
        "title",
        "body",
    )
)
_BREAK = re.compile(r"\s*[:|–—;•]\s*|\s+-\s+|,\s+|\s*[()]\s*|\s+(?:of|for|at|in|by|from|re)\s+(?:the\s+)?|’s\s+|'s\s+")
# Words of lists that stand around the name of whose list it is ("Register of members of X", "X shareholders 2024").
_LIST = (
    r"(?i:(?:(?:annual|general|extraordinary|board|new|current|former|proposed|share|beneficial|draft|company|statutory)\s+)*"
    r"(?:registers?|lists?|shareholders?|directors?|officers?|members?|owners?|board|meetings?|minutes|accounts?|budgets?|"
    r"fees|reports?|extracts?|schedules?|subsidiaries|staff|employees|team|trustees|statements?|structure|management|"
    r"ownership|companies|organi[sz]ation|details|overview|profile|shares|shareholdings?))"
)
_LEAD = re.compile(rf"\s*(?:(?:the\s+)?{_LIST}\s+(?:of|for|at|in)\s+(?:the\s+)?)+")
_TAIL = re.compile(rf"(?:['’]s?)?\s+{_LIST}(?:\s+(?:of\s+directors|(?:19|20)\d\d))*\s*$")
_LONG = 160


def words_above(document: Document, record: Record) -> str:
    """Return the words above a table: its title, the nearest heading and a short line just before it."""
    words = [record.title]
    above = bisect_right(document.blocks, record.span.start, key=lambda block: block.span.end)
    heading = next((b for b in reversed(document.blocks[:above]) if b.kind is BlockKind.HEADING), None)
    if heading is not None:
        words.append(document.text[heading.span.start : heading.span.end])
    if record.table is not None and above:
        near = document.blocks[above - 1]
        in_table = any(r.table is not None and near.span.overlaps(r.span) for r in document.records) or any(
            table.row_at(near.span.start) is not None for table in document.tables
        )
        if near is not heading and len(near.span) <= _LONG and not in_table:
            words.append(document.text[near.span.start : near.span.end])
    return " ".join(words)


def named_by_heading(
    document: Document, record: Record, wanted: Iri, ontology: Ontology
) -> tuple[Mention, Span] | None:
    """Return what the nearest heading names and the heading's span, or None where none names a ``wanted`` thing.

    Looked at in this order: objects that enclose the record, headings above it from the nearest up, lines like
    "Company: …" above it, the document's title. A name counts only if its own words show its class.
    """
    for span, whole in _places(document, record):
        found = _name_in(document.text, span, wanted, ontology)
        if found is not None:
            return found, whole
    return None


def named_by_document(document: Document, wanted: Iri, ontology: Ontology) -> tuple[Mention, Span] | None:
    """Return what the document's own title names (front matter, else first heading), whole, and where it stands."""
    for span, whole in document_titles(document):
        name = " ".join(document.text[span.start : span.end].split())
        if not reads_as_name(name):
            continue
        kind = classify(name, ontology)
        if kind == OWL.Thing:
            kind = tagged_class(document, ontology) or kind
        if kind != OWL.Thing and _fits(kind, wanted, ontology):
            return Mention(span, name, kind), whole
    return None


def tagged_class(document: Document, ontology: Ontology) -> Iri | None:
    """Return the class that a note's tags, type or category name."""
    for record in document.records:
        if record.kind is RecordKind.FRONT_MATTER:
            for cell in cells_of(document, record):
                if cell and header_words(cell.header) & {"tag", "type", "category", "kind"}:
                    for word in re.findall(r"[\w-]+", cell.text):
                        found = ontology.find_class(word)
                        if found:
                            return found
    return None


def _places(document: Document, record: Record) -> Iterator[tuple[Span, Span]]:
    enclosing = [r for r in document.records if record.span in r.span and r.span != record.span]
    for outer in sorted(enclosing, key=lambda r: len(r.span)):
        for cell in cells_of(document, outer):
            if cell is not None and header_words(cell.header) & {"company", "organization", "entity", "name", "title"}:
                yield cell.span, cell.span
    for block in reversed(document.blocks):
        if block.kind is BlockKind.HEADING and block.span.end <= record.span.start:
            yield block.span, block.span
    for keys in reversed(document.records):
        if keys.kind is RecordKind.KEYS and keys.span.end <= record.span.start:
            for cell in cells_of(document, keys):
                if cell is not None and header_words(cell.header) in _KEYS:
                    yield cell.span, keys.span
    yield from document_titles(document)
    first = document.blocks[0] if document.blocks else None
    # A line at the head, no sentence: what a sentence speaks of last is not what the rest is about.
    if first is None or first.part or first.span.end > record.span.start or len(first.span) > _LONG:
        return
    if not is_sentence(document.text[first.span.start : first.span.end]):
        yield first.span, first.span


def document_titles(document: Document) -> Iterator[tuple[Span, Span]]:
    """Yield where a document names itself, each with the place to cite: front matter, first heading, declared title."""
    for record in document.records:
        if record.kind is RecordKind.FRONT_MATTER:
            for cell in cells_of(document, record):
                if cell is not None and header_words(cell.header) in (frozenset({"title"}), frozenset({"name"})):
                    yield cell.span, cell.span
    for block in document.blocks:
        if block.kind is BlockKind.HEADING:
            yield block.span, block.span
            break
    if document.title:
        at = document.text.find(document.title)
        if at >= 0:
            span = Span(at, at + len(document.title))
            yield span, span


def _fits(found: Iri, wanted: Iri, ontology: Ontology) -> bool:
    return wanted == OWL.Thing or ontology.is_subclass(found, wanted)


def _name_in(text: str, span: Span, wanted: Iri, ontology: Ontology) -> Mention | None:
    """Return the first piece of a heading whose words show that it names a wanted thing."""
    words = text[span.start : span.end]
    if len(words) > _LONG:
        return None
    lead, tail = _LEAD.match(words), _TAIL.search(words)
    start, end = lead.end() if lead else 0, tail.start() if tail else len(words)
    pieces = [(start, end), (start, len(words)), (0, end), (0, len(words))] if start < end else [(0, len(words))]
    cuts = [(0, 0), *(match.span() for match in _BREAK.finditer(words)), (len(words), len(words))]
    pieces += [
        (cuts[first][1], cuts[first + width][0])
        for width in range(len(cuts) - 1, 0, -1)
        for first in range(len(cuts) - width)
    ]
    for start, end in dict.fromkeys(pieces):
        piece = words[start:end]
        start += len(piece) - len(piece.lstrip())
        name = " ".join(piece.split())
        if name[:1].isupper() and not re.search(r"[:|–—]", name) and not re.match(r"\d", name):
            kind = classify(name, ontology)
            if kind != OWL.Thing and ontology.is_subclass(kind, wanted) and reads_as_name(name):
                place = Span(span.start + start, span.start + start + len(piece.strip()))
                return Mention(place, name, kind)
    return None


def reads_as_name(name: str) -> bool:
    """Return whether all but small words are capitalised, as in a name and not in a sentence or a title of a list."""
    small = {"of", "and", "the", "for", "de", "du", "des", "der", "von", "van", "und", "et", "&", "y", "la", "plc", "e"}
    words = name.split()
    return all(word[:1].isupper() or word[:1].isdigit() or word.lower() in small for word in words)
