"""Reading PDF beside pypdfium2's own text extraction, CPU seconds in one run.

``python -m tests.benchmarks.reading_pdf [PAGES] [--file FILE] [--rounds N]`` makes files of PAGES pages (200) in one
and in two columns, with running lines, headings and footnotes, and by turns reads each with thence and takes its text
with pypdfium2: ``get_textpage`` and ``get_text_range`` of every page. Medians, and the median of the rounds' ratios.
--file: measure that file instead. Exit 0 only if no ratio is over 1.5.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

import pypdfium2

from tests.read.made_pdf_pages import article
from thence.read.pdf import read_pdf

__all__ = ["main"]

MOST = 1.5


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading_pdf", description=__doc__)
    parser.add_argument("pages", type=int, nargs="?", default=200)
    parser.add_argument("--file", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    chosen = parser.parse_args(arguments)
    print(f"pypdfium2 {version('pypdfium2')}")
    if chosen.file:
        files = {chosen.file.name: chosen.file.read_bytes()}
    else:
        files = {
            f"{'one column' if columns == 1 else 'two columns'}, {chosen.pages} pages": article(
                columns, columns=columns, pages=chosen.pages
            )[0]
            for columns in (1, 2)
        }
    worst = 0.0
    for name, data in files.items():
        ours, peer, ratio = _measured(data, chosen.rounds)
        worst = max(worst, ratio)
        print(f"{name}: thence CPU seconds: {ours:.3f}")
        print(f"{name}: pypdfium2 CPU seconds: {peer:.3f}")
        print(f"{name}: thence / pypdfium2: {ratio:.2f}")
    return 0 if worst <= MOST else 1


def _measured(data: bytes, rounds: int) -> tuple[float, float, float]:
    """Return the medians of both, and of their ratio round by round."""

    def extract() -> None:
        document = pypdfium2.PdfDocument(data)
        for page in document:
            text_page = page.get_textpage()
            text_page.get_text_range()
            text_page.close()
            page.close()
        document.close()

    def read() -> None:
        read_pdf(data, "made.pdf")

    read()
    pairs = [(_cpu(read), _cpu(extract)) for _ in range(rounds)]
    return (
        statistics.median(ours for ours, _ in pairs),
        statistics.median(peer for _, peer in pairs),
        statistics.median(ours / peer for ours, peer in pairs),
    )


def _cpu(work: Callable[[], None]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    sys.exit(main())
