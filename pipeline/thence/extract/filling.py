"""Slots: which chunks of a clause fill the places of a frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from thence.extract.chunks import NAME, NP, PRON, VALUE, Chunk, Number, Percent, Term
from thence.extract.clauses import Argument
from thence.extract.matching import CONTEXT, DOCUMENT, ELIDED, Scene, Slot
from thence.extract.values import DateValue, MoneyValue
from thence.extract.values.identifiers import Identifier
from thence.ontology.inflection import singular
from thence.ontology.lexicon import Frame

__all__ = ["coordinated", "fill", "function_slots", "meant", "named_by", "things_behind", "transparent"]

_DEFINITE = frozenset({"the", "this", "that", "these", "those", "our", "such"})
_MANY = frozenset({"several", "many", "numerous", "various", "two", "three", "some", "most"})
_OF = frozenset({"of", "in", "on", "over", "to", "at", "for"})


def fill(
    scene: Scene,
    functions: Sequence[str],
    frame: Frame,
    arguments: Sequence[Argument],
    grammatical: list[Slot],
    *,
    passive: bool,
    things_at: int,
) -> list[Slot]:
    """Return the slots of the first of several functions that names something, else of the first the clause has.

    A phrase that can stand for nothing yields to a later function: "paid compensation to B", "paid a fee to B".

    functions: the words of a frame's `subject` or `object`.   grammatical: the clause's grammatical subject.
    things_at: index of the noun that the frame asks for as direct object, or -1.
    """
    best: list[Slot] = []
    for function in functions:
        found = function_slots(scene, function, frame, arguments, grammatical, passive=passive, things_at=things_at)
        if found and (not best or _rank(scene, found) > _rank(scene, best)):
            best = found
        if best and _rank(scene, best) > 1:
            break
    return best


def _rank(scene: Scene, slots: Sequence[Slot]) -> int:
    """Return 2 where slots name or stand for something, 1 where a definite phrase might, 0 where none can."""
    grammar = scene.grammar
    ranks = [0]
    for slot in slots:
        each = slot.chunk
        if each is None or each.kind != NP or each.inside or each.head in grammar["organs"]:
            ranks.append(2)
        elif each.det in _DEFINITE:
            ranks.append(2 if each.head in grammar.descriptions else 1)
    return max(ranks)


def function_slots(
    scene: Scene,
    function: str,
    frame: Frame,
    arguments: Sequence[Argument],
    grammatical: list[Slot],
    *,
    passive: bool,
    things_at: int,
) -> list[Slot]:
    """Return the slots of one function, none when the clause lacks it."""
    if function == "subject":
        if passive:
            by = _entities(scene, [a for a in arguments if a.path == "by"], arguments, frame)
            owner = scene.chunks[things_at].owner if things_at >= 0 else None
            return by or ([Slot(owner)] if owner is not None else [])
        return [slot for slot in grammatical if slot.chunk is not None and slot.chunk.is_entity]
    if function == "direct":
        if passive:
            return _undergoing(scene, frame, grammatical, things_at)
        direct = [a for a in arguments if a.path == "" and a.at != things_at]
        return _entities(scene, direct, arguments, frame)
    if function in {CONTEXT, DOCUMENT}:
        return [Slot(None, function)]
    if function in {"date", "year"}:
        for a in arguments:
            if isinstance(scene.chunks[a.at].value, DateValue) and a.path in {"", "on", "in", "by"}:
                return [Slot(scene.chunks[a.at])]
        return []
    if function == "count":
        for a in arguments:
            chunk = scene.chunks[a.at]
            if chunk.count is not None and (not frame.things or chunk.head in frame.things):
                return [Slot(chunk)]
        if passive:
            return [slot for slot in grammatical if slot.chunk is not None and slot.chunk.count is not None]
        return []
    words = function.split()
    if len(words) == 1 or words[0] == "to":
        chosen = [a for a in arguments if a.path == function]
        if frame.things and chosen and function in {"of", "in"}:
            chosen = [
                a for a in chosen if a.behind == things_at or a.behind < 0 or scene.chunks[a.behind].kind == VALUE
            ] or chosen
        return _entities(scene, chosen, arguments, frame)
    chosen = []
    for a in arguments:
        if a.path == words[-1] and a.behind >= 0:
            noun = scene.chunks[a.behind]
            prior = next((b for b in arguments if b.at == a.behind), None)
            if (
                prior is not None
                and prior.path == words[0]
                and noun.kind == NP
                and (noun.head == words[1] or noun.words[-1] == words[1])
            ):
                chosen.append(a)
    return _entities(scene, chosen, arguments, frame)


def _undergoing(scene: Scene, frame: Frame, grammatical: Sequence[Slot], things_at: int) -> list[Slot]:
    """Return the slots of a passive's grammatical subject, through its shares: "60% of the shares of B are held by"."""
    slots: list[Slot] = []
    for slot in grammatical:
        each = slot.chunk
        if each is None or not (each.is_entity or isinstance(each.value, Percent)):
            continue
        at = next(k for k, other in enumerate(scene.chunks) if other is each)
        if at == things_at:
            continue
        share = isinstance(each.value, Percent) or (
            each.kind == NP and frame.through and transparent(scene, each, frame)
        )
        if not share:
            slots.append(slot)
            continue
        following = [replace(a, behind=at) if a.behind < 0 else a for a in scene.clauses.following(at)]
        behind = things_behind(scene, at, following, frame)
        if behind:
            slots += behind
        elif each.owner is not None:
            slots.append(Slot(each.owner))
        elif isinstance(each.value, Percent) and not _names_thing(scene, at, frame):
            slots.append(Slot(None, ELIDED))
    return slots


