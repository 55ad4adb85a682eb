"""Plain text: what its lines are, its pages, and whether it is a chat or a log."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from thence.model.document import Block, BlockKind, Join, Page, Span
from thence.read.about import Described, describe
from thence.read.chat import read_chat
from thence.read.draft import Draft
from thence.read.joins import joins
from thence.read.keys import lines_of
from thence.read.logs import log_blocks
from thence.read.paged import paged
from thence.read.plain import Plain, plain_blocks
from thence.read.quoted import Line, render_quoted
from thence.read.reading import DEFAULT, Options, Reading, source_findings
from thence.read.source import decode

__all__ = ["Described", "Plain", "describe", "plain_blocks", "prose_joins", "read_txt"]

_BREAKS = "\v\x1c\x1d\x1e\x85\u2028\u2029"
_PROSE = frozenset((BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.TURN, BlockKind.QUOTED, BlockKind.HEADING))


def read_txt(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read plain text, a log, or a chat written as text; byte ranges are exact in every encoding.

    Line breaks of every kind part lines; the text keeps those that are no CR or LF. Form feeds part pages; a line that
    runs on every page is furniture, and a sentence goes on over the break.
    """
    source = decode(data)
    findings = tuple(source_findings(source, path))
    chat = read_chat(source, path, options)
    if chat is not None:
        return chat
    text, byte_map = source.text, source.byte_map
    quoted: list[Line] = []
    if ">" in text:
        draft = Draft()
        quoted = render_quoted(draft, source)
        text, byte_map = draft.text(), draft.byte_map()
    shape = text
    for mark in _BREAKS:
        shape = shape.replace(mark, "\n")
    quoted = [
        Line(Span(*place), line.depth) for line in quoted for place in lines_of(shape, line.span.start, line.span.end)
    ]
    pages: tuple[Page, ...] = ()
    furniture: tuple[Block, ...] = ()
    over: tuple[Join, ...] = ()
    hyphens: tuple[Span, ...] = ()
    if "\f" in text:
        sheets = paged(text, shape)
        shape, pages, furniture, over = sheets.shape, sheets.pages, sheets.furniture, sheets.joins
        hyphens = sheets.hyphens
    if shape is not text:
        quoted = [_cut(shape, line) for line in quoted]
    entries = log_blocks(shape, named=PurePosixPath(path).suffix.lower() == ".log")
    plain = Plain(entries, ()) if entries else plain_blocks(shape, 0, len(shape), quoted=quoted)
    about = Described() if entries else describe(shape, plain.blocks, plain.records)
    return Reading(
        text,
        byte_map,
        source.encoding,
        _on_pages((*plain.blocks, *_apart(furniture, plain.blocks)), pages),
        plain.records,
        pages=pages,
        title=about.title,
        date=about.date,
        date_span=about.date_span,
        author=about.author,
        joins=_without_overlaps((*over, *prose_joins(text, plain.blocks, breaks=hyphens))),
        findings=findings,
    )


def _cut(shape: str, line: Line) -> Line:
    """Return a quoted line up to the first break of any kind."""
    end = shape.find("\n", line.span.start, line.span.end)
    return line if end < 0 else Line(Span(line.span.start, end), line.depth)


def _apart(furniture: Sequence[Block], blocks: Sequence[Block]) -> list[Block]:
    """Return the running lines that are no part of another block, in which they are quoted.   blocks: in order."""
    starts = [block.span.start for block in blocks]
    found = []
    for each in furniture:
        index = bisect_left(starts, each.span.end) - 1
        if index < 0 or not blocks[index].span.overlaps(each.span):
            found.append(each)
    return found


def _without_overlaps(found: Sequence[Join]) -> tuple[Join, ...]:
    """Return joins in order; what is broken inside a page break that is read over is not read at all."""
    kept: list[Join] = []
    for join in sorted(found):
        if not kept or kept[-1].span.end <= join.span.start:
            kept.append(join)
    return tuple(kept)


def _on_pages(blocks: Sequence[Block], pages: Sequence[Page]) -> tuple[Block, ...]:
    """Return blocks in order, each with the number of the page that it begins on."""
    if not pages:
        return tuple(blocks)
    starts = [page.span.start for page in pages]
    placed = sorted(blocks, key=lambda block: (block.span.start, block.span.end))
    return tuple(replace(block, page=bisect_right(starts, block.span.start)) for block in placed)


def prose_joins(text: str, blocks: Sequence[Block], *, breaks: Sequence[Span] = ()) -> tuple[Join, ...]:
    """Return how the broken words of a text's prose read; breaks as of `joins`."""
    return joins(text, (block.span for block in blocks if block.kind in _PROSE), breaks=breaks)
