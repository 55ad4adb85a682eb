"""Files that are whole or not there: written beside, forced to the disk, renamed."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

__all__ = ["sync_files", "sync_folder", "write_whole"]

_MANY = 32


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that whoever looks sees the old content or the new, also after a crash."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_bytes(data)
    sync_files([beside])
    beside.replace(path)
    sync_folder(path.parent)


def sync_files(paths: Sequence[Path]) -> None:
    """Force the content of files to the disk; many at once where the system can."""
    if len(paths) > _MANY and sys.platform != "win32":
        os.sync()
        return
    for path in paths:
        with path.open("rb+") as file:
            os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Force a folder's entries to the disk, where folders can be opened (not on Windows)."""
    if sys.platform != "win32":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
