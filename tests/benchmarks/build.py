"""Time and memory of a build, of 100 and N synthetic documents, and of a second build without changes.

``python -m tests.benchmarks.build [N] [--full]`` writes the documents with the shared gen_corpus.py and builds each
corpus in a fresh process: once by default, five times with ``--full`` (medians). Exit 0 only if time grows at most a
tenth faster than N, and a second build writes nothing.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.fresh import run
from tests.shared import shared

__all__ = ["main"]

SMALL, SLACK = 100, 1.1
_BUILD = """
import json, pathlib, resource, sys, time
started = time.perf_counter()
from thence.pipeline import build
report = build(pathlib.Path(sys.argv[1]))
seconds = time.perf_counter() - started
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"seconds": seconds, "peak": peak, "changed": report.changed, **report.counts}))
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.build", description=__doc__)
    parser.add_argument("documents", type=int, nargs="?", default=1000)
    parser.add_argument("--full", action="store_true", help="five rounds, interleaved, and their medians")
    chosen = parser.parse_args(arguments)
    rounds = 5 if chosen.full else 1
    sizes = (SMALL, chosen.documents)
    first: dict[int, list[dict[str, float]]] = {size: [] for size in sizes}
    second: dict[int, list[dict[str, float]]] = {size: [] for size in sizes}
    for _ in range(rounds):
        for size in sizes:
            with tempfile.TemporaryDirectory(prefix="thence-bench-") as room:
                subprocess.run(
                    [sys.executable, str(shared("corpus", "gen_corpus.py")), room, str(size)],
                    check=True,
                    stdout=subprocess.DEVNULL,
                )
                first[size].append(run(_BUILD, str(Path(room) / "docs")))
                second[size].append(run(_BUILD, str(Path(room) / "docs")))
    small, large = ({key: statistics.median(r[key] for r in first[size]) for key in first[size][0]} for size in sizes)
    ratio, bound = large["seconds"] / small["seconds"], SLACK * chosen.documents / SMALL
    for size, figures in zip(sizes, (small, large), strict=True):
        print(f"{size} documents seconds: {figures['seconds']:.2f}")
        print(f"{size} documents peak MiB: {figures['peak']:.0f}")
        for key in ("statements", "asserted", "derived", "quads"):
            print(f"{size} documents {key}: {figures[key]:.0f}")
        again = statistics.median(r["seconds"] for r in second[size])
        print(f"{size} documents second build seconds: {again:.2f}")
    print(f"time ratio: {ratio:.2f} (at most {bound:.1f})")
    print(f"memory ratio: {large['peak'] / small['peak']:.2f}")
    return 0 if ratio <= bound and not any(r["changed"] for size in sizes for r in second[size]) else 1


if __name__ == "__main__":
    sys.exit(main())
