"""Numbers as people write them: separators, scales, words, percentages and counts, as canonical decimals.

A canonical decimal is a plain string: no separators, no needless zeros, "-" for negatives ("2450000", "4.5", "-12").
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from thence.extract.values.found import Found, without_overlaps

__all__ = [
    "NUMBER",
    "SCALE",
    "Count",
    "canonical_decimal",
    "find_counts",
    "find_numbers",
    "find_percents",
    "parse_amount",
    "parse_percent",
    "scaled",
]

_BLANK = "\u00a0\u202f\u2009"
# Groups of three (or of two before the last three, as in India) with one separator, then a decimal part.
NUMBER = (
    rf"(?:\d{{1,3}}(?:,\d{{2,3}})*,\d{{3}}(?:\.\d{{1,6}})?|\d{{1,3}}(?:\.\d{{3}})+(?:,\d{{1,6}})?"
    rf"|\d{{1,3}}(?:['’ {_BLANK}]\d{{3}})+(?:[.,]\d{{1,6}})?|\d{{1,18}}(?:[.,]\d{{1,6}})?)"
)
_SCALES = {
    "k": 3, "thousand": 3, "tsd": 3, "mille": 3,
    "m": 6, "mn": 6, "mm": 6, "mln": 6, "mio": 6, "million": 6, "millions": 6, "millionen": 6,
    "b": 9, "bn": 9, "billion": 9, "billions": 9, "mrd": 9, "milliard": 9, "milliards": 9, "milliarden": 9,
    "tn": 12, "trillion": 12, "trillions": 12,
}  # fmt: skip
SCALE = (
    r"(?:[  \n\u00a0\u202f-]?(?:thousand|millionen|millions?|mio\.|mio|mln|milliarden|milliards?|billions?|mrd\.|mrd"
    r"|trillions?|tsd\.|tsd)\b\.?|[ \u00a0\u202f]?(?:bn|mn|mm|tn|m|b|k)\b)"
)

_UNITS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
_SMALL = {word: number for number, word in enumerate([*_UNITS.split(), "eighteen", "nineteen"], 1)}
_TENS = {
    word: number
    for number, word in zip(
        range(20, 100, 10), ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], strict=True
    )
}
_WORDS = rf"(?:(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(list(_SMALL)[:9])}))?|{'|'.join(reversed(list(_SMALL)))})"


def canonical_decimal(value: Decimal | int | str) -> str:
    """Return the one spelling of a number: no exponent, no needless zeros, no plus sign, no "-0".

    Raises ValueError for text that is no plain decimal number.

    >>> canonical_decimal("4.50"), canonical_decimal("9850.00"), canonical_decimal("-0.0")
    ('4.5', '9850', '0')
    """
    if isinstance(value, str) and not re.fullmatch(r"[-+]?(?:\d+\.?\d*|\.\d+)", value, re.ASCII):
        raise ValueError(f"not a decimal number: {value!r}")
    text = format(Decimal(value), "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text


def parse_amount(text: str, *, decimal_comma: bool | None = None) -> str | None:
    """Return the canonical decimal of a number that fills the text, or None.

    Separators are read by evidence: of two kinds the last one is the decimal mark; one kind that repeats, or a
    single comma before exactly three digits, groups thousands; a single point is a decimal mark.
    decimal_comma: what the rest of the column or document shows, for the cases where one number cannot tell.
    Brackets and a leading or trailing minus make it negative; a scale ("1.2m", "3 million") is applied.

    >>> parse_amount("9,850.00"), parse_amount("1.234,50"), parse_amount("(12)"), parse_amount("1.2m")
    ('9850', '1234.5', '-12', '1200000')
    """
    words = text.strip()
    negative = False
    if words.startswith("(") and words.endswith(")"):
        negative, words = True, words[1:-1].strip()
    if words[:1] in {"-", "−", "–"}:
        negative, words = not negative, words[1:].strip()
    elif words[-1:] in {"-", "−"}:
        negative, words = not negative, words[:-1].strip()
    words = words.removeprefix("+")
    match = _AMOUNT.fullmatch(words)
    if match is None:
        return None
    plain = _plain(match["number"], decimal_comma=decimal_comma)
    number = scaled(plain, match["scale"] or "")
    return canonical_decimal("-" + number) if negative else number


_AMOUNT = re.compile(rf"(?P<number>{NUMBER})(?P<scale>{SCALE})?", re.ASCII | re.IGNORECASE)


def _plain(number: str, *, decimal_comma: bool | None) -> str:
    """Return a number's digits with at most one point."""
    body = re.sub(rf"['’ {_BLANK}]", "", number)
    commas, points = body.count(","), body.count(".")
    if commas and points:
        mark = "," if body.rfind(",") > body.rfind(".") else "."
        return body.replace("." if mark == "," else ",", "").replace(mark, ".")
    if commas + points > 1:
        return body.replace(",", "").replace(".", "")
    if commas:
        thousands = len(body) - body.index(",") == 4 and not body.startswith("0")
        if decimal_comma is None:
            decimal_comma = not thousands
        return body.replace(",", "." if decimal_comma else "")
    if points and decimal_comma and len(body) - body.index(".") == 4:
        return body.replace(".", "")
    return body


