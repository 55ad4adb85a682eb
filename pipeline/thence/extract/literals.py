"""Literals: what a slot of a datatype property holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thence.extract.chunks import VALUE, Number, Percent, Term
from thence.extract.draft import Draft
from thence.extract.matching import Slot
from thence.extract.values import (
    DateValue,
    MoneyValue,
    date_datatype,
)
from thence.extract.values.identifiers import Identifier
from thence.model.document import Span
from thence.model.statement import (
    Value,
)
from thence.names import XSD

if TYPE_CHECKING:
    from thence.ontology import PropertyTerm

__all__ = ["literal_of"]


def literal_of(draft: Draft, slot: Slot, term: PropertyTerm, kind: str | None) -> Value | None:
    """Return the literal that a slot holds, in the property's datatype, or None when it is of another kind."""
    each = slot.chunk
    if each is None:
        return None
    span = Span(each.start, each.end)
    wording = draft.document.text[each.start : each.end]
    datatype = term.range[0] if term.range else XSD.string
    value = each.value
    if isinstance(value, DateValue) and each.kind == VALUE:
        if value.last is not None:
            return None  # no literal stands for a decade
        if datatype == XSD.gYear:
            return Value(value.iso[:4], XSD.gYear, span, wording)
        if datatype in {XSD.date, XSD.gYearMonth, XSD.dateTime} or term.value_kind == "date":
            return Value(value.iso, date_datatype(value), span, wording)
        return None
    if datatype in {XSD.date, XSD.gYear, XSD.gYearMonth, XSD.dateTime}:
        return None
    if isinstance(value, Percent):
        return Value(value.number, XSD.decimal, span, wording) if datatype in {XSD.decimal, XSD.double} else None
    if isinstance(value, MoneyValue):
        return Value(value.amount, XSD.decimal, span, wording) if datatype == XSD.decimal else None
    if each.count is not None and datatype in {XSD.integer, XSD.decimal}:
        number = each.count.number.replace(",", "")
        if not number.isdigit():
            return None
        at = draft.document.text.find(each.count.number, each.start)
        return Value(number, XSD.integer, Span(at, at + len(each.count.number)) if at >= 0 else span, each.count.number)
    if isinstance(value, Number):
        number = value.number.replace(",", "")
        if datatype in {XSD.integer, XSD.decimal}:
            return Value(number, datatype, span, wording) if number.replace(".", "").isdigit() else None
        return Value(wording, XSD.string, span, wording)
    if datatype in {XSD.integer, XSD.decimal, XSD.double}:
        return None
    if isinstance(value, Term) and each.kind == VALUE:
        return Value(" ".join(wording.split()), XSD.string, span, wording)
    if isinstance(value, Identifier):
        if kind is not None and value.kind != kind:
            return None
        return Value(value.value, XSD.string, span, wording)
    if kind is not None or term.value_kind in {"reference", "amount", "count", "percent"}:
        return None
    return Value(" ".join(wording.split()), XSD.string, span, wording)
