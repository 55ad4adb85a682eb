"""Rows to statements: what each row of a table says through its mapping, as far as its words allow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from thence.extract.cells import read_date, read_value
from thence.extract.columns import ColumnMatch, PropertyChoice, StatementPlan, TableMapping, header_words
from thence.extract.declared import alias_cells, is_alias_header
from thence.extract.ends import End, Identifiers, ends_of, identifiers_of, mention_of
from thence.extract.standing import PLAIN, Standing, standing_of_name, standing_of_status, standing_of_title
from thence.extract.tables import Row, Table, Yield
from thence.extract.values import day_after_last, first_day
from thence.model.document import BlockKind, Document, Record, RecordKind, Span, cite
from thence.model.statement import EMPTY_VALIDITY, Event, Mention, Precision, Statement, Status, Validity, Value, Voice
from thence.names import OWL, RDF, TH, Iri

if TYPE_CHECKING:
    from thence.ontology import Ontology
    from thence.ontology.terms import PropertyTerm

__all__ = ["RECIPE", "read_rows"]

RECIPE = "extract.records/3"
_ROLES = re.compile(r"\s*(?:[,;/&\n]|\band\b|\bund\b|\bet\b)\s*")
_COARSE = (Precision.DAY, Precision.MONTH, Precision.YEAR)


def read_rows(
    document: Document,
    ontology: Ontology,
    mapping: TableMapping,
    match: ColumnMatch,
    headers: Sequence[str],
    group: Sequence[Record],
) -> Yield:
    """Return the statements of a table's rows.   match: which header plays which column of the mapping."""
    table = Table(document, ontology, mapping, match, headers, group)
    whole = standing_of_title(group[0].title)
    voices = _voices_of(document)
    with_aliases = any(is_alias_header(header) for header in headers)
    for row in table.rows:
        if row.says_nothing:
            continue
        if row.names_columns:
            reason = (
                f"the row begins with the name of its own column, {row.every[0].header!r}: it may head another table"
            )
            table.reject(row, RDF.Statement, "TH859", reason, cell=row.every[0])
            continue
        standing = whole.joined(standing_of_status(row.status.text)) if row.status else whole
        identifiers = identifiers_of(table, row)
        voice = next((voice for span, voice in voices if row.record.span in span), _OWN)
        for plan in mapping.statements:
            for iri, said in _properties(table, row, plan):
                _state(table, row, plan, ontology.properties[iri], standing.joined(said), identifiers, voice)
        if with_aliases:
            _keep_aliases(table, row)
    return table.made


class _Said(NamedTuple):
    """Who says a row, and on which day, where that is not the document's author and date."""

    voice: Voice | None = None
    day: str | None = None


_OWN = _Said()


def _voices_of(document: Document) -> list[tuple[Span, _Said]]:
    """Return the places whose words are not the document's own: quoted messages, another's turns."""
    return [
        (block.span, _Said(Voice(block.voice or "unnamed source"), block.date))
        for block in document.blocks
        if (block.voice and block.voice != document.author) or (block.kind is BlockKind.QUOTED and not block.voice)
    ]


def _keep_aliases(table: Table, row: Row) -> None:
    """Keep the other names that an alias column gives the row's subject."""
    name = table.mapping.statements[0].subject[0]
    if name in row.cells:
        full = row.cells[name].name
        for alias, span in alias_cells(row.every):
            if alias != full:
                table.made.aliases.append((alias, full, cite(table.document, span, row=row.record.row)))


def _properties(table: Table, row: Row, plan: StatementPlan) -> Iterator[tuple[Iri, Standing]]:
    """Yield the properties that a row states, with what the words of its role add ("former director")."""
    choice = plan.property
    if choice.column is None:
        if choice.default is not None:
            yield choice.default, PLAIN
        return
    cell = row.cells.get(choice.column)
    if cell is None:
        return
    words, said = standing_of_name(cell.name)
    whole = _role(words, choice, table.ontology)
    roles = [whole] if whole else [_role(part, choice, table.ontology) for part in _ROLES.split(words) if part]
    known = list(dict.fromkeys(role for role in roles if role))
    if known:
        yield from ((role, said) for role in known)
    elif choice.default is not None and plan.subject[0] in row.cells and plan.object[0] in row.cells:
        # "else" claims little, so both ends must stand in the row itself.
        yield choice.default, said
    else:
        table.reject(row, RDF.Statement, "TH856", f"no property is called {cell.name!r}", cell=cell)


