"""Entities and identity links: what names refer to, and why two references are one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from thence.model.document import Span
from thence.model.finding import Finding
from thence.model.statement import Mention
from thence.names import Iri

__all__ = ["Entity", "IdentityLink", "Reference", "Resolution"]

Reference = tuple[str, Span]
"""A mention's address: document key and span."""


@dataclass(frozen=True, slots=True)
class Entity:
    """One thing that mentions refer to.

    label: the fullest name.   types: class IRIs, sorted.   alternatives: its other names, sorted.
    identifiers: (property IRI, value), sorted.   key: what its IRI is minted from.   references: its mentions, sorted.
    """

    iri: Iri
    label: str
    types: tuple[Iri, ...]
    alternatives: tuple[str, ...] = ()
    identifiers: tuple[tuple[Iri, str], ...] = ()
    key: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()


@dataclass(frozen=True, slots=True)
class IdentityLink:
    """Why two references are taken to be one (accepted), might be one (proposed), or are not (rejected).

    evidence: sentences for people, strongest first ("same identifier GB89…", "legal form aside, same name").
    """

    iri: Iri
    left: Reference
    right: Reference
    left_name: str
    right_name: str
    state: str
    evidence: tuple[str, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class Resolution:
    """Every mention's entity, the entities, and the links with their evidence.

    by_name: only for places whose words stand for several things ("they"): document, span and name to the entity.
    """

    entities: tuple[Entity, ...]
    links: tuple[IdentityLink, ...] = ()
    findings: tuple[Finding, ...] = ()
    by_reference: Mapping[Reference, Iri] = field(default_factory=dict)
    by_name: Mapping[tuple[str, Span, str], Iri] = field(default_factory=dict)

    def entity_of(self, document: str, mention: Mention) -> Iri:
        """Return the entity IRI of a mention. Raises KeyError for one that was not resolved."""
        if self.by_name:
            several = self.by_name.get((document, mention.span, mention.name))
            if several is not None:
                return several
        return self.by_reference[document, mention.span]
