"""The two ends of a row's statement: which cell, heading or title names them, and what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from thence.extract.cells import Cell, Reading
from thence.extract.columns import DOCUMENT, HEADING, header_words
from thence.extract.defining import is_form
from thence.extract.mentions import classify
from thence.extract.standing import PLAIN, Standing, standing_of_name
from thence.extract.tables import Row, Table, local_identifier
from thence.extract.values import PROPERTY_OF_KIND, is_iban, normal_identifier
from thence.model.document import Span
from thence.model.statement import Mention, Value
from thence.names import FOAF, MONEY, OWL, PLACE, Iri

if TYPE_CHECKING:
    from thence.ontology import Ontology
    from thence.ontology.terms import PropertyTerm

__all__ = ["End", "Identifiers", "ends_of", "identifiers_of", "mention_of"]

Identifiers = Mapping[str, tuple[tuple[Iri, str], ...]]
"""The identifiers that a row gives to the names in it, by column."""

_IDENTIFYING = {iri: kind for kind, iri in PROPERTY_OF_KIND.items()}
_TRUTHS = frozenset(
    {"true", "false", "yes", "no", "on", "off", "wahr", "falsch", "ja", "nein", "vrai", "faux", "oui", "non"}
)
"""What a cell says that holds no name."""
_JOINING = re.compile(r"\s*[,/]\s+|\s+/\s*|\s+(?:&|and|und|et|y|e)\s+")
_PERSON = re.compile(r"(?:[^\W\d_a-z][\w'’.-]*)(?: [^\W\d_a-z][\w'’.-]*){1,3}")
_SEVERAL = re.compile(r"\s*[;\n]\s*")


@dataclass(frozen=True, slots=True)
class End:
    """A subject or object.

    reading: of a value.   heading: the place it was taken from, where that is outside the row.   standing: what the
    words around the name say ("former", "?").
    """

    part: Mention | Value
    reading: Reading | None = None
    heading: Span | None = None
    standing: Standing = PLAIN


def ends_of(
    table: Table, row: Row, alternatives: Sequence[str], term: PropertyTerm, identifiers: Identifiers, *, subject: bool
) -> list[End]:
    """Return what plays one end of a property: the first alternative that the table has.

    Several names in one cell ("A; B", a list) are several ends, and so are several values under one name, except of
    events, whose values they would share.
    """
    by_property = (term.domain if subject else term.range) or (OWL.Thing,)
    for name in alternatives:
        if name in (HEADING, DOCUMENT):
            return _from_above(table, row, name, by_property[0], term.iri)
        if name not in table.match.fields:
            continue
        cell = row.cells.get(name)
        if cell is None:
            if name in table.mapping.needs:
                table.reject(row, term.iri, "TH853", f"the row has nothing under {table.header(name)!r}")
            return []
        if not subject and not term.is_object:
            several = () if term.event_class else row.more.get(name, ())
            readings = [table.value(row, name, term, cell=part) for part in (cell, *several)]
            return [End(reading.value, reading) for reading in readings if reading]
        column = table.mapping.column(name)
        wanted = (column.type if column else None) or by_property[0]
        fixed = column is not None and column.type == OWL.Thing
        several = _people_in(cell) if wanted == OWL.Thing or table.ontology.is_subclass(wanted, FOAF.Agent) else []
        if term.event_class and several:
            reason = f"several names in one cell, and one value for all of them: {cell.name!r} under {cell.header!r}"
            table.reject(row, term.iri, "TH857", reason, cell=cell)
            return []
        listed = several or [part for c in (cell, *row.more.get(name, ())) for part in _parts(c)]
        cells = [cell] if term.event_class else listed
        own = identifiers.get(name, ()) if len(cells) == 1 else ()
        ends = [mention_of(part, wanted, own, table.ontology, fixed=fixed) for part in cells]
        named = [end for end in ends if fixed or _is_name(end.part, table.ontology)]
        if len(named) < len(ends):
            table.reject(row, term.iri, "TH857", f"not a name: {cell.name!r} under {cell.header!r}", cell=cell)
        return named
    return []


def _from_above(table: Table, row: Row, place: str, wanted: Iri, predicate: Iri) -> list[End]:
    found = table.named_above(row, place, wanted)
    if found is not None:
        return [End(found[0], heading=found[1])]
    where = "heading" if place == HEADING else "title of the document"
    reason = f"no {where} names the {table.ontology.label(wanted)} meant here"
    table.reject(row, predicate, "TH854", reason, once=True)
    return []


def _parts(cell: Cell) -> Iterator[Cell]:
    """Yield the names that a cell lists with semicolons or line ends."""
    at = 0
    for match in [*_SEVERAL.finditer(cell.text), None]:
        end = match.start() if match else len(cell.text)
        if cell.text[at:end].strip():
            yield replace(cell, text=cell.text[at:end], span=Span(cell.span.start + at, cell.span.start + end))
        at = match.end() if match else end


def _people_in(cell: Cell) -> list[Cell]:
    """Return the people whom a cell lists with commas, strokes or "and": two or more, each with two names at least."""
    at = 0
    found: list[Cell] = []
    for match in [*_JOINING.finditer(cell.text), None]:
        end = match.start() if match else len(cell.text)
        if not _PERSON.fullmatch(cell.text, at, end) or is_form(cell.text[at:end].split()[-1]):
            return []
        found.append(replace(cell, text=cell.text[at:end], span=Span(cell.span.start + at, cell.span.start + end)))
        at = match.end() if match else end
    return found if len(found) > 1 else []


def mention_of(
    cell: Cell, wanted: Iri, own: tuple[tuple[Iri, str], ...], ontology: Ontology, *, fixed: bool = False
) -> End:
    """Return the thing that a cell names, typed by its name and by what its place wants.

    own: its identifiers.   fixed: the mapping says that it is of no class.
    """
    name, standing = standing_of_name(cell.name)
    span = cell.span
    if name != cell.name:
        at = cell.text.find(name)
        span = Span(cell.span.start + at, cell.span.start + at + len(name)) if at >= 0 else span
    if wanted != OWL.Thing and ontology.is_subclass(wanted, MONEY.Account):
        number = re.sub(r"\s", "", name).upper() if is_iban(name) or "iban" in header_words(cell.header) else name
        if is_iban(number):
            own = tuple(sorted({*own, (MONEY.iban, number)}))
        return End(Mention(span, number, wanted, identifiers=own), standing=standing)
    kind = wanted
    if not fixed and (
        wanted == OWL.Thing or any(ontology.is_subclass(wanted, top) for top in (FOAF.Agent, PLACE.Place))
    ):
        kind = classify(name, ontology, hint=wanted)
    return End(Mention(span, name, kind, identifiers=own), standing=standing)


def _is_name(part: Mention | Value, ontology: Ontology) -> bool:
    """Return whether a cell's words can name an agent or a place: not a figure, not a common noun."""
    if not isinstance(part, Mention) or part.type == OWL.Thing:
        return True
    place = ontology.is_subclass(part.type, PLACE.Place)
    if not place and not ontology.is_subclass(part.type, FOAF.Agent):
        return True
    if not re.search(r"[^\W\d_]", part.name) or (place and re.search(r"\d", part.name)):
        return False
    if part.name.casefold() in _TRUTHS:
        return False
    return not part.name.islower() or "@" in part.name or classify(part.name, ontology) != OWL.Thing


