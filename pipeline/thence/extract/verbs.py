"""Frames of verbs: active, passive, reduced; with particles, things and governors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from thence.extract.chunks import NAME, NP, VALUE, WORD, Chunk, Number, Percent
from thence.extract.clauses import Argument
from thence.extract.filling import fill
from thence.extract.gapping import gaps_of_shares
from thence.extract.kinds import Predicate, predicate_of
from thence.extract.matching import ELIDED, Match, Scene, Slot
from thence.extract.meaning import Meaning, meaning, weaker
from thence.extract.values import DateValue, MoneyValue
from thence.model.statement import Modality, Polarity
from thence.names import Iri
from thence.ontology.lexicon import Frame

__all__ = ["consumed", "verb_matches"]


def consumed(scene: Scene) -> set[tuple[int, Iri]]:
    """Return the infinitives that a longer frame accounts for ("terminated its agreement to acquire B")."""
    taken: set[tuple[int, Iri]] = set()
    for at in scene.clauses.verbs:
        for lemma, _ in scene.chunks[at].lemmas:
            for frame in scene.lexicon.verbs.get(lemma, ()):
                paths = {function for function in frame.object if function.startswith("to ")}
                if not paths or not any(a.path in paths for a in scene.clauses.arguments(at)):
                    continue
                for verb in scene.clauses.verbs:
                    if verb > at and f"to {scene.chunks[verb].head}" in paths:
                        taken.update(
                            (verb, other.property)
                            for own, _ in scene.chunks[verb].lemmas
                            for other in scene.lexicon.verbs.get(own, ())
                        )
    return taken


def verb_matches(scene: Scene, at: int) -> Iterator[Match]:
    """Yield the matches of the frames of a verb, one a property."""
    chunk = scene.chunks[at]
    seen: set[tuple[str, str]] = set()
    for lemma, _ in chunk.lemmas:
        for frame in scene.lexicon.verbs.get(lemma, ()):
            if not _form_fits(scene, chunk, lemma):
                continue
            for match in _verb_frame(scene, at, lemma, frame):
                key = (frame.property, frame.governor)
                if key not in seen:
                    seen.add(key)
                    yield match


def _form_fits(scene: Scene, chunk: Chunk, lemma: str) -> bool:
    """Return whether a verb's form suits its auxiliaries: "found" after "was" is of "found", after "did" base."""
    if lemma in {"be", "have", "do"} and chunk.aux and chunk.aux[-1] == chunk.words[-1]:
        return True  # an auxiliary that is the verb itself
    forms = {form for own, form in chunk.lemmas if own == lemma}
    aux = set(chunk.aux)
    grammar = scene.lexicon.grammar
    if aux & grammar["be"]:
        return bool(forms & {"participle", "ing"})
    if aux & grammar["have"]:
        return "participle" in forms
    if aux & (
        grammar["do"]
        | {
            "will",
            "would",
            "may",
            "might",
            "can",
            "could",
            "shall",
            "should",
            "must",
            "cannot",
            "can't",
            "couldn't",
            "won't",
        }
    ):
        return "base" in forms
    if forms == {"base"} and any("past" in form for own, form in chunk.lemmas if own != lemma):
        return scene.clauses.word(scene.chunks.index(chunk) - 1) == "to" if chunk in scene.chunks else True
    return True


