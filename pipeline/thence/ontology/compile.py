"""From an ontology's triples to its terms: hierarchy, disjointness, labels, annotations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from thence.model.terms import Term, Triple, iri_of, is_iri, is_literal, language_of, lexical_of, triple_line
from thence.names import DCTERMS, OWL, RDF, RDFS, SCHEMA, SKOS, TH, TIME, XSD, Iri, content_hash
from thence.ontology.gate import is_datatype
from thence.ontology.ontology import Ontology
from thence.ontology.terms import ClassTerm, PropertyTerm
from thence.ontology.wording import local_name, word_key, words_of

__all__ = ["compile_ontology"]

_HTTP_SCHEMA = "http://schema.org/"
_CLASS_TYPES = frozenset((OWL.Class, RDFS.Class))
_PROPERTY_TYPES = frozenset(
    (RDF.Property, OWL.ObjectProperty, OWL.DatatypeProperty, OWL.FunctionalProperty, OWL.InverseFunctionalProperty,
     OWL.SymmetricProperty, OWL.TransitiveProperty, OWL.AsymmetricProperty, OWL.ReflexiveProperty,
     OWL.IrreflexiveProperty)
)  # fmt: skip
_DATATYPE_TYPES = frozenset((RDFS.Datatype, SCHEMA.DataType, Iri(_HTTP_SCHEMA + "DataType")))
# Words that describe terms, and XML's and OWL's own, are no classes or properties of the domain.
_BOOKKEEPING = (RDF, RDFS, OWL, XSD, SKOS, DCTERMS)

_Index = Mapping[Iri, Mapping[Iri, Sequence[Term]]]


def compile_ontology(triples: Iterable[Triple], *, files: Sequence[str] = ()) -> Ontology:
    """Return the ontology that some triples spell out; what is not understood here stays among the triples.

    triples: without blank nodes.   files: their names, for reports.
    """
    ordered = tuple(sorted(set(triples)))
    index = _index(ordered)
    types = {subject: frozenset(_iris(index, subject, RDF.type)) for subject in index}
    datatypes = _datatypes(index, types)
    labels = {iri: label for iri in index if (label := _label(index, iri))}
    class_parents = _class_parents(index, types, datatypes)
    above_class = {iri: _ancestors(iri, class_parents) for iri in class_parents}
    roles, is_role = _roles(index)
    classes = {
        iri: ClassTerm(
            iri=iri,
            label=labels.get(iri) or words_of(local_name(iri)),
            alternatives=_texts(index, iri, SKOS.altLabel),
            definition=_definition(index, iri),
            superclasses=above_class[iri],
            roles=tuple(sorted({role for each in (iri, *above_class[iri]) for role in roles.get(each, ())})),
        )
        for iri in sorted(class_parents)
    }
    properties = _properties(index, types, datatypes, labels, is_role)
    internal = frozenset(iri for iri in properties if (iri in TH and iri != TH.occurredOn) or iri in TIME)
    return Ontology(
        triples=ordered,
        classes=MappingProxyType(classes),
        properties=MappingProxyType(properties),
        labels=MappingProxyType(labels),
        digest=content_hash("\n".join(map(triple_line, ordered))),
        files=tuple(files),
        datatypes=datatypes,
        disjoint=_disjoint_pairs(index, types),
        internal=internal,
        wordings=_wordings({iri: term for iri, term in properties.items() if iri not in internal}),
        class_wordings=_wordings(classes),
    )


def _index(triples: Iterable[Triple]) -> dict[Iri, dict[Iri, list[Term]]]:
    index: dict[Iri, dict[Iri, list[Term]]] = {}
    for subject, predicate, obj in triples:
        index.setdefault(iri_of(subject), {}).setdefault(iri_of(predicate), []).append(obj)
    return index


def _iris(index: _Index, subject: Iri, predicate: Iri) -> list[Iri]:
    return [iri_of(obj) for obj in index.get(subject, {}).get(predicate, ()) if is_iri(obj)]


def _one(index: _Index, subject: Iri, predicate: Iri) -> Iri | None:
    return next(iter(_iris(index, subject, predicate)), None)


def _texts(index: _Index, subject: Iri, predicate: Iri) -> tuple[str, ...]:
    return tuple(sorted({lexical_of(o) for o in index.get(subject, {}).get(predicate, ()) if is_literal(o)}))


def _best_text(index: _Index, subject: Iri, predicates: Iterable[Iri]) -> str:
    """Return a term's text: the first predicate that has one; untagged first, then English, then by tag."""
    for predicate in predicates:
        texts = [o for o in index.get(subject, {}).get(predicate, ()) if is_literal(o)]
        if texts:
            best = min(texts, key=lambda text: (_language_rank(language_of(text)), language_of(text) or "", text))
            return lexical_of(best).strip()
    return ""


def _language_rank(tag: str | None) -> int:
    if tag is None:
        return 0
    return 1 if tag.split("-")[0] == "en" else 2


