"""Sentences: pieces of prose that are read one at a time, with the block that they stand in."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from thence.model.document import Block, BlockKind, Document, RecordKind, Span
from thence.ontology.lexicon import Grammar

__all__ = ["Sentence", "sentences", "split"]

_END = re.compile(r"[.!?…][\"”’»')\]]*(?=\s|$)|\n[^\S\n]*\n|\n(?=[^\S\n]*(?:[-*•–]|\(?[a-z0-9]{1,3}[.)])[^\S\n])")
_NEXT = re.compile(r"\s*[\"“‘«'(\[*_]*([^\W_]|[-•–]|$)")
_LAST_WORD = re.compile(r"([^\s(\"“\[]+)$")
_FIRST_WORD = re.compile(r"\s*[\"“(\[]*([^\W_]+)")
_NEVER_LAST = frozenset(["mr", "mrs", "ms", "dr", "prof", "st", "no", "nos", "vs", "art", "sec", "e.g", "i.e"])
_WORD = re.compile(r"[^\W\d_]+(?:[.'’-][^\W\d_]+)*")
_MARKER = re.compile(r"\s*(?:[-*•–]\s+|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]\s+|#{1,6}\s+|>\s+)*")
_READ = frozenset({BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.TURN, BlockKind.QUOTED, BlockKind.HEADING})


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence.   span: without surrounding blanks and list markers.   block: where it stands.

    number: its place in the document.   first: whether it opens its block.   heading: the nearest heading above it.
    """

    span: Span
    block: Block
    number: int
    first: bool = False
    heading: Span | None = None


def split(text: str, start: int, end: int, grammar: Grammar) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the sentences of ``text[start:end]``, blanks and list markers at their edges left out.

    A full stop after an abbreviation or an initial ends a sentence only where the next one opens with a word that
    cannot follow a name; after a legal form also where a clause stands on either side ("… works for Acme Ltd. Ann Lee
    is …", but "the Acme Ltd. Pension Fund is …"). An exclamation or question mark that closes a quotation ends none
    where the sentence goes on in small letters (“Is it?” she asked).
    """
    at = start
    for match in _END.finditer(text, start, end):
        if match.end() <= at:
            continue
        if match.group()[0] in "!?" and len(match.group()) > 1:
            following = _NEXT.match(text, match.end())
            if following and following[1].islower():
                continue
        if match.group()[0] == ".":
            following = _NEXT.match(text, match.end())
            letter = following[1] if following else ""
            if letter and letter.islower():
                continue
            word = _LAST_WORD.search(text, at, match.start())
            last = word.group(1) if word else ""
            if (
                _is_abbreviation(last, grammar)
                and not _opens(text, match.end(), end, grammar, last)
                and not (
                    last.lower() in grammar["legal_forms"]
                    and _between_clauses(text, at, match.start(), match.end(), end, grammar)
                )
            ):
                continue
            if last.isdigit() and not text[at : match.start()].strip().removesuffix(last).strip():
                continue  # the number of a clause: "4. Security."
        stop = match.end() if match.group()[0] != "\n" else match.start()
        yield from _trimmed(text, at, stop)
        at = match.end()
    yield from _trimmed(text, at, end)


def _is_abbreviation(word: str, grammar: Grammar) -> bool:
    lower = word.lower()
    return (
        lower in grammar["abbreviations"]
        or (len(word) == 1 and word.isupper())
        or bool(re.fullmatch(r"(?:[^\W\d_]\.)+[^\W\d_]", word))
    )


def _opens(text: str, at: int, end: int, grammar: Grammar, last: str) -> bool:
    """Return whether the word at a place opens a sentence although an abbreviation stands before it."""
    if len(last) == 1 or last.lower() in _NEVER_LAST:
        return False
    word = _FIRST_WORD.match(text, at, end)
    return word is not None and word[1][0].isupper() and word[1].lower() in grammar.function_words


def _between_clauses(text: str, at: int, stop: int, start: int, end: int, grammar: Grammar) -> bool:
    """Return whether a clause stands before a legal form and another one behind its full stop."""
    following = _END.search(text, start, end)
    behind = _WORD.findall(text, start, following.start() if following else end)
    if not behind or behind[0].lower() in grammar["legal_forms"]:
        return False
    return _is_clause(_WORD.findall(text, at, stop), grammar) and _is_clause(behind[1:], grammar)


def _is_clause(words: list[str], grammar: Grammar) -> bool:
    """Return whether a word is, or may be, a finite verb."""
    return any(
        word in grammar["auxiliaries"] or any(form in {"past", "third"} for _, form in grammar.forms.get(word, ()))
        for word in words
    )


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    marker = _MARKER.match(text, start, end)
    if marker:
        start = marker.end()
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start:
        yield start, end


def sentences(document: Document, grammar: Grammar) -> list[Sentence]:
    """Return the sentences of a document's prose, in reading order.

    Code, furniture, rows, headers and front matter are no prose; ``Key: value`` lines are one sentence each.
    """
    text = document.text
    skipped = sorted(
        (record.span.start, record.span.end)
        for record in document.records
        if record.kind in {RecordKind.ROW, RecordKind.FRONT_MATTER, RecordKind.HEADERS}
    )
    starts = [start for start, _ in skipped]
    cuts = sorted(
        field.name_span.start
        for record in document.records
        if record.kind == RecordKind.KEYS
        for field in record.fields
        if field.name_span is not None
    )
    found: list[Sentence] = []
    heading: Span | None = None
    for block in document.blocks:
        if block.kind not in _READ:
            continue
        at = bisect_right(starts, block.span.start) - 1
        if at >= 0 and skipped[at][1] >= block.span.end:
            continue
        if any(table.row_at(block.span.start) is not None for table in document.tables):
            continue
        first = True
        low, high = bisect_right(cuts, block.span.start), bisect_right(cuts, block.span.end - 1)
        edges = [block.span.start, *cuts[low:high], block.span.end]
        for start, end in itertools.pairwise(edges):
            for a, b in split(text, start, end, grammar):
                found.append(Sentence(Span(a, b), block, len(found), first, heading))
                first = False
        if block.kind is BlockKind.HEADING:
            heading = block.span
    return found
