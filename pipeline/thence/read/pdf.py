"""PDF: the words a reader sees, page by page in reading order, each with its box; and an account of all others."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Any

import pypdfium2
from pypdfium2 import raw

from thence.errors import InputError, Location
from thence.model.document import Block, BlockKind, PageState
from thence.model.finding import Finding
from thence.read.deletions import deletion_findings
from thence.read.pace import uncollected
from thence.read.pdf_annotations import annotation_finding, annotations_on
from thence.read.pdf_drawn import Drawn, drawn_on, unseen
from thence.read.pdf_findings import lacking, unseen_finding, without_meaning
from thence.read.pdf_flow import Flow
from thence.read.pdf_furniture import furniture_of
from thence.read.pdf_lines import PageText
from thence.read.pdf_ocr import Recognition, few_words
from thence.read.pdf_pages import laid_out
from thence.read.pdf_sheets import Laid, Sheet
from thence.read.pdf_struck import struck_words
from thence.read.pdf_text import page_text
from thence.read.pdf_weight import bold_lines
from thence.read.reading import DEFAULT, Options, Reading, finding, opened_with_password, tried_in_vain
from thence.read.txt import describe

__all__ = ["read_pdf"]

_MANY_PATHS = 40
"""As many shapes on a page without words may be words drawn as outlines."""


def read_pdf(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read the text layer of a PDF; spans have pages, words have boxes (points, y upwards), there is no byte map.

    Lines of a paragraph are parted by a line break, over columns and pages too; a hyphen at a line's end stays and is a
    join. Words aligned in columns under a header are records. Headers, footers and footnotes stand apart. Pages without
    text are findings (TH525) unless the settings name languages for OCR; so are characters without meaning (TH522),
    words that nobody sees (TH531, left out) or with a line through them (TH535, deleted), and pictures with few words
    of text (TH532); forms and notes are told (TH537). Raises InputError: TH505 for a
    locked file, TH502 for a damaged one, TH506 for too many pages.
    """
    # What is made here holds no cycles; looking for some would take a tenth of the time.
    with uncollected():
        return _read(data, path, options)


def _read(data: bytes, path: str, options: Options) -> Reading:
    document, was_locked = _opened(data, path, options.passwords)
    try:
        count = len(document)
        if count > options.limits.pages:
            raise InputError(
                "TH506",
                f"{count} pages, the limit is {options.limits.pages}",
                at=Location(path),
                hint="split the file, or raise limits.pages in thence.toml",
            )
        work = _Work(path, Recognition(options))
        if was_locked:
            work.findings.append(opened_with_password(path))
        for number in range(1, count + 1):
            work.page(document, number)
        if b"%%EOF" not in data[-2048:]:
            said = "the file has no end mark: it may be cut off"
            work.findings.append(finding("TH528", path, said, hint="compare with the original file"))
        return work.reading(_meta(document))
    finally:
        document.close()


def _opened(data: bytes, path: str, passwords: Sequence[str]) -> tuple[pypdfium2.PdfDocument, bool]:
    """Return a file opened, and whether it took a password."""
    locked = False
    for password in (None, *passwords):
        try:
            return pypdfium2.PdfDocument(data, password=password), password is not None
        except pypdfium2.PdfiumError as error:
            why = str(error)
            locked = "password" in why.lower()
            if not locked:
                break
        except (ValueError, UnicodeError) as error:
            why = str(error)
            break
    if locked or "security" in why.lower():
        raise InputError(
            "TH505",
            f"the document is locked with a password{tried_in_vain(passwords)}",
            at=Location(path),
            hint="give its password in a file with --passwords FILE, or save a copy without password and read that",
        )
    raise InputError(
        "TH502",
        f"the file is damaged or cut off: {why}",
        at=Location(path),
        hint="get the file again; nothing was read",
    )


def _meta(document: pypdfium2.PdfDocument) -> tuple[tuple[str, str], ...]:
    try:
        values = document.get_metadata_dict(skip_empty=True)
    except (pypdfium2.PdfiumError, UnicodeDecodeError):
        return ()
    return tuple(sorted((name.lower(), " ".join(value.split())) for name, value in values.items()))


