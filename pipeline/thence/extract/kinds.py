"""Frames of kinds: what a noun phrase says of the thing that it says to be of a kind ("A is a 2003 Danish film")."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from thence.extract.chunks import NAME, NP, VALUE, VERB
from thence.extract.filling import meant
from thence.extract.matching import Dates, Match, Scene, Slot
from thence.extract.meaning import Meaning, meaning
from thence.extract.values import DateValue
from thence.ontology.inflection import singular
from thence.ontology.lexicon import Frame

__all__ = ["Predicate", "kind_matches", "predicate_of"]

_ARTICLES = frozenset({"a", "an", "the", "one", "another"})
_SOME = frozenset({"one", "two", "some", "many"})
_WITHIN = frozenset({".", "-", "/", ",", "and", '"', "“", "”", "most", "very", "now", "first"})
_FARTHEST = 14


@dataclass(frozen=True, slots=True)
class Predicate:
    """A noun phrase that says of what kind something is.

    first: index of its first chunk: dates and names before the noun may be chunks of their own.   verb: index of "is",
    or -1 in an apposition.   holders: indexes of what is said to be of the kind.
    """

    first: int
    verb: int
    holders: tuple[int, ...]


def predicate_of(scene: Scene, at: int) -> Predicate | None:
    """Return what a noun phrase is a predicate of: "A is a Danish film", "A, a Danish film,"; None where of nothing."""
    return _predicate(scene, at)


def _predicate(scene: Scene, at: int) -> Predicate | None:
    clauses, chunks = scene.clauses, scene.chunks
    first = _first(scene, at)
    if clauses.word(first - 1) == "of" and first > 1 and set(chunks[first - 2].words) & _SOME:
        first -= 2  # "is one of the smaller peaks in the Brack Hills"
    verb = first - 1
    while clauses.word(verb) in scene.grammar["adverbs"]:
        verb -= 1
    if clauses.verb(verb) and chunks[verb].head == "be":
        holders = clauses.subject(verb)
        return Predicate(first, verb, holders) if holders else None
    if chunks[first].det not in {"a", "an"}:
        return None
    if clauses.word(first - 1) == "," and clauses.entity(first - 2) and chunks[first - 2].kind == NAME:
        return Predicate(first, -1, (clauses.climb(first - 2),))
    return None


def _first(scene: Scene, at: int) -> int:
    """Return the first chunk of a phrase: its dates, names and brackets may be chunks of their own."""
    chunks = scene.chunks
    first = at
    while first > 0 and at - first < _FARTHEST and chunks[first].det not in _ARTICLES:
        before = chunks[first - 1]
        if before.word == ")":
            opens = first - 1
            while opens > 0 and chunks[opens].word != "(":
                opens -= 1
            first = opens
        elif (
            before.kind in {VALUE, NAME, NP}
            or before.word in _WITHIN
            or (before.kind == VERB and not before.aux and before.has_form("participle"))
        ):
            first -= 1
        else:
            break
    return first


def kind_matches(scene: Scene, at: int) -> Iterator[Match]:
    """Yield the matches of the kind frames whose noun ends the noun phrase at an index."""
    chunk = scene.chunks[at]
    frames = scene.lexicon.kinds.get(singular(chunk.words[-1]), ())
    if not frames:
        return
    predicate = _predicate(scene, at)
    if predicate is None:
        return
    holders = scene.people(predicate.holders)
    if not holders:
        return
    claim, dates = scene.setting.of_phrase(at), Dates()
    if predicate.verb >= 0:
        claim = meaning(scene.clauses, predicate.verb, scene.setting)
    claim = _former(scene, predicate.first, at, claim)
    for frame in frames:
        if (*chunk.words[-len(frame.words) : -1], singular(chunk.words[-1])) != frame.words:
            continue
        objects = list(_objects(scene, frame, predicate, at))
        if objects:
            pairs = tuple((s, o, ()) for s in holders[:4] for o in objects[:6])
            yield Match(frame, pairs, claim, dates, frame.when or "", at=chunk.first, verb=predicate.verb)


def _former(scene: Scene, first: int, at: int, claim: Meaning) -> Meaning:
    words = {word for chunk in scene.chunks[first : at + 1] for word in chunk.words}
    return replace(claim, ended=True) if words & scene.grammar["former"] else claim


def _objects(scene: Scene, frame: Frame, predicate: Predicate, at: int) -> Iterator[Slot]:
    """Yield what fills the object's place among the chunks of a phrase."""
    chunks = scene.chunks[predicate.first : at + 1]
    if frame.object[0] == "bracketed":
        behind = predicate.holders[-1] + 1
        first = scene.chunks[behind + 1] if scene.clauses.word(behind) == "(" and behind + 1 < at else None
        if first is not None and first.kind == NAME:
            yield Slot(first)
        elif first is not None and first.inside and first.inside[0].first == first.first:
            yield Slot(first.inside[0])
        return
    if frame.object[0] == "date":
        dated = next((each for each in chunks if each.kind == VALUE and isinstance(each.value, DateValue)), None)
        if dated is not None:
            yield Slot(dated)
        return
    if frame.object[0] == "inside":
        for each in chunks:
            yield from (Slot(one) for one in (each, *each.inside) if one.kind == NAME)
        return
    if not frame.values:
        yield from _farther(scene, frame, at) if frame.certain in {"both", "object"} else _behind(scene, frame, at)
        return
    if frame.object[0] == "direct":
        yield from meant(scene, frame, chunks[0].first, chunks[-1].last)
        return
    for argument in scene.clauses.following(at):
        if argument.path in frame.object:
            yield from meant(scene, frame, scene.chunks[argument.at].first, scene.chunks[argument.at].last)


