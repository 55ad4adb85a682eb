"""Number formats of spreadsheets: a stored number as the date, share or amount that its cell shows."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation

__all__ = ["GENERAL", "NumberFormat", "Shown", "format_of"]

_BUILT_IN = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM",
    20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 37: "#,##0", 38: "#,##0", 39: "#,##0.00", 40: "#,##0.00",
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
}  # fmt: skip
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_.|\*.|\[(?P<bracket>[^\]]*)\]|(?P<ampm>AM/PM|A/P|am/pm|a/p)'
    r"|(?P<date>[yY]+|[mM]+|[dD]+|[hH]+|[sS]+(?:\.0+)?)|(?P<digits>[0#?][0#?,.]*|\.[0#?]+)|(?P<power>[eE][+-][0#?]+)"
    r"|(?P<other>.)",
    re.DOTALL,
)
_CURRENCY = re.compile(r"\$([^-]*)(?:-[0-9A-Fa-f]+)?$")
_MONEY = re.compile(r"[A-Z]{3}|[^\w\s]|[A-Za-z]{2}|kr\.?")
_POINTED = re.compile(r"-?(\d+)\.(\d+)$")
_PLAIN = re.compile(r"-?\d{1,15}$")
_MOST = 300
_LAST_DAY = 2_958_465
_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class Shown:
    """What a cell shows.   kind: integer, decimal, date or text: as of a Column; identifier with leading zeros."""

    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """A number format.

    kind: general, number, date or text.   fields: of a date, which of y, M, d, h, m, s it shows; "H" where hours add
    up beyond the day.   before, after: the words around the number.   whole, decimals: digits at least before and
    after the point.   percent, thousands: how often it multiplies by 100 and divides by 1,000.   pattern: of digits
    with signs between ("000-00-000"), else empty.   rounds: whether it shows no more decimals than these.   blank: what
    it shows nothing of: "+", "-" and "0" for numbers, "@" for words.
    """

    kind: str
    fields: str = ""
    before: str = ""
    after: str = ""
    whole: int = 0
    decimals: int = 0
    percent: int = 0
    thousands: int = 0
    pattern: str = ""
    rounds: bool = False
    blank: str = ""

    def hides(self, text: str, kind: str) -> bool:
        """Return whether a cell shows nothing of its value.   text, kind: what another format would show."""
        if not self.blank:
            return False
        if kind not in ("integer", "decimal", "date", "identifier"):
            return "@" in self.blank
        return ("-" if text.startswith("-") else "+" if text.strip("0.") else "0") in self.blank

    def show(self, raw: str, *, base_1904: bool = False, computed: bool = False) -> Shown:
        """Return what a cell with a stored number shows; the raw text where it is none.

        base_1904: whether days count from 1904.   computed: whether a formula gave the number: it is then rounded as
        it is shown, while a number that somebody typed keeps its digits.
        """
        if _PLAIN.match(raw):
            if self.kind == "general":
                return Shown(raw, "integer")
            if self.simple:
                return self._around(raw.removeprefix("-"), "", raw)
        elif self.simple and not computed and (match := _POINTED.match(raw)) and len(raw) < 16:
            return self._around(match[1], match[2].rstrip("0"), raw)
        try:
            number = float(raw)
            if self.kind == "date":
                return self._moment(number, raw, base_1904=base_1904)
            return self._number(_exact(number), raw, computed=computed)
        except (ValueError, OverflowError, InvalidOperation):
            return Shown(raw, "text")

    @property
    def simple(self) -> bool:
        """Whether the stored digits are those that are shown."""
        return self.kind == "number" and not (self.percent or self.thousands or self.pattern)

    def _number(self, number: Decimal, raw: str, *, computed: bool) -> Shown:
        if self.kind == "text" or not number.is_finite():
            return Shown(raw, "text")
        number = number.scaleb(2 * self.percent - 3 * self.thousands)
        if computed and self.rounds:
            number = round(number, self.decimals)
        text = f"{abs(number):f}"
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        whole, _, decimals = text.partition(".")
        if self.pattern and not decimals.strip("0"):
            return Shown(_filled(self.pattern, whole), "identifier")
        return self._around(whole, decimals, "-" if number < 0 else "")

    def _around(self, whole: str, decimals: str, signed: str) -> Shown:
        """Return digits with what the format puts around them.   signed: begins with the sign."""
        decimals = decimals.ljust(self.decimals, "0")
        sign = "-" if signed[:1] == "-" and (whole.strip("0") or decimals.strip("0")) else ""
        padded = whole.rjust(self.whole, "0")
        text = f"{padded}.{decimals}" if decimals else padded
        kind = "identifier" if self.whole > 1 and not decimals else "decimal" if decimals else "integer"
        around = f"{self.before}{self.after}".replace("%", "").strip()
        if self.percent or around:
            kind = "text" if around and not _MONEY.fullmatch(around) else "decimal"
        return Shown(f"{sign}{self.before}{text}{self.after}".strip(), kind)

    def _moment(self, number: float, raw: str, *, base_1904: bool) -> Shown:
        if not 0 <= number < _LAST_DAY + 1:
            return Shown(raw, "text")
        days, seconds = int(number), round((number - int(number)) * _SECONDS)
        if seconds == _SECONDS:
            days, seconds = days + 1, 0
        clock = ""
        if set(self.fields) & set("hmsH"):
            hours, minutes = seconds // 3600, seconds % 3600 // 60
            hours += 24 * days if "H" in self.fields else 0
            clock = f"{hours:02d}:{minutes:02d}" + (
                f":{seconds % 60:02d}" if "s" in self.fields or seconds % 60 else ""
            )
            if not set(self.fields) & set("yMd"):
                return Shown(clock, "text")
        if base_1904:
            day = date(1904, 1, 1) + timedelta(days)
        else:
            # Day 60 is the 29 February 1900 that never was.
            day = date(1899, 12, 31 if days < 60 else 30) + timedelta(days)
        iso = day.isoformat()
        if clock:
            return Shown(f"{iso}T{clock}", "date")
        shown = set(self.fields)
        if "d" not in shown:
            iso = iso[:4] if shown == {"y"} else iso[:7]
        return Shown(iso, "date")


GENERAL = NumberFormat("general")


def format_of(number: int, code: str | None) -> NumberFormat:
    """Return the format of a number of formats.   code: as the file defines it, None where it is a built-in one.

    >>> format_of(164, '#,##0.00 "EUR"').show("1200.5").text, format_of(17, None).show("45352").text
    ('1200.50 EUR', '2024-03')
    >>> format_of(164, ";;;").hides("1200.5", "decimal")
    True
    """
    if code is None:
        if 27 <= number <= 36 or 50 <= number <= 58:
            return NumberFormat("date", "yMd")
        code = _BUILT_IN.get(number, "General")
    first, *others = _sections(code[:_MOST])
    # How positive numbers are shown: signs are written anyway.
    made = GENERAL if first.strip().lower() in ("", "general") else _parsed(first)
    blank = _blank(first, *others)
    return replace(made, blank=blank) if blank else made


def _sections(code: str) -> list[str]:
    """Return the parts of a format between semicolons: for positive and negative numbers, zero, and words."""
    ends = [match.start() for match in _TOKEN.finditer(code) if match["other"] == ";"]
    return [code[start + 1 : end] for start, end in zip([-1, *ends], [*ends, len(code)], strict=True)]


def _blank(first: str, *others: str) -> str:
    """Return of what a format shows nothing. One that hides only zeros hides nothing that counts."""
    if not others or any("[" in section for section in (first, *others)):
        return ""
    positive, negative, zero, words = ([first, *others] + ["?"] * 3)[:4]
    empty = [not section.strip() for section in (positive, negative, zero, words)]
    if zero == "?":
        empty[2] = empty[0]
    if words == "?":
        empty[3] = False
    hidden = "".join(sign for sign, is_empty in zip("+-0@", empty, strict=True) if is_empty)
    return "" if hidden == "0" else hidden


def _parsed(section: str) -> NumberFormat:
    fields: list[str] = []
    before: list[str] = []
    after: list[str] = []
    digits: list[str] = []
    between: list[str] = []
    percent = 0
    general = False
    tokens = list(_TOKEN.finditer(section.replace("General", "\u0000")))
    for token in tokens:
        said = token["quoted"] or token["escaped"] or ""
        if token["bracket"] is not None:
            money = _CURRENCY.match(token["bracket"])
            said = money[1] if money else ""
            if token["bracket"].lower() in ("h", "hh", "m", "mm", "s", "ss"):
                fields.append("H")
        elif token["date"]:
            fields.append(token["date"][0].lower() * min(len(token["date"].split(".")[0]), 3))
        elif token["digits"]:
            digits.append(token["digits"])
            between += after
            after = []
            continue
        elif token["other"]:
            general = general or token["other"] == "\u0000"
            percent += token["other"] == "%"
            said = "" if token["other"] in "\u0000@" else token["other"]
        if token["power"] or token["ampm"]:
            continue
        (after if digits or general else before).append(said)
    if fields:
        return NumberFormat("date", _fields(fields))
    if not digits and not general:
        return NumberFormat("text") if "@" in section else GENERAL
    whole = "".join(digits)
    words = "".join(between)
    if words.strip(" ") and not general and "/" in words:
        return GENERAL  # a fraction: the number itself says more
    start, _, decimals = whole.partition(".")
    if between and "".join(between):
        pattern = section if set(whole) <= {"0"} else ""
        return NumberFormat("number", pattern=_pattern(tokens) if pattern else "", whole=0)
    scale = len(whole) - len(whole.rstrip(","))
    has_power = any(token["power"] for token in tokens)
    return NumberFormat(
        "number",
        before=_neat("".join(before)),
        after=_neat("".join(after)),
        whole=start.count("0"),
        decimals=0 if has_power else decimals.count("0"),
        percent=min(percent, 2),
        thousands=min(scale, 4),
        rounds=not general and not has_power,
    )


def _neat(words: str) -> str:
    """Return the words around a number without the brackets and signs that stand for minus."""
    words = words.strip("()") if words.strip() in ("(", ")") else words
    return "" if words.strip() in ("-", "+") else words


def _fields(shown: list[str]) -> str:
    """Return which fields a date shows, the m between hours and seconds as minutes."""
    found = []
    for index, one in enumerate(shown):
        if one[0] != "m":
            found.append(one[0])
            continue
        last = shown[index - 1][0] if index else ""
        following = shown[index + 1][0] if index + 1 < len(shown) else ""
        found.append("m" if len(one) < 3 and (last in ("h", "H") or following == "s") else "M")
    return "".join(found)


def _pattern(tokens: list[re.Match[str]]) -> str:
    """Return digits with what stands between them: ``000-00-000``."""
    return "".join(
        (token["digits"] or token["quoted"] or token["escaped"] or (token["other"] if token["bracket"] is None else ""))
        or ""
        for token in tokens
    )


def _filled(pattern: str, digits: str) -> str:
    """Return digits laid into a pattern from the right."""
    places = pattern.count("0")
    digits = digits.rjust(places, "0")
    lead, rest = digits[: len(digits) - places], iter(digits[len(digits) - places :])
    return lead + "".join(next(rest) if char == "0" else char for char in pattern)


def _exact(number: float) -> Decimal:
    """Return a stored number with the 15 digits that spreadsheets keep."""
    return Decimal(f"{number:.15g}")