def _verb_frame(scene: Scene, at: int, lemma: str, frame: Frame) -> Iterator[Match]:
    chunk, clauses, grammar = scene.chunks[at], scene.clauses, scene.lexicon.grammar
    if frame.governor:
        above = clauses.governor(at)
        if (
            above.kind != "infinitive"
            or above.verb < 0
            or not any(own == frame.governor for own, _ in scene.chunks[above.verb].lemmas)
        ):
            return
    arguments = list(clauses.arguments(at))
    if len(frame.words) > 1:
        moved = _behind_particle(scene, at, frame.words[1:], arguments)
        if moved is None:
            return
        arguments = moved
    participle = chunk.has_form("participle")
    direct_first = bool(arguments) and arguments[0].path == ""
    if direct_first and frame.voice == "passive" and _measures(scene.chunks[arguments[0].at]):
        direct_first = False  # "a town located 20 miles from B"
    passive = participle and (
        bool(set(chunk.aux) & grammar["be"]) or (not direct_first and _goes_on_passive(scene, at))
    )
    reduced = False
    if (
        not passive
        and not chunk.aux
        and participle
        and not direct_first
        and "participle" in {form for own, form in chunk.lemmas if own == lemma}
    ):
        has_by = any(argument.path == "by" for argument in arguments)  # shared ones too: "directed by and starring A"
        doer = frame.subject[0] in grammar["prepositions"] and any(a.path == frame.subject[0] for a in arguments)
        if has_by or ((frame.voice == "passive" or doer) and _hangs_on_noun(scene, at)):
            passive = reduced = True
    if (passive and frame.voice == "active") or (not passive and frame.voice == "passive"):
        return
    if not passive and not chunk.aux and {form for own, form in chunk.lemmas if own == lemma} == {"participle"}:
        return  # "known as": a participle of which nobody is the doer
    if frame.tense == "present" and (chunk.has_form("past", "ing") or "did" in chunk.aux) and not reduced:
        return
    subject = clauses.subject(at)
    if frame.governor:
        subject = clauses.subject(clauses.governor(at).verb)
    subject = _behind_place(scene, frame, at, _of_domain(scene, frame, at, subject))
    subject, predicate = _said_to_be(scene, at, subject)
    grammatical = [Slot(scene.chunks[index]) for index in subject]
    things_at = -1
    if frame.things:
        things_at = _thing(scene, frame, arguments, subject, passive=passive)
        if things_at < 0:
            return
        if things_at < at:
            arguments = [*(a for a in clauses.following(things_at) if a.at < at), *arguments]
    values = [
        scene.chunks[a.at] for a in arguments if scene.chunks[a.at].kind == VALUE and not replaced_value(scene, a.at)
    ]
    values += [
        scene.chunks[a.at] for a in arguments if scene.chunks[a.at].kind == NP and scene.chunks[a.at].value is not None
    ]
    if at > 0 and isinstance(scene.chunks[at - 1].value, Percent) and scene.chunks[at - 1].kind == VALUE:
        values.append(scene.chunks[at - 1])
    if (
        passive
        and at > 2
        and scene.chunks[at - 1].kind == scene.chunks[at - 3].kind == VALUE
        and clauses.word(at - 2) in {"and", "or"}
    ):
        values += [scene.chunks[at - 3], scene.chunks[at - 1]]
    values += [
        slot.chunk
        for slot in grammatical
        if slot.chunk is not None and (slot.chunk.kind == VALUE or slot.chunk.value is not None) and passive
    ]
    if passive and frame.through:
        values += _shares_of(scene, subject)
    if frame.needs and not _has(scene, frame.needs, values, arguments):
        return
    subjects = fill(scene, frame.subject, frame, arguments, grammatical, passive=passive, things_at=things_at)
    objects = fill(scene, frame.object, frame, arguments, grammatical, passive=passive, things_at=things_at)
    if not objects and frame.continues:
        objects = [Slot(None, ELIDED)]
    if not objects and frame.symmetric and not passive and len(grammatical) == 2 and not direct_first:
        subjects, objects = grammatical[:1], grammatical[1:]  # "A and B compete"
    if not objects or not subjects:
        return
    claim = meaning(clauses, at, scene.setting, governor=frame.governor)
    if predicate is not None and not chunk.aux:
        claim = _of_predicate(scene, predicate, claim, reduced=reduced)
    elif reduced:
        claim = _around(scene, at, claim)
    claim = _negative_arguments(scene, claim, arguments, objects, things_at)
    if frame.modality == "planned" and claim.polarity is Polarity.AFFIRMED:
        claim = weaker(claim, Modality.PLANNED)
    dates = scene.dates(at, arguments)
    pairs = _pairs(subjects, objects, values)
    if frame.through and not passive and any(isinstance(each.value, Percent) for each in values):
        gaps = gaps_of_shares(scene, at)
        if gaps:
            own = tuple(each for each in values if all(each is not share for _, share in gaps))
            objects = [slot for slot in objects if all(slot.chunk is not one.chunk for one, _ in gaps)] or [
                Slot(None, ELIDED)
            ]
            pairs = _pairs(subjects, objects, list(own))
            pairs += tuple((one, objects[0], (share,)) for one, share in gaps)
    change = frame.when or ""
    yield Match(frame, pairs, claim, dates, change, at=chunk.first, verb=at, participle=reduced)


