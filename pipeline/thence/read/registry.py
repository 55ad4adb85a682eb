"""The readers: one entry a format, with the names and marks by which a file is known to be of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module

from thence.read.reading import Options, Reading

__all__ = ["READERS", "Reader"]


@dataclass(frozen=True, slots=True)
class Reader:
    """A format and who reads it.

    name: of the format, lower case.   version: of the reader: a new one renames texts and spans, no statement.
    function: ``module:function``, called as ``(data, path, options)``, returns a Reading, raises InputError.
    suffixes: of file names, without dot, lower case.   guarded: whether it runs in the worker process, because a
    hostile file could make it hang, crash or eat memory.
    """

    name: str
    version: int
    function: str
    media_type: str
    suffixes: tuple[str, ...]
    guarded: bool = False

    def load(self) -> Callable[[bytes, str, Options], Reading]:
        """Return the function; its module is imported now."""
        module, _, name = self.function.partition(":")
        found: Callable[[bytes, str, Options], Reading] = getattr(import_module(module), name)
        return found


def _own(name: str, version: int, media: str, *suffixes: str, module: str = "", guarded: bool = False) -> Reader:
    return Reader(name, version, f"thence.read.{module or name}:read_{name}", media, suffixes, guarded)


_OFFICE = "application/vnd.openxmlformats-officedocument"
_RDF = "thence.read.rdf:read_rdf"

READERS: Mapping[str, Reader] = {
    reader.name: reader
    for reader in (
        _own("txt", 1, "text/plain", "txt", "text", "log"),
        _own("md", 1, "text/markdown", "md", "markdown", "mkd", "mdown"),
        _own("csv", 1, "text/csv", "csv", "tsv", "tab"),
        _own("json", 1, "application/json", "json", "jsonl", "ndjson"),
        _own("yaml", 1, "application/yaml", "yaml", "yml"),
        _own("toml", 1, "application/toml", "toml"),
        _own("html", 1, "text/html", "html", "htm", "xhtml"),
        _own("xml", 1, "application/xml", "xml", "rss", "atom"),
        _own("eml", 1, "message/rfc822", "eml"),
        _own("vcf", 1, "text/vcard", "vcf", "vcard"),
        _own("ics", 1, "text/calendar", "ics"),
        _own("pdf", 1, "application/pdf", "pdf", guarded=True),
        _own("docx", 1, f"{_OFFICE}.wordprocessingml.document", "docx", "docm", guarded=True),
        _own("xlsx", 1, f"{_OFFICE}.spreadsheetml.sheet", "xlsx", "xlsm", guarded=True),
        _own("odt", 1, "application/vnd.oasis.opendocument.text", "odt", guarded=True),
        _own("rtf", 1, "application/rtf", "rtf", guarded=True),
        _own("epub", 1, "application/epub+zip", "epub", guarded=True),
        _own("image", 1, "image/png", "png", "jpg", "jpeg", "tif", "tiff", "bmp", "gif", "webp", guarded=True),
        Reader("turtle", 1, _RDF, "text/turtle", ("ttl",)),
        Reader("n-triples", 1, _RDF, "application/n-triples", ("nt",)),
        Reader("n-quads", 1, _RDF, "application/n-quads", ("nq",)),
        Reader("trig", 1, _RDF, "application/trig", ("trig",)),
        Reader("json-ld", 1, _RDF, "application/ld+json", ("jsonld",)),
        Reader("rdf-xml", 1, _RDF, "application/rdf+xml", ("rdf", "owl")),
    )
}
"""Format -> its reader, of the formats that come with thence."""
