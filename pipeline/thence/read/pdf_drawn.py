"""What a PDF page draws besides its words: rules, pictures and shades; and which of its words nobody sees."""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise, repeat
from typing import Any

from pypdfium2 import raw

from thence.read.pdf_calls import function

__all__ = ["Drawn", "drawn_on", "unseen"]

_ROOM = 1024
_DEEPEST = 4
_MOST = 20_000
"""Objects of a page that are looked at."""
_MOST_PATHS = 3_000
_MOST_SHADES = 1_000
_THIN = 3.0
_WHITE = 248
_INVISIBLE = 3
_pointer, _int = ctypes.c_void_p, ctypes.c_int


# Without declared arguments, which takes half the time: called for every object.
_object = function(raw.FPDFPage_GetObject, _pointer)
_fill = function(raw.FPDFPageObj_GetFillColor, None)
_inner = function(raw.FPDFFormObj_GetObject, _pointer, _pointer, _int)
_mode = function(raw.FPDFTextObj_GetTextRenderMode, _int, _pointer)
_kind = function(raw.FPDFPageObj_GetType, _int, _pointer)
_text_object = function(raw.FPDFText_GetTextObject, _pointer, _pointer, _int)
_stroke = function(raw.FPDFPageObj_GetStrokeColor, None, *([_pointer] * 5))
_colours = (ctypes.c_uint * (4 * _ROOM))()
_shades = memoryview(_colours).cast("B").cast("I")
_at = [[ctypes.byref(_colours, 16 * index + 4 * part) for index in range(_ROOM)] for part in range(4)]

Box = tuple[float, float, float, float]
Matrix = tuple[float, float, float, float, float, float]


@dataclass(slots=True)
class Drawn:
    """Places are in points, y upwards, as the file has them.

    across: horizontal rules (left, right, y).   down: vertical ones (x, bottom, top).   pictures, shades: boxes (left,
    bottom, right, top) of images and of filled shapes; covers: the latter that nothing shines through, with their
    number in the order of drawing.   paths: how many shapes there are.   odd: text objects, by address, that may not
    be seen -> why ("invisible", "white", "transparent").   order: address of a text object -> its number in the order
    of drawing, where there are covers.
    """

    across: list[tuple[float, float, float]] = field(default_factory=list)
    down: list[tuple[float, float, float]] = field(default_factory=list)
    pictures: list[Box] = field(default_factory=list)
    shades: list[Box] = field(default_factory=list)
    covers: list[tuple[int, Box]] = field(default_factory=list)
    paths: int = 0
    odd: dict[int, str] = field(default_factory=dict)
    order: dict[int, int] = field(default_factory=dict)


def drawn_on(page: Any) -> Drawn:
    """Return what a page draws.   page: pdfium's handle (FPDF_PAGE)."""
    out = Drawn()
    handle = ctypes.byref(ctypes.c_char.from_address(ctypes.cast(page, ctypes.c_void_p).value or 0))
    length = min(raw.FPDFPage_CountObjects(page), _MOST)
    _objects(list(map(_object, repeat(handle), range(length))), out, None, 0)
    return out


def _objects(objects: Sequence[int], out: Drawn, matrix: Matrix | None, depth: int) -> None:
    modes = list(map(_mode, objects))
    texts: Sequence[int] = objects
    if -1 in modes:
        texts = [each for each, mode in zip(objects, modes, strict=True) if mode != -1]
        for number, (each, mode) in enumerate(zip(objects, modes, strict=True)):
            if mode == -1 and each:
                _other(each, out, matrix, depth, number)
        modes = [mode for mode in modes if mode != -1]
    for start in range(0, len(texts), _ROOM):
        some = texts[start : start + _ROOM]
        deque(map(_fill, map(_pointer, some), *_at), 0)
        colours = _shades[: 4 * len(some)].tolist()
        if max(colours[::4], default=0) >= _WHITE or min(colours[3::4], default=1) == 0:
            for each, red, green, blue, alpha in zip(
                some, colours[::4], colours[1::4], colours[2::4], colours[3::4], strict=True
            ):
                if alpha == 0:
                    out.odd[each] = "transparent"
                elif min(red, green, blue) >= _WHITE:
                    out.odd[each] = "white"
    if _INVISIBLE in modes:
        out.odd |= {each: "invisible" for each, mode in zip(texts, modes, strict=True) if mode == _INVISIBLE}
    if out.covers and depth == 0:
        out.order = {each: number for number, each in enumerate(objects)}


def _other(each: int, out: Drawn, matrix: Matrix | None, depth: int, number: int) -> None:
    kind = _kind(each)
    pointer = ctypes.cast(each, raw.FPDF_PAGEOBJECT)
    if kind == raw.FPDF_PAGEOBJ_FORM:
        if depth < _DEEPEST:
            own = _matrix(pointer)
            inside = _times(own, matrix) if matrix else own
            length = min(raw.FPDFFormObj_CountObjects(pointer), _MOST)
            _objects(list(map(_inner, repeat(each), range(length))), out, inside, depth + 1)
        return
    if kind == raw.FPDF_PAGEOBJ_PATH:
        out.paths += 1
        if out.paths > _MOST_PATHS:
            return
    edges = [ctypes.c_float() for _ in range(4)]
    if not raw.FPDFPageObj_GetBounds(pointer, *(ctypes.byref(edge) for edge in edges)):
        return
    left, bottom, right, top = (edge.value for edge in edges)
    if not all(abs(value) < 1e6 for value in (left, bottom, right, top)):
        return
    box = _moved((left, bottom, right, top), matrix)
    if len(out.pictures) + len(out.shades) > _MOST_SHADES:
        return
    if kind == raw.FPDF_PAGEOBJ_PATH:
        _path(each, pointer, box, out, matrix, number if depth == 0 else -1)
    elif kind == raw.FPDF_PAGEOBJ_IMAGE:
        out.pictures.append(box)
    elif kind == raw.FPDF_PAGEOBJ_SHADING:
        out.shades.append(box)


