"""Stretches of plain text as blocks: paragraphs between blank lines, headings, items, ``Key: value`` lines, replies."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import repeat
from operator import itemgetter

from thence.model.document import Block, BlockKind, Record, Span
from thence.read.attribution import attribution
from thence.read.keys import KEYED_LINE, KeyRun, candidates, key_runs, lines_of
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
_RULE_BELOW = re.compile(r"\n[ \t]*([=\-~_*#])\1{2,}[ \t]*(?:\n|$)")
_COLON = re.compile(r":\s")
_TOKEN = re.compile(r"[^\W\d_][\w'’&.-]*")
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
    return Plain(work.blocks(), tuple(work.records))


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
                work.rows.extend(quoted_blocks(work.text, group, introduced=introduced, part=work.part))
                group, introduced = [], None
            body, introduced = _without_attribution(work.text, piece)
            if body is not None:
                work.chunk(body.start, body.end, first=order == 0, last=order == last)
    if group:
        work.rows.extend(quoted_blocks(work.text, group, introduced=introduced, part=work.part))


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


_DEFAULT = Block(Span(0, 0), BlockKind.PARAGRAPH)


def _fill(kind: type, slot: str, objects: Sequence[object], values: Iterable[object]) -> None:
    deque(map(kind.__dict__[slot].__set__, objects, values), 0)


class _Work:
    """Blocks and records in the making.

    A block is a row first (start, end, kind, level); all are made at the end, slot by slot: made one by one, blocks
    take most of the time of reading a text.
    """

    __slots__ = ("_has_heading", "_headings", "part", "records", "rows", "text")

    def __init__(self, text: str, headings: bool, part: str) -> None:
        self.text = text
        self._headings = headings
        self.part = part
        self.rows: list[Block | tuple[int, int, BlockKind, int]] = []
        self.records: list[Record] = []
        self._has_heading = False

    def blocks(self) -> tuple[Block, ...]:
        """Return the blocks of all rows."""
        rows = [row for row in self.rows if not isinstance(row, Block)]
        spans: list[Span] = list(map(object.__new__, repeat(Span, len(rows))))
        made: list[Block] = list(map(object.__new__, repeat(Block, len(rows))))
        _fill(Span, "start", spans, map(itemgetter(0), rows))
        _fill(Span, "end", spans, map(itemgetter(1), rows))
        own: dict[str, Iterable[object]] = {
            "span": spans, "kind": map(itemgetter(2), rows), "level": map(itemgetter(3), rows),
            "part": repeat(self.part),
        }  # fmt: skip
        for item in fields(Block):
            _fill(Block, item.name, made, own.get(item.name) or repeat(getattr(_DEFAULT, item.name)))
        if len(made) == len(self.rows):
            return tuple(made)
        following = iter(made)
        return tuple([row if isinstance(row, Block) else next(following) for row in self.rows])

    def paragraphs(self, chunks: list[tuple[int, int]]) -> None:
        """Add chunks; those that can be nothing but a paragraph at once."""
        text, add = self.text, self.rows.append
        find, odd, kind = text.find, _ODD_LINE.search, BlockKind.PARAGRAPH
        last = len(chunks) - 1
        for order, (begin, stop) in enumerate(chunks):
            # From the line break above on: one look finds what the first line begins with, too.
            if (
                order == 0
                or (stop - begin <= _SHORT and find("\n", begin, stop) < 0)
                or odd(text, begin - 1, stop)
                or (find(":", begin, stop) >= 0 and next(candidates(text, begin, stop), None))
            ):
                self.chunk(begin, stop, first=order == 0, last=order == last)
            elif text[begin].isspace() or text[stop - 1].isspace():
                add((*_trimmed(text, begin, stop), kind, 0))
            else:
                add((begin, stop, kind, 0))

    def chunk(self, start: int, end: int, *, first: bool, last: bool) -> None:
        """Add the blocks and records of lines without a blank line between them."""
        text = self.text
        if self._headings and (taken := _heading_lines(text, start, end, first=first, last=last)):
            lines = lines_of(text, start, end)
            level = 2 if self._has_heading else 1
            self._has_heading = True
            self.rows.append((*_trimmed(text, *lines[0]), BlockKind.HEADING, level))
            if taken == len(lines):
                return
            start = lines[taken][0]
        if text.find(":", start, end) < 0:
            self._prose(start, end)
            return
        for piece in key_runs(text, Span(start, end)):
            if isinstance(piece, KeyRun):
                self.records.append(piece.record)
                self.rows.append(Block(piece.record.span, BlockKind.FURNITURE, part=self.part))
            else:
                self._prose(piece.start, piece.end)

    def _prose(self, begin: int, end: int) -> None:
        """Add the paragraph of a stretch, or its list items where lines begin with numbers or bullets."""
        text = self.text
        starts: list[tuple[int, int]] = []
        if _ODD.match(text, begin, end) or _ODD_LINE.search(text, begin, end):
            starts = _item_starts(text, begin, end)
            if not starts and _RULE.fullmatch(text, begin, end):
                self.rows.append((*_trimmed(text, begin, end), BlockKind.FURNITURE, 0))
                return
        if not starts:
            self.rows.append((*_trimmed(text, begin, end), BlockKind.PARAGRAPH, 0))
            return
        if starts[0][0] > begin:
            self.rows.append((*_trimmed(text, begin, starts[0][0] - 1), BlockKind.PARAGRAPH, 0))
        for (_, words), stop in zip(starts, [*(start - 1 for start, _ in starts[1:]), end], strict=True):
            self.rows.append((*_trimmed(text, words, stop), BlockKind.ITEM, 1))


def _heading_lines(text: str, start: int, end: int, *, first: bool, last: bool) -> int:
    """Return how many lines a heading at the start of a chunk takes: 0, 1, or 2 with its underline."""
    stop = text.find("\n", start, end)
    stop = end if stop < 0 else stop
    words = text[start:stop].strip()
    alone = stop == end
    if not alone:
        if _RULE_BELOW.match(text, stop, end) and not _RULE.match(words):
            return 2
        if KEYED_LINE.match(text, stop, end) is None:
            return 0
    if len(words) > _SHORT or not words[:1].isalnum() or _NUMBERED.match(words):
        return 0
    if words.endswith((".", ";", ",", "?", "!", ":")) or (":" in words and _COLON.search(words)):
        return 0
    if alone and last:
        return 0
    if not _looks_like_heading(words, first=first):
        return 0
    return 1 if alone or isinstance(key_runs(text, Span(stop + 1, end))[0], KeyRun) else 0


def _looks_like_heading(words: str, *, first: bool) -> bool:
    tokens: list[str] = _TOKEN.findall(words)
    if not tokens or len(tokens) > 14:
        return False
    if first and len(tokens) > 1 and all(token.isupper() for token in tokens[:2]):
        return True
    if words.isupper():
        return True
    return len(tokens) <= 10 and all(token[0].isupper() or token.lower() in _SMALL_WORDS for token in tokens)


def _item_starts(text: str, begin: int, end: int) -> list[tuple[int, int]]:
    """Return where the lines that begin list items start, and their words behind the number or bullet."""
    starts: list[tuple[int, int]] = []
    expected: int | None = None
    found = [match.start() + 1 for match in _ODD_LINE.finditer(text, begin, end)]
    if _ODD.match(text, begin, end):
        found.insert(0, begin)
    for start in found:
        match = _BULLET.match(text, start, end) or _NUMBERED.match(text, start, end)
        if match is None:
            continue
        if match.lastgroup == "number":
            # In wrapped prose a line may begin with "14. "; an item stands first, after a stop, or next in order.
            value = int(match["number"])
            if value != expected and start > begin and not _stops(text, begin, start - 1):
                continue
            expected = value + 1
        starts.append((start, match.end()))
    return starts


def _stops(text: str, begin: int, end: int) -> bool:
    """Return whether the line that ends there ends with a stop."""
    start = max(begin, text.rfind("\n", begin, end) + 1)
    return text[start:end].rstrip().endswith((".", ":", ";"))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    if text[start].isspace() or text[end - 1].isspace():
        words = text[start:end]
        bare = words.strip()
        start += len(words) - len(words.lstrip())
        end = start + len(bare)
    return start, end
