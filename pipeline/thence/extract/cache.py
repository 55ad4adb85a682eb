"""Documents and extractions kept between builds, by content and recipe. Losing them costs time, nothing else."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from thence.model.document import Document
from thence.model.statement import Extraction
from thence.names import content_hash

if TYPE_CHECKING:
    from pydantic import TypeAdapter

__all__ = ["Cache", "Reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """A document and what was extracted from it."""

    document: Document
    extraction: Extraction


@cache
def _adapter() -> TypeAdapter[Reading]:
    from pydantic import TypeAdapter

    return TypeAdapter(Reading)


class Cache:
    """Readings on disk, one file each, named by what they depend on."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def path(self, *key: str) -> Path:
        """Return the file of a key: digest of the bytes, places, reader's and extractor's recipe."""
        name = content_hash(*key)
        return self.directory / name[:2] / f"{name}.json"

    def get(self, *key: str) -> Reading | None:
        """Return a kept reading, or None when there is none or it cannot be read."""
        try:
            data = self.path(*key).read_bytes()
        except OSError:
            return None
        from pydantic import ValidationError

        try:
            return _adapter().validate_json(data)
        except ValidationError:
            return None

    def put(self, reading: Reading, *key: str) -> None:
        """Keep a reading; a full or read-only disk is no error here."""
        target = self.path(*key)
        partial = target.with_suffix(f".{os.getpid()}.part")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            partial.write_bytes(_adapter().dump_json(reading))
            partial.replace(target)
        except OSError:
            partial.unlink(missing_ok=True)

    def keep_only(self, keys: set[tuple[str, ...]]) -> None:
        """Drop every reading but those of the given keys: nothing outlives its document."""
        wanted = {self.path(*key) for key in keys}
        if not self.directory.is_dir():
            return
        for found in self.directory.glob("*/*"):
            if found not in wanted:
                found.unlink(missing_ok=True)
