"""Files that were not read, loudly: each with its reason, many of one archive in one breath, and what to do next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from thence.cli.console import styled
from thence.cli.findings import colour, finding_lines
from thence.cli.table import counted
from thence.cli.words import command
from thence.model.finding import Finding
from thence.model.ledger import FileStatus
from thence.read.reading import LOCKED, UNLOCKED

__all__ = ["locked_lines", "unread", "unread_lines"]

_APART = 3
"""So many of one archive, or of the folder, for one reason are told each; more as a group."""

_OPTION = "--passwords"


def unread(files: Iterable[FileStatus], findings: Iterable[Finding]) -> list[Finding]:
    """Return why files were not read, sorted by path; those left out before they were opened (too large) too."""
    states = {file.path: file.state for file in files}
    return sorted(
        (
            each
            for each in findings
            if each.stage == "read" and each.path and states.get(each.path, "unread") == "unread"
        ),
        key=lambda finding: (finding.path, finding),
    )


def unread_lines(findings: Sequence[Finding], *, most: int | None = None, rest: str = "") -> Iterator[str]:
    """Yield the files that were not read.   findings: as `unread` gives them.

    most: how many groups are shown, each file by itself where it is None.   rest: the command that shows all.
    """
    if not findings:
        return
    yield styled(f"{counted(len({each.path for each in findings}), 'file')} NOT READ", "red", "bold")
    groups = [[each] for each in findings] if most is None else _groups(findings)
    for group in groups[:most]:
        told = finding_lines(group[0]) if len(group) == 1 else _group_lines(group)
        yield from (f"  {line}" for line in told)
    hidden = sum(map(len, groups[most:])) if most is not None else 0
    if hidden:
        yield f"  and {hidden:,} more"
    if rest and (hidden or any(len(group) > 1 for group in groups)):
        yield f"  {rest} names every one"


def _groups(findings: Sequence[Finding]) -> list[list[Finding]]:
    """Return findings that have archive, code and hint in common together where they are many; in order of paths."""
    found: list[list[Finding]] = []
    ordered = sorted(findings, key=_common)
    for _, same in groupby(ordered, key=_common):
        group = list(same)
        found += [group] if len({each.path for each in group}) > _APART else [[each] for each in group]
    return sorted(found, key=lambda group: (group[0].path, group[0]))


def _common(finding: Finding) -> tuple[str, str, str]:
    return _outermost(finding.path), finding.code, finding.hint


def _outermost(path: str) -> str:
    """Return the file of the folder that a file lies in, empty where it is one itself."""
    outer, inside, _ = path.partition("!/")
    return outer if inside else ""


def _group_lines(group: Sequence[Finding]) -> Iterator[str]:
    first = group[0]
    paths = sorted({each.path for each in group})
    outer = _outermost(first.path)
    what = f"{outer}: {counted(len(paths), 'member')}" if outer else counted(len(paths), "file")
    reasons = len({each.message for each in group})
    why = first.message if reasons == 1 else f"{first.message}, and other reasons of the kind"
    yield f"{styled(f'{first.severity.label}[{first.code}]', colour(first.severity))}: {what} not read: {why}"
    yield f"  first: {', '.join(path[len(outer) + 2 :] if outer else path for path in paths[:_APART])}"
    if first.hint:
        yield f"  hint: {first.hint}"


def locked_lines(findings: Sequence[Finding], build: Sequence[str], *, given: int | None = None) -> Iterator[str]:
    """Yield what to do about locked files that a password opens, and what became of the passwords that were given.

    build: the words after ``thence build`` that build this graph again.   given: how many passwords there were; None
    where that is not known any more.
    """
    locked = sorted({each.path for each in findings if each.code == LOCKED and _OPTION in each.hint})
    opened = any(each.code == UNLOCKED for each in findings)
    if locked:
        files = f"{counted(len(locked), 'file is', 'files are')} locked: {', '.join(locked[:_APART])}"
        more = f" and {len(locked) - _APART:,} more" if len(locked) > _APART else ""
        whose = "its password" if len(locked) == 1 else "their passwords"
        if given:
            tried = "the password given" if given == 1 else f"any of the {given:,} passwords given"
            yield styled(f"{files}{more}; not opened by {tried}", "red")
            yield f"  hint: add {whose} to the file, one a line, and build again"
        else:
            yield styled(f"{files}{more}", "red")
            yield f"  hint: write {whose} into a file, one a line, then"
            yield f"    {command('build', *build, _OPTION, 'passwords.txt')}"
    elif given and not opened:
        noun = "a password was" if given == 1 else f"{given:,} passwords were"
        yield f"{noun} given, and no file that could be opened with one is locked"
