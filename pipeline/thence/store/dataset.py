"""Graphs that can be asked: what a store and a handful of files have in common."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Self

import pyoxigraph as ox

from thence.model.terms import Quad, Term, is_blank, quad_line
from thence.names import DEFAULT_GRAPH, DERIVED, Iri
from thence.store.handle import Handle
from thence.store.rdf import parse
from thence.store.sparql import Answer, Solutions, run
from thence.store.terms import node_of, resource_of, term_of

__all__ = ["Dataset", "dataset_of"]

_NOTHING: Mapping[str, Term] = MappingProxyType({})


class Dataset:
    """A default graph and named graphs on disk, read only; a context manager that closes itself."""

    def __init__(self, handle: Handle, *, folder: tempfile.TemporaryDirectory[str] | None = None) -> None:
        self._handle = handle
        self._folder = folder

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files; a temporary dataset is removed. Closing twice is no error."""
        self._handle.close()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def query(
        self,
        sparql: str,
        *,
        default_graphs: Sequence[Iri] = (DEFAULT_GRAPH, DERIVED),
        named_graphs: Sequence[Iri] | None = None,
        bindings: Mapping[str, Term] = _NOTHING,
    ) -> Answer:
        """Return Solutions of SELECT, a bool of ASK, sorted triples of CONSTRUCT and DESCRIBE.

        default_graphs: what patterns outside ``GRAPH`` see when the query has no FROM of its own; the empty IRI is the
        default graph.   named_graphs: what ``GRAPH`` sees; all when None. Given, both stand above a FROM in the query.
        bindings: variable name -> term, joined where the variable is named; a term is never pasted as text.
        The shipped prefixes need no declaration. Rows come in no particular order without ORDER BY.
        Raises QueryError: TH401 with line and column, TH402 for SERVICE and updates, TH403 for nesting or chains that
        no engine bears, TH404 for a binding the query does not name.
        """
        return run(
            self._handle.store, sparql, default_graphs=default_graphs, named_graphs=named_graphs, bindings=bindings
        )

    def quads(self, graph: Iri | None = None) -> Iterator[Quad]:
        """Yield the quads of one graph (the empty IRI is the default graph), or of all, in no particular order."""
        for quad in self._handle.store.quads_for_pattern(
            None, None, None, None if graph is None else _graph_node(graph)
        ):
            name = quad.graph_name
            where = Iri(name.value) if isinstance(name, ox.NamedNode) else DEFAULT_GRAPH
            yield term_of(quad.subject), term_of(quad.predicate), term_of(quad.object), where

    def graphs(self) -> tuple[Iri, ...]:
        """Return the named graphs that hold something, sorted."""
        return tuple(sorted(Iri(node.value) for node in self._handle.store.named_graphs()))

    def count(self, graph: Iri | None = None) -> int:
        """Return the number of triples of one graph, or of quads in all."""
        if graph is None:
            return len(self._handle.store)
        answer = self.query("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", default_graphs=(graph,))
        assert isinstance(answer, Solutions)
        value = answer.rows[0][0]
        return int((value or '"0"').split('"')[1])

    def _load(self, files: Sequence[Path]) -> None:
        for file in files:
            ground: list[str] = []
            blank: list[Quad] = []
            for quad in parse(file):
                if is_blank(quad[0]) or is_blank(quad[2]):
                    blank.append(quad)
                else:
                    ground.append(quad_line(quad))
            # Text is loaded twice as fast as objects, but loading text renames blank nodes.
            self._handle.store.bulk_load("\n".join(ground).encode(), format=ox.RdfFormat.N_QUADS, lenient=True)
            self._handle.store.bulk_extend(_ox_quads(blank))


def _graph_node(graph: Iri) -> ox.NamedNode | ox.DefaultGraph:
    return ox.NamedNode(graph) if graph else ox.DefaultGraph()


def _ox_quads(quads: Iterable[Quad]) -> Iterator[ox.Quad]:
    for subject, predicate, obj, graph in quads:
        yield ox.Quad(resource_of(subject), ox.NamedNode(predicate[1:-1]), node_of(obj), _graph_node(graph))


def dataset_of(files: Sequence[Path]) -> Dataset:
    """Return the graphs of some RDF files, as they are: blank nodes kept, those of two files never one.

    The dataset lies in a temporary folder (never in memory, where a store may deadlock) until it is closed.
    Raises what `parse` raises, and then keeps nothing.
    """
    folder = tempfile.TemporaryDirectory(prefix="thence-")
    dataset = Dataset(Handle(ox.Store(folder.name)), folder=folder)
    try:
        dataset._load(files)  # noqa: SLF001 - its maker
    except BaseException:
        dataset.close()
        raise
    return dataset
