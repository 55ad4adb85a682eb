"""Stretches of plain text as blocks: paragraphs between blank lines, headings, items, ``Key: value`` lines, replies."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, fields

from thence.model.document import Block, BlockKind, Record, Span
from thence.read.attribution import attribution
from thence.read.keys import KEYED_LINE, KeyRun, key_runs, lines_of
from thence.read.quoted import Line, quoted_blocks

__all__ = ["Plain", "plain_blocks"]

_GAP = re.compile(r"\n(?:[^\S\n]*\n)++")
_SPACE = re.compile(r"\s*")
_NUMBERED = re.compile(
    r"[ \t]*(?:\(?(?P<number>\d{1,3})[.)]|(?P<deep>\d{1,3}(?:\.\d{1,3})+)\.?"
    r"|\((?:[a-z]|[ivx]{1,5})\)|[a-z]\))[ \t]+(?=\S)"
)
_BULLET = re.compile(r"[ \t]*[-*•‣◦–][ \t]+(?=\S)")
_RULE = re.compile(r"[ \t]*([=\-~_*#])\1{2,}[ \t]*$")
_ODD = re.compile(r"[ \t]*(?:[-*•‣◦–=~_#]|\(?\d{1,3}[.)]|\([a-z]|[a-z]\))")
_ODD_LINE = re.compile(r"\n[ \t]*(?:[-*•‣◦–=~_#]|\(?\d{1,3}[.)]|\([a-z]|[a-z]\))")
"""What may be more than a line of a paragraph: an item, a rule."""
_SHORT = 100
_SMALL_WORDS = frozenset(
    {"and", "or", "of", "the", "in", "on", "for", "to", "by", "with", "from", "at", "as", "an", "a", "de", "la"}
)


@dataclass(frozen=True, slots=True)
class Plain:
    """Blocks and records of a stretch of plain text."""

    blocks: tuple[Block, ...]
    records: tuple[Record, ...]


def plain_blocks(
    text: str, start: int, end: int, *, quoted: Sequence[Line] = (), headings: bool = True, part: str = ""
) -> Plain:
    """Return the blocks and records of ``text[start:end]``.

    quoted: the lines that stood behind ``>`` marks, in order.   headings: whether short lines may be headings (they
    are not in mail).   part: of every block.
    """
    work = _Work(text, headings, part)
    chunks = _chunks(text, start, end)
    if quoted:
        _with_quoted(work, chunks, quoted)
    else:
        work.paragraphs(chunks)
    return Plain(tuple(work.blocks), tuple(work.records))


def _chunks(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the places of lines without a blank line between them."""
    end = start + len(text[start:end].rstrip())
    space = _SPACE.match(text, start, end)
    at = max(start, text.rfind("\n", start, space.end() if space else start) + 1)
    chunks = []
    for gap in _GAP.finditer(text, at, end):
        chunks.append((at, gap.start()))
        at = gap.end()
    return [*chunks, (at, end)] if at < end else chunks


def _with_quoted(work: _Work, chunks: list[tuple[int, int]], quoted: Sequence[Line]) -> None:
    by_start = {line.span.start: line for line in quoted if len(line.span)}
    introduced: tuple[str | None, str | None] | None = None
    group: list[Line] = []
    last = len(chunks) - 1
    for order, chunk in enumerate(chunks):
        for piece, lines in _split_quoted(work.text, Span(*chunk), by_start):
            if lines:
                if group:
                    # The blank line between two quoted paragraphs.
                    group.append(Line(Span(lines[0].span.start, lines[0].span.start), lines[0].depth))
                group.extend(lines)
                continue
            if group:
                work.blocks.extend(quoted_blocks(work.text, group, introduced=introduced, part=work.part))
                group, introduced = [], None
            body, introduced = _without_attribution(work.text, piece)
            if body is not None:
                work.chunk(body, first=order == 0, last=order == last)
    if group:
        work.blocks.extend(quoted_blocks(work.text, group, introduced=introduced, part=work.part))


