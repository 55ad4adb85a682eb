"""Errors as a person or a program reads them: one rendering for all of them."""

from __future__ import annotations

import json

import click

from thence.cli import console
from thence.errors import ThenceError, UsageError

__all__ = ["told", "usage_error"]


def told(error: ThenceError, *, as_json: bool) -> str:
    """Return an error as text, or as the JSON object ``{"error": {...}}``."""
    if as_json:
        return json.dumps({"error": error.as_json()}, ensure_ascii=False)
    head, _, rest = str(error).partition("]: ")
    return f"{console.styled(head + ']', 'red', on=console.ERR)}: {rest}"


def usage_error(error: click.UsageError) -> UsageError:
    """Return click's complaint as one of ours (TH100), with the way to the verb's help as its hint."""
    message, _, hint = error.format_message().rstrip(".").partition("\n")
    path = error.ctx.command_path if error.ctx else "thence"
    hint = hint.strip() or f"{path} --help"
    return UsageError("TH100", message[:1].lower() + message[1:], hint=hint)
