"""Imported RDF laid down: a file's own graph, its named graphs beside it, and the facts it states.

An export of the corpus itself that lies among its documents states nothing: what it says, they say or say no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase

from thence.config import Config
from thence.model.finding import Finding, Severity
from thence.model.terms import Quad, Term, Triple, iri_term
from thence.model.version import Version
from thence.names import OWL, RDF, RDFS, Iri
from thence.store.terms import as_stored

__all__ = ["export_findings", "imported_facts", "imported_findings", "imported_graph_quads", "own_exports"]

_TYPE = iri_term(RDF.type)
_CLASSES = frozenset(iri_term(each) for each in (RDFS.Class, RDFS.Datatype, RDF.Property, RDF.List))
_ABOUT_THINGS = frozenset(
    iri_term(each)
    for each in (OWL.sameAs, OWL.differentFrom, OWL.NamedIndividual, OWL.Thing, RDFS.label, RDFS.comment, RDFS.seeAlso,
                 RDFS.isDefinedBy, RDFS.member, OWL.deprecated, OWL.versionInfo)
)  # fmt: skip
_VOCABULARIES = (f"<{OWL.base}", f"<{RDFS.base}")
_INVENTED = "<urn:thence:sk:"


def own_exports(documents: Sequence[Version]) -> list[Version]:
    """Return the RDF files that were exported from the corpus they lie in: most of what they were made from is here."""
    here = {place for document in documents if not document.exports for place in document.places}
    return [
        document
        for document in documents
        if document.exports and 2 * len(here.intersection(document.exports)) > len(document.exports)
    ]


def export_findings(exports: Iterable[Version]) -> Iterator[Finding]:
    """Yield that exports of the corpus itself state nothing in it."""
    for document in exports:
        yield Finding(
            "read",
            "TH559",
            document.path,
            "an export of this corpus states nothing in it: its facts are those of the documents it was made from",
            hint="move it to another folder, or name it under ignore in thence.toml",
        )


def imported_graph_quads(documents: Iterable[Version]) -> Iterator[Quad]:
    """Yield what RDF files hold: the default graph in the document's own graph, named graphs under their names.

    Literals that are none of their datatype are left out; the reader has told which (TH550).
    """
    for document in documents:
        for subject, predicate, obj, graph in as_stored(document.quads):
            yield subject, predicate, obj, graph or document.iri


def imported_facts(documents: Iterable[Version], config: Config) -> dict[Triple, tuple[Iri, ...]]:
    """Return the facts that RDF files state, each with the documents that state it, sorted.

    A file states what its default graph says of things. Axioms and definitions of terms are no facts; named graphs are
    kept beside the file, whose word does not say that they hold. A distrusted file (all its places are) states none.
    """
    found: dict[Triple, list[Iri]] = {}
    for document in documents:
        if not document.quads or _distrusted(document, config):
            continue
        stated = [(s, p, o) for s, p, o, graph in as_stored(document.quads) if not graph]
        axioms = _axioms(stated)
        for triple in stated:
            if triple not in axioms:
                found.setdefault(triple, []).append(document.iri)
    return {triple: tuple(sorted(set(iris))) for triple, iris in found.items()}


def imported_findings(documents: Iterable[Version]) -> Iterator[Finding]:
    """Yield what of RDF files became no fact: triples in named graphs."""
    for document in documents:
        named = [graph for *_, graph in document.quads if graph]
        if named:
            graphs = len(set(named))
            noun = "graph" if graphs == 1 else "graphs"
            yield Finding(
                "read",
                "TH554",
                document.path,
                f"{len(named):,} triples in {graphs:,} named {noun} are kept under their names; none is a fact by that",
                Severity.INFO,
                hint="query them with GRAPH, or move what holds to the default graph",
            )


def _distrusted(document: Version, config: Config) -> bool:
    return all(any(fnmatchcase(place, glob) for glob in config.trust.distrusted) for place in document.places)


def _axioms(triples: Sequence[Triple]) -> frozenset[Triple]:
    """Return the triples that define terms: those in the words of RDFS and OWL, with the nodes only they lead to."""
    own = {triple for triple in triples if _defines(triple)}
    if not own:
        return frozenset()
    by_subject: dict[Term, list[Triple]] = {}
    for triple in triples:
        if triple[0].startswith(_INVENTED):
            by_subject.setdefault(triple[0], []).append(triple)
    pending = [obj for _, _, obj in own if obj.startswith(_INVENTED)]
    seen: set[Term] = set()
    while pending:
        node = pending.pop()
        if node in seen:
            continue
        seen.add(node)
        for triple in by_subject.get(node, ()):
            own.add(triple)
            if triple[2].startswith(_INVENTED):
                pending.append(triple[2])
    return frozenset(own)


def _defines(triple: Triple) -> bool:
    _, predicate, obj = triple
    if predicate == _TYPE:
        return obj in _CLASSES or (obj.startswith(_VOCABULARIES) and obj not in _ABOUT_THINGS)
    return predicate.startswith(_VOCABULARIES) and predicate not in _ABOUT_THINGS
