"""Columns of identifiers that a mapping leaves over: whose register number, LEI, VAT number or IBAN they hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from thence.extract.columns import Column, ColumnMatch, PropertyChoice, StatementPlan, TableMapping, header_words
from thence.extract.values import PROPERTY_OF_KIND
from thence.names import FOAF, MONEY, ORG, OWL, PEOPLE, Iri

if TYPE_CHECKING:
    from thence.ontology import Ontology

__all__ = ["with_identifiers"]

_OF_KIND = {iri: kind for kind, iri in PROPERTY_OF_KIND.items() if iri not in (MONEY.iban, PEOPLE.email)}


def with_identifiers(
    table: TableMapping, match: ColumnMatch, headers: Sequence[str], ontology: Ontology
) -> tuple[TableMapping, ColumnMatch, tuple[tuple[str, Iri], ...]]:
    """Return a mapping and its match with the identifiers that stand in columns it leaves over, and those of nobody.

    The bearer is the named thing whose column's words the header repeats ("Payee VAT"); else the only one that may have
    such a number; else the one in the column just before. Where that leaves a doubt, nothing is stated: the third part
    has those headers with their properties.
    """
    named = dict(_names(table, match, ontology))
    stated = {plan.property.default for plan in table.statements}
    taken = set(match.fields.values())
    columns, plans, fields = list(table.columns), list(table.statements), dict(match.fields)
    unclear = []
    for at, header in enumerate(headers):
        found = None if at in taken else _property(header, ontology)
        if found is None:
            continue
        iri, rest = found
        able = {name: type_ for name, type_ in named.items() if _may_have(type_, iri, ontology)}
        bearer = _bearer(able, fields, headers, at, rest)
        if bearer is None:
            if able and not rest:
                unclear.append((header, iri))
            continue
        if iri in stated and any(plan.subject[0] == bearer and plan.property.default == iri for plan in plans):
            continue
        name = f"column {at}"
        account = iri == MONEY.iban
        columns.append(Column(name, (), MONEY.Account if account else None))
        plans.append(StatementPlan((bearer,), PropertyChoice(MONEY.holdsAccount if account else iri), (name,)))
        fields[name] = at
    made = replace(table, columns=tuple(columns), statements=tuple(plans))
    return made, ColumnMatch(fields, match.score), tuple(unclear)


def _names(table: TableMapping, match: ColumnMatch, ontology: Ontology) -> Iterator[tuple[str, Iri]]:
    """Yield the columns of a table that name agents, with their classes."""
    for plan in table.statements:
        term = ontology.properties.get(plan.property.default) if plan.property.default else None
        sides = ((plan.subject, term.domain if term else ()), (plan.object, term.range if term else ()))
        for side, known in sides:
            for name in side[:1] if side[0] in match.fields else side:
                column = table.column(name)
                type_ = (column.type if column else None) or (known[0] if known else OWL.Thing)
                if name in match.fields and ontology.is_subclass(type_, FOAF.Agent):
                    yield name, type_


def _property(header: str, ontology: Ontology) -> tuple[Iri, frozenset[str]] | None:
    """Return the identifier that a header names, and the words that it has besides."""
    words = header_words(header)
    best: tuple[Iri, frozenset[str]] | None = None
    for iri in (*_OF_KIND, MONEY.iban):
        term = ontology.properties.get(iri)
        for text in (term.label, *term.alternatives) if term else ():
            said = header_words(text)
            if said and said <= words and (best is None or len(words - said) < len(best[1])):
                best = iri, words - said
    return best


def _may_have(type_: Iri, iri: Iri, ontology: Ontology) -> bool:
    if iri == MONEY.iban:
        return True
    domain = ontology.properties[iri].domain
    return any(ontology.is_subclass(type_, part) or ontology.is_subclass(part, type_) for part in domain)


def _bearer(
    able: dict[str, Iri], fields: dict[str, int], headers: Sequence[str], at: int, rest: frozenset[str]
) -> str | None:
    """Return the column that names whose identifier stands in a column, or None in doubt."""
    own = header_words(headers[at])
    repeated = [name for name in able if (words := header_words(headers[fields[name]])) and words <= own]
    if len(repeated) == 1:
        return repeated[0]
    if rest or not able:
        return None
    organizations = [name for name, type_ in able.items() if type_ in (ORG.Organization, PEOPLE.Company)]
    for some in (list(able), organizations):
        if len(some) == 1:
            return some[0]
    return next((name for name in able if fields[name] == at - 1), None)
