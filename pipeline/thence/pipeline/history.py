"""What only the history and runs graphs hold: statements that went, and when the program ran."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from thence import __version__
from thence.model.ledger import Ledger
from thence.model.terms import Quad, Term, iri_term, literal
from thence.names import HISTORY, PROV, RDF, RUNS, STATEMENTS, TH, XSD, mint_run
from thence.store.store import Store

__all__ = ["history_quads", "run_quads"]

_IS_STATEMENT = (iri_term(RDF.type), iri_term(RDF.Statement))


def history_quads(store: Store, quads: set[Quad], when: datetime) -> Iterator[Quad]:
    """Yield what the history graph held, and what the statements graph is about to lose.

    A node that goes (a statement, the span it cites, a document's old version) is kept with all that was said of it,
    so that its citations lead on; statements carry the time they were invalidated.
    """
    yield from store.quads(HISTORY)
    staying = {subject for subject, _, _, graph in quads if graph == STATEMENTS}
    for subject, predicate, obj, _ in store.quads(STATEMENTS):
        if subject not in staying:
            yield subject, predicate, obj, HISTORY
            if (predicate, obj) == _IS_STATEMENT:
                yield subject, iri_term(PROV.invalidatedAtTime), _moment(when), HISTORY


def run_quads(store: Store, begun: datetime, ledger: Ledger) -> Iterator[Quad]:
    """Yield the runs so far and this one: when it began and ended, the version, what it depended on."""
    yield from store.quads(RUNS)
    run = iri_term(mint_run())
    yield run, iri_term(RDF.type), iri_term(PROV.Activity), RUNS
    yield run, iri_term(PROV.startedAtTime), _moment(begun), RUNS
    yield run, iri_term(PROV.endedAtTime), _moment(datetime.now(UTC)), RUNS
    yield run, iri_term(TH.version), literal(__version__), RUNS
    yield run, iri_term(TH.fingerprint), literal(ledger.fingerprint), RUNS


def _moment(when: datetime) -> Term:
    return literal(when.isoformat(timespec="seconds").replace("+00:00", "Z"), XSD.dateTime)
