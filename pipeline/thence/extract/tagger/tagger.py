"""Finds the names of persons, organisations, places and other things in sentences given as words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import groupby, islice
from pathlib import Path
from typing import Literal, Self, cast

import numpy as np

from thence.extract.tagger.crf import Array, Chain, Lattice, best, lattices
from thence.extract.tagger.features import kind_features, plain, word_features
from thence.extract.tagger.lists import spans
from thence.extract.tagger.model import Model, unpacked
from thence.extract.tagger.refit import Corrections, Sentence, corrected_places, learnt_from, load
from thence.extract.tagger.sight import (
    first_forms,
    first_word,
    form_features,
    listed_features,
    rest_features,
    row_features,
    second_forms,
    second_word,
    sure_features,
)
from thence.extract.tagger.words import FormScores, WordScores

__all__ = ["MODEL", "Kind", "Tagged", "Tagger"]

Kind = Literal["PER", "ORG", "LOC", "MISC"]
Text = Sequence[Sequence[str]]

MODEL = "names.model"
"""The file of the shipped model, beside this module."""

FAINT = 0.1
"""How likely a name must be at some word before the best sequence of a sentence is looked for."""


@dataclass(frozen=True, slots=True, order=True)
class Tagged:
    """A name in a sentence: its words are ``[first, last)``.

    confidence: the probability, by the model, that just these words are a name of this kind.
    """

    first: int
    last: int
    kind: Kind
    confidence: float


class Looks:
    """The looks a model takes at a text, each giving scores of labels for its words."""

    def __init__(self, model: Model) -> None:
        self.model = model
        names, again = model.names, model.again
        self._part = WordScores(model.parts, word_features)
        self._first = WordScores(names, lambda word: first_word(word, model.lists))
        self._kinds = {kind: WordScores(names, _of_kind(kind)) for kind in model.kinds.names}
        self._form = FormScores(names, form_features)
        self._listed = FormScores(names, listed_features)
        self._second = WordScores(again, second_word)
        self._row = FormScores(again, row_features)
        self._sure = FormScores(again, sure_features)
        self._rest = FormScores(again, rest_features)

    def kind(self, text: Text) -> str:
        """Return what kind of text this is."""
        return self.model.kinds.of(text)

    def parts(self, text: Text) -> list[list[str]]:
        """Return the part of speech of each word."""
        labels = self.model.parts.labels
        tags = iter([labels[column] for column in self._part.of(text).argmax(axis=1).tolist()])
        return [list(islice(tags, len(words))) for words in text]

    def first(self, text: Text, parts: Text, kind: str) -> list[Lattice]:
        """Return how likely each label is when each sentence is looked at by itself."""
        seen = first_forms(text, parts, kind, self.model.lists)
        scores = self._first.of(text) + self._form.of(seen.forms) + self._listed.of(seen.listed)
        scores += self.model.names.scores(seen.words)
        if kind:
            scores += self._kinds[kind].of(text)
        return lattices(scores, [len(words) for words in text], self.model.names.steps)

    def second(self, text: Text, parts: Text, kind: str, found: Sequence[Lattice]) -> Array:
        """Return the scores of all words when the rest of the text is looked at too. found: by the first look."""
        seen = second_forms(text, parts, kind, self.model.names.labels, [each.chances for each in found])
        scores = self._second.of(text) + self._row.of(seen.rows)
        return scores + self._sure.of(seen.sure) + self._rest.of(seen.rest)


def _of_kind(kind: str) -> Callable[[str], list[tuple[str, int]]]:
    return lambda word: kind_features(kind, word)


class Tagger:
    """Tags names with a trained model: the same sentences give the same names."""

    def __init__(self, model: Model, corrections: Corrections | None = None) -> None:
        self._looks = Looks(model)
        self._model = model
        self._corrections = corrections

    @classmethod
    def load(cls, path: Path | None = None) -> Self:
        """Return the tagger with the shipped model, read once a process.

        path: of what a user's corrections taught, by `thence tagger train`. Raises InputError and ConfigError.
        """
        if path is None:
            return cast("Self", _shipped())
        return cls(_shipped()._model, load(path))  # noqa: SLF001

    def tag(self, sentences: Sequence[Sequence[str]]) -> list[list[Tagged]]:
        """Return the names in each sentence, in order.

        sentences: the words of a text's sentences; how a word is used in one of them helps with the others, so all
        sentences of a document belong in one call, and those of two documents in two.
        """
        text = _plain(sentences)
        if not any(text):
            return [[] for _ in text]
        scores = self._scores(text)
        if self._corrections is not None:
            scores += self._corrections.chain.scores(corrected_places(text, self._model.lists))
        return named(scores, [len(words) for words in text], self._model.again)

    def refit(self, sentences: Sequence[Sentence]) -> Corrections:
        """Return what corrected sentences teach on top of the model."""
        texts = []
        for _, group in groupby(enumerate(sentences), key=lambda each: each[1].document or each[0]):
            mine = [sentence for _, sentence in group]
            texts.append((mine, self._scores(_plain([each.words for each in mine]))))
        return learnt_from(texts, self._model.again, self._model.lists)

    @property
    def labels(self) -> tuple[str, ...]:
        """The tags that corrections may hold."""
        return self._model.again.labels

    def _scores(self, text: Sequence[Sequence[str]]) -> Array:
        """Return the scores of the labels of all words, one after another."""
        looks = self._looks
        kind = looks.kind(text)
        parts = looks.parts(text)
        return looks.second(text, parts, kind, looks.first(text, parts, kind))


def _plain(sentences: Sequence[Sequence[str]]) -> list[list[str]]:
    return [[plain(word) for word in words] for words in sentences]


def named(scores: Array, lengths: Sequence[int], chain: Chain) -> list[list[Tagged]]:
    """Return the names in sentences, each with how sure it is. scores: of all their words, one after another."""
    grown = np.exp(chain.steps)
    columns = {label: column for column, label in enumerate(chain.labels)}
    plain = columns.get("O", -1)
    seen = lattices(scores, lengths, chain.steps)
    some = [i for i, each in enumerate(seen) if len(each.chances) and each.chances[:, plain].min() < 1 - FAINT]
    names: list[list[Tagged]] = [[] for _ in lengths]
    if not some:
        return names
    ends = np.cumsum(lengths)
    rows = np.concatenate([scores[ends[i] - lengths[i] : ends[i]] for i in some])
    for i, path in zip(some, best(rows, [lengths[i] for i in some], chain.steps), strict=True):
        for first, last, kind in spans([chain.labels[column] for column in path]):
            chance = seen[i].sure(grown, first, path[first:last], columns.get(f"I-{kind}", -1))
            names[i].append(Tagged(first, last, cast("Kind", kind), round(min(1.0, chance), 4)))
    return names


@lru_cache(maxsize=1)
def _shipped() -> Tagger:
    return Tagger(unpacked((files(__package__) / MODEL).read_bytes()))
