"""RDF terms as N-Triples text: what triples, facts, rules and the store's door exchange.

A `Term` is ``<iri>``, ``"text"``, ``"text"@lang``, ``"text"^^<datatype>`` or ``_:label``, in canonical
N-Triples spelling: one term has one spelling, so terms compare, hash and sort as strings.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NewType

from thence.names import XSD, Iri

__all__ = [
    "Quad",
    "Term",
    "Triple",
    "datatype_of",
    "iri_of",
    "iri_term",
    "is_blank",
    "is_iri",
    "is_literal",
    "language_of",
    "lexical_of",
    "literal",
    "quad_line",
    "triple_line",
]

Term = NewType("Term", str)
Triple = tuple[Term, Term, Term]
Quad = tuple[Term, Term, Term, Iri]
"""Subject, predicate, object and graph IRI; the empty IRI is the default graph."""

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_ESCAPED = re.compile(r'[\\"\x00-\x1f\x7f]')
_UNESCAPED = re.compile(r"\\(?:([tbnrf\"'\\])|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8}))")
_PLAIN = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f", '"': '"', "'": "'", "\\": "\\"}


@lru_cache(maxsize=65_536)
def iri_term(iri: str) -> Term:
    """Return an IRI as a term; equal IRIs give one string, which is what keeps large sets of quads small.

    >>> iri_term("urn:x")
    '<urn:x>'
    """
    return Term(f"<{iri}>")


def _escape(match: re.Match[str]) -> str:
    char = match.group()
    return _ESCAPES.get(char) or f"\\u{ord(char):04X}"


def literal(lexical: str, datatype: str | None = None, language: str | None = None) -> Term:
    """Return a literal as a term; xsd:string is left unsaid, language tags are lower case.

    >>> literal("né", language="fr")
    '"né"@fr'
    """
    text = f'"{_ESCAPED.sub(_escape, lexical)}"'
    if language:
        return Term(f"{text}@{language.lower()}")
    if datatype is None or datatype == XSD.string:
        return Term(text)
    return Term(f"{text}^^<{datatype}>")


def is_iri(term: str) -> bool:
    """Return whether a term is an IRI."""
    return term.startswith("<")


def is_literal(term: str) -> bool:
    """Return whether a term is a literal."""
    return term.startswith('"')


def is_blank(term: str) -> bool:
    """Return whether a term is a blank node."""
    return term.startswith("_:")


def iri_of(term: Term) -> Iri:
    """Return the IRI inside an IRI term. Raises ValueError for other terms."""
    if not is_iri(term):
        raise ValueError(f"not an IRI term: {term}")
    return Iri(term[1:-1])


def _unescape(match: re.Match[str]) -> str:
    plain, short, long = match.groups()
    return _PLAIN[plain] if plain else chr(int(short or long, 16))


def lexical_of(term: Term) -> str:
    """Return a literal's lexical form, an IRI without brackets, or a blank node's label as it is.

    >>> lexical_of(literal('say "hi"'))
    'say "hi"'
    """
    if is_iri(term):
        return term[1:-1]
    if is_blank(term):
        return term
    inner = term[1 : term.rindex('"')]
    return _UNESCAPED.sub(_unescape, inner) if "\\" in inner else inner


def datatype_of(term: Term) -> Iri | None:
    """Return a literal's datatype IRI (xsd:string and rdf:langString included), None for other terms."""
    if not is_literal(term):
        return None
    tail = term[term.rindex('"') + 1 :]
    if tail.startswith("^^<"):
        return Iri(tail[3:-1])
    return Iri("http://www.w3.org/1999/02/22-rdf-syntax-ns#langString") if tail else XSD.string


def language_of(term: Term) -> str | None:
    """Return a literal's language tag, or None."""
    if not is_literal(term):
        return None
    tail = term[term.rindex('"') + 1 :]
    return tail[1:] if tail.startswith("@") else None


def triple_line(triple: Triple) -> str:
    """Return a triple as one line of N-Triples, without the line end."""
    return f"{triple[0]} {triple[1]} {triple[2]} ."


def quad_line(quad: Quad) -> str:
    """Return a quad as one line of N-Quads, without the line end."""
    subject, predicate, obj, graph = quad
    return f"{subject} {predicate} {obj} <{graph}> ." if graph else f"{subject} {predicate} {obj} ."
