"""What one reader makes of one file's bytes, before the file's names and digest are added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from thence.config import Limits
from thence.model.document import Block, ByteMap, Column, Doubt, Join, Link, Page, Record, Span
from thence.model.finding import Finding, Severity
from thence.model.table import Table
from thence.model.terms import Quad
from thence.read.source import Source

__all__ = [
    "BEYOND_LIMIT",
    "DEFAULT",
    "ENCODING_GUESSED",
    "LOCKED",
    "PASSED_OVER",
    "SAVE_UNLOCKED",
    "UNLOCKED",
    "WITHOUT_MEANING",
    "Options",
    "Reading",
    "finding",
    "moved",
    "opened_with_password",
    "source_findings",
    "tried_in_vain",
]


@dataclass(frozen=True, slots=True)
class Options:
    """What a user may set about reading.

    limits: caps on what one file may cost.   passwords: tried in turn on locked files; kept nowhere.
    ocr: languages of tesseract for pages that are pictures; empty: such pages are not read.
    columns: how columns of tables are written where the file cannot show it: (glob of paths, glob of column names,
    "day-first", "month-first", "iso", "decimal-comma", "decimal-point" or "text").
    lenient: whether statements of an RDF file that are broken are passed over, each a finding, and the rest is read.
    base: what relative IRIs of RDF files start from: the IRI of the folder if it ends in /, else each file's own base.
    """

    limits: Limits = field(default_factory=Limits)
    passwords: tuple[str, ...] = ()
    ocr: tuple[str, ...] = ()
    columns: tuple[tuple[str, str, str], ...] = ()
    lenient: bool = False
    base: str = "file:///"


BEYOND_LIMIT = "TH506"
"""The error or finding that something was not read because it is beyond a limit."""
ENCODING_GUESSED = "TH523"
"""The finding that a text's encoding is not declared and was decided on evidence."""
PASSED_OVER = frozenset({BEYOND_LIMIT, "TH528", "TH529", "TH532", "TH546", "TH548", "TH552", "TH561"})
"""Findings that, where they are warnings, tell of pieces of a file that were passed over: it was read in part."""
LOCKED = "TH505"
"""The error or finding that a password is missing."""
SAVE_UNLOCKED = "save a copy without password, in the program it comes from; passwords open only PDF and zip files here"
"""The next step where a file is locked in a way that no password opens here."""
UNLOCKED = "TH562"
"""The finding that a file is locked, and was opened with a password that was given."""
WITHOUT_MEANING = "TH560"
"""The finding that most of what a file gave are characters without meaning: it was opened, and not read."""
DEFAULT = Options()
"""What holds where nobody set anything."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A rendition with its blocks, records and declared values; fields as in Document."""

    text: str
    byte_map: ByteMap | None = None
    encoding: str | None = None
    blocks: tuple[Block, ...] = ()
    records: tuple[Record, ...] = ()
    links: tuple[Link, ...] = ()
    pages: tuple[Page, ...] = ()
    key: str | None = None
    title: str | None = None
    date: str | None = None
    date_span: Span | None = None
    author: str | None = None
    aliases: tuple[str, ...] = ()
    meta: tuple[tuple[str, str], ...] = ()
    joins: tuple[Join, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    columns: tuple[Column, ...] = ()
    tables: tuple[Table, ...] = ()
    quads: tuple[Quad, ...] = ()
    exports: tuple[str, ...] = ()
    prefixes: tuple[tuple[str, str], ...] = ()
    findings: tuple[Finding, ...] = ()


def finding(
    code: str,
    path: str,
    message: str,
    *,
    severity: Severity = Severity.WARNING,
    line: int | None = None,
    hint: str = "",
) -> Finding:
    """Return a finding of the reading stage."""
    return Finding("read", code, path, message, severity, line=line, hint=hint)


def opened_with_password(path: str) -> Finding:
    """Return the finding that a locked file was read with a password."""
    said = "locked, and opened with a password that was given"
    hint = "give the passwords to verify and why too, which read it again"
    return finding(UNLOCKED, path, said, severity=Severity.INFO, hint=hint)


def tried_in_vain(passwords: Sequence[str]) -> str:
    """Return how many passwords did not open a file, for the end of a sentence; nothing where there were none.

    >>> tried_in_vain(["a"]), tried_in_vain([])
    (', which the password that was given does not open', '')
    """
    if not passwords:
        return ""
    if len(passwords) == 1:
        return ", which the password that was given does not open"
    return f", and none of the {len(passwords):,} passwords opens it"


def source_findings(source: Source, path: str) -> Sequence[Finding]:
    """Return what is to be said of the way a text was decoded: bytes replaced (TH522), encoding guessed (TH523)."""
    found = []
    if source.bad:
        found.append(
            finding(
                "TH522",
                path,
                f"{source.bad} bytes are not {source.encoding} text and stand as U+FFFD",
                hint="save the file again in one encoding, UTF-8 if you can",
            )
        )
    if source.guessed:
        found.append(
            finding(
                "TH523",
                path,
                f"the encoding is not declared; read as {source.encoding}",
                severity=Severity.INFO,
                hint="save the file as UTF-8 if names look wrong",
            )
        )
    return found


def moved(record: Record, by: int) -> Record:
    """Return a record whose places are ``by`` code points further on."""
    fields = tuple(
        replace(item, value=_by(item.value, by), name_span=_by(item.name_span, by) if item.name_span else None)
        for item in record.fields
    )
    return replace(record, span=_by(record.span, by), fields=fields)


def _by(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)
