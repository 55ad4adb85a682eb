"""Lexicons: by which words a language says the properties of an ontology. A new domain is a new file, not new code.

A lexicon is YAML, or Turtle that says the same (`thence.ontology.lexicon_rdf`). Under ``properties`` stands each
property (``prefix:name``, a full IRI, or its label) with the ways in which sentences say it::

    prefixes: {sp: "https://example.org/sport#"}       # prefixes of your own; the shipped ones are known
    irregular: {outsell: [outsold, outsold]}           # past and participle of verbs that do not take -ed
    descriptions: {club: sp:Club}                      # "the club" may stand for a sp:Club named before
    properties:
      sp:playsFor:
        verbs:
          - {words: play, object: for}                 # A plays for B; A did not play for B; A, who played for B
          - {words: "sign, recruit", subject: direct, object: subject}      # B signed A
        roles:
          - {words: "striker, goalkeeper, captain", of: "of, at, for"}      # A is the captain of B; B's captain, A, …
        adjectives:
          - {words: "contracted", object: to}          # A is contracted to B; A, contracted to B, …
        templates:
          - "{subject} ( {object} )"                   # a frame of your own, word by word
      sp:sport:
        kinds:
          - {words: "player, club", values: {football: association football}}   # A is a football club

verbs
    ``words``: base forms, commas between; a particle follows its verb (``take over``); ``agree to buy`` is a verb of
    its own. All tenses, the passive ("B is owned by A"), relative clauses, coordination and elided subjects follow by
    themselves.

    ``subject``, ``object``: which part of the clause fills the slot; several with commas, the first one found fills it.
    ``subject`` is who does it (in the passive what stands after *by*); ``direct`` the direct or indirect object (in the
    passive the grammatical subject); else a preposition, or words up to one (``on behalf of``, ``by law of``).
    ``context`` is what the heading or document is about, ``document`` the agreement that the document is; ``date`` a
    bare date, ``count`` the number of counted things. Defaults: ``subject`` and ``direct``.

    ``voice``: active or passive, where only one of them means the property.   ``tense: present``, where only that does.
    ``things``: nouns one of which must be the direct object ("make a *payment* to B"), or end a template's object.
    ``needs``: amount, percent, count or date; such a value must stand in the clause.
    ``through``: nouns that let the thing behind their *of* or *in* through ("65% of the *shares* of B");
    ``needs_through: true`` where one of them must be there ("sits on the *board* of B").
    ``when``: begin or end; the verb begins or ends the state ("joined", "left").
    ``continues``: properties an earlier statement of which gives the object that the words leave out.
roles
    Nouns for the one who stands in the relation: "A is a director of B", "A, a director of B,", "B's director A", "its
    director", "was appointed a director of B on …", "resigned as director", "former director".
    ``of``: the prepositions.   ``holder: object`` turns the roles round, for properties that lead from the organisation
    to the person.   ``narrow``: the property that is meant when other words narrow the noun ("art director").
adjectives
    "A is based in B", "A, based in B,", "a firm based in B": ``words``, and the ``object``'s preposition.
templates
    Words, ``a|b`` alternatives, ``word?`` that may be missing, ``...`` up to five words, and slots: ``{object}``,
    ``{subject}`` (twice for a list), ``{amount}``, ``{percent}``, ``{date}``. Punctuation marks and ``'s`` are words;
    articles may stand anywhere.
kinds
    What a noun phrase says of the thing that it says to be of a kind: "A is a 2003 Danish film", "A, a tennis player,".
    ``words``: the nouns that end the phrase; what is "a" such noun is of the property's domain.   ``values``: what its
    words mean, as ``word: name`` or a list of names that mean themselves; the longest fits first.

    ``object``, in the place of values: ``date``, a date before the noun; ``inside``, a name before it ("a Brack United
    player"); ``bracketed``, a name in brackets behind what is said to be of the kind ("the grey wren (Testa testa) is
    a bird"); or prepositions: the name behind the first of them that has one ("a peak with two summits in the Brack
    Hills"), with ``through`` only behind these nouns ("in the family A"), with ``certain: object`` each name there
    whose words say that it is of its class.
all of them
    ``subject_type``, ``object_type``: a class narrower than domain and range.   ``values``, of verbs and adjectives:
    the object is what words of its phrase mean ("competes in the men's high jump").
    ``object_kind``: term ("30 days") or email.   ``modality: planned``: what the claim is when it is affirmed.
    ``confidence``: 0 to 1; by default 0.9, templates 0.85, labels 0.7.
    ``certain``: true, subject or object: both names, or that one, must show by words that they are of their classes.
    ``term: true``: what a contract says of itself; *shall* and a trailing *unless* leave it standing.

Values (amounts, currencies, percentages, dates) fill the roles of the property's event class by themselves, from the
same clause. A property without an entry is read by its labels: "works at", "located in", "owned by", "director of",
"acquired" mean what they say, a bare noun ("author") is a role of the object.

``clauses`` says which clauses are kept word for word under a property: ``labels`` before a colon, ``cues`` (modals),
``verbs`` that govern such a clause, ``introducers`` before it. See ontology/lexicons/decisions.yaml.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml

from thence.errors import ConfigError, DataError, Location
from thence.names import TH, Iri, content_hash, prefixes, shipped
from thence.ontology.inflection import PLURALS, form_table, singular
from thence.ontology.lexicon_rdf import OPTIONS, LexiconTerms, lexicon_data
from thence.ontology.ontology import Ontology

__all__ = ["ClauseRule", "Element", "Frame", "Grammar", "Lexicon", "lexicon_from", "lexicon_source", "load_lexicon"]

_KINDS = ("verbs", "roles", "adjectives", "templates", "kinds")
_CHOICES: dict[str, tuple[str | bool, ...]] = {
    "voice": ("active", "passive", "both"),
    "needs": ("amount", "percent", "date"),
    "when": ("begin", "end"),
    "modality": ("planned",),
    "object_kind": ("term", "email"),
    "holder": ("subject", "object"),
    "tense": ("present",),
    "certain": (True, False, "subject", "object"),
}
_OPTIONS = frozenset(
    {
        "words",
        "template",
        "subject",
        "object",
        "of",
        "voice",
        "things",
        "needs",
        "through",
        "needs_through",
        "when",
        "modality",
        "subject_type",
        "object_type",
        "object_kind",
        "confidence",
        "term",
        "holder",
        "continues",
        "certain",
        "tense",
        "narrow",
        "values",
    }
)
_SECTIONS = frozenset({"prefixes", "irregular", "descriptions", "properties", "clauses"})
_ARTICLES = frozenset({"a", "an", "the"})


@dataclass(frozen=True, slots=True)
class Element:
    """One place of a template: words one of which must stand there, a slot, or a gap of up to five words."""

    words: frozenset[str] = frozenset()
    slot: str = ""
    optional: bool = False
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """One way to say one property; the fields are the options of the module's docstring.

    kind: verb, role, adjective, template or kind.   words: the verb or noun, lower case.   governor: "agree" of "agree
    to buy".   values: words -> the name that they mean.   domain: the property's.   source: the file it came from, or
    "label".
    """

    property: Iri
    kind: str
    words: tuple[str, ...]
    subject: tuple[str, ...] = ("subject",)
    object: tuple[str, ...] = ("direct",)
    voice: str = "both"
    things: frozenset[str] = frozenset()
    needs: str | None = None
    through: frozenset[str] = frozenset()
    needs_through: bool = False
    when: str | None = None
    modality: str | None = None
    subject_type: Iri | None = None
    object_type: Iri | None = None
    object_kind: str | None = None
    confidence: float = 0.9
    term: bool = False
    holder: str = "subject"
    continues: tuple[Iri, ...] = ()
    certain: str = ""
    narrow: Iri | None = None
    symmetric: bool = False
    tense: str | None = None
    governor: str = ""
    pattern: tuple[Element, ...] = ()
    values: tuple[tuple[tuple[str, ...], str], ...] = ()
    domain: tuple[Iri, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class ClauseRule:
    """How a language marks clauses that are kept verbatim under a property."""

    property: Iri
    labels: frozenset[str] = frozenset()
    verbs: frozenset[str] = frozenset()
    cues: tuple[tuple[str, ...], ...] = ()
    introducers: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Grammar:
    """The closed words of a language.

    lists: name of a list -> its words.   forms: spelling -> (lemma, form) of every known verb.   descriptions: common
    noun -> class.   genders: pronoun -> male, female, thing or group.   phrases: cue list -> phrases as words.
    """

    language: str
    lists: Mapping[str, frozenset[str]]
    forms: Mapping[str, tuple[tuple[str, str], ...]]
    descriptions: Mapping[str, Iri]
    genders: Mapping[str, str]
    phrases: Mapping[str, tuple[tuple[str, ...], ...]]
    function_words: frozenset[str] = frozenset()

    def __getitem__(self, name: str) -> frozenset[str]:
        return self.lists[name]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Frames by the word that calls them, and the grammar they are read with.

    verbs: lemma -> frames.   roles, kinds: last word -> frames; adjectives: first word.   templates: word -> frames
    that it anchors.   classes: the nouns for classes that are not thence's own: what "is a" such noun is a thing,
    whatever its name looks like.   callers: the words that call a frame by themselves; small_callers: those that do
    between two names; verbs_of_things: those that do with one of things.
    digest: changes when any file or the ontology's labels do.
    """

    frames: tuple[Frame, ...]
    verbs: Mapping[str, tuple[Frame, ...]]
    roles: Mapping[str, tuple[Frame, ...]]
    adjectives: Mapping[str, tuple[Frame, ...]]
    templates: Mapping[str, tuple[Frame, ...]]
    clauses: tuple[ClauseRule, ...]
    grammar: Grammar
    digest: str
    callers: frozenset[str] = frozenset()
    small_callers: frozenset[str] = frozenset()
    verbs_of_things: frozenset[str] = frozenset()
    things: frozenset[str] = frozenset()
    kinds: Mapping[str, tuple[Frame, ...]] = field(default_factory=dict)
    classes: Mapping[str, Iri] = field(default_factory=dict)

    def calls(self, words: Iterable[str], *, names: int) -> bool:
        """Return whether the lower-case words of a sentence with so many names may call a frame or a clause rule."""
        said = set(words)
        return (
            not said.isdisjoint(self.callers)
            or not (said.isdisjoint(self.verbs_of_things) or said.isdisjoint(self.things))
            or (names > 1 and not said.isdisjoint(self.small_callers))
        )


