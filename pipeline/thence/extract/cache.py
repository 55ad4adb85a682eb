"""Documents and extractions kept between builds, by content and recipe. Losing them costs time, nothing else."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from thence.model.document import Document
from thence.model.finding import Finding
from thence.model.statement import Extraction
from thence.names import content_hash

if TYPE_CHECKING:
    from pydantic import TypeAdapter

__all__ = ["Cache", "Inside", "Member", "Reading"]


Kept = TypeVar("Kept", "Reading", "Inside")


@dataclass(frozen=True, slots=True)
class Reading:
    """A document and what was extracted from it."""

    document: Document
    extraction: Extraction


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

    return {Reading: TypeAdapter(Reading), Inside: TypeAdapter(Inside)}


class Cache:
    """Readings, and what containers hold, on disk: one file each, named by what they depend on."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def path(self, *key: str) -> Path:
        """Return the file of a key: digest of the bytes, places, reader's and extractor's recipe."""
        name = content_hash(*key)
        return self.directory / name[:2] / f"{name}.json"

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

    def put(self, kept: Reading | Inside, *key: str) -> None:
        """Keep something; a full or read-only disk is no error here."""
        target = self.path(*key)
        partial = target.with_suffix(f".{os.getpid()}.part")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            partial.write_bytes(_adapters()[type(kept)].dump_json(kept))
            partial.replace(target)
        except OSError:
            partial.unlink(missing_ok=True)

    def keep_only(self, keys: set[tuple[str, ...]]) -> None:
        """Drop everything but what the given keys name: nothing outlives its document."""
        wanted = {self.path(*key) for key in keys}
        if not self.directory.is_dir():
            return
        for found in self.directory.glob("*/*"):
            if found not in wanted:
                found.unlink(missing_ok=True)
