"""The files of a corpus as a table: what became of each, how much it holds; many alike are told as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

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
    rows = [(file, extent(file)) for file in files] if everything else list(_laid(files))
    shown = rows
    if not everything and len(rows) > _ROWS:
        shown = [(file, read) for file, read in rows if file.state not in _FINE or file.findings][:_ROWS]
        shown = shown or rows[:_ROWS]
    yield from table(_HEAD, [_row(file, read) for file, read in shown], width=console.width(), right={3, 4})
    if hidden := len(rows) - len(shown):
        fine = sum(file.state in _FINE for file, _ in rows) - sum(file.state in _FINE for file, _ in shown)
        yield f"and {hidden:,} more, {'all' if fine == hidden else f'{fine:,}'} of them read"
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


def _row(file: FileStatus, read: str) -> Sequence[str]:
    return str(Location(file.path)), file.state, read, f"{file.statements:,}", f"{file.findings:,}"


def _laid(files: Sequence[FileStatus]) -> Iterator[tuple[FileStatus, str]]:
    """Yield each file with how much of it was read; one that holds many others in their place, with their counts."""
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
            counts = replace(
                file,
                statements=file.statements + sum(member.statements for member in members),
                findings=file.findings + sum(member.findings for member in members),
            )
            yield counts, total if fine == len(members) else f"{fine:,} of {total}"
        elif outer not in many or not file.container:
            yield file, extent(file)


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
