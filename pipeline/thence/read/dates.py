"""The dates documents declare of themselves, as ISO 8601 and as precise as written."""

from __future__ import annotations

import calendar
import re
from email.utils import parsedate_tz

__all__ = ["day_first_of", "iso_date", "signing_date", "title_date"]

_MONTHS = {name.lower(): number for number in range(1, 13) for name in (calendar.month_name[number],)} | {
    calendar.month_abbr[number].lower(): number for number in range(1, 13)
}
_MONTHS["sept"] = 9
_NAMES = "|".join(sorted(_MONTHS, key=len, reverse=True))
_ISO = re.compile(r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?=$|[T\s,])|(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?=$|[T\s,])")
_DAY_MONTH = re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?[\s.-]+({_NAMES})\.?,?[\s-]+(\d{{4}})\b", re.IGNORECASE)
_MONTH_DAY = re.compile(rf"({_NAMES})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})\b", re.IGNORECASE)
_MONTH_YEAR = re.compile(rf"({_NAMES})\.?,?\s+(\d{{4}})$", re.IGNORECASE)
_NUMBERS = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?=$|[\s,])")
_WEEKDAY = re.compile(r"^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]?\s+", re.IGNORECASE)
_SIGNING = re.compile(
    r"\b(?:dated|made|entered\s+into|executed|signed|effective)\s+(?:as\s+of\s+|on\s+|this\s+)?(?:the\s+)?"
    rf"((?:\d{{1,2}}(?:st|nd|rd|th)?(?:\s+day)?(?:\s+of)?\s+(?:{_NAMES})\.?,?\s+\d{{4}})"
    rf"|(?:(?:{_NAMES})\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}})|(?:\d{{4}}-\d{{2}}-\d{{2}}))",
    re.IGNORECASE,
)

_FULL = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)?(?:\s+of)?\s+(?:{_NAMES})\.?,?\s+\d{{4}}\b"
    rf"|\b(?:{_NAMES})\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}\b|\b\d{{4}}-\d{{2}}-\d{{2}}\b",
    re.IGNORECASE,
)


def iso_date(text: str, *, day_first: bool | None = None) -> str | None:
    """Return the date that a declared value begins with, or None: YYYY-MM-DD, YYYY-MM or YYYY.

    day_first: how to read 03/04/2026; None refuses what can be read both ways.

    >>> iso_date("26 February 2026"), iso_date("2026-02"), iso_date("03/04/2026"), iso_date("31 June 2026")
    ('2026-02-26', '2026-02', None, None)
    """
    text = _WEEKDAY.sub("", text.strip())
    if match := _ISO.match(text):
        year, month, day = (match.group(1), match.group(2), match.group(3))
        if year is None:
            year, month, day = match.group(4, 5, 6)
        return _date(int(year), int(month), int(day) if day else None)
    text = re.sub(r"^(\d{1,2}(?:st|nd|rd|th)?) day\b", r"\1", text, flags=re.IGNORECASE)
    if match := _DAY_MONTH.match(text):
        return _date(int(match[3]), _MONTHS[match[2].lower()], int(match[1]))
    if match := _MONTH_DAY.match(text):
        return _date(int(match[3]), _MONTHS[match[1].lower()], int(match[2]))
    if match := _MONTH_YEAR.match(text):
        return _date(int(match[2]), _MONTHS[match[1].lower()], None)
    if match := _NUMBERS.match(text):
        first, second = int(match[1]), int(match[3])
        year_number = int(match[4]) if len(match[4]) == 4 else 2000 + int(match[4])
        if first > 12 or match[2] == ".":
            day_first = True
        elif second > 12:
            day_first = False
        elif first == second:
            day_first = True
        if day_first is None:
            return None
        return _date(year_number, second, first) if day_first else _date(year_number, first, second)
    if re.fullmatch(r"(?:1[89]|20|21)\d\d", text):
        return text
    return _mail_date(text)


def day_first_of(dates: list[str]) -> bool | None:
    """Return whether numeric dates put the day first, by the evidence of all of them; None if nothing decides."""
    firsts, seconds = 0, 0
    for text in dates:
        if match := _NUMBERS.match(text.strip()):
            firsts = max(firsts, int(match[1]))
            seconds = max(seconds, int(match[3]))
    if firsts > 12 >= seconds:
        return True
    if seconds > 12 >= firsts:
        return False
    return None


def signing_date(text: str) -> tuple[str, int, int] | None:
    """Return the date a title or opening clause gives its document ("dated 15 October 2025"), with its place."""
    if match := _SIGNING.search(text):
        date = iso_date(re.sub(r"\s+", " ", match[1]))
        if date:
            return date, match.start(1), match.end(1)
    return None


def title_date(text: str) -> tuple[str, int, int] | None:
    """Return the date in a title with its place: the signing date, else the only full date that stands there.

    >>> title_date("Minutes of the meeting of 14 October 2025")
    ('2025-10-14', 26, 41)
    """
    if found := signing_date(text):
        return found
    matches = list(_FULL.finditer(text))
    if len(matches) == 1 and (date := iso_date(" ".join(matches[0].group().split()))):
        return date, matches[0].start(), matches[0].end()
    return None


def _date(year: int, month: int, day: int | None) -> str | None:
    if not (1 <= month <= 12 and 1000 <= year <= 9999):
        return None
    if day is None:
        return f"{year:04d}-{month:02d}"
    if not 1 <= day <= calendar.monthrange(year, month)[1]:
        return None
    return f"{year:04d}-{month:02d}-{day:02d}"


def _mail_date(text: str) -> str | None:
    if not re.match(r"(?:\w{3},\s*)?\d{1,2}\s+\w{3}\s+\d{4}", text):
        return None
    parsed = parsedate_tz(text)
    return _date(parsed[0], parsed[1], parsed[2]) if parsed else None
