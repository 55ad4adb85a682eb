"""RDF files: their statements as facts with their IRIs untouched, each with a place, and what was not taken.

Blank nodes become ``urn:thence:sk:H`` of the file's digest and their order in it: the same content gives the same
nodes wherever it lies, and two files never share one. Relative IRIs are resolved against ``file:///PATH-IN-CORPUS``
or what the user set, so that they do not depend on where the folder lies, and files of one folder can point to each
other.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter

from thence.errors import DataError, InputError, Location
from thence.model.finding import Finding, Severity
from thence.model.terms import Quad, Term, lexical_of
from thence.read.rdf_checks import (
    axiom_findings,
    exported_from,
    faulty_literals,
    json_losses,
    literal_findings,
    unknown_keywords,
    without_records,
)
from thence.read.rdf_places import Places, line_of, places_of, span_of
from thence.read.rdf_text import NO_LANGUAGE, RdfText, base_of, rdf_text
from thence.read.rdf_xml import namespaces_in, repeated_ids
from thence.read.reading import DEFAULT, Options, Reading, finding
from thence.store.lenient import parse_leniently
from thence.store.lenient_json import mended
from thence.store.lexical import ill_formed
from thence.store.mistakes import triple_term_in
from thence.store.parsed import FileTerms, chunks_as
from thence.store.rdf import RdfFormat, prefixes_in
from thence.store.tokens import line_and_column, line_at

__all__ = ["line_of", "read_rdf", "span_of"]

_F = RdfFormat
_MOST = 200
_BAD = dict.fromkeys(range(0xDC80, 0xDD00), "\ufffd")


def read_rdf(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Return an RDF file's quads as written, with its own text.

    Ill-typed literals (TH550), axioms (TH551) and whatever is not taken (TH552, TH553) are findings.
    Raises InputError: TH502 for a mistake, with its place, unless options.lenient passes over broken statements;
    TH504 for the syntaxes of OWL that are no RDF, TH506 for nesting beyond what is borne, TH516 for RDF 1.2.
    """
    text = rdf_text(data, path)
    work = _Work(text, path, base_of(path, options.base), hashlib.sha256(data).hexdigest())
    try:
        work.parse(lenient=options.lenient)
    except DataError as error:
        raise _refused(error) from error
    quads, left_out = without_records(work.quads, path, work.line_of) if work.names_ours else (work.quads, [])
    objects = set(map(itemgetter(2), quads))
    findings = [*text.findings, *work.findings, *left_out, *axiom_findings(quads, objects, path)]
    source = text.source
    if not work.quads and not work.findings and source.text.strip():
        findings.append(finding("TH521", path, "nothing to read: the file states no triple"))
    shown = source.text if text.bad is None else source.text.translate(_BAD)
    findings += literal_findings(faulty_literals(quads, objects), path, work.line_of)
    return Reading(
        shown,
        byte_map=source.byte_map,
        encoding=source.encoding,
        quads=tuple(quads),
        prefixes=tuple(sorted(work.prefixes().items())),
        exports=exported_from(work.quads) if work.names_ours else (),
        meta=(("base", work.base),),
        findings=tuple(findings),
    )


def _refused(error: DataError) -> InputError:
    code = {"TH511": "TH502", "TH513": "TH506"}.get(error.code, error.code)
    where = f" (column {error.at.column})" if error.at and error.at.column else ""
    return InputError(code, f"{error.message}{where}", at=error.at, hint=error.hint, excerpt=error.excerpt)


def _without_language(term: Term) -> Term:
    if term[:1] != '"' or NO_LANGUAGE not in term:
        return term
    return Term(term.removesuffix(f"@{NO_LANGUAGE}").replace(f'xml:lang=\\"{NO_LANGUAGE}\\"', 'xml:lang=\\"\\"'))


