"""What a user's corrections teach: further scores on top of the shipped model, learnt in seconds.

Corrections are lines of JSON, one sentence each::

    {"tokens": ["The", "Merrow", "left", "Leith", "."], "tags": ["O", "B-MISC", "O", "B-LOC", "O"], "doc": "log 1"}

tags: O, or B- and I- with PER, ORG, LOC or MISC, one for each token. doc may be left out; neighbouring lines with the
same doc are one text. Only words and their uncommon neighbours are weighed, each a little at a time, from nothing: what
the corrections say nothing of stays as it was.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from thence.errors import ConfigError, InputError, Location
from thence.extract.tagger.crf import Array, Chain, lattices
from thence.extract.tagger.features import plain, written
from thence.extract.tagger.lists import Lists

__all__ = ["Corrections", "Sentence", "corrected_places", "learnt_from", "load", "read_corrections"]

COMMON = 25
"""In how many training texts a word is no name when it counts as common."""

ROUNDS, RATE, DECAY = 60, 0.6, 0.02
"""Steps of learning, how large the first is, and how much weights are drawn back to nothing."""

FORMAT = "thence tagger corrections 1"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One corrected sentence. document: the name of its text, or nothing."""

    words: tuple[str, ...]
    tags: tuple[str, ...]
    document: str = ""


@dataclass(frozen=True, slots=True)
class Corrections:
    """What was learnt: scores of features.   sentences: how many taught it."""

    chain: Chain
    sentences: int

    def as_text(self) -> str:
        """Return the file that holds this, in JSON."""
        weights = {
            name: {
                label: round(float(weight), 4)
                for label, weight in zip(self.chain.labels, self.chain.weights[row], strict=True)
                if abs(weight) >= 0.00005
            }
            for name, row in self.chain.rows.items()
        }
        body = {
            "format": FORMAT,
            "labels": self.chain.labels,
            "sentences": self.sentences,
            "weights": {name: each for name, each in sorted(weights.items()) if each},
        }
        return json.dumps(body, ensure_ascii=False, indent=1) + "\n"


def load(path: Path) -> Corrections:
    """Return what a file holds. Raises InputError and ConfigError."""
    text = _text(path)
    try:
        body = json.loads(text)
        if body["format"] != FORMAT:
            raise ValueError(body["format"])  # noqa: TRY301 - told as what could not be read
        labels = tuple(body["labels"])
        rows = {str(name): row for row, name in enumerate(body["weights"])}
        weights = np.zeros((len(rows), len(labels)), dtype=np.float32)
        for name, each in body["weights"].items():
            for label, weight in each.items():
                weights[rows[name], labels.index(label)] = weight
        steps = np.zeros((len(labels), len(labels)), dtype=np.float32)
        return Corrections(Chain(labels, rows, weights, steps), int(body["sentences"]))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ConfigError(
            "TH231",
            f"no corrections that the tagger learnt: {error}",
            at=Location(str(path)),
            hint="write them with `thence tagger train CORRECTIONS.jsonl --output FILE`",
        ) from error


