"""How well dates are found and valued: against the dates of GUM's texts, which people have marked and normalised.

``python -m tests.evaluate.dates DATA`` takes a folder with ``gum_dates.jsonl``, or such a file: a text a line, with the
day on which it was written and its dates, each with what the TEI encoding says of it. A found date that touches one
that is marked, each of them once, counts as found; of those whose value the encoding tells as one day, month, year or
stretch of days, the value must be that one. Exit 0 only if both figures reach their targets.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from tests.shared import SHARED
from thence.extract.values import DateValue, day_after_last, find_dates, first_day
from thence.model.statement import Precision

__all__ = ["main"]

OVERLAP, EXACT = 0.90, 0.88


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.evaluate.dates", description=__doc__)
    parser.add_argument("data", type=Path, nargs="?", default=SHARED / "extraction" / "dates")
    parser.add_argument("--misses", action="store_true", help="list what was missed, invented and valued otherwise")
    chosen = parser.parse_args(arguments)
    path = chosen.data / "gum_dates.jsonl" if chosen.data.is_dir() else chosen.data
    marked = found = matched = valued = exact = size = 0
    begun = time.process_time()
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        text, said = row["text"], row["dates"]
        ours = [(each.start, each.end, each.value) for each in find_dates(text, reference=row["ref"])]
        marked, size = marked + len(said), size + len(text.encode())
        for gold, own in _pairs(said, ours):
            found += own is not None
            told = _told(gold[2]) if gold else None
            if gold and own:
                matched += 1
                valued += told is not None
                exact += told is not None and told == _value(own[2])
            if chosen.misses and (gold is None or own is None or (told and told != _value(own[2]))):
                _show(text, gold, own)
    seconds = time.process_time() - begun
    precision, recall = matched / max(1, found), matched / max(1, marked)
    overlap = 2 * precision * recall / max(1e-9, precision + recall)
    share = exact / max(1, valued)
    print(f"dates marked: {marked}")
    print(f"dates found: {found}")
    print(f"dates MB per CPU second: {size / 1e6 / seconds:.2f}")
    print(f"dates overlap P: {precision:.3f}")
    print(f"dates overlap R: {recall:.3f}")
    print(f"dates overlap F1: {overlap:.3f}")
    print(f"dates value exact: {share:.3f}")
    return 0 if overlap >= OVERLAP and share >= EXACT else 1


Marked = tuple[int, int, Mapping[str, str]]
Ours = tuple[int, int, DateValue]


def _pairs(said: Sequence[Marked], ours: Sequence[Ours]) -> Iterator[tuple[Marked | None, Ours | None]]:
    """Yield marked and found dates that touch, each once, the longest common stretch first; then those alone.

    A stretch whose ends are marked one by one ("1704 – 1787") is found as these.
    """
    left: list[Ours] = []
    for start, end, value in ours:
        inside = [gold for gold in said if start <= gold[0] and gold[1] <= end]
        if len(inside) == 2 and value.last is not None:
            left += [
                (inside[0][0], inside[0][1], replace(value, last=None)),
                (inside[1][0], inside[1][1], replace(value, iso=value.last, last=None)),
            ]
        else:
            left.append((start, end, value))
    for gold in said:
        near = [own for own in left if own[0] < gold[1] and gold[0] < own[1]]
        own = max(near, key=lambda own: min(own[1], gold[1]) - max(own[0], gold[0]), default=None)
        if own is not None:
            left.remove(own)
        yield (gold[0], gold[1], gold[2]), own
    for own in left:
        yield None, own


def _told(attributes: Mapping[str, str]) -> str | None:
    """Return the value that an encoding tells: a day, month or year, or first and last day of a stretch."""
    if "when" in attributes:
        return attributes["when"]
    return f"{attributes['from']}/{attributes['to']}" if {"from", "to"} <= attributes.keys() else None


def _value(value: DateValue) -> str:
    """Return a value as the encoding would write it."""
    if value.last is None:
        return value.iso
    if value.precision is Precision.YEAR and int(value.last) - int(value.iso) not in (9, 99):
        return f"{value.iso}/{value.last}"
    last = date.fromisoformat(day_after_last(value)) - timedelta(1)
    return f"{first_day(value)}/{last.isoformat()}"


def _show(text: str, gold: Marked | None, own: Ours | None) -> None:
    place = gold or own
    assert place is not None
    start, end = place[:2]
    around = " ".join(text[max(0, start - 30) : start].split()), " ".join(text[end : end + 25].split())
    kind = "missed" if own is None else "invented" if gold is None else "valued"
    told = dict(gold[2]) if gold else ""
    mine = (text[own[0] : own[1]], _value(own[2])) if own else ""
    print(f"{kind}: {around[0]} [{text[start:end]}] {around[1]} | {told} | {mine}")


if __name__ == "__main__":
    sys.exit(main())
