"""What patterns ask for: the relation they belong to, and the terms they name."""

from __future__ import annotations

from collections.abc import Iterator

from thence.model.rule import Negation, Pattern, Rule, is_variable
from thence.model.terms import Term, iri_term
from thence.names import RDF

__all__ = ["Bucket", "bucket_of", "constants_of"]

Bucket = tuple[str, str]
"""("class", its IRI) or ("property", its IRI); "" stands for any."""
_TYPE = iri_term(RDF.type)


def bucket_of(pattern: Pattern) -> Bucket:
    """Return the relation a pattern belongs to: ("", "") where its predicate is a variable."""
    if is_variable(pattern.predicate):
        return "", ""
    if pattern.predicate == _TYPE:
        return "class", "" if is_variable(pattern.object) else pattern.object
    return "property", pattern.predicate


def constants_of(rule: Rule) -> Iterator[Term]:
    """Yield the terms that a rule's patterns name, head and absences included."""
    patterns = [*rule.head]
    for element in rule.body:
        parts = element.body if isinstance(element, Negation) else (element,)
        patterns += [part for part in parts if isinstance(part, Pattern)]
    for pattern in patterns:
        for node in pattern:
            if not is_variable(node):
                yield Term(node)
