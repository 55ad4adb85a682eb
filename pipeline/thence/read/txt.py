"""Plain text: paragraphs between blank lines, headings, numbered clauses, ``Key: value`` blocks, quoted replies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from thence.model.document import Block, BlockKind, Field, Record, Span
from thence.read.chat import read_chat
from thence.read.dates import iso_date, signing_date, title_date
from thence.read.draft import Draft
from thence.read.keys import AUTHOR_KEYS, DATE_KEYS, KeyRun, declared, key_runs, lines_of
from thence.read.quoted import Line, attribution, quoted_blocks, render_quoted
from thence.read.reading import DEFAULT, Options, Reading, source_findings
from thence.read.source import decode

__all__ = ["Described", "Plain", "describe", "plain_blocks", "read_txt"]

_CHUNK = re.compile(r"[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*")
_NUMBERED = re.compile(
    r"[ \t]*(?:\(?(?P<number>\d{1,3})[.)]|(?P<deep>\d{1,3}(?:\.\d{1,3})+)\.?"
    r"|\((?:[a-z]|[ivx]{1,5})\)|[a-z]\))[ \t]+(?=\S)"
)
_BULLET = re.compile(r"[ \t]*[-*•‣◦–][ \t]+(?=\S)")
_RULE = re.compile(r"[ \t]*([=\-~_*#])\1{2,}[ \t]*$")
_SMALL_WORDS = frozenset(
    {"and", "or", "of", "the", "in", "on", "for", "to", "by", "with", "from", "at", "as", "an", "a", "de", "la"}
)


@dataclass(frozen=True, slots=True)
class Plain:
    """Blocks and records of a stretch of plain text."""

    blocks: tuple[Block, ...]
    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Described:
    """What a document says of itself: title, date and where it stands, author, and other declared values."""

    title: str | None = None
    date: str | None = None
    date_span: Span | None = None
    author: str | None = None


def read_txt(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read plain text or a chat log written as text; byte ranges are exact in every encoding."""
    source = decode(data)
    findings = tuple(source_findings(source, path))
    chat = read_chat(source, path)
    if chat is not None:
        return chat
    draft = Draft()
    quoted = render_quoted(draft, source)
    text = draft.text()
    plain = plain_blocks(text, 0, len(text), quoted=quoted)
    about = describe(text, plain.blocks, plain.records)
    return Reading(
        text,
        draft.byte_map(),
        source.encoding,
        plain.blocks,
        plain.records,
        title=about.title,
        date=about.date,
        date_span=about.date_span,
        author=about.author,
        findings=findings,
    )


def plain_blocks(
    text: str, start: int, end: int, *, quoted: Sequence[Line] = (), headings: bool = True, part: str = ""
) -> Plain:
    """Return the blocks and records of ``text[start:end]``.

    quoted: the lines that stood behind ``>`` marks, in order.   headings: whether short lines may be headings (they
    are not in mail).   part: of every block.
    """
    blocks: list[Block] = []
    records: list[Record] = []
    chunks = [Span(*match.span()) for match in _CHUNK.finditer(text, start, end)]
    by_start = {line.span.start: line for line in quoted if len(line.span)}
    introduced: tuple[str | None, str | None] | None = None
    group: list[Line] = []

    def close_quoted() -> None:
        nonlocal introduced
        if group:
            blocks.extend(quoted_blocks(text, list(group), introduced=introduced, part=part))
            group.clear()
            introduced = None

    for order, chunk in enumerate(chunks):
        for piece, lines in _split_quoted(text, chunk, by_start):
            if lines:
                if group:
                    # The blank line between two quoted paragraphs.
                    group.append(Line(Span(lines[0].span.start, lines[0].span.start), lines[0].depth))
                group.extend(lines)
                continue
            close_quoted()
            body, introduced = _without_attribution(text, piece) if by_start else (piece, None)
            if body is None:
                continue
            first = order == 0
            last = order == len(chunks) - 1
            _plain_chunk(text, body, blocks, records, first=first, last=last, headings=headings, part=part)
    close_quoted()
    return Plain(tuple(blocks), tuple(records))


def describe(text: str, blocks: Sequence[Block], records: Sequence[Record]) -> Described:
    """Return title, date and author that a text declares: first heading, ``Date:`` and ``Author:`` lines, signing."""
    heading = next((block for block in blocks if block.kind is BlockKind.HEADING), None)
    title = " ".join(text[heading.span.start : heading.span.end].split()) if heading else None
    date, span = _declared_date(text, records)
    if date is None:
        opening = next((block for block in blocks if block.kind is BlockKind.PARAGRAPH), None)
        for block, find in ((heading, title_date), (opening, signing_date)):
            found = find(text[block.span.start : block.span.end]) if block and date is None else None
            if block and found:
                date, span = found[0], Span(block.span.start + found[1], block.span.start + found[2])
    author = declared(tuple(records), AUTHOR_KEYS)
    return Described(title, date, span, _words(text, author) if author else None)


