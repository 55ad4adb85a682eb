"""Records of trees: what JSON, YAML, TOML and XML say, built from the events of walking them."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from thence.model.document import Block, BlockKind, Field, Record, RecordKind, Span
from thence.model.finding import Finding
from thence.read.dates import iso_date
from thence.read.reading import finding

__all__ = ["Tree", "TreeRecord", "declared_by", "double_findings", "may_be_prose", "paragraphs"]

_OPENING = re.compile(r"\s*+(?:\S++\s++){3}\S|\s*+[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{4}")
_STOP = re.compile(r"[.!?…][\"'”’»)\]]*(?=\s|$)|[。！？]")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")

_LONGEST = 500
"""Characters of a title, and of a name in a path."""
_DEEPEST = 64
"""Names of a path."""


class TreeRecord(Record):
    """A record that makes its fields when somebody asks for them: a large file has millions.

    places: four numbers a field: where its name begins and ends, where its value does; equal ones for no name, -1 for a
    null, which is no field.   above: the path of what holds it.
    """

    __slots__ = ("_above", "_names", "_places")
    _above: tuple[str, ...]
    _names: tuple[str, ...]
    _places: array[int]
    kind = RecordKind.OBJECT
    page = None
    part = ""

    def __new__(cls, *args: Any, **others: Any) -> Record:  # type: ignore[misc]
        """Return a record with the given fields: what `dataclasses.replace` makes of one of these."""
        return Record(*args, **others)

    @classmethod
    def of(
        cls,
        span: Span,
        names: tuple[str, ...],
        places: array[int],
        table: int | None,
        row: int | None,
        title: str,
        above: tuple[str, ...],
    ) -> TreeRecord:
        """Return a record of an object."""
        made: TreeRecord = object.__new__(cls)
        put = object.__setattr__
        put(made, "span", span)
        put(made, "table", table)
        put(made, "row", row)
        put(made, "title", title)
        put(made, "_names", names)
        put(made, "_places", places)
        put(made, "_above", above)
        return made

    @property
    def fields(self) -> tuple[Field, ...]:
        """The named values, in order."""
        four = iter(self._places)
        return tuple(
            Field(name, Span(start, end), None, Span(first, last) if first < last else None)
            for name, first, last, start, end in zip(self._names, four, four, four, four, strict=True)
            if start >= 0
        )

    @property
    def path(self) -> tuple[str, ...]:
        """The names and numbers that lead to it."""
        return self._above if self.row is None else (*self._above, str(self.row))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and _said(self) == _said(other)

    def __hash__(self) -> int:
        return hash(_said(self))

    def __reduce__(self) -> tuple[type[Record], tuple[object, ...]]:
        return Record, _said(self)


def _said(record: Record) -> tuple[object, ...]:
    return (
        record.kind, record.span, record.fields, record.table, record.row, record.title, record.page, record.part,
        record.path,
    )  # fmt: skip


class _Level:
    """An object or array that is still open."""

    __slots__ = (
        "extra", "held", "into", "is_object", "keys", "last", "merging", "names", "path", "places", "row", "rows",
        "slot", "start", "table", "title", "under",
    )  # fmt: skip

    def __init__(
        self,
        start: int,
        title: str,
        path: tuple[str, ...],
        table: int | None,
        row: int | None,
        slot: int,
        *,
        is_object: bool,
    ) -> None:
        self.start = start
        self.title = title
        self.path = path
        """What leads to it, without its own number as a row."""
        self.held = 0
        """Of an array: how many objects and arrays it holds so far."""
        self.table = table
        """Of an object: the table that it is a row of. Of an array: the table that its objects make, if it has any."""
        self.row = row
        self.rows = 0
        self.slot = slot
        self.is_object = is_object
        self.under: tuple[_Level, str, int, int] | None = None
        """Of an array that is a member of an object: that object and the member's name with its place."""
        self.last: tuple[str, int, int] = ("", 0, 0)
        self.keys: list[str] = []
        self.names: list[str] = []
        self.places: list[int] = []
        self.merging = False
        """Whether what comes next gives its members to this object."""
        self.into: _Level | None = None
        """Of what gives its members to an object: that object."""
        self.extra: list[tuple[list[str], list[int]]] = []
        """Members that others gave: those count whose names the object and the givers before do not have."""


