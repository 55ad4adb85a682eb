"""The coverage ledger: what became of every file, and what was noticed on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from thence.model.finding import Finding
from thence.names import Iri

__all__ = ["FileStatus", "Ledger", "RejectedCandidate"]


@dataclass(frozen=True, slots=True, order=True)
class FileStatus:
    """One file of the corpus.

    path: relative POSIX path; of a file inside another ``OUTER!/INNER``.   state: read, partly (some pages or members
    were not), empty (nothing there), no text (only pictures), copy (the same bytes as an earlier path), archive (holds
    documents and is none) or unread.
    size in bytes and mtime_ns are what a later build compares to know that a file is unchanged.
    digest: SHA-256, hexadecimal, empty when unread.   document: the version's IRI, empty when unread.
    recipe: the reader.   container: the archive or mail that holds it, empty for files of the folder.
    encoding: of text formats.   pages: of paged formats, how many.   unread_pages: (number, what became of it), sorted.
    ocr_pages: (number, mean confidence of its words from 0 to 1) of those read from their picture, sorted.
    characters, records, triples: how much was read.   guesses: what the file does not say and was decided on evidence
    ("encoding cp1252", "amount: decimal-comma"), sorted.   statements, findings: counts.
    """

    path: str
    state: str
    size: int
    mtime_ns: int = field(compare=False)
    digest: str = ""
    document: str = ""
    key: str = ""
    recipe: str = ""
    container: str = ""
    encoding: str = ""
    pages: int = 0
    unread_pages: tuple[tuple[int, str], ...] = ()
    ocr_pages: tuple[tuple[int, float], ...] = ()
    characters: int = 0
    records: int = 0
    triples: int = 0
    guesses: tuple[str, ...] = ()
    statements: int = 0
    findings: int = 0


@dataclass(frozen=True, slots=True)
class RejectedCandidate:
    """A candidate statement that was refused: where, what, why."""

    path: str
    code: str
    predicate: Iri
    reason: str
    quote: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """What one build found.

    fingerprint: hash of everything the build depended on; an equal one means that nothing is to be done.
    as_of: ISO date at which the facts hold, None for no bound.   files: sorted by path.   findings: sorted.
    inconsistencies: findings of the rule pass.   counts: documents, statements, entities, events, asserted, derived,
    rejected, quads.   kept: names of the files beside the store that this build wrote, sorted.
    config: the settings file that was named to the build, absolute; empty for the corpus's own.
    readers: hash of the readers and what was set about reading: under another one no file counts as known.
    settings: the settings file and those it names -> hash.
    """

    fingerprint: str
    as_of: str | None
    files: tuple[FileStatus, ...]
    findings: tuple[Finding, ...]
    inconsistencies: tuple[Finding, ...]
    counts: Mapping[str, int]
    rejected: tuple[RejectedCandidate, ...] = ()
    kept: tuple[str, ...] = ()
    config: str = ""
    readers: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
