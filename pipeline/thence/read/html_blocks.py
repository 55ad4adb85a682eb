"""A page's passages become blocks and records: headings, items, quotations, code, ``Key: value`` lines, prose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from thence.model.document import Block, BlockKind, Record, Span
from thence.read.html_context import Context
from thence.read.keys import KeyRun, key_runs
from thence.read.reading import moved
from thence.read.txt import plain_blocks

__all__ = ["Item", "Laid", "Passage", "blocks_of"]

_CODE_LINE = re.compile(r"\s*(?:[#$%<>@/]|.*[{};]\s*$|.*(?:=>|==|\(\)|\w\(\w*\)))")


@dataclass(slots=True)
class Passage:
    """Words that the page shows as one block.   start: in the rendition.   voice: whose words they quote."""

    start: int
    words: str
    context: Context
    voice: str | None = None

    @property
    def end(self) -> int:
        """Where the words end in the rendition."""
        return self.start + len(self.words)


Item = Passage | Block | Record
"""What a page holds, in order."""


@dataclass(frozen=True, slots=True)
class Laid:
    """Blocks and records of a page, in order, blocks without overlaps."""

    blocks: tuple[Block, ...]
    records: tuple[Record, ...]


def blocks_of(items: Sequence[Item], part: str) -> Laid:
    """Return the blocks and records of a page's items.

    part: of every block. A heading in the header of a page is its title where the page has no other.
    """
    blocks: list[Block] = []
    records: list[Record] = []
    for item in items:
        if isinstance(item, Passage):
            _passage(item, blocks, records)
        elif isinstance(item, Block):
            blocks.append(item)
        else:
            records.append(item)
    if not any(block.kind is BlockKind.HEADING for block in blocks):
        _title_from_header(items, blocks)
    blocks.sort(key=lambda block: block.span.start)
    records.sort(key=lambda record: (record.span.start, -record.span.end))
    apart: list[Block] = []
    end = 0
    for block in blocks:
        if block.span.start >= end:
            apart.append(replace(block, part=part) if part else block)
            end = block.span.end
    return Laid(tuple(apart), _numbered(records))


def _passage(item: Passage, blocks: list[Block], records: list[Record]) -> None:
    context, start, words = item.context, item.start, item.words
    span = Span(start, start + len(words))
    part = context.note or context.part
    if context.struck:
        blocks.append(Block(span, BlockKind.DELETED, part=part))
    elif context.furniture or context.term or context.caption or (context.control and not context.heading):
        blocks.append(Block(span, BlockKind.FURNITURE, part=part))
    elif context.heading:
        blocks.append(Block(span, BlockKind.HEADING, level=context.heading, part=part))
    elif context.pre and (context.code or _is_code(words)):
        blocks.append(Block(span, BlockKind.CODE, part=part))
    elif context.quoted:
        blocks.append(Block(span, BlockKind.QUOTED, level=context.quoted, part=part, voice=item.voice))
    elif context.pre:
        plain = plain_blocks(words, 0, len(words), part=part)
        blocks.extend(
            replace(block, span=Span(start + block.span.start, start + block.span.end)) for block in plain.blocks
        )
        records.extend(moved(record, start) for record in plain.records)
    elif context.item:
        blocks.append(Block(span, BlockKind.ITEM, level=min(max(context.lists, 1), 6), part=part))
    elif ":" not in words:
        blocks.append(Block(span, BlockKind.PARAGRAPH, part=part))
    else:
        for piece in key_runs(words, Span(0, len(words))):
            if isinstance(piece, KeyRun):
                record = moved(piece.record, start)
                records.append(record)
                blocks.append(Block(record.span, BlockKind.FURNITURE, part=part))
            else:
                place = Span(start + piece.start, start + piece.end)
                blocks.append(Block(place, BlockKind.PARAGRAPH, part=part))


def _is_code(words: str) -> bool:
    lines = [line for line in words.split("\n") if line.strip()]
    return 3 * sum(bool(_CODE_LINE.match(line[:500])) for line in lines) > len(lines)


def _title_from_header(items: Sequence[Item], blocks: list[Block]) -> None:
    for item in items:
        if isinstance(item, Passage) and item.context.part == "header" and item.context.heading:
            for index, block in enumerate(blocks):
                if block.span.start == item.start:
                    blocks[index] = replace(block, kind=BlockKind.HEADING, level=item.context.heading)
                    return


def _numbered(records: Sequence[Record]) -> tuple[Record, ...]:
    """Number the tables by their place: one inside a cell was finished before the one around it."""
    numbers = [record.table for record in records if record.table is not None]
    if numbers == sorted(numbers):
        return tuple(records)
    order: dict[int, int] = {}
    for number in numbers:
        order.setdefault(number, len(order) + 1)
    return tuple(replace(item, table=order[item.table]) if item.table else item for item in records)
