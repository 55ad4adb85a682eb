"""What became of each file: as JSON, and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from thence.cli.table import counted
from thence.cli.words import near
from thence.model.finding import Finding, Severity
from thence.model.ledger import FileStatus
from thence.store.workspace import Workspace

__all__ = ["build_words", "extent", "file_json", "files_line", "page_numbers", "worst"]

_LACKING = frozenset({"partly", "empty", "no text", "unread"})
"""States of files that a build cannot be said to have read: as bad as a warning, whatever the findings say."""


def file_json(file: FileStatus) -> dict[str, object]:
    """Return one file of the coverage ledger; digest, document and recipe are None where it was not read."""
    return {
        "path": file.path,
        "state": file.state,
        "size": file.size,
        "statements": file.statements,
        "findings": file.findings,
        "digest": file.digest or None,
        "document": file.document or None,
        "key": file.key or None,
        "recipe": file.recipe or None,
        "inside": file.container or None,
        "encoding": file.encoding or None,
        "characters": file.characters,
        "records": file.records,
        "triples": file.triples,
        "pages": file.pages or None,
        "unread_pages": [{"page": number, "state": state} for number, state in file.unread_pages],
        "ocr_pages": [{"page": number, "confidence": sure} for number, sure in file.ocr_pages],
        "guesses": list(file.guesses),
    }


def extent(file: FileStatus) -> str:
    """Return how much of a file was read, for a table: pages where it has some, else what it holds.

    >>> extent(FileStatus("a.pdf", "partly", 1, 1, pages=3, unread_pages=((2, "image only"),)))
    '2 of 3 pages'
    """
    if file.pages:
        unread = len(file.unread_pages)
        pages = f"{file.pages - unread} of {counted(file.pages, 'page')}" if unread else counted(file.pages, "page")
        sure = [each for _, each in file.ocr_pages]
        return f"{pages}, {len(sure):,} by OCR ({sum(sure) / len(sure):.0%} sure)" if sure else pages
    if file.triples:
        return counted(file.triples, "triple")
    if file.records:
        return counted(file.records, "record")
    return f"{file.characters:,} characters" if file.characters and file.state != "no text" else ""


def files_line(files: Sequence[FileStatus], findings: Sequence[Finding]) -> str:
    """Return how many files there are and what became of them.

    findings: of the build; an archive of which a warning tells was not wholly opened.

    >>> files_line([], [])
    'no files'
    """
    warned = {finding.path for finding in findings if finding.stage == "read" and finding.severity >= Severity.WARNING}
    states = Counter(
        "partly opened" if file.state == "archive" and file.path in warned else file.state for file in files
    )
    total = counted(sum(states.values()), "file")
    if not states.total():
        return "no files"
    if states["read"] == states.total():
        return f"{total}, all read"
    words = (
        ("read", "read"),
        ("partly", "PARTLY READ"),
        ("empty", "empty"),
        ("no text", "WITHOUT TEXT"),
        ("copy", "the same as another"),
        ("archive", "opened"),
        ("partly opened", "OPENED IN PART"),
        ("unread", "NOT READ"),
    )
    return f"{total}: " + ", ".join(f"{states[state]:,} {word}" for state, word in words if states[state])


def worst(files: Iterable[FileStatus], findings: Iterable[Finding]) -> Severity | None:
    """Return what --fail-on is held against: the worst finding, a warning at least where a file was not wholly read.

    >>> worst([FileStatus("a.txt", "empty", 0, 1)], []).label
    'warning'
    """
    severities = [finding.severity for finding in findings]
    severities += [Severity.WARNING for file in files if file.state in _LACKING]
    return max(severities, default=None)


def page_numbers(numbers: Sequence[int]) -> str:
    """Return page numbers for people, runs of them as ranges.

    >>> page_numbers([1, 2, 3, 7]), page_numbers([2])
    ('pages 1-3, 7', 'page 2')
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    said = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
    return f"page {said}" if len(numbers) == 1 else f"pages {said}"


def build_words(workspace: Workspace, config: str = "") -> tuple[str, ...]:
    """Return the words after ``thence build`` that build a workspace again.   config: settings named to its build."""
    inside = workspace.directory == workspace.root / ".thence"
    place = () if inside else ("--workspace", near(workspace.directory))
    return (near(workspace.root), *place, *(("--config", near(Path(config))) if config else ()))
