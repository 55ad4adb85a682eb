"""How well the shipped tagger finds names: ``python -m tests.evaluate.tagger DATA_DIR``.

DATA_DIR holds ``NAME.train.jsonl`` and ``NAME.dev.jsonl``, or a folder ``ner`` that does. A set is measured on its dev
file, else on the last 15 % of its train file, which the shipped model was not trained on. A name counts when its first
word, its last word and its kind are right; kinds that a set does not mark are not asked of it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from thence.extract.tagger import Tagger

SETS = ("wikigold", "wnut", "uner", "sec", "gum")
KINDS = ("PER", "ORG", "LOC", "MISC")
TARGET = 0.66
TRAINED = 0.85
TOGETHER = 10
"""How many neighbouring sentences are given at once where the set does not say which document they are of."""

Name = tuple[int, int, str]
Row = tuple[list[str], set[Name], str | None]


def measured(folder: Path, name: str) -> list[Row]:
    """Return a set's sentences to measure on: words, names, the document's name."""
    dev = folder / f"{name}.dev.jsonl"
    path = dev if dev.exists() else folder / f"{name}.train.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    rows = rows if dev.exists() else rows[int(len(rows) * TRAINED) :]
    return [(row["tokens"], names(row["tags"]), row.get("doc")) for row in rows]


def names(tags: Sequence[str]) -> set[Name]:
    """Return the names that BIO tags mark."""
    found = set()
    first, kind = 0, ""
    for place, tag in enumerate([*tags, "O"]):
        if kind and tag != f"I-{kind}":
            found.add((first, place, kind))
            kind = ""
        if tag != "O" and not kind:
            first, kind = place, tag[2:]
    return {name for name in found if name[2] in KINDS}


def texts(rows: Sequence[Row]) -> Iterable[list[Row]]:
    """Return rows as texts: neighbours of one document, or ten neighbours."""
    for _, group in groupby(enumerate(rows), key=lambda each: each[1][2] or each[0] // TOGETHER):
        yield [row for _, row in group]


def score(rows: Sequence[Row], tagger: Tagger) -> tuple[float, float, float]:
    """Return precision, recall and F1."""
    kinds = {kind for _, gold, _ in rows for *_, kind in gold}
    right = given = wanted = 0
    for text in texts(rows):
        for (_, gold, _), tagged in zip(text, tagger.tag([words for words, _, _ in text]), strict=True):
            told = {(each.first, each.last, each.kind) for each in tagged if each.kind in kinds}
            right += len(gold & told)
            given += len(told)
            wanted += len(gold)
    return right / max(1, given), right / max(1, wanted), 2 * right / max(1, given + wanted)


def speed(rows: Sequence[Row], tagger: Tagger) -> float:
    """Return how many words are tagged in a second of processor time, by the better of two runs."""
    grouped = [[words for words, _, _ in text] for text in texts(rows)]
    runs = []
    for _ in range(2):
        begun = time.process_time()
        for text in grouped:
            tagger.tag(text)
        runs.append(time.process_time() - begun)
    return sum(len(words) for text in grouped for words in text) / min(runs)


def main(words: Sequence[str] | None = None) -> int:
    """Print the figures; return 0 when the mean reaches its target."""
    parser = argparse.ArgumentParser(prog="python -m tests.evaluate.tagger", description=__doc__)
    parser.add_argument("data", type=Path, help="the folder of annotated texts")
    folder = parser.parse_args(words).data
    folder = folder / "ner" if (folder / "ner").is_dir() else folder
    tagger = Tagger.load()
    every: list[Row] = []
    means = []
    for name in SETS:
        rows = measured(folder, name)
        every += rows
        precision, recall, f1 = score(rows, tagger)
        means.append(f1)
        print(f"{name} strict P R F1: {precision:.3f} {recall:.3f} {f1:.3f}")
    mean = sum(means) / len(means)
    print(f"tagger words a CPU second: {speed(every, tagger):,.0f}")
    print(f"tagger mean strict F1: {mean:.4f}")
    return 0 if mean >= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
