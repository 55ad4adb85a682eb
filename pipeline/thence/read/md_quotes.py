"""Quotations and callouts of Markdown: whose words they are."""

from __future__ import annotations

from dataclasses import replace

from thence.model.document import Block, BlockKind, Span
from thence.read.md_laid import Laid
from thence.read.md_lines import ATX, CALLOUT, FENCE, ITEM, QUOTE, continues, heading_words
from thence.read.quoted import Line, quoted_blocks

__all__ = ["read_quotation"]

_CITED = frozenset(("quote", "cite"))
"""Callouts that hold another's words."""


def read_quotation(laid: Laid, lines: list[tuple[int, int]], index: int) -> int:
    """Read the quotation that begins at a line; return the index of the line after it.

    Its paragraphs have the voice of the line above, if that introduces it. A callout is the author's own, but for one
    that says it quotes; code inside is code.
    """
    text = laid.source.text
    first = QUOTE.match(text, *lines[index])
    callout = CALLOUT.match(text, first.end(), lines[index][1]) if first else None
    if first and callout and callout["kind"].lower() not in _CITED:
        return _callout(laid, lines, index, first.group().count(">"))
    held: list[Line] = []
    code: list[Block] = []
    in_code = False
    while index < len(lines):
        start, end = lines[index]
        match = QUOTE.match(text, start, end)
        if match is None:
            # A line without mark goes on with the paragraph that is quoted.
            if in_code or not held or not len(held[-1].span) or not continues(text, lines, index):
                break
            held.append(Line(laid.inline(start, end), held[-1].depth))
        elif FENCE.match(text, match.end(), end):
            in_code = not in_code
            held.append(Line(laid.inline(end, end), match.group().count(">")))
        elif in_code:
            laid.gap(match.end())
            span = laid.draft.keep(laid.source, match.end(), end)
            laid.reached = end
            code += [Block(span, BlockKind.CODE)] if len(span) else []
            held.append(Line(Span(span.start, span.start), match.group().count(">")))
        else:
            held.append(Line(laid.inline(_quoted_words(text, match.end(), end), end), match.group().count(">")))
        index += 1
    base = held[0].span.start
    words = laid.draft.tail(laid.draft.length - base)
    near = [Line(Span(line.span.start - base, line.span.end - base), line.depth) for line in held]
    blocks = quoted_blocks(words, near, introduced=laid.introduced)
    for block in blocks:
        span = Span(block.span.start + base, block.span.end + base)
        is_struck = laid.is_struck(span, words[block.span.start : block.span.end])
        code.append(replace(block, span=span, kind=BlockKind.DELETED if is_struck else block.kind))
    laid.blocks.extend(sorted(code, key=lambda block: block.span.start))
    laid.introduced = None
    return index


def _quoted_words(text: str, begin: int, end: int) -> int:
    """Return where the words of a quoted line begin, behind the marks of an item or a heading."""
    if match := CALLOUT.match(text, begin, end) or ITEM.match(text, begin, end):
        return match.end()
    if heading := ATX.match(text, begin, end):
        return heading_words(text, heading.end(), end)[0]
    return begin


def _callout(laid: Laid, lines: list[tuple[int, int]], index: int, depth: int) -> int:
    """Read a callout: its title and its paragraphs are the author's own words."""
    text = laid.source.text
    pieces: list[Span] = []
    is_title = True

    def close() -> None:
        if pieces:
            laid.add(Span(pieces[0].start, pieces[-1].end), BlockKind.PARAGRAPH)
            pieces.clear()

    while index < len(lines):
        start, end = lines[index]
        match = QUOTE.match(text, start, end)
        if match is None and (not pieces or not continues(text, lines, index)):
            break
        begin = match.end() if match else start
        item = ITEM.match(text, begin, end)
        if match and (match.group().count(">") != depth or item):
            close()
        span = laid.inline(_quoted_words(text, begin, end), end)
        if not len(span):
            close()
        elif item:
            laid.add(span, BlockKind.ITEM, level=1)
        else:
            pieces.append(span)
        if is_title:
            close()
            is_title = False
        index += 1
    close()
    return index
