"""Records to statements: rows, objects and key-value blocks, each through the mapping that fits it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from thence.extract.cells import cells_of
from thence.extract.columns import DOCUMENT, ColumnMatch, TableMapping, header_words
from thence.extract.declared import declared_statements
from thence.extract.headings import words_above
from thence.extract.identifying import with_identifiers
from thence.extract.mapping import Mappings
from thence.extract.mentions import classify
from thence.extract.rows import RECIPE, read_rows
from thence.extract.tables import Yield, local_identifier
from thence.extract.turned import turned
from thence.extract.unmapped import implied_mapping, with_labelled_columns
from thence.model.document import Document, Record, RecordKind, cite
from thence.model.statement import Extraction, Mention, Rejected
from thence.model.table import Table
from thence.names import OWL, RDF
from thence.read.totals import is_total

if TYPE_CHECKING:
    from thence.ontology import Ontology

__all__ = ["NO_MAPPING", "RECIPE", "records_to_statements"]

_MOST_COLUMNS = 2_000
"""Columns of a table that may be one of things; more are measurements or a matrix."""
NO_MAPPING = "TH850"
"""The reason for which a table says nothing: no mapping fits its columns."""


def records_to_statements(
    document: Document, ontology: Ontology, mappings: Mappings, *, aliases: Mapping[str, str] | None = None
) -> Extraction:
    """Return what a document's records say through mappings, and what it declares of itself.

    The row is the quote; names and values have the places of their cells; status Structural. What a row does not
    clearly say makes no statement and is kept as a rejected candidate with its reason (TH850 to TH858).
    aliases: defined term -> name; by default the terms that the document defines in brackets ("(the Client)").
    """
    made = Yield()
    chooser = _Chooser(ontology, mappings)
    for group in _groups(document):
        made.add(_read(document, group, chooser))
    posts = {words: iri for table in mappings.tables for plan in table.statements for words, iri in plan.property.words}
    declared = declared_statements(document, ontology, aliases=aliases, posts=posts)
    statements = sorted([*made.statements, *declared.statements], key=lambda s: s.quote.span)
    mentions = dict.fromkeys([*made.mentions, *declared.mentions])
    return Extraction(
        document=document.key,
        statements=tuple(statements),
        mentions=tuple(sorted(mentions, key=lambda m: (m.span, m.name))),
        aliases=(*made.aliases, *declared.aliases),
        rejected=(*made.rejected, *declared.rejected),
    )


def _groups(document: Document) -> Iterator[Sequence[Record]]:
    """Yield the records that share their columns: the rows of a table, the objects of an array, a block of keys."""
    tables: dict[tuple[RecordKind, int], list[Record]] = {}
    for record in document.records:
        # What a table sums up in its foot says nothing of its own.
        if record.kind is RecordKind.HEADERS or not record.fields or record.part == "footer":
            continue
        if record.table is None:
            yield [record]
        else:
            tables.setdefault((record.kind, record.table), []).append(record)
    yield from tables.values()
    yield from document.tables


def _headers(group: Sequence[Record]) -> list[str]:
    """Return the field names of a group in order; a name that repeats in a record stands as often."""
    if isinstance(group, Table):
        return list(group.headers)
    names: list[str] = []
    counts: dict[str, int] = {}
    for record in group:
        seen: dict[str, int] = {}
        for each in record.fields:
            seen[each.name] = seen.get(each.name, 0) + 1
            if counts.get(each.name, 0) < seen[each.name]:
                counts[each.name] = seen[each.name]
                names.append(each.name)
    return names


def _read(document: Document, group: Sequence[Record], chooser: _Chooser) -> Yield:
    ontology = chooser.ontology
    headers = _headers(group)
    if len(headers) > _MOST_COLUMNS:
        citation = cite(document, group[0].span, row=group[0].row)
        reason = f"no mapping for a table of {len(headers):,} columns"
        return Yield(rejected=[Rejected(document.key, citation, RDF.type, reason, NO_MAPPING)])
    title = words_above(document, group[0])
    chosen = chooser.choose(headers, title, group[0])
    if chosen is not None:
        mapping, match, unclear = with_identifiers(*chosen, headers, ontology)
        made = read_rows(document, ontology, mapping, match, headers, group)
        for header, iri in unclear:
            reason = f"several columns name somebody: nothing tells whose {ontology.label(iri)} stands under {header!r}"
            citation = cite(document, group[0].span, row=group[0].row)
            made.rejected.append(Rejected(document.key, citation, iri, reason, "TH858"))
        return made
    if (turned_made := _read_turned(document, headers, group, chooser, title)) is not None:
        return turned_made
    made = _named_rows(document, headers, group, ontology)
    first = group[0]
    holds = first.table is None and any(
        record is not first and record.span in first.span for record in document.records
    )
    if first.kind in (RecordKind.ROW, RecordKind.OBJECT) and not holds:
        names = ", ".join(name or "(unnamed)" for name in headers)
        citation = cite(document, first.span, row=first.row)
        made.rejected.append(Rejected(document.key, citation, RDF.type, f"no mapping for columns {names}", NO_MAPPING))
    return made


def _read_turned(
    document: Document,
    headers: list[str],
    group: Sequence[Record],
    chooser: _Chooser,
    title: str,
) -> Yield | None:
    """Return what a table says whose first column names the others' cells, or None where no mapping knows the names."""
    columns = turned(document, headers, group)
    if not columns:
        return None
    names = _headers(columns)
    chosen = chooser.choose(names, title, columns[0])
    if chosen is None or 2 * len(chosen[1].fields) <= len(names) or not chosen[0].rank:
        return None
    mapping, match, _ = with_identifiers(*chosen, names, chooser.ontology)
    return read_rows(document, chooser.ontology, mapping, match, names, columns)


