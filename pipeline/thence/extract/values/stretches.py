"""Stretches of time that people name: decades, centuries, seasons, weeks, and what is reckoned in years ago."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta

from thence.extract.values.date_values import DateValue
from thence.extract.values.date_words import CAPITAL_MONTH, DAY, GAP, NUMBERS, SEASONS, WEEKDAYS, YEAR, month_of
from thence.extract.values.found import Found
from thence.model.statement import Precision

__all__ = ["Base", "Places", "around", "find_reckoned", "find_same_years", "find_stretches", "matches_at"]

_NEAR = 400
"""Characters within which a year is the one that "the same year" means."""
_AROUND = 60
"""Characters around a figure or word in which a date that holds it begins and ends, and what decides about it."""
Places = Sequence[tuple[int, int]]
Base = Callable[[int], date | None]
"""What tells the reference of a place in a text: the day from which "last week" is reckoned there."""

_PART = rf"(?:(?:the{GAP})?(?:(?P<part>(?i:early|mid|middle|late|later|latter))(?:-|{GAP})(?:the{GAP})?)?)"
_TENS = {
    "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80,
    "nineties": 90,
}  # fmt: skip
_ORDINALS = {
    word: number
    for number, word in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
            "twenty-first",
        ],
        1,
    )
}
_ROMANS = {
    "XII": 12, "XIII": 13, "XIV": 14, "XV": 15, "XVI": 16, "XVII": 17, "XVIII": 18, "XIX": 19, "XX": 20, "XXI": 21,
}  # fmt: skip
_DECADE = re.compile(
    rf"(?<![\w$€£]){_PART}(?P<y>1[0-9]\d0|20\d0)(?:['’]?s\b|er(?:[- ]?Jahren?\b|n?\b))"
    r"|(?<!\w)(?i:(?:les )?années )(?P<fr>1[5-9]\d0|20\d0)\b"
)
_NAMED_DECADE = re.compile(
    rf"(?<!\w)(?:the{GAP})(?:(?P<part>(?i:early|mid|late))(?:-|{GAP}))?(?P<word>{'|'.join(_TENS)})\b"
)
_CENTURY = re.compile(
    rf"(?<![\w-]){_PART}(?:(?P<n>2[01]|1\d|[1-9])(?:st|nd|rd|th)|(?P<word>(?i:{'|'.join(reversed(_ORDINALS))})))"
    rf"(?:{GAP}|-)[Cc]entur(?:y|ies)\b"
    r"|(?<!\w)(?P<de>2[01]|1\d|[1-9])\. Jahrhunderts?\b|(?<!\w)(?P<fr>[XVI]{1,5})(?:e|ème|ᵉ) siècle\b"
)
_SEASON = re.compile(
    rf"(?<!\w)(?:the{GAP})?(?:(?P<part>(?i:early|mid|late))(?:-|{GAP}))?(?P<season>(?i:{'|'.join(SEASONS)}))"
    rf"(?:{GAP}of)?,?{GAP}(?P<y>{YEAR})(?:\s?[-–/]\s?(?P<z>{YEAR}|\d\d))?(?![\w/]|[-.,–]\d)"
)
_DAYS = re.compile(
    rf"(?<![\w/.,-])(?P<a>{DAY})(?:st|nd|rd|th|\.)?\s?(?:[-–]|to|and|bis|au)\s?(?P<b>{DAY})(?:st|nd|rd|th|\.)?(?:{GAP}of)?"
    rf"{GAP}(?P<m>{CAPITAL_MONTH}),?{GAP}(?P<y>{YEAR})(?!\w|-\d)"
    rf"|(?<![\w/.,-])(?P<m2>{CAPITAL_MONTH}){GAP}(?P<a2>{DAY})(?:st|nd|rd|th)?\s?(?:[-–]|to)\s?(?P<b2>{DAY})(?:st|nd|rd|th)?"
    rf",?{GAP}(?P<y2>{YEAR})(?!\w|-\d)"
)
_MONTHS_OF = re.compile(
    rf"(?<![\w-])(?P<a>{CAPITAL_MONTH})(?:\s?[-–]\s?|{GAP}(?:to|and|until|through){GAP})(?P<b>{CAPITAL_MONTH}),?{GAP}(?:in{GAP}|of{GAP})?"
    rf"(?P<y>{YEAR})(?!\w|[-/]\d|,\d)"
)
_PART_OF_MONTH = re.compile(
    rf"(?<![\w-])(?P<part>(?i:early|mid|late))(?:-|{GAP})(?P<m>{CAPITAL_MONTH}),?{GAP}(?:of{GAP})?(?P<y>{YEAR})(?!\w|[-/]\d|,\d)"
)
_COUNTS = "|".join(sorted(NUMBERS, key=lambda word: (-len(word), word)))
_AGO = re.compile(
    rf"(?<![\w.,-])(?P<n>\d{{1,3}}|(?i:{_COUNTS}))(?:{GAP}|-)"
    rf"(?P<unit>(?i:day|week|month|year|decade))s?{GAP}ago\b"
)
_SPELL = re.compile(
    rf"\b(?:the{GAP})?(?P<which>(?i:last|past|next|coming)){GAP}(?P<n>\d{{1,2}}|(?i:{_COUNTS})){GAP}"
    rf"(?P<unit>(?i:day|week|month|year|decade))s\b"
)
_OF_NOW = re.compile(
    rf"\b(?P<which>(?i:last|this|next|the)){GAP}(?P<past>past{GAP})?(?P<what>(?i:week|weekend|{'|'.join(SEASONS)}|quarter))\b"
    r"(?!['’]|-|\s(?:of|in)\b|\s\d)"
)
_DAYS_OF_WEEK = "|".join(day.capitalize() for day in WEEKDAYS)
_BARE_WEEKDAY = re.compile(
    rf"(?<![\w/-])(?P<day>{_DAYS_OF_WEEK})\b(?!['’/-]|\s(?:mornings?|afternoons?|evenings?|nights?)s\b|\sthe\s\d"
    rf"|\s(?:[A-Z]\w)|,?\s(?:to|and|or|through|until|-|–)\s(?:{_DAYS_OF_WEEK}|\w+\s(?:mornings|evenings|nights)))"
)
# What makes a weekday a name, or a habit: "Black Friday", "on a Monday", "flights every Tuesday".
_NO_DAY = re.compile(r"(?:\b(?:Black|Good|Ash|Palm|Easter|Cyber|[Ee]very|[Ee]ach|an?)|/|\bper week on)\s?$")
_BARE_MONTH = re.compile(
    rf"(?:\b(?P<how>(?i:in|since|until|by|during|of|from|last|this|next|for|late|early|mid))(?:{GAP}|-))(?P<m>{CAPITAL_MONTH})"
    rf"(?!\w|['’]|,?{GAP}\d|[-–]\d|{GAP}[A-Z])"
)


_COMMON_ERA = re.compile(
    r"(?<![\w.,-])(?:(?:AD|A\.D\.)\s(?P<a>\d{2,4})|(?P<b>\d{2,4})\s(?:AD|A\.D\.|CE|n\. Chr\.))(?![\w-])"
)
_OLD_YEAR = re.compile(
    r"\b(?i:in|until|since|around|circa|c\.)\s(?P<y>1[0-4]\d\d)(?=[,;)]|\.\s|\s(?:he|she|it|they|the|by|when|and|to|was|a)\s)"
)
_SAME_YEAR = re.compile(
    rf"\b(?:[Tt]hat|[Tt]he)(?: very)? same year\b|\b[Tt]hat year\b"
    rf"|\b(?P<n>\d{{1,2}}|(?i:{_COUNTS})){GAP}(?P<unit>years?|decades?){GAP}(?P<way>later|earlier)\b"
)


_OF_YEARS = re.compile(r"(?:same|hat) year\b|\b(?:years?|decades?)\s(?:later|earlier)\b")
_AGES = re.compile(r"(?:[Cc]entur|Jahrhundert|siècle|(?:twen|thir|for|fif|six|seven|eigh|nine)ties)")
_OF_CALENDARS = re.compile(
    rf"\b(?:ago|[Ww]eek|[Qq]uarter|[Ll]ast|[Pp]ast|[Nn]ext|[Cc]oming|{_DAYS_OF_WEEK}|(?i:{'|'.join(SEASONS)})|{CAPITAL_MONTH})\b"
    r"|\b[Ww]eekend"
)


def around(matches: Iterable[re.Match[str]]) -> Places:
    """Return the stretches of a text around some places of it, in order: nothing that is wanted lies elsewhere."""
    places: list[tuple[int, int]] = []
    for match in matches:
        start, end = max(0, match.start() - _AROUND), match.end() + _AROUND
        if places and start <= places[-1][1]:
            places[-1] = (places[-1][0], end)
        else:
            places.append((start, end))
    return places


def matches_at(pattern: re.Pattern[str], text: str, places: Places) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern in some stretches of a text."""
    for start, end in places:
        yield from pattern.finditer(text, start, end)