class Tree:
    """Makes one record of each object that holds scalars, titled by the names that lead to it.

    Events come in the order of the rendition, all places are the rendition's. A list of scalars gives the object that
    holds it one field an item; the objects of an array are the rows of a table, numbered from 1.
    """

    __slots__ = ("_levels", "_shared", "_slots", "dropped", "tables")

    def __init__(self) -> None:
        self._slots: list[TreeRecord | None] = []
        self._levels: list[_Level] = []
        self._shared: dict[tuple[str, ...], tuple[str, ...]] = {}
        self.tables = 0
        self.dropped: list[tuple[str, int]] = []
        """Names that stand twice in one object, and where the object begins: none of their scalars is read."""

    @property
    def depth(self) -> int:
        """How many objects and arrays are open."""
        return len(self._levels)

    def open(self, start: int, *, is_object: bool, row: int | None = None) -> None:
        """Begin an object or array.   row: of the value as a whole where values follow each other."""
        slot = len(self._slots)
        if not self._levels:
            level = _Level(start, "", (), 1 if row else None, row, slot, is_object=is_object)
            if not is_object:
                level.table = None
                level.path = (str(row),) if row else ()
        else:
            above = self._levels[-1]
            if above.is_object:
                name = above.last[0]
                title = above.title if above.merging else f"{above.title}.{name}" if above.title else name
                title = title[:_LONGEST]
                path = above.path if above.row is None else (*above.path, str(above.row))
                path = path if above.merging else _longer(path, name)
                level = _Level(start, title, path, None, None, slot, is_object=is_object)
                if above.merging:
                    above.merging, level.into = False, above
                elif not is_object:
                    level.under = (above, *above.last)
            elif not is_object or above.into is not None:
                above.held += 1
                path = above.path if above.into is not None else _longer(above.path, str(above.held))
                level = _Level(start, above.title, path, None, None, slot, is_object=is_object)
                level.into = above.into
            else:
                if above.table is None:
                    self.tables += 1
                    above.table = self.tables
                above.rows += 1
                above.held += 1
                level = _Level(start, above.title, above.path, above.table, above.rows, slot, is_object=True)
        if is_object:
            self._slots.append(None)
        self._levels.append(level)

    def table(self, start: int, title: str, path: tuple[str, ...], row: tuple[int, int] | None) -> None:
        """Begin an object that stands in no other, by its title.

        path: what leads to it, without its own number.   row: its table and its number there, if any.
        """
        table, number = row or (None, None)
        self._levels.append(_Level(start, title[:_LONGEST], path, table, number, len(self._slots), is_object=True))
        self._slots.append(None)

    def key(self, name: str, start: int, end: int) -> None:
        """Take the name of the member whose value comes next, with its place."""
        level = self._levels[-1]
        level.last = (name, start, end)
        level.keys.append(name)
        level.merging = False

    def merge(self) -> None:
        """Let the object, or list of objects, that comes next give its members to the innermost object."""
        self._levels[-1].merging = True

    def scalar(self, start: int, end: int) -> None:
        """Take a value that is no object, no array and not null."""
        if not self._levels:
            return
        level = self._levels[-1]
        if level.is_object:
            if level.merging:
                return
            name, first, last = level.last
        elif level.under:
            level, name, first, last = level.under
        else:
            return
        level.names.append(name)
        level.places += (first, last, start, end)

    def member(self, name: str, first: int, last: int, start: int, end: int) -> None:
        """Take a name and a scalar at once."""
        level = self._levels[-1]
        level.keys.append(name)
        level.names.append(name)
        level.places += (first, last, start, end)

    def flat(self, start: int, end: int, names: tuple[str, ...], places: list[int], row: int | None) -> None:
        """Take an object that holds nothing but scalars at once.   places: as of `TreeRecord`, -1 for a null."""
        table, title = 1, ""
        path: tuple[str, ...] = ()
        if row is None:
            above = self._levels[-1]
            if above.table is None:
                self.tables += 1
                above.table = self.tables
            above.rows += 1
            above.held += 1
            table, row, title, path = above.table, above.rows, above.title, above.path
        if -1 in places and places.count(-1) == 2 * len(names):
            return
        names = self._shared.setdefault(names, names)
        self._slots.append(TreeRecord.of(Span(start, end), names, array("q", places), table, row, title, path))

    def close(self, end: int) -> None:
        """End the innermost object or array."""
        level = self._levels.pop()
        if not level.is_object or not (level.names or level.extra):
            return
        if len(level.keys) > 1 and len(set(level.keys)) < len(level.keys):
            self._without_doubles(level)
        if level.extra:
            _merge(level)
        if level.into is not None:
            level.into.extra.append((level.names, level.places))
            return
        names = tuple(level.names)
        names = self._shared.setdefault(names, names)
        self._slots[level.slot] = TreeRecord.of(
            Span(level.start, end), names, array("q", level.places), level.table, level.row, level.title, level.path
        )

    def _without_doubles(self, level: _Level) -> None:
        """Leave out the members that stand twice: nobody knows which one holds."""
        seen: set[str] = set()
        doubles: set[str] = set()
        for name in level.keys:
            if name in seen and name not in doubles:
                doubles.add(name)
                self.dropped.append((name, level.start))
            seen.add(name)
        places = [level.places[at : at + 4] for at in range(0, len(level.places), 4)]
        kept = [(name, place) for name, place in zip(level.names, places, strict=True) if name not in doubles]
        level.names = [name for name, _ in kept]
        level.places = [number for _, place in kept for number in place]

    def mark(self) -> tuple[int, int, int]:
        """Return a state to go back to."""
        return len(self._slots), self.tables, len(self.dropped)

    def back(self, mark: tuple[int, int, int]) -> None:
        """Forget what came after a mark, at which nothing was open."""
        del self._slots[mark[0] :], self.dropped[mark[2] :]
        self.tables = mark[1]
        self._levels.clear()

    def records(self) -> tuple[TreeRecord, ...]:
        """Return the records in the order of their beginnings."""
        return tuple(record for record in self._slots if record is not None and record._names)  # noqa: SLF001


