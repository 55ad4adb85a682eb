"""``thence export``: the graph as one file that other systems read."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal, cast

import click

from thence.cli import console
from thence.cli.options import FILE, Common, Verb, common

__all__ = ["export"]


@click.command(cls=Verb)
@click.argument("folder", type=FILE, required=False)
@click.option("-o", "--output", type=FILE, metavar="FILE", help="Write to a file; - is standard output.")
@click.option("--all", "everything", is_flag=True, help="With the graphs of runs and history, which know the clock.")
@common(("turtle", "nquads"))
def export(folder: Path | None, *, output: Path | None, everything: bool, common: Common) -> None:
    """Write the graph as Turtle or N-Quads.

    Turtle is one graph of facts, derived facts, ontology, statements and derivations, in plain RDF 1.1. N-Quads keeps
    all graphs apart, sorted: equal corpora give equal bytes.

    Examples:
      thence export > case.ttl
      thence export --format nquads -o case.nq
    """
    from thence.cli.words import near
    from thence.export import export as export_graph
    from thence.store import Store

    form = cast('Literal["turtle", "nquads"]', common.format)
    with Store.open(common.workspace(folder).directory, read_only=True) as store:
        parts = export_graph(store, format=form, everything=everything)
        if output is None or output == Path("-"):
            console.write(parts)
            return
        size = _written(output, parts)
    if not common.is_quiet:
        console.note(f"{size:,} bytes written to {near(output)}")


def _written(output: Path, parts: Iterable[bytes]) -> int:
    """Write a file whole or not at all, and return its size. Raises StoreError TH609 where it cannot be written."""
    from thence.errors import Location, StoreError

    is_device = output.exists() and not output.is_file() and not output.is_dir()
    target = output if is_device else output.with_name(f".{output.name}.{os.getpid()}")
    size = 0
    try:
        with target.open("wb") as file:
            for part in parts:
                size += file.write(part)
        if target != output:
            target.replace(output)
    except OSError as error:
        raise StoreError("TH609", f"cannot be written: {error.strerror or error}", at=Location(str(output))) from error
    finally:
        if target != output:
            with suppress(OSError):
                target.unlink()
    return size
