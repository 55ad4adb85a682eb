"""What stands on a page of PDF and is none of its content: filled form fields, boxes of free text, notes."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Mapping
from typing import Any

from pypdfium2 import raw

from thence.model.finding import Finding
from thence.read.pdf_findings import ranges
from thence.read.reading import finding

__all__ = ["annotation_finding", "annotations_on"]

_FIELD = "filled form field"
_KINDS = {
    raw.FPDF_ANNOT_TEXT: "note",
    raw.FPDF_ANNOT_FREETEXT: "box of free text",
    raw.FPDF_ANNOT_HIGHLIGHT: "comment",
    raw.FPDF_ANNOT_UNDERLINE: "comment",
    raw.FPDF_ANNOT_SQUIGGLY: "comment",
    raw.FPDF_ANNOT_STRIKEOUT: "comment",
    raw.FPDF_ANNOT_STAMP: "stamp",
    raw.FPDF_ANNOT_WIDGET: _FIELD,
}
_MOST = 10_000
_MOST_SHOWN = 60
_OFF = frozenset({"", "Off"})


def annotations_on(page: Any) -> list[tuple[str, str]]:
    """Return the annotations of a page that hold words: kind and words.   page: pdfium's handle (FPDF_PAGE)."""
    found: list[tuple[str, str]] = []
    for index in range(min(raw.FPDFPage_GetAnnotCount(page), _MOST)):
        each = raw.FPDFPage_GetAnnot(page, index)
        if not each:
            continue
        try:
            kind = _KINDS.get(raw.FPDFAnnot_GetSubtype(each))
            words = _words(each, b"V" if kind == _FIELD else b"Contents") if kind else ""
            if kind and words not in _OFF:
                found.append((kind, words))
        finally:
            raw.FPDFPage_CloseAnnot(each)
    return found


def annotation_finding(path: str, pages: Mapping[int, list[tuple[str, str]]]) -> list[Finding]:
    """Return what is to be said of annotations, by page."""
    if not pages:
        return []
    counts = Counter(kind for found in pages.values() for kind, _ in found)
    told = ", ".join(f"{count} {_plural(kind, count)}" for kind, count in sorted(counts.items()))
    words = " ".join(next(iter(pages.values()))[0][1].split())
    shown = words if len(words) <= _MOST_SHOWN else words[: _MOST_SHOWN - 1] + "…"
    hint = "print the file to a new PDF, forms and notes with it, and read that"
    return [finding("TH537", path, f"not read, on {ranges(sorted(pages))}: {told} (“{shown}”)", hint=hint)]


def _plural(kind: str, count: int) -> str:
    if count == 1:
        return kind
    return "boxes of free text" if kind.startswith("box") else f"{kind}s"


def _words(annotation: Any, key: bytes) -> str:
    length = raw.FPDFAnnot_GetStringValue(annotation, key, None, 0)
    if length <= 2:
        return ""
    buffer = (ctypes.c_ushort * (length // 2 + 1))()
    raw.FPDFAnnot_GetStringValue(annotation, key, buffer, length)
    return bytes(buffer)[: length - 2].decode("utf-16-le", "replace").strip()
