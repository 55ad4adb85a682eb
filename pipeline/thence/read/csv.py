"""CSV and TSV: dialect, header and kinds of columns by evidence over all rows; every cell with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from thence.errors import InputError, Location
from thence.model.document import Column
from thence.model.finding import Finding, Severity
from thence.model.table import Table
from thence.read.csv_cells import Dialect, Grid, grid_of
from thence.read.csv_columns import decided
from thence.read.csv_dialect import dialect_of
from thence.read.csv_layout import Layout, layouts, without_last_column
from thence.read.csv_prose import around
from thence.read.csv_shapes import Look, look
from thence.read.reading import DEFAULT, Options, Reading, finding, source_findings
from thence.read.source import decode

__all__ = ["line_finder", "list_findings", "looked_at", "read_csv", "table_of", "title_of", "without_open_end"]

_MOST_RAGGED = 20
_MOST_CHARACTERS = 2**31 - 2
_MOST_CELLS = 100_000
"""Cells of one row; spreadsheets have 16,384."""
_MOST_COLUMNS = 2_000
"""Columns whose kind is looked for."""


def read_csv(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read tables of delimited text: the rendition is the file's text, a cell's place leaves out its quotes.

    The dialect is the one under which most rows have as many cells; the first full row is the header unless it holds
    values. Lines above the header are title, remarks or ``key: value``. Kinds of columns are decided by all their
    cells; what can be read two ways stays text and is asked (TH540). Raises InputError TH506 for rows of more cells, or
    files of more characters, than any program writes.
    """
    source = decode(data)
    text = source.text
    dialect = dialect_of(text)
    grid = without_open_end(checked(text, dialect, path))
    line_of = line_finder(grid)
    findings = [*source_findings(source, path), *odd_characters(text, path), *unclosed(grid, line_of, path)]
    tables: list[Table] = []
    columns: list[Column] = []
    laid = list(layouts(text, grid, dialect))
    for number, layout in enumerate(laid, 1):
        title = title_of(text, grid, layout)
        if layout.low < layout.high:
            tables.append(table_of(grid, layout, (layout.low, layout.high), number, title=title))
        findings += list_findings(grid, layout, line_of, path)
        findings += ragged(grid, layout, (layout.low, layout.high), line_of, path)
        looks = looked_at(layout)
        look(looks, text, grid, (layout.low, layout.summed), line_of)
        for at, each in enumerate(looks, 1):
            column, found = decided(
                each, at, _name(layout, at), path, options, table=number, delimiter=dialect.delimiter
            )
            columns.append(column)
            findings += found
    blocks, records = around(text, grid, laid, dialect)
    return Reading(
        text,
        source.byte_map,
        source.encoding,
        blocks=blocks,
        records=records,
        tables=tuple(tables),
        columns=tuple(columns),
        title=title_of(text, grid, laid[0]) or None if laid else None,
        findings=tuple(findings),
    )


def checked(text: str, dialect: Dialect, path: str) -> Grid:
    """Return the cells of a text. Raises InputError TH506 where they are more than any program writes."""
    if len(text) > _MOST_CHARACTERS:
        raise InputError("TH506", "the table is larger than 2 GB", at=Location(path), hint="split the file")
    grid = grid_of(text, dialect)
    most = int(grid.widths.max()) if grid.count else 0
    if most > _MOST_CELLS:
        line = line_finder(grid)(int(grid.row_starts[int(grid.widths.argmax())]))
        hint = "check whether the file is a table: its line ends may be lost"
        raise InputError("TH506", f"a row of {most} cells", at=Location(path, line), hint=hint)
    return grid


def without_open_end(grid: Grid) -> Grid:
    """Return the rows without the empty cell that a delimiter at the end of every full row makes."""
    if not grid.count:
        return grid
    width = int(np.bincount(grid.widths).argmax())
    full = grid.widths == width
    last = grid.firsts[1:][full] - 1
    if width < 2 or (grid.starts[last] != grid.ends[last]).any():
        return grid
    return without_last_column(grid, width)


def line_finder(grid: Grid, before: int = 0) -> Callable[[int], int]:
    """Return a function from places to lines of the file.   before: line ends before the text begins."""
    ends = np.flatnonzero(grid.codes == 10)
    return lambda place: before + int(np.searchsorted(ends, place)) + 1


