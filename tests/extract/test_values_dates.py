"""What the date finder promises."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thence.extract.values import DateValue, day_after_last, day_first_of, find_dates, first_day, parse_date
from thence.model.statement import Precision


def dates(text: str, **options: object) -> list[str]:
    return [found.value.iso for found in find_dates(text, **options)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "words", "iso"),
    [
        ("The vote was held on 12 January 2026.", "12 January 2026", "2026-01-12"),
        ("Filed Jan 12, 2026, at noon", "Jan 12, 2026", "2026-01-12"),
        ("see 2026-01-12.", "2026-01-12", "2026-01-12"),
        ("founded on 9\u00a0September\u00a02014", "9\u00a0September\u00a02014", "2014-09-09"),
        ("since 1\nSeptember 2025", "1\nSeptember 2025", "2025-09-01"),
        ("the 3rd of June, 2021", "the 3rd of June, 2021", "2021-06-03"),
        ("Wed, 18 Mar 2026 16:42:00 +0000", "Wed, 18 Mar 2026", "2026-03-18"),
        ("am 12. Januar 2026 in Köln", "12. Januar 2026", "2026-01-12"),
        ("le 1er août 2020", "1er août 2020", "2020-08-01"),
        ("[18/03/2026, 09:14:02] Ann: hello", "18/03/2026", "2026-03-18"),
        ("in March 2019", "March 2019", "2019-03"),
        ("opened in 1987.", "1987", "1987"),
    ],
)
def test_a_date_is_found_at_its_place_and_precision(text: str, words: str, iso: str):
    (found,) = find_dates(text)
    assert (text[found.start : found.end], found.value.iso) == (words, iso)


def test_precision_is_that_of_the_source():
    found = find_dates("in March 2019, in 2020 and on 2 May 2021")
    assert [f.value.precision for f in found] == [Precision.MONTH, Precision.YEAR, Precision.DAY]


@pytest.mark.parametrize(
    "text",
    ["31/02/2024", "2024-02-30", "30 February 2024", "Case 2019", "USD 2019", "version 2.2019", "it may 20 times"],
)
def test_what_is_no_date_is_not_found(text: str):
    assert find_dates(text) == []


def test_figures_are_read_only_where_the_text_decides_their_order():
    assert dates("on 03/04/2026") == []
    assert dates("on 13/02/2026 and 03/04/2026") == ["2026-02-13", "2026-04-03"]
    assert dates("on 02/13/2026 and 03/04/2026") == ["2026-02-13", "2026-03-04"]
    assert dates("on 03/04/2026", day_first=True) == ["2026-04-03"]
    assert dates("am 03.04.2026") == ["2026-04-03"]


def test_a_joined_day_takes_the_year_beside_it():
    assert dates("Between 5 January and 28 February 2026 nothing moved") == ["2026-01-05", "2026-02-28"]


def test_relative_dates_need_a_reference():
    text = "Yesterday the pump failed; on Friday, on 5 May and next month it is checked."
    assert dates(text) == []
    assert dates(text, reference="2026-03-18") == ["2026-03-17", "2026-03-13", "2026-05-05", "2026-04"]


def test_a_range_of_years_is_one_value_with_both_ends():
    (found,) = find_dates("the 2014-2016 season")
    assert (found.value.iso, found.value.last) == ("2014", "2016")


def test_a_column_shows_whether_the_day_comes_first():
    assert day_first_of(["13/02/2024", "03/04/2024"]) is True
    assert day_first_of(["02/13/2024"]) is False
    assert day_first_of(["03/04/2024", "01/12/2024"]) is None
    assert day_first_of(["13/02/2024", "02/13/2024"]) is None


@pytest.mark.parametrize(
    ("cell", "iso"),
    [
        (" 2026-01-12 ", "2026-01-12"),
        ("2026-01-12T10:00:00Z", "2026-01-12"),
        ("20260112", "2026-01-12"),
        ("12-Jan-26", "2026-01-12"),
        ("Jan 2026", "2026-01"),
        ("2026-01", "2026-01"),
        ("1999", "1999"),
        ("13/02/24", "2024-02-13"),
        ("14/02/2024 08:30", "2024-02-14"),
    ],
)
def test_a_cell_that_is_a_date_is_parsed(cell: str, iso: str):
    value = parse_date(cell)
    assert value is not None
    assert value.iso == iso


@pytest.mark.parametrize(
    "cell", ["03/04/2024", "31/02/2024", "2024-02-30", "each month", "", "12", "12 January 2026 or so"]
)
def test_a_cell_that_is_no_sure_date_is_not_parsed(cell: str):
    assert parse_date(cell) is None


def test_bounds_of_a_date_are_half_open():
    month = DateValue("2025-12", Precision.MONTH)
    assert (first_day(month), day_after_last(month)) == ("2025-12-01", "2026-01-01")
    assert day_after_last(DateValue("2024-02-29", Precision.DAY)) == "2024-03-01"
    assert day_after_last(DateValue("2025", Precision.YEAR)) == "2026-01-01"


@settings(max_examples=40, derandomize=True, deadline=None)
@given(
    st.dates(date(1600, 1, 1), date(2099, 12, 31)), st.sampled_from(["%d %B %Y", "%B %d, %Y", "%Y-%m-%d", "%d-%b-%Y"])
)
def test_every_spelling_of_a_day_gives_that_day(day: date, spelling: str):
    words = day.strftime(spelling)
    text = f"né le {words}, he said"
    (found,) = find_dates(text)
    assert (text[found.start : found.end], found.value.iso) == (words, day.isoformat())
    parsed = parse_date(words)
    assert parsed is not None
    assert parsed.iso == day.isoformat()


@pytest.mark.parametrize(
    ("text", "words", "first", "last"),
    [
        ("built in the 1920s by", "the 1920s", "1920", "1929"),
        ("in the late 1950s it", "the late 1950s", "1955", "1959"),
        ("since the mid-1980s", "the mid-1980s", "1983", "1986"),
        ("in the early sixties", "the early sixties", "1960", "1964"),
        ("seit den 1960er Jahren", "1960er Jahren", "1960", "1969"),
        ("dans les années 1930", "les années 1930", "1930", "1939"),
        ("of the 1800s", "the 1800s", "1800", "1899"),
        ("a 19th century mill", "19th century", "1800", "1899"),
        ("the late twentieth century", "the late twentieth century", "1950", "1999"),
        ("im 18. Jahrhundert", "18. Jahrhundert", "1700", "1799"),
        ("au XIXe siècle", "XIXe siècle", "1800", "1899"),
        ("in the summer of 2010", "the summer of 2010", "2010-06", "2010-08"),
        ("the winter of 1776-77", "the winter of 1776-77", "1776-12", "1777-02"),
        ("held 5–6 September 2019 in", "5–6 September 2019", "2019-09-05", "2019-09-06"),
        ("on March 3-5, 2021, in", "March 3-5, 2021", "2021-03-03", "2021-03-05"),
        ("from March to August 2011", "March to August 2011", "2011-03", "2011-08"),
    ],
)
def test_stretches_of_time_have_two_ends(text: str, words: str, first: str, last: str):
    (found,) = find_dates(text)
    assert (text[found.start : found.end], found.value.iso, found.value.last) == (words, first, last)


@pytest.mark.parametrize(
    ("text", "words", "iso", "last"),
    [
        ("It closed two years ago.", "two years ago", "2022", None),
        ("It closed 3 months ago.", "3 months ago", "2024-02", None),
        ("It closed ten days ago.", "ten days ago", "2024-05-05", None),
        ("It met last week.", "last week", "2024-05-06", "2024-05-12"),
        ("over the past five years", "the past five years", "2019", "2024"),
        ("It opened this summer.", "this summer", "2024-06", "2024-08"),
        ("It opened last summer.", "last summer", "2023-06", "2023-08"),
        ("results of the last quarter", "the last quarter", None, None),
        ("It met Monday.", "Monday", "2024-05-13", None),
        ("It moved in March.", "March", "2024-03", None),
        ("It moved last June.", "June", "2023-06", None),
        ("It met that year.", "that year", None, None),
    ],
)
def test_what_is_reckoned_from_the_day_of_the_text(text: str, words: str, iso: str | None, last: str | None):
    found = find_dates(text, reference="2024-05-15")
    if iso is None:
        assert [each.value.iso for each in found if text[each.start : each.end] == words] == []
        return
    (one,) = found
    assert (text[one.start : one.end], one.value.iso, one.value.last) == (words, iso, last)
    assert one.value.relative
    assert find_dates(text) == []


def test_the_same_year_is_that_of_the_date_before():
    text = "It opened on 3 May 1997. In the same year it moved; two years later it closed."
    assert dates(text) == ["1997-05-03", "1997", "1999"]


@pytest.mark.parametrize(
    "text",
    [
        "the Black Friday sale", "on a Monday", "every Tuesday", "Friday mornings", "Friday the 13th", "May I go",
        "still in use today", "today's customers", "known today as Oslo", "an 1,800s", "the 1960 season's",
        "in the summer",
    ],
)  # fmt: skip
def test_habits_and_names_are_no_dates(text: str):
    assert [each for each in find_dates(text, reference="2024-05-15") if each.value.relative or each.value.last] == []


def test_years_of_the_common_era_before_1500():
    assert dates("in AD 79 and 347 AD") == ["0079", "0347"]
    assert dates("a charter was granted in 1423, and 1200 men left") == ["1423"]
