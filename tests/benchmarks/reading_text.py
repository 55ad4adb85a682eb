"""Reading Markdown beside markdown-it-py, and plain text beside decoding and the csv module, CPU seconds in one run.

``python -m tests.benchmarks.reading_text [KB] [--rounds N] [--full]`` makes notes and a report of about KB kilobytes
and, by turns, reads them with thence and parses the Markdown with ``MarkdownIt("commonmark").enable("table")``, or
decodes the text and takes its rows from ``csv.reader``. Medians, and the median of the rounds' ratios; the collector is
off for all. ``--full``: 200, 400 and 800 kB, eleven rounds each. Exit 0 only if md is within 1.5 and txt within 3.
"""

from __future__ import annotations

import argparse
import csv
import io
import platform
import random
import statistics
import sys
import textwrap
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version

from markdown_it import MarkdownIt

from thence.read.md import read_md
from thence.read.pace import uncollected
from thence.read.txt import read_txt

__all__ = ["main", "notes", "report"]

MOST = {"md": 1.5, "txt": 3.0}
_TEXT = (
    "the of and to in a is was for on by with as at from that it which were this company board bank ministry "
    "report account paid owned founded director chair loan interest period market share river bridge museum "
    "castle letters during between against however although because several important national annual general"
)
_WORDS = _TEXT.split()
_NAMES = ("Søren Dahl", "Zoë Böhm", "Kiln Ltd", "Northgate Trading Ltd", "Ann Lee", "EUR 1,200", "12 May 2023")


def notes(kilobytes: int, *, seed: int = 1) -> str:
    """Return Markdown of about that size: sections, paragraphs, lists, tables, quotations, code."""
    chance = random.Random(seed)
    out = ["---\ntitle: A note\ntags: [a, b]\n---\n\n"]
    size = 0
    while size < kilobytes * 1024:
        piece = _section(chance)
        size += len(piece)
        out.append(piece)
    return "".join(out)


def _section(chance: random.Random) -> str:
    out = [f"## {chance.choice(_WORDS).title()} {chance.choice(_WORDS)}\n\n"]
    out += [_wrapped(" ".join(_marked(chance) for _ in range(chance.randint(2, 6))), 100) for _ in range(4)]
    if chance.random() < 0.5:
        out += [*(f"- {_marked(chance)}\n" for _ in range(chance.randint(3, 8))), "\n"]
    if chance.random() < 0.3:
        out.append("| Name | Year | Amount |\n|---|---|--:|\n")
        for _ in range(chance.randint(5, 15)):
            out.append(f"| {chance.choice(_WORDS)} | {chance.randint(1900, 2024)} | {chance.randint(1, 999)} |\n")
        out.append("\n")
    if chance.random() < 0.3:
        out.append(f"> {_marked(chance)}\n> {_marked(chance)}\n\n")
    if chance.random() < 0.2:
        out.append("```py\n" + "x = 1\n" * chance.randint(3, 12) + "```\n\n")
    return "".join(out)


def _marked(chance: random.Random) -> str:
    words = []
    for _ in range(chance.randint(8, 22)):
        word, kind = chance.choice(_WORDS), chance.random()
        if kind < 0.04:
            word = f"[[{word.title()} {chance.choice(_WORDS)}]]"
        elif kind < 0.06:
            word = f"[{word}](http://example.org/{word})"
        elif kind < 0.13:
            mark = chance.choice(("**", "*", "`"))
            word = f"{mark}{word}{mark}"
        elif kind < 0.16:
            word = chance.choice(_NAMES)
        words.append(word)
    return " ".join(words).capitalize() + "."


def report(kilobytes: int, *, seed: int = 1) -> str:
    """Return plain text of about that size: paragraphs, headings, numbered clauses, blocks of keys."""
    chance = random.Random(seed)
    out = ["ANNUAL REPORT\n\nDate: 3 May 2024\nAuthor: Bo Hart\n\n"]
    size = 0
    while size < kilobytes * 1024:
        piece = _wrapped(" ".join(_plain(chance) for _ in range(chance.randint(2, 8))), 78)
        if chance.random() < 0.1:
            piece = f"{chance.choice(_WORDS).title()} Notes\n\n{piece}"
        if chance.random() < 0.08:
            piece += "".join(f"{number}. {_plain(chance)}\n" for number in range(1, chance.randint(4, 8))) + "\n"
        if chance.random() < 0.03:
            piece += "".join(f"{key}: {chance.choice(_WORDS)}\n" for key in ("Client", "Status", "Amount due")) + "\n"
        size += len(piece)
        out.append(piece)
    return "".join(out)


def _plain(chance: random.Random) -> str:
    words = [
        chance.choice(_WORDS) if chance.random() > 0.03 else chance.choice(_NAMES) for _ in range(chance.randint(6, 24))
    ]
    words[len(words) // 2] += chance.choice(("", "", "", "", "", "", "", "", ",", ",", ",", ",", " –", ":"))
    return " ".join(words).capitalize() + "."


def _wrapped(words: str, width: int) -> str:
    return "\n".join(textwrap.wrap(words, width, break_on_hyphens=False)) + "\n\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading_text", description=__doc__)
    parser.add_argument("kilobytes", type=int, nargs="?", default=400)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--full", action="store_true")
    chosen = parser.parse_args(arguments)
    print(f"markdown-it-py {version('markdown-it-py')}, csv of Python {platform.python_version()}")
    held = True
    markdown = MarkdownIt("commonmark").enable("table")
    for size in (200, 400, 800) if chosen.full else (chosen.kilobytes,):
        note, text = notes(size).encode(), report(size).encode()
        rounds = 11 if chosen.full else chosen.rounds
        for name, peer, ours, theirs in (
            ("md", "markdown-it-py", partial(read_md, note, "a.md"), partial(_parsed, markdown, note)),
            ("txt", "decode and csv", partial(read_txt, text, "a.txt"), partial(_rows, text)),
        ):
            mine, other, ratio = _measured(ours, theirs, rounds)
            held = held and ratio <= MOST[name]
            print(f"{name} {size} kB thence CPU seconds: {mine:.4f}")
            print(f"{name} {size} kB {peer} CPU seconds: {other:.4f}")
            print(f"{name} {size} kB thence / {peer}: {ratio:.2f}")
    return 0 if held else 1


def _parsed(markdown: MarkdownIt, data: bytes) -> object:
    return markdown.parse(data.decode())


def _rows(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode())))


def _measured(ours: Callable[[], object], theirs: Callable[[], object], rounds: int) -> tuple[float, float, float]:
    """Return the medians of both, and of their ratio round by round."""
    with uncollected():
        ours()
        theirs()
        pairs = [(_cpu(ours), _cpu(theirs)) for _ in range(rounds)]
    return (
        statistics.median(mine for mine, _ in pairs),
        statistics.median(other for _, other in pairs),
        statistics.median(mine / other for mine, other in pairs),
    )


def _cpu(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    sys.exit(main())