@dataclass(slots=True)
class _Source:
    """A file being read: its name, its text (for line numbers) and its prefixes."""

    name: str
    text: str
    shipped: bool
    prefixes: dict[str, str] = field(default_factory=dict)

    def error(self, code: str, message: str, word: str, *, hint: str = "") -> ConfigError:
        if self.name.endswith(".ttl"):
            option = OPTIONS.get(word.removesuffix(":"))
            word = f"th:{option.removeprefix(TH.base)}" if option else re.split(r"[#/:]", word.rstrip(":"))[-1]
        line = next((n for n, text in enumerate(self.text.splitlines(), 1) if word and word in text), None)
        return ConfigError(code, message, at=Location(self.name, line), hint=hint)


def load_lexicon(files: Sequence[Path], ontology: Ontology, *, shipped: bool = True) -> Lexicon:
    """Return the lexicon of the files given, added to the shipped ones, for one ontology.

    Shipped entries for properties that the ontology lacks are left out. Raises ConfigError TH211 for text that is no
    YAML or Turtle, TH212 for an unknown property or class, TH213 for an unknown section or option, TH214 for a wrong
    value.
    """
    grammar_data: dict[str, Any] = {}
    sources: list[tuple[_Source, dict[str, Any]]] = []
    for name, text in _shipped_texts():
        data = _parse(_Source(name, text, shipped=True))
        if "language" in data:
            grammar_data = data
        elif shipped and name != "names.yaml":
            sources.append((_Source(name, text, shipped=True), data))
    for path in files:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError("TH211", f"lexicon cannot be read: {error}", at=Location(str(path))) from error
        source = _Source(str(path), text, shipped=False)
        sources.append((source, _parse(source)))
    return _assembled(grammar_data, sources, ontology)


