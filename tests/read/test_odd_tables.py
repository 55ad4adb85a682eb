"""Tables as people make them, alike in every format: titles, units, remarks, groups, empty corners, pairs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.read.asking import read, values
from tests.read.test_column_headers import FORMATS, Rows
from thence.model.document import Document, Record, RecordKind
from thence.read.totals import is_remark

Form = Callable[[Rows], tuple[bytes, str]]
each_format = pytest.mark.parametrize("form", FORMATS)


def rows(document: Document) -> list[dict[str, str]]:
    return [values(document, record) for record in _rows(document)]


def _rows(document: Document) -> list[Record]:
    return [each for each in document.every_record() if each.kind is RecordKind.ROW and each.part != "footer"]


@each_format
def test_readings_with_a_title_units_and_a_remark(form: Form):
    document = read(*form([
        ["Station 4, readings", None, None, None],
        ["Time", "Temp.", "Humidity", "Wind"],
        [None, "°C", "%", "m/s"],
        ["2024-03-01", 4.5, 81, 3.2],
        ["2024-03-02", 4.1, 83, "n/a"],
        ["2024-03-03", "3.9*", 84, 2.8],
        ["* corrected by hand", None, None, None],
    ]))  # fmt: skip
    assert [list(row.values()) for row in rows(document)] == [
        ["2024-03-01", "4.5", "81", "3.2"], ["2024-03-02", "4.1", "83", "n/a"], ["2024-03-03", "3.9*", "84", "2.8"],
    ]  # fmt: skip
    assert [item.path or (item.name,) for item in _rows(document)[0].fields] == [
        ("Time",), ("Temp.", "°C"), ("Humidity", "%"), ("Wind", "m/s"),
    ]  # fmt: skip
    assert {record.title for record in _rows(document)} == {"Station 4, readings"}
    assert "corrected by hand" in document.text


@each_format
def test_loans_with_an_abbreviated_header(form: Form):
    document = read(*form([
        ["Loan no.", "Title", "Borrower", "Due"],
        ["0001", "Walden", "Ann Keller", "01.04.2024"],
        ["0002", "Emma", "Bo Lind", "13.04.2024"],
    ]))  # fmt: skip
    assert rows(document)[0] == {
        "Loan no.": "0001", "Title": "Walden", "Borrower": "Ann Keller", "Due": "01.04.2024",
    }  # fmt: skip


@each_format
def test_a_manifest_with_lines_of_keys_above_and_an_empty_column(form: Form):
    document = read(*form([
        [None, "Vessel: MV Aurora", None, None, None],
        [None, "Voyage: 12W", None, None, None],
        [None, "B/L", "Shipper", "Packages", "Weight (kg)"],
        [None, "AU-001", "Bolt GmbH", 12, "1.250,50"],
        [None, "AU-002", "Kite Ltd", 3, "75,00"],
    ]))  # fmt: skip
    (keys,) = (record for record in document.every_record() if record.kind is RecordKind.KEYS)
    assert values(document, keys) == {"Vessel": "MV Aurora", "Voyage": "12W"}
    found = [{name: said for name, said in row.items() if name} for row in rows(document)]
    assert found[1] == {"B/L": "AU-002", "Shipper": "Kite Ltd", "Packages": "3", "Weight (kg)": "75,00"}


@each_format
def test_doses_under_a_group_with_names_that_reach_down(form: Form):
    document = read(*form([
        ["Drug", "Dose", "Dose", "Route"],
        [None, "Adult", "Child", None],
        ["Ibuprofen", "400 mg", "200 mg", "oral"],
        ["Morphine", "5-10 mg", "0.1 mg/kg", "i.v."],
    ]))  # fmt: skip
    assert rows(document)[1] == {
        "Drug": "Morphine", "Dose Adult": "5-10 mg", "Dose Child": "0.1 mg/kg", "Route": "i.v.",
    }  # fmt: skip


@each_format
def test_years_above_texts_are_names_of_columns(form: Form):
    document = read(*form([["", "2022", "2023"], ["Fees", "1.200", "1.350"], ["Grants", "300", "(20)"]]))
    assert rows(document) == [
        {"": "Fees", "2022": "1.200", "2023": "1.350"}, {"": "Grants", "2022": "300", "2023": "(20)"},
    ]  # fmt: skip


@each_format
def test_pairs_with_colons_are_one_record(form: Form):
    document = read(*form([["Project:", "Harbour wall"], ["Client:", "Kite Ltd"], ["Start:", "2024-03-13"]]))
    (record,) = document.every_record()
    assert record.kind is RecordKind.KEYS
    assert values(document, record) == {"Project": "Harbour wall", "Client": "Kite Ltd", "Start": "2024-03-13"}


@pytest.mark.parametrize(
    "words", ["Source: the ledger", "* corrected by hand", "Note. Rounded.", "¹ galvanised", "x" * 90]
)
def test_remarks_are_told_by_their_words(words: str):
    assert is_remark(words)


@pytest.mark.parametrize("words", ["Keynes Ltd", "Source Ltd", "Dr. Smith Jr.", "Notes on Walden", "*", "1"])
def test_names_are_no_remarks(words: str):
    assert not is_remark(words)
