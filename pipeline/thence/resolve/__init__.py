"""Names to identities: which references are one thing, why, and which happenings are one event."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from thence.model.entity import Entity, IdentityLink, Reference, Resolution
from thence.model.finding import Finding, Severity
from thence.model.span import Span
from thence.model.statement import Extraction
from thence.model.version import Version
from thence.names import Iri, mint
from thence.resolve.clusters import Clusters, join_names
from thence.resolve.entities import entities_of
from thence.resolve.names import NameKey, name_key
from thence.resolve.nodes import Families, Join, Node, document_nodes, employed, ties
from thence.resolve.persons import join_persons

if TYPE_CHECKING:
    from thence.ontology import Ontology
    from thence.store.decisions import Decision

__all__ = ["resolve"]

_OPEN = ("agent", "thing")
_SAME = frozenset({"same", "merge"})
_DIFFERENT = frozenset({"different", "separate"})


def resolve(
    extractions: Sequence[tuple[Version, Extraction]], ontology: Ontology, *, decisions: Sequence[Decision] = ()
) -> Resolution:
    """Return the entity of every mention, the entities sorted by IRI, and the links with their evidence.

    References are gathered inside each document, then over all documents, by complete linkage: two with evidence
    against each other (different identifiers, legal forms or class families, a declaration, a decision) are never in
    one entity. The order of the documents does not matter.
    decisions: of kind "same" or "different"; their data hold two names or entity IRIs.
    Findings: TH821 a link that a person should look at, TH822 one name for several things.
    """
    ordered = sorted(extractions, key=lambda pair: (pair[0].key, pair[0].digest))
    named = [d for d in decisions if d.kind in _SAME | _DIFFERENT]
    known: dict[str, list[int]] = {}
    if any(text.startswith("urn:") or "://" in text for d in named for text in _texts(d.data)):
        # Decisions name entities as they are without any decision.
        clusters, _ = _cluster(ordered, ontology, (), {})
        _, iri_of = entities_of(clusters, ontology)
        for i, iri in iri_of.items():
            known.setdefault(str(iri), []).append(i)
    clusters, paths = _cluster(ordered, ontology, named, known)
    entities, iri_of = entities_of(clusters, ontology)
    by_reference, by_name = _references(clusters, iri_of)
    links = _links(clusters)
    return Resolution(
        entities=tuple(_with_acronyms(entities, ordered, by_reference, by_name)),
        links=links,
        findings=_findings(links, by_reference, paths),
        by_reference=by_reference,
        by_name=by_name,
    )


def _with_acronyms(
    entities: Iterable[Entity],
    extractions: Iterable[tuple[Version, Extraction]],
    by_reference: Mapping[Reference, Iri],
    by_name: Mapping[tuple[str, Span, str], Iri],
) -> Iterator[Entity]:
    """Yield the entities, each with the acronyms that documents define for it ("Quorlex Ferries Ltd (QFL)").

    A mention bears the name that its acronym stands for, so that the acronym itself would be lost; a defined term such
    as "the Borrower" means one thing in one document only and is no name.
    """
    acronyms: dict[Iri, set[str]] = {}
    for document, extraction in extractions:
        short = {full: words for words, full, _ in extraction.aliases if len(words) > 1 and words.isupper()}
        for mention in extraction.every_mention() if short else ():
            if mention.name in short:
                at = (document.key, mention.span)
                iri = by_name.get((*at, mention.name)) or by_reference[at]
                acronyms.setdefault(iri, set()).add(short[mention.name])
    for entity in entities:
        more = acronyms.get(entity.iri, set()) - {entity.label}
        yield replace(entity, alternatives=tuple(sorted({*entity.alternatives, *more}))) if more else entity


def _references(
    clusters: Clusters, iri_of: Mapping[int, Iri]
) -> tuple[dict[Reference, Iri], dict[tuple[str, Span, str], Iri]]:
    """Return the entity of each place, and of each name meant there where a place stands for several things."""
    meant: dict[Reference, dict[str, Iri]] = {}
    for i, node in enumerate(clusters.nodes):
        for span, name in node.places:
            meant.setdefault((node.document, span), {})[name] = iri_of[i]
    by_reference: dict[Reference, Iri] = {}
    by_name: dict[tuple[str, Span, str], Iri] = {}
    for reference in sorted(meant):
        names = meant[reference]
        by_reference[reference] = names[min(names, key=lambda name: (-len(name), name))]
        if len(set(names.values())) > 1:
            by_name.update(((*reference, name), names[name]) for name in sorted(names))
    return by_reference, by_name


def _cluster(
    extractions: Sequence[tuple[Version, Extraction]],
    ontology: Ontology,
    decisions: Sequence[Decision],
    known: Mapping[str, list[int]],
) -> tuple[Clusters, dict[str, str]]:
    families = Families(ontology)
    nodes: list[Node] = []
    paths: dict[str, str] = {}
    for document, extraction in extractions:
        own = document_nodes(document, extraction, families)
        at = {place: len(nodes) + i for i, node in enumerate(own) for place in node.places}
        for a, b in ties(extraction):
            if at[a] != at[b]:
                own[at[a] - len(nodes)].context.add(at[b])
        for place in employed(extraction, ontology):
            own[at[place] - len(nodes)].employed = True
        for node in own:
            if node.apart:
                # A namesake is described by the names inside the words for him ("the Acme director of that name").
                spans = [span for span, _ in node.places]
                node.context |= {i for (inner, _), i in at.items() for span in spans if inner in span and inner != span}
        nodes += own
        paths[document.key] = document.path
    _adopt_families(nodes)
    clusters = Clusters(nodes, families)
    declared = _declared(clusters, extractions)
    by_key = _by_key(nodes)
    for decision in decisions:
        sides = [known.get(text) or by_key.get(name_key(text), []) for text in _texts(decision.data)]
        _apply(clusters, decision.kind in _SAME, [side for side in sides if side])
    aliases = _aliases(extractions)
    join_names(clusters, aliases)
    join_persons(clusters, declared, aliases)
    return clusters, paths


def _adopt_families(nodes: Iterable[Node]) -> None:
    """Let a name that one document leaves open (an agent, a thing) be of the family that all others give it."""
    given: dict[NameKey, set[str]] = {}
    for node in nodes:
        if node.family not in _OPEN:
            for key in node.name_keys():
                given.setdefault(key, set()).add(node.family)
    for node in nodes:
        if node.family in _OPEN:
            found = {family for key in node.name_keys() for family in given.get(key, ())}
            telling = node.family == "agent" or all(len(key.core) > 1 for key in node.name_keys())
            if len(found) == 1 and telling and (node.family == "thing" or found <= {"person", "org"}):
                node.family = found.pop()


def _texts(data: Mapping[str, object]) -> list[str]:
    """Return the texts of a decision's data in order of their names, lists taken apart."""
    found: list[str] = []
    for name in sorted(data):
        value = data[name]
        found += (
            [value]
            if isinstance(value, str)
            else [v for v in value if isinstance(v, str)]
            if isinstance(value, list)
            else []
        )
    return found


