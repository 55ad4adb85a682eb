"""JSON and JSON Lines: a parser that keeps places, one record an object, escapes decoded in the rendition."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from thence.errors import InputError, Location
from thence.model.document import Block, BlockKind, Field, Record, RecordKind, Span
from thence.model.finding import Finding
from thence.read.dates import iso_date
from thence.read.draft import Draft
from thence.read.reading import DEFAULT, Options, Reading, finding, source_findings
from thence.read.source import Source, decode

__all__ = ["read_json"]

_DEPTH = 500
_TOKEN = re.compile(
    r'[ \t\n\r]*(?:(?P<string>"(?:[^"\\\x00-\x1f]|\\.)*+")'
    r"|(?P<number>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.]))"
    r"|(?P<word>true|false|null)\b|(?P<mark>[{}\[\],:]))",
    re.DOTALL,
)
_SPACE = re.compile(r"[ \t\n\r]*")
_ESCAPE = re.compile(
    r'\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(["\\/bfnrt]))'
)
_PLAIN = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\n", "t": "\t"}
_SENTENCE = re.compile(r"\w+(?:\W+\w+){3,}[^\n]*[.!?][\"'”’)]*(?:\s|$)")


def read_json(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read JSON: an object that holds scalars is a record, titled by the keys that lead to it.

    Members that are lists of scalars give one field an item. The rendition is the file's text with string escapes
    decoded. Strings that hold sentences are paragraphs too. In a .jsonl or .ndjson file, and where several values
    follow each other, each line is a value and a broken one a finding (TH528). Raises InputError TH502 with line and
    column for broken JSON, TH506 for nesting beyond 500.
    """
    source = decode(data)
    draft = Draft()
    parser = _Parser(source.text, path)
    findings: list[Finding] = list(source_findings(source, path))
    by_line = path.lower().endswith((".jsonl", ".ndjson"))
    if by_line:
        findings.extend(_lines(parser, source.text, path))
    elif source.text.strip():
        try:
            parser.document()
        except _BrokenError as broken:
            if broken.depth or not _is_lines(source.text):
                raise _input_error(broken, source.text, path) from None
            parser = _Parser(source.text, path)
            findings.extend(_lines(parser, source.text, path))
    move = _rendition(draft, source)
    in_order = sorted(parser.records, key=lambda record: (record.span.start, -record.span.end))
    records = tuple(_moved(record, move) for record in in_order)
    text = draft.text()
    blocks = tuple(
        Block(Span(move.at(start), move.at(end)), BlockKind.PARAGRAPH)
        for start, end in parser.strings
        if end - start > 20 and _SENTENCE.match(source.text, start, end)
    )
    top = next((record for record in records if not record.title and record.table is None), None)
    date, where = _date(text, top)
    return Reading(
        text,
        draft.byte_map() if move.sites else source.byte_map,
        source.encoding,
        blocks,
        records,
        title=_value(text, top, "title"),
        author=_value(text, top, "author"),
        date=date,
        date_span=where,
        findings=tuple(findings),
    )


class _BrokenError(Exception):
    """Where JSON ends to be JSON.   depth: whether the nesting is what is wrong."""

    def __init__(self, at: int, message: str, *, depth: bool = False) -> None:
        super().__init__(message)
        self.at = at
        self.message = message
        self.depth = depth


