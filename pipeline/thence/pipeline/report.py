"""What a build says of itself: the ledger it leaves, the files beside the store, the report."""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import cast

from thence import __version__
from thence.extract.cache import Reading
from thence.extract.records import NO_MAPPING
from thence.model.finding import Finding
from thence.model.ledger import FileStatus, Ledger, RejectedCandidate
from thence.model.terms import Quad, Term, iri_term
from thence.names import RDF, STATEMENTS, content_hash
from thence.pipeline.corpus import Corpus
from thence.pipeline.settings import Settings
from thence.pipeline.states import is_loss
from thence.read.reading import DEFAULT, Options
from thence.reason import Closure
from thence.reason.kept import trace_files
from thence.store.store import Change
from thence.store.workspace import Workspace

__all__ = ["BuildReport", "claims_in", "file_statuses", "fingerprint", "rejected_candidates", "workspace_files"]

_IS_A = (iri_term(RDF.type), iri_term(RDF.Statement))
_NAMES = (iri_term(RDF.predicate), iri_term(RDF.type))


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did: the ledger's content, and how this run went.

    changed: whether anything was written.   inserted, deleted: quads.   gained, lost, kept: statements that are new,
    that no document makes any more, and that stayed as they were.   seconds: wall time.
    options: how files were read, for whoever reads them again.
    """

    workspace: Workspace
    files: tuple[FileStatus, ...]
    findings: tuple[Finding, ...]
    inconsistencies: tuple[Finding, ...]
    counts: Mapping[str, int]
    as_of: str | None
    changed: bool
    inserted: int
    deleted: int
    gained: int
    lost: int
    kept: int
    seconds: float
    options: Options = DEFAULT

    @classmethod
    def of(
        cls,
        place: Workspace,
        ledger: Ledger,
        *,
        seconds: float,
        options: Options = DEFAULT,
        change: Change | None = None,
        before: AbstractSet[Term] = frozenset(),
        after: AbstractSet[Term] = frozenset(),
    ) -> BuildReport:
        """Return the report of a build that left this ledger.

        change: None when there was nothing to do.   before, after: the statements that stood and that stand now.
        """
        return cls(
            workspace=place,
            files=ledger.files,
            findings=ledger.findings,
            inconsistencies=ledger.inconsistencies,
            counts=ledger.counts,
            as_of=ledger.as_of,
            changed=change is not None,
            inserted=change.inserted if change else 0,
            deleted=change.deleted if change else 0,
            gained=len(after - before),
            lost=len(before - after),
            kept=len(after & before) if change else ledger.counts.get("statements", 0),
            seconds=seconds,
            options=options,
        )


def claims_in(quads: Iterable[Quad]) -> frozenset[Term]:
    """Return the statements of the statements graph, those that only type and name an entity aside."""
    statements, naming = set(), set()
    for subject, predicate, obj, graph in quads:
        if graph == STATEMENTS:
            if (predicate, obj) == _IS_A:
                statements.add(subject)
            elif (predicate, obj) == _NAMES:
                naming.add(subject)
    return frozenset(statements - naming)


def fingerprint(place: Workspace, settings: Settings, corpus: Corpus, as_of: str | None) -> str:
    """Return the hash of everything a build depends on: an equal one means that there is nothing to do."""
    decisions = place.decisions_path.read_bytes() if place.decisions_path.is_file() else b""
    return content_hash(
        __version__,
        settings.config.model_dump_json(),
        settings.ontology.digest,
        settings.extractor,
        settings.rules.digest,
        decisions,
        as_of or "",
        corpus.readers,
        *(f"{file.path}\n{file.digest}\n{file.recipe}\n{file.state}" for file in corpus.files),
    )


def file_statuses(corpus: Corpus, findings: Iterable[Finding]) -> tuple[FileStatus, ...]:
    """Return what became of each file, with counts of its statements and findings, and the key its document got."""
    statements: Counter[str] = Counter()
    keys: dict[str, str] = {reading.version.iri: reading.version.whole_key for reading in corpus.readings}
    for reading in corpus.readings:
        statements[reading.version.iri] += len(reading.extraction.statements)
    noted: Counter[str] = Counter()
    lacking = set()
    for finding in findings:
        noted[finding.path] += 1
        if is_loss(finding):  # of a mail, attachments that were not taken out of it
            lacking.add(finding.path)
    return tuple(
        replace(
            file,
            state="partly" if file.state == "read" and file.path in lacking else file.state,
            key=keys.get(file.document, file.key),
            statements=statements[file.document],
            findings=noted[file.path],
        )
        for file in corpus.files
    )


def rejected_candidates(readings: Sequence[Reading]) -> tuple[RejectedCandidate, ...]:
    """Return the candidates that were refused, in order of the documents; of pieces of a file each reason once."""
    found: dict[object, RejectedCandidate] = {}
    for reading in readings:
        version = reading.version
        for position, r in enumerate(reading.extraction.rejected):
            once = version.piece and r.code == NO_MAPPING
            told = (version.iri, r.reason) if once else (version.iri, version.piece, position)
            found.setdefault(told, RejectedCandidate(version.path, r.code, r.predicate, r.reason, r.citation.quote))
    return tuple(found.values())


def workspace_files(texts: Mapping[str, bytes], closure: Closure) -> ChainMap[str, bytes]:
    """Return what lies beside the store: renditions by their IRI's hash, and the trace; loaded when asked for."""
    return ChainMap(trace_files(closure), cast("dict[str, bytes]", texts))