def _path(each: int, pointer: Any, box: Box, out: Drawn, matrix: Matrix | None, number: int) -> None:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    if not raw.FPDFPath_GetDrawMode(pointer, ctypes.byref(fill), ctypes.byref(stroke)):
        return
    left, bottom, right, top = box
    wide, tall = right - left, top - bottom
    if not (fill.value or stroke.value):
        return
    if tall <= _THIN or wide <= _THIN:
        if wide > max(8.0, 2 * tall):
            out.across.append((left, right, (bottom + top) / 2))
        elif tall > max(5.0, 2 * wide):
            out.down.append(((left + right) / 2, bottom, top))
        return
    length = raw.FPDFPath_CountSegments(pointer)
    if fill.value:
        _fill(_pointer(each), *(at[0] for at in _at))
        red, green, blue, alpha = _shades[:4].tolist()
        if alpha and min(red, green, blue) < _WHITE:
            out.shades.append(box)
        if alpha == 255 and length <= 5 and number >= 0:
            out.covers.append((number, box))
    if not stroke.value:
        return
    if length <= 5:
        out.across += [(left, right, bottom), (left, right, top)]
        out.down += [(left, bottom, top), (right, bottom, top)]
    elif length <= 2_000:
        _segments(pointer, length, out, matrix)


def _segments(pointer: Any, length: int, out: Drawn, matrix: Matrix | None) -> None:
    own = _matrix(pointer)
    whole = _times(own, matrix) if matrix else own
    points: list[tuple[int, float, float]] = []
    x, y = ctypes.c_float(), ctypes.c_float()
    for index in range(length):
        segment = raw.FPDFPath_GetPathSegment(pointer, index)
        if segment and raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y)):
            a, b, c, d, e, f = whole
            kind = raw.FPDFPathSegment_GetType(segment)
            points.append((kind, a * x.value + c * y.value + e, b * x.value + d * y.value + f))
    for (_, x1, y1), (kind, x2, y2) in pairwise(points):
        if kind != raw.FPDF_SEGMENT_LINETO:
            continue
        if abs(y1 - y2) < 0.5 and abs(x1 - x2) > 8:
            out.across.append((min(x1, x2), max(x1, x2), (y1 + y2) / 2))
        elif abs(x1 - x2) < 0.5 and abs(y1 - y2) > 5:
            out.down.append(((x1 + x2) / 2, min(y1, y2), max(y1, y2)))


def _matrix(pointer: Any) -> Matrix:
    found = raw.FS_MATRIX()
    if not raw.FPDFPageObj_GetMatrix(pointer, ctypes.byref(found)):
        return 1.0, 0.0, 0.0, 1.0, 0.0, 0.0
    return found.a, found.b, found.c, found.d, found.e, found.f


def _times(one: Matrix, two: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def _moved(box: Box, matrix: Matrix | None) -> Box:
    if matrix is None:
        return box
    a, b, c, d, e, f = matrix
    corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def unseen(text_page: Any, drawn: Drawn, chars: Sequence[int], boxes: Sequence[Box]) -> dict[int, str]:
    """Return which words nobody sees, and why.

    text_page: pdfium's handle of the page's text.   chars: each word's first character.   boxes: each word's box.
    Words that are drawn invisible over a picture are what OCR found in it, and count as seen; so do white words on a
    picture or a shade.
    """
    handle = ctypes.cast(text_page, ctypes.c_void_p).value or 0
    out: dict[int, str] = {}
    for index, (char, box) in enumerate(zip(chars, boxes, strict=True)):
        each = _text_object(handle, char)
        why = drawn.odd.get(each or 0)
        under = drawn.pictures if why == "invisible" else [*drawn.pictures, *drawn.shades] if why == "white" else ()
        if any(_within(box, other) for other in under):
            why = None
        if why is None and drawn.covers and each in drawn.order:
            number = drawn.order[each]
            if any(number < over and _hides(box, cover) for over, cover in drawn.covers):
                why = "covered"
        if why:
            out[index] = why
    return out


def _within(box: Box, other: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return other[0] - 1 <= x <= other[2] + 1 and other[1] - 1 <= y <= other[3] + 1


def _hides(box: Box, cover: Box) -> bool:
    """Return whether a shape hides a word: all its width and the middle of its height."""
    middle, quarter = (box[1] + box[3]) / 2, (box[3] - box[1]) / 4
    beside = cover[0] - 1 <= box[0] and box[2] <= cover[2] + 1
    return beside and cover[1] <= middle - quarter and middle + quarter <= cover[3]
