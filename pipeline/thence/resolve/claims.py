"""Claims: statements under their IRIs, with the document that makes them."""

from __future__ import annotations

from dataclasses import dataclass

from thence.model.statement import Statement
from thence.model.version import Version
from thence.names import Iri

__all__ = ["Claim"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement, its IRI, and the document version it was read from."""

    iri: Iri
    statement: Statement
    document: Version
