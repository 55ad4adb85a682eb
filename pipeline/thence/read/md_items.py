"""Lists of keys and values: ``- Settlor: Ann``, ``- **Share**: 5 %``, ``* Legal form – Ltd``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from thence.model.document import Field, Record, RecordKind, Span
from thence.read.keys import is_key, is_sentence, is_usual_key

__all__ = ["Item", "items_record"]

_COLON = re.compile(r"\s?::?(?:[ \t]+|$)")
_DASH = re.compile(r"[ \t]+[–—-][ \t]+")


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list.   words, span: in the rendition.   level: its depth.   bold: how many of its first letters
    are in bold: the key of many lists.
    """

    words: str
    span: Span
    level: int
    bold: int = 0


@dataclass(frozen=True, slots=True)
class _Pair:
    key: str
    start: int
    end: int
    is_dash: bool
    is_bold: bool


def items_record(items: Sequence[Item]) -> Record | None:
    """Return the record that the items of one list are, or None where they are prose.

    Every item is a key and a value that is no sentence, of two items at least, or of one with a usual key (Date,
    Author). With a dash between them, most keys must not look like names of people: "Ann Lee – director" is no field.
    """
    pairs = [_pair(item) for item in items]
    held = [pair for pair in pairs if pair is not None]
    if not held or len(held) < len(items):
        return None
    if len(held) == 1 and not is_usual_key(held[0].key):
        return None
    values = [item.words[pair.start : pair.end] for item, pair in zip(items, held, strict=True)]
    if 2 * sum(is_sentence(value) for value in values) >= len(held) or not any(values):
        return None
    if 2 * sum(_is_name(pair.key) for pair in held if pair.is_dash and not pair.is_bold) > len(held):
        return None
    if len({pair.key.lower() for pair in held}) < len(held):
        return None
    fields = tuple(
        Field(
            pair.key,
            Span(item.span.start + pair.start, item.span.start + pair.end),
            None,
            Span(item.span.start, item.span.start + len(pair.key)),
        )
        for item, pair in zip(items, held, strict=True)
    )
    return Record(RecordKind.KEYS, Span(items[0].span.start, items[-1].span.end), fields)


def _pair(item: Item) -> _Pair | None:
    words = item.words
    colon = words.find(":", 0, 64)
    for at, form in ((colon, _COLON), (-1, _DASH)):
        if form is _COLON:
            match = _COLON.match(words, at - 1 if at > 1 and words[at - 1] == " " else at) if at > 0 else None
        else:
            match = _DASH.search(words, 0, 64)
        if match is None:
            continue
        key = words[: match.start()]
        if not is_key(key):
            continue
        is_bold = item.bold > 0 and item.bold >= match.start()
        return _Pair(key, match.end(), len(words.rstrip()), form is _DASH, is_bold)
    return None


def _is_name(key: str) -> bool:
    words = key.split()
    return len(words) > 1 and all(word[0].isupper() for word in words)
