"""Validation results as sentences for people: who, along which path, what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from thence.model.terms import Term, Triple, datatype_of, iri_term, is_blank, is_iri, is_literal, lexical_of
from thence.names import RDF, RDFS, SH, Iri, shorten
from thence.validate.engine import Result

__all__ = ["Wording", "triples_by_subject"]

_LABEL, _MESSAGE = iri_term(RDFS.label), iri_term(SH.message)
_LONGEST = 120

Said = Mapping[Term, Mapping[Term, tuple[Term, ...]]]


def triples_by_subject(triples: Iterable[Triple]) -> Said:
    """Return subject -> predicate -> objects, sorted."""
    found: dict[Term, dict[Term, tuple[Term, ...]]] = {}
    for subject, predicate, obj in sorted(triples):
        node = found.setdefault(subject, {})
        node[predicate] = (*node.get(predicate, ()), obj)
    return found


@dataclass(frozen=True, slots=True)
class Wording:
    """How results are put into words.

    data, shapes: by subject.   prefixes: of the files at hand, before the shipped ones.   above: blank node -> who
    points to it and by which property.   fact_parts: whether focus nodes may be facts, shown as their triple.
    """

    data: Said
    shapes: Said
    prefixes: Mapping[str, str]
    above: Mapping[Term, tuple[Term, Term]]

    @classmethod
    def of(cls, data: Iterable[Triple], shapes: Iterable[Triple], prefixes: Mapping[str, str]) -> Wording:
        """Return the wording for some data and shapes."""
        ordered = sorted(data)
        above: dict[Term, tuple[Term, Term]] = {}
        for subject, predicate, obj in ordered:
            if is_blank(obj):
                above.setdefault(obj, (subject, predicate))
        return cls(triples_by_subject(ordered), triples_by_subject(shapes), prefixes, above)

    def name(self, term: Term) -> str:
        """Return what to call a node: label and short IRI; a literal as written; for a blank node its path from the
        nearest named thing; for a fact its triple.
        """
        if is_literal(term):
            return self._literal(term)
        if is_blank(term):
            return self._path_to(term)
        said = self.data.get(term, {})
        if term.startswith("<urn:thence:fact:"):
            parts = [said.get(iri_term(part), ()) for part in (RDF.subject, RDF.predicate, RDF.object)]
            if all(parts):
                return " ".join(self.name(part[0]) for part in parts)
        label = said.get(_LABEL, ())
        if term.startswith("<urn:thence:entity:") and label:
            return f"“{lexical_of(label[0])}”"
        return self.short(Iri(term[1:-1]))

    def short(self, iri: str) -> str:
        """Return an IRI as the files at hand write it."""
        for prefix, namespace in sorted(self.prefixes.items(), key=lambda pair: (-len(pair[1]), pair[0])):
            if namespace and iri.startswith(namespace) and re.fullmatch(r"[\w.-]*\w", iri[len(namespace) :]):
                return f"{prefix}:{iri[len(namespace) :]}"
        return shorten(iri)

    def _literal(self, term: Term) -> str:
        text = lexical_of(term)
        shown = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
        datatype = datatype_of(term) if "^^" in term else None
        return f'"{shown}"^^{self.short(datatype)}' if datatype else f'"{shown}"'

    def _path_to(self, term: Term) -> str:
        steps: list[str] = ["(unnamed)"]
        seen = {term}
        while is_blank(term) and term in self.above:
            term, predicate = self.above[term]
            if term in seen:
                break
            seen.add(term)
            steps.append(self.short(lexical_of(predicate)))
            if not is_blank(term):
                steps.append(self.name(term))
        return " > ".join(reversed(steps))

    def path(self, path: Term | None) -> str:
        """Return a property path as SPARQL writes it."""
        if path is None:
            return ""
        if is_iri(path):
            return self.short(path[1:-1])
        said = self.shapes.get(path, {})
        for predicate, form in _PATHS.items():
            inner = said.get(iri_term(predicate), ())
            if inner:
                members = self._list(inner[0]) if predicate == SH.alternativePath else [inner[0]]
                return form("|".join(self.path(member) for member in members))
        return "/".join(self.path(member) for member in self._list(path))

    def _list(self, head: Term) -> list[Term]:
        members: list[Term] = []
        seen: set[Term] = set()
        while head in self.shapes and head not in seen and head != iri_term(RDF.nil):
            seen.add(head)
            node = self.shapes[head]
            members += node.get(iri_term(RDF.first), ())[:1]
            head = next(iter(node.get(iri_term(RDF.rest), ())), iri_term(RDF.nil))
        return members

    def sentence(self, result: Result) -> str:
        """Return one sentence for a result: the author's message where the shape has one, else what is wrong."""
        who = self.name(result.focus)
        if self._has_message(result) and result.messages:
            return f"{who}: {' '.join(result.messages)}"
        if result.details:
            return self.sentence(result.details[0])
        return f"{who} {self._what(result)}"

    def _has_message(self, result: Result) -> bool:
        return _MESSAGE in self.shapes.get(result.shape, {}) or result.component == iri_term(
            SH.SPARQLConstraintComponent
        )

    def _parameter(self, result: Result, name: str) -> str:
        values = self.shapes.get(result.shape, {}).get(iri_term(SH[name]), ())
        return " or ".join(self.name(value) if not is_literal(value) else lexical_of(value) for value in values)

    def _what(self, result: Result) -> str:
        path, value = self.path(result.path), self.name(result.value) if result.value else "(nothing)"
        component = lexical_of(result.component).removeprefix(SH.base).removesuffix("ConstraintComponent")
        its = f"has {path} {value}," if path else f"is {value},"

        def given(name: str) -> str:
            return self._parameter(result, name)

        if component == "MinCount":
            count = given("minCount")
            return f"has no {path}" if count == "1" else f"has fewer than {count} {path}"
        if component == "MaxCount":
            return f"has more than {given('maxCount')} {path}"
        if component == "HasValue":
            return f"has no {path} {given('hasValue')}" if path else f"is not {given('hasValue')}"
        if component == "In":
            heads = self.shapes.get(result.shape, {}).get(iri_term(SH["in"]), ())
            allowed = ", ".join(self.name(member) for head in heads for member in self._list(head))
            return f"{its} which is none of {allowed}"
        if component == "Closed":
            return f"{its} which its shape does not allow"
        if component in _BECAUSE:
            parameter, words = _BECAUSE[component]
            return f"{its} {words.format(given(parameter))}"
        if result.messages:
            return f"{its} and {result.messages[0]}"
        return f"{its} which does not fit {component}"


