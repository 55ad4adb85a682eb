"""The readers: one entry a format, with the names and marks by which a file is known to be of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from thence.read.reading import Options, Reading

if TYPE_CHECKING:
    from thence.read.container import Members

__all__ = ["OPENERS", "READERS", "Opener", "Reader", "function"]

Function = Callable[[bytes, str, Options], Reading]


@dataclass(frozen=True, slots=True)
class Reader:
    """A format and who reads it.

    name: of the format, lower case.   version: of the reader: a new one renames texts and spans, no statement.
    function: ``module:function``, called as ``(data, path, options)``, returns a Reading, raises InputError.
    suffixes: of file names, without dot, lower case.   guarded: whether it runs in the worker process, because a
    hostile file could make it hang, crash or eat memory.   origin: of a plugin's reader, the distribution and version
    it comes from; empty for those that come with thence.
    """

    name: str
    version: int
    function: str
    media_type: str
    suffixes: tuple[str, ...]
    guarded: bool = False
    origin: str = ""

    def load(self) -> Function:
        """Return the function; its module is imported now."""
        return function(self.function)


def function(name: str) -> Function:
    """Return a reader's function by its name, ``module:function``; the module is imported now."""
    found: Function = _named(name)
    return found


def _named(name: str) -> Any:
    module, _, inner = name.partition(":")
    return getattr(import_module(module), inner)


@dataclass(frozen=True, slots=True)
class Opener:
    """A format whose files hold other files, and what takes them out.

    name: of the format.   version: of the opener: a new one looks into every such file again.
    function: ``module:function``, called as ``(data, path, options)``, returns Members, raises InputError.
    label: for people.   suffixes: as of a Reader.
    """

    name: str
    version: int
    function: str
    label: str
    suffixes: tuple[str, ...]

    def load(self) -> Callable[[bytes, str, Options], Members]:
        """Return the function; its module is imported now."""
        found: Callable[[bytes, str, Options], Members] = _named(self.function)
        return found


def _own(name: str, version: int, media: str, *suffixes: str, module: str = "", guarded: bool = False) -> Reader:
    return Reader(name, version, f"thence.read.{module or name}:read_{name}", media, suffixes, guarded)


_OFFICE = "application/vnd.openxmlformats-officedocument"
_RDF = "thence.read.rdf:read_rdf"

READERS: Mapping[str, Reader] = {
    reader.name: reader
    for reader in (
        _own("txt", 3, "text/plain", "txt", "text", "log"),
        _own("md", 2, "text/markdown", "md", "markdown", "mkd", "mdown"),
        _own("csv", 3, "text/csv", "csv", "tsv", "tab"),
        _own("json", 4, "application/json", "json", "jsonl", "ndjson"),
        _own("yaml", 2, "application/yaml", "yaml", "yml"),
        _own("toml", 2, "application/toml", "toml"),
        _own("html", 3, "text/html", "html", "htm", "xhtml"),
        _own("xml", 2, "application/xml", "xml", "rss", "atom"),
        _own("eml", 3, "message/rfc822", "eml"),
        _own("vcf", 2, "text/vcard", "vcf", "vcard"),
        _own("ics", 2, "text/calendar", "ics"),
        _own("pdf", 4, "application/pdf", "pdf", guarded=True),
        _own("docx", 4, f"{_OFFICE}.wordprocessingml.document", "docx", "docm", guarded=True),
        _own("xlsx", 2, f"{_OFFICE}.spreadsheetml.sheet", "xlsx", "xlsm", guarded=True),
        _own("odt", 3, "application/vnd.oasis.opendocument.text", "odt", "fodt", guarded=True),
        _own("ods", 1, "application/vnd.oasis.opendocument.spreadsheet", "ods", "fods", guarded=True),
        _own("pptx", 1, f"{_OFFICE}.presentationml.presentation", "pptx", "pptm", "ppsx", guarded=True),
        _own("odp", 1, "application/vnd.oasis.opendocument.presentation", "odp", "fodp", guarded=True),
        _own("rtf", 2, "application/rtf", "rtf", guarded=True),
        _own("epub", 2, "application/epub+zip", "epub", guarded=True),
        _own("image", 1, "image/png", "png", "jpg", "jpeg", "tif", "tiff", "bmp", "gif", "webp", guarded=True),
        Reader("turtle", 2, _RDF, "text/turtle", ("ttl",)),
        Reader("n-triples", 2, _RDF, "application/n-triples", ("nt",)),
        Reader("n-quads", 2, _RDF, "application/n-quads", ("nq",)),
        Reader("trig", 2, _RDF, "application/trig", ("trig",)),
        Reader("json-ld", 2, _RDF, "application/ld+json", ("jsonld",)),
        Reader("rdf-xml", 2, _RDF, "application/rdf+xml", ("rdf", "owl")),
    )
}
"""Format -> its reader, of the formats that come with thence."""

OPENERS: Mapping[str, Opener] = {
    opener.name: opener
    for opener in (
        Opener("zip", 1, "thence.read.archive:open_zip", "a zip archive", ("zip",)),
        Opener("tar", 1, "thence.read.tar:open_tar", "a tar archive", ("tar",)),
        Opener("gzip", 1, "thence.read.tar:open_gzip", "a compressed file", ("gz", "tgz")),
        Opener("mbox", 1, "thence.read.mbox:open_mbox", "a mailbox", ("mbox", "mbx")),
        Opener("eml", 1, "thence.read.attachments:open_eml", "a mail with attachments", ()),
    )
}
"""Format -> its opener. A mail is a document too; the others only hold some."""
