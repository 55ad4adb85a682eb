"""One table read through one mapping: each row's statements, with what its cells, status and dates allow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from thence.extract.cells import Cell, Evidence, Reading, cells_of, evidence_of, read_value
from thence.extract.declared import alias_cells, is_alias_header
from thence.extract.headings import named_by_document, named_by_heading
from thence.extract.mapping import (
    DOCUMENT,
    HEADING,
    ColumnMatch,
    PropertyChoice,
    StatementPlan,
    TableMapping,
    header_words,
)
from thence.extract.mentions import classify
from thence.extract.standing import PLAIN, Standing, standing_of_name, standing_of_status, standing_of_title
from thence.extract.values import (
    PROPERTY_OF_KIND,
    currency_in_header,
    day_after_last,
    first_day,
    is_iban,
    normal_identifier,
    parse_date,
)
from thence.model.document import BlockKind, Citation, Document, Record, RecordKind, Span, cite
from thence.model.statement import (
    Event,
    Mention,
    Precision,
    Rejected,
    Statement,
    Status,
    Validity,
    Value,
    Voice,
)
from thence.names import DCTERMS, FOAF, MONEY, OWL, PLACE, TH, XSD, Iri

if TYPE_CHECKING:
    from thence.ontology import Ontology
    from thence.ontology.terms import PropertyTerm

__all__ = ["RECIPE", "Yield", "local_identifier", "read_rows", "voices_of"]

RECIPE = "extract.records/1"
_IDENTIFYING = {iri: kind for kind, iri in PROPERTY_OF_KIND.items()}
_STATUS = frozenset(frozenset({word}) for word in ("status", "state", "outcome", "result", "disposition"))
_SEVERAL = re.compile(r"\s*[;\n]\s*")
_ROLES = re.compile(r"\s*(?:[,;/&\n]|\band\b|\bund\b|\bet\b)\s*")
_TOTAL = re.compile(
    r"(?i)(?:(?:grand|sub|net|gross|overall)[- ]?)?(?:total|subtotal|sum|balance|summe|gesamt)s?\b.{0,30}|"
    r"(?:carried|brought) forward"
)
_COARSE = (Precision.DAY, Precision.MONTH, Precision.YEAR)


@dataclass(slots=True)
class Yield:
    """What reading gives so far: statements, the names seen, candidates refused."""

    statements: list[Statement] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    aliases: list[tuple[str, str, Citation]] = field(default_factory=list)

    def add(self, other: Yield) -> None:
        """Append what another reading gave."""
        self.statements += other.statements
        self.mentions += other.mentions
        self.rejected += other.rejected
        self.aliases += other.aliases


def local_identifier(document: Document, cells: Iterable[Cell]) -> tuple[Iri, str] | None:
    """Return the identifier that a row's own id column ("person_id", "ID") gives its subject within this document."""
    for cell in cells:
        words = header_words(cell.header)
        if "id" in words and len(words) <= 2:
            return DCTERMS.identifier, f"{document.key}#{cell.header}={cell.name}"
    return None


def voices_of(document: Document) -> list[tuple[Span, Voice]]:
    """Return the places whose words are not the document's own: quoted messages, another's turns."""
    return [
        (block.span, Voice(block.voice or "unnamed source"))
        for block in document.blocks
        if (block.voice and block.voice != document.author) or (block.kind is BlockKind.QUOTED and not block.voice)
    ]


def read_rows(
    document: Document,
    ontology: Ontology,
    mapping: TableMapping,
    match: ColumnMatch,
    headers: Sequence[str],
    group: Sequence[Record],
) -> Yield:
    """Return the statements of a table's rows.   match: which header plays which column of the mapping."""
    standing = standing_of_title(group[0].title)
    voices = voices_of(document)
    has_aliases = any(is_alias_header(header) for header in headers)
    table = _Table(document, ontology, mapping, match, headers, group, standing, voices, has_aliases)
    table.gather()
    for record in group:
        table.row(record)
    return table.made


@dataclass(frozen=True, slots=True)
class _Side:
    """A subject or object; heading: the place it was taken from, where that is outside the row."""

    part: Mention | Value
    reading: Reading | None = None
    heading: Span | None = None
    standing: Standing = PLAIN


