"""What a text declares of itself: title, date, author."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from thence.model.document import Block, BlockKind, Field, Record, RecordKind, Span
from thence.read.dates import iso_date, signing_date, title_date
from thence.read.keys import AUTHOR_KEYS, DATE_KEYS, declared

__all__ = ["Described", "describe"]


_OPENING = 2_000
"""Of a heading or an opening clause, what may hold its date."""


@dataclass(frozen=True, slots=True)
class Described:
    """What a document says of itself: title, date and where it stands, author, and other declared values."""

    title: str | None = None
    date: str | None = None
    date_span: Span | None = None
    author: str | None = None


def describe(text: str, blocks: Sequence[Block], records: Sequence[Record]) -> Described:
    """Return title, date and author that a text declares: first heading, ``Date:`` and ``Author:`` lines, signing."""
    heading = next((block for block in blocks if block.kind is BlockKind.HEADING), None)
    title = " ".join(text[heading.span.start : heading.span.end].split()) if heading else None
    date, span = _declared_date(text, records)
    if date is None:
        opening = next((block for block in blocks if block.kind is BlockKind.PARAGRAPH), None)
        for block, find in ((heading, title_date), (opening, signing_date)):
            found = (
                find(text[block.span.start : min(block.span.end, block.span.start + _OPENING)])
                if block and date is None
                else None
            )
            if block and found:
                date, span = found[0], Span(block.span.start + found[1], block.span.start + found[2])
    author = declared(records, AUTHOR_KEYS)
    return Described(title, date, span, _words(text, author) if author else None)


def _declared_date(text: str, records: Sequence[Record]) -> tuple[str | None, Span | None]:
    stated = [record for record in records if record.kind in (RecordKind.KEYS, RecordKind.FRONT_MATTER)]
    for name in DATE_KEYS if stated else ():
        item = declared(stated, (name,))
        if item and (date := iso_date(_words(text, item))):
            return date, item.value
    return None, None


def _words(text: str, item: Field) -> str:
    return " ".join(text[item.value.start : item.value.end].split())
