"""The whole journey on one page: a folder of documents becomes a cited, reasoned, checked graph."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from thence.config import is_day
from thence.errors import UsageError
from thence.model.finding import Finding
from thence.model.ledger import Ledger
from thence.model.terms import Quad
from thence.names import DEFAULT_GRAPH, DERIVED, ONTOLOGY, STATEMENTS
from thence.pipeline.corpus import Corpus, Progress, latest_date, read_corpus
from thence.pipeline.coverage import coverage_quads
from thence.pipeline.history import history_quads, run_quads
from thence.pipeline.imported import (
    export_findings,
    imported_facts,
    imported_findings,
    imported_graph_quads,
    own_exports,
)
from thence.pipeline.laying import (
    carriers_of,
    claims_of,
    document_graph_quads,
    naming_quads,
    open_conflicts,
    statement_quads,
    versions_in,
)
from thence.pipeline.links import Links
from thence.pipeline.report import (
    BuildReport,
    claims_in,
    file_statuses,
    fingerprint,
    rejected_candidates,
    workspace_files,
)
from thence.pipeline.settings import load_settings, reading_options, settings_hashes
from thence.pipeline.status import readable_ledger
from thence.reason import close
from thence.reason.derivations import derivation_quads
from thence.reason.owl import schema_closure
from thence.resolve import resolve
from thence.resolve.assertion import assert_claims, asserted_triples, says_plainly
from thence.resolve.events import event_identities
from thence.store.decisions import read_decisions
from thence.store.ledger import LEDGER, ledger_bytes
from thence.store.store import Store
from thence.store.workspace import Workspace
from thence.validate import contract

__all__ = ["build"]


def build(
    folder: Path,
    *,
    workspace: Path | None = None,
    config_path: Path | None = None,
    as_of: str | None = None,
    passwords: Sequence[str] = (),
    jobs: int = 1,
    progress: Progress | None = None,
) -> BuildReport:
    """Read every document below a folder and make the workspace's store hold what follows from them.

    workspace: where the store lies, default FOLDER/.thence.   config_path: default FOLDER/thence.toml.
    as_of: ISO date at which facts must hold; default the configured one, else the latest date of any document.
    passwords: tried in turn on locked files, and kept nowhere.   jobs: how many processes read new documents.
    Same files, decisions, settings and version give byte-identical graphs (runs and history aside).
    Raises UsageError, ConfigError, RuleError and StoreError; a document that cannot be read is a finding.
    """
    started, begun = time.monotonic(), datetime.now(UTC)
    if not folder.is_dir():
        raise UsageError("TH102", f"{folder} is not a folder", hint="thence build takes a folder of documents")
    if as_of is not None and not is_day(as_of):
        raise UsageError("TH112", f"as of {as_of!r}: not a day", hint="write it as YYYY-MM-DD")
    place = Workspace.create(folder, directory=workspace)
    settings = load_settings(config_path or place.config_path, required=config_path is not None)
    report = progress or _quiet
    with Store.open(place.directory) as store:
        previous = readable_ledger(store)
        options = reading_options(settings.config, passwords=passwords)
        corpus = read_corpus(place, settings, previous, report, options, jobs=jobs)
        bound = as_of or settings.config.as_of or latest_date([reading.version for reading in corpus.readings])
        inputs = fingerprint(place, settings, corpus, bound)
        if previous is not None and previous.fingerprint == inputs:
            _note(store, previous, corpus, settings_hashes(settings.config, settings.path))
            return BuildReport.of(place, previous, seconds=time.monotonic() - started, options=options)

        report("resolve", 0, 1, "names")
        resolution = resolve(
            [(reading.version, reading.extraction) for reading in corpus.readings],
            settings.ontology,
            decisions=read_decisions(place.decisions_path),
        )
        claims = claims_of(corpus.readings)
        assertion = assert_claims(claims, resolution, settings.ontology, config=settings.config, as_of=bound)
        plain = [
            claim
            for claim in claims
            if assertion.carries(claim.iri) or says_plainly(claim, settings.ontology, settings.config)
        ]
        events = event_identities(plain, resolution)
        carried = asserted_triples(claims, resolution, assertion, events.iri_of)
        quads: set[Quad] = set(statement_quads(corpus.readings, claims, resolution, assertion, events, settings))
        quads.update(document_graph_quads(plain, resolution, events))
        quads.update(naming_quads(corpus.readings, resolution, settings))
        documents = [reading.version for reading in corpus.readings]
        exports = own_exports(documents)
        stating = [document for document in documents if document not in exports] if exports else documents
        quads.update(imported_graph_quads(stating))
        imported = imported_facts(stating, settings.config)
        quads.update((*triple, DEFAULT_GRAPH) for triple in (*carried, *imported))
        quads.update((*triple, ONTOLOGY) for triple in settings.ontology.triples)
        quads.update((*triple, ONTOLOGY) for triple in schema_closure(settings.ontology.triples))

        report("reason", 0, 1, "rules")
        asserted = sorted((s, p, o) for s, p, o, graph in quads if graph == DEFAULT_GRAPH)
        closure = close(asserted, settings.rules)
        quads.update((*triple, DERIVED) for triple in closure.derived)
        explained = len(closure.derived) <= settings.config.derivation_limit
        if explained:
            quads.update(derivation_quads(closure, carriers_of(quads, carried, imported)))

        report("validate", 0, 1, "contract")
        findings: set[Finding] = {*corpus.findings, *resolution.findings, *assertion.findings}
        findings.update(finding for reading in corpus.readings for finding in reading.version.findings)
        findings.update(open_conflicts(events, assertion))
        findings.update((*imported_findings(stating), *export_findings(exports)))
        links = Links(documents, corpus.files)
        findings.update(links.findings())
        quads.update(links.quads())
        findings.update(contract(quads, derivations_written=explained))
        statuses = file_statuses(corpus, findings)
        quads.update(coverage_quads(statuses, (*findings, *closure.inconsistencies)))
        files = workspace_files(corpus.texts, closure)
        ledger = Ledger(
            fingerprint=inputs,
            as_of=bound,
            files=statuses,
            findings=tuple(sorted(findings)),
            inconsistencies=closure.inconsistencies,
            counts={
                "documents": sum(1 for _ in versions_in(corpus.readings)),
                "statements": len(claims),
                "entities": len(resolution.entities),
                "events": len({iri for claim, iri in events.iri_of.items() if assertion.carries(claim)}),
                "asserted": len(asserted),
                "derived": len(closure.derived),
                "rejected": sum(len(reading.extraction.rejected) for reading in corpus.readings),
                "quads": len(quads),
            },
            rejected=rejected_candidates(corpus.readings),
            kept=tuple(sorted(files)),
            config=str(config_path.resolve()) if config_path else "",
            readers=corpus.readers,
            settings=settings_hashes(settings.config, settings.path),
        )

        report("commit", 0, 1, f"{len(quads)} quads")
        before, after = claims_in(store.quads(STATEMENTS)), claims_in(quads)
        change = store.replace(
            quads | {*history_quads(store, quads, begun), *run_quads(store, begun, ledger)},
            files=files.new_child({LEDGER: ledger_bytes(ledger)}),
            removed=[name for name in previous.kept if name not in files] if previous else [],
        )
        corpus.cache.keep_only(corpus.keys)
        seconds = time.monotonic() - started
        return BuildReport.of(
            place, ledger, change=change, before=before, after=after, seconds=seconds, options=options
        )


def _note(store: Store, ledger: Ledger, corpus: Corpus, settings: Mapping[str, str]) -> None:
    """Keep when files were written last, and settings as they are now written, where nothing has come of it."""
    times = {file.path: file.mtime_ns for file in corpus.files}
    files = tuple(replace(file, mtime_ns=times.get(file.path, file.mtime_ns)) for file in ledger.files)
    touched = any(one.mtime_ns != other.mtime_ns for one, other in zip(files, ledger.files, strict=True))
    if touched or dict(ledger.settings) != settings:
        store.keep_file(LEDGER, ledger_bytes(replace(ledger, files=files, settings=settings)))


def _quiet(stage: str, done: int, total: int, what: str) -> None:
    """Report to nobody."""
    del stage, done, total, what
