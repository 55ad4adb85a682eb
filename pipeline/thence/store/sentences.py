"""Turtle and TriG sentence by sentence, mistakes and all: where each begins and ends, and where its objects stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Kind", "Sentence", "Word", "line_sentences", "objects_of", "sentences"]

_TEXT = (
    r'"""(?:[^"\\]++|\\.|"{1,2}(?!"))*+"""'
    r"|'''(?:[^'\\]++|\\.|'{1,2}(?!'))*+'''"
    r'|"(?:[^"\\\n]++|\\.)*+"'
    r"|'(?:[^'\\\n]++|\\.)*+'"
)
_PLAIN = r"(?:[\w:·\u0300-\u036f\u203f\u2040%-]|\\[^\n])"
_LOCAL = rf"{_PLAIN}++(?:\.++{_PLAIN}++)*+"
_WORD = re.compile(
    rf"""
    (?P<space>\s++|\#[^\n]*+)
  | (?P<reified><<\(?|\)?>>|\{{\||\|\}}|~)
  | (?P<iri><[^<>\n]*+>)
  | (?P<text>{_TEXT})
  # A text that nobody closes reaches to the end of its line, but for the stop there.
  | (?P<open>["'][^\n]*?(?=\s*\.?[ \t\r]*(?:\n|\Z)))
  | (?P<blank>_:{_LOCAL})
  | (?P<tag>@[A-Za-z]++(?:-[A-Za-z0-9]++)*+)
  | (?P<number>[+-]?(?:[0-9]++(?:\.[0-9]++)?+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?+)(?![\w:])
  | (?P<name>(?:[^\W\d_][\w·-]*+(?:\.++[\w·-]++)*+)?:(?:{_LOCAL})?)
  | (?P<word>\w++)
  | (?P<mark>\^\^|.)
    """,
    re.VERBOSE | re.DOTALL,
)


class Kind(StrEnum):
    """What a sentence does."""

    TRIPLES = "triples"
    PREFIX = "prefix"
    BASE = "base"
    OTHER = "other"
    """A version directive, or words outside of any sentence."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word: iri, text, open (a text nobody closes), blank, tag, number, name (prefixed), word, mark or reified."""

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """The offset after it."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words up to a stop.

    graph: the name of the graph it stands in, as written; empty for the default graph.   block: ordinal of the braces
    it stands in, 0 outside of any.
    """

    kind: Kind
    words: Sequence[Word]
    graph: str = ""
    block: int = 0

    @property
    def start(self) -> int:
        """The offset of its first character."""
        return self.words[0].start

    @property
    def end(self) -> int:
        """The offset after its stop."""
        return self.words[-1].end


_STATEMENTS = {"@prefix": Kind.PREFIX, "prefix": Kind.PREFIX, "@base": Kind.BASE, "base": Kind.BASE}
_VERSIONS = ("@version", "version")


def line_sentences(text: str) -> Iterator[Sentence]:
    """Yield the statements of N-Triples or N-Quads, one a line; each is one word."""
    at = 0
    for line in text.split("\n"):
        bare = line.strip()
        if bare and not bare.startswith("#"):
            yield Sentence(Kind.TRIPLES, (Word("line", line, at),))
        at += len(line) + 1


def sentences(text: str, *, blocks: bool) -> Iterator[Sentence]:
    """Yield the sentences of Turtle, or of TriG with its braces, in order; a broken one goes up to its stop.

    No stop stands inside the brackets of a well-formed sentence, so that each stop ends one.
    """
    words: list[Word] = []
    graph, block, inside = "", 0, False
    for match in _WORD.finditer(text):
        kind = match.lastgroup or "mark"
        if kind == "space":
            continue
        word = Word(kind, match.group(), match.start())
        if kind == "mark" and word.text == "{" and blocks and not inside and _is_graph(words):
            named = [each for each in words if each.text.upper() != "GRAPH"]
            graph = text[named[0].start : named[-1].end] if named else ""
            words, inside, block = [], True, block + 1
            continue
        if kind == "mark" and word.text == "}" and blocks and inside:
            if words:
                yield Sentence(Kind.TRIPLES, words, graph, block)
            words, graph, inside = [], "", False
            continue
        if kind == "mark" and word.text == "}" and blocks:  # closes nothing: a mistake of its own
            if words:
                yield Sentence(Kind.TRIPLES, words)
            yield Sentence(Kind.TRIPLES, (word,))
            words = []
            continue
        words.append(word)
        directive = _STATEMENTS.get(words[0].text.lower(), Kind.OTHER if words[0].text.lower() in _VERSIONS else None)
        if directive and (words[0].kind != "word" or not inside):
            if word.text == "." if words[0].kind == "tag" else kind in ("iri", "text", "open"):
                yield Sentence(directive, words, graph, block if inside else 0)
                words = []
        elif kind == "mark" and word.text == ".":
            yield Sentence(Kind.TRIPLES, words, graph, block if inside else 0)
            words = []
    if words:
        yield Sentence(Kind.TRIPLES, words, graph, block if inside else 0)


def _is_graph(words: Sequence[Word]) -> bool:
    """Return whether words name a graph: none, one name, or ``[ ]``; after GRAPH, if it is said."""
    named = words[1:] if words and words[0].text.upper() == "GRAPH" else words
    return len(named) <= 1 or (len(named) == 2 and named[0].text == "[" and named[1].text == "]")


@dataclass(slots=True)
class _Open:
    """Brackets that are open: a subject's statements, or a list.

    due: how many terms of subject, predicate, object are there already.   linked: whether a triple points to the list.
    """

    start: Word
    is_list: bool
    due: int = 0
    linked: bool = False
    items: int = 0

    def link(self, item: Word) -> Word | None:
        """Return where the triple stands that points to the cell of a list's next item, if there is one."""
        if self.items:
            return item
        return self.start if self.linked else None

    def take(self) -> None:
        """Count a term that is complete."""
        self.items += 1
        self.due = min(self.due + 1, 2)


def objects_of(sentence: Sentence) -> list[Word] | None:
    """Return the first word of the object of each triple a sentence states, in the order the parser yields them.

    The triple that points to a list's next cell stands at the cell's item, that of its end at the closing bracket.
    None for sentences that are not well formed, or say what only RDF 1.2 can.
    """
    found: list[Word] = []
    stack = [_Open(sentence.words[0], is_list=False)]
    words = iter(sentence.words)
    late: Word | None = None
    for word in words:
        top = stack[-1]
        mark = word.text if word.kind == "mark" else ""
        # What one word makes the parser yield, which hands it out last first; a text is yielded when it is known
        # whether a language or datatype follows.
        yielded = [late] if late else []
        late = None
        if mark == "^^":
            next(words, None)
        elif mark in ("[", "("):
            if top.is_list and (link := top.link(word)):
                yielded.append(link)
            stack.append(_Open(word, is_list=mark == "(", due=1, linked=top.is_list or top.due == 2))
        elif mark in ("]", ")") and len(stack) > 1 and top.is_list == (mark == ")"):
            stack.pop()
            if top.is_list and top.items:
                yielded.append(word)
            elif top.linked:
                yielded.append(top.start)
            stack[-1].take()
        elif mark == ";":
            top.due = 1
        elif mark == ",":
            top.due = 2
        elif mark or word.kind in ("reified", "open"):
            if mark != ".":
                return None
        elif word.kind != "tag":
            if top.is_list and (link := top.link(word)):
                yielded.append(link)
            if top.is_list or top.due == 2:
                late = word if word.kind == "text" else None
                yielded += [] if late else [word]
            top.take()
        found += reversed(yielded)
    if late:  # the last sentence between braces needs no stop
        found.append(late)
    return found if len(stack) == 1 else None
