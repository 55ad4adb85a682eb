"""The typed gate: whether a thing of some type may be the subject, or the object, of a property."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thence.names import OWL, RDF, RDFS, SCHEMA, XSD, Iri

if TYPE_CHECKING:
    from thence.ontology.ontology import Ontology

__all__ = ["fits_datatype", "gate", "is_datatype"]

_INTEGERS = frozenset(
    XSD[name]
    for name in (
        "integer", "int", "long", "short", "byte", "nonNegativeInteger", "positiveInteger", "nonPositiveInteger",
        "negativeInteger", "unsignedInt", "unsignedLong", "unsignedShort", "unsignedByte",
    )
)  # fmt: skip
_STRINGS = frozenset(
    (XSD.string, XSD.normalizedString, XSD.token, XSD.language, XSD.Name, XSD.NCName, XSD.anyURI, RDF.langString)
)
_DATES = frozenset((XSD.date, XSD.gYearMonth, XSD.gYear))

# Each datatype with those whose values may stand where it is wanted; a date may come at a lower precision.
_FITS: dict[Iri, frozenset[Iri]] = {
    XSD.string: _STRINGS,
    XSD.integer: _INTEGERS,
    XSD.decimal: _INTEGERS | {XSD.decimal},
    XSD.double: _INTEGERS | {XSD.decimal, XSD.double, XSD.float},
    XSD.float: _INTEGERS | {XSD.decimal, XSD.double, XSD.float},
    XSD.date: _DATES,
    XSD.dateTime: _DATES | {XSD.dateTime, XSD.dateTimeStamp},
    XSD.gYearMonth: frozenset((XSD.gYearMonth, XSD.gYear)),
    XSD.anyURI: frozenset((XSD.anyURI, XSD.string)),
    RDF.langString: _STRINGS,
}
_SCHEMA_ORG = {
    "Text": XSD.string, "URL": XSD.anyURI, "Number": XSD.double, "Integer": XSD.integer, "Float": XSD.double,
    "Date": XSD.date, "DateTime": XSD.dateTime, "Time": XSD.time, "Boolean": XSD.boolean,
}  # fmt: skip
_SCHEMA_BASES = (SCHEMA.base, "http://schema.org/")


def _as_xsd(datatype: Iri) -> Iri:
    for base in _SCHEMA_BASES:
        if datatype.startswith(base):
            return _SCHEMA_ORG.get(datatype[len(base) :], datatype)
    return datatype


def is_datatype(iri: Iri) -> bool:
    """Return whether an IRI names a type of literals without an ontology's help: XSD, RDF and schema.org datatypes."""
    return iri in XSD or iri in (RDFS.Literal, RDF.langString, RDF.PlainLiteral) or _as_xsd(iri) in XSD


def fits_datatype(value: Iri, wanted: Iri) -> bool:
    """Return whether a literal of one datatype may stand where another is wanted.

    Numbers widen (integer to decimal to double), dates may be less precise than wanted, never more.

    >>> fits_datatype(XSD.gYear, XSD.date), fits_datatype(XSD.date, XSD.gYear)
    (True, False)
    """
    value, wanted = _as_xsd(value), _as_xsd(wanted)
    if value == wanted or wanted in (RDFS.Literal, RDF.PlainLiteral, OWL.Thing, RDFS.Resource):
        return True
    if wanted in _INTEGERS:
        # A subtype's own bounds (xsd:byte) are the value's matter, not the type's.
        return value in _INTEGERS
    return value in _FITS.get(wanted, frozenset())


def gate(ontology: Ontology, property_: Iri, subject_type: Iri, object_type: Iri) -> str | None:
    """Return None when a statement's types fit its property, else one sentence that says why they do not.

    A type is refused only when it cannot be right: disjoint from a domain or range (declared there, at a
    superproperty, or between any of their superclasses), a literal for a thing, a datatype that does not fit.
    owl:Thing, an unknown type, is taken everywhere a thing is wanted.
    """
    term = ontology.properties.get(property_)
    if term is None:
        return f"{ontology.label(property_)} is no property of the ontology"
    chain = [term, *(ontology.properties[p] for p in term.superproperties if p in ontology.properties)]
    for link in chain:
        for wanted in link.domain:
            if ontology.are_disjoint(subject_type, wanted):
                return _misfit(ontology, property_, "subject", subject_type, (wanted,))
    if not _one_fits(ontology, subject_type, term.expects_subject):
        return _misfit(ontology, property_, "subject", subject_type, term.expects_subject)
    literal = ontology.is_datatype(object_type)
    if literal and not any(ontology.is_datatype(each) for each in term.expects_object) and term.is_object:
        return f"{_name(ontology, property_)} leads to things, and its object here is a literal"
    if not literal and not term.is_object:
        return f"{_name(ontology, property_)} has literals as its objects, and its object here is a thing"
    if literal:
        wanted_types = tuple(each for each in term.expects_object if ontology.is_datatype(each))
        if wanted_types and not any(fits_datatype(object_type, each) for each in wanted_types):
            return _misfit(ontology, property_, "object", object_type, wanted_types)
        return None
    for link in chain:
        for wanted in link.range:
            if ontology.are_disjoint(object_type, wanted):
                return _misfit(ontology, property_, "object", object_type, (wanted,))
    if not _one_fits(ontology, object_type, term.expects_object):
        return _misfit(ontology, property_, "object", object_type, term.expects_object)
    return None


def _one_fits(ontology: Ontology, type_: Iri, wanted: tuple[Iri, ...]) -> bool:
    return not wanted or not all(ontology.are_disjoint(type_, each) for each in wanted)


def _name(ontology: Ontology, property_: Iri) -> str:
    return f"“{ontology.label(property_)}”"


def _misfit(ontology: Ontology, property_: Iri, place: str, found: Iri, wanted: tuple[Iri, ...]) -> str:
    names = " or ".join(ontology.label(each) for each in wanted)
    return f"{_name(ontology, property_)} wants {names} as its {place}, not {ontology.label(found)}"
