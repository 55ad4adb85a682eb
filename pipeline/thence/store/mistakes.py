"""What is wrong with an RDF file, in words its author can act on: the parser's complaint, with its place."""

from __future__ import annotations

import contextlib
import io
import json
import re

import pyoxigraph as ox

from thence.errors import DataError, Location
from thence.store.complaints import hint_for_prefix
from thence.store.tokens import line_and_column, line_at

__all__ = [
    "complaint",
    "data_error",
    "offset_of",
    "parser_message",
    "remote_context",
    "triple_term_error",
    "triple_term_in",
]

_TAIL = re.compile(r" \(line \d+\)$")
_PLACE = re.compile(r"^Parser error (?:at|between) .*?columns? \d+(?: and (?:line \d+ column )?\d+)?: ")
_PREFIX = re.compile(r"[Pp]refix (?:(\S*): has not been declared|(\S*):)")
_CODE_POINT = re.compile(r"Invalid IRI code point '(.)'", re.DOTALL)
_IN_WORDS = {" ": "a space", '"': "a double quote", "\\": "a backslash", "\t": "a tab", "\n": "a line break"}
_IRI_HINT = "an IRI holds no spaces, quotes or braces; percent-encode them if that is the IRI's own spelling"


def data_error(error: SyntaxError, data: bytes, label: str, format_: ox.RdfFormat, base: str) -> DataError:
    """Return the parser's complaint about a file, TH511, with line, column and the line itself."""
    text = data.decode("utf-8", "replace")
    message = parser_message(error)
    if error.lineno:
        start = offset_of(text, error.lineno, error.offset or 1)
        end = offset_of(text, error.end_lineno or error.lineno, error.end_offset or error.offset or 1)
    elif format_ == ox.RdfFormat.JSON_LD:
        start, end = _place_in_json(text, data, message, base)
    else:
        start, end = _place_in_xml(text, data, message, base)
    message, hint, start = complaint(message, text, start, end, format_)
    line, column = line_and_column(text, start)
    return DataError("TH511", message, at=Location(label, line, column), hint=hint, excerpt=_excerpt(text, line))


def parser_message(error: SyntaxError) -> str:
    """Return what the parser says, without the place."""
    return _TAIL.sub("", _PLACE.sub("", error.msg or str(error)))


def complaint(message: str, text: str, start: int, end: int, format_: ox.RdfFormat) -> tuple[str, str, int]:
    """Return a parser's message in words for people, a hint, and where the mistake begins.

    start, end: the offsets in the text that the parser names.
    """
    word = text[start:end]
    if "utf-8" in message.lower():
        return "bytes that are no UTF-8", "save the file as UTF-8", start
    undeclared = _PREFIX.search(message)
    if undeclared:
        prefix = undeclared.group(1) or undeclared.group(2) or ""
        as_xml = format_ == ox.RdfFormat.RDF_XML
        hint = hint_for_prefix(prefix, declaration='xmlns:{}="{}"' if as_xml else "@prefix {}: <{}> .")
        at = text.find(f"{prefix}:", start)
        return f"the prefix {prefix}: is not declared", hint, at if start <= at <= max(end, start + 1) else start
    if "LoadDocumentCallback" in message:
        name = word.strip('"') or "of another place"
        return (
            f"the context {name} lies elsewhere, and nothing is fetched over the network",
            "write the context's terms into the file itself, in place of its address",
            start,
        )
    if "rdf:ID value" in message and "already" in message:
        iri = message.partition("<")[2].partition(">")[0]
        name = iri.rpartition("#")[2]
        return f"the rdf:ID {name!r} is used a second time: <{iri}>", "use rdf:about for more on one thing", start
    if found := _told_otherwise(message, word, text[max(start - 40, 0) : min(end, start + 400) + 40], format_):
        return *found, start
    if "IRI" in message or "No scheme" in message:
        return _iri_complaint(message, word, start)
    if message == "Unexpected end of file" and word[:1] in ("'", '"'):
        return "a text that is never closed", "", start
    if message == "Unexpected end of file" and word[:1] == "<":
        return "an IRI that is never closed", "", start
    if message.startswith("Unexpected end") and not text[start:].strip():
        return "the file ends in the middle of a statement", "", start
    return message, "", start


