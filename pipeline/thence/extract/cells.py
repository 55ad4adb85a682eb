"""Cells of records: what the words under a header say, read with the evidence of the whole column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from thence.extract.values import (
    DateValue,
    currency_in_header,
    date_datatype,
    day_first_of,
    is_iban,
    parse_amount,
    parse_currency,
    parse_date,
    parse_money,
    parse_percent,
    scaled,
)
from thence.model.document import Column, Document, Field, Record, Span
from thence.model.statement import Value
from thence.names import XSD, Iri

__all__ = ["Cell", "Evidence", "Reading", "cells_of", "evidence_of", "is_undecided", "read_date", "read_value"]

_EMPTY = re.compile(
    r"(?i:\W*|n/?\s?a\.?|none|nil|null|nan|unknown|not known|tb[acd]|not applicable|not available|no data|keine?|"
    r"\(?blank\)?|\(?empty\)?|not stated|not disclosed|withheld|redacted|see (?:above|below|notes?)|k\.\s?a\.?|"
    r"s\.\s?o\.?|entf(?:ällt|\.)|unbekannt|inconnue?|various|several|diverse|verschiedene|divers|multiple|"
    r"#(?:n/?a|nv|ref!?|bezug!|value!?|wert!|name\??|null!?|num!?|zahl!|div/0!?|spill!|calc!|n/v))"
)
_OPEN = re.compile(r"(?i:present|current|currently|to date|ongoing|today|now|incumbent|in office|active|open|heute)\W*")


@dataclass(frozen=True, slots=True)
class Cell:
    """A field of a record with words in it.

    text: without the blanks around it, at ``span``.   quote: around it in delimited text: within, it stands twice or
    behind a backslash.
    """

    header: str
    text: str
    span: Span
    column: int | None
    header_span: Span | None
    quote: str = ""

    @property
    def name(self) -> str:
        """The words as they read, white space folded."""
        words = self.text
        if self.quote and self.quote in words:
            words = words.replace(f"\\{self.quote}", self.quote).replace(self.quote * 2, self.quote)
        return " ".join(words.split())

    @property
    def is_open(self) -> bool:
        """Whether the words say that a state goes on ("present")."""
        return bool(_OPEN.fullmatch(self.text))


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a column as a whole shows.

    day_first, decimal_comma: None where nothing decides.   currency, scale: from the header.
    fractions: its percentages are written as parts of one.   decided: the document's reader has looked at all cells:
    what can be read two ways is no value then, nor is a date written the other way round.   plain: its cells are words,
    whatever they look like.   dates, numbers: how they are read and by what evidence, for people; empty where nothing
    had to be decided.
    """

    day_first: bool | None = None
    decimal_comma: bool | None = None
    currency: str | None = None
    scale: str = ""
    fractions: bool = False
    decided: bool = False
    plain: bool = False
    dates: str = ""
    numbers: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A cell's value, and the currency that stands in the cell or its header."""

    value: Value
    currency: Value | None = None


def cells_of(document: Document, record: Record) -> list[Cell | None]:
    """Return the cells of a record in the order of its fields; None for one that says nothing ("", "-", "n/a")."""
    return [_cell(document, field) for field in record.fields]


def _cell(document: Document, field: Field) -> Cell | None:
    start, end = field.value.start, field.value.end
    words = document.text[start:end]
    text = words.strip()
    if not text or (len(text) < 24 and _EMPTY.fullmatch(text)):
        return None
    start += len(words) - len(words.lstrip())
    before = document.text[start - 1 : start] if document.tables else ""
    quote = before if before in {'"', "'"} and document.text[end : end + 1] == before else ""
    return Cell(field.name, text, Span(start, start + len(text)), field.column, field.name_span, quote)


def evidence_of(header: str, texts: Sequence[str], column: Column | None = None) -> Evidence:
    """Return what a column's header and all its words show of how they are written.

    column: what the document's reader decided; it stands.
    """
    money = currency_in_header(header)
    known = Evidence(
        currency=money[0] if money else None, scale=money[1] if money else "", fractions=_are_fractions(texts)
    )
    if column is None:
        return replace(known, day_first=day_first_of(texts), decimal_comma=_decimal_comma(texts))
    said = f"{column.format} by {column.evidence}" if column.format and column.evidence else ""
    return replace(
        known,
        day_first={"day-first": True, "month-first": False}.get(column.format),
        decimal_comma={"decimal-comma": True, "decimal-point": False}.get(column.format),
        decided=True,
        plain=column.kind == "text" and column.evidence == "thence.toml",
        dates=said if not column.format.startswith("decimal") else "",
        numbers=said if column.format.startswith("decimal") else "",
    )


def _are_fractions(texts: Sequence[str]) -> bool:
    """Return whether a column's numbers are parts of one: they add up to it."""
    total, pointed = Decimal(0), False
    for text in texts:
        number = parse_amount(text)
        if number is None:
            return False
        total += Decimal(number)
        pointed = pointed or "." in number
    return len(texts) > 1 and pointed and abs(total - 1) < Decimal("0.002")


