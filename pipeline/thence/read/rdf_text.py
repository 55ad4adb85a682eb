"""The text of an RDF file: its encoding, its format, and the UTF-8 that a parser takes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import quote

from thence.errors import InputError, Location
from thence.model.finding import Finding, Severity
from thence.names import RDF
from thence.read.reading import DEFAULT, finding
from thence.read.sniff import format_of
from thence.read.sniff_rdf import NO_RDF_HINT, owl_of
from thence.read.source import Runs, Source, decode
from thence.store.rdf import RdfFormat
from thence.store.tokens import line_and_column

__all__ = ["NO_LANGUAGE", "RdfText", "base_of", "rdf_format", "rdf_text"]

_F = RdfFormat
_FORMATS = {
    "turtle": _F.TURTLE,
    "n-triples": _F.N_TRIPLES,
    "n-quads": _F.N_QUADS,
    "trig": _F.TRIG,
    "json-ld": _F.JSON_LD,
    "rdf-xml": _F.RDF_XML,
}
_XML = re.compile(r"\s*(?:<\?xml|<!DOCTYPE|<!--|<(?:[A-Za-z][\w.-]*:)?RDF[\s>])")
_JSON = re.compile(r"\s*[\[{][\s{]*\"@(?:context|id|graph|type)\"\s*:")
_ENCODING = re.compile(rb"\s*<\?xml[^>]*?\sencoding\s*=\s*[\"']([A-Za-z0-9._-]+)[\"']")
_DECLARED = re.compile(r"(<\?xml[^>]*?)(\sencoding\s*=\s*[\"'][A-Za-z0-9._-]+[\"'])")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class RdfText:
    """An RDF file's text, ready to be parsed.

    source: the text and the way back to its bytes; bytes that are no UTF-8 stand as lone surrogates.
    plain: the same in UTF-8, without byte order mark and declared encoding, line ends as in the file.
    bad: line and column of the first byte that is no UTF-8, or None.
    """

    source: Source
    plain: bytes
    format: RdfFormat
    bad: tuple[int, int] | None
    findings: tuple[Finding, ...]


def rdf_text(data: bytes, path: str) -> RdfText:
    """Return the text of an RDF file.

    Its encoding is UTF-8 by all specifications but that of XML, where a declaration counts. A byte order mark of UTF-16
    is believed all the same: nothing else can be meant. Raises InputError, TH504, for the syntaxes of OWL that are no
    RDF.
    """
    head = _ENCODING.match(data[:512])
    declared = head.group(1).decode("ascii") if head else "utf-8"
    if declared.lower().startswith(("utf-16", "utf-32", "ucs-")):
        declared = "utf-8"  # or its declaration could not have been read so
    source = decode(data, declared=declared)
    plain = data.removeprefix(_BOM)
    bad = None
    if source.guessed or source.bad:
        source, bad = _with_bad_bytes(plain, len(data) - len(plain))
    elif source.encoding != "utf-8":
        plain = data.decode(source.encoding, "replace").removeprefix("\ufeff").encode("utf-8", "replace")
    format_ = rdf_format(path, source.text)
    findings = []
    if format_ == _F.RDF_XML:
        plain = _bearable(_undeclared(plain))
    elif source.encoding != "utf-8":
        message = f"read as {source.encoding}, though {format_.name} is always UTF-8"
        hint = "save it as UTF-8: other programs will refuse it"
        findings.append(finding("TH523", path, message, severity=Severity.INFO, hint=hint))
    return RdfText(source, plain, format_, bad, tuple(findings))


def base_of(path: str, base: str = DEFAULT.base) -> str:
    """Return what relative IRIs of a file are resolved against.

    path: in the corpus.   base: the IRI of the folder where it ends in /, else of the file.

    >>> base_of("data/blue whale.ttl")
    'file:///data/blue%20whale.ttl'
    >>> base_of("data/a.ttl", "https://example.org/x/"), base_of("data/a.ttl", "https://example.org/x")
    ('https://example.org/x/data/a.ttl', 'https://example.org/x')
    """
    if not base.endswith("/"):
        return base
    return base + quote(path.lstrip("/"), safe="/!$&'()*+,;=:@", errors="surrogatepass")


def rdf_format(path: str, text: str) -> RdfFormat:
    """Return the format of an RDF file, by its name and its first characters.

    Raises InputError, TH504, for the syntaxes of OWL that are no RDF.
    """
    head = text[:8192]
    if name := owl_of(head.encode("utf-8", "replace"), PurePosixPath(path).suffix[1:].lower()):
        raise InputError("TH504", f"no reader for {name}", at=Location(path, 1), hint=NO_RDF_HINT)
    named = _FORMATS.get(format_of(path, head.encode("utf-8", "replace")).name)
    if named == _F.JSON_LD:
        return named
    if _XML.match(head):
        return _F.RDF_XML
    if _JSON.match(head):
        return _F.JSON_LD
    return named or _F.TURTLE


def _undeclared(plain: bytes) -> bytes:
    """Return XML without its declared encoding, blanks in its place, so that places stay as they are."""
    head = plain[:512].decode("utf-8", "surrogateescape")
    head = _DECLARED.sub(lambda match: match.group(1) + " " * len(match.group(2)), head, count=1)
    return head.encode("utf-8", "surrogateescape") + plain[512:]


NO_LANGUAGE = "x-thence-none"
"""Stands for an empty xml:lang, which the parser does not know: a text without language within one that has one."""
_NO_LANG = re.compile(rb"(\sxml:lang\s*=\s*)(?:\"\"|'')")
_NO_LITERAL = re.compile(
    rb"(<([\w.:-]+)\s[^<>]*?)\b([\w.-]+):parseType\s*=\s*[\"']Literal[\"']([^<>]*?(?:/>|(?<!/)></\2\s*>))"
)
_EMPTY = rb'\1\3:datatype="%s"\4' % RDF.XMLLiteral.encode()


def _bearable(plain: bytes) -> bytes:
    """Return RDF/XML in words that its parser knows: what it refuses without need, said otherwise on the same line."""
    if b"<![CDATA[" in plain:  # where the same may be text
        return plain
    if b"xml:lang" in plain:
        plain = _NO_LANG.sub(rb'\1"%s"' % NO_LANGUAGE.encode(), plain)
    if b"parseType" in plain:
        plain = _NO_LITERAL.sub(_EMPTY, plain)
    return plain


def _with_bad_bytes(plain: bytes, skip: int) -> tuple[Source, tuple[int, int]]:
    """Return UTF-8 text in which bytes that are none stand as lone surrogates, and the place of the first."""
    raw = plain.decode("utf-8", "surrogateescape")
    runs, parts = Runs(), []
    at, bad = skip, 0
    # A mark of byte order within a file is a character like others.
    for match in re.finditer("([\udc80-\udcff]+)|\ufeff|[^\udc80-\udcff\ufeff]+", raw):
        part = match.group()
        width = 1 if match.group(1) else 3
        if match.group(1) or part == "\ufeff":
            runs.add(len(part), at, at + len(part) * width, width)
            parts.append(part)
            bad += len(part) if match.group(1) else 0
            at += len(part) * width
            continue
        body = part.encode()
        source = decode(body, declared="utf-8", offset=at)
        parts.append(source.text)
        runs.add_slice(source.byte_map, 0, len(source.text))
        at += len(body)
    text = "".join(parts)
    first = re.search("[\udc80-\udcff]", text)
    return Source(text, runs.freeze(), "utf-8", bad), line_and_column(text, first.start() if first else 0)
