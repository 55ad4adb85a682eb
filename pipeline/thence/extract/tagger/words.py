"""Scores that are added up once and then looked up: those of words, and those of forms that come again and again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

import numpy as np

from thence.extract.tagger.crf import Array, Chain
from thence.extract.tagger.features import REACH, WordFeature

__all__ = ["FormScores", "WordScores"]

MOST = 1 << 17
"""How many words or forms are remembered."""

Form = TypeVar("Form", bound=Hashable)


class FormScores(Generic[Form]):
    """Looks up what a form adds to the scores of the place it stands for. features: those of a form."""

    def __init__(self, chain: Chain, features: Callable[[Form], Sequence[str]]) -> None:
        self._chain = chain
        self._features = features
        self._forget()

    def _forget(self) -> None:
        self._ids: dict[Form, int] = {}
        self._table = np.zeros((256, len(self._chain.labels)), dtype=np.float32)

    def of(self, forms: Sequence[Form]) -> Array:
        """Return the scores of forms, shaped (forms, labels)."""
        if len(self._ids) > MOST:
            self._forget()
        ids = self._ids
        new = list(dict.fromkeys(form for form in forms if form not in ids))
        if new:
            sums = self._chain.scores([self._features(form) for form in new])
            first = len(ids)
            while first + len(new) > len(self._table):
                self._table = np.concatenate((self._table, np.zeros_like(self._table)))
            self._table[first : first + len(new)] = sums
            ids.update(zip(new, range(first, first + len(new)), strict=True))
        return self._table[[ids[form] for form in forms]]


class WordScores:
    """Looks up what words add to the scores of the places around them. features: a word's own, "" being no word."""

    def __init__(self, chain: Chain, features: Callable[[str], Sequence[WordFeature]]) -> None:
        self._chain = chain
        self._features = features
        self._width = len(chain.labels)
        self._forget()

    def _forget(self) -> None:
        self._ids: dict[str, int] = {}
        self._table = np.zeros((1024, 2 * REACH + 1, self._width), dtype=np.float32)

    def of(self, sentences: Sequence[Sequence[str]]) -> Array:
        """Return the scores of the words of all sentences, one after another, shaped (words, labels)."""
        if len(self._ids) > MOST:
            self._forget()
        edges = [""] * REACH
        flat = [*edges]
        places: list[int] = []
        for words in sentences:
            places += range(len(flat), len(flat) + len(words))
            flat += words
            flat += edges
        ids = self._ids
        new = list(dict.fromkeys(word for word in flat if word not in ids))
        if new:
            self._learn(new)
        numbers = np.array([ids[word] for word in flat], dtype=np.int64)
        at = np.array(places, dtype=np.int64)
        total = np.zeros((len(places), self._width), dtype=np.float32)
        for away in range(-REACH, REACH + 1):
            total += self._table[numbers[at + away], away + REACH]
        return total

    def _learn(self, words: Sequence[str]) -> None:
        rows = self._chain.rows
        known: list[int] = []
        counts: list[int] = []
        for word in words:
            features = self._features(word)
            for away in range(-REACH, REACH + 1):
                far = abs(away)
                seen = [f"{away}{name}" for name, reach in features if reach >= far]
                found = [rows[name] for name in seen if name in rows]
                known += found
                counts.append(len(found))
        sums = self._chain.summed(known, np.array(counts, dtype=np.int64))
        first = len(self._ids)
        while first + len(words) > len(self._table):
            self._table = np.concatenate((self._table, np.zeros_like(self._table)))
        self._table[first : first + len(words)] = sums.reshape(len(words), 2 * REACH + 1, self._width)
        self._ids.update(zip(words, range(first, first + len(words)), strict=True))
