"""What the tagger sees in a text: at the first look each sentence and the lists, at the second the rest of the text.

What is seen of a place is given as forms, small tuples that come again and again, and as features that hold words. The
features of a form are written out by one function, for training and, once for each form, for tagging.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import repeat
from typing import NamedTuple

import numpy as np

from thence.extract.tagger.crf import Array
from thence.extract.tagger.features import WordFeature, word_features, written
from thence.extract.tagger.lists import Counts, Lists

__all__ = [
    "First",
    "Second",
    "first_forms",
    "first_word",
    "form_features",
    "listed_features",
    "rest_features",
    "row_features",
    "second_forms",
    "second_word",
    "sure_features",
]

Text = Sequence[Sequence[str]]
Form = tuple[str, ...]
Listed = tuple[str, Form, Form, Form]


class First(NamedTuple):
    """What is seen of each place of a text, sentence after sentence, at the first look."""

    words: list[list[str]]
    forms: list[Form]
    listed: list[Listed]


class Second(NamedTuple):
    """What is seen of each place of a text, sentence after sentence, at the second look."""

    rows: list[Form]
    sure: list[Form]
    rest: list[tuple[str, ...]]


def first_word(word: str, lists: Lists, own: Counts | None = None) -> list[WordFeature]:
    """Return a word's own features, how it was labelled elsewhere among them. own: counts to leave out."""
    found = word_features(word)
    if word:
        low = word.lower()
        found += [(feature, 1) for feature in lists.of_word(low, own)]
        found += [(f"u{size}={number}", 2) for size, number in enumerate(lists.clusters.get(low, ()))]
    return found


def first_forms(text: Text, parts: Text, kind: str, lists: Lists, own: Counts | None = None) -> First:
    """Return what is seen of a text. parts: of speech.   kind: of the text.   own: counts to leave out."""
    small: Counter[str] = Counter()
    large: Counter[str] = Counter()
    for words in text:
        small.update([word for word in words if word.islower()])
        large.update([word.lower() for word in words[1:] if not word.islower()])
    found = First([], [], [])
    for words, tags in zip(text, parts, strict=True):
        if not words:
            continue
        low = [word.lower() for word in words]
        cases = [written(word) for word in words]
        names = lists.of_places(low, own)
        before, after = ["_", *low[:-1]], [*low[1:], "_"]
        for place, (left, mine, right, case) in enumerate(zip(before, low, after, cases, strict=True)):
            features = [
                "a=" + left + "|" + mine,
                "z=" + mine + "|" + right,
                "ac=" + left + "|" + case,
                "zc=" + case + "|" + right,
            ]
            if case != "l":
                features.append(f"dl={min(2, small[mine])}{min(2, large[mine] - (place > 0))}")
            found.words.append(features)
        titled = sum(case in "TUM" for case in cases)
        letters = sum(case in "TUMlm" for case in cases)
        style = "n" if not titled else "h" if titled > 0.6 * letters else "p"
        sides = (["_", *cases[:-1]], cases, [*cases[1:], "_"], [*cases[2:], "_", "_"][: len(cases)])
        around = (["_", *tags[:-1]], tags, [*tags[1:], "_"])
        firsts = ("1", *repeat("0", len(words) - 1))
        found.forms.extend(zip(repeat(kind), *sides, *around, repeat(style), firsts))
        found.listed.extend(zip(repeat(kind), [(), *names[:-1]], names, [*names[1:], ()]))
    return found


def form_features(form: Form) -> list[str]:
    """Return the features of how a place and its neighbours are written and which parts of speech they are."""
    kind, before, case, after, next_but_one, left, tag, right, style, first = form
    around = f"{before}{case}{after}{next_but_one}"
    features = [f"cc={around}", f"t={tag}{case}", f"at={left}", f"zt={right}", f"ttt={left}{tag}{right}"]
    features.append(f"k={style}{case}{first}")
    return [*features, f"{kind}cc={around}", f"{kind}t={tag}{case}"] if kind else features


def listed_features(form: Listed) -> list[str]:
    """Return the features of the listed names that a place and its neighbours stand in."""
    kind, before, here, after = form
    features = [*here, *(kind + each for each in here)]
    return [*features, *("-1" + each for each in before), *("+1" + each for each in after)]


