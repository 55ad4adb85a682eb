"""JSON slot by slot, mistakes and all: the members and items of its brackets, and which of them are none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

__all__ = ["Box", "Mistake", "Slot", "blanked", "slots_of"]

_TOKEN = re.compile(
    r"""
    (?P<text>"(?:[^"\\\x00-\x1f\ud800-\udfff]++|\\[^\n])*+")
  # What is closed in spite of a line break or the like within it, or goes to the end of its line.
  | (?P<open>"(?:[^"\\]++|\\[^\n])*+"(?=\s*+[,:}\]])|"[^\n]*+)
  | (?P<mark>[{}\[\]:,])
  | (?P<scalar>[^\s"{}\[\]:,]++)
    """,
    re.VERBOSE,
)
_SCALAR = re.compile(r"true|false|null|-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+")
_ESCAPES = re.compile(r'(?:[^\\]++|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*+')
_DEPTH = 500
_CLOSES = {"{": "}", "[": "]"}


@dataclass(slots=True)
class Slot:
    """A member of an object or an item of an array.

    comma: offset of the comma before it, -1 for none.   key: of a member, as written, with its quotes.
    child: the brackets it holds.   dropped: whether it is to be left out.
    """

    comma: int
    start: int
    end: int
    key: str = ""
    child: Box | None = None
    dropped: bool = False


@dataclass(slots=True)
class Box:
    """An object or array.   end: after its closing bracket."""

    is_object: bool
    start: int
    end: int = -1
    slots: list[Slot] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with the spelling of JSON, and where."""

    message: str
    start: int


@dataclass(slots=True)
class _Word:
    kind: str
    start: int
    end: int
    child: Box | None = None


@dataclass(slots=True)
class _Open:
    """Brackets that are open: the words of the slot at hand, and the comma before it."""

    box: Box
    words: list[_Word] = field(default_factory=list)
    comma: int = -1


def slots_of(text: str) -> tuple[Box | None, list[Mistake], str]:
    """Return the outermost brackets of a text, the mistakes of its spelling, and the brackets missing at its end.

    A slot with a mistake is dropped as a whole; where only a comma is missing or too many, nothing else is.
    None for a text that begins with no bracket.
    """
    scan = _Scan(text)
    for match in _TOKEN.finditer(text):
        word, start = match.group(), match.start()
        # Brackets and commas at the end of a line are none of the text that nobody closed before.
        body = word.rstrip(" \t\r,}]") if match.lastgroup == "open" and "\n" not in word else word
        scan.take(match.lastgroup or "", body, start)
        for at in range(len(body), len(word)):
            if word[at] in ",}]":
                scan.take("mark", word[at], start + at)
    return scan.finish()


class _Scan:
    def __init__(self, text: str) -> None:
        self._text = text
        self._stack: list[_Open] = []
        self._root: Box | None = None
        self.mistakes: list[Mistake] = []
        self._outer: set[bool] = set()

    def take(self, kind: str, word: str, start: int) -> None:
        """Take in a token.   start: its offset."""
        end = start + len(word)
        if not self._stack:
            self._outside(word, start)
            return
        top = self._stack[-1]
        if kind != "mark" or word == ":":
            top.words.append(_Word(self._kind(kind, word), start, end))
        elif word == ",":
            self._close_slot(top, start)
            top.comma = start
        elif word in "{[" and len(self._stack) < _DEPTH:
            box = Box(word == "{", start)
            top.words.append(_Word("box", start, -1, box))
            self._stack.append(_Open(box))
        elif word in "{[":
            top.words.append(_Word("bad", start, end))
        else:
            self._close(word, end)

    def _outside(self, word: str, start: int) -> None:
        if self._root is None and word in "{[":
            self._root = Box(word == "{", start)
            self._stack.append(_Open(self._root))
        elif (self._root is not None) not in self._outer:
            where = "before the first bracket" if self._root is None else "after the last bracket"
            self.mistakes.append(Mistake(f"words {where}", start))
            self._outer.add(self._root is not None)

    def _kind(self, kind: str, word: str) -> str:
        if kind == "text":
            return "text" if "\\" not in word or _ESCAPES.fullmatch(word, 1, len(word) - 1) else "bad"
        if kind == "scalar":
            return "scalar" if _SCALAR.fullmatch(word) else "bad"
        return "colon" if word == ":" else "bad"

    def _close(self, bracket: str, end: int) -> None:
        """Close brackets; those that stand open within them are dropped."""
        is_object = bracket == "}"
        fits = self._stack[-1].box.is_object == is_object
        if not fits and not any(each.box.is_object == is_object for each in self._stack):
            self._stack[-1].words.append(_Word("bad", end - 1, end))
            return
        while self._stack[-1].box.is_object != is_object:
            inner = self._stack.pop()
            word = self._stack[-1].words[-1]
            word.kind, word.end = "bad", end - 1
            self.mistakes.append(Mistake("a bracket that is never closed", inner.box.start))
        top = self._stack.pop()
        if top.words or top.comma >= 0:
            self._close_slot(top, end - 1)
        top.box.end = end
        if self._stack:
            self._stack[-1].words[-1].end = end

    def _close_slot(self, top: _Open, end: int) -> None:
        """Take in the words between two commas: one member or item, or several that lack commas."""
        words, comma = top.words, top.comma
        top.words = []
        slots = top.box.slots
        if not words:
            self.mistakes.append(Mistake("a comma too many", end if self._text[end : end + 1] == "," else comma))
            slots.append(Slot(comma, end, end, dropped=True))
            return
        units = list(_units(words, is_object=top.box.is_object))
        if not all(units) or not all(
            self._text[one[-1].end : other[0].start].isspace() for one, other in pairwise(units)
        ):
            bad = next((word for word in words if word.kind == "bad"), words[0])
            if not any(mistake.start == bad.start for mistake in self.mistakes[-1:]):
                self.mistakes.append(Mistake(self._fault(words, is_object=top.box.is_object), bad.start))
            slots.append(Slot(comma, words[0].start, max(word.end for word in words), dropped=True))
            return
        for unit in units:
            if unit is not units[0]:
                comma = unit[0].start - 1
                self.mistakes.append(Mistake("a comma is missing", unit[0].start))
            key = self._text[unit[0].start : unit[0].end] if top.box.is_object else ""
            slots.append(Slot(comma, unit[0].start, unit[-1].end, key, unit[-1].child))

    def _fault(self, words: Sequence[_Word], *, is_object: bool) -> str:
        if any(self._text[word.start] == '"' and word.kind == "bad" for word in words):
            return "a text that is never closed, or holds what JSON does not allow"
        if any(word.kind == "bad" for word in words):
            return "words that are no JSON"
        return 'no member of an object, as "name": value' if is_object else "more than one item without a comma"

    def finish(self) -> tuple[Box | None, list[Mistake], str]:
        tail = ""
        if self._stack:
            count = len(self._stack)
            noun = "bracket is" if count == 1 else "brackets are"
            self.mistakes.append(Mistake(f"the file ends while {count} {noun} open", len(self._text.rstrip()) - 1))
        while self._stack:
            top = self._stack.pop()
            end = len(self._text)
            if top.words and top.words[-1].kind == "scalar":
                top.words[-1].kind = "bad"  # a number may go on
            if top.words:
                self._close_slot(top, end)
            elif top.comma >= 0:
                top.box.slots.append(Slot(top.comma, end, end, dropped=True))
            top.box.end = end
            tail += _CLOSES["{" if top.box.is_object else "["]
            if self._stack:
                self._stack[-1].words[-1].end = end
        return self._root, self.mistakes, tail


def _units(words: Sequence[_Word], *, is_object: bool) -> Iterator[Sequence[_Word]]:
    """Yield the members or items that words make up; an empty one for what is none."""
    size = 3 if is_object else 1
    for at in range(0, len(words), size):
        unit = words[at : at + size]
        kinds = [word.kind for word in unit]
        fits = kinds[:2] == ["text", "colon"] if is_object else True
        yield unit if fits and len(unit) == size and kinds[-1] in ("text", "scalar", "box") else ()


def blanked(text: str, root: Box, tail: str) -> str:
    """Return a text without its dropped slots, whose places stay as they are, with a comma before each other slot.

    tail: the brackets missing at its end.
    """
    spans: list[tuple[int, int, str]] = []
    waiting = [root]
    while waiting:
        box = waiting.pop()
        is_first = True
        for slot in box.slots:
            mark = "" if slot.dropped or is_first else ","
            if slot.comma >= 0 and text[slot.comma] != mark:
                spans.append((slot.comma, slot.comma + 1, mark))
            if slot.dropped:
                spans.append((slot.start, slot.end, ""))
                continue
            is_first = False
            if slot.child is not None:
                waiting.append(slot.child)
    parts, at = [_NO_BREAK.sub(" ", text[: root.start])], root.start
    for start, end, mark in sorted(spans):
        if end > at:
            start = max(start, at)
            parts += [text[at:start], mark or _NO_BREAK.sub(" ", text[start:end])]
            at = end
    parts += [text[at : root.end], tail, _NO_BREAK.sub(" ", text[root.end :])]
    return "".join(parts)


_NO_BREAK = re.compile(r"[^\n]")
