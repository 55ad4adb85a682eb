"""One run of the command line: words in, an exit code out, every failure told once and in one form."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from itertools import pairwise

import click

from thence.cli import console
from thence.cli.failures import told, usage_error
from thence.cli.group import group
from thence.errors import ThenceError

__all__ = ["INTERNAL", "INTERRUPTED", "run"]

INTERNAL = 70
INTERRUPTED = 130


def run(words: Sequence[str]) -> int:
    """Return the exit code of a command (DESIGN section 10); data went to stdout, all else to stderr."""
    as_json = _wants_json(words)
    try:
        code = _code(words, as_json=as_json)
        console.flush()
    except BrokenPipeError:
        return _hang_up()
    except ThenceError as error:  # the output could not be written
        return _tell(error, as_json=as_json)
    return code


def _code(words: Sequence[str], *, as_json: bool) -> int:
    try:
        # Not group.main: that ends the process with 1 when a pipe closes.
        with group.make_context("thence", list(words)) as context:
            code = group.invoke(context)
    except click.exceptions.NoArgsIsHelpError as error:
        console.note(error.format_message())
        return 2
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.UsageError as error:
        return _tell(usage_error(error), as_json=as_json)
    except ThenceError as error:
        return _tell(error, as_json=as_json)
    except BrokenPipeError:
        raise
    except (click.Abort, KeyboardInterrupt):
        console.note("interrupted")
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - whatever it is, the person at the prompt gets one sentence
        return _bug(error, as_json=as_json, verbose=_wants_traceback(words))
    return int(code or 0)


def _tell(error: ThenceError, *, as_json: bool) -> int:
    console.flush()
    console.note(told(error, as_json=as_json))
    return error.exit_code


def _bug(error: Exception, *, as_json: bool, verbose: bool) -> int:
    if verbose:
        console.note("".join(traceback.format_exception(error)).rstrip("\n"))
    hint = "please report it with the traceback above" if verbose else "the same command with -v shows the traceback"
    bug = ThenceError("TH999", f"a mistake in thence itself: {type(error).__name__}: {error}", hint=hint)
    console.note(told(bug, as_json=as_json))
    return INTERNAL


def _hang_up() -> int:
    """Return 0: whoever read the output has seen enough.

    The streams are pointed elsewhere, else the interpreter would complain when it closes them.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
        except (OSError, ValueError, AttributeError):
            continue
    return 0


def _wants_json(words: Sequence[str]) -> bool:
    """Return whether the words ask for JSON, also when they cannot be parsed."""
    given = list(words[: words.index("--")] if "--" in words else words)
    pairs = pairwise(given)
    formats = {word.removeprefix("--format=") for word in given if word.startswith("--format=")}
    formats |= {value for word, value in pairs if word == "--format"}
    return "--json" in given or bool(formats & {"json", "ndjson"})


def _wants_traceback(words: Sequence[str]) -> bool:
    return any(word in ("-v", "-vv", "--verbose") for word in words)
