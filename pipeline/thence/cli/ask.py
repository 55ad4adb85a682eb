"""``thence ask``: saved questions, each with options of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from thence.cli import console
from thence.cli.options import Common, common, preformatted

if TYPE_CHECKING:
    from thence.query import Asked, Parameter, Template

__all__ = ["Questions", "ask"]

_FORMATS = ("text", "table", "json", "csv", "tsv", "ndjson")
_WITH_VALUE = ("-w", "--workspace", "--format")


class Questions(click.Group):
    """A group whose commands are the saved questions, shipped ones and the workspace's own."""

    def __init__(self, name: str | None = None, *, help: str | None = None, **rest: Any) -> None:  # noqa: A002 - click's own word
        super().__init__(name, help=preformatted(help or ""), **rest)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words, with the options before a question's name moved behind it: they mean the same there."""
        at = _name_at(args)
        ctx.meta[__name__] = _place_in(args)
        return super().parse_args(ctx, args if at is None else [args[at], *args[:at], *args[at + 1 :]])

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the saved questions, sorted."""
        return list(_templates(ctx.meta.get(__name__)))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a question as a command. Raises QueryError TH406 that names the nearest ones."""
        from thence.query import find_template

        return _command(find_template(_templates(ctx.meta.get(__name__)), cmd_name))


def _name_at(args: Sequence[str]) -> int | None:
    """Return where the question's name stands: the first word that is neither an option nor an option's value."""
    at = 0
    while at < len(args):
        if not args[at].startswith("-"):
            return at
        at += 2 if args[at] in _WITH_VALUE else 1
    return None


def _place_in(args: Sequence[str]) -> Path | None:
    """Return what -w names, before the words are parsed: the workspace may have questions of its own."""
    for number, word in enumerate(args):
        if word in ("-w", "--workspace") and number + 1 < len(args):
            return Path(args[number + 1])
        if word.startswith("--workspace="):
            return Path(word.partition("=")[2])
    return None


def _folders(place: Path | None) -> list[Path]:
    """Return the folders of questions that the workspace's thence.toml names; none where there is no workspace."""
    from thence.config import load_config
    from thence.errors import UsageError
    from thence.pipeline.status import config_path_of
    from thence.store import Workspace

    try:
        workspace = Workspace.find(Path.cwd(), place)
    except UsageError:
        return []
    path = config_path_of(workspace)
    config = load_config(path)
    return [path.parent / folder for folder in config.queries]


def _templates(place: Path | None) -> dict[str, Template]:
    from thence.query import load_templates

    return load_templates(_folders(place))


@click.group(cls=Questions, invoke_without_command=True, subcommand_metavar="[NAME [--PARAMETER VALUE]...]")
@common(_FORMATS)
@click.pass_context
def ask(context: click.Context, *, common: Common) -> None:
    """Answer a saved question.

    Without NAME it lists the saved questions. Each has options of its own, which `thence ask NAME --help` shows. A name
    is any name of the thing; an unknown one is answered with the nearest.

    Examples:
      thence ask
      thence ask who-owns --help
      thence ask who-owns --what "Quillmere Ferries Ltd"

    Exit code 0 whether or not anything was found.
    """
    if context.invoked_subcommand is not None:
        return
    templates = _templates(common.place)
    if common.as_json:
        console.show_json([template.as_json() for template in templates.values()])
        return
    width = max((len(name) for name in templates), default=0) + 2
    for name, template in templates.items():
        console.show(f"{name:<{width}}{template.title}")
        if template.parameters:
            console.show(" " * width + " ".join(_usage(parameter) for parameter in template.parameters))
    if not common.is_quiet:
        console.note("thence ask NAME --help explains one")


def _usage(parameter: Parameter) -> str:
    usage = f"--{parameter.name} {parameter.kind.upper()}"
    return usage if parameter.is_required else f"[{usage}]"


def _command(template: Template) -> click.Command:
    """Return a saved question as a click command."""

    def answer(*, common: Common, **values: str | None) -> None:
        _answer(template, {name: value for name, value in values.items() if value is not None}, common)

    command = click.command(name=template.name, help=_help(template))(common(_FORMATS)(answer))
    own = [_option(parameter) for parameter in template.parameters]
    taken = {word for option in command.params for word in (*option.opts, "--help")}
    for option in own:
        if taken & set(option.opts):
            _refuse(template, option.opts[0])
    command.params = [*own, *command.params]
    return command


def _refuse(template: Template, word: str) -> None:
    from thence.errors import Location, QueryError

    message = f"the parameter {word[2:]} has the name of an option"
    raise QueryError("TH410", message, at=Location(template.path), hint="rename it")


def _help(template: Template) -> str:
    from thence.cli.words import command

    example = [word for p in template.parameters if p.is_required for word in (f"--{p.name}", f"{p.kind.upper()}")]
    return (
        f"{template.title}.\n\n{template.description}\n\n\b\nFor example:\n  {command('ask', template.name, *example)}"
    )


def _option(parameter: Parameter) -> click.Option:
    said = parameter.description or parameter.looks
    default = f" ({parameter.default})" if parameter.default is not None else ""
    needed = "" if not parameter.is_required else "  [needed]"
    return click.Option(
        [f"--{parameter.name}", parameter.name],
        metavar=parameter.kind.upper(),
        help=f"{said[:1].upper()}{said[1:]}{default}: {parameter.looks}.{needed}",
    )


def _answer(template: Template, values: dict[str, str], common: Common) -> None:
    from thence.cli.answers import asked_json, asked_lines
    from thence.cli.results import rendered
    from thence.query import ask as ask_store
    from thence.store import Store

    with Store.open(common.workspace().directory, read_only=True) as store:
        asked = ask_store(store, template.name, values, folders=_folders(common.place))
    if common.as_json:
        console.show_json(asked_json(asked))
    elif common.format == "text":
        for line in asked_lines(asked, width=console.width()):
            console.show(line)
    else:
        console.write(rendered(asked.answer, common.format, width=console.width()))
    if not common.is_quiet and not common.as_json:
        _tell_notes(asked, told_sums=common.format == "text")


def _tell_notes(asked: Asked, *, told_sums: bool) -> None:
    from thence.cli.answers import sum_lines

    for note in asked.notes:
        console.note(f"note: {note}")
    if not told_sums:
        for line in sum_lines(asked):
            console.note(line)