def scaled(number: str, scale: str) -> str:
    """Return a plain number times its scale ("million", "bn", "" for none), canonical.

    >>> scaled("2.45", " million")
    '2450000'
    """
    power = _SCALES.get(scale.strip().strip("-").strip().rstrip(".").lower(), 0)
    return canonical_decimal(Decimal(number).scaleb(power))


def _number_words(words: str) -> str:
    total = 0
    for word in re.split(r"[- ]", words.lower()):
        total += _TENS.get(word, 0) or _SMALL[word]
    return str(total)


_PERCENT = re.compile(
    rf"(?<![\w.,])(?P<sign>[-−])?(?:(?P<number>{NUMBER})|(?P<words>{_WORDS}|one hundred|a hundred))"
    rf"(?:[ {_BLANK}]?%|[\s-]{{1,3}}(?:per\s{{1,3}}cent|percent|pct|Prozent|pour\scent)\b|(?:pct|percent)\b)",
    re.IGNORECASE,
)


def find_percents(text: str) -> list[Found[str]]:
    """Return the percentages of a text as canonical decimals: 65 for "65 %", "65.0 per cent" or "sixty-five percent".

    The range holds number and sign. Percentage points and basis points are left out.
    """
    found = []
    for match in _PERCENT.finditer(text):
        if re.match(r"[ -]points?\b", text[match.end() : match.end() + 8]):
            continue
        if match["words"]:
            words = match["words"].lower()
            number = "100" if words.endswith("hundred") else _number_words(words)
        else:
            number = canonical_decimal(_plain(match["number"], decimal_comma=None))
        found.append(Found(match.start(), match.end(), "-" + number if match["sign"] and number != "0" else number))
    return found


def parse_percent(text: str, *, decimal_comma: bool | None = None) -> str | None:
    """Return the canonical decimal of a percentage that fills the text, with or without its sign, or None.

    >>> parse_percent("65.0"), parse_percent("65,5 %"), parse_percent("all")
    ('65', '65.5', None)
    """
    bare = re.sub(r"\s*(?:%|per\s?cent|pct)\.?\s*$", "", text.strip(), flags=re.IGNORECASE)
    return parse_amount(bare, decimal_comma=decimal_comma)


_NUMBER_IN_TEXT = re.compile(
    rf"(?<![\w.,/:#-])(?P<sign>[-−])?(?P<number>{NUMBER})(?P<scale>{SCALE})?(?![\w/:-]|[.,]\d)"
)


def find_numbers(text: str) -> list[Found[str]]:
    """Return the plain numbers of a text, scales applied, as canonical decimals.

    Digits that belong to a word, a code, a time or a date in figures are left out.
    """
    found = []
    for match in _NUMBER_IN_TEXT.finditer(text):
        number = scaled(_plain(match["number"], decimal_comma=None), match["scale"] or "")
        found.append(Found(match.start(), match.end(), canonical_decimal("-" + number) if match["sign"] else number))
    return found


@dataclass(frozen=True, slots=True)
class Count:
    """How many of what: a canonical whole number and the words of the thing counted, as written."""

    number: str
    noun: str


_COUNT = re.compile(
    rf"(?<![\w.,/:#$€£-])(?:(?P<number>{NUMBER})(?P<scale>{SCALE})?|(?P<words>\b{_WORDS}\b))\s{{1,3}}"
    r"(?P<noun>(?:[^\W\d_]{1,20}[- ]){0,2}?(?:[^\W\d_]{2,20}s|people|staff|men|women|children|personnel))\b",
    re.IGNORECASE,
)


def find_counts(text: str) -> list[Found[Count]]:
    """Return counted things ("42 employees", "nine transfers"); the range holds the number and the noun."""
    found = []
    for match in _COUNT.finditer(text):
        if match["words"]:
            number = _number_words(match["words"])
        else:
            number = scaled(_plain(match["number"], decimal_comma=None), match["scale"] or "")
        if "." not in number:
            found.append(Found(match.start(), match.end(), Count(number, " ".join(match["noun"].split()))))
    return without_overlaps(found)