def _role(words: str, choice: PropertyChoice, ontology: Ontology) -> Iri | None:
    """Return the property that the words of a role name: by the mapping, else by the ontology's labels."""
    bare = re.sub(r"\s*\([^)]*\)", "", words).strip() or words
    key = header_words(bare)
    for known, iri in choice.words:
        if known == key:
            return iri
    for spelling in (bare, f"{bare} of", f"{bare} at", f"{bare} for", f"is {bare} of"):
        found = ontology.find(spelling)
        if found is not None and ontology.properties[found].is_object:
            return found
    return None


def _state(
    table: Table,
    row: Row,
    plan: StatementPlan,
    term: PropertyTerm,
    standing: Standing,
    identifiers: Identifiers,
    said: _Said,
) -> None:
    """Add the statements of one plan for one row: none, one, or one for each of several names in a cell."""
    if standing.void:
        table.reject(row, term.iri, "TH855", f"the row says that it does not hold: {standing.wording}", cell=row.status)
        return
    subjects = ends_of(table, row, plan.subject, term, identifiers, subject=True)
    objects = ends_of(table, row, plan.object, term, identifiers, subject=False)
    for subject, object_ in _pairs(subjects, objects):
        one, two = subject.part, object_.part
        if not isinstance(one, Mention) or (isinstance(two, Mention) and one.name == two.name):
            continue
        whole = standing.joined(subject.standing).joined(object_.standing)
        kind = two.type if isinstance(two, Mention) else two.datatype
        reason = table.ontology.accepts(term.iri, one.type, kind) or _doubt(table, term, one.type)
        if reason is not None:
            table.reject(row, term.iri, "TH851", reason)
        elif whole.void:
            table.reject(row, term.iri, "TH855", f"the row says that it does not hold: {whole.wording}")
        elif term.is_object and term.event_class and _is_reversed(table, row, plan):
            table.reject(row, term.iri, "TH855", "a negative or zero amount does not say who paid whom")
        else:
            table.made.statements.append(_statement(table, row, plan, term, one, subject, object_, whole, said))
            table.made.mentions += [part for part in (one, two) if isinstance(part, Mention)]


def _pairs(subjects: Sequence[End], objects: Sequence[End]) -> Iterator[tuple[End, End]]:
    """Yield each subject with each object; of several values under one name, of several names, nobody knows whose."""
    if len(subjects) > 1 and len(objects) > 1 and isinstance(objects[0].part, Value):
        return
    yield from ((subject, object_) for subject in subjects for object_ in objects)


def _doubt(table: Table, term: PropertyTerm, type_: Iri) -> str | None:
    """Return why a property that no mapping names is not said of such a thing: it is not of its domain."""
    if table.mapping.rank or not term.domain or type_ == OWL.Thing:
        return None
    ontology = table.ontology
    if any(ontology.is_subclass(type_, part) or ontology.is_subclass(part, type_) for part in term.domain):
        return None
    return f"“{ontology.label(term.iri)}” is not known to be said of {ontology.label(type_)}"


def _is_reversed(table: Table, row: Row, plan: StatementPlan) -> bool:
    """Return whether an amount of the row is not above zero: a refund, a reversal, a correction of the books."""
    for _, names in plan.values:
        name = row.first(names)
        column = table.mapping.column(name) if name else None
        if name is not None and column is not None and column.kind == "amount":
            reading = read_value(row.cells[name], "amount", table.evidence[name])
            if reading is not None and (reading.value.lexical.startswith("-") or reading.value.lexical == "0"):
                return True
    return False