@dataclass(slots=True)
class _Work:
    """One file being read."""

    path: str
    recognition: Recognition
    sheets: list[Sheet] = field(default_factory=list)
    states: dict[int, PageState] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    few: dict[int, int] = field(default_factory=dict)
    apart: dict[int, list[tuple[str, str]]] = field(default_factory=dict)

    def page(self, document: pypdfium2.PdfDocument, number: int) -> None:
        """Read a page's words and what else it draws."""
        page = raw.FPDF_LoadPage(document.raw, number - 1)
        text_page = raw.FPDFText_LoadPage(page) if page else None
        if not text_page:
            if page:
                raw.FPDF_ClosePage(page)
            self.states[number] = PageState.DAMAGED
            self.sheets.append(Sheet(number, PageText(), 0.0, 0.0))
            return
        try:
            self.sheets.append(self._sheet(page, text_page, number))
            if found := annotations_on(page):
                self.apart[number] = found
        finally:
            raw.FPDFText_ClosePage(text_page)
            raw.FPDF_ClosePage(page)

    def _sheet(self, page: Any, text_page: Any, number: int) -> Sheet:
        text = page_text(text_page)
        drawn = drawn_on(page)
        quarter = raw.FPDFPage_GetRotation(page) % 4
        wide, tall = raw.FPDF_GetPageWidthF(page), raw.FPDF_GetPageHeightF(page)
        if quarter % 2:
            wide, tall = tall, wide
        sheet = Sheet(number, text, wide, tall, quarter, across=drawn.across, down=drawn.down)
        if text.lines:
            if drawn.across:
                text.struck = struck_words(text_page, text, drawn.across)
            text.bold = bold_lines(text_page, text)
            self._hide(sheet, page, text_page, drawn)
        few = few_words(text, drawn, wide * tall) if drawn.pictures else 0
        if text.lines and not few:
            return sheet
        pictured = bool(drawn.pictures) or drawn.paths > _MANY_PATHS
        if pictured and (read := self.recognition.read(page, number, quarter, wide, tall)):
            self.states[number] = PageState.OCR
            return Sheet(number, read, wide, tall, quarter)
        if few:
            self.few[number] = few
        elif not text.lines:
            self.states[number] = PageState.IMAGE if pictured else PageState.EMPTY
        return sheet

    def _hide(self, sheet: Sheet, page: Any, text_page: Any, drawn: Drawn) -> None:
        """Note which words nobody sees."""
        text = sheet.text
        box = raw.FS_RECTF()
        raw.FPDF_GetPageBoundingBox(page, ctypes.byref(box))
        out = (
            min(text.right) < box.left or max(text.left) > box.right
            or min(text.top) < box.bottom or max(text.bottom) > box.top
            or min(map(float.__sub__, text.top, text.bottom)) < 1.0
            or max(text.right) > box.right or min(text.left) < box.left
        )  # fmt: skip
        if not (out or drawn.odd or drawn.covers):
            return
        words = text.words()
        boxes = list(zip(words.left, words.bottom, words.right, words.top, strict=True))
        why = unseen(text_page, drawn, text.word_chars(), boxes) if drawn.odd or drawn.covers else {}
        for index, (left, bottom, right, top) in enumerate(boxes if out else ()):
            x, y = (left + right) / 2, (bottom + top) / 2
            if not (box.left <= x <= box.right and box.bottom <= y <= box.top):
                why[index] = "outside the page"
            elif top - bottom < 1.0:
                why[index] = "too small to see"
        if why:
            sheet.hidden = frozenset(why)
            self.findings.append(unseen_finding(self.path, sheet.number, words.texts, why))

    def reading(self, meta: tuple[tuple[str, str], ...]) -> Reading:
        """Return what was read."""
        texts = [sheet.text for sheet in self.sheets]
        usual = _usual(texts)
        furniture = furniture_of(texts)
        laid: list[Laid] = [laid_out(sheet, own, usual) for sheet, own in zip(self.sheets, furniture, strict=True)]
        flow = Flow(usual)
        text = flow.write(laid)
        about = describe(text, flow.blocks, flow.records)
        pages = [replace(page, state=self.states[page.number]) if page.number in self.states else page
                 for page in flow.pages]  # fmt: skip
        pages, doubts = self.recognition.judged(pages, flow.doubts)
        self.findings += without_meaning(
            self.path, {sheet.number: sum(sheet.text.bad.values()) for sheet in self.sheets}
        )
        self.findings += deletion_findings(self.path, text, [Block(cut, BlockKind.DELETED) for cut in flow.cuts])
        self.findings += annotation_finding(self.path, self.apart)
        self.findings += lacking(self.path, self.states, self.few, self.recognition)
        return Reading(
            text,
            blocks=tuple(flow.blocks),
            records=tuple(flow.records),
            pages=tuple(pages),
            title=about.title,
            date=about.date,
            date_span=about.date_span,
            author=about.author,
            meta=meta,
            joins=tuple(flow.joins),
            doubts=tuple(sorted(doubts)),
            findings=tuple(self.findings),
        )


def _usual(texts: Sequence[PageText]) -> float:
    """Return the height of the type that most lines of most pages have."""
    heights: Counter[float] = Counter()
    for text in texts:
        if text.lines:
            own = list(map(float.__sub__, text.top, text.bottom))
            heights[round(median(own), 1)] += len(own)
    return heights.most_common(1)[0][0] if heights else 10.0
