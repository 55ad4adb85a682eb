"""TOML: the same records as JSON; tomllib decides what is valid, a scanner of our own knows the places."""

from __future__ import annotations

import re
import tomllib
from functools import partial
from itertools import chain

from thence.errors import InputError, Location
from thence.read.reading import DEFAULT, Options, Reading, source_findings
from thence.read.rewritten import Rewritten, line_of
from thence.read.source import Source, decode
from thence.read.tree import Tree, declared_by, double_findings, may_be_prose, paragraphs

__all__ = ["read_toml"]

_BLANK = re.compile(r"(?:[ \t\n]++|#[^\n]*+)*+")
_KEY = re.compile(r"""[ \t]*(?:([A-Za-z0-9_-]+)|"((?:[^"\\\n]|\\[^\n])*+)"|'([^'\n]*+)')[ \t]*(\.?)""")
_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\[^\n])*+"|'[^'\n]*+')[ \t]*+"""
_STRINGS = (
    (re.compile(r'"""\n?((?:[^"\\]|\\.|"(?!"")|"(?="""))*+)"""', re.DOTALL), True),
    (re.compile(r"'''\n?((?:[^']|'(?!'')|'(?='''))*+)'''"), False),
    (re.compile(r'"((?:[^"\\\n]|\\[^\n])*+)"'), True),
    (re.compile(r"'([^'\n]*+)'"), False),
)
_PLAIN = re.compile(r"[^\s,\[\]{}#]+(?:[ ](?=\d\d:)[^\s,\[\]{}#]+)?")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|[ \t]*\n[ \t\n]*|([^\n]))")
_CHARS = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\n", "e": "\x1b"}
_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")


