"""Quoted replies: ``> `` lines, whose words they are, and when they were written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from thence.model.document import Block, BlockKind, Span
from thence.read.attribution import attribution
from thence.read.draft import Draft
from thence.read.source import Source

__all__ = ["Line", "quoted_blocks", "render_quoted"]

_MARKED = re.compile(r"^[ \t]{0,3}>(?:[ \t]?>)*[ \t]?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Line:
    """A quoted line of a rendition, its marks removed.   depth: how many marks it had, from 1."""

    span: Span
    depth: int


def render_quoted(draft: Draft, source: Source) -> list[Line]:
    """Append a plain text to a rendition without its ``>`` marks; return where the marked lines stand, and how deep."""
    text = source.text
    if ">" not in text:
        draft.keep(source, 0, len(text))
        return []
    lines: list[Line] = []
    at = 0
    for match in _MARKED.finditer(text):
        draft.keep(source, at, match.start())
        stop = text.find("\n", match.end())
        stop = len(text) if stop < 0 else stop
        span = draft.keep(source, match.end(), stop)
        lines.append(Line(span, match.group().count(">")))
        at = stop
    draft.keep(source, at, len(text))
    return lines


def quoted_blocks(
    text: str, lines: list[Line], *, introduced: tuple[str | None, str | None] | None, part: str = ""
) -> list[Block]:
    """Return the blocks of consecutive quoted lines: one a paragraph and depth, with its voice and date.

    introduced: voice and date of the attribution line above, if one stands there. Inside, an attribution line gives
    voice and date to what is quoted below it, at its own depth or one deeper. Words quoted deeper than anybody was
    named have no voice: somebody else's, nobody knows whose.
    """
    voices: dict[int, tuple[str | None, str | None]] = {lines[0].depth: introduced} if introduced and lines else {}
    blocks: list[Block] = []
    held: list[Line] = []

    def close() -> None:
        if held:
            depth = held[0].depth
            voice, date = voices.get(depth, (None, None))
            span = Span(held[0].span.start, held[-1].span.end)
            blocks.append(Block(span, BlockKind.QUOTED, level=depth, voice=voice, date=date, part=part))
            held.clear()

    index = 0
    while index < len(lines):
        line = lines[index]
        words = text[line.span.start : line.span.end]
        if not words.strip():
            close()
            index += 1
            continue
        said, taken = _attribution_at(text, lines, index)
        if said:
            close()
            below = [later.depth for later in lines[index + taken : index + taken + 2] if len(later.span)]
            deep = max([line.depth, *below[:1]])
            for known in [depth for depth in voices if depth >= deep]:
                del voices[known]
            voices[deep] = said
            index += taken
            continue
        if held and held[0].depth != line.depth:
            close()
        held.append(line)
        index += 1
    close()
    return blocks


def _attribution_at(text: str, lines: list[Line], index: int) -> tuple[tuple[str | None, str | None] | None, int]:
    """Return the attribution that begins on a line, which may wrap to the next, and how many lines it takes."""
    first = text[lines[index].span.start : lines[index].span.end]
    if said := attribution(first):
        return said, 1
    if index + 1 < len(lines) and lines[index + 1].depth == lines[index].depth and first.lower().startswith("on "):
        both = first + " " + text[lines[index + 1].span.start : lines[index + 1].span.end]
        if said := attribution(both):
            return said, 2
    return None, 1
