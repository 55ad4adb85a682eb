"""References of all documents gathered into entities: complete linkage, counter-evidence before likeness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from thence.names import Iri
from thence.resolve.names import NameKey
from thence.resolve.nodes import EXCLUSIVE, Families, Join, Node, identifier_kind

__all__ = ["Clusters", "Joined", "join_names"]


_TELLING = 64
"""A neighbour that more agreements of one name have tells nothing of which is meant."""
_CHOICES = 5
"""So many agreements a person is asked to choose from."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A decided pair of nodes.   state: accepted, proposed or rejected."""

    left: int
    right: int
    state: str
    join: Join


@dataclass(slots=True)
class Clusters:
    """A partition of nodes that never holds two with evidence against each other (complete linkage).

    Summaries of each cluster make a look at all pairs needless: its families, legal forms by core, identifiers by kind,
    the nodes that it must not hold, and the document that it is (an agreement).
    """

    nodes: Sequence[Node]
    families: Families
    parent: list[int] = field(default_factory=list)
    members: dict[int, list[int]] = field(default_factory=dict)
    family: dict[int, str] = field(default_factory=dict)
    forms: dict[int, dict[tuple[str, ...], str]] = field(default_factory=dict)
    identifiers: dict[int, dict[tuple[Iri, str], str]] = field(default_factory=dict)
    apart: dict[int, set[int]] = field(default_factory=dict)
    joined: list[Joined] = field(default_factory=list)
    defines: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for i, node in enumerate(self.nodes):
            self.parent.append(i)
            self.members[i] = [i]
            self.family[i] = node.family
            self.forms[i] = {key.core: key.form for key in node.name_keys() if key.form}
            self.identifiers[i] = {identifier_kind(x): x[1] for x in sorted(node.identifiers) if x[0] in EXCLUSIVE}
            self.apart[i] = set()

    def find(self, i: int) -> int:
        """Return the least node of a node's cluster."""
        while self.parent[i] != i:
            self.parent[i] = self.parent[self.parent[i]]
            i = self.parent[i]
        return i

    def separate(self, i: int, j: int) -> None:
        """Keep two nodes apart for ever."""
        self.apart[self.find(i)].add(j)
        self.apart[self.find(j)].add(i)

    def against(self, i: int, j: int) -> str | None:
        """Return the evidence against one cluster of both nodes, or None."""
        a, b = self.find(i), self.find(j)
        if a == b:
            return None
        if not self.families.agree(self.family[a], self.family[b]):
            return f"one is a {self.family[a]}, the other a {self.family[b]}"
        for small, large in sorted((x, y) for x, y in ((a, b), (b, a)))[:1]:
            for kind, value in self.identifiers[small].items():
                other = self.identifiers[large].get(kind)
                if other is not None and other != value:
                    return f"different identifiers: {value} and {other}"
        if any(self.find(other) == b for other in self.apart[a]):
            return "a document or a person says that they are not the same"
        if self.defines.get(a, "") != self.defines.get(b, "") and a in self.defines and b in self.defines:
            return "each is a document of its own"
        for core, form in self.forms[a].items():
            other_form = self.forms[b].get(core)
            if other_form is not None and other_form != form:
                return f"different legal forms: {form} and {other_form}"
        return None

    def join(self, i: int, j: int, evidence: str, confidence: float) -> bool:
        """Join two nodes' clusters unless something speaks against it; return whether they are one now."""
        a, b = self.find(i), self.find(j)
        if a == b:
            return True
        against = self.against(a, b)
        if against is not None:
            self.joined.append(Joined(i, j, "rejected", Join((against, evidence), 1.0 - confidence)))
            return False
        low, high = min(a, b), max(a, b)
        self.parent[high] = low
        self.members[low] += self.members.pop(high)
        self.family[low] = self.families.narrower(self.family[low], self.family.pop(high))
        self.forms[low] |= self.forms.pop(high)
        self.identifiers[low] |= self.identifiers.pop(high)
        self.apart[low] |= self.apart.pop(high)
        if high in self.defines:
            self.defines[low] = self.defines.pop(high)
        self.joined.append(Joined(i, j, "accepted", Join((evidence,), confidence)))
        return True

    def propose(self, i: int, j: int, evidence: str, confidence: float) -> None:
        """Keep a pair that may be one for a person to decide."""
        if self.find(i) != self.find(j):
            self.joined.append(Joined(i, j, "proposed", Join((evidence,), confidence)))

    def roots(self) -> list[int]:
        """Return the least node of each cluster, sorted."""
        return sorted(self.members)

    def around(self) -> dict[str, set[int]]:
        """Return the persons and organisations, as clusters, that each document names."""
        found: dict[str, set[int]] = {}
        for i, node in enumerate(self.nodes):
            if node.family in ("person", "org"):
                found.setdefault(node.document, set()).add(self.find(i))
        return found

    def context(self, i: int) -> set[int]:
        """Return the clusters that a node's document ties it to, as they are now."""
        return {self.find(j) for j in self.nodes[i].context}


