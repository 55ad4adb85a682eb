"""Lines with writing that runs from right to left: the words as they stand, put in the order they are read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from thence.read.layout import Run, Words

__all__ = ["SIDEWAYS", "logical", "set_right", "turned_round"]

SIDEWAYS = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_FORWARD = re.compile("[A-Za-z\u00c0-\u058f\u0900-\u1fff\u3040-\ud7ff]")
_LEADING = re.compile(r"([.,;:!?،؛؟]+)(?=[\w\"'“])")
_STOPPED = re.compile(r"([.,;:!?،؛؟]*)(.*?)([.,;:!?،؛؟]*)")
_PIECES = re.compile("[。、！？]|[^。、！？]+")


def logical(words: Sequence[str]) -> list[tuple[int, str]]:
    """Return the words of a line in the order they are read, each with its number; as they stand from left to right.

    The line runs the way that most of its letters do. Figures and marks between words run with them. A stop that stands
    before the first word, as it comes in such lines, ends the last.

    >>> [word for _, word in logical(["בתל", "גר", "אבי"])]
    ['אבי', 'גר', 'בתל']
    >>> [word for _, word in logical(["word", "עולם", "שלום", "means"])]
    ['word', 'שלום', 'עולם', 'means']
    """
    back = [SIDEWAYS.search(word) is not None for word in words]
    ahead = [not is_back and _FORWARD.search(word) is not None for word, is_back in zip(words, back, strict=True)]
    sizes = list(map(len, words))
    leftwards = sum(map(int.__mul__, back, sizes)) > sum(map(int.__mul__, ahead, sizes))
    own = ahead if leftwards else back
    # Stretches that run the other way reach from the first such word to the last, over what runs no way of its own.
    against = [False] * len(words)
    last = -1
    for at, is_own in enumerate(own):
        if is_own:
            if last >= 0 and not any((back if leftwards else ahead)[last:at]):
                against[last:at] = [True] * (at - last)
            against[at] = True
            last = at
    out: list[tuple[int, str]] = []
    places = range(len(words) - 1, -1, -1) if leftwards else range(len(words))
    for is_against, group in groupby(places, against.__getitem__):
        some = [(at, words[at]) for at in group]
        if is_against:
            some.reverse()
        if leftwards:
            out += [(at, _stopped(word)) for at, word in some]
        else:
            out += _ended(some) if is_against else [(at, _straight(word)) for at, word in some]
    return out


def _ended(some: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return a stretch with the stop before its first word behind its last."""
    at, word = some[0]
    if match := _LEADING.match(word):
        some[0] = at, word[match.end() :]
        at, word = some[-1]
        some[-1] = at, word + match[1]
    return some


def _stopped(word: str) -> str:
    """Return a figure or a foreign word with the stop behind it that stands before it."""
    match = _LEADING.match(word)
    return word[match.end() :] + match[1] if match else word


def _straight(word: str) -> str:
    """Return a word without blanks, as of Japanese, whose sentences come in reverse order."""
    return "".join(reversed(_PIECES.findall(word))) if word[0] in "。、！？" and len(word) > 1 else word


def set_right(line: str, left: Sequence[float]) -> str:
    """Return a line with the stops of words that run leftwards at the sides where such a line itself has them.

    left: the left edge of each word. In a line that runs rightwards such words come as they stand, their stops too.

    >>> set_right("IN :גר אבי. IS", [0, 20, 40, 60])
    'IN גר: .אבי IS'
    """
    words = line.split(" ")
    back = [at for at, word in enumerate(words) if SIDEWAYS.search(word)]
    if not any(after == at + 1 and left[at] < left[after] for at, after in pairwise(back)):
        return line
    for at in back:
        match = _STOPPED.fullmatch(words[at])
        if match:
            words[at] = match[3] + match[2] + match[1]
    return " ".join(words)


def turned_round(words: Words, runs: Sequence[Run]) -> Words:
    """Return the words with those of each run in the order they are read; they stand from left to right by lines."""
    order: list[tuple[int, str]] = []
    for run in runs:
        begin = run.first
        for at in range(run.first + 1, run.end + 1):
            tall = words.top[begin] - words.bottom[begin]
            if at == run.end or abs(words.bottom[at] - words.bottom[begin]) > 0.6 * tall:
                some = words.texts[begin:at]
                if any(map(SIDEWAYS.search, some)):
                    order += [(begin + own, text) for own, text in logical(some)]
                else:
                    order += [(index, words.texts[index]) for index in range(begin, at)]
                begin = at
    places = [at for at, _ in order]
    new = {old: at for at, old in enumerate(places)}
    return replace(
        words,
        texts=[text for _, text in order],
        left=[words.left[at] for at in places],
        bottom=[words.bottom[at] for at in places],
        right=[words.right[at] for at in places],
        top=[words.top[at] for at in places],
        hyphens={new[at] for at in words.hyphens},
        bad={new[at]: count for at, count in words.bad.items()},
        raised={new[at]: count for at, count in words.raised.items()},
        struck={new[at] for at in words.struck},
        bold={new[at] for at in words.bold},
    )
