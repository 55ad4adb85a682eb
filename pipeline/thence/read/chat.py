"""Chat logs written as text: one turn a message, with its speaker and its date."""

from __future__ import annotations

import re
from dataclasses import dataclass

from thence.model.document import Block, BlockKind, Span
from thence.model.finding import Finding, Severity
from thence.read.dates import day_first_of, iso_date
from thence.read.reading import Reading, finding, source_findings
from thence.read.source import Source

__all__ = ["read_chat"]

_NAME = r"(?P<name>[^\W_][^:\n\[\]<>|]{0,59}?)"
_DAY = r"(?P<date>\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})"
_CLOCK = (
    r"(?P<clock>\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:[ \u202f\u00a0]?[AaPp]\.?[Mm]\.?)?)(?:Z|[ ]?[+-]\d{2}:?\d{2})?"
)
_STAMPED = re.compile(
    rf"^[\u200e\u200f\ufeff]?(?P<open>\[)?{_DAY},?[ T]{_CLOCK}(?(open)\])(?:[ ]?[-–|])?[ \t]+",
    re.MULTILINE,
)
_SPEAKER = re.compile(rf"<?{_NAME}(?:>|:)(?:[ \t]+|(?=\n|$))")
_CLOCKED = re.compile(rf"^\[?{_CLOCK}\]?[ \t]+<?{_NAME}(?:>|:)[ \t]+", re.MULTILINE)
_TURN = re.compile(r"^(?P<name>[^\W\d_][\w.'’ -]{0,39}?):[ \t]+(?=\S)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Turn:
    start: int
    body: int
    name: str | None
    date: str
    clock: str


def read_chat(source: Source, path: str) -> Reading | None:
    """Read a chat log, or return None for a text that is none.

    ``[18/03/2026, 09:14:02] Name: text``, ``2026-03-18 09:14 Name: text``, ``18/03/2026, 09:14 - Name: text`` where
    most lines begin so; ``Name: text`` where the whole file is turns of at least two speakers who speak again.
    Lines without a beginning belong to the turn above. The document's date is the last message's.
    """
    text = source.text
    findings = list(source_findings(source, path))
    turns = _stamped(text)
    if turns is None:
        turns = _bare(text)
    if turns is None:
        return None
    dates, guess = _dates(turns, path)
    findings.extend(guess)
    blocks: list[Block] = []
    last: str | None = None
    where: Span | None = None
    for index, turn in enumerate(turns):
        end = turns[index + 1].start if index + 1 < len(turns) else len(text)
        body = text[turn.body : end]
        start = turn.body + len(body) - len(body.lstrip())
        end = turn.body + len(body.rstrip())
        date = dates[index]
        if date and (last is None or date >= last):
            last = date
            at = text.find(turn.date, turn.start)
            where = Span(at, at + len(turn.date))
        if start >= end:
            continue
        # A line without a speaker is the service's ("Ann left the group").
        kind = BlockKind.TURN if turn.name else BlockKind.FURNITURE
        blocks.append(Block(Span(start, end), kind, voice=turn.name, date=date))
    head = text[: turns[0].start].strip()
    if head:
        at = text.index(head)
        blocks.insert(0, Block(Span(at, at + len(head)), BlockKind.HEADING, level=1))
    return Reading(
        text,
        source.byte_map,
        source.encoding,
        tuple(blocks),
        title=head.splitlines()[0] if head else None,
        date=last,
        date_span=where,
        findings=tuple(findings),
    )


def _stamped(text: str) -> list[_Turn] | None:
    found = list(_STAMPED.finditer(text))
    if not found:
        return None
    lead = text[: found[0].start()].strip()
    if lead.count("\n") > 2 or len(lead) > 300:
        return None
    turns = []
    for match in found:
        speaker = _SPEAKER.match(text, match.end())
        name = speaker["name"].strip() if speaker else None
        turns.append(
            _Turn(match.start(), speaker.end() if speaker else match.end(), name, match["date"], match["clock"])
        )
    spoken = sum(turn.name is not None for turn in turns)
    lines = sum(1 for line in text.splitlines() if line.strip())
    if 2 * spoken < len(turns) or spoken < 1 or len(turns) * 4 < lines:
        return None
    if _a_log([turn.name for turn in turns if turn.name]):
        return None
    return turns


def _a_log(names: list[str]) -> bool:
    """Return whether the speakers are really the levels or modules of a program's log."""
    levels = sum(
        bool(re.match(r"(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|TRACE|NOTICE|CRITICAL)\b", name)) for name in names
    )
    return 2 * levels > len(names)


def _bare(text: str) -> list[_Turn] | None:
    """Return the turns of a dialogue without times, if every paragraph is one."""
    found = list(_CLOCKED.finditer(text))
    if not (found and not text[: found[0].start()].strip()):
        found = list(_TURN.finditer(text))
    if len(found) < 3 or text[: found[0].start()].strip():
        return None
    names = [match["name"].strip() for match in found]
    speakers = set(names)
    if any(len(name.split()) > 4 for name in speakers) or not 2 <= len(speakers) <= max(2, len(names) // 2 + 1):
        return None
    # Keys of a form stand once each, speakers speak again; a chat is prose behind the names, a form is not.
    again = sum(names.count(name) > 1 for name in speakers)
    if again < 2 and not (again and len(names) >= 3 and len(speakers) == 2):
        return None
    if any(not (name[0].isupper() or name.islower()) for name in speakers):
        return None
    lines = [line for line in text.splitlines() if line.strip()]
    if len(found) * 2 < len(lines):
        return None
    if _repeated_form(names):
        return None
    return [
        _Turn(match.start(), match.end(), name, "", match.groupdict().get("clock") or "")
        for match, name in zip(found, names, strict=True)
    ]


def _repeated_form(names: list[str]) -> bool:
    """Return whether the names come round in the same order again and again, like the keys of several records."""
    cycle = names.index(names[0], 1) if names[0] in names[1:] else len(names)
    if cycle < 3 or len(names) < 2 * cycle:
        return False
    return all(name == names[index % cycle] for index, name in enumerate(names))


def _dates(turns: list[_Turn], path: str) -> tuple[list[str | None], list[Finding]]:
    written = [turn.date for turn in turns]
    day_first = day_first_of(written)
    findings: list[Finding] = []
    if day_first is None and any(date and iso_date(date) is None for date in written):
        # Nothing in the log decides; twelve-hour clocks are written where the month comes first.
        day_first = not any(re.search(r"[AaPp]\.?[Mm]", turn.clock) for turn in turns)
        order = "day" if day_first else "month"
        findings.append(
            finding(
                "TH523",
                path,
                f"dates like {next(filter(None, written))} can be read two ways; read with the {order} first",
                severity=Severity.INFO,
            )
        )
    return [iso_date(date, day_first=day_first) if date else None for date in written], findings
