"""What a person at a prompt reads: data on stdout, notes on stderr, colour only where it is seen."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import sys
from collections.abc import Iterable
from typing import Final, Literal, TextIO

from thence.errors import StoreError

__all__ = [
    "ERR",
    "OUT",
    "Stream",
    "flush",
    "is_terminal",
    "note",
    "show",
    "show_json",
    "styled",
    "width",
    "write",
]

Stream = Literal["out", "err"]
OUT: Final[Stream] = "out"
ERR: Final[Stream] = "err"

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
# Documents are quoted as they are: what would steer a terminal, or turn the order of its letters, is shown instead.
# Our own colours pass because they are begun by a character that no text has.
_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_BEGIN = "\ufdd0"
_COLOUR = re.compile(rf"{_BEGIN}(?=\[[0-9;]{{1,5}}m)")


def _stream(which: Stream) -> TextIO | None:
    return sys.stdout if which == OUT else sys.stderr


def is_terminal(which: Stream) -> bool:
    """Return whether a person looks at a stream."""
    stream = _stream(which)
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def width() -> int | None:
    """Return the columns that stdout has, None where lines may be as long as they are (pipes and files)."""
    return shutil.get_terminal_size().columns if is_terminal(OUT) else None


def styled(text: str, *styles: str, on: Stream = OUT) -> str:
    """Return text that `show` and `note` print in colour where the stream is a terminal that bears it.

    NO_COLOR (https://no-color.org) and TERM=dumb are respected.
    """
    if not is_terminal(on) or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"{_BEGIN}[{';'.join(_STYLES[style] for style in styles)}m{text}{_BEGIN}[0m"


def show(text: str = "") -> None:
    """Print a line, or several, of text for people on stdout."""
    write([text, "\n"])


def note(text: str) -> None:
    """Print a line of progress, advice or complaint on stderr; where that is closed, nothing."""
    stream = sys.stderr
    if stream is None:
        return
    try:
        stream.write(_encodable(_visible(text), stream) + "\n")
        stream.flush()
    except BrokenPipeError:
        raise
    except (OSError, ValueError):  # nobody is left to tell
        return


def show_json(value: object) -> None:
    """Print a value as indented JSON on stdout, as UTF-8."""
    # A file name that is no UTF-8 holds lone surrogates; escaped they are JSON.
    text = json.dumps(value, ensure_ascii=False, indent=2)
    write([text.encode("utf-8", "backslashreplace"), b"\n"])


def write(parts: Iterable[str | bytes]) -> None:
    """Write to stdout: bytes as they are; text, which is for people, with what would steer a terminal made visible.

    Raises BrokenPipeError when the reader has gone, and StoreError TH609 when nothing can be written.
    """
    stream = sys.stdout
    if stream is None:
        return
    binary = getattr(stream, "buffer", None)
    try:
        for part in parts:
            if isinstance(part, str):
                stream.write(_encodable(_visible(part), stream))
            elif binary is None:
                stream.write(part.decode("utf-8"))
            else:
                stream.flush()
                binary.write(part)
    except OSError as error:
        raise _unwritten(error) from error


def flush() -> None:
    """Hand everything written to the system; raises as `write` does."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError as error:
        raise _unwritten(error) from error
    except ValueError:  # closed already
        return


def _unwritten(error: OSError) -> Exception:
    if error.errno == errno.EPIPE:
        return error
    return StoreError("TH609", f"the output cannot be written: {error.strerror or error}")


def _visible(text: str) -> str:
    shown = _STEERING.sub(
        lambda match: f"\\x{ord(match[0]):02x}" if match[0] < "Ā" else f"\\u{ord(match[0]):04x}", text
    )
    return _COLOUR.sub("\x1b", shown)


def _encodable(text: str, stream: TextIO) -> str:
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)