def _measures(each: Chunk) -> bool:
    """Return whether a chunk is a number of something: a distance, an age."""
    return each.count is not None or isinstance(each.value, Number)


def _goes_on_passive(scene: Scene, at: int) -> bool:
    """Return whether a participle shares the "was" of the one before: "was bought by A and sold to B"."""
    before = scene.clauses.shared_with(at)
    if before < 0 or scene.chunks[at].aux or scene.clauses.word(at - 1) not in {"and", "or"}:
        return False
    other = scene.chunks[before]
    return other.has_form("participle") and bool(set(other.aux) & scene.grammar["be"])


def _of_domain(scene: Scene, frame: Frame, at: int, subject: tuple[int, ...]) -> tuple[int, ...]:
    """Return what a participle describes, past the doer of the one before: "a film directed by A based on B"."""
    clauses, chunks = scene.clauses, scene.chunks
    if len(subject) != 1 or chunks[subject[0]].kind != NAME or chunks[at].aux:
        return subject
    before = clauses.previous_verb(at)
    if before < 0 or not chunks[before].has_form("participle", "ing"):
        return subject
    if chunks[before].aux and not _undergo_alike(scene, before, frame):
        return subject
    if not any(argument.at == subject[0] for argument in clauses.arguments(before)):
        return subject
    above = clauses.subject(before)
    if len(above) != 1:
        return subject
    if chunks[before].aux:
        return above
    if chunks[above[0]].kind == NAME and above != subject:
        return _of_domain(scene, frame, before, above)
    kind = scene.lexicon.classes.get(chunks[above[0]].head)
    return above if kind is not None and kind in frame.domain else subject


def _undergo_alike(scene: Scene, before: int, frame: Frame) -> bool:
    """Return whether a passive before says of its subject a property of the same domain: "written by A, sung by B"."""
    return bool(frame.domain) and any(
        other.domain == frame.domain and other.subject[:1] == frame.subject[:1] == ("direct",)
        for lemma, _ in scene.chunks[before].lemmas
        for other in scene.lexicon.verbs.get(lemma, ())
    )


def _behind_place(scene: Scene, frame: Frame, at: int, subject: tuple[int, ...]) -> tuple[int, ...]:
    """Return what a relative clause or participle tells of, past a name that only says where.

    As in "A is a river of B that flows into C": the river does, as the property's domain says.
    """
    clauses, chunks = scene.clauses, scene.chunks
    bare = not chunks[at].aux and chunks[at].has_form("participle", "ing")
    if len(subject) != 1 or not (bare or clauses.word(at - 1) in scene.grammar["relatives"]):
        return subject
    above = subject[0]
    while clauses.word(above - 1) in scene.grammar["prepositions"] and clauses.entity(above - 2):
        above -= 2
        kind = scene.lexicon.classes.get(chunks[above].head) if chunks[above].kind == NP else None
        if kind is not None and kind in frame.domain:
            return (above,)
    return subject


