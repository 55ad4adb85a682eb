"""The words of dates: months, weekdays, seasons, small numbers; and the pieces that patterns of dates are made of."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = [
    "CAPITAL_MONTH",
    "DAY",
    "GAP",
    "MONTH",
    "MONTHS",
    "NUMBERS",
    "SEASONS",
    "WEEKDAY",
    "WEEKDAYS",
    "YEAR",
    "month_of",
]

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
MONTHS = {name: number for number, names in enumerate(_MONTH_NAMES, 1) for name in names}
_WHOLE = frozenset({"may", "mai", "june", "juni", "juin", "july", "juli", "mars", "märz", "août"})


def _names(names: Iterable[str]) -> str:
    """Return a pattern of names of months, a point after those that are cut short."""
    by_length = sorted(names, key=lambda name: (-len(name), name))
    whole = [name for name in by_length if len(name) > 4 or name.lower() in _WHOLE]
    short = [name for name in by_length if name not in whole]
    return rf"(?:(?:{'|'.join(whole)})\b|(?:{'|'.join(short)})\b\.?)"


MONTH = rf"(?i:{_names(MONTHS)})"
CAPITAL_MONTH = rf"(?:{_names([*(name.capitalize() for name in MONTHS), *(name.upper() for name in MONTHS)])})"
"""Without a day and a year beside it, only a capitalised name is a month ("may", "march", "mars" are words)."""
GAP = r"(?:\n[^\S\n]{0,8}|[^\S\n]{1,4}(?:\n[^\S\n]{0,8})?)"
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKDAY = r"(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b\.?"
DAY = r"(?:3[01]|[12]\d|0?[1-9])"
YEAR = r"(?:1[5-9]|20)\d\d"
SEASONS = {"spring": (3, 5), "summer": (6, 8), "autumn": (9, 11), "fall": (9, 11), "winter": (12, 2)}
"""First and last month, north of the equator; a winter ends in the next year."""
NUMBERS = {
    word: number
    for number, word in enumerate(
        [
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ],
        1,
    )
} | {"a": 1, "an": 1, "thirty": 30, "forty": 40, "fifty": 50}


def month_of(name: str) -> int:
    """Return the number of a month by its name or abbreviation, 1 to 12."""
    return MONTHS[name.lower().rstrip(".")]
