"""The coverage ledger as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from thence.config import load_config
from thence.errors import StoreError, UsageError
from thence.model.finding import Finding
from thence.model.ledger import FileStatus, Ledger, RejectedCandidate
from thence.pipeline.settings import ignored, settings_hashes
from thence.read import scan
from thence.store.ledger import LEDGER, ledger_from
from thence.store.store import Store
from thence.store.workspace import Workspace

__all__ = ["Status", "config_path_of", "previous_ledger", "readable_ledger", "status"]


@dataclass(frozen=True, slots=True)
class Status:
    """The coverage ledger as it stands, and the files that changed since.

    stale: their relative paths, sorted; the settings file and what it names are among them where they say other things.
    config: the settings file that was named to the build, absolute; empty for the corpus's own.
    """

    workspace: Workspace
    files: tuple[FileStatus, ...]
    findings: tuple[Finding, ...]
    inconsistencies: tuple[Finding, ...]
    rejected: tuple[RejectedCandidate, ...]
    counts: Mapping[str, int]
    as_of: str | None
    stale: tuple[str, ...]
    config: str = ""


def previous_ledger(store: Store) -> Ledger | None:
    """Return the ledger of the last build, or None when there was none."""
    data = store.file(LEDGER)
    return ledger_from(data) if data is not None else None


def readable_ledger(store: Store) -> Ledger | None:
    """Return the ledger of the last build, or None when there is none that can be read: a build makes it anew."""
    try:
        return previous_ledger(store)
    except StoreError:
        return None


def config_path_of(workspace: Workspace) -> Path:
    """Return the settings file of a workspace: the one its last build was given, else the corpus's own."""
    with Store.open(workspace.directory, read_only=True) as store:
        ledger = previous_ledger(store)
    return Path(ledger.config) if ledger is not None and ledger.config else workspace.config_path


def status(workspace: Workspace) -> Status:
    """Return the coverage ledger of the last build, and which files changed, came or went since.

    Raises UsageError TH103 when nothing was built yet.
    """
    with Store.open(workspace.directory, read_only=True) as store:
        ledger = previous_ledger(store)
    if ledger is None:
        raise UsageError(
            "TH103", f"nothing was built in {workspace.directory} yet", hint=f"thence build {workspace.root}"
        )
    config_path = Path(ledger.config) if ledger.config else workspace.config_path
    config = load_config(config_path)
    no_documents = ignored(config, config_path, workspace.root)
    found = scan(workspace.root, ignore=no_documents, max_bytes=config.max_file_bytes, follow_links=config.follow_links)
    now = {entry.path: (entry.size, entry.mtime_ns) for entry in found.files}
    then = {file.path: (file.size, file.mtime_ns) for file in ledger.files if file.mtime_ns and not file.container}
    stale = {path for path in now.keys() | then.keys() if now.get(path) != then.get(path)}
    if ledger.settings:
        set_now = settings_hashes(config, config_path)
        stale |= {name for name in set_now.keys() | ledger.settings if set_now.get(name) != ledger.settings.get(name)}
    return Status(
        workspace=workspace,
        files=ledger.files,
        findings=ledger.findings,
        inconsistencies=ledger.inconsistencies,
        rejected=ledger.rejected,
        counts=ledger.counts,
        as_of=ledger.as_of,
        stale=tuple(sorted(stale)),
        config=ledger.config,
    )