def _blocks(nodes: Iterable[tuple[int, Node]], keys: Callable[[Node], Iterable[object]]) -> list[list[int]]:
    """Return the groups of two or more nodes that share a key, in order of their first nodes."""
    found: dict[object, list[int]] = {}
    for i, node in nodes:
        for key in dict.fromkeys(keys(node)):
            found.setdefault(key, []).append(i)
    return sorted(block for block in found.values() if len(block) > 1)


def join_names(clusters: Clusters, aliases: Iterable[tuple[NameKey, NameKey]]) -> None:
    """Join what identifiers, names, legal forms and declared aliases show to be one, all classes but persons.

    aliases: (short, full) names that some document declares and that no other document declares otherwise.
    """
    nodes = list(enumerate(clusters.nodes))
    for block in _blocks(nodes, lambda node: sorted(node.identifiers)):
        for j in block[1:]:
            clusters.join(block[0], j, "the same identifier", 0.99)
    others = [(i, node) for i, node in nodes if node.family != "person" and not node.apart]
    named = [(i, node) for i, node in others if not _is_local(node)]
    for block in _blocks(named, lambda node: node.name_keys()):
        _into_clusters(clusters, block, "the same name", 0.97)
    _across_forms(clusters, [(i, node) for i, node in named if node.family in ("org", "agent", "thing")])
    _across_diacritics(clusters, named)
    _by_declared(clusters, named, aliases)
    _across_documents(clusters, [(i, node) for i, node in others if _is_local(node)])


def _into_clusters(clusters: Clusters, block: Sequence[int], evidence: str, confidence: float) -> None:
    """Put each node of a block to the first of the block's clusters that nothing speaks against."""
    heads: list[int] = []
    for i in block:
        if any(clusters.find(i) == clusters.find(head) for head in heads):
            continue
        fitting = [head for head in heads if clusters.against(head, i) is None]
        if fitting:
            clusters.join(fitting[0], i, evidence, confidence)
        else:
            if heads:
                clusters.join(heads[0], i, evidence, confidence)
            heads.append(i)


def _is_local(node: Node) -> bool:
    """Return whether a name means something only inside its document ("Market study", "the loan agreement")."""
    if node.linked or node.family in ("person", "org", "place", "agent") or node.family.endswith("Account"):
        return False
    if node.family.endswith("Agreement"):
        return not any(any(char.isdigit() for char in name) for name in node.names)
    for name in node.names:
        words = [word for word in name.split() if word[:1].isalnum()]
        proper = [word for word in words if word[0].isupper() or word[0].isdigit()]
        if len(proper) == len(words) and len(words) > 1 and not name.isupper():
            return False
        if any(char.isdigit() for char in name):
            return False
    return node.family == "thing" or not any(name[:1].isupper() for name in node.names)


