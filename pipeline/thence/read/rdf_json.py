"""Where the statements of a JSON-LD file stand, as far as its members tell."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from thence.names import RDF
from thence.read.rdf_xml import Stated, joined

__all__ = ["json_statements"]

_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[{}\[\]:,]|[^\s"{}\[\]:,]+', re.DOTALL)


@dataclass(slots=True)
class _Node:
    """An object of the file: who it is, and the member that holds it.

    subject, predicate: what its members are about, and the predicate above it.   is_open: whether it is no thing, but
    holds values of the thing above.
    """

    iri: str = ""
    holder: _Node | None = None
    key: str = ""
    members: list[tuple[str, str | _Node, int]] = field(default_factory=list)
    subject: str = ""
    predicate: str = ""
    is_open: bool = False


def json_statements(text: str, base: str) -> list[Stated]:
    """Return what the members of a JSON-LD file seem to state, in order: names by its contexts, one for all."""
    nodes, context = _walk(text)
    names = _Names(context, base)
    for node in nodes:
        for key, value, _ in node.members:
            if isinstance(value, str) and names.iri(key) == "@id":
                node.iri = value
            elif isinstance(value, _Node) and names.container(node.key) == "@id":
                value.iri = value.iri or key
    found: list[Stated] = []
    for node in nodes:
        _tell(node, names)
        subject, predicate = node.subject, node.predicate
        for key, value, start in node.members:
            word = names.member(key)
            if word == "@id":
                continue
            is_list = word == "@list" or names.container(key) == "@list"
            said = RDF.type if word == "@type" else predicate if word.startswith("@") or _is_map(node, names) else word
            is_reverse = key in names.reverse or names.iri(node.key) == "@reverse"
            for obj in [names.thing(value.iri)] if isinstance(value, _Node) else names.values(value):
                if is_list:
                    found.append(Stated("", RDF.first, obj, start))
                found.append(Stated(obj, said, subject, start) if is_reverse else Stated(subject, said, obj, start))
            if is_list:
                found.append(Stated("", RDF.rest, "", start))
            if names.container(node.key) == "@type" and isinstance(value, _Node):
                found.append(Stated(names.thing(value.iri), RDF.type, word, start))
    return sorted(found, key=lambda stated: stated.start)


def _is_map(node: _Node, names: _Names) -> bool:
    """Return whether an object's members are no properties but values by language, index, identifier or type."""
    return names.container(node.key) in ("@language", "@index", "@id", "@type")


def _tell(node: _Node, names: _Names) -> None:
    """Set what an object's members are about, and the predicate above it; those of its holder are set."""
    above = node.holder
    node.predicate = names.member(node.key) if node.key else ""
    node.is_open = above is not None and (
        _is_map(node, names)
        or names.iri(node.key) == "@reverse"
        or any(names.iri(key) in ("@value", "@list", "@set") for key, _, _ in node.members[:8])
    )
    if above is not None and node.is_open:
        node.subject = above.subject
        node.predicate = above.predicate if above.is_open else node.predicate
    else:
        node.subject = names.thing(node.iri)


class _Names:
    """The IRIs that a context gives."""

    def __init__(self, contexts: _Contexts, base: str) -> None:
        context = self._context = contexts.names
        self.reverse = contexts.reverse
        self._containers = contexts.containers
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

    def member(self, name: str) -> str:
        """Return the IRI or the keyword of a member's name or a type."""
        iri = self.reverse.get(name) or self.iri(name)
        iri = self.iri(iri)
        return iri if ":" in iri or iri.startswith("@") else self._context.get("@vocab", "") + iri

    def container(self, name: str) -> str:
        """Return what a member holds its values in, by its context: ``@list``, ``@language`` …; empty for nothing."""
        return self._containers.get(name, "")

    def values(self, value: str) -> Iterator[str]:
        """Yield what a text may stand for: itself, a number as RDF spells it, or IRIs."""
        yield value
        if value[:1] in "-0123456789" and _DOUBLE.fullmatch(value):
            number = Decimal(value)
            yield format(number.normalize(), "f") if number == number.to_integral_value() else _scientific(number)
        if len(value) <= 2_000 and " " not in value:
            yield self.thing(value)
            if ":" not in value:
                yield self._context.get("@vocab", "") + value


_DOUBLE = re.compile(r"-?[0-9]{1,40}(?:\.[0-9]{1,40})?(?:[eE][+-]?[0-9]{1,3})?")


def _scientific(number: Decimal) -> str:
    """Return a number as RDF spells a double: 1.5E0."""
    sign, digits, exponent = number.normalize().as_tuple()
    assert isinstance(exponent, int)
    text = "".join(map(str, digits))
    return f"{'-' if sign else ''}{text[0]}.{text[1:] or '0'}E{exponent + len(text) - 1}"


@dataclass(slots=True)
class _Contexts:
    """What all contexts of a file say, as one.   names: of terms, their IRIs.   reverse: of terms that point backwards.

    containers: of terms, what holds their values.
    """

    names: dict[str, str] = field(default_factory=dict)
    reverse: dict[str, str] = field(default_factory=dict)
    containers: dict[str, str] = field(default_factory=dict)


def _walk(text: str) -> tuple[list[_Node], _Contexts]:
    nodes: list[_Node] = []
    context = _Contexts()
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
    node.members.append((key, value, start))


def _context(decoder: json.JSONDecoder, text: str, at: int, contexts: _Contexts) -> int:
    """Take a context in; return where it ends."""
    at += len(text[at : at + 1000]) - len(text[at : at + 1000].lstrip())
    try:
        value, end = decoder.raw_decode(text, at)
    except (ValueError, RecursionError):
        return at
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, dict):
            _take_in(each, contexts)
    return end


def _take_in(context: dict[str, object], contexts: _Contexts) -> None:
    for name, meaning in context.items():
        told = meaning if isinstance(meaning, dict) else {"@id": meaning}
        container = told.get("@container")
        for word in container if isinstance(container, list) else [container]:
            if isinstance(word, str):
                contexts.containers.setdefault(name, word)
        for key, into in (("@id", contexts.names), ("@reverse", contexts.reverse)):
            if isinstance(iri := told.get(key), str):
                into[name] = iri
        if isinstance(inner := told.get("@context"), dict) and inner is not context:
            for scoped in inner.items():
                _take_in(dict([scoped]), contexts)
