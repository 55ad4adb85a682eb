"""One writer: a lock that the operating system drops with its process, in a file that names the holder."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import socket
import sys
from pathlib import Path
from typing import IO

from thence.errors import StoreError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["Lock", "holder_of"]

_NAME = "lock"
_FAR = 1 << 30  # On Windows a locked byte cannot be read by others: lock one beyond the text.


class Lock:
    """The right to write a workspace, held until `release` or the end of the process."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file: IO[bytes] | None = file

    @classmethod
    def take(cls, directory: Path) -> Lock:
        """Return the lock of a workspace's folder.

        Raises StoreError TH601 naming process, host and command of the holder, OSError where nothing can be written.
        """
        file = (directory / _NAME).open("a+b")
        try:
            _lock(file)
        except OSError as error:
            file.close()
            message = f"the workspace is being written by {holder_of(directory)}"
            raise StoreError("TH601", message, hint="wait until it ends, or stop it") from error
        command = " ".join(map(shlex.quote, [Path(sys.argv[0]).name, *sys.argv[1:]])) if sys.argv else "python"
        holder = {"pid": os.getpid(), "host": socket.gethostname(), "command": command}
        with contextlib.suppress(OSError):  # a full disk still lets one write: the lock is the system's, not the text
            file.seek(0)
            file.truncate()
            file.write(json.dumps(holder, ensure_ascii=False).encode("utf-8", "replace"))
            file.flush()
        return cls(file)

    def release(self) -> None:
        """Let the next one write. Releasing twice is no error."""
        if self._file is None:
            return
        with contextlib.suppress(OSError):
            self._file.truncate(0)
        with contextlib.suppress(OSError):
            self._file.close()
        self._file = None


def holder_of(directory: Path) -> str:
    """Return the process, host and command that a workspace's lock names, as a phrase."""
    try:
        holder = json.loads((directory / _NAME).read_text(encoding="utf-8"))
        return f"process {holder['pid']} on {holder['host']}: {holder['command']}"
    except (OSError, ValueError, KeyError, TypeError):
        return "another process"


if sys.platform == "win32":

    def _lock(file: IO[bytes]) -> None:
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:

    def _lock(file: IO[bytes]) -> None:
        # flock belongs to the open file, so two stores in one process exclude each other too.
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
