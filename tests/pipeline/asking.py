"""Questions to a built store, for tests."""

from __future__ import annotations

from thence.names import Iri
from thence.store import Store

__all__ = ["ask", "triples_in"]


def ask(store: Store, query: str) -> bool:
    """Return the answer of an ASK."""
    return bool(store.query(query))


def triples_in(store: Store, graph: str | Iri) -> set[tuple[str, str, str]]:
    """Return the triples of a graph, as terms."""
    return {(s, p, o) for s, p, o, _ in store.quads(Iri(graph))}