@dataclass(slots=True)
class _Level:
    """An object or array that is still open."""

    start: int
    is_object: bool
    title: str
    table: int | None = None
    row: int | None = None
    rows: int = 0
    own_table: int | None = None
    key: tuple[int, int] | None = None
    fields: list[Field] = field(default_factory=list)
    names: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Parser:
    """Walks JSON text without recursion and collects records in source places."""

    text: str
    path: str
    records: list[Record] = field(default_factory=list)
    strings: list[tuple[int, int]] = field(default_factory=list)
    tables: int = 0

    def document(self) -> None:
        """Read the whole text as one value."""
        end = self.value(0, len(self.text))
        space = _SPACE.match(self.text, end)
        if space and space.end() < len(self.text):
            raise _BrokenError(space.end(), "more text after the value")

    def line(self, at: int, end: int, row: int) -> None:
        """Read one line as one value."""
        stop = self.value(at, end, row=row)
        if self.text[stop:end].strip():
            raise _BrokenError(stop, "more text after the value")

    def value(self, at: int, end: int, *, row: int | None = None) -> int:
        """Read one value from ``at``; return where it ends.   row: the line it is, in JSON Lines."""
        levels: list[_Level] = []
        expect = "value"
        while True:
            match = _TOKEN.match(self.text, at, end)
            if match is None:
                raise self._broken(at, end)
            kind = match.lastgroup or ""
            first, at = match.span(kind)
            mark = match["mark"]
            if expect in ("key", "key or end"):
                if kind == "string":
                    levels[-1].key = (first + 1, at - 1)
                    self._unique(levels[-1], first)
                    expect = "colon"
                    continue
                if not (mark == "}" and expect == "key or end"):
                    raise _BrokenError(first, "a member name in double quotes is expected")
            elif expect == "colon":
                if mark != ":":
                    raise _BrokenError(first, "a colon is expected after the member name")
                expect = "value"
                continue
            elif expect == "comma":
                if mark == ",":
                    expect = "key" if levels[-1].is_object else "value"
                    continue
                if mark not in ("}", "]"):
                    raise _BrokenError(first, "a comma or a closing bracket is expected")
            elif mark in ("{", "["):
                if len(levels) >= _DEPTH:
                    raise _BrokenError(first, f"nested deeper than {_DEPTH}", depth=True)
                levels.append(self._open(levels, first, is_object=mark == "{", row=row))
                expect = "key or end" if mark == "{" else "value or end"
                continue
            elif not mark:
                self._scalar(levels, kind, first, at)
                if not levels:
                    return at
                expect = "comma"
                continue
            elif not (mark == "]" and expect == "value or end"):
                raise _BrokenError(first, "a value is expected")
            if (mark == "}") != levels[-1].is_object:
                raise _BrokenError(first, "the closing bracket is of the other kind")
            self._close(levels.pop(), at)
            if not levels:
                return at
            expect = "comma"

    def _broken(self, at: int, end: int) -> _BrokenError:
        space = _SPACE.match(self.text, at, end)
        at = space.end() if space else at
        if at >= end:
            return _BrokenError(end, "the text ends before the value is complete")
        if self.text[at] == '"':
            return _BrokenError(at, "the string has no end, or holds a line break or a control character")
        return _BrokenError(at, f"no JSON value begins with {self.text[at]!r}")

    def _unique(self, level: _Level, at: int) -> None:
        assert level.key is not None
        name = self.text[slice(*level.key)]
        if name in level.names:
            raise _BrokenError(at, f"the member {name[:60]!r} stands twice in its object")
        level.names.add(name)

    def _open(self, levels: list[_Level], start: int, *, is_object: bool, row: int | None) -> _Level:
        if not levels:
            return _Level(start, is_object, "", 1 if row else None, row)
        above = levels[-1]
        if above.is_object:
            assert above.key is not None
            name = _unescape(self.text[slice(*above.key)])
            return _Level(start, is_object, f"{above.title}.{name}" if above.title else name)
        if not is_object:
            return _Level(start, is_object, above.title)
        if above.own_table is None:
            self.tables += 1
            above.own_table = self.tables
        above.rows += 1
        return _Level(start, is_object, above.title, above.own_table, above.rows)

    def _scalar(self, levels: list[_Level], kind: str, start: int, end: int) -> None:
        if kind == "string":
            start, end = start + 1, end - 1
            self.strings.append((start, end))
        elif kind == "word" and self.text.startswith("null", start):
            return
        holder = levels[-1] if levels else None
        if holder and not holder.is_object:
            # A list of scalars is a member of the object that holds it.
            holder = levels[-2] if len(levels) > 1 and levels[-2].is_object else None
        if holder and holder.key:
            name = _unescape(self.text[slice(*holder.key)])
            holder.fields.append(Field(name, Span(start, end), None, Span(*holder.key)))

    def _close(self, level: _Level, end: int) -> None:
        if level.is_object and level.fields:
            whole = Span(level.start, end)
            self.records.append(
                Record(RecordKind.OBJECT, whole, tuple(level.fields), level.table, level.row, level.title)
            )


