"""Dates as people write them, with their precision; calendar nonsense is no date."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta

from thence.extract.values.date_values import DateValue
from thence.extract.values.date_words import CAPITAL_MONTH, DAY, GAP, MONTH, WEEKDAY, WEEKDAYS, YEAR, month_of
from thence.extract.values.found import Found, without_overlaps
from thence.extract.values.money import CURRENCIES
from thence.extract.values.stretches import (
    Base,
    around,
    find_reckoned,
    find_same_years,
    find_stretches,
    matches_at,
)
from thence.model.document import Span
from thence.model.statement import Precision

__all__ = ["day_first_of", "find_dates", "parse_date"]


_NTH = r"(?:st|nd|rd|th|\.|er)?"
_FROM = rf"(?:{WEEKDAY},?{GAP})?"

_ISO = re.compile(
    r"(?<![\w/.-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:T[\d:.]{4,15}(?:Z|[+-]\d\d:?\d\d)?)?(?![\w/]|[-.]\d)"
)
_DMY = re.compile(
    rf"(?<![\w/.-]){_FROM}(?:the{GAP})?(?P<d>{DAY}){_NTH}(?:{GAP}of)?(?:{GAP}|-)(?P<m>{MONTH}),?(?:{GAP}|-)"
    rf"(?P<y>{YEAR})(?!\w|-\d)"
)
_MDY = re.compile(
    rf"(?<![\w/.-]){_FROM}(?P<m>{MONTH}){GAP}(?P<d>{DAY})(?:st|nd|rd|th)?(?:,{GAP}?|{GAP})(?P<y>{YEAR})(?!\w|-\d)"
)
_FIGURES = re.compile(r"(?<![\w/.,-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?![\w/]|[-.,]\d)")
_MY = re.compile(rf"(?<![\w-])(?P<m>{CAPITAL_MONTH}),?{GAP}(?:of{GAP})?(?P<y>{YEAR})(?!\w|[-/]\d|,\d)")
_DM = re.compile(
    rf"(?<![\w/.,-]){_FROM}(?:the{GAP})?(?P<d>{DAY})(?:st|nd|rd|th|\.)?(?:{GAP}of)?{GAP}(?P<m>{CAPITAL_MONTH})(?!\w|,?{GAP}\d)"
)
_MD = re.compile(rf"(?<![\w-]){_FROM}(?P<m>{CAPITAL_MONTH}){GAP}(?P<d>{DAY})(?:st|nd|rd|th)?(?![\w:%/]|[.,-]\d)")
_RANGE = re.compile(rf"(?<![\w/.,$€£-])(?P<a>{YEAR})[ ]?[-–/][ ]?(?P<b>{YEAR}|\d\d)(?![\w/]|[-.,–]\d)")
_BARE = re.compile(
    rf"(?<![\w.,$€£#/:+-])(?P<y>{YEAR})(?![\w/%]|[-.,:]\d"
    r"|[ \u00a0](?:km|kg|mm|cm|m|people|employees|shares|miles|units|per)\b)"
)
# What makes four figures a number of something else: "Case 2019", "No. 1874", "USD 2000".
_NOT_A_YEAR = re.compile(
    r"(?:\b(?i:no|nr|number|case|page|section|clause|article|invoice|room|flat|suite|box|wire|ref|reference|account)"
    rf"|\b(?:{'|'.join(sorted(CURRENCIES - {'ALL', 'TOP'}))})|[$€£#])[.:]?\s?$"
)
_RELATIVE = re.compile(
    rf"\b(?:(?P<day>(?i:yesterday|today|tomorrow))|(?P<which>(?i:last|this|next)){GAP}"
    rf"(?:(?P<unit>(?i:month|year))|(?P<weekday>{'|'.join(w.capitalize() for w in WEEKDAYS)}))"
    rf"|(?:(?i:on){GAP})(?P<on>{'|'.join(w.capitalize() for w in WEEKDAYS)}))\b"
)
_NOWADAYS_AFTER = re.compile(
    r"\s?['’]s\s(?!game|session|decision|meeting|hearing|vote)\w|\s(?:as|than)\b"
    r"|,?\s(?:about\s|the\s\w+\s)?(?:still|many|most|there\s(?:is|are))\b"
)
_NOWADAYS_BEFORE = re.compile(
    r"\b(?:still|known|used?|exists?|remains?|continues?|lives?|survives?|is|are|than|being)\s(?:\w+\s)?$|\bof\s$"
)
_FIGURE = re.compile(r"\d+")
_JOINED = re.compile(rf"{GAP}?(?:and|to|until|till|through|or|[-–—]){GAP}?")


def _day(year: int, month: int, day: int) -> DateValue | None:
    try:
        return DateValue(date(year, month, day).isoformat(), Precision.DAY)
    except ValueError:
        return None


def _named(match: re.Match[str]) -> DateValue | None:
    return _day(int(match["y"]), month_of(match["m"]), int(match["d"]))


def _in_figures(first: int, second: int, year: int, mark: str, day_first: bool | None) -> DateValue | None:
    """Return the day of figures like 12/01/2026, or None where their order is not decided."""
    if first == second:
        day_first = True
    if first > 12 or mark == ".":
        # Points are written day first wherever they are in use.
        day_first = first > 12 or second <= 12
    elif second > 12:
        day_first = False
    if day_first is None:
        return None
    return _day(year, second, first) if day_first else _day(year, first, second)


def day_first_of(cells: Iterable[str]) -> bool | None:
    """Return whether a column's dates in figures put the day first; None where nothing decides or values contradict.

    >>> day_first_of(["13/02/2024", "03/04/2024"]), day_first_of(["03/04/2024"])
    (True, None)
    """
    seen: set[bool] = set()
    for cell in cells:
        match = re.match(r"\s*(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2})\b", cell)
        if match:
            first, second = int(match[1]), int(match[2])
            if first > 12 >= second:
                seen.add(True)
            elif second > 12 >= first:
                seen.add(False)
    return seen.pop() if len(seen) == 1 else None


def find_dates(
    text: str,
    *,
    reference: str | None = None,
    said: Sequence[tuple[Span, str | None]] = (),
    day_first: bool | None = None,
) -> list[Found[DateValue]]:
    """Return the dates of a text in order, each with its precision.

    reference: ISO date of the document or message; without it relative dates and days without a year are left out
    (a day that shares its year with a date joined to it, "5 January and 28 February 2026", is found without).
    said: the stretches that were said at another time, in order, with their own reference: "yesterday" in an answer
    that is quoted is the day before that answer.
    day_first: how 03/04/2026 is read; by default as the text's unambiguous dates show, else it is left out.
    """
    base = _base(reference, said)
    places = around(_FIGURE.finditer(text))
    if day_first is None:
        day_first = day_first_of(match.group() for match in matches_at(_FIGURES, text, places))
    found: list[Found[DateValue | None]] = []

    def keep(match: re.Match[str], value: DateValue | None) -> None:
        # A day that does not exist keeps its place, so that no part of it is read as a month or year.
        found.append(Found(match.start(), match.end(), value))

    for match in matches_at(_ISO, text, places):
        keep(match, _day(int(match[1]), int(match[3]), int(match[4])))
    for pattern in (_DMY, _MDY):
        for match in matches_at(pattern, text, places):
            keep(match, _named(match))
    for match in matches_at(_FIGURES, text, places):
        keep(match, _in_figures(int(match[1]), int(match[3]), int(match[4]), match[2], day_first))
    starts = {whole.start: whole.value for whole in found if whole.value}
    for pattern in (_DM, _MD):
        for match in matches_at(pattern, text, places):
            year = _year_for(text, match, starts, base(match.start()))
            if year is not None:
                keep(match, _day(year, month_of(match["m"]), int(match["d"])))
    for match in matches_at(_MY, text, places):
        keep(match, DateValue(f"{match['y']}-{month_of(match['m']):02d}", Precision.MONTH))
    for match in matches_at(_RANGE, text, places):
        last = match["b"] if len(match["b"]) == 4 else match["a"][:2] + match["b"]
        if match["a"] < last:
            keep(match, DateValue(match["a"], Precision.YEAR, last=last))
    for match in matches_at(_BARE, text, places):
        if not _NOT_A_YEAR.search(text, max(0, match.start() - 12), match.start()):
            keep(match, DateValue(match["y"], Precision.YEAR))
    found.extend(Found(each.start, each.end, each.value) for each in find_stretches(text, places))
    if reference or said:
        for match in _RELATIVE.finditer(text):
            if not _is_nowadays(text, match) and (day := base(match.start())):
                keep(match, _relative(match, day))
        found.extend(Found(each.start, each.end, each.value) for each in find_reckoned(text, base))
    kept = [Found(f.start, f.end, f.value) for f in without_overlaps(found) if f.value is not None]
    again = list(find_same_years(text, kept))
    return without_overlaps([*kept, *again]) if again else kept


def _base(reference: str | None, said: Sequence[tuple[Span, str | None]]) -> Base:
    """Return what tells the reference of each place of a text."""
    whole = _reference(reference)
    starts = [span.start for span, _ in said]
    own = [(span.end, _reference(day)) for span, day in said]

    def base(at: int) -> date | None:
        nearest = bisect_right(starts, at) - 1
        return own[nearest][1] if nearest >= 0 and at < own[nearest][0] else whole

    return base


def _reference(reference: str | None) -> date | None:
    if not reference:
        return None
    return date.fromisoformat((reference + "-01-01")[:10])


def _year_for(text: str, match: re.Match[str], starts: dict[int, DateValue], base: date | None) -> int | None:
    """Return the year of a day without one: of the date joined to it, else of the reference."""
    joined = _JOINED.match(text, match.end())
    if joined and joined.end() in starts:
        return int(starts[joined.end()].iso[:4])
    return base.year if base else None


def _is_nowadays(text: str, match: re.Match[str]) -> bool:
    """Return whether "today" means these days rather than a day: "today's customers", "still in use today"."""
    if (match["day"] or "").lower() != "today":
        return False
    return bool(
        _NOWADAYS_AFTER.match(text, match.end())
        or _NOWADAYS_BEFORE.search(text, max(0, match.start() - 40), match.start())
    )


def _relative(match: re.Match[str], base: date) -> DateValue | None:
    if match["day"]:
        shift = {"yesterday": -1, "today": 0, "tomorrow": 1}[match["day"].lower()]
        return DateValue((base + timedelta(shift)).isoformat(), Precision.DAY, relative=True)
    weekday = match["weekday"] or match["on"]
    which = (match["which"] or "on").lower()
    if weekday:
        back = (base.weekday() - WEEKDAYS.index(weekday.lower())) % 7
        if which == "next":
            return DateValue((base + timedelta(7 - back)).isoformat(), Precision.DAY, relative=True)
        if which == "last" and back == 0:
            back = 7
        return DateValue((base - timedelta(back)).isoformat(), Precision.DAY, relative=True)
    step = {"last": -1, "this": 0, "next": 1}[which]
    unit = match["unit"].lower()
    if unit == "year":
        return DateValue(f"{base.year + step:04d}", Precision.YEAR, relative=True)
    if unit == "month":
        months = base.year * 12 + base.month - 1 + step
        return DateValue(f"{months // 12:04d}-{months % 12 + 1:02d}", Precision.MONTH, relative=True)
    return None


_CLOCK = r"(?:[T ,]\s?\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:[AaPp]\.?[Mm]\.?)?\s?(?:Z|UTC|GMT|[+-]\d\d:?\d\d)?)?"
_CELL_ISO = re.compile(rf"(\d{{4}})([-/.])(\d{{1,2}})\2(\d{{1,2}}){_CLOCK}")
_CELL_COMPACT = re.compile(r"((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")
_CELL_FIGURES = re.compile(rf"(\d{{1,2}})([/.-])(\d{{1,2}})\2(\d{{4}}|\d{{2}}){_CLOCK}")
_CELL_SHORT = re.compile(rf"(?P<d>{DAY})[- ](?P<m>{MONTH})[- ]'?(?P<y>\d\d)")
_CELL_MONTH = re.compile(r"(?P<y>\d{4})-(?P<m>0[1-9]|1[0-2])|(?P<m2>0?[1-9]|1[0-2])/(?P<y2>\d{4})")
_CELL_WORDS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], DateValue | None]], ...] = (
    (re.compile(_DMY.pattern + _CLOCK), _named),
    (re.compile(_MDY.pattern + _CLOCK), _named),
    (_MY, lambda m: DateValue(f"{m['y']}-{month_of(m['m']):02d}", Precision.MONTH)),
    (
        re.compile(rf"(?P<m>{MONTH})[-/ ](?P<y>{YEAR})"),
        lambda m: DateValue(f"{m['y']}-{month_of(m['m']):02d}", Precision.MONTH),
    ),
    (re.compile(rf"(?P<y>{YEAR})"), lambda m: DateValue(m["y"], Precision.YEAR)),
    (_CELL_SHORT, lambda m: _day(_century(int(m["y"])), month_of(m["m"]), int(m["d"]))),
)


def _century(year: int) -> int:
    """Return the year of two figures: 70 to 99 in the last century."""
    return year + (1900 if year >= 70 else 2000) if year < 100 else year


def parse_date(text: str, *, day_first: bool | None = None) -> DateValue | None:
    """Return the date that fills the text (a cell, a header's value), or None.

    day_first: how 03/04/2026 is read; None leaves it undecided, so that it is no date. A time of day is dropped.

    >>> parse_date("31/02/2024") is None, parse_date("13/02/2024").iso, parse_date("03/04/2024", day_first=True).iso
    (True, '2024-02-13', '2024-04-03')
    """
    cell = text.strip()
    if match := _CELL_ISO.fullmatch(cell):
        return _day(int(match[1]), int(match[3]), int(match[4]))
    if match := _CELL_FIGURES.fullmatch(cell):
        return _in_figures(int(match[1]), int(match[3]), _century(int(match[4])), match[2], day_first)
    if match := _CELL_MONTH.fullmatch(cell):
        return DateValue(f"{match['y'] or match['y2']}-{int(match['m'] or match['m2']):02d}", Precision.MONTH)
    if match := _CELL_COMPACT.fullmatch(cell):
        return _day(int(match[1]), int(match[2]), int(match[3]))
    for pattern, read in _CELL_WORDS:
        if match := pattern.fullmatch(cell):
            return read(match)
    return None
