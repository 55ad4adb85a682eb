"""What a word and its neighbours look like, as the strings that a model weighs.

A word's own features keep tagging quick: their weights are added up once for each distinct word and then looked up.
"""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["REACH", "WordFeature", "kind_features", "plain", "shape", "word_features", "written"]

REACH = 2
"""How many words to the left and to the right a word's own features are seen from."""

WordFeature = tuple[str, int]
"""A feature of a word, and from how many places to the left and to the right it is seen."""

_SPECIAL = (
    (re.compile(r"(?:https?://|www\.).*|[a-z0-9-]+\.(?:com|org|net|edu|gov|uk)\b.*", re.IGNORECASE), "url"),
    (re.compile(r".+@.+\..+"), "mail"),
    (re.compile(r"@\w+"), "handle"),
    (re.compile(r"#\w+"), "tag"),
    (re.compile(r"(?:19|20)\d\d"), "year"),
    (re.compile(r"[^\w\s]+"), "mark"),
    (re.compile(r"[A-Z]\."), "initial"),
    (re.compile(r"(?:[A-Z]\.){2,}"), "initials"),
)


@lru_cache(maxsize=1 << 16)
def shape(word: str) -> str:
    """Return a word with its letters and digits made alike, runs of more than two cut to two.

    >>> shape("McDonald's"), shape("B-52")
    ("XxXxx'x", 'X-dd')
    """
    classes: list[str] = []
    for letter in word[:24]:
        kind = "X" if letter.isupper() else "x" if letter.isalpha() else "d" if letter.isdigit() else letter
        if classes[-2:] != [kind, kind]:
            classes.append(kind)
    return "".join(classes)


def plain(word: str) -> str:
    """Return a word without blanks and controls, which no feature may hold."""
    if word.isprintable() and " " not in word and word:
        return word
    return "".join(letter for letter in word if letter.isprintable() and letter != " ") or "\ufffd"


@lru_cache(maxsize=1 << 16)
def written(word: str) -> str:
    """Return how a word is written: l(ower), T(itle), U(pper), M(ixed), one capital, m(ixed) or n(o letters)."""
    if word.islower():
        return "l"
    if word.isupper():
        return "U" if len(word) > 1 else "1"
    if word[:1].isupper():
        return "T" if word[1:].islower() else "M"
    return "m" if any(map(str.isalpha, word)) else "n"


def word_features(word: str) -> list[WordFeature]:
    """Return a word's own features. The empty word stands for the edge of a sentence."""
    if not word:
        return [("_", REACH)]
    low = word.lower()
    found = [(f"w={low}", 2), (f"s={shape(word)}", 2), (f"c={written(word)}", 2), (f"x3={low[-3:]}", 1)]
    found += [(f"p{size}={low[:size]}", 0) for size in (1, 2, 3, 4) if len(low) >= size]
    found += [(f"x{size}={low[-size:]}", 0) for size in (1, 2, 4) if len(low) >= size]
    found += [(f"W={word}", 0), (f"n={min(len(word), 9)}", 0)]
    found += [(f"k={name}", 1) for pattern, name in _SPECIAL if pattern.fullmatch(word)]
    if "-" in word[1:-1]:
        found += [(f"h={part}", 0) for part in low.split("-") if part]
    return found


def kind_features(kind: str, word: str) -> list[WordFeature]:
    """Return a word's own features in texts of one kind, whose habits may differ from those of other texts."""
    if not kind or not word:
        return []
    features = [(f"{kind}b", 0), (f"{kind}w={word.lower()}", 1), (f"{kind}s={shape(word)}", 0)]
    return [*features, (f"{kind}c={written(word)}", 1)]
