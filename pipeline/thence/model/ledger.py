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

    path: relative POSIX path.   state: read, empty, copy (the same bytes as an earlier path) or unread.
    size in bytes and mtime_ns are what a later build compares to know that a file is unchanged.
    digest: SHA-256, hexadecimal, empty when unread.   document: the version's IRI, empty when unread.
    recipe: the reader.   statements, findings: counts.
    """

    path: str
    state: str
    size: int
    mtime_ns: int = field(compare=False)
    digest: str = ""
    document: str = ""
    key: str = ""
    recipe: str = ""
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
