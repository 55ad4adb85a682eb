"""Classes and properties as an ontology describes them: frozen values that extraction, resolution and queries read."""

from __future__ import annotations

from dataclasses import dataclass

from thence.names import Iri

__all__ = ["ClassTerm", "PropertyTerm"]


@dataclass(frozen=True, slots=True)
class ClassTerm:
    """A class.

    label: what people call it; the local name where the ontology gives none.   alternatives: other wordings, sorted.
    superclasses: nearest first, then by IRI, without the class itself.   roles: the properties that its events carry,
    sorted by IRI, those of superclasses included; empty for classes that are no events.
    """

    iri: Iri
    label: str
    alternatives: tuple[str, ...] = ()
    definition: str = ""
    superclasses: tuple[Iri, ...] = ()
    roles: tuple[Iri, ...] = ()


@dataclass(frozen=True, slots=True)
class PropertyTerm:
    """A property.

    domain, range: what the axioms state of the property itself (a subject is of all its domains, always).
    expects_subject, expects_object: what a subject or object usually is, any one of them: schema:domainIncludes, the
    members of a union, else domain and range, else those of the nearest superproperty that has some; for hints and for
    the gate, never for reasoning.   is_object: its objects are things, not literals.
    temporal: "state", "occurrence" or None where the ontology does not say.   event_class, subject_role, object_role:
    the event that the property stands for, and the roles that its subject and object play in it.
    value_kind: amount, currency, percent, date, reference, count, text or term, for literals.
    is_role: a part that events carry (payer, amount).   superproperties: nearest first, then by IRI.
    """

    iri: Iri
    label: str
    alternatives: tuple[str, ...] = ()
    definition: str = ""
    domain: tuple[Iri, ...] = ()
    range: tuple[Iri, ...] = ()
    expects_subject: tuple[Iri, ...] = ()
    expects_object: tuple[Iri, ...] = ()
    is_object: bool = True
    temporal: str | None = None
    event_class: Iri | None = None
    subject_role: Iri | None = None
    object_role: Iri | None = None
    value_kind: str | None = None
    is_role: bool = False
    functional: bool = False
    symmetric: bool = False
    transitive: bool = False
    superproperties: tuple[Iri, ...] = ()
    inverse: Iri | None = None