def _declared_date(text: str, records: Sequence[Record]) -> tuple[str | None, Span | None]:
    for name in DATE_KEYS:
        item = declared(tuple(records), (name,))
        if item and (date := iso_date(_words(text, item))):
            return date, item.value
    return None, None


def _words(text: str, item: Field) -> str:
    return " ".join(text[item.value.start : item.value.end].split())


def _split_quoted(text: str, chunk: Span, by_start: dict[int, Line]) -> list[tuple[Span, list[Line]]]:
    """Return the chunk's stretches, each plain (no lines) or quoted."""
    if not by_start:
        return [(chunk, [])]
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
    lines = lines_of(text, span.start, span.end)
    for count in (1, 2):
        if len(lines) >= count and (said := attribution(text[lines[-count][0] : span.end])):
            rest = Span(span.start, lines[-count - 1][1]) if len(lines) > count else None
            return rest, said
    return span, None


def _plain_chunk(
    text: str,
    chunk: Span,
    blocks: list[Block],
    records: list[Record],
    *,
    first: bool,
    last: bool,
    headings: bool,
    part: str,
) -> None:
    """Add the blocks and records of lines without a blank line between them."""
    lines = lines_of(text, chunk.start, chunk.end)
    if headings and (taken := _heading_lines(text, lines, first=first, last=last)):
        heading = Span(*_trimmed(text, lines[0][0], lines[0][1]))
        level = 1 if not any(block.kind is BlockKind.HEADING for block in blocks) else 2
        blocks.append(Block(heading, BlockKind.HEADING, level=level, part=part))
        if taken == len(lines):
            return
        chunk = Span(lines[taken][0], chunk.end)
    for piece in key_runs(text, chunk):
        if isinstance(piece, KeyRun):
            records.append(piece.record)
            blocks.append(Block(piece.record.span, BlockKind.FURNITURE, part=part))
        else:
            blocks.extend(_prose_blocks(text, piece, part))


def _heading_lines(text: str, lines: list[tuple[int, int]], *, first: bool, last: bool) -> int:
    """Return how many lines a heading at the start of a chunk takes: 0, 1, or 2 with its underline."""
    words = text[lines[0][0] : lines[0][1]].strip()
    if len(lines) > 1 and _RULE.match(text[lines[1][0] : lines[1][1]]) and not _RULE.match(words):
        return 2
    if len(words) > 100 or not words[:1].isalnum() or _NUMBERED.match(words):
        return 0
    if words.endswith((".", ";", ",", "?", "!", ":")) or re.search(r":\s", words):
        return 0
    alone = len(lines) == 1
    keyed = len(lines) > 1 and isinstance(key_runs(text, Span(lines[1][0], lines[-1][1]))[0], KeyRun)
    if not (alone or keyed) or (alone and last):
        return 0
    return 1 if _looks_like_heading(words, first=first) else 0


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
    lines = lines_of(text, span.start, span.end)
    starts: list[tuple[int, int, int]] = []
    expected: int | None = None
    for index, (start, end) in enumerate(lines):
        bullet = _BULLET.match(text, start, end)
        number = None if bullet else _NUMBERED.match(text, start, end)
        if number and number["number"]:
            value = int(number["number"])
            # In wrapped prose a line may begin with "14. "; an item stands first, after a stop, or next in order.
            above = text[slice(*lines[index - 1])].rstrip() if index else "."
            fits = value == expected or above.endswith((".", ":", ";"))
            number = number if fits else None
            expected = value + 1 if fits else expected
        match = bullet or number
        if match:
            starts.append((index, start, match.end()))
    if not starts:
        if _RULE.fullmatch(text[span.start : span.end]):
            return [Block(span, BlockKind.FURNITURE, part=part)]
        begin, end = _trimmed(text, span.start, span.end)
        return [Block(Span(begin, end), BlockKind.PARAGRAPH, part=part)]
    blocks = []
    if starts[0][0] > 0:
        begin, end = _trimmed(text, span.start, lines[starts[0][0] - 1][1])
        blocks.append(Block(Span(begin, end), BlockKind.PARAGRAPH, part=part))
    for order, (_, _, begin) in enumerate(starts):
        stop = lines[starts[order + 1][0] - 1][1] if order + 1 < len(starts) else span.end
        begin, stop = _trimmed(text, begin, stop)
        blocks.append(Block(Span(begin, stop), BlockKind.ITEM, level=1, part=part))
    return blocks


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    words = text[start:end]
    return start + len(words) - len(words.lstrip()), end - (len(words) - len(words.rstrip()))
