"""What the finders of money, percentages, numbers and identifiers promise."""

from __future__ import annotations

import time
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thence.extract import values
from thence.extract.values import (
    canonical_decimal,
    currency_in_header,
    find_counts,
    find_identifiers,
    find_money,
    find_numbers,
    find_percents,
    parse_amount,
    parse_money,
    parse_percent,
)


@pytest.mark.parametrize(
    ("text", "words", "amount", "currency"),
    [
        ("paid USD 1,234,567 to", "USD 1,234,567", "1234567", "USD"),
        ("for $75 million in cash", "$75 million", "75000000", "USD"),
        ("EUR 8,120.00.", "EUR 8,120.00", "8120", "EUR"),
        ("a fund of €5bn", "€5bn", "5000000000", "EUR"),
        ("some 1.2m euros", "1.2m euros", "1200000", "EUR"),
        ("2,450,000 US dollars", "2,450,000 US dollars", "2450000", "USD"),
        ("10 000 EUR", "10 000 EUR", "10000", "EUR"),
        ("1.234,50 €", "1.234,50 €", "1234.5", "EUR"),
        ("CHF 1'200'000.50", "CHF 1'200'000.50", "1200000.5", "CHF"),
        ("₹12,34,567 crore", "₹12,34,567", "1234567", "INR"),
        ("5 Mio. EUR", "5 Mio. EUR", "5000000", "EUR"),
        ("EUR\n500,000", "EUR\n500,000", "500000", "EUR"),
        ("HK$ 5.5 million", "HK$ 5.5 million", "5500000", "HKD"),
    ],
)
def test_a_sum_is_found_with_its_currency(text: str, words: str, amount: str, currency: str):
    (found,) = find_money(text)
    assert (text[found.start : found.end], found.value.amount, found.value.currency) == (words, amount, currency)


@pytest.mark.parametrize(
    "text", ["45 pounds of sugar", "TRY 5 times", "ALL 3 doors", "42 employees", "EURO2024", "B12"]
)
def test_what_is_no_sum_is_not_found(text: str):
    assert find_money(text) == []


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("2,450,000", "2450000"), ("9,850.00", "9850"), ("4.50", "4.5"), ("1.234.567", "1234567"), ("12,5", "12.5"),
        ("1 234,5", "1234.5"), ("(1,200.50)", "-1200.5"), ("-7", "-7"), ("0.000", "0"), ("3 million", "3000000"),
        ("0,125", "0.125"), ("", None), ("n/a", None), ("12 or 13", None), ("1,2,3", None),
    ],
)  # fmt: skip
def test_separators_are_read_by_evidence(text: str, amount: str | None):
    assert parse_amount(text) == amount


def test_the_column_decides_what_one_number_cannot():
    assert parse_amount("1,234", decimal_comma=True) == "1.234"
    assert parse_amount("1.234", decimal_comma=True) == "1234"
    assert parse_amount("1,234") == "1234"


def test_a_header_can_carry_the_currency_and_the_scale():
    assert currency_in_header("Fee (USD)") == ("USD", "")
    assert currency_in_header("Amount EUR") == ("EUR", "")
    assert currency_in_header("amount_gbp".upper()) == ("GBP", "")
    assert currency_in_header("Budget, EUR thousand") == ("EUR", "thousand")
    assert currency_in_header("Turnover (€m)") == ("EUR", "m")
    assert currency_in_header("Name") is None


def test_a_cell_holds_a_sum_with_or_without_its_currency():
    assert parse_money("EUR 9,850.00") == ("9850", "EUR")
    assert parse_money("15,000") == ("15000", None)
    assert parse_money("on request") is None


@pytest.mark.parametrize(
    ("text", "number"),
    [("owns 65% of", "65"), ("65.0 per cent", "65"), ("at 4.25% per annum", "4.25"), ("4,25 %", "4.25"),
     ("sixty-five percent", "65"), ("twelve per\ncent", "12"), ("one hundred per cent", "100")],
)  # fmt: skip
def test_percentages_are_hundredths_as_written(text: str, number: str):
    assert [f.value for f in find_percents(text)] == [number]


def test_percentage_points_are_no_percentage():
    assert find_percents("up by 5 percentage points") == []
    assert parse_percent("65.0") == "65"
    assert parse_percent("most") is None


def test_things_are_counted():
    text = "It has 42 employees, nine vessels and 1,200 full-time staff."
    assert [(f.value.number, f.value.noun) for f in find_counts(text)] == [
        ("42", "employees"),
        ("9", "vessels"),
        ("1200", "full-time staff"),
    ]


def test_numbers_inside_codes_times_and_dates_are_left_out():
    text = "At 10:30 pump B12 moved 1,500 litres, 3.5 million in all (ref 2026-01-12)."
    assert [f.value for f in find_numbers(text)] == ["1500", "3500000"]


def test_identifiers_count_only_with_their_check_digits():
    text = "IBAN DE89 3704 0044 0532 0130 00, LEI 5493001KJTIIGC8Y1R12, ISIN US0378331005; not DE88370400440532013000."
    assert [(f.value.kind, f.value.value) for f in find_identifiers(text)] == [
        ("iban", "DE89370400440532013000"),
        ("lei", "5493001KJTIIGC8Y1R12"),
        ("isin", "US0378331005"),
    ]


def test_identifiers_by_form_and_context_keep_their_zeros():
    text = "Company number 00123456. Write to ann.lee@example.org or see https://example.org/a_(b). DOI 10.1000/xyz.12."
    assert [(f.value.kind, f.value.value) for f in find_identifiers(text)] == [
        ("company-number", "00123456"),
        ("email", "ann.lee@example.org"),
        ("url", "https://example.org/a_(b)"),
        ("doi", "10.1000/xyz.12"),
    ]
    assert find_identifiers("MERIDIAN STAFFORD 00123456") == []


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.decimals(min_value=0, max_value=10**12, places=2))
def test_a_grouped_number_is_read_back(number: Decimal):
    canonical = canonical_decimal(number)
    assert parse_amount(f"{number:,}") == canonical
    text = f"é USD {number:,} x"
    (found,) = find_money(text)
    assert found.value.amount == canonical
    assert canonical_decimal(canonical) == canonical


@pytest.mark.parametrize("piece", [" ", "1", "1,", "Jan ", "5 ", "10.", "A", "AB12 ", "\n", "one ", "a@", "http://"])
def test_finding_takes_linear_time(piece: str):
    def seconds(length: int) -> float:
        text = piece * (length // len(piece))
        start = time.process_time()
        for find in (find_money, find_percents, find_counts, find_numbers, find_identifiers, values.find_dates):
            find(text)
        return time.process_time() - start

    seconds(2_000)
    assert seconds(80_000) < 12 * max(seconds(20_000), 0.02)