def _decimal_comma(texts: Sequence[str]) -> bool | None:
    """Return whether a column's decimal mark is the comma, by the numbers that leave no doubt."""
    comma = point = False
    for text in texts:
        if re.search(r"\.\d{3},\d+|\.\d{3}\.\d{3}|(?<!\d),\d|\d,(?:\d{1,2}|\d{4,})(?!\d|[.,])", text):
            comma = True
        elif re.search(r",\d{3}\.\d+|,\d{3},\d{3}|\d\.(?:\d{1,2}|\d{4,})(?!\d|[.,])", text):
            point = True
    return comma if comma != point else None


def read_value(cell: Cell, kind: str, evidence: Evidence, datatypes: Sequence[Iri] = ()) -> Reading | None:
    """Return the value of a cell read as a kind of value, or None where the words are no such value.

    kind: amount, currency, percent, date, year, count, decimal, reference, text or term.   datatypes: the ranges that
    the value is for; a day given for a year is read as its year.
    """
    if is_undecided(cell, kind, evidence):
        return None
    if kind == "amount":
        return _amount(cell, evidence)
    if kind == "date":
        return _date(cell, evidence, datatypes)
    lexical, datatype, how = cell.name, XSD.string, ""
    if kind == "currency":
        lexical = parse_currency(cell.text) or ""
    elif kind == "percent":
        number = parse_percent(cell.text, decimal_comma=evidence.decimal_comma)
        if number is not None and evidence.fractions and "%" not in cell.text:
            number = scaled(str(Decimal(number) * 100), "")
        lexical, datatype, how = number or "", XSD.decimal, evidence.numbers
    elif kind == "year":
        date = read_date(cell, evidence)
        lexical, datatype = date.iso[:4] if date else "", XSD.gYear
    elif kind in ("count", "decimal"):
        number = parse_amount(cell.text, decimal_comma=evidence.decimal_comma) or ""
        whole, how = kind == "count", evidence.numbers
        lexical, datatype = ("" if whole and "." in number else number), XSD.integer if whole else XSD.decimal
    elif is_iban(lexical):
        lexical = re.sub(r"\s", "", lexical).upper()
    if not lexical:
        return None
    return Reading(Value(lexical, datatype, cell.span, cell.text, how))


_TWO_WAYS = re.compile(r"\D*(?!0)\d{1,3}[.,]\d{3}\D*")


def is_undecided(cell: Cell, kind: str, evidence: Evidence) -> bool:
    """Return whether a cell of a column that the reader could not decide, or was told is text, is no such value."""
    if evidence.plain:
        return kind in ("amount", "percent", "date", "year", "count", "decimal")
    if kind not in ("amount", "percent", "decimal") or not evidence.decided or evidence.decimal_comma is not None:
        return False
    return _TWO_WAYS.fullmatch(cell.text) is not None


def read_date(cell: Cell, evidence: Evidence) -> DateValue | None:
    """Return the date that a cell holds, or None where it is none or its order is not decided."""
    if evidence.plain:
        return None
    if evidence.decided and evidence.day_first is not None:
        figures = _FIGURES.match(cell.text)
        # A date written the other way round than its column is a mistake.
        if figures and int(figures[2 if evidence.day_first else 1]) > 12:
            return None
    return parse_date(cell.text, day_first=evidence.day_first)


_FIGURES = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-]\d")


def _amount(cell: Cell, evidence: Evidence) -> Reading | None:
    money = parse_money(cell.text, decimal_comma=evidence.decimal_comma)
    if money is None:
        return None
    amount, code = money
    plain = parse_amount(
        re.sub(r"[^\d.,'’ \u00a0\u202f-]", "", cell.text).strip(), decimal_comma=evidence.decimal_comma
    )
    if evidence.scale and plain == amount:
        # The header's scale goes to numbers that bring none of their own.
        amount = scaled(amount, evidence.scale)
    currency = None
    if code:
        currency = Value(code, XSD.string, cell.span, cell.text)
    elif evidence.currency:
        currency = Value(evidence.currency, XSD.string, cell.header_span, cell.header)
    how = evidence.numbers if re.search(r"[.,]", cell.text) else ""
    return Reading(Value(amount, XSD.decimal, cell.span, cell.text, how), currency)


def _date(cell: Cell, evidence: Evidence, datatypes: Sequence[Iri]) -> Reading | None:
    date = read_date(cell, evidence)
    if date is None:
        return None
    if XSD.gYear in datatypes and XSD.date not in datatypes:
        return Reading(Value(date.iso[:4], XSD.gYear, cell.span, cell.text))
    how = evidence.dates if _FIGURES.match(cell.text) else ""
    return Reading(Value(date.iso, date_datatype(date), cell.span, cell.text, how))
