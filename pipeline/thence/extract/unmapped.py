"""Tables without a mapping whose headers are the ontology's own words: a name column and labelled properties."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from thence.extract.columns import (
    DOCUMENT,
    Column,
    ColumnMatch,
    PropertyChoice,
    StatementPlan,
    TableMapping,
    header_words,
)
from thence.names import OWL, TH, Iri

if TYPE_CHECKING:
    from thence.ontology import Ontology

__all__ = ["implied_mapping", "with_labelled_columns"]

_NAMES = frozenset({"name", "title", "label", "full", "official"})
_IDS = frozenset({"id", "identifier", "key", "code", "number"})


def implied_mapping(
    headers: list[str], title: str, ontology: Ontology, *, note: bool = False
) -> tuple[TableMapping, ColumnMatch] | None:
    """Return a mapping made from labels alone, or None where the headers do not say enough.

    A column named like a class ("Vessel", "ship name") or plainly "name" is the subject; each other header that is
    a property's label, and whose property may have such a subject, makes a statement.
    note: the record is the front matter of a note: the subject is what its title names.
    """
    properties = _labelled(headers, ontology)
    subject: int | None = None
    type_ = OWL.Thing
    if not note:
        found = _subject(headers, title, ontology, properties)
        if found is None:
            return None
        subject, type_ = found
        properties.pop(subject, None)
    plans, columns, fields = [], [], {}
    for at, iri in sorted(properties.items()):
        domain = ontology.properties[iri].domain
        if type_ == OWL.Thing:
            if not domain:
                continue
        elif domain and not any(ontology.is_subclass(type_, part) for part in domain):
            continue
        name = f"column {at}"
        columns.append(Column(name, ()))
        fields[name] = at
        side = DOCUMENT if note else "subject"
        plans.append(StatementPlan((side,), PropertyChoice(iri), (name,)))
    if not plans:
        return None
    if subject is not None:
        columns.append(Column("subject", (), type_ if type_ != OWL.Thing else None))
        fields["subject"] = subject
    table = TableMapping("labels of the ontology", tuple(columns), (), tuple(plans), rank=0)
    return table, ColumnMatch(fields, len(fields))


def _labelled(headers: list[str], ontology: Ontology) -> dict[int, Iri]:
    """Return the headers, by position, that are labels of properties which things (not events) have."""
    found: dict[int, Iri] = {}
    stateable = {term.iri for term in ontology.relations}
    for at, header in enumerate(headers):
        iri = ontology.find(header) or ontology.find(" ".join(re.findall(r"[^\W_]+", header)))
        if iri is not None and iri in stateable and not _of_event(iri, ontology):
            found[at] = iri
    return found


def with_labelled_columns(
    table: TableMapping, match: ColumnMatch, headers: list[str], ontology: Ontology
) -> tuple[TableMapping, ColumnMatch]:
    """Return a mapping and its match with the columns it leaves over whose headers are labels of properties.

    Only for tables whose every statement has the same column as its subject and no event: elsewhere nothing tells whom
    such a column is about.
    """
    subjects = {plan.subject[0] for plan in table.statements}
    stated = [plan.property.default for plan in table.statements]
    if len(subjects) != 1 or not subjects <= set(match.fields):
        return table, match
    if any(iri and ontology.properties[iri].event_class for iri in stated):
        return table, match
    subject = next(iter(subjects))
    taken = set(match.fields.values())
    columns, plans, fields = list(table.columns), list(table.statements), dict(match.fields)
    for at, iri in sorted(_labelled(headers, ontology).items()):
        if at in taken or iri in stated or not ontology.properties[iri].domain:
            continue
        name = f"column {at}"
        columns.append(Column(name, ()))
        plans.append(StatementPlan((subject,), PropertyChoice(iri), (name,)))
        fields[name] = at
    return replace(table, columns=tuple(columns), statements=tuple(plans)), ColumnMatch(fields, match.score)


def _of_event(iri: Iri, ontology: Ontology) -> bool:
    """Return whether a property belongs to events: its values are not said of the thing in a name column."""
    if any(iri in term.roles for term in ontology.classes.values()):
        return True
    return any(ontology.is_subclass(part, TH.Event) and part != OWL.Thing for part in ontology.properties[iri].domain)


def _subject(headers: list[str], title: str, ontology: Ontology, properties: dict[int, Iri]) -> tuple[int, Iri] | None:
    plain: int | None = None
    for at, header in enumerate(headers):
        words = header_words(header)
        class_words = " ".join(word for word in re.findall(r"[^\W_]+", header) if word.lower() not in _NAMES)
        named = ontology.find_class(class_words) if class_words and not words & _IDS else None
        if named is not None and at not in properties and not ontology.is_subclass(named, TH.Event):
            return at, named
        if plain is None and words and words <= _NAMES:
            plain = at
    if plain is None:
        return None
    for word in re.findall(r"[^\W\d_]{3,}", title):
        named = ontology.find_class(word) or ontology.find_class(word.removesuffix("s"))
        if named is not None and not ontology.is_subclass(named, TH.Event):
            return plain, named
    return plain, OWL.Thing
