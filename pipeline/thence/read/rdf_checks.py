"""What is to be said of an RDF file's statements: literals that are none, axioms, imports, and what is not taken."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from operator import itemgetter

from thence.model.finding import Finding, Severity
from thence.model.terms import Quad, Term, iri_term, lexical_of
from thence.names import OWL, RDF, RDFS, TH, Iri, shorten
from thence.read.reading import finding
from thence.store.lexical import fault_of, ill_formed

__all__ = [
    "axiom_findings",
    "exported_from",
    "faulty_literals",
    "json_losses",
    "literal_findings",
    "unknown_keywords",
    "without_records",
]

_MOST = 50
"""Findings of one kind about one file; beyond that they are counted."""
_TYPE, _IMPORTS = iri_term(RDF.type), iri_term(OWL.imports)
_OWL = f"<{OWL.base}"
_OWN = "urn:thence:"
_INVENTED = "urn:thence:sk:"
_WORDS = f"<{TH.base}"
_RECORDS = f"<{_OWN}"
_DOCUMENT, _PATH = iri_term(TH.Document), iri_term(TH.path)
_OURS = (_WORDS, _RECORDS)
_THINGS = tuple(f"<{_OWN}{kind}:" for kind in ("entity", "event", "sk"))
"""What of thence's own IRIs stands for something in the world, whoever speaks of it."""
_SAYABLE = frozenset(iri_term(each) for each in (TH.occurredOn, TH.Event))
"""Words of thence's own that tell of the world, not of what was read."""
_CLASSES = frozenset(iri_term(each) for each in (RDFS.Class, RDFS.Datatype, RDF.Property))
_PREDICATES = frozenset(
    iri_term(each)
    for each in (RDFS.subClassOf, RDFS.subPropertyOf, RDFS.domain, RDFS.range, OWL.equivalentClass,
                 OWL.equivalentProperty, OWL.inverseOf, OWL.disjointWith, OWL.propertyDisjointWith, OWL.complementOf,
                 OWL.disjointUnionOf, OWL.hasKey, OWL.propertyChainAxiom, OWL.members)
)  # fmt: skip
_ABOUT_THINGS = frozenset(iri_term(each) for each in (OWL.NamedIndividual, OWL.Thing, OWL.Ontology))


def axiom_findings(quads: Sequence[Quad], objects: AbstractSet[Term], path: str) -> list[Finding]:
    """Return what is said of axioms in data (TH551) and of imports (TH553).

    objects: of the quads, each once.
    """
    predicates = set(map(itemgetter(1), quads))
    defining = _PREDICATES & predicates
    types = {obj for obj in objects if obj.startswith(_OWL)}.union(_CLASSES & objects) - _ABOUT_THINGS
    axioms, imports = 0, []
    if defining or types:
        axioms = sum(quad[1] in defining or (quad[1] == _TYPE and quad[2] in types) for quad in quads)
    if _IMPORTS in predicates:
        imports = [quad[2] for quad in quads if quad[1] == _IMPORTS]
    found = []
    if axioms:
        verb = "axiom is" if axioms == 1 else "axioms are"
        message = f"its {axioms:,} {verb} data here, nothing is derived by them"
        hint = "name the file under ontology in thence.toml to reason with them"
        found.append(finding("TH551", path, message, severity=Severity.INFO, hint=hint))
    for each in imports[:_MOST]:
        message = f"the import of {each} is not followed"
        hint = "nothing is fetched: put a copy into the folder, or name it under ontology in thence.toml"
        found.append(finding("TH553", path, message, severity=Severity.INFO, hint=hint))
    return found


def without_records(
    quads: Sequence[Quad], path: str, line_of: Callable[[Quad], int | None]
) -> tuple[Sequence[Quad], list[Finding]]:
    """Return the quads that a file may state, and what is said (TH553) of those that only thence itself may.

    Who said what, where it stands and what follows is thence's own record. A file that speaks of it, an export of
    another workspace or a forgery, states facts of the things alone: not graphs of thence's names, not its vocabulary,
    not its statements, citations, documents and derivations.
    """
    quads, found = _own_graphs(quads, path)
    own = {
        term
        for position in range(3)
        for term in set(map(itemgetter(position), quads))
        if term.startswith(_OURS) and _is_record(term)
    }
    if not own:
        return quads, found
    kept: list[Quad] = []
    left_out: list[Quad] = []
    for quad in quads:
        (kept if own.isdisjoint(quad[:3]) else left_out).append(quad)
    names = sorted({_named(term) for term in own})
    shown = ", ".join(names[:6]) + (f" and {len(names) - 6:,} more" if len(names) > 6 else "")
    what = "1 statement is" if len(left_out) == 1 else f"{len(left_out):,} statements are"
    message = f"{what} left out, about thence's own records: {shown}"
    hint = "no file can say what was read, cited or derived: put the documents themselves into the folder"
    found.append(finding("TH553", path, message, line=line_of(left_out[0]), hint=hint))
    return kept, found


