"""What a build is told with: files, what they say, what follows, what is wrong, what was written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thence.cli import console
from thence.cli.coverage import build_words, file_json, files_line
from thence.cli.findings import counts_line, finding_lines, grouped
from thence.cli.table import counted
from thence.cli.unread import locked_lines, unread, unread_lines
from thence.cli.words import command, near, option_w
from thence.model.finding import Finding, Severity
from thence.pipeline import BuildReport
from thence.read.reading import LOCKED

__all__ = ["reminder", "report_json", "told", "wrong"]

_UNREAD, _GROUPS = 10, 5


def told(built: BuildReport, *, everything: bool, passwords: int = 0, config: str = "") -> Iterator[str]:
    """Yield the summary: files, what they say, what follows, what is wrong, what was written.

    everything: leave no finding out.   passwords: how many were given.   config: settings named to the build.
    """
    place = option_w(built.workspace)
    missing = unread(built.files, built.findings)
    rest = command("status", *place, "-v")
    if missing:
        yield from unread_lines(missing, most=None if everything else _UNREAD, rest=rest)
        yield ""
    if locked := list(locked_lines(built.findings, build_words(built.workspace, config), given=passwords)):
        yield from locked
        yield ""
    counts = built.counts
    yield console.styled(f"{near(built.workspace.root)}: {files_line(built.files, built.findings)}", "bold")
    if not built.files:
        yield "  nothing lies here that could be read"
        return
    as_of = f"as of {built.as_of}" if built.as_of else "without a date: no document has one"
    yield f"  statements  {counts.get('statements', 0):>7,}  claims, each with the words it was read from"
    yield f"  facts       {counts.get('asserted', 0):>7,}  carried by statements or stated by RDF files, {as_of}"
    yield f"  derived     {counts.get('derived', 0):>7,}  that follow by rules, each with its proof"
    if built.findings:
        yield f"  findings    {len(built.findings):>7,}  {_kinds(built.findings)}"
    if built.changed:
        yield f"  written     {built.inserted:>7,}  quads{_deleted(built)} in {built.seconds:.1f} s"
    else:
        yield f"  nothing changed since the last build ({built.seconds:.1f} s)"
    if built.changed and (built.kept or built.lost):
        yield f"  since the last build: +{built.gained:,} -{built.lost:,} statements, {built.kept:,} unchanged"
    if built.inconsistencies:
        yield ""
        noun = counted(len(built.inconsistencies), "inconsistency", "inconsistencies")
        yield console.styled(noun, "red", "bold")
        for finding in built.inconsistencies[: None if everything else _GROUPS]:
            yield from (f"  {line}" for line in finding_lines(finding))
    told_above = set(missing)
    others = [finding for finding in built.findings if finding not in told_above]
    if others:
        yield ""
        yield from grouped(others, each=None if everything else 2, codes=_GROUPS, rest=rest, total=len(built.findings))


def _kinds(findings: Sequence[Finding]) -> str:
    """Return the severities of findings; how many of each, where they differ."""
    line = counts_line(findings)
    return line if ", " in line else line.partition(" ")[2]


def _deleted(built: BuildReport) -> str:
    return f", {built.deleted:,} removed" if built.deleted else ""


def wrong(built: BuildReport, *, passwords: int = 0, config: str = "") -> Iterator[str]:
    """Yield only what is wrong: unread files, inconsistencies, violations.   passwords, config: as of `told`."""
    missing = unread(built.files, built.findings)
    yield from unread_lines(missing, most=_UNREAD, rest=command("status", *option_w(built.workspace), "-v"))
    if any(finding.code == LOCKED for finding in missing):
        yield from locked_lines(missing, build_words(built.workspace, config), given=passwords)
    violations = {finding for finding in built.findings if finding.severity is Severity.VIOLATION} - set(missing)
    for finding in (*built.inconsistencies, *sorted(violations)):
        yield from finding_lines(finding)


def reminder(built: BuildReport) -> Iterator[str]:
    """Yield how many files were not read, for the end of a long output; nothing where all were."""
    paths = {finding.path for finding in unread(built.files, built.findings)}
    if paths:
        where = command("status", *option_w(built.workspace))
        yield ""
        yield console.styled(f"{counted(len(paths), 'file')} NOT READ, see above or {where}", "red", "bold")


def report_json(built: BuildReport) -> dict[str, object]:
    """Return the one JSON shape of a build's report."""
    return {
        "workspace": str(built.workspace.directory),
        "as_of": built.as_of,
        "changed": built.changed,
        "inserted": built.inserted,
        "deleted": built.deleted,
        "statements_gained": built.gained,
        "statements_lost": built.lost,
        "statements_kept": built.kept,
        "seconds": round(built.seconds, 3),
        "counts": dict(built.counts),
        "files": [file_json(file) for file in built.files],
        "findings": [finding.as_json() for finding in built.findings],
        "inconsistencies": [finding.as_json() for finding in built.inconsistencies],
    }