def _split_quoted(text: str, chunk: Span, by_start: dict[int, Line]) -> list[tuple[Span, list[Line]]]:
    """Return the chunk's stretches, each plain (no lines) or quoted."""
    out: list[tuple[Span, list[Line]]] = []
    for start, end in lines_of(text, chunk.start, chunk.end):
        line = by_start.get(start)
        if out and bool(out[-1][1]) == (line is not None):
            before, lines = out[-1]
            if line:
                lines.append(line)
            out[-1] = (Span(before.start, end), lines)
        else:
            out.append((Span(start, end), [line] if line else []))
    return out


def _without_attribution(text: str, span: Span) -> tuple[Span | None, tuple[str | None, str | None] | None]:
    """Cut the line that introduces a quotation off the end of a stretch; it may be wrapped over two lines."""
    last = text.rfind("\n", span.start, span.end)
    for _ in range(2):
        begin = max(last + 1, span.start)
        if said := attribution(text[begin : span.end]):
            return Span(span.start, last) if begin > span.start else None, said
        if begin == span.start:
            break
        last = text.rfind("\n", span.start, last)
    return span, None


_FILL: tuple[Callable[[Block, object], None], ...] = tuple(Block.__dict__[item.name].__set__ for item in fields(Block))
_REST = tuple(zip(_FILL[1:], astuple(Block(Span(0, 0), BlockKind.PARAGRAPH))[1:], strict=True))


def _paragraph(span: Span, part: str) -> Block:
    """Return ``Block(span, BlockKind.PARAGRAPH, part=part)`` in half the time: its slots are filled, not set by name.

    Most of a text is made of these, and making them is most of reading it.
    """
    block = object.__new__(Block)
    _FILL[0](block, span)
    for fill, value in _REST:
        fill(block, value)
    if part:
        _FILL[_PART](block, part)
    return block


_PART = [item.name for item in fields(Block)].index("part")


class _Work:
    """Blocks and records in the making."""

    __slots__ = ("_has_heading", "_headings", "blocks", "part", "records", "text")

    def __init__(self, text: str, headings: bool, part: str) -> None:
        self.text = text
        self._headings = headings
        self.part = part
        self.blocks: list[Block] = []
        self.records: list[Record] = []
        self._has_heading = False

    def paragraphs(self, chunks: list[tuple[int, int]]) -> None:
        """Add chunks; those that can be nothing but a paragraph at once."""
        text, part, add = self.text, self.part, self.blocks.append
        find, odd, keyed, kind = text.find, _ODD_LINE.search, KEYED_LINE.search, BlockKind.PARAGRAPH
        last = len(chunks) - 1
        for order, (begin, stop) in enumerate(chunks):
            # From the line break above on: one look finds what the first line begins with, too.
            above = begin - 1
            if (
                order == 0
                or odd(text, above, stop)
                or (stop - begin <= _SHORT and find("\n", begin, stop) < 0)
                or (find(":", begin, stop) >= 0 and keyed(text, above, stop))
            ):
                self.chunk(Span(begin, stop), first=order == 0, last=order == last)
            elif text[begin].isspace() or text[stop - 1].isspace():
                add(Block(_trimmed(text, begin, stop), kind, part=part))
            else:
                add(_paragraph(Span(begin, stop), part))

    def chunk(self, chunk: Span, *, first: bool, last: bool) -> None:
        """Add the blocks and records of lines without a blank line between them."""
        text, part = self.text, self.part
        if self._headings and (taken := _heading_lines(text, chunk, first=first, last=last)):
            lines = lines_of(text, chunk.start, chunk.end)
            level = 2 if self._has_heading else 1
            self._has_heading = True
            self.blocks.append(Block(_trimmed(text, *lines[0]), BlockKind.HEADING, level=level, part=part))
            if taken == len(lines):
                return
            chunk = Span(lines[taken][0], chunk.end)
        for piece in key_runs(text, chunk):
            if isinstance(piece, KeyRun):
                self.records.append(piece.record)
                self.blocks.append(Block(piece.record.span, BlockKind.FURNITURE, part=part))
            else:
                self.blocks.extend(_prose_blocks(text, piece, part))