def identifiers_of(table: Table, row: Row) -> Identifiers:
    """Return the identifiers that a row's columns give to the names in it: numbers, addresses, ids of its own."""
    found: dict[str, list[tuple[Iri, str]]] = {}
    for plan in table.mapping.statements:
        prop, subject, object_ = plan.property.default, plan.subject[0], plan.object[0]
        kind = _IDENTIFYING.get(prop) if prop else None
        if prop and kind and subject in row.cells and object_ in row.cells and subject != object_:
            found.setdefault(subject, []).append((prop, normal_identifier(kind, row.cells[object_].text)))
    plans = table.mapping.statements
    telling = [plan for plan in plans if plan.property.default not in _IDENTIFYING] or plans
    names = {plan.subject[0] for plan in telling} & set(row.cells)
    if len(names) == 1 and _ids_name_things(table):
        (name,) = names
        own = local_identifier(table.document, [c for c in row.every if c.span != row.cells[name].span])
        if own is not None:
            found.setdefault(name, []).append(own)
    return {name: tuple(sorted(set(pairs))) for name, pairs in found.items()}


def _ids_name_things(table: Table) -> bool:
    """Return whether an id column of the table is its subjects', not a happening's."""
    stated = [plan.property.default for plan in table.mapping.statements]
    if any(iri and table.ontology.properties[iri].event_class for iri in stated):
        return False
    return any(header_words(header) & {"id", "uid"} for header in table.headers)
