"""Templates: frames given word by word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thence.extract.chunks import NAME, NP, PRON, VALUE, VERB, WORD, Chunk, Percent
from thence.extract.matching import CONTEXT, DOCUMENT, Dates, Match, Scene, Slot
from thence.extract.meaning import meaning
from thence.extract.values import DateValue, MoneyValue
from thence.extract.values.identifiers import Identifier
from thence.ontology.lexicon import Element, Frame

__all__ = ["template_matches"]

_BETWEEN = frozenset(["a", "an", "the", "(", '"', "“", "”", "'"])


def template_matches(scene: Scene) -> Iterator[Match]:
    """Yield the matches of the templates that a word of the sentence calls."""
    if not scene.lexicon.templates:
        return
    frames: dict[int, Frame] = {}
    for token in scene.tokens:
        for frame in scene.lexicon.templates.get(token.lower, ()):
            frames.setdefault(id(frame), frame)
    if not frames:
        return
    starts = {chunk.first: chunk for chunk in scene.chunks}
    inner = {inside.first: inside for chunk in scene.chunks for inside in chunk.inside}
    for frame in frames.values():
        done = -1
        first = frame.pattern[0]
        for at, token in enumerate(scene.tokens):
            if at < done or (first.words and not first.optional and token.lower not in first.words):
                continue
            if first.slot and not _may_start(scene, frame.pattern, starts.get(at) or inner.get(at)):
                continue
            found = _template_at(scene, frame.pattern, 0, at, starts, inner, [])
            if found is not None:
                stop, slots = found
                done = stop
                match = _template_match(scene, frame, at, stop, slots)
                if match is not None:
                    yield match


def _may_start(scene: Scene, pattern: Sequence[Element], chunk: Chunk | None) -> bool:
    """Return whether a slot that opens a template is followed by the template's next word."""
    if chunk is None or chunk.kind in {WORD, VERB}:
        return False
    follows = pattern[1]
    if not follows.words or follows.optional or chunk.last >= len(scene.tokens):
        return True
    return scene.tokens[chunk.last].lower in follows.words | _BETWEEN


def _template_at(
    scene: Scene,
    pattern: Sequence[Element],
    element: int,
    at: int,
    starts: dict[int, Chunk],
    inner: dict[int, Chunk],
    slots: list[tuple[str, Chunk]],
) -> tuple[int, list[tuple[str, Chunk]]] | None:
    if element == len(pattern):
        return at, slots
    this = pattern[element]
    n = len(scene.tokens)
    if this.gap:
        for skip in range(6):
            stop = at + skip
            if stop > n:
                break
            between = scene.tokens[at:stop]
            if any(not (token.text[0].isalnum() or token.text == "-") for token in between):
                break
            found = _template_at(scene, pattern, element + 1, stop, starts, inner, slots)
            if found is not None:
                return found
        return None
    if at >= n:
        return _template_at(scene, pattern, element + 1, at, starts, inner, slots) if this.optional else None
    token = scene.tokens[at]
    if this.slot:
        chunk = starts.get(at) or inner.get(at)
        if chunk is not None and chunk.kind != WORD and chunk.kind != VERB and _slot_fits(this.slot, chunk):
            return _template_at(scene, pattern, element + 1, chunk.last, starts, inner, [*slots, (this.slot, chunk)])
    elif token.lower in this.words:
        found = _template_at(scene, pattern, element + 1, at + 1, starts, inner, slots)
        if found is not None:
            return found
    if token.lower in {"a", "an", "the"} and element > 0 and not (this.words & {"a", "an", "the"}):
        found = _template_at(scene, pattern, element, at + 1, starts, inner, slots)
        if found is not None:
            return found
    if token.text in {'"', "“", "”", "'"} and element > 0:
        return _template_at(scene, pattern, element, at + 1, starts, inner, slots)
    if this.optional:
        return _template_at(scene, pattern, element + 1, at, starts, inner, slots)
    if element > 0 and token.text == "(" and not this.words:
        # a bracket behind a name: (the "Lender")
        stop = next((k for k in range(at, min(at + 9, n)) if scene.tokens[k].text == ")"), -1)
        if stop > 0:
            return _template_at(scene, pattern, element, stop + 1, starts, inner, slots)
    if element > 0 and token.text == "(" and pattern[element - 1].slot and "(" not in this.words:
        stop = next((k for k in range(at, min(at + 9, n)) if scene.tokens[k].text == ")"), -1)
        if stop > 0:
            return _template_at(scene, pattern, element, stop + 1, starts, inner, slots)
    return None


def _slot_fits(slot: str, chunk: Chunk) -> bool:
    if slot == "amount":
        return isinstance(chunk.value, MoneyValue)
    if slot == "percent":
        return isinstance(chunk.value, Percent)
    if slot == "date":
        return isinstance(chunk.value, DateValue)
    if slot == "subject":
        if isinstance(chunk.value, Identifier):
            return chunk.kind == VALUE and chunk.value.kind == "iban"
        return chunk.kind in {NAME, PRON} or (chunk.kind == NP and chunk.det in {"the", "this"})
    return True


def _template_match(scene: Scene, frame: Frame, at: int, stop: int, slots: list[tuple[str, Chunk]]) -> Match | None:
    subjects = [Slot(chunk) for slot, chunk in slots if slot == "subject"]
    objects = [Slot(chunk) for slot, chunk in slots if slot == "object"]
    if not subjects:
        by = next((name for name in frame.subject if name in {CONTEXT, DOCUMENT}), None)
        subjects = [Slot(None, by or CONTEXT)]
    if not objects:
        objects = [Slot(None, frame.object[0] if frame.object[0] in {CONTEXT, DOCUMENT} else CONTEXT)]
    if subjects[0].by == CONTEXT and any(
        chunk.kind == VERB and scene.clauses.subject(k)
        for k, chunk in enumerate(scene.chunks)
        if at <= chunk.first < stop
    ):
        return None  # the sentence has a subject of its own
    if frame.things and not any(chunk.head in frame.things for slot, chunk in slots if slot == "object"):
        return None
    values = tuple(chunk for slot, chunk in slots if slot in {"amount", "percent", "date"})
    verb = next((k for k, chunk in enumerate(scene.chunks) if chunk.kind == VERB and at <= chunk.first < stop), -1)
    bare = verb >= 0 and not scene.chunks[verb].aux and scene.chunks[verb].has_form("participle")
    if verb >= 0 and not (bare and scene.chunks[verb - 1].kind == NP):
        claim = meaning(scene.clauses, verb, scene.setting)
    else:  # "a firm registered in B" tells of now
        claim = scene.setting.of_phrase(scene.chunk_at(at))
    dates = scene.dates(verb, scene.clauses.arguments(verb)) if verb >= 0 else Dates()
    pairs = tuple((s, o, values) for s in subjects for o in objects)
    return Match(frame, pairs, claim, dates, "", at=at, verb=verb)
