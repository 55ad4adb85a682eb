"""The layout of made PDF files: lines in reading order, sentences in one piece, cells in their own row and column.

``python -m tests.evaluate.pdf_layout [--full]`` sets the test files of more than 40 pages and reads them; --full: and
sixteen seeds of each template, their text streams written line by line, word by word, character by character and in
any order. Exit 0 only if at least 97 % of the lines stand in order, no sentence is parted or mixed with another column,
and every cell stands in its own row and column.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from tests.read.made_pdf import STREAMS, Truth
from tests.read.made_pdf_pages import article, bands, sidebar
from tests.read.made_pdf_tables import long_table, report
from tests.read.test_pdf_layout import MADE, cells, in_order, whole
from thence.read import read_bytes

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.evaluate.pdf_layout", description=__doc__)
    parser.add_argument("--full", action="store_true")
    chosen = parser.parse_args(arguments)
    pages = lines = placed = sentences = rows = 0
    parted: list[str] = []
    strayed: list[str] = []
    for name, make in _files(full=chosen.full):
        data, truth = make()
        document = read_bytes(data, places=("made.pdf",))
        pages += truth.pages
        lines += len(truth.lines)
        placed += in_order(document, truth)
        sentences += len(truth.sentences)
        rows += sum(map(len, truth.rows))
        parted += [f"{name}: {sentence}" for sentence in whole(document, truth)]
        found = cells(document)
        if found != truth.rows:
            wrong = sum(one != two for one, two in zip(found, truth.rows, strict=False))
            strayed.append(f"{name}: {wrong} rows of {len(truth.rows)}, {len(found)} found")
    for each in (*parted, *strayed):
        print(each)
    print(f"pages: {pages}")
    print(f"lines in reading order: {placed / lines:.4f} of {lines}")
    print(f"sentences parted or mixed: {len(parted)} of {sentences}")
    print(f"files with cells astray: {len(strayed)} ({rows} cells)")
    return 0 if placed >= 0.97 * lines and not parted and not strayed else 1


def _files(*, full: bool) -> Iterator[tuple[str, Callable[[], tuple[bytes, Truth]]]]:
    yield from MADE.items()
    for seed in range(200, 216) if full else ():
        stream = STREAMS[seed % len(STREAMS)]
        for columns in (1, 2, 3):
            yield f"{columns} columns {seed} {stream}", partial(article, seed, columns=columns, stream=stream, pages=2)
        yield f"bands {seed} {stream}", partial(bands, seed, stream=stream)
        yield f"sidebar {seed} {stream}", partial(sidebar, seed, stream=stream)
        for ruled in ("", "grid", "lines", "rows"):
            for multi in (False, True):
                name = f"table {ruled or 'bare'} {'lines in cells ' if multi else ''}{seed} {stream}"
                yield name, partial(report, seed, ruled=ruled, stream=stream, multi=multi)
        yield f"long table {seed} {stream}", partial(long_table, seed, stream=stream, repeated=seed % 2 == 0)


if __name__ == "__main__":
    sys.exit(main())
