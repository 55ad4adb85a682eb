"""Cells of records: what the words under a header say, read with the evidence of the whole column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from thence.extract.values import (
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
from thence.model.document import Document, Field, Record, Span
from thence.model.statement import Value
from thence.names import XSD, Iri

__all__ = ["Cell", "Evidence", "Reading", "cells_of", "evidence_of", "read_value"]

_EMPTY = re.compile(
    r"(?i:\W*|n/?\s?a\.?|none|nil|null|nan|unknown|not known|tb[acd]|not applicable|not available|no data|keine?|"
    r"\(?blank\)?|\(?empty\)?|not stated|not disclosed|withheld|redacted|see (?:above|below|notes?))"
)
_OPEN = re.compile(r"(?i:present|current|currently|to date|ongoing|today|now|incumbent|in office|active|open|heute)\W*")


@dataclass(frozen=True, slots=True)
class Cell:
    """A field of a record with words in it.   text: without the blanks around it, at ``span``."""

    header: str
    text: str
    span: Span
    column: int | None
    header_span: Span | None

    @property
    def name(self) -> str:
        """The words with white space folded."""
        return " ".join(self.text.split())

    @property
    def is_open(self) -> bool:
        """Whether the words say that a state goes on ("present")."""
        return bool(_OPEN.fullmatch(self.text))


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a column as a whole shows.

    day_first, decimal_comma: None where nothing decides.   currency, scale: from the header.
    fractions: its percentages are written as parts of one.
    """

    day_first: bool | None = None
    decimal_comma: bool | None = None
    currency: str | None = None
    scale: str = ""
    fractions: bool = False


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
    return Cell(field.name, text, Span(start, start + len(text)), field.column, field.name_span)


def evidence_of(header: str, texts: Sequence[str]) -> Evidence:
    """Return what a column's header and all its words show of how they are written."""
    money = currency_in_header(header)
    fractions = False
    numbers = [parse_amount(text) for text in texts]
    if len(numbers) > 1 and all(number is not None for number in numbers):
        total = sum((Decimal(number or 0) for number in numbers), Decimal(0))
        fractions = abs(total - 1) < Decimal("0.002") and any("." in (number or "") for number in numbers)
    return Evidence(
        day_first=day_first_of(texts),
        decimal_comma=_decimal_comma(texts),
        currency=money[0] if money else None,
        scale=money[1] if money else "",
        fractions=fractions,
    )


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
    if kind == "amount":
        return _amount(cell, evidence)
    if kind == "date":
        return _date(cell, evidence, datatypes)
    lexical, datatype = cell.name, XSD.string
    if kind == "currency":
        lexical = parse_currency(cell.text) or ""
    elif kind == "percent":
        number = parse_percent(cell.text, decimal_comma=evidence.decimal_comma)
        if number is not None and evidence.fractions and "%" not in cell.text:
            number = scaled(str(Decimal(number) * 100), "")
        lexical, datatype = number or "", XSD.decimal
    elif kind == "year":
        date = parse_date(cell.text, day_first=evidence.day_first)
        lexical, datatype = date.iso[:4] if date else "", XSD.gYear
    elif kind in ("count", "decimal"):
        number = parse_amount(cell.text, decimal_comma=evidence.decimal_comma) or ""
        whole = kind == "count"
        lexical, datatype = ("" if whole and "." in number else number), XSD.integer if whole else XSD.decimal
    elif is_iban(lexical):
        lexical = re.sub(r"\s", "", lexical).upper()
    if not lexical:
        return None
    return Reading(Value(lexical, datatype, cell.span, cell.text))


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
    return Reading(Value(amount, XSD.decimal, cell.span, cell.text), currency)


def _date(cell: Cell, evidence: Evidence, datatypes: Sequence[Iri]) -> Reading | None:
    date = parse_date(cell.text, day_first=evidence.day_first)
    if date is None:
        return None
    if XSD.gYear in datatypes and XSD.date not in datatypes:
        return Reading(Value(date.iso[:4], XSD.gYear, cell.span, cell.text))
    return Reading(Value(date.iso, date_datatype(date), cell.span, cell.text))
