"""The words of a PDF page, line by line as its text stream has them, with their boxes; about one call a word."""

from __future__ import annotations

import ctypes
import re
from itertools import accumulate, count, repeat
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pypdfium2 import raw

from thence.read.layout_sides import SIDEWAYS
from thence.read.pdf_edges import Edges, Places
from thence.read.pdf_lines import PageText

__all__ = ["page_text"]

_ODD = re.compile("[\x00-\x08\x0e-\x1f\x7f\xad\ue000-\uf8ff\ufffd-\uffff]")
_SPACES = re.compile("[\t\x0b\x0c\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
_LONE = re.compile(r"\r(?!\n)|(?<!\r)\n")
_BREAK = "\x02"
_REST = chr(0x1FFFE)
"""Stands, while lines are made, for the second half of a character that takes two places of pdfium's page."""
_HALVES = re.compile("[\ud800-\udbff][\udc00-\udfff]|[\udc00-\udfff][\ud800-\udbff]")
_PRINTED = bytes([10, 13, *range(32, 127)])
_ROOM = 32_768
_room = (ctypes.c_ushort * _ROOM)()
_units = np.ctypeslib.as_array(_room)
_NOWHERE: Places = np.empty(0, np.int64)
# Bullets and ticks of the symbol fonts that word processors use.
_SYMBOLS = {
    "\uf0b7": "•", "\uf0a7": "▪", "\uf06e": "▪", "\uf0d8": "➢", "\uf0e0": "→", "\uf0fc": "✓", "\uf076": "❖",
    "\uf02d": "-", "\uf0a8": "□", "\uf071": "□", "\uf0fe": "☒", "\uf02a": "*",
}  # fmt: skip


def page_text(page: Any) -> PageText:
    """Return the lines of a page.   page: pdfium's handle of its text (FPDF_TEXTPAGE)."""
    length = raw.FPDFText_CountChars(page)
    text, signs = _text(page, length)
    out = PageText()
    if not text.count("\n") == text.count("\r") == text.count("\r\n"):
        text, signs = _LONE.sub(" ", text), None
    plain = signs is not None
    if not plain:
        if _ODD.search(text):
            text = _meaning(page, text)
        if _SPACES.search(text):
            text = _SPACES.sub(" ", text)
    out.firsts, stops = _split(text, signs, out)
    if not out.lines:
        return out
    if not plain:
        out.bad = {number: line.count("\ufffd") for number, line in enumerate(out.lines) if "\ufffd" in line}
    sideways = out.sideways = not plain and SIDEWAYS.search(text) is not None
    edges = Edges(page, out, stops)
    if sideways or not edges.fill(length):
        edges.each()
    edges.marks(text, signs)
    return out


def _text(page: Any, length: int) -> tuple[str, NDArray[np.uint8] | None]:
    """Return the page's characters, exactly one a place of pdfium's page; and as bytes where all are plain ASCII."""
    if length <= 0:
        return "", None
    small = length < _ROOM
    room = _room if small else (ctypes.c_ushort * (length + 1))()
    written = raw.FPDFText_GetText(page, 0, length, room)
    if written == length + 1:
        units = (_units if small else np.ctypeslib.as_array(room))[:length]
        signs = units.astype(np.uint8)
        if units.max() < 128:
            said = signs.tobytes()
            return said.decode("latin-1"), None if said.translate(None, _PRINTED) else signs
        text = units.tobytes().decode("utf-16-le", "surrogatepass")
        if len(text) == length and not re.search("[\ud800-\udfff]", text):
            return text, None
    # Characters that the text leaves out, or that take two units.
    codes = map(raw.FPDFText_GetUnicode, repeat(page), range(length))
    text = "".join(chr(code) if code < 0x110000 else "\ufffd" for code in codes)
    return re.sub("[\ud800-\udfff]", "\ufffd", _HALVES.sub(_whole, text)), None


def _whole(halves: re.Match[str]) -> str:
    """Return the character of two halves: in a line that runs leftwards pdfium has the second half first."""
    high, low = sorted(map(ord, halves[0]))
    return chr(0x10000 + ((high - 0xD800) << 10) + low - 0xDC00) + _REST


def _meaning(page: Any, text: str) -> str:
    """Return the text with a sign for hyphens at line ends, symbols as such, and U+FFFD for what means nothing."""
    out = []
    at = 0
    for match in _ODD.finditer(text):
        begin, char = match.start(), match[0]
        if char == "\xad":
            continue
        if raw.FPDFText_GetUnicode(page, begin) == 2 or raw.FPDFText_IsHyphen(page, begin) == 1:
            char = _BREAK if _ends_line(page, begin) else "-"
        else:
            char = _SYMBOLS.get(char, "\ufffd")
        out += [text[at:begin], char]
        at = begin + 1
    return "".join([*out, text[at:]])


def _ends_line(page: Any, index: int) -> bool:
    """Return whether the next character stands elsewhere than right beside this one."""
    here, there = raw.FS_RECTF(), raw.FS_RECTF()
    if not raw.FPDFText_GetLooseCharBox(page, index, ctypes.byref(here)):
        return False
    if not raw.FPDFText_GetLooseCharBox(page, index + 1, ctypes.byref(there)):
        return False
    middle = (there.bottom + there.top) / 2
    return bool(there.left < here.left or middle < here.bottom or middle > here.top)


def _split(text: str, signs: NDArray[np.uint8] | None, out: PageText) -> tuple[dict[int, list[int]], Places]:
    """Fill in lines, chars, bounds and hyphens.

    signs: the text as bytes where it is plain ASCII. Returns the places of the first characters of the words of lines
    with more than single blanks, and of what stands behind each word: for a word parted by a hyphen the hyphen itself.
    """
    text = text.rstrip(" \r\n")
    if text[:1] > " " and "  " not in text and _REST not in text and len(even := _split_even(text, signs, out)):
        return {}, even
    lines, chars, bounds = out.lines, out.chars, out.bounds
    firsts: dict[int, list[int]] = {}
    stops: list[int] = []
    at = 0
    for whole in text.split("\r\n"):
        for piece in whole.split(_BREAK) if _BREAK in whole else (whole,):
            begin, at = at, at + len(piece) + 1
            parted = _BREAK in whole and at <= begin + len(whole) and text[at - 1 : at] == _BREAK
            line = piece.rstrip(" ")
            if parted:
                line = piece + "-"
            if not line:
                continue
            chars.append(begin)
            bounds.append(len(stops))
            if line[0] == " " or "  " in line or _REST in line:
                found = [match.span() for match in re.finditer(r"[^ ]+", line)]
                firsts[len(lines)] = [begin + start for start, _ in found]
                stops += [begin + end for _, end in found]
                line = " ".join(line.replace(_REST, "").split())
            else:
                stops += map(add, accumulate(map(len, line.split(" "))), count(begin))
            if parted:
                out.hyphens.add(len(lines))
                stops[-1] -= 1
            lines.append(line)
        at += 1
    bounds.append(len(stops))
    return firsts, np.array(stops, np.int64)


def _split_even(text: str, signs: NDArray[np.uint8] | None, out: PageText) -> Places:
    """Do the same for a page without double blanks, by the page; nothing where lines are empty or set in."""
    hyphens = signs is None and _BREAK in text
    lines = (text.replace(_BREAK, "-\r\n") if hyphens else text).split("\r\n")
    if "" in lines or min(lines) < "!":
        return _NOWHERE
    bytewise = np.frombuffer(text.encode("latin-1", "replace"), np.uint8) if signs is None else signs[: len(text)]
    # A line feed stands behind a carriage return here.
    blank = bytewise == 32
    blank |= bytewise == 13
    if hyphens:
        blank |= bytewise == 2
    stops = blank.nonzero()[0]
    ends = bytewise[stops]
    if " \r" in text:
        lines = [line.rstrip(" ") for line in lines]
        # The break behind a blank parts no words: the blank ends the line.
        kept = np.ones(len(stops), np.bool_)
        kept[1:] = (ends[1:] != 13) | (ends[:-1] != 32) | (np.diff(stops) != 1)
        over = (~kept).nonzero()[0]
        ends[over - 1] = 13
        stops, ends = stops[kept], ends[kept]
    breaks = (ends != 32).nonzero()[0]
    begins = stops[breaks] + 2
    if hyphens:
        hyphened = ends[breaks] == 2
        begins -= hyphened
        out.hyphens = set(hyphened.nonzero()[0].tolist())
    begins += bytewise[begins] == 10
    out.lines = lines
    out.chars = [0, *begins.tolist()]
    out.bounds = [0, *(breaks + 1).tolist(), len(stops) + 1]
    return np.append(stops, len(bytewise))