def _across_forms(clusters: Clusters, nodes: Sequence[tuple[int, Node]]) -> None:
    """Join a name without a legal form to the one name with it, where the corpus knows no second form."""
    by_core: dict[tuple[str, ...], list[int]] = {}
    for i, node in nodes:
        for core in dict.fromkeys(key.core for key in node.name_keys()):
            by_core.setdefault(core, []).append(i)
    for core in sorted(by_core):
        block = by_core[core]
        forms = {clusters.forms[clusters.find(i)].get(core, "") for i in block}
        bare = [i for i in block if core not in clusters.forms[clusters.find(i)]]
        formed = [i for i in block if core in clusters.forms[clusters.find(i)]]
        if not bare or not formed:
            continue
        roots = sorted({clusters.find(i) for i in formed})
        if len(forms - {""}) == 1 and len(roots) == 1:
            for i in bare:
                # A lone word that nothing shows to be a firm ("Mercury") is not taken for the firm of that name.
                if len(core) > 1 or clusters.nodes[i].family == "org":
                    clusters.join(roots[0], i, "the same name but for the legal form", 0.93)
                else:
                    clusters.propose(roots[0], i, "the same word, once as a firm's name", 0.5)
            continue
        company = {r: {c for m in clusters.members[clusters.find(r)] for c in clusters.context(m)} for r in roots}
        for i in bare:
            own = clusters.context(i)
            near = [r for r in roots if own & company[r]]
            if len(near) == 1:
                clusters.join(near[0], i, "the same name but for the legal form, and shared neighbours", 0.85)
                company[near[0]] |= own
            else:
                for r in roots:
                    clusters.propose(r, i, "the same name but for the legal form; several forms are known", 0.4)


def _across_diacritics(clusters: Clusters, nodes: Sequence[tuple[int, Node]]) -> None:
    """Join names that differ by diacritics alone where the legal form or a neighbour agrees too."""
    for block in _blocks(nodes, lambda node: [(key.folded, key.form) for key in node.name_keys()]):
        for j in block[1:]:
            if clusters.find(block[0]) == clusters.find(j):
                continue
            formed = any(key.form for key in clusters.nodes[j].name_keys())
            if formed or clusters.context(block[0]) & clusters.context(j):
                clusters.join(
                    block[0], j, "the same name but for diacritics, and the same legal form or neighbour", 0.9
                )
            else:
                clusters.propose(block[0], j, "the same name but for diacritics", 0.5)


def _by_declared(
    clusters: Clusters, nodes: Sequence[tuple[int, Node]], aliases: Iterable[tuple[NameKey, NameKey]]
) -> None:
    by_key: dict[NameKey, list[int]] = {}
    for i, node in nodes:
        for key in node.name_keys():
            by_key.setdefault(key, []).append(i)
    for short, full in sorted(aliases):
        roots = {clusters.find(i) for i in by_key.get(full, ())}
        if len(roots) == 1:
            for i in by_key.get(short, ()):
                clusters.join(roots.pop() if len(roots) > 1 else min(roots), i, "declared as another name of it", 0.93)


def _across_documents(clusters: Clusters, nodes: Sequence[tuple[int, Node]]) -> None:
    """Join mentions of an agreement in other documents with the document that is it, where both share a neighbour.

    Two documents that each are an agreement are two agreements; other local names stay in their documents.
    """
    by_core: dict[tuple[str, ...], list[int]] = {}
    for i, node in nodes:
        if node.family.endswith("Agreement"):
            for core in dict.fromkeys(key.core for key in node.name_keys()):
                by_core.setdefault(core, []).append(i)
    around = clusters.around()
    for core in sorted(by_core):
        block = by_core[core]
        defining = [i for i in block if clusters.nodes[i].defining]
        rest = [i for i in block if not clusters.nodes[i].defining]
        for i in defining:
            clusters.defines.setdefault(clusters.find(i), clusters.nodes[i].document)
        heads = defining or rest[:1]
        near: dict[int, list[int]] = {}
        for h in heads:
            for cluster in around.get(clusters.nodes[h].document, ()):
                near.setdefault(cluster, []).append(h)
        for i in rest:
            shared: Counter[int] = Counter()
            for cluster in around.get(clusters.nodes[i].document, ()):
                at = near.get(cluster, ())
                if len(at) <= _TELLING:
                    shared.update(h for h in at if clusters.find(h) != clusters.find(i))
            best = max(shared.values(), default=0)
            nearest = [h for h in heads if shared[h] == best] if best or len(heads) <= _CHOICES else []
            if best and len(nearest) == 1:
                clusters.join(nearest[0], i, "an agreement of that name, in documents about the same parties", 0.85)
            else:
                for h in nearest[:_CHOICES]:
                    clusters.propose(h, i, "an agreement of that name", 0.4)
