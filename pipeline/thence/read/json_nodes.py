"""JSON as nodes that know where they stand, for readers that look for a known structure in it."""

from __future__ import annotations

from collections.abc import Iterator

from thence.read.json_text import ESCAPE, Walk, meant, unescape

__all__ = ["Node", "laid", "nodes"]


class Node:
    """A value.   start, end: in the source; of a string without its quotes.   held: members or items of a container."""

    __slots__ = ("_text", "end", "held", "start")

    def __init__(self, text: str, start: int, end: int = 0, held: dict[str, Node] | list[Node] | None = None) -> None:
        self._text = text
        self.start = start
        self.end = end
        self.held = held

    @property
    def is_string(self) -> bool:
        """Whether this is a string."""
        return self.held is None and self._text.startswith('"', self.start - 1)

    @property
    def said(self) -> str:
        """What a scalar says; empty for an object or array."""
        if self.held is not None:
            return ""
        raw = self._text[self.start : self.end]
        return unescape(raw) if "\\" in raw else raw

    def __iter__(self) -> Iterator[Node]:
        return iter(self.held if isinstance(self.held, list) else ())

    def get(self, *names: str) -> Node | None:
        """Return the member that these names lead to, each inside the one before; None where one is missing or null."""
        found: Node | None = self
        for name in names:
            found = found.held.get(name) if found is not None and isinstance(found.held, dict) else None
        return found

    def first(self, *names: str) -> Node | None:
        """Return the first member that there is."""
        return next((found for name in names if (found := self.get(name)) is not None), None)

    def words(self, *names: str) -> str:
        """Return what the scalar says that these names lead to; empty where there is none."""
        found = self.get(*names)
        return found.said if found is not None else ""


class _Builder:
    """Takes the events of a walk and makes nodes."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._open: list[Node] = []
        self._key = ""
        self._keys: list[str] = []
        self.root: Node | None = None

    def open(self, start: int, *, is_object: bool, row: int | None = None) -> None:  # noqa: ARG002 - an event of `Events`
        node = Node(self._text, start, 0, {} if is_object else [])
        self._keep(self._key, node)
        self._open.append(node)

    def key(self, name: str, start: int, end: int) -> None:  # noqa: ARG002 - an event of `Events`
        self._key = name
        # What comes is a null or a container, which puts itself in this place.
        holder = self._open[-1].held
        assert isinstance(holder, dict)
        holder.pop(name, None)

    def scalar(self, start: int, end: int) -> None:
        self._keep("", Node(self._text, start, end))

    def member(self, name: str, first: int, last: int, start: int, end: int) -> None:  # noqa: ARG002 - an event of `Events`
        self._keep(name, Node(self._text, start, end))

    def close(self, end: int) -> None:
        node = self._open.pop()
        node.end = end
        if not self._open:
            self.root = node

    def flat(self, start: int, end: int, names: tuple[str, ...], places: list[int], row: int | None) -> None:
        raise NotImplementedError  # a walk that writes no rendition meets every token

    def _keep(self, name: str, node: Node) -> None:
        holder = self._open[-1].held if self._open else None
        if isinstance(holder, dict):
            holder[name] = node
        elif holder is not None:
            holder.append(node)


def nodes(text: str, start: int, end: int, depth: int) -> tuple[Node | None, int]:
    """Return the object or array that begins at ``start``, and where it ends. Raises BrokenError."""
    builder = _Builder(text)
    stop = Walk(text, builder, None, depth).value(start, end)
    return builder.root, stop


def laid(text: str, start: int, end: int) -> tuple[list[str], list[int]]:
    """Return the inside of a string in pieces for `Draft.lay`, its escapes decoded."""
    pieces: list[str] = []
    places: list[int] = []
    at = start
    for match in ESCAPE.finditer(text, start, end):
        if match.start() > at:
            pieces.append(text[at : match.start()])
            places += (at, match.start())
        at = match.end()
        pieces.append(meant(match))
        places += (match.start(), at)
    if at < end:
        pieces.append(text[at:end])
        places += (at, end)
    return pieces, places
