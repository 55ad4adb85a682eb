"""What ``[[columns]]`` of the settings is called for, and the lines that a user is asked to put there."""

from __future__ import annotations

import json
from glob import escape

__all__ = ["CHAT_DATES", "lines_to_paste"]

CHAT_DATES = "date"
"""The name by which ``[[columns]]`` speaks of the dates of chats, which have no columns."""


def lines_to_paste(path: str, name: str, one: str, other: str) -> str:
    """Return the hint with the lines that decide how a column of a file is written.   other: what it may be instead."""
    files, called = (_quoted(said) for said in (escape(path), name))
    return (
        f"put these lines at the end of thence.toml, with {other} if that is it:\n"
        f'[[columns]]\npath = {files}\nname = {called}\nwritten = "{one}"'
    )


def _quoted(words: str) -> str:
    """Return words as TOML writes them."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")
