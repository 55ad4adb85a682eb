"""Entities: what a cluster of references is called, what it is, and the key that names it for ever."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from thence.model.entity import Entity
from thence.names import DCTERMS, OWL, Iri, mint_entity
from thence.resolve.clusters import Clusters
from thence.resolve.names import better_label, name_key, person_name
from thence.resolve.nodes import EXCLUSIVE

if TYPE_CHECKING:
    from thence.ontology import Ontology

__all__ = ["entities_of", "types_of"]


def types_of(seen: Mapping[Iri, int], ontology: Ontology) -> tuple[Iri, ...]:
    """Return the most special of the classes seen that can hold together, sorted; of disjoint ones the frequent."""
    special = [t for t in sorted(seen) if t not in (OWL.Thing, "")]
    kept: list[Iri] = []
    for each in sorted(special, key=lambda t: (-seen[t], t)):
        if not any(ontology.are_disjoint(each, other) for other in kept):
            kept.append(each)
    narrow = [t for t in kept if not any(t != other and ontology.is_subclass(other, t) for other in kept)]
    return tuple(sorted(narrow)) or (OWL.Thing,)


def entities_of(clusters: Clusters, ontology: Ontology) -> tuple[list[Entity], dict[int, Iri]]:
    """Return the entities, sorted by IRI, and the entity of each node.

    A name that several persons or firms bear gets the thing that tells them apart in brackets, in label and key.
    """
    plain: dict[int, str] = {}
    spellings: dict[int, Counter[str]] = {}
    for root in clusters.roots():
        names: Counter[str] = Counter()
        short: set[str] = set()
        for i in clusters.members[root]:
            names += clusters.nodes[i].names
            short |= clusters.nodes[i].short
        spellings[root] = names
        plain[root] = better_label({name: count for name, count in names.items() if name not in short} or names)
    bearers: dict[tuple[str, str], list[int]] = {}
    keys: dict[int, tuple[str, ...]] = {}
    for root in clusters.roots():
        keys[root] = _key(clusters, root, plain[root])
        bearers.setdefault((clusters.family[root], _normal(clusters, root, plain[root])), []).append(root)
    labels = dict(plain)
    for same in bearers.values():
        if len(same) > 1:
            _tell_apart(clusters, same, plain, labels, keys)
    _number(clusters, keys)
    entities: list[Entity] = []
    iri_of: dict[int, Iri] = {}
    for root in clusters.roots():
        members = clusters.members[root]
        iri = mint_entity(labels[root], *keys[root])
        types: Counter[Iri] = Counter()
        for i in members:
            types += clusters.nodes[i].types
            iri_of[i] = iri
        entities.append(
            Entity(
                iri=iri,
                label=labels[root],
                types=types_of(types, ontology),
                alternatives=tuple(sorted(set(spellings[root]) - {labels[root]})),
                identifiers=tuple(
                    sorted({x for i in members for x in clusters.nodes[i].identifiers if x[0] != DCTERMS.identifier})
                ),
                key=keys[root],
                references=tuple(sorted({r for i in members for r in clusters.nodes[i].references})),
            )
        )
    return sorted(entities, key=lambda entity: entity.iri), iri_of


def _number(clusters: Clusters, keys: dict[int, tuple[str, ...]]) -> None:
    """Make keys that are still equal differ: by document, then by the order of their first references there."""
    for settle in (lambda root: _document_key(clusters, root), None):
        same: dict[tuple[str, ...], list[int]] = {}
        for root in sorted(keys, key=lambda root: clusters.nodes[root].first):
            same.setdefault(keys[root], []).append(root)
        for roots in same.values():
            for ordinal, root in enumerate(roots[1:] if settle is None else roots if len(roots) > 1 else (), 2):
                keys[root] = (*keys[root], settle(root) if settle else str(ordinal))


def _normal(clusters: Clusters, root: int, label: str) -> str:
    if clusters.family[root] == "person":
        person = person_name(label)
        return " ".join(person.full) if person else label.casefold()
    return str(name_key(label)) or label.casefold()


def _key(clusters: Clusters, root: int, label: str) -> tuple[str, ...]:
    """Return an entity's key: its least identifier of which a thing has one, else class family and normalised name."""
    found = sorted(
        x
        for i in clusters.members[root]
        for x in clusters.nodes[i].identifiers
        if x[0] in EXCLUSIVE and x[0] != DCTERMS.identifier
    )
    return found[0] if found else (clusters.family[root], _normal(clusters, root, label))


def _tell_apart(
    clusters: Clusters,
    same: Sequence[int],
    plain: Mapping[int, str],
    labels: dict[int, str],
    keys: dict[int, tuple[str, ...]],
) -> None:
    """Give each of several bearers of a name its discriminator: the neighbour it is tied to, else its document."""
    counted: dict[int, Counter[int]] = {}
    alike = set(same)
    for root in same:
        counted[root] = Counter(c for i in clusters.members[root] for c in clusters.context(i) if c not in alike)
    used: set[str] = set()
    bearers = Counter(c for root in same for c in counted[root])
    for root in same:
        own = [c for c in counted[root] if bearers[c] == 1 and clusters.family[c] in ("org", "place")]
        own.sort(key=lambda c: (clusters.family[c] != "org", -counted[root][c], plain[c]))
        named = plain[own[0]] if own else ""
        if named and named not in used and clusters.family[root] in ("person", "org", "agent"):
            labels[root] = f"{plain[root]} ({named})"
        discriminator = str(name_key(named)) if named and named not in used else ""
        used.add(named)
        if len(keys[root]) == 2 and keys[root][0] == clusters.family[root]:
            keys[root] = (*keys[root], discriminator or _document_key(clusters, root))


def _document_key(clusters: Clusters, root: int) -> str:
    """Return what tells a cluster apart when no neighbour does: its least table id, else document and name."""
    ids = sorted(
        x[1] for i in clusters.members[root] for x in clusters.nodes[i].identifiers if x[0] == DCTERMS.identifier
    )
    return ids[0] if ids else min(clusters.nodes[i].document for i in clusters.members[root])
