"""Every IRI and prefix: namespaces, graph names, and the one place where IRIs are minted."""

from __future__ import annotations

import hashlib
import re
import unicodedata
import uuid
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import NewType
from urllib.parse import quote, unquote

__all__ = [
    "AGR",
    "DCTERMS",
    "DEC",
    "DEFAULT_GRAPH",
    "DERIVATIONS",
    "DERIVED",
    "DOCS",
    "EVENT",
    "FOAF",
    "GENERATED",
    "HISTORY",
    "IDENTITY",
    "MONEY",
    "OA",
    "ONTOLOGY",
    "ORG",
    "OWL",
    "OWN",
    "PEOPLE",
    "PLACE",
    "PROV",
    "RDF",
    "RDFS",
    "RUNS",
    "SCHEMA",
    "SH",
    "SKOS",
    "STATEMENTS",
    "TH",
    "TIME",
    "XSD",
    "Iri",
    "Namespace",
    "content_hash",
    "file_iri",
    "file_path",
    "mint",
    "mint_agent",
    "mint_entity",
    "mint_rule",
    "mint_run",
    "mint_span",
    "prefixes",
    "shipped",
    "shorten",
    "slug",
]

Iri = NewType("Iri", str)
"""An absolute IRI as plain text, without angle brackets."""


def shipped(*parts: str) -> Traversable:
    """Return a file or folder of ontology/, shapes/, rules/ or queries/, wherever thence was installed.

    >>> shipped("ontology", "prefixes.ttl").is_file()
    True
    """
    packaged = files("thence") / "data"
    base = packaged if packaged.is_dir() else Path(__file__).parents[2]
    return base.joinpath(*parts)


_PREFIX_LINE = re.compile(r"^@prefix\s+([\w-]*):\s*<([^>]*)>\s*\.\s*$", re.MULTILINE)


@cache
def prefixes() -> Mapping[str, Iri]:
    """Return prefix -> namespace IRI, as declared in ontology/prefixes.ttl, in that order."""
    text = shipped("ontology", "prefixes.ttl").read_text(encoding="utf-8")
    return MappingProxyType({prefix: Iri(namespace) for prefix, namespace in _PREFIX_LINE.findall(text)})


class Namespace:
    """A vocabulary: its attributes are its terms' IRIs.

    >>> TH.quote
    'https://w3id.org/thence#quote'
    >>> RDF["type"]
    'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
    """

    def __init__(self, prefix: str) -> None:
        self.base = prefixes()[prefix]

    def __getattr__(self, name: str) -> Iri:
        if name.startswith("__"):
            raise AttributeError(name)
        iri = Iri(self.base + name)
        self.__dict__[name] = iri  # the next look finds it without coming here
        return iri

    def __getitem__(self, name: str) -> Iri:
        return Iri(self.base + name)

    def __contains__(self, iri: str) -> bool:
        return iri.startswith(self.base)


AGR, DCTERMS, DEC, DOCS, EVENT = (Namespace(p) for p in ("agr", "dcterms", "dec", "docs", "event"))
FOAF, MONEY, OA, ORG, OWN, OWL = (Namespace(p) for p in ("foaf", "money", "oa", "org", "own", "owl"))
PEOPLE, PLACE, PROV, RDF, RDFS = (Namespace(p) for p in ("people", "place", "prov", "rdf", "rdfs"))
SCHEMA, SH, SKOS, TH, TIME, XSD = (Namespace(p) for p in ("schema", "sh", "skos", "th", "time", "xsd"))

DEFAULT_GRAPH = Iri("")
"""The store's default graph: asserted facts."""
DERIVED = Iri("urn:thence:graph:derived")
ONTOLOGY = Iri("urn:thence:graph:ontology")
STATEMENTS = Iri("urn:thence:graph:statements")
DERIVATIONS = Iri("urn:thence:graph:derivations")
GENERATED = Iri("urn:thence:graph:generated")
IDENTITY = Iri("urn:thence:graph:identity")
HISTORY = Iri("urn:thence:graph:history")
RUNS = Iri("urn:thence:graph:runs")


def shorten(iri: str) -> str:
    """Return prefix:local where a shipped prefix fits and the local name is plain, else the IRI in angle brackets.

    >>> shorten("https://w3id.org/thence#quote")
    'th:quote'
    """
    for prefix, namespace in prefixes().items():
        if iri.startswith(namespace) and re.fullmatch(r"[A-Za-z_][\w-]*", iri[len(namespace) :]):
            return f"{prefix}:{iri[len(namespace) :]}"
    return f"<{iri}>"


_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
_PAIRS = [first + second for first in _BASE32 for second in _BASE32]


def content_hash(*parts: bytes | str) -> str:
    """Return the first 26 base32 characters (130 bits, lower case) of the SHA-256 over length-framed parts.

    >>> content_hash("ab", "c") == content_hash("a", "bc")
    False
    """
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    bits = int.from_bytes(digest.digest()[:17], "big") >> 6
    return "".join([_PAIRS[bits >> shift & 1023] for shift in range(120, -1, -10)])


def mint(kind: str, *key: bytes | str) -> Iri:
    """Return ``urn:thence:KIND:H`` for a key.

    kind: doc, text, st, fact, event, sk, recipe, link, decision, file or finding (DESIGN section 4).
    """
    return Iri(f"urn:thence:{kind}:{content_hash(*key)}")


def mint_span(text: Iri, start: int, end: int) -> Iri:
    """Return the IRI of code points [start, end) of a text rendition, as an RFC 5147 fragment."""
    return Iri(f"{text}#char={start},{end}")