_LANGUAGE = re.compile(r"@[A-Za-z]{1,8}_[A-Za-z0-9]+")
_AS_STATEMENT = "write it as an rdf:Statement with rdf:subject, rdf:predicate and rdf:object"


def _told_otherwise(message: str, word: str, around: str, format_: ox.RdfFormat) -> tuple[str, str] | None:
    """Return a message and a hint for mistakes that the parser tells of in terms of its own.

    around: the text at the place, with some characters before and after it.
    """
    if word.startswith("<<"):
        return f"{message}: a statement about a statement (RDF 1.2) is not read", _AS_STATEMENT
    if format_ == ox.RdfFormat.TURTLE and word == "{":
        return f"{message}: Turtle has no graphs and no rules", "a file with graphs is TriG: name it .trig"
    if format_ in (ox.RdfFormat.TURTLE, ox.RdfFormat.N_TRIPLES) and "dot is expected at the end" in message:
        last = re.search(rf"\S[ \t]+{re.escape(word)}[ \t]*\.[ \t]*(?:\n|$)", around)
        quad = "a line with a graph at its end is N-Quads: name the file .nq"
        return message, quad if last else "end the statement before it with a dot, or write ; or , if it goes on"
    if "<!ENTITY values" in message and re.search(r"\b(?:SYSTEM|PUBLIC)\b", around):
        return "an entity that lies elsewhere, and nothing is fetched", "write its text into the file itself"
    if message.startswith("@type must be the first"):
        return message, "move @type up; what is held by type (@container: @type) may have no @id of its own"
    if tag := _LANGUAGE.search(around):
        return f"{tag.group()} is no language tag", f"with a hyphen: {tag.group().replace('_', '-')}"
    if format_ == ox.RdfFormat.RDF_XML and "No scheme" in message:
        return f"the IRI {word} is relative", "write xml:base as an absolute IRI, as http://example.org/data/"
    return None


def _iri_complaint(message: str, word: str, start: int) -> tuple[str, str, int]:
    quoted = re.search(r"IRI '(.*?)': (.*)", message, re.DOTALL)
    why = message
    iri = word if word.startswith("<") and "\n" not in word else ""
    if quoted:
        iri, why = f"<{quoted.group(1)}>", quoted.group(2)
    if point := _CODE_POINT.search(why):
        char = point.group(1)
        why = f"holds {_IN_WORDS.get(char, repr(char))}"
    elif "No scheme" in why:
        return f"the IRI {iri or word} is relative", "a relative IRI needs a base", start
    else:
        why = f"is none: {why[:1].lower()}{why[1:]}"
    return (f"the IRI {iri} {why}", _IRI_HINT, start) if iri else (message, "", start)


def triple_term_error(data: bytes, label: str, format_: ox.RdfFormat) -> DataError:
    """Return the refusal, TH516, of a file that uses what only RDF 1.2 has, with the first place of it."""
    text = data.decode("utf-8", "replace")
    pattern = {ox.RdfFormat.RDF_XML: _XML_TRIPLE, ox.RdfFormat.JSON_LD: _JSON_TRIPLE}.get(format_, _TRIPLE)
    at = next((match.start() for match in pattern.finditer(text) if match.lastgroup), None)
    line, column = line_and_column(text, at) if at is not None else (None, None)
    return DataError(
        "TH516",
        "a statement about a statement, or a text with a direction (RDF 1.2), is not read",
        at=Location(label, line, column),
        hint=_AS_STATEMENT,
        excerpt=_excerpt(text, line) if line else "",
    )


def triple_term_in(data: bytes, label: str, format_: ox.RdfFormat) -> DataError | None:
    """Return the refusal of RDF/XML that holds a triple as a value, which the parser passes over without a word."""
    if b"Triple" not in data or not _XML_VALUE.search(data):
        return None
    return triple_term_error(data, label, format_)


_STRINGS = (
    r'"""(?:[^"\\]++|\\.|"{1,2}(?!"))*+"""'
    r"|'''(?:[^'\\]++|\\.|'{1,2}(?!'))*+'''"
    r'|"(?:[^"\\\n]++|\\.)*+"'
    r"|'(?:[^'\\\n]++|\\.)*+'"
)
_TRIPLE = re.compile(
    rf"\#[^\n]*|(?P<directed>(?:{_STRINGS})@[A-Za-z0-9-]*--[a-z]+)|{_STRINGS}|(?P<triple><<)|<[^<>\s]*>"
    r"|(?P<note>\{\||~)",
    re.DOTALL,
)
_XML_TRIPLE = re.compile(
    r"<!--.*?-->|(?P<dir>\bdir\s*=)|(?P<triple>parseType\s*=\s*['\"]Triple|:annotation)", re.DOTALL
)


