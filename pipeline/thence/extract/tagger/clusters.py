"""Words that occur beside like words, put into clusters: k-means over what stands to the left and to the right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

__all__ = ["clustered"]

FEWEST, CONTEXTS, DIRECTIONS, ROUNDS = 4, 800, 60, 25
"""How often a word must occur, how many neighbours are told apart, in how many directions, steps of k-means."""


SMALLEST = 1e-9
"""Directions along which words differ less are noise."""


def clustered(sentences: Iterable[Sequence[str]], many: int) -> dict[str, int]:
    """Return the cluster of each word in lower case that occurs often enough."""
    low = [["", *map(str.lower, words), ""] for words in sentences]
    counts = Counter(word for words in low for word in words)
    ranked = sorted((word for word in counts if counts[word] >= FEWEST), key=lambda word: (-counts[word], word))
    ids = {word: number for number, word in enumerate(ranked)}
    width = min(CONTEXTS, len(ranked))
    seen = np.zeros((len(ranked), 2 * width), dtype=np.float64)
    for words in low:
        numbers = [ids.get(word, -1) for word in words]
        for left, right in pairwise(numbers):
            if left >= 0 <= right:
                if right < width:
                    seen[left, right] += 1
                if left < width:
                    seen[right, width + left] += 1
    total = seen.sum()
    if not total or len(ranked) <= many:
        return {}
    expected = seen.sum(axis=1, keepdims=True) * (seen.sum(axis=0, keepdims=True) ** 0.75)
    expected *= total / max(expected.sum(), 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        close = np.maximum(np.nan_to_num(np.log(seen / expected), nan=0.0, neginf=0.0), 0.0)
    values, vectors = np.linalg.eigh(close.T @ close)
    largest = [column for column in range(len(values))[::-1][:DIRECTIONS] if values[column] > SMALLEST]
    top = vectors[:, largest] * values[largest] ** -0.25
    points = close @ top
    points /= np.maximum(np.linalg.norm(points, axis=1, keepdims=True), 1e-9)
    centres = points[:many].copy()  # the most frequent words
    chosen = np.zeros(len(points), dtype=np.int64)
    for _ in range(ROUNDS):
        chosen = (points @ centres.T).argmax(axis=1)
        sums = np.zeros_like(centres)
        np.add.at(sums, chosen, points)
        norms = np.linalg.norm(sums, axis=1, keepdims=True)
        centres = np.where(norms > 0, sums / np.maximum(norms, 1e-9), centres)
    return {word: int(number) for word, number in zip(ranked, chosen, strict=True) if word}
