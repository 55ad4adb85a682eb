"""What must be refused before a parser sees it: nesting that overflows its stack, entities that fill the memory."""

from __future__ import annotations

import re

from thence.errors import DataError, Location

__all__ = ["refuse_json_depth", "refuse_xml_entities"]

_JSON_DEPTH = 500
_JSON_MARKS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
_ENTITY = re.compile(rb"<!ENTITY\s+(?:%\s+)?([^\s%\"']+)\s+(?:\"([^\"]*)\"|'([^']*)')")
_REFERENCE = re.compile(rb"[&%]([^\s;&#%<>\"']+);")
_EXPANDED_BYTES = 20_000_000


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
                line = data.count(b"\n", 0, match.start()) + 1
                raise DataError("TH513", f"brackets nest deeper than {_JSON_DEPTH} levels", at=Location(label, line))
        elif mark in b"]}":
            depth -= 1


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
