"""Lexicons in RDF: the options of a YAML lexicon one by one as properties of ``th:``, and back.

A frame is a node that ``th:frame`` leads to from its property; its class says which way of saying it is::

    @prefix sp: <https://example.org/sport#> .
    @prefix th: <https://w3id.org/thence#> .
    sp:playsFor th:frame [ a th:VerbFrame ; th:words "play" ; th:objectSlot "for" ] ,
        [ a th:RoleFrame ; th:words "striker, goalkeeper" ; th:objectSlot "of, at" ] ,
        [ a th:TemplateFrame ; th:template "{subject} ( {object} )" ] ,
        [ a th:KindFrame ; th:words "player" ; th:value [ th:words "tennis" ; th:means "tennis" ] ] .
    sp:Club th:noun "side" .
    [] a th:IrregularVerb ; th:words "outsell" ; th:past "outsold" ; th:participle "outsold" .

Several words stand in one literal with commas, as in YAML, or in several literals, which are then taken in order of
the alphabet; where the order says something (slots) one literal is the way.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from thence.model.terms import Term, iri_of, is_iri, is_literal, lexical_of
from thence.names import RDF, TH, Iri
from thence.store.rdf import parse

__all__ = ["OPTIONS", "SECTION_OF", "LexiconTerms", "lexicon_data", "lexicon_turtle", "lexicon_yaml"]

SECTION_OF: Mapping[Iri, str] = {
    TH.VerbFrame: "verbs",
    TH.RoleFrame: "roles",
    TH.AdjectiveFrame: "adjectives",
    TH.TemplateFrame: "templates",
    TH.KindFrame: "kinds",
}
"""The class of a frame, and the section of a property's entry that it stands for."""
OPTIONS: Mapping[str, Iri] = {
    "words": TH.words,
    "template": TH.template,
    "subject": TH.subjectSlot,
    "object": TH.objectSlot,
    "voice": TH.verbVoice,
    "things": TH.things,
    "needs": TH.needs,
    "through": TH.through,
    "needs_through": TH.needsThrough,
    "when": TH.when,
    "modality": TH.frameModality,
    "subject_type": TH.subjectType,
    "object_type": TH.objectType,
    "object_kind": TH.objectKind,
    "confidence": TH.frameConfidence,
    "term": TH.contractTerm,
    "holder": TH.holder,
    "continues": TH.continues,
    "certain": TH.certain,
    "tense": TH.tense,
    "narrow": TH.narrow,
    "values": TH.value,
}
"""Option of an entry -> its property; a role's ``of`` is its object slot."""
_OPTION_OF = {iri: option for option, iri in OPTIONS.items()}
_RULES = {"labels": TH.labels, "verbs": TH.verbs, "cues": TH.cues, "introducers": TH.introducers}
_THINGS = frozenset({"subject_type", "object_type", "continues", "narrow"})
_TRUTHS = frozenset({"needs_through", "term"})


class LexiconTerms(Exception):  # noqa: N818  (turned into a ConfigError with its place by the reader of lexicons)
    """A term that no lexicon knows.   kind: way or option.   name: the term, as its file spells it."""

    def __init__(self, kind: str, name: str, of: str) -> None:
        """Keep what is unknown, and the property it was said of."""
        super().__init__(f"{of}: unknown {kind} {name}")
        self.kind, self.name, self.of = kind, name, of