def read_corrections(path: Path, labels: Sequence[str]) -> list[Sentence]:
    """Return the sentences of a file of corrections. Raises InputError, or ConfigError with the line.

    labels: those that tags may be.
    """
    found = []
    for number, line in enumerate(_text(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            mistake = _mistake(row, labels)
        except ValueError as error:
            mistake = f"not JSON: {error}"
        if mistake:
            hint = 'a tag for each token, like {"tokens": ["Ann", "left"], "tags": ["B-PER", "O"]}'
            raise ConfigError("TH230", mistake, at=Location(str(path), number), hint=hint)
        found.append(_sentence(row))
    if not found:
        raise ConfigError("TH230", "no corrected sentence", at=Location(str(path)), hint="write one sentence a line")
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise InputError("TH501", f"cannot read {path.name}: {why}", at=Location(str(path))) from error


def _sentence(row: dict[str, Any]) -> Sentence:
    return Sentence(tuple(row["tokens"]), tuple(row["tags"]), row.get("doc") or "")


def _mistake(row: Any, labels: Sequence[str]) -> str:
    """Return what is wrong with a row, or nothing."""
    if not isinstance(row, dict) or not {"tokens", "tags"} <= row.keys() <= {"tokens", "tags", "doc"}:
        return "a line is an object with tokens, tags and maybe doc"
    words, tags = row["tokens"], row["tags"]
    for key, values in (("tokens", words), ("tags", tags)):
        if not isinstance(values, list) or not all(isinstance(each, str) for each in values):
            return f"{key} is a list of strings"
    if not isinstance(row.get("doc") or "", str):
        return "doc is a string"
    if not words or len(words) != len(tags):
        return f"{len(words)} tokens, {len(tags)} tags"
    for before, tag in pairwise(["O", *tags]):
        if tag not in labels:
            return f"unknown tag {tag!r}: one of {', '.join(sorted(labels))}"
        if tag[0] == "I" and before[2:] != tag[2:]:
            return f"{tag} follows {before}: a name begins with B-{tag[2:]}"
    return ""


def corrected_places(text: Sequence[Sequence[str]], lists: Lists) -> list[list[str]]:
    """Return what corrections may weigh of all words of a text, one after another; ~ marks what stands around them."""
    found = []
    for words in text:
        low = ["_", *map(str.lower, words), "_"]
        rare = [_is_rare(word, lists) for word in low]
        for place, word in enumerate(words, 1):
            mine, case = low[place], written(word)
            features = [f"w={mine}", f"W={word}", f"a={low[place - 1]}|{mine}", f"z={mine}|{low[place + 1]}"]
            if rare[place - 1]:
                features += [f"~-1w={low[place - 1]}", f"~ac={low[place - 1]}|{case}"]
            elif place > 1 and rare[place - 2]:
                features.append(f"~aac={low[place - 2]}|{low[place - 1]}|{case}")
            if rare[place + 1]:
                features += [f"~+1w={low[place + 1]}", f"~zc={case}|{low[place + 1]}"]
            elif place < len(words) and rare[place + 2]:
                features.append(f"~zzc={case}|{low[place + 1]}|{low[place + 2]}")
            found.append(features)
    return found


def _is_rare(word: str, lists: Lists) -> bool:
    if not word.isalnum():
        return False
    labels = lists.counts.words.get(word)
    return labels is None or labels.get("O", 0) < COMMON


def learnt_from(texts: Sequence[tuple[Sequence[Sentence], Array]], chain: Chain, lists: Lists) -> Corrections:
    """Return what corrected texts teach.

    texts: the sentences of each with the scores that the model gives their words.   chain: the model's last.
    """
    column = {label: number for number, label in enumerate(chain.labels)}
    places = [
        features
        for sentences, _ in texts
        for features in corrected_places([_plain(each.words) for each in sentences], lists)
    ]
    names = sorted({name for features in places for name in features})
    rows = {name: row for row, name in enumerate(names)}
    at = np.array([place for place, features in enumerate(places) for _ in features], dtype=np.int64)
    row = np.array([rows[name] for features in places for name in features], dtype=np.int64)
    base = np.concatenate([scores for _, scores in texts])
    tags = [column[tag] for sentences, _ in texts for each in sentences for tag in each.tags]
    lengths = [len(each.words) for sentences, _ in texts for each in sentences]
    wanted = np.eye(len(column), dtype=np.float32)[tags]
    weights = np.zeros((len(names), len(column)), dtype=np.float32)
    squares = np.full_like(weights, 1e-6)
    around = np.array([name.startswith("~") for name in names])[row]
    for number in range(ROUNDS):
        # Every other time only what stands around a word is asked, or the names would leave it nothing to learn.
        mine = around if number % 2 else np.ones_like(around)
        scores = base + _sums(weights[row[mine]], at[mine], len(places))
        chances = np.concatenate([each.chances for each in lattices(scores, lengths, chain.steps)])
        slope = _sums((wanted - chances)[at[mine]], row[mine], len(names)) - DECAY * weights
        squares += slope * slope
        weights += RATE * slope / np.sqrt(squares)
    return Corrections(Chain(chain.labels, rows, weights, np.zeros_like(chain.steps)), len(lengths))


def _sums(values: Array, to: npt.NDArray[np.int64], many: int) -> Array:
    """Return rows added up by where they go, in order."""
    columns = [np.bincount(to, column, many) for column in values.T]
    return np.stack(columns, axis=1).astype(np.float32)


def _plain(words: Sequence[str]) -> list[str]:
    return [plain(word) for word in words]
