"""A table being read: its mapping, what its columns show as a whole, its rows, and what is refused of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from thence.extract.cells import Cell, Evidence, Reading, cells_of, evidence_of, is_undecided, read_value
from thence.extract.columns import HEADING, ColumnMatch, TableMapping, header_words
from thence.extract.headings import named_by_document, named_by_heading
from thence.extract.values import currency_in_header, parse_date
from thence.model.document import Citation, Document, Record, RecordKind, Span, cite
from thence.model.statement import Mention, Rejected, Statement, Value
from thence.names import DCTERMS, XSD, Iri
from thence.read.totals import is_total

if TYPE_CHECKING:
    from thence.ontology import Ontology
    from thence.ontology.terms import PropertyTerm

__all__ = ["Row", "Table", "Yield", "local_identifier"]

_STATUS = frozenset(frozenset({word}) for word in ("status", "state", "outcome", "result", "disposition"))


@dataclass(slots=True)
class Yield:
    """What reading gives so far: statements, the names seen, candidates refused, other names declared."""

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
    """Return the identifier that a row's own id column ("person_id", "uid") gives its subject within this document."""
    for cell in cells:
        words = header_words(cell.header)
        if words & {"id", "uid"} and len(words) <= 2:
            return DCTERMS.identifier, f"{document.key}#{cell.header}={cell.name}"
    return None


@dataclass(frozen=True, slots=True)
class Row:
    """One record through a mapping.

    cells: by the mapping's names for columns, only those with words.   more: further cells under the same header, as a
    list in an object gives.   every: all its cells in order.   status: the cell that says whether the row holds.
    """

    record: Record
    cells: Mapping[str, Cell]
    more: Mapping[str, Sequence[Cell]]
    every: Sequence[Cell]
    status: Cell | None

    def first(self, names: Iterable[str]) -> str | None:
        """Return the first of some columns that the row has."""
        return next((name for name in names if name in self.cells), None)

    @property
    def says_nothing(self) -> bool:
        """Whether the row is empty, sums up the others or repeats the headers."""
        if not self.every or (self.cells and all(cell.text == cell.header for cell in self.cells.values())):
            return True
        return self.record.table is not None and is_total(self.every[0].name)

    @property
    def names_columns(self) -> bool:
        """Whether the row of a table begins with the name of its first column: the header of another table does."""
        first = self.every[0]
        return self.record.table is not None and bool(first.header) and first.text.casefold() == first.header.casefold()