def _longer(path: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Return a path with one more name; what lies very deep has the names of its outermost levels."""
    return (*path, name[:_LONGEST]) if len(path) < _DEEPEST else path


def _merge(level: _Level) -> None:
    """Add the members that an object was given."""
    own = set(level.keys)
    for names, places in level.extra:
        for index, name in enumerate(names):
            if name not in own:
                level.names.append(name)
                level.places += places[4 * index : 4 * index + 4]
        own.update(names)


def may_be_prose(text: str, start: int, end: int) -> bool:
    """Return whether a value holds a sentence: four words, or signs of a script without blanks, and a full stop."""
    opening = _OPENING.match(text, start, end)
    return opening is not None and _STOP.search(text, opening.end(), end) is not None


def paragraphs(text: str, start: int, end: int) -> Iterator[Block]:
    """Yield the paragraphs of a value, parted by blank lines."""
    if text.find("\n", start, end) < 0 and not text[start].isspace():
        yield Block(Span(start, end), BlockKind.PARAGRAPH)
        return
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    for gap in _BLANK_LINE.finditer(text, start, end):
        if start < gap.start():
            yield Block(Span(start, gap.start()), BlockKind.PARAGRAPH)
        start = gap.end()
    if start < end:
        yield Block(Span(start, end), BlockKind.PARAGRAPH)


def double_findings(tree: Tree, line: Callable[[int], int], path: str) -> Iterator[Finding]:
    """Yield what is to be said of members that stand twice (TH544); ten of them by name.

    line: from a place of the rendition to the line of the file.
    """
    dropped = sorted(tree.dropped, key=lambda pair: pair[1])
    hint = "leave the one that holds"
    for name, start in dropped[:10]:
        said = f"the member {name[:60]!r} stands twice in its object: none of its values is read"
        yield finding("TH544", path, said, line=line(start), hint=hint)
    if len(dropped) > 10:
        said = f"{len(dropped)} members stand twice in their objects, the first 10 are named"
        yield finding("TH544", path, said, hint=hint)


def declared_by(text: str, records: Sequence[Record]) -> tuple[str | None, str | None, str | None, Span | None]:
    """Return title, author and date (and where it stands) that the outermost object declares of the document."""
    top = next((record for record in records[:1] if not record.title and record.table is None), None)
    said: dict[str, Span] = {}
    for item in top.fields if top else ():
        if len(item.value):
            said.setdefault(item.name.lower(), item.value)

    def value(name: str) -> str | None:
        return text[said[name].start : said[name].end] if name in said else None

    for name in ("date", "published", "created"):
        words = value(name)
        if words and (date := iso_date(words)):
            return value("title"), value("author"), date, said[name]
    return value("title"), value("author"), None, None