def _lines(parser: _Parser, text: str, path: str) -> list[Finding]:
    """Read each line as a value; return the findings about broken ones."""
    found = []
    at = row = 0
    parser.tables = 1
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            row += 1
            before = len(parser.records), len(parser.strings)
            try:
                parser.line(at, at + len(line), row)
            except _BrokenError as broken:
                del parser.records[before[0] :], parser.strings[before[1] :]
                said = f"the line is no JSON: {broken.message} (column {broken.at - at + 1})"
                found.append(finding("TH528", path, said, line=number, hint="the other lines were read"))
        at += len(line) + 1
    return found


def _is_lines(text: str) -> bool:
    """Return whether each of the first lines is a JSON object of its own."""
    lines = [line for line in text[:65_536].split("\n") if line.strip()][:5]
    return len(lines) > 1 and all(line.lstrip().startswith("{") and line.rstrip().endswith("}") for line in lines[:-1])


def _input_error(broken: _BrokenError, text: str, path: str) -> InputError:
    line = text.count("\n", 0, broken.at) + 1
    begin = text.rfind("\n", 0, broken.at) + 1
    column = broken.at - begin + 1
    hint = "repair the file; nothing of it was read"
    if broken.depth:
        return InputError("TH506", broken.message, at=Location(path, line, column), hint="flatten the file")
    return InputError("TH502", f"not valid JSON: {broken.message}", at=Location(path, line, column), hint=hint)


@dataclass(frozen=True, slots=True)
class _Move:
    """From source places to rendition places: after the site i, ``by[i]`` code points are gone."""

    sites: tuple[int, ...] = ()
    by: tuple[int, ...] = ()

    def at(self, place: int) -> int:
        """Return where a source place lies in the rendition."""
        index = bisect_right(self.sites, place) - 1
        return place - self.by[index] if index >= 0 else place


def _rendition(draft: Draft, source: Source) -> _Move:
    """Write the text with its escapes decoded, each one atomic."""
    text = source.text
    if "\\" not in text:
        draft.keep(source, 0, len(text))
        return _Move()
    sites: list[int] = []
    by: list[int] = []
    at = gone = 0
    for match in _ESCAPE.finditer(text):
        draft.keep(source, at, match.start())
        draft.put(_meant(match), source, match.start(), match.end())
        at = match.end()
        gone += at - match.start() - 1
        sites.append(at)
        by.append(gone)
    draft.keep(source, at, len(text))
    return _Move(tuple(sites), tuple(by))


def _meant(match: re.Match[str]) -> str:
    high, low, plain, short = match.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF))
    if plain:
        code = int(plain, 16)
        return "\ufffd" if 0xD800 <= code < 0xE000 else "\n" if code == 13 else chr(code)
    return _PLAIN[short]


def _unescape(text: str) -> str:
    return _ESCAPE.sub(_meant, text) if "\\" in text else text


def _moved(record: Record, move: _Move) -> Record:
    if not move.sites:
        return record

    def shift(span: Span) -> Span:
        return Span(move.at(span.start), move.at(span.end))

    fields = tuple(
        Field(item.name, shift(item.value), item.column, shift(item.name_span) if item.name_span else None)
        for item in record.fields
    )
    return Record(record.kind, shift(record.span), fields, record.table, record.row, record.title)


def _value(text: str, record: Record | None, name: str) -> str | None:
    for item in record.fields if record else ():
        if item.name.lower() == name and len(item.value):
            return text[item.value.start : item.value.end]
    return None


def _date(text: str, record: Record | None) -> tuple[str | None, Span | None]:
    names: Sequence[str] = ("date", "published", "created")
    for name in names:
        for item in record.fields if record else ():
            if item.name.lower() == name and (date := iso_date(text[item.value.start : item.value.end])):
                return date, item.value
    return None, None