@dataclass(slots=True)
class Table:
    """Records that share a mapping.   match: which header plays which column.   made: what was refused so far."""

    document: Document
    ontology: Ontology
    mapping: TableMapping
    match: ColumnMatch
    headers: Sequence[str]
    group: Sequence[Record]
    rows: list[Row] = field(default_factory=list)
    evidence: dict[str, Evidence] = field(default_factory=dict)
    made: Yield = field(default_factory=Yield)
    headings: dict[tuple[str, Iri], tuple[Mention, Span] | None] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.rows = [self._row(record) for record in self.group]
        self._shares_in_percent()
        above = currency_in_header(self.group[0].title)
        decided = {(each.table, each.number): each for each in self.document.columns}
        for name in self.match.fields:
            cells = [row.cells[name] for row in self.rows if name in row.cells]
            column = decided.get((self.group[0].table or 0, cells[0].column or 0)) if cells else None
            evidence = evidence_of(self.header(name), [cell.text for cell in cells], column)
            if evidence.currency is None and above is not None:
                evidence = replace(evidence, currency=above[0], scale=above[1])
            self.evidence[name] = evidence

    def _shares_in_percent(self) -> None:
        """Take a column of counts whose cells are percentages as the mapping's column of these ("Share": "20%")."""
        kinds = {column.name: column.kind for column in self.mapping.columns}
        free = [name for name, kind in kinds.items() if kind == "percent" and name not in self.match.fields]
        for name in list(self.match.fields):
            cells = [row.cells[name].text for row in self.rows if name in row.cells]
            if (
                not free
                or kinds.get(name) != "count"
                or not cells
                or 2 * sum("%" in each for each in cells) < len(cells)
            ):
                continue
            fields = {free[0] if key == name else key: place for key, place in self.match.fields.items()}
            self.match = replace(self.match, fields=fields)
            self.rows = [self._row(record) for record in self.group]
            return

    def _row(self, record: Record) -> Row:
        by_header: dict[str, list[Cell | None]] = {}
        found = cells_of(self.document, record)
        for each, cell in zip(record.fields, found, strict=True):
            by_header.setdefault(each.name, []).append(cell)
        cells: dict[str, Cell] = {}
        more: dict[str, list[Cell]] = {}
        for name, at in self.match.fields.items():
            header = self.headers[at]
            # A header that stands twice in a table is two columns; in an object it is a list of values.
            nth = list(self.headers[:at]).count(header)
            under = by_header.get(header, [])
            if nth < len(under) and (cell := under[nth]) is not None:
                cells[name] = cell
            if record.kind is not RecordKind.ROW:
                more[name] = [other for other in under[1:] if other is not None]
        taken = {self.headers[at] for at in self.match.fields.values()}
        status = next(
            (
                under[0]
                for header, under in by_header.items()
                if header not in taken and header_words(header) in _STATUS and under[0] is not None
            ),
            None,
        )
        return Row(record, cells, more, [cell for cell in found if cell is not None], status)

    def header(self, name: str) -> str:
        """Return the table's own header of a column."""
        return self.headers[self.match.fields[name]]

    def reject(
        self, row: Row, predicate: Iri, code: str, reason: str, *, cell: Cell | None = None, once: bool = False
    ) -> None:
        """Keep a refused candidate; once: the reason holds for the whole table and is told at its first row."""
        span, column = (cell.span, cell.column) if cell else (row.record.span, None)
        told = f"{code} {reason} {'' if once else span}"
        if told not in self.told:
            self.told.add(told)
            citation = cite(self.document, span, row=row.record.row, column=column)
            self.made.rejected.append(Rejected(self.document.key, citation, predicate, reason, code))

    def value(self, row: Row, name: str, term: PropertyTerm, *, cell: Cell | None = None) -> Reading | None:
        """Return a cell's value for a property; what cannot be read is refused with its words.

        cell: where the row has several under the name.
        """
        cell, column = cell or row.cells[name], self.mapping.column(name)
        kind = (column.kind if column else None) or term.value_kind or _kind_of(term)
        reading = read_value(cell, kind, self.evidence[name], term.range)
        if reading is None:
            undecided = is_undecided(cell, kind, self.evidence[name])
            if XSD.string in term.range and (undecided or _is_doubtful(cell, kind)):
                # What cannot be decided stays text, where text is allowed.
                return Reading(Value(cell.name, XSD.string, cell.span, cell.text))
            self.refuse_value(row, term.iri, cell, kind, undecided=undecided)
        return reading

    def refuse_value(self, row: Row, predicate: Iri, cell: Cell, kind: str, *, undecided: bool = False) -> None:
        """Keep a cell that is no value of its kind: what can be read two ways has a code of its own."""
        doubt = _is_doubtful(cell, kind)
        why = "day and month cannot be told apart in this column" if doubt else f"not a readable {kind}"
        if undecided and not doubt:
            why = "thousands and decimals cannot be told apart in this column"
        code = "TH852" if doubt or undecided else "TH857"
        self.reject(row, predicate, code, f"{why}: {cell.name!r} under {cell.header!r}", cell=cell)

    def named_above(self, row: Row, place: str, wanted: Iri) -> tuple[Mention, Span] | None:
        """Return what the heading over the table, or the document's title, names, and where."""
        key = (place, wanted)
        if row.record.table is None or key not in self.headings:
            self.headings[key] = (
                named_by_heading(self.document, row.record, wanted, self.ontology)
                if place == HEADING
                else named_by_document(self.document, wanted, self.ontology)
            )
        return self.headings[key]


def _is_doubtful(cell: Cell, kind: str) -> bool:
    """Return whether a cell that is no date would be one if its order were known."""
    return kind == "date" and parse_date(cell.text, day_first=True) is not None


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
