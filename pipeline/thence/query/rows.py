"""Rows of the program's own queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from thence.model.terms import Term
from thence.store.dataset import Dataset
from thence.store.sparql import Solutions

__all__ = ["Row", "rows", "rows_for"]

Row = tuple[Term | None, ...]

_NOTHING: Mapping[str, Term] = MappingProxyType({})
_MANY = 200


def rows(store: Dataset, sparql: str, bindings: Mapping[str, Term] = _NOTHING) -> tuple[Row, ...]:
    """Return the rows of a SELECT query, sorted.   bindings: as in `Dataset.query`."""
    answer = store.query(sparql, bindings=bindings)
    assert isinstance(answer, Solutions)
    return tuple(sorted(answer.rows, key=_order))


def rows_for(store: Dataset, sparql: str, terms: Sequence[str]) -> tuple[Row, ...]:
    """Return the rows of a SELECT query for many terms at once, sorted, without repeats.

    The query says ``VALUES ?x { TERMS }`` in every group that names the variable, so that each look-up begins at the
    terms: the planner does not carry them inward by itself.   terms: as the store gave them, or checked IRIs; for
    ``VALUES (?x ?y)`` pairs in brackets.
    """
    found: set[Row] = set()
    wanted = sorted(set(terms))
    for start in range(0, len(wanted), _MANY):
        found.update(rows(store, sparql.replace("TERMS", " ".join(wanted[start : start + _MANY]))))
    return tuple(sorted(found, key=_order))


def _order(row: Row) -> tuple[str, ...]:
    return tuple(term or "" for term in row)
