"""OWL 2 RL from an ontology's axioms to rules about instances; each rule carries the axioms it stands for.

Names in capitals and numbers of tables are those of the W3C's profile (OWL 2 Profiles, section 4.3). Without equality.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from thence.errors import Location
from thence.model.rule import Element, Node, Pattern, Rule, RuleKind, Variable
from thence.model.terms import Term, Triple, iri_term, is_iri, is_literal
from thence.names import OWL, RDF, RDFS, XSD, content_hash, mint_rule
from thence.reason.sentences import triple_sentence

__all__ = ["compile_owl", "schema_closure"]

_TYPE = iri_term(RDF.type)
_X, _Y, _Z = Variable("?x"), Variable("?y"), Variable("?z")
_AT = Location("OWL 2 RL")
_VOCABULARIES = (RDF.base, RDFS.base, OWL.base, XSD.base)
_EVERYTHING = frozenset({iri_term(OWL.Thing), iri_term(RDFS.Resource), iri_term(RDFS.Literal)})
_TEXTS = frozenset({iri_term(RDF[name]) for name in ("langString", "PlainLiteral", "XMLLiteral", "HTML", "JSON")})


class _Axioms:
    """The ontology's triples by predicate, each list sorted."""

    def __init__(self, triples: Iterable[Triple]) -> None:
        self.by: defaultdict[Term, list[Triple]] = defaultdict(list)
        for triple in sorted(set(filter(_is_axiom, triples))):
            self.by[triple[1]].append(triple)
        self.types: defaultdict[Term, set[Term]] = defaultdict(set)
        for subject, _, kind in self.by[_TYPE]:
            self.types[kind].add(subject)
        self._first = {s: (s, p, o) for s, p, o in self.of(RDF.first)}
        self._rest = {s: (s, p, o) for s, p, o in self.of(RDF.rest)}
        self.annotations = self.types[iri_term(OWL.AnnotationProperty)]
        self.data = self.types[iri_term(OWL.DatatypeProperty)]
        self.datatypes = self.types[iri_term(RDFS.Datatype)]

    def of(self, predicate: str) -> list[Triple]:
        """Return the triples of a predicate."""
        return self.by[iri_term(predicate)]

    def one(self, subject: Term, predicate: str) -> Triple | None:
        """Return the first triple of a subject and predicate."""
        return next((triple for triple in self.of(predicate) if triple[0] == subject), None)

    def items(self, node: Term) -> tuple[Term, ...]:
        """Return the members of a list; a circular list ends where it closes."""
        found: list[Term] = []
        seen: set[Term] = set()
        while node in self._first and node not in seen:
            seen.add(node)
            found.append(self._first[node][2])
            rest = self._rest.get(node)
            if rest is None:
                break
            node = rest[2]
        return tuple(found)

    def is_datatype(self, node: Term) -> bool:
        """Return whether a range is a datatype, which gives no fact since literals are no subjects."""
        return (
            node in self.datatypes or node in _TEXTS or node == iri_term(RDFS.Literal) or node[1:].startswith(XSD.base)
        )


def _is_axiom(triple: Triple) -> bool:
    """Return whether a triple belongs to an axiom: it says something in the words of RDF lists, RDFS or OWL."""
    _, predicate, obj = triple
    if predicate == _TYPE:
        return obj[1:].startswith((OWL.base, RDFS.base))
    return predicate[1:].startswith((OWL.base, RDFS.base, RDF.base))


def _is_vocabulary(node: Term) -> bool:
    return any(node[1:].startswith(base) for base in _VOCABULARIES)


def _is_a(node: Node, kind: Term) -> Pattern:
    return Pattern(node, _TYPE, kind)


def compile_owl(triples: Iterable[Triple]) -> tuple[Rule, ...]:
    """Return the instance rules and checks that an ontology's triples stand for, sorted by IRI.

    Axioms about RDF's, RDFS's and OWL's own terms and about annotation properties say nothing about instances and are
    left out, as are conclusions that everything is a thing.
    """
    axioms = _Axioms(triples)
    rules = {rule.iri: rule for rule in [*_class_rules(axioms), *_property_rules(axioms), *_checks(axioms)]}
    return tuple(rules[iri] for iri in sorted(rules))


