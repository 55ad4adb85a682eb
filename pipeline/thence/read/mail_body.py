"""The text of a mail: what a reader of it sees, each passage with the voice whose words it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from thence.model.document import Block, BlockKind, Link, Record, Span
from thence.model.finding import Finding, Severity
from thence.read.armour import armoured, cut_by
from thence.read.attribution import HeaderBlock
from thence.read.draft import Draft
from thence.read.html import page_findings, render_html
from thence.read.reading import finding
from thence.read.replies import Role, roles
from thence.read.source import Source
from thence.read.txt import plain_blocks

__all__ = ["Text", "is_placeholder", "write_html", "write_plain"]

_MARKS = re.compile(r"[ \t]{0,3}>(?:[ \t]?>)*[ \t]?")
_PROSE = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.HEADING, BlockKind.QUOTED, BlockKind.TURN)
_PLACEHOLDER = re.compile(
    r"view\s+(?:this|it|the)\b.{0,60}\b(?:html|browser|online)|html[\s-]+(?:capable|compatible|enabled|e?-?mail|format|version)"
    r"|(?:not|cannot|can't|unable\s+to|doesn't)\s+(?:support|display|view|show|render)\b.{0,40}html|html[\s-]ansicht|im\s+browser"
    r"|(?:keine|kein)\s+html|format\s+html|au\s+format\s+html|versión\s+html|versione\s+html|no\s+plain\s+text",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(slots=True)
class Text:
    """What one text part of a mail holds, at its places in the mail's rendition."""

    blocks: list[Block] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the rendition, its marks removed.   depth: how many it had."""

    start: int
    end: int
    depth: int


def is_placeholder(text: str) -> bool:
    """Return whether a plain text only says that the message is to be read as html.

    >>> is_placeholder("Your mail program does not support HTML. View this message in a browser."), is_placeholder("Hi")
    (True, False)
    """
    words = " ".join(text.split())
    return not words or (len(words) < 400 and _PLACEHOLDER.search(words) is not None)


def write_plain(draft: Draft, source: Source, path: str, *, part: str, flowed: bool, joined: bool) -> Text:
    """Append a plain text to a rendition, without its ``>`` marks; return its blocks and records.

    flowed: whether lines that end with a blank go on in the next (RFC 3676); joined: without that blank (DelSp).
    """
    begin = draft.length
    lines = _plain_lines(draft, source, flowed=flowed, joined=joined)
    text = draft.text()
    found = Text()
    cuts = cut_by(armoured(text, begin, path, found.findings), [line.start for line in lines], len(text))
    said = roles(
        [("" if cut else text[line.start : line.end], line.depth) for line, cut in zip(lines, cuts, strict=True)]
    )
    said = [_ARMOURED if cut else role for role, cut in zip(said, cuts, strict=True)]
    for role, group in _runs(lines, said):
        span = Span(group[0].start, group[-1].end)
        if role.furniture:
            found.blocks.append(Block(span, BlockKind.FURNITURE, part=part))
            head = [text[line.start : line.end] for line in group]
            if HeaderBlock.at(head) is not None:
                found.records.extend(_plain(text, span, part)[1])
            continue
        blocks, records = _plain(text, span, part)
        found.blocks.extend(_spoken(block, role) for block in blocks)
        if not role.level:
            found.records.extend(records)
    found.blocks.sort(key=lambda block: block.span)
    return found


def _plain(text: str, span: Span, part: str) -> tuple[Sequence[Block], Sequence[Record]]:
    plain = plain_blocks(text, span.start, span.end, headings=False, part=part)
    return plain.blocks, plain.records


def _plain_lines(draft: Draft, source: Source, *, flowed: bool, joined: bool) -> list[_Line]:
    """Write the lines of a text, and return where they stand."""
    text = source.text
    if not flowed and ">" not in text:
        at = draft.keep(source, 0, len(text)).start
        lines = []
        for line in text.split("\n"):
            lines.append(_Line(at, at + len(line), 0))
            at += len(line) + 1
        return lines
    lines = []
    at = 0
    open_line: _Line | None = None
    while at <= len(text):
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop
        depth, start = _marked(text, at, stop, flowed=flowed)
        goes_on = flowed and stop < len(text) and text.endswith(" ", start, stop) and text[start:stop] != "-- "
        goes_on = goes_on and _marked(text, stop + 1, text.find("\n", stop + 1), flowed=True)[0] == depth
        span = draft.keep(source, start, stop - 1 if goes_on and joined else stop)
        first = open_line.start if open_line else span.start
        if goes_on:
            open_line = _Line(first, span.end, depth)
        else:
            lines.append(_Line(first, span.end, depth))
            open_line = None
            draft.keep(source, stop, min(stop + 1, len(text)))
        at = stop + 1
    return lines


def _marked(text: str, at: int, stop: int, *, flowed: bool) -> tuple[int, int]:
    """Return how many quotation marks a line has, and where its words begin."""
    stop = len(text) if stop < 0 else stop
    match = _MARKS.match(text, at, stop)
    if match is None:
        return 0, at + 1 if flowed and text.startswith(" ", at, stop) else at
    if text.startswith(">From ", at, stop) and not text.startswith(">", stop + 1) and not _is_quoted_above(text, at):
        return 0, at + 1  # what mailboxes do to lines that begin so
    return match.group().count(">"), match.end()


def _is_quoted_above(text: str, at: int) -> bool:
    above = text.rfind("\n", max(0, at - 2_000), max(0, at - 1)) + 1
    return text.startswith(">", above) and above < at


_ARMOURED = Role(furniture=True, turn=-1)


def _runs(lines: Sequence[_Line], said: Sequence[Role]) -> list[tuple[Role, list[_Line]]]:
    """Return the lines in groups of one role, without the empty lines around them."""
    groups: list[tuple[Role, list[_Line]]] = []
    for line, role in zip(lines, said, strict=True):
        if groups and groups[-1][0] == role:
            groups[-1][1].append(line)
        else:
            groups.append((role, [line]))
    out = []
    for role, group in groups:
        while group and group[0].start == group[0].end:
            group.pop(0)
        while group and group[-1].start == group[-1].end:
            group.pop()
        if group:
            out.append((role, group))
    return out


def _spoken(block: Block, role: Role) -> Block:
    """Return a block as its speaker's."""
    if not role.level:
        return block
    kind = BlockKind.QUOTED if block.kind in (*_PROSE, BlockKind.FURNITURE) else block.kind
    return replace(block, kind=kind, level=role.level, voice=role.voice or block.voice, date=role.date or block.date)


