"""What must be refused before a parser sees it: nesting that overflows its stack, entities that fill the memory."""

from __future__ import annotations

import re

import pyoxigraph as ox

from thence.errors import DataError, Location

__all__ = ["refuse_depth", "refuse_json_depth", "refuse_xml_depth", "refuse_xml_entities"]

_JSON_DEPTH = 500
_JSON_MARKS = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[\[\]{}]', re.DOTALL)
_XML_DEPTH = 1_000
_XML_MARKS = re.compile(
    rb"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)|<!"
    rb"|<(/)?(?:[^<>\"'/]++|\"[^\"]*+\"|'[^']*+'|/(?!>))*+(/)?>",
    re.DOTALL,
)
_TRIPLE_DEPTH = 100
_TRIPLE_MARKS = re.compile(rb"\"(?:[^\"\\\n]++|\\.)*+\"|'(?:[^'\\\n]++|\\.)*+'|<<\(?|<[^<>\s]*+>|\)?>>", re.DOTALL)
_ENTITY = re.compile(rb"<!ENTITY\s+(?:%\s+)?([^\s%\"']+)\s+(?:\"([^\"]*)\"|'([^']*)')")
_REFERENCE = re.compile(rb"[&%]([^\s;&#%<>\"']+);")
_EXPANDED_BYTES = 20_000_000


def refuse_depth(format_: ox.RdfFormat, data: bytes, label: str) -> None:
    """Raise DataError, TH513, for text of a format that its parser does not bear."""
    if format_ == ox.RdfFormat.JSON_LD:
        refuse_json_depth(data, label)
    elif format_ == ox.RdfFormat.RDF_XML:
        refuse_xml_entities(data, label)
        refuse_xml_depth(data, label)
    elif data.count(b"<<") > _TRIPLE_DEPTH:
        _refuse_triple_depth(data, label)


def refuse_json_depth(data: bytes, label: str) -> None:
    """Raise DataError where brackets nest deeper than the parser's stack bears."""
    if data.count(b"[") + data.count(b"{") <= _JSON_DEPTH:
        return
    depth = 0
    for match in _JSON_MARKS.finditer(data):
        mark = match.group()
        if mark in b"[{":
            depth += 1
            if depth > _JSON_DEPTH:
                raise _too_deep("brackets", _JSON_DEPTH, data, match.start(), label)
        elif mark in b"]}":
            depth -= 1


def refuse_xml_depth(data: bytes, label: str) -> None:
    """Raise DataError where elements nest so deep that the parser's time grows with the square of it."""
    if data.count(b"<") <= _XML_DEPTH:
        return
    depth = 0
    for match in _XML_MARKS.finditer(data):
        closing, empty = match.group(1, 2)
        if closing:
            depth -= 1
        elif not empty and match.group()[1:2] not in b"!?":
            depth += 1
            if depth > _XML_DEPTH:
                raise _too_deep("elements", _XML_DEPTH, data, match.start(), label)


def _refuse_triple_depth(data: bytes, label: str) -> None:
    depth = 0
    for match in _TRIPLE_MARKS.finditer(data):
        mark = match.group()
        if mark.startswith(b"<<"):
            depth += 1
            if depth > _TRIPLE_DEPTH:
                raise _too_deep("triples", _TRIPLE_DEPTH, data, match.start(), label)
        elif mark in (b">>", b")>>"):
            depth = max(0, depth - 1)


def _too_deep(what: str, limit: int, data: bytes, offset: int, label: str) -> DataError:
    line = data.count(b"\n", 0, offset) + 1
    column = len(data[data.rfind(b"\n", 0, offset) + 1 : offset].decode("utf-8", "replace")) + 1
    return DataError("TH513", f"{what} nest deeper than {limit} levels", at=Location(label, line, column))


def refuse_xml_entities(data: bytes, label: str) -> None:
    """Raise DataError where the entities of an XML file, expanded, come to more than 20 MB."""
    declared: dict[bytes, bytes] = {
        name: double or single for name, double, single in _ENTITY.findall(data) if double or single
    }
    if not declared:
        return
    sizes: dict[bytes, int] = {}

    def size(name: bytes, open_: frozenset[bytes]) -> int:
        if name in open_ or len(open_) > 50:
            return _EXPANDED_BYTES + 1
        if name not in sizes:
            text = declared.get(name, b"")
            inner = sum(size(reference, open_ | {name}) for reference in _REFERENCE.findall(text))
            sizes[name] = min(len(text) + inner, _EXPANDED_BYTES + 1)
        return sizes[name]

    total = sum(size(name, frozenset()) for name in _REFERENCE.findall(data) if name in declared)
    if total > _EXPANDED_BYTES:
        line = data.count(b"\n", 0, data.find(b"<!ENTITY")) + 1
        raise DataError(
            "TH513",
            f"its entities expand to more than {_EXPANDED_BYTES:,} bytes",
            at=Location(label, line),
            hint="write the text out instead of nesting entities",
        )
