"""Reading HTML beside the standard library's parser, CPU seconds in one run.

``python -m tests.benchmarks.reading_html [KB] [--rounds N] [--full]`` makes a page of about KB kilobytes (articles with
links and emphasis, tables, lists, entities, names outside ASCII) and, by turns, reads it with thence and feeds the
decoded text to an ``html.parser.HTMLParser`` whose handlers do nothing. Medians, and the median of the rounds' ratios.
``--full``: pages of 200, 400 and 800 kB, eleven rounds each. Exit 0 only if no ratio is over 2.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import sys
import textwrap
import time
from collections.abc import Callable, Sequence
from html.parser import HTMLParser

from thence.read.html import read_html

__all__ = ["main", "page"]

MOST = 2.0
_TEXT = (
    "the of and to in a is was for on by with as at from that it which were this company board bank ministry "
    "report account paid owned founded director chair loan interest period market share river bridge museum "
    "castle letters during between against however although because several important national annual general"
)
_WORDS = _TEXT.split()
_NAMES = (
    "Ann&eacute; Lee", "Bolt &amp; Co", "Søren Dahl", "Kiln&nbsp;Ltd", "Zoë Böhm", "Málaga", "Orrery Assurance",
    "Northgate Trading Ltd", "St&nbsp;Gallen", "Griffon Office",
)  # fmt: skip


class _Peer(HTMLParser):
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None: ...

    def handle_endtag(self, tag: str) -> None: ...

    def handle_data(self, data: str) -> None: ...


def page(kilobytes: int, *, seed: int = 1) -> str:
    """Return a page of about that size; the same for the same seed."""
    chance = random.Random(seed)
    head = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>A &amp; page</title>\n'
        "<style>.sr-only{position:absolute;left:-9999px} p{margin:0} .x a:hover{color:red}</style>\n"
        '<script>var x = "<p>no</p>";</script></head>\n<body>\n<nav><ul>'
    )
    out = [
        head,
        *(f'<li><a href="/{number}">Item {number}</a></li>' for number in range(20)),
        "</ul></nav>\n<main>\n<article>\n<h1>Head</h1>\n",
    ]
    size = 0
    while size < kilobytes * 1024:
        piece = _section(chance, size)
        size += len(piece)
        out.append(piece)
    out.append("</article></main><footer><p>&copy; 2024 Example</p></footer></body></html>\n")
    return "".join(out)


def _section(chance: random.Random, number: int) -> str:
    out = [f'<h2 id="s{number}"><span class="headline">{chance.choice(_NAMES)}</span></h2>\n']
    for _ in range(chance.randint(2, 6)):
        words = " ".join(_sentence(chance) for _ in range(chance.randint(2, 6)))
        out.append("<p>" + "\n".join(textwrap.wrap(words, 100, break_long_words=False)) + "</p>\n")
    if chance.random() < 0.6:
        heads = "".join(f'<th scope="col">{name}</th>' for name in ("Name", "Year", "Amount (EUR)", "Place"))
        out.append(f'<table class="wikitable sortable">\n<caption>Table of things</caption>\n<tr>{heads}</tr>\n')
        out += [
            f'<tr>\n  <td><a href="/wiki/x{chance.randint(1, 999)}">{chance.choice(_NAMES)}</a></td>\n'
            f"  <td>{chance.randint(1900, 2024)}</td>\n"
            f'  <td style="text-align:right">{chance.randint(1, 999)},{chance.randint(100, 999)}</td>\n'
            f"  <td>{chance.choice(_NAMES)}</td>\n</tr>\n"
            for _ in range(chance.randint(5, 25))
        ]
        out.append("</table>\n")
    if chance.random() < 0.5:
        out += ["<ul>\n", *(f"<li>{_sentence(chance)}</li>\n" for _ in range(chance.randint(3, 8))), "</ul>\n"]
    return "".join(out)


def _sentence(chance: random.Random) -> str:
    out = []
    for place in range(chance.randint(8, 22)):
        word = chance.choice(_WORDS)
        kind = chance.random()
        if kind < 0.05:
            word = f'<a href="/wiki/{word}_{chance.randint(1, 999)}" title="{word}">{chance.choice(_NAMES)}</a>'
        elif kind < 0.1:
            word = f"<b>{word}</b>" if kind < 0.08 else f"<i>{word}</i>"
        elif kind < 0.12:
            word = f'<sup id="cite_ref-{place}"><a href="#cite_note-{place}">[{place}]</a></sup>'
        elif kind < 0.15:
            word = chance.choice(_NAMES) if kind < 0.14 else "&mdash;"
        out.append(word)
    return " ".join(out).capitalize() + "."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading_html", description=__doc__)
    parser.add_argument("kilobytes", type=int, nargs="?", default=400)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--full", action="store_true")
    chosen = parser.parse_args(arguments)
    print(f"html.parser of Python {platform.python_version()}")
    worst = 0.0
    for size in (200, 400, 800) if chosen.full else (chosen.kilobytes,):
        ours, peer, ratio = _measured(page(size), 11 if chosen.full else chosen.rounds)
        worst = max(worst, ratio)
        print(f"{size} kB thence CPU seconds: {ours:.3f}")
        print(f"{size} kB html.parser CPU seconds: {peer:.3f}")
        print(f"{size} kB thence / html.parser: {ratio:.2f}")
    return 0 if worst <= MOST else 1


def _measured(text: str, rounds: int) -> tuple[float, float, float]:
    """Return the medians of both, and of their ratio round by round."""
    data = text.encode()

    def parse() -> None:
        peer = _Peer()
        peer.feed(data.decode())
        peer.close()

    def read() -> None:
        read_html(data, "page.html")

    read()
    pairs = [(_cpu(read), _cpu(parse)) for _ in range(rounds)]
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
