"""Frames of roles: who holds a post or stands in a relation, in every shape in which English says so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from thence.extract.chunks import NAME, NP, PRON, VALUE, VERB, WORD, Chunk, Number, Percent
from thence.extract.clauses import Argument
from thence.extract.filling import coordinated, named_by, things_behind, transparent
from thence.extract.gapping import gap_of_role
from thence.extract.gazetteer import gazetteer
from thence.extract.kinds import predicate_of
from thence.extract.matching import ELIDED, REPLACED, Dates, Match, Scene, Slot
from thence.extract.meaning import Meaning, meaning, weaker
from thence.extract.values import DateValue
from thence.extract.values.identifiers import Identifier
from thence.model.statement import Modality, Polarity
from thence.ontology.inflection import singular
from thence.ontology.lexicon import Frame

__all__ = ["replacement_matches", "role_matches"]

_JOINING = frozenset({"join", "rejoin", "enter", "leave", "quit"})
_NO_DATES = Dates()
_NARROWED = "narrowed"
_LEAVING = frozenset({"leave", "quit"})
_BECOMING = frozenset({"become", "remain"})
_PLAIN_MODIFIERS = frozenset(
    [
        "new",
        "current",
        "present",
        "sole",
        "only",
        "joint",
        "founding",
        "executive",
        "non-executive",
        "independent",
        "acting",
        "interim",
        "longtime",
        "long-serving",
        "authorised",
        "authorized",
        "first",
        "second",
        "third",
        "other",
        "own",
        "nominal",
        "registered",
        "managing",
        "permanent",
        "full-time",
        "part-time",
        "elected",
        "appointed",
        "re-elected",
        "unpaid",
        "honorary",
        "active",
        "company",
        "club",
        "alleged",
        "then",
        "now",
        "veteran",
        "main",
        "one",
        "two",
        "three",
        "four",
        "five",
        "co-founding",
        "original",
        "outgoing",
        "incoming",
    ]
)


def role_matches(scene: Scene, at: int) -> Iterator[Match]:
    """Yield the matches of the role frames whose words end the noun phrase at an index, the longest words first."""
    chunk = scene.chunks[at]
    for size in range(min(4, len(chunk.words)), 0, -1):
        last = singular(chunk.words[-1])
        words = (*chunk.words[-size:-1], last)
        frames = [frame for frame in scene.lexicon.roles.get(last, ()) if frame.words == words]
        if not frames:
            continue
        for frame in frames:
            yield from _role_frame(scene, at, _fitting(scene, chunk, size, frame))
        return


def _fitting(scene: Scene, chunk: Chunk, size: int, frame: Frame) -> Frame:
    """Return a post's frame, or that of its wider property where the noun is narrowed ("its art director")."""
    grammar = scene.lexicon.grammar
    plain = (
        _PLAIN_MODIFIERS | grammar["former"] | grammar["future"] | grammar["hedge_adjectives"] | grammar["determiners"]
    )
    plain |= grammar["possessives"] | grammar["negations"]
    start = chunk.first
    inner = {
        k
        for one in (*chunk.inside, *((chunk.owner,) if chunk.owner else ()))
        for k in range(one.first - start, one.last - start)
    }
    own = [word for k, word in enumerate(chunk.words[:-size]) if k not in inner and word not in {"'s", "'"}]
    if frame.narrow is None or all(word in plain or word[:1].isdigit() for word in own):
        return frame
    return replace(frame, property=frame.narrow, confidence=frame.confidence * 0.85, source=_NARROWED)


@dataclass(frozen=True, slots=True)
class _Holding:
    """Who holds a post, what is claimed of it, what changes, when; implied: what it is held in, where the verb says so.

    factor: what the confidence is multiplied with.
    """

    holders: list[Slot]
    claim: Meaning
    change: str = ""
    dates: Dates = _NO_DATES
    factor: float = 1.0
    implied: tuple[Slot, ...] = ()


