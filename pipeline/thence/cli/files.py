"""The files of a corpus as a table: what became of each, how much it holds; many alike are told as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thence.cli import console
from thence.cli.coverage import extent, page_numbers
from thence.cli.table import counted, table
from thence.errors import Location
from thence.model.ledger import FileStatus

__all__ = ["file_lines"]

_MEMBERS, _ROWS, _GUESSES, _SCANS, _ALIKE = 10, 40, 10, 10, 3
"""So many members of one file, rows, guesses, files with OCR, and files with one guess are shown each."""
_FINE = frozenset({"read", "copy", "archive"})
_DOUBTFUL = 0.6
"""Mean confidence of a page below which its words are hardly to be relied on."""

_HEAD = ("file", "state", "read", "statements", "findings")


def file_lines(files: Sequence[FileStatus], *, everything: bool, rest: str) -> Iterator[str]:
    """Yield the table, the pages that OCR read, and the guesses.   files: sorted by path.

    everything: a row for every file, also for those of one archive.   rest: the command that shows everything.
    """
    if not files:
        return
    rows = [(file, _row(file)) for file in files] if everything else list(_laid(files))
    shown = rows
    if not everything and len(rows) > _ROWS:
        shown = [row for row in rows if row[0].state not in _FINE or row[0].findings][:_ROWS] or rows[:_ROWS]
    yield from table(_HEAD, [row for _, row in shown], width=console.width(), right={3, 4})
    if len(shown) < len(rows):
        hidden = {file.path for file, _ in rows} - {file.path for file, _ in shown}
        fine = sum(file.state in _FINE for file, _ in rows if file.path in hidden)
        said = "all of them read" if fine == len(hidden) else f"{fine:,} of them read"
        yield f"and {counted(len(hidden), 'more row')}, {said}"
    if len(shown) < len(rows) or len(rows) < len(files):
        yield f"{rest} shows every file"
    yield from _capped(_scans(files), "read from pictures (OCR)", _SCANS, everything=everything, rest=rest)
    count = sum(len(file.guesses) for file in files)
    title = f"{counted(count, 'guess', 'guesses')}, on evidence"
    yield from _capped(_guesses(files, everything=everything), title, _GUESSES, everything=everything, rest=rest)
    yield ""


def _capped(lines: Sequence[str], title: str, most: int, *, everything: bool, rest: str) -> Iterator[str]:
    if not lines:
        return
    shown = lines if everything else lines[:most]
    yield ""
    yield console.styled(title, "bold")
    yield from (f"  {line}" for line in shown)
    if len(shown) < len(lines):
        yield f"  and {len(lines) - len(shown):,} more: {rest}"


def _row(file: FileStatus, *, path: str = "", read: str = "", statements: int = 0, findings: int = 0) -> Sequence[str]:
    """Return a file's cells.   path, read, statements, findings: in place of its own, or besides."""
    counts = (file.statements + statements, file.findings + findings)
    return path or str(Location(file.path)), file.state, read or extent(file), *(f"{count:,}" for count in counts)


def _laid(files: Sequence[FileStatus]) -> Iterator[tuple[FileStatus, Sequence[str]]]:
    """Yield a row for each file; one for a file of the folder that holds many others, and for all of these."""
    inside: dict[str, list[FileStatus]] = {}
    for file in files:
        outer, within, _ = file.path.partition("!/")
        if within and file.container:
            inside.setdefault(outer, []).append(file)
    many = {outer for outer, members in inside.items() if len(members) > _MEMBERS}
    for file in files:
        outer = file.path.partition("!/")[0]
        if file.path in many:
            members = inside[file.path]
            fine = sum(member.state in _FINE for member in members)
            total = counted(len(members), "member")
            yield (
                file,
                _row(
                    file,
                    read=total if fine == len(members) else f"{fine:,} of {total}",
                    statements=sum(member.statements for member in members),
                    findings=sum(member.findings for member in members),
                ),
            )
        elif outer not in many or not file.container:
            yield file, _row(file)


def _guesses(files: Sequence[FileStatus], *, everything: bool) -> list[str]:
    """Return what was guessed of each file, in order of paths; what was guessed of many in one line."""
    of: dict[str, list[str]] = {}
    for file in files:
        for guess in file.guesses:
            of.setdefault(guess, []).append(str(Location(file.path)))
    lines = []
    for guess, paths in of.items():
        if everything or len(paths) <= _ALIKE:
            lines += [(path, f"{path}: {guess}") for path in paths]
        else:
            lines.append((paths[0], f"{', '.join(paths[:_ALIKE])} and {len(paths) - _ALIKE:,} more: {guess}"))
    return [line for _, line in sorted(lines)]


def _scans(files: Sequence[FileStatus]) -> list[str]:
    """Return which pages of each file OCR read, and how sure it was of their words."""
    lines = []
    for file in files:
        if not file.ocr_pages:
            continue
        numbers = page_numbers([number for number, _ in file.ocr_pages])
        mean = sum(sure for _, sure in file.ocr_pages) / len(file.ocr_pages)
        line = f"{Location(file.path)}: {numbers}; {mean:.0%} sure on average"
        poor = [number for number, sure in file.ocr_pages if sure < _DOUBTFUL]
        lines.append(f"{line}; hardly to be relied on: {page_numbers(poor)}" if poor else line)
    return lines
