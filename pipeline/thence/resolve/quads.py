"""Statements, documents and entities laid down as quads (DESIGN section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from thence.config import Config
from thence.model.citation import Citation
from thence.model.document import PageState
from thence.model.entity import Entity, IdentityLink, Resolution
from thence.model.span import Span
from thence.model.statement import (
    Extraction,
    Mention,
    Statement,
    Value,
    statement_keys,
)
from thence.model.terms import Quad, Term, iri_term, literal
from thence.model.version import Version
from thence.names import (
    DCTERMS,
    DEFAULT_GRAPH,
    IDENTITY,
    OA,
    OWL,
    PROV,
    RDF,
    RDFS,
    SKOS,
    STATEMENTS,
    TH,
    XSD,
    Iri,
    mint,
    mint_agent,
)
from thence.resolve.assertion import Assertion, Bar, bar_of, date_datatype, event_values, object_term
from thence.resolve.claims import Claim

__all__ = ["claim_quads", "document_quads", "entity_quads", "identity_quads"]

_TYPE = iri_term(RDF.type)
_NAMING_RECIPE = "resolve.names/2"


def _integer(number: int) -> Term:
    return literal(str(number), XSD.integer)


def _first(*numbers: int | None) -> Term | None:
    """Return the first number that there is."""
    return next((_integer(number) for number in numbers if number is not None), None)


def _described(node: Iri, pairs: Iterable[tuple[Iri, Term | None]], graph: Iri = STATEMENTS) -> Iterator[Quad]:
    subject = iri_term(node)
    for predicate, obj in pairs:
        if obj is not None:
            yield subject, iri_term(predicate), obj, graph


def document_quads(pieces: Sequence[Version]) -> Iterator[Quad]:
    """Yield the description of one document version, its author, and its text renditions with what is struck out.

    pieces: the version, or those that it was read in, in order; what it declares of itself the first of them holds.
    """
    document = pieces[0]
    author = mint_agent(document.author) if document.author else None
    unread = sum(page.state in (PageState.IMAGE, PageState.DAMAGED) for page in document.pages)
    triples = sum(len(piece.quads) for piece in pieces)
    yield from _described(
        document.iri,
        [
            (RDF.type, iri_term(TH.Document)),
            (TH.key, literal(document.whole_key)),
            *((TH.path, literal(place)) for place in document.places),
            (TH.digest, literal(document.digest)),
            (TH.byteLength, _integer(document.size)),
            (DCTERMS.format, literal(document.media_type)),
            (DCTERMS.title, literal(document.title) if document.title else None),
            (DCTERMS.date, literal(document.date, date_datatype(document.date)) if document.date else None),
            (DCTERMS.creator, iri_term(author) if author else None),
            (TH.encoding, literal(document.encoding) if document.encoding else None),
            (TH.pages, _integer(len(document.pages)) if document.pages else None),
            (TH.pagesRead, _integer(len(document.pages) - unread) if document.pages else None),
            (TH.triples, _integer(triples) if triples else None),
        ],
    )
    for piece in pieces:
        yield from _text_quads(piece)
    if author and document.author:
        yield from _agent_quads(author, document.author)


def _text_quads(document: Version) -> Iterator[Quad]:
    yield from _described(
        document.text_iri,
        [
            (RDF.type, iri_term(TH.Text)),
            (TH.length, _integer(document.length)),
            (PROV.wasDerivedFrom, iri_term(document.iri)),
            (PROV.wasGeneratedBy, iri_term(mint("recipe", document.recipe))),
        ],
    )
    yield from _recipe_quads(document.recipe)
    for deletion in document.deleted:
        by = mint_agent(deletion.by) if deletion.by else None
        yield from _span_quads(deletion.citation)
        yield from _described(
            deletion.citation.iri,
            [
                (RDF.type, iri_term(TH.DeletedText)),
                (PROV.wasAttributedTo, iri_term(by) if by else None),
                (DCTERMS.date, literal(deletion.date, date_datatype(deletion.date)) if deletion.date else None),
            ],
        )
        if by and deletion.by:
            yield from _agent_quads(by, deletion.by)


def _recipe_quads(recipe: str) -> Iterator[Quad]:
    yield from _described(mint("recipe", recipe), [(RDF.type, iri_term(TH.Recipe)), (RDFS.label, literal(recipe))])


def _agent_quads(agent: Iri, name: str) -> Iterator[Quad]:
    yield from _described(agent, [(RDF.type, iri_term(PROV.Agent)), (RDFS.label, literal(name))])


def _citation_quads(statement: Term, citations: Sequence[Citation]) -> Iterator[Quad]:
    for position, citation in enumerate(citations):
        span = iri_term(citation.iri)
        yield statement, iri_term(PROV.wasDerivedFrom), span, STATEMENTS
        if position == 0:
            yield statement, iri_term(TH.quotedAt), span, STATEMENTS
        yield from _span_quads(citation)


def _span_quads(citation: Citation) -> Iterator[Quad]:
    start, end = citation.bytes or (None, None)
    place = citation.place
    yield from _described(
        citation.iri,
        [
            (RDF.type, iri_term(TH.Span)),
            (OA.hasSource, iri_term(citation.text)),
            (PROV.wasDerivedFrom, iri_term(citation.text)),
            (TH.charStart, _integer(citation.span.start)),
            (TH.charEnd, _integer(citation.span.end)),
            (TH.byteStart, _first(start)),
            (TH.byteEnd, _first(end)),
            (TH.quote, literal(citation.quote)),
            *((TH.page, _integer(page)) for page in place.pages),
            *((TH.box, literal(str(box))) for box in place.boxes),
            (TH.part, literal(place.part) if place.part else None),
            (TH.paragraph, _first(place.number)),
            (TH.run, _first(place.run)),
            (TH.row, _first(citation.row, place.row)),
            (TH.column, _first(citation.column, place.column)),
            (TH.header, literal(" / ".join(place.header)) if place.header else None),
        ],
    )


def _decimal(number: float) -> Term:
    return literal(f"{number:.4f}".rstrip("0").rstrip("."), XSD.decimal)


def claim_quads(
    claim: Claim,
    resolution: Resolution,
    assertion: Assertion,
    event: Iri | None,
    *,
    trusted_voices: Sequence[str] = (),
) -> Iterator[Quad]:
    """Yield one statement's quads: who says what, where, how firmly.

    event: the IRI of the event it carries, or None. A claim that carries no event keeps its event's values as
    properties of its own, so that no event triple stands for what was denied, planned or reported.
    """
    statement = claim.statement
    node = iri_term(claim.iri)
    voice = statement.voice.name if statement.voice else None
    speaker = voice or statement.speaker or claim.document.author
    validity = statement.validity
    obj = object_term(statement.object, statement.document, resolution)
    lexical = statement.object.wording if isinstance(statement.object, Value) else None
    yield from _described(
        claim.iri,
        [
            (RDF.type, iri_term(RDF.Statement)),
            (RDF.subject, iri_term(resolution.entity_of(statement.document, statement.subject))),
            (RDF.predicate, iri_term(statement.predicate)),
            (RDF.object, obj),
            (TH.status, iri_term(statement.status.iri)),
            (TH.polarity, iri_term(statement.polarity.iri)),
            (TH.modality, iri_term(statement.modality.iri)),
            (TH.confidence, _decimal(statement.confidence)),
            (TH.subjectAt, _place(statement, statement.subject)),
            (TH.objectAt, _place(statement, statement.object)),
            (TH.lexicalForm, literal(lexical) if lexical else None),
            (TH.column, _first(statement.column)),
            (TH.header, literal(" / ".join(statement.header)) if statement.header else None),
            *((TH.warning, literal(warning)) for warning in statement.warnings),
            *((TH.readAs, literal(reading)) for reading in _readings(statement)),
            (TH.event, iri_term(event) if event else None),
            (TH.validFrom, _date(validity.from_)),
            (TH.validUntil, _date(validity.until)),
            (TH.validityWording, literal(validity.wording) if validity.wording else None),
            (TH.precision, literal(validity.precision) if validity.precision else None),
            (TH.ended, literal("true", XSD.boolean) if statement.ended else None),
            (TH.saidOn, _date(statement.said)),
            (TH.inOtherVoice, literal("true", XSD.boolean) if voice and voice not in trusted_voices else None),
            (PROV.wasAttributedTo, iri_term(mint_agent(speaker)) if speaker else None),
            (PROV.wasGeneratedBy, iri_term(mint("recipe", statement.recipe))),
            (TH.carriesNoFact, literal(assertion.bars[claim.iri]) if claim.iri in assertion.bars else None),
            (
                TH.supersededBy,
                iri_term(assertion.superseded[claim.iri]) if claim.iri in assertion.superseded else None,
            ),
            *((TH.disputedBy, iri_term(other)) for other in assertion.disputed.get(claim.iri, ())),
        ],
    )
    yield from _citation_quads(node, statement.citations)
    yield from _recipe_quads(statement.recipe)
    if speaker:
        yield from _agent_quads(mint_agent(speaker), speaker)
    if event is None:
        for subject, predicate, value in event_values(claim, resolution, node):
            yield subject, predicate, value, STATEMENTS


def _readings(statement: Statement) -> list[str]:
    """Return how the statement's values were read where they can be read in several ways, sorted."""
    parts = [statement.object, *(part for _, part in statement.event.roles)] if statement.event else [statement.object]
    said = {part.reading for part in parts if isinstance(part, Value)}
    return sorted({*said, statement.validity.reading} - {""})


