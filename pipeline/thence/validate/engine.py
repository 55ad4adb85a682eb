"""The door to pySHACL: triples and shapes in, results and counts of focus nodes out, as terms."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import StringIO
from typing import TYPE_CHECKING

from thence.errors import DataError, Location
from thence.model.finding import Severity
from thence.model.terms import (
    Term,
    Triple,
    datatype_of,
    iri_term,
    is_blank,
    is_iri,
    language_of,
    lexical_of,
    literal,
)
from thence.names import RDF, SH
from thence.store.rdf import parse

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

__all__ = ["Outcome", "Result", "run", "shapes_for_shapes"]

_SEVERITIES: dict[str, Severity] = {
    SH.Info: Severity.INFO,
    SH.Warning: Severity.WARNING,
    SH.Violation: Severity.VIOLATION,
}


@dataclass(frozen=True, slots=True, order=True)
class Result:
    """One validation result, as the standard has it.   path, value: None where there is none."""

    focus: Term
    shape: Term
    component: Term
    path: Term | None
    value: Term | None
    severity: Severity
    messages: tuple[str, ...] = ()
    details: tuple[Result, ...] = ()

    @property
    def key(self) -> tuple[str, ...]:
        """What results are sorted by."""
        return (self.focus, self.path or "", self.component, self.value or "", self.shape, *self.messages)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a validation came to.   conforms: no results.   looked_at: focus nodes of each shape with a target."""

    conforms: bool
    results: tuple[Result, ...]
    looked_at: Mapping[Term, int]


def run(data: Iterable[Triple], shapes: Iterable[Triple], *, named: str = "") -> Outcome:
    """Return the outcome of validating data, literals as written, against shapes; results sorted.

    data: with the ontology, since targets and classes are read with its hierarchy.   named: the shape files.
    Raises DataError TH512 for shapes that nobody can judge.
    """
    with _quiet():
        from pyshacl import validate
        from pyshacl.shapes_graph import ShapesGraph

        data_graph, shapes_graph = _graph(data), _graph(shapes)
        try:
            conforms, report, text = validate(
                data_graph, shacl_graph=shapes_graph, inference="none", advanced=True, inplace=True
            )
            looked_at = {}
            for shape in ShapesGraph(shapes_graph).shapes:
                shape.set_advanced(True)
                if any(list(each) for each in shape.target()) or shape.advanced_target():
                    looked_at[_term(shape.node)] = len(shape.focus_nodes(data_graph))
        except Exception as error:
            # Whatever a shape trips over inside pySHACL or rdflib is the shape's fault, and never a pass.
            raise _malformed(str(error) or type(error).__name__, named) from error
        if not hasattr(report, "subjects"):
            raise _malformed(str(text), named)
        results = [_result(report, node) for node in _objects(report, None, SH.result)]
    return Outcome(bool(conforms), tuple(sorted(results, key=lambda result: result.key)), looked_at)


@cache
def shapes_for_shapes() -> tuple[Triple, ...]:
    """Return SHACL's own shapes for shapes (appendix C of the recommendation), as pySHACL ships them."""
    path = files("pyshacl") / "assets" / "shacl-shacl.ttl"
    return tuple(sorted((s, p, o) for s, p, o, _ in parse(path.read_bytes(), name="shacl-shacl.ttl")))


def _malformed(reason: str, named: str) -> DataError:
    first, *rest = [line.strip() for line in reason.splitlines() if line.strip()] or ["no reason given"]
    return DataError(
        "TH512", f"the shapes cannot be judged: {first}", at=Location(named) if named else None, hint=" ".join(rest)
    )


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep rdflib's and pySHACL's asides (a bad literal is data here, not news) from the terminal."""
    loggers = [
        logging.getLogger(name) for name in ("rdflib.term", "pyshacl", "pyshacl.validator", "pyshacl.entrypoints")
    ]
    before = [logger.disabled for logger in loggers]
    with warnings.catch_warnings(), redirect_stderr(StringIO()):
        warnings.simplefilter("ignore")
        for logger in loggers:
            logger.disabled = True
        try:
            yield
        finally:
            for logger, disabled in zip(loggers, before, strict=True):
                logger.disabled = disabled


def _graph(triples: Iterable[Triple]) -> Graph:
    """Return an rdflib graph with literals as written: nothing is normalised, nothing is read twice."""
    from rdflib import BNode, Graph, Literal, URIRef

    nodes: dict[Term, Node] = {}

    def node(term: Term) -> Node:
        found = nodes.get(term)
        if found is None:
            if is_iri(term):
                found = URIRef(term[1:-1])
            elif is_blank(term):
                found = BNode(term[2:])
            elif language := language_of(term):
                found = Literal(lexical_of(term), lang=language)
            else:
                tail = datatype_of(term) if term[-1] == ">" else None
                found = Literal(lexical_of(term), datatype=URIRef(tail) if tail else None, normalize=False)
            nodes[term] = found
        return found

    graph = Graph(bind_namespaces="none")
    for subject, predicate, obj in triples:
        graph.add((node(subject), node(predicate), node(obj)))
    return graph


def _term(node: Node) -> Term:
    from rdflib import BNode, Literal

    if isinstance(node, Literal):
        return literal(str(node), str(node.datatype) if node.datatype else None, node.language)
    return Term(f"_:{node}") if isinstance(node, BNode) else iri_term(str(node))


def _objects(graph: Graph, subject: Node | None, predicate: str) -> list[Node]:
    from rdflib import URIRef

    return list(graph.objects(subject, URIRef(predicate)))


def _result(graph: Graph, node: Node) -> Result:
    def one(predicate: str) -> Term | None:
        return next(iter(sorted(_term(each) for each in _objects(graph, node, predicate))), None)

    severity = one(SH.resultSeverity)
    return Result(
        focus=one(SH.focusNode) or iri_term(RDF.nil),
        shape=one(SH.sourceShape) or iri_term(RDF.nil),
        component=one(SH.sourceConstraintComponent) or iri_term(RDF.nil),
        path=one(SH.resultPath),
        value=one(SH.value),
        severity=_SEVERITIES.get(severity[1:-1] if severity else "", Severity.VIOLATION),
        messages=tuple(sorted(str(each) for each in _objects(graph, node, SH.resultMessage))),
        details=tuple(sorted((_result(graph, each) for each in _objects(graph, node, SH.detail)), key=lambda r: r.key)),
    )
