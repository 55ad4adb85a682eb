"""Whether a rule may run: every variable bound where it is used, nothing reserved or impossible derived."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

from thence.model.rule import (
    Assignment,
    Expression,
    Filter,
    Negation,
    Node,
    Pattern,
    RuleKind,
    Variable,
    expression_variables,
    is_hidden,
    is_variable,
)
from thence.model.terms import is_literal
from thence.names import RDF, TH
from thence.reason.source import Place, Written

__all__ = ["check_safety", "check_well_formed"]

_RESERVED = frozenset(
    f"<{iri}>" for iri in (RDF.subject, RDF.predicate, RDF.object, RDF.Statement, RDF.reifies, RDF.first, RDF.rest)
)
_OPEN = frozenset(
    f"<{iri}>"
    for iri in (TH.occurredOn, TH.Event, TH.validFrom, TH.validUntil, TH.StateProperty, TH.OccurrenceProperty)
)


def check_safety(written: Written) -> None:
    """Raise RuleError for the first thing that keeps a rule from running.

    TH302: a head variable is never bound.   TH303: a FILTER or SET reads a variable that nothing before it binds.
    TH304: a variable of a NOT is bound only after it.   TH305: a SET binds what is bound already.   TH309: a literal
    as subject, a literal or blank as predicate.   TH310: provenance vocabulary in a head.   TH311: a triple term.
    """
    check_well_formed(written)
    rule = written.rule
    for pattern, place in _patterns_with_places(written):
        if any(node.startswith("<<") for node in pattern):
            hint = "reify with rdf:subject, rdf:predicate and rdf:object instead"
            raise written.source.error("TH311", "triple terms are not evaluated in rules", place, hint=hint)
    if rule.kind is RuleKind.DERIVES:
        for template, place in zip(rule.head, written.head_places, strict=True):
            _check_template(written, template, place)


def check_well_formed(written: Written) -> None:
    """Raise RuleError TH302 to TH305 where a variable is used before it is bound, or bound twice (SRL, well-formed)."""
    rule = written.rule
    bound: set[Variable] = set()
    later = [set(_binds(element)) for element in rule.body]
    for position, (element, place) in enumerate(zip(rule.body, written.body_places, strict=True)):
        after = set().union(*later[position + 1 :])
        match element:
            case Pattern():
                bound |= set(element.variables)
            case Filter(expression):
                _check_read(written, "FILTER", expression, bound, after, place)
            case Assignment(variable, expression):
                _check_read(written, "SET", expression, bound, after, place)
                if variable in bound:
                    hint = "choose a new name, and compare the two in a FILTER"
                    raise written.source.error("TH305", f"SET of {variable}, which is bound already", place, hint=hint)
                bound.add(variable)
            case Negation(body):
                _check_negation(written, body, bound, after, place)
    for template, place in zip(rule.head, written.head_places, strict=True):
        for variable in template.variables:
            if variable not in bound:
                raise written.source.error(
                    "TH302", f"head variable {variable} is never bound in the body", place, hint=_near(variable, bound)
                )


def _binds(element: object) -> Iterator[Variable]:
    if isinstance(element, Pattern):
        yield from element.variables
    elif isinstance(element, Assignment):
        yield element.variable


def _near(variable: Variable, bound: Iterable[Variable]) -> str:
    near = difflib.get_close_matches(variable, sorted(v for v in bound if not is_hidden(v)), n=1)
    return f"did you mean {near[0]}?" if near else f"use {variable} in a positive pattern of the body, or SET it"


def _check_read(
    written: Written, what: str, expression: Expression, bound: set[Variable], after: set[Variable], place: Place
) -> None:
    for variable in expression_variables(expression):
        if variable not in bound:
            hint = f"move the {what} behind the pattern that binds it" if variable in after else _near(variable, bound)
            raise written.source.error(
                "TH303", f"{what} reads {variable}, which nothing binds before it", place, hint=hint
            )


def _check_negation(
    written: Written,
    body: tuple[Pattern | Filter, ...],
    bound: set[Variable],
    after: set[Variable],
    place: Place,
) -> None:
    inner = set(bound)
    for part in body:
        if isinstance(part, Pattern):
            for variable in part.variables:
                if variable not in bound and variable in after:
                    hint = "move the NOT behind the pattern that binds it"
                    raise written.source.error(
                        "TH304", f"NOT mentions {variable}, which is bound only after it", place, hint=hint
                    )
            inner |= set(part.variables)
        else:
            _check_read(written, "FILTER in NOT", part.expression, inner, set(), place)


def _patterns_with_places(written: Written) -> Iterator[tuple[Pattern, Place]]:
    yield from zip(written.rule.head, written.head_places, strict=True)
    for element, place in zip(written.rule.body, written.body_places, strict=True):
        if isinstance(element, Pattern):
            yield element, place
        elif isinstance(element, Negation):
            for part in element.body:
                if isinstance(part, Pattern):
                    yield part, place


def _check_template(written: Written, template: Pattern, place: Place) -> None:
    error = written.source.error
    if is_literal(template.subject):
        hint = "RDF has no literal subjects; name a node for it"
        raise error("TH309", f"a literal as subject: {template.subject}", place, hint=hint)
    if is_literal(template.predicate):
        raise error("TH309", f"a literal as predicate: {template.predicate}", place, hint="predicates are IRIs")
    for node in (template.predicate, template.object):
        if _is_reserved(node):
            hint = "rules derive facts of the domain; statements and provenance are written by thence alone"
            raise error("TH310", f"reserved vocabulary in a head: {template}", place, hint=hint)


def _is_reserved(node: Node) -> bool:
    if is_variable(node) or node in _OPEN:
        return False
    return node in _RESERVED or (node.startswith(f"<{TH.base}"))
