"""Values in text: dates, money, percentages, numbers, counts and identifiers, each with its place.

Offsets are code points of the text given. Every finder reads the text once per pattern: linear time.
"""

from __future__ import annotations

from thence.extract.values.date_values import DateValue, date_datatype, day_after_last, first_day
from thence.extract.values.dates import day_first_of, find_dates, parse_date
from thence.extract.values.found import Found, without_overlaps
from thence.extract.values.identifiers import (
    PROPERTY_OF_KIND,
    Identifier,
    find_identifiers,
    is_iban,
    is_isin,
    is_lei,
    normal_identifier,
)
from thence.extract.values.money import (
    CURRENCIES,
    MoneyValue,
    currency_in_header,
    find_money,
    parse_currency,
    parse_money,
)
from thence.extract.values.numbers import (
    Count,
    canonical_decimal,
    find_counts,
    find_numbers,
    find_percents,
    parse_amount,
    parse_percent,
    scaled,
)

__all__ = [
    "CURRENCIES",
    "PROPERTY_OF_KIND",
    "Count",
    "DateValue",
    "Found",
    "Identifier",
    "MoneyValue",
    "canonical_decimal",
    "currency_in_header",
    "date_datatype",
    "day_after_last",
    "day_first_of",
    "find_counts",
    "find_dates",
    "find_identifiers",
    "find_money",
    "find_numbers",
    "find_percents",
    "first_day",
    "is_iban",
    "is_isin",
    "is_lei",
    "normal_identifier",
    "parse_amount",
    "parse_currency",
    "parse_date",
    "parse_money",
    "parse_percent",
    "scaled",
    "without_overlaps",
]
