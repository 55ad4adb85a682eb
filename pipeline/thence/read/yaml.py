"""YAML: the same records as JSON, values as they are meant, places as they are written; aliases stay in bounds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any

import yaml

from thence.errors import InputError, Location
from thence.model.finding import Finding
from thence.read.reading import DEFAULT, Options, Reading, finding, source_findings
from thence.read.rewritten import Rewritten, line_of
from thence.read.source import Source, decode
from thence.read.tree import Tree, declared_by, double_findings, may_be_prose, paragraphs
from thence.read.yaml_text import after_properties, replaced

__all__ = ["read_yaml"]

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_MARK = re.compile(r"^---(?=\s|$)", re.MULTILINE)
_MOST = 10_000_000
"""Characters that aliases may stand for in one file, whatever its size."""


def read_yaml(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read YAML: mappings are records as the objects of JSON are, each document of a stream of several is a row.

    The rendition is the file's text with quoted, folded and indented values as they are meant. An alias is shown as
    what it stands for, in the bytes of the alias; merged keys count as the mapping's own. Tags are ignored: nothing
    is ever made of a value but its text. Raises InputError TH502 with line and column for what is no YAML, TH506 for
    nesting or aliases beyond the limits.
    """
    source = decode(data)
    limits, size = options.limits, len(source.text)
    budget = min(_MOST, limits.expanded_bytes, max(10_000, limits.expansion * size), max(1_000_000, 10 * size))
    reader = _Reader(source, path, options.limits.depth, budget)
    try:
        reader.read()
    except yaml.YAMLError as error:
        raise _no_yaml(error, source.text, path) from None
    except (ValueError, OverflowError, RecursionError, AttributeError) as error:
        raise InputError("TH502", f"not valid YAML: {error}", at=Location(path), hint="repair the file") from None
    return reader.reading()


def _no_yaml(error: yaml.YAMLError, text: str, path: str) -> InputError:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    said = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    line = column = None
    if mark is not None:
        line, column = mark.line + 1, mark.column + 1
    elif isinstance(place := getattr(error, "position", None), int):
        line = text.count("\n", 0, place) + 1
        column = place - text.rfind("\n", 0, place)
    if "nesting depth" in said:
        where = Location(path, line, column)
        return InputError("TH506", "nested too deep", at=where, hint="flatten the file")
    hint = "indent with blanks, not tabs" if "'\\t'" in said else "repair the file; nothing of it was read"
    return InputError("TH502", f"not valid YAML: {said}", at=Location(path, line, column), hint=hint)


@dataclass(slots=True)
class _Level:
    """A mapping or sequence that is open.   due: whether a key comes next.   flow: whether it ends with a bracket."""

    mapping: bool
    flow: bool
    due: bool = True


@dataclass(frozen=True, slots=True)
class _Alias:
    """An alias with what it stood for where it stands: the name may be given again later."""

    event: Any
    place: tuple[int, int] | None


