"""Facts as int32 columns: one relation per property and per class, kept as chunks, with indexes that grow by runs.

A chunk is what one application of one rule appended: the rule is named once, and a fact costs its ids and one id for
each premise. Fact ids are global and contiguous within a chunk, hence premises always have smaller ids than
conclusions. Indexes are sorted runs, merged when a younger run has grown to half its elder (as in an LSM tree).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
import numpy.typing as npt

from thence.reason.dictionary import Column

__all__ = ["ASSERTED", "Chunk", "Index", "Key", "Kind", "Membership", "Relation", "Run", "Source", "View", "pack"]

ASSERTED = -1
"""The rule of a chunk of asserted facts."""
Kind = str
Key = tuple[Kind, int]
"""("class", class id) or ("property", property id)."""
Keys = npt.NDArray[np.int64]

_DENSE_SHARE = 4  # a run this close to the number of terms is looked up through a table of starts instead of a search


def pack(columns: Sequence[Column]) -> Keys:
    """Return one or two columns packed into one number a row."""
    first = columns[0].astype(np.int64)
    return first if len(columns) == 1 else first << 32 | columns[1]


@dataclass(frozen=True, slots=True, eq=False)
class Chunk:
    """Facts that one application of one rule appended: subject (and object) columns and one column for each premise."""

    relation: Relation
    base: int
    columns: tuple[Column, ...]
    rule: int
    premises: tuple[Column, ...]

    def __len__(self) -> int:
        return len(self.columns[0])

    @property
    def ids(self) -> Column:
        """The facts' ids."""
        return np.arange(self.base, self.base + len(self), dtype=np.int32)


class Source:
    """What a pattern reads: columns of facts in chunks, oldest first, with indexes by any of its positions."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.chunks: list[Chunk] = []
        self.size = 0
        self._indexes: dict[tuple[int, ...], Index] = {}
        self._distinct: dict[int, tuple[int, int]] = {}

    def parts(self, chunk: Chunk) -> tuple[Column, ...]:
        """Return a chunk's columns as this source shows them."""
        return chunk.columns

    def append(self, chunk: Chunk) -> None:
        """Take a chunk."""
        self.chunks.append(chunk)
        self.size += len(chunk)

    def columns(self, low: int, high: int) -> tuple[Column, ...]:
        """Return fact ids and columns of chunks ``low`` to ``high`` (exclusive)."""
        chunks = self.chunks[low:high]
        if len(chunks) == 1:
            return (chunks[0].ids, *self.parts(chunks[0]))
        if not chunks:
            return tuple(np.empty(0, np.int32) for _ in range(self.width + 1))
        rows = [(chunk.ids, *self.parts(chunk)) for chunk in chunks]
        return tuple(np.concatenate(column) for column in zip(*rows, strict=True))

    def limit(self, chunks: int) -> int:
        """Return the fact id below which the first ``chunks`` chunks lie."""
        if chunks >= len(self.chunks):
            return np.iinfo(np.int32).max
        return self.chunks[chunks].base

    def index(self, positions: tuple[int, ...], terms: int) -> Index:
        """Return the index by one or two positions, brought up to date. terms: how many term ids there are."""
        index = self._indexes.get(positions)
        if index is None:
            index = self._indexes[positions] = Index(positions)
        index.update(self, terms)
        return index

    def distinct(self, position: int) -> int:
        """Return about how many different terms stand at a position (counted again when the source has doubled)."""
        size, count = self._distinct.get(position, (-1, 0))
        if size < 0 or self.size > 2 * size:
            columns = self.columns(0, len(self.chunks))
            count = len(np.unique(columns[1 + position]))
            self._distinct[position] = (self.size, count)
        return max(1, count)


class Relation(Source):
    """The facts of one class (one column) or of one property (subject and object)."""

    def __init__(self, key: Key) -> None:
        super().__init__(1 if key[0] == "class" else 2)
        self.key = key
        self.held = 0
        self._members = Membership()

    def fresh(self, columns: tuple[Column, ...], terms: int) -> npt.NDArray[np.intp]:
        """Return the positions of rows the relation lacks, the first of equals; the caller appends exactly these."""
        for chunk in self.chunks[self.held :]:
            self._members.hold(np.sort(pack(chunk.columns)))
        self.held = len(self.chunks)
        return self._members.fresh(columns, terms)


class View(Source):
    """All facts as (subject, predicate, object), or all class facts as (subject, class): for variable predicates."""

    def __init__(self, type_id: int, *, classes_only: bool) -> None:
        super().__init__(2 if classes_only else 3)
        self.type_id = type_id
        self.classes_only = classes_only

    def offer(self, chunk: Chunk) -> None:
        """Take a chunk if the view shows its kind."""
        if not self.classes_only or chunk.relation.key[0] == "class":
            self.append(chunk)

    def parts(self, chunk: Chunk) -> tuple[Column, ...]:
        """Return the chunk with the columns its relation leaves unsaid."""
        kind, name = chunk.relation.key
        subject = chunk.columns[0]
        named = np.full(len(subject), name, np.int32)
        if kind == "property":
            return subject, named, chunk.columns[1]
        if self.classes_only:
            return subject, named
        return subject, np.full(len(subject), self.type_id, np.int32), named


