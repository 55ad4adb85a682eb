"""The coverage ledger in the graph: what became of each file and page, and what was noticed on the way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from thence.model.finding import Finding
from thence.model.ledger import FileStatus
from thence.model.terms import Quad, Term, iri_term, literal
from thence.names import DCTERMS, RDF, RDFS, STATEMENTS, TH, XSD, Iri, mint

__all__ = ["coverage_quads", "file_node"]

_OURS = re.compile(r"urn:thence:[\w:.#=,%-]+", re.ASCII)

_Pairs = list[tuple[Iri, Term]]


def file_node(path: str) -> Iri:
    """Return ``urn:thence:file:H`` of a path: the file that lies there, whatever it holds and whether it was read."""
    return mint("file", path)


def coverage_quads(files: Sequence[FileStatus], findings: Iterable[Finding]) -> Iterator[Quad]:
    """Yield the ledger: files, archives, pages that were not plainly read, and findings.

    files: with their counts of statements.   findings: all of the build, those of the rule pass too.
    What `thence status --json` tells of a file is said of the file where it may differ between two places of the same
    bytes, else of the document or archive that it holds.
    """
    states = {file.path: file for file in files}
    seen: set[str] = set()
    for file in files:
        yield from _file_quads(file, states)
        held = _held(file)
        if held and held not in seen:
            seen.add(held)
            yield from _archive_quads(file, held) if file.state == "archive" else _document_quads(file, held)
    for finding in findings:
        yield from _finding_quads(finding, states.get(finding.path))


def _held(file: FileStatus) -> Iri | None:
    """Return what a file holds: a document, or an archive, which has no document."""
    if file.document:
        return Iri(file.document)
    return mint("doc", file.digest) if file.state == "archive" else None


def _file_quads(file: FileStatus, states: Mapping[str, FileStatus]) -> Iterator[Quad]:
    held = _held(file)
    recipe = mint("recipe", file.recipe) if file.recipe else None
    pairs: _Pairs = [
        (RDF.type, iri_term(TH.File)),
        (TH.path, literal(file.path)),
        (TH.state, literal(file.state)),
        (TH.byteLength, _integer(file.size)),
    ]
    if held:
        pairs.append((TH.holds, iri_term(held)))
    elif file.digest:
        pairs.append((TH.digest, literal(file.digest)))
    if recipe:
        pairs.append((TH.readBy, iri_term(recipe)))
        yield from _described(recipe, [(RDF.type, iri_term(TH.Recipe)), (RDFS.label, literal(file.recipe))])
    if outer := states.get(file.container):
        pairs.append((DCTERMS.isPartOf, iri_term(file_node(outer.path))))
        if held and (holder := _held(outer)):
            yield from _described(held, [(DCTERMS.isPartOf, iri_term(holder))])
    if held and file.state == "archive":
        yield from _described(held, [(TH.path, literal(file.path))])
    yield from _described(file_node(file.path), pairs)


def _archive_quads(file: FileStatus, archive: Iri) -> Iterator[Quad]:
    yield from _described(
        archive,
        [
            (RDF.type, iri_term(TH.Archive)),
            (TH.digest, literal(file.digest)),
            (TH.byteLength, _integer(file.size)),
        ],
    )


def _document_quads(file: FileStatus, document: Iri) -> Iterator[Quad]:
    """Yield what a document's own description lacks: counts, guesses, and the pages that were not plainly read."""
    pairs: _Pairs = [(TH.statements, _integer(file.statements))]
    if file.records:
        pairs.append((TH.records, _integer(file.records)))
    pairs += [(TH.guess, literal(guess)) for guess in file.guesses]
    yield from _described(document, pairs)
    states = {**dict(file.unread_pages), **dict.fromkeys(dict(file.ocr_pages), "ocr")}
    sure = dict(file.ocr_pages)
    for number, state in sorted(states.items()):
        page: _Pairs = [
            (RDF.type, iri_term(TH.Page)),
            (DCTERMS.isPartOf, iri_term(document)),
            (TH.number, _integer(number)),
            (TH.state, literal(state)),
        ]
        if number in sure:
            page.append((TH.confidence, _decimal(sure[number])))
        yield from _described(Iri(f"{document}#page={number}"), page)


def _finding_quads(finding: Finding, file: FileStatus | None) -> Iterator[Quad]:
    line = "" if finding.line is None else str(finding.line)
    said = (finding.stage, finding.code, finding.path, line, finding.message)
    more = (finding.severity.label, finding.hint, finding.subject, *finding.related, finding.quote)
    pairs: _Pairs = [
        (RDF.type, iri_term(TH.Finding)),
        (TH.stage, literal(finding.stage)),
        (TH.code, literal(finding.code)),
        (TH.severity, literal(finding.severity.label)),
        (TH.message, literal(finding.message)),
    ]
    for term, words in ((TH.path, finding.path), (TH.hint, finding.hint), (TH.excerpt, finding.quote)):
        if words:
            pairs.append((term, literal(words)))
    if line:
        pairs.append((TH.line, literal(line, XSD.integer)))
    if file:
        pairs.append((TH.about, iri_term(file_node(file.path))))
        if held := _held(file):
            pairs.append((TH.about, iri_term(held)))
    nodes = [node for node in (finding.subject, *finding.related) if _OURS.fullmatch(node)]
    pairs += [(TH.about, iri_term(node)) for node in sorted(set(nodes))]
    yield from _described(mint("finding", *said, *more), pairs)


def _integer(number: int) -> Term:
    return literal(str(number), XSD.integer)


def _decimal(number: float) -> Term:
    return literal(f"{number:.4f}".rstrip("0").rstrip(".") or "0", XSD.decimal)


def _described(node: Iri, pairs: _Pairs) -> Iterator[Quad]:
    for predicate, obj in pairs:
        yield iri_term(node), iri_term(predicate), obj, STATEMENTS