def _heading_lines(text: str, chunk: Span, *, first: bool, last: bool) -> int:
    """Return how many lines a heading at the start of a chunk takes: 0, 1, or 2 with its underline."""
    end = text.find("\n", chunk.start, chunk.end)
    end = chunk.end if end < 0 else end
    words = text[chunk.start : end].strip()
    alone = end == chunk.end
    if not alone:
        below = text.find("\n", end + 1, chunk.end)
        underline = text[end + 1 : chunk.end if below < 0 else below]
        if _RULE.match(underline) and not _RULE.match(words):
            return 2
        if KEYED_LINE.match(text, end, chunk.end) is None:
            return 0
    if len(words) > _SHORT or not words[:1].isalnum() or _NUMBERED.match(words):
        return 0
    if words.endswith((".", ";", ",", "?", "!", ":")) or re.search(r":\s", words):
        return 0
    if alone and last:
        return 0
    if not _looks_like_heading(words, first=first):
        return 0
    return 1 if alone or isinstance(key_runs(text, Span(end + 1, chunk.end))[0], KeyRun) else 0


def _looks_like_heading(words: str, *, first: bool) -> bool:
    tokens: list[str] = re.findall(r"[^\W\d_][\w'’&.-]*", words)
    if not tokens or len(tokens) > 14:
        return False
    if first and len(tokens) > 1 and all(token.isupper() for token in tokens[:2]):
        return True
    if words.isupper():
        return True
    return len(tokens) <= 10 and all(token[0].isupper() or token.lower() in _SMALL_WORDS for token in tokens)


def _prose_blocks(text: str, span: Span, part: str) -> list[Block]:
    """Return the paragraph of a stretch, or its list items where lines begin with numbers or bullets."""
    if not _ODD.match(text, span.start, span.end) and not _ODD_LINE.search(text, span.start, span.end):
        return [Block(_trimmed(text, span.start, span.end), BlockKind.PARAGRAPH, part=part)]
    lines = lines_of(text, span.start, span.end)
    starts: list[tuple[int, int, int]] = []
    expected: int | None = None
    for index, (start, end) in enumerate(lines):
        match = _ODD.match(text, start, end)
        if match is None:
            continue
        match = _BULLET.match(text, start, end) or _NUMBERED.match(text, start, end)
        if match is None:
            continue
        if match.lastgroup == "number":
            # In wrapped prose a line may begin with "14. "; an item stands first, after a stop, or next in order.
            value = int(match["number"])
            if value != expected and index and not _stops(text, *lines[index - 1]):
                continue
            expected = value + 1
        starts.append((index, start, match.end()))
    if not starts:
        kind = BlockKind.FURNITURE if _RULE.fullmatch(text[span.start : span.end]) else BlockKind.PARAGRAPH
        return [Block(_trimmed(text, span.start, span.end), kind, part=part)]
    blocks = []
    if starts[0][0] > 0:
        before = _trimmed(text, span.start, lines[starts[0][0] - 1][1])
        blocks.append(Block(before, BlockKind.PARAGRAPH, part=part))
    for order, (_, _, begin) in enumerate(starts):
        stop = lines[starts[order + 1][0] - 1][1] if order + 1 < len(starts) else span.end
        blocks.append(Block(_trimmed(text, begin, stop), BlockKind.ITEM, level=1, part=part))
    return blocks


def _stops(text: str, start: int, end: int) -> bool:
    return text[start:end].rstrip().endswith((".", ":", ";"))


def _trimmed(text: str, start: int, end: int) -> Span:
    if text[start].isspace() or text[end - 1].isspace():
        words = text[start:end]
        bare = words.strip()
        start += len(words) - len(words.lstrip())
        end = start + len(bare)
    return Span(start, end)
