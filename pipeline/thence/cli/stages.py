"""The progress of a build: a bar where a person watches, lines where one asked for them, else nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from thence.cli import console
from thence.cli.options import Common

if TYPE_CHECKING:
    from thence.pipeline import Progress

__all__ = ["progress"]

_VERBS = {
    "read": "reading",
    "resolve": "resolving names",
    "reason": "reasoning",
    "validate": "checking the contract",
    "commit": "writing",
}


@contextmanager
def progress(common: Common) -> Iterator[Progress]:
    """Return what a build reports its stages to; the bar is gone when the block ends."""
    if common.progress and not common.is_quiet and console.is_terminal(console.ERR):
        with _bar() as report:
            yield report
    elif common.is_verbose:
        yield _line
    else:
        yield _nothing


def _line(stage: str, done: int, total: int, what: str) -> None:
    counter = f" {done + 1}/{total}" if total > 1 else ""
    console.note(f"{_VERBS.get(stage, stage)}{counter}: {what}")


def _nothing(stage: str, done: int, total: int, what: str) -> None:
    del stage, done, total, what


@contextmanager
def _bar() -> Iterator[Progress]:
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (
        TextColumn("{task.description:<22}"),
        BarColumn(30),
        MofNCompleteColumn(),
        TextColumn("{task.fields[what]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1, what="")

        def report(stage: str, done: int, total: int, what: str) -> None:
            bar.update(
                task, description=_VERBS.get(stage, stage), completed=done, total=total, what=escape(what), refresh=True
            )

        yield report
