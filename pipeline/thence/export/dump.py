"""The whole graph as Turtle or N-Quads, the same bytes for the same store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from thence.model.terms import Quad, Term, Triple, quad_line
from thence.names import DEFAULT_GRAPH, DERIVATIONS, DERIVED, HISTORY, ONTOLOGY, RUNS, STATEMENTS, prefixes
from thence.store.store import Store
from thence.store.turtle import turtle_blocks

__all__ = ["FORMATS", "export"]

FORMATS = ("turtle", "nquads")
_TURTLE_GRAPHS = (DEFAULT_GRAPH, DERIVED, ONTOLOGY, STATEMENTS, DERIVATIONS)
_CLOCKED = (RUNS, HISTORY)
_BLOCK = 2_000
_INVENTED = "<urn:thence:sk:"


def export(store: Store, *, format: Literal["turtle", "nquads"], everything: bool = False) -> Iterator[bytes]:  # noqa: A002 - the word of the command line
    """Yield a store's graphs as UTF-8 text, in blocks.

    format: ``turtle`` merges facts, derived facts, ontology, statements and derivations into one graph, in which a
    triple of two of them stands once; ``nquads`` holds every graph but runs and history, sorted lines.
    everything: with runs and history; for Turtle too.   Blank nodes of imported files are blank nodes again.
    Equal stores give equal bytes.
    Raises ValueError for another format.
    """
    if format == "turtle":
        names = (*_TURTLE_GRAPHS, *(_CLOCKED if everything else ()))
        triples: set[Triple] = {_restored(quad)[:3] for graph in names for quad in store.quads(graph)}
        return turtle_blocks(triples, prefixes())
    if format == "nquads":
        left_out = frozenset(() if everything else _CLOCKED)
        graphs = (DEFAULT_GRAPH, *(graph for graph in store.graphs() if graph not in left_out))
        return _lines(sorted(quad_line(_restored(quad)) for graph in graphs for quad in store.quads(graph)))
    raise ValueError(f"no export as {format!r}: {', '.join(FORMATS)}")


def _restored(quad: Quad) -> Quad:
    """Return a quad whose skolemised nodes are blank nodes again, as in the files they came from."""
    subject, predicate, obj, graph = quad
    if not (subject.startswith(_INVENTED) or obj.startswith(_INVENTED)):
        return quad
    return _blank(subject), predicate, _blank(obj), graph


def _blank(term: Term) -> Term:
    return Term(f"_:{term[len(_INVENTED) : -1]}") if term.startswith(_INVENTED) else term


def _lines(lines: Iterable[str]) -> Iterator[bytes]:
    block: list[str] = []
    for line in lines:
        block.append(f"{line}\n")
        if len(block) >= _BLOCK:
            yield "".join(block).encode()
            block = []
    if block:
        yield "".join(block).encode()
