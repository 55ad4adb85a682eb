"""Turtle in which equal graphs give equal bytes: everything sorted, blank nodes nested or labelled by what they say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from thence.model.terms import Term, Triple, is_blank, is_iri, is_literal
from thence.names import RDF, XSD, content_hash

__all__ = ["turtle_blocks"]

_LOCAL = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?")
_BARE = re.compile(
    rf'"(?:(-?(?:0|[1-9]\d*))"\^\^<{re.escape(XSD.integer)}>'
    rf'|(-?\d+\.\d+)"\^\^<{re.escape(XSD.decimal)}>'
    rf'|(true|false)"\^\^<{re.escape(XSD.boolean)}>)'
)
_TYPE, _FIRST, _REST, _NIL = (Term(f"<{iri}>") for iri in (RDF.type, RDF.first, RDF.rest, RDF.nil))
_BLOCK = 500
_DEPTH = 8
_ROUNDS = 16

_Node = dict[Term, list[Term]]
"""What one subject says: predicate -> objects."""


def turtle_blocks(triples: Iterable[Triple], prefixes: Mapping[str, str]) -> Iterator[bytes]:
    """Yield Turtle: the prefixes that are used, then subjects in order, some hundreds to a block.

    A blank node that one triple points to is nested (a well-formed list as ``( … )``), others get labels from what
    they say, not from the labels they came with. Each object stands on its subject's predicate line, ``a`` first.
    """
    graph = _Graph.of(triples)
    names = _Names(prefixes)
    for subject, node in graph.nodes.items():
        names.note(subject)
        for predicate, objects in node.items():
            if predicate != _TYPE and subject not in graph.cells:
                names.note(predicate)
            for term in objects:
                if term != _NIL:
                    names.note(term)
    header = "".join(f"@prefix {prefix}: <{prefixes[prefix]}> .\n" for prefix in sorted(names.used))
    block = [header]
    for subject in graph.roots():
        label = graph.labels.get(subject)
        head = "[]" if is_blank(subject) and label is None else label or names[subject]
        block.append(f"\n{head}{_properties(graph, names, subject, 1)} .\n")
        if len(block) >= _BLOCK:
            yield "".join(block).encode()
            block = []
    if any(block):
        yield "".join(block).encode()


class _Names:
    """How each term is written, and which prefixes that takes."""

    def __init__(self, prefixes: Mapping[str, str]) -> None:
        self.used: set[str] = set()
        self._namespaces = sorted(((ns, p) for p, ns in prefixes.items()), key=lambda pair: (-len(pair[0]), pair[1]))
        self._written: dict[Term, str] = {}

    def __getitem__(self, term: Term) -> str:
        return self._written[term]

    def note(self, term: Term) -> None:
        """Learn to write a term."""
        if term not in self._written:
            self._written[term] = self._write(term)

    def _write(self, term: Term) -> str:
        if is_iri(term):
            return self._iri(term)
        if is_literal(term) and term.endswith(">"):
            bare = _BARE.fullmatch(term)
            if bare:
                return bare.group(1) or bare.group(2) or bare.group(3)
            text, _, datatype = term.rpartition("^^")
            return f"{text}^^{self._iri(datatype)}"
        return term

    def _iri(self, term: str) -> str:
        iri = term[1:-1]
        for namespace, prefix in self._namespaces:
            if iri.startswith(namespace) and _LOCAL.fullmatch(iri, len(namespace)):
                self.used.add(prefix)
                return f"{prefix}:{iri[len(namespace) :]}"
        return term


@dataclass(slots=True)
class _Graph:
    """A graph by subject.

    nodes: sorted.   nested: blank nodes written where they are pointed to.   labels: of the blank nodes that need one.
    keys: an order of blank nodes by what they say.   cells: blank nodes that are cells of well-formed lists.
    """

    nodes: dict[Term, _Node]
    keys: dict[Term, str] = field(default_factory=dict)
    cells: set[Term] = field(default_factory=set)
    nested: set[Term] = field(default_factory=set)
    labels: dict[Term, str] = field(default_factory=dict)

    @classmethod
    def of(cls, triples: Iterable[Triple]) -> _Graph:
        """Return the graph of some triples, in any order, however often each."""
        nodes: dict[Term, _Node] = {}
        pointers: dict[Term, list[Term]] = {}
        blank: set[Term] = set()
        for subject, predicate, obj in sorted(set(triples)):
            nodes.setdefault(subject, {}).setdefault(predicate, []).append(obj)
            if is_blank(subject):
                blank.add(subject)
            if is_blank(obj):
                blank.add(obj)
                pointers.setdefault(obj, []).append(subject)
        graph = cls(nodes)
        if blank:
            graph.keys = _colours(nodes, blank)
            for node in nodes.values():
                for objects in node.values():
                    objects.sort(key=graph.order)
            graph._nest(blank, pointers)
        return graph

    def order(self, term: Term) -> tuple[bool, str, str]:
        """A sort key: literals and IRIs by their text, then blank nodes by what they say."""
        return is_blank(term), self.keys.get(term, ""), term

    def roots(self) -> list[Term]:
        """The subjects that are written on their own, in order."""
        return sorted((subject for subject in self.nodes if subject not in self.nested), key=self.order)

    def items_of(self, head: Term) -> list[Term]:
        """Return the members of a well-formed list."""
        items: list[Term] = []
        while head != _NIL:
            items.append(self.nodes[head][_FIRST][0])
            head = self.nodes[head][_REST][0]
        return items

    def _find_cells(self, pointers: Mapping[Term, Sequence[Term]], single: set[Term]) -> None:
        """Note the blank nodes from which first and rest lead to rdf:nil and nothing else comes in or goes out."""
        ends = [node for node, said in self.nodes.items() if node in single and said.get(_REST) == [_NIL]]
        while ends:
            node = ends.pop()
            said = self.nodes[node]
            if said.keys() == {_FIRST, _REST} and len(said[_FIRST]) == len(said[_REST]) == 1:
                self.cells.add(node)
                before = pointers[node][0]
                if before in single and self.nodes[before].get(_REST) == [node]:
                    ends.append(before)

    def _nest(self, blank: set[Term], pointers: dict[Term, list[Term]]) -> None:
        """Decide which blank nodes are nested: those with one pointer, not too deep, and no circle of them."""
        single = {node for node in blank if len(pointers.get(node, ())) == 1}
        self._find_cells(pointers, single)
        depths: dict[Term, int] = {}
        waiting = [(subject, 0) for subject in self.nodes if subject not in single]
        circles = sorted(single, key=self.order, reverse=True)
        while waiting or circles:
            if not waiting:
                node = circles.pop()
                if node in depths:
                    continue
                waiting.append((node, 0))
            subject, depth = waiting.pop()
            if subject in depths:
                continue
            depths[subject] = depth
            for predicate, objects in self.nodes.get(subject, {}).items():
                for obj in objects:
                    if obj in single and obj not in depths:
                        inner = depth if predicate == _REST and obj in self.cells else depth + 1
                        if inner <= _DEPTH:
                            self.nested.add(obj)
                        waiting.append((obj, inner if inner <= _DEPTH else 0))
        # A cell that is written on its own ends the list before it: that one is no list then.
        for cell in sorted(self.cells - self.nested):
            node = cell
            while node in self.cells:
                self.cells.discard(node)
                self.nested.discard(node)
                before = pointers[node][0]
                if self.nodes[before].get(_REST) != [node]:
                    break
                node = before
        pointed = sorted((node for node in blank - self.nested if pointers.get(node)), key=self.order)
        self.labels = {node: f"_:b{number}" for number, node in enumerate(pointed)}


def _properties(graph: _Graph, names: _Names, subject: Term, depth: int) -> str:
    node = graph.nodes.get(subject, {})
    lines = []
    for predicate in sorted(node, key=lambda term: (term != _TYPE, term)):
        written = "a" if predicate == _TYPE else names[predicate]
        objects = ", ".join(_object(graph, names, obj, depth) for obj in node[predicate])
        lines.append(f"{written} {objects}")
    return (" " if depth == 1 else "") + (" ;\n" + "    " * depth).join(lines)


def _object(graph: _Graph, names: _Names, term: Term, depth: int) -> str:
    if term == _NIL:
        return "()"
    if term not in graph.nested:
        return graph.labels.get(term) or names[term]
    if term in graph.cells:
        return f"( {' '.join(_object(graph, names, item, depth) for item in graph.items_of(term))} )"
    inner = _properties(graph, names, term, depth + 1)
    indent = "\n" + "    " * (depth + 1)
    return f"[{indent}{inner}\n{'    ' * depth}]" if inner else "[]"


def _colours(nodes: Mapping[Term, _Node], blank: set[Term]) -> dict[Term, str]:
    """Return a key for each blank node from what it says and what points to it, refined until nothing splits.

    Nodes that some rounds cannot tell apart keep the order of their labels.
    """
    edges: dict[Term, list[tuple[str, Term, Term]]] = {node: [] for node in blank}
    for subject, node in nodes.items():
        for predicate, objects in node.items():
            for obj in objects:
                if subject in edges:
                    edges[subject].append(("out", predicate, obj))
                if obj in edges:
                    edges[obj].append(("in", predicate, subject))
    colours = dict.fromkeys(blank, "")
    kinds = 0
    for _ in range(_ROUNDS):
        if len(set(colours.values())) == kinds:
            break
        kinds = len(set(colours.values()))
        colours = {
            node: content_hash(colours[node], *sorted(f"{way} {p} {colours.get(t, t)}" for way, p, t in edges[node]))
            for node in blank
        }
    return colours