def _rule(
    name: str, head: Pattern | None, body: Sequence[Element], axioms: Sequence[Triple], label: str = ""
) -> Iterator[Rule]:
    """Yield a rule unless it would say nothing: a head that is its own premise, or that everything is a thing."""
    if head is not None:
        if head in body or (head.predicate == _TYPE and head.object in _EVERYTHING):
            return
        if not is_iri(head.predicate) or is_literal(head.subject):
            return
    text = "; ".join(triple_sentence(axiom) for axiom in axioms)
    yield Rule(
        iri=mint_rule("owl-rl", f"{name}-{content_hash(repr(head), repr(tuple(body)), repr(tuple(axioms)))[:12]}"),
        name=name,
        rule_set="owl-rl",
        head=(head,) if head else (),
        body=tuple(body),
        at=_AT,
        text=text,
        kind=RuleKind.DERIVES if head else RuleKind.DENIES,
        label=label or f"{name}: {text}",
        axioms=tuple(axioms),
    )


# ---- classes: tables 6 and 7 --------------------------------------------------------------------
def _class_rules(axioms: _Axioms) -> Iterator[Rule]:
    for axiom in axioms.of(RDFS.subClassOf):
        a, _, b = axiom
        if not _is_vocabulary(a):
            yield from _rule("cax-sco", _is_a(_X, b), [_is_a(_X, a)], [axiom])
    for axiom in axioms.of(OWL.equivalentClass):
        a, _, b = axiom
        if axioms.is_datatype(a) or axioms.is_datatype(b):
            continue
        yield from _rule("cax-eqc1", _is_a(_X, b), [_is_a(_X, a)], [axiom])
        yield from _rule("cax-eqc2", _is_a(_X, a), [_is_a(_X, b)], [axiom])
    for axiom in axioms.of(OWL.intersectionOf):
        whole, _, members = axiom
        parts = axioms.items(members)
        if whole in axioms.datatypes or not parts:
            continue
        yield from _rule("cls-int1", _is_a(_X, whole), [_is_a(_X, part) for part in parts], [axiom])
        for part in parts:
            yield from _rule("cls-int2", _is_a(_X, part), [_is_a(_X, whole)], [axiom])
    for axiom in axioms.of(OWL.unionOf):
        whole, _, members = axiom
        for part in axioms.items(members):
            if whole not in axioms.datatypes and not axioms.is_datatype(part):
                yield from _rule("cls-uni", _is_a(_X, whole), [_is_a(_X, part)], [axiom])
    for axiom in axioms.of(OWL.oneOf):
        whole, _, members = axiom
        for member in axioms.items(members):
            if not is_literal(member):
                yield from _rule("cls-oo", _is_a(member, whole), [], [axiom])
    yield from _restrictions(axioms)


def _restrictions(axioms: _Axioms) -> Iterator[Rule]:
    for axiom in axioms.of(OWL.someValuesFrom):
        node, _, kind = axiom
        on = axioms.one(node, OWL.onProperty)
        if on is None or axioms.is_datatype(kind):
            continue
        values = [] if kind in _EVERYTHING else [_is_a(_Y, kind)]
        name = "cls-svf1" if values else "cls-svf2"
        yield from _rule(name, _is_a(_X, node), [Pattern(_X, on[2], _Y), *values], [on, axiom])
    for axiom in axioms.of(OWL.allValuesFrom):
        node, _, kind = axiom
        on = axioms.one(node, OWL.onProperty)
        if on is not None and not axioms.is_datatype(kind):
            yield from _rule("cls-avf", _is_a(_Y, kind), [_is_a(_X, node), Pattern(_X, on[2], _Y)], [on, axiom])
    for axiom in axioms.of(OWL.hasValue):
        node, _, value = axiom
        on = axioms.one(node, OWL.onProperty)
        if on is not None:
            yield from _rule("cls-hv1", Pattern(_X, on[2], value), [_is_a(_X, node)], [on, axiom])
            yield from _rule("cls-hv2", _is_a(_X, node), [Pattern(_X, on[2], value)], [on, axiom])


