"""In which order rules run: groups that read only what they and earlier groups derive.

A rule depends on another whose head may yield a triple that its body asks for. Dependencies through ``NOT`` must not
run in a circle, nor may a rule that invents nodes or values feed itself (SRL, stratification).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from thence.errors import RuleError
from thence.model.rule import (
    Negation,
    Pattern,
    Rule,
    RuleKind,
    expression_variables,
    is_hidden,
    is_variable,
)
from thence.reason.invention import Invention
from thence.reason.patterns import Bucket, bucket_of

__all__ = ["stratify"]


def stratify(rules: Sequence[Rule]) -> tuple[tuple[int, ...], ...]:
    """Return positions of the rules in groups, each group after all it depends on; members in ascending order.

    Constraints are left out: they read the finished closure.
    Raises RuleError TH306 for a circle through NOT and TH307 for invention in a circle, with the circle in the message.
    """
    edges = _edges(rules)
    groups = _components(len(rules), edges)
    of = {node: number for number, group in enumerate(groups) for node in group}
    for member, rule in enumerate(rules):
        if rule.kind is RuleKind.DENIES:
            continue
        _refuse_negative_circle(rules, edges, of, member)
        _refuse_invention(rules, edges, of, member)
    order = (
        tuple(sorted(m for m in group if m < len(rules) and rules[m].kind is RuleKind.DERIVES)) for group in groups
    )
    return tuple(group for group in order if group)


class _Edges:
    """after[n]: what depends on node n. Nodes are rule positions, then one for each bucket of heads."""

    def __init__(self) -> None:
        self.after: defaultdict[int, set[int]] = defaultdict(set)
        self.negative: defaultdict[int, set[int]] = defaultdict(set)


def _is_plain(pattern: Pattern) -> bool:
    """Return whether a pattern asks for a whole relation: no other constants, no variable twice."""
    kind, _ = bucket_of(pattern)
    ends = (pattern.subject,) if kind == "class" else (pattern.subject, pattern.object)
    return all(is_variable(node) for node in ends) and len(set(pattern.variables)) == len(pattern.variables)


def _edges(rules: Sequence[Rule]) -> _Edges:
    edges = _Edges()
    heads: defaultdict[Bucket, list[tuple[int, Pattern]]] = defaultdict(list)
    for number, rule in enumerate(rules):
        if rule.kind is RuleKind.DERIVES:
            for template in rule.head:
                heads[bucket_of(template)].append((number, template))
    invention = Invention(rules, lambda bucket: _asked(bucket, heads))
    # Heads that hold a new node are looked at one by one; the others feed the node of their bucket.
    nodes = {bucket: len(rules) + number for number, bucket in enumerate(sorted(heads))}
    special: defaultdict[Bucket, list[tuple[int, Pattern]]] = defaultdict(list)
    for bucket, members in heads.items():
        edges.after[nodes[bucket]] = set()
        for number, template in members:
            if any((number, variable) in invention.fresh for variable in template.variables):
                special[bucket].append((number, template))
            else:
                edges.after[number].add(nodes[bucket])
    for number, rule in enumerate(rules):
        for pattern, negated in _conditions(rule):
            targets = edges.negative if negated else edges.after
            for bucket in _asked(bucket_of(pattern), heads):
                whole = _is_plain(pattern) and not negated
                if whole:
                    targets[nodes[bucket]].add(number)
                for source, template in special[bucket] if whole else heads[bucket]:
                    if _may_yield(template, pattern) and all(
                        invention.can_meet(source, given, number, wanted)
                        for given, wanted in zip(template, pattern, strict=True)
                    ):
                        targets[source].add(number)
    return edges


def _conditions(rule: Rule) -> Iterator[tuple[Pattern, bool]]:
    for element in rule.body:
        if isinstance(element, Pattern):
            yield element, False
        elif isinstance(element, Negation):
            for part in element.body:
                if isinstance(part, Pattern):
                    yield part, True


def _asked(bucket: Bucket, heads: defaultdict[Bucket, list[tuple[int, Pattern]]]) -> Iterator[Bucket]:
    """Yield the buckets of heads that may answer a pattern's bucket."""
    kind, name = bucket
    if kind == "":
        yield from list(heads)
    elif name == "":
        yield from [found for found in heads if found[0] in {"class", ""}]
    else:
        for found in (bucket, ("class", "")) if kind == "class" else (bucket,):
            if found in heads:
                yield found
        if ("", "") in heads:
            yield ("", "")


def _may_yield(template: Pattern, pattern: Pattern) -> bool:
    """Return whether a head's triple could be one that a pattern matches: no two different constants meet."""
    return all(a == b or is_variable(a) or is_variable(b) for a, b in zip(template, pattern, strict=True))


def _components(rules: int, edges: _Edges) -> list[list[int]]:
    """Return the strongly connected components, sources first (Tarjan, without recursion)."""
    after: dict[int, list[int]] = {}
    for node in sorted({*range(rules), *edges.after, *edges.negative}):
        after[node] = sorted(edges.after.get(node, set()) | edges.negative.get(node, set()))
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    on: set[int] = set()
    stack: list[int] = []
    found: list[list[int]] = []
    for root in after:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        on.add(root)
        work = [(root, iter(after[root]))]
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on.add(other)
                    work.append((other, iter(after[other])))
                    break
                if other in on:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = []
                    while True:
                        member = stack.pop()
                        on.discard(member)
                        group.append(member)
                        if member == node:
                            break
                    found.append(group)
    return found[::-1]


def _circle(rules: Sequence[Rule], edges: _Edges, start: int, end: int) -> str:
    """Return the shortest way on from one node to another, as the names of rules, closed to a circle."""
    before: dict[int, int] = {start: start}
    queue = [start]
    for node in queue:
        for other in sorted(edges.after.get(node, set()) | edges.negative.get(node, set())):
            if other not in before:
                before[other] = node
                queue.append(other)
    way = [end]
    while way[-1] != start:
        way.append(before[way[-1]])
    names = [rules[node].name for node in reversed(way) if node < len(rules)]
    return " -> ".join([*names, names[0]])


def _refuse_negative_circle(rules: Sequence[Rule], edges: _Edges, of: dict[int, int], member: int) -> None:
    for other in sorted(edges.negative.get(member, set())):
        if of[other] == of[member]:
            raise RuleError(
                "TH306",
                f"rule {rules[other].name} needs the absence of what it helps to derive: "
                + _circle(rules, edges, other, member),
                at=rules[other].at,
                hint="let the NOT read something that does not depend on this rule's conclusions",
            )


def _refuse_invention(rules: Sequence[Rule], edges: _Edges, of: dict[int, int], member: int) -> None:
    rule = rules[member]
    if not _invents(rule):
        return
    for other in sorted(edges.after.get(member, set())):
        if of[other] == of[member]:
            raise RuleError(
                "TH307",
                f"rule {rule.name} makes new nodes or values from its own conclusions and may not end: "
                + _circle(rules, edges, other, member),
                at=rule.at,
                hint="let the new term appear only in conclusions that no premise of this rule depends on",
            )


def _invents(rule: Rule) -> bool:
    """Return whether a head holds a variable that the body computes from other variables."""
    made = {
        assignment.variable
        for assignment in rule.assignments
        if any(True for _ in expression_variables(assignment.expression)) or is_hidden(assignment.variable)
    }
    return any(variable in made for template in rule.head for variable in template.variables)
