"""Messages of a chat as a document: each a turn with its speaker, its day and its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from thence.model.document import Block, BlockKind, Link, Span
from thence.model.finding import Finding
from thence.read.draft import Draft
from thence.read.reading import Reading
from thence.read.source import Source
from thence.read.turns import parted_turns, struck_in_turns

__all__ = ["Message", "Talk", "day_of", "reading_of"]

Laid = tuple[list[str], list[int]]


@dataclass(slots=True)
class Message:
    """A message.   texts: its parts, as `Draft.lay` takes them.   voice: who speaks.   date: ISO day, UTC.

    thread: number of the message that it answers.   links: (first, last, target) in code points of its first part.
    """

    texts: Sequence[Laid]
    voice: str | None
    date: str | None = None
    kind: BlockKind = BlockKind.TURN
    thread: str = ""
    links: Sequence[tuple[int, int, str]] = ()
    key: str = ""
    """By which other messages call this one."""


@dataclass(slots=True)
class Talk:
    """One conversation.   title: as laid, empty for none."""

    messages: list[Message] = field(default_factory=list)
    title: Laid = field(default_factory=lambda: ([], []))


def day_of(said: str) -> str | None:
    """Return the UTC day of a time: seconds or milliseconds since 1970, or ISO 8601.

    >>> day_of("1710748442.000100"), day_of("2024-03-18T23:30:00-02:00"), day_of("soon")
    ('2024-03-18', '2024-03-19', None)
    """
    try:
        seconds = float(said)
    except ValueError:
        try:
            time = datetime.fromisoformat(said.strip())
            return (time.astimezone(UTC) if time.tzinfo else time).date().isoformat()
        except (ValueError, OverflowError):
            return None
    if not 1e8 < seconds < 1e14:
        return None
    return datetime.fromtimestamp(seconds / 1000 if seconds > 1e11 else seconds, UTC).date().isoformat()


def reading_of(source: Source, talks: Sequence[Talk], findings: Sequence[Finding]) -> Reading:
    """Return conversations as a reading: a heading for each title, a turn for each message.

    The speaker's name is shown before each message, but no part of it. Where there are several conversations, each
    is a part.
    """
    draft = Draft()
    blocks: list[Block] = []
    links: list[Link] = []
    days: list[str] = []
    titles: list[str] = []
    for order, talk in enumerate(talks, 1):
        title = "".join(talk.title[0]).strip()
        name = (title or f"conversation {order}") if len(talks) > 1 else ""
        if title:
            titles.append(title)
            span = draft.lay(source, *talk.title)
            blocks.append(Block(span, BlockKind.HEADING, level=1, part=name))
            draft.glue("\n\n")
        numbers: dict[str, int] = {}
        number = 0
        for message in talk.messages:
            shown = _shown(draft, source, message)
            if shown is None:
                continue
            span, begin = shown
            links += [Link(Span(begin + first, begin + last), target) for first, last, target in message.links]
            mine = None
            if message.kind is BlockKind.TURN:
                number += 1
                mine = numbers[message.key] = number
                days += [message.date] if message.date else []
            above = numbers.get(message.thread) if message.thread != message.key else None
            part = name or (f"thread {above}" if above else "")
            if message.kind is BlockKind.DELETED:
                part = f"{name}, left" if name else "left"
            blocks.append(Block(span, message.kind, voice=message.voice, date=message.date, part=part, number=mine))
    text = draft.text()
    blocks = list(parted_turns(text, blocks))
    return Reading(
        text,
        draft.byte_map(),
        source.encoding,
        tuple(blocks),
        links=tuple(links),
        title=titles[0] if len(talks) == 1 and titles else None,
        date=max(days, default=None),
        joins=tuple(struck_in_turns(text, blocks)),
        findings=tuple(findings),
    )


def _shown(draft: Draft, source: Source, message: Message) -> tuple[Span, int] | None:
    """Write a message; return where its words stand and where its first part begins, None for one without words."""
    texts = [text for text in message.texts if "".join(text[0]).strip()]
    if not texts:
        return None
    if message.voice:
        draft.glue(f"{message.voice}: ")
    begin = draft.length
    for order, text in enumerate(texts):
        if order:
            draft.glue("\n\n")
        draft.lay(source, *text)
    words = "".join(texts[0][0])
    start = begin + len(words) - len(words.lstrip())
    words = "".join(texts[-1][0])
    end = draft.length - (len(words) - len(words.rstrip()))
    draft.glue("\n\n")
    return Span(start, end), begin
