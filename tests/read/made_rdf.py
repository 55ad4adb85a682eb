"""RDF for the reader's tests, and the ways to read it."""

from __future__ import annotations

import pytest

from thence.errors import DataError, InputError
from thence.model.document import Document
from thence.model.terms import Term, iri_term
from thence.read import Options, read_bytes
from thence.read.rdf import read_rdf

__all__ = ["HEAD", "LENIENT", "RDF_XML", "ex", "read", "refusal", "said"]

HEAD = "@prefix ex: <http://example.org/> .\n"
RDF_XML = (
    '<r:RDF xml:base="http://b.example/doc" xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="urn:x:">\n'
    "{}</r:RDF>"
)
LENIENT = Options(lenient=True)


def read(text: str | bytes, path: str = "data.ttl", *, lenient: bool = False) -> Document:
    data = text.encode() if isinstance(text, str) else text
    return read_bytes(data, places=(path,), options=Options(lenient=lenient))


def refusal(text: str | bytes, path: str = "data.ttl") -> InputError:
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(InputError) as raised:
        read_rdf(data, path)
    assert not isinstance(raised.value, DataError)
    return raised.value


def said(document: Document, code: str) -> list[tuple[int | None, str]]:
    return [(item.line, item.message) for item in document.findings if item.code == code]


def ex(name: str) -> Term:
    return iri_term(f"http://example.org/{name}")
