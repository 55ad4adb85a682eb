"""What the columns of a table hold, decided by all their cells; what cannot be decided is asked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

from thence.model.document import Column
from thence.model.finding import Finding, Severity
from thence.read.csv_shapes import Example, Look, Shape
from thence.read.dates import iso_date
from thence.read.reading import Options, finding

__all__ = ["chosen", "decided"]

_NEARLY, _LEAST = 0.9, 10
"""Share and number of cells from which a column of text is told that nearly all of it is something else."""
_FEW = 0.05
"""Share of cells written the other way round that counts as mistakes and not as a second way of writing."""
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
_NOTHING = re.compile(
    r"(?i)\W*|n/?\s?a\.?|none|nil|null|nan|unknown|not known|tb[acd]|not applicable|not available|no data|keine?|"
    r"present|current|to date|ongoing|today|now|open|heute|(?:grand |sub-?)?total|summe|gesamt"
)
_IDENTIFYING = re.compile(
    r"(?i)(?:^|[^a-z])(?:id|ids|iban|bic|swift|isin|lei|code|codes|phone|telephone|tel|mobile|fax|zip|zipcode|postcode|"
    r"postal|plz|account|acct|konto|kontonummer|sku|ean|upc|vat|uid|ssn|tin|ref|reference|nr|no|num|number|nummer|key|"
    r"serial|barcode|passport|licen[cs]e|registration)(?!\.? (?:of|der|de)\b)(?:$|[^a-z])|[a-z]Id$|ID$|#"
)
_DATE_HEADER = re.compile(r"(?i)(?:^|[^a-z])(?:date|datum|day|tag|on|dt)(?:$|[^a-z])|date$|datum$")
_BOOLEANS = (
    {"true", "false"}, {"yes", "no"}, {"y", "n"}, {"t", "f"}, {"ja", "nein"}, {"j", "n"}, {"oui", "non"}, {"si", "no"},
    {"sí", "no"}, {"on", "off"}, {"wahr", "falsch"}, {"vrai", "faux"},
)  # fmt: skip


@dataclass(slots=True)
class _Sums:
    """Cells of a column by what they could be."""

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


def chosen(options: Options, path: str, name: str) -> str:
    """Return how the user says that a column is written, or nothing."""
    return next(
        (
            written
            for of, called, written in options.columns
            if fnmatchcase(path, of) and fnmatchcase(name.casefold(), called.casefold())
        ),
        "",
    )


def decided(
    look: Look, number: int, name: str, path: str, options: Options, *, table: int = 1, delimiter: str = ","
) -> tuple[Column, list[Finding]]:
    """Return what a column holds, and what there is to ask (TH540) or to refuse (TH541, TH543) of its cells.

    look: all its cells.   delimiter: of the table; a comma there is no decimal mark.
    """
    column = Column(table, number, name, "text")
    written = chosen(options, path, name)
    if written == "text":
        return replace(column, evidence="thence.toml"), []
    nothing = sum(count for word, count, _ in look.words.values() if _NOTHING.fullmatch(word))
    filled = look.cells - nothing
    if not filled:
        return replace(column, kind="empty" if not look.cells else "text"), []
    if look.many:
        return column, []
    if not look.many_words and _is_boolean(look, filled):
        return replace(column, kind="boolean"), []
    sums = _summed(look, name)
    case = _Case(column, look, sums, filled, path, written, delimiter)
    for fits, read in ((sums.dates, case.date), (sums.numbers, case.number)):
        if fits == filled:
            return read()
    if sums.zero is None and max(sums.dates, sums.numbers) >= _NEARLY * filled and filled >= _LEAST:
        kind, fits = ("dates", sums.dates) if sums.dates > sums.numbers else ("numbers", sums.numbers)
        column, found = case.date() if kind == "dates" else case.number()
        odd = next(iter(_others(look, sums, kind)), None)
        message = f"{fits} of {filled} cells under {name!r} are {kind}" + (f", {odd.words!r} is not" if odd else "")
        found.append(
            finding(
                "TH543",
                path,
                message,
                severity=Severity.INFO,
                line=odd.line if odd else None,
                hint="the column is kept as text; correct the cell if it is a mistake",
            )
        )
        return replace(column, kind="text"), found
    if sums.dates + sums.numbers > 0.5 * filled:
        # Mixed: what is a date or a number by itself is one, under the evidence of the others.
        column, found = case.date() if sums.dates >= sums.numbers else case.number()
        return replace(column, kind="text"), found
    if sums.codes + sums.numbers >= 0.98 * filled and not look.long:
        return replace(column, kind="identifier", evidence=_shown(sums)), []
    return column, []


def _is_boolean(look: Look, filled: int) -> bool:
    said = {word.casefold() for word, _, _ in look.words.values() if not _NOTHING.fullmatch(word) or word in "no"}
    words = sum(count for word, count, _ in look.words.values() if not _NOTHING.fullmatch(word))
    return words == filled and bool(said) and any(said <= pair for pair in _BOOLEANS)


def _shown(sums: _Sums) -> str:
    return f"{sums.zero} is no number" if sums.zero else ""


def _summed(look: Look, name: str) -> _Sums:
    sums = _Sums()
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


def _count_number(sums: _Sums, shape: Shape, body: str) -> None:
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


def _count_either(sums: _Sums, shape: Shape, *, comma: bool) -> None:
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


def _others(look: Look, sums: _Sums, kind: str) -> Iterator[Example]:
    """Yield cells that are not of the kind that most are."""
    nothing = {word for word, _, _ in look.words.values() if _NOTHING.fullmatch(word)}
    for shape in sums.others:
        if shape.example.words not in nothing:
            yield shape.example
    for word, _, line in look.words.values():
        if word not in nothing:
            yield Example(word, line)
    for shape in look.shapes.values():
        other = _number(shape) is None if kind == "numbers" else not _looks_dated(shape)
        if other and shape.example.words not in nothing:
            yield shape.example


def _said_order(name: str) -> str:
    """Return the order that a header gives: "Date (DD/MM/YYYY)"."""
    if re.search(r"(?i)(?<![a-z])[dt]{1,2}[/. -]m{1,2}[/. -](?:y|j|a){2,4}(?![a-z])", name):
        return "day-first"
    return "month-first" if re.search(r"(?i)(?<![a-z])m{1,2}[/. -]d{1,2}[/. -]y{2,4}(?![a-z])", name) else ""


def _looks_dated(shape: Shape) -> bool:
    return bool(
        _FIGURES.fullmatch(shape.pattern)
        or _ISO.fullmatch(shape.pattern)
        or iso_date(shape.example.words, day_first=True)
    )


@dataclass(frozen=True, slots=True)
class _Case:
    """A column whose cells are dates or numbers."""

    column: Column
    look: Look
    sums: _Sums
    filled: int
    path: str
    written: str
    delimiter: str

    def date(self) -> tuple[Column, list[Finding]]:
        """Return a column of dates."""
        look, column = self.look, self.column
        found = list(self._impossible())
        form, evidence, undecided = self._order()
        odd, example = (look.only_months, look.month) if form == "day-first" else (look.only_days, look.day)
        refused = look.impossible
        if odd and form in ("day-first", "month-first"):
            refused += odd
            found.append(self._other_order(odd, form, example))
        if undecided:
            found.append(self._ask_order(undecided))
        elif self.sums.figures and self.sums.short_years:
            evidence += "; years of two figures are 1970 to 2069"
        kind = "text" if undecided else "date"
        return replace(column, kind=kind, format=form, evidence=evidence, undecided=undecided, refused=refused), found

    def _other_order(self, count: int, form: str, example: Example | None) -> Finding:
        return finding(
            "TH541",
            self.path,
            f"{count} cells under {self.column.name!r} are no dates written {form}, as the others are: {example}",
            line=example.line if example else None,
            hint="correct the cells",
        )

    def _order(self) -> tuple[str, str, int]:
        """Return how dates are written, what shows it, and how many stay undecided."""
        look, sums = self.look, self.sums
        if self.written in ("day-first", "month-first", "iso"):
            return self.written, "thence.toml", 0
        if not sums.figures:
            return ("iso" if sums.dates else ""), "", 0
        if said := _said_order(self.column.name):
            return said, f"its name, {self.column.name!r}", 0
        if look.days and look.months:
            most, least = max(look.days, look.months), min(look.days, look.months)
            if least > _FEW * most:
                return "", "", look.either
        if look.days > look.months:
            return "day-first", str(look.day or look.odd_day), 0
        if look.months:
            return "month-first", str(look.month or look.odd_month), 0
        if sums.pointed:
            return "day-first", f"{sums.pointed}: points are written day first", 0
        return "", "", look.either

    def _ask_order(self, undecided: int) -> Finding:
        look, name = self.look, self.column.name
        if look.day and look.month:
            why = f"{look.day} puts the day first, {look.month} the month"
        else:
            why = f"{look.either_example} can be day first or month first"
        return finding(
            "TH540",
            self.path,
            f"{undecided} of {self.filled} dates under {name!r} cannot be decided and stay text: {why}",
            line=look.either_example.line if look.either_example else None,
            hint=self._hint("day-first", "month-first"),
        )

    def _hint(self, one: str, other: str) -> str:
        path, name = (json.dumps(said, ensure_ascii=False) for said in (self.path, self.column.name))
        return f'add to thence.toml: columns = [{{ path = {path}, name = {name}, written = "{one}" }}], or "{other}"'

    def _impossible(self) -> Iterator[Finding]:
        look, name = self.look, self.column.name
        for each in look.impossible_examples:
            yield finding(
                "TH541",
                self.path,
                f"{each.words!r} under {name!r} is no day of the calendar and is not read as a date",
                line=each.line,
                hint="correct the cell",
            )
        if look.impossible > len(look.impossible_examples):
            more = look.impossible - len(look.impossible_examples)
            yield finding("TH541", self.path, f"{more} more cells under {name!r} are no days of the calendar")

    def number(self) -> tuple[Column, list[Finding]]:
        """Return a column of numbers, or of numbers that name things."""
        sums, column = self.sums, self.column
        plain = not (sums.fractions or sums.either_comma or sums.either_point or sums.comma or sums.point)
        if sums.compact == self.filled and not sums.zero:
            return replace(column, kind="date", format="iso"), []
        if plain and not self.written.startswith("decimal"):
            if sums.zero:
                return replace(column, kind="identifier", evidence=_shown(sums)), []
            if _IDENTIFYING.search(column.name):
                return replace(column, kind="identifier", evidence=f"its name, {column.name!r}"), []
            return replace(column, kind="integer"), []
        form, evidence, undecided = self._mark()
        if undecided:
            return replace(column, undecided=undecided), [self._ask_mark(undecided)]
        whole = not sums.fractions and not (sums.either_comma if form == "decimal-comma" else sums.either_point)
        kind = "integer" if whole else "decimal"
        return replace(column, kind=kind, format=form, evidence=evidence), []

    def _mark(self) -> tuple[str, str, int]:
        """Return the decimal mark, what shows it, and how many cells stay undecided."""
        sums = self.sums
        if self.written in ("decimal-comma", "decimal-point"):
            return self.written, "thence.toml", 0
        if sums.comma and sums.point:
            undecided = sums.either_comma + sums.either_point
            return "", f"{sums.comma}, {sums.point}", undecided
        if sums.comma:
            return "decimal-comma", str(sums.comma), 0
        if sums.point:
            return "decimal-point", str(sums.point), 0
        if sums.either_comma:
            return "", "", sums.either_comma + sums.either_point
        if sums.either_point and self.delimiter != ",":
            return "", "", sums.either_point
        return ("decimal-point", "the delimiter is a comma", 0) if sums.either_point else ("", "", 0)

    def _ask_mark(self, undecided: int) -> Finding:
        sums, name = self.sums, self.column.name
        example = sums.either_comma_example if sums.either_comma else sums.either_point_example
        if sums.comma and sums.point:
            why = f"{sums.comma} has a decimal comma, {sums.point} a decimal point"
        else:
            why = f"{example} may have a decimal mark or thousands"
        return finding(
            "TH540",
            self.path,
            f"{undecided} of {self.filled} numbers under {name!r} cannot be decided and stay text: {why}",
            line=example.line if example else None,
            hint=self._hint("decimal-comma", "decimal-point"),
        )
