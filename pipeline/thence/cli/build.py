"""``thence build``: a folder of documents becomes a graph, and the person is told what it holds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from thence.cli import console
from thence.cli.options import FILE, Common, Verb, common, fail_on, passwords, reaches

if TYPE_CHECKING:
    from thence.pipeline import BuildReport
    from thence.query import Explanation

__all__ = ["build"]


@click.command(cls=Verb)
@click.argument("folder", type=FILE)
@click.option(
    "-w", "--workspace", "directory", type=FILE, metavar="DIR",
    help="Where the graph lies, when FOLDER must stay untouched (FOLDER/.thence).",
)  # fmt: skip
@click.option("--config", type=FILE, metavar="FILE", help="The settings (FOLDER/thence.toml).")
@click.option("--as-of", metavar="DATE", help="The day at which facts must hold (the latest date of any document).")
@click.option(
    "-j", "--jobs", type=click.IntRange(min=1), metavar="N",
    help="How many processes read new documents (one a core; the graph is the same).",
)  # fmt: skip
@click.option("--why", nargs=3, metavar="S P O", help="Prove this fact afterwards.")
@passwords()
@fail_on()
@common(("text", "json"), places=False)
def build(
    folder: Path,
    *,
    directory: Path | None,
    config: Path | None,
    as_of: str | None,
    jobs: int | None,
    why: tuple[str, str, str] | None,
    passwords: tuple[str, ...],
    fail_on: str,
    common: Common,
) -> int:
    """Read a folder of documents into a cited, reasoned, checked graph.

    Every file below FOLDER is read; what cannot be read is reported, with the reason, and the rest goes on. A second
    build reads only what has changed, and gives what a build from scratch would give.

    Examples:
      thence build ./case
      thence build ./case --workspace ~/graphs/case --as-of 2024-06-30

    Exit code 1: an inconsistency, or a finding at or above --fail-on (a file that is not wholly read, empty or without
    text is a warning). 3: no file could be read.
    """
    from thence.cli.invitation import invitation
    from thence.cli.stages import progress
    from thence.cli.summary import reminder, report_json, told, wrong
    from thence.pipeline import build as build_graph
    from thence.pipeline.ahead import cores

    with progress(common) as report:
        built = build_graph(
            folder,
            workspace=directory,
            config_path=config,
            as_of=as_of,
            passwords=passwords,
            jobs=jobs or cores(),
            progress=report,
        )
    explained = _explained(built, why) if why else None
    if common.as_json:
        console.show_json({**report_json(built), **({"why": explained.as_json()} if explained else {})})
    else:
        how_many, named = len(passwords), str(config.resolve()) if config else ""
        for line in (
            wrong(built, passwords=how_many, config=named)
            if common.is_quiet
            else told(built, everything=common.is_verbose, passwords=how_many, config=named)
        ):
            console.show(line)
        if explained:
            console.show("\n".join(["", *explained.lines()]))
        elif built.changed and not common.is_quiet:
            for line in (*invitation(built), *reminder(built)):
                console.show(line)
    return _exit_code(built, fail_on, holds=explained is None or explained.holds)


def _explained(built: BuildReport, words: tuple[str, str, str]) -> Explanation:
    from thence.query import why
    from thence.store import Store

    with Store.open(built.workspace.directory, read_only=True) as store:
        return why(store, *words, root=built.workspace.root, options=built.options)


def _exit_code(built: BuildReport, level: str, *, holds: bool) -> int:
    from thence.cli.coverage import worst

    states = {file.state for file in built.files}
    if "unread" in states and states <= {"unread", "archive"}:
        return 3
    found = bool(built.inconsistencies) and level != "never"
    return int(found or not holds or reaches(worst(built.files, built.findings), level))
