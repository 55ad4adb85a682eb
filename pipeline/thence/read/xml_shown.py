"""What XML shows: words without marks, white space folded, each piece with its place in the file."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from functools import lru_cache

from thence.model.document import Span
from thence.read.draft import Draft
from thence.read.pieces import Pieces
from thence.read.source import Source
from thence.read.xml_tree import Text

__all__ = ["Shown"]

_ODD = re.compile(r"&[^;\s]*;|&|\s{2,}|[^\S ]|<")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#x[0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_SPACE = re.compile(r"\s+")
_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)(?:\s[^<>]*)?/?>")
_HIDING = re.compile(r"(?P<open><!--|<(?P<name>script|style)\b[^<>]*>)|-->|</(?P<end>script|style)\s*>", re.IGNORECASE)
_PAGE = re.compile(r"</?(?:p|br|div|a|b|i|em|strong|ul|ol|li|span|img|h[1-6]|blockquote|table)\b[^<>]*>", re.IGNORECASE)
_BREAKS = frozenset(
    {"p", "br", "div", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "tr", "table"}
)
_LINES = re.compile(r"[^\S\n]*\n\s*")
_BLANKS = re.compile(r"[^\S\n]+")


class Shown:
    """A rendition in the making."""

    __slots__ = ("_pieces", "_places", "_source", "length")

    def __init__(self, source: Source) -> None:
        self._source = source
        self._pieces: list[str] = []
        self._places: list[int] = []
        self.length = 0

    def glue(self, text: str) -> None:
        """Append text that no byte yields."""
        self._add(text, 0, 0)

    def kept(self, start: int, end: int) -> Span:
        """Append source text as it is; return its place."""
        begin = self.length
        self._add(self._source.text[start:end], start, end)
        return Span(begin, self.length)

    def words(self, texts: Sequence[Text], *, lines: bool = False) -> Span:
        """Append the words of some pieces of text as one; return their place, empty where there are none.

        lines: keep line breaks and blanks. Words that are themselves a page (escaped HTML) are shown without its tags.
        """
        begin = self.length
        if len(texts) == 1 and not lines:
            text, one = self._source.text, texts[0]
            raw = text[one.start : one.end]
            words = raw.strip()
            if not words:
                return Span(begin, self.length)
            if self._simple(words, one.start + raw.index(words[0]), literal=one.literal):
                return Span(begin, self.length)
        pieces = self._joined(texts)
        if "<" in pieces.text and _PAGE.search(pieces.text):
            pieces = _page(pieces)
        elif not lines:
            pieces = pieces.sub(_SPACE, _folded)
        inside = pieces.text.strip()
        if inside:
            start = pieces.text.index(inside[0])
            parts, places = pieces.cut(start, start + len(inside)).lay()
            self._pieces += parts
            self._places += places
            self.length += len(inside)
        return Span(begin, self.length)

    def _simple(self, words: str, start: int, *, literal: bool) -> bool:
        """Append words in which nothing stands for more than a character or a blank; return whether they are so."""
        found: list[tuple[str, int, int]] = []
        for match in _ODD.finditer(words):
            said = match.group()
            meant = " " if said.isspace() else None if literal or said == "<" else _meant(said)
            if meant is None or meant == "<" or (said[0] == "&" and not meant.strip()):
                return False
            found.append((meant, *match.span()))
        at = 0
        for meant, first, last in found:
            self._add(words[at:first], start + at, start + first)
            self._add(meant, start + first, start + last)
            at = last
        self._add(words[at:] if at else words, start + at, start + len(words))
        return True

    def _joined(self, texts: Sequence[Text]) -> Pieces:
        whole = Pieces("")
        parts = []
        for each in texts:
            piece = Pieces.kept(self._source.text, each.start, each.end)
            if not each.literal:
                piece = piece.sub(_ENTITY, _meant_by)
            parts.append(piece.text)
            whole.starts += piece.starts
            whole.ends += piece.ends
        whole.text = "".join(parts)
        return whole

    def _add(self, text: str, start: int, end: int) -> None:
        if text:
            self._pieces.append(text)
            self._places += (start, end)
            self.length += len(text)

    def finish(self, draft: Draft) -> None:
        """Lay what was written into a draft."""
        draft.lay(self._source, self._pieces, self._places)

    def cut(self, length: int) -> None:
        """Take back the last pieces, down to a length at which one began."""
        while self.length > length:
            self.length -= len(self._pieces.pop())
            del self._places[-2:]

    def said(self, span: Span) -> str:
        """Return the words at a place near the end."""
        at = self.length
        found: list[str] = []
        for piece in reversed(self._pieces):
            if at <= span.start:
                break
            at -= len(piece)
            found.append(piece)
        return "".join(reversed(found))[span.start - at : span.end - at]


def _folded(match: re.Match[str]) -> str | tuple[int, int]:
    return match.span() if match.group() == " " else " "


def _page(pieces: Pieces) -> Pieces:
    """Return the text that a page shows: without tags, its paragraphs parted by blank lines."""
    pieces = _without_hidden(pieces).sub(_SPACE, _folded)
    pieces = pieces.sub(_TAG, lambda match: "\n" if (match[1] or "").lower() in _BREAKS else "")
    pieces = pieces.sub(_ENTITY, _meant_by)
    return pieces.sub(_BLANKS, _folded).sub(_LINES, lambda match: "\n\n" if match.group() != "\n\n" else match.span())


def _without_hidden(pieces: Pieces) -> Pieces:
    """Return the text without comments, scripts and styles; one without an end hides nothing."""
    kept = Pieces("")
    at, begin, what = 0, -1, ""
    for match in _HIDING.finditer(pieces.text):
        if begin < 0 and match["open"]:
            begin, what = match.start(), (match["name"] or "").lower()
        elif begin >= 0 and not match["open"] and (match["end"] or "").lower() == what:
            kept.add(pieces.cut(at, begin))
            at, begin = match.end(), -1
    if not at:
        return pieces
    kept.add(pieces.cut(at, len(pieces)))
    return kept


def _meant_by(match: re.Match[str]) -> str | tuple[int, int]:
    meant = _meant(match.group())
    return match.span() if meant is None else meant


@lru_cache(maxsize=1024)
def _meant(entity: str) -> str | None:
    meant = html.unescape(entity)
    return None if meant == entity else meant.replace("\r", "\n").replace("\u00ad", "")