class Run:
    """Rows sorted by a key; equal keys lie together."""

    __slots__ = ("columns", "distinct", "keys", "starts")

    def __init__(self, keys: Keys, columns: tuple[Column, ...], terms: int, *, dense: bool) -> None:
        order = np.argsort(keys, kind="stable")
        self.keys = keys[order]
        self.columns = tuple(column[order] for column in columns)
        self.starts: npt.NDArray[np.int64] | None = None
        if dense and len(keys) * _DENSE_SHARE >= terms:
            self.starts = np.zeros(terms + 1, np.int64)
            np.cumsum(np.bincount(self.keys, minlength=terms), out=self.starts[1:])

    def find(self, keys: Keys) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return for each key where its rows begin and how many there are."""
        if self.starts is not None:
            inside = keys < len(self.starts) - 1
            at = np.where(inside, keys, 0)
            low = self.starts[at]
            return low, np.where(inside, self.starts[at + 1] - low, 0)
        low = np.searchsorted(self.keys, keys, "left")
        return low, np.searchsorted(self.keys, keys, "right") - low


class Index:
    """Rows of a source by one or two of its positions, as few sorted runs."""

    def __init__(self, positions: tuple[int, ...]) -> None:
        self.positions = positions
        self.runs: list[Run] = []
        self._done = 0

    def update(self, source: Source, terms: int) -> None:
        """Take the chunks that came since the last call."""
        if self._done == len(source.chunks):
            return
        rows = source.columns(self._done, len(source.chunks))
        self._done = len(source.chunks)
        dense = len(self.positions) == 1
        keys = pack([rows[1 + position] for position in self.positions])
        while self.runs and len(self.runs[-1].keys) <= 2 * len(keys):
            elder = self.runs.pop()
            keys = np.concatenate([elder.keys, keys])
            rows = tuple(np.concatenate(pair) for pair in zip(elder.columns, rows, strict=True))
        self.runs.append(Run(keys, rows, terms, dense=dense))


class Membership:
    """Which rows a relation holds already: a byte a term for large classes, sorted runs of keys otherwise."""

    def __init__(self) -> None:
        self.runs: list[Keys] = []
        self.bytes: npt.NDArray[np.uint8] | None = None
        self.size = 0

    def fresh(self, columns: tuple[Column, ...], terms: int) -> npt.NDArray[np.intp]:
        """Return the positions of rows not held yet, the first of equals, ascending; they are held from now on."""
        if len(columns) == 1 and (self.size + len(columns[0])) * 16 >= terms:
            return self._fresh_bytes(columns[0], terms)
        keys = pack(columns)
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        keep = np.empty(len(keys), bool)
        keep[0] = True
        np.not_equal(keys[1:], keys[:-1], out=keep[1:])
        if not keep.all():
            order, keys = order[keep], keys[keep]
        if self.bytes is not None:
            known = keys < len(self.bytes)
            keep = ~known
            keep[known] = self.bytes[keys[known]] == 0
            order, keys = order[keep], keys[keep]
        for run in self.runs:
            at = np.searchsorted(run, keys)
            at[at == len(run)] = 0
            keep = run[at] != keys
            order, keys = order[keep], keys[keep]
        self.hold(keys)
        order.sort()
        return order

    def hold(self, keys: Keys) -> None:
        """Take sorted keys that are not held yet."""
        if not len(keys):
            return
        self.size += len(keys)
        self.runs.append(keys)
        while len(self.runs) > 1 and len(self.runs[-1]) * 2 > len(self.runs[-2]):
            merged = np.concatenate([self.runs.pop(), self.runs.pop()])
            merged.sort(kind="stable")
            self.runs.append(merged)

    def _fresh_bytes(self, column: Column, terms: int) -> npt.NDArray[np.intp]:
        if self.bytes is None or len(self.bytes) < terms:
            held = np.zeros(terms + terms // 4, np.uint8)
            if self.bytes is not None:
                held[: len(self.bytes)] = self.bytes
            for run in self.runs:
                held[run] = 1
            self.runs, self.bytes = [], held
        for run in self.runs:
            self.bytes[run] = 1
        self.runs = []
        keep = np.flatnonzero(self.bytes[column] == 0)
        if not len(keep):
            return keep
        found = column[keep]
        # The first of equals wins: scatter positions back to front, so that the first one stays.
        place = np.empty(len(self.bytes), np.int32)
        at = np.arange(len(found), dtype=np.int32)
        place[found[::-1]] = at[::-1]
        first = np.flatnonzero(place[found] == at)
        if len(first) < len(found):
            keep, found = keep[first], found[first]
        self.bytes[found] = 1
        self.size += len(found)
        return cast("npt.NDArray[np.intp]", keep)
