"""What is wrong, or missing, in an ontology: findings for the people who write it."""

from __future__ import annotations

from collections.abc import Iterator

from thence.model.finding import Finding, Severity
from thence.names import FOAF, OA, OWL, PROV, RDF, RDFS, SKOS, Iri, shorten
from thence.ontology.ontology import Ontology
from thence.ontology.terms import PropertyTerm

__all__ = ["lint"]

# Classes of these vocabularies may be used without being restated.
_KNOWN = (RDF, RDFS, OWL, PROV, OA, SKOS, FOAF)
_VALUE_KINDS = ("amount", "currency", "percent", "date", "reference", "count", "text", "term")


def lint(ontology: Ontology) -> tuple[Finding, ...]:
    """Return what an ontology's author should look at, sorted: terms without label or definition, domains and ranges
    that are no classes, event annotations that are incomplete, a class disjoint from its own superclass.
    """
    return tuple(sorted([*_of_properties(ontology), *_of_classes(ontology)]))


def _finding(code: str, iri: Iri, message: str, *, hint: str = "", severity: Severity = Severity.WARNING) -> Finding:
    return Finding("validate", code, "", f"{shorten(iri)} {message}", severity=severity, hint=hint, subject=iri)


def _of_classes(ontology: Ontology) -> Iterator[Finding]:
    for iri, term in ontology.classes.items():
        if not ontology.labels.get(iri) and not _known(iri):
            yield _finding("TH931", iri, "has no label", hint="add rdfs:label", severity=Severity.INFO)
        if any(ontology.are_disjoint(iri, above) for above in term.superclasses):
            yield _finding("TH935", iri, "is disjoint from one of its own superclasses: nothing can be one")
        for role in term.roles:
            if role not in ontology.properties:
                yield _finding("TH934", iri, f"names a role that is no property: {shorten(role)}")


def _of_properties(ontology: Ontology) -> Iterator[Finding]:
    for iri, term in ontology.properties.items():
        if not ontology.labels.get(iri):
            yield _finding(
                "TH931", iri, "has no label, so no words of a document can mean it", hint="add rdfs:label and, for "
                "natural wordings, skos:altLabel",
            )  # fmt: skip
        if not term.definition:
            yield _finding(
                "TH932", iri, "has no definition", hint="add skos:definition or rdfs:comment", severity=Severity.INFO
            )
        yield from _of_types(ontology, term)
        yield from _of_event(ontology, term)


def _of_types(ontology: Ontology, term: PropertyTerm) -> Iterator[Finding]:
    for word, types in (("domain", term.domain), ("range", term.range)):
        for type_ in types:
            literal = ontology.is_datatype(type_)
            if not literal and type_ not in ontology.classes and not _known(type_):
                yield _finding(
                    "TH933",
                    term.iri,
                    f"has a {word} that is no class: {shorten(type_)}",
                    hint="declare it a class",
                )
            if word == "range" and literal and term.is_object:
                yield _finding("TH933", term.iri, f"relates things, but its range is a datatype: {shorten(type_)}")
            if word == "domain" and literal:
                yield _finding("TH933", term.iri, f"has a datatype as its domain: {shorten(type_)}")


def _of_event(ontology: Ontology, term: PropertyTerm) -> Iterator[Finding]:
    if term.value_kind is not None and term.value_kind not in _VALUE_KINDS:
        hint = f"one of {', '.join(_VALUE_KINDS)}"
        yield _finding("TH934", term.iri, f"has an unknown th:valueKind: {term.value_kind}", hint=hint)
    parts = {"th:eventClass": term.event_class, "th:subjectRole": term.subject_role, "th:objectRole": term.object_role}
    given = [name for name, value in parts.items() if value]
    if not given:
        return
    missing = [name for name, value in parts.items() if not value]
    if missing:
        yield _finding(
            "TH934", term.iri, f"has {' and '.join(given)} but no {' or '.join(missing)}",
            hint="the event that a property stands for needs all three",
        )  # fmt: skip
    if term.event_class and term.event_class not in ontology.classes:
        yield _finding("TH934", term.iri, f"stands for events of an unknown class: {shorten(term.event_class)}")
    for role in (term.subject_role, term.object_role):
        if role is None or term.event_class is None:
            continue
        if role not in ontology.properties:
            yield _finding("TH934", term.iri, f"names a role that is no property: {shorten(role)}")
        elif role not in ontology.roles_of(term.event_class):
            yield _finding(
                "TH934", term.iri, f"names the role {shorten(role)}, which {shorten(term.event_class)} does not carry",
                hint=f"add th:role {shorten(role)} to the class",
            )  # fmt: skip


def _known(iri: Iri) -> bool:
    return any(iri in namespace for namespace in _KNOWN)
