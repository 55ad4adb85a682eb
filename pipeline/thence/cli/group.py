"""The click group: verbs by name, each imported when it is asked for."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module

import click

from thence import __version__
from thence.cli import VERBS, help_text

__all__ = ["LazyGroup", "group"]


class LazyGroup(click.Group):
    """A group that knows its verbs' names, and imports ``thence.cli.VERB`` when a verb is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all verbs, in the order of a first visit."""
        del ctx
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a verb's command, or None for a word that is no verb."""
        del ctx
        if cmd_name not in VERBS:
            return None
        command = getattr(import_module(f"thence.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the verb that the first word names; an unknown word is answered with the nearest verbs."""
        word = args[0]
        if word not in VERBS and not word.startswith("-"):
            near = get_close_matches(word, VERBS, n=2, cutoff=0.5)
            hint = f"did you mean {' or '.join(near)}?" if near else f"verbs: {', '.join(VERBS)}"
            raise click.UsageError(f"no verb {word!r}\n{hint}", ctx)
        return super().resolve_command(ctx, args)

    def get_help(self, ctx: click.Context) -> str:
        """Return the help that ``thence --help`` prints without click."""
        del ctx
        return help_text().rstrip("\n")


@click.group(cls=LazyGroup, name="thence", context_settings={"help_option_names": ["--help", "-h"]})
@click.version_option(__version__, message="thence %(version)s")
def group() -> None:
    """Documents in; cited, validated, reasoned RDF out."""