def _place(statement: Statement, part: Mention | Value) -> Term | None:
    place = statement.place(part)
    return literal(place) if place else None


def _date(date: str | None) -> Term | None:
    return literal(date, date_datatype(date)) if date else None


def entity_quads(
    document: Version,
    extraction: Extraction,
    entities: Mapping[Iri, Entity],
    resolution: Resolution,
    *,
    config: Config,
) -> Iterator[Quad]:
    """Yield types and names of a document's entities: one statement each, cited at its first mention there.

    The statement's predicate is rdf:type. If the assertion policy lets it carry facts, it carries as a whole the
    entity's types, label, other names and identifiers in the default graph; what this document itself calls the thing
    stands in the document's graph.   entities: by IRI.
    """
    named: dict[Iri, list[Mention]] = {}
    for mention in extraction.every_mention():
        named.setdefault(resolution.entity_of(document.key, mention), []).append(mention)
    words = {citation.span: citation for citation in extraction.naming}
    for iri in sorted(named):
        yield from _naming_quads(document, entities[iri], named[iri], words, config)


def _naming_quads(
    document: Version, entity: Entity, mentions: Sequence[Mention], words: Mapping[Span, Citation], config: Config
) -> Iterator[Quad]:
    said = sorted({mention.type for mention in mentions} & set(entity.types))
    stated = said[0] if said else entity.types[0] if entity.types else OWL.Thing
    first = next(mention for mention in mentions if mention.span in words)
    # What it was read as is no part of the key: another lexicon, or another document, renames nothing.
    statement = Statement(document.key, first, RDF.type, Value(""), (words[first.span],), recipe=_NAMING_RECIPE)
    node = statement_keys([statement], document.key)[0]
    bar = bar_of(statement, document.places, config)
    subject = iri_term(entity.iri)
    yield from _described(
        node,
        [
            (RDF.type, iri_term(RDF.Statement)),
            (RDF.subject, subject),
            (RDF.predicate, _TYPE),
            (RDF.object, iri_term(stated)),
            (TH.status, iri_term(statement.status.iri)),
            (TH.polarity, iri_term(statement.polarity.iri)),
            (TH.modality, iri_term(statement.modality.iri)),
            (TH.confidence, _decimal(statement.confidence)),
            (TH.carriesNoFact, literal(bar) if bar else None),
            (PROV.wasGeneratedBy, iri_term(mint("recipe", _NAMING_RECIPE))),
        ],
    )
    yield from _recipe_quads(_NAMING_RECIPE)
    yield from _citation_quads(iri_term(node), statement.citations)
    if bar in (None, Bar.DISTRUSTED):
        for type_ in said:
            yield subject, _TYPE, iri_term(type_), document.iri
        for name in {mention.name for mention in mentions}:
            yield subject, iri_term(RDFS.label if name == entity.label else SKOS.altLabel), literal(name), document.iri
    if bar is None:
        for type_ in {stated, *entity.types}:
            yield subject, _TYPE, iri_term(type_), DEFAULT_GRAPH
        yield subject, iri_term(RDFS.label), literal(entity.label), DEFAULT_GRAPH
        for name in entity.alternatives:
            yield subject, iri_term(SKOS.altLabel), literal(name), DEFAULT_GRAPH
        for identifier, value in entity.identifiers:
            yield subject, iri_term(identifier), literal(value), DEFAULT_GRAPH


def identity_quads(links: Iterable[IdentityLink], resolution: Resolution) -> Iterator[Quad]:
    """Yield identity links, of entities and of events, with their evidence, in the identity graph."""
    for link in links:
        pairs: list[tuple[Iri, Term | None]] = [
            (RDF.type, iri_term(TH.IdentityLink)),
            (TH.linkState, literal(link.state)),
            (TH.confidence, _decimal(link.confidence)),
            *((TH.evidence, literal(sentence)) for sentence in link.evidence),
        ]
        for role, reference, name in (
            (TH.left, link.left, link.left_name),
            (TH.right, link.right, link.right_name),
        ):
            entity = resolution.by_reference.get(reference)
            pairs.append((role, iri_term(entity) if entity else None))
            pairs.append((TH.leftName if role == TH.left else TH.rightName, literal(name)))
        yield from _described(link.iri, pairs, IDENTITY)