def _label(index: _Index, iri: Iri) -> str:
    return _best_text(index, iri, (RDFS.label, SKOS.prefLabel))


def _definition(index: _Index, iri: Iri) -> str:
    return _best_text(index, iri, (SKOS.definition, RDFS.comment, DCTERMS.description))


def _is_skolem(iri: Iri) -> bool:
    return iri.startswith("urn:thence:sk:")


def _list(index: _Index, head: Iri) -> list[Iri]:
    """Return the IRIs of an RDF list; one that loops or breaks off ends where it does."""
    members: list[Iri] = []
    seen: set[Iri] = set()
    node: Iri | None = head
    while node and node != RDF.nil and node not in seen:
        seen.add(node)
        members += _iris(index, node, RDF.first)[:1]
        node = _one(index, node, RDF.rest)
    return members


def _lists(index: _Index, subject: Iri, predicate: Iri) -> list[list[Iri]]:
    return [_list(index, head) for head in _iris(index, subject, predicate)]


def _datatypes(index: _Index, types: Mapping[Iri, frozenset[Iri]]) -> frozenset[Iri]:
    found = {iri for iri, of in types.items() if of & _DATATYPE_TYPES}
    children: dict[Iri, list[Iri]] = defaultdict(list)
    for iri in index:
        for parent in _iris(index, iri, RDFS.subClassOf):
            children[parent].append(iri)
    queue = sorted(found)
    while queue:
        for child in children.get(queue.pop(), ()):
            if child not in found:
                found.add(child)
                queue.append(child)
    return frozenset(found)


def _class_parents(
    index: _Index, types: Mapping[Iri, frozenset[Iri]], datatypes: frozenset[Iri]
) -> dict[Iri, set[Iri]]:
    """Return each named class with its direct superclasses; equivalent classes are above each other."""
    parents: dict[Iri, set[Iri]] = {iri: set() for iri, of in types.items() if of & _CLASS_TYPES}
    for iri in index:
        for parent in _iris(index, iri, RDFS.subClassOf):
            parents.setdefault(iri, set()).add(parent)
            parents.setdefault(parent, set())
            for part in (part for each in _lists(index, parent, OWL.intersectionOf) for part in each):
                parents[iri].add(part)
                parents.setdefault(part, set())
        for same in _iris(index, iri, OWL.equivalentClass):
            parents.setdefault(iri, set()).add(same)
            parents.setdefault(same, set()).add(iri)
            for part in (part for each in _lists(index, same, OWL.intersectionOf) for part in each):
                parents[iri].add(part)
        for member in (member for each in _lists(index, iri, OWL.unionOf) for member in each):
            parents.setdefault(member, set()).add(iri)
    named = {iri for iri in parents if not _is_skolem(iri) and iri not in datatypes and not _describes(iri)}
    return {iri: _skip_unnamed(parents, iri, named) for iri in named}


def _describes(iri: Iri) -> bool:
    return any(iri in namespace for namespace in _BOOKKEEPING) and iri not in (SKOS.Concept, RDF.Statement)


def _skip_unnamed(parents: Mapping[Iri, set[Iri]], iri: Iri, named: set[Iri]) -> set[Iri]:
    """Return the nearest named classes above one, across anonymous ones."""
    found: set[Iri] = set()
    seen: set[Iri] = set()
    queue = list(parents.get(iri, ()))
    while queue:
        parent = queue.pop()
        if parent in seen:
            continue
        seen.add(parent)
        if parent in named:
            found.add(parent)
        else:
            queue += parents.get(parent, ())
    return found - {iri}


def _ancestors(iri: Iri, parents: Mapping[Iri, set[Iri]]) -> tuple[Iri, ...]:
    """Return everything above a term, nearest first, then by IRI; a cycle ends where it began."""
    found: list[Iri] = []
    seen, level = {iri}, {iri}
    while level:
        level = {parent for each in level for parent in parents.get(each, ())} - seen
        seen |= level
        found += sorted(level)
    return tuple(found)


def _disjoint_pairs(index: _Index, types: Mapping[Iri, frozenset[Iri]]) -> frozenset[tuple[Iri, Iri]]:
    pairs: set[tuple[Iri, Iri]] = set()
    groups: list[list[Iri]] = []
    for iri in index:
        groups += [[iri, other] for other in _iris(index, iri, OWL.disjointWith)]
        groups += [[iri, other] for other in _iris(index, iri, OWL.complementOf)]
        groups += _lists(index, iri, OWL.disjointUnionOf)
        if OWL.AllDisjointClasses in types[iri]:
            groups += _lists(index, iri, OWL.members)
    for group in groups:
        pairs |= {(a, b) for a in group for b in group if a < b}
    return frozenset(pairs)


