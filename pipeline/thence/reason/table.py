"""Binding tables: solutions of a body as columns, and how a pattern widens them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from thence.model.rule import Variable
from thence.reason.columns import Index, pack
from thence.reason.dictionary import Column, Mask
from thence.reason.expressions import unique_rows
from thence.reason.plan import Atom

__all__ = ["Table", "widen", "width_of"]

Indices = npt.NDArray[np.intp] | npt.NDArray[np.int64]


class Table:
    """Partial solutions. columns: variable -> an id for each row.   premises: pattern number -> fact ids."""

    __slots__ = ("columns", "premises", "rows")

    def __init__(self, rows: int, columns: dict[Variable, Column], premises: dict[int, Column]) -> None:
        self.rows = rows
        self.columns = columns
        self.premises = premises

    def take(self, at: Indices) -> Table:
        """Return the rows at some positions."""
        return Table(
            len(at),
            {name: column[at] for name, column in self.columns.items()},
            {number: column[at] for number, column in self.premises.items()},
        )

    def keep(self, mask: Mask) -> Table:
        """Return the rows where a mask is true; itself where that is all of them."""
        return self if mask.all() else self.take(np.flatnonzero(mask))

    def project(self, needed: frozenset[Variable]) -> Table:
        """Return the table with only the needed variables, one row (the first) of those that then look alike."""
        columns = {name: column for name, column in self.columns.items() if name in needed}
        if len(columns) == len(self.columns):
            return self
        first, _ = unique_rows([columns[name] for name in sorted(columns)], self.rows)
        first.sort()
        slim = Table(self.rows, columns, self.premises)
        return slim if len(first) == self.rows else slim.take(first)

    def best(self, variable: Variable, ranks: npt.NDArray[np.int64]) -> Table:
        """Return of rows alike but for one variable the one of least rank, the first of equals."""
        others = [column for name, column in sorted(self.columns.items()) if name != variable]
        _, group = unique_rows(others, self.rows)
        order = np.lexsort((np.arange(self.rows), ranks, group))
        leads = np.ones(self.rows, bool)
        leads[1:] = group[order][1:] != group[order][:-1]
        at = np.sort(order[leads])
        return self if len(at) == self.rows else self.take(at)

    def parts(self, weights: npt.NDArray[np.int64], limit: int) -> Iterator[tuple[int, int]]:
        """Yield row ranges whose weights sum to about ``limit`` at most (one row may exceed it alone)."""
        ends = np.cumsum(weights)
        start = 0
        while start < self.rows:
            before = int(ends[start - 1]) if start else 0
            end = max(start + 1, int(np.searchsorted(ends, before + limit, "right")))
            yield start, end
            start = end


def _constant_or_bound(table: Table, node: int | Variable) -> Column | None:
    if isinstance(node, int):
        return np.full(table.rows, node, np.int32)
    return table.columns.get(node)


def _bound(table: Table, atom: Atom) -> list[tuple[int, Column]]:
    found = ((position, _constant_or_bound(table, node)) for position, node in enumerate(atom.nodes))
    return [(position, column) for position, column in found if column is not None]


def _lookup(table: Table, atom: Atom, terms: int) -> tuple[Index, npt.NDArray[np.int64]] | None:
    """Return the index to use and the key of each row, or None when nothing of the atom is bound."""
    bound = _bound(table, atom)[:2]
    if not bound:
        return None
    index = atom.source.index(tuple(position for position, _ in bound), terms)
    return index, pack([column for _, column in bound])


def width_of(table: Table, atom: Atom, chunks: int, terms: int) -> npt.NDArray[np.int64]:
    """Return how many rows each row becomes at most when an atom is joined."""
    found = _lookup(table, atom, terms)
    if found is None:
        size = min(atom.source.size, sum(len(chunk) for chunk in atom.source.chunks[:chunks]))
        return np.full(table.rows, size, np.int64)
    index, keys = found
    widths = np.zeros(table.rows, np.int64)
    for run in index.runs:
        widths += run.find(keys)[1]
    return widths


def widen(table: Table, atom: Atom, number: int, chunks: int, terms: int) -> Table:
    """Return the table joined with the facts of an atom's first ``chunks`` chunks, as premise ``number``."""
    rows, found = _matches(table, atom, chunks, terms)
    columns = {name: column[rows] for name, column in table.columns.items()}
    premises = {key: column[rows] for key, column in table.premises.items()}
    premises[number] = found[0]
    keep: Mask | None = None
    for node, column in zip(atom.nodes, found[1:], strict=True):
        if isinstance(node, int):
            same = column == node
        elif node in columns:
            same = column == columns[node]
        else:
            columns[node] = column
            continue
        keep = same if keep is None else keep & same
    wide = Table(len(rows), columns, premises)
    return wide if keep is None else wide.keep(keep)


def _matches(table: Table, atom: Atom, chunks: int, terms: int) -> tuple[Indices, tuple[Column, ...]]:
    """Return (row of the table, fact id and columns of the fact) for each candidate pair."""
    source = atom.source
    lookup = _lookup(table, atom, terms)
    if lookup is None:
        facts = source.columns(0, chunks)
        count = len(facts[0])
        return np.repeat(np.arange(table.rows), count), tuple(np.tile(column, table.rows) for column in facts)
    index, keys = lookup
    rows: list[Indices] = []
    parts: list[Sequence[Column]] = []
    limit = source.limit(chunks)
    for run in index.runs:
        low, many = run.find(keys)
        total = int(many.sum())
        if not total:
            continue
        row = np.repeat(np.arange(table.rows), many)
        at = np.arange(total) + np.repeat(low - np.cumsum(many) + many, many)
        picked = [column[at] for column in run.columns]
        if chunks < len(source.chunks):
            old = np.flatnonzero(picked[0] < limit)
            row, picked = row[old], [column[old] for column in picked]
        rows.append(row)
        parts.append(picked)
    if len(rows) == 1:
        return rows[0], tuple(parts[0])
    if not rows:
        return np.empty(0, np.intp), tuple(np.empty(0, np.int32) for _ in range(source.width + 1))
    return np.concatenate(rows), tuple(np.concatenate(column) for column in zip(*parts, strict=True))
