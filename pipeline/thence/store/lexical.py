"""Whether a literal is spelled as its datatype asks: the lexical spaces of XML Schema, part 2."""

from __future__ import annotations

import json
import re
from calendar import monthrange

import pyoxigraph as ox

from thence.model.terms import Term, is_literal, lexical_of
from thence.names import RDF, XSD, shorten

__all__ = ["fault_of", "ill_formed"]

_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_ZONE = r"(?P<zone>Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?"
_YEAR = r"(?P<year>-?(?:[1-9][0-9]{3,}|0[0-9]{3}))"
_MONTH = r"(?P<month>0[1-9]|1[0-2])"
_DAY = r"(?P<day>0[1-9]|[12][0-9]|3[01])"
_TIME = r"(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?|24:00:00(?:\.0+)?)"
_YEARS = r"(?:[0-9]+Y(?:[0-9]+M)?|[0-9]+M)"
_CLOCK = r"T(?:[0-9]+H(?:[0-9]+M)?(?:[0-9]+(?:\.[0-9]+)?S)?|[0-9]+M(?:[0-9]+(?:\.[0-9]+)?S)?|[0-9]+(?:\.[0-9]+)?S)"
_DAYS = rf"(?:[0-9]+D(?:{_CLOCK})?|{_CLOCK})"
_BASE64 = r"[A-Za-z0-9+/] ?"
_NCNAME = r"[^\W\d][\w.·-]*"

_SPACES = {
    "decimal": _NUMBER,
    "double": rf"{_NUMBER}(?:[eE][+-]?[0-9]+)?|[+-]?INF|NaN",
    "float": rf"{_NUMBER}(?:[eE][+-]?[0-9]+)?|[+-]?INF|NaN",
    "boolean": r"true|false|0|1",
    "date": f"{_YEAR}-{_MONTH}-{_DAY}{_ZONE}",
    "dateTime": f"{_YEAR}-{_MONTH}-{_DAY}T{_TIME}{_ZONE}",
    "dateTimeStamp": f"{_YEAR}-{_MONTH}-{_DAY}T{_TIME}{_ZONE.rstrip('?')}",
    "time": f"{_TIME}{_ZONE}",
    "gYear": f"{_YEAR}{_ZONE}",
    "gYearMonth": f"{_YEAR}-{_MONTH}{_ZONE}",
    "gMonth": f"--{_MONTH}{_ZONE}",
    "gMonthDay": f"--{_MONTH}-{_DAY}{_ZONE}",
    "gDay": f"---{_DAY}{_ZONE}",
    "duration": rf"-?P(?:{_YEARS}(?:{_DAYS})?|{_DAYS})",
    "yearMonthDuration": rf"-?P{_YEARS}",
    "dayTimeDuration": rf"-?P{_DAYS}",
    "hexBinary": r"(?:[0-9A-Fa-f]{2})*",
    "base64Binary": rf"(?:(?:{_BASE64}){{4}})*+(?:(?:{_BASE64}){{2}}[AEIMQUYcgkosw048] ?=|{_BASE64}[AQgw] ?= ?=)?",
    "language": r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*",
    "normalizedString": r"[^\r\n\t]*",
    "token": r"(?:[^\s]+(?: [^\s]+)*)?",
    "Name": r"[^\W\d][\w.:·-]*|:[\w.:·-]*",
    "NCName": _NCNAME,
    "NMTOKEN": r"[\w.:·-]+",
}
_PATTERNS: dict[str, re.Pattern[str]] = {XSD[name]: re.compile(pattern) for name, pattern in _SPACES.items()}
_INTEGER = re.compile(r"[+-]?[0-9]+")
_SIGNED = {"long": 64, "int": 32, "short": 16, "byte": 8}
_LIMITS: dict[str, tuple[int | None, int | None]] = {
    XSD.integer: (None, None),
    XSD.nonNegativeInteger: (0, None),
    XSD.positiveInteger: (1, None),
    XSD.nonPositiveInteger: (None, 0),
    XSD.negativeInteger: (None, -1),
    **{XSD[name]: (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for name, bits in _SIGNED.items()},
    **{XSD[f"unsigned{name.title()}"]: (0, 2**bits - 1) for name, bits in _SIGNED.items()},
}
_DATES = frozenset((XSD.date, XSD.dateTime, XSD.dateTimeStamp, XSD.gMonthDay))


def fault_of(term: Term) -> str:
    """Return what is wrong with the spelling of a literal, or an empty text.

    Terms that are no literals and datatypes that nobody here knows have no fault.

    >>> from thence.model.terms import literal
    >>> fault_of(literal("512", XSD.byte))
    'is no xsd:byte: the most is 127'
    """
    if term[:1] != '"' or not term.endswith(">"):
        return ""
    datatype = term[term.rindex('"') + 4 : -1]
    lexical = lexical_of(term)
    if datatype in _LIMITS:
        fits, why = bool(_INTEGER.fullmatch(lexical)), ""
        if fits:
            why = _integer_fault(lexical, *_LIMITS[datatype])
    elif pattern := _PATTERNS.get(datatype):
        match = pattern.fullmatch(lexical)
        fits, why = bool(match), ""
        if match and datatype in _DATES:
            why = _date_fault(match)
    else:
        fits, why = datatype != RDF.JSON or _is_json(lexical), ""
    if fits and not why:
        return ""
    return f"is no {shorten(datatype)}" + (f": {why}" if why else "")


def _integer_fault(lexical: str, least: int | None, most: int | None) -> str:
    if (least, most) == (None, None):
        return ""
    digits = lexical.lstrip("+-").lstrip("0") or "0"
    # Python refuses to convert thousands of digits; no limit has more than twenty.
    value = int(digits) if len(digits) <= 30 else 10**30
    value = -value if lexical.startswith("-") else value
    if least is not None and value < least:
        return f"the least is {least}"
    return f"the most is {most}" if most is not None and value > most else ""


def _date_fault(match: re.Match[str]) -> str:
    found = match.groupdict()
    month, day = int(found["month"]), int(found["day"])
    # The calendar repeats after 400 years, so the last four digits decide.
    year = found.get("year") or "2000"
    same = int(year[:1].strip("0123456789") + year[-4:]) % 400 + 2000
    return "" if day <= monthrange(same, month)[1] else "the calendar has no such day"


def _is_json(lexical: str) -> bool:
    try:
        json.loads(lexical)
    except (ValueError, RecursionError):
        return False
    return True


def ill_formed(term: Term) -> str:
    """Return what is wrong with an IRI or a language tag that no parser has checked, or an empty text.

    >>> ill_formed(Term("<http://example.org/blue whale>"))
    'the IRI <http://example.org/blue whale> is none'
    """
    try:
        if term[:1] == "<":
            ox.NamedNode(term[1:-1])
        elif is_literal(term):
            tail = term[term.rindex('"') + 1 :]
            if tail.startswith("@"):
                ox.Literal("", language=tail[1:])
            elif tail:
                ox.NamedNode(tail[3:-1])
    except ValueError:
        return f"the IRI {term} is none" if term[:1] == "<" else f"the language or datatype of {term} is none"
    return ""