def _role_frame(scene: Scene, at: int, frame: Frame) -> Iterator[Match]:
    """Yield the match of one role frame at a noun phrase, if somebody holds the role there."""
    chunk, clauses = scene.chunks[at], scene.clauses
    following = clauses.following(at)
    objects, end = _role_objects(scene, at, frame, following)
    if frame.source == _NARROWED and chunk.inside:
        return  # "the Rings film director": what the film is is not known
    held = _holding(scene, at, end, explicit=bool(objects))
    if held is None:
        return
    claim = _role_words(scene, chunk, held.claim)
    holders = held.holders
    if not objects and frame.symmetric and len(holders) == 2:
        holders, objects = holders[:1], holders[1:]  # "A and B are rivals"
    known = bool(objects or held.implied)
    plain = held.factor > 0.9 and not held.change and not claim.ended
    if not known and plain and clauses.word(at - 1) not in {"as", "("} and not _post_verb(scene, at):
        return  # nothing says what the role is held in, and nothing makes that worth looking for
    things = objects or list(held.implied) or [Slot(None, ELIDED)]
    subjects, targets = (holders, things) if frame.holder != "object" else (things, holders)
    values = tuple(
        scene.chunks[a.at]
        for a in following
        if scene.chunks[a.at].kind == VALUE and isinstance(scene.chunks[a.at].value, Percent)
    )
    if isinstance(chunk.value, Percent):
        values = (*values, chunk)
    pairs = tuple((s, o, values) for s in subjects[:5] for o in targets[:5])
    factor = held.factor if known else held.factor * 0.85
    yield Match(frame, pairs, claim, held.dates, held.change, factor, at=chunk.first)


def _post_verb(scene: Scene, at: int) -> bool:
    verb = _verb_before(scene, at)
    grammar = scene.lexicon.grammar
    return verb >= 0 and bool(
        scene.chunks[verb].lemma_in(grammar["role_begin"] | grammar["role_end"] | grammar["role_keep"])
    )


def _verb_before(scene: Scene, at: int) -> int:
    k = at - 1
    while (
        k >= 0
        and scene.chunks[k].kind == WORD
        and (
            scene.chunks[k].word in scene.lexicon.grammar["adverbs"]
            or scene.chunks[k].word in {"as", "also", "down", "over", "back", "both"}
        )
    ):
        k -= 1
    return k if scene.clauses.verb(k) else -1


def _role_words(scene: Scene, chunk: Chunk, claim: Meaning) -> Meaning:
    grammar = scene.lexicon.grammar
    words = chunk.words[:-1]
    if any(word in grammar["former"] or word.startswith("ex-") for word in words):
        claim = replace(claim, ended=True)
    index = scene.chunks.index(chunk)
    before = scene.chunks[index - 1] if index > 0 else None
    if before is not None and before.kind in {WORD, NP} and before.words[-1] in {*grammar["former"], "then"}:
        claim = replace(claim, ended=True)
    joined = scene.clauses.word(index - 1) in {"and", "or"} and index > 1 and scene.chunks[index - 2].kind == NP
    if joined and any(word in grammar["former"] for word in scene.chunks[index - 2].words):
        claim = replace(claim, ended=True)  # "a former player and coach of B" may reach over both
    if any(word in grammar["future"] for word in words):
        claim = weaker(claim, Modality.PLANNED)
    if any(word in grammar["hedge_adjectives"] for word in words):
        claim = weaker(claim, Modality.HEDGED)
    if chunk.det in {"no", "neither"}:
        claim = (
            replace(claim, conflict="two negations stand over one clause")
            if claim.polarity is Polarity.DENIED
            else replace(claim, polarity=Polarity.DENIED)
        )
    if "not" in words:
        claim = replace(claim, conflict="a “not” stands inside the noun phrase")
    return claim


