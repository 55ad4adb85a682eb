"""What became of a file that was read: wholly, in part, with nothing in it; what was guessed, and how much there is."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from thence.model.document import Document, Page, PageState
from thence.model.finding import Finding
from thence.model.ledger import FileStatus
from thence.read.reading import ENCODING_GUESSED, PASSED_OVER, WITHOUT_MEANING

__all__ = ["left_out", "read_statuses"]

_READ_STATES = (PageState.READ, PageState.OCR, PageState.EMPTY)


def read_statuses(group: Sequence[FileStatus], document: Document) -> Iterator[FileStatus]:
    """Yield the statuses of files of one content, that of the first path first.   document: what was read of them."""
    unread = tuple((page.number, page.state.value) for page in document.pages if page.state not in _READ_STATES)
    by_ocr = tuple((page.number, _sure(page)) for page in document.pages if page.state is PageState.OCR)
    state, guesses = _state(document, is_lacking=bool(unread)), tuple(sorted(_guesses(document)))
    for position, status in enumerate(group):
        yield replace(
            status,
            state="copy" if position and document.text.strip() else state,
            document=document.iri,
            key=document.key,
            encoding=document.encoding or "",
            pages=len(document.pages),
            unread_pages=unread,
            ocr_pages=by_ocr,
            characters=len(document.text),
            records=len(document.records) + sum(map(len, document.tables)),
            triples=len(document.quads),
            guesses=guesses,
        )


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


def _sure(page: Page) -> float:
    """Return how sure the words of a page are on average, to four places; 0 where nothing says."""
    sure = page.confidences
    return round(sum(sure) / len(sure), 4) if sure else 0.0


def _state(document: Document, *, is_lacking: bool) -> str:
    """Return the state of a file.   is_lacking: whether pages of it were not read."""
    codes = {finding.code for finding in document.findings}
    if not document.text.strip():
        return "no text" if is_lacking else "empty"
    if WITHOUT_MEANING in codes:
        return "no text"
    return "partly" if is_lacking or codes & PASSED_OVER else "read"


def _guesses(document: Document) -> Iterator[str]:
    """Yield what the file does not say and was decided on evidence."""
    if any(finding.code == ENCODING_GUESSED for finding in document.findings):
        yield f"encoding {document.encoding}"
    for column in document.columns:
        if column.format:
            yield f"column {column.name}: {column.kind}, {column.format} ({column.evidence})"
