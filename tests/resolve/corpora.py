"""Small corpora for the tests of identity: documents whose mentions are written in square brackets."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import cache

from thence.model.document import Document, Span, cite
from thence.model.entity import Resolution
from thence.model.statement import Extraction, Mention, Statement
from thence.model.version import Version, version_of
from thence.names import AGR, FOAF, MONEY, ORG, OWL, PEOPLE, PLACE, Iri
from thence.ontology import Ontology, load_ontology
from thence.resolve import resolve

KINDS = {
    "p": FOAF.Person,
    "o": ORG.Organization,
    "c": PEOPLE.Company,
    "l": PLACE.Place,
    "a": FOAF.Agent,
    "m": MONEY.Account,
    "g": AGR.Agreement,
    "t": OWL.Thing,
}
Pair = tuple[Version, Extraction]


@cache
def ontology() -> Ontology:
    return load_ontology(())


def doc(
    key: str,
    marked: str,
    *,
    ids: dict[str, tuple[Iri, str]] | None = None,
    ties: Sequence[tuple[int, int]] = (),
    said: Iri = PEOPLE.associatedWith,
    aliases: Sequence[tuple[str, str]] = (),
    distinct: Sequence[tuple[int, str]] = (),
) -> Pair:
    """Return a document and its extraction.

    marked: text with mentions as ``[p:Ann Lee]`` (kind and words) or ``[p:she=Ann Lee]`` (words, then the name).
    ties: pairs of mention numbers that a statement ties by ``said``.   distinct: (mention number, other name).
    """
    text, mentions, at = "", [], 0
    for match in re.finditer(r"\[(\w):([^\]=]*)(?:=([^\]]*))?\]", marked):
        text += marked[at : match.start()]
        at = match.end()
        span = Span(len(text), len(text) + len(match[2]))
        text += match[2]
        name = match[3] or match[2]
        identifiers = (ids[name],) if ids and name in ids else ()
        mentions.append(Mention(span, name, KINDS[match[1]], identifiers=identifiers))
    text += marked[at:]
    digest = hashlib.sha256(f"{key}\n{text}".encode()).hexdigest()
    document = Document(key, (key,), "text/plain", digest, len(text), "test/1", text)
    whole = cite(document, Span(0, len(text)))
    statements = tuple(Statement(key, mentions[a], said, mentions[b], citations=(whole,)) for a, b in ties)
    extraction = Extraction(
        key,
        statements=statements,
        mentions=tuple(mentions),
        aliases=tuple((short, full, whole) for short, full in aliases),
        distinct=tuple((mentions[i], other, whole) for i, other in distinct),
    )
    return version_of(document), extraction


def resolved(*pairs: Pair) -> Resolution:
    return resolve(pairs, ontology())


def groups(resolution: Resolution) -> set[frozenset[str]]:
    """Return the entities as sets of their names, labels included."""
    return {frozenset((entity.label, *entity.alternatives)) for entity in resolution.entities}


def labels(resolution: Resolution) -> list[str]:
    return sorted(entity.label for entity in resolution.entities)
