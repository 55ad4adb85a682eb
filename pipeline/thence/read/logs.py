"""Logs of programs: each entry by itself, not glued into paragraphs."""

from __future__ import annotations

import re

from thence.model.document import Block, BlockKind, Span
from thence.read.dates import iso_date

__all__ = ["log_blocks"]

_LEVELS = r"(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)"
_ENTRY = re.compile(
    r"[ \t]*(?:[\[(<]?(?P<day>\d{4}[-/.]\d{2}[-/.]\d{2})[T _,]{1,2}\d{2}:\d{2}(?::\d{2})?"
    r"|[A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2}\b"
    r"|\S{1,200} \S{1,80} \S{1,80} \[(?P<apache>\d{2}/[A-Z][a-z]{2}/\d{4}):\d{2}:\d{2}"
    r"|\[?\d{2}:\d{2}:\d{2}(?:[.,]\d+)?\]?[ \t]"
    rf"|[\[(<]?{_LEVELS}\b[\])>]?[: \t]|\[\d{{9,13}}(?:\.\d+)?\] )"
)
_LINE = re.compile(r"[^\n]+|(?<=\n)\n")
_FEW = 40


def log_blocks(text: str, *, named: bool) -> tuple[Block, ...] | None:
    """Return the entries of a log as paragraphs, with the day of their time stamp, or None for any other text.

    Half of the first lines begin with a time or level, one in four where the file is named so. Lines that do not
    belong to the entry above them (the trace of an error).   named: whether the file is named a log.
    """
    head = [line for line in text[: _FEW * 400].split("\n")[:_FEW] if line.strip()]
    stamped = sum(_ENTRY.match(line) is not None for line in head)
    if not stamped or stamped * (4 if named else 2) < len(head) or (stamped < 2 and not named):
        return None
    blocks: list[Block] = []
    start = end = -1
    date: str | None = None
    for line in _LINE.finditer(text):
        entry = _ENTRY.match(text, *line.span())
        is_blank = line.group().isspace()
        if start >= 0 and (entry or is_blank):
            blocks.append(Block(Span(start, end), BlockKind.PARAGRAPH, date=date))
            start = -1
        if not is_blank:
            if start < 0:
                start, date = line.end() - len(line.group().lstrip()), _day(entry)
            end = line.start() + len(line.group().rstrip())
    if start >= 0:
        blocks.append(Block(Span(start, end), BlockKind.PARAGRAPH, date=date))
    return tuple(blocks)


def _day(entry: re.Match[str] | None) -> str | None:
    if entry is None:
        return None
    if entry["apache"]:
        return iso_date(entry["apache"].replace("/", " "))
    return iso_date(entry["day"]) if entry["day"] else None
