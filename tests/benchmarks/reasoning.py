"""The OWL 2 RL closure of synthetic university data, thence beside the peers that are installed.

``python -m tests.benchmarks.reasoning [SIZE] [--peers NAME,…] [--full]`` makes about SIZE triples with the shared
generator and runs thence, the prototype, reasonable and owlrl in fresh, interleaved processes: one round by default,
five with ``--full``. A ratio is peer / thence, over loading and reasoning. Exit 0 only if owlrl and the prototype,
where they ran, derived the same instance facts. reasonable is no oracle: it leaves facts out, and makes all subjects
of an inverse-functional property equal.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from tests.benchmarks.fresh import command, run
from tests.shared import shared

__all__ = ["main"]

ORACLES = {"owlrl", "proto"}
_THENCE = """
import collections, json, pathlib, resource, sys, time
started = time.perf_counter()
from thence.reason import infer
folder = pathlib.Path(sys.argv[1])
result = infer([folder / "data.nt"], ontology=[folder / "onto.nt"], rules=[])
seconds = time.perf_counter() - started
sys.path.insert(0, sys.argv[2])
import peers
strip = lambda term: term[1:-1] if term.startswith("<") else term
histogram = peers.histogram(tuple(map(strip, triple)) for triple in result.derived)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"wall": seconds, "rss_mb": peak, "histogram": histogram}))
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reasoning", description=__doc__)
    parser.add_argument("size", type=int, nargs="?", default=10_000)
    parser.add_argument("--peers", default="proto,reasonable,owlrl")
    parser.add_argument("--full", action="store_true", help="five rounds and their medians")
    chosen = parser.parse_args(arguments)
    bench = shared("bench", "reasoning")
    runs: dict[str, list[dict[str, Any]]] = {}
    with tempfile.TemporaryDirectory(prefix="thence-bench-") as room:
        made = [sys.executable, str(bench / "gen_univ.py"), "--triples", str(chosen.size), "--out", room]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
        (Path(room) / "all.ttl").symlink_to("all.nt")
        for _ in range(5 if chosen.full else 1):
            for name in ("thence", *filter(None, chosen.peers.split(","))):
                if name in runs and not runs[name]:
                    continue
                try:
                    runs.setdefault(name, []).append(_once(name, room, bench))
                except RuntimeError as error:
                    print(f"{name}: not run ({str(error).splitlines()[-1]})")
    if not runs["thence"]:
        return 1
    walls = {name: statistics.median(each["wall"] for each in seen) for name, seen in runs.items() if seen}
    expected = sum(runs["thence"][0]["histogram"].values())
    agree = True
    for name, wall in walls.items():
        found = runs[name][0].get("histogram")
        agree = agree and (name not in ORACLES or found == runs["thence"][0]["histogram"])
        print(f"{name} {_version(name)} seconds: {wall:.3f}")
        print(f"{name} peak MiB: {max(each['rss_mb'] for each in runs[name]):.0f}")
        print(f"{name} instance facts derived: {'not listed' if found is None else sum(found.values())}")
        if name != "thence":
            print(f"{name} / thence: {wall / walls['thence']:.2f}")
    print(f"agree on {expected} instance facts: {'yes' if agree else 'no'}")
    return 0 if agree else 1


def _once(name: str, room: str, bench: Path) -> dict[str, Any]:
    if name == "thence":
        return run(_THENCE, room, str(bench))
    if name == "proto":
        return command([sys.executable, str(bench / "proto_run.py"), room, "--check"])
    return command([sys.executable, "-W", "ignore", str(bench / "peers.py"), name, room])


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "(a script)"


if __name__ == "__main__":
    sys.exit(main())