# ---- properties: table 5 ------------------------------------------------------------------------
def _property_rules(axioms: _Axioms) -> Iterator[Rule]:
    for axiom in axioms.of(RDFS.subPropertyOf):
        a, _, b = axiom
        if not _is_vocabulary(a) and not {a, b} & axioms.annotations:
            yield from _rule("prp-spo1", Pattern(_X, b, _Y), [Pattern(_X, a, _Y)], [axiom])
    for axiom in axioms.of(OWL.equivalentProperty):
        a, _, b = axiom
        if not {a, b} & axioms.annotations:
            yield from _rule("prp-eqp1", Pattern(_X, b, _Y), [Pattern(_X, a, _Y)], [axiom])
            yield from _rule("prp-eqp2", Pattern(_X, a, _Y), [Pattern(_X, b, _Y)], [axiom])
    for axiom in axioms.of(RDFS.domain):
        a, _, kind = axiom
        if not _is_vocabulary(a) and a not in axioms.annotations:
            yield from _rule("prp-dom", _is_a(_X, kind), [Pattern(_X, a, _Y)], [axiom])
    for axiom in axioms.of(RDFS.range):
        a, _, kind = axiom
        if _is_vocabulary(a) or a in axioms.annotations or a in axioms.data or axioms.is_datatype(kind):
            continue
        yield from _rule("prp-rng", _is_a(_Y, kind), [Pattern(_X, a, _Y)], [axiom])
    for axiom in axioms.of(OWL.inverseOf):
        a, _, b = axiom
        if a.startswith("<urn:thence:sk:") or not is_iri(a):
            continue  # an anonymous inverse names no property
        yield from _rule("prp-inv1", Pattern(_Y, b, _X), [Pattern(_X, a, _Y)], [axiom])
        yield from _rule("prp-inv2", Pattern(_Y, a, _X), [Pattern(_X, b, _Y)], [axiom])
    for axiom in axioms.by[_TYPE]:
        p, _, kind = axiom
        if kind == iri_term(OWL.TransitiveProperty):
            yield from _rule("prp-trp", Pattern(_X, p, _Z), [Pattern(_X, p, _Y), Pattern(_Y, p, _Z)], [axiom])
        elif kind == iri_term(OWL.SymmetricProperty):
            yield from _rule("prp-symp", Pattern(_Y, p, _X), [Pattern(_X, p, _Y)], [axiom])
    for axiom in axioms.of(OWL.propertyChainAxiom):
        p, _, members = axiom
        chain = axioms.items(members)
        nodes = [Variable(f"?x{number}") for number in range(len(chain) + 1)]
        body = [Pattern(a, q, b) for a, q, b in zip(nodes, chain, nodes[1:], strict=False)]
        if body:
            yield from _rule("prp-spo2", Pattern(nodes[0], p, nodes[-1]), body, [axiom])


# ---- checks: conclusions "false" ----------------------------------------------------------------
def _checks(axioms: _Axioms) -> Iterator[Rule]:
    for axiom in axioms.of(OWL.disjointWith):
        yield from _disjoint("cax-dw", axiom[0], axiom[2], axiom)
    for axiom in axioms.of(OWL.complementOf):
        yield from _disjoint("cls-com", axiom[0], axiom[2], axiom)
    for axiom in axioms.of(OWL.propertyDisjointWith):
        yield from _disjoint_properties("prp-pdw", axiom[0], axiom[2], axiom)
    for axiom in axioms.of(OWL.disjointUnionOf):
        yield from _pairs(axioms, axiom, "cax-adc", _disjoint)
    for axiom in axioms.of(OWL.members):
        if axiom[0] in axioms.types[iri_term(OWL.AllDisjointClasses)]:
            yield from _pairs(axioms, axiom, "cax-adc", _disjoint)
        elif axiom[0] in axioms.types[iri_term(OWL.AllDisjointProperties)]:
            yield from _pairs(axioms, axiom, "prp-adp", _disjoint_properties)
    for axiom in axioms.by[_TYPE]:
        p, _, kind = axiom
        if kind == iri_term(OWL.IrreflexiveProperty):
            yield from _rule("prp-irp", None, [Pattern(_X, p, _X)], [axiom], "irreflexive property")
        elif kind == iri_term(OWL.AsymmetricProperty):
            both = [Pattern(_X, p, _Y), Pattern(_Y, p, _X)]
            yield from _rule("prp-asyp", None, both, [axiom], "asymmetric property")
    for axiom in axioms.of(OWL.maxCardinality):
        on = axioms.one(axiom[0], OWL.onProperty)
        if on is not None and axiom[2].startswith('"0"'):
            yield from _rule(
                "cls-maxc1", None, [_is_a(_X, axiom[0]), Pattern(_X, on[2], _Y)], [on, axiom], "no value allowed"
            )
    nothing = iri_term(OWL.Nothing)
    yield from _rule("cls-nothing2", None, [_is_a(_X, nothing)], [], "nothing is a member of owl:Nothing")


