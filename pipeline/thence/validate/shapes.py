"""Shapes as files hold them: their triples, where each stands, and what is wrong with them before any data is seen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from thence.errors import DataError, Location
from thence.model.finding import Finding, Severity
from thence.model.terms import Term, Triple, iri_term, is_blank, is_iri, lexical_of
from thence.names import OWL, RDF, RDFS, SH, Iri, shorten
from thence.names import shipped as shipped_file
from thence.store.rdf import parse, prefixes_in
from thence.validate.vocabulary import nearest, unknown

__all__ = ["SHIPPED", "Place", "Shapes", "load_shapes"]

SHIPPED = ("provenance.ttl", "domain.ttl")
"""The shipped shape files that a workspace is checked with."""

_A = iri_term(RDF.type)
_SHAPE_TYPES = frozenset(iri_term(each) for each in (SH.NodeShape, SH.PropertyShape))
_TARGETS = tuple(
    iri_term(each) for each in (SH.targetClass, SH.targetNode, SH.targetObjectsOf, SH.targetSubjectsOf, SH.target)
)
_CLASSES = frozenset(iri_term(each) for each in (RDFS.Class, OWL.Class))
_USES = frozenset(
    iri_term(SH[each]) for each in ("node", "not", "property", "qualifiedValueShape", "someValue", "filterShape")
)
_LISTS = frozenset(iri_term(each) for each in (SH["and"], SH["or"], SH.xone))
_SCRIPTS = frozenset(iri_term(SH[each]) for each in ("js", "JSConstraint", "JSTarget", "JSTargetType", "JSFunction"))
_FIRST, _REST = iri_term(RDF.first), iri_term(RDF.rest)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a shape stands.   line: from 1, of the nearest named shape around it, 0 when not known."""

    path: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Shapes:
    """The shapes of some files.

    triples: sorted.   names: how people call each named shape.   places: of named shapes.   owners: blank node -> the
    named shape that it is a part of.   own: subjects from files that are not shipped.   findings: sorted.
    """

    triples: tuple[Triple, ...]
    names: Mapping[Term, str]
    places: Mapping[Term, Place]
    owners: Mapping[Term, Term]
    own: frozenset[Term]
    findings: tuple[Finding, ...]

    def name(self, shape: Term) -> str:
        """Return what to call a shape: ``prefix:name`` of its own or of the shape that it is a part of."""
        owner = self.owners.get(shape, shape)
        return self.names.get(owner) or lexical_of(owner)

    def place(self, shape: Term) -> Place:
        """Return where a shape stands."""
        return self.places.get(self.owners.get(shape, shape), Place(""))


def load_shapes(files: Sequence[Path], *, shipped: Sequence[str] = ()) -> Shapes:
    """Return the shapes of some files, and of shipped ones by name.

    Raises InputError (TH501) for a file that cannot be read, DataError (TH511) for one that is no RDF.
    DataError (TH512) for one that needs JavaScript.
    Findings: TH921 a shape that has no target and is part of none, a file without any; TH923 a term that SHACL does not
    have; TH924 a shape that is used and not described.
    """
    triples: set[Triple] = set()
    names: dict[Term, str] = {}
    places: dict[Term, Place] = {}
    own: set[Term] = set()
    findings: list[Finding] = []
    for source, path, is_own in _sources(files, shipped):
        found = {(s, p, o) for s, p, o, _ in parse(source, name=path)}
        text = (source if isinstance(source, bytes) else source.read_bytes()).decode("utf-8", "replace")
        prefixes = prefixes_in(source)
        for shape in sorted(_named_shapes(found)):
            names[shape] = _short(lexical_of(shape), prefixes)
            places[shape] = Place(path, _line_of(text, lexical_of(shape), prefixes))
        if is_own:
            own.update(subject for subject, _, _ in found)
            _refuse_script(found, path, text, prefixes)
        if not any(predicate in _TARGETS or obj in _SHAPE_TYPES for _, predicate, obj in found):
            findings.append(Finding("validate", "TH921", path, "the file holds no shape, so it checks nothing"))
        findings += _misspelt(found, path, text, prefixes)
        triples |= found
    owners = _owners(triples)
    shapes = Shapes(tuple(sorted(triples)), names, places, owners, frozenset(own), ())
    findings += [*_without_target(shapes), *_undescribed(shapes)]
    return Shapes(shapes.triples, names, places, owners, shapes.own, tuple(sorted(findings)))


def _sources(files: Sequence[Path], shipped: Sequence[str]) -> Iterator[tuple[Path | bytes, str, bool]]:
    for name in shipped:
        yield shipped_file("shapes", name).read_bytes(), f"shapes/{name}", False
    for path in files:
        yield path, str(path), True


def _named_shapes(triples: Iterable[Triple]) -> set[Term]:
    return {
        subject
        for subject, predicate, obj in triples
        if is_iri(subject)
        and ((predicate == _A and obj in _SHAPE_TYPES) or predicate in _TARGETS or predicate in _USES)
    }