@dataclass(slots=True)
class _Table:
    document: Document
    ontology: Ontology
    mapping: TableMapping
    match: ColumnMatch
    headers: Sequence[str]
    group: Sequence[Record]
    standing: Standing
    voices: Sequence[tuple[Span, Voice]]
    has_aliases: bool
    made: Yield = field(default_factory=Yield)
    evidence: dict[str, Evidence] = field(default_factory=dict)
    headings: dict[tuple[str, Iri], tuple[Mention, Span] | None] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    read: dict[Span, list[Cell | None]] = field(default_factory=dict)
    more: dict[str, list[Cell]] = field(default_factory=dict)
    """Further cells of the row under the same header, as a list in an object gives."""

    def cells(self, record: Record) -> tuple[dict[str, Cell], Cell | None]:
        """Return the row's cells by the mapping's names, and its status cell; ragged objects go by their headers."""
        by_header: dict[tuple[str, int], Cell | None] = {}
        seen: dict[str, int] = {}
        for each, cell in zip(record.fields, self.all_cells(record), strict=True):
            by_header[each.name, seen.get(each.name, 0)] = cell
            seen[each.name] = seen.get(each.name, 0) + 1
        found: dict[str, Cell] = {}
        for name, at in self.match.fields.items():
            header = self.headers[at]
            cell = by_header.get((header, list(self.headers[:at]).count(header)))
            if cell is not None:
                found[name] = cell
            if self.headers.count(header) > 1 and record.kind is not RecordKind.ROW:
                self.more[name] = [c for (h, n), c in by_header.items() if h == header and n and c is not None]
        taken = {self.headers[at] for at in self.match.fields.values()}
        status = next(
            (
                cell
                for (header, _), cell in by_header.items()
                if header_words(header) in _STATUS and header not in taken
            ),
            None,
        )
        return found, status

    def all_cells(self, record: Record) -> list[Cell | None]:
        """Return the cells of a record, read once."""
        found = self.read.get(record.span)
        if found is None:
            found = self.read[record.span] = cells_of(self.document, record)
        return found

    def gather(self) -> None:
        """Read what each column as a whole shows of its dates and numbers."""
        columns: dict[str, list[str]] = {name: [] for name in self.match.fields}
        for record in self.group:
            for name, cell in self.cells(record)[0].items():
                columns[name].append(cell.text)
        above = currency_in_header(self.group[0].title)
        for name, texts in columns.items():
            evidence = evidence_of(self.headers[self.match.fields[name]], texts)
            if evidence.currency is None and above is not None:
                evidence = replace(evidence, currency=above[0], scale=above[1])
            self.evidence[name] = evidence

    def reject(
        self, record: Record, predicate: Iri, code: str, reason: str, *, cell: Cell | None = None, once: bool = False
    ) -> None:
        """Keep a refused candidate; once: the reason holds for the whole table and is told at its first row."""
        if once:
            if reason in self.told:
                return
            self.told.add(reason)
        span, column = (cell.span, cell.column) if cell else (record.span, None)
        if any(r.code == code and r.reason == reason and r.citation.span == span for r in self.made.rejected[-4:]):
            return
        citation = cite(self.document, span, row=record.row, column=column)
        self.made.rejected.append(Rejected(self.document.key, citation, predicate, reason, code))

    def row(self, record: Record) -> None:
        """Add the statements of one row."""
        self.more.clear()
        cells, status = self.cells(record)
        if self.is_no_row(record, cells):
            return
        standing = self.standing
        if status is not None:
            standing = standing.joined(standing_of_status(status.text))
        identifiers = self.identifiers(cells, record)
        self.aliases(cells, record)
        for plan in self.mapping.statements:
            for choice, said in self.properties(plan, cells, record):
                term = self.ontology.properties[choice]
                whole = standing.joined(said)
                if whole.void:
                    self.reject(
                        record, choice, "TH855", f"the row says that it does not hold: {whole.wording}", cell=status
                    )
                    continue
                self.made.add(self.state(plan, term, cells, record, whole, identifiers))

    def is_no_row(self, record: Record, cells: Mapping[str, Cell]) -> bool:
        """Return whether a row sums up the others or repeats the headers."""
        first = next((cell for cell in self.all_cells(record) if cell is not None), None)
        if first is None or (cells and all(cell.text == cell.header for cell in cells.values())):
            return True
        return record.table is not None and _TOTAL.fullmatch(first.text) is not None

    def aliases(self, cells: Mapping[str, Cell], record: Record) -> None:
        """Keep the other names that an alias column gives the one name of a row."""
        if not self.has_aliases:
            return
        name = self.mapping.statements[0].subject[0]
        if name in cells:
            full = cells[name].name
            found = alias_cells(self.all_cells(record))
            self.made.aliases += [
                (a, full, cite(self.document, span, row=record.row)) for a, span in found if a != full
            ]

    def identifiers(self, cells: Mapping[str, Cell], record: Record) -> dict[str, tuple[tuple[Iri, str], ...]]:
        """Return the identifiers that a row gives to the names in it, by column."""
        found: dict[str, list[tuple[Iri, str]]] = {}
        for plan in self.mapping.statements:
            kind = _IDENTIFYING.get(plan.property.default or OWL.Nothing)
            subject, object_ = plan.subject[0], plan.object[0]
            if kind and subject in cells and object_ in cells and subject != object_:
                value = normal_identifier(kind, cells[object_].text)
                found.setdefault(subject, []).append((plan.property.default or OWL.Nothing, value))
        names = {s for plan in self.mapping.statements for s in (plan.subject[0],) if s in cells}
        if self.has_ids and len(names) == 1:
            (name,) = names
            others = [c for c in self.all_cells(record) if c is not None and c.span != cells[name].span]
            own = local_identifier(self.document, others)
            if own is not None:
                found.setdefault(name, []).append(own)
        return {name: tuple(sorted(set(pairs))) for name, pairs in found.items()}

    @property
    def has_ids(self) -> bool:
        """Whether the rows may have ids of their own that name their subject, not a happening."""
        stated = [plan.property.default for plan in self.mapping.statements]
        if any(iri and self.ontology.properties[iri].event_class for iri in stated):
            return False
        return any("id" in header_words(header) for header in self.headers)

    def properties(
        self, plan: StatementPlan, cells: Mapping[str, Cell], record: Record
    ) -> Iterator[tuple[Iri, Standing]]:
        """Yield the properties that a row states, with what the words of its role add ("former director")."""
        choice = plan.property
        if choice.column is None:
            if choice.default is not None:
                yield choice.default, PLAIN
            return
        cell = cells.get(choice.column)
        if cell is None:
            return
        words, said = standing_of_name(cell.name)
        whole = self.role(words, choice)
        roles = [whole] if whole else [self.role(part, choice) for part in _ROLES.split(words) if part]
        known = list(dict.fromkeys(role for role in roles if role))
        for role in known:
            yield role, said
        if not known:
            fallback = choice.default
            if fallback is not None and plan.subject[0] in cells and plan.object[0] in cells:
                # "else" claims little, so both ends must stand in the row itself.
                yield fallback, said
            else:
                self.reject(record, TH.Statement, "TH856", f"no property is called {cell.name!r}", cell=cell)

    def role(self, words: str, choice: PropertyChoice) -> Iri | None:
        """Return the property that the words of a role name: by the mapping, else by the ontology's labels."""
        bare = re.sub(r"\s*\([^)]*\)", "", words).strip() or words
        key = header_words(bare)
        for known, iri in choice.words:
            if known == key:
                return iri
        for spelling in (bare, f"{bare} of", f"{bare} at", f"{bare} for", f"is {bare} of"):
            found = self.ontology.find(spelling)
            if found is not None and self.ontology.properties[found].is_object:
                return found
        return None

    def state(
        self,
        plan: StatementPlan,
        term: PropertyTerm,
        cells: Mapping[str, Cell],
        record: Record,
        standing: Standing,
        identifiers: Mapping[str, tuple[tuple[Iri, str], ...]],
    ) -> Yield:
        """Return the statements of one plan for one row: none, one, or one for each of several names in a cell."""
        made = Yield()
        subjects = self.sides(plan.subject, term, cells, record, identifiers, subject=True)
        objects = self.sides(plan.object, term, cells, record, identifiers, subject=False)
        for subject in subjects:
            for object_ in objects:
                if not isinstance(subject.part, Mention) or subject.part.name == _name(object_.part):
                    continue
                kind = object_.part.type if isinstance(object_.part, Mention) else object_.part.datatype
                reason = self.ontology.accepts(term.iri, subject.part.type, kind) or self.doubt(term, subject.part.type)
                if reason is not None:
                    self.reject(record, term.iri, "TH851", reason)
                    continue
                whole = standing.joined(subject.standing).joined(object_.standing)
                if term.is_object and term.event_class and self.is_reversed(plan, cells):
                    self.reject(record, term.iri, "TH855", "a negative or zero amount does not say who paid whom")
                    continue
                if whole.void:
                    self.reject(record, term.iri, "TH855", f"the row says that it does not hold: {whole.wording}")
                    continue
                made.statements.append(self.statement(plan, term, subject.part, object_, subject, cells, record, whole))
                made.mentions += [part for part in (subject.part, object_.part) if isinstance(part, Mention)]
        return made

    def doubt(self, term: PropertyTerm, type_: Iri) -> str | None:
        """Return why a property that no mapping names is not said of such a thing: it is not of its domain."""
        if self.mapping.rank or not term.domain or type_ == OWL.Thing:
            return None
        if any(
            self.ontology.is_subclass(type_, part) or self.ontology.is_subclass(part, type_) for part in term.domain
        ):
            return None
        return f"“{self.ontology.label(term.iri)}” is not known to be said of {self.ontology.label(type_)}"

    def sides(
        self,
        alternatives: Sequence[str],
        term: PropertyTerm,
        cells: Mapping[str, Cell],
        record: Record,
        identifiers: Mapping[str, tuple[tuple[Iri, str], ...]],
        *,
        subject: bool,
    ) -> list[_Side]:
        """Return what plays one end: of the first alternative that the table has."""
        wanted_by_property = term.domain if subject else term.range
        for name in alternatives:
            if name in (HEADING, DOCUMENT):
                wanted = wanted_by_property[0] if wanted_by_property else OWL.Thing
                found = self.named(name, wanted, record)
                if found is None:
                    what = self.ontology.label(wanted)
                    place = "heading" if name == HEADING else "title of the document"
                    self.reject(record, term.iri, "TH854", f"no {place} names the {what} meant here", once=True)
                    return []
                return [_Side(found[0], heading=found[1])]
            if name not in self.match.fields:
                continue
            cell = cells.get(name)
            if cell is None:
                if name in self.mapping.needs:
                    self.reject(record, term.iri, "TH853", f"the row has nothing under {self.header(name)!r}")
                return []
            if not subject and not term.is_object:
                reading = self.value(name, cell, term, record)
                return [_Side(reading.value, reading)] if reading else []
            column = self.mapping.column(name)
            wanted = (column.type if column else None) or (wanted_by_property[0] if wanted_by_property else OWL.Thing)
            fixed = column is not None and column.type == OWL.Thing
            parts = [cell] if term.event_class else [p for c in (cell, *self.more.get(name, ())) for p in _parts(c)]
            own = identifiers.get(name, ()) if len(parts) == 1 else ()
            sides = [self.mention(part, wanted, own, fixed=fixed) for part in parts]
            named = [side for side in sides if fixed or self.is_name(side.part)]
            if len(named) < len(sides):
                self.reject(record, term.iri, "TH857", f"not a name: {cell.name!r} under {cell.header!r}", cell=cell)
            return named
        return []

    def is_reversed(self, plan: StatementPlan, cells: Mapping[str, Cell]) -> bool:
        """Return whether an amount of the row is not above zero: a refund, a reversal, a correction of the books."""
        for _, names in plan.values:
            name = next((name for name in names if name in cells), None)
            column = self.mapping.column(name) if name else None
            if name is not None and column is not None and column.kind == "amount":
                reading = read_value(cells[name], "amount", self.evidence[name])
                if reading is not None and (reading.value.lexical.startswith("-") or reading.value.lexical == "0"):
                    return True
        return False

    def named(self, name: str, wanted: Iri, record: Record) -> tuple[Mention, Span] | None:
        key = (name, wanted)
        if self.group[0].table is None or key not in self.headings:
            if name == HEADING:
                self.headings[key] = named_by_heading(self.document, record, wanted, self.ontology)
            else:
                self.headings[key] = named_by_document(self.document, wanted, self.ontology)
        return self.headings[key]

    def header(self, name: str) -> str:
        """Return the table's own header of a column."""
        return self.headers[self.match.fields[name]]

    def mention(self, cell: Cell, wanted: Iri, own: tuple[tuple[Iri, str], ...], *, fixed: bool) -> _Side:
        """Return the thing that a cell names, typed by its name and by what its place wants."""
        name, standing = standing_of_name(cell.name)
        span = cell.span
        if name != cell.name:
            at = cell.text.find(name)
            span = Span(cell.span.start + at, cell.span.start + at + len(name)) if at >= 0 else span
        if self.ontology.is_subclass(wanted, MONEY.Account) and wanted != OWL.Thing:
            number = re.sub(r"\s", "", name).upper() if is_iban(name) or "iban" in header_words(cell.header) else name
            if is_iban(number):
                own = tuple(sorted({*own, (MONEY.iban, number)}))
            return _Side(Mention(span, number, wanted, identifiers=own), standing=standing)
        kind = wanted
        if not fixed and (
            wanted == OWL.Thing or any(self.ontology.is_subclass(wanted, f) for f in (FOAF.Agent, PLACE.Place))
        ):
            kind = classify(name, self.ontology, hint=wanted)
        return _Side(Mention(span, name, kind, identifiers=own), standing=standing)

    def is_name(self, part: Mention | Value) -> bool:
        """Return whether a cell's words can name an agent or a place: not a figure, not a common noun."""
        if not isinstance(part, Mention):
            return True
        place = self.ontology.is_subclass(part.type, PLACE.Place) and part.type != OWL.Thing
        if not place and not (self.ontology.is_subclass(part.type, FOAF.Agent) and part.type != OWL.Thing):
            return True
        if not re.search(r"[^\W\d_]", part.name) or (place and re.search(r"\d", part.name)):
            return False
        return not part.name.islower() or "@" in part.name or classify(part.name, self.ontology) != OWL.Thing

    def value(self, name: str, cell: Cell, term: PropertyTerm, record: Record) -> Reading | None:
        """Return a cell's value for a property; what cannot be read is refused with its words."""
        column = self.mapping.column(name)
        kind = (column.kind if column else None) or term.value_kind or _kind_of(term)
        reading = read_value(cell, kind, self.evidence[name], term.range)
        if reading is None:
            doubt = kind == "date" and parse_date(cell.text, day_first=True) is not None
            code = "TH852" if doubt else "TH857"
            why = "day and month cannot be told apart in this column" if doubt else f"not a readable {kind}"
            self.reject(record, term.iri, code, f"{why}: {cell.name!r} under {cell.header!r}", cell=cell)
        return reading

    def statement(
        self,
        plan: StatementPlan,
        term: PropertyTerm,
        subject: Mention,
        object_: _Side,
        subject_side: _Side,
        cells: Mapping[str, Cell],
        record: Record,
        standing: Standing,
    ) -> Statement:
        state = term.temporal != "occurrence"
        validity, over = self.validity(plan, term, cells, record) if state else (Validity(), False)
        event = self.event(plan, term, subject, object_, cells, record)
        headings = dict.fromkeys(side.heading for side in (subject_side, object_) if side.heading is not None)
        citations = [cite(self.document, record.span, row=record.row)]
        citations += [cite(self.document, span) for span in headings if span not in record.span]
        return Statement(
            document=self.document.key,
            subject=subject,
            predicate=term.iri,
            object=object_.part,
            citations=tuple(citations),
            modality=standing.modality_for(state=state),
            status=Status.STRUCTURAL,
            confidence=self.confidence(record, leaning=bool(headings)),
            validity=validity,
            ended=over or (state and standing.ended and validity.until is None),
            voice=next((voice for span, voice in self.voices if record.span in span), None),
            event=event,
            recipe=RECIPE,
        )

    def confidence(self, record: Record, *, leaning: bool) -> float:
        """Return how sure a structure is: data files most, tables of laid-out pages least."""
        base = 0.99 if record.kind is not RecordKind.ROW or self.document.media_type == "text/csv" else 0.98
        if self.document.media_type == "application/pdf":
            base = 0.97
        return round(base - 0.01 * (self.mapping.rank == 0) - 0.01 * leaning, 2)

    def event(
        self,
        plan: StatementPlan,
        term: PropertyTerm,
        subject: Mention,
        object_: _Side,
        cells: Mapping[str, Cell],
        record: Record,
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
            name = next((name for name in names if name in cells), None)
            known = self.ontology.properties.get(role)
            if name is None or role in roles:
                continue
            cell = cells[name]
            if known is not None and known.is_object:
                column = self.mapping.column(name)
                wanted = (column.type if column else None) or (known.range[0] if known.range else OWL.Thing)
                roles[role] = self.mention(cell, wanted, (), fixed=False).part
                continue
            reading = self.value(name, cell, known, record) if known else None
            if reading is not None:
                roles[role] = reading.value
                currency = currency or reading.currency
        money = self.currency_role(plan, term.event_class)
        if currency is not None and money is not None:
            roles.setdefault(money, currency)
        date = roles.get(TH.occurredOn)
        identity = cells.get(plan.id) if plan.id else None
        return Event(
            type=term.event_class,
            roles=tuple(sorted(roles.items(), key=lambda pair: pair[0])),
            date=date.lexical if isinstance(date, Value) else None,
            reference=identity.name if identity else None,
        )

    def currency_role(self, plan: StatementPlan, event_class: Iri) -> Iri | None:
        """Return the role that takes a currency found beside an amount."""
        for role in (*(role for role, _ in plan.values), *self.ontology.roles_of(event_class)):
            known = self.ontology.properties.get(role)
            if known is not None and known.value_kind == "currency":
                return role
        return None

    def validity(
        self, plan: StatementPlan, term: PropertyTerm, cells: Mapping[str, Cell], record: Record
    ) -> tuple[Validity, bool]:
        """Return when a row's state holds, and whether it says that the state is over without a readable date."""
        bounds: dict[str, str] = {}
        precisions: list[Precision] = []
        wording: list[str] = []
        over = False
        for bound, name in (("from", plan.from_), ("until", plan.until)):
            cell = cells.get(name) if name else None
            if cell is None or name is None or cell.is_open:
                continue
            date = parse_date(cell.text, day_first=self.evidence[name].day_first)
            wording.append(f"{cell.header} {cell.name}")
            if date is None:
                over = over or bound == "until"
                doubt = parse_date(cell.text, day_first=True) is not None
                why = "day and month cannot be told apart in this column" if doubt else "not a readable date"
                code = "TH852" if doubt else "TH857"
                self.reject(record, term.iri, code, f"{why}: {cell.name!r} under {cell.header!r}", cell=cell)
                continue
            bounds[bound] = first_day(date) if bound == "from" else day_after_last(date)
            precisions.append(date.precision)
        coarsest = max(precisions, key=_COARSE.index) if precisions else None
        return Validity(bounds.get("from"), bounds.get("until"), coarsest, ", ".join(wording)), over


def _name(part: Mention | Value) -> str | None:
    return part.name if isinstance(part, Mention) else None


def _parts(cell: Cell) -> Iterator[Cell]:
    """Yield the names that a cell lists with semicolons or line ends."""
    at = 0
    for match in [*_SEVERAL.finditer(cell.text), None]:
        end = match.start() if match else len(cell.text)
        if cell.text[at:end].strip():
            yield replace(cell, text=cell.text[at:end], span=Span(cell.span.start + at, cell.span.start + end))
        at = match.end() if match else end


def _kind_of(term: PropertyTerm) -> str:
    """Return how a property's values are read when its ontology does not say: by its range."""
    for datatype, kind in (
        (XSD.date, "date"), (XSD.dateTime, "date"), (XSD.gYear, "year"), (XSD.gYearMonth, "date"),
        (XSD.integer, "count"), (XSD.nonNegativeInteger, "count"), (XSD.positiveInteger, "count"), (XSD.int, "count"),
        (XSD.decimal, "decimal"), (XSD.double, "decimal"), (XSD.float, "decimal"),
    ):  # fmt: skip
        if datatype in term.range:
            return kind
    return "text"