def exported_from(quads: Sequence[Quad]) -> tuple[str, ...]:
    """Return the paths of the documents that an export of a workspace was made from, sorted."""
    documents = {quad[0] for quad in quads if quad[1] == _TYPE and quad[2] == _DOCUMENT}
    return tuple(sorted({lexical_of(quad[2]) for quad in quads if quad[1] == _PATH and quad[0] in documents}))


def _is_record(term: Term) -> bool:
    if term.startswith(_RECORDS):
        return not term.startswith(_THINGS)
    return term.startswith(_WORDS) and term not in _SAYABLE


def _named(term: Term) -> str:
    """Return a word of the vocabulary as such, a record by its kind."""
    return shorten(term[1:-1]) if term.startswith(_WORDS) else ":".join(term[1:-1].split(":")[:3]) + ":…"


def _own_graphs(quads: Sequence[Quad], path: str) -> tuple[Sequence[Quad], list[Finding]]:
    """Return the quads of graphs that a file may have, and what is said (TH553) of those that are thence's own."""
    graphs: set[Iri] = set(map(itemgetter(3), quads))
    refused = {graph for graph in graphs if graph.startswith(_OWN) and not graph.startswith(_INVENTED)}
    if not refused:
        return quads, []
    counts = Counter(graph for _, _, _, graph in quads if graph in refused)
    found = []
    for graph, count in sorted(counts.items())[:_MOST]:
        what = "1 statement in the graph {} is" if count == 1 else f"{count:,} statements in the graph {{}} are"
        message = f"{what.format(graph)} left out: that name is thence's own"
        found.append(finding("TH553", path, message, hint="give the graph another name"))
    return [quad for quad in quads if quad[3] not in refused], found


def faulty_literals(quads: Sequence[Quad], objects: AbstractSet[Term]) -> dict[Quad, str]:
    """Return the first quad of each distinct literal that is not spelled as its datatype asks, with what is wrong."""
    typed = {obj for obj in objects if obj[-1:] == ">" and obj[:1] == '"'}
    faults = {obj: fault for obj in typed if (fault := fault_of(obj))}
    first: dict[Quad, str] = {}
    for quad in quads if faults else ():
        if fault := faults.pop(quad[2], ""):
            first[quad] = fault
    return first


def literal_findings(faulty: dict[Quad, str], path: str, line_of: Callable[[Quad], int | None]) -> list[Finding]:
    """Return a finding (TH550) a faulty literal, with its line."""
    found = []
    hint = "mend the value, or drop its datatype: a reader of the graph may take it for another one"
    for quad, fault in list(faulty.items())[:_MOST]:
        message = f"{_shown(lexical_of(quad[2]))} {fault}"
        found.append(finding("TH550", path, message, line=line_of(quad), hint=hint))
    if len(faulty) > _MOST:
        message = f"{len(faulty) - _MOST:,} more literals are not spelled as their datatypes ask"
        found.append(finding("TH550", path, message, hint=hint))
    return found


def _shown(lexical: str) -> str:
    text = lexical if len(lexical) <= 60 else f"{lexical[:57]}…"
    return json.dumps(text, ensure_ascii=False)


_AT_NAME = re.compile(r'"(?:@([A-Za-z]{1,60})|(?:[^"\\]++|\\.)*+)"(\s*:)?', re.DOTALL)
_KEYWORDS = frozenset(
    """base container context default direction explicit first graph id import included index json language list nest
    none null omitDefault prefix preserve propagate protected requireAll reverse set type value version vocab
    embed always once last never annotation""".split()  # noqa: SIM905 - a word list reads better
)


def unknown_keywords(text: str) -> list[tuple[str, int]]:
    """Return each name of a member that looks like a keyword of JSON-LD and is none, with its first offset."""
    found: dict[str, int] = {}
    for match in _AT_NAME.finditer(text) if '"@' in text else ():
        if match[1] and match[2] and match[1] not in _KEYWORDS:
            found.setdefault(f"@{match[1]}", match.start())
    return list(found.items())[:_MOST]


_RELATIVE = re.compile(r"<(?![A-Za-z][A-Za-z0-9+.-]*:)")


def json_losses(loose: Iterable[Quad], count: int) -> tuple[dict[Term, str], set[str]]:
    """Return what JSON-LD drops without a word: terms that are ill-formed, with why, and members without an IRI.

    loose: the file's quads, its IRIs unchecked.   count: how many quads there are without what is dropped.
    """
    bad: dict[Term, str] = {}
    members: set[str] = set()
    quads = list(loose)
    if len(quads) == count:
        return bad, members
    seen: set[Term] = set()
    for subject, predicate, obj, graph in quads:
        if _RELATIVE.match(predicate):
            members.add(predicate[1:-1])
            continue
        for term in (subject, predicate, obj, Term(f"<{graph}>") if graph else predicate):
            if term not in seen:
                seen.add(term)
                if fault := ill_formed(term):
                    bad[term] = fault
    return bad, members
