"""Linear-chain conditional random fields: their weights, their best labels and how sure those are.

Training is done by CRFsuite; what it learnt is read here, so that tagging needs numpy alone and looks up a word's own
weights once for each distinct word.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["Array", "Chain", "Lattice", "best", "lattices", "learn"]

Array = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]

TOGETHER = 128
"""How many sentences of about one length are decoded at once."""

SCALED = 4
"""After how many words factors are brought back to a sum of 1: often enough not to run out of numbers."""

LEAST = -60.0
"""The lowest score a label can have beside the best, so that no factor becomes 0."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A trained model. labels: in the order of columns.   rows: the row of each feature.   weights: (features, labels).

    steps: (labels, labels), from the label before to the next.
    """

    labels: tuple[str, ...]
    rows: Mapping[str, int]
    weights: Array
    steps: Array

    def scores(self, places: Sequence[Sequence[str]]) -> Array:
        """Return the summed weights of each place's features, shaped (places, labels)."""
        rows = self.rows
        found = [[rows[each] for each in place if each in rows] for place in places]
        counts = np.fromiter(map(len, found), dtype=np.int64, count=len(found))
        return self.summed([row for each in found for row in each], counts)

    def summed(self, rows: Sequence[int], counts: npt.NDArray[np.int64]) -> Array:
        """Return the sums of weights over runs of rows, counts giving the length of each run."""
        out = np.zeros((len(counts), len(self.labels)), dtype=np.float32)
        full = np.flatnonzero(counts)
        if len(full):
            starts = (np.cumsum(counts) - counts)[full]
            out[full] = np.add.reduceat(self.weights[np.asarray(rows, dtype=np.int64)], starts, axis=0)
        return out


@dataclass(frozen=True, slots=True)
class Lattice:
    """One sentence with how likely each label is at each word. chances: (words, labels).

    local, before, after: factors of each label by its word alone, by the words up to it, and by those from it on.
    """

    chances: Array
    local: Array
    before: Array
    after: Array

    def sure(self, grown: Array, first: int, columns: Sequence[int], closed: int) -> float:
        """Return the probability that the words from first on have these labels and that the next is not closed.

        grown: exponentials of the chain's steps.   closed: the label that would make the run longer.
        """
        mine = self.before[first, columns[0]]
        every = self.before[first]
        for place, (column, following) in enumerate(itertools.pairwise(columns), first + 1):
            mine = mine * grown[column, following] * self.local[place, following]
            every = (every @ grown) * self.local[place]
        last = first + len(columns)
        if last == len(self.chances):
            return float(mine / every.sum())
        onward = grown[columns[-1]] * self.after[last]
        if closed >= 0:
            onward[closed] = 0.0
        return float(mine * onward.sum() / ((every @ grown) @ self.after[last]))


def lattices(scores: Array, lengths: Sequence[int], steps: Array) -> list[Lattice]:
    """Return how likely each label is, by sentence. scores: those of all words, one after another."""
    found: list[Any] = [None] * len(lengths)
    grown = np.exp(steps)
    for chosen, sizes, padded in _batches(scores, lengths):
        for i, size, lattice in zip(chosen, sizes, _lattices(padded, sizes, grown), strict=True):
            found[i] = Lattice(*(each[:size] for each in lattice))
    none = np.zeros((0, scores.shape[1]), dtype=np.float32)
    return [each if each is not None else Lattice(none, none, none, none) for each in found]


def best(scores: Array, lengths: Sequence[int], steps: Array) -> list[list[int]]:
    """Return the columns of the best sequence of labels (Viterbi), by sentence."""
    found: list[list[int]] = [[] for _ in lengths]
    for chosen, sizes, padded in _batches(scores, lengths):
        for i, path in zip(chosen, _paths(padded, sizes, steps), strict=True):
            found[i] = path
    return found