def find_stretches(text: str, places: Places) -> Iterator[Found[DateValue]]:
    """Yield the stretches of a text that say themselves when they are: "the late 1950s", "5-6 May 2020".

    places: the stretches of the text around its figures, in order.

    An early part of a decade is its first half, a late part its second, the middle its four years in the middle; of
    centuries alike. Centuries are counted as people do: the 19th is 1800 to 1899.
    """
    words = around(_AGES.finditer(text))
    for match in matches_at(_DECADE, text, places):
        year = int(match["y"] or match["fr"])
        # "the 1800s" is a century, "the 1900s" and "the 2000s" are as often a decade.
        length = 100 if year % 100 == 0 and year < 1900 else 10
        yield _years(match, year, length, match["part"])
    for match in matches_at(_NAMED_DECADE, text, words):
        yield _years(match, 1900 + _TENS[match["word"]], 10, match["part"])
    for match in matches_at(_CENTURY, text, words):
        number = match["n"] or match["de"]
        count = (
            int(number) if number else _ORDINALS.get((match["word"] or "").lower()) or _ROMANS.get(match["fr"] or "")
        )
        if count:
            yield _years(match, 100 * (count - 1), 100, match["part"])
    for match in matches_at(_SEASON, text, places):
        year = int(match["y"])
        first, last = SEASONS[match["season"].lower()]
        yield _found(match, f"{year}-{first:02d}", f"{year + (last < first)}-{last:02d}", Precision.MONTH)
    for match in matches_at(_DAYS, text, places):
        month, year = month_of(match["m"] or match["m2"]), int(match["y"] or match["y2"])
        a, b = int(match["a"] or match["a2"]), int(match["b"] or match["b2"])
        first_day, last_day = _iso(year, month, a), _iso(year, month, b)
        if first_day and last_day and a < b:
            yield _found(match, first_day, last_day, Precision.DAY)
    for match in matches_at(_MONTHS_OF, text, places):
        first, last = month_of(match["a"]), month_of(match["b"])
        if first < last:
            yield _found(match, f"{match['y']}-{first:02d}", f"{match['y']}-{last:02d}", Precision.MONTH)
    for match in matches_at(_PART_OF_MONTH, text, places):
        # No part of a month is known to the day: it is the month.
        yield Found(match.start(), match.end(), DateValue(f"{match['y']}-{month_of(match['m']):02d}", Precision.MONTH))

    for match in matches_at(_COMMON_ERA, text, places):
        yield Found(match.start(), match.end(), DateValue(f"{int(match['a'] or match['b']):04d}", Precision.YEAR))
    for match in matches_at(_OLD_YEAR, text, places):
        yield Found(match.start("y"), match.end("y"), DateValue(match["y"], Precision.YEAR))


