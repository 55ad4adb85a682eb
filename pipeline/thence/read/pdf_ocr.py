"""Pages of a PDF that are pictures, read through OCR where the settings name languages."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from itertools import groupby
from typing import Any

from pypdfium2 import raw

from thence.model.document import Doubt, Page, PageState
from thence.read.layout import Words, upright
from thence.read.pdf_drawn import Drawn
from thence.read.pdf_lines import PageText
from thence.read.reading import Options

__all__ = ["Recognition", "few_words"]

_DOTS = 300 / 72
_MOST_PIXELS = 40_000_000
_FEW = 25
_DOUBTFUL = 0.6
_HINT = 'name languages for OCR in thence.toml, as in ocr = ["eng"], and build again; it needs tesseract'


def few_words(text: PageText, drawn: Drawn, area: float) -> int:
    """Return how many words a page has that is a picture for the rest: few, over a picture of most of the page; or 0.

    Words that are drawn invisible are what OCR found in the picture.
    """
    if not text.lines or "invisible" in drawn.odd.values():
        return 0
    count = text.bounds[-1]
    covered = max((box[2] - box[0]) * (box[3] - box[1]) for box in drawn.pictures)
    return count if count <= _FEW and covered > 0.5 * area else 0


class Recognition:
    """Reads pictures of pages, within the time that a file may take.   hint: the next step where it did not."""

    __slots__ = ("_ends", "_module", "_options", "_sure", "hint")

    def __init__(self, options: Options) -> None:
        self._options = options
        self._module: Any = None
        self._sure: dict[int, dict[tuple[float, float], float]] = {}
        self._ends = 0.0
        self.hint = _HINT
        if options.ocr:
            try:
                self._module = import_module("thence.read.ocr")
            except ImportError:
                return
            if why := self._module.available(options.ocr):
                self._module = None
                self.hint = f"OCR is not available: {why}"

    def read(self, page: Any, number: int, quarter: int, width: float, tall: float) -> PageText | None:
        """Return the words of a page's picture, or None.   width, tall: of the page before it is turned."""
        if self._module is None or width <= 0 or tall <= 0:
            return None
        self._ends = self._ends or time.monotonic() + 0.8 * self._options.limits.seconds
        left = self._ends - time.monotonic()
        if left <= 1:
            self.hint = "OCR takes longer than a file may: raise limits.seconds in thence.toml, or split the file"
            return None
        seen = (tall, width) if quarter % 2 else (width, tall)
        try:
            image = _picture(page, *seen)
            found = self._module.recognise(image, self._options.ocr, seconds=left)
        except self._module.OcrError as error:
            self.hint = f"OCR failed: {error}"
            return None
        if not found.words or not found.width or not found.height:
            self.hint = "OCR looked and found no words: look at these pages yourself"
            return None
        return self._text(found, number, quarter, *seen)

    def _text(self, found: Any, number: int, quarter: int, width: float, tall: float) -> PageText:
        wide, high = width / found.width, tall / found.height
        out = PageText(bounds=[0])
        sure = self._sure.setdefault(number, {})
        for _, group in groupby(found.words, key=lambda word: (word.block, word.paragraph, word.line)):
            line = [replace(word, text="".join(word.text.split())) for word in group]
            some = Words(
                left=[word.left * wide for word in line], bottom=[tall - word.bottom * high for word in line],
                right=[word.right * wide for word in line], top=[tall - word.top * high for word in line],
            )  # fmt: skip
            # One height for the line: boxes of OCR are as high as the letters.
            some.bottom, some.top = [min(some.bottom)] * len(line), [max(some.top)] * len(line)
            if quarter:
                some = upright(some, 4 - quarter, width, tall)
            for word, left, bottom in zip(line, some.left, some.bottom, strict=True):
                sure[_key(left, bottom)] = word.confidence
            out.every[len(out.lines)] = some.left, some.bottom, some.right, some.top
            out.gaps.append(len(out.lines))
            out.lines.append(" ".join(word.text for word in line))
            out.left.append(min(some.left))
            out.bottom.append(some.bottom[0])
            out.right.append(max(some.right))
            out.top.append(some.top[0])
            out.bounds.append(out.bounds[-1] + len(line))
        return out

    def judged(self, pages: Sequence[Page], doubts: Sequence[Doubt]) -> tuple[list[Page], list[Doubt]]:
        """Return pages with the confidence of each word that was read from a picture, and doubts with the poor ones."""
        out, more = [], list(doubts)
        for page in pages:
            sure = self._sure.get(page.number)
            if page.state is not PageState.OCR or sure is None:
                out.append(page)
                continue
            confidences = []
            for span, left, bottom, _, _ in page.boxes:
                value = sure.get(_key(left, bottom), 0.0)
                confidences.append(value)
                if value < _DOUBTFUL:
                    more.append(Doubt(span, f"read from a picture with a confidence of {value:.2f}", value))
            out.append(replace(page, confidences=tuple(confidences)))
        return out, more


def _key(left: float, bottom: float) -> tuple[float, float]:
    return round(left, 1), round(bottom, 1)


def _picture(page: Any, width: float, tall: float) -> bytes:
    """Return the page as one sees it, in shades of grey, as a PGM file."""
    scale = min(_DOTS, (_MOST_PIXELS / (width * tall)) ** 0.5)
    across, down = max(1, round(width * scale)), max(1, round(tall * scale))
    bitmap = raw.FPDFBitmap_CreateEx(across, down, raw.FPDFBitmap_Gray, None, 0)
    try:
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, across, down, 0xFFFFFFFF)
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, across, down, 0, raw.FPDF_ANNOT)
        stride = raw.FPDFBitmap_GetStride(bitmap)
        pixels = ctypes.string_at(raw.FPDFBitmap_GetBuffer(bitmap), stride * down)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
    rows = b"".join(pixels[row * stride : row * stride + across] for row in range(down))
    return b"P5 %d %d 255\n" % (across, down) + rows
