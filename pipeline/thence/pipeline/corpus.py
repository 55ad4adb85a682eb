"""The corpus as read: one reading a document version, and what became of each file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from thence.errors import InputError
from thence.extract.cache import Cache, Inside, Member, Reading
from thence.model.finding import Finding, Severity
from thence.model.ledger import FileStatus, Ledger
from thence.model.version import Version
from thence.pipeline.ahead import read_ahead
from thence.pipeline.reading import Reader, Renditions
from thence.pipeline.settings import Settings, ignored
from thence.pipeline.states import left_out, read_statuses
from thence.read import (
    FileEntry,
    Options,
    Spent,
    identify,
    identity_of,
    load,
    members,
    plugin_findings,
    readers_digest,
    scan,
    warm_up,
)
from thence.read.reading import BEYOND_LIMIT, LOCKED
from thence.read.registry import READERS
from thence.read.unmatched import lacking, unmatched
from thence.resolve.assertion import last_day
from thence.store.workspace import Workspace

__all__ = ["Corpus", "Progress", "latest_date", "read_corpus"]

_HELD_BYTES = 64_000_000
"""Bytes of new files kept in memory between hashing and reading; beyond that a file is loaded twice."""
_GUARDED = tuple(f".{suffix}" for reader in READERS.values() if reader.guarded for suffix in reader.suffixes)
"""Ends of names whose files need the worker process, which takes its time to start."""

Progress = Callable[[str, int, int, str], None]
"""Called with the stage, how many are done, how many there are, and what is at hand."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """What was read: one reading a document version, in order of their keys, and what became of each file.

    A version read in pieces has a reading for each, in their order.   texts: the renditions, by their files' names.
    readers: hash of the readers and of what was set about reading.
    """

    readings: tuple[Reading, ...]
    files: tuple[FileStatus, ...]
    findings: tuple[Finding, ...]
    texts: Renditions
    cache: Cache
    keys: set[tuple[str, ...]]
    readers: str


def read_corpus(
    place: Workspace, settings: Settings, previous: Ledger | None, report: Progress, options: Options, *, jobs: int = 1
) -> Corpus:
    """Return every document with its extraction; unchanged files come from the cache.   jobs: how many processes read.

    A file whose path, size and modification time are those of the last build is not opened again. Archives,
    mailboxes and attachments are opened, and what they hold is read as documents of their own.
    """
    readers = readers_digest(options)
    work = _Work(place, settings, options, Cache(place.directory / "cache"), readers)
    no_documents = ignored(settings.config, settings.path, place.root)
    config = settings.config
    found = scan(place.root, ignore=no_documents, max_bytes=config.max_file_bytes, follow_links=config.follow_links)
    work.findings.extend((*found.findings, *plugin_findings(), *lacking(config)))
    known = {file.path: file for file in previous.files} if previous and previous.readers == readers else {}
    if any(file.path not in known and file.path.endswith(_GUARDED) for file in found.files):
        warm_up(options)
    work.taken.update(file.path for file in found.files)
    work.links.update(file.path for file in found.files if file.link)
    for entry in found.files:
        work.look(entry, known.get(entry.path))
    reader = Reader(place.root, settings, options, work.cache)
    work.read(reader, report, jobs)
    readings = _with_distinct_keys(work.readings, work.findings)
    readings.sort(key=lambda reading: reading.version.whole_key)
    places = [place for reading in readings for place in reading.version.places]
    columns = [(each.version.places, [column.name for column in each.version.columns]) for each in readings]
    work.findings.extend(unmatched(config, found, places, columns))
    files = tuple(sorted((*work.files, *left_out(work.files, work.findings, place.root))))
    return Corpus(
        readings=tuple(readings),
        files=files,
        findings=tuple(sorted(set(work.findings))),
        texts=reader.texts,
        cache=work.cache,
        keys=work.keys | reader.keys,
        readers=readers,
    )


@dataclass(slots=True)
class _Work:
    """One corpus being read."""

    place: Workspace
    settings: Settings
    options: Options
    cache: Cache
    readers: str
    findings: list[Finding] = field(default_factory=list)
    files: list[FileStatus] = field(default_factory=list)
    by_digest: dict[str, list[FileStatus]] = field(default_factory=dict)
    data_of: dict[str, bytes] = field(default_factory=dict)
    held: int = 0
    readings: list[Reading] = field(default_factory=list)
    keys: set[tuple[str, ...]] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)

    def look(self, entry: FileEntry, known: FileStatus | None) -> None:
        """Take a file of the folder: hash it unless it is known, and look inside if it holds others."""
        status = self._known(entry, known)
        data: bytes | None = None
        if status is None:
            try:
                found, data = identify(self.place.root, entry.path, entry.size, self.options)
            except InputError as error:
                self.findings.append(_unread(entry.path, error))
                self.files.append(FileStatus(entry.path, "unread", entry.size, entry.mtime_ns))
                return
            if data is not None:
                self._hold(entry.path, data)
            status = FileStatus(
                entry.path, "read", entry.size, entry.mtime_ns, digest=found.digest, recipe=found.recipe
            )
        self._take(status, data, Spent())

    def _is_link(self, file: FileStatus) -> bool:
        return file.path.partition("!/")[0] in self.links

    def _known(self, entry: FileEntry, known: FileStatus | None) -> FileStatus | None:
        """Return the last build's status of a file that has not been touched since."""
        if known is None or not known.digest or (known.size, known.mtime_ns) != (entry.size, entry.mtime_ns):
            return None
        return FileStatus(entry.path, "read", entry.size, entry.mtime_ns, digest=known.digest, recipe=known.recipe)

    def _hold(self, path: str, data: bytes) -> None:
        self.held += len(data)
        if self.held <= _HELD_BYTES:
            self.data_of[path] = data

    def _take(self, status: FileStatus, data: bytes | None, spent: Spent, depth: int = 0) -> None:
        """Put a file with those of equal content, or its members where it holds documents.

        spent: of what the file of the folder may cost in which it lies.   depth: in how many containers it lies.
        """
        holds = _holds(status.recipe)
        is_open = True
        if holds:
            inside = self._inside(status, data, spent, depth)
            is_open = inside.is_open
            self.findings.extend(inside.findings)
            for member in inside.members:
                if member.path in self.taken:
                    self.findings.append(_hidden(member.path))
                    continue
                self.taken.add(member.path)
                self._take(
                    FileStatus(
                        member.path,
                        "read",
                        member.size,
                        status.mtime_ns,
                        digest=member.digest,
                        recipe=member.recipe,
                        container=status.path,
                    ),
                    None,
                    spent,
                    depth + 1,
                )
        if holds == "archive":
            self.files.append(replace(status, state="archive" if is_open else "unread"))
            self.data_of.pop(status.path, None)
        else:
            self.by_digest.setdefault(status.digest, []).append(status)

    def _inside(self, status: FileStatus, data: bytes | None, spent: Spent, depth: int) -> Inside:
        """Return what a container holds, kept from an earlier build where it would be the same now.

        What was cut for its cost is looked at again: what is left of the outermost file's sum may be another. So is
        what was locked: another password may be given.
        """
        limits = self.options.limits
        key = ("inside", status.digest, status.path, str(depth), self.readers, status.recipe)
        self.keys.add(key)
        inside = self.cache.get(Inside, *key)
        within = inside is not None and (
            spent.size + inside.size <= limits.expanded_bytes and spent.files + inside.files <= limits.members
        )
        if inside is not None and within:
            spent.size += inside.size
            spent.files += inside.files
            return inside
        size, files = spent.size, spent.files
        try:
            inside = self._opened(status, data if data is not None else self._data(status.path), spent, depth)
        except InputError as error:
            inside = Inside((), (_unread(status.path, error),), is_open=False)
        inside = replace(inside, size=spent.size - size, files=spent.files - files)
        if not any(finding.code in (BEYOND_LIMIT, LOCKED) for finding in inside.findings):
            self.cache.put(inside, *key)
        return inside

    def _opened(self, status: FileStatus, data: bytes, spent: Spent, depth: int) -> Inside:
        opened = members(data, status.path, self.options, depth=depth, spent=spent)
        taken = []
        for each in opened.files:
            try:
                content = each.load()
            except InputError as error:
                opened.findings.append(_unread(each.path, error))
                continue
            self._hold(each.path, content)
            found = identity_of(each.path, content, self.options)
            taken.append(Member(each.path, len(content), found.digest, found.recipe))
        return Inside(tuple(sorted(taken)), tuple(sorted(opened.findings)))

    def _data(self, path: str) -> bytes:
        return self.data_of[path] if path in self.data_of else load(self.place.root, path, self.options)

    def read(self, reader: Reader, report: Progress, jobs: int) -> None:
        """Read every version once, in order of its first path.   jobs: how many processes read ahead."""
        # A link is where a document lies as well, never the document that the file itself is a copy of; nor is what
        # lies in an archive, which may be a copy of what lies open.
        groups = [
            sorted(group, key=lambda file: (self._is_link(file), bool(file.container), file.path))
            for group in sorted(self.by_digest.values(), key=lambda group: min(status.path for status in group))
        ]
        ahead = self._read_ahead(groups, reader, report, jobs) if jobs > 1 else set()
        for done, group in enumerate(groups):
            first = group[0].path
            told = _quiet if first in ahead else partial(report, "read", done, len(groups))
            try:
                pieces = reader.read(group, self.data_of.pop(first, None), told)
            except InputError as error:
                self.findings.extend(_unread(status.path, error) for status in group)
                self.files.extend(replace(status, state="unread", digest="", recipe="") for status in group)
                continue
            self.readings.extend(pieces)
            self.files.extend(read_statuses(group, [reading.version for reading in pieces]))

    def _read_ahead(
        self, groups: Sequence[Sequence[FileStatus]], reader: Reader, report: Progress, jobs: int
    ) -> set[str]:
        """Let other processes read what is new; return the first paths of that."""
        fresh = [group for group in groups if not reader.has(group)]
        read_ahead(
            fresh,
            jobs=jobs,
            root=self.place.root,
            config_path=self.settings.path,
            options=self.options,
            cache=self.cache,
            report=lambda done, path: report("read", done, len(fresh), path),
        )
        return {group[0].path for group in fresh if reader.has(group)}


