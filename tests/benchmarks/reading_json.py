"""Reading JSON beside the standard library, CPU seconds in one run.

``python -m tests.benchmarks.reading_json [MB] [--rounds N]`` makes files of about MB megabytes: objects of one shape
(``rows``), objects in objects (``nested``), names written with escapes (``escaped``), texts of many sentences
(``prose``). By turns each is read with thence and its decoded text given to ``json.loads``. Medians of the rounds'
ratios; exit 0 only if that of rows is at most 8.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence

from thence.read.json import read_json

__all__ = ["files", "main"]

MOST = 8.0
_MEASURED = ("rows",)
_TEXT = "Ann Lee founded Bolt Ltd in 2001 in the town of Ghent, and it has grown ever since, year by year. "


def files(megabytes: float) -> Mapping[str, bytes]:
    """Return files by name, of about that size each."""
    size = int(megabytes * 1_000_000)
    made: Mapping[str, tuple[int, Callable[[int], object]]] = {
        "rows": (125, lambda at: {"id": at, "name": f"Person {at}", "email": f"p{at}@example.org", "amount": at / 7,
                                  "active": at % 2 == 0, "city": "Ghent"}),
        "nested": (110, lambda at: {"id": at, "who": {"name": f"Person {at}", "tags": ["a", "b"]}, "sum": at / 7,
                                    "next": None}),
        "escaped": (88, lambda at: {"id": at, "name": f"Jörg Müller {at}", "note": "ein Wort\nund noch eins"}),
        "prose": (420, lambda at: {"id": at, "text": _TEXT * 4}),
    }  # fmt: skip
    return {
        name: json.dumps({"all": [one(at) for at in range(size // width)]}).encode()
        for name, (width, one) in made.items()
    }


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; return 0 if they are good enough."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("megabytes", nargs="?", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args(arguments)
    print(f"python {platform.python_version()}, json of the same")
    good = True
    for name, data in files(chosen.megabytes).items():
        ratios = []
        for _ in range(chosen.rounds):
            peer = _seconds(lambda data=data: json.loads(data.decode()))  # type: ignore[misc]
            ours = _seconds(lambda data=data: read_json(data, "a.json"))  # type: ignore[misc]
            ratios.append(ours / peer)
        ratio = statistics.median(ratios)
        good = good and (ratio <= MOST or name not in _MEASURED)
        print(f"{name}_ratio: {ratio:.2f}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
