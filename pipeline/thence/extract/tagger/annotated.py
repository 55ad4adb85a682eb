"""Readers of the annotated texts that the shipped model is trained from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from thence.extract.tagger.features import plain

__all__ = ["Text", "cut", "documents", "entities", "grouped", "rows", "sentences_of_ud", "texts", "unmarked"]

Text = list[tuple[list[str], list[str]]]
"""The sentences of one text, each as words and tags."""

KINDS = ("PER", "ORG", "LOC", "MISC")

TRAINED = 0.85
"""The part of a train file that is trained on when no dev file stands beside it."""

TOGETHER = 10
"""How many sentences without a document's name make a text."""

_WORD = re.compile(r"https?://\S+|['’]s\b|(?:[^\W_]\.){2,}|[^\W_]+(?:(?!['’]s\b)[-.'’&][^\W_]+)*|\S")
_SHORT = frozenset(["Co", "Col", "Dr", "Gen", "Inc", "Jr", "Lt", "Mr", "Mrs", "No", "Prof", "Sr", "St", "vs"])


def rows(path: Path) -> list[tuple[list[str], list[str], str | None]]:
    """Return the sentences of a file of rows: words, tags of the four kinds, the document's name."""
    found = []
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            tags = [tag if tag[2:] in KINDS else "O" for tag in row["tags"]]
            found.append((_printable(row["tokens"]), tags, row.get("doc")))
    return found


def grouped(found: Sequence[tuple[list[str], list[str], str | None]]) -> list[Text]:
    """Return sentences as texts: neighbours of one document, or ten neighbours where documents are not named."""
    numbered = enumerate(found)
    return [
        [(words, tags) for _, (words, tags, _) in group]
        for _, group in groupby(numbered, key=lambda each: each[1][2] or each[0] // TOGETHER)
    ]


def texts(path: Path, *, whole: bool) -> list[Text]:
    """Return the texts of a train file to train on. whole: all of it, since a dev file stands beside it."""
    found = rows(path)
    return grouped(found if whole else found[: int(len(found) * TRAINED)])


def documents(path: Path) -> list[Text]:
    """Return the documents of Re-DocRED."""
    found = []
    for row in _lines(path):
        marked = [
            (a, b, each["type"]) for each in row["entities"] if each["type"] in KINDS for a, b in each["mentions"]
        ]
        found.append(cut(row["text"], marked))
    return found


_RE3D = {
    "DocumentReference": "MISC",
    "Location": "LOC",
    "MilitaryPlatform": "MISC",
    "Nationality": "MISC",
    "Organisation": "ORG",
    "Person": "PER",
    "Vehicle": "MISC",
    "Weapon": "MISC",
}


def entities(path: Path) -> list[Text]:
    """Return the texts of re3d; entities that begin with a small letter are descriptions and no names."""
    found = []
    for row in _lines(path):
        text = row["text"]
        marked = [
            (a, b, _RE3D[kind])
            for a, b, kind, *_ in row["entities"]
            if kind in _RE3D and b - a < 60 and text[a : a + 1].isupper()
        ]
        found.append(cut(text, marked))
    return found


def cut(text: str, marked: Sequence[tuple[int, int, str]]) -> Text:
    """Return a text as sentences of words and tags. marked: first and last code point and kind; the longest wins.

    >>> cut("Ann left. She met Bo.", [(0, 3, "PER"), (18, 20, "PER")])[1]
    (['She', 'met', 'Bo', '.'], ['O', 'O', 'B-PER', 'O'])
    """
    words = [(match.group(), match.start(), match.end()) for match in _WORD.finditer(text)]
    tags = ["O"] * len(words)
    for first, last, kind in sorted(marked, key=lambda each: (each[0] - each[1], each)):
        places = [i for i, (_, start, end) in enumerate(words) if start < last and end > first]
        if places and all(tags[i] == "O" for i in places):
            for i in places:
                tags[i] = ("B-" if i == places[0] else "I-") + kind
    found: Text = []
    begun = 0
    for i, (_, _, end) in enumerate(words):
        last_word = i + 1 == len(words)
        if last_word or (not tags[i + 1].startswith("I-") and _ends(words, begun, i, text[end : words[i + 1][1]])):
            found.append((_printable([word for word, _, _ in words[begun : i + 1]]), tags[begun : i + 1]))
            begun = i + 1
    return found


def _ends(words: Sequence[tuple[str, int, int]], begun: int, place: int, gap: str) -> bool:
    """Return whether a sentence ends at a word. gap: what stands before the next."""
    if "\n\n" in gap:
        return True
    following = words[place + 1][0]
    if words[place][0] not in (".", "!", "?") or not (following[0].isupper() or following[0] in '"“'):
        return False
    before = words[place - 1][0] if place > begun else ""
    return not before or (len(before) > 1 and before not in _SHORT)


def sentences_of_ud(path: Path) -> list[tuple[list[str], list[str]]]:
    """Return the sentences of a treebank, as words and parts of speech."""
    found = []
    for sentence in path.read_text(encoding="utf-8").split("\n\n"):
        cells = [line.split("\t") for line in sentence.split("\n") if line[:1].isdigit()]
        whole = [row for row in cells if row[0].isdigit()]
        if whole:
            found.append((_printable([row[1] for row in whole]), [row[3] for row in whole]))
    return found


def unmarked(folder: Path) -> list[list[str]]:
    """Return the sentences of Text2KGBench, each once, in which no names are marked; its test rows are left alone."""
    found: dict[str, list[list[str]]] = {}
    for name in ("train", "validation"):
        for path in sorted(folder.glob(f"*/{name}.jsonl")):
            for row in _lines(path):
                if row["sent"] not in found:
                    found[row["sent"]] = [words for words, _ in cut(row["sent"], ())]
    return [words for sentences in found.values() for words in sentences]


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _printable(words: Sequence[str]) -> list[str]:
    return [plain(word) for word in words]
