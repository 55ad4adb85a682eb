"""JSON text walked token by token: events with places, strict as the standard, without recursion."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from thence.errors import InputError, Location
from thence.read.rewritten import Rewritten

__all__ = ["ESCAPE", "BrokenError", "Events", "Walk", "input_error", "meant", "unescape"]

_CHARS = r'[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+'
_SPACE = r"[ \t\n\r]*+"
_TOKEN = re.compile(
    rf'{_SPACE}(,?){_SPACE}(?:"({_CHARS})"{_SPACE}:{_SPACE})?(?:"({_CHARS})"'
    r"|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?![\w.]))|(true|false|null)(?!\w)|([{\[])|([}\]]))"
)
_STRING, _NUMBER, _WORD, _OPEN, _CLOSE = 3, 4, 5, 6, 7
_VALUE = rf'(?:"({_CHARS})"|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false)|null)'
_ENDS, _CUT = "the text ends before the value is complete", "the file is cut off: get it again"
_SHAPES, _WIDEST = 100, 60
"""How many shapes of objects get a pattern of their own, and how many members these may have."""
_BLANK = re.compile(_SPACE)
_WHOLE_STRING = re.compile(rf'"{_CHARS}"')
_NAME = re.compile(r"[^\W\d]\w*")
ESCAPE = re.compile(
    r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
    r"|((?:r|u000[dD])\\(?:n|u000[aA]))|u([0-9a-fA-F]{4})|([\"\\/bfnrt]))"
)
_PLAIN = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\n", "t": "\t"}


class Events(Protocol):
    """What takes the events of a walk, in order; see `thence.read.tree.Tree`."""

    def open(self, start: int, *, is_object: bool, row: int | None = None) -> None:
        """Begin an object or array."""

    def key(self, name: str, start: int, end: int) -> None:
        """Take the name of the member that comes next."""

    def scalar(self, start: int, end: int) -> None:
        """Take an item, or a value as a whole."""

    def member(self, name: str, first: int, last: int, start: int, end: int) -> None:
        """Take a name and its scalar."""

    def close(self, end: int) -> None:
        """End the innermost object or array."""

    def flat(self, start: int, end: int, names: tuple[str, ...], places: list[int], row: int | None) -> None:
        """Take an object that holds nothing but scalars at once.   places: as of `TreeRecord`, -1 for a null."""


class BrokenError(Exception):
    """Where JSON ends to be JSON.   depth: whether the nesting is what is wrong.   hint: the next step, if known."""

    def __init__(self, at: int, message: str, *, depth: bool = False, hint: str = "") -> None:
        super().__init__(message)
        self.at = at
        self.message = message
        self.depth = depth
        self.hint = hint


class Walk:
    """Walks values of one text.

    Where objects follow each other that have the same members, each is matched as a whole.
    written: the rendition, in which strings are decoded as they are met; None leaves them as they stand.
    strings: the places, in the rendition, of the strings that are long enough to hold a sentence.
    """

    __slots__ = ("_depth", "_escaped", "_events", "_names", "_shape", "_shapes", "_text", "lone", "strings", "written")

    def __init__(self, text: str, events: Events, written: Rewritten | None, depth: int) -> None:
        self._text = text
        self._events = events
        self._depth = depth
        self._escaped = written is not None and "\\" in text
        self._names: dict[str, str] = {}
        self._shapes: dict[tuple[str, ...], re.Pattern[str] | None] = {}
        self._shape: tuple[re.Pattern[str], tuple[str, ...]] | None = None
        self.written = written
        self.strings: list[tuple[int, int]] = []
        self.lone = 0
        """Escapes of half a character: they stand as U+FFFD."""

    def value(self, at: int, end: int, *, row: int | None = None) -> int:
        """Read one value from ``at``; return where it ends. Raises BrokenError.   row: as of `Tree.open`."""
        text, events, names, strings, escaped = self._text, self._events, self._names, self.strings, self._escaped
        if row is not None and (stop := self._alike(at, end, fresh=True, row=row)) != at:
            return stop
        match = _TOKEN.scanner(text, at, end).match  # type: ignore[attr-defined]
        levels: list[bool] = []
        raws: list[str] | None = None  # the members of an object that holds nothing but scalars so far
        within = False  # an object
        fresh = True  # nothing stands in the innermost object or array yet
        name = ""
        shift = self.written.shift if self.written is not None else 0
        while (token := match()) is not None:
            kind = token.lastindex
            if kind == _CLOSE:
                start, stop = token.span(_CLOSE)
                if not levels or token[1] or token.start(2) >= 0 or (text[start] == "}") != within:
                    break
                events.close(stop + shift)
                levels.pop()
                if raws:
                    self._learn(tuple(raws))
                if not levels:
                    return int(stop)
                if raws and not levels[-1]:
                    at = self._alike(stop, end, fresh=False)
                    if at != stop:
                        match = _TOKEN.scanner(text, at, end).match  # type: ignore[attr-defined]
                else:
                    at = stop
                within, fresh, raws = levels[-1], False, None
                continue
            if (token[1] == "") != fresh:
                break
            first, last = token.span(2)
            if (first >= 0) != within:
                break
            if within:
                raw = token[2]
                name = names.get(raw) or names.setdefault(raw, unescape(raw) if "\\" in raw else raw)
                first += shift
                if escaped and "\\" in raw:
                    shift = self._decode(first - shift, last)
                last += shift
                if raws is not None:
                    raws.append(raw)
            start, stop = token.span(kind)
            at = stop
            if kind == _STRING:
                begin = start + shift
                if escaped and "\\" in token[_STRING]:
                    shift = self._decode(start, stop)
                end_ = stop + shift
                if end_ - begin > 20:
                    strings.append((begin, end_))
                if within:
                    events.member(name, first, last, begin, end_)
                else:
                    events.scalar(begin, end_)
                at += 1
            elif kind == _OPEN:
                if len(levels) >= self._depth:
                    raise BrokenError(start, f"nested deeper than {self._depth}", depth=True)
                if within:
                    events.key(name, first, last)
                within = text[start] == "{"
                raws = [] if within else None
                events.open(start + shift, is_object=within, row=row if not levels else None)
                levels.append(within)
                fresh = True
                continue
            elif kind == _WORD and text[start] == "n":
                if within:
                    events.key(name, first, last)
            elif within:
                events.member(name, first, last, start + shift, stop + shift)
            else:
                events.scalar(start + shift, stop + shift)
            if not levels:
                return int(at)
            fresh = False
        raise _complaint(text, at, end, within=within, fresh=fresh, outermost=not levels)

    def _learn(self, raws: tuple[str, ...]) -> None:
        """Remember the members of an object; the second time they get a pattern."""
        if self.written is None or len(raws) > _WIDEST:
            return
        shape = self._shapes.get(raws)
        if shape is None:
            if raws not in self._shapes:
                if len(self._shapes) < _SHAPES:
                    self._shapes[raws] = None
                return
            if len(set(raws)) < len(raws) or any("\\" in raw for raw in raws):
                return
            members = rf"{_SPACE},{_SPACE}".join(rf'"({re.escape(raw)})"{_SPACE}:{_SPACE}{_VALUE}' for raw in raws)
            shape = self._shapes[raws] = re.compile(rf"{_SPACE}(,?){_SPACE}(\{{){_SPACE}{members}{_SPACE}\}}")
        self._shape = shape, tuple(self._names[raw] for raw in raws)

    def _alike(self, at: int, end: int, *, fresh: bool, row: int | None = None) -> int:
        """Read the objects from ``at`` on that have the members of the one before; return where the last one ends.

        fresh: whether the first stands without a comma before it.   row: of a line's only object.
        """
        if self._shape is None:
            return at
        text, events, strings, escaped = self._text, self._events, self.strings, self._escaped
        (shape, names), shift = self._shape, self.written.shift if self.written is not None else 0
        while (match := shape.match(text, at, end)) is not None:
            places = match.regs
            if (match[1] == "") != fresh:
                break
            start, stop = places[2][0], places[0][1]
            inner = places[4::3]
            begin = start + shift
            if escaped and text.find("\\", start, stop) >= 0:
                found, shift = self._with_escapes(places, shift)
            else:
                found = [
                    place
                    for key, string, other in zip(places[3::3], inner, places[5::3], strict=True)
                    for place in key + (other if string[0] < 0 else string)
                ]
                if shift:
                    found = [place + shift if place >= 0 else -1 for place in found]
                strings += [(first + shift, last + shift) for first, last in inner if last - first > 20]
            events.flat(begin, stop + shift, names, found, row)
            at = stop
            if row is not None:
                break
        return at

    def _with_escapes(self, places: Sequence[tuple[int, int]], shift: int) -> tuple[list[int], int]:
        """Return the places of an object's names and values, as `_alike` finds them, its escapes decoded; and the shift
        behind it.
        """
        found: list[int] = []
        for key, string, other in zip(places[3::3], places[4::3], places[5::3], strict=True):
            found += (key[0] + shift, key[1] + shift)
            start, end = string if string[0] >= 0 else other
            if start < 0:
                found += (-1, -1)
                continue
            begin = start + shift
            if string[0] >= 0 and self._text.find("\\", start, end) >= 0:
                shift = self._decode(start, end)
            if string[0] >= 0 and end + shift - begin > 20:
                self.strings.append((begin, end + shift))
            found += (begin, end + shift)
        return found, shift

    def _decode(self, start: int, end: int) -> int:
        """Write the escapes of a string; return the shift behind them."""
        assert self.written is not None
        said = [(meant(match), *match.span()) for match in ESCAPE.finditer(self._text, start, end)]
        self.lone += sum(each[0] == "\ufffd" for each in said)
        self.written.put_all(said)
        return self.written.shift


def meant(match: re.Match[str]) -> str:
    """Return what an escape stands for; a carriage return is a line break."""
    high, low, line, plain, short = match.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF))
    if line:
        return "\n"
    if plain:
        code = int(plain, 16)
        return "\ufffd" if 0xD800 <= code < 0xE000 else "\n" if code == 13 else chr(code)
    return _PLAIN[short]


def unescape(text: str) -> str:
    r"""Return the inside of a string literal as what it stands for.

    >>> unescape(r"\u00e9 \"1\"")
    'é "1"'
    """
    return ESCAPE.sub(meant, text)


def _complaint(text: str, at: int, end: int, *, within: bool, fresh: bool, outermost: bool) -> BrokenError:
    """Return what is wrong with the text from ``at``, behind the last good token."""
    at = _after_blanks(text, at, end)
    if text.startswith(",", at, end) and not outermost:
        comma = at
        if fresh:
            return BrokenError(at, "a value is expected before the comma", hint="remove the comma")
        at = _after_blanks(text, at + 1, end)
        if text.startswith(("}", "]"), at, end):
            return BrokenError(comma, "a comma stands before the closing bracket", hint="remove the comma")
    elif not fresh and at < end and text[at] not in "}]/#":
        return BrokenError(at, "a comma or a closing bracket is expected")
    if at >= end:
        return BrokenError(end, _ENDS, hint=_CUT)
    if text[at] in "/#":
        return BrokenError(at, "JSON has no comments", hint="remove the comments")
    if text[at] in "}]" and (not fresh or not outermost):
        if fresh or not text.startswith(("}", "]"), at) or (text[at] == "}") != within:
            return BrokenError(at, "the closing bracket is of the other kind")
        return BrokenError(at, "a value is expected")
    if within:
        key = _WHOLE_STRING.match(text, at, end)
        if key is None:
            if text[at] == '"':
                return _bad_string(text, at, end)
            return BrokenError(at, "a member name in double quotes is expected", hint=_quotes(text, at))
        at = _after_blanks(text, key.end(), end)
        if at >= end:
            return BrokenError(end, _ENDS, hint=_CUT)
        if text[at] != ":":
            return BrokenError(at, "a colon is expected after the member name")
        at = _after_blanks(text, at + 1, end)
        if at >= end:
            return BrokenError(end, _ENDS, hint=_CUT)
    if text[at] == '"':
        whole = _WHOLE_STRING.match(text, at, end)
        return _bad_string(text, at, end) if whole is None else BrokenError(at, "a value is expected, no member name")
    if text.startswith(("NaN", "Infinity", "-Infinity", "+Infinity", "-NaN"), at):
        return BrokenError(at, "JSON has no NaN and no Infinity", hint="write null or a number")
    word = _NAME.match(text, at, end)
    if word and word.group() in ("None", "True", "False", "undefined"):
        return BrokenError(at, f"no JSON value begins with {text[at]!r}", hint="write null, true or false")
    return BrokenError(at, f"no JSON value begins with {text[at]!r}", hint=_quotes(text, at))


def _quotes(text: str, at: int) -> str:
    return "write names and texts in double quotes" if text[at] in "'’‘“”" or text[at].isalpha() else ""


def _bad_string(text: str, at: int, end: int) -> BrokenError:
    inside = re.compile(_CHARS).match(text, at + 1, end)
    stop = inside.end() if inside else at
    if text.startswith("\\", stop, end):
        return BrokenError(stop, f"JSON has no escape {text[stop : stop + 2]!r}", hint="write a backslash as \\\\")
    if stop >= end == len(text):
        return BrokenError(at, "the string has no end", hint=_CUT)
    return BrokenError(at, "the string has no end, or holds a line break or a control character")


def _after_blanks(text: str, at: int, end: int) -> int:
    blank = _BLANK.match(text, at, end)
    return blank.end() if blank else at


def input_error(broken: BrokenError, text: str, path: str, kind: str = "JSON") -> InputError:
    """Return the error of a file that is broken as a whole: TH502, or TH506 for its nesting, with line and column."""
    line = text.count("\n", 0, broken.at) + 1
    column = broken.at - text.rfind("\n", 0, broken.at)
    where = Location(path, line, column)
    if broken.depth:
        return InputError("TH506", broken.message, at=where, hint="flatten the file, or raise limits.depth")
    said = f"not valid {kind}: {broken.message}"
    return InputError("TH502", said, at=where, hint=broken.hint or "repair the file; nothing of it was read")
