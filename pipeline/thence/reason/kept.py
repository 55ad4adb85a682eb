"""The closure that a build keeps beside the store: its files' names, and the way back."""

from __future__ import annotations

from thence.reason.closure import Closure
from thence.store.ledger import LEDGER, ledger_from
from thence.store.store import Store

__all__ = ["kept_closure", "trace_files"]

_FOLDER = "trace/"


def trace_files(closure: Closure) -> dict[str, bytes]:
    """Return a closure as files of the workspace: content by name."""
    return {_FOLDER + name: data for name, data in closure.to_files().items()}


def kept_closure(store: Store) -> Closure | None:
    """Return the closure of the last build, or None when nothing was built.

    Raises StoreError TH621 for damaged files.
    """
    ledger = store.file(LEDGER)
    if ledger is None:
        return None
    names = [name for name in ledger_from(ledger).kept if name.startswith(_FOLDER)]
    files = {name.removeprefix(_FOLDER): store.file(name) for name in names}
    whole = {name: data for name, data in files.items() if data is not None}
    return Closure.from_files(whole) if whole else None
