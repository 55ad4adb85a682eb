"""Which RDF syntax a text is in, by what it begins with."""

from __future__ import annotations

import re

__all__ = ["NO_RDF_HINT", "RDF", "is_linked", "owl_of", "rdf_of"]

RDF = frozenset({"turtle", "n-triples", "n-quads", "trig", "json-ld", "rdf-xml"})
"""The formats that are RDF."""

_SPACE = rb"(?:\s|#[^\n]*\n)*"
_DIRECTIVE = re.compile(
    _SPACE + rb"(?:@prefix\s+[\w.-]*:\s*<|@base\s+<|PREFIX\s+[\w.-]*:\s*<[^>\n]*>\s*(?!\()|BASE\s+<)", re.IGNORECASE
)
_NOTES = rb"(?:\s|#[^\n]*(?:\n|\Z))*+"
_OWL_FUNCTIONAL = re.compile(_NOTES + rb"(?:Prefix\s*\(\s*[\w.-]*:\s*=\s*<|Ontology\s*\(\s*(?:<|\)|\Z|[A-Z]))")
_OWL_MANCHESTER = re.compile(_NOTES + rb"(?:(?:Prefix|Namespace):\s+[\w.-]*:?\s*<|Ontology:(?:\s+<|\s*\n))")
_OWL_FRAMES = re.compile(
    _NOTES + rb"(?:Ontology|Class|ObjectProperty|DataProperty|AnnotationProperty|Datatype|Individual):\s+\S"
)
_OWL_XML = re.compile(
    rb"\s*(?:<\?xml[^>]{0,400}\?>\s*)?(?:(?:<!--.{0,4000}?-->|<!DOCTYPE[^\[>]{0,400}(?:\[.{0,6000}?\]\s*)?>)\s*){0,5}"
    rb"<(?:[\w.-]+:)?Ontology(?=\s)(?![^>]*\b(?:about|ID|nodeID)\s*=)[^>]*[\"']http://www\.w3\.org/2002/07/owl#[\"']",
    re.DOTALL,
)
_OWL_NAMES = frozenset({"owl", "ofn", "omn", "owx", "rdf", "ttl"})
NO_RDF_HINT = (
    "save it as RDF/XML or Turtle: in Protégé by File, Save as; or robot convert --input FILE --output FILE.ttl, "
    "which is free and works without Protégé"
)
"""What to do with an ontology in a syntax that is no RDF."""
_GRAPH = re.compile(
    rb"^[ \t]*(?:GRAPH\b[ \t]*)?(?:<[^<>\n]{1,400}>|[\w.-]{0,80}:[\w.-]{0,80}|_:\w{1,80})?[ \t]*\{", re.MULTILINE
)
_TERM = rb'(?:<[^<>"{}|^`\\\s]{1,2000}>|_:[\w.:-]{1,200})'
_VALUE = rb"(?:" + _TERM + rb'|"(?:[^"\\\n]|\\.)*"(?:@[\w-]+|\^\^<[^<>\s]+>)?)'
_LINE = re.compile(
    _TERM + rb"[ \t]+<[^<>\s]{1,2000}>[ \t]+" + _VALUE + rb"(?:[ \t]+(?P<graph>" + _TERM + rb"))?[ \t]*\.[ \t]*(?:#.*)?"
)
_ROOT = re.compile(
    rb"\s*(?:<\?xml[^>]{0,400}\?>\s*)?(?:<!--.{0,4000}?-->\s*){0,5}(?:<!DOCTYPE\s+[\w:]*RDF\b|<(?:[\w.-]+:)?RDF[\s>])",
    re.DOTALL,
)
_ELEMENT = re.compile(rb"<(?:[?!]|[A-Za-z_][\w.-]*(?::[\w.-]+)?[\s/>])")
_SYNTAX = b"http://www.w3.org/1999/02/22-rdf-syntax-ns#"


def rdf_of(head: bytes, promised: str, *, named: bool = False) -> str:
    """Return the RDF syntax that a text's beginning is in, empty when it is in none.

    promised: by the file's name.   named: whether an RDF syntax is promised: then whatever does not look like another
    is taken for what its name says.
    """
    start = head.lstrip()
    if _ROOT.match(start) and (_SYNTAX in head or b"<!ENTITY" in head or named):
        return "rdf-xml"
    if (
        named
        and start[:1] in (b"{", b"[")
        and (is_linked(head) or promised == "json-ld" or start[1:2] in (b'"', b"\n"))
    ):
        return promised if promised == "trig" else "json-ld"
    if named and promised == "rdf-xml" and _SYNTAX in head and _ELEMENT.match(start):
        return "rdf-xml"  # one thing needs no rdf:RDF around it
    if start.startswith(b"<?xml"):
        return ""
    if owl_of(start, promised):
        return ""
    if _DIRECTIVE.match(start):
        if promised in ("turtle", "trig"):
            return promised
        return "trig" if _GRAPH.search(start) else "turtle"
    lines = _lines(head)
    if named and promised in ("turtle", "trig", "n-triples", "n-quads"):
        return promised
    if lines and all(match is not None for match in lines):
        return "n-quads" if any(match and match["graph"] for match in lines) else "n-triples"
    return ""


def owl_of(head: bytes, suffix: str) -> str:
    """Return the syntax of OWL that is no RDF and that a text is in, empty when it is in none.

    suffix: of the file's name: under the names of ontologies the first frame of one is enough.

    >>> owl_of(b"Prefix(:=<urn:x:>)", "owl"), owl_of(b"Class: 7b, Tuesday", "txt"), owl_of(b"Class: Whale", "omn")
    ('OWL functional syntax', '', 'OWL Manchester syntax')
    """
    if _OWL_XML.match(head):
        return "OWL/XML"
    if _OWL_FUNCTIONAL.match(head):
        return "OWL functional syntax"
    if _OWL_MANCHESTER.match(head) or (suffix in _OWL_NAMES and _OWL_FRAMES.match(head)):
        return "OWL Manchester syntax"
    if suffix in ("obo", "owl") and head.startswith(b"format-version:"):
        return "the OBO format"
    return ""


def _lines(head: bytes) -> list[re.Match[bytes] | None]:
    lines = head.split(b"\n")
    if len(lines) > 1 and len(head) >= 8_000:
        lines = lines[:-1]
    said = (line.strip() for line in lines[:10])
    return [_LINE.fullmatch(line) for line in said if line and not line.startswith(b"#")]


def is_linked(head: bytes) -> bool:
    """Return whether JSON is JSON-LD: its object, or the first of its array, has "@context", "@graph", or "@id" and
    something else of JSON-LD.

    head: the beginning, or all of it.
    """
    depth = 0
    within = 0
    keys = set()
    at = len(head) - len(head.lstrip())
    first = head[at : at + 1]
    if first not in (b"{", b"["):
        return False
    for match in re.finditer(rb'"(?:[^"\\]|\\.)*"(\s*:)?|[{}\[\]]', head):
        token = match.group()
        if token in (b"{", b"["):
            depth += 1
            if token == b"{" and not within:
                within = depth
        elif token in (b"}", b"]"):
            if depth == within:
                break
            depth -= 1
        elif match[1] and depth == within:
            keys.add(token[: token.rindex(b'"')].strip(b'"'))
    return bool(keys & {b"@context", b"@graph"}) or (
        b"@id" in keys and (len(keys) == 1 or any(key.startswith((b"@", b"http")) for key in keys - {b"@id"}))
    )
