"""Persons across documents: the same full name is one person until something speaks against it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from thence.resolve.clusters import Clusters
from thence.resolve.names import NameKey

__all__ = ["join_persons"]


def join_persons(clusters: Clusters, declared: Collection[int], aliases: Iterable[tuple[NameKey, NameKey]]) -> None:
    """Join persons by full names, then initials and declared aliases; namesakes stay apart.

    declared: nodes of which their document says that another person has the same name.
    """
    people = [i for i, node in enumerate(clusters.nodes) if node.family == "person"]
    by_name: dict[tuple[str, ...], list[int]] = {}
    for i in people:
        for person in clusters.nodes[i].person_names():
            if person.is_full:
                by_name.setdefault(person.full, []).append(i)
    for name in sorted(by_name):
        block = sorted(set(by_name[name]))
        if any(i in declared or clusters.nodes[i].apart for i in block):
            _by_company(clusters, block, declared)
        else:
            _one_person(clusters, block)
    _by_initials(clusters, people)
    _by_alias(clusters, people, aliases)


def _one_person(clusters: Clusters, block: Sequence[int]) -> None:
    """Join the bearers of one full name; of several with different identifiers, each begins a person.

    Who could be any of those stays apart from all and is proposed, unless the company he keeps tells which he is.
    """
    heads: list[int] = []
    loose: list[int] = []
    for i in sorted(block, key=lambda i: (not clusters.identifiers[clusters.find(i)], i)):
        if any(clusters.find(i) == clusters.find(head) for head in (*heads, *loose)):
            continue
        fitting = [head for head in heads if clusters.against(head, i) is None]
        near = [head for head in fitting if _share_company(clusters, (head,), i)]
        if len(fitting) == 1 or len(near) == 1:
            clusters.join((near or fitting)[0], i, "the same full name", 0.9)
        elif fitting:
            for head in fitting:
                clusters.propose(head, i, "the same full name; nothing tells which of its bearers", 0.4)
            if loose:
                clusters.join(loose[0], i, "the same full name", 0.7)
            loose.append(i)
        else:
            if heads:
                clusters.join(heads[0], i, "the same full name", 0.9)
            heads.append(i)


def _share_company(clusters: Clusters, group: Iterable[int], i: int) -> bool:
    mine = clusters.context(i)
    return any(mine & clusters.context(j) for j in group)


def _by_company(clusters: Clusters, block: Sequence[int], declared: Collection[int]) -> None:
    """Divide the bearers of one name by the company they keep, since a document says that there are several.

    The declaring ones begin a person for each company; all others are somebody else, but those who share a
    neighbour with a declaring one. Who shares with nobody goes to the largest group, which is proposed for a look.
    """
    groups: list[list[int]] = []
    for i in block:
        if i in declared:
            near = [group for group in groups if _share_company(clusters, group, i)]
            if near:
                near[0].append(i)
            else:
                groups.append([i])
    other = [i for i in block if clusters.nodes[i].apart]
    pending = [i for i in block if i not in declared and i not in other]
    if not other:
        alien = [i for i in pending if clusters.context(i) and not any(_share_company(clusters, g, i) for g in groups)]
        other = [alien[0]] if alien else []
        pending = [i for i in pending if i not in other]
    everyone = [*groups, other] if other else groups
    while True:
        near_one = [
            (i, near[0])
            for i in pending
            if len(near := [group for group in everyone if _share_company(clusters, group, i)]) == 1
        ]
        if not near_one:
            break
        for i, group in near_one:
            group.append(i)
            pending.remove(i)
    if other:
        # Whoever keeps company that no declaring one shares is the person they are told apart from.
        alien = [i for i in pending if clusters.context(i) and not any(_share_company(clusters, g, i) for g in groups)]
        other += alien
        pending = [i for i in pending if i not in alien]
    for at, group in enumerate(everyone):
        for later in everyone[at + 1 :]:
            clusters.separate(group[0], later[0])
    for group in everyone:
        for i in group[1:]:
            clusters.join(group[0], i, "the same full name, and the company kept", 0.9)
    if not pending:
        return
    if not other:
        # Nobody but the declaring one has company: the others of the name are the person he is told apart from.
        for group in groups:
            clusters.separate(group[0], pending[0])
        other = [pending.pop(0)]
        everyone = [*groups, other]
    largest = max(everyone, key=lambda group: (len(group), group is other, -group[0]))
    for i in pending:
        clusters.join(largest[0], i, "the same full name; nothing tells which of its bearers", 0.6)
        for group in everyone:
            clusters.propose(group[0], i, "the same full name; nothing tells which of its bearers", 0.4)


def _by_initials(clusters: Clusters, people: Sequence[int]) -> None:
    """Join "V. Hall" to the one person of that surname and initial, a lone surname never (it is proposed)."""
    by_surname: dict[str, list[int]] = {}
    for i in people:
        for surname in sorted({person.surname for person in clusters.nodes[i].person_names()}):
            by_surname.setdefault(surname, []).append(i)
    for surname in sorted(by_surname):
        block = by_surname[surname]
        full = [i for i in block if any(p.is_full for p in clusters.nodes[i].person_names())]
        for i in block:
            names = clusters.nodes[i].person_names()
            if i in full or not names:
                continue
            roots = sorted(
                {
                    clusters.find(j)
                    for j in full
                    if any(names[0].may_be(p) for p in clusters.nodes[j].person_names() if p.is_full)
                }
            )
            if len(roots) == 1 and names[0].given:
                clusters.join(roots[0], i, "the only person of that surname and initial", 0.85)
            elif len(roots) == 1:
                clusters.propose(roots[0], i, "the only person of that surname", 0.5)
            elif names[0].given:
                for root in roots:
                    clusters.propose(root, i, "one of several persons of that surname and initial", 0.4)


def _by_alias(clusters: Clusters, people: Sequence[int], aliases: Iterable[tuple[NameKey, NameKey]]) -> None:
    by_key: dict[NameKey, list[int]] = {}
    for i in people:
        for key in clusters.nodes[i].name_keys():
            by_key.setdefault(key, []).append(i)
    for short, full in sorted(aliases):
        roots = sorted({clusters.find(i) for i in by_key.get(full, ())})
        if len(roots) == 1:
            for i in by_key.get(short, ()):
                clusters.join(roots[0], i, "declared as another name", 0.93)
