"""Checking data against shapes: a workspace's graphs, or files as they are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from thence.errors import DataError, Location
from thence.model.finding import Finding, Severity
from thence.model.terms import Quad, Term, Triple, iri_term, is_iri, lexical_of, literal
from thence.names import DEFAULT_GRAPH, DERIVATIONS, DERIVED, ONTOLOGY, RDF, RDFS, SH, STATEMENTS, XSD
from thence.names import prefixes as shipped_prefixes
from thence.ontology import Ontology
from thence.ontology.wording import local_name
from thence.store.rdf import parse, prefixes_in, serialize
from thence.store.store import Store
from thence.validate.carriage import Carriage, Source
from thence.validate.engine import Outcome, Result, run, shapes_for_shapes
from thence.validate.projection import project
from thence.validate.report import LookedAt, Report
from thence.validate.sentences import Wording
from thence.validate.shapes import SHIPPED, Place, Shapes, load_shapes

__all__ = ["check", "check_files", "check_quads"]

_A, _BELOW = iri_term(RDF.type), iri_term(RDFS.subClassOf)
_SEVERITY = {Severity.INFO: SH.Info, Severity.WARNING: SH.Warning, Severity.VIOLATION: SH.Violation}
_TARGET_CLASS = iri_term(SH.targetClass)

DERIVATION_LIMIT = 100_000
"""Derived facts up to which a build writes the derivations graph unless configured otherwise."""

_WhereFrom = Callable[[Result], Source]


def check(
    store: Store,
    shapes: Sequence[Path] = (),
    ontology: Ontology | None = None,
    *,
    shipped: bool = True,
    derivation_limit: int = DERIVATION_LIMIT,
) -> Report:
    """Return what shapes say of a workspace's facts, statements and derivations.

    shapes: files of the case's own, beside the shipped contract and domain shapes (left out with ``shipped=False``).
    ontology: laid over the store's ontology graph where given.   derivation_limit: as the build had it.
    Raises InputError, DataError TH511 (no RDF) and TH512 (shapes that nobody can judge).
    """
    graphs = (DEFAULT_GRAPH, DERIVED, ONTOLOGY, STATEMENTS, DERIVATIONS)
    quads = {quad for graph in graphs for quad in store.quads(graph)}
    quads.update(quad for quad in store.quads() if quad[3].startswith("urn:thence:doc:"))
    if ontology is not None:
        quads.update((*triple, ONTOLOGY) for triple in ontology.triples)
    return check_quads(
        quads, load_shapes(shapes, shipped=SHIPPED if shipped else ()), derivation_limit=derivation_limit
    )


def check_quads(quads: Collection[Quad], shapes: Shapes, *, derivation_limit: int = DERIVATION_LIMIT) -> Report:
    """Return what shapes say of a store's quads; a derived fact needs its derivation unless the graph was left out.

    The derivations graph counts as left out when it is empty and there are more derived facts than derivation_limit.
    """
    carriage = Carriage.of(quads)
    written = any(quad[3] == DERIVATIONS for quad in quads)
    written = written or sum(quad[3] == DERIVED for quad in quads) <= derivation_limit
    data = project(quads, carriage, derivations_written=written)
    wording = Wording.of(data, shapes.triples, shipped_prefixes())
    subjects = {subject for subject, _, _, graph in quads if graph == DEFAULT_GRAPH}

    def where(result: Result) -> Source:
        said = {part: _objects(wording.data, result.focus, part) for part in _FACT_PARTS}
        if result.focus.startswith("<urn:thence:fact:") and all(said.values()):
            subject, predicate, obj = (said[part][0] for part in _FACT_PARTS)
            return carriage.source_of_triple((subject, predicate, obj))
        if result.path and result.value and result.focus in subjects:
            return carriage.source_of_triple((result.focus, result.path, result.value))
        return carriage.source_of(result.focus)

    return _report(data, shapes, wording, hierarchy=("the store's ontology",), where=where)


_FACT_PARTS = tuple(iri_term(each) for each in (RDF.subject, RDF.predicate, RDF.object))


def _objects(said: Mapping[Term, Mapping[Term, tuple[Term, ...]]], node: Term, predicate: Term) -> tuple[Term, ...]:
    return said.get(node, {}).get(predicate, ())


def check_files(data: Sequence[Path], shapes: Sequence[Path], ontology: Sequence[Path] = ()) -> Report:
    """Return what shapes say of data files; the ontology files are part of what they see.

    The report names the files that the class hierarchy came from, and how many nodes each shape looked at.
    Raises InputError for a file that cannot be read, DataError TH511 (no RDF) and TH512 (shapes nobody can judge).
    """
    triples: set[Triple] = set()
    hierarchy: list[str] = []
    prefixes: dict[str, str] = {}
    for path in (*ontology, *data):
        found = {(s, p, o) for s, p, o, _ in parse(path)}
        triples |= found
        if any(predicate == _BELOW for _, predicate, _ in found):
            hierarchy.append(str(path))
    loaded = load_shapes(shapes)
    for path in (*shapes, *ontology, *data):
        prefixes.update(prefixes_in(path))
    wording = Wording.of(triples, loaded.triples, prefixes)
    return _report(triples, loaded, wording, hierarchy=tuple(hierarchy), where=None)


def _report(
    data: Collection[Triple],
    shapes: Shapes,
    wording: Wording,
    *,
    hierarchy: tuple[str, ...],
    where: _WhereFrom | None,
) -> Report:
    _refuse_malformed(shapes, wording)
    files = sorted({place.path for place in shapes.places.values()})
    outcome = run(data, shapes.triples, named=", ".join(files))
    looked_at = tuple(
        sorted(
            LookedAt(shapes.name(shape), nodes, shapes.place(shape).path, shapes.place(shape).line or None)
            for shape, nodes in outcome.looked_at.items()
        )
    )
    findings = [_finding(result, shapes, wording, where) for result in outcome.results]
    findings += [*shapes.findings, *_idle(outcome, data, shapes, wording)]
    return Report(
        conforms=outcome.conforms,
        findings=tuple(sorted(set(findings), key=_rank)),
        graph=_turtle(outcome, wording),
        looked_at=looked_at,
        hierarchy=hierarchy,
    )


def _refuse_malformed(shapes: Shapes, wording: Wording) -> None:
    """Raise DataError TH512, at the shape's place, for shapes of the user's that break SHACL's own shapes."""
    if not shapes.own:
        return
    faults = _faults(shapes.triples)
    if not faults:
        return
    said = Wording.of(shapes.triples, shapes_for_shapes(), wording.prefixes)
    users = {obj: subject for subject, _, obj in reversed(shapes.triples)}

    def place_of(node: Term) -> Place:
        return shapes.place(node) if shapes.place(node).path else shapes.place(users.get(node, node))

    first = min(faults, key=lambda fault: (place_of(fault.focus), fault.key))
    place = place_of(first.focus)
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    message = f"a shape cannot be judged: {said.sentence(first)}{more}"
    at = Location(place.path, place.line or None) if place.path else None
    raise DataError("TH512", message, at=at, hint="see https://www.w3.org/TR/shacl/#syntax-rules")