def write_html(draft: Draft, source: Source, path: str, *, part: str) -> Text:
    """Append a page to a rendition as it is seen; return its blocks, records and links.

    Quotation elements count as marks do in plain text; what programs write above a quotation is understood as there.
    """
    page = render_html(draft, source, part=part, titled=False)
    text = draft.text()
    lines: list[tuple[str, int]] = []
    places: list[tuple[int, Span]] = []
    for number, block in enumerate(page.blocks):
        depth = block.level if block.kind is BlockKind.QUOTED else 0
        at = block.span.start
        for words in text[block.span.start : block.span.end].split("\n"):
            lines.append((words, depth))
            places.append((number, Span(at, at + len(words))))
            at += len(words) + 1
        lines.append(("", 0))
        places.append((-1, Span(at, at)))
    found = Text(links=list(page.links), findings=page_findings(page, path))
    previous: tuple[int, Role] | None = None
    for (number, span), role in zip(places, roles(lines), strict=True):
        if number < 0 or not text[span.start : span.end].strip():
            continue
        block = page.blocks[number]
        if previous == (number, role):
            last = found.blocks.pop()
            found.blocks.append(replace(last, span=Span(last.span.start, span.end)))
            continue
        previous = number, role
        if role.furniture:
            found.blocks.append(Block(span, BlockKind.FURNITURE, part=block.part))
        else:
            found.blocks.append(_spoken(replace(block, span=span), role))
    _take_records(found, page.records, path)
    return found


def _take_records(found: Text, records: Sequence[Record], path: str) -> None:
    """Keep the records of the author's own text; those in what is quoted would count as the author's."""
    quoted = [block.span for block in found.blocks if block.kind is BlockKind.QUOTED]
    left = 0
    at = 0
    for record in sorted(records, key=lambda each: each.span):
        while at < len(quoted) and quoted[at].end <= record.span.start:
            at += 1
        if at < len(quoted) and quoted[at].overlaps(record.span):
            left += 1
        else:
            found.records.append(record)
    if left:
        found.findings.append(
            finding("TH529", path, f"{left} table rows or values in quoted messages are read as text only",
                    severity=Severity.INFO, hint="add the message that is quoted as a file of its own")
        )  # fmt: skip
