"""Mailboxes: the messages between From_ lines, each a slice of the file as it stands."""

from __future__ import annotations

from functools import partial

from thence.errors import InputError, Location
from thence.read.container import INSIDE, Member, Members
from thence.read.from_lines import message_starts
from thence.read.reading import Options, finding

__all__ = ["open_mbox"]


def open_mbox(data: bytes, path: str, options: Options) -> Members:
    """Return the messages of a mailbox, ``1.eml`` and on, each without its From_ line and not unquoted (``>From``).

    What lengths its headers claim does not count. Raises InputError TH502 when no message begins in it.
    """
    starts = message_starts(data)
    if not starts:
        raise InputError(
            "TH502", "no message begins in the mailbox", at=Location(path), hint="export the mailbox again, as mbox"
        )
    findings = []
    most = options.limits.members
    if len(starts) > most:
        findings.append(
            finding(
                "TH506",
                path,
                f"{len(starts) - most} of {len(starts)} messages are not read: beyond the limit of {most}",
                hint="raise limits.members in thence.toml, or split the mailbox",
            )
        )
    ends = [start for start, _ in starts[1:]] + [len(data)]
    files = []
    for number, ((_, begin), end) in enumerate(zip(starts[:most], ends, strict=False), 1):
        size = _without_blank(data, begin, end) - begin
        files.append(Member(f"{path}{INSIDE}{number}.eml", size, partial(_slice, data, begin, size)))
    return Members(tuple(files), findings)


def _without_blank(data: bytes, begin: int, end: int) -> int:
    """Return where a message ends, without the empty line that the mailbox puts after it."""
    for blank in (b"\n\r\n", b"\n\n"):
        if data.endswith(blank, begin, end):
            return end - len(blank) + 1
    return end


def _slice(data: bytes, begin: int, size: int) -> bytes:
    return data[begin : begin + size]