def _pairs(axioms: _Axioms, axiom: Triple, name: str, check) -> Iterator[Rule]:  # type: ignore[no-untyped-def]
    members = axioms.items(axiom[2])
    for number, one in enumerate(members):
        for other in members[number + 1 :]:
            yield from check(name, one, other, axiom)


def _disjoint(name: str, one: Term, other: Term, axiom: Triple) -> Iterator[Rule]:
    a, b = sorted((one, other))
    yield from _rule(name, None, [_is_a(_X, a), _is_a(_X, b)], [axiom], "disjoint classes")


def _disjoint_properties(name: str, one: Term, other: Term, axiom: Triple) -> Iterator[Rule]:
    a, b = sorted((one, other))
    yield from _rule(name, None, [Pattern(_X, a, _Y), Pattern(_X, b, _Y)], [axiom], "disjoint properties")


# ---- the schema's own entailments ---------------------------------------------------------------
def schema_closure(triples: Iterable[Triple]) -> tuple[Triple, ...]:
    """Return what an ontology's triples entail about its own classes and properties, sorted, without the triples.

    Transitive subclasses and subproperties, equivalence as both directions, domains and ranges handed down to
    subproperties and up to superclasses (OWL 2 RL, table 9, without the reflexive rows).
    """
    known = set(triples)
    sub = {p: _closure(known, iri_term(p), iri_term(q)) for p, q in _HIERARCHIES}
    found: set[Triple] = set()
    for predicate, above in sub.items():
        found |= {(a, iri_term(predicate), b) for a, others in above.items() for b in others if a != b}
    classes, properties = sub[RDFS.subClassOf], sub[RDFS.subPropertyOf]
    for predicate in (RDFS.domain, RDFS.range):
        term = iri_term(predicate)
        own: defaultdict[Term, set[Term]] = defaultdict(set)
        for p, verb, kind in known:
            if verb == term:
                own[p].add(kind)
        for p in sorted({*own, *properties}):
            kinds = set().union(own.get(p, set()), *(own.get(q, set()) for q in properties.get(p, ())))
            for kind in kinds:
                found |= {(p, term, wider) for wider in {kind, *classes.get(kind, ())} if wider not in _EVERYTHING}
    return tuple(sorted(found - known))


_HIERARCHIES = ((RDFS.subClassOf, OWL.equivalentClass), (RDFS.subPropertyOf, OWL.equivalentProperty))


def _closure(known: set[Triple], below: Term, same: Term) -> dict[Term, set[Term]]:
    """Return for each term all that lie above it."""
    up: defaultdict[Term, set[Term]] = defaultdict(set)
    for a, predicate, b in known:
        if predicate in {below, same}:
            up[a].add(b)
        if predicate == same:
            up[b].add(a)
    above: dict[Term, set[Term]] = {}
    for term in list(up):
        seen: set[Term] = set()
        queue = list(up[term])
        for other in queue:
            if other not in seen:
                seen.add(other)
                queue += up.get(other, ())
        above[term] = seen
    return above
