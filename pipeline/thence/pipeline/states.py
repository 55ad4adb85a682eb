"""What became of a file that was read: wholly, in part, with nothing in it; what was guessed, and how much there is."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from thence.model.document import PageState
from thence.model.finding import Finding, Severity
from thence.model.ledger import FileStatus
from thence.model.version import PageRead, Version
from thence.read.reading import ENCODING_GUESSED, PASSED_OVER, WITHOUT_MEANING

__all__ = ["is_loss", "left_out", "read_statuses"]

_READ_STATES = (PageState.READ, PageState.OCR, PageState.EMPTY)


def read_statuses(group: Sequence[FileStatus], pieces: Sequence[Version]) -> Iterator[FileStatus]:
    """Yield the statuses of files of one content, that of the first path first.

    pieces: what was read of them: the document, or the pieces of it in order.
    """
    document = pieces[0]
    unread = tuple((page.number, page.state.value) for page in document.pages if page.state not in _READ_STATES)
    by_ocr = tuple((page.number, _sure(page)) for page in document.pages if page.state is PageState.OCR)
    state, guesses = _state(pieces, is_lacking=bool(unread)), tuple(sorted(_guesses(pieces)))
    for position, status in enumerate(group):
        yield replace(
            status,
            state="copy" if position and not all(piece.is_blank for piece in pieces) else state,
            document=document.iri,
            key=document.whole_key,
            encoding=document.encoding or "",
            pages=len(document.pages),
            unread_pages=unread,
            ocr_pages=by_ocr,
            characters=sum(piece.length for piece in pieces),
            records=sum(piece.records for piece in pieces),
            triples=sum(len(piece.quads) for piece in pieces),
            guesses=guesses,
        )


def is_loss(finding: Finding) -> bool:
    """Return whether a finding tells that something of a file was not read."""
    is_one = finding.code in PASSED_OVER or finding.code == WITHOUT_MEANING
    return is_one and finding.stage == "read" and finding.severity >= Severity.WARNING


def left_out(files: Sequence[FileStatus], findings: Sequence[Finding], root: Path) -> Iterator[FileStatus]:
    """Yield a status for each path that only findings name: never opened, or not to be taken out of its container.

    root: the corpus folder, where the size of such a file is looked up.
    """
    known = {file.path for file in files}
    for path in sorted({finding.path for finding in findings if finding.stage == "read" and finding.path} - known):
        outer = path.rpartition("!/")[0]
        yield FileStatus(path, "unread", _size(root / path), 0, container=outer if outer in known else "")


def _size(path: Path) -> int:
    """Return the size of a file in bytes; 0 of what is none, or cannot be looked at."""
    try:
        facts = path.lstat()
    except (OSError, ValueError):
        return 0
    return facts.st_size if stat.S_ISREG(facts.st_mode) else 0


def _sure(page: PageRead) -> float:
    """Return how sure the words of a page are on average, to four places; 0 where nothing says."""
    return page.confidence or 0.0


def _state(pieces: Sequence[Version], *, is_lacking: bool) -> str:
    """Return the state of a file; what its findings tell of is added in the ledger.   is_lacking: pages are unread."""
    if all(piece.is_blank for piece in pieces):
        return "no text" if is_lacking else "empty"
    if all(any(finding.code == WITHOUT_MEANING for finding in piece.findings) for piece in pieces):
        return "no text"
    return "partly" if is_lacking else "read"


def _guesses(pieces: Sequence[Version]) -> Iterator[str]:
    """Yield what the file does not say and was decided on evidence."""
    if any(finding.code == ENCODING_GUESSED for piece in pieces for finding in piece.findings):
        yield f"encoding {pieces[0].encoding}"
    for column in pieces[0].columns:
        if column.format and column.evidence:
            yield f"column {column.name}: {column.kind}, {column.format} ({column.evidence})"
