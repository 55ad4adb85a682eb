"""Tables of any size: decided over the whole file in a first pass, read piece by piece in a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

import numpy as np

from thence.model.document import Column, Document
from thence.model.finding import Finding
from thence.read.csv import (
    checked,
    line_finder,
    list_findings,
    looked_at,
    odd_characters,
    ragged,
    table_of,
    title_of,
    unclosed,
    without_open_end,
)
from thence.read.csv_cells import Dialect, Grid, last_row
from thence.read.csv_columns import decided
from thence.read.csv_dialect import dialect_of
from thence.read.csv_layout import Layout, layouts, without_last_column
from thence.read.csv_prose import around
from thence.read.csv_shapes import Look, look
from thence.read.documents import recipe_for
from thence.read.reading import DEFAULT, Options, source_findings
from thence.read.source import Source, decode_as
from thence.read.streamed import PIECE, Slice, Whole, read_slice, slices, whole_of

__all__ = ["read_csv_pieces"]

_NOTHING = Layout((), (), 0, 0, (), 0)


@dataclass(slots=True)
class _Plan:
    """What was decided over the whole table.

    open_end: cells of a full row where each ends with a delimiter, else 0.   pieces: with the number of the first row.
    """

    whole: Whole
    dialect: Dialect
    layout: Layout
    open_end: int
    title: str
    looks: list[Look]
    pieces: list[tuple[Slice, int]]

    def grid(self, source: Source, path: str, *, first: bool) -> tuple[Grid, int]:
        """Return the cells of a piece, and how many of its rows stand above the data."""
        dialect = self.dialect if first else replace(self.dialect, start=0)
        grid = checked(source.text, dialect, path)
        if self.open_end:
            grid = without_last_column(grid, self.open_end)
        return grid, self.layout.low if first else 0


def read_csv_pieces(
    file: Path | BinaryIO, path: str, options: Options = DEFAULT, *, size: int = PIECE
) -> Iterator[Document]:
    """Yield the documents that a large table makes: one for some thousand rows, with memory for one at a time.

    Dialect, header and kinds of columns are decided once, over all rows. Rows, lines and bytes are counted in the whole
    file, whose digest each document has; key and recipe end with the rows: ``big.csv#rows=1-20000``. What is to be said
    of the whole table is said with the first piece.   size: of a piece in bytes, about.   Raises as `read_csv`.
    """
    if isinstance(file, Path):
        with file.open("rb") as opened:
            yield from read_csv_pieces(opened, path, options, size=size)
        return
    plan = _planned(file, path, size)
    columns, findings = _decided(plan, path, options)
    recipe = recipe_for(path, plan.whole.head, options)
    for index, (piece, row) in enumerate(plan.pieces):
        source = decode_as(read_slice(file, piece), plan.whole.encoding, offset=piece.start)
        grid, low = plan.grid(source, path, first=index == 0)
        line_of = line_finder(grid, piece.lines)
        said = [*(findings if index == 0 else []), *_own(plan, source, grid, low, line_of, path)]
        yield _document(plan, source, grid, low, row, columns, path, recipe, said)


def _planned(file: BinaryIO, path: str, size: int) -> _Plan:
    """Return what is decided over the whole table: one pass for digest and encoding, one for the cells."""
    whole = whole_of(file)
    plan: _Plan | None = None
    dialect = Dialect()

    def boundary(text: str) -> int:
        nonlocal dialect
        if plan is None:
            dialect = dialect_of(text)
        return last_row(text, dialect if plan is None else replace(dialect, start=0))

    row = 1
    for piece, source in slices(file, whole, boundary, size=size):
        if plan is None:
            plan = _started(whole, source, dialect_of(source.text), path)
        grid, low = plan.grid(source, path, first=not plan.pieces)
        plan.pieces.append((piece, row))
        row += max(0, grid.count - low)
        look(plan.looks, source.text, grid, (min(low, grid.count), grid.count), line_finder(grid, piece.lines))
    return plan or _Plan(whole, dialect, _NOTHING, 0, "", [], [])


def _started(whole: Whole, source: Source, dialect: Dialect, path: str) -> _Plan:
    """Return the plan as the first piece shows it: one table, empty lines or not."""
    full = checked(source.text, dialect, path)
    grid = without_open_end(full)
    open_end = int(full.widths.max()) if full.count and len(grid.starts) < len(full.starts) else 0
    if open_end:
        open_end = int(np.bincount(full.widths).argmax())
    layout = next(layouts(source.text, replace(grid, gaps=()), dialect), _NOTHING)
    return _Plan(whole, dialect, layout, open_end, title_of(source.text, grid, layout), looked_at(layout), [])


def _decided(plan: _Plan, path: str, options: Options) -> tuple[tuple[Column, ...], list[Finding]]:
    columns: list[Column] = []
    findings: list[Finding] = []
    names = plan.layout.names
    for number, each in enumerate(plan.looks, 1):
        name = names[number - 1] if number <= len(names) else f"column {number}"
        column, found = decided(each, number, name, path, options, delimiter=plan.dialect.delimiter)
        columns.append(column)
        findings += found
    return tuple(columns), findings


def _own(
    plan: _Plan, source: Source, grid: Grid, low: int, line_of: Callable[[int], int], path: str
) -> Iterator[Finding]:
    """Yield what is to be said of one piece."""
    first = line_of(0) == 1
    yield from source_findings(replace(source, guessed=plan.whole.guessed and first), path)
    yield from odd_characters(source.text, path)
    yield from unclosed(grid, line_of, path)
    if first:
        yield from list_findings(grid, replace(plan.layout, totals=(), notes=()), line_of, path)
    yield from ragged(grid, plan.layout, (low, grid.count), line_of, path)


def _document(
    plan: _Plan,
    source: Source,
    grid: Grid,
    low: int,
    row: int,
    columns: tuple[Column, ...],
    path: str,
    recipe: str,
    findings: list[Finding],
) -> Document:
    first = row == 1
    layout = plan.layout if first else replace(plan.layout, heads=())
    rows = max(0, grid.count - low)
    part = f"rows={row}-{row + rows - 1}"
    blocks, records = around(source.text, grid, [layout] if first else [], plan.dialect)
    tables = (table_of(grid, layout, (low, grid.count), first=row, title=plan.title),) if rows else ()
    return Document(
        key=f"{path}#{part}",
        places=(path,),
        media_type="text/csv",
        digest=plan.whole.digest,
        size=plan.whole.size,
        recipe=f"{recipe};{part}",
        text=source.text,
        blocks=blocks,
        records=records,
        tables=tables,
        columns=columns,
        byte_map=source.byte_map,
        encoding=source.encoding,
        title=plan.title or None,
        findings=tuple(findings),
        piece=part,
    )