def _role_objects(scene: Scene, at: int, frame: Frame, following: list[Argument]) -> tuple[list[Slot], int]:
    """Return what a role is held in, and the index of the last chunk that belongs to the phrase."""
    chunk = scene.chunks[at]
    end = at
    slots: list[Slot] = []
    if following:
        first = following[0]
        if first.path in frame.object and first.at <= at + 2:
            target = scene.chunks[first.at]
            if target.kind == NP and (transparent(scene, target, frame) or (target.head == "board" and frame.through)):
                behind = things_behind(scene, first.at, following, frame)
                if behind:
                    slots = behind
                    end = max(
                        a.at
                        for a in following[:3]
                        if scene.chunks[a.at] in [s.chunk for s in behind] or a.at <= first.at + 2
                    )
                elif target.owner is not None:
                    slots, end = [Slot(target.owner)], first.at
                elif target.inside:
                    slots, end = [Slot(target.inside[-1])], first.at
                else:
                    end = first.at
            elif frame.needs_through:
                pass
            elif target.is_entity or isinstance(target.value, Identifier):
                end = first.at if named_by(scene, first.at) is target else first.at + 1
                target = named_by(scene, first.at)
                slots = [Slot(target), *coordinated(scene, first, following)]
                for slot in slots[1:]:
                    end = max(end, next(i for i, each in enumerate(scene.chunks) if each is slot.chunk))
    if frame.needs_through and not slots:
        return [], end
    if not slots and chunk.owner is not None:
        slots = [Slot(chunk.owner)]
    if not slots and chunk.det in scene.lexicon.grammar["possessives"]:
        slots = [
            Slot(
                replace(
                    chunk,
                    kind=PRON,
                    words=(chunk.det,),
                    last=chunk.first + 1,
                    end=chunk.start + len(chunk.det),
                    det=chunk.det,
                )
            )
        ]
    if not slots and chunk.inside:
        slots = [Slot(chunk.inside[-1])]
    if (
        not slots
        and scene.clauses.word(end + 1) in {"and", "or", "nor"}
        and end + 2 < len(scene.chunks)
        and scene.chunks[end + 2].kind == NP
    ):
        # "a director and an employee of B"
        shared = scene.clauses.following(end + 2)
        if shared and shared[0].path in frame.object and scene.chunks[shared[0].at].kind in {NAME, PRON}:
            slots = [Slot(scene.chunks[shared[0].at])]
    return slots, end


def _holding(scene: Scene, at: int, end: int, *, explicit: bool) -> _Holding | None:
    """Return who holds the role that a noun phrase names, in the first shape that fits.

    end: the last chunk of the phrase, its "of B" included.   explicit: the phrase says what the role is held in.
    """
    return (
        _by_verb(scene, at)
        or _by_object(scene, at)
        or _by_gap(scene, at)
        or _by_name_behind(scene, at, end, explicit=explicit)
        or _by_apposition(scene, at, end)
        or _by_brackets(scene, at, explicit=explicit)
        or (_by_predicate(scene, at) if explicit and end > at else None)
    )


def _by_verb(scene: Scene, at: int) -> _Holding | None:
    """Return the holding in "A is a director", "A was appointed director", "A is a director and its chair"."""
    clauses, grammar, chunks = scene.clauses, scene.grammar, scene.chunks
    verb = _verb_before(scene, at)
    joined = False
    if verb < 0 and clauses.word(at - 1) in {"and", "or", "nor", ","}:
        before = clauses.previous_verb(at)
        complement = 0 <= before < at - 1 and chunks[before + 1].kind == NP
        if complement and chunks[before].head in {"be", "become", "remain"}:
            joined = clauses.word(at - 1) != "," or _lists_roles(scene, before + 1, at)
            verb = before if joined else -1
    if verb < 0:
        return None
    chunk = chunks[verb]
    change = _change(scene, chunk)
    if chunk.head != "be":
        passive = bool(set(chunk.aux) & grammar["be"]) and chunk.has_form("participle")
        # "appointed a director": whoever the director is, the subject is not
        if change is None or not (passive or clauses.word(at - 1) == "as" or chunk.lemma_in(_BECOMING)):
            return None
    holders = scene.people(clauses.subject(verb))
    if not holders:
        return None
    dates = scene.dates(verb, clauses.following(at) if joined else clauses.arguments(verb))
    return _Holding(holders, meaning(clauses, verb, scene.setting), change or "", dates)


def _by_predicate(scene: Scene, at: int) -> _Holding | None:
    """Return the holding in "A is a 1999 film by B", where more than the noun stands between "is" and "by"."""
    predicate = predicate_of(scene, at)
    if predicate is None:
        return None
    holders = scene.people(predicate.holders)
    if not holders:
        return None
    plain = scene.setting.of_phrase(at)
    claim = meaning(scene.clauses, predicate.verb, scene.setting) if predicate.verb >= 0 else plain
    return _Holding(holders, claim)


