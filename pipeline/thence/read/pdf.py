"""PDF: words with their boxes, lines, paragraphs and tables of each page; pages without text are said to be so."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pypdfium2
from pypdfium2 import raw

from thence.errors import InputError, Location
from thence.model.document import Block, BlockKind, Field, Page, Record, RecordKind, Span
from thence.model.finding import Finding, Severity
from thence.read.keys import KeyRun, key_runs
from thence.read.layout import Piece, TableRows, Word, lines_of_words, pieces_of_lines
from thence.read.reading import DEFAULT, Options, Reading, finding, moved
from thence.read.txt import describe

__all__ = ["read_pdf"]

_ITEM = re.compile(r"(?:\(?\d{1,3}[.)]|\d{1,3}(?:\.\d{1,3})+\.?|\([a-z]\)|[-•*–‣◦])[ \n]+(?=\S)")
_MOST_PAGES = 5000
_UNMAPPED = re.compile("[\ue000-\uf8ff\ufffd\ufffe\uffff\x00]")


def read_pdf(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read the text layer of a PDF; spans have pages, words have boxes (points, y upwards), there is no byte map.

    Lines of a paragraph are parted by a line break, so that sentences run on; a hyphen at a line's end stays. Words
    aligned in columns under a header are records. A page without text is a finding (TH525), characters without
    meaning are counted (TH522). Raises InputError TH505 for a locked file, TH502 for a damaged one.
    """
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise _unreadable(str(error), path) from error
    try:
        work = _Work(path)
        count = len(document)
        if count > _MOST_PAGES:
            raise InputError(
                "TH506", f"{count} pages, the limit is {_MOST_PAGES}", at=Location(path), hint="split the file"
            )
        for number in range(1, count + 1):
            work.page(document, number)
        meta = _meta(document)
    finally:
        document.close()
    if b"%%EOF" not in data[-2048:]:
        work.findings.append(
            finding("TH528", path, "the file has no end mark: it may be cut off", hint="compare with the original file")
        )
    return work.reading(meta)