_XML_VALUE = re.compile(rb":parseType\s*=\s*['\"]Triple['\"]")
_JSON_TRIPLE = re.compile(r'(?P<dir>"@direction"\s*:)|(?P<note>"@annotation"\s*:)')


def offset_of(text: str, line: int, column: int) -> int:
    """Return the offset of a place, both from 1; within the text."""
    at = 0
    for _ in range(line - 1):
        at = text.find("\n", at) + 1
        if not at:
            return len(text)
    return min(at + column - 1, len(text))


def _excerpt(text: str, line: int) -> str:
    found = line_at(text, line)
    return found if len(found) <= 400 else ""


class _Steps(io.BytesIO):
    """A file that hands out its bytes up to one of some marks at a time."""

    def __init__(self, data: bytes, marks: re.Pattern[bytes]) -> None:
        super().__init__()
        self._data = data
        self._ends = (match.end() for match in marks.finditer(data))
        self._end = 0
        self.at = 0

    def read(self, size: int | None = -1, /) -> bytes:
        """Return bytes up to the next mark, at most ``size`` of them."""
        if self._end <= self.at:
            self._end = next(self._ends, len(self._data))
        stop = self._end if size is None or size < 0 else min(self._end, self.at + size)
        part = self._data[self.at : stop]
        self.at = stop
        return part


def _reached(data: bytes, format_: ox.RdfFormat, base: str, marks: re.Pattern[bytes]) -> int:
    """Return the byte up to which the parser has read when it gives up, where it does not say so itself."""
    steps = _Steps(data, marks)
    with contextlib.suppress(SyntaxError, ValueError):
        for _ in ox.parse(steps, format=format_, base_iri=base):
            pass
    return steps.at


def _place_in_xml(text: str, data: bytes, message: str, base: str) -> tuple[int, int]:
    """Return the tag or text at which the parser gives up; of an IRI, where it stands in the tag."""
    reached = _reached(data, ox.RdfFormat.RDF_XML, base, re.compile(rb">|\n"))
    end = len(data[:reached].decode("utf-8", "replace"))
    before = text.rfind("<", 0, max(end - 1, 0))
    start = max(before, text.rfind(">", 0, max(end - 1, 0)) + 1)
    if text[start:end].strip():
        start += len(text[start:end]) - len(text[start:end].lstrip())
    quoted = re.search(r"IRI '(.*?)'", message, re.DOTALL) or re.search(r"entity `(.*?)`", message)
    if quoted and quoted.group(1) and (at := text.find(quoted.group(1), start, end)) >= 0:
        return at, at + len(quoted.group(1))
    return start, end


def _place_in_json(text: str, data: bytes, message: str, base: str) -> tuple[int, int]:
    if "LoadDocumentCallback" in message and (found := remote_context(text)):
        return found
    reached = _reached(data, ox.RdfFormat.JSON_LD, base, re.compile(rb"[,{}\[\]:\n]"))
    end = len(data[:reached].decode("utf-8", "replace"))
    keyword = re.search(r"@\w+", message)
    if keyword and (at := text.rfind(f'"{keyword.group()}"', 0, end)) >= 0:
        return at, at + len(keyword.group()) + 2
    return max(end - 1, 0), end


_CONTEXT = re.compile(r'"(?:[^"\\]++|\\.)*+"(\s*:\s*)?', re.DOTALL)


def remote_context(text: str) -> tuple[int, int] | None:
    """Return where the address of a remote context stands in a JSON-LD text, its quotes included."""
    decoder = json.JSONDecoder()
    for match in _CONTEXT.finditer(text):
        if match.group(1) and match.group().startswith(('"@context"', '"@import"')):
            try:
                value, end = decoder.raw_decode(text, at := match.end())
            except (ValueError, RecursionError):
                continue
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, str):
                    found = text.find(json.dumps(item, ensure_ascii=False), at, end)
                    return (found, found + len(item) + 2) if found >= 0 else (at, end)
    return None