@dataclass(slots=True)
class _Work:
    """One file being read."""

    text: RdfText
    path: str
    base: str
    digest: str
    quads: Sequence[Quad] = ()
    findings: list[Finding] = field(default_factory=list)
    names_ours: bool = False
    _places: Places | None = None

    def line_of(self, quad: Quad) -> int | None:
        """Return the line of a quad; where they all stand is found when the first is asked for."""
        if self._places is None:
            text, format_ = self.text.source.text, self.text.format
            self._places = places_of(text, format_, self.quads, path=self.path, digest=self.digest, base=self.base)
        return self._places.line_of(quad)

    def parse(self, *, lenient: bool) -> None:
        """Parse the file whole; where it is broken and the user said so, statement by statement."""
        format_ = self.text.format
        error: DataError | None = None
        try:
            self.quads = self._parsed()
        except DataError as raised:
            error = raised
        if error is None and self.text.bad is not None:
            error = DataError("TH511", "bytes that are no UTF-8", at=Location(self.path, *self.text.bad))
        if error and (not lenient or error.code == "TH513"):
            raise error
        if error and format_ == _F.JSON_LD:
            self._parse_mended_json(error)
        elif error and format_ == _F.RDF_XML:
            self._parse_loose_xml(error)
        elif error:
            self._parse_leniently(error)
        if format_ == _F.JSON_LD:
            self._check_json(lenient=lenient)

    def _parsed(self, *, loose: bool = False) -> list[Quad]:
        text = self.text
        terms = FileTerms(self.path, digest=self.digest, as_json=text.format == _F.JSON_LD)
        quads: list[Quad] = []
        for chunk in chunks_as(text.format, text.plain, base=self.base, label=self.path, terms=terms, lenient=loose):
            quads += chunk
        self.names_ours = self.names_ours or terms.names_ours
        if text.format == _F.RDF_XML:
            if newer := triple_term_in(text.plain, self.path, text.format):
                raise newer
            if NO_LANGUAGE.encode() in text.plain:
                quads = [(s, p, _without_language(o), g) for s, p, o, g in quads]
        return quads

    def _parse_leniently(self, error: DataError) -> None:
        quads: list[Quad] = []
        errors: list[DataError] = []
        terms = FileTerms(self.path, digest=self.digest)
        pieces = parse_leniently(self.text.source.text, self.text.format, base=self.base, label=self.path, terms=terms)
        for piece in pieces:
            quads += piece.quads
            errors += [piece.error] if piece.error else []
        self.names_ours = terms.names_ours
        self.quads = quads
        self._skipped(errors or [error])

    def _parse_mended_json(self, error: DataError) -> None:
        text, errors = mended(self.text.source.text, base=self.base, label=self.path)
        self.text = replace(self.text, plain=text.encode())
        self.quads = self._parsed()
        self._skipped(errors or [error])

    def _parse_loose_xml(self, error: DataError) -> None:
        """Take identifiers given twice, with a warning, and leave out statements whose IRIs are none."""
        try:
            loose = self._parsed(loose=True)
        except DataError:
            raise error from None
        faults = {term: fault for quad in loose for term in set(quad[:3]) if (fault := ill_formed(term))}
        self.quads = [quad for quad in loose if not faults.keys() & set(quad[:3])]
        self._skipped([self._at(fault, lexical_of(term)) for term, fault in faults.items()])
        for name, iri, line in repeated_ids(self.text.source.text, self.base):
            message = f"the rdf:ID {name!r} is used a second time: all of it is taken to be about <{iri}>"
            self.findings.append(finding("TH553", self.path, message, line=line, hint="use rdf:about"))
        if not self.findings:
            self._skipped([error])

    def _check_json(self, *, lenient: bool) -> None:
        """Say what JSON-LD drops without a word; refuse the file for IRIs that are none."""
        bad, members = json_losses(self._parsed(loose=True), len(self.quads))
        errors = [self._at(fault, lexical_of(term)) for term, fault in bad.items()]
        if errors and not lenient:
            raise errors[0]
        self._skipped(errors)
        for name, start in unknown_keywords(self.text.source.text):
            line, _ = line_and_column(self.text.source.text, start)
            message = f"{name} is no keyword of JSON-LD: it is left out, with what it says"
            self.findings.append(
                finding("TH553", self.path, message, line=line, hint="mend its spelling, or drop the @")
            )
        if b'"@direction"' in self.text.plain:
            message = "the direction of texts (@direction) is left out: RDF 1.1 has none"
            self.findings.append(finding("TH553", self.path, message, severity=Severity.INFO))
        if members:
            names = ", ".join(json.dumps(name, ensure_ascii=False) for name in sorted(members)[:10])
            more = f" and {len(members) - 10:,} more" if len(members) > 10 else ""
            message = f"members whose names are no IRIs by the file's context are left out: {names}{more}"
            hint = "give them an IRI in @context, or a default with @vocab"
            self.findings.append(finding("TH553", self.path, message, hint=hint))

    def _at(self, message: str, iri: str) -> DataError:
        """Return an error with the place where an IRI stands in the text, whole or as its last part."""
        text = self.text.source.text
        tail = iri
        at = text.find(iri)
        while at < 0 and "/" in tail:
            tail = tail.partition("/")[2]
            at = text.find(f'"{tail}"')
        line, column = line_and_column(text, max(at, 0))
        hint = "an IRI holds no spaces, quotes or braces; percent-encode them if that is the IRI's own spelling"
        return DataError("TH511", message, at=Location(self.path, line, column), hint=hint, excerpt=line_at(text, line))

    def _skipped(self, errors: Sequence[DataError]) -> None:
        for error in errors[:_MOST]:
            refused = _refused(error)
            message = f"passed over: {refused.message}"
            line = error.at.line if error.at else None
            self.findings.append(finding("TH552", self.path, message, line=line, hint=error.hint))
        if len(errors) > _MOST:
            message = f"{len(errors) - _MOST:,} more statements are passed over"
            self.findings.append(finding("TH552", self.path, message))

    def prefixes(self) -> dict[str, str]:
        """Return the prefixes that the file declares."""
        text = self.text
        if text.format in (_F.TURTLE, _F.TRIG):
            return prefixes_in(text.plain)
        return namespaces_in(text.source.text) if text.format == _F.RDF_XML else {}
