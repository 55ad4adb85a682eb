"""Quotations: which sentences stand wholly between quotation marks, and whose words they are.

A quotation that goes on over several sentences is as much somebody's words in its first sentence as in its last, where
the speaker is named (“A owns B. We know it,” said C.).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby

from thence.extract.preparing import Prepared
from thence.model.document import BlockKind, Span
from thence.ontology.lexicon import Grammar

__all__ = ["UNNAMED", "speakers"]

_MARK = re.compile(r"[“«„]|[”»]|\"")
_SHORT = 3
"""Words of a quotation up to which it may be a title or a term and no speech."""
UNNAMED = "unnamed source"


def speakers(text: str, prepared: Sequence[Prepared], grammar: Grammar) -> dict[int, str]:
    """Return, by number, the sentences that stand wholly inside a quotation, and the speaker's words.

    The speaker is who an attribution before or behind the quotation names, else the last one named in the block, else
    an unnamed source. Quoted messages have a voice of their own and are left out.
    """
    found: dict[int, str] = {}
    for _, group in groupby(prepared, key=lambda each: each.sentence.block.span):
        sentences = list(group)
        block = sentences[0].sentence.block
        if block.kind is BlockKind.QUOTED or not _MARK.search(text, block.span.start, block.span.end):
            continue
        last = ""
        bare = [_bare(text, each.sentence.span) for each in sentences]
        starts = [each.sentence.span.start for each in sentences]
        ends = [each.sentence.span.end for each in sentences]
        for opening, closing in _quotations(text, block.span):
            first, behind = bisect_right(ends, opening), bisect_left(starts, closing)
            touched = sentences[first:behind]
            if not touched or len(text[opening:closing].split()) <= _SHORT:
                continue
            inside = [
                each
                for each, (start, end) in zip(touched, bare[first:behind], strict=True)
                if opening <= start and end <= closing
            ]
            said = _before(text, opening, touched[0], grammar) or _behind(text, closing, touched[-1], grammar)
            last = said or last
            if len(touched) > 1:
                # the sentence in which the attribution stands is read as it is
                inside += [
                    each for each in touched[:-1] if each.sentence.span.start >= opening - 1 and each not in inside
                ]
            for each in inside:
                found[each.sentence.number] = last or UNNAMED
    return found


def _quotations(text: str, span: Span) -> Iterator[tuple[int, int]]:
    """Yield the ranges between quotation marks; one that is never closed goes on to the end of the block."""
    opening = -1
    for match in _MARK.finditer(text, span.start, span.end):
        at = match.start()
        before, behind = text[at - 1 : at], text[at + 1 : at + 2]
        if opening < 0:
            opens = match.group() in "“«„" or (match.group() == '"' and (not before or not before.isalnum()))
            if opens and behind and not behind.isspace():
                opening = at + 1
        elif match.group() in "”»" or (match.group() == '"' and not before.isspace()):
            yield opening, at
            opening = -1
    if opening >= 0:
        yield opening, span.end


def _bare(text: str, span: Span) -> tuple[int, int]:
    """Return a sentence's range without the marks and the full stop around it."""
    start, end = span.start, span.end
    while start < end and not text[start].isalnum():
        start += 1
    while end > start and not text[end - 1].isalnum():
        end -= 1
    return start, end


def _before(text: str, opening: int, prepared: Prepared, grammar: Grammar) -> str:
    """Return who is named by "A said:" before an opening mark, else empty."""
    words = [at for at, token in enumerate(prepared.tokens) if token.end < opening and token.is_word]
    if not words or not _speaks(prepared.tokens[words[-1]].lower, grammar):
        return ""
    return _name(text, prepared, words[:-1], nearest=True)


def _behind(text: str, closing: int, prepared: Prepared, grammar: Grammar) -> str:
    """Return who is named by "said A" or "A said" behind a closing mark, else empty."""
    words = [at for at, token in enumerate(prepared.tokens) if token.start > closing and token.is_word]
    verb = next((at for at in words if _speaks(prepared.tokens[at].lower, grammar)), -1)
    if verb < 0:
        return ""
    first = verb == words[0]
    return _name(text, prepared, [at for at in words if (at > verb if first else at < verb)], nearest=not first)


def _speaks(word: str, grammar: Grammar) -> bool:
    return any(lemma in grammar["report_verbs"] and form != "base" for lemma, form in grammar.forms.get(word, ()))


def _name(text: str, prepared: Prepared, words: Sequence[int], *, nearest: bool) -> str:
    """Return the name among words, else the words up to a comma."""
    named = [prepared.names[at] for at in words if at in prepared.names]
    tokens = prepared.tokens
    if named:
        one = named[-1] if nearest else named[0]
        return " ".join(text[tokens[one.first].start : tokens[one.last - 1].end].split())
    if not words:
        return ""
    whole = text[tokens[words[0]].start : tokens[words[-1]].end]
    return " ".join(re.split(r"[,;:]", whole)[-1 if nearest else 0].split())
