"""What the columns of a table hold, decided by all their cells; what cannot be decided is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from thence.model.document import Column
from thence.model.finding import Finding, Severity
from thence.read.column_choices import lines_to_paste
from thence.read.csv_evidence import Sums, is_number, looks_dated, summed
from thence.read.csv_shapes import Example, Look
from thence.read.reading import Options, finding

__all__ = ["chosen", "decided"]

_NEARLY, _LEAST = 0.9, 10
"""Share and number of cells from which a column of text is told that nearly all of it is something else."""
_FEW = 0.05
"""Share of cells written the other way round that counts as mistakes and not as a second way of writing."""
_NOTHING = re.compile(
    r"(?i)\W*|n/?\s?a\.?|none|nil|null|nan|unknown|not known|tb[acd]|not applicable|not available|no data|keine?|"
    r"present|current|to date|ongoing|today|now|open|heute|(?:grand |sub-?)?total|summe|gesamt"
)
_IDENTIFYING = re.compile(
    r"(?i)(?:^|[^a-z])(?:id|ids|iban|bic|swift|isin|lei|code|codes|phone|telephone|tel|mobile|fax|zip|zipcode|postcode|"
    r"postal|plz|account|acct|konto|kontonummer|sku|ean|upc|vat|uid|ssn|tin|ref|reference|nr|no|num|number|nummer|key|"
    r"serial|barcode|passport|licen[cs]e|registration)(?!\.? (?:of|der|de)\b)(?:$|[^a-z])|[a-z]Id$|ID$|#"
)
_BOOLEANS = (
    {"true", "false"}, {"yes", "no"}, {"y", "n"}, {"t", "f"}, {"ja", "nein"}, {"j", "n"}, {"oui", "non"}, {"si", "no"},
    {"sí", "no"}, {"on", "off"}, {"wahr", "falsch"}, {"vrai", "faux"},
)  # fmt: skip


def chosen(options: Options, path: str, name: str) -> str:
    """Return how the user says that a column is written, or nothing."""
    return next(
        (
            written
            for of, called, written in options.columns
            if fnmatchcase(path, of) and (name == called or fnmatchcase(name.casefold(), called.casefold()))
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
    sums = summed(look, name)
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


def _shown(sums: Sums) -> str:
    return f"{sums.zero} is no number" if sums.zero else ""


def _others(look: Look, sums: Sums, kind: str) -> Iterator[Example]:
    """Yield cells that are not of the kind that most are."""
    nothing = {word for word, _, _ in look.words.values() if _NOTHING.fullmatch(word)}
    for shape in sums.others:
        if shape.example.words not in nothing:
            yield shape.example
    for word, _, line in look.words.values():
        if word not in nothing:
            yield Example(word, line)
    for shape in look.shapes.values():
        other = not is_number(shape) if kind == "numbers" else not looks_dated(shape)
        if other and shape.example.words not in nothing:
            yield shape.example


def _said_order(name: str) -> str:
    """Return the order that a header gives: "Date (DD/MM/YYYY)"."""
    if re.search(r"(?i)(?<![a-z])[dt]{1,2}[/. -]m{1,2}[/. -](?:y|j|a){2,4}(?![a-z])", name):
        return "day-first"
    return "month-first" if re.search(r"(?i)(?<![a-z])m{1,2}[/. -]d{1,2}[/. -]y{2,4}(?![a-z])", name) else ""


@dataclass(frozen=True, slots=True)
class _Case:
    """A column whose cells are dates or numbers."""

    column: Column
    look: Look
    sums: Sums
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
        if look.swapped:
            return "", "", sums.figures - look.impossible
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
        if look.swapped_example:
            return finding(
                "TH540",
                self.path,
                f"{undecided} dates under {name!r} stay text: {look.swapped_example} has a year of two figures first",
                line=look.swapped_example.line,
                hint="write the dates as YYYY-MM-DD",
            )
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
        return lines_to_paste(self.path, self.column.name, one, other)

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