def _roles(index: _Index) -> tuple[dict[Iri, list[Iri]], set[Iri]]:
    by_class = {iri: roles for iri in index if (roles := _iris(index, iri, TH.role))}
    for iri in index:
        if index[iri].get(TH.valueKind):  # a value of a class's events, by its domain: nobody need list it again
            for domain in _iris(index, iri, RDFS.domain):
                if iri not in by_class.setdefault(domain, []):
                    by_class[domain].append(iri)
    flat = {role for roles in by_class.values() for role in roles}
    for iri in index:
        flat.update(_iris(index, iri, TH.subjectRole), _iris(index, iri, TH.objectRole))
    return by_class, flat


def _properties(
    index: _Index,
    types: Mapping[Iri, frozenset[Iri]],
    datatypes: frozenset[Iri],
    labels: Mapping[Iri, str],
    is_role: set[Iri],
) -> dict[Iri, PropertyTerm]:
    named = {iri for iri, of in types.items() if of & _PROPERTY_TYPES}
    named |= {
        iri for iri in index if _iris(index, iri, RDFS.subPropertyOf) and OWL.AnnotationProperty not in types[iri]
    }
    named = {iri for iri in named if not _is_skolem(iri) and not _describes(iri)}
    parents = {iri: set(_iris(index, iri, RDFS.subPropertyOf)) - {iri} for iri in index}
    for iri in sorted(named):
        for same in _iris(index, iri, OWL.equivalentProperty):
            parents[iri].add(same)
            parents.setdefault(same, set()).add(iri)
    inverses = _inverses(index)

    def literal(type_: Iri) -> bool:
        return type_ in datatypes or is_datatype(type_)

    properties = {}
    for iri in sorted(named):
        above = tuple(p for p in _ancestors(iri, parents) if p in named)
        of = types[iri]
        expects_object = _expected(index, (iri, *above), RDFS.range, "rangeIncludes")
        properties[iri] = PropertyTerm(
            iri=iri,
            label=labels.get(iri) or words_of(local_name(iri)),
            alternatives=_texts(index, iri, SKOS.altLabel),
            definition=_definition(index, iri),
            domain=tuple(each for each in _iris(index, iri, RDFS.domain) if not _is_skolem(each)),
            range=tuple(each for each in _iris(index, iri, RDFS.range) if not _is_skolem(each)),
            expects_subject=_expected(index, (iri, *above), RDFS.domain, "domainIncludes"),
            expects_object=expects_object,
            is_object=_is_object(of, expects_object, literal),
            temporal=_temporal(of),
            event_class=_one(index, iri, TH.eventClass),
            subject_role=_one(index, iri, TH.subjectRole),
            object_role=_one(index, iri, TH.objectRole),
            value_kind=_best_text(index, iri, (TH.valueKind,)) or None,
            is_role=iri in is_role,
            functional=OWL.FunctionalProperty in of,
            symmetric=OWL.SymmetricProperty in of,
            transitive=OWL.TransitiveProperty in of,
            superproperties=above,
            inverse=inverses.get(iri),
        )
    return properties


def _is_object(of: frozenset[Iri], expects: tuple[Iri, ...], literal: Callable[[Iri], bool]) -> bool:
    if OWL.DatatypeProperty in of:
        return False
    return OWL.ObjectProperty in of or not expects or not all(literal(each) for each in expects)


def _temporal(of: frozenset[Iri]) -> str | None:
    if TH.StateProperty in of:
        return "state"
    return "occurrence" if TH.OccurrenceProperty in of else None


def _expected(index: _Index, chain: Sequence[Iri], axiom: Iri, hint: str) -> tuple[Iri, ...]:
    """Return what a property's subjects or objects usually are: hints before axioms, its own before inherited ones."""
    for iri in chain:
        hints = [each for base in (SCHEMA.base, _HTTP_SCHEMA) for each in _iris(index, iri, Iri(base + hint))]
        if hints:
            return tuple(sorted(set(hints)))
        stated = _iris(index, iri, axiom)
        unions = [member for each in stated for group in _lists(index, each, OWL.unionOf) for member in group]
        named = [each for each in stated if not _is_skolem(each)]
        if named or unions:
            return tuple(sorted(set(named or unions)))
    return ()


def _inverses(index: _Index) -> dict[Iri, Iri]:
    found: dict[Iri, Iri] = {}
    for iri in sorted(index):
        for other in _iris(index, iri, OWL.inverseOf):
            found.setdefault(iri, other)
            found.setdefault(other, iri)
    return found


def _wordings(terms: Mapping[Iri, ClassTerm] | Mapping[Iri, PropertyTerm]) -> Mapping[str, tuple[Iri, ...]]:
    """Return the look-up by wording: labels before alternative labels before local names, then by IRI."""
    ranked: dict[str, set[tuple[int, Iri]]] = defaultdict(set)
    for iri, term in terms.items():
        ranked[word_key(term.label)].add((0, iri))
        for alternative in term.alternatives:
            ranked[word_key(alternative)].add((1, iri))
        ranked[word_key(local_name(iri))].add((2, iri))
    found = {key: tuple(dict.fromkeys(iri for _, iri in sorted(ranked[key]))) for key in sorted(ranked) if key}
    return MappingProxyType(found)
