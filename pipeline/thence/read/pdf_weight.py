"""Which short lines of a PDF page are set in bold type: they may be headings."""

from __future__ import annotations

import ctypes
import re
from typing import Any

from pypdfium2 import raw

from thence.read.pdf_calls import function
from thence.read.pdf_lines import PageText

__all__ = ["bold_lines"]

_LONGEST = 90
_MOST = 200
"""Lines of a page that are looked at."""
_BOLD = re.compile(r"bold|black|heavy|demi|fett|gras\b|negri", re.IGNORECASE)
_pointer, _int = ctypes.c_void_p, ctypes.c_int


_object = function(raw.FPDFText_GetTextObject, _pointer, _pointer, _int)
_font = function(raw.FPDFTextObj_GetFont, _pointer, _pointer)
_name = function(raw.FPDFFont_GetBaseFontName, ctypes.c_size_t, _pointer, _pointer, ctypes.c_size_t)
_room = ctypes.create_string_buffer(256)


def bold_lines(text_page: Any, text: PageText) -> set[int]:
    """Return the lines that are bold from end to end, where the page's other lines are not.

    text_page: pdfium's handle of its text. Only lines are looked at that are shorter than most and end like headings.
    """
    wide = list(map(float.__sub__, text.right, text.left))
    most = 0.85 * sorted(wide)[len(wide) * 3 // 4]
    some = [
        line
        for line, width in enumerate(wide)
        if width < most and len(said := text.lines[line]) <= _LONGEST and said[-1] not in ".,;" and len(said) > 2
    ]
    if not some or len(some) > _MOST:
        return set()
    page = ctypes.cast(text_page, ctypes.c_void_p).value or 0
    known: dict[int, bool] = {}

    def is_bold(char: int) -> bool:
        font = _font(_object(page, char)) or 0
        if font not in known:
            known[font] = bool(font and _name(font, _room, len(_room)) and _BOLD.search(_room.value.decode("latin-1")))
        return known[font]

    out = {line for line in some if is_bold(text.chars[line])}
    if not out or is_bold(text.chars[wide.index(max(wide))]):
        return set()
    return {line for line in out if is_bold(_last(text, line))}


def _last(text: PageText, line: int) -> int:
    """Return the place of a character of a line's last word."""
    if firsts := text.firsts.get(line):
        return firsts[-1]
    return text.chars[line] + len(text.lines[line]) - 1