def second_word(word: str) -> list[WordFeature]:
    """Return a word's own features for the second look."""
    if not word:
        return [("_", 1)]
    low = word.lower()
    return [(f"w={low}", 1), (f"c={written(word)}", 1), (f"x3={low[-3:]}", 0)]


def second_forms(text: Text, parts: Text, kind: str, labels: Sequence[str], chances: Sequence[Array]) -> Second:
    """Return what is seen of a text at the second look.

    labels: the columns of chances.   chances: of each label at each word of each sentence, by the first look.
    """
    kinds = sorted({label[2:] for label in labels if label != "O"})
    gather = np.array([[label[2:] == each for each in kinds] for label in labels], dtype=np.float32)
    chance = np.concatenate(chances) if chances else np.zeros((0, len(labels)), dtype=np.float32)
    others, rest = _elsewhere([word.lower() for words in text for word in words], chance @ gather)
    order = np.argsort(-chance, axis=1, kind="stable")[:, :2]
    sizes = (np.take_along_axis(chance, order, axis=1) * 9.999).astype(int).tolist()
    best = [labels[column] for column in order[:, 0].tolist()]
    seconds = [f"{labels[column]}{size[1]}" for column, size in zip(order[:, 1].tolist(), sizes, strict=True)]
    told = [f"{label}{size[0]}" for label, size in zip(best, sizes, strict=True)]
    tops = [kinds[column] for column in rest.argmax(axis=1).tolist()]
    highs = (np.minimum(rest.max(axis=1), 0.9999) * 5).astype(int).tolist()
    wholes = (np.minimum(rest.sum(axis=1), 0.9999) * 5).astype(int).tolist()
    before: list[list[str]] = [[], []]
    after: list[list[str]] = [[], []]
    at = 0
    for words in text:
        end = at + len(words)
        for number, (each, edge) in enumerate(((best, "_"), (told, ""))):
            if words:
                before[number] += [edge, *each[at : end - 1]]
                after[number] += [*each[at + 1 : end], edge]
        at = end
    cases = [written(word) for words in text for word in words]
    tags = [tag for each in parts for tag in each]
    seen = zip(others, tops, highs, wholes, cases, best, strict=True)
    return Second(
        list(zip(repeat(kind), before[0], best, after[0], cases, tags)),
        list(zip(repeat(kind), before[1], told, after[1], seconds)),
        [(top, str(high), str(whole), str(n), case, here) if n else () for n, top, high, whole, case, here in seen],
    )


def row_features(form: Form) -> list[str]:
    """Return the features of the labels of a place and its neighbours."""
    kind, left, here, right, case, tag = form
    return [
        "b",
        f"b={here}",
        f"bc={here}{case}",
        f"bp={here}{tag}",
        f"-1b={left}",
        f"+1b={right}",
        f"bb={left}{here}",
        f"bn={here}{right}",
        f"bbb={left}{here}{right}",
        f"{kind}bc={here}{case}",
    ]


def sure_features(form: Form) -> list[str]:
    """Return the features of how sure the first look was of a place and its neighbours."""
    kind, left, here, right, second = form
    features = [f"bt={here}", f"r={second}", f"{kind}bt={here}"]
    if left:
        features.append(f"-1bt={left}")
    if right:
        features.append(f"+1bt={right}")
    return features


def rest_features(form: Form) -> list[str]:
    """Return the features of what the first look made of the same word elsewhere in the text."""
    if not form:
        return []
    top, high, whole, others, case, here = form
    return [
        f"e={top}{high}",
        f"eo={whole}{others}",
        f"eb={top}{high}{here}",
        f"ec={top}{high}{case}",
        f"ew={whole}{case}{here}",
    ]


def _elsewhere(low: Sequence[str], named: Array) -> tuple[list[int], Array]:
    """Return how often each word occurs elsewhere, up to three times, and its mean chances of each kind there."""
    ids: dict[str, int] = {}
    numbers = np.array([ids.setdefault(word, len(ids)) for word in low], dtype=np.int64)
    many = np.bincount(numbers, minlength=len(ids))[numbers] - 1
    sums = [np.bincount(numbers, column, len(ids))[numbers] - column for column in named.T]
    rest = np.stack(sums, axis=1) / np.maximum(many, 1)[:, None]
    return np.minimum(many, 3).tolist(), rest.astype(np.float32)
