"""The coverage ledger in the graph: what holds a document, and what was noticed while reading."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from thence.model.finding import Finding
from thence.model.ledger import FileStatus
from thence.model.terms import Quad, Term, iri_term, literal
from thence.names import DCTERMS, RDF, STATEMENTS, TH, XSD, Iri, mint

__all__ = ["coverage_quads"]


def coverage_quads(files: Sequence[FileStatus], findings: Collection[Finding]) -> Iterator[Quad]:
    """Yield archives, which file holds which document, and the findings of reading, as the ledger has them."""
    versions = {file.path: Iri(file.document) if file.document else _version(file) for file in files if file.digest}
    for file in files:
        if file.state == "archive":
            yield from _described(
                versions[file.path],
                [
                    (RDF.type, iri_term(TH.Archive)),
                    (TH.path, literal(file.path)),
                    (TH.digest, literal(file.digest)),
                    (TH.byteLength, literal(str(file.size), XSD.integer)),
                ],
            )
        if file.container and file.document and file.container in versions:
            yield from _described(Iri(file.document), [(DCTERMS.isPartOf, iri_term(versions[file.container]))])
    documents = {file.path: file.document for file in files if file.document}
    for finding in findings:
        if finding.stage == "read":
            yield from _finding_quads(finding, documents.get(finding.path, ""))


def _version(file: FileStatus) -> Iri:
    return mint("doc", file.digest)


def _finding_quads(finding: Finding, document: str) -> Iterator[Quad]:
    line = "" if finding.line is None else str(finding.line)
    node = mint("finding", finding.stage, finding.code, finding.path, line, finding.message)
    yield from _described(
        node,
        [
            (RDF.type, iri_term(TH.Finding)),
            (TH.code, literal(finding.code)),
            (TH.severity, literal(finding.severity.label)),
            (TH.message, literal(finding.message)),
            (TH.path, literal(finding.path)),
            *([(TH.line, literal(line, XSD.integer))] if line else []),
            *([(TH.about, iri_term(document))] if document else []),
        ],
    )


def _described(node: Iri, pairs: Sequence[tuple[Iri, Term]]) -> Iterator[Quad]:
    for predicate, obj in pairs:
        yield iri_term(node), iri_term(predicate), obj, STATEMENTS
