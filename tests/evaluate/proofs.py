"""Whether a derived fact stands: its proof re-checked rule by rule, its leaves carried by words in the files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from thence.model.proof import fact_iri
from thence.model.rule import RuleSet
from thence.model.terms import Triple
from thence.names import DEFAULT_GRAPH, DERIVED
from thence.reason import check_proof, proof
from thence.reason.kept import kept_closure
from thence.store import Store
from thence.validate.verify import verify_files

__all__ = ["verified_proof"]

_QUOTES_OF_FACT = """
SELECT ?span
FROM <urn:thence:graph:derivations>
FROM <urn:thence:graph:statements>
WHERE {
  <%s> prov:wasDerivedFrom ?statement .
  ?statement a rdf:Statement ; th:polarity th:Affirmed ; th:modality th:Categorical ; prov:wasDerivedFrom ?span .
  ?span a th:Span ; th:quote ?quote .
}"""


def verified_proof(store: Store, root: Path, rules: RuleSet, triples: Sequence[Triple]) -> str:
    """Return "" when one of ``triples`` is derived and its proof and the quotes below it hold, else what is missing."""
    derived = {(s, p, o) for s, p, o, _ in store.quads(DERIVED)}
    triple = next((each for each in triples if each in derived), None)
    if triple is None:
        return "not derived"
    asserted = {(s, p, o) for s, p, o, _ in store.quads(DEFAULT_GRAPH)}
    return next(_gaps(store, root, rules, triple, asserted), "")


def _gaps(store: Store, root: Path, rules: RuleSet, triple: Triple, asserted: set[Triple]) -> Iterator[str]:
    """Yield what keeps the proof of a derived fact from standing."""
    closure = kept_closure(store)
    assert closure is not None
    made = proof(closure, triple)
    if made.conclusion != triple:
        yield f"the proof concludes {made.conclusion}"
    yield from (finding.message for finding in check_proof(made, asserted, rules))
    if not made.leaves:
        yield "the proof rests on nothing"
    for leaf in made.leaves:
        if leaf not in asserted:
            yield f"not asserted: {leaf}"
        elif not store.query(_QUOTES_OF_FACT % fact_iri(leaf)).rows:  # type: ignore[union-attr]
            yield f"no statement carries {leaf}"
    yield from (finding.message for finding in verify_files(store, root, asserted).findings)
