"""A corpus laid down: who says what, in each document's own graph and in the statements graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby

from thence.extract.cache import Reading
from thence.model.entity import Resolution
from thence.model.finding import Finding
from thence.model.statement import statement_keys
from thence.model.terms import Quad, Term, Triple, iri_of, iri_term
from thence.names import DEFAULT_GRAPH, RDF, STATEMENTS, Iri
from thence.pipeline.settings import Settings
from thence.resolve.assertion import Assertion, triples_of
from thence.resolve.claims import Claim
from thence.resolve.events import EventIdentities
from thence.resolve.quads import claim_quads, document_quads, entity_quads, identity_quads

__all__ = [
    "carriers_of",
    "claims_of",
    "document_graph_quads",
    "naming_quads",
    "open_conflicts",
    "statement_quads",
    "versions_in",
]

_STATES_TYPE = (iri_term(RDF.predicate), iri_term(RDF.type))
_SUBJECT = iri_term(RDF.subject)


def claims_of(readings: Sequence[Reading]) -> tuple[Claim, ...]:
    """Return every statement with its IRI, in order of the documents; the same clause read twice counts once.

    Equal quotes are told apart by their order in the whole file, also where it was read in pieces.
    """
    claims: dict[Iri, Claim] = {}
    for pieces in versions_in(readings):
        before: Counter[str] = Counter()
        for reading in pieces:
            statements, version = reading.extraction.statements, reading.version
            for position, iri in statement_keys(statements, version.whole_key, before).items():
                claims.setdefault(iri, Claim(iri, statements[position], version))
            if version.piece:
                before.update({each.quote.quote: each.quote.ordinal + 1 for each in statements})
    return tuple(claims.values())


def versions_in(readings: Sequence[Reading]) -> Iterator[Sequence[Reading]]:
    """Yield the readings of each document version: one, or those of its pieces in order."""
    for _, pieces in groupby(readings, key=lambda reading: (reading.version.whole_key, reading.version.digest)):
        yield list(pieces)


def open_conflicts(events: EventIdentities, assertion: Assertion) -> Iterator[Finding]:
    """Yield the conflicts between events that no correction has settled."""
    for finding in events.findings:
        if not any(Iri(statement) in assertion.superseded for statement in finding.related):
            yield finding


def statement_quads(
    readings: Sequence[Reading],
    claims: Sequence[Claim],
    resolution: Resolution,
    assertion: Assertion,
    events: EventIdentities,
    settings: Settings,
) -> Iterator[Quad]:
    """Yield who says what: documents, statements and identity links."""
    for pieces in versions_in(readings):
        yield from document_quads([reading.version for reading in pieces])
    trusted = settings.config.trust.voices
    for claim in claims:
        event = events.iri_of.get(claim.iri)
        yield from claim_quads(claim, resolution, assertion, event, trusted_voices=trusted)
    yield from identity_quads((*resolution.links, *events.links), resolution)


def carriers_of(
    quads: Collection[Quad], facts: Mapping[Triple, Sequence[Iri]], imported: Mapping[Triple, Sequence[Iri]]
) -> dict[Triple, tuple[Iri, ...]]:
    """Return each asserted fact with the statements that carry it, sorted; names and types by their entity's statement.

    facts: what claims carry.   imported: what RDF files state: those no statement carries are carried by the documents.
    The rest of the default graph is carried by the rdf:type statements of its subject.
    """
    types = {s for s, p, o, graph in quads if graph == STATEMENTS and (p, o) == _STATES_TYPE}
    naming: dict[Term, list[Iri]] = {}
    for statement, predicate, entity, graph in quads:
        if graph == STATEMENTS and predicate == _SUBJECT and statement in types:
            naming.setdefault(entity, []).append(iri_of(statement))
    carried: dict[Triple, tuple[Iri, ...]] = {}
    for subject, predicate, obj, graph in quads:
        if graph == DEFAULT_GRAPH:
            triple = (subject, predicate, obj)
            own: Sequence[Iri] = facts.get(triple) or imported.get(triple) or naming.get(subject) or ()
            carried[triple] = tuple(sorted(own))
    return carried


def document_graph_quads(plain: Sequence[Claim], resolution: Resolution, events: EventIdentities) -> Iterator[Quad]:
    """Yield what each document plainly says, in its own graph.   plain: the claims that say it, each by itself."""
    for claim in plain:
        for triple in triples_of(claim, resolution, events.iri_of.get(claim.iri)):
            yield *triple, claim.document.iri


def naming_quads(readings: Sequence[Reading], resolution: Resolution, settings: Settings) -> Iterator[Quad]:
    """Yield the types and names of every entity, as each document gives them."""
    entities = {entity.iri: entity for entity in resolution.entities}
    for reading in readings:
        yield from entity_quads(reading.version, reading.extraction, entities, resolution, config=settings.config)