def lexicon_source(path: Path) -> dict[str, Any]:
    """Return what a lexicon file says, as data whose names of properties and classes are not looked up.

    Raises ConfigError TH211 for a file that cannot be read, or is no YAML or Turtle, TH213 for an unknown section.
    """
    try:
        source = _Source(str(path), path.read_text(encoding="utf-8"), shipped=False)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError("TH211", f"lexicon cannot be read: {error}", at=Location(str(path))) from error
    data = _parse(source)
    _check_sections(source, data)
    return data


def lexicon_from(data: Mapping[str, Any], ontology: Ontology, *, labels: bool = True) -> Lexicon:
    """Return the lexicon of entries that are no file's, without the shipped ones.

    data: what a file would hold.   labels: whether properties without an entry are read by their labels.
    Raises ConfigError TH212 to TH214 as `load_lexicon` does.
    """
    grammar = next(
        found for name, text in _shipped_texts() if "language" in (found := _parse(_Source(name, text, True)))
    )
    return _assembled(grammar, [(_Source("entries", repr(data), shipped=False), dict(data))], ontology, labels=labels)


def _assembled(
    grammar_data: dict[str, Any],
    sources: Sequence[tuple[_Source, dict[str, Any]]],
    ontology: Ontology,
    *,
    labels: bool = True,
) -> Lexicon:
    frames: list[Frame] = []
    clauses: list[ClauseRule] = []
    irregular: dict[str, tuple[str, str]] = {k: (v[0], v[1]) for k, v in grammar_data["irregular"].items()}
    descriptions: dict[str, Iri] = {}
    for noun, name in grammar_data["descriptions"].items():
        descriptions[noun] = _expand(name, {}) or Iri(name)
    for source, data in sources:
        _check_sections(source, data)
        source.prefixes.update(_mapping(source, data.get("prefixes"), "prefixes"))
        for lemma, pair in _mapping(source, data.get("irregular"), "irregular").items():
            if not (isinstance(pair, list) and len(pair) == 2):
                raise source.error("TH214", f"irregular verb {lemma} needs [past, participle]", str(lemma))
            irregular[str(lemma)] = (str(pair[0]), str(pair[1]))
        for noun, name in _mapping(source, data.get("descriptions"), "descriptions").items():
            found = _class(str(name), source, ontology)
            if found is not None:
                descriptions[str(noun).lower()] = found
        frames += _frames(source, _mapping(source, data.get("properties"), "properties"), ontology)
        clauses += _clauses(source, _mapping(source, data.get("clauses"), "clauses"), ontology)
    if labels:
        frames += _from_labels(frames, ontology, irregular, grammar_data)
    for iri, term in ontology.classes.items():
        if iri not in ontology.shipped:
            for label in (term.label, *term.alternatives):
                descriptions.setdefault(label.lower(), iri)
    own = {noun: iri for noun, iri in descriptions.items() if iri not in ontology.shipped}
    grammar = _grammar(grammar_data, irregular, descriptions, frames)
    by_verb: dict[str, list[Frame]] = {}
    by_role: dict[str, list[Frame]] = {}
    by_adjective: dict[str, list[Frame]] = {}
    by_anchor: dict[str, list[Frame]] = {}
    by_kind: dict[str, list[Frame]] = {}
    for frame in frames:
        if frame.kind == "verb":
            by_verb.setdefault(frame.words[0], []).append(frame)
        elif frame.kind == "role":
            by_role.setdefault(frame.words[-1], []).append(frame)
        elif frame.kind == "adjective":
            by_adjective.setdefault(frame.words[0], []).append(frame)
        elif frame.kind == "kind":
            by_kind.setdefault(frame.words[-1], []).append(frame)
        else:
            for word in sorted(_anchor(frame)):
                by_anchor.setdefault(word, []).append(frame)
    for frame in frames:
        if frame.kind == "kind" and len(frame.domain) == 1 and frame.domain[0] not in ontology.shipped:
            own.setdefault(" ".join(frame.words), frame.domain[0])  # what is "a tern" is of what terns are
    digest = content_hash(*(source.text for source, _ in sources), repr(sorted(grammar_data.items())), ontology.digest)
    small = grammar.function_words | {anchor for anchor in by_anchor if not anchor[0].isalpha()}
    return Lexicon(
        frames=tuple(frames),
        verbs={word: tuple(found) for word, found in by_verb.items()},
        roles={word: tuple(sorted(found, key=lambda frame: -len(frame.words))) for word, found in by_role.items()},
        adjectives={word: tuple(found) for word, found in by_adjective.items()},
        templates={word: tuple(found) for word, found in by_anchor.items()},
        clauses=tuple(clauses),
        grammar=grammar,
        digest=digest,
        callers=_callers(frames, clauses, grammar) | (by_anchor.keys() - small),
        small_callers=small & by_anchor.keys(),
        verbs_of_things=_spellings((frame.words[0] for frame in frames if frame.things), grammar),
        things=_plurals(noun.split()[-1] for frame in frames for noun in frame.things),
        kinds={word: tuple(sorted(found, key=lambda frame: -len(frame.words))) for word, found in by_kind.items()},
        classes=own,
    )


