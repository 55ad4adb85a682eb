"""iCalendar: a record for each event and task; a cancelled one is marked, its description says nothing."""

from __future__ import annotations

import re
from collections import Counter

from thence.errors import InputError, Location
from thence.model.document import BlockKind, Span
from thence.read.card_page import CardPage
from thence.read.content_lines import Line, content_lines, decode_folded, unescaped
from thence.read.reading import DEFAULT, Options, Reading, finding, source_findings

__all__ = ["read_ics"]

_NAMES = {
    "SUMMARY": "summary", "DTSTART": "start", "DTEND": "end", "DUE": "due", "COMPLETED": "completed",
    "DURATION": "duration", "LOCATION": "location", "DESCRIPTION": "description", "STATUS": "status",
    "RRULE": "recurrence", "RDATE": "also on", "EXDATE": "not on", "URL": "url", "CATEGORIES": "category",
    "ORGANIZER": "organizer", "ATTENDEE": "attendee", "CONTACT": "contact", "COMMENT": "comment",
    "PRIORITY": "priority", "RECURRENCE-ID": "instead of", "RELATED-TO": "related to", "RESOURCES": "resources",
    "UID": "uid", "PERCENT-COMPLETE": "percent complete",
}  # fmt: skip
_KINDS = {"VEVENT": "event", "VTODO": "task", "VJOURNAL": "journal"}
_TIME = re.compile(r"(\d{8})(?:T(\d{4}(?:\d\d)?)(Z?))?")
_TIMES = frozenset({"DTSTART", "DTEND", "DUE", "COMPLETED", "RECURRENCE-ID"})
_ANSWERS = {"DECLINED": "declined", "NEEDS-ACTION": "invited", "TENTATIVE": "invited", "DELEGATED": "invited"}
"""What those are who were asked, by their answer."""
_LEFT_OUT = frozenset({"ATTACH", "X-ALT-DESC", "IMAGE"})
_PROSE = frozenset({"DESCRIPTION", "COMMENT"})


def read_ics(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read a calendar: each event, task and journal entry is a record with summary, start, end, location, attendee.

    Each kind of entry is a table of its own. A time gives the day (``start``) and the clock (``start time``) with its
    zone (``start zone``). Who declined is ``declined``, who has not said yes is ``invited``, and neither is an
    ``attendee``; rules of repetition stay text. Alarms and time zones are left out. The rendition has a line for each
    property, unfolded and unescaped. Raises InputError TH502 for a file without a calendar.
    """
    source = decode_folded(data)
    text = source.text
    page = CardPage(source)
    findings = list(source_findings(source, path))
    stack: list[str] = []
    entry: list[Line] = []
    title: str | None = None
    broken = 0
    rows: Counter[str] = Counter()
    calendar = False
    for line in content_lines(text, skip=_LEFT_OUT):
        if not isinstance(line, Line):
            broken += 1
            continue
        what = line.value.text.strip().upper()
        if line.name == "BEGIN":
            calendar = calendar or what == "VCALENDAR"
            if what in _KINDS and not any(each in _KINDS for each in stack):
                entry = []
            stack.append(what)
        elif line.name == "END":
            if stack and what in stack:
                del stack[len(stack) - 1 - stack[::-1].index(what) :]
            if what in _KINDS and not any(each in _KINDS for each in stack):
                _write(page, entry, _KINDS[what], rows)
                entry = []
        elif stack and stack[-1] in _KINDS:
            entry.append(line)
        elif line.name in ("X-WR-CALNAME", "NAME") and title is None and stack[-1:] == ["VCALENDAR"]:
            title = unescaped(line.value).text.strip() or None
    if entry:
        _write(page, entry, next((_KINDS[each] for each in stack if each in _KINDS), "event"), rows)
    if stack and calendar:
        hint = "the file is cut off: export it again"
        findings.append(finding("TH528", path, f"{stack[-1]} has no end", hint=hint))
    if not calendar and not rows and text.strip():
        hint = "it must hold BEGIN:VCALENDAR"
        raise InputError("TH502", "no calendar in the file", at=Location(path), hint=hint)
    if broken:
        said = f"{broken} lines are no properties of a calendar: they are not read"
        findings.append(finding("TH528", path, said, hint="export the calendar again"))
    whole = page.draft.text()
    return Reading(
        whole,
        page.draft.byte_map(),
        source.encoding,
        page.blocks(whole),
        tuple(page.records),
        title=title,
        findings=tuple(findings),
    )


def _write(page: CardPage, entry: list[Line], kind: str, rows: Counter[str]) -> None:
    """Write an entry, and count it.   rows: how many of each kind there are."""
    rows[kind] += 1
    page.begin()
    void = any(line.name == "STATUS" and line.value.text.strip().upper() == "CANCELLED" for line in entry)
    for line in entry:
        if line.name not in _NAMES or not line.value.text.strip():
            continue
        where = page.name(line)
        name = _NAMES[line.name]
        time = _TIME.match(line.value.text.strip()) if line.name in _TIMES else None
        if time is not None:
            _time(page, line, name, where)
        elif line.name in ("ATTENDEE", "ORGANIZER"):
            _person(page, line, name, where)
        else:
            span = page.value(name, unescaped(line.value), where)
            if line.name in _PROSE:
                page.prose.append((span, BlockKind.DELETED if void else BlockKind.PARAGRAPH))
        page.end_line()
    page.end(kind, rows[kind], 1 + list(rows).index(kind))


def _time(page: CardPage, line: Line, name: str, where: Span) -> None:
    """Write zone, day and clock of a time, in the order of the file."""
    value = line.value
    match = _TIME.search(value.text)
    assert match is not None
    zone = line.parameter("TZID")
    if zone is not None and zone.text.strip():
        page.value(f"{name} zone", zone, where)
        page.between(" ")
    page.value(name, value.cut(*match.span(1)), where)
    if match[2] is not None:
        page.between(" ")
        page.value(f"{name} time", value.cut(*match.span(2)), where)
    if match[3] and zone is None:
        page.value(f"{name} zone", value.cut(*match.span(3)), where)


def _person(page: CardPage, line: Line, name: str, where: Span) -> None:
    """Write who takes part: the name if there is one, and the address."""
    answer = line.parameter("PARTSTAT")
    if answer is not None and name == "attendee":
        name = _ANSWERS.get(answer.text.upper(), name)
    common = line.parameter("CN")
    address = unescaped(line.value)
    scheme = re.match(r"\s*mailto:", address.text, re.IGNORECASE)
    address = address.cut(scheme.end(), len(address)) if scheme else address
    if common is not None and common.text.strip():
        page.value(name, common, where)
        page.between(" ")
        if scheme:
            page.value(f"{name} email", address, where)
    else:
        page.value(name, address, where)