def _by_key(nodes: Iterable[Node]) -> dict[NameKey, list[int]]:
    found: dict[NameKey, list[int]] = {}
    for i, node in enumerate(nodes):
        for key in sorted({name_key(name) for name in node.names}):
            found.setdefault(key, []).append(i)
    return found


def _apply(clusters: Clusters, same: bool, sides: Sequence[Sequence[int]]) -> None:
    for at, left in enumerate(sides):
        for right in sides[at + 1 :]:
            if same:
                for i in (*left, *right):
                    clusters.join(left[0], i, "a person decided that they are the same", 1.0)
            else:
                for i in left:
                    for j in right:
                        if i != j:
                            clusters.separate(i, j)


def _declared(clusters: Clusters, extractions: Sequence[tuple[Version, Extraction]]) -> frozenset[int]:
    """Keep apart what documents tell apart; return the nodes said to have a namesake."""
    at = {(node.document, *place): i for i, node in enumerate(clusters.nodes) for place in node.places}
    by_key = _by_key(clusters.nodes)
    found: set[int] = set()
    for _, extraction in extractions:
        for mention, other, citation in extraction.distinct:
            i = at[extraction.document, mention.span, mention.name]
            twin = name_key(other)
            named = [j for j in by_key.get(twin, []) if j != i]
            same_name = twin in {name_key(name) for name in clusters.nodes[i].names} or re.search(
                r"(?i)\b(?:same|that|his|her) name\b|\bnamesakes?\b|\bno relation\b|\bunrelated\b",
                f"{other} {citation.quote}",
            )
            if clusters.nodes[i].family == "person" and (same_name or not named):
                found.add(i)
            else:
                for j in named:
                    clusters.separate(i, j)
    return frozenset(found)