def _spellings(lemmas: Iterable[str], grammar: Grammar) -> frozenset[str]:
    wanted = set(lemmas)
    return frozenset(
        spelling for spelling, readings in grammar.forms.items() if any(lemma in wanted for lemma, _ in readings)
    )


def _plurals(nouns: Iterable[str]) -> frozenset[str]:
    return frozenset(
        form
        for noun in nouns
        for form in (
            noun,
            noun + "s",
            noun + "es",
            noun.removesuffix("y") + "ies",
            *(p for p, s in PLURALS.items() if s == noun),
        )
    )


def _callers(frames: Iterable[Frame], clauses: Iterable[ClauseRule], grammar: Grammar) -> frozenset[str]:
    remarks = grammar["confirm"] | grammar["correct"] | grammar["role_replace"]
    verbs = {frame.words[0] for frame in frames if frame.kind == "verb" and not frame.things} | remarks
    verbs |= {verb for rule in clauses for verb in rule.verbs}
    roles = _plurals(frame.words[-1] for frame in frames if frame.kind in {"role", "kind"})
    adjectives = {frame.words[0] for frame in frames if frame.kind == "adjective"}
    cues = {words[0] for rule in clauses for words in (*rule.cues, *rule.introducers)}
    labels = {word for rule in clauses for label in rule.labels for word in label.split()}
    return _spellings(verbs, grammar) | roles | adjectives | cues | labels


