"""What the shapes of a column's cells could be: dates, numbers and their decimal mark, codes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from thence.read.csv_shapes import Example, Look, Shape
from thence.read.dates import iso_date

__all__ = ["Sums", "is_number", "looks_dated", "summed"]

_LONGEST_NUMBER = 18
"""Digits; more of them are a code."""
_CLOCK = r"(?:[a ,] ?99?:99(?::99(?:[.,]9+)?)? ?(?:a\.?a\.?)?(?:a| ?aaa|[+-]99:?99)?)?"
_FIGURES = re.compile(rf"99?([/.-])99?\1(?:9999|99){_CLOCK}")
_ISO = re.compile(rf"9999([-/.])99?\1(?:99?){_CLOCK}|9999-99")
_COMPACT = re.compile(r"99999999")
_SIGN = r"[(]?[-+?]? ?"
_MONEY = r"(?:aaa|aa?\$|[$\u00a3\u00a5\u00a4?]|a[a?]|aaa?\.)"
_BODY = (
    r"(?P<body>9{1,3}(?:,9{2,3})*,999(?:\.9*)?|9{1,3}(?:\.999)+(?:,9*)?|9{1,3}(?:[' ]999)+(?:[.,]9*)?"
    r"|9+[.,]9*|[.,]9+|9+)"
)
_NUMBER = re.compile(rf"{_SIGN}(?:{_MONEY} ?)?-?{_BODY}(?: ?(?:%|{_MONEY}|a{{1,8}}\.?))?-?[)]?")
_BESIDE = re.compile(
    r"[A-Z]{3}|S?Fr|Rs|zł|Kč|kr|"
    r"(?i:k|m|mn|mm|mln|mio|millions?|millionen|b|bn|billions?|tn|thousand|tsd|mrd|milliarden)"
)
_POWER = re.compile(r"[-+]?9+(?:[.,]9+)?a[-+]?99?9?")
_CODE = re.compile(r"(?=.*9)[a9+(][a9+/._#:()-]*|aa99(?: [a9]{1,4}){2,8}|aa?99?a? 9aa")
_PHONE = re.compile(r"\+9[9 ()/.-]{5,}|0?[(]?99+[)]?[ /-][9 /-]{4,}")
_DATE_HEADER = re.compile(r"(?i)(?:^|[^a-z])(?:date|datum|day|tag|on|dt)(?:$|[^a-z])|date$|datum$")


@dataclass(slots=True)
class Sums:
    """Cells of a column by what they could be.

    figures: dates in figures that are not ISO, short_years: some of them with years of two; pointed: with points.
    fractions: numbers with a decimal mark; comma, point: the first that shows which.   either_comma, either_point:
    numbers with one mark before three digits.   compact: of eight digits, under a header that asks for dates.
    zero: a number with a needless zero, or too long for one.   others: shapes of words.
    """

    dates: int = 0
    figures: int = 0
    short_years: bool = False
    pointed: Example | None = None
    numbers: int = 0
    fractions: int = 0
    comma: Example | None = None
    point: Example | None = None
    either_comma: int = 0
    either_comma_example: Example | None = None
    either_point: int = 0
    either_point_example: Example | None = None
    codes: int = 0
    compact: int = 0
    zero: Example | None = None
    others: list[Shape] = field(default_factory=list)


def summed(look: Look, name: str) -> Sums:
    """Return how many cells of a column could be what, each with the first cell that shows it.   name: its header."""
    sums = Sums()
    # The first cell that shows something is the evidence.
    for shape in sorted(look.shapes.values(), key=lambda each: each.example.line):
        pattern = shape.pattern
        if _FIGURES.fullmatch(pattern):
            sums.dates += shape.count
            sums.figures += shape.count
            sums.short_years |= re.match(r"99?(.)99?\1(?:99)(?!9)", pattern) is not None
            if re.match(r"99?\.", pattern):
                sums.pointed = sums.pointed or shape.example
        elif _ISO.fullmatch(pattern) or (re.search("aaa", pattern) and iso_date(shape.example.words, day_first=True)):
            sums.dates += shape.count
        elif match := _number(shape):
            if _COMPACT.fullmatch(pattern) and _DATE_HEADER.search(name):
                sums.compact += shape.count
            _count_number(sums, shape, match["body"])
        elif _POWER.fullmatch(pattern) and "e" in shape.example.words.lower():
            sums.numbers += shape.count
            sums.fractions += shape.count
        elif _PHONE.fullmatch(pattern) or _CODE.fullmatch(pattern):
            sums.codes += shape.count
        else:
            sums.others.append(shape)
    return sums


def _number(shape: Shape) -> re.Match[str] | None:
    """Return the parts of a number, currency and scale beside it, or None."""
    match = _NUMBER.fullmatch(shape.pattern)
    words = re.findall(r"[^\W\d_]+", shape.example.words) if match and "a" in shape.pattern else ()
    return match if all(_BESIDE.fullmatch(word) or _DOLLARS.search(shape.example.words) for word in words) else None


_DOLLARS = re.compile(r"(?:US|CA|AU?|HK|NZ|S|NT|R|MX)\$|CN¥")


def _count_number(sums: Sums, shape: Shape, body: str) -> None:
    sums.numbers += shape.count
    if "," not in body and "." not in body and re.fullmatch("9+", body):
        if shape.zeros and re.fullmatch("9+", shape.pattern):
            sums.zero = sums.zero or shape.zero
        elif len(body) > _LONGEST_NUMBER:
            sums.zero = sums.zero or shape.example
        return
    commas, points = body.count(","), body.count(".")
    last = max(body.rfind(","), body.rfind("."))
    behind = len(body) - last - 1
    grouped = " " in body or "'" in body
    if (commas and points) or grouped:
        mark = body[last] if commas + points else ""
        sums.fractions += shape.count if mark else 0
    elif commas + points > 1:
        mark = "." if commas else ","
    elif behind == 3 and 1 <= last <= 3:
        _count_either(sums, shape, comma=bool(commas))
        return
    else:
        mark = "," if commas else "."
        sums.fractions += shape.count
    if mark == ",":
        sums.comma = sums.comma or shape.example
    elif mark == ".":
        sums.point = sums.point or shape.example


def _count_either(sums: Sums, shape: Shape, *, comma: bool) -> None:
    """Count cells like 1,234; those with a zero in front have no thousands."""
    if shape.zeros:
        sums.fractions += shape.zeros
        if comma:
            sums.comma = sums.comma or shape.zero
        else:
            sums.point = sums.point or shape.zero
    if comma:
        sums.either_comma += shape.count - shape.zeros
        sums.either_comma_example = sums.either_comma_example or shape.example
    else:
        sums.either_point += shape.count - shape.zeros
        sums.either_point_example = sums.either_point_example or shape.example


def looks_dated(shape: Shape) -> bool:
    """Return whether cells of a shape are dates."""
    return bool(
        _FIGURES.fullmatch(shape.pattern)
        or _ISO.fullmatch(shape.pattern)
        or iso_date(shape.example.words, day_first=True)
    )


def is_number(shape: Shape) -> bool:
    """Return whether cells of a shape are numbers."""
    return _number(shape) is not None