def _unreadable(why: str, path: str) -> InputError:
    if "password" in why.lower() or "security" in why.lower():
        return InputError(
            "TH505", "the document is locked", at=Location(path), hint="save a copy without password and read that"
        )
    return InputError(
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
    parts: list[str] = field(default_factory=list)
    length: int = 0
    blocks: list[Block] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    tables: int = 0
    boxes: list[tuple[Span, float, float, float, float]] = field(default_factory=list)

    def page(self, document: pypdfium2.PdfDocument, number: int) -> None:
        """Read a page."""
        self.boxes = []
        if self.length:
            self._write("\n\n")
        begin = self.length
        try:
            page = document[number - 1]
        except pypdfium2.PdfiumError:
            self.findings.append(finding("TH525", self.path, f"page {number} is damaged and was not read"))
            self.pages.append(Page(number, Span(begin, begin)))
            return
        try:
            words, bad = _words(page)
            if not words:
                self._empty(page, number)
            if bad:
                self.findings.append(
                    finding(
                        "TH522",
                        self.path,
                        f"page {number}: {bad} characters have no meaning in the file's fonts and stand as U+FFFD",
                        hint="names on this page may be wrong; print the page to text with OCR",
                    )
                )
        finally:
            page.close()
        for piece in pieces_of_lines(lines_of_words(words)):
            if isinstance(piece, TableRows):
                self._table(piece, number)
            else:
                self._paragraph(piece, number)
        self.pages.append(Page(number, Span(begin, self.length), tuple(self.boxes)))

    def reading(self, meta: tuple[tuple[str, str], ...]) -> Reading:
        """Return what was read."""
        text = "".join(self.parts)
        about = describe(text, self.blocks, self.records)
        return Reading(
            text,
            blocks=tuple(self.blocks),
            records=tuple(self.records),
            pages=tuple(self.pages),
            title=about.title,
            date=about.date,
            date_span=about.date_span,
            author=about.author,
            meta=meta,
            findings=tuple(self.findings),
        )

    def _empty(self, page: pypdfium2.PdfPage, number: int) -> None:
        pictures = any(item.type == raw.FPDF_PAGEOBJ_IMAGE for item in page.get_objects(max_depth=4))
        if pictures:
            said = f"page {number} is only an image: no text was read"
            self.findings.append(finding("TH525", self.path, said, hint="run OCR over the file and build again"))
        else:
            said = f"page {number} has no text"
            self.findings.append(finding("TH525", self.path, said, severity=Severity.INFO))

    def _write(self, text: str) -> Span:
        begin = self.length
        self.parts.append(text)
        self.length += len(text)
        return Span(begin, self.length)

    def _words(self, words: Sequence[Word]) -> Span:
        begin = self.length
        for order, word in enumerate(words):
            if order:
                self._write(" ")
            span = self._write(word.text)
            self.boxes.append((span, word.left, word.bottom, word.right, word.top))
        return Span(begin, self.length)

    def _open(self) -> None:
        if self.parts and not self.parts[-1].endswith("\n"):
            self._write("\n")

    def _paragraph(self, piece: Piece, page: int) -> None:
        self._open()
        begin = self.length
        for order, line in enumerate(piece.lines):
            if order:
                self._write("\n")
            self._words(line.words)
        words = "\n".join(line.text for line in piece.lines)
        span = Span(begin, self.length)
        first = not self.blocks
        if _is_heading(words, piece, first=first):
            self.blocks.append(Block(span, BlockKind.HEADING, level=1 if first else 2, page=page))
            return
        if item := _ITEM.match(words):
            self.blocks.append(Block(Span(begin + item.end(), span.end), BlockKind.ITEM, level=1, page=page))
            return
        for part in key_runs(words, Span(0, len(words))):
            if isinstance(part, KeyRun):
                self._keys(part.record, begin, page)
            else:
                place = Span(begin + part.start, begin + part.end)
                self.blocks.append(Block(place, BlockKind.PARAGRAPH, page=page))

    def _keys(self, record: Record, by: int, page: int) -> None:
        record = moved(record, by)
        last = self.records[-1] if self.records else None
        if last and last.kind is RecordKind.KEYS and last.page == page and self.blocks[-1].span == last.span:
            whole = Span(last.span.start, record.span.end)
            self.records[-1] = replace(last, span=whole, fields=(*last.fields, *record.fields))
            self.blocks[-1] = replace(self.blocks[-1], span=whole)
            return
        self.records.append(replace(record, page=page))
        self.blocks.append(Block(record.span, BlockKind.FURNITURE, page=page))

    def _table(self, table: TableRows, page: int) -> None:
        self.tables += 1
        title = self._title()
        names: dict[int, tuple[str, Span]] = {}
        for number, row in enumerate(table.rows):
            self._open()
            begin = self.length
            cells: list[tuple[int, Span]] = []
            for order, (column, words) in enumerate(row):
                if order:
                    self._write(" | ")
                cells.append((column, self._words(words)))
            whole = Span(begin, self.length)
            self.blocks.append(Block(whole, BlockKind.FURNITURE, page=page))
            if number == 0:
                names = {
                    column: (" ".join(word.text for word in words), cell[1])
                    for (column, words), cell in zip(row, cells, strict=True)
                }
                continue
            fields = tuple(Field(names[column][0], span, column + 1, names[column][1]) for column, span in cells)
            self.records.append(Record(RecordKind.ROW, whole, fields, self.tables, number, title, page))

    def _title(self) -> str:
        """Return the short block right above, without its number: what a table is called."""
        if not self.blocks:
            return ""
        block = self.blocks[-1]
        words = " ".join("".join(self.parts[-200:])[-(self.length - block.span.start) :].split())
        words = _ITEM.sub("", words, count=1) if _ITEM.match(words) else words
        return words if len(words) <= 100 and not words.endswith((".", ";")) else ""


def _is_heading(words: str, piece: Piece, *, first: bool) -> bool:
    if len(words) > 150 or words.rstrip().endswith((".", ";", ",")):
        return False
    if piece.size > 1.15 and len(piece.lines) <= 3:
        return True
    if len(piece.lines) > 1:
        return False
    return first or (words.isupper() and len(words) > 3)


def _words(page: pypdfium2.PdfPage) -> tuple[list[Word], int]:
    """Return the words of a page in the order of its text stream, and how many characters have no meaning."""
    text_page = page.get_textpage()
    try:
        return _words_of(text_page)
    finally:
        text_page.close()


def _words_of(text_page: pypdfium2.PdfTextPage) -> tuple[list[Word], int]:
    count = text_page.count_chars()
    # The loose box is as high as the font: the tight one of "as" is lower than that of "Al".
    edges = raw.FS_RECTF()
    place = ctypes.byref(edges)
    words: list[Word] = []
    held: list[str] = []
    box = [0.0, 0.0, 0.0, 0.0]
    row = bad = 0

    def close() -> None:
        if held:
            words.append(Word("".join(held), box[0], box[1], box[2], box[3], row))
            held.clear()

    for index in range(count):
        code = raw.FPDFText_GetUnicode(text_page, index)
        if code in (0x20, 0x09, 0xA0, 0x0D):
            close()
            continue
        if code == 0x0A:
            close()
            row += 1
            continue
        char = chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
        raw.FPDFText_GetLooseCharBox(text_page, index, place)
        hyphen = raw.FPDFText_IsHyphen(text_page, index) == 1 or (
            code in (2, 0xFFFE) and _ends_line(text_page, index, edges.bottom)
        )
        if hyphen:
            char = "-"
        elif _UNMAPPED.match(char) or (code < 0x20):
            char = "\ufffd"
            bad += 1
        if not held:
            box = [edges.left, edges.bottom, edges.right, edges.top]
        else:
            box = [min(box[0], edges.left), min(box[1], edges.bottom), max(box[2], edges.right), max(box[3], edges.top)]
        held.append(char)
        if hyphen:
            close()
            row += 1
    close()
    return words, bad


def _ends_line(text_page: pypdfium2.PdfTextPage, index: int, bottom: float) -> bool:
    """Return whether the next character stands on a lower line."""
    edges = raw.FS_RECTF()
    if not raw.FPDFText_GetLooseCharBox(text_page, index + 1, ctypes.byref(edges)):
        return False
    return bool((edges.bottom + edges.top) / 2 < bottom)
