"""An extraction that stands by itself: each citation with its place and ordinal, so that the text can be let go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from thence.model.citation import Citation
from thence.model.document import Document, cite
from thence.model.places import Places
from thence.model.span import Span
from thence.model.statement import Extraction, Mention, Statement, Status

__all__ = ["located"]


def located(extraction: Extraction, document: Document) -> Extraction:
    """Return an extraction whose citations know their places, and with the words that name each thing first.

    The quotes of statements also get their ordinals among equal quotes of the text, and a statement of a row, an object
    or a block of keys the column and headers of its object's cell.
    """
    found = _Located(document)
    return replace(
        extraction,
        statements=tuple(found.statement(each) for each in extraction.statements),
        naming=tuple(found.naming(_first_named(extraction))),
    )


class _Located:
    """The places of one document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._places = Places(document)
        self._quotes: dict[tuple[str, Span], Citation] = {}

    def statement(self, statement: Statement) -> Statement:
        quote, *others = statement.citations
        part = statement.object
        in_cell = part.span is not None and (quote.row is not None or statement.status is Status.STRUCTURAL)
        column, header = self._places.header(part.span) if in_cell and part.span else (None, ())
        return replace(
            statement,
            citations=(self._quote(quote), *(replace(each, place=self._places.of(each.span)) for each in others)),
            column=column,
            header=header,
        )

    def naming(self, spans: Iterable[Span]) -> list[Citation]:
        return [self._quote(cite(self._document, span)) for span in spans]

    def _quote(self, citation: Citation) -> Citation:
        """Return a citation with its place and ordinal; several statements share one quote."""
        key = (f"{citation.row} {citation.column}", citation.span)
        known = self._quotes.get(key)
        if known is None:
            ordinal = _ordinal(self._document.text, citation.quote, citation.span.start)
            known = replace(citation, place=self._places.of(citation.span), ordinal=ordinal)
            self._quotes[key] = known
        return known


def _ordinal(text: str, words: str, start: int) -> int:
    """Return how many equal quotes begin before ``start`` in a rendition."""
    count, at = 0, text.find(words)
    while -1 < at < start:
        count += 1
        at = text.find(words, at + 1)
    return count


def _first_named(extraction: Extraction) -> Sequence[Span]:
    """Return the places of the mentions of which one is the first of its thing, whatever thing that proves to be.

    What tells things of one name apart inside a document is their class, their identifiers, or that the text says so.
    """
    told_apart = [citation.span for _, _, citation in extraction.distinct]
    first: dict[object, Span] = {}
    for mention in extraction.every_mention():
        apart = any(mention.span in span for span in told_apart)
        first.setdefault(_told_by(mention) if not apart else mention.span, mention.span)
    return sorted(set(first.values()))


def _told_by(mention: Mention) -> tuple[object, ...]:
    return mention.name, mention.type, mention.identifiers
