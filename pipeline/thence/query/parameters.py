"""Parameters of saved queries: what a value must look like, and the term it is bound as."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from thence.errors import QueryError
from thence.model.terms import Term, iri_term, literal
from thence.names import XSD, Iri, prefixes

__all__ = ["Kind", "Parameter", "iri_in", "term_for"]


class Kind(StrEnum):
    """The types of parameters."""

    ENTITY = "entity"
    IRI = "iri"
    STRING = "string"
    DATE = "date"
    DECIMAL = "decimal"
    INTEGER = "integer"


_LOOKS = {
    Kind.ENTITY: "a name, as a document gives it, or an IRI",
    Kind.IRI: "an absolute IRI, or a name with a known prefix such as own:owns",
    Kind.STRING: "any text",
    Kind.DATE: "a day as YYYY-MM-DD",
    Kind.DECIMAL: "a number such as 1200 or 1200.50, without separators",
    Kind.INTEGER: "a whole number",
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A blank of a saved query.

    name: its variable, without question mark.   optional: the query runs without it.   default: the value as text that
    stands where none is given.   description: for people.
    """

    name: str
    kind: Kind
    description: str = ""
    optional: bool = False
    default: str | None = None

    @property
    def is_required(self) -> bool:
        """Whether a value must be given."""
        return not self.optional and self.default is None

    @property
    def looks(self) -> str:
        """What a value looks like, in words."""
        return _LOOKS[self.kind]

    def as_json(self) -> dict[str, object]:
        """Return the parameter's fields; default is None where there is none."""
        return {
            "name": self.name,
            "type": self.kind.value,
            "description": self.description,
            "required": self.is_required,
            "default": self.default,
        }


# RFC 3987: a scheme, and nothing that SPARQL's IRIREF leaves out.
_ABSOLUTE = re.compile(r'[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>"{}|\\^`]+')
_PREFIXED = re.compile(r"([A-Za-z][\w.-]*|):([\w-](?:[\w.-]*[\w-])?)?")


def iri_in(text: str) -> Iri | None:
    """Return the IRI that a text is (bare, in angle brackets, or with a shipped prefix), or None.

    >>> iri_in("own:owns")
    'https://w3id.org/thence/ownership#owns'
    >>> iri_in("not an iri") is None
    True
    """
    bracketed = text.startswith("<") and text.endswith(">")
    bare = text[1:-1] if bracketed else text
    prefixed = None if bracketed else _PREFIXED.fullmatch(bare)
    if prefixed and prefixed[1] in prefixes():
        return Iri(prefixes()[prefixed[1]] + (prefixed[2] or ""))
    return Iri(bare) if _ABSOLUTE.fullmatch(bare) and _is_unicode(bare) else None


def term_for(parameter: Parameter, text: str) -> Term:
    """Return a value as the term that is bound; for an entity, where the text is its IRI (names are looked up apart).

    Raises QueryError TH408 for a value that is not of the parameter's type.
    """
    match parameter.kind:
        case Kind.STRING:
            if _is_unicode(text):
                return literal(text)
        case Kind.IRI | Kind.ENTITY:
            iri = iri_in(text.strip())
            if iri is not None:
                return iri_term(iri)
        case Kind.DATE:
            if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text.strip()) and _is_day(text.strip()):
                return literal(text.strip(), XSD.date)
        case Kind.DECIMAL:
            if re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?", text.strip()):
                return literal(text.strip(), XSD.decimal)
        case Kind.INTEGER:
            if re.fullmatch(r"[+-]?[0-9]+", text.strip()):
                return literal(text.strip(), XSD.integer)
    noun = {Kind.IRI: "an IRI", Kind.ENTITY: "an IRI", Kind.INTEGER: "an integer"}.get(
        parameter.kind, f"a {parameter.kind}"
    )
    shown = text if len(text) <= 60 else f"{text[:57]}..."
    raise QueryError("TH408", f"{parameter.name}: {shown!r} is not {noun}", hint=f"give {parameter.looks}")


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _is_unicode(text: str) -> bool:
    """Return whether a text can be written down: a lone surrogate cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