def _aliases(extractions: Sequence[tuple[Version, Extraction]]) -> list[tuple[NameKey, NameKey]]:
    """Return the declared aliases that mean one thing in all documents and are no bare word ("Client")."""
    fulls: dict[NameKey, set[NameKey]] = {}
    for _, extraction in extractions:
        for short, full, _ in extraction.aliases:
            telling = len(name_key(short).core) > 1 or (short.replace(".", "").isupper() and len(short) < 9)
            if telling and name_key(short) != name_key(full):
                fulls.setdefault(name_key(short), set()).add(name_key(full))
    return sorted((short, next(iter(full))) for short, full in fulls.items() if len(full) == 1)


def _links(clusters: Clusters) -> tuple[IdentityLink, ...]:
    """Return the links: local joins, joins over documents between unlike spellings, what was refused or is doubtful."""
    found: dict[Iri, IdentityLink] = {}

    def keep(left: Reference, left_name: str, right: Reference, right_name: str, state: str, join: Join) -> None:
        if right < left:
            left, left_name, right, right_name = right, right_name, left, left_name
        iri = mint("link", left[0], str(left[1].start), right[0], str(right[1].start), left_name, right_name)
        link = IdentityLink(iri, left, right, left_name, right_name, state, join.evidence, round(join.confidence, 2))
        held = found.get(iri)
        if held is None or (held.state, -held.confidence) > (link.state, -link.confidence):
            found[iri] = link

    for node in clusters.nodes:
        for left, left_name, right, right_name, join in node.joins:
            keep(left, left_name, right, right_name, "accepted", join)
    told: set[tuple[int, int, str]] = set()
    for joined in clusters.joined:
        a, b = clusters.nodes[joined.left], clusters.nodes[joined.right]
        roots = clusters.find(joined.left), clusters.find(joined.right)
        if joined.state == "accepted":
            if a.first_named() == b.first_named() and joined.join.evidence[0] in (
                "the same name",
                "the same full name",
            ):
                continue
        else:
            pair = (min(roots), max(roots), joined.state)
            if roots[0] == roots[1] or pair in told or (joined.state == "proposed" and (*pair[:2], "rejected") in told):
                continue
            told.add(pair)
        keep(a.first, a.first_named(), b.first, b.first_named(), joined.state, joined.join)
    return tuple(sorted(found.values(), key=lambda link: link.iri))


def _findings(
    links: Iterable[IdentityLink], by_reference: Mapping[Reference, Iri], paths: Mapping[str, str]
) -> tuple[Finding, ...]:
    found = []
    for link in links:
        if link.state == "accepted":
            continue
        proposed = link.state == "proposed"
        verb = "may be the same" if proposed else "are kept apart"
        found.append(
            Finding(
                stage="resolve",
                code="TH821" if proposed else "TH822",
                path=paths[link.right[0]],
                message=f"{link.left_name} and {link.right_name} {verb}: {'; '.join(link.evidence)}",
                severity=Severity.INFO,
                hint='decide it with a line of kind "same" or "different" in thence.decisions.jsonl'
                if proposed
                else "",
                subject=by_reference[link.right],
                related=(by_reference[link.left],),
            )
        )
    return tuple(sorted(found))