def _said_to_be(scene: Scene, at: int, subject: tuple[int, ...]) -> tuple[tuple[int, ...], Predicate | None]:
    """Return a verb's subject, or what is said to be it: in "A is a film directed by B" A is what was directed."""
    if len(subject) != 1 or scene.chunks[subject[0]].kind != NP or scene.chunks[subject[0]].owner is not None:
        return subject, None
    predicate = predicate_of(scene, subject[0])
    if predicate is None or at in predicate.holders:
        return subject, None
    origin = at
    while scene.clauses.shared_with(origin) >= 0:
        origin = scene.clauses.shared_with(origin)
    near = origin - 1
    while near > subject[0] and scene.chunks[near].kind == WORD:
        near -= 1
    head, other = scene.chunks[subject[0]].head, scene.chunks[near].head
    if near != subject[0] and (head not in scene.lexicon.classes or other in scene.lexicon.classes):
        return subject, None  # "a director of a firm founded by B": who was founded is not the director
    return predicate.holders, predicate


def _shares_of(scene: Scene, subject: Sequence[int]) -> list[Chunk]:
    """Return the percentage that stands before a subject: "60% of B is held by A", "60% of the shares of B"."""
    if not subject or scene.clauses.word(subject[0] - 1) not in {"of", "in"} or subject[0] < 2:
        return []
    before = scene.chunks[subject[0] - 2]
    return [before] if isinstance(before.value, Percent) else []


def replaced_value(scene: Scene, at: int) -> bool:
    """Return whether a value is named only to say that another one is right ("not EUR 5", "instead of EUR 5")."""
    before, earlier = scene.clauses.word(at - 1), scene.clauses.word(at - 2)
    return before in {"not", "than"} or (before == "of" and earlier == "instead")


def _hangs_on_noun(scene: Scene, at: int) -> bool:
    """Return whether a bare participle describes a noun ("Acme, founded in 1990,"), and is no past tense."""
    before = at - 1
    while (
        scene.chunks[before].kind == WORD
        and before > 0
        and scene.chunks[before].word in scene.lexicon.grammar["adverbs"]
    ):
        before -= 1
    if before < 0 or scene.clauses.word(before) in {",", "("}:
        return True
    return (
        scene.clauses.entity(before)
        and scene.chunks[before].kind == NP
        and any(verb != at and not scene.chunks[verb].has_form("ing") for verb in scene.clauses.verbs)
    )


def _of_predicate(scene: Scene, predicate: Predicate, claim: Meaning, *, reduced: bool) -> Meaning:
    """Return the meaning of a participle in what something is said to be: as firm as that is said."""
    if predicate.verb < 0:
        over = scene.setting.of_phrase(predicate.first)
    else:
        over = meaning(scene.clauses, predicate.verb, scene.setting)
    past = claim.past if reduced else over.past
    return replace(over, past=past, perfect=claim.perfect and reduced, ended=claim.ended and reduced)


def _around(scene: Scene, at: int, claim: Meaning) -> Meaning:
    """Return the meaning of a participle behind a noun: it leans on the verb whose subject or object it describes."""
    before = scene.clauses.previous_verb(at)
    if before >= 0 and scene.chunks[before].head == "be":
        over = meaning(scene.clauses, before, scene.setting)
        if before == at - 2 and scene.chunks[at - 1].kind == VALUE:
            return over  # "is 30% owned by"
        if scene.clauses.entity(at - 1) and scene.chunks[at - 1].kind == NP:
            return replace(
                claim, polarity=over.polarity, modality=over.modality, voice=over.voice, conflict=over.conflict
            )
    return claim


def _behind_particle(scene: Scene, at: int, words: tuple[str, ...], arguments: list[Argument]) -> list[Argument] | None:
    following: list[str] = []
    k = at + 1
    while k < len(scene.chunks) and len(following) < len(words) and scene.chunks[k].kind in {WORD, NP}:
        following += [word for word in scene.chunks[k].words if word not in {"a", "an", "the"}]
        k += 1
    if tuple(following[: len(words)]) == words:
        last = words[-1]
        return [
            replace(a, path="") if a.path == last else a
            for a in arguments
            if a.at >= k - 1 or scene.chunks[a.at].words[-1] not in words
        ]
    if len(words) == 1 and arguments and arguments[0].path == "":
        behind = arguments[0].at + 1
        if scene.clauses.word(behind) == words[0]:
            return [a for a in arguments if a.path != words[0]] or arguments
    return None