def lexicon_data(text: str, name: str) -> dict[str, Any]:
    """Return what a Turtle lexicon says, as the YAML one would.

    name: the file's, for errors.   Raises DataError TH511 for malformed Turtle, LexiconTerms for an unknown term.
    """
    nodes: dict[Term, dict[Iri, list[Term]]] = {}
    for subject, predicate, obj, _ in parse(text.encode(), media="ttl", name=name):
        nodes.setdefault(subject, {}).setdefault(iri_of(predicate), []).append(obj)
    data: dict[str, Any] = {}
    for subject, said in nodes.items():
        if TH.frame in said:
            ways: dict[str, list[Any]] = data.setdefault("properties", {}).setdefault(str(iri_of(subject)), {})
            for node in said[TH.frame]:
                section, options = _frame(nodes.get(node, {}), nodes, of=str(iri_of(subject)))
                ways.setdefault(section, []).append(options)
        for node in said.get(TH.clauseRule, ()):
            own = nodes.get(node, {})
            rule = {option: _words(own[iri]) for option, iri in _RULES.items() if iri in own}
            data.setdefault("clauses", {})[str(iri_of(subject))] = rule
        for noun in said.get(TH.noun, ()):
            for word in _parts(lexical_of(noun)):
                data.setdefault("descriptions", {})[word] = str(iri_of(subject))
        if any(is_iri(kind) and iri_of(kind) == TH.IrregularVerb for kind in said.get(RDF.type, ())):
            forms = [" ".join(_words(said.get(iri, []))) for iri in (TH.past, TH.participle)]
            for lemma in _words(said.get(TH.words, [])):
                data.setdefault("irregular", {})[lemma] = forms
    return data


def _frame(
    said: Mapping[Iri, Sequence[Term]], nodes: Mapping[Term, Mapping[Iri, Sequence[Term]]], *, of: str
) -> tuple[str, dict[str, Any]]:
    """Return the section of a frame and its options."""
    kinds = [iri_of(kind) for kind in said.get(RDF.type, ()) if is_iri(kind)]
    section = next((SECTION_OF[kind] for kind in kinds if kind in SECTION_OF), None)
    if section is None:
        raise LexiconTerms("way", str(kinds[0]) if kinds else "without a class", of)
    options: dict[str, Any] = {}
    for predicate, objects in said.items():
        if predicate == RDF.type or predicate not in TH:
            continue  # labels, comments, provenance: what others say of a frame
        option = _OPTION_OF.get(predicate)
        if option is None:
            raise LexiconTerms("option", str(predicate), of)
        if option == "values":
            options[option] = dict(_meanings(objects, nodes))
        elif option in _THINGS:
            options[option] = [_text(each) for each in objects] if option == "continues" else _text(objects[0])
        elif option in _TRUTHS:
            options[option] = _text(objects[0]) in {"true", "1"}
        elif option == "confidence":
            options[option] = _number(_text(objects[0]))
        elif option == "certain":
            options[option] = {"true": True, "false": False}.get(_text(objects[0]), _text(objects[0]))
        elif option in {"template", "voice", "needs", "when", "modality", "object_kind", "holder", "tense"}:
            options[option] = _text(objects[0])
        else:
            name = "of" if option == "object" and section == "roles" else option
            options[name] = _words(objects)
    return section, options


def _meanings(objects: Sequence[Term], nodes: Mapping[Term, Mapping[Iri, Sequence[Term]]]) -> Iterator[tuple[str, str]]:
    for each in objects:
        own = nodes.get(each)
        if own is None:
            yield from ((word, word) for word in _parts(_text(each)))
            continue
        for words in own.get(TH.words, ()):
            for word in _parts(lexical_of(words)):
                meant = own.get(TH.means)
                yield word, _text(meant[0]) if meant else word


def _text(term: Term) -> str:
    return str(iri_of(term)) if is_iri(term) else lexical_of(term)


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _parts(text: str) -> list[str]:
    return [" ".join(part.split()) for part in text.split(",") if part.strip()]


def _words(objects: Sequence[Term]) -> list[str]:
    return [part for each in sorted(objects) if is_literal(each) for part in _parts(lexical_of(each))]


