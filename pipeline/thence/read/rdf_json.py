"""Where the statements of a JSON-LD file stand, as far as its members tell."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from thence.names import RDF
from thence.read.rdf_xml import Stated, joined

__all__ = ["json_statements"]

_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[{}\[\]:,]|[^\s"{}\[\]:,]+', re.DOTALL)


@dataclass(slots=True)
class _Node:
    """An object of the file: who it is, and the member that holds it."""

    iri: str = ""
    holder: _Node | None = None
    key: str = ""
    members: list[tuple[str, str | _Node, int]] = field(default_factory=list)


def json_statements(text: str, base: str) -> list[Stated]:
    """Return what the members of a JSON-LD file seem to state, in order: names by its contexts, one for all."""
    nodes, context = _walk(text)
    names = _Names(context, base)
    found: list[Stated] = []
    for node in nodes:
        subject, predicate = _owner(node, names)
        for key, value, start in node.members:
            said = RDF.type if key == "@type" else predicate if key.startswith("@") else names.iri(key)
            if key == "@id":
                continue
            if isinstance(value, _Node):
                found.append(Stated(subject, said, names.thing(value.iri), start))
            else:
                found.append(Stated(subject, said, value, start))
                found += [Stated(subject, said, iri, start) for iri in names.both(value)]
    return sorted(found, key=lambda stated: stated.start)


def _owner(node: _Node, names: _Names) -> tuple[str, str]:
    """Return the subject that an object's members are about, and the predicate above it."""
    predicate = names.iri(node.key) if node.key else ""
    holder: _Node | None = node
    while holder is not None and any(key in ("@value", "@list", "@set") for key, _, _ in holder.members):
        predicate = names.iri(holder.key)
        holder = holder.holder
    return names.thing(holder.iri if holder else ""), predicate


class _Names:
    """The IRIs that a context gives."""

    def __init__(self, context: dict[str, str], base: str) -> None:
        self._context = context
        self._base = joined(base, context.get("@base", ""))

    def iri(self, name: str) -> str:
        """Return the IRI of a key or an identifier, as far as one context for all tells."""
        for _ in range(8):
            told = self._context.get(name)
            if told is None or told == name:
                break
            name = told
        prefix, colon, local = name.partition(":")
        if colon and not local.startswith("//") and prefix in self._context:
            return self.iri(prefix) + local
        return name

    def thing(self, name: str) -> str:
        """Return the IRI of an identifier; empty for none."""
        iri = self.iri(name)
        if not name or ":" in iri:
            return iri
        whole = joined(self._base, iri)
        # Python joins nothing to schemes that it does not know.
        return whole if ":" in whole else f"{self._base.rpartition('/')[0]}/{iri}"

    def both(self, value: str) -> Iterator[str]:
        """Yield the IRIs that a text may stand for."""
        if len(value) <= 2_000 and " " not in value:
            yield self.thing(value)
            if ":" not in value:
                yield self._context.get("@vocab", "") + value


def _walk(text: str) -> tuple[list[_Node], dict[str, str]]:
    nodes: list[_Node] = []
    context: dict[str, str] = {}
    stack: list[tuple[_Node, str]] = []
    node, key = _Node(), ""
    nodes.append(node)
    waiting: tuple[str, int] | None = None
    skip_to = 0
    decoder = json.JSONDecoder()
    for match in _TOKEN.finditer(text):
        word, start = match.group(), match.start()
        if start < skip_to:
            continue
        if word == ":" and waiting:
            key, waiting = waiting[0], None
            if key == "@context":
                skip_to = _context(decoder, text, match.end(), context)
            continue
        if waiting:
            _member(node, key, *waiting)
            waiting = None
        if word in "{[":
            stack.append((node, key))
            if word == "{":
                inner = _Node(holder=node, key=key)
                node.members.append((key, inner, start))
                nodes.append(inner)
                node = inner
        elif word in "}]":
            if stack:
                node, key = stack.pop()
        elif word[0] == '"':
            try:
                waiting = json.loads(word), start
            except ValueError:
                waiting = word[1:-1], start
        elif word not in ":,":
            _member(node, key, word, start)
    return nodes, context


def _member(node: _Node, key: str, value: str, start: int) -> None:
    if key == "@id":
        node.iri = value
    node.members.append((key, value, start))


def _context(decoder: json.JSONDecoder, text: str, at: int, context: dict[str, str]) -> int:
    """Take a context in; return where it ends."""
    at += len(text[at : at + 1000]) - len(text[at : at + 1000].lstrip())
    try:
        value, end = decoder.raw_decode(text, at)
    except (ValueError, RecursionError):
        return at
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, dict):
            for name, meaning in each.items():
                iri = meaning.get("@id") if isinstance(meaning, dict) else meaning
                if isinstance(iri, str):
                    context[name] = iri
    return end
