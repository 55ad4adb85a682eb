"""``thence tagger``: teach the tagger of names what a user corrected."""

from __future__ import annotations

from pathlib import Path

import click

from thence.cli import console
from thence.cli.options import FILE, Common, Verb, common

__all__ = ["tagger"]


@click.command(cls=Verb)
@click.argument("deed", type=click.Choice(["train"]), metavar="train")
@click.argument("corrections", type=FILE)
@click.option(
    "-o", "--output", type=FILE, metavar="FILE", help="The file to write; else CORRECTIONS with .tagger.json."
)
@common(("text", "json"), places=False)
def tagger(deed: str, corrections: Path, *, output: Path | None, common: Common) -> None:
    """Teach the tagger of names from corrected sentences.

    CORRECTIONS has one sentence a line: {"tokens": ["The", "Merrow", "left"], "tags": ["O", "B-MISC", "O"]}. A tag is
    O, or B- or I- with PER, ORG, LOC or MISC; "doc" may name the text, of which neighbouring lines are one. What is
    learnt stands on top of the shipped model, which stays as it is. The same corrections give the same file.

    Examples:
      thence tagger train corrections.jsonl -o names.tagger.json
    """
    del deed  # there is one
    from thence.cli.table import counted
    from thence.cli.words import near
    from thence.errors import Location, StoreError
    from thence.extract.tagger import Tagger, read_corrections

    shipped = Tagger.load()
    learnt = shipped.refit(read_corrections(corrections, shipped.labels))
    target = output or corrections.with_suffix(".tagger.json")
    try:
        target.write_text(learnt.as_text(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise StoreError("TH609", f"cannot be written: {error.strerror or error}", at=Location(str(target))) from error
    if common.as_json:
        console.show_json({"sentences": learnt.sentences, "features": len(learnt.chain.rows), "path": str(target)})
    elif not common.is_quiet:
        console.note(f"{counted(learnt.sentences, 'sentence')} learnt; written to {near(target)}")