def _shipped_texts() -> list[tuple[str, str]]:
    folder = shipped("ontology", "lexicons")
    names = sorted(
        entry.name for entry in folder.iterdir() if entry.name.endswith(".yaml") and entry.name != "names.yaml"
    )
    return [(name, folder.joinpath(name).read_text(encoding="utf-8")) for name in names]


def _parse(source: _Source) -> dict[str, Any]:
    if source.name.endswith((".ttl", ".turtle")):
        return _parse_turtle(source)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        data = yaml.load(source.text, Loader=loader)  # noqa: S506 - one of the two safe loaders
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        at = Location(source.name, mark.line + 1, mark.column + 1) if mark else Location(source.name)
        raise ConfigError("TH211", f"not valid YAML: {getattr(error, 'problem', error)}", at=at) from error
    if not isinstance(data, dict):
        raise ConfigError(
            "TH211", "a lexicon is a mapping", at=Location(source.name, 1), hint="begin with `properties:`"
        )
    return data


def _parse_turtle(source: _Source) -> dict[str, Any]:
    try:
        data = lexicon_data(source.text, source.name)
    except DataError as error:
        raise ConfigError("TH211", f"not valid Turtle: {error.message}", at=error.at, hint=error.hint) from error
    except LexiconTerms as error:
        hint = f"known options: {', '.join(sorted(iri.removeprefix(TH.base) for iri in OPTIONS.values()))}"
        if error.kind == "way":
            hint = "known ways: VerbFrame, RoleFrame, AdjectiveFrame, TemplateFrame, KindFrame"
        name = error.name.removeprefix(TH.base)
        raise source.error("TH213", f"{error.of}: unknown {error.kind} {name}", name, hint=hint) from error
    if not data:
        raise ConfigError(
            "TH211", "no frame stands in the lexicon", at=Location(source.name, 1), hint="lead to one by th:frame"
        )
    return data


def _check_sections(source: _Source, data: Mapping[str, Any]) -> None:
    for name in data:
        if name not in _SECTIONS:
            raise source.error(
                "TH213", f"unknown section {name}", f"{name}:", hint=f"known sections: {', '.join(sorted(_SECTIONS))}"
            )


def _expand(name: str, own: Mapping[str, str]) -> Iri | None:
    if name.startswith(("http://", "https://", "urn:")):
        return Iri(name)
    prefix, colon, local = name.partition(":")
    base = own.get(prefix) or prefixes().get(prefix)
    return Iri(base + local) if colon and base else None


def _property(name: str, source: _Source, ontology: Ontology) -> Iri | None:
    iri = _expand(name, source.prefixes) or ontology.find(name)
    if iri is not None and iri in ontology.properties:
        return iri
    if source.shipped:
        return None
    raise source.error("TH212", f"unknown property {name}", name, hint="give a property of the ontology, or its prefix")


def _class(name: str, source: _Source, ontology: Ontology) -> Iri | None:
    iri = _expand(name, source.prefixes) or ontology.find_class(name)
    if iri is not None and (iri in ontology.classes or source.shipped):
        return iri
    if source.shipped:
        return None
    raise source.error("TH212", f"unknown class {name}", name, hint="give a class of the ontology, or its prefix")


