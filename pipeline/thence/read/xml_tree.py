"""XML as elements that know where they stand: expat says what is well-formed, marks are found by their places."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.parsers import expat  # fed only what has no entity declarations, and asked for nothing but mistakes

from thence.errors import InputError, Location

__all__ = ["Attribute", "Element", "Text", "declared_encoding", "elements"]

_DECLARED = re.compile(rb"""<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z][\w.:-]{0,40})["']""")
_PROLOG = re.compile(r"(?:\s++|<\?.*?\?>|<!--.*?-->)*+", re.DOTALL)
_TYPE_HEAD = re.compile(r"<!DOCTYPE(?:[^\[>\"']|\"[^\"]*\"|'[^']*')*+")
_TYPE = re.compile(
    rf"{_TYPE_HEAD.pattern}"
    r"(?:\[(?:<!--.*?-->|<\?.*?\?>|\"[^\"]*\"|'[^']*'|[^\]\"'])*+\]\s*+)?>",
    re.DOTALL,
)
_MARK = re.compile(
    r"<!--.*?-->|<!\[CDATA\[(?P<data>.*?)\]\]>|<\?.*?\?>|</(?P<end>[^\s>]+)\s*>"
    r"|<(?P<name>[^\s/>!?]+)(?P<rest>(?:[^>\"']|\"[^\"]*\"|'[^']*')*)>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([^\s=/]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_TECHNICAL = ("xmlns", "xml", "xsi")


@dataclass(frozen=True, slots=True)
class Text:
    """Words between marks.   start, end: in the source.   literal: of a CDATA section: & and < mean themselves."""

    start: int
    end: int
    literal: bool = False


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute by its local name, with the places of name and value."""

    name: str
    first: int
    last: int
    start: int
    end: int


@dataclass(slots=True)
class Element:
    """An element by its local name.   first: where that stands.   content: elements and words, in order."""

    name: str
    first: int
    attributes: list[Attribute]
    content: list[Element | Text] = field(default_factory=list)
    worded: bool = False
    bookish: bool = False

    @property
    def children(self) -> list[Element]:
        """The elements in it."""
        return [each for each in self.content if isinstance(each, Element)]


def declared_encoding(data: bytes) -> str | None:
    """Return the encoding that an XML declaration names; None for wide ones: then their own bytes tell."""
    match = _DECLARED.match(data.removeprefix(b"\xef\xbb\xbf").lstrip())
    name = match[1].decode("ascii") if match else None
    return None if name is None or name.lower().startswith(("utf-16", "utf-32", "ucs", "iso-10646", "utf16")) else name


def elements(text: str, path: str, depth: int) -> Element:
    """Return the root element. Raises InputError TH502 with line and column for what is not well-formed, TH506 for
    declared entities, which are refused before anything is parsed, and for nesting beyond ``depth``.
    """
    before = _PROLOG.match(text)
    at = before.end() if before else 0
    head = _TYPE_HEAD.match(text, at)
    if head is not None and text.startswith("[", head.end()) and "<!ENTITY" in text:
        raise _entities(text, at, path)
    _check(text, path)
    if head is not None:
        kind = _TYPE.match(text, at)
        if kind is None:
            raise _entities(text, at, path)
        at = kind.end()
    return _walk(text, at, path, depth)


def _entities(text: str, at: int, path: str) -> InputError:
    where = Location(path, text.count("\n", 0, at) + 1)
    return InputError(
        "TH506", "the file declares entities", at=where, hint="save it without its DOCTYPE's declarations"
    )


def _check(text: str, path: str) -> None:
    """Raise InputError for a text that is not well-formed."""
    blank = len(text) - len(text.lstrip())
    parser = expat.ParserCreate("utf-8")

    def refuse(*_: object) -> None:
        raise _entities(text, 0, path)

    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text[blank:].encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        line = error.lineno + text.count("\n", 0, blank)
        said = expat.ErrorString(error.code)
        hint = (
            "the file is cut off: get it again" if "no element" in said else "repair the file; nothing of it was read"
        )
        raise InputError(
            "TH502", f"not well-formed XML: {said}", at=Location(path, line, error.offset + 1), hint=hint
        ) from None


def _walk(text: str, at: int, path: str, depth: int) -> Element:
    root = Element("", at, [])
    open_ = [root]
    for match in _MARK.finditer(text, at):
        start, end = match.span()
        here = open_[-1]
        if start > at:
            here.content.append(Text(at, start))
            here.worded = here.worded or not text[at:start].isspace()
        at = end
        if (name := match["name"]) is not None:
            first = match.start("name")
            local = name.rpartition(":")[2]
            rest = match["rest"]
            made = Element(
                local,
                first + len(name) - len(local),
                _attributes(text, match.start("rest"), end - 1) if "=" in rest else [],
            )
            here.content.append(made)
            if not rest.endswith("/"):
                if len(open_) > depth:
                    line = text.count("\n", 0, start) + 1
                    hint = "flatten the file, or raise limits.depth"
                    raise InputError("TH506", f"nested deeper than {depth}", at=Location(path, line), hint=hint)
                open_.append(made)
        elif match["end"] is not None:
            if len(open_) > 1:
                open_.pop()
        elif match["data"] is not None and len(match["data"]):
            here.content.append(Text(*match.span("data"), literal=True))
            here.worded = here.worded or not match["data"].isspace()
    return next((each for each in root.children), root)


def _attributes(text: str, start: int, end: int) -> list[Attribute]:
    found = []
    for match in _ATTRIBUTE.finditer(text, start, end):
        prefix, _, local = match[1].rpartition(":")
        if prefix in _TECHNICAL or match[1] == "xmlns":
            continue
        value = match.span(2) if match[2] is not None else match.span(3)
        found.append(Attribute(local, match.end(1) - len(local), match.end(1), *value))
    return found
