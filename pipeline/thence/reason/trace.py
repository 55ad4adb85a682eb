"""The trace: every fact of a closure with the one application that gave it, as compact columns in memory and on disk.

A fact costs its ids and four bytes a premise; the rule is named once a chunk. Premises have smaller ids than
conclusions by construction, so what is read from a trace is never circular.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from thence.errors import StoreError
from thence.model.terms import Term, Triple
from thence.names import content_hash
from thence.reason.columns import ASSERTED, Chunk, Key, Relation
from thence.reason.dictionary import Column, Dictionary
from thence.reason.factbase import FactBase

__all__ = ["Trace"]

_HEADER, _TERMS, _COLUMNS = "trace.json", "trace.terms", "trace.i32"
_KINDS = ("class", "property")


class Trace:
    """Facts by id. dictionary: of their terms.   type_id: of rdf:type.   chunks: in the order of their facts' ids."""

    def __init__(self, dictionary: Dictionary, type_id: int, chunks: Sequence[Chunk]) -> None:
        self.dictionary = dictionary
        self.terms = dictionary.terms
        self.type_id = type_id
        self.chunks = chunks
        self._bases = [chunk.base for chunk in chunks]
        self._rows: dict[Key, dict[tuple[int, ...], int]] = {}
        self._by_key: dict[Key, list[Chunk]] = {}
        for chunk in chunks:
            self._by_key.setdefault(chunk.relation.key, []).append(chunk)

    @staticmethod
    def of(facts: FactBase) -> Trace:
        """Return the trace of a closed fact base."""
        return Trace(facts.dictionary, facts.type_id, facts.chunks)

    @cached_property
    def asserted(self) -> int:
        """The id below which the asserted facts lie."""
        return next((chunk.base for chunk in self.chunks if chunk.rule != ASSERTED), len(self))

    def __len__(self) -> int:
        return self.chunks[-1].base + len(self.chunks[-1]) if self.chunks else 0

    # ---- facts ---------------------------------------------------------------------------------
    def _chunk(self, fact: int) -> Chunk:
        return self.chunks[bisect_right(self._bases, fact) - 1]

    def triple(self, fact: int) -> Triple:
        """Return the fact of an id."""
        chunk = self._chunk(fact)
        row = fact - chunk.base
        kind, name = chunk.relation.key
        subject = self.terms[int(chunk.columns[0][row])]
        if kind == "class":
            return subject, self.terms[self.type_id], self.terms[name]
        return subject, self.terms[name], self.terms[int(chunk.columns[1][row])]

    def find(self, triple: Triple) -> int | None:
        """Return a fact's id, or None when it does not hold."""
        row = [self.dictionary.ids.get(term, -1) for term in triple]
        if -1 in row:
            return None
        subject, predicate, obj = row
        if predicate == self.type_id:
            return self.rows(("class", obj)).get((subject,))
        return self.rows(("property", predicate)).get((subject, obj))

    def keys(self) -> list[Key]:
        """Return the classes and properties that have facts, sorted."""
        return sorted(self._by_key)

    def rows(self, key: Key) -> dict[tuple[int, ...], int]:
        """Return (subject id,) or (subject id, object id) -> fact id of one class or property."""
        found = self._rows.get(key)
        if found is None:
            found = self._rows[key] = {}
            for chunk in self._by_key.get(key, ()):
                values = zip(*(column.tolist() for column in chunk.columns), strict=True)
                found.update(zip(values, range(chunk.base, chunk.base + len(chunk)), strict=True))
        return found

    def application(self, fact: int) -> tuple[int, tuple[int, ...]]:
        """Return the rule's number (ASSERTED for a leaf) and the premises' ids of a fact."""
        chunk = self._chunk(fact)
        row = fact - chunk.base
        return chunk.rule, tuple(int(column[row]) for column in chunk.premises)

    def derived(self) -> Iterator[Triple]:
        """Yield what rules gave, in the order it came."""
        terms, type_term = self.terms, self.terms[self.type_id]
        for chunk in self.chunks:
            if chunk.rule == ASSERTED:
                continue
            kind, name = chunk.relation.key
            named = terms[name]
            if kind == "class":
                for subject in chunk.columns[0].tolist():
                    yield terms[subject], type_term, named
            else:
                for subject, obj in zip(chunk.columns[0].tolist(), chunk.columns[1].tolist(), strict=True):
                    yield terms[subject], named, terms[obj]

    @property
    def bytes_held(self) -> int:
        """The size of all columns: facts and premises."""
        return sum(column.nbytes for chunk in self.chunks for column in (*chunk.columns, *chunk.premises))

    # ---- files ---------------------------------------------------------------------------------
    def to_files(self, more: Mapping[str, object]) -> dict[str, bytes]:
        """Return the trace as file name -> content. more: JSON values kept in the header."""
        columns = [column for chunk in self.chunks for column in (*chunk.columns, *chunk.premises)]
        whole = np.concatenate(columns) if columns else np.empty(0, np.int32)
        terms, numbers = "\n".join(self.terms).encode("utf-8", "surrogatepass"), whole.astype("<i4").tobytes()
        header = {
            "format": 1,
            "digest": content_hash(terms, numbers),
            "type": self.type_id,
            "chunks": [
                [
                    _KINDS.index(chunk.relation.key[0]),
                    chunk.relation.key[1],
                    len(chunk),
                    chunk.rule,
                    len(chunk.premises),
                ]
                for chunk in self.chunks
            ],
            **more,
        }
        return {
            _HEADER: json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode(),
            _TERMS: terms,
            _COLUMNS: numbers,
        }

    @staticmethod
    def from_files(files: Mapping[str, bytes]) -> tuple[Trace, dict[str, Any]]:
        """Return the trace that `to_files` wrote, and its header. Raises StoreError TH621 when files are damaged."""
        try:
            header = json.loads(files[_HEADER])
            _check_digest(header["digest"], files)
            terms = files[_TERMS].decode("utf-8", "surrogatepass").split("\n")
            whole = np.frombuffer(files[_COLUMNS], "<i4").astype(np.int32, copy=False)
            chunks = _chunks(header["chunks"], whole)
        except (KeyError, ValueError, IndexError, TypeError) as error:
            hint = "build again: the trace is derived from the facts and rules"
            raise StoreError("TH621", f"the trace cannot be read: {error!r}", hint=hint) from error
        return Trace(Dictionary.of([Term(term) for term in terms]), header["type"], chunks), header


def _check_digest(digest: str, files: Mapping[str, bytes]) -> None:
    if digest != content_hash(files[_TERMS], files[_COLUMNS]):
        raise ValueError("terms or columns are not those the header was written for")


def _chunks(table: Sequence[Sequence[int]], whole: Column) -> list[Chunk]:
    relations: dict[Key, Relation] = {}
    chunks: list[Chunk] = []
    base = at = 0
    for kind, name, count, rule, premises in table:
        key = (_KINDS[kind], name)
        relation = relations.setdefault(key, Relation(key))
        width = kind + 1
        columns = [whole[at + count * number : at + count * (number + 1)] for number in range(width + premises)]
        if len(columns[-1]) != count:
            raise ValueError("fewer columns than the header says")
        chunk = Chunk(relation, base, tuple(columns[:width]), rule, tuple(columns[width:]))
        relation.append(chunk)
        chunks.append(chunk)
        base += count
        at += count * (width + premises)
    if at != len(whole):
        raise ValueError("more columns than the header says")
    return chunks
