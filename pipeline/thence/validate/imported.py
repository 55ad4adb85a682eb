"""Verification of imported facts: what RDF files stated when they were read, held against what they state now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from thence.model.document import Document
from thence.model.finding import Finding, Severity
from thence.model.terms import Term, Triple, iri_of, lexical_of
from thence.names import shorten
from thence.store.sparql import Solutions
from thence.store.store import Store
from thence.store.terms import as_stored
from thence.validate.carriage import RDF_MEDIA

__all__ = ["facts_by_document", "not_stated", "unstated_findings"]

_MOST = 50
"""Findings about one file; beyond that they are counted."""
_INVENTED = "<urn:thence:sk:"
_DOCUMENTS = """
SELECT ?doc ?medium WHERE {
  GRAPH <urn:thence:graph:statements> { ?doc a th:Document ; dcterms:format ?medium }
}
"""


def facts_by_document(store: Store, asserted: AbstractSet[Triple]) -> dict[Term, frozenset[Triple]]:
    """Return each RDF file's document with the facts that the store has from it: what its own graph and the default
    graph hold.

    asserted: the triples of the default graph.
    """
    found = store.query(_DOCUMENTS)
    assert isinstance(found, Solutions)
    documents = {doc for doc, medium in found.rows if doc and medium and lexical_of(medium) in RDF_MEDIA}
    return {
        doc: frozenset((s, p, o) for s, p, o, _ in store.quads(iri_of(doc)) if (s, p, o) in asserted)
        for doc in sorted(documents)
    }


def not_stated(document: Document, facts: AbstractSet[Triple], *, changed: bool) -> list[Triple]:
    """Return the facts that an RDF file, read now, does not state, sorted.

    changed: whether its bytes are others than when the facts were read. Its blank nodes have other names then: a fact
    about one is held against what the file says of any.
    """
    stated = {(s, p, o) for s, p, o, graph in as_stored(document.quads) if not graph}
    missing = sorted(facts - stated)
    if not changed or not missing:
        return missing
    nameless = {_masked(triple) for triple in stated}
    return [triple for triple in missing if _masked(triple) not in nameless]


def _masked(triple: Triple) -> tuple[str, ...]:
    return tuple(_INVENTED if term.startswith(_INVENTED) else term for term in triple)


def unstated_findings(path: str, doc: str, missing: Sequence[Triple], *, changed: bool) -> Iterator[Finding]:
    """Yield a finding (TH717) a fact that an RDF file does not state, up to a number; the rest is counted."""
    hint = "thence build reads it again"
    hint += "" if changed else ": the store, the settings or the program changed since it was read"
    for triple in missing[:_MOST]:
        message = f"does not state {' '.join(map(_shown, triple))}"
        yield Finding("verify", "TH717", path, message, Severity.VIOLATION, hint=hint, subject=doc)
    if len(missing) > _MOST:
        message = f"{len(missing) - _MOST:,} more facts are not stated by it"
        yield Finding("verify", "TH717", path, message, Severity.VIOLATION, hint=hint, subject=doc)


def _shown(term: Term) -> str:
    shown = shorten(lexical_of(term)) if term.startswith("<") else term
    return shown if len(shown) <= 200 else f"{shown[:197]}…"
