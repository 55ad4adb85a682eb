"""``thence init``: a thence.toml that explains itself."""

from __future__ import annotations

from pathlib import Path

import click

from thence.cli import console
from thence.cli.options import FILE, Common, Verb, common

__all__ = ["init"]


@click.command(cls=Verb)
@click.argument("folder", type=FILE, default=Path())
@common(("text", "json"), places=False)
def init(folder: Path, *, common: Common) -> None:
    """Write a thence.toml that explains every setting.

    It is written to FOLDER (here), with every setting at its default and commented out, and never over one that is
    there. A corpus needs none: thence build works without.

    Examples:
      thence init
      thence init ./case
    """
    from thence.cli.settings import settings_text
    from thence.cli.words import command, near
    from thence.config import CONFIG_NAME
    from thence.errors import StoreError, UsageError

    if not folder.is_dir():
        what = "is not a folder" if folder.exists() else "does not exist"
        raise UsageError("TH102", f"{folder} {what}", hint="thence init takes the folder of a corpus")
    path = folder / CONFIG_NAME
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(settings_text())
    except FileExistsError as error:
        raise UsageError("TH118", f"{near(path)} is there already", hint="edit it, or move it away") from error
    except OSError as error:
        raise StoreError("TH609", f"{near(path)} cannot be written: {error.strerror or error}") from error
    if common.as_json:
        console.show_json({"written": str(path)})
    elif not common.is_quiet:
        console.show(f"{near(path)} written: every setting with its default, commented out")
        console.show("Next:")
        console.show(f"  {command('build', near(folder))}")
        console.show(f"  {command('build', '--help')}")
