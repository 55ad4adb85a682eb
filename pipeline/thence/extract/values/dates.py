"""Dates as people write them, with their precision; calendar nonsense is no date."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from thence.extract.values.found import Found, without_overlaps
from thence.extract.values.money import CURRENCIES
from thence.model.document import Span
from thence.model.statement import Precision
from thence.names import XSD, Iri

__all__ = ["DateValue", "date_datatype", "day_after_last", "day_first_of", "find_dates", "first_day", "parse_date"]


@dataclass(frozen=True, slots=True)
class DateValue:
    """A date as precise as its source: "2026-01-12", "2026-01" or "2026".

    last: the end of a range written as one ("2014-2016"), else None.   relative: reckoned from a reference date.
    """

    iso: str
    precision: Precision
    last: str | None = None
    relative: bool = False


_MONTH_NAMES = (
    ("january", "jan", "januar", "jänner", "janvier"),
    ("february", "feb", "februar", "février", "févr"),
    ("march", "mar", "märz", "mrz", "mars"),
    ("april", "apr", "avril", "avr"),
    ("may", "mai"),
    ("june", "jun", "juni", "juin"),
    ("july", "jul", "juli", "juillet", "juil"),
    ("august", "aug", "août"),
    ("september", "sep", "sept", "septembre"),
    ("october", "oct", "oktober", "okt", "octobre"),
    ("november", "nov", "novembre"),
    ("december", "dec", "dezember", "dez", "décembre", "déc"),
)
_MONTHS = {name: number for number, names in enumerate(_MONTH_NAMES, 1) for name in names}
_BY_LENGTH = sorted(_MONTHS, key=lambda name: (-len(name), name))
_MONTH = rf"(?i:(?:{'|'.join(_BY_LENGTH)}))\b\.?"
# Without a day and a year beside it, only a capitalised name is a month ("may", "march", "mars" are words).
_CAPITAL_MONTH = (
    rf"(?:{'|'.join(name.capitalize() for name in _BY_LENGTH)}|{'|'.join(n.upper() for n in _BY_LENGTH)})\b\.?"
)
_GAP = r"(?:\n[^\S\n]{0,8}|[^\S\n]{1,4}(?:\n[^\S\n]{0,8})?)"
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = r"(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b\.?"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_NTH = r"(?:st|nd|rd|th|\.|er)?"
_YEAR = r"(?:1[5-9]|20)\d\d"
_FROM = rf"(?:{_WEEKDAY},?{_GAP})?"

_ISO = re.compile(
    r"(?<![\w/.-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:T[\d:.]{4,15}(?:Z|[+-]\d\d:?\d\d)?)?(?![\w/]|[-.]\d)"
)
_DMY = re.compile(
    rf"(?<![\w/.-]){_FROM}(?:the{_GAP})?(?P<d>{_DAY}){_NTH}(?:{_GAP}of)?(?:{_GAP}|-)(?P<m>{_MONTH}),?(?:{_GAP}|-)"
    rf"(?P<y>{_YEAR})(?!\w|-\d)"
)
_MDY = re.compile(
    rf"(?<![\w/.-]){_FROM}(?P<m>{_MONTH}){_GAP}(?P<d>{_DAY})(?:st|nd|rd|th)?(?:,{_GAP}?|{_GAP})(?P<y>{_YEAR})(?!\w|-\d)"
)
_FIGURES = re.compile(r"(?<![\w/.,-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?![\w/]|[-.,]\d)")
_MY = re.compile(rf"(?<![\w-])(?P<m>{_CAPITAL_MONTH}),?{_GAP}(?:of{_GAP})?(?P<y>{_YEAR})(?!\w|[-/]\d|,\d)")
_DM = re.compile(
    rf"(?<![\w/.,-]){_FROM}(?:the{_GAP})?(?P<d>{_DAY})(?:st|nd|rd|th|\.)?(?:{_GAP}of)?{_GAP}(?P<m>{_CAPITAL_MONTH})(?!\w|,?{_GAP}\d)"
)
_MD = re.compile(rf"(?<![\w-]){_FROM}(?P<m>{_CAPITAL_MONTH}){_GAP}(?P<d>{_DAY})(?:st|nd|rd|th)?(?![\w:%/]|[.,-]\d)")
_RANGE = re.compile(rf"(?<![\w/.,$€£-])(?P<a>{_YEAR})[ ]?[-–/][ ]?(?P<b>{_YEAR}|\d\d)(?![\w/]|[-.,–]\d)")
_BARE = re.compile(
    rf"(?<![\w.,$€£#/:+-])(?P<y>{_YEAR})(?![\w/%]|[-.,:]\d"
    r"|[ \u00a0](?:km|kg|mm|cm|m|people|employees|shares|miles|units|per)\b)"
)
# What makes four figures a number of something else: "Case 2019", "No. 1874", "USD 2000".
_NOT_A_YEAR = re.compile(
    r"(?:\b(?i:no|nr|number|case|page|section|clause|article|invoice|room|flat|suite|box|wire|ref|reference|account)"
    rf"|\b(?:{'|'.join(sorted(CURRENCIES - {'ALL', 'TOP'}))})|[$€£#])[.:]?\s?$"
)
_RELATIVE = re.compile(
    rf"\b(?:(?P<day>(?i:yesterday|today|tomorrow))|(?P<which>(?i:last|this|next)){_GAP}"
    rf"(?:(?P<unit>(?i:week|month|year))|(?P<weekday>{'|'.join(w.capitalize() for w in _WEEKDAYS)}))"
    rf"|(?:(?i:on){_GAP})(?P<on>{'|'.join(w.capitalize() for w in _WEEKDAYS)}))\b"
)
_FIGURE = re.compile(r"\d+")
_AROUND = 60
"""Characters around a figure in which a date that holds it begins and ends, and what decides about it stands."""
_JOINED = re.compile(rf"{_GAP}?(?:and|to|until|till|through|or|[-–—]){_GAP}?")


def _day(year: int, month: int, day: int) -> DateValue | None:
    try:
        return DateValue(date(year, month, day).isoformat(), Precision.DAY)
    except ValueError:
        return None


def _month(name: str) -> int:
    return _MONTHS[name.lower().rstrip(".")]


def _named(match: re.Match[str]) -> DateValue | None:
    return _day(int(match["y"]), _month(match["m"]), int(match["d"]))


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
    places = _places(text)
    if day_first is None:
        day_first = day_first_of(match.group() for match in _all(_FIGURES, text, places))
    found: list[Found[DateValue | None]] = []

    def keep(match: re.Match[str], value: DateValue | None) -> None:
        # A day that does not exist keeps its place, so that no part of it is read as a month or year.
        found.append(Found(match.start(), match.end(), value))

    for match in _all(_ISO, text, places):
        keep(match, _day(int(match[1]), int(match[3]), int(match[4])))
    for pattern in (_DMY, _MDY):
        for match in _all(pattern, text, places):
            keep(match, _named(match))
    for match in _all(_FIGURES, text, places):
        keep(match, _in_figures(int(match[1]), int(match[3]), int(match[4]), match[2], day_first))
    starts = {whole.start: whole.value for whole in found if whole.value}
    for pattern in (_DM, _MD):
        for match in _all(pattern, text, places):
            year = _year_for(text, match, starts, base(match.start()))
            if year is not None:
                keep(match, _day(year, _month(match["m"]), int(match["d"])))
    for match in _all(_MY, text, places):
        keep(match, DateValue(f"{match['y']}-{_month(match['m']):02d}", Precision.MONTH))
    for match in _all(_RANGE, text, places):
        last = match["b"] if len(match["b"]) == 4 else match["a"][:2] + match["b"]
        if match["a"] < last:
            keep(match, DateValue(match["a"], Precision.YEAR, last=last))
    for match in _all(_BARE, text, places):
        if not _NOT_A_YEAR.search(text, max(0, match.start() - 12), match.start()):
            keep(match, DateValue(match["y"], Precision.YEAR))
    if reference or said:
        for match in _RELATIVE.finditer(text):
            if day := base(match.start()):
                keep(match, _relative(match, day))
    return [Found(f.start, f.end, f.value) for f in without_overlaps(found) if f.value is not None]


def _places(text: str) -> list[tuple[int, int]]:
    """Return the stretches of a text around its figures, in order: no date but a relative one stands elsewhere."""
    places: list[tuple[int, int]] = []
    for match in _FIGURE.finditer(text):
        start, end = max(0, match.start() - _AROUND), min(len(text), match.end() + _AROUND)
        if places and start <= places[-1][1]:
            places[-1] = (places[-1][0], end)
        else:
            places.append((start, end))
    return places


def _all(pattern: re.Pattern[str], text: str, places: Iterable[tuple[int, int]]) -> Iterator[re.Match[str]]:
    for start, end in places:
        yield from pattern.finditer(text, start, end)


def _base(reference: str | None, said: Sequence[tuple[Span, str | None]]) -> Callable[[int], date | None]:
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


def _relative(match: re.Match[str], base: date) -> DateValue | None:
    if match["day"]:
        shift = {"yesterday": -1, "today": 0, "tomorrow": 1}[match["day"].lower()]
        return DateValue((base + timedelta(shift)).isoformat(), Precision.DAY, relative=True)
    weekday = match["weekday"] or match["on"]
    which = (match["which"] or "on").lower()
    if weekday:
        back = (base.weekday() - _WEEKDAYS.index(weekday.lower())) % 7
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
_CELL_SHORT = re.compile(rf"(?P<d>{_DAY})[- ](?P<m>{_MONTH})[- ]'?(?P<y>\d\d)")
_CELL_MONTH = re.compile(r"(?P<y>\d{4})-(?P<m>0[1-9]|1[0-2])|(?P<m2>0?[1-9]|1[0-2])/(?P<y2>\d{4})")
_CELL_WORDS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], DateValue | None]], ...] = (
    (re.compile(_DMY.pattern + _CLOCK), _named),
    (re.compile(_MDY.pattern + _CLOCK), _named),
    (_MY, lambda m: DateValue(f"{m['y']}-{_month(m['m']):02d}", Precision.MONTH)),
    (
        re.compile(rf"(?P<m>{_MONTH})[-/ ](?P<y>{_YEAR})"),
        lambda m: DateValue(f"{m['y']}-{_month(m['m']):02d}", Precision.MONTH),
    ),
    (re.compile(rf"(?P<y>{_YEAR})"), lambda m: DateValue(m["y"], Precision.YEAR)),
    (_CELL_SHORT, lambda m: _day(_century(int(m["y"])), _month(m["m"]), int(m["d"]))),
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
