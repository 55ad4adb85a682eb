"""Commands and paths as a person would type them here."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

from thence.store.workspace import Workspace

__all__ = ["command", "near", "option_w", "quoted"]


def quoted(word: str) -> str:
    """Return a word as the shell takes it, in double quotes where that is enough.

    >>> quoted("controls"), quoted("Agnes Tolliver"), quoted("a $ b")
    ('controls', '"Agnes Tolliver"', "'a $ b'")
    """
    if re.fullmatch(r"[\w./:+@%,-]+", word, re.ASCII):
        return word
    return f'"{word}"' if not re.search(r'["$`\\!\x00-\x1f]', word) else shlex.quote(word)


def command(verb: str, *words: str) -> str:
    """Return a command line that works when pasted."""
    return " ".join(["thence", verb, *map(quoted, words)])


def near(path: Path) -> str:
    """Return a path as seen from here: relative where it lies below, else as it is."""
    shown = os.path.relpath(path) if path.is_absolute() and path.is_relative_to(Path.cwd()) else str(path)
    return shown or "."


def option_w(workspace: Workspace) -> tuple[str, ...]:
    """Return the words ``-w DIR``, or none where the workspace would be found from here anyway."""
    from thence.errors import ThenceError

    try:
        found = Workspace.find(Path.cwd())
    except ThenceError:
        found = None
    if found is not None and found.directory == workspace.directory:
        return ()
    inside = workspace.directory.parent == workspace.root
    return ("-w", near(workspace.root if inside else workspace.directory))