def _entities(scene: Scene, chosen: Sequence[Argument], arguments: Sequence[Argument], frame: Frame) -> list[Slot]:
    """Return slots of arguments, stepping through transparent nouns to the thing behind their "of"."""
    slots: list[Slot] = []
    if frame.values:
        for argument in chosen:
            slots += meant(scene, frame, scene.chunks[argument.at].first, scene.chunks[argument.at].last)
        return slots
    for argument in chosen:
        chunk = scene.chunks[argument.at]
        if chunk.kind == VALUE and isinstance(chunk.value, Percent) and not frame.through:
            continue
        opaque = chunk.kind in {NAME, PRON} or (chunk.kind == NP and not transparent(scene, chunk, frame))
        if isinstance(chunk.value, (DateValue, MoneyValue)) and chunk.kind == VALUE:
            if frame.property and isinstance(chunk.value, DateValue) and argument.path in {"on", "in", "by", ""}:
                slots.append(Slot(chunk))
            continue
        if chunk.kind == VALUE and isinstance(chunk.value, Term):
            slots.append(Slot(chunk))
            continue
        if chunk.kind == VALUE and isinstance(chunk.value, Identifier):
            slots.append(Slot(chunk))
            continue
        if chunk.kind == VALUE and isinstance(chunk.value, Number):
            continue
        if opaque:
            members = _members(scene, argument.at)
            if members:
                slots += [Slot(one) for one in members]
                continue
            kin = _called(scene, argument.at)
            if kin is not None:
                slots.append(Slot(kin))
                continue
            if named_by(scene, argument.at) is not chunk:
                continue  # the name behind it is an argument of its own
            if frame.needs_through and chunk.words[-1:] != ("board",):
                continue
            slots.append(Slot(chunk))
            continue
        within = frame.needs_through and chunk.inside and chunk.head in frame.through
        behind = [] if within else things_behind(scene, argument.at, arguments, frame)
        if behind:
            slots += behind
        elif chunk.inside and chunk.head in frame.through and chunk.value is None:
            slots.append(Slot(chunk.inside[-1]))  # "lies in the Brack Hills district"
        elif chunk.owner is not None and chunk.value is None:
            slots.append(Slot(chunk.owner))  # "guarantees B's debts"
        elif isinstance(chunk.value, Percent) or frame.needs == "percent":
            if chunk.owner is not None:
                slots.append(Slot(chunk.owner))
            elif not _names_thing(scene, argument.at, frame):
                slots.append(Slot(None, ELIDED))
    # Where the clause names one thing, nothing is left out beside it.
    return [slot for slot in slots if slot.by != ELIDED] or slots


def _names_thing(scene: Scene, at: int, frame: Frame) -> bool:
    """Return whether the words behind a share say what it is of, understood or not: "60% of the shares in …"."""
    here = at
    while scene.clauses.word(at + 1) in _OF and at + 2 < len(scene.chunks):
        at += 2
        if scene.chunks[at].kind != NP or not transparent(scene, scene.chunks[at], frame):
            return True
    # What stands between does not matter, nor whether the words go on at all: "36% (see note 3) of B", "23% of".
    for k in range(here + 1, len(scene.chunks)):
        if scene.clauses.verb(k):
            break
        if scene.clauses.word(k) == "of" and not (k == here + 1 and k + 1 < len(scene.chunks)):
            return True
    return False


def transparent(scene: Scene, chunk: Chunk, frame: Frame) -> bool:
    """Return whether a noun lets the thing behind its "of" through ("a majority of the shares of B")."""
    return (
        chunk.head in frame.through
        or chunk.head in scene.lexicon.grammar["transparent"]
        or " ".join(chunk.words[-2:]) in frame.through
    )


