"""Files a person names, with ``-`` for standard input."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from thence.errors import InputError, Location, ThenceError, UsageError

__all__ = ["named_files", "read_stdin", "text_of"]

STDIN = Path("-")


@contextmanager
def named_files(*groups: Sequence[Path]) -> Iterator[list[list[Path]]]:
    """Return groups of paths in which ``-`` stands no more: standard input is read as Turtle, at most once.

    An error inside the block that lies in standard input is told as one at ``-``.
    """
    if sum(path == STDIN for group in groups for path in group) > 1:
        raise UsageError("TH113", "standard input can be read only once", hint="name - once")
    if not any(path == STDIN for group in groups for path in group):
        yield [list(group) for group in groups]
        return
    with tempfile.TemporaryDirectory(prefix="thence-") as folder:
        copy = Path(folder) / "stdin.ttl"
        copy.write_bytes(read_stdin())
        try:
            yield [[copy if path == STDIN else path for path in group] for group in groups]
        except ThenceError as error:
            if error.at and error.at.path == str(copy):
                error.at = Location("-", error.at.line, error.at.column)
            raise


def read_stdin() -> bytes:
    """Return all of standard input. Raises InputError TH501 where it is closed."""
    if sys.stdin is None:
        raise InputError("TH501", "standard input is closed", at=Location("-"))
    binary = getattr(sys.stdin, "buffer", None)
    return binary.read() if binary is not None else sys.stdin.read().encode()


def text_of(path: Path) -> str:
    """Return a text file's content, of standard input for ``-``.

    Raises InputError TH501 for a file that cannot be read, TH503 for one that is no UTF-8.
    """
    try:
        data = read_stdin() if path == STDIN else path.read_bytes()
    except FileNotFoundError as error:
        raise InputError("TH501", "no such file", at=Location(str(path))) from error
    except OSError as error:
        raise InputError("TH501", f"cannot be read: {error.strerror or error}", at=Location(str(path))) from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("TH503", "not a text in UTF-8", at=Location(str(path), line)) from error
