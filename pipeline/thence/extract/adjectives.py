"""Frames of adjectives and participles: "is based in B", "A, based in B,", "a firm based in B"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thence.extract.chunks import NAME, VERB, WORD
from thence.extract.clauses import Argument
from thence.extract.filling import function_slots
from thence.extract.matching import Dates, Match, Scene, Slot
from thence.extract.meaning import Meaning, meaning

__all__ = ["adjective_matches"]


def adjective_matches(scene: Scene, at: int) -> Iterator[Match]:
    """Yield the match of the first adjective frame that fits the word at an index."""
    chunk, clauses, grammar = scene.chunks[at], scene.clauses, scene.lexicon.grammar
    if chunk.aux and not set(chunk.aux) & grammar["be"]:
        return
    following = clauses.following(at)
    if following and following[0].path == "":
        return
    for frame in scene.lexicon.adjectives[chunk.words[-1]]:
        objects: list[Slot] = []
        for function in frame.object:
            objects = function_slots(scene, function, frame, following, [], passive=True, things_at=-1)
            if objects:
                break
        if not objects:
            continue
        subjects, claim, dates = _described(scene, at, following)
        if not subjects:
            continue
        pairs = tuple((s, o, ()) for s in subjects[:5] for o in objects[:5])
        yield Match(frame, pairs, claim, dates, frame.when or "", at=chunk.first, verb=at)
        return


def _described(scene: Scene, at: int, following: Sequence[Argument]) -> tuple[list[Slot], Meaning, Dates]:
    """Return what an adjective or participle describes, and how firmly."""
    clauses, grammar, chunks = scene.clauses, scene.lexicon.grammar, scene.chunks
    chunk = chunks[at]
    plain = scene.setting.of_phrase(at)
    if chunk.kind == VERB and chunk.aux:
        return scene.people(clauses.subject(at)), meaning(clauses, at, scene.setting), scene.dates(at, following)
    k = at - 1
    while k >= 0 and chunks[k].kind == WORD and chunks[k].word in grammar["adverbs"]:
        k -= 1
    if clauses.verb(k) and chunks[k].head == "be":
        return scene.people(clauses.subject(k)), meaning(clauses, k, scene.setting), scene.dates(k, following)
    if clauses.word(k) == "," and clauses.entity(k - 1):
        return scene.people((clauses.climb(k - 1),)), plain, Dates()
    if clauses.word(k) == "(" and clauses.entity(k - 1):
        return [Slot(chunks[k - 1])], plain, Dates()
    if clauses.entity(k):
        if chunks[k].kind == NAME:
            return [Slot(chunks[k])], plain, Dates()
        verb = k - 1
        if clauses.verb(verb) and chunks[verb].head == "be":
            return scene.people(clauses.subject(verb)), meaning(clauses, verb, scene.setting), Dates()
        if clauses.word(verb) == "," and clauses.entity(verb - 1) and chunks[verb - 1].kind == NAME:
            return [Slot(chunks[verb - 1])], plain, Dates()
        return [Slot(chunks[k])], plain, Dates()
    if k < 0:
        end = max((a.at for a in following), default=at)
        if clauses.word(end + 1) == "," and clauses.entity(end + 2):
            return [Slot(chunks[end + 2])], plain, Dates()
    return [], plain, Dates()