def lexicon_turtle(
    data: Mapping[str, Any],
    iris: Mapping[str, Iri],
    *,
    prefixes: Mapping[str, str],
    notes: Mapping[int, str] | None = None,
) -> str:
    """Return a lexicon's data as Turtle, in its order.

    iris: the names that the data uses for properties and classes -> their IRIs.   prefixes: to shorten IRIs with.
    notes: identity of an entry -> the comment lines that go before it.
    """
    used: set[str] = {"th"}

    def named(iri: str) -> str:
        best = max(
            (each for each in prefixes.items() if iri.startswith(each[1])), key=lambda each: len(each[1]), default=None
        )
        local = iri[len(best[1]) :] if best else ""
        if best is None or not local or not local.replace("_", "a").isalnum():
            return f"<{iri}>"
        used.add(best[0])
        return f"{best[0]}:{local}"

    def thing(name: object) -> str:
        return named(str(iris.get(str(name), name)))

    blocks: list[str] = []
    for noun, name in (data.get("descriptions") or {}).items():
        blocks.append(f"{thing(name)} th:noun {_quoted(noun)} .\n")
    for lemma, (past, participle) in (data.get("irregular") or {}).items():
        blocks.append(
            f"[] a th:IrregularVerb ; th:words {_quoted(lemma)} ; th:past {_quoted(past)} ; "
            f"th:participle {_quoted(participle)} .\n"
        )
    class_of = {section: iri for iri, section in SECTION_OF.items()}
    for name, ways in (data.get("properties") or {}).items():
        frames: list[str] = []
        for section, entries in ways.items():
            for entry in entries if isinstance(entries, list) else [entries]:
                options = (
                    entry if isinstance(entry, dict) else {"template" if section == "templates" else "words": entry}
                )
                note = (notes or {}).get(id(entry), "")
                comment = "".join(f"    # {line}\n" for line in note.splitlines())
                said = " ; ".join([f"a th:{class_of[section].removeprefix(TH.base)}", *_said(options, thing)])
                frames.append(f"{comment}    [ {said} ]")
        if frames:
            blocks.append(f"{thing(name)} th:frame\n" + " ,\n".join(frames) + " .\n")
    for name, rule in (data.get("clauses") or {}).items():
        said = " ; ".join(f"th:{option} {_quoted(_joined(words))}" for option, words in rule.items())
        blocks.append(f"{thing(name)} th:clauseRule [ {said} ] .\n")
    heads = [f"@prefix {prefix}: <{base}> .\n" for prefix, base in sorted(prefixes.items()) if prefix in used]
    return "".join(heads) + "\n" + "\n".join(blocks)


def lexicon_yaml(data: Mapping[str, Any], *, prefixes: Mapping[str, str], notes: Mapping[int, str]) -> str:
    """Return the properties of a lexicon's data as YAML, in their order.

    prefixes: to shorten IRIs with.   notes: identity of an entry -> the comment lines that go before it.
    """
    used: dict[str, str] = {}
    lines = ["properties:"]
    for name, ways in (data.get("properties") or {}).items():
        fitting = [each for each in prefixes.items() if name.startswith(each[1]) and len(name) > len(each[1])]
        best = max(fitting, key=lambda each: len(each[1]), default=None)
        if best is not None:
            used[best[0]] = best[1]
        lines.append(f"  {best[0]}:{name[len(best[1]) :]}:" if best is not None else f"  {json.dumps(name)}:")
        for section, found in ways.items():
            lines.append(f"    {section}:")
            for entry in found:
                lines += [f"      # {line}" for line in notes.get(id(entry), "").splitlines()]
                lines.append(f"      - {json.dumps(entry, ensure_ascii=False)}")
    head = [f"prefixes: {json.dumps(used)}"] if used else []
    return "\n".join([*head, *lines]) + "\n"


def _said(options: Mapping[str, Any], thing: Any) -> Iterator[str]:
    for option, value in options.items():
        predicate = f"th:{OPTIONS['object' if option == 'of' else option].removeprefix(TH.base)}"
        if option == "values":
            pairs = value.items() if isinstance(value, dict) else [(each, each) for each in _parts(_joined(value))]
            nodes = [f"[ th:words {_quoted(words)} ; th:means {_quoted(meant)} ]" for words, meant in pairs]
            yield f"{predicate} {' , '.join(nodes)}"
        elif option == "continues":
            yield f"{predicate} {' , '.join(thing(each) for each in _parts(_joined(value)))}"
        elif option in _THINGS:
            yield f"{predicate} {thing(value)}"
        elif isinstance(value, bool):
            yield f"{predicate} {str(value).lower()}"
        elif isinstance(value, (int, float)):
            yield f"{predicate} {float(value)}"
        else:
            yield f"{predicate} {_quoted(_joined(value))}"


def _joined(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else " ".join(str(value).split())


def _quoted(text: object) -> str:
    escaped = str(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
