"""Quotes that a person can read: what is said in a stretch of megabytes is no statement, and is told as such."""

from __future__ import annotations

from dataclasses import replace

from thence.model.document import Citation, Document, Span, cite
from thence.model.statement import Extraction, Rejected

__all__ = ["bounded"]

LONGEST = 50_000
"""Characters of a quote; a row or sentence with more is data that nobody reads as one."""
_SHOWN = 200


def bounded(extraction: Extraction, document: Document) -> Extraction:
    """Return an extraction without what is quoted from overlong sentences and rows.

    Each of those is a rejected candidate (TH803) instead, cited by its first words; so is what was rejected before.
    """
    if len(document.text) <= LONGEST:
        return extraction
    long = [each for each in extraction.statements if any(map(_is_long, each.citations))]
    if not long and not any(_is_long(each.citation) for each in extraction.rejected):
        return extraction
    gone = set(map(id, long))
    refused = [
        Rejected(
            document.key,
            _begin(document, each.quote),
            each.predicate,
            f"it is said in a sentence or row of {len(each.quote.span):,} characters",
            "TH803",
        )
        for each in long
    ]
    before = [
        replace(each, citation=_begin(document, each.citation)) if _is_long(each.citation) else each
        for each in extraction.rejected
    ]
    return replace(
        extraction,
        statements=tuple(each for each in extraction.statements if id(each) not in gone),
        rejected=tuple(dict.fromkeys([*before, *refused])),
    )


def _is_long(citation: Citation) -> bool:
    return len(citation.span) > LONGEST


def _begin(document: Document, citation: Citation) -> Citation:
    start = citation.span.start
    return cite(document, Span(start, start + _SHOWN), row=citation.row, column=citation.column)