@lru_cache(maxsize=4)
def _faults(shapes: tuple[Triple, ...]) -> tuple[Result, ...]:
    return run(shapes, shapes_for_shapes()).results


def _rank(finding: Finding) -> tuple[int, Finding]:
    return -finding.severity, finding


def _finding(result: Result, shapes: Shapes, wording: Wording, where: _WhereFrom | None) -> Finding:
    """Return a result for people: placed at the words it came from where these are known, else at the shape."""
    shape, place = shapes.name(result.shape), shapes.place(result.shape)
    source = where(result) if where else Source()
    at_shape = f"{shape} in {place.path}:{place.line}" if place.line else f"{shape} in {place.path}"
    related = [lexical_of(term) for term in (result.value, result.shape) if term is not None and is_iri(term)]
    return Finding(
        "validate",
        "TH920",
        source.path or place.path,
        wording.sentence(result),
        result.severity,
        line=None if source.path else place.line or None,
        hint=f"shape {at_shape}" if source.path else f"shape {shape}",
        subject=lexical_of(result.focus) if is_iri(result.focus) else "",
        related=tuple(sorted(related)),
        quote=source.quote,
    )


def _idle(outcome: Outcome, data: Iterable[Triple], shapes: Shapes, wording: Wording) -> Iterator[Finding]:
    """Yield a finding for each shape of the user's that has targets and looked at nothing."""
    used = sorted({obj for _, predicate, obj in data if predicate == _A and is_iri(obj)})
    by_name = {local_name(lexical_of(class_)).casefold(): class_ for class_ in reversed(used)}
    for shape, nodes in sorted(outcome.looked_at.items()):
        if nodes or shapes.owners.get(shape, shape) not in shapes.own:
            continue
        targets = sorted(o for s, p, o in shapes.triples if s == shape and p == _TARGET_CLASS and is_iri(o))
        wanted = [local_name(lexical_of(target)).casefold() for target in targets]
        close = [each for name in wanted for each in get_close_matches(name, sorted(by_name), n=1, cutoff=0.7)]
        hint = "is the ontology given, which has its target's subclasses?"
        if close and by_name[close[0]] not in targets:
            hint = f"did you mean {wording.name(by_name[close[0]])}?"
        place = shapes.place(shape)
        yield Finding(
            "validate", "TH922", place.path, f"{shapes.name(shape)} looked at 0 nodes, so it checked nothing",
            Severity.WARNING, line=place.line or None, hint=hint, subject=lexical_of(shape) if is_iri(shape) else "",
        )  # fmt: skip