def _by_object(scene: Scene, at: int) -> _Holding | None:
    """Return the holding in "A joined B as director", "B appointed A (as) director", "A succeeded C as director"."""
    clauses, grammar, chunks = scene.clauses, scene.grammar, scene.chunks
    as_word = clauses.word(at - 1) == "as"
    k = at - 2 if as_word else at - 1
    if as_word and k > 2 and isinstance(chunks[k].value, DateValue):
        k -= 2 if clauses.word(k - 1) in scene.grammar["prepositions"] else 1  # "joined B in 2012 as director"
    if not (clauses.entity(k) and clauses.verb(k - 1)):
        return None
    verb = chunks[k - 1]
    if set(verb.aux) & grammar["be"]:
        return None
    claim = meaning(clauses, k - 1, scene.setting)
    dates = scene.dates(k - 1, clauses.arguments(k - 1))
    subject = scene.people(clauses.subject(k - 1))
    if as_word and subject and verb.lemma_in(_JOINING):
        change = "end" if verb.lemma_in(_LEAVING) else "begin"
        return _Holding(subject, claim, change, dates, implied=(Slot(chunks[k]),))
    if chunks[k].kind not in {NAME, PRON}:
        return None
    if as_word and subject and verb.lemma_in(grammar["role_replace"]):
        return _Holding(subject, claim, "begin", dates)
    changes = _change(scene, verb)
    if changes == "begin" or (changes == "end" and as_word):
        return _Holding([Slot(chunks[k])], claim, changes, dates, 0.95, tuple(subject))
    return None


def _by_gap(scene: Scene, at: int) -> _Holding | None:
    """Return the holding in "A is the chair of B and C its secretary", for the secretary."""
    verb = gap_of_role(scene, at)
    own = scene.chunks[at].det in scene.grammar["possessives"] or scene.chunks[at].owner is not None
    if verb < 0 or not (own or scene.clauses.word(at + 1) in {"of", "at", "for"}):
        return None
    return _Holding([Slot(scene.chunks[at - 1])], meaning(scene.clauses, verb, scene.setting), factor=0.95)


def _by_name_behind(scene: Scene, at: int, end: int, *, explicit: bool) -> _Holding | None:
    """Return the holding in "The director of B is A", "its director A", "the director of B, A,"."""
    clauses, chunks = scene.clauses, scene.chunks
    if not explicit or end + 1 >= len(chunks):
        return None
    behind = end + 2
    named = behind < len(chunks) and chunks[behind].kind == NAME
    if named and clauses.verb(end + 1) and chunks[end + 1].head == "be":
        claim = meaning(clauses, end + 1, scene.setting)
        plural = chunks[at].words[-1] != chunks[at].head
        holders = [Slot(chunks[k]) for k in _listed(scene, behind)] if plural else [Slot(chunks[behind])]
        return _Holding(holders, claim, "", scene.dates(end + 1, clauses.arguments(end + 1)), 0.95)
    if end == at and chunks[end + 1].kind == NAME:
        return _Holding([Slot(chunks[end + 1])], scene.setting.of_phrase(at), factor=0.95)
    closed = behind + 1 >= len(chunks) or clauses.word(behind + 1) in {",", ".", ";", ")", "!"}
    speaks = clauses.word(behind + 1) == "," and clauses.verb(behind + 2)  # "…, its chair, Ida Holm, said"
    if named and clauses.word(end + 1) == "," and closed and (speaks or not _is_apposition(scene, at)):
        return _Holding([Slot(chunks[behind])], scene.setting.of_phrase(at), factor=0.92)
    return None


def _listed(scene: Scene, at: int) -> list[int]:
    """Return the names of a list that begins at an index, none but the first where it does not come to its "and"."""
    found, closed = [at], False
    k = at + 1
    while scene.clauses.word(k) in {",", "and"} and k + 1 < len(scene.chunks):
        closed = closed or scene.clauses.word(k) == "and"
        k += 2 if scene.clauses.word(k + 1) == "and" else 1
        closed = closed or scene.clauses.word(k - 1) == "and"
        if scene.chunks[k].kind != NAME:
            break
        found.append(k)
        k += 1
    return found if closed else [at]


def _by_apposition(scene: Scene, at: int, end: int) -> _Holding | None:
    """Return the holding in "A, director of B,"; "A, 52, director of B since 2020,"; "A and C, directors of B,"."""
    clauses, chunks = scene.clauses, scene.chunks
    if not _is_apposition(scene, at) or _is_subject(scene, at, end):
        return None
    k = at - 2
    while k >= 0 and (clauses.word(k) in scene.grammar["adverbs"] | {"then", ","} or chunks[k].kind == VALUE):
        k -= 1
    plural = chunks[at].words[-1] != chunks[at].head
    if chunks[k].kind == NAME and chunks[k].name in gazetteer().places and clauses.climb(k) != k:
        k = clauses.climb(k)  # "Acme of Hamburg, a rival of B"
    holders = scene.people(clauses.group(k) if plural else (k,))
    return _Holding(holders, scene.setting.of_phrase(at), "", _apposition_dates(scene, end), 0.95)