def _short(iri: str, prefixes: Mapping[str, str]) -> str:
    """Return an IRI as its own file would write it, else as thence would."""
    for prefix, namespace in sorted(prefixes.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        if namespace and iri.startswith(namespace) and re.fullmatch(r"[\w.-]*\w", iri[len(namespace) :]):
            return f"{prefix}:{iri[len(namespace) :]}"
    return shorten(iri)


def _line_of(text: str, iri: str, prefixes: Mapping[str, str]) -> int:
    """Return the first line that begins with a term, as prefixed name or in brackets; else the first that has it."""
    for name in (_short(iri, prefixes), f"<{iri}>"):
        pattern = re.escape(name) + r"(?![\w-])"
        found = re.search("^" + pattern, text, re.MULTILINE) or re.search(r"(?<![\w:])" + pattern, text)
        if found:
            return text.count("\n", 0, found.start()) + 1
    return 0


def _refuse_script(triples: Iterable[Triple], path: str, text: str, prefixes: Mapping[str, str]) -> None:
    scripts = sorted(lexical_of(t) for triple in triples for t in triple[1:] if t in _SCRIPTS)
    if scripts:
        line = _line_of(text, scripts[0], prefixes) or None
        message = f"a shape cannot be judged: {shorten(scripts[0])} runs JavaScript, and nothing here does"
        raise DataError("TH512", message, at=Location(path, line), hint="say it with sh:sparql")


def _misspelt(triples: Iterable[Triple], path: str, text: str, prefixes: Mapping[str, str]) -> Iterator[Finding]:
    for iri in sorted({Iri(lexical_of(t)) for triple in triples for t in triple if is_iri(t) and unknown(t[1:-1])}):
        meant = nearest(iri)
        yield Finding(
            "validate", "TH923", path, f"{shorten(iri)} is not a SHACL term, so it checks nothing", Severity.WARNING,
            line=_line_of(text, iri, prefixes) or None, subject=iri,
            hint=f"did you mean {shorten(meant)}?" if meant else "see https://www.w3.org/TR/shacl/",
        )  # fmt: skip


def _owners(triples: Iterable[Triple]) -> dict[Term, Term]:
    """Return each blank node's nearest named subject, following who points to it."""
    above: dict[Term, Term] = {}
    for subject, _, obj in sorted(triples):
        if is_blank(obj):
            above.setdefault(obj, subject)
    owners: dict[Term, Term] = {}
    for node in above:
        owner, seen = node, {node}
        while is_blank(owner) and (up := above.get(owner)) is not None and up not in seen:
            owner = up
            seen.add(up)
        if is_iri(owner):
            owners[node] = owner
    return owners


def _without_target(shapes: Shapes) -> Iterator[Finding]:
    said: dict[Term, dict[Term, set[Term]]] = {}
    used: set[Term] = set()
    listed: set[Term] = set()
    for subject, predicate, obj in shapes.triples:
        said.setdefault(subject, {}).setdefault(predicate, set()).add(obj)
        if predicate in _USES:
            used.add(obj)
        elif predicate in _LISTS:
            listed.add(obj)
    for head in listed:
        node: Term | None = head
        seen: set[Term] = set()
        while node in said and node not in seen:
            seen.add(node)
            used |= said[node].get(_FIRST, set())
            node = next(iter(said[node].get(_REST, ())), None)
    for shape in sorted(said):
        what = said[shape]
        is_shape = bool(what.get(_A, set()) & _SHAPE_TYPES) or any(use in what for use in _USES | _LISTS)
        targeted = any(target in what for target in _TARGETS) or bool(what.get(_A, set()) & _CLASSES)
        if is_shape and not targeted and shape not in used and shape not in shapes.owners:
            place = shapes.place(shape)
            yield Finding(
                "validate", "TH921", place.path, f"{shapes.name(shape)} has no target, so it checks nothing",
                Severity.WARNING, line=place.line or None, subject=lexical_of(shape) if is_iri(shape) else "",
                hint="add sh:targetClass, sh:targetNode, sh:targetSubjectsOf or sh:targetObjectsOf",
            )  # fmt: skip


def _undescribed(shapes: Shapes) -> Iterator[Finding]:
    described = {subject for subject, _, _ in shapes.triples}
    for subject, predicate, obj in shapes.triples:
        if predicate in _USES and is_iri(obj) and obj not in described:
            place = shapes.place(subject)
            used = shapes.names.get(obj) or lexical_of(obj)
            yield Finding(
                "validate", "TH924", place.path, f"{shapes.name(subject)} uses {used}, which no file describes",
                Severity.WARNING, line=place.line or None, hint="is a shape file missing, or the name misspelt?",
                subject=lexical_of(obj),
            )  # fmt: skip
