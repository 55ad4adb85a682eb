"""Chat logs written as text: one turn a message, with its speaker, its date and its number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from itertools import pairwise
from pathlib import PurePosixPath

from thence.model.document import Block, BlockKind, Span
from thence.model.finding import Finding
from thence.read.chat_forms import Turn, is_unsaid, turns_of
from thence.read.column_choices import CHAT_DATES, lines_to_paste
from thence.read.dates import day_first_of, iso_date
from thence.read.joins import is_inside, joins
from thence.read.reading import DEFAULT, Options, Reading, finding, source_findings
from thence.read.source import Source
from thence.read.turns import parted_turns, struck_in_turns

__all__ = ["read_chat"]

_EDITED = re.compile(r"\s*\u200e?<(?:This message was edited|Diese Nachricht wurde bearbeitet\.?|edited)>$")
_AMERICAN = re.compile(r"[1-9]\d?/[1-9]\d?/\d{2}$")


def read_chat(source: Source, path: str, options: Options = DEFAULT) -> Reading | None:
    """Read a chat log, or return None for a text that is none.

    ``[18/03/2026, 09:14:02] Name: text``, ``2026-03-18 09:14 Name: text``, ``18/03/2026, 09:14 - Name: text`` where
    most lines begin so; ``<name> text`` and ``09:14 Name: text``; ``Name, [18.03.2026 09:14]`` above the words;
    ``Name: text`` where the whole file is turns of at least two speakers who speak again. Lines without a beginning
    belong to the turn above; notices, files and deleted messages are furniture. The document's date is the last
    message's. Whether the day or the month comes first is told by all dates; where nothing tells, a date that can be
    read two ways is None, and a finding says so (TH538).
    """
    text = source.text
    turns = turns_of(text, is_log=PurePosixPath(path).suffix.lower() == ".log")
    if turns is None:
        return None
    dates, doubts = _dates(turns, path, options)
    blocks: list[Block] = []
    last: str | None = None
    where: Span | None = None
    number = 0
    for index, turn in enumerate(turns):
        end = turns[index + 1].start if index + 1 < len(turns) else len(text)
        body = text[turn.body : end]
        start = turn.body + len(body) - len(body.lstrip("\u200e\u200f \t\n"))
        end = turn.body + len(_EDITED.sub("", body.rstrip()))
        date = dates[index]
        if date and (last is None or date >= last):
            last, where = date, Span(turn.at, turn.until)
        number += turn.name is not None
        if start >= end:
            continue
        # A line without a speaker is the service's ("Ann left the group").
        said = turn.name is not None and not is_unsaid(text[start:end])
        blocks.append(
            Block(
                Span(start, end),
                BlockKind.TURN if said else BlockKind.FURNITURE,
                voice=turn.name,
                date=date,
                number=number if turn.name else None,
            )
        )
    head = text[: turns[0].start].strip("\ufeff\u200e \t\n")
    if head:
        at = text.index(head)
        blocks.insert(0, Block(Span(at, at + len(head)), BlockKind.HEADING, level=1))
    blocks = list(parted_turns(text, blocks))
    broken = joins(text, [block.span for block in blocks if block.kind is BlockKind.TURN])
    struck = list(struck_in_turns(text, blocks))
    gone = [each.span for each in struck]
    return Reading(
        text,
        source.byte_map,
        source.encoding,
        tuple(blocks),
        title=head.splitlines()[0] if head else None,
        date=last,
        date_span=where,
        joins=tuple(sorted([*struck, *(each for each in broken if not is_inside(each.span, gone))])),
        findings=(*source_findings(source, path), *doubts),
    )


def _dates(turns: Sequence[Turn], path: str, options: Options) -> tuple[list[str | None], list[Finding]]:
    written = [turn.date for turn in turns]
    day_first = _chosen(path, options)
    if day_first is None:
        day_first = day_first_of(written)
    two_ways = ""
    for date in written:
        if date and iso_date(date) is None and iso_date(date, day_first=True):
            two_ways = date
            break
    findings: list[Finding] = []
    if day_first is None and two_ways:
        day_first = _by_order(turns)
        if day_first is None:
            findings.append(
                finding(
                    "TH538",
                    path,
                    f"dates like {two_ways} can be read two ways, and no other tells which: no date there",
                    hint=lines_to_paste(path, CHAT_DATES, "day-first", "month-first"),
                )
            )
    known = {date: iso_date(date, day_first=day_first) for date in set(written) if date}
    return [known.get(date) for date in written], findings


def _chosen(path: str, options: Options) -> bool | None:
    """Return what the user has said of the dates of this file."""
    for files, name, choice in options.columns:
        if choice in ("day-first", "month-first") and fnmatchcase(path, files) and fnmatchcase(CHAT_DATES, name):
            return choice == "day-first"
    return None


def _by_order(turns: Sequence[Turn]) -> bool | None:
    """Return whether the day comes first, by the order of messages and the habits of places; None if neither tells."""
    back = []
    for day_first in (True, False):
        dates = [date for turn in turns if (date := iso_date(turn.date, day_first=day_first))]
        back.append(sum(later < date for date, later in pairwise(dates)))
    if back[0] != back[1] and 0 in back:
        return back[0] == 0
    # 3/4/26, 9:14 AM: without zeros and with twelve hours as in the United States alone.
    stamped = [turn for turn in turns if turn.date]
    american = all(_AMERICAN.match(turn.date) and re.search(r"[AP]M$", turn.clock) for turn in stamped)
    if american and any(min(map(len, turn.date.split("/")[:2])) == 1 for turn in stamped):
        return False
    return None