def _words(value: object) -> list[str]:
    parts = [str(part) for part in value] if isinstance(value, list) else str(value).split(",")
    return [" ".join(part.split()) for part in parts if part.strip()]


def _frames(source: _Source, properties: Mapping[str, Any], ontology: Ontology) -> list[Frame]:
    frames: list[Frame] = []
    for name, ways in properties.items():
        iri = _property(str(name), source, ontology)
        if not isinstance(ways, dict):
            raise source.error("TH214", f"{name} needs {', '.join(_KINDS[:-1])} or {_KINDS[-1]}", str(name))
        for kind, entries in ways.items():
            if kind not in _KINDS:
                raise source.error(
                    "TH213", f"{name}: unknown way {kind}", f"{kind}:", hint=f"known: {', '.join(_KINDS)}"
                )
            if isinstance(entries, (str, dict)):
                entries = [entries]
            if entries is not None and not isinstance(entries, list):
                raise source.error("TH214", f"{name}: {kind} needs a list of entries", f"{kind}:")
            for entry in entries or ():
                options = entry if isinstance(entry, dict) else {"template" if kind == "templates" else "words": entry}
                unknown = sorted(set(options) - _OPTIONS)
                if unknown:
                    raise source.error(
                        "TH213",
                        f"{name}: unknown option {unknown[0]}",
                        f"{unknown[0]}:",
                        hint=f"known options: {', '.join(sorted(_OPTIONS))}",
                    )
                _check_values(source, str(name), options)
                if iri is not None:
                    frames += _frames_of(iri, kind.removesuffix("s"), options, source, ontology)
    return frames


def _check_values(source: _Source, name: str, options: Mapping[str, Any]) -> None:
    """Raise ConfigError TH214 for an option whose value is none of the few it takes, or is no words at all."""
    for option, value in options.items():
        known = _CHOICES.get(option)
        if known is not None and value not in known:
            hint = f"known: {', '.join(str(each).lower() for each in known)}"
            raise source.error("TH214", f"{name}: {option}: {value} says nothing", str(value), hint=hint)
        if option == "values":
            _meanings(source, name, value)
            continue
        parts = value if isinstance(value, list) else [value]
        if any(isinstance(part, (dict, list)) or part is None for part in parts):
            raise source.error("TH214", f"{name}: {option} needs words", f"{option}:")


