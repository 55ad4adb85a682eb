"""Files as documents: one document a file, or one a piece of a large text, so that memory holds a piece at a time."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Final

from thence.errors import InputError, Location
from thence.model.document import Document
from thence.read.documents import recipe_for
from thence.read.guard import read_safely
from thence.read.reading import DEFAULT, Options
from thence.read.scan import load, open_file
from thence.read.streamed import HEAD, can_split, read_pieces

__all__ = ["Identity", "identify", "identity_of", "is_in_pieces", "read_file"]

_IN_PIECES: Final = ";pieces"
_PARTS: Final = 8
"""Pieces in the smallest file that is read in pieces."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Which bytes a file has, and who reads them.   digest: SHA-256, hexadecimal.   recipe: of the reader; of a file
    that is read in pieces it ends in ``;pieces``.
    """

    digest: str
    recipe: str


def identify(root: Path, path: str, size: int, options: Options = DEFAULT) -> tuple[Identity, bytes | None]:
    """Return a file's identity, and its bytes; None in place of those of a file that is read in pieces.

    size: of the file in bytes, about.   Raises InputError as `load`.
    """
    if size > options.limits.whole_bytes:
        with open_file(root, path, options) as file:
            head = file.read(HEAD)
            if can_split(path, head):
                digest = hashlib.sha256(head)
                while data := file.read(HEAD):
                    digest.update(data)
                return Identity(digest.hexdigest(), recipe_for(path, head, options) + _IN_PIECES), None
    data = load(root, path, options)
    return identity_of(path, data, options), data


def identity_of(path: str, data: bytes, options: Options = DEFAULT) -> Identity:
    """Return the identity of a file with these bytes."""
    large = len(data) > options.limits.whole_bytes and can_split(path, data[:HEAD])
    recipe = recipe_for(path, data[:HEAD], options) + _IN_PIECES if large else recipe_for(path, data, options)
    return Identity(hashlib.sha256(data).hexdigest(), recipe)


def is_in_pieces(recipe: str) -> bool:
    """Return whether a file of such a recipe is read in pieces."""
    return recipe.endswith(_IN_PIECES)


def read_file(
    root: Path, recipe: str, *, places: Sequence[str], options: Options = DEFAULT, data: bytes | None = None
) -> Iterator[Document]:
    """Yield the document that a file is, or its pieces in order, read as safely as `read_safely` reads.

    recipe: of its identity.   places: where its bytes lie, the first of them is opened.   data: the bytes, where they
    are at hand.   A piece declares the title, date and author that the first one does.
    Raises InputError as `load` and `read_safely`; of a file in pieces what came before the error has been yielded.
    """
    if not is_in_pieces(recipe):
        yield read_safely(load(root, places[0], options) if data is None else data, places=places, options=options)
        return
    with io.BytesIO(data) if data is not None else open_file(root, places[0], options) as file:
        yield from _pieces(file, tuple(places), options)


def _pieces(file: BinaryIO, places: tuple[str, ...], options: Options) -> Iterator[Document]:
    first: Document | None = None
    pieces = read_pieces(file, places[0], options, size=max(1, options.limits.whole_bytes // _PARTS))
    while (piece := _guarded(lambda: next(pieces, None), places[0])) is not None:
        if first is None:
            first = piece
            yield replace(piece, places=places)
            continue
        yield replace(
            piece,
            key=f"{first.whole_key}#{piece.piece}",
            places=places,
            title=first.title,
            date=first.date,
            date_span=None,
            author=first.author,
        )


def _guarded(step: Callable[[], Document | None], path: str) -> Document | None:
    try:
        return step()
    except InputError:
        raise
    except OSError as error:
        message = f"the file cannot be read: {error.strerror or error}"
        raise InputError("TH501", message, at=Location(path), hint="check the disk it lies on") from error
    except Exception as error:  # one file never ends the batch, whatever is wrong with its reader
        raise InputError(
            "TH555",
            f"reading it in pieces failed: {type(error).__name__}: {error}",
            at=Location(path),
            hint="raise limits.whole_bytes in thence.toml to read it whole, and report this, with the file if you may",
        ) from error