def find_same_years(text: str, found: Sequence[Found[DateValue]]) -> Iterator[Found[DateValue]]:
    """Yield "that year" and "two years later" as what they are after the date before them, where one stands near.

    found: the dates of the text, in order.
    """
    starts = [each.start for each in found]
    for match in matches_at(_SAME_YEAR, text, around(_OF_YEARS.finditer(text))):
        before = bisect_left(starts, match.start()) - 1
        if before >= 0 and match.start() - found[before].end < _NEAR and found[before].value.last is None:
            year = int(found[before].value.iso[:4])
            if match["n"]:
                number = NUMBERS.get(match["n"].lower()) or int(match["n"])
                years = number * (10 if match["unit"].startswith("decade") else 1)
                year += years if match["way"] == "later" else -years
            yield Found(match.start(), match.end(), DateValue(f"{year:04d}", Precision.YEAR, relative=True))


def find_reckoned(text: str, base: Base) -> Iterator[Found[DateValue]]:
    """Yield what is reckoned from the day of the text: "two years ago", "last week", "Thursday", "in March".

    Years ago are known to the year, months ago to the month. A week begins on Monday. A weekday is the last one that
    was, a month or season without a year that of the year of the text.
    """
    words = around(_OF_CALENDARS.finditer(text))
    for match in matches_at(_AGO, text, words):
        if day := base(match.start()):
            number = NUMBERS.get(match["n"].lower()) or int(match["n"])
            value = _ago(day, number, match["unit"].lower())
            if value:
                yield Found(match.start(), match.end(), value)
    for match in matches_at(_OF_NOW, text, words):
        if day := base(match.start()):
            which = "last" if match["past"] else match["which"].lower()
            value = _of_now(day, which, match["what"].lower())
            if value:
                yield Found(match.start(), match.end(), value)
    for match in matches_at(_SPELL, text, words):
        if day := base(match.start()):
            number = NUMBERS.get(match["n"].lower()) or int(match["n"])
            far = _ago(day, -number if match["which"].lower() in ("next", "coming") else number, match["unit"].lower())
            if far:
                near = day.isoformat()[: len(far.iso)]
                first, last = sorted((far.iso, near))
                yield Found(match.start(), match.end(), DateValue(first, far.precision, last=last, relative=True))
    for match in matches_at(_BARE_WEEKDAY, text, words):
        if not _NO_DAY.search(text, max(0, match.start() - 14), match.start()) and (day := base(match.start())):
            back = (day.weekday() - WEEKDAYS.index(match["day"].lower())) % 7
            value = DateValue((day - timedelta(back)).isoformat(), Precision.DAY, relative=True)
            yield Found(match.start(), match.end(), value)
    for match in matches_at(_BARE_MONTH, text, words):
        if day := base(match.start()):
            month, year = month_of(match["m"]), day.year
            year += {"last": -(month >= day.month), "next": int(month <= day.month)}.get(match["how"].lower(), 0)
            value = DateValue(f"{year}-{month:02d}", Precision.MONTH, relative=True)
            yield Found(match.start("m"), match.end("m"), value)


