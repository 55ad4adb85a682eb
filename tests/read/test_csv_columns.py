"""What columns hold, by all their cells: decided where something decides, asked where nothing does."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from tests.read.asking import read
from tests.shared import needs_shared, shared
from thence.config import load_config
from thence.model.document import Column, Document
from thence.model.finding import Finding
from thence.read import Options, read_bytes
from thence.read.csv import read_csv


def column(*cells: str, name: str = "x", delimiter: str = ",", options: Options | None = None) -> Column:
    return reading(*cells, name=name, delimiter=delimiter, options=options)[0]


def reading(
    *cells: str, name: str = "x", delimiter: str = ",", options: Options | None = None
) -> tuple[Column, tuple[Finding, ...]]:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(["word", name])
    writer.writerows([f"w{chr(97 + at % 26)}", cell] for at, cell in enumerate(cells))
    found = read_csv(out.getvalue().encode(), "a.csv", options or Options())
    return found.columns[1], found.findings


def codes(findings: tuple[Finding, ...]) -> list[str]:
    return [finding.code for finding in findings]


def test_dates_that_nothing_decides_stay_text_and_are_asked():
    found, findings = reading("03/04/2024", "01/12/2024", "07/08/2024")
    assert (found.kind, found.format, found.undecided) == ("text", "", 3)
    (asked,) = findings
    assert (asked.code, asked.line) == ("TH540", 2)
    assert "3 of 3 dates under 'x'" in asked.message
    assert "03/04/2024 in line 2" in asked.message
    assert asked.hint.splitlines() == [
        "put these lines at the end of thence.toml, with month-first if that is it:",
        "[[columns]]",
        'path = "a.csv"',
        'name = "x"',
        'written = "day-first"',
    ]


@pytest.mark.parametrize("before", ["", "[limits]\ndepth = 40\n", "[limits]\ndepth = 40\n\n{hint}\n"])
@pytest.mark.parametrize("name", ['Amount [EUR] "net"', "a\\b", "Größe\x7f", "x'#"])
def test_the_lines_that_are_asked_for_decide_wherever_they_are_put(tmp_path: Path, name: str, before: str):
    _, findings = reading("1,234", name=name)
    _, _, lines = findings[0].hint.partition("\n")
    path = tmp_path / "thence.toml"
    other = lines.replace("a.csv", "b.csv")
    path.write_text(f"{before.replace('{hint}', other)}{lines}\n", encoding="utf-8")
    chosen = load_config(path).columns
    options = Options(columns=tuple((each.path, each.name, each.written) for each in chosen))
    assert column("1,234", name=name, options=options).evidence == "thence.toml"


def test_a_value_over_twelve_decides_and_impossible_days_are_refused():
    found, findings = reading("03/04/2024", "13/02/2024", "31/02/2024")
    assert (found.kind, found.format, found.evidence) == ("date", "day-first", "13/02/2024 in line 3")
    assert (found.undecided, found.refused) == (0, 1)
    assert [(each.code, each.line) for each in findings] == [("TH541", 4)]
    assert column("03/04/2024", "02/13/2024").format == "month-first"


def test_impossible_days_of_an_iso_column_are_refused():
    found, findings = reading("2024-02-13", "2024-13-45", "2024-02-30", "2023-02-29", "2024-02-29T10:00:00Z")
    assert (found.kind, found.format, found.refused) == ("date", "iso", 3)
    assert [each.line for each in findings] == [3, 4, 5]


def test_a_date_written_the_other_way_round_is_a_mistake_among_many():
    found, findings = reading(*["13/02/2024"] * 40, "03/04/2024", "02/14/2024")
    assert (found.format, found.refused) == ("day-first", 1)
    assert "02/14/2024 in line 43" in findings[0].message


def test_dates_in_both_orders_decide_nothing():
    found, findings = reading("13/02/2024", "02/13/2024", "03/04/2024")
    assert (found.kind, found.undecided) == ("text", 1)
    assert "13/02/2024 in line 2 puts the day first, 02/13/2024 in line 3 the month" in findings[0].message


def test_points_are_written_day_first_and_headers_may_say_the_order():
    assert column("03.04.2024", "05.06.2024").format == "day-first"
    assert column("03/04/2024", "05/06/2024", name="Date (MM/DD/YYYY)").format == "month-first"
    assert column("03/04/2024", "05/06/2024", name="Tag (TT.MM.JJJJ)").format == "day-first"


def test_years_of_two_figures_are_told():
    found = column("13/02/24", "03/04/99")
    assert found.kind == "date"
    assert "1970 to 2069" in found.evidence


def test_years_of_two_figures_in_front_are_never_days():
    found, findings = reading("99/12/31", "24/12/31", "01/02/03")
    assert (found.kind, found.undecided, found.refused) == ("text", 3, 0)
    assert codes(findings) == ["TH540"]


@pytest.mark.parametrize(
    ("cells", "form"),
    [
        (["1.234,56", "7,00"], "decimal-comma"), (["1,234.56", "1,234"], "decimal-point"),
        (["12,5", "1,234"], "decimal-comma"),
        (["0,125", "1,234"], "decimal-comma"), (["1,234,567", "1,234"], "decimal-point"),
        (["1.234.567", "1.234"], "decimal-comma"),
        (["1 234,50", "1"], "decimal-comma"), (["EUR 1.234,50", "EUR 1.234"], "decimal-comma"),
        (["3.14", "2"], "decimal-point"),
        (["(1,250.00)", "-3"], "decimal-point"), (["12,5 %", "3 %"], "decimal-comma"),
        (["1'234.50", "2"], "decimal-point"),
    ],
)  # fmt: skip
def test_the_decimal_mark_is_decided_by_the_numbers_that_leave_no_doubt(cells: list[str], form: str):
    found = column(*cells, delimiter=";")
    assert (found.format, found.undecided) == (form, 0)
    assert found.kind in ("decimal", "integer")
    assert found.evidence


def test_a_mark_before_three_digits_is_asked():
    found, findings = reading("1,234", "5,678", "12")
    assert (found.kind, found.undecided) == ("text", 2)
    assert codes(findings) == ["TH540"]
    assert '"decimal-comma"' in findings[0].hint
    assert column("1.234", "5.678", delimiter=";").undecided == 2
    assert column("1.234", "5.678", delimiter=",").format == "decimal-point"


def test_numbers_that_contradict_each_other_are_asked():
    found, findings = reading("1.234,56", "1,234.56", "1,234")
    assert (found.kind, found.undecided) == ("text", 1)
    assert "1.234,56 in line 2 has a decimal comma, 1,234.56 in line 3 a decimal point" in findings[0].message


@pytest.mark.parametrize(
    ("cells", "name", "kind"),
    [
        (["007", "12"], "x", "identifier"), (["1", "0", "10"], "x", "integer"), (["0.5", "0"], "x", "decimal"),
        (["12345", "22345"], "customer_id", "identifier"), (["12345", "22345"], "Number of shares", "integer"),
        (["+44 20 7946 0000", "020 7946 0001"], "Phone", "identifier"), (["01067", "80331"], "PLZ", "identifier"),
        (["DE89 3704 0044 0532 0130 00", "GB29 NWBK 6016 1331 9268 19"], "IBAN", "identifier"),
        (["A-1001", "B-1002"], "x", "identifier"), (["12345678901234567890", "2"], "x", "identifier"),
        (["true", "FALSE", ""], "x", "boolean"), (["yes", "no", "n/a"], "x", "boolean"),
        (["Ja", "Nein"], "x", "boolean"),
        (["", ""], "x", "empty"), (["Ann", "Bo"], "x", "text"), (["open", "closed"], "x", "text"),
        (["n/a", "-"], "x", "text"),
        (["1.5E+10", "2e-3"], "x", "decimal"), (["5", "n/a", "6"], "x", "integer"),
        (["3 March 2024", "1 May 2025"], "x", "date"),
        (["20240131", "20240229"], "Booking date", "date"), (["20240131", "20240229"], "x", "integer"),
        (["see page 5", "all of 12"], "x", "text"), (["2024", "1999"], "year", "integer"),
        (["3 of 4", "5 of 6"], "x", "text"),
    ],
)  # fmt: skip
def test_kinds_are_those_of_all_cells(cells: list[str], name: str, kind: str):
    assert column(*cells, name=name).kind == kind


def test_a_column_of_which_nearly_all_are_numbers_is_text_and_told():
    found, findings = reading(*map(str, range(30)), "many")
    assert found.kind == "text"
    (told,) = findings
    assert (told.code, told.line) == ("TH543", 32)
    assert "30 of 31 cells under 'x' are numbers, 'many' is not" in told.message
    assert reading(*map(str, range(30)), *["many", "few", "some", "none at all", "lots"])[1] == ()


def test_what_a_user_says_holds():
    def said(written: str) -> Options:
        return Options(columns=(("*.csv", "X", written),))

    found, findings = reading("03/04/2024", "01/12/2024", options=said("month-first"))
    assert (found.kind, found.format, found.evidence, findings) == ("date", "month-first", "thence.toml", ())
    assert column("1,234", "5,678", options=said("decimal-comma")).kind == "decimal"
    assert column("1,234", "5,678", options=said("decimal-point")).kind == "integer"
    assert reading("03/04/2024", "31/02/2024", options=said("text"))[0].evidence == "thence.toml"
    assert reading("03/04/2024", "31/02/2024", options=said("text"))[1] == ()
    assert column("03/04/2024", options=Options(columns=(("b.csv", "x", "day-first"),))).undecided == 1


def test_evidence_far_below_decides():
    cells = ["03/04/2024"] * 30_000 + ["13/04/2024"]
    found = column(*cells)
    assert (found.format, found.evidence) == ("day-first", "13/04/2024 in line 30002")


def test_a_line_with_a_sum_is_no_evidence():
    document = read("date,amount\n2024-01-01,5\n2024-01-02,6\nTotal,11\n", "a.csv")
    assert [each.kind for each in document.columns] == ["date", "integer"]
    assert [(each.code, each.line) for each in document.findings] == [("TH543", 4)]


@needs_shared
def test_d17_one_column_is_asked_one_decided_and_impossible_days_refused():
    path = shared("cases", "D17-csv-dates", "dates.csv")
    document: Document = read_bytes(path.read_bytes(), places=("dates.csv",))
    amb, dmy, iso = document.columns[1:]
    assert (amb.kind, amb.undecided) == ("text", 3)
    assert (dmy.kind, dmy.format, dmy.evidence, dmy.refused) == ("date", "day-first", "13/02/2024 in line 2", 1)
    assert (iso.kind, iso.refused) == ("date", 1)
    assert [(each.code, each.line) for each in document.findings] == [("TH540", 2), ("TH541", 4), ("TH541", 4)]
