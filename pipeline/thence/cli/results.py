"""Answers of SPARQL queries in the formats of people and of other programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from thence.cli.table import table
from thence.errors import UsageError
from thence.model.terms import Term, Triple, datatype_of, is_blank, is_iri, language_of, lexical_of, triple_line
from thence.names import RDF, XSD, prefixes, shorten
from thence.store.rdf import serialize
from thence.store.sparql import Answer, Solutions

__all__ = ["FORMATS", "answer_json", "binding", "is_numeric", "rendered", "term_for_people"]

FORMATS = ("table", "json", "csv", "tsv", "ndjson", "turtle", "nt")

_NUMERIC = frozenset({XSD.integer, XSD.decimal, XSD.double, XSD.float})
_TRIPLE = ("subject", "predicate", "object")


def rendered(
    answer: Answer,
    format: str | None,  # noqa: A002 - the word of the command line
    *,
    width: int | None = None,
    more_prefixes: Mapping[str, str] | None = None,
) -> Iterator[str | bytes]:
    """Yield an answer in one of FORMATS; text is for people, bytes are UTF-8.

    format: None means a table for rows and truth values, and Turtle for triples; the formats of rows show triples as
    rows of subject, predicate and object.   width: see `table`.   more_prefixes: shorten IRIs and name them in Turtle,
    beside the shipped ones.
    Raises UsageError TH111 where Turtle or N-Triples is asked for rows.
    """
    known = {**prefixes(), **(more_prefixes or {})}
    if isinstance(answer, tuple):
        if format in (None, "turtle", "nt"):
            return _triples(answer, format or "turtle", known)
        answer = Solutions(_TRIPLE, answer)
    if format in ("turtle", "nt"):
        what = "ASK gives true or false" if isinstance(answer, bool) else "SELECT gives rows"
        raise UsageError("TH111", f"{what}, which {format} cannot say", hint="CONSTRUCT and DESCRIBE give triples")
    if isinstance(answer, bool):
        return _truth(answer, format or "table")
    match format:
        case "json":
            return _json(answer)
        case "csv":
            return _csv(answer)
        case "tsv":
            return _tsv(answer)
        case "ndjson":
            return _ndjson(answer)
        case _:
            return _table(answer, width, known)


def answer_json(answer: Answer) -> dict[str, Any]:
    """Return an answer as SPARQL 1.1 Query Results JSON; triples as rows of subject, predicate and object."""
    if isinstance(answer, bool):
        return {"head": {}, "boolean": answer}
    rows = answer if isinstance(answer, Solutions) else Solutions(_TRIPLE, answer)
    return {"head": {"vars": list(rows.variables)}, "results": {"bindings": list(_bindings(rows))}}


def _truth(answer: bool, format: str) -> Iterator[str | bytes]:  # noqa: A002
    word = "true" if answer else "false"
    if format == "json":
        yield json.dumps(answer_json(answer), indent=2) + "\n"
    else:
        yield json.dumps({"boolean": answer}) + "\n" if format == "ndjson" else f"{word}\n"


def _triples(triples: tuple[Triple, ...], format: str, known: Mapping[str, str]) -> Iterator[str | bytes]:  # noqa: A002
    if format == "nt":
        for triple in triples:
            yield f"{triple_line(triple)}\n".encode()
    else:
        yield serialize(triples, media="ttl", prefixes=known)


def binding(term: Term) -> dict[str, str]:
    """Return a term as SPARQL 1.1 Query Results JSON has it (section 3.2.2)."""
    if is_iri(term):
        return {"type": "uri", "value": lexical_of(term)}
    if is_blank(term):
        return {"type": "bnode", "value": term[2:]}
    value = {"type": "literal", "value": lexical_of(term)}
    language, datatype = language_of(term), datatype_of(term)
    if language:
        value["xml:lang"] = language
    elif datatype and datatype != XSD.string:
        value["datatype"] = datatype
    return value


def _bindings(answer: Solutions) -> Iterator[dict[str, dict[str, str]]]:
    for row in answer.rows:
        yield {name: binding(term) for name, term in zip(answer.variables, row, strict=True) if term is not None}


def _json(answer: Solutions) -> Iterator[bytes]:
    head = json.dumps({"vars": list(answer.variables)}, ensure_ascii=False)
    yield f'{{"head": {head}, "results": {{"bindings": ['.encode()
    lead = "\n  "
    for row in _bindings(answer):
        yield (lead + json.dumps(row, ensure_ascii=False)).encode()
        lead = ",\n  "
    yield b"\n]}}\n"


def _ndjson(answer: Solutions) -> Iterator[bytes]:
    for row in _bindings(answer):
        yield (json.dumps(row, ensure_ascii=False) + "\n").encode()


def _csv(answer: Solutions) -> Iterator[bytes]:
    """Plain values, as SPARQL 1.1 Query Results CSV, section 3: the kinds of terms are lost."""
    line = io.StringIO()
    writer = csv.writer(line, lineterminator="\r\n")
    for row in (answer.variables, *(["" if term is None else lexical_of(term) for term in row] for row in answer.rows)):
        line.seek(0)
        line.truncate()
        writer.writerow(row)
        yield line.getvalue().encode()


def _tsv(answer: Solutions) -> Iterator[bytes]:
    """Terms in full, as SPARQL 1.1 Query Results TSV, section 4."""
    yield ("\t".join(f"?{name}" for name in answer.variables) + "\n").encode()
    for row in answer.rows:
        yield ("\t".join("" if term is None else term for term in row) + "\n").encode()


def _table(answer: Solutions, width: int | None, known: Mapping[str, str]) -> Iterator[str]:
    rows = [["" if term is None else term_for_people(term, known) for term in row] for row in answer.rows]
    right = {at for at in range(len(answer.variables)) if is_numeric(row[at] for row in answer.rows)}
    for line in table(answer.variables, rows, width=width, right=right):
        yield f"{line}\n"


def is_numeric(column: Iterable[Term | None]) -> bool:
    """Return whether a column holds numbers, and nothing else besides gaps."""
    kinds = {datatype_of(term) for term in column if term is not None}
    return bool(kinds) and kinds <= _NUMERIC


def term_for_people(term: Term, known: Mapping[str, str] | None = None) -> str:
    """Return a term as a table shows it: a short IRI, or a literal's text on one line.

    known: prefixes, the shipped ones when None.
    """
    if is_iri(term):
        iri = lexical_of(term)
        if iri == RDF.type:
            return "rdf:type"
        short = shorten(iri)
        if short.startswith("<") and known:
            fitting = [
                (len(base), f"{prefix}:{iri[len(base) :]}")
                for prefix, base in known.items()
                if base and iri.startswith(base) and iri[len(base) :].isidentifier()
            ]
            short = max(fitting)[1] if fitting else short
        return short
    if is_blank(term):
        return term
    text = " ".join(lexical_of(term).split())
    language = language_of(term)
    return f"{text}@{language}" if language else text
