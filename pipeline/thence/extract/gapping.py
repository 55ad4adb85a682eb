"""Gapping: a second clause that leaves its verb out ("A holds 70% of B and C 30%"; "A is its chair and C its head")."""

from __future__ import annotations

from thence.extract.chunks import NAME, NP, VALUE, Chunk, Percent
from thence.extract.clauses import LEFT_OVER
from thence.extract.matching import Scene, Slot

__all__ = ["gap_of_role", "gaps_of_shares"]

_JOINTS = frozenset({",", ";", "and", "while"})


def gaps_of_shares(scene: Scene, at: int) -> list[tuple[Slot, Chunk]]:
    """Return the further holders and their percentages behind a verb whose object is a percentage, in order."""
    found: list[tuple[Slot, Chunk]] = []
    chunks = scene.chunks
    for k in range(at + 1, len(chunks)):
        if scene.clauses.verb(k):
            break
        share = chunks[k]
        holder = k - 1
        if chunks[holder].kind == NP and chunks[holder].words[-1] in LEFT_OVER:
            holder -= 1  # "the remaining 30 per cent"
        if not (isinstance(share.value, Percent) and holder - 1 > at and scene.clauses.entity(holder)):
            continue
        before = holder - 1
        if chunks[holder].kind == NAME and chunks[before].kind == NP:
            before -= 1  # "her sister Ida Holm"
        if scene.clauses.word(before) in _JOINTS and any(isinstance(each.value, Percent) for each in chunks[at:before]):
            found.append((Slot(chunks[holder]), share))
    return found


def gap_of_role(scene: Scene, at: int) -> int:
    """Return the verb "to be" that a post behind a bare name leaves out, or -1: "A is its chair and C its head"."""
    chunks, clauses = scene.chunks, scene.clauses
    if not (at > 2 and chunks[at].kind == NP and clauses.entity(at - 1) and clauses.word(at - 2) in _JOINTS):
        return -1
    verb = clauses.previous_verb(at)
    if verb < 0 or chunks[verb].head != "be" or not clauses.entity(verb + 1) or verb + 1 >= at - 2:
        return -1
    if any(each.kind == VALUE for each in chunks[verb + 1 : at]):
        return -1
    return verb