def things_behind(scene: Scene, at: int, arguments: Sequence[Argument], frame: Frame, depth: int = 0) -> list[Slot]:
    """Return the slots behind a transparent noun: its "of B" or "in B", its owner, or what its name says."""
    found: list[Slot] = []
    for argument in arguments:
        if argument.behind == at and argument.path in _OF:
            chunk = scene.chunks[argument.at]
            if depth < 3 and (
                (chunk.kind == NP and (transparent(scene, chunk, frame) or chunk.head in {"director", "trustee"}))
                or (chunk.kind == VALUE and isinstance(chunk.value, Percent))
            ):
                deeper = things_behind(scene, argument.at, arguments, frame, depth + 1)
                if chunk.owner is not None:
                    deeper = [Slot(chunk.owner)]
                if deeper:
                    return deeper
                if chunk.inside:
                    return [Slot(chunk.inside[-1])]
                continue
            if chunk.is_entity:
                found.append(Slot(chunk))
                found += coordinated(scene, argument, arguments)
                return found
    return found


def coordinated(scene: Scene, argument: Argument, arguments: Sequence[Argument]) -> list[Slot]:
    """Return the further members of a list that begins with an argument."""
    more: list[Slot] = []
    last = argument
    closed = False
    for other in arguments:
        if other.behind == last.at and other.path == last.path and scene.chunks[other.at].is_entity:
            if scene.clauses.word(other.at + 1) == other.path and scene.clauses.entity(other.at + 2):
                break  # "of B and C of D": C holds it in D
            before = other.at - 1
            if scene.clauses.word(before) == other.path:
                before -= 1  # "of B and of C"
            join = scene.clauses.word(before)
            if join in {"and", "or"} and scene.clauses.word(before - 1) == ",":
                break  # "B, and C": another member of a list above
            if join in {"and", "or", ",", "&"}:
                more.append(Slot(scene.chunks[other.at]))
                last = other
                closed = join != ","
    return more if closed else []


def _members(scene: Scene, at: int) -> list[Chunk]:
    """Return the names that a plural noun's "including" or "such as" lists: "several prizes, including A and B"."""
    chunk, clauses = scene.chunks[at], scene.clauses
    if chunk.kind != NP or (chunk.words[-1] == chunk.head and chunk.det not in _MANY):
        return []
    k = at + 1
    while clauses.word(k) in _OF and k + 1 < len(scene.chunks) and scene.chunks[k + 1].is_entity:
        k += 2  # "several clubs in Brack, including A"
    if clauses.word(k) == ",":
        k += 1
    words = [word for each in scene.chunks[k : k + 2] for word in each.words]
    if words[:1] == ["including"]:
        k += 1
    elif words[:2] == ["such", "as"]:
        k += 2 if len(scene.chunks[k].words) == 1 else 1
    else:
        return []
    found: list[Chunk] = []
    while k < len(scene.chunks) and scene.chunks[k].kind == NAME:
        found.append(scene.chunks[k])
        k += 1
        if clauses.word(k) == "(":
            while k < len(scene.chunks) and clauses.word(k) != ")":
                k += 1
            k += 1
        joined = False
        while clauses.word(k) in {",", "and"}:
            joined = True
            k += 1
        if not joined:
            break
    return found


def _called(scene: Scene, at: int) -> Chunk | None:
    """Return the name that says who "her brother, Ida Holm," is, or None."""
    chunk = scene.chunks[at]
    if chunk.kind != NP or chunk.det not in scene.grammar["possessives"] or scene.clauses.word(at + 1) != ",":
        return None
    name = scene.chunks[at + 2] if at + 2 < len(scene.chunks) else None
    closed = at + 3 >= len(scene.chunks) or scene.clauses.word(at + 3) in {",", ".", ";"}
    return name if name is not None and name.kind == NAME and closed else None


def named_by(scene: Scene, at: int) -> Chunk:
    """Return the name right behind a noun phrase ("the band Tangerine"), else the phrase itself."""
    behind = scene.chunks[at + 1] if at + 1 < len(scene.chunks) else None
    if scene.chunks[at].kind == NP and behind is not None and behind.kind == NAME:
        return behind
    return scene.chunks[at]


def meant(scene: Scene, frame: Frame, start: int, stop: int) -> Iterator[Slot]:
    """Yield slots of the names that words of a phrase mean, the longest words first, none of them within another.

    start, stop: the tokens of the phrase.
    """
    tokens = scene.tokens
    said = [token.lower for token in tokens[start:stop]]
    said = [*said[:-1], singular(said[-1])]
    taken: set[int] = set()
    names: set[str] = set()
    for words, name in frame.values:
        for k in range(len(said) - len(words) + 1):
            places = range(k, k + len(words))
            if tuple(said[k : k + len(words)]) != words or not taken.isdisjoint(places):
                continue
            taken.update(places)
            if name in names:
                continue
            names.add(name)
            a, b = tokens[start + k], tokens[start + k + len(words) - 1]
            yield Slot(Chunk(NAME, start + k, start + k + len(words), a.start, b.end, words, name=name))