def _meanings(source: _Source, name: str, value: object) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Return the values of a kind, the longest words first.

    Raises ConfigError TH214 for anything but words with names, or names.
    """
    pairs = value.items() if isinstance(value, dict) else [(each, each) for each in _words(value)] if value else []
    found: list[tuple[tuple[str, ...], str]] = []
    for words, meant in pairs:
        if meant is None or isinstance(meant, (dict, list)):
            raise source.error("TH214", f"{name}: values: {words} needs a name", f"{words}:")
        found += [(tuple(each.lower().split()), " ".join(str(meant).split())) for each in _words(str(words))]
    return tuple(sorted(found, key=lambda pair: -len(pair[0])))


def _mapping(source: _Source, value: object, section: str) -> Mapping[str, Any]:
    """Return a section's entries, none for an empty one.

    Raises ConfigError TH214 for anything but names with values.
    """
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise source.error("TH214", f"{section} needs names, each with its entries", f"{section}:")
    return value


def _frames_of(iri: Iri, kind: str, options: Mapping[str, Any], source: _Source, ontology: Ontology) -> list[Frame]:
    label = "template" if kind == "template" else "words"
    if not options.get(label):
        raise source.error("TH214", f"an entry of {kind}s needs {label}", f"{kind}s:")
    confidence = options.get("confidence", 0.9 if kind != "template" else 0.85)
    if not isinstance(confidence, (int, float)) or not 0 <= confidence <= 1:
        raise source.error("TH214", f"confidence {confidence} is not between 0 and 1", str(confidence))
    subject_type = options.get("subject_type")
    object_type = options.get("object_type")
    default_object = "direct" if kind == "verb" else ("in" if kind == "adjective" else "direct")
    base = Frame(
        property=iri,
        kind=kind,
        symmetric=ontology.properties[iri].symmetric,
        words=(),
        subject=tuple(_words(options.get("subject", "subject"))),
        object=tuple(_words(options.get("of", options.get("object", "of" if kind == "role" else default_object)))),
        voice=str(options.get("voice", "both")),
        things=frozenset(singular(word) for word in _words(options.get("things", ""))),
        needs=options.get("needs"),
        through=frozenset(singular(word) for word in _words(options.get("through", ""))),
        needs_through=bool(options.get("needs_through", False)),
        when=options.get("when"),
        modality=options.get("modality"),
        subject_type=_class(str(subject_type), source, ontology) if subject_type else None,
        object_type=_class(str(object_type), source, ontology) if object_type else None,
        object_kind=options.get("object_kind"),
        confidence=float(confidence),
        term=bool(options.get("term", False)),
        holder=str(options.get("holder", "subject")),
        continues=tuple(
            found for name in _words(options.get("continues", "")) if (found := _property(name, source, ontology))
        ),
        certain=_certain(options.get("certain", False)),
        tense=options.get("tense"),
        narrow=_property(str(options["narrow"]), source, ontology) if options.get("narrow") else None,
        values=_meanings(source, str(iri), options.get("values")),
        domain=ontology.properties[iri].domain,
        source=source.name,
    )
    if kind == "kind" and not base.values and "object" not in options:
        raise source.error("TH214", "an entry of kinds needs values, or an object", "kinds:")
    if kind == "template":
        pattern = _pattern(str(options["template"]), source)
        return [replace(base, words=tuple(str(options["template"]).split()), pattern=pattern)]
    return [_with_words(base, words) for words in _words(options["words"])]


def _certain(value: object) -> str:
    return value if value in {"subject", "object"} and isinstance(value, str) else ("both" if value else "")


def _with_words(frame: Frame, words: str) -> Frame:
    parts = tuple(word for word in words.lower().split() if word not in _ARTICLES) or tuple(words.lower().split())
    if frame.kind == "verb" and len(parts) > 2 and parts[1] == "to":
        return replace(frame, words=parts[2:], governor=parts[0])
    return replace(frame, words=parts)


def _pattern(text: str, source: _Source) -> tuple[Element, ...]:
    elements: list[Element] = []
    for part in text.split():
        if part == "...":
            elements.append(Element(gap=True))
        elif part.startswith("{") and part.rstrip("?").endswith("}"):
            slot = part.rstrip("?").strip("{}")
            if slot not in {"subject", "object", "amount", "percent", "date"}:
                raise source.error("TH214", f"unknown slot {part}", part, hint="subject, object, amount, percent, date")
            elements.append(Element(slot=slot, optional=part.endswith("?")))
        else:
            optional = part.endswith("?") and len(part) > 1
            plain = part.removesuffix("?") if optional else part
            elements.append(Element(words=frozenset(plain.lower().split("|")), optional=optional))
    if not any(element.words and not element.optional for element in elements):
        raise source.error("TH214", f"template “{text}” has no word of its own", text)
    return tuple(elements)


def _anchor(frame: Frame) -> frozenset[str]:
    """Return the words of a template's rarest fixed element: the longest shortest word."""
    fixed = [element.words for element in frame.pattern if element.words and not element.optional]
    return max(fixed, key=lambda words: min(len(word) for word in words))


def _clauses(source: _Source, rules: Mapping[str, Any], ontology: Ontology) -> list[ClauseRule]:
    found: list[ClauseRule] = []
    for name, options in rules.items():
        iri = _property(str(name), source, ontology)
        if iri is None:
            continue
        options = _mapping(source, options, str(name))
        unknown = sorted(set(options) - {"labels", "verbs", "cues", "introducers"})
        if unknown:
            raise source.error("TH213", f"{name}: unknown option {unknown[0]}", f"{unknown[0]}:")
        found.append(
            ClauseRule(
                property=iri,
                labels=frozenset(word.lower() for word in _words(options.get("labels", ""))),
                verbs=frozenset(_words(options.get("verbs", ""))),
                cues=tuple(tuple(words.split()) for words in _words(options.get("cues", ""))),
                introducers=tuple(tuple(words.split()) for words in _words(options.get("introducers", ""))),
            )
        )
    return found


