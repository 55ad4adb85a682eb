"""Questions to a built store, for tests."""

from __future__ import annotations

from thence.names import Iri
from thence.pipeline import BuildReport
from thence.store import Store
from thence.store.sparql import Solutions

__all__ = ["ask", "rows", "triples_in"]


def ask(store: Store, query: str) -> bool:
    """Return the answer of an ASK."""
    return bool(store.query(query))


def rows(report: BuildReport, query: str) -> list[tuple[str | None, ...]]:
    """Return the rows of a SELECT over what a build made, sorted."""
    with Store.open(report.workspace.directory, read_only=True) as store:
        found = store.query(query)
    assert isinstance(found, Solutions)
    return sorted(tuple(row) for row in found.rows)


def triples_in(store: Store, graph: str | Iri) -> set[tuple[str, str, str]]:
    """Return the triples of a graph, as terms."""
    return {(s, p, o) for s, p, o, _ in store.quads(Iri(graph))}
