"""Scalars of YAML: which characters of the file each character of a value comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["Replaced", "after_properties", "replaced"]

Replaced = tuple[str, int, int]
"""Text, and the source code points that it stands for instead of standing there."""

_PROPERTY = re.compile(r"(?:&[^\s,\[\]{}]+|!(?:<[^>\s]*>|[^\s,\[\]{}]*))(?:[ \t]|(?:#[^\n]*)?\n)*")
_FOLD = r"[ \t]*\n(?:[ \t]*\n)*[ \t]*"
_PLAIN = re.compile(_FOLD)
_SINGLE = re.compile(rf"''|{_FOLD}")
_DOUBLE = re.compile(
    rf"\\(?:(?P<code>x[0-9a-fA-F]{{2}}|u[0-9a-fA-F]{{4}}|U[0-9a-fA-F]{{8}})|\n(?P<more>(?:[ \t]*\n)*)[ \t]*"
    rf"|(?P<char>[^\n]))|{_FOLD}"
)
_CHARS = {
    "0": "\0", "a": "\x07", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\n", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEADER = re.compile(r"[|>][-+0-9]*[ \t]*(?:#[^\n]*)?\n?")
_GAP = re.compile(r" |\n+")


def after_properties(text: str, start: int, end: int) -> int:
    """Return where a node begins behind its anchor and tag."""
    while match := _PROPERTY.match(text, start, end):
        start = match.end()
    return start


def replaced(text: str, start: int, end: int, value: str, style: str) -> tuple[int, int, list[Replaced]]:
    """Return where a scalar's value stands without quotes, and what is replaced in it, in order.

    start, end: of the scalar as YAML's marks have it.   value: what it says.   Where the way from one to the other is
    not plain, the value replaces all of it.
    """
    if style in ("|", ">"):
        found = _of_block(text, start, end, value)
        if found is not None:
            return found
    else:
        if style:
            start, end = start + 1, end - 1
        pattern = {"": _PLAIN, "'": _SINGLE, '"': _DOUBLE}[style]
        pieces = [(_meant(match), *match.span()) for match in pattern.finditer(text, start, end)]
        if _joined(text, start, end, pieces) == value:
            return start, end, pieces
    return start, end, [(value, start, end)]


def _joined(text: str, start: int, end: int, pieces: list[Replaced]) -> str:
    out = []
    at = start
    for said, first, last in pieces:
        out += [text[at:first], said]
        at = last
    out.append(text[at:end])
    return "".join(out)


def _meant(match: re.Match[str]) -> str:
    said = match.group()
    if said == "''":
        return "'"
    if said[0] == "\\":
        if code := match["code"]:
            number = int(code[1:], 16)
            return "\ufffd" if 0xD800 <= number < 0xE000 or number > 0x10FFFF else "\n" if number == 13 else chr(number)
        if char := match["char"]:
            return _CHARS.get(char, char)
        return "\n" * match["more"].count("\n")
    breaks = said.count("\n")
    return "\n" * (breaks - 1) if breaks > 1 else " "


def _of_block(text: str, start: int, end: int, value: str) -> tuple[int, int, list[Replaced]] | None:
    """Return a block scalar's lines without their indentation, those of a folded one joined."""
    header = _HEADER.match(text, start, end)
    if header is None:
        return None
    pieces: list[Replaced] = []
    done = 0  # of the value
    at = gap = first = header.end()
    began = False
    for line, stop in _lines(text, at, end):
        if done >= len(value) or not text[line:stop].strip(" "):
            continue
        between = _GAP.match(value, done) if began or value[done] == "\n" else None
        here = between.end() if between else done
        size = _same(text, line, stop, value, here)
        if size is None:
            return None
        begin = stop - size
        said = value[done:here]
        if began:
            pieces.append((said, gap, begin))
        elif said:
            pieces.append((said, first, begin))
        else:
            first = begin
        began = True
        gap = stop
        done = here + size
    rest = value[done:]
    if not began:
        return None
    if rest:
        # What is left are the line breaks that the scalar keeps at its end.
        breaks = text[gap:end]
        if rest.strip("\n") or not breaks.startswith("\n"):
            return None
        kept = gap + 1
        if len(rest) > 1 or breaks[0] != "\n":
            pieces.append((rest, gap, end))
            kept = end
        return first, kept, pieces
    return first, gap, pieces


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        yield start, stop
        start = stop + 1


def _same(text: str, line: int, stop: int, value: str, at: int) -> int | None:
    """Return how many of a line's last characters stand in the value at a place, up to a line's or its own end."""
    spaces = len(text[line:stop]) - len(text[line:stop].lstrip(" "))
    for indent in range(spaces, -1, -1):
        size = stop - line - indent
        if value.startswith(text[line + indent : stop], at):
            before = at == 0 or value[at - 1] in "\n "
            if before:
                return size
    return None