def slug(name: str) -> str:
    """Return a readable ASCII part for an IRI: lower case, words joined by hyphens, at most 40 characters.

    >>> slug("Öresund Färjor AB")
    'oresund-farjor-ab'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:40].strip("-") or "x"


def mint_entity(name: str, *key: str) -> Iri:
    """Return ``urn:thence:entity:SLUG-h``: the slug is for people, h (13 characters of the key's hash) decides."""
    return Iri(f"urn:thence:entity:{slug(name)}-{content_hash(*key)[:13]}")


def mint_agent(name: str) -> Iri:
    """Return ``urn:thence:agent:NAME`` for the author of a message, turn or document; NAME is slug and hash."""
    return Iri(f"urn:thence:agent:{slug(name)}-{content_hash(name)[:6]}")


def mint_rule(rule_set: str, name: str) -> Iri:
    """Return ``urn:thence:rule:SET:NAME``."""
    return Iri(f"urn:thence:rule:{slug(rule_set)}:{slug(name)}")


def mint_run() -> Iri:
    """Return a new ``urn:thence:run:UUID``; runs are the only nodes that know the clock."""
    return Iri(f"urn:thence:run:{uuid.uuid4()}")


_DRIVE = re.compile(r"[A-Za-z]:(?=[\\/]|\Z)")
_SERVER = re.compile(r"(?!localhost[\\/])[\w.-]+(?=[\\/]|\Z)", re.ASCII | re.IGNORECASE)
"""A server's name that may stand as the host of an IRI; ``file://localhost/`` is this machine."""
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_PLAIN = "/!$&'()*+,;=:@~"
"""Besides letters, digits and ``-._``: what a path in an IRI may hold as it is (RFC 3986, pchar)."""


def file_iri(path: str) -> Iri:
    r"""Return the IRI of a file: ``file:`` for an absolute path, else a reference relative to the corpus.

    path: POSIX, or of Windows: with a drive, on a server, or long (``\\?\``); nothing is looked up, so it need not
    exist and it works the same on each system. What follows ``!/`` is the name of a member of an archive. A drive is
    written as a capital; letters are otherwise kept, whether the disk tells them apart or not. Bytes that are no UTF-8
    (surrogates, as from os.fsdecode) are kept too. `file_path` leads back.

    >>> file_iri(r"c:\Users\Ana Ruiz\plan #1.md"), file_iri(r"\\server\share\Q3.pdf"), file_iri("case.zip!/a b.md")
    ('file:///C:/Users/Ana%20Ruiz/plan%20%231.md', 'file://server/share/Q3.pdf', 'case.zip!/a%20b.md')
    """
    if path.startswith("\\\\?\\"):
        path = "\\\\" + path[8:] if path[4:8].upper() == "UNC\\" else path[4:]
    if _DRIVE.match(path):
        return Iri(f"file:///{path[0].upper()}:{_from_windows(path[2:])}")
    if path.startswith(("\\\\", "//")):
        plain = _SERVER.match(path, 2)
        return Iri(f"file:{'//' if plain else '////'}{_from_windows(path[2:])}")
    if path.startswith("/"):
        first, slash, rest = path[1:].partition("/")
        # A folder named C: is no drive.
        return Iri(f"file:///{_quoted(first).replace(':', '%3A')}{slash}{_quoted(rest)}")
    first, slash, rest = path.partition("/")
    return Iri(f"{_quoted(first).replace(':', '%3A')}{slash}{_quoted(rest)}")


def file_path(iri: str) -> str:
    r"""Return the path that an IRI of `file_iri` is of; a fragment is left away.

    With a drive or a server it is a path of Windows, with backslashes. Raises ValueError for an IRI of another scheme.

    >>> file_path("file:///C:/Users/Ana%20Ruiz/plan%20%231.md#char=0,5"), file_path("case.zip!/a%20b.md")
    ('C:\\Users\\Ana Ruiz\\plan #1.md', 'case.zip!/a b.md')
    """
    iri = iri.split("#")[0].split("?")[0]
    scheme = _SCHEME.match(iri)
    if scheme is None:
        return _unquoted(iri)
    if scheme.group().lower() != "file:":
        raise ValueError(f"no IRI of a file: {iri}")
    path = iri[len("file:") :]
    if path.startswith("//"):
        host, slash, path = path[2:].partition("/")
        path = slash + path
        if host and host.lower() != "localhost":
            return _to_windows(f"//{host}{path}")
    if _DRIVE.match(path[1:]):
        return _to_windows(path[1:])
    return _to_windows(path) if path.startswith("//") else _unquoted(path)


def _from_windows(path: str) -> str:
    """Return a path of Windows as part of an IRI; behind ``!/`` it is a member's name, with slashes already."""
    outer, inside, member = path.partition("!/")
    return _quoted(outer).replace("!%5C", "%21/").replace("%5C", "/") + inside + _quoted(member)


def _to_windows(path: str) -> str:
    outer, inside, member = path.partition("!/")
    return _unquoted(outer.replace("/", "%5C")) + inside + _unquoted(member)


def _quoted(text: str) -> str:
    try:
        return quote(text, safe=_PLAIN, errors="surrogateescape")
    except UnicodeEncodeError:  # half a character, which Windows allows in names
        return quote(text, safe=_PLAIN, errors="surrogatepass")


def _unquoted(text: str) -> str:
    return unquote(text, errors="surrogateescape")
