"""The documents of a folder: every regular file, by its path, and what was left out."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import BinaryIO

from thence.config import CONFIG_NAME
from thence.errors import InputError, Location
from thence.model.finding import Finding, Severity
from thence.read.container import INSIDE
from thence.read.opened import load_member
from thence.read.reading import DEFAULT, Options, finding

__all__ = ["FileEntry", "Scan", "load", "open_file", "scan"]

_OURS = frozenset({".thence", CONFIG_NAME, "thence.decisions.jsonl"})
_KINDS = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


@dataclass(frozen=True, slots=True, order=True)
class FileEntry:
    """A file to read.

    path: relative to the folder, POSIX.   size: bytes.   mtime_ns: only to see that it changed.
    link: whether the path leads through a link: where the file lies under a name of its own, that is its name.
    """

    path: str
    size: int
    mtime_ns: int
    link: bool = False


@dataclass(frozen=True, slots=True)
class Scan:
    """The files of a folder, sorted by path, and the findings about what will not be read.

    unused: the globs of what to ignore that nothing in the folder matches.
    """

    files: tuple[FileEntry, ...]
    findings: tuple[Finding, ...]
    unused: tuple[str, ...] = ()


def scan(folder: Path, *, ignore: Sequence[str] = (), max_bytes: int = 50_000_000, follow_links: bool = False) -> Scan:
    """Return the documents below a folder; nothing is opened.

    ignore: globs over relative paths and over names ("drafts/*", "*.tmp", "private").   max_bytes: larger files
    become a finding (TH520).   follow_links: whether links may lead out of the folder. Our own files, those of tools
    (".git") and what is ignored are left out silently, other names with a dot are counted (TH563); named pipes,
    sockets, links that lead out of the folder, to what is left out, in a circle or nowhere, and what may not be read
    become findings (TH527). A link to a folder is followed if that folder is not read already, under its own name or
    through a link that comes first: each folder is read once, however links cross. Raises InputError TH501 when the
    folder itself cannot be listed.
    """
    try:
        root = folder.stat()
        os.scandir(folder).close()
    except (OSError, ValueError) as error:
        raise InputError(
            "TH501",
            f"the folder cannot be read: {getattr(error, 'strerror', '') or error}",
            at=Location(str(folder)),
            hint="name a folder that exists and that you may read",
        ) from error
    globs = {glob: glob.rstrip("/") for glob in ignore}
    walk = _Walk(
        folder, tuple(globs.values()), max_bytes, os.path.realpath(folder), follow_links, {(root.st_dev, root.st_ino)}
    )
    walk.below([""])
    while walk.links:
        walk.follow()
    if walk.hidden:
        walk.findings.append(_with_dots(sorted(walk.hidden)))
    unused = tuple(glob for glob, bare in globs.items() if bare not in walk.used and not walk.is_left_out(bare))
    return Scan(tuple(sorted(walk.files)), tuple(sorted(walk.findings)), unused)


def _with_dots(paths: Sequence[str]) -> Finding:
    """Return the finding about names that begin with a dot."""
    named = ", ".join(paths[:_NAMED]) + (", …" if len(paths) > _NAMED else "")
    said = f"{len(paths)} with a name that begins with a dot {'is' if len(paths) == 1 else 'are'} not read: {named}"
    return finding("TH563", "", said, severity=Severity.INFO, hint="rename what should count")


_NAMED = 5
_TOOLS = frozenset(
    [".git", ".gitignore", ".gitattributes", ".gitkeep", ".github", ".svn", ".hg", ".DS_Store", ".obsidian", ".trash",
     ".Trash", ".venv", ".idea", ".vscode", ".ipynb_checkpoints", ".directory", ".localized", ".editorconfig", ".cache",
     ".thence", ".annex", ".dvc", ".ruff_cache", ".mypy_cache", ".pytest_cache"]
)  # fmt: skip
"""What programs keep for themselves."""


@dataclass(slots=True)
class _Walk:
    """A folder being walked.

    real: the folder's own path, without links.   follows: whether links may lead out of it.   seen: device and number
    of the folders that are read.   links: to folders, to follow.   used: the globs that matched.   left_out: the
    folders that they matched.   hidden: what begins with a dot and is no tool's.
    """

    folder: Path
    ignore: Sequence[str]
    max_bytes: int
    real: str
    follows: bool
    seen: set[tuple[int, int]]
    files: list[FileEntry] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    left_out: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)

    def below(self, pending: list[str], *, link: bool = False) -> None:
        """Take what lies in some folders, and in the folders in them; links to folders wait.

        link: whether a link led to the folders.
        """
        while pending:
            below = pending.pop()
            try:
                with os.scandir(self.folder / below if below else self.folder) as listing:
                    entries = list(listing)
            except OSError as error:
                self.findings.append(_skipped(below, f"the folder cannot be read: {error.strerror}", _ALLOW))
                continue
            for entry in entries:
                path = f"{below}/{entry.name}" if below else entry.name
                if self._ignored(path, entry.name):
                    self.left_out += [path] if entry.is_dir(follow_symlinks=False) else []
                elif entry.name.startswith("."):
                    if entry.name not in _TOOLS and not entry.name.startswith("._"):
                        self.hidden.append(path)
                elif entry.name not in _OURS:
                    self._take(entry, path, pending, link=link)

    def _ignored(self, path: str, name: str) -> bool:
        matching = [glob for glob in self.ignore if fnmatchcase(path, glob) or fnmatchcase(name, glob)]
        self.used.update(matching)
        return bool(matching)

    def is_left_out(self, glob: str) -> bool:
        """Return whether a glob speaks of what lies in a folder that is left out as a whole."""
        return any(glob.startswith(f"{folder}/") for folder in self.left_out)

    def _take(self, entry: os.DirEntry[str], path: str, pending: list[str], *, link: bool) -> None:
        if not _is_utf8(path):
            shown = os.fsencode(path).decode("utf-8", "backslashreplace")  # two such names stay two
            self.findings.append(_skipped(shown, "its name is not UTF-8", "rename it, by hand or with convmv"))
            return
        try:
            facts = entry.stat()
        except OSError as error:
            if isinstance(error, PermissionError):
                self.findings.append(_skipped(path, "no permission to read it", _ALLOW))
            elif entry.is_symlink():
                self.findings.append(_skipped(path, "a link that leads nowhere or in a circle", "mend or remove it"))
            else:
                self.findings.append(_skipped(path, f"{error.strerror}", "check that it still exists"))
            return
        is_link = entry.is_symlink()
        if is_link and (barred := self._barred(path)):
            self.findings.append(barred)
        elif stat.S_ISDIR(facts.st_mode):
            if is_link:
                self.links.append(path)
            else:
                self.seen.add((facts.st_dev, facts.st_ino))
                pending.append(path)
        elif not stat.S_ISREG(facts.st_mode):
            kind = _KINDS.get(stat.S_IFMT(facts.st_mode), "no regular file")
            self.findings.append(_skipped(path, f"{kind}, never opened", "add its name to ignore in thence.toml"))
        elif facts.st_size > self.max_bytes:
            self.findings.append(
                finding(
                    "TH520",
                    path,
                    f"not read: {facts.st_size} bytes, the limit is {self.max_bytes}",
                    severity=Severity.WARNING,
                    hint="raise max_file_bytes in thence.toml (large tables and text are read in pieces), or split it",
                )
            )
        elif not os.access(entry.path, os.R_OK):
            self.findings.append(_skipped(path, "no permission to read it", _ALLOW))
        else:
            self.files.append(FileEntry(path, facts.st_size, facts.st_mtime_ns, link or is_link))

    def _barred(self, path: str) -> Finding | None:
        """Return what is said of a link that is not followed: out of the folder, or to what is left out of it."""
        steps = Path(os.path.relpath(os.path.realpath(self.folder / path), self.real)).parts
        if steps[:1] == (os.pardir,):
            return None if self.follows else _skipped(path, "a link that leads out of the folder", _OUTSIDE)
        if any(step in _OURS for step in steps):
            return _skipped(path, "a link to a file of thence's own", "remove the link")
        ways = ["/".join(steps[: count + 1]) for count in range(len(steps))]
        if any(self._ignored(way, step) for way, step in zip(ways, steps, strict=True)):
            return _skipped(path, "a link to what ignore in thence.toml leaves out", "add its own name to ignore, too")
        return None

    def follow(self) -> None:
        """Follow the first of the links to folders, unless it leads to one that is read, or into the system."""
        self.links.sort(reverse=True)
        path = self.links.pop()
        try:
            facts = (self.folder / path).stat()
            real = os.path.realpath(self.folder / path)
        except OSError:
            self.findings.append(_skipped(path, "a link that leads nowhere or in a circle", "mend or remove it"))
            return
        if (facts.st_dev, facts.st_ino) in self.seen:
            self.findings.append(
                _skipped(path, "a link to a folder that is read already, or that holds it", "remove the link")
            )
        elif f"{real}/".startswith(_SYSTEM):
            self.findings.append(_skipped(path, "a link into the system's own files", "remove the link"))
        else:
            self.seen.add((facts.st_dev, facts.st_ino))
            self.below([path], link=True)


_ALLOW = "give yourself the right to read it, or add its name to ignore in thence.toml"
_OUTSIDE = "put the files themselves into the folder, or set follow_links = true in thence.toml"
_SYSTEM = ("/proc/", "/sys/", "/dev/")


def _is_utf8(path: str) -> bool:
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def load(folder: Path, path: str, options: Options = DEFAULT) -> bytes:
    """Return the bytes of a scanned file, or of what lies in one: ``case.zip!/memos/a.md``; a file of that name wins.

    Members of one container in a row are quick: the last containers stay open, up to 256 MB. Passwords are those of
    the options; limits are not asked again about what was within them when the container was looked into.
    Raises InputError TH501 when the file cannot be opened any more, holds no such member, or is no regular file now (a
    pipe is never waited for), and whatever the member's container says of it (TH502, TH505).
    """
    if INSIDE in path and not _is_file(folder / path):
        return load_member(path, partial(_load_file, folder), partial(_stamp, folder), options)
    return _load_file(folder, path)


def _is_file(place: Path) -> bool:
    try:
        return place.is_file()
    except (OSError, ValueError):
        return False


def _stamp(folder: Path, path: str) -> tuple[str, int, int] | None:
    """Return what changes when a file does; None when there is no such file."""
    try:
        facts = (folder / path).stat()
    except (OSError, ValueError):
        return None
    return (str(folder), facts.st_size, facts.st_mtime_ns) if stat.S_ISREG(facts.st_mode) else None


def open_file(folder: Path, path: str, options: Options = DEFAULT) -> BinaryIO:
    """Return a scanned file, opened to be read from its start; what lies in a container comes whole into memory.

    Raises InputError as `load`.
    """
    if INSIDE in path and not _is_file(folder / path):
        return io.BytesIO(load(folder, path, options))
    return _opened(folder, path)


def _load_file(folder: Path, path: str) -> bytes:
    with _opened(folder, path) as file, _errors(path):
        return file.read()


def _opened(folder: Path, path: str) -> BinaryIO:
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with _errors(path):
        file = os.fdopen(os.open(folder / path, flags), "rb")
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            file.close()
            raise InputError("TH501", "no regular file", at=Location(path), hint="only regular files are read")
    return file


@contextmanager
def _errors(path: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise InputError(
            "TH501",
            f"the file cannot be read: {getattr(error, 'strerror', '') or error}",
            at=Location(path),
            hint="check that it still exists and that you may read it",
        ) from error


def _skipped(path: str, why: str, hint: str) -> Finding:
    return finding("TH527", path, f"not read: {why}", severity=Severity.WARNING, hint=hint)