def _batches(scores: Array, lengths: Sequence[int]) -> Iterator[tuple[list[int], Numbers, Array]]:
    """Yield sentences of about one length: their numbers, their lengths, their scores as (words, sentences, labels)."""
    starts = np.concatenate(([0], np.cumsum(lengths)))
    order = sorted((i for i, length in enumerate(lengths) if length), key=lambda i: lengths[i])
    for at in range(0, len(order), TOGETHER):
        chosen = order[at : at + TOGETHER]
        sizes = np.array([lengths[i] for i in chosen])
        places = np.minimum(np.arange(sizes[-1])[:, None], sizes - 1) + starts[chosen]
        yield chosen, sizes, scores[places]


def _lattices(scores: Array, sizes: Numbers, grown: Array) -> Iterator[tuple[Array, Array, Array, Array]]:
    """Yield chances, local, before, after of each sentence, padded. grown: exponentials of the steps."""
    length, many, _ = scores.shape
    local = np.exp(np.maximum(scores - scores.max(axis=2, keepdims=True), LEAST).astype(np.float64))
    # The way back is the way forth through sentences turned round: both are gone at once.
    turned = np.maximum(sizes - 1 - np.arange(length)[:, None], 0)
    across = np.arange(many)
    both = np.stack((local, local[turned, across]), axis=1)
    ways = np.stack((grown, grown.T)).astype(np.float64)
    for place in range(length):
        if place:
            both[place] *= both[place - 1] @ ways
        if place % SCALED == 0:
            both[place] /= both[place].sum(axis=2, keepdims=True)
    before, after = both[:, 0], both[:, 1][turned, across]
    chances = before * after / local
    chances /= chances.sum(axis=2, keepdims=True)
    for column in range(many):
        yield chances[:, column], local[:, column], before[:, column], after[:, column]


def _paths(scores: Array, sizes: Numbers, steps: Array) -> Iterator[list[int]]:
    length, many, labels = scores.shape
    came = np.zeros((length, many, labels), dtype=np.int64)
    tops = scores.copy()
    onto = np.ascontiguousarray(steps.T)
    for place in range(1, length):
        every = tops[place - 1][:, None, :] + onto
        every.argmax(axis=2, out=came[place])
        tops[place] += every.max(axis=2)
    steps_back = came.tolist()
    last = tops[sizes - 1, np.arange(many)].argmax(axis=1).tolist()
    for sentence, (size, column) in enumerate(zip(sizes.tolist(), last, strict=True)):
        path = [column]
        for place in range(size - 1, 0, -1):
            column = steps_back[place][sentence][column]
            path.append(column)
        yield path[::-1]


def learn(
    sentences: Iterable[tuple[Any, Sequence[str]]],
    path: str,
    *,
    settings: Mapping[str, float],
    read: bool = True,
) -> Chain:
    """Return the model that CRFsuite learns. sentences: features of each word, and labels.   path: a scratch file.

    read: no when the file is all that is wanted: the model is empty then.
    """
    import pycrfsuite

    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    for features, labels in sentences:
        trainer.append(features, labels)
    trainer.set_params(dict(settings))
    trainer.train(path)
    if not read:
        return Chain((), {}, np.zeros((0, 0), dtype=np.float32), np.zeros((0, 0), dtype=np.float32))
    tagger = pycrfsuite.Tagger()
    tagger.open(path)
    info = tagger.info()
    labels = tuple(sorted(info.labels))
    columns = {label: column for column, label in enumerate(labels)}
    steps = np.zeros((len(labels), len(labels)), dtype=np.float32)
    for (before, after), weight in info.transitions.items():
        steps[columns[before], columns[after]] = weight
    names = sorted({name for name, _ in info.state_features})
    rows = {name: row for row, name in enumerate(names)}
    weights = np.zeros((len(names), len(labels)), dtype=np.float32)
    for (name, label), weight in info.state_features.items():
        weights[rows[name], columns[label]] = weight
    return Chain(labels, rows, weights, steps)
