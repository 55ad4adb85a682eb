"""Where a corpus keeps its store: the workspace folder, and how one is found from where a person stands."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from thence.config import CONFIG_NAME
from thence.errors import StoreError, UsageError
from thence.store.files import write_whole

__all__ = ["DECISIONS_NAME", "FOLDER_NAME", "Workspace"]

FOLDER_NAME = ".thence"
"""The workspace's folder inside a corpus."""
DECISIONS_NAME = "thence.decisions.jsonl"
_MARKER = "workspace.json"


@dataclass(frozen=True, slots=True)
class Workspace:
    """A corpus and the folder that holds what thence made of it.

    root: the corpus folder.   directory: ``root/.thence``, or any folder where the corpus must not be written.
    config_path, decisions_path: thence.toml and thence.decisions.jsonl, whether they exist or not: in the corpus; for
    a workspace elsewhere in its own folder, unless only the corpus has the file. All paths are absolute.
    """

    root: Path
    directory: Path
    config_path: Path
    decisions_path: Path

    @classmethod
    def create(cls, folder: Path, directory: Path | None = None) -> Workspace:
        """Return the workspace of a corpus folder, made if it is not there yet.

        directory: where it shall lie instead of ``folder/.thence``.
        Raises UsageError (TH102) for a folder that does not exist, or a directory that serves another corpus, and
        StoreError (TH602) where nothing can be written.
        """
        root = Path(os.path.abspath(folder))  # noqa: PTH100 - links in the path stay as the user named them
        if not root.is_dir():
            raise UsageError("TH102", f"no such folder: {folder}")
        place = root / FOLDER_NAME if directory is None else Path(os.path.abspath(directory))  # noqa: PTH100
        marker = place / _MARKER
        workspace = _at(root, place)
        known = _root_of(place)
        if known is not None and marker.exists():
            if not _same(known, root):
                raise UsageError("TH102", f"{place} is the workspace of {known}", hint="name another folder")
            return workspace
        try:
            place.mkdir(parents=True, exist_ok=True)
            home = ".." if place == root / FOLDER_NAME else str(root)
            write_whole(marker, json.dumps({"root": home}, ensure_ascii=False).encode() + b"\n")
        except OSError as error:
            hint = "put the workspace elsewhere: --workspace DIR" if directory is None else ""
            raise StoreError("TH602", f"cannot write {place}: {error.strerror or error}", hint=hint) from error
        return workspace

    @classmethod
    def find(cls, start: Path, explicit: Path | None = None) -> Workspace:
        """Return the workspace a person means.

        explicit: a workspace's folder, or a corpus that has one; nothing else is looked at then.   Otherwise the
        nearest upward from ``start``, else that of the only child folder that has one (DESIGN section 5).
        Raises UsageError (TH101) that lists the candidates.
        """
        if explicit is not None:
            found = _in(Path(os.path.abspath(explicit)))  # noqa: PTH100
            if found is None:
                raise UsageError("TH101", f"no workspace in {explicit}", hint=_build_hint(explicit))
            return found
        here = Path(os.path.abspath(start))  # noqa: PTH100
        for folder in (here, *here.parents):
            found = _in(folder)
            if found is not None:
                return found
        children = _children(here)
        if len(children) == 1:
            return children[0]
        if children:
            names = ", ".join(child.root.name for child in children)
            message = f"{len(children)} workspaces below {here}: {names}"
            raise UsageError("TH101", message, hint=f"choose one: -w {children[0].root.name}")
        raise UsageError("TH101", f"no workspace in {here}, above it or in a child folder", hint=_build_hint(None))

    def is_built(self) -> bool:
        """Return whether a build has ever been committed here."""
        return (self.directory / "store").is_dir()


def _build_hint(folder: Path | None) -> str:
    return f"make one: thence build {folder or 'FOLDER'}"


def _in(folder: Path) -> Workspace | None:
    """Return the workspace that lies in a folder, or that the folder itself is."""
    inside = folder / FOLDER_NAME
    if inside.is_dir():
        return _at(_root_of(inside) or folder, inside)
    root = _root_of(folder)
    return None if root is None else _at(root, folder)


def _root_of(directory: Path) -> Path | None:
    """Return the corpus of a workspace's folder, or None for a folder that is none."""
    try:
        root = Path(json.loads((directory / _MARKER).read_text(encoding="utf-8"))["root"])
    except (OSError, ValueError, KeyError, TypeError):
        return directory.parent if directory.name == FOLDER_NAME and directory.is_dir() else None
    return Path(os.path.normpath(directory / root))


def _children(folder: Path) -> list[Workspace]:
    try:
        folders = sorted(child for child in folder.iterdir() if child.is_dir() and child.name != FOLDER_NAME)
    except OSError:
        return []
    return [found for found in map(_in, folders) if found is not None]


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return one == other


def _at(root: Path, directory: Path) -> Workspace:
    def beside(name: str) -> Path:
        own = directory / name
        return root / name if directory == root / FOLDER_NAME or ((root / name).exists() and not own.exists()) else own

    return Workspace(root, directory, beside(CONFIG_NAME), beside(DECISIONS_NAME))
