"""Who says so: the statements graph indexed, and which statements carry an asserted fact (DESIGN section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from thence.model.terms import Quad, Term, Triple, iri_of, iri_term, is_iri, lexical_of
from thence.names import DCTERMS, ONTOLOGY, PROV, RDF, RDFS, SKOS, STATEMENTS, TH, Iri

__all__ = ["RDF_MEDIA", "Carriage", "Node", "Source"]

Node = Mapping[Term, tuple[Term, ...]]
"""What one node says: predicate -> objects, as terms."""

_A = iri_term(RDF.type)
_SUBJECT, _PREDICATE, _OBJECT = (iri_term(each) for each in (RDF.subject, RDF.predicate, RDF.object))
_STATEMENT = iri_term(RDF.Statement)
_DERIVED_FROM = iri_term(PROV.wasDerivedFrom)
_NAMES = frozenset(iri_term(each) for each in (RDF.type, RDFS.label, SKOS.altLabel))
_BARS = tuple(iri_term(each) for each in (TH.carriesNoFact, TH.supersededBy, TH.inOtherVoice))
RDF_MEDIA = frozenset(
    ("application/ld+json", "application/n-quads", "application/n-triples", "application/rdf+xml", "application/trig",
     "text/n3", "text/turtle")
)  # fmt: skip
"""The media types of RDF files."""
_NOTHING: Node = {}


@dataclass(frozen=True, slots=True)
class Source:
    """Where a node's words stand.   path: the document's first place, or empty.   quote: or empty."""

    path: str = ""
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Carriage:
    """The statements graph by node, and the ways from a fact to what carries it.

    nodes: every node of the statements graph.   statements: those that are rdf:Statements, sorted.
    documents: graph -> its triples, of each document version whose graph is at hand.
    """

    nodes: Mapping[Term, Node]
    statements: tuple[Term, ...]
    documents: Mapping[Iri, frozenset[Triple]]
    _said: Mapping[Triple, tuple[Term, ...]]
    _naming: Mapping[Term, tuple[Term, ...]]
    _events: Mapping[Term, tuple[Term, ...]]
    _about: Mapping[Term, tuple[Term, ...]]
    _imported: tuple[Iri, ...]
    _identifiers: frozenset[Term]

    @classmethod
    def of(cls, quads: Iterable[Quad]) -> Carriage:
        """Return the index of some quads, in one pass over them; other graphs are passed over."""
        nodes: dict[Term, dict[Term, list[Term]]] = {}
        documents: dict[Iri, set[Triple]] = {}
        identifiers: set[Term] = set()
        kind = iri_term(TH.valueKind)
        for subject, predicate, obj, graph in quads:
            if graph == STATEMENTS:
                nodes.setdefault(subject, {}).setdefault(predicate, []).append(obj)
            elif graph == ONTOLOGY:
                if predicate == kind and lexical_of(obj) == "reference":
                    identifiers.add(subject)
            elif graph.startswith("urn:thence:doc:"):
                documents.setdefault(graph, set()).add((subject, predicate, obj))
        frozen: dict[Term, Node] = {
            node: {predicate: tuple(sorted(objects)) for predicate, objects in said.items()}
            for node, said in nodes.items()
        }
        return cls._indexed(frozen, documents, frozenset(identifiers))

    @classmethod
    def _indexed(
        cls, nodes: Mapping[Term, Node], documents: Mapping[Iri, set[Triple]], identifiers: frozenset[Term]
    ) -> Carriage:
        said: dict[Triple, list[Term]] = {}
        naming: dict[Term, list[Term]] = {}
        events: dict[Term, list[Term]] = {}
        about: dict[Term, list[Term]] = {}
        statements = tuple(sorted(node for node, what in nodes.items() if _STATEMENT in what.get(_A, ())))
        for statement in statements:
            what = nodes[statement]
            for subject in (*what.get(_SUBJECT, ()), *what.get(iri_term(TH.event), ()), *what.get(_OBJECT, ())):
                about.setdefault(subject, []).append(statement)
            if not qualifies(what):
                continue
            for event in what.get(iri_term(TH.event), ()):
                events.setdefault(event, []).append(statement)
            for subject in what.get(_SUBJECT, ()):
                if _A in what.get(_PREDICATE, ()):
                    naming.setdefault(subject, []).append(statement)
                for predicate in what.get(_PREDICATE, ()):
                    for obj in what.get(_OBJECT, ()):
                        said.setdefault((subject, predicate, obj), []).append(statement)
        imported = sorted(
            iri_of(node)
            for node, what in nodes.items()
            if iri_term(TH.Document) in what.get(_A, ())
            and any(lexical_of(medium) in RDF_MEDIA for medium in what.get(iri_term(DCTERMS.format), ()))
        )
        return cls(
            nodes=nodes,
            statements=statements,
            documents={graph: frozenset(triples) for graph, triples in documents.items()},
            _said={key: tuple(found) for key, found in said.items()},
            _naming={key: tuple(found) for key, found in naming.items()},
            _events={key: tuple(found) for key, found in events.items()},
            _about={key: tuple(found) for key, found in about.items()},
            _imported=tuple(imported),
            _identifiers=identifiers,
        )

    def node(self, term: Term) -> Node:
        """Return what the statements graph says of a node; nothing when it does not name it."""
        return self.nodes.get(term, _NOTHING)

    def carriers(self, triple: Triple) -> tuple[Term, ...]:
        """Return what carries an asserted triple, sorted: qualifying statements, else imported documents; often one.

        A statement carries its own triple; those of its event that its document says too; and, when its predicate is
        rdf:type, its subject's types, names and identifiers, as a whole.
        """
        subject, predicate, _ = triple
        found = set(self._said.get(triple, ()))
        found.update(event for event in self._events.get(subject, ()) if self._says(event, triple))
        if predicate in _NAMES or predicate in self._identifiers:
            found.update(self._naming.get(subject, ()))
        if not found:
            found = {iri_term(graph) for graph in self._imported if triple in self.documents.get(graph, frozenset())}
        return tuple(sorted(found))

    def _says(self, statement: Term, triple: Triple) -> bool:
        """Return whether a statement's document says a triple in its own graph; True where that is not at hand."""
        graphs = [iri_of(document) for document in self.documents_of(statement) if is_iri(document)]
        known = [self.documents[graph] for graph in graphs if graph in self.documents]
        return not known or any(triple in graph for graph in known)

    def spans_of(self, statement: Term) -> tuple[Term, ...]:
        """Return the spans a statement cites: the one it quotes first, then the others, sorted."""
        what = self.node(statement)
        quoted = what.get(iri_term(TH.quotedAt), ())
        return (*quoted, *(span for span in what.get(_DERIVED_FROM, ()) if span not in quoted))

    def documents_of(self, statement: Term) -> Iterator[Term]:
        """Yield the document versions that a statement cites, by way of its spans and their texts."""
        for span in self.spans_of(statement):
            for text in self.node(span).get(_DERIVED_FROM, ()):
                yield from self.node(text).get(_DERIVED_FROM, ())

    def source_of(self, term: Term) -> Source:
        """Return the path and the words that a statement, span, text, document, event or entity comes from."""
        what = self.node(term)
        quote = next((lexical_of(words) for words in what.get(iri_term(TH.quote), ())), "")
        if path := next((lexical_of(place) for place in what.get(iri_term(TH.path), ())), ""):
            return Source(path)
        above = self.spans_of(term) if what else self._about.get(term, ())
        for each in above:
            if each != term and (source := self.source_of(each)).path:
                return Source(source.path, quote or source.quote)
        return Source(quote=quote)

    def source_of_triple(self, triple: Triple) -> Source:
        """Return where a triple is said: by a statement that carries it, else by one about its subject."""
        carriers = self.carriers(triple)
        return self.source_of(carriers[0] if carriers else triple[0])


def qualifies(statement: Node) -> bool:
    """Return whether a statement can carry facts, as far as its own node tells.

    Affirmed, categorical, not superseded, not barred (confidence, voice, trust and date are the assertion policy's and
    leave th:carriesNoFact), and not generated unless a person accepted it.
    """
    if statement.get(iri_term(TH.polarity)) != (iri_term(TH.Affirmed),):
        return False
    if statement.get(iri_term(TH.modality)) != (iri_term(TH.Categorical),):
        return False
    if iri_term(TH.Generated) in statement.get(iri_term(TH.status), ()) and iri_term(TH.acceptedBy) not in statement:
        return False
    return not any(bar in statement for bar in _BARS)
