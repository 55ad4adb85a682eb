"""Persons across documents: the same full name is one person until something speaks against it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from thence.resolve.clusters import Clusters
from thence.resolve.names import NameKey, PersonName

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
    worlds, partners = _worlds(clusters, people), _partners(clusters)
    for name in sorted(by_name):
        block = sorted(set(by_name[name]))
        if any(i in declared or clusters.nodes[i].apart for i in block):
            _by_company(clusters, block, declared)
        elif len(block) > 1:
            _by_world(clusters, block, worlds, partners)
    _by_initials(clusters, people)
    _by_alias(clusters, people, aliases)


def _worlds(clusters: Clusters, people: Sequence[int]) -> dict[str, set[object]]:
    """Return what each document names: organisations as clusters, persons by full name."""
    found: dict[str, set[object]] = {}
    for i, node in enumerate(clusters.nodes):
        if node.family == "org":
            found.setdefault(node.document, set()).add(clusters.find(i))
    for i in people:
        node = clusters.nodes[i]
        found.setdefault(node.document, set()).update(p.full for p in node.person_names() if p.is_full)
    return found


def _partners(clusters: Clusters) -> dict[int, set[int]]:
    """Return the organisations that statements tie each organisation to, itself among them."""
    found: dict[int, set[int]] = {}
    for i, node in enumerate(clusters.nodes):
        if node.family == "org":
            tied = {c for c in clusters.context(i) if clusters.family[c] == "org"}
            found.setdefault(clusters.find(i), {clusters.find(i)}).update(tied)
    return found


def _by_world(
    clusters: Clusters, block: Sequence[int], worlds: Mapping[str, set[object]], partners: Mapping[int, set[int]]
) -> None:
    """Join the bearers of one full name, but not those who work at different places in documents that share nothing.

    Documents that name another person or organisation in common speak of one world, or whose organisations have to do
    with each other, and so on along them. Seats, shares and mandates are held in many firms at once: they part nobody.
    Who works nowhere goes with the others where they all are one; else each group is proposed for a look.
    """
    names = {p.full for i in block for p in clusters.nodes[i].person_names()}
    tied = [i for i in block if clusters.nodes[i].employed]
    group_of: dict[int, int] = {}
    holder: dict[object, int] = {}

    def top(i: int) -> int:
        while group_of[i] != i:
            group_of[i] = group_of[group_of[i]]
            i = group_of[i]
        return i

    for i in block:
        group_of[i] = i
        links: list[object] = [each for each in worlds.get(clusters.nodes[i].document, ()) if each not in names]
        links += [clusters.nodes[i].document, ("cluster", clusters.find(i))]
        links += sorted({c for own in clusters.context(i) for c in partners.get(own, ())})
        links += sorted(clusters.identifiers[clusters.find(i)].items())
        for each in links:
            first = holder.setdefault(each, i)
            low, high = sorted((top(first), top(i)))
            group_of[high] = low
    companies = sorted({top(i) for i in tied})
    if len(companies) < 2:
        _one_person(clusters, block)
        return
    groups: dict[int, list[int]] = {}
    for i in block:
        groups.setdefault(top(i), []).append(i)
    for root in sorted(groups):
        _one_person(clusters, groups[root])
    for root in sorted(groups)[1:]:
        clusters.propose(min(groups), root, "the same full name, in documents that share nothing else", 0.5)


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
            if not loose or not clusters.join(loose[0], i, "the same full name", 0.7):
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
    company = [{c for i in group for c in clusters.context(i)} for group in everyone]
    while True:
        near_one: list[tuple[int, int]] = []
        for i in pending:
            fits = [k for k, known in enumerate(company) if known & clusters.context(i)]
            if len(fits) == 1:
                near_one.append((i, fits[0]))
        if not near_one:
            break
        for i, k in near_one:
            everyone[k].append(i)
            company[k] |= clusters.context(i)
        placed = {i for i, _ in near_one}
        pending = [i for i in pending if i not in placed]
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
        bearers: dict[PersonName, set[int]] = {}
        for j in full:
            for person in clusters.nodes[j].person_names():
                if person.is_full:
                    bearers.setdefault(person, set()).add(clusters.find(j))
        whole = set(full)
        for i in block:
            names = clusters.nodes[i].person_names()
            if i in whole or not names:
                continue
            roots = sorted({clusters.find(j) for p, found in bearers.items() if names[0].may_be(p) for j in found})
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
