"""All facts of a closure: a relation for each property and class, filled with what is asserted, grown by rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from thence.model.terms import Term, Triple, iri_term
from thence.names import RDF
from thence.reason.columns import ASSERTED, Chunk, Key, Relation, View
from thence.reason.dictionary import Column, Dictionary

__all__ = ["FactBase"]

_TYPE = iri_term(RDF.type)


class FactBase:
    """Facts in relations, their chunks in the order they came, and the dictionary of their terms."""

    def __init__(self, dictionary: Dictionary) -> None:
        self.dictionary = dictionary
        self.type_id = dictionary.id(_TYPE)
        self.relations: dict[Key, Relation] = {}
        self.chunks: list[Chunk] = []
        self.size = 0
        self.asserted = 0
        self._views: list[View] = []
        self._triples: View | None = None
        self._types: View | None = None

    @staticmethod
    def load(facts: Iterable[Triple], constants: Iterable[Term]) -> FactBase:
        """Return a fact base of asserted facts, each once. constants: terms of rules, which get ids as well."""
        flat = list(chain.from_iterable(facts))
        base = FactBase(Dictionary(chain(flat, constants, (_TYPE,))))
        base._assert(base.dictionary.encode(flat).reshape(-1, 3))
        base.asserted = base.size
        return base

    @staticmethod
    def over(chunks: Sequence[Chunk], dictionary: Dictionary) -> FactBase:
        """Return a fact base of chunks that lie in their relations already."""
        base = FactBase(dictionary)
        base.chunks = list(chunks)
        base.size = sum(map(len, chunks))
        base.asserted = sum(len(chunk) for chunk in chunks if chunk.rule == ASSERTED)
        base.relations = {chunk.relation.key: chunk.relation for chunk in chunks}
        return base

    # ---- sources -------------------------------------------------------------------------------
    def relation(self, key: Key) -> Relation:
        """Return the relation of a class or property."""
        found = self.relations.get(key)
        if found is None:
            found = self.relations[key] = Relation(key)
        return found

    @property
    def triples(self) -> View:
        """All facts as subject, predicate, object."""
        if self._triples is None:
            self._triples = self._view(classes_only=False)
        return self._triples

    @property
    def types(self) -> View:
        """All class facts as subject, class."""
        if self._types is None:
            self._types = self._view(classes_only=True)
        return self._types

    def _view(self, *, classes_only: bool) -> View:
        view = View(self.type_id, classes_only=classes_only)
        for chunk in self.chunks:
            view.offer(chunk)
        self._views.append(view)
        return view

    # ---- growth --------------------------------------------------------------------------------
    def append(self, relation: Relation, columns: tuple[Column, ...], rule: int, premises: tuple[Column, ...]) -> int:
        """Take facts that are new and different; return how many."""
        count = len(columns[0])
        if not count:
            return 0
        chunk = Chunk(relation, self.size, columns, rule, premises)
        self.size += count
        self.chunks.append(chunk)
        relation.append(chunk)
        for view in self._views:
            view.offer(chunk)
        return count

    def insert(
        self,
        relation: Relation,
        columns: tuple[Column, ...],
        rule: int,
        premises: Sequence[Column],
        *,
        distinct: bool = False,
    ) -> int:
        """Append what is new among candidates, the first of equals; return how many that are.

        distinct: the candidates are known to differ from each other.
        """
        if not len(columns[0]):
            return 0
        if distinct and not relation.size:
            return self.append(relation, columns, rule, tuple(premises))
        fresh = relation.fresh(columns, len(self.dictionary))
        if len(fresh) < len(columns[0]):
            columns = tuple(column[fresh] for column in columns)
            premises = [column[fresh] for column in premises]
        count = self.append(relation, columns, rule, tuple(premises))
        relation.held = len(relation.chunks)
        return count

    def _assert(self, rows: Column) -> None:
        """Take the asserted triples, each once, in the order of their terms."""
        if not len(rows):
            return
        subject, predicate, obj = rows.T
        # Class facts group by class, the others by property; rows of a group in subject order.
        is_type = predicate == self.type_id
        for kind, mask in (("class", is_type), ("property", ~is_type)):
            at = np.flatnonzero(mask)
            name, other = (obj[at], predicate[at]) if kind == "class" else (predicate[at], obj[at])
            order = np.lexsort((other, subject[at], name))
            name, own, other = name[order], subject[at][order], other[order]
            if not len(name):
                continue
            keep = np.ones(len(name), bool)
            keep[1:] = (name[1:] != name[:-1]) | (own[1:] != own[:-1]) | (other[1:] != other[:-1])
            name, own, other = name[keep], own[keep], other[keep]
            cuts = np.flatnonzero(np.diff(name)) + 1
            for start, end in zip([0, *cuts.tolist()], [*cuts.tolist(), len(name)], strict=True):
                relation = self.relation((kind, int(name[start])))
                columns = (own[start:end],) if kind == "class" else (own[start:end], other[start:end])
                self.append(relation, columns, ASSERTED, ())