def _by_brackets(scene: Scene, at: int, *, explicit: bool) -> _Holding | None:
    """Return the holding in "A (director of B)"."""
    clauses, chunks = scene.clauses, scene.chunks
    if clauses.word(at - 1) != "(" or at < 2 or chunks[at - 2].kind != NAME:
        return None
    if not explicit and chunks[at].words[-1] in {"chair", "secretary", "guest", "member", "party"}:
        return None  # of the meeting, most likely
    return _Holding([Slot(chunks[at - 2])], scene.setting.of_phrase(at), factor=0.88)


def _lists_roles(scene: Scene, first: int, at: int) -> bool:
    """Return whether nothing but posts, names and joints stands between two noun phrases."""
    return not any(
        chunk.kind == VERB or chunk.word in {";", ":", "who", "which"} for chunk in scene.chunks[first:at]
    ) and any(scene.clauses.word(k) in {"and", "nor", "or"} for k in range(at, min(at + 8, len(scene.chunks))))


def _apposition_dates(scene: Scene, end: int) -> Dates:
    clauses = scene.clauses
    if (
        clauses.word(end + 1) in {"since", "from"}
        and end + 2 < len(scene.chunks)
        and isinstance(scene.chunks[end + 2].value, DateValue)
    ):
        return Dates(since=scene.chunks[end + 2])
    if (
        clauses.word(end + 1) == "until"
        and end + 2 < len(scene.chunks)
        and isinstance(scene.chunks[end + 2].value, DateValue)
    ):
        return Dates(until=scene.chunks[end + 2])
    return Dates()


def _is_apposition(scene: Scene, at: int) -> bool:
    clauses = scene.clauses
    k = at - 1
    if clauses.word(k) in {"then", "formerly", "currently", "now", "former"}:
        k -= 1
    if (
        clauses.word(k) == ","
        and k > 1
        and isinstance(scene.chunks[k - 1].value, Number)
        and clauses.word(k - 2) == ","
    ):
        k -= 2  # "Jane Roe, 52, director of B"
    return clauses.word(k) == "," and clauses.entity(k - 1) and scene.chunks[k - 1].kind in {NAME, PRON}


def _is_subject(scene: Scene, at: int, end: int) -> bool:
    """Return whether a phrase between a comma and a verb is the subject: "In Rome, directors of B met"."""
    return scene.clauses.verb(end + 1) and at in scene.clauses.subject(end + 1)


def _change(scene: Scene, chunk: Chunk) -> str | None:
    grammar = scene.lexicon.grammar
    if chunk.lemma_in(grammar["role_end"]):
        return "end"
    if chunk.lemma_in(grammar["role_begin"]):
        return "begin"
    if chunk.lemma_in(grammar["role_keep"]):
        return ""
    return None


def replacement_matches(scene: Scene, at: int) -> Iterator[Match]:
    """Yield, for "A replaced B", that A now has the post that B had; which one, earlier sentences say."""
    clauses = scene.clauses
    arguments = clauses.arguments(at)
    if any(argument.path == "as" for argument in arguments):
        return
    passive = bool(set(scene.chunks[at].aux) & scene.lexicon.grammar["be"])
    direct = [Slot(scene.chunks[a.at]) for a in arguments if a.path == "" and scene.chunks[a.at].is_entity]
    by = [Slot(scene.chunks[a.at]) for a in arguments if a.path == "by" and scene.chunks[a.at].is_entity]
    subject = scene.people(clauses.subject(at))
    new, old = (by, subject) if passive else (subject, direct)
    if len(new) != 1 or len(old) != 1:
        return
    frame = Frame(property=REPLACED, kind="replace", words=("replace",))
    claim = meaning(clauses, at, scene.setting)
    yield Match(
        frame,
        ((new[0], old[0], ()),),
        claim,
        scene.dates(at, arguments),
        "begin",
        0.8,
        at=scene.chunks[at].first,
        verb=at,
    )