def _thing(scene: Scene, frame: Frame, arguments: Sequence[Argument], subject: Sequence[int], *, passive: bool) -> int:
    direct = [a.at for a in arguments if a.path == ""]
    # "money went from A to B": where the doer stands behind a preposition, the subject is what moved
    moved = passive or (not direct and frame.subject[0] in scene.grammar["prepositions"])
    places = list(subject) if moved else direct
    for place in places:
        chunk = scene.chunks[place]
        if chunk.kind == NP and (chunk.head in frame.things or " ".join(chunk.words[-2:]) in frame.things):
            return place
        if chunk.kind == NAME and chunk.words[-1] in frame.things and "the" in {chunk.det, chunk.words[0]}:
            return place
        if chunk.kind == VALUE and "amount" in frame.things and isinstance(chunk.value, MoneyValue):
            return place
    return -1


def _has(scene: Scene, needs: str, values: Sequence[Chunk], arguments: Sequence[Argument]) -> bool:
    wanted = {"amount": MoneyValue, "percent": Percent, "date": DateValue, "count": Number}.get(needs)
    if wanted is None:
        return True
    if needs == "count" and any(scene.chunks[a.at].count is not None for a in arguments):
        return True
    return any(isinstance(chunk.value, wanted) for chunk in values)


def _pairs(
    subjects: list[Slot], objects: list[Slot], values: list[Chunk]
) -> tuple[tuple[Slot, Slot, tuple[Chunk, ...]], ...]:
    pairs = []
    several = max(len(subjects), len(objects)) > 1
    shares = sorted([each for each in values if isinstance(each.value, Percent)], key=lambda each: each.first)
    others = [each for each in values if not isinstance(each.value, Percent)]
    for number, subject in enumerate(subjects[:4]):
        for obj in objects[:6]:
            own = tuple(values)
            if len(shares) > 1 and len(subjects) > 1 and len(objects) == 1:
                # "A and B own 30% and 70% of C": one after the other, and none where they are not as many
                own = (*others, *shares[number : number + 1]) if len(shares) == len(subjects) else tuple(others)
            elif several and obj.chunk is not None:
                own = _nearest(obj.chunk, values)
            pairs.append((subject, obj, own))
    return tuple(pairs)


def _nearest(chunk: Chunk, values: list[Chunk]) -> tuple[Chunk, ...]:
    """Return of each kind of value the nearest before a chunk, else the first: "EUR 5 to A and EUR 7 to B"."""
    chosen: dict[type, Chunk] = {}
    for value in sorted(values, key=lambda each: each.first):
        kind = type(value.value)
        if kind not in chosen or value.first < chunk.first:
            chosen[kind] = value
    return tuple(chosen.values())


def _negative_arguments(
    scene: Scene, claim: Meaning, arguments: Sequence[Argument], objects: list[Slot], things_at: int
) -> Meaning:
    grammar = scene.lexicon.grammar
    for argument in arguments:
        chunk = scene.chunks[argument.at]
        negative = chunk.det in grammar["negative_determiners"] or chunk.words[0] in grammar["negative_determiners"]
        if negative and (argument.at == things_at or argument.path == "" or chunk in [slot.chunk for slot in objects]):
            if claim.polarity is Polarity.DENIED:
                return replace(claim, conflict="two negations stand over one clause")
            claim = replace(claim, polarity=Polarity.DENIED)
        if scene.clauses.word(argument.at - 1) == "not" or (
            scene.clauses.word(argument.at - 1) in grammar["prepositions"]
            and scene.clauses.word(argument.at - 2) == "not"
        ):
            return replace(claim, conflict="a “not” stands before one of the arguments")
    if things_at >= 0 and any(word in grammar["hedge_adjectives"] for word in scene.chunks[things_at].words):
        claim = weaker(claim, Modality.HEDGED)
    return claim
