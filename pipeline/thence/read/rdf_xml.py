"""Where the statements of an RDF/XML file stand, as far as its tags tell; its namespaces and repeated identifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urljoin
from xml.parsers import expat

from thence.names import RDF

__all__ = ["Stated", "joined", "namespaces_in", "repeated_ids", "xml_statements"]

_NAMESPACE = re.compile(r"\sxmlns(?::([\w.-]+))?\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_BASE = "http://www.w3.org/XML/1998/namespace base"


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement as its tags show it.

    subject, predicate, obj: IRIs or the text of a literal; empty where the tags do not tell.   start: offset.
    """

    subject: str
    predicate: str
    obj: str
    start: int


def joined(base: str, iri: str) -> str:
    """Return an IRI resolved against a base, as far as Python knows its scheme; itself where it is none."""
    try:
        return urljoin(base, iri)
    except ValueError:
        return iri


def namespaces_in(text: str) -> dict[str, str]:
    """Return prefix -> namespace of an XML file; the first declaration of each wins, entities stay as written."""
    found: dict[str, str] = {}
    for match in _NAMESPACE.finditer(text):
        name = match.group(2) or match.group(3) or ""
        if "&" not in name:
            found.setdefault(match.group(1) or "", name)
    return found


def repeated_ids(text: str, base: str) -> Iterator[tuple[str, str, int]]:
    """Yield (identifier, IRI, line) of each rdf:ID that the file has used before."""
    seen: set[str] = set()
    for name, iri, start in _walk(text, base).ids:
        if iri in seen:
            yield name, iri, text.count("\n", 0, start) + 1
        seen.add(iri)


def xml_statements(text: str, base: str) -> list[Stated]:
    """Return the statements that the tags of RDF/XML show, in order; those up to the mistake in a broken file."""
    return _walk(text, base).stated


@dataclass(slots=True)
class _Element:
    """An element that is open: a thing (subject is who it is) or what is said of one."""

    is_thing: bool
    subject: str
    base: str
    predicate: str = ""
    obj: str = ""
    start: int = 0
    items: int = 0
    is_collection: bool = False
    words: list[str] = field(default_factory=list)


class _Walk:
    """One file walked tag by tag."""

    def __init__(self, text: str, base: str) -> None:
        self.stated: list[Stated] = []
        self.ids: list[tuple[str, str, int]] = []
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self._open = [_Element(False, "", base)]
        self._literal = 0
        self._parser = expat.ParserCreate("utf-8", namespace_separator=" ")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._data
        self._parser.buffer_text = True

    def run(self, text: str) -> None:
        """Walk the text; what expat does not read is left."""
        try:
            self._parser.Parse(text.encode("utf-8", "replace"), True)
        except expat.ExpatError:
            return

    def _place(self) -> int:
        line = self._parser.CurrentLineNumber
        return self._lines[min(line, len(self._lines)) - 1] + self._parser.CurrentColumnNumber

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self._literal:
            self._literal += 1
            return
        top = self._open[-1]
        iri = name.replace(" ", "")
        said = {key.replace(" ", "") if key != _BASE else key: value for key, value in attributes.items()}
        base = joined(top.base, said.pop(_BASE)) if _BASE in said else top.base
        start = self._place()
        if len(self._open) == 1 and iri == RDF.RDF:
            self._open.append(_Element(False, "", base))
        elif top.is_thing:
            self._property(top, iri, said, base, start)
        else:
            self._thing(top, iri, said, base, start)

    def _thing(self, top: _Element, iri: str, said: dict[str, str], base: str, start: int) -> None:
        subject = self._subject(said, base, start)
        top.obj = top.obj or subject
        top.words.clear()
        if top.is_collection:
            self.stated.append(Stated("", RDF.first, subject, start))
            self.stated.append(Stated("", RDF.rest, "", start))
        self._open.append(_Element(True, subject, base))
        if iri != RDF.Description:
            self.stated.append(Stated(subject, RDF.type, iri, start))
        self._attributes(subject, said, start)

    def _property(self, top: _Element, iri: str, said: dict[str, str], base: str, start: int) -> None:
        if iri == RDF.li:
            top.items += 1
            iri = RDF[f"_{top.items}"]
        kind = said.pop(RDF.parseType, "")
        obj = joined(base, said[RDF.resource]) if RDF.resource in said else ""
        if RDF.ID in said:
            statement = self._id(said[RDF.ID], base)
            self.ids.append((said[RDF.ID], statement, start))
            parts = ((RDF.type, RDF.Statement), (RDF.subject, top.subject), (RDF.predicate, iri), (RDF.object, obj))
            self.stated += [Stated(statement, part, value, start) for part, value in parts]
        element = _Element(kind == "Resource", "", base, iri, obj, start)
        element.is_collection = kind == "Collection"
        element.words = [] if kind or obj else [""]
        if kind and kind not in ("Resource", "Collection"):
            self._literal = 1
        self._attributes("", said, start)
        element.subject = "" if element.is_thing else top.subject
        if element.is_thing:
            self.stated.append(Stated(top.subject, iri, "", start))
            element.predicate = ""
        self._open.append(element)

    def _attributes(self, subject: str, said: dict[str, str], start: int) -> None:
        for key, value in said.items():
            if key == RDF.type or not key.startswith((RDF.base, "http://www.w3.org/XML/1998/namespace")):
                self.stated.append(Stated(subject, key, value, start))

    def _subject(self, said: dict[str, str], base: str, start: int) -> str:
        if RDF.about in said:
            return joined(base, said[RDF.about]) if said[RDF.about] else base.partition("#")[0]
        if RDF.ID in said:
            iri = self._id(said[RDF.ID], base)
            self.ids.append((said[RDF.ID], iri, start))
            return iri
        return ""

    def _id(self, name: str, base: str) -> str:
        return f"{base.partition('#')[0]}#{name}"

    def _data(self, text: str) -> None:
        if not self._literal and self._open[-1].words:
            self._open[-1].words.append(text)

    def _end(self, _name: str) -> None:
        if self._literal:
            self._literal -= 1
            if self._literal:
                return
        element = self._open.pop()
        if element.predicate:
            obj = element.obj or "".join(element.words)
            self.stated.append(Stated(element.subject, element.predicate, obj, element.start))


def _walk(text: str, base: str) -> _Walk:
    walk = _Walk(text, base)
    walk.run(text)
    return walk
