"""``thence why``: a fact's proof, down to the words it came from."""

from __future__ import annotations

from pathlib import Path

import click

from thence.cli import console
from thence.cli.options import Common, Verb, common, passwords

__all__ = ["why"]


@click.command(cls=Verb)
@click.argument("subject")
@click.argument("predicate")
@click.argument("object_", metavar="OBJECT")
@passwords()
@common(("text", "json"))
def why(subject: str, predicate: str, object_: str, *, passwords: tuple[str, ...], common: Common) -> int:
    """Prove a fact, down to the words it came from.

    SUBJECT and OBJECT are names as any document gives them, IRIs, or a value; PREDICATE is a property's label, its
    local name or IRI. An asserted fact is explained by the statements that carry it, a derived one by its rules; each
    quote is held against its file.

    Examples:
      thence why "Agnes Tolliver" controls "Lanternhead Moorings Ltd"
      thence why "Agnes Tolliver" own:controls "Lanternhead Moorings Ltd" --json

    Exit code 1: it does not hold; what is said of it, and what holds instead, is shown.
    """
    from thence.config import load_config
    from thence.pipeline.settings import reading_options
    from thence.pipeline.status import config_path_of
    from thence.query import why as explain_why
    from thence.store import Store

    workspace = common.workspace()
    options = reading_options(load_config(config_path_of(workspace)), passwords=passwords)
    with Store.open(workspace.directory, read_only=True) as store:
        explanation = explain_why(store, subject, predicate, object_, root=_root(workspace.root), options=options)
    if common.as_json:
        console.show_json(explanation.as_json())
    elif not common.is_quiet:
        console.show("\n".join(explanation.lines()))
    return 0 if explanation.holds else 1


def _root(folder: Path) -> Path | None:
    """Return the corpus where it is still there; without it quotes go unchecked."""
    return folder if folder.is_dir() else None