def table_of(
    grid: Grid, layout: Layout, rows: tuple[int, int], number: int = 1, *, first: int = 1, title: str = ""
) -> Table:
    """Return some rows as a table.   rows: from and up to.   first: the number of the first of them."""
    low, high = rows
    cells = slice(int(grid.firsts[low]), int(grid.firsts[high]))
    firsts = grid.firsts[low : high + 1] - grid.firsts[low]
    width = layout.width
    regular = np.array_equal(firsts, np.arange(high - low + 1, dtype=np.int32) * width)
    return Table(
        number,
        width,
        layout.names,
        np.stack((grid.starts[cells], grid.ends[cells]), axis=1).tobytes(),
        np.stack((grid.row_starts[low:high], grid.row_ends[low:high]), axis=1).tobytes(),
        b"" if regular else firsts.astype(np.int32).tobytes(),
        layout.paths,
        layout.heads,
        first,
        title,
    )


def looked_at(layout: Layout) -> list[Look]:
    """Return a fresh look for each column of a table, as far as its kind is looked for."""
    return [Look() for _ in range(min(max(layout.width, len(layout.names)), _MOST_COLUMNS))]


def _name(layout: Layout, number: int) -> str:
    return layout.names[number - 1] if number <= len(layout.names) else f"column {number}"


def title_of(text: str, grid: Grid, layout: Layout) -> str:
    """Return the words of the line above the header that holds one cell."""
    for index in layout.lead[:1]:
        cells = [text[start:end] for start, end in grid.row(index) if start < end]
        if len(cells) == 1:
            return " ".join(cells[0].split())
    return ""


def odd_characters(text: str, path: str) -> Iterator[Finding]:
    """Yield a finding for NUL characters."""
    if "\0" in text:
        count = text.count("\0")
        hint = "save the file again; they may come from a crash while it was written"
        yield finding("TH522", path, f"{count} NUL characters stand in the text", hint=hint)


def unclosed(grid: Grid, line_of: Callable[[int], int], path: str) -> Iterator[Finding]:
    """Yield a finding for each quote that is never closed (TH542)."""
    for place in grid.unclosed[:_MOST_RAGGED]:
        yield finding(
            "TH542",
            path,
            "a quote opens and is never closed: it is read as a character, and its line as a row",
            line=line_of(place),
            hint="close the quote, or double it where it is meant as a character",
        )
    if len(grid.unclosed) > _MOST_RAGGED:
        yield finding("TH542", path, f"{len(grid.unclosed) - _MOST_RAGGED} more quotes are never closed")


def list_findings(grid: Grid, layout: Layout, line_of: Callable[[int], int], path: str) -> Iterator[Finding]:
    """Yield what is to be said of a table's form: no header (TH528), names that repeat, totals, remarks (TH543)."""

    def told(message: str, row: int, hint: str = "") -> Finding:
        line = line_of(int(grid.row_starts[row]))
        return finding("TH543", path, message, severity=Severity.INFO, line=line, hint=hint)

    if not layout.headers and layout.low < layout.high:
        yield finding(
            "TH528",
            path,
            "no header row: the columns are named column 1, column 2, …",
            severity=Severity.INFO,
            hint="give the table a first row with the names of its columns",
        )
    for name in layout.twice:
        hint = "give each column a name of its own"
        yield told(f"several columns are called {name!r}: they are kept apart", layout.headers[-1], hint)
    for row in layout.totals:
        yield told("the row sums up those above it: it is no row of data", row)
    if layout.notes:
        yield told(f"{len(layout.notes)} lines below the table are remarks, no rows", layout.notes[0])


def ragged(
    grid: Grid, layout: Layout, rows: tuple[int, int], line_of: Callable[[int], int], path: str
) -> Iterator[Finding]:
    """Yield a finding for each row with more or fewer cells than the header (TH526); the last one counts the rest."""
    low, high = rows
    expected = len(layout.names) or layout.width
    odd = np.flatnonzero(grid.widths[low:high] != expected) + low
    against = "the header" if layout.headers else "the others"
    for row in _overfull(grid, odd.tolist(), expected)[:_MOST_RAGGED]:
        width = int(grid.widths[row])
        yield finding(
            "TH526",
            path,
            f"the row has {width} {'cell' if width == 1 else 'cells'}, {against} {expected}",
            line=line_of(int(grid.row_starts[row])),
            hint="quote cells that hold the delimiter" if width > expected else "check what is missing",
        )
    if len(odd) > _MOST_RAGGED:
        yield finding("TH526", path, f"{len(odd) - _MOST_RAGGED} more rows have other numbers of cells")


def _overfull(grid: Grid, rows: Sequence[int], expected: int) -> list[int]:
    """Return the rows that are not only too long by empty cells."""
    found = []
    for row in rows[: 50 * _MOST_RAGGED]:
        low, high = int(grid.firsts[row]) + expected, int(grid.firsts[row + 1])
        if high < low or (grid.starts[low:high] != grid.ends[low:high]).any():
            found.append(row)
    return found