_Asked = tuple[tuple[str, ...], str, bool]
"""Headers, the words above them, and whether they are a note's front matter."""


@dataclass(slots=True)
class _Chooser:
    """Chooses the mapping of tables; objects of nested data ask for the same one again and again."""

    ontology: Ontology
    mappings: Mappings
    known: dict[_Asked, tuple[TableMapping, ColumnMatch] | None] = field(default_factory=dict)

    def choose(self, headers: list[str], title: str, record: Record) -> tuple[TableMapping, ColumnMatch] | None:
        """Return the mapping that explains most columns: a user's own before shipped before implied ones."""
        note = record.kind is RecordKind.FRONT_MATTER
        key = tuple(headers), title, note
        if key not in self.known:
            self.known[key] = self._chosen(headers, title, note=note)
        return self.known[key]

    def _chosen(self, headers: list[str], title: str, *, note: bool) -> tuple[TableMapping, ColumnMatch] | None:
        fits = []
        for at, mapping in enumerate(self.mappings.tables):
            of_document = any(DOCUMENT in plan.subject + plan.object for plan in mapping.statements)
            if of_document != note and (mapping.rank < 2 or of_document):
                continue
            match = mapping.match(headers, title)
            if match is not None:
                fits.append((mapping.rank, match.score, -at, mapping, match))
        if fits:
            *_, mapping, match = max(fits, key=lambda fit: fit[:3])
            return with_labelled_columns(mapping, match, headers, self.ontology)
        return implied_mapping(headers, title, self.ontology, note=note)


def _named_rows(document: Document, headers: list[str], group: Sequence[Record], ontology: Ontology) -> Yield:
    """Return the names of a table that says nothing more of them than an id: for identity, not for statements."""
    made = Yield()
    at = next((i for i, header in enumerate(headers) if header_words(header) <= {"name", "full"}), None)
    if at is None or group[0].kind not in (RecordKind.ROW, RecordKind.OBJECT):
        return made
    for record in group:
        cells = {cell.header: cell for cell in cells_of(document, record) if cell is not None}
        if is_total(next((cell.name for cell in cells.values()), "")):
            continue
        cell = cells.get(headers[at])
        own = local_identifier(document, cells.values())
        if cell is not None and own is not None:
            kind = classify(cell.name, ontology)
            if kind != OWL.Thing:
                made.mentions.append(Mention(cell.span, cell.name, kind, identifiers=(own,)))
    return made
