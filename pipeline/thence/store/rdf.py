"""RDF in and out: files to quads with the place of each mistake, triples to sorted text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from urllib.parse import quote, urljoin

import pyoxigraph as ox

from thence.errors import InputError, Location
from thence.model.terms import Quad, Triple, triple_line
from thence.store.parsed import FileTerms, parse_as
from thence.store.terms import canonical
from thence.store.tokens import declared_prefixes, tokens
from thence.store.turtle import turtle_blocks

__all__ = ["SUFFIXES", "RdfFormat", "canonical", "parse", "prefixes_in", "serialize"]

RdfFormat = ox.RdfFormat
"""The syntaxes of RDF."""
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


def parse(
    source: Path | bytes, *, media: str | None = None, base: str | None = None, name: str = "", digest: str = ""
) -> Iterator[Quad]:
    """Return the quads of an RDF file, in file order, each term as written (not folded as the store does).

    media: a suffix of `SUFFIXES` or a MIME type; by the file's suffix when None.   base: of relative IRIs; the file's
    own IRI when None.   name: names the source in errors and keys its blank nodes, which get the same labels each time
    and never those of a file of another name; the path when empty.   digest: of the file; where given, blank nodes
    come as IRIs urn:thence:sk:H instead, the same for the same content wherever the file lies.
    Raises InputError for a file or medium nobody can read at once, and DataError (TH511, with line, column and the
    source line) while iterating: some quads before the mistake have been yielded by then, so whoever must not keep half
    of a broken file materialises first.
    """
    label = name or (source.as_posix() if isinstance(source, Path) else "data")
    data = _read(source, label)
    format_ = _format(source, data, media, label)
    if base is None:
        base = source.absolute().as_uri() if isinstance(source, Path) else "file:///" + quote(label.lstrip("/"))
    terms = FileTerms(label, digest=digest, as_json=format_ == ox.RdfFormat.JSON_LD)
    return parse_as(format_, data, base=base, label=label, terms=terms)


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
    try:
        whole = urljoin(base, namespace)
    except ValueError:  # brackets that hold no address
        return namespace
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
