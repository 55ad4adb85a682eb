"""Everything machine-checked again: quotes and imported facts against files, derivations against rules."""

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
from thence.validate.verify import verify_files

__all__ = ["Verification", "verify"]


@dataclass(frozen=True, slots=True)
class Verification:
    """How many files, quotes, facts of RDF files and derivations were checked again, and what did not hold (sorted)."""

    files: int
    quotes: int
    imported: int
    derivations: int
    findings: tuple[Finding, ...]

    @property
    def checked(self) -> int:
        """Quotes, imported facts and derivations together."""
        return self.quotes + self.imported + self.derivations


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
        derived = sorted((s, p, o) for s, p, o, _ in store.quads(DERIVED))
        asserted = {(s, p, o) for s, p, o, _ in store.quads(DEFAULT_GRAPH)}
        files = verify_files(store, workspace.root, asserted, options=options)
        broken = verify_derivations(closure, asserted, derived)
    findings = tuple(sorted((*files.findings, *broken)))
    return Verification(files.files, files.quotes, files.imported, len(derived), findings)