def _quiet(_: str) -> None:
    """Report to nobody."""


def _holds(recipe: str) -> str:
    """Return what a file holds besides itself: "archive" where it is no document, "mail" where it is one too."""
    if recipe.startswith("open."):
        return "archive"
    return "mail" if recipe.startswith("read.eml/") else ""


def _hidden(path: str) -> Finding:
    message = "not read: another file has that path, a folder's name ends in '!'"
    return Finding("read", "TH549", path, message, Severity.WARNING, hint="rename the folder, or unpack the archive")


def _unread(path: str, error: InputError) -> Finding:
    line = error.at.line if error.at else None
    return Finding("read", error.code, path, error.message, Severity.WARNING, line=line, hint=error.hint)


def _with_distinct_keys(readings: Sequence[Reading], findings: list[Finding]) -> list[Reading]:
    """Return the readings, with the path as key where two files declare one id and hold other bytes."""
    by_key: dict[str, dict[str, list[Reading]]] = {}
    for reading in readings:
        by_key.setdefault(reading.version.whole_key, {}).setdefault(reading.version.path, []).append(reading)
    distinct = []
    for key, files in sorted(by_key.items()):
        first, *others = sorted(files)
        distinct += files[first]
        for path in others:
            findings.append(
                Finding(
                    "read",
                    "TH530",
                    path,
                    f"declares the id {key!r} that {first} declares too",
                    Severity.WARNING,
                    hint="both are kept, this one under its path",
                )
            )
            distinct += [_under_path(reading) for reading in files[path]]
    return distinct


def _under_path(reading: Reading) -> Reading:
    version, extraction = reading.version, reading.extraction
    key = f"{version.path}#{version.piece}" if version.piece else version.path
    return Reading(
        replace(version, key=key),
        replace(
            extraction,
            document=key,
            statements=tuple(replace(s, document=key) for s in extraction.statements),
            rejected=tuple(replace(r, document=key) for r in extraction.rejected),
        ),
    )


def latest_date(documents: Sequence[Version]) -> str | None:
    """Return the last day of the latest date that any document declares, or None."""
    return max((last_day(document.date) for document in documents if document.date), default=None)