def _behind(scene: Scene, frame: Frame, at: int) -> Iterator[Slot]:
    """Yield the first name that hangs on the phrase by one of the frame's prepositions, through its nouns if any."""
    following = scene.clauses.following(at)
    for argument in following:
        chunk = scene.chunks[argument.at]
        path = argument.path
        if path == "of" and argument.behind >= 0 and scene.chunks[argument.behind].head in scene.grammar["parts"]:
            path = next((a.path for a in following if a.at == argument.behind), path)
        if path not in frame.object:
            continue
        if chunk.kind == NAME and not (frame.through and argument.behind < 0):
            behind = scene.chunks[argument.behind] if argument.behind >= 0 else None
            if not frame.through or (behind is not None and behind.head in frame.through):
                yield from (Slot(scene.chunks[k]) for k in (argument.at, *_more(scene, argument.at)))
                return
        elif chunk.kind == NP and chunk.head in frame.through:
            if chunk.inside:
                yield Slot(chunk.inside[-1])
                return
            name = scene.chunks[argument.at + 1] if argument.at + 1 < len(scene.chunks) else None
            bracketed = scene.chunks[argument.at + 2] if argument.at + 2 < len(scene.chunks) else None
            if name is not None and name.kind == NAME:
                yield Slot(name)
                return
            if name is not None and name.word == "(" and bracketed is not None and bracketed.kind == NAME:
                yield Slot(bracketed)
                return


def _farther(scene: Scene, frame: Frame, at: int) -> Iterator[Slot]:
    """Yield the names behind the frame's prepositions up to the next finite verb; their own words must say their class.

    As in "a peak, 900 m high, at the head of the Grey Glacier, in the Brack Hills".
    """
    chunks = scene.chunks
    for k in range(at + 1, len(chunks)):
        chunk = chunks[k]
        if chunk.word in {";", "which", "who"} or (
            chunk.kind == VERB and (chunk.aux or chunk.has_form("third") or not chunk.has_form("participle", "ing"))
        ):
            return
        if chunk.kind == NAME and (scene.clauses.word(k - 1) in frame.object or chunks[k - 1].head in frame.through):
            yield Slot(chunk)
        elif chunk.kind == NP and chunk.inside and scene.clauses.word(k - 1) in frame.object:
            yield Slot(chunk.inside[-1])


def _more(scene: Scene, at: int) -> list[int]:
    """Return the names that "and" joins to one: "in the A and B"."""
    joined = scene.clauses.word(at + 1) == "and" and at + 2 < len(scene.chunks) and scene.chunks[at + 2].kind == NAME
    return [at + 2] if joined and not scene.clauses.verb(at + 3) else []
