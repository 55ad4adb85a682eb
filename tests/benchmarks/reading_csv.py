"""Reading CSV beside the csv module, CPU seconds in one run, and the memory that each takes.

``python -m tests.benchmarks.reading_csv [MB] [--rounds N] [--full]`` makes files of about MB megabytes of several kinds
(narrow, wide, all cells quoted, CRLF, UTF-16, names outside ASCII) and, by turns, reads each with thence and decodes it
and makes lists with ``csv.reader``. Medians, and the median of the rounds' ratios; the peak memory of a process of its
own for either. ``--full``: files of 10 and 50 MB. ``--large MB`` instead reads a file of that size in pieces, in a
process of its own: CPU seconds beside the csv module going through it row by row, and peak memory. Exit 0 only if no
ratio is over 3, and no peak of ``--large`` is over 300 MB.
"""

from __future__ import annotations

import argparse
import csv
import io
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from thence.read.csv import read_csv
from thence.read.csv_streamed import read_csv_pieces

__all__ = ["KINDS", "main", "table"]

MOST, MOST_MEMORY = 3.0, 300
KINDS = ("narrow", "wide", "quoted", "crlf", "utf-16", "accents")
_NAMES = ("Ann Lee", "Bo Dahl", "Kiln Ltd", "Zoe Boehm", "Orrery Assurance", "Griffon Office")
_ACCENTS = str.maketrans({"o": "ö", "a": "å"})


def _rows(kind: str, chance: random.Random) -> Iterator[list[object]]:
    for number in range(5_000):
        day = f"{chance.randint(1, 28):02d}/{chance.randint(1, 12):02d}/2024"
        name, other = chance.choice(_NAMES), chance.choice(_NAMES)
        if kind == "narrow":
            yield [number, day, f"{chance.randint(1, 9_999)}.{chance.randint(0, 99):02d}"]
        elif kind == "wide":
            yield [chance.randint(0, 10 ** chance.randint(1, 8)) for _ in range(60)]
        elif kind == "quoted":
            yield [number, f'{name}, "the {other}"', f"{name}\n{other}", chance.random(), other]
        else:
            name = name.translate(_ACCENTS) if kind == "accents" else name
            yield [number, name, day, chance.random(), f"{other} of somewhere", chance.randint(1, 10**6)]


def table(kind: str, megabytes: float, *, seed: int = 1) -> bytes:
    """Return a file of about that size; the same for the same seed."""
    rows = list(_rows(kind, random.Random(seed)))
    out = io.StringIO(newline="")
    end = "\r\n" if kind == "crlf" else "\n"
    csv.writer(out, lineterminator=end, quoting=csv.QUOTE_ALL if kind == "quoted" else csv.QUOTE_MINIMAL).writerows(
        rows
    )
    body = out.getvalue()
    times = int(megabytes * 1_000_000 / len(body)) + 1
    head = ",".join(f"column {number}" for number in range(len(rows[0]))) + end
    return (head + body * times).encode(_encoding(kind))


def _encoding(kind: str) -> str:
    return "utf-16" if kind == "utf-16" else "utf-8"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading_csv", description=__doc__)
    parser.add_argument("megabytes", type=float, nargs="?", default=10)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--large", type=int, metavar="MB")
    parser.add_argument("--one", help=argparse.SUPPRESS, nargs=2, metavar=("WHO", "FILE"))
    chosen = parser.parse_args(arguments)
    if chosen.one:
        return _alone(*chosen.one)
    if chosen.large:
        return _large(chosen.large)
    print(f"csv module of Python {platform.python_version()}")
    worst = 0.0
    for size in (10, 50) if chosen.full else (chosen.megabytes,):
        for kind in KINDS:
            worst = max(worst, _compared(kind, size, chosen.rounds))
    return 0 if worst <= MOST else 1


def _compared(kind: str, size: float, rounds: int) -> float:
    data = table(kind, size)
    encoding = _encoding(kind)

    def peer() -> None:
        list(csv.reader(io.StringIO(data.decode(encoding), newline="")))

    def ours() -> None:
        read_csv(data, "table.csv")

    ours()
    pairs = [(_cpu(ours), _cpu(peer)) for _ in range(rounds)]
    own, other = (statistics.median(figures) for figures in zip(*pairs, strict=True))
    ratio = statistics.median(own / other for own, other in pairs)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{kind}.csv")
        path.write_bytes(data)
        peaks = [_peak(who, path)[0] for who in ("thence", "csv")]
    print(f"{size:g} MB {kind} thence CPU seconds: {own:.3f}, peak memory {peaks[0]:.0f} MB")
    print(f"{size:g} MB {kind} csv module CPU seconds: {other:.3f}, peak memory {peaks[1]:.0f} MB")
    print(f"{size:g} MB {kind} thence / csv module: {ratio:.2f}", flush=True)
    return ratio


def _large(megabytes: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "large.csv")
        block = table("accents", 10)
        head, _, body = block.partition(b"\n")
        with path.open("wb") as file:
            file.write(head + b"\n")
            for _ in range(megabytes * 1_000_000 // len(body) + 1):
                file.write(body)
        size = path.stat().st_size / 1e6
        peak, said = _peak("pieces", path)
        _, other = _peak("rows", path)
    pieces, seconds = said.split()
    print(f"{size:.0f} MB in {pieces} pieces thence CPU seconds: {float(seconds):.1f}, peak memory {peak:.0f} MB")
    print(f"{size:.0f} MB csv module row by row CPU seconds: {float(other.split()[1]):.1f}")
    return 0 if peak <= MOST_MEMORY else 1


def _peak(who: str, path: Path) -> tuple[float, str]:
    """Return the peak memory in MB of a process that reads a file, and what it says."""
    command = [sys.executable, "-m", "tests.benchmarks.reading_csv", "--one", who, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    kilobytes, _, said = done.stdout.partition(" ")
    return int(kilobytes) / 1024, said


def _alone(who: str, name: str) -> int:
    """Read a file in this process; print its peak memory in kB, and for large files pieces and CPU seconds."""
    path = Path(name)
    started = time.process_time()
    count = 0
    if who == "thence":
        read_csv(path.read_bytes(), name)
    elif who == "csv":
        data = path.read_bytes()
        list(csv.reader(io.StringIO(data.decode(_encoding(path.stem)), newline="")))
    elif who == "rows":
        with path.open(encoding="utf-8", newline="") as file:
            count = sum(1 for _ in csv.reader(file))
    else:
        count = sum(1 for _ in read_csv_pieces(path, path.name))
    print(_own_peak(), count, round(time.process_time() - started, 2))
    return 0


def _own_peak() -> int:
    """Return the peak memory of this process in kB; without that of the one that started it, where the system tells."""
    status = Path("/proc/self/status")
    if status.exists():
        return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _cpu(work: Callable[[], None]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    sys.exit(main())
