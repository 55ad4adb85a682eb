"""Which RDF syntax a text is in, by what it begins with."""

from __future__ import annotations

import re

__all__ = ["RDF", "is_linked", "rdf_of"]

RDF = frozenset({"turtle", "n-triples", "n-quads", "trig", "json-ld", "rdf-xml"})
"""The formats that are RDF."""

_SPACE = rb"(?:\s|#[^\n]*\n)*"
_DIRECTIVE = re.compile(
    _SPACE + rb"(?:@prefix\s+[\w.-]*:\s*<|@base\s+<|PREFIX\s+[\w.-]*:\s*<[^>\n]*>\s*(?!\()|BASE\s+<)", re.IGNORECASE
)
_OWL_FUNCTIONAL = re.compile(_SPACE + rb"(?:Prefix\s*\(|Ontology\s*\()")
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
    if start.startswith(b"<?xml"):
        return ""
    if _OWL_FUNCTIONAL.match(start):
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
