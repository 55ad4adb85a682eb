"""RDF in and out: files to quads with the place of each mistake, triples to sorted text."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from urllib.parse import quote, urljoin

import pyoxigraph as ox

from thence.errors import DataError, InputError, Location
from thence.model.terms import Quad, Term, Triple, lexical_of, literal, triple_line
from thence.names import DEFAULT_GRAPH, XSD, Iri, content_hash
from thence.store.complaints import hint_for_prefix
from thence.store.guards import refuse_json_depth, refuse_xml_entities
from thence.store.terms import Node, canonical, term_of
from thence.store.tokens import declared_prefixes, line_and_column, line_at, tokens
from thence.store.turtle import turtle_blocks

__all__ = ["SUFFIXES", "canonical", "parse", "prefixes_in", "serialize"]

SUFFIXES: Mapping[str, ox.RdfFormat] = {
    "ttl": ox.RdfFormat.TURTLE,
    "turtle": ox.RdfFormat.TURTLE,
    "nt": ox.RdfFormat.N_TRIPLES,
    "ntriples": ox.RdfFormat.N_TRIPLES,
    "nq": ox.RdfFormat.N_QUADS,
    "nquads": ox.RdfFormat.N_QUADS,
    "trig": ox.RdfFormat.TRIG,
    "jsonld": ox.RdfFormat.JSON_LD,
    "rdf": ox.RdfFormat.RDF_XML,
    "owl": ox.RdfFormat.RDF_XML,
    "xml": ox.RdfFormat.RDF_XML,
    "n3": ox.RdfFormat.N3,
}
"""The media that `parse` reads, by file suffix; MIME types (text/turtle …) are accepted too."""


def parse(source: Path | bytes, *, media: str | None = None, base: str | None = None, name: str = "") -> Iterator[Quad]:
    """Return the quads of an RDF file, in file order, each term as written (not folded as the store does).

    media: a suffix of `SUFFIXES` or a MIME type; by the file's suffix when None.   base: of relative IRIs; the file's
    own IRI when None.   name: names the source in errors and keys its blank nodes, which get the same labels each time
    and never those of a file of another name; the path when empty.
    Raises InputError for a file or medium nobody can read at once, and DataError (TH511, with line, column and the
    source line) while iterating: quads before the mistake have been yielded by then, so whoever must not keep half of
    a broken file materialises first.
    """
    label = name or (source.as_posix() if isinstance(source, Path) else "data")
    data = _read(source, label)
    format_ = _format(source, data, media, label)
    if format_ == ox.RdfFormat.JSON_LD:
        refuse_json_depth(data, label)
    elif format_ == ox.RdfFormat.RDF_XML:
        refuse_xml_entities(data, label)
    if base is None:
        base = source.absolute().as_uri() if isinstance(source, Path) else "file:///" + quote(label.lstrip("/"))
    return _quads(data, format_, base, label)


def prefixes_in(source: Path | bytes) -> dict[str, str]:
    """Return prefix -> namespace IRI that a Turtle, TriG or N3 file declares (the last declaration of each wins).

    Raises InputError for a file that cannot be read.
    """
    text = _read(source, str(source) if isinstance(source, Path) else "data").decode("utf-8", "replace")
    found = declared_prefixes(text)
    if all(":" in namespace for namespace in found.values()):
        return found
    base = ""
    for before, token in zip(previous := list(tokens(text)), previous[1:], strict=False):
        if before.text.lower() in {"@base", "base"} and token.kind == "iri":
            base = token.text[1:-1]
            break
    return {prefix: _resolved(base, namespace) for prefix, namespace in found.items()}


def _resolved(base: str, namespace: str) -> str:
    whole = urljoin(base, namespace)
    return f"{whole}#" if namespace.endswith("#") and not whole.endswith("#") else whole


def serialize(triples: Iterable[Triple], *, media: str, prefixes: Mapping[str, str]) -> bytes:
    """Return triples as text in which equal graphs give equal bytes.

    media: ttl (prefixes that are used, subjects, predicates and objects sorted), nt or nq (sorted lines), or their MIME
    types.   Raises InputError for another medium.
    """
    format_ = SUFFIXES.get(media) or ox.RdfFormat.from_media_type(media)
    if format_ == ox.RdfFormat.TURTLE:
        return b"".join(turtle_blocks(triples, prefixes))
    if format_ in {ox.RdfFormat.N_TRIPLES, ox.RdfFormat.N_QUADS}:
        return "".join(f"{line}\n" for line in sorted({triple_line(triple) for triple in triples})).encode()
    raise InputError("TH515", f"no writer for {media!r}", hint="writers: ttl, nt, nq")


def _read(source: Path | bytes, label: str) -> bytes:
    if isinstance(source, bytes):
        data = source
    else:
        try:
            data = source.read_bytes()
        except FileNotFoundError as error:
            raise InputError("TH501", "no such file", at=Location(label)) from error
        except OSError as error:
            raise InputError("TH501", f"cannot be read: {error.strerror or error}", at=Location(label)) from error
    return data.removeprefix(b"\xef\xbb\xbf")


def _format(source: Path | bytes, data: bytes, media: str | None, label: str) -> ox.RdfFormat:
    suffix = (source.suffix if isinstance(source, Path) else Path(label).suffix).lstrip(".").lower()
    found = SUFFIXES.get(media or suffix)
    if found is None and media:
        found = ox.RdfFormat.from_media_type(media)
    if found is None:
        known = ", ".join(sorted(SUFFIXES))
        what = media or (f".{suffix}" if suffix else "a file without a suffix")
        raise InputError("TH514", f"no RDF reader for {what}", at=Location(label), hint=f"readers: {known}")
    if not media and suffix == "owl" and not data.lstrip().startswith((b"<?", b"<!", b"<rdf", b"<owl")):
        return ox.RdfFormat.TURTLE
    return found


def _quads(data: bytes, format_: ox.RdfFormat, base: str, label: str) -> Iterator[Quad]:
    key = content_hash(label)[:12]
    labels: dict[str, Term] = {}
    is_json = format_ == ox.RdfFormat.JSON_LD

    def term(node: Node) -> Term:
        text = term_of(node)
        if text[0] == "_":
            return labels.setdefault(text, Term(f"_:n{key}b{len(labels)}"))
        if text.startswith("<<("):
            raise DataError(
                "TH516", "a triple inside a triple (RDF 1.2) is not read", at=Location(label), hint="use rdf:Statement"
            )
        return _plain_decimal(text) if is_json else text

    try:
        for quad in ox.parse(data, format=format_, base_iri=base):
            graph = quad.graph_name
            where = DEFAULT_GRAPH
            if isinstance(graph, ox.NamedNode):
                where = Iri(graph.value)
            elif isinstance(graph, ox.BlankNode):
                where = Iri(f"urn:thence:sk:{term(graph)[2:]}")
            yield term(quad.subject), term(quad.predicate), term(quad.object), where
    except SyntaxError as error:
        raise _data_error(error, data, label, error.lineno or _line_reached(data, format_, base)) from error
    except ValueError as error:
        raise DataError("TH511", str(error), at=Location(label)) from error


class _Lines(io.BytesIO):
    """A file that hands out at most one line at a time and counts them."""

    count = 0

    def read(self, size: int | None = -1) -> bytes:
        part = self.readline(-1 if size is None else size)
        self.count += part.endswith(b"\n")
        return part


def _line_reached(data: bytes, format_: ox.RdfFormat, base: str) -> int:
    """Return the line at which the parser gives up, where it does not say so itself (RDF/XML)."""
    lines = _Lines(data)
    with contextlib.suppress(SyntaxError, ValueError):
        for _ in ox.parse(lines, format=format_, base_iri=base):
            pass
    return lines.count + (data[: lines.tell()][-1:] != b"\n")


def _plain_decimal(term: Term) -> Term:
    """Return an xsd:decimal without the exponent that JSON-LD numbers get from the parser."""
    if not term.endswith(f"^^<{XSD.decimal}>") or "E" not in term.rpartition('"')[0]:
        return term
    plain = format(Decimal(lexical_of(term)), "f")
    return literal(plain if "." in plain else f"{plain}.0", XSD.decimal)


_PLACE = re.compile(r"^Parser error at .*?columns? \d+(?: and (?:line \d+ column )?\d+)?: ")
_PREFIX = re.compile(r"[Pp]refix (?:(\S*): has not been declared|(\S*):)")


def _data_error(error: SyntaxError, data: bytes, label: str, line: int) -> DataError:
    text = data.decode("utf-8", "replace")
    message = re.sub(
        r"^Parser error at .*?columns? \d+(?: and (?:line \d+ column )?\d+)?: ", "", error.msg or str(error)
    )
    column, hint = error.offset, ""
    undeclared = _PREFIX.search(message)
    if undeclared:
        prefix = undeclared.group(1) or undeclared.group(2) or ""
        message = f"the prefix {prefix}: is not declared"
        as_xml = error.lineno is None
        hint = hint_for_prefix(prefix, declaration='xmlns:{}="{}"' if as_xml else "@prefix {}: <{}> .")
        if column is None and (at := text.find(f"{prefix}:")) >= 0:
            line, column = line_and_column(text, at)
    elif "No scheme" in message or "IRI" in message:
        hint = "an IRI holds no spaces, quotes or braces; a relative one needs a base"
    return DataError("TH511", message, at=Location(label, line, column), hint=hint, excerpt=line_at(text, line))