def _turtle(outcome: Outcome, wording: Wording) -> str:
    """Return the standard report graph; equal results give equal bytes."""
    report = Term("_:report")
    triples: set[Triple] = {
        (report, _A, iri_term(SH.ValidationReport)),
        (report, iri_term(SH.conforms), literal("true" if outcome.conforms else "false", XSD.boolean)),
    }
    described: set[Term] = set()
    for number, result in enumerate(outcome.results):
        node = Term(f"_:result{number}")
        triples.add((report, iri_term(SH.result), node))
        _describe(node, result, triples, described)
    known = (wording.shapes, wording.data)
    queue, seen = sorted(described), set(described)
    while queue:
        blank = queue.pop()
        for said in known:
            for predicate, objects in said.get(blank, {}).items():
                triples.update((blank, predicate, obj) for obj in objects)
                fresh = {obj for obj in objects if obj.startswith("_:")} - seen
                seen |= fresh
                queue += sorted(fresh)
    return serialize(triples, media="ttl", prefixes={**shipped_prefixes(), **wording.prefixes}).decode("utf-8")


def _describe(node: Term, result: Result, triples: set[Triple], described: set[Term]) -> None:
    pairs = [
        (SH.focusNode, result.focus),
        (SH.resultPath, result.path),
        (SH.resultSeverity, iri_term(_SEVERITY[result.severity])),
        (SH.sourceConstraintComponent, result.component),
        (SH.sourceShape, result.shape),
        (SH.value, result.value),
        *((SH.resultMessage, literal(message)) for message in result.messages),
    ]
    triples.add((node, _A, iri_term(SH.ValidationResult)))
    triples.update((node, iri_term(predicate), term) for predicate, term in pairs if term is not None)
    described.update(term for _, term in pairs if term is not None and term.startswith("_:"))
    for number, detail in enumerate(result.details):
        inner = Term(f"{node}d{number}")
        triples.add((node, iri_term(SH.detail), inner))
        _describe(inner, detail, triples, described)
