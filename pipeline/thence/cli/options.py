"""The options that mean the same in every verb, and the values they come to."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from thence.model.finding import Severity

if TYPE_CHECKING:
    from thence.store.workspace import Workspace

__all__ = ["FILE", "Common", "Verb", "common", "fail_on", "passwords", "preformatted", "reaches"]

FILE = click.Path(path_type=Path)
"""An argument that names a file; whether it can be read is told by whoever reads it."""


class Verb(click.Command):
    """A command whose docstring may have a paragraph of examples, which click is told not to fill."""

    def __init__(self, name: str | None = None, *, help: str | None = None, **rest: Any) -> None:  # noqa: A002 - click's own word
        super().__init__(name, help=preformatted(help or ""), **rest)


def preformatted(text: str) -> str:
    """Return a docstring with click's mark for a paragraph to be left as it is before that of the examples."""
    return re.sub(r"\n\n(?=(?:Examples|For example):\n)", "\n\n\b\n", inspect.cleandoc(text))


@dataclass(frozen=True, slots=True)
class Common:
    """The values of the common options.

    format: one of the verb's formats, or "auto" where it depends on the result.   loudness: -1 for -q, 0, 1 for -v.
    progress: whether a bar may be drawn.   place: what -w names.
    """

    format: str
    loudness: int
    progress: bool
    place: Path | None

    @property
    def as_json(self) -> bool:
        """Whether JSON is asked for."""
        return self.format == "json"

    @property
    def is_quiet(self) -> bool:
        """Whether only what went wrong is to be told."""
        return self.loudness < 0

    @property
    def is_verbose(self) -> bool:
        """Whether everything is to be told."""
        return self.loudness > 0

    def workspace(self, folder: Path | None = None) -> Workspace:
        """Return the workspace of a folder, or of -w, or the nearest one.

        Raises UsageError TH101 where there is none, and TH102 where a file stands for a folder.
        """
        from thence.errors import UsageError
        from thence.store.workspace import Workspace

        if folder is not None and self.place is not None:
            raise UsageError("TH110", "a folder and -w name the workspace twice", hint="leave one of them out")
        named = folder or self.place
        if named is not None and not named.is_dir():
            what = "is not a folder" if named.exists() else "does not exist"
            raise UsageError("TH102", f"{named} {what}", hint="name a corpus folder, or the workspace itself")
        return Workspace.find(Path.cwd(), named)


def common(
    formats: Sequence[str], *, places: bool = True, auto: str = ""
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that adds the common options and passes them as ``common``.

    formats: of the verb, the first is the default.   places: whether the verb takes -w.   auto: what stands for the
    first format where it depends on the result, in words.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def wrapped(
            *args: Any,
            format_: str | None,
            json_: bool,
            quiet: bool,
            verbose: int,
            no_progress: bool,
            place: Path | None = None,
            **rest: Any,
        ) -> Any:
            if json_ and format_ not in (None, "json"):
                raise click.UsageError(f"--json and --format {format_} exclude each other")
            if quiet and verbose:
                raise click.UsageError("-q and -v exclude each other")
            if json_ and "json" not in formats:
                raise click.UsageError(f"this verb writes no JSON\nformats: {', '.join(formats)}")
            chosen = "json" if json_ else format_ or ("auto" if auto else formats[0])
            loudness = -1 if quiet else min(verbose, 1)
            return function(*args, common=Common(chosen, loudness, not no_progress, place), **rest)

        options: list[Callable[[Any], Any]] = []
        if places:
            options.append(
                click.option(
                    "-w", "--workspace", "place", type=FILE, metavar="DIR",
                    help="The workspace, or the corpus it belongs to; else the nearest one upward.",
                )
            )  # fmt: skip
        options += [
            click.option(
                "--format",
                "format_",
                type=click.Choice(list(formats)),
                help=f"How to write the result ({auto or formats[0]}).",
            ),
            click.option("--json", "json_", is_flag=True, help="The same as --format json."),
            click.option("-q", "--quiet", is_flag=True, help="Tell only what went wrong."),
            click.option("-v", "--verbose", count=True, help="Tell more: stages, every finding, tracebacks."),
            click.option("--no-progress", is_flag=True, help="Draw no progress bar."),
        ]
        for option in reversed(options):
            wrapped = option(wrapped)
        return wrapped

    return decorate


def passwords() -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that adds --passwords and passes what the file holds, as a tuple."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def wrapped(*args: Any, password_file: Path | None, **rest: Any) -> Any:
            from thence.pipeline.settings import passwords_in

            return function(*args, passwords=passwords_in(password_file) if password_file else (), **rest)

        option = click.option(
            "--passwords", "password_file", type=FILE, metavar="FILE", envvar="THENCE_PASSWORDS",
            help="A file of passwords, one a line, tried on locked documents and kept nowhere ($THENCE_PASSWORDS).",
        )  # fmt: skip
        return option(wrapped)

    return decorate


def fail_on(default: str = "violation") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that adds ``--fail-on``: the least severity that makes the exit code 1."""
    levels = [*(severity.label for severity in Severity), "never"]
    return click.option(
        "--fail-on", type=click.Choice(levels), default=default, show_default=True,
        help="The least severity of a finding that makes the exit code 1.",
    )  # fmt: skip


def reaches(worst: Severity | None, level: str) -> bool:
    """Return whether the worst finding is as bad as a ``--fail-on`` level.

    >>> reaches(Severity.WARNING, "violation"), reaches(Severity.WARNING, "info"), reaches(None, "info")
    (False, True, False)
    """
    return worst is not None and level != "never" and worst >= Severity[level.upper()]
