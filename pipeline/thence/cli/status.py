"""``thence status``: what became of every file, what was noticed, what changed since."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from thence.cli import console
from thence.cli.options import FILE, Common, Verb, common, fail_on, reaches

if TYPE_CHECKING:
    from thence.model.ledger import RejectedCandidate
    from thence.pipeline import Status

__all__ = ["status"]

_UNREAD, _EACH = 20, 5


@click.command(cls=Verb)
@click.argument("folder", type=FILE, required=False)
@click.option("--rejected", is_flag=True, help="Show the candidates that were refused, each with its reason.")
@fail_on()
@common(("text", "json"))
def status(folder: Path | None, *, rejected: bool, fail_on: str, common: Common) -> int:
    """Show what became of every file, and what changed since.

    Each file with its statements and findings, what was noticed, and the files that are newer than the graph; where
    there are many of a kind some of them, all with -v and --json. FOLDER is a corpus or a workspace.

    Examples:
      thence status
      thence status --rejected
      thence status --fail-on warning --quiet

    Exit code 1: an inconsistency, or a finding at or above --fail-on (a file that is not wholly read, empty or without
    text is a warning).
    """
    from thence.cli.coverage import worst
    from thence.pipeline import status as status_of

    found = status_of(common.workspace(folder))
    if common.as_json:
        console.show_json(_json(found))
    elif rejected:
        for line in _rejected_lines(found.rejected):
            console.show(line)
    else:
        for line in _lines(found, common):
            console.show(line)
    inconsistent = bool(found.inconsistencies) and fail_on != "never"
    return int(inconsistent or reaches(worst(found.files, found.findings), fail_on))


def _json(found: Status) -> dict[str, object]:
    from thence.cli.coverage import file_json

    return {
        "workspace": str(found.workspace.directory),
        "as_of": found.as_of,
        "counts": dict(found.counts),
        "stale": list(found.stale),
        "files": [file_json(file) for file in found.files],
        "findings": [finding.as_json() for finding in found.findings],
        "inconsistencies": [finding.as_json() for finding in found.inconsistencies],
        "rejected": [
            {
                "path": each.path,
                "code": each.code,
                "predicate": each.predicate,
                "reason": each.reason,
                "quote": each.quote,
            }
            for each in found.rejected
        ],
    }


def _lines(found: Status, common: Common) -> Iterator[str]:
    from thence.cli.coverage import build_words, files_line
    from thence.cli.files import file_lines
    from thence.cli.findings import counts_line, finding_lines, grouped
    from thence.cli.table import counted
    from thence.cli.unread import locked_lines, unread, unread_lines
    from thence.cli.words import command, near, option_w

    place = option_w(found.workspace)
    again = build_words(found.workspace, found.config)
    rest = command("status", *place, "-v")
    missing = unread(found.files, found.findings)
    if not common.is_quiet:
        yield console.styled(f"{near(found.workspace.root)}: {files_line(found.files, found.findings)}", "bold")
        yield ""
        yield from file_lines(found.files, everything=common.is_verbose, rest=rest)
    if missing:
        yield from unread_lines(missing, most=None if common.is_verbose else _UNREAD, rest=rest)
        yield ""
    if locked := list(locked_lines(found.findings, again)):
        yield from locked
        yield ""
    if found.inconsistencies:
        noun = counted(len(found.inconsistencies), "inconsistency", "inconsistencies")
        yield console.styled(noun, "red", "bold")
        for finding in found.inconsistencies:
            yield from finding_lines(finding)
        yield ""
    told_above = set(missing)
    others = [finding for finding in found.findings if finding not in told_above]
    if others:
        above = f"; {len(missing):,} of them above: why files were not read" if missing else ""
        kinds = f": {counts_line(found.findings)}"
        yield console.styled(f"{counted(len(found.findings), 'finding')}{kinds}{above}", "bold")
        each = None if common.is_verbose else _EACH
        yield from grouped(others, each=each, codes=len(others), rest=rest, total=len(found.findings))
        yield ""
    if found.rejected and not common.is_quiet:
        noun = counted(len(found.rejected), "candidate was", "candidates were")
        yield f"{noun} refused: {command('status', *place, '--rejected')}"
    if found.stale:
        shown = ", ".join(found.stale[:5]) + (f" and {len(found.stale) - 5:,} more" if len(found.stale) > 5 else "")
        noun = counted(len(found.stale), "file has", "files have")
        yield f"{noun} changed since the build: {shown}"
        yield f"  hint: {command('build', *again)}"
    elif not common.is_quiet:
        yield f"no file has changed since the build; facts hold as of {found.as_of or 'any day'}"


def _rejected_lines(rejected: tuple[RejectedCandidate, ...]) -> Iterator[str]:
    from thence.cli.table import counted
    from thence.names import shorten

    yield f"{counted(len(rejected), 'candidate')} refused"
    for each in rejected:
        yield f"{each.path}: {shorten(each.predicate)} [{each.code}] {each.reason}"
        yield f"  “{' '.join(each.quote.split())}”"