_PATHS: dict[Iri, Callable[[str], str]] = {
    SH.inversePath: lambda inner: f"^{inner}",
    SH.alternativePath: lambda inner: f"({inner})",
    SH.zeroOrMorePath: lambda inner: f"{inner}*",
    SH.oneOrMorePath: lambda inner: f"{inner}+",
    SH.zeroOrOnePath: lambda inner: f"{inner}?",
}
_BECAUSE = {
    "And": ("and", "which does not fit all of the shapes it must fit"),
    "Class": ("class", "which is no {}"),
    "Datatype": ("datatype", "which is no {}"),
    "Disjoint": ("disjoint", "which it has as {} too"),
    "Equals": ("equals", "which differs from its {}"),
    "LanguageIn": ("languageIn", "whose language is not allowed"),
    "LessThan": ("lessThan", "which is not less than its {}"),
    "LessThanOrEquals": ("lessThanOrEquals", "which is more than its {}"),
    "MaxExclusive": ("maxExclusive", "which is not below {}"),
    "MaxInclusive": ("maxInclusive", "which is above {}"),
    "MaxLength": ("maxLength", "which is longer than {} characters"),
    "MinExclusive": ("minExclusive", "which is not above {}"),
    "MinInclusive": ("minInclusive", "which is below {}"),
    "MinLength": ("minLength", "which is shorter than {} characters"),
    "Node": ("node", "which does not fit {}"),
    "NodeKind": ("nodeKind", "which is no {}"),
    "Not": ("not", "which fits what it must not fit"),
    "Or": ("or", "which fits none of the shapes it may fit"),
    "Pattern": ("pattern", "which does not match {}"),
    "UniqueLang": ("uniqueLang", "and repeats a language"),
    "Xone": ("xone", "which does not fit exactly one of the shapes it may fit"),
}
