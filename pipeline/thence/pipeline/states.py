"""What became of a file that was read: wholly, in part, with nothing in it; what was guessed, and how much there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from thence.model.document import Document, Page, PageState
from thence.model.ledger import FileStatus
from thence.read.reading import ENCODING_GUESSED, PASSED_OVER, WITHOUT_MEANING

__all__ = ["read_statuses"]

_READ_STATES = (PageState.READ, PageState.OCR, PageState.EMPTY)


def read_statuses(group: Sequence[FileStatus], document: Document) -> Iterator[FileStatus]:
    """Yield the statuses of files of one content, that of the first path first.   document: what was read of them."""
    unread = tuple((page.number, page.state.value) for page in document.pages if page.state not in _READ_STATES)
    seen = tuple((page.number, _sure(page)) for page in document.pages if page.state is PageState.OCR)
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
            seen_pages=seen,
            characters=len(document.text),
            records=len(document.records) + sum(map(len, document.tables)),
            triples=len(document.quads),
            guesses=guesses,
        )


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