def _from_labels(
    frames: Iterable[Frame], ontology: Ontology, irregular: Mapping[str, tuple[str, str]], grammar: Mapping[str, Any]
) -> list[Frame]:
    """Return frames for the properties that no lexicon speaks of, read from their labels."""
    spoken = {frame.property for frame in frames}
    prepositions = frozenset(grammar["prepositions"].split())
    lemmas = [*irregular, *grammar["verbs"].split()]
    forms = form_table(lemmas, irregular)
    found: list[Frame] = []
    for iri, term in ontology.properties.items():
        if iri in spoken or iri in ontology.shipped or iri in ontology.internal:
            continue
        seen: set[tuple[str, ...]] = set()
        for label in (term.label, *term.alternatives):
            words = [word for word in label.lower().replace("_", " ").split() if word not in _ARTICLES]
            while len(words) > 1 and words[0] in {"is", "was", "are", "has", "been", "be"} and words[-1] != "by":
                words = words[1:]
            if words and words[-1] == "by" and words[0] in {"is", "was", "are"}:
                words = words[1:]
            if words and tuple(words) not in seen:
                seen.add(tuple(words))
                found += _label_frames(iri, tuple(words), prepositions, forms)
    return found


def _label_frames(
    iri: Iri, words: tuple[str, ...], prepositions: frozenset[str], forms: Mapping[str, tuple[tuple[str, str], ...]]
) -> list[Frame]:
    """Return the frames that a label reads as: "plays for" a verb, "located in" an adjective, "author" a role."""
    base = Frame(property=iri, kind="role", words=words, confidence=0.7, source="label")
    first, last = words[0], words[-1]
    readings = {form: lemma for lemma, form in reversed(forms.get(first, ()))}
    if not readings and first.endswith("ed") and len(first) > 4:
        # an unknown verb: "defeated" may be of "defeat" or of "defeate"; the one that is none does no harm
        return [
            frame
            for lemma in (first[:-2], first[:-1])
            for frame in _label_frames(iri, words, prepositions, {first: ((lemma, "past"), (lemma, "participle"))})
        ]
    if len(words) == 1:
        if set(readings) - {"base"}:
            return [replace(base, kind="verb", words=(next(iter(readings.values())),))]
        return [replace(base, holder="object", object=("of", "for"))]
    if last not in prepositions:
        return [replace(base, holder="object", object=("of", "for"))]
    if "participle" in readings and last == "by":
        words = (readings["participle"],)
        return [replace(base, kind="verb", words=words, subject=("direct",), object=("subject",), voice="passive")]
    if "participle" in readings and len(words) == 2 and last != "of":
        return [replace(base, kind="adjective", words=(first,), object=(last,))]
    if "third" in readings or "past" in readings:
        lemma = readings.get("third") or readings["past"]
        return [replace(base, kind="verb", words=(lemma, *words[1:-1]), object=(last,))]
    return [replace(base, words=words[:-1], object=(last,))]


def _grammar(
    data: Mapping[str, Any],
    irregular: Mapping[str, tuple[str, str]],
    descriptions: Mapping[str, Iri],
    frames: list[Frame],
) -> Grammar:
    lists: dict[str, frozenset[str]] = {}
    phrases: dict[str, tuple[tuple[str, ...], ...]] = {}
    genders: dict[str, str] = {}
    for name, value in data.items():
        if isinstance(value, str):
            lists[name] = frozenset(value.split())
        elif isinstance(value, list):
            phrases[name] = tuple(tuple(phrase.split()) for phrase in value)
        elif name in {"pronouns", "possessives"}:
            lists[name] = frozenset(value)
            genders.update({f"{name}:{word}": gender for word, gender in value.items()})
    named = [
        name
        for name in lists
        if name.endswith("_verbs") or name.startswith("role_") or name in {"withdrawn", "correct", "confirm"}
    ]
    lemmas = dict.fromkeys(irregular)
    for frame in frames:
        if frame.kind == "verb":
            lemmas.setdefault(frame.words[0])
            if frame.governor:
                lemmas.setdefault(frame.governor)
    for name in sorted(named):
        lemmas.update(dict.fromkeys(sorted(lists[name])))
    lemmas.update(dict.fromkeys(data["verbs"].split()))
    function_words = frozenset().union(
        *(
            lists[name]
            for name in (
                "prepositions",
                "determiners",
                "conjunctions",
                "relatives",
                "subordinators",
                "adverbs",
                "reflexives",
                "auxiliaries",
                "pronouns",
                "possessives",
                "negations",
                "question_words",
                "conditions",
            )
        ),
        {"i", "you", "we", "us", "me", "there", "here", "this", "that", "these", "those"},
    )
    return Grammar(
        language=str(data["language"]),
        lists=lists,
        forms=form_table(lemmas, irregular),
        descriptions=dict(descriptions),
        genders=genders,
        phrases=phrases,
        function_words=function_words,
    )