@dataclass(slots=True)
class _Reader:
    """Walks the events of one file."""

    source: Source
    path: str
    depth: int
    budget: int
    tree: Tree = field(default_factory=Tree)
    levels: list[_Level] = field(default_factory=list)
    anchors: dict[str, tuple[int, int]] = field(default_factory=dict)
    kept: list[Any] = field(default_factory=list)
    naming: list[tuple[str, int, int]] = field(default_factory=list)
    made: list[str] | None = None
    made_length: int = 0
    made_start: int = 0
    spent: int = 0
    last: int = 0
    strings: list[tuple[int, int]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    written: Rewritten = field(init=False)
    key_start: int = 0
    key_levels: int = 0
    rows: int = 0
    several: bool = False

    def __post_init__(self) -> None:
        self.written = Rewritten(self.source)
        self.findings += source_findings(self.source, self.path)
        text = self.source.text
        marks = [match.start() for match in _MARK.finditer(text)]
        before = "".join(re.sub(r"(?m)^(?:#|%).*$", "", text[: marks[0]]).split()) if marks else ""
        self.several = len(marks) > 1 or bool(before)
        self.tree.tables = int(self.several)

    def read(self) -> None:
        """Take every event; what an alias stands for is taken in its place."""
        aliased = "*" in self.source.text
        sources: list[tuple[Iterator[Any], Any]] = [(yaml.parse(self.source.text, Loader=_LOADER), None)]
        while sources:
            event: Any = next(sources[-1][0], None)
            if event is None:
                _, alias = sources.pop()
                if alias is not None and len(sources) == 1:
                    self._end_alias(alias)
                continue
            if isinstance(event, yaml.AliasEvent):
                event = _Alias(event, self._named(event))
                if self.naming:
                    self.kept.append(event)
            if isinstance(event, _Alias):
                event, place = event.event, event.place
                if place is None:
                    self._inside_itself(event)
                    continue
                if self.made is None:
                    self.made, self.made_length = [], 0
                    self.made_start = self._at(event.start_mark)
                sources.append((iter(self.kept[slice(*place)]), event))
                continue
            if aliased and len(sources) == 1:
                self._remember(event)
            self._take(event)

    def _named(self, event: Any) -> tuple[int, int] | None:
        """Return what an alias stands for here and now, as a place in ``kept``; None for what it stands in itself."""
        if any(name == event.anchor for name, _, _ in self.naming):
            return None
        place = self.anchors.get(event.anchor)
        if place is None:
            raise yaml.composer.ComposerError(None, None, f"the alias *{event.anchor} names nothing", event.start_mark)
        return place

    def _remember(self, event: Any) -> None:
        """Keep the events of what has an anchor."""
        anchor = getattr(event, "anchor", None)
        if anchor:
            self.naming.append((anchor, len(self.kept), len(self.levels)))
        if not self.naming:
            if isinstance(event, yaml.DocumentStartEvent):
                self.anchors.clear()
                self.kept.clear()
            return
        self.kept.append(event)
        ends = isinstance(event, yaml.CollectionEndEvent)
        while self.naming and (isinstance(event, yaml.ScalarEvent) or ends):
            name, start, level = self.naming[-1]
            if level != len(self.levels) - ends:
                break
            if isinstance(event, yaml.ScalarEvent) and start != len(self.kept) - 1:
                break
            self.anchors[name] = (start, len(self.kept))
            self.naming.pop()

    def _inside_itself(self, event: Any) -> None:
        said = f"the alias *{event.anchor} stands inside what it names: it is not read"
        self.findings.append(finding("TH528", self.path, said, line=event.start_mark.line + 1, hint="write it out"))
        if self.levels and self.levels[-1].mapping:
            level = self.levels[-1]
            if level.due:
                self.tree.key(f"*{event.anchor}", 0, 0)
            level.due = not level.due

    def _end_alias(self, event: Any) -> None:
        assert self.made is not None
        self.written.put("".join(self.made), event.start_mark.index, event.end_mark.index)
        self.made = None
        self.last = event.end_mark.index + self.written.shift

    def _take(self, event: Any) -> None:
        if self.key_levels:
            self._in_key(event)
        elif isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            self._open(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close(event)

    def _open(self, event: Any) -> None:
        mapping = isinstance(event, yaml.MappingStartEvent)
        if self.levels and self.levels[-1].mapping and self.levels[-1].due:
            self.key_levels, self.key_start = 1, event.start_mark.index
            return
        if len(self.levels) >= self.depth:
            mark = event.start_mark
            where = Location(self.path, mark.line + 1, mark.column + 1)
            said = f"nested deeper than {self.depth}"
            raise InputError("TH506", said, at=where, hint="flatten the file, or raise limits.depth")
        above = self.levels[-1] if self.levels else None
        start = self._say("{" if mapping else "[") if self.made is not None else self._at(event.start_mark)
        if above is not None and above.mapping:
            above.due = not above.due
        row = None
        if above is None and self.several:
            self.rows += 1
            row = self.rows
        self.tree.open(start, is_object=mapping, row=row)
        self.levels.append(_Level(mapping, bool(event.flow_style)))

    def _in_key(self, event: Any) -> None:
        """Pass over a mapping or list that is a key: it stands for nothing but its own text."""
        if isinstance(event, yaml.CollectionStartEvent):
            self.key_levels += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            self.key_levels -= 1
            if not self.key_levels:
                mark: Any = event.end_mark
                start, end = self.key_start, max(self.key_start, mark.index)
                name = " ".join(self.source.text[start:end].split())
                shift = self.written.shift
                self.tree.key(name, *((0, 0) if self.made is not None else (start + shift, end + shift)))
                self.levels[-1].due = False

    def _close(self, event: Any) -> None:
        level = self.levels.pop()
        if self.made is not None:
            end = self._say("}" if level.mapping else "]") + 1
        else:
            end = self._at(event.end_mark) if level.flow else self.last
        self.last = end
        self.tree.close(end)

    def _scalar(self, event: Any) -> None:
        level = self.levels[-1] if self.levels else None
        is_key = level is not None and level.mapping and level.due
        plain = not event.style and event.implicit[0]
        if self.made is not None:
            start = self._say(_lines(event.value) + (": " if is_key and self.made else ""))
            end = start + len(_lines(event.value))
        else:
            start, end = self._place(event)
        block = event.style in ("|", ">")
        if self.made is not None or block:
            self.last = end - (len(event.value) - len(event.value.rstrip("\n")) if block else 0)
        else:
            self.last = self._at(event.end_mark)
        if level is not None and level.mapping:
            level.due = not level.due
        if is_key:
            if plain and event.value == "<<":
                self.tree.merge()
            else:
                self.tree.key(_lines(event.value), start, end)
        elif not (plain and event.value in _NULL):
            if end - start > 20:
                self.strings.append((start, end))
            if level is None and self.several:
                self.rows += 1
            self.tree.scalar(start, end)

    def _place(self, event: Any) -> tuple[int, int]:
        """Write a scalar as it is meant; return where it stands in the rendition."""
        text = self.source.text
        start, end = event.start_mark.index, event.end_mark.index
        if event.anchor or event.tag:
            start = after_properties(text, start, end)
        value = event.value
        if not event.style and text[start:end] == value:
            return start + self.written.shift, end + self.written.shift
        start, end, pieces = replaced(text, start, end, _lines(value), event.style or "")
        begin = start + self.written.shift
        for piece in pieces:
            self.written.put(*piece)
        return begin, end + self.written.shift

    def _at(self, mark: Any) -> int:
        """Return where a mark behind all that was written stands in the rendition."""
        return int(mark.index) + self.written.shift

    def _say(self, said: str) -> int:
        """Add to what an alias stands for; return where it begins in the rendition."""
        assert self.made is not None
        if self.made and self.made[-1][-1:] not in ("{", "[", " ") and said not in ("}", "]"):
            self.made.append(", ")
            self.made_length += 2
        place = self.made_start + self.made_length
        self.made.append(said)
        self.made_length += len(said)
        self.spent += len(said) + 2
        if self.spent > self.budget:
            hint = "write out what the aliases stand for, or raise limits.expansion"
            said = f"aliases stand for more than {self.budget} characters"
            raise InputError("TH506", said, at=Location(self.path), hint=hint)
        return place

    def reading(self) -> Reading:
        """Return what was read."""
        text, byte_map = self.written.finish()
        records = self.tree.records()
        title, author, date, where = declared_by(text, records)
        self.findings += double_findings(self.tree, partial(line_of, self.source, byte_map), self.path)
        prose = (paragraphs(text, *place) for place in self.strings if may_be_prose(text, *place))
        return Reading(
            text,
            byte_map,
            self.source.encoding,
            tuple(chain.from_iterable(prose)),
            records,
            title=title,
            author=author,
            date=date,
            date_span=where,
            findings=tuple(self.findings),
        )


def _lines(text: str) -> str:
    """Return a value with its line breaks as LF, half characters as U+FFFD."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.isascii() else re.sub("[\ud800-\udfff]", "\ufffd", text)