def read_toml(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read TOML: a table that holds values is a record, titled by the keys that lead to it.

    The tables of an array are the rows of one; a dotted key is a name with dots. The rendition is the file's text with
    string escapes decoded. Raises InputError TH502 with line and column for what is no TOML, TH506 for nesting beyond
    the limit.
    """
    source = decode(data)
    reader = _Reader(source, path, options.limits.depth)
    _check_keys(source.text, path, options.limits.depth)
    _check(source.text, path)
    reader.read()
    return reader.reading()


def _check_keys(text: str, path: str, depth: int) -> None:
    """Raise InputError for a key of more parts than may be nested: what parses TOML takes their square in memory."""
    long = re.search(rf"(?:^[ \t]*+\[{{0,2}}+|[{{,])[ \t]*+(?:{_PART}\.[ \t]*+){{{depth}}}", text, re.MULTILINE)
    if long is not None:
        raise _too_deep(path, text, long.start(), depth)


def _too_deep(path: str, text: str, at: int, depth: int) -> InputError:
    where = Location(path, text.count("\n", 0, at) + 1)
    return InputError("TH506", f"nested deeper than {depth}", at=where, hint="flatten the file, or raise limits.depth")


def _check(text: str, path: str) -> None:
    """Raise InputError for a text that is no TOML."""
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        place = _PLACE.search(said)
        line, column = (int(place[1]), int(place[2])) if place and place[1] else (text.count("\n") + 1, None)
        where = Location(path, line, column)
        hint = "repair the file; nothing of it was read"
        raise InputError("TH502", f"not valid TOML: {_PLACE.sub('', said)}", at=where, hint=hint) from None
    except RecursionError:
        raise InputError("TH506", "nested too deep", at=Location(path), hint="flatten the file") from None
    except ValueError as error:  # a date that no calendar has, a number too long
        hint = "repair the file; nothing of it was read"
        raise InputError("TH502", f"not valid TOML: {error}", at=Location(path), hint=hint) from None


class _Reader:
    """Walks a text that is valid TOML."""

    def __init__(self, source: Source, path: str, depth: int) -> None:
        self.source = source
        self.text = source.text
        self.path = path
        self.depth = depth
        self.tree = Tree()
        self.written = Rewritten(source)
        self.strings: list[tuple[int, int]] = []
        self.arrays: dict[str, list[int]] = {}
        """Arrays of tables by name: ordinal of the table, and how many rows it has."""
        self.last = 0
        self.names: list[str] = []
        """Of the key read last, from the left."""

    def read(self) -> None:
        """Take every table and its keys."""
        text, tree = self.text, self.tree
        at = self._after_blanks(0)
        tree.open(at, is_object=True)
        while at < len(text):
            if text[at] == "[":
                tree.close(self.last)
                at = self._header(at)
            else:
                name, start, end, at = self._key(at)
                tree.key(name, start, end)
                at = self._value(at + 1)
            at = self._after_blanks(at)
        tree.close(self.last)

    def _after_blanks(self, at: int) -> int:
        match = _BLANK.match(self.text, at)
        return match.end() if match else at

    def _header(self, at: int) -> int:
        """Open the table that a header names; return where the header ends."""
        several = self.text.startswith("[[", at)
        start = at + self.written.shift
        name, _, _, end = self._key(at + 1 + several)
        end += 1 + several
        row: tuple[int, int] | None = None
        if several:
            if name not in self.arrays:
                self.tree.tables += 1
                self.arrays[name] = [self.tree.tables, 0]
            self.arrays[name][1] += 1
            row = self.arrays[name][0], self.arrays[name][1]
        self.tree.table(start, name, self._path(several=several), row)
        self.last = end + self.written.shift
        return end

    def _path(self, *, several: bool) -> tuple[str, ...]:
        """Return what leads to the table that a header names: names, and behind those of arrays the last number."""
        path: list[str] = []
        for count, name in enumerate(self.names[:64], 1):
            path.append(name[:500])
            known = self.arrays.get(".".join(self.names[:count]))
            if known and not (several and count == len(self.names)):
                path.append(str(known[1]))
        return tuple(path)

    def _key(self, at: int) -> tuple[str, int, int, int]:
        """Read a key with its dots; return its name, its place in the rendition and where what follows begins."""
        names = []
        start = end = -1
        while True:
            match = _KEY.match(self.text, at)
            assert match is not None
            kind = next(index for index in (1, 2, 3) if match[index] is not None)
            first, last = match.span(kind)
            begin = first + self.written.shift
            if kind == 2:
                self._decode(first, last)
            names.append(_decoded(match[kind]) if kind == 2 else match[kind])
            start = begin if start < 0 else start
            end = last + self.written.shift
            at = match.end()
            if not match[4]:
                self.names = names
                return ".".join(names), start, end, at

    def _value(self, at: int) -> int:
        """Read a value; return where it ends."""
        text, tree = self.text, self.tree
        open_: list[str] = []
        while True:
            at = self._after_blanks(at)
            char = text[at]
            if char in "[{":
                if len(open_) >= self.depth:
                    raise _too_deep(self.path, text, at, self.depth)
                tree.open(at + self.written.shift, is_object=char == "{")
                open_.append(char)
                at += 1
            elif char in "]}":
                at += 1
                self.last = at + self.written.shift
                tree.close(self.last)
                open_.pop()
            elif char == ",":
                at += 1
            elif open_ and open_[-1] == "{":
                name, start, end, at = self._key(at)
                tree.key(name, start, end)
                at = self._after_blanks(at + 1)
                if text[at] not in "[{":
                    at = self._scalar(at)
            else:
                at = self._scalar(at)
            if not open_:
                return at

    def _scalar(self, at: int) -> int:
        text = self.text
        for pattern, escapes in _STRINGS:
            match = pattern.match(text, at)
            if match is not None:
                start, end = match.span(1)
                begin = start + self.written.shift
                if escapes and "\\" in match[1]:
                    self._decode(start, end)
                stop = end + self.written.shift
                if stop - begin > 20:
                    self.strings.append((begin, stop))
                self.tree.scalar(begin, stop)
                self.last = match.end() + self.written.shift
                return match.end()
        match = _PLAIN.match(text, at)
        assert match is not None
        self.last = match.end() + self.written.shift
        self.tree.scalar(at + self.written.shift, self.last)
        return match.end()

    def _decode(self, start: int, end: int) -> None:
        for match in _ESCAPE.finditer(self.text, start, end):
            self.written.put(_meant(match), *match.span())

    def reading(self) -> Reading:
        """Return what was read."""
        text, byte_map = self.written.finish()
        records = self.tree.records()
        title, author, date, where = declared_by(text, records)
        doubles = double_findings(self.tree, partial(line_of, self.source, byte_map), self.path)
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
            findings=(*source_findings(self.source, self.path), *doubles),
        )


def _decoded(raw: str) -> str:
    return _ESCAPE.sub(_meant, raw) if "\\" in raw else raw


def _meant(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code:
        number = int(code, 16)
        return "\n" if number == 13 else chr(number)
    return _CHARS.get(match[4], match[4]) if match[4] else ""
