"""The provenance contract, checked over quads in memory: what ``shapes/provenance.ttl`` says, in linear time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from functools import cache

from thence.model.finding import Finding, Severity
from thence.model.proof import fact_iri
from thence.model.terms import Quad, Term, Triple, iri_term, is_iri, is_literal, lexical_of
from thence.names import DEFAULT_GRAPH, DERIVATIONS, DERIVED, OA, PROV, RDF, TH, shorten
from thence.validate.carriage import Carriage, Node

__all__ = ["contract"]

_A, _RULE, _DERIVED_FROM = iri_term(RDF.type), iri_term(TH.rule), iri_term(PROV.wasDerivedFrom)
_PARTS = tuple(iri_term(each) for each in (RDF.subject, RDF.predicate, RDF.object))
_VALUES = {
    TH.polarity: ("Affirmed", "Denied"),
    TH.modality: ("Asked", "Categorical", "Conditional", "Hedged", "Planned", "Reported", "Required"),
    TH.status: ("Extracted", "Generated", "Stated", "Structural"),
}


def contract(quads: Collection[Quad], *, derivations_written: bool = True) -> tuple[Finding, ...]:
    """Return every breach of the provenance contract, sorted; none for a graph that keeps it.

    quads: all graphs of a store, or at least the default, derived, statements, derivations and ontology graphs (the
    documents' graphs too, so that events are checked value by value).
    derivations_written: False when the derivations graph was left out for its size; derived facts then pass unexamined.

    TH901 a statement without exactly one subject, predicate and object · TH902 without citation · TH903 without
    exactly one polarity, modality and status · TH904 confidence missing or outside 0..1 · TH905 a span that leaves its
    text · TH906 a span, text or document that lacks what leads on · TH907 an asserted fact that nothing carries ·
    TH908 a derived fact without derivation · TH909 a fact both asserted and derived · TH910 a premise that is no fact.
    """
    carriage = Carriage.of(quads)
    asserted, derived = _triples(quads, DEFAULT_GRAPH), _triples(quads, DERIVED)
    found: list[Finding] = []
    for check in (_statements, _spans, _texts, _documents):
        found += check(carriage)
    found += _asserted(carriage, asserted, derived)
    if derivations_written:
        found += _derived(carriage, quads, asserted, derived)
    return tuple(sorted(set(found)))


def _triples(quads: Iterable[Quad], graph: str) -> set[Triple]:
    return {(s, p, o) for s, p, o, g in quads if g == graph}


def _finding(carriage: Carriage, code: str, node: Term, message: str, *, hint: str = "") -> Finding:
    source = carriage.source_of(node)
    return Finding(
        "contract", code, source.path, message, Severity.VIOLATION, hint=hint, subject=lexical_of(node),
        quote=source.quote,
    )  # fmt: skip


def _count(node: Node, predicate: str) -> int:
    return len(node.get(iri_term(predicate), ()))


def _instances(carriage: Carriage, class_: str) -> Iterator[tuple[Term, Node]]:
    wanted = iri_term(class_)
    for term, node in carriage.nodes.items():
        if wanted in node.get(_A, ()):
            yield term, node


def _statements(carriage: Carriage) -> Iterator[Finding]:
    for term in carriage.statements:
        node = carriage.nodes[term]
        for part in _PARTS:
            objects = node.get(part, ())
            if len(objects) != 1:
                yield _finding(carriage, "TH901", term, f"a statement has {_how_many(len(objects), _name(part))}")
            elif part != _PARTS[2] and not is_iri(objects[0]):
                yield _finding(carriage, "TH901", term, f"a statement's {_name(part)} is no IRI: {objects[0]}")
        cited = node.get(_DERIVED_FROM, ())
        if not cited:
            yield _finding(carriage, "TH902", term, "a statement cites nothing", hint="each claim quotes its source")
        for span in cited:
            if iri_term(TH.Span) not in carriage.node(span).get(_A, ()):
                yield _finding(carriage, "TH902", term, f"a statement cites what is no span: {lexical_of(span)}")
        for predicate, allowed in _VALUES.items():
            values = node.get(iri_term(predicate), ())
            if len(values) != 1:
                yield _finding(carriage, "TH903", term, f"a statement has {_how_many(len(values), shorten(predicate))}")
            for value in values:
                if value not in {iri_term(TH[each]) for each in allowed}:
                    message = f"a statement's {shorten(predicate)} is {_shown(value)}"
                    hint = f"one of {', '.join('th:' + each for each in allowed)}"
                    yield _finding(carriage, "TH903", term, message, hint=hint)
        yield from _confidence(carriage, term, node)


def _confidence(carriage: Carriage, term: Term, node: Node) -> Iterator[Finding]:
    values = node.get(iri_term(TH.confidence), ())
    if len(values) != 1:
        yield _finding(carriage, "TH904", term, f"a statement has {_how_many(len(values), 'th:confidence')}")
    for value in values:
        number = _number(value)
        if number is None or not 0 <= number <= 1:
            yield _finding(carriage, "TH904", term, f"a statement's confidence is {_shown(value)}", hint="from 0 to 1")


def _spans(carriage: Carriage) -> Iterator[Finding]:
    for term, node in _instances(carriage, TH.Span):
        for predicate in (OA.hasSource, TH.quote, TH.charStart, TH.charEnd):
            if _count(node, predicate) != 1:
                message = f"a span has {_how_many(_count(node, predicate), shorten(predicate))}"
                yield _finding(carriage, "TH906", term, message)
        texts = node.get(iri_term(OA.hasSource), ())
        for text in texts:
            if iri_term(TH.Text) not in carriage.node(text).get(_A, ()):
                yield _finding(carriage, "TH906", term, f"a span lies in what is no text: {lexical_of(text)}")
        start, end = (_one_number(node, each) for each in (TH.charStart, TH.charEnd))
        if start is not None and start < 0:
            yield _finding(carriage, "TH905", term, f"a span begins at {start}, before its text")
        if start is not None and end is not None and start > end:
            yield _finding(carriage, "TH905", term, f"a span begins at {start} and ends at {end}")
        byte_start, byte_end = (_one_number(node, each) for each in (TH.byteStart, TH.byteEnd))
        if byte_start is not None and byte_end is not None and byte_start > byte_end:
            yield _finding(carriage, "TH905", term, f"a span's bytes begin at {byte_start} and end at {byte_end}")
        for text in texts:
            length = _one_number(carriage.node(text), TH.length)
            if end is not None and length is not None and end > length:
                message = f"a span ends at {end} in a text of {length} characters"
                yield replace(_finding(carriage, "TH905", term, message), related=(lexical_of(text),))


def _texts(carriage: Carriage) -> Iterator[Finding]:
    for term, node in _instances(carriage, TH.Text):
        length = _one_number(node, TH.length)
        if length is None or length < 0:
            yield _finding(carriage, "TH906", term, "a text has no one th:length")
        documents = node.get(_DERIVED_FROM, ())
        if len(documents) != 1:
            yield _finding(carriage, "TH906", term, f"a text comes from {_how_many(len(documents), 'document')}")
        for document in documents:
            if iri_term(TH.Document) not in carriage.node(document).get(_A, ()):
                message = f"a text comes from what is no document: {lexical_of(document)}"
                yield _finding(carriage, "TH906", term, message)


def _documents(carriage: Carriage) -> Iterator[Finding]:
    for term, node in _instances(carriage, TH.Document):
        if not _count(node, TH.path):
            yield _finding(carriage, "TH906", term, "a document has no th:path")
        for predicate in (TH.key, TH.digest):
            if _count(node, predicate) != 1:
                message = f"a document has {_how_many(_count(node, predicate), shorten(predicate))}"
                yield _finding(carriage, "TH906", term, message)


def _asserted(carriage: Carriage, asserted: set[Triple], derived: set[Triple]) -> Iterator[Finding]:
    for triple in asserted:
        if not carriage.carriers(triple):
            yield _fact_finding(carriage, "TH907", triple, "no qualifying statement carries the asserted fact")
    for triple in asserted & derived:
        yield _fact_finding(carriage, "TH909", triple, "a fact is both asserted and derived:")


def _derived(
    carriage: Carriage, quads: Iterable[Quad], asserted: set[Triple], derived: set[Triple]
) -> Iterator[Finding]:
    nodes: dict[Term, dict[Term, list[Term]]] = {}
    for subject, predicate, obj, graph in quads:
        if graph == DERIVATIONS:
            nodes.setdefault(subject, {}).setdefault(predicate, []).append(obj)

    @cache
    def is_fact(premise: Term) -> bool:
        said = nodes.get(premise, {})
        parts = [term for part in _PARTS for term in said.get(part, ())]
        if len(parts) != len(_PARTS):
            return False
        triple = (parts[0], parts[1], parts[2])
        return (triple in asserted or triple in derived) and premise == iri_term(fact_iri(triple))

    for triple in derived:
        node = iri_term(fact_iri(triple))
        said = nodes.get(node, {})
        if len(said.get(_RULE, ())) != 1:
            count = len(said.get(_RULE, ()))
            yield _fact_finding(carriage, "TH908", triple, f"a derived fact has {_how_many(count, 'derivation')}:")
        for premise in said.get(_DERIVED_FROM, ()):
            if not is_fact(premise):
                message = f"a premise, {lexical_of(premise)}, is no fact of the store; it is one of"
                yield _fact_finding(carriage, "TH910", triple, message)


def _fact_finding(carriage: Carriage, code: str, triple: Triple, message: str) -> Finding:
    source = carriage.source_of_triple(triple)
    return Finding(
        "contract", code, source.path, f"{message} {' '.join(map(_shown, triple))}", Severity.VIOLATION,
        subject=lexical_of(triple[0]), related=(fact_iri(triple),), quote=source.quote,
    )  # fmt: skip


def _number(term: Term) -> Decimal | None:
    try:
        number = Decimal(lexical_of(term)) if is_literal(term) else None
    except InvalidOperation:
        return None
    return number if number is not None and number.is_finite() else None


def _one_number(node: Node, predicate: str) -> Decimal | None:
    values = node.get(iri_term(predicate), ())
    return _number(values[0]) if len(values) == 1 else None


def _how_many(count: int, of: str) -> str:
    return f"no {of}" if count == 0 else f"{count} {of}, not one"


def _name(predicate: Term) -> str:
    return shorten(lexical_of(predicate))


def _shown(term: Term) -> str:
    return shorten(lexical_of(term)) if is_iri(term) else term
