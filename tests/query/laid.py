"""A small graph laid down by hand in the layout of the store, with its documents and its trace."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from thence.model.document import Document, Span, cite
from thence.model.ledger import Ledger
from thence.model.terms import Quad, Term, Triple, iri_term, literal
from thence.names import (
    DEFAULT_GRAPH,
    DERIVED,
    OA,
    ONTOLOGY,
    PROV,
    RDF,
    RDFS,
    SKOS,
    STATEMENTS,
    TH,
    XSD,
    Iri,
    mint,
    mint_agent,
    mint_entity,
    prefixes,
)
from thence.read import read_bytes
from thence.reason import close, load_rules
from thence.reason.derivations import derivation_quads
from thence.store import Store, Workspace
from thence.store.ledger import LEDGER, ledger_bytes
from thence.store.rdf import parse

ONTOLOGY_TURTLE = """
own:owns a owl:ObjectProperty ; rdfs:label "owns" ; skos:altLabel "holds shares in" .
own:ownedBy a owl:ObjectProperty ; rdfs:label "owned by" ; owl:inverseOf own:owns .
own:controls a owl:ObjectProperty ; rdfs:label "controls" .
own:beneficialOwnerOf a owl:ObjectProperty ; rdfs:label "beneficial owner of" .
own:percent a owl:DatatypeProperty ; rdfs:label "percent" .
own:owner a owl:ObjectProperty ; rdfs:label "owner" .
own:owned a owl:ObjectProperty ; rdfs:label "owned party" .
own:Ownership a owl:Class ; rdfs:label "ownership" ; rdfs:subClassOf th:Event .
money:paid a owl:ObjectProperty ; rdfs:label "paid" .
money:amount a owl:DatatypeProperty ; rdfs:label "amount" .
money:currency a owl:DatatypeProperty ; rdfs:label "currency" .
people:employeeCount a owl:DatatypeProperty ; rdfs:label "employee count" .
"""

RULES = """PREFIX own: <https://w3id.org/thence/ownership#>
@label "More than half controls"
RULE <urn:thence:rule:test:majority> { ?a own:controls ?b }
WHERE { ?e a own:Ownership ; own:owner ?a ; own:owned ?b ; own:percent ?p . FILTER(?p > 50) }
@label "The beneficial owner controls"
RULE <urn:thence:rule:test:beneficial> { ?a own:controls ?c }
WHERE { ?a own:beneficialOwnerOf ?b . ?b own:controls ?c }
@label "Control is handed down"
RULE <urn:thence:rule:test:down> { ?a own:controls ?c }
WHERE { ?a own:controls ?b . ?b own:controls ?c . FILTER(?a != ?c) }
"""


def iri(name: str) -> Iri:
    """Return the IRI of a prefixed name."""
    prefix, _, local = name.partition(":")
    return Iri(prefixes()[prefix] + local)


def term(text: str) -> Term:
    """Return a prefixed name as an IRI, a whole or decimal number, an ISO date, or plain text."""
    if ":" in text and text.split(":")[0] in prefixes():
        return iri_term(iri(text))
    if text.replace(".", "", 1).isdigit():
        return literal(text, XSD.decimal if "." in text else XSD.integer)
    return literal(text, XSD.date) if len(text) == 10 and text[4] == text[7] == "-" else literal(text)


@dataclass
class Laid:
    """A corpus folder and the quads of what it says."""

    folder: Path
    documents: dict[str, Document] = field(default_factory=dict)
    quads: set[Quad] = field(default_factory=set)
    entities: dict[str, Term] = field(default_factory=dict)

    def document(self, path: str, text: str) -> None:
        """Write a file and describe it."""
        data = text.encode()
        (self.folder / path).write_bytes(data)
        document = self.documents[path] = read_bytes(data, places=(path,))
        node, rendition = iri_term(document.iri), iri_term(document.text_iri)
        self._state(node, RDF.type, iri_term(TH.Document))
        self._state(node, TH.path, literal(path))
        self._state(node, TH.key, literal(document.key))
        self._state(node, TH.digest, literal(document.digest))
        self._state(rendition, RDF.type, iri_term(TH.Text))
        self._state(rendition, PROV.wasDerivedFrom, node)

    def entity(self, name: str, *aliases: str, key: str = "") -> Term:
        """Return the thing of a name, named in the default graph."""
        if name + key not in self.entities:
            thing = self.entities[name + key] = iri_term(mint_entity(name, name + key))
            self.fact(thing, RDFS.label, literal(name))
            for alias in aliases:
                self.fact(thing, SKOS.altLabel, literal(alias))
        return self.entities[name + key]

    def fact(self, subject: Term, predicate: Iri, obj: Term) -> None:
        """State a plain triple in the default graph."""
        self.quads.add((subject, iri_term(predicate), obj, DEFAULT_GRAPH))

    def said(
        self,
        path: str,
        quote: str,
        subject: Term,
        predicate: str,
        obj: Term,
        *,
        event: str = "",
        values: dict[str, str] | None = None,
        polarity: str = "Affirmed",
        modality: str = "Categorical",
        bar: str = "",
        voice: str = "",
    ) -> Iri:
        """State what a quote says; without a bar it carries the fact, and the values of its event."""
        document = self.documents[path]
        start = document.text.index(quote)
        citation = cite(document, Span(start, start + len(quote)))
        statement = mint("st", path, quote, subject, predicate, obj)
        node, span = iri_term(statement), iri_term(citation.iri)
        self._state(node, RDF.type, iri_term(RDF.Statement))
        self._state(node, RDF.subject, subject)
        self._state(node, RDF.predicate, iri_term(iri(predicate)))
        self._state(node, RDF.object, obj)
        self._state(node, TH.polarity, iri_term(TH[polarity]))
        self._state(node, TH.modality, iri_term(TH[modality]))
        self._state(node, PROV.wasDerivedFrom, span)
        self._state(node, TH.quotedAt, span)
        self._state(span, RDF.type, iri_term(TH.Span))
        self._state(span, TH.quote, literal(quote))
        self._state(span, OA.hasSource, iri_term(citation.text))
        self._state(span, PROV.wasDerivedFrom, iri_term(citation.text))
        self._state(span, TH.charStart, term(str(citation.span.start)))
        self._state(span, TH.charEnd, term(str(citation.span.end)))
        if citation.bytes:
            self._state(span, TH.byteStart, term(str(citation.bytes[0])))
            self._state(span, TH.byteEnd, term(str(citation.bytes[1])))
        if bar:
            self._state(node, TH.carriesNoFact, literal(bar))
        if voice:
            self._state(node, PROV.wasAttributedTo, iri_term(mint_agent(voice)))
            self._state(iri_term(mint_agent(voice)), RDFS.label, literal(voice))
        triples: list[Triple] = [(subject, iri_term(iri(predicate)), obj)]
        if event and not bar:
            happening = iri_term(mint("event", event))
            self._state(node, TH.event, happening)
            triples += [
                (happening, iri_term(iri(role)), Term(value) if value.startswith("<") else term(value))
                for role, value in (values or {}).items()
            ]
        if not bar:
            self.quads.update((*triple, graph) for triple in triples for graph in (DEFAULT_GRAPH, document.iri))
        return statement

    def _state(self, subject: Term, predicate: Iri, obj: Term) -> None:
        self.quads.add((subject, iri_term(predicate), obj, STATEMENTS))

    def store(self) -> Path:
        """Close what was laid down, commit it, and return the workspace's folder."""
        head = "".join(f"@prefix {prefix}: <{namespace}> .\n" for prefix, namespace in prefixes().items())
        axioms = [quad[:3] for quad in parse((head + ONTOLOGY_TURTLE).encode(), media="ttl")]
        (self.folder / "thence.rules").mkdir(exist_ok=True)
        rule_file = self.folder / "thence.rules" / "test.srl"
        rule_file.write_text(RULES, encoding="utf-8")
        closure = close(
            sorted((s, p, o) for s, p, o, graph in self.quads if graph == DEFAULT_GRAPH),
            load_rules([rule_file], ontology=sorted(axioms), shipped=False),
        )
        self.quads.update((*triple, ONTOLOGY) for triple in axioms)
        self.quads.update((*triple, DERIVED) for triple in closure.derived)
        self.quads.update(derivation_quads(closure, {}))
        files = {f"trace/{name}": data for name, data in closure.to_files().items()}
        ledger = Ledger("test", None, (), (), (), {}, kept=tuple(sorted(files)))
        place = Workspace.create(self.folder)
        with Store.open(place.directory) as store:
            store.replace(self.quads, files={**files, LEDGER: ledger_bytes(ledger)})
        return place.directory
