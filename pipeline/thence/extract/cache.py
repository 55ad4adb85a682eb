"""Documents and extractions kept between builds, by content and recipe. Losing them costs time, nothing else."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from thence.model.finding import Finding
from thence.model.statement import Extraction
from thence.model.version import Version
from thence.names import content_hash

if TYPE_CHECKING:
    from pydantic import TypeAdapter

__all__ = ["Cache", "Inside", "Member", "Pieces", "Reading"]


Kept = TypeVar("Kept", "Reading", "Inside", "Pieces")


@dataclass(frozen=True, slots=True)
class Reading:
    """A document version, or a piece of one, and what was extracted from it."""

    version: Version
    extraction: Extraction


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces that a large file was read in, in order."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, order=True)
class Member:
    """A file inside another.   path: ``OUTER!/INNER``.   digest: SHA-256, hexadecimal.   recipe: of its reader."""

    path: str
    size: int
    digest: str
    recipe: str


@dataclass(frozen=True, slots=True)
class Inside:
    """What a container holds: its members, sorted, and what was noticed about those that cannot be taken out.

    size, files: what taking them out cost of the outermost file's sum.   is_open: False where it could not be opened.
    """

    members: tuple[Member, ...]
    findings: tuple[Finding, ...]
    size: int = 0
    files: int = 0
    is_open: bool = True


@cache
def _adapters() -> dict[type, TypeAdapter[Any]]:
    from pydantic import TypeAdapter

    return {kind: TypeAdapter(kind) for kind in (Reading, Inside, Pieces)}


class Cache:
    """Readings, and what containers hold, on disk: one file each, named by what they depend on."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def path(self, *key: str) -> Path:
        """Return the file of a key: digest of the bytes, places, reader's and extractor's recipe."""
        name = content_hash(*key)
        return self.directory / name[:2] / f"{name}.json"

    def has(self, *key: str) -> bool:
        """Return whether something is kept under a key, whatever it is."""
        return self.path(*key).is_file()

    def get(self, kind: type[Kept], *key: str) -> Kept | None:
        """Return what was kept under a key, or None when there is none or it cannot be read."""
        try:
            data = self.path(*key).read_bytes()
        except OSError:
            return None
        from pydantic import ValidationError

        try:
            found: Kept = _adapters()[kind].validate_json(data)
        except ValidationError:
            return None
        return found

    def put(self, kept: Reading | Inside | Pieces, *key: str) -> None:
        """Keep something; a full or read-only disk is no error here."""
        _write(self.path(*key), _adapters()[type(kept)].dump_json(kept))

    def text(self, *key: str) -> bytes | None:
        """Return the rendition kept with a reading, in UTF-8, or None when there is none."""
        try:
            return self._text_path(*key).read_bytes()
        except OSError:
            return None

    def has_text(self, *key: str) -> bool:
        """Return whether a rendition is kept under a key."""
        return self._text_path(*key).is_file()

    def put_text(self, text: bytes, *key: str) -> bool:
        """Keep a reading's rendition; return whether that could be done."""
        return _write(self._text_path(*key), text)

    def _text_path(self, *key: str) -> Path:
        return self.path(*key).with_suffix(".txt")

    def keep_only(self, keys: set[tuple[str, ...]]) -> None:
        """Drop everything but what the given keys name: nothing outlives its document."""
        wanted = {path for key in keys for path in (self.path(*key), self._text_path(*key))}
        if not self.directory.is_dir():
            return
        for found in self.directory.glob("*/*"):
            if found not in wanted:
                found.unlink(missing_ok=True)


def _write(target: Path, data: bytes) -> bool:
    partial = target.with_suffix(f".{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(data)
        partial.replace(target)
    except OSError:
        partial.unlink(missing_ok=True)
        return False
    return True