def _statement(
    table: Table,
    row: Row,
    plan: StatementPlan,
    term: PropertyTerm,
    subject: Mention,
    subject_end: End,
    object_: End,
    standing: Standing,
    said: _Said,
) -> Statement:
    state = term.temporal != "occurrence"
    validity, over = _validity(table, row, plan, term.iri) if state else (EMPTY_VALIDITY, False)
    above = dict.fromkeys(end.heading for end in (subject_end, object_) if end.heading is not None)
    citations = [cite(table.document, row.record.span, row=row.record.row)]
    citations += [cite(table.document, span) for span in above if span not in row.record.span]
    return Statement(
        document=table.document.key,
        subject=subject,
        predicate=term.iri,
        object=object_.part,
        citations=tuple(citations),
        modality=standing.modality_for(state=state),
        status=Status.STRUCTURAL,
        confidence=_confidence(table, row, leaning=bool(above)),
        validity=validity,
        ended=over or (state and standing.ended),
        voice=said.voice,
        said=said.day,
        event=_event(table, row, plan, term, subject, object_),
        recipe=RECIPE,
    )


def _confidence(table: Table, row: Row, *, leaning: bool) -> float:
    """Return how sure a structure is: data files most, tables of laid-out pages least."""
    media = table.document.media_type
    base = 0.99 if row.record.kind is not RecordKind.ROW or media == "text/csv" else 0.98
    if media == "application/pdf":
        base = 0.97
    return round(base - 0.01 * (table.mapping.rank == 0) - 0.01 * leaning, 2)


def _event(
    table: Table, row: Row, plan: StatementPlan, term: PropertyTerm, subject: Mention, object_: End
) -> Event | None:
    """Return the event that a property with an event class carries, with the row's values as its roles."""
    if term.event_class is None:
        return None
    roles: dict[Iri, Mention | Value] = {}
    if term.subject_role:
        roles[term.subject_role] = subject
    if term.object_role:
        roles[term.object_role] = object_.part
    currency = object_.reading.currency if object_.reading else None
    for role, names in plan.values:
        name, known = row.first(names), table.ontology.properties.get(role)
        if name is None or known is None or role in roles:
            continue
        if known.is_object:
            column = table.mapping.column(name)
            wanted = (column.type if column else None) or (known.range[0] if known.range else OWL.Thing)
            roles[role] = mention_of(row.cells[name], wanted, (), table.ontology).part
        elif (reading := table.value(row, name, known)) is not None:
            roles[role] = reading.value
            currency = currency or reading.currency
    money = _currency_role(table.ontology, plan, term.event_class)
    if currency is not None and money is not None:
        roles.setdefault(money, currency)
    date = roles.get(TH.occurredOn)
    return Event(
        type=term.event_class,
        roles=tuple(sorted(roles.items(), key=lambda pair: pair[0])),
        date=date.lexical if isinstance(date, Value) else None,
        reference=row.cells[plan.id].name if plan.id is not None and plan.id in row.cells else None,
    )


def _currency_role(ontology: Ontology, plan: StatementPlan, event_class: Iri) -> Iri | None:
    """Return the role that takes a currency found beside an amount."""
    for role in (*(role for role, _ in plan.values), *ontology.roles_of(event_class)):
        known = ontology.properties.get(role)
        if known is not None and known.value_kind == "currency":
            return role
    return None


def _validity(table: Table, row: Row, plan: StatementPlan, predicate: Iri) -> tuple[Validity, bool]:
    """Return when a row's state holds, and whether it says that the state is over without a readable date."""
    bounds: dict[str, str] = {}
    precisions: list[Precision] = []
    wording: list[str] = []
    how: list[str] = []
    over = False
    for bound, name in (("from", plan.from_), ("until", plan.until)):
        cell = row.cells.get(name) if name else None
        if cell is None or name is None or cell.is_open:
            continue
        wording.append(f"{cell.header} {cell.name}")
        date = read_date(cell, table.evidence[name])
        if date is None:
            over = over or bound == "until"
            table.refuse_value(row, predicate, cell, "date")
            continue
        bounds[bound] = first_day(date) if bound == "from" else day_after_last(date)
        precisions.append(date.precision)
        how += [table.evidence[name].dates] if table.evidence[name].dates else []
    coarsest = max(precisions, key=_COARSE.index) if precisions else None
    read = ", ".join(dict.fromkeys(how))
    return Validity(bounds.get("from"), bounds.get("until"), coarsest, ", ".join(wording), read), over
