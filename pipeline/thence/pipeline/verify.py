"""Everything machine-checked again: quotes against bytes, derivations against rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from thence.config import load_config
from thence.errors import UsageError
from thence.model.finding import Finding
from thence.names import DEFAULT_GRAPH, DERIVED
from thence.pipeline.settings import reading_options
from thence.pipeline.status import config_path_of
from thence.reason.kept import kept_closure
from thence.store.store import Store
from thence.store.workspace import Workspace
from thence.validate.derivations import verify_derivations
from thence.validate.verify import verify_quotes

__all__ = ["Verification", "verify"]


@dataclass(frozen=True, slots=True)
class Verification:
    """How many files, quotes and derivations were checked again, and what did not hold (sorted)."""

    files: int
    quotes: int
    derivations: int
    findings: tuple[Finding, ...]

    @property
    def checked(self) -> int:
        """Quotes and derivations together."""
        return self.quotes + self.derivations


def verify(workspace: Workspace, *, passwords: Sequence[str] = ()) -> Verification:
    """Re-read every cited file and work out every recorded derivation again.

    passwords: tried in turn on locked files.

    Raises UsageError TH103 when nothing was built yet.
    """
    options = reading_options(load_config(config_path_of(workspace)), passwords=passwords)
    with Store.open(workspace.directory, read_only=True) as store:
        closure = kept_closure(store)
        if closure is None:
            message = f"nothing was built in {workspace.directory} yet"
            raise UsageError("TH103", message, hint=f"thence build {workspace.root}")
        quotes = verify_quotes(store, workspace.root, options=options)
        derived = sorted((s, p, o) for s, p, o, _ in store.quads(DERIVED))
        asserted = {(s, p, o) for s, p, o, _ in store.quads(DEFAULT_GRAPH)}
        broken = verify_derivations(closure, asserted, derived)
    return Verification(quotes.files, quotes.quotes, len(derived), tuple(sorted((*quotes.findings, *broken))))