def _found(match: re.Match[str], first: str, last: str, precision: Precision) -> Found[DateValue]:
    return Found(match.start(), match.end(), DateValue(first, precision, last=last))


def _years(match: re.Match[str], first: int, length: int, part: str | None) -> Found[DateValue]:
    last = first + length - 1
    half, fifth = length // 2, 3 * length // 10
    if part and part.lower() == "early":
        last = first + half - 1
    elif part and part.lower().startswith("mid"):
        first, last = first + fifth, first + length - fifth - 1
    elif part:
        first += half
    return _found(match, f"{first:04d}", f"{last:04d}", Precision.YEAR)


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def _ago(day: date, number: int, unit: str) -> DateValue | None:
    if unit in ("day", "week"):
        then = day - timedelta(number * (7 if unit == "week" else 1))
        return DateValue(then.isoformat(), Precision.DAY, relative=True)
    if unit == "month":
        months = day.year * 12 + day.month - 1 - number
        return DateValue(f"{months // 12:04d}-{months % 12 + 1:02d}", Precision.MONTH, relative=True)
    year = day.year - number * (10 if unit == "decade" else 1)
    return DateValue(f"{year:04d}", Precision.YEAR, relative=True) if year > 0 else None


def _of_now(day: date, which: str, what: str) -> DateValue | None:
    step = {"last": -1, "next": 1}.get(which, 0)
    if what in ("week", "weekend"):
        if which == "the" and what == "week":
            return None
        if what == "weekend" and which in ("this", "the") and day.weekday() < 3:
            step = -1  # on a Tuesday the weekend is the one that was
        monday = day - timedelta(day.weekday()) + timedelta(7 * step)
        first, last = (
            (monday, monday + timedelta(6)) if what == "week" else (monday + timedelta(5), monday + timedelta(6))
        )
        return DateValue(first.isoformat(), Precision.DAY, last=last.isoformat(), relative=True)
    if which == "the":
        return None
    if what == "quarter":
        quarters = day.year * 4 + (day.month - 1) // 3 + step
        year, quarter = divmod(quarters, 4)
        first_month, last_month = 3 * quarter + 1, 3 * quarter + 3
        return DateValue(f"{year}-{first_month:02d}", Precision.MONTH, last=f"{year}-{last_month:02d}", relative=True)
    first_month, last_month = SEASONS[what]
    year = day.year + step
    if which == "last" and last_month < day.month and first_month < day.month:
        year = day.year  # in November last summer is that of this year
    return DateValue(
        f"{year}-{first_month:02d}",
        Precision.MONTH,
        last=f"{year + (last_month < first_month)}-{last_month:02d}",
        relative=True,
    )
