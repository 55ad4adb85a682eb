"""What became of each file: as JSON, and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from thence.cli.console import styled
from thence.cli.findings import finding_lines
from thence.cli.table import counted
from thence.model.finding import Finding, Severity
from thence.model.ledger import FileStatus

__all__ = ["extent", "file_json", "files_line", "unread", "unread_lines", "worst"]


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
        "guesses": list(file.guesses),
    }


def extent(file: FileStatus) -> str:
    """Return how much of a file was read, for a table: pages where it has some, else what it holds.

    >>> extent(FileStatus("a.pdf", "partly", 1, 1, pages=3, unread_pages=((2, "image only"),)))
    '2 of 3 pages'
    """
    if file.pages:
        unread = len(file.unread_pages)
        return f"{file.pages - unread} of {counted(file.pages, 'page')}" if unread else counted(file.pages, "page")
    if file.triples:
        return counted(file.triples, "triple")
    if file.records:
        return counted(file.records, "record")
    return f"{file.characters:,} characters" if file.characters else ""


def files_line(files: Sequence[FileStatus], missing: Sequence[Finding]) -> str:
    """Return how many files there are and what became of them.   missing: as `unread` gives them.

    >>> files_line([], [])
    'no files'
    """
    states = Counter(file.state for file in files)
    known = {file.path for file in files}
    states["unread"] += len({finding.path for finding in missing} - known)
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
        ("unread", "NOT READ"),
    )
    return f"{total}: " + ", ".join(f"{states[state]:,} {word}" for state, word in words if states[state])


def unread(files: Iterable[FileStatus], findings: Iterable[Finding]) -> list[Finding]:
    """Return why files were not read, sorted by path; those left out before they were opened (too large) too."""
    paths = {file.path for file in files if file.state == "unread"}
    known = {file.path for file in files}
    return sorted(
        (
            each
            for each in findings
            if each.stage == "read" and each.path and (each.path in paths or each.path not in known)
        ),
        key=lambda finding: finding.path,
    )


def worst(findings: Iterable[Finding]) -> Severity | None:
    """Return what --fail-on is held against: the worst finding; a file that was not read is a warning."""
    return max((finding.severity for finding in findings), default=None)


def unread_lines(findings: Sequence[Finding], *, most: int | None = None) -> Iterator[str]:
    """Yield the files that were not read, loudly, each with its reason and what to do."""
    if not findings:
        return
    yield styled(f"{counted(len({each.path for each in findings}), 'file')} NOT READ", "red", "bold")
    for finding in findings[:most]:
        yield from (f"  {line}" for line in finding_lines(finding))
    if most is not None and len(findings) > most:
        yield f"  and {len(findings) - most:,} more"
