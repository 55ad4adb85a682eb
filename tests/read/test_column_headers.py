"""Headers of several rows: the path above each column, in every format that has tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence

import pytest

from tests.read.asking import read
from tests.read.made import docx
from tests.read.made_xlsx import grid, workbook
from thence.read.column_headers import header_rows, paths_of, stacked

Rows = Sequence[Sequence[str | int | None]]


def as_csv(rows: Rows) -> tuple[bytes, str]:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue().encode(), "a.csv"


def as_xlsx(rows: Rows) -> tuple[bytes, str]:
    return workbook({"Data": grid(rows)}), "a.xlsx"


def as_html(rows: Rows) -> tuple[bytes, str]:
    cells = ("".join(f"<td>{'' if cell is None else cell}</td>" for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{each}</tr>' for each in cells)}</table>".encode(), "a.html"


def as_docx(rows: Rows) -> tuple[bytes, str]:
    def one(cell: str | int | None) -> str:
        return f"<w:tc><w:p><w:r><w:t>{'' if cell is None else cell}</w:t></w:r></w:p></w:tc>"

    made = "".join(f"<w:tr>{''.join(map(one, row))}</w:tr>" for row in rows)
    return docx(f"<w:tbl>{made}</w:tbl>"), "a.docx"


FORMATS = [as_csv, as_xlsx, as_html, as_docx]
YEARS = [("Region",), ("2023", "Q1"), ("2023", "Q2"), ("2024", "Q1"), ("2024", "Q2")]
BODY = [["North", 1, 2, 3, 4], ["South", 5, 6, 7, 8]]
QUARTERS = ["Q1", "Q2", "Q1", "Q2"]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "heads",
    [
        [[None, 2023, 2023, 2024, 2024], ["Region", *QUARTERS]],
        [[None, 2023, None, 2024, None], ["Region", *QUARTERS]],
        [["Region", 2023, 2023, 2024, 2024], [None, *QUARTERS]],
        [["Region", 2023, None, 2024, None], [None, *QUARTERS]],
        [["Region", 2023, 2023, 2024, 2024], ["Region", *QUARTERS]],
    ],
)
def test_names_that_repeat_below_groups_are_paths(form: Callable[[Rows], tuple[bytes, str]], heads: Rows):
    first = next(iter(read(*form([*heads, *BODY])).every_record()))
    assert [item.path or (item.name,) for item in first.fields] == YEARS
    assert [item.name for item in first.fields] == [" ".join(path) for path in YEARS]
    assert first.row == 1


@pytest.mark.parametrize("form", FORMATS)
def test_groups_of_words_over_words_are_seen_by_their_form(form: Callable[[Rows], tuple[bytes, str]]):
    heads = [["Team", "Home", "Home", "Away", "Away"], [None, "Won", "Lost", "Won", "Lost"]]
    document = read(*form([*heads, ["Foxes", "a", "b", "c", "d"], ["Hares", "e", "f", "g", "h"]]))
    names = [[item.name for item in record.fields] for record in document.every_record()]
    assert names == [["Team", "Home Won", "Home Lost", "Away Won", "Away Lost"]] * 2


def test_a_header_may_have_three_rows_and_units():
    rows = [
        ["Region", "Code", "Sales", "", "Costs", ""],
        ["", "", "Q1", "Q2", "Q1", "Q2"],
        ["", "", "EUR", "EUR", "USD", "USD"],
        ["North", "007", "1", "2", "3", "4"],
    ]
    assert stacked(rows) == 3
    document = read(*as_csv(rows))
    assert document.tables[0].names == (
        "Region", "Code", "Sales Q1 (EUR)", "Sales Q2 (EUR)", "Costs Q1 (USD)", "Costs Q2 (USD)",
    )  # fmt: skip
    assert document.tables[0].paths[2] == ("Sales", "Q1", "EUR")


def test_a_name_that_reaches_down_reaches_no_further_to_the_right():
    rows = [["Region", "", "Sales", ""], ["", "Code", "Q1", "Q2"]]
    assert paths_of(rows) == [("Region",), ("Code",), ("Sales", "Q1"), ("Sales", "Q2")]


@pytest.mark.parametrize(
    "rows",
    [
        [["Name", "Town"], ["Ann", "Rome"], ["Bo", "Rome"]],
        [["Name", "Town", "Town"], ["Ann", "Rome", "Oslo"], ["Bo", "Bern", "Rome"]],
        [["Ann", "Rome", "Rome"], ["Bo", "Oslo", "Oslo"], ["Cy", "Rome", "Bern"]],
        [["Won", "Lost", "Won", "Lost"], ["x", "x", "y", "y"], ["x", "x", "z", "z"]],
    ],
)
def test_rows_of_data_are_no_headers(rows: list[list[str]]):
    assert stacked(rows) == 0
    assert header_rows(rows) < 2
