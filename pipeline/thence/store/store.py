"""The store of a workspace: its graphs and files, changed by one journalled commit at a time."""

from __future__ import annotations

import errno
import re
import time
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Final

import pyoxigraph as ox

from thence.errors import StoreError, UsageError
from thence.model.terms import Quad
from thence.names import HISTORY, RUNS, Iri
from thence.store.dataset import Dataset
from thence.store.files import write_whole
from thence.store.handle import Handle
from thence.store.journal import Journal, blocks_of, check_name
from thence.store.lock import Lock, holder_of
from thence.store.terms import canonical_terms

__all__ = ["Change", "Store"]

_NO_FILES: Mapping[str, bytes] = MappingProxyType({})
# The sorted lines of the store, compressed to a few bytes a quad: read in a twentieth of the time that reading the
# database takes.
_MIRROR: Final = "quads.z"
_PATIENCE_SECONDS = 3.0
_CHARS = r'[^<>"{}|^`\\\x00-\x20%]*+'
_IRI = rf"<[A-Za-z][A-Za-z0-9+.-]*+:{_CHARS}(?:%[0-9A-Fa-f]{{2}}{_CHARS})*+>"
_LINE = re.compile(
    rf"{_IRI} {_IRI} "
    rf'(?:{_IRI}|"[^"\\\n\r]*+(?:\\[tbnrf"\\uU][^"\\\n\r]*+)*+"(?:@[a-z0-9-]++|\^\^{_IRI})?)'
    rf"(?: {_IRI})? \."
)


@dataclass(frozen=True, slots=True)
class Change:
    """How many quads a commit inserted and deleted, and how many files it wrote and removed."""

    inserted: int
    deleted: int
    files: int = 0

    def __bool__(self) -> bool:
        return bool(self.inserted or self.deleted or self.files)


