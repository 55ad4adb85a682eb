"""The corpus as read: one reading a document version, and what became of each file."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from thence.errors import InputError
from thence.extract import extract
from thence.extract.cache import Cache, Reading
from thence.model.document import Document
from thence.model.finding import Finding, Severity
from thence.model.ledger import FileStatus, Ledger
from thence.pipeline.settings import Settings, ignored
from thence.read import FileEntry, load, read_bytes, recipe_for, scan
from thence.resolve.assertion import last_day
from thence.store.workspace import Workspace

__all__ = ["Corpus", "Progress", "latest_date", "read_corpus"]

_HELD_BYTES = 64_000_000
"""Bytes of new files kept in memory between hashing and reading; beyond that a file is loaded twice."""

Progress = Callable[[str, int, int, str], None]
"""Called with the stage, how many are done, how many there are, and what is at hand."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """What was read: one reading a document version, in order of their keys, and what became of each file."""

    readings: tuple[Reading, ...]
    files: tuple[FileStatus, ...]
    findings: tuple[Finding, ...]
    cache: Cache
    keys: set[tuple[str, ...]]


def read_corpus(place: Workspace, settings: Settings, previous: Ledger | None, report: Progress) -> Corpus:
    """Return every document with its extraction; unchanged files come from the cache.

    A file whose path, size and modification time are those of the last build is not opened again.
    """
    no_documents = ignored(settings.config, settings.path, place.root)
    found = scan(place.root, ignore=no_documents, max_bytes=settings.config.max_file_bytes)
    cache = Cache(place.directory / "cache")
    extractor = settings.extractor
    known = {file.path: file for file in previous.files} if previous else {}
    findings: list[Finding] = list(found.findings)
    files: list[FileStatus] = []
    by_digest: dict[str, list[FileStatus]] = {}
    data_of: dict[str, bytes] = {}
    held = 0
    for entry in found.files:
        status = _known_status(entry, known.get(entry.path))
        if status is None:
            try:
                data = load(place.root, entry.path)
                digest = hashlib.sha256(data).hexdigest()
                status = FileStatus(
                    entry.path, "read", entry.size, entry.mtime_ns, digest=digest, recipe=recipe_for(entry.path, data)
                )
                held += len(data)
                if held <= _HELD_BYTES:
                    data_of[entry.path] = data
            except InputError as error:
                findings.append(_unread(entry.path, error))
                files.append(FileStatus(entry.path, "unread", entry.size, entry.mtime_ns))
                continue
        by_digest.setdefault(status.digest, []).append(status)

    readings: list[Reading] = []
    keys: set[tuple[str, ...]] = set()
    groups = sorted(by_digest.values(), key=lambda group: group[0].path)
    for done, group in enumerate(groups):
        places = tuple(status.path for status in group)
        report("read", done, len(groups), places[0])
        key = (group[0].digest, group[0].recipe, extractor, *places)
        reading = cache.get(*key)
        if reading is None:
            try:
                data = data_of[places[0]] if places[0] in data_of else load(place.root, places[0])
                document = read_bytes(data, places=places)
            except InputError as error:
                findings.append(_unread(places[0], error))
                files.extend(replace(status, state="unread", digest="", recipe="") for status in group)
                continue
            extraction = extract(document, settings.ontology, settings.lexicon, settings.mappings)
            reading = Reading(document, extraction)
            if document.digest == group[0].digest:  # else it changed between the two looks: the next build will see
                cache.put(reading, *key)
        data_of.pop(places[0], None)
        keys.add(key)
        readings.append(reading)
        files.extend(_read_statuses(group, reading))
    readings = _with_distinct_keys(readings, findings)
    readings.sort(key=lambda reading: reading.document.key)
    return Corpus(tuple(readings), tuple(sorted(files)), tuple(sorted(findings)), cache, keys)


def _known_status(entry: FileEntry, known: FileStatus | None) -> FileStatus | None:
    """Return the last build's status of a file that has not been touched since."""
    if known is None or not known.digest or (known.size, known.mtime_ns) != (entry.size, entry.mtime_ns):
        return None
    return FileStatus(entry.path, "read", entry.size, entry.mtime_ns, digest=known.digest, recipe=known.recipe)


def _unread(path: str, error: InputError) -> Finding:
    line = error.at.line if error.at else None
    return Finding("read", error.code, path, error.message, Severity.WARNING, line=line, hint=error.hint)


def _read_statuses(group: Sequence[FileStatus], reading: Reading) -> Iterator[FileStatus]:
    document = reading.document
    for position, status in enumerate(group):
        state = "copy" if position else "read" if document.text.strip() else "empty"
        yield replace(status, state=state, document=document.iri, key=document.key, recipe=status.recipe)


def _with_distinct_keys(readings: Sequence[Reading], findings: list[Finding]) -> list[Reading]:
    """Return the readings, with the path as key where two files declare one id and hold other bytes."""
    by_key: dict[str, list[Reading]] = {}
    for reading in readings:
        by_key.setdefault(reading.document.key, []).append(reading)
    distinct = []
    for key, group in sorted(by_key.items()):
        for position, reading in enumerate(sorted(group, key=lambda r: r.document.path)):
            if position == 0:
                distinct.append(reading)
                continue
            path = reading.document.path
            findings.append(
                Finding(
                    "read",
                    "TH530",
                    path,
                    f"declares the id {key!r} that {group[0].document.path} declares too",
                    Severity.WARNING,
                    hint="both are kept, this one under its path",
                )
            )
            extraction = reading.extraction
            distinct.append(
                Reading(
                    replace(reading.document, key=path),
                    replace(
                        extraction,
                        document=path,
                        statements=tuple(replace(s, document=path) for s in extraction.statements),
                        rejected=tuple(replace(r, document=path) for r in extraction.rejected),
                    ),
                )
            )
    return distinct


def latest_date(documents: Sequence[Document]) -> str | None:
    """Return the last day of the latest date that any document declares, or None."""
    return max((last_day(document.date) for document in documents if document.date), default=None)
