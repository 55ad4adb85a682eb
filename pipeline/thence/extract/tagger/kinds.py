"""What kind of text words come from, told from the words alone: naive Bayes over the words and shapes of a text.

Texts differ in what they write with capitals and in what their names are: a post on a board, an article, a contract.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from thence.extract.tagger.features import shape

__all__ = ["Kinds", "cues", "learnt"]

FEWEST = 4
"""In how many texts a cue must occur to be heard."""


def cues(text: Iterable[Sequence[str]]) -> set[str]:
    """Return what a text's kind is told from: its words and shapes, the length and the beginning of its sentences."""
    found = set()
    for words in text:
        found.add(f"len{min(9, len(words) // 5)}")
        found.update(word.lower() for word in words)
        found.update("s:" + shape(word) for word in words)
        if words and words[0][:1].islower():
            found.add("lowstart")
    return found


@dataclass(frozen=True, slots=True)
class Kinds:
    """The kinds and how likely each cue is in each. logs: (cues, kinds)."""

    names: tuple[str, ...]
    rows: Mapping[str, int]
    logs: npt.NDArray[np.float32]

    def of(self, text: Iterable[Sequence[str]]) -> str:
        """Return the kind of a text, or nothing when no cue is known."""
        rows = sorted(self.rows[cue] for cue in cues(text) if cue in self.rows)
        return self.names[int(self.logs[rows].sum(axis=0).argmax())] if rows else ""


def learnt(texts: Mapping[str, Sequence[Iterable[Sequence[str]]]]) -> Kinds:
    """Return the kinds learnt from texts of each."""
    names = tuple(sorted(texts))
    seen: dict[str, npt.NDArray[np.float64]] = {}
    for column, name in enumerate(names):
        for text in texts[name]:
            for cue in cues(text):
                seen.setdefault(cue, np.zeros(len(names)))[column] += 1
    counts = np.array(list(seen.values()))
    sizes = counts.sum(axis=0)
    kept = sorted(cue for cue, count in seen.items() if count.sum() >= FEWEST)
    logs = [np.log(seen[cue] / sizes * sizes.min() + 0.5) for cue in kept]
    return Kinds(names, {cue: row for row, cue in enumerate(kept)}, np.array(logs, dtype=np.float32))
