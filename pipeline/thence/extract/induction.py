"""Lexicons from examples: frames that read confirmed statements out of their sentences, each with its measure.

A candidate is a frame of the lexicon's own language, made from how a confirmed subject and object stand to each other
in a sentence: subject and argument of a verb, holder and thing of a noun, words of what something is said to be, else
the few words between them. Every candidate is then looked for in all sentences by the same matcher that reads
documents, so that its measure holds for tenses, voices, lists and relative clauses that it was not made from.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from thence.extract.chunks import NAME, NP, VALUE, Chunk, chunk
from thence.extract.clauses import Argument, Clauses
from thence.extract.kinds import predicate_of
from thence.extract.matching import Match, Scene, Slot
from thence.extract.meaning import Setting
from thence.extract.patterns import matches
from thence.extract.preparing import Prepared, prepare
from thence.extract.topics import settle_topic
from thence.extract.values import DateValue, find_dates
from thence.model.document import Block, BlockKind, Document, Span
from thence.model.statement import Polarity
from thence.names import Iri, content_hash
from thence.ontology.inflection import singular
from thence.ontology.lexicon import Lexicon, lexicon_from

if TYPE_CHECKING:
    from thence.ontology import Ontology

__all__ = ["Example", "Suggestion", "candidates", "entries", "suggest"]

_LONGEST_TEMPLATE = 5
_ORDER = ["words", "template", "subject", "object", "of", "voice", "through", "holder", "values"]


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence and what is confirmed to be said in it: subject, property, object."""

    text: str
    triples: tuple[tuple[str, Iri, str], ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A frame that reads confirmed statements.

    section: verbs, roles, kinds or templates.   options: as in a lexicon's entry.   support: how many confirmed
    statements it reads.   found: how many it reads in all.   example: a sentence that it reads one in.
    """

    predicate: Iri
    section: str
    options: tuple[tuple[str, str], ...]
    support: int
    found: int
    example: str

    @property
    def precision(self) -> float:
        """The part of what it reads that is confirmed."""
        return self.support / self.found if self.found else 0.0


@dataclass(frozen=True, slots=True, order=True)
class _Candidate:
    predicate: Iri
    section: str
    options: tuple[tuple[str, str], ...]

    @property
    def caller(self) -> str:
        """The word that calls it, so that two of one property and word are never measured together."""
        options = dict(self.options)
        return options.get("words", options.get("template", "")).split()[-1]


@dataclass(slots=True)
class _Measure:
    right: set[tuple[int, str, str]] = field(default_factory=set)
    found: set[tuple[int, str, str]] = field(default_factory=set)


def suggest(
    examples: Sequence[Example],
    ontology: Ontology,
    base: Mapping[str, Any],
    *,
    support: int = 2,
    precision: float = 0.5,
) -> list[Suggestion]:
    """Return the frames that read at least so many confirmed statements at such a precision, best first by property.

    base: what a lexicon already says besides its properties (descriptions, irregular verbs).
    Precision is of all that a frame reads in the examples; what holds but is not confirmed counts against it.
    """
    known = {key: value for key, value in base.items() if key not in {"properties", "clauses"}}
    made = candidates(examples, ontology, known, least=support)
    measures: dict[_Candidate, _Measure] = {each: _Measure() for each in made}
    for batch in _batches(made):
        _measure(batch, examples, ontology, known, measures)
    found = []
    for each, measure in measures.items():
        if len(measure.right) >= support and len(measure.right) >= precision * len(measure.found):
            first = min(measure.right)[0]
            found.append(
                Suggestion(
                    each.predicate,
                    each.section,
                    each.options,
                    len(measure.right),
                    len(measure.found),
                    examples[first].text,
                )
            )
    return sorted(found, key=lambda s: (s.predicate, -s.support, -s.precision, s.section, s.options))


def entries(suggestions: Iterable[Suggestion], ontology: Ontology) -> tuple[dict[str, Any], dict[int, str]]:
    """Return suggestions as a lexicon's data, and by the identity of each entry its comment: measure and example."""
    properties: dict[str, dict[str, list[dict[str, Any]]]] = {}
    notes: dict[int, str] = {}
    for each in suggestions:
        entry: dict[str, Any] = {}
        for name, value in sorted(each.options, key=lambda option: _ORDER.index(option[0])):
            if name == "values":
                words, _, meant = value.partition("=")
                entry[name] = {words: meant}
            else:
                entry[name] = value
        properties.setdefault(str(each.predicate), {}).setdefault(each.section, []).append(entry)
        text = " ".join(each.example.split())
        short = text if len(text) < 160 else text[:157] + "..."
        notes[id(entry)] = (
            f"{ontology.label(each.predicate)}: support {each.support}, precision {each.precision:.2f}\n{short}"
        )
    return {"properties": properties}, notes


def candidates(
    examples: Sequence[Example], ontology: Ontology, base: Mapping[str, Any], *, least: int = 1
) -> list[_Candidate]:
    """Return the frames that the examples' own sentences show, sorted; those made from fewer than `least` left out."""
    lexicon = lexicon_from(base, ontology, labels=False)
    made: dict[_Candidate, int] = defaultdict(int)
    for number, example in enumerate(examples):
        scenes = _scenes(example, number, lexicon)
        for subject, property_, obj in example.triples:
            shown: set[_Candidate] = set()
            for scene in scenes:
                for section, options in _ways(scene, subject, obj):
                    shown.add(_Candidate(property_, section, tuple(sorted(options.items()))))
            for each in shown:
                made[each] += 1
    return sorted(each for each, times in made.items() if times >= least)


def _scenes(example: Example, number: int, lexicon: Lexicon) -> list[Scene]:
    document = _document(example.text, number)
    prepared, _ = prepare(document, lexicon)
    return [_scene(document, each, lexicon) for each in prepared if each.tokens]


def _document(text: str, number: int) -> Document:
    digest = content_hash(text)
    return Document(
        key=f"example-{number}",
        places=(f"example-{number}.txt",),
        media_type="text/plain",
        digest=digest,
        size=len(text),
        recipe="extract.induction/1",
        text=text,
        blocks=(Block(Span(0, len(text)), BlockKind.PARAGRAPH),),
    )


def _scene(document: Document, prepared: Prepared, lexicon: Lexicon) -> Scene:
    chunks = chunk(document.text, prepared.tokens, prepared.names, prepared.values, lexicon)
    clauses = Clauses(chunks, lexicon.grammar)
    if prepared.topic is not None:
        settle_topic(clauses, prepared.topic)
    return Scene(clauses, prepared.tokens, lexicon, Setting())


def _key(text: str) -> str:
    """Return what two spellings of one name have in common."""
    folded = "".join(text.casefold().split()).replace("’", "'").strip(".,;'\"")
    return folded.removeprefix("the") if text[:4].casefold() == "the " else folded


def _same(each: Chunk, name: str, tokens_text: str) -> bool:
    """Return whether a chunk names, or dates, what a confirmed statement does."""
    if isinstance(each.value, DateValue) and each.kind == VALUE:
        wanted = next((found.value.iso for found in find_dates(name)), "")
        return bool(wanted) and (
            each.value.iso == wanted or (len(each.value.iso) == 4 and wanted[:4] == each.value.iso)
        )
    return _key(each.name or tokens_text) == _key(name)


def _text(scene: Scene, each: Chunk) -> str:
    return " ".join(token.text for token in scene.tokens[each.first : each.last])


def _places(scene: Scene, name: str) -> list[int]:
    return [k for k, each in enumerate(scene.chunks) if _same(each, name, _text(scene, each))]


def _ways(scene: Scene, subject: str, obj: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the sections and options of frames by which a sentence says a pair."""
    subjects, objects = set(_places(scene, subject)), set(_places(scene, obj))
    found = False
    if subjects:
        for way in (
            *_verb_ways(scene, subjects, objects, turned=False),
            *_verb_ways(scene, objects, subjects, turned=True),
            *_role_ways(scene, subjects, objects, turned=False),
            *_role_ways(scene, objects, subjects, turned=True),
            *_kind_ways(scene, subjects, objects, obj),
        ):
            found = True
            yield way
    if not found:
        yield from _template_ways(scene, subjects, objects)


def _subject_of(scene: Scene, verb: int) -> tuple[int, ...]:
    subject = scene.clauses.subject(verb)
    if len(subject) == 1 and scene.chunks[subject[0]].kind == NP:
        predicate = predicate_of(scene, subject[0])
        if predicate is not None:
            return predicate.holders
    return subject


def _verb_ways(
    scene: Scene, first: set[int], second: set[int], *, turned: bool
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield verbs whose grammatical subject is one of the first places, an argument one of the second."""
    for verb in scene.clauses.verbs:
        each = scene.chunks[verb]
        if each.head in {"be", "have", "do"} or not first & set(_subject_of(scene, verb)):
            continue
        for argument in scene.clauses.arguments(verb):
            if argument.at in second:
                for passive in _voices(scene, each, argument.path):
                    yield from _verb_frames(scene, each, argument, passive=passive, turned=turned)


def _voices(scene: Scene, each: Chunk, path: str) -> list[bool]:
    """Return whether a verb may be a passive, and whether it may be active, where an argument hangs on it by a path."""
    if not each.has_form("participle"):
        return [False]
    if set(each.aux) & scene.grammar["be"] or path == "by":
        return [True]
    return [False] if each.aux or path == "" else [False, True]


def _verb_frames(
    scene: Scene, each: Chunk, argument: Argument, *, passive: bool, turned: bool
) -> Iterator[tuple[str, dict[str, str]]]:
    own = "direct" if passive else "subject"
    other = _slot(scene, argument.path, argument.at, passive=passive)
    for lemma in dict.fromkeys(lemma for lemma, _ in each.lemmas):
        if other:
            pair = (other, own) if turned else (own, other)
            options = {"words": _lemma(scene, lemma), "subject": pair[0], "object": pair[1]}
            if passive and other != "subject":
                options["voice"] = "passive"
            yield "verbs", options


def _lemma(scene: Scene, lemma: str) -> str:
    """Return a lemma as a lexicon spells it: of a verb that no list knows, "produc" is of "produce"."""
    known = {own for readings in scene.grammar.forms.values() for own, _ in readings}
    if lemma in known:
        return lemma
    return (
        lemma + "e"
        if lemma[-1:] in {"c", "s", "z", "v", "u"} or lemma.endswith(("at", "ut", "ir", "ur", "ag"))
        else lemma
    )


def _slot(scene: Scene, path: str, at: int, *, passive: bool) -> str:
    each = scene.chunks[at]
    if isinstance(each.value, DateValue) and each.kind == VALUE:
        return path or "date"
    if path == "by" and passive:
        return "subject"
    if path == "" or path == "(":
        return "direct" if not passive and path == "" else ""
    return path


def _role_ways(
    scene: Scene, holders: set[int], things: set[int], *, turned: bool
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield nouns that hang between a holder and a thing: "A is the captain of B", "B's captain A"."""
    for at, each in enumerate(scene.chunks):
        if each.kind != NP or not _is_noun(scene, each):
            continue
        following = scene.clauses.following(at)
        predicate = predicate_of(scene, at)
        held = set(predicate.holders) if predicate is not None else set()
        if scene.clauses.verb(at - 1) or scene.clauses.word(at - 1) == "as":
            verb = at - 1 if scene.clauses.verb(at - 1) else scene.clauses.previous_verb(at)
            held |= set(scene.clauses.subject(verb)) if verb >= 0 else set()
        if not held & holders:
            continue
        for argument in following[:2]:
            if argument.at in things and argument.path:
                yield "roles", {"words": each.head, "of": argument.path, **({"holder": "object"} if turned else {})}


def _is_noun(scene: Scene, each: Chunk) -> bool:
    return bool(each.words) and each.head.isalpha() and each.head not in scene.grammar.function_words


def _kind_ways(scene: Scene, subjects: set[int], objects: set[int], obj: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield nouns of what the subject is said to be, with where in that phrase the object stands."""
    for at, each in enumerate(scene.chunks):
        if each.kind != NP or not _is_noun(scene, each):
            continue
        predicate = predicate_of(scene, at)
        if predicate is None or not subjects & set(predicate.holders):
            continue
        inside = [k for k in objects if predicate.first <= k <= at]
        if any(isinstance(scene.chunks[k].value, DateValue) for k in inside):
            yield "kinds", {"words": each.head, "object": "date"}
        elif any(scene.chunks[k].kind == NAME for k in inside) or any(
            _key(one.name) == _key(obj) for one in each.inside
        ):
            yield "kinds", {"words": each.head, "object": "inside"}
        else:
            said = [token.lower for token in scene.tokens[scene.chunks[predicate.first].first : each.last]]
            said[-1] = singular(said[-1])
            wanted = obj.casefold().split()
            for words in (wanted, wanted[:-1]):
                if words and any(said[k : k + len(words)] == words for k in range(len(said) - len(words) + 1)):
                    yield "kinds", {"words": each.head, "values": f"{' '.join(words)}={obj}"}
                    break
        for argument in scene.clauses.following(at):
            if argument.at in objects and argument.path:
                behind = scene.chunks[argument.at - 1]
                options = {"words": each.head, "object": argument.path}
                if behind.kind == NP:
                    options["through"] = behind.head
                yield "kinds", options


def _template_ways(scene: Scene, subjects: set[int], objects: set[int]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the few words between subject and object, as they stand."""
    for s in sorted(subjects):
        for o in sorted(objects):
            first, last, opens, closes = (s, o, "{subject}", "{object}") if s < o else (o, s, "{object}", "{subject}")
            between = [token.lower for token in scene.tokens[scene.chunks[first].last : scene.chunks[last].first]]
            plain = [word for word in between if word not in {"a", "an", "the"}]
            if not 0 < len(plain) <= _LONGEST_TEMPLATE or not any(word.isalpha() for word in plain):
                continue
            if any(set(word) & set('{}|?.…"“”') or word[0].isdigit() for word in plain):
                continue
            verb = _unknown_verb(scene, plain) if s < o else None
            if verb is not None:
                yield "verbs", verb
            else:
                yield "templates", {"template": " ".join([opens, *plain, closes])}


def _unknown_verb(scene: Scene, words: Sequence[str]) -> dict[str, str] | None:
    """Return the frame of a word that looks like the third person of a verb no list knows: "drains", "drains into"."""
    first, rest = words[0], list(words[1:])
    if rest and (len(rest) > 1 or rest[0] not in scene.grammar["prepositions"]):
        return None
    if len(first) < 4 or not first.isalpha() or not first.endswith("s") or first.endswith("ss"):
        return None
    if first in scene.grammar.function_words:
        return None
    return {"words": singular(first), "subject": "subject", "object": rest[0] if rest else "direct"}


def _batches(made: Sequence[_Candidate]) -> list[list[_Candidate]]:
    """Return candidates in groups in which no two of one property share their calling word."""
    batches: list[tuple[set[tuple[Iri, str, str]], list[_Candidate]]] = []
    for each in made:
        key = (each.predicate, each.section, each.caller)
        for taken, batch in batches:
            if key not in taken:
                taken.add(key)
                batch.append(each)
                break
        else:
            batches.append(({key}, [each]))
    return [batch for _, batch in batches]


def _measure(
    batch: Sequence[_Candidate],
    examples: Sequence[Example],
    ontology: Ontology,
    base: Mapping[str, Any],
    measures: Mapping[_Candidate, _Measure],
) -> None:
    """Read all examples with a lexicon of some candidates, and count what each of them reads."""
    data = dict(base)
    data["properties"] = {}
    for each in batch:
        shown, _ = entries([Suggestion(each.predicate, each.section, each.options, 0, 0, "")], ontology)
        for name, ways in shown["properties"].items():
            for section, made in ways.items():
                data["properties"].setdefault(name, {}).setdefault(section, []).extend(made)
    lexicon = lexicon_from(data, ontology, labels=False)
    by_frame = {_frame_key(each): each for each in batch}
    for number, example in enumerate(examples):
        confirmed = {(_key(s), p): set() for s, p, _ in example.triples}  # type: dict[tuple[str, Iri], set[str]]
        for s, p, o in example.triples:
            confirmed[(_key(s), p)].add(o)
        for scene in _scenes(example, number, lexicon):
            for match in matches(scene.clauses, scene.tokens, lexicon, scene.setting):
                owner = by_frame.get(_match_key(match))
                if owner is None or match.meaning.polarity is not Polarity.AFFIRMED or match.meaning.conflict:
                    continue
                _count(scene, match, number, confirmed, measures[owner])


def _count(
    scene: Scene, match: Match, number: int, confirmed: Mapping[tuple[str, Iri], set[str]], measure: _Measure
) -> None:
    for subject, obj, _ in match.pairs:
        named, meant = _slot_key(scene, subject), _slot_key(scene, obj)
        if not named or not meant or obj.chunk is None:
            continue
        place = (number, named, meant)
        measure.found.add(place)
        if any(
            _same(obj.chunk, name, _text(scene, obj.chunk)) for name in confirmed.get((named, match.frame.property), ())
        ):
            measure.right.add(place)


def _slot_key(scene: Scene, slot: Slot) -> str:
    if slot.chunk is None or slot.chunk.kind not in {NAME, VALUE}:
        return ""
    return _key(slot.chunk.name or _text(scene, slot.chunk))


def _frame_key(each: _Candidate) -> tuple[Iri, str, str]:
    options = dict(each.options)
    words = options.get("template") or options["words"]
    return each.predicate, each.section.removesuffix("s"), words


def _match_key(match: Match) -> tuple[Iri, str, str]:
    return match.frame.property, match.frame.kind, " ".join(match.frame.words)
