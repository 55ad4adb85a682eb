"""One commit, written down before it is made: whoever opens the store next can finish it or forget it.

A journal is a folder. It is written as ``journal.new`` and forced to the disk; renamed to ``journal`` it is ready and
shall be made, however often the making is cut short; made, it is renamed to ``journal.done`` and removed.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any

import pyoxigraph as ox

from thence.errors import StoreError
from thence.store.files import sync_files, sync_folder, write_whole
from thence.store.handle import Handle

__all__ = ["Journal", "blocks_of", "check_name"]

_NEW, _READY, _DONE = "journal.new", "journal", "journal.done"
_OURS = frozenset({_NEW, _READY, _DONE, "store", "lock", "version", "workspace.json"})
# From here on writing sorted files for the store costs less than writing quad by quad.
_BULK = 5_000
# The store takes about a kilobyte of memory a quad while it loads; larger pieces cost no less time.
_BULK_LINES = 250_000
_BLOCK = 10_000
VERSION_NAME = "version"


def _step(name: str) -> None:
    """Pass a point of a commit; tests break off here."""


def check_name(name: str) -> PurePosixPath:
    """Return a file name below the workspace. Raises ValueError for one that leads out of it or is the store's own."""
    path = PurePosixPath(name)
    if not path.parts or path.is_absolute() or ".." in path.parts or path.parts[0] in _OURS or "\\" in name:
        raise ValueError(f"no name for a file of the workspace: {name!r}")
    return path


@dataclass(frozen=True, slots=True)
class Journal:
    """The commits of a workspace's folder."""

    directory: Path

    def is_ready(self) -> bool:
        """Return whether a commit is written down and not yet made."""
        return (self.directory / _READY).is_dir()

    def discard(self) -> None:
        """Remove a commit that was never ready, and what is left of one that was made."""
        for name in (_NEW, _DONE):
            if (self.directory / name).exists():
                shutil.rmtree(self.directory / name)

    def write(
        self,
        *,
        delete: Sequence[str],
        insert: Sequence[str],
        files: Iterable[tuple[str, bytes]],
        removed: Collection[str],
        version: int,
    ) -> None:
        """Write a commit down and mark it ready.

        delete, insert: N-Quads lines, sorted, without a common member.   files: checked names, each once, with content.
        """
        self.discard()
        folder = self.directory / _NEW
        folder.mkdir(parents=True)
        _step("begin")
        numbered = {}
        hashes = {}
        for key, lines in (("delete.nq", delete), ("insert.nq", insert)):
            hashes[key] = _write(folder / key, blocks_of(lines))
            _step(f"wrote {key}")
        for number, (name, content) in enumerate(files):
            key = f"file-{number}"
            numbered[key] = name
            hashes[key] = _write(folder / key, [content])
            _step(f"wrote {key}")
        manifest = {
            "files": numbered,
            "hashes": hashes,
            "inserted": len(insert),
            "removed": sorted(removed),
            "version": version,
        }
        (folder / "manifest.json").write_text(json.dumps(manifest, sort_keys=True), encoding="utf-8")
        _step("wrote manifest")
        sync_files([folder / key for key in (*hashes, "manifest.json")])
        sync_folder(folder)
        _step("synced")
        folder.rename(self.directory / _READY)
        sync_folder(self.directory)
        _step("ready")

    def make(self, graphs: Handle) -> int:
        """Make the commit that is ready, from whatever point the last attempt reached; return its version.

        Raises StoreError TH605 for a journal whose content is not what was written.
        """
        folder = self.directory / _READY
        manifest = self._manifest()
        deletes = self._checked("delete.nq", manifest["hashes"])
        inserts = self._checked("insert.nq", manifest["hashes"])
        for quad in ox.parse(path=deletes, format=ox.RdfFormat.N_QUADS, lenient=True):
            graphs.store.remove(quad)
        _step("deleted")
        if manifest["inserted"] >= _BULK:
            with inserts.open("rb") as file:
                while block := b"".join(islice(file, _BULK_LINES)):
                    graphs.store.bulk_load(block, format=ox.RdfFormat.N_QUADS, lenient=True)
        else:
            graphs.store.load(path=inserts, format=ox.RdfFormat.N_QUADS, lenient=True)
        _step("inserted")
        graphs.store.flush()
        _step("flushed")
        touched = set()
        for key, name in sorted(manifest["files"].items()):
            target = self.directory / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if (folder / key).exists():
                (folder / key).replace(target)
            elif not target.exists() or hashlib.sha256(target.read_bytes()).hexdigest() != manifest["hashes"][key]:
                raise _damaged(folder / key)
            touched.add(target.parent)
            _step(f"placed {key}")
        for name in manifest["removed"]:
            (self.directory / name).unlink(missing_ok=True)
            _step("removed")
        for parent in sorted(touched):
            sync_folder(parent)
        version = int(manifest["version"])
        write_whole(self.directory / VERSION_NAME, f"{version}\n".encode())
        _step("made")
        folder.rename(self.directory / _DONE)
        sync_folder(self.directory)
        _step("done")
        shutil.rmtree(self.directory / _DONE)
        _step("dropped")
        return version

    def version(self) -> int:
        """Return the number of the last commit that was made; 0 before the first."""
        try:
            return int((self.directory / VERSION_NAME).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return 0

    def _manifest(self) -> dict[str, Any]:
        """Return what a commit that is ready consists of.

        Raises StoreError TH605 for anything but what `write` writes: a workspace may come from a stranger, and a name
        in it must not lead out of it.
        """
        path = self.directory / _READY / "manifest.json"
        try:
            manifest = json.loads(path.read_bytes())
            for name in (*manifest["files"].values(), *manifest["removed"]):
                check_name(name)
            whole = all(re.fullmatch(r"file-\d+", key) and key in manifest["hashes"] for key in manifest["files"])
            checked = {**manifest, "inserted": int(manifest["inserted"]), "version": int(manifest["version"])}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise _damaged(path) from error
        if not whole:
            raise _damaged(path)
        return checked

    def _checked(self, key: str, hashes: Mapping[str, str]) -> Path:
        """Return the place of a piece of the commit that is ready, its bytes being those that were written."""
        path = self.directory / _READY / key
        try:
            with path.open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except FileNotFoundError as error:
            raise _damaged(path) from error
        if found != hashes.get(key):
            raise _damaged(path)
        return path


def _damaged(path: Path) -> StoreError:
    hint = "remove the workspace's folder and build again; decisions are kept"
    return StoreError("TH605", f"the journal is damaged: {path}", hint=hint)


def _write(path: Path, blocks: Iterable[bytes]) -> str:
    """Write a new file and return the SHA-256 of its content, hexadecimal."""
    digest = hashlib.sha256()
    with path.open("wb") as file:
        for block in blocks:
            file.write(block)
            digest.update(block)
    return digest.hexdigest()


def blocks_of(lines: Sequence[str]) -> Iterator[bytes]:
    """Yield lines as the content of a file, some thousands at a time: large commits need not stand twice in memory."""
    for start in range(0, len(lines), _BLOCK):
        yield ("\n".join(lines[start : start + _BLOCK]) + "\n").encode()