class Store(Dataset):
    """The graphs and files of one workspace folder.

    One process writes at a time; any number read beside it and see the last commit whole. A commit is written to a
    journal first: a kill or a full disk at any moment leaves the store, when it is next opened, as it was or as it
    shall be.
    """

    def __init__(self, directory: Path, handle: Handle, *, lock: Lock | None) -> None:
        super().__init__(handle)
        self.directory = directory
        self._lock = lock
        self._journal = Journal(directory)
        self.version = self._journal.version()

    @classmethod
    def open(cls, directory: Path, *, read_only: bool = False) -> Store:
        """Return the store in a workspace's folder; made if it is not there, unless it is only to be read.

        A commit that was written down and not made is made now; one that was cut short while being written is gone.
        Raises StoreError: TH601 while another process writes (it is named), TH602 where the disk is full or cannot be
        written, TH603 for a store that cannot be read, TH605 for a damaged journal; UsageError TH103
        where there is none to read.
        """
        return cls._read(directory) if read_only else cls._write(directory)

    @classmethod
    def _write(cls, directory: Path) -> Store:
        with _disk_errors(directory):
            directory.mkdir(parents=True, exist_ok=True)
            lock = Lock.take(directory)
        try:
            with _disk_errors(directory):
                journal = Journal(directory)
                journal.discard()
                handle = Handle(ox.Store(directory / "store"))
                try:
                    if journal.is_ready():
                        journal.make(handle)
                    return cls(directory, handle, lock=lock)
                except BaseException:
                    handle.close()
                    raise
        except BaseException:
            lock.release()
            raise

    @classmethod
    def _read(cls, directory: Path) -> Store:
        journal = Journal(directory)
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while True:
            if journal.is_ready():
                cls._finish(directory)
            try:
                before = journal.version()
                if not (directory / "store").is_dir():
                    raise UsageError("TH103", f"nothing was built in {directory} yet", hint="thence build FOLDER")
                handle = Handle(ox.Store.read_only(str(directory / "store")))
                # Between two looks at an unchanged version nobody has changed what was opened.
                if not journal.is_ready() and journal.version() == before:
                    return cls(directory, handle, lock=None)
            except (OSError, RuntimeError) as error:  # a writer may just be tidying its files: look again
                if time.monotonic() > deadline:
                    raise _unreadable(error) from error
            if time.monotonic() > deadline:
                raise StoreError("TH601", f"the workspace is being written by {holder_of(directory)}")
            time.sleep(0.02)

    @classmethod
    def _finish(cls, directory: Path) -> None:
        """Make a commit that is ready, unless its writer is still at it."""
        with suppress(_BusyError), _busy_passes():
            cls._write(directory).close()

    def close(self) -> None:
        """Let go of the store and its lock. Closing twice is no error."""
        super().close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def replace(
        self,
        quads: Iterable[Quad],
        *,
        keep: Collection[Iri] = (RUNS, HISTORY),
        files: Mapping[str, bytes] = _NO_FILES,
        removed: Collection[str] = (),
    ) -> Change:
        """Make the store hold exactly these quads, and write the files, as one commit; return what changed.

        quads: in any order, however often each; of a graph in ``keep`` nothing is touched unless quads for it are
        given.   files: content by name below the workspace's folder.   removed: names of files to remove.
        Only the difference is written; where there is none, nothing is.
        Raises StoreError TH602 where the disk is full or cannot be written (the store is then as it was, or the commit
        is completed when it is next opened), and ValueError for blank nodes (callers skolemise) and malformed terms.
        """
        if self._lock is None:
            raise StoreError("TH607", "the store was opened to be read only")
        held = set(quads)
        wanted = _lines(held)
        given = {quad[3] for quad in held}
        with _disk_errors(self.directory):
            before = self._held()
            ends = tuple(f" <{graph}> ." for graph in keep if graph not in given)
            untouched = {line for line in before if line.endswith(ends)}
            inserts = sorted(wanted - before)
            deletes = sorted(before - wanted - untouched)
            for line in inserts:
                if not _LINE.fullmatch(line):
                    raise ValueError(f"not a quad that can be stored: {line}")
            changed = [name for name in files if self.file(name) != files[name]]
            gone = sorted(name for name in removed if name not in files and self._path(name).exists())
            if not (inserts or deletes or changed or gone):
                return Change(0, 0)
            content: Iterator[tuple[str, bytes]] = (
                (name, files[name]) for name in sorted(changed)
            )  # one at a time in memory
            if inserts or deletes:
                content = chain(content, [(_MIRROR, _mirror(sorted(wanted | untouched) if before else inserts))])
            try:
                self._journal.write(
                    delete=deletes, insert=inserts, files=content, removed=gone, version=self.version + 1
                )
            except OSError:
                with suppress(OSError):
                    self._journal.discard()
                raise
            try:
                self.version = self._journal.make(self._handle)
            except BaseException:
                self.close()  # what is on disk is neither old nor new until the journal is made: nobody may read it
                raise
        return Change(len(inserts), len(deletes), len(changed) + len(gone))

    def keep_file(self, name: str, content: bytes) -> None:
        """Write a file of the workspace, whole or not at all, beside a commit that stays what it is.

        Raises StoreError TH602 where the disk is full or cannot be written, TH607 for a store opened to be read.
        """
        if self._lock is None:
            raise StoreError("TH607", "the store was opened to be read only")
        with _disk_errors(self.directory):
            write_whole(self._path(name), content)

    def file(self, name: str) -> bytes | None:
        """Return a file of the workspace, or None where there is none.

        Raises StoreError TH608 where a commit has been made since this store was opened to be read: its graphs are of
        the older one.
        """
        path = self._path(name)
        try:
            data = path.read_bytes()
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
            data = None
        if self._lock is None and (self._journal.is_ready() or self._journal.version() != self.version):
            raise StoreError("TH608", "the workspace was built anew meanwhile", hint="run the command again")
        return data

    def _path(self, name: str) -> Path:
        return self.directory / check_name(name)

    def _held(self) -> set[str]:
        """Return the N-Quads lines of all quads in the store."""
        try:
            mirror = (self.directory / _MIRROR).read_bytes()
            text = zlib.decompress(mirror).decode()
        except (OSError, zlib.error, ValueError):
            return _lines(set(self.quads()))
        return set(text.split("\n")[:-1])


def _mirror(lines: Sequence[str]) -> bytes:
    """Return the store's lines in a form that is read much faster than the store itself (about 3 bytes a quad)."""
    press = zlib.compressobj(1)
    return b"".join([*(press.compress(block) for block in blocks_of(lines)), press.flush()])


def _lines(quads: set[Quad]) -> set[str]:
    """Return quads as N-Quads lines, with terms as the store reads them back."""
    stored = canonical_terms({quad[2] for quad in quads if quad[2][0] == '"'})
    return {f"{s} {p} {stored.get(o, o)} <{g}> ." if g else f"{s} {p} {stored.get(o, o)} ." for s, p, o, g in quads}


class _BusyError(Exception):
    """The lock is another's."""


@contextmanager
def _busy_passes() -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        if error.code == "TH601":
            raise _BusyError from error
        raise


@contextmanager
def _disk_errors(directory: Path) -> Iterator[None]:
    """Turn what a disk has to say into a StoreError."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC or "No space left" in str(error):
            hint = "free some space and run the command again; the store opens as it was, or with the commit complete"
            raise StoreError("TH602", f"the disk is full: {directory}", hint=hint) from error
        raise StoreError("TH602", f"cannot write {directory}: {error.strerror or error}") from error
    except RuntimeError as error:  # what the database says of damaged files
        raise _unreadable(error) from error


def _unreadable(error: Exception) -> StoreError:
    hint = "remove the workspace's folder and build again; decisions are kept"
    return StoreError("TH603", f"the store cannot be read: {error}", hint=hint)
