"""Inside a message of a chat: lines that it quotes, code, and words that its writer struck out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from thence.model.document import Block, BlockKind, Join, Span

__all__ = ["parted_turns", "struck_in_turns"]

_SPECIAL = re.compile(r"^[ \t]*(?:>|```)", re.MULTILINE)
_QUOTE = re.compile(r"[ \t]*>+[ \t]?")
_FENCE = "```"
_STRUCK = re.compile(r"(?<![\w~])(~{1,2})(?=[^\s~])([^~\n]{1,2000}?)(?<=[^\s~])\1(?![\w~])")


def parted_turns(text: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks in their order, each turn parted into what its speaker says, what it quotes and code.

    Quoted lines (``> …``) are nobody's that is known; lines between fences (```` ``` ````) are code.
    """
    for block in blocks:
        words = text[block.span.start : block.span.end]
        if block.kind is not BlockKind.TURN or not _SPECIAL.search(words):
            yield block
            continue
        yield from _parts(words, block)


def _parts(words: str, block: Block) -> Iterator[Block]:
    run: list[tuple[BlockKind, int, int]] = []
    at = 0
    fenced = False
    for line in words.splitlines(keepends=True):
        begin, end = at, at + len(line.rstrip("\r\n"))
        at += len(line)
        bare = line.strip()
        opens = bare.startswith(_FENCE)
        kind = BlockKind.CODE if fenced or opens else BlockKind.TURN
        if opens and not (len(bare) > 3 and bare.endswith(_FENCE)):
            fenced = not fenced
        if kind is BlockKind.TURN and (quote := _QUOTE.match(line)):
            kind, begin = BlockKind.QUOTED, begin + quote.end()
        if not bare or begin >= end:
            continue
        if run and run[-1][0] is kind and kind is not BlockKind.QUOTED:
            run[-1] = (kind, run[-1][1], end)
        else:
            run.append((kind, begin, end))
    if not run:
        yield block
    for kind, begin, end in run:
        span = Span(block.span.start + begin, block.span.start + end)
        if kind is BlockKind.TURN:
            yield replace(block, span=span)
        else:
            level = 1 if kind is BlockKind.QUOTED else 0
            yield replace(block, span=span, kind=kind, voice=None, date=None, level=level)


def struck_in_turns(text: str, blocks: Sequence[Block]) -> Iterator[Join]:
    """Yield what the speakers struck out themselves (``~no~``, ``~~no~~``): it reads as nothing."""
    for block in blocks:
        if block.kind is BlockKind.TURN and text.find("~", block.span.start, block.span.end) >= 0:
            for match in _STRUCK.finditer(text, block.span.start, block.span.end):
                yield Join(Span(*match.span()), "")
