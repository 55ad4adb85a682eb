"""A date as its source gives it, and the days that it covers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from thence.model.statement import Precision
from thence.names import XSD, Iri

__all__ = ["DateValue", "date_datatype", "day_after_last", "first_day"]


@dataclass(frozen=True, slots=True)
class DateValue:
    """A date as precise as its source: "2026-01-12", "2026-01" or "2026".

    last: the end of a stretch that is written as one ("2014-2016", "the 1920s", "5-6 May 2020"), at its precision, else
    None.   relative: reckoned from a reference date.
    """

    iso: str
    precision: Precision
    last: str | None = None
    relative: bool = False


def date_datatype(value: DateValue) -> Iri:
    """Return the XML Schema datatype of a date at its precision: xsd:date, xsd:gYearMonth or xsd:gYear."""
    return {Precision.DAY: XSD.date, Precision.MONTH: XSD.gYearMonth, Precision.YEAR: XSD.gYear}[value.precision]


def first_day(value: DateValue) -> str:
    """Return the first day a date covers.

    >>> first_day(DateValue("2025-12", Precision.MONTH))
    '2025-12-01'
    """
    return (value.iso + "-01-01")[:10] if value.precision is Precision.YEAR else (value.iso + "-01")[:10]


def day_after_last(value: DateValue) -> str:
    """Return the day after the last day a date covers: the open end of a validity that lasts through it.

    >>> day_after_last(DateValue("2026-02-28", Precision.DAY)), day_after_last(DateValue("2025-12", Precision.MONTH))
    ('2026-03-01', '2026-01-01')
    """
    whole = value.last or value.iso
    if value.precision is Precision.YEAR:
        return f"{int(whole) + 1:04d}-01-01"
    if value.precision is Precision.MONTH:
        year, month = int(whole[:4]), int(whole[5:7])
        return f"{year + month // 12:04d}-{month % 12 + 1:02d}-01"
    return (date.fromisoformat(whole) + timedelta(1)).isoformat()
