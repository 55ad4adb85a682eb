"""A file read again, for whoever holds quotes against it: any piece of it, its bytes, its lines."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from thence.errors import InputError
from thence.model.document import Document
from thence.read.files import identify, is_in_pieces, read_file
from thence.read.reading import DEFAULT, Options
from thence.read.scan import open_file

__all__ = ["Opened", "holds"]

_BLOCK = 1_000_000


class Opened:
    """A file of the corpus as it is now, opened once and read when it is asked for.

    identity: its bytes and its reader as it was opened.
    """

    def __init__(self, root: Path, path: str, options: Options = DEFAULT, *, read_at: str = "") -> None:
        """Open a file.   path: relative to ``root``, or of what lies in another.

        read_at: where the same bytes were read, if elsewhere: relative IRIs of an RDF file start from there.
        Raises InputError as `load`.
        """
        self._root = root
        self._path = path
        self._places = (read_at, path) if read_at not in ("", path) else (path,)
        self._options = options
        size = (root / path).stat().st_size if (root / path).is_file() else options.limits.expanded_bytes
        self.identity, self._data = identify(root, path, size, options)
        self._piece = lru_cache(maxsize=4)(self._piece_from)
        self._one: Document | InputError | None = None

    @property
    def is_in_pieces(self) -> bool:
        """Whether it is read in pieces."""
        return is_in_pieces(self.identity.recipe)

    def documents(self) -> Iterator[Document]:
        """Yield the document, or its pieces in order. Raises InputError as `read_file`."""
        recipe = self.identity.recipe
        yield from read_file(self._root, recipe, places=self._places, options=self._options, data=self._data)

    def document(self) -> Document:
        """Return the document of a file that is not read in pieces; read once. Raises InputError as `read_file`."""
        if self._one is None:
            try:
                self._one = next(self.documents())
            except InputError as failed:
                self._one = failed
        if isinstance(self._one, InputError):
            raise self._one
        return self._one

    def document_at(self, place: tuple[int, int] | None) -> Document | None:
        """Return the document, of pieces the one that holds a range of bytes; None where it cannot be read."""
        try:
            if not self.is_in_pieces:
                return self.document()
            return self._piece(place[0]) if place else None
        except InputError:
            return None

    def _piece_from(self, start: int) -> Document | None:
        return next((each for each in self.documents() if holds(each, start)), None)

    def bytes_at(self, start: int, end: int) -> bytes:
        """Return a range of the file's bytes. Raises InputError as `open_file`."""
        with self._file() as file:
            file.seek(start)
            return file.read(end - start)

    def line_of(self, start: int) -> int:
        """Return the line of a byte, from 1. Raises InputError as `open_file`."""
        document = self.document_at((start, start + 1))
        encoding = (document.encoding if document else None) or "utf-8"
        if encoding.lower().replace("_", "-").startswith(("utf-16", "utf-32")):
            return self.bytes_at(0, start).decode(encoding, "replace").count("\n") + 1
        with self._file() as file:
            return 1 + _line_ends(file, start)

    def _file(self) -> BinaryIO:
        return io.BytesIO(self._data) if self._data is not None else open_file(self._root, self._path, self._options)


def holds(document: Document, byte: int) -> bool:
    """Return whether a piece holds a byte of its file."""
    places = document.byte_map
    return places is not None and bool(places.starts) and places.starts[0] <= byte < max(places.ends[-1], 1)


def _line_ends(file: BinaryIO, end: int) -> int:
    """Return how many lines end before a byte: with LF, CRLF or CR."""
    count, last = 0, b""
    while end > 0 and (part := file.read(min(_BLOCK, end))):
        end -= len(part)
        count += part.count(b"\n") + part.count(b"\r") - part.count(b"\r\n")
        count -= last == b"\r" and part.startswith(b"\n")
        last = part[-1:]
    return count
