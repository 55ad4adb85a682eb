"""The closure of a transitive property, breadth first from all subjects at once."""

from __future__ import annotations

import numpy as np

from thence.model.rule import Variable
from thence.reason.columns import Relation
from thence.reason.factbase import FactBase
from thence.reason.plan import Atom
from thence.reason.table import Table, widen

__all__ = ["close_transitively"]

_PAIRS = 1 << 24  # one byte and one slot for each pair of nodes: up to here a table is cheaper than sorting


def close_transitively(facts: FactBase, relation: Relation, rule: int) -> int:
    """Add all pairs that follow and return how many; premises of a new (x, z) are (x, y) and the edge (y, z)."""
    before = facts.size
    nodes = np.unique(np.concatenate(relation.columns(0, len(relation.chunks))[1:]))
    if len(nodes) ** 2 <= _PAIRS:
        _close_small(facts, relation, rule, nodes)
    else:
        _close_large(facts, relation, rule)
    return facts.size - before


def _close_large(facts: FactBase, relation: Relation, rule: int) -> None:
    edges, low = len(relation.chunks), 0
    x, y, z = Variable("?x"), Variable("?y"), Variable("?z")
    while low < len(relation.chunks):
        high = len(relation.chunks)
        ids, start, end = relation.columns(low, high)
        frontier = Table(len(ids), {x: start, y: end}, {0: ids})
        found = widen(frontier, Atom(relation, (y, z)), 1, edges, len(facts.dictionary))
        facts.insert(relation, (found.columns[x], found.columns[z]), rule, [found.premises[0], found.premises[1]])
        low = high


def _close_small(facts: FactBase, relation: Relation, rule: int, nodes: np.ndarray) -> None:
    ids, subject, obj = relation.columns(0, len(relation.chunks))
    count = len(nodes)
    s, o = np.searchsorted(nodes, subject), np.searchsorted(nodes, obj)
    seen = np.zeros(count * count, np.uint8)
    slot = np.empty(count * count, np.int32)
    seen[s * count + o] = 1
    order = np.argsort(s, kind="stable")
    start = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(s, minlength=count), out=start[1:])
    edge_ids, edge_ends, degree = ids[order], o[order], np.diff(start)
    x, y, left = s, o, ids
    base = facts.size
    found: list[tuple[np.ndarray, ...]] = []
    while len(x):
        many = degree[y]
        total = int(many.sum())
        if not total:
            break
        if int(many.max()) == 1:  # a path-like frontier needs no expansion
            rows = np.flatnonzero(many)
            at = start[y[rows]]
        else:
            rows = np.repeat(np.arange(len(x)), many)
            at = np.arange(total) + np.repeat(start[y] - np.cumsum(many) + many, many)
        pair = x[rows] * count + edge_ends[at]
        new = np.flatnonzero(seen[pair] == 0)
        pair = pair[new]
        # One of equals stays: the last to be written into its slot.
        place = np.arange(len(pair), dtype=np.int32)
        slot[pair] = place
        one = np.flatnonzero(slot[pair] == place)
        new, pair = new[one], pair[one]
        seen[pair] = 1
        found.append((pair // count, pair % count, left[rows[new]], edge_ids[at[new]]))
        x, y = found[-1][0], found[-1][1]
        left = np.arange(base, base + len(pair), dtype=np.int32)
        base += len(pair)
    if found:
        a, b, first, second = (np.concatenate(column) for column in zip(*found, strict=True))
        columns = nodes[a].astype(np.int32), nodes[b].astype(np.int32)
        facts.append(relation, columns, rule, (first.astype(np.int32), second.astype(np.int32)))
