"""The text of a page as a browser shows it: white space folded, entities decoded, each piece with its source."""

from __future__ import annotations

import html
import re
from functools import lru_cache

from thence.read.draft import Draft
from thence.read.source import Source

__all__ = ["PageText"]

_SPACE = " \t\n\r\f\v"
# What does not stand for itself, code point by code point, once line breaks and no-break spaces are blanks.
_ODD = re.compile(
    r"(?P<fold>[ \t\n\r\f\v]{2,}|[\t\r\f\v])|\u00ad+"
    r"|(?P<entity>&(?:#[0-9]{1,7};?|#[xX][0-9a-fA-F]{1,6};?|[A-Za-z][A-Za-z0-9]{1,31};?))"
)
_KEPT_ODD = re.compile(_ODD.pattern.replace(r"[ \t\n\r\f\v]{2,}|[\t\r\f\v]", r"\r"))


class PageText:
    """A page's rendition in the making.

    White space waits until words follow it in the same line: what ends a line or a block is never written. Pieces are
    laid into the draft at the end, all at once.
    """

    __slots__ = ("_base", "_draft", "_parts", "_places", "_source", "_space", "fresh", "length")

    def __init__(self, draft: Draft, source: Source) -> None:
        self._draft = draft
        self._source = source
        self._base = draft.length
        self._parts: list[str] = []
        self._places: list[int] = []
        self._space: tuple[int, int] | None = None
        self.length = self._base
        """Code points of the draft so far: where the next piece will begin."""
        self.fresh = not self.length or draft.ends_with("\n")
        """Whether the next piece begins a line."""

    def mark(self) -> int:
        """Return a place to ask ``since`` about."""
        return len(self._parts)

    def since(self, mark: int) -> str:
        """Return what was written after a mark."""
        parts = self._parts[mark:]
        return parts[0] if len(parts) == 1 else "".join(parts)

    def drop_space(self) -> None:
        """Forget white space that waits."""
        self._space = None

    def separate(self, glue: str) -> None:
        """Put a separator between two pieces that the page shows apart, unless a line begins anyway."""
        self._space = None
        if not self.fresh:
            self._parts.append(glue)
            self._places += (0, 0)
            self.length += len(glue)
            self.fresh = glue.endswith("\n")

    def wait(self, start: int, end: int) -> None:
        """Take white space that counts only if words follow."""
        if self._space is None:
            self._space = (start, end)

    def put(self, text: str, start: int, end: int) -> None:
        """Append text that source code points [start, end) stand for as a whole."""
        self._lead()
        self._write(text, start, end)

    def words(self, start: int, piece: str) -> None:
        """Append the source's words at ``start``, which hold more than white space."""
        body = piece.strip(_SPACE)
        end, size = start + len(piece), len(body)
        trimmed = start + size != end
        if trimmed and (before := piece.find(body[0])):
            if self._space is None:
                self._space = (start, start + before)
            start += before
        if self._space is not None:
            if not self.fresh:
                self._parts.append(" ")
                self._places += self._space
                self.length += 1
            self._space = None
        flat = body.replace("\n", " ") if "\n" in body else body
        # No-break spaces, soft hyphens and tabs are not printable; a search for each piece would cost more.
        if "&" not in flat and "  " not in flat and flat.isprintable():
            self._parts.append(flat)
            self._places += (start, start + size)
            self.length += size
            self.fresh = False
        else:
            self._fold(start, body, _ODD)
        if trimmed and start + size != end:
            self._space = (start + size, end)

    def lines(self, start: int, piece: str) -> None:
        """Append the source's words at ``start`` with their white space and line breaks (``pre``)."""
        self._lead()
        at = 0
        for order, line in enumerate(piece.split("\n")):
            if order:
                self._write("\n", start + at - 1, start + at)
            self._fold(start + at, line, _KEPT_ODD)
            at += len(line) + 1

    def finish(self) -> None:
        """Lay what was written into the draft."""
        self._draft.lay(self._source, self._parts, self._places)

    def _lead(self) -> None:
        """Write the white space that waits, if it stands between words."""
        if self._space is not None:
            start, end = self._space
            self._space = None
            if not self.fresh:
                self._parts.append(" ")
                self._places += (start, end)
                self.length += 1

    def _fold(self, start: int, body: str, odd: re.Pattern[str]) -> None:
        at = 0
        for match in odd.finditer(body):
            first, last = match.span()
            if match.lastgroup == "entity":
                meant = _meant(match.group())
                if meant is None:
                    continue
            else:
                meant = " " if match.lastgroup else ""
            if first > at:
                self._kept(start + at, body[at:first])
            if meant:
                self._write(meant, start + first, start + last)
            at = last
        if at < len(body):
            self._kept(start + at, body[at:] if at else body)

    def _kept(self, start: int, text: str) -> None:
        if "\n" in text:
            text = text.replace("\n", " ")
        if "\u00a0" in text:
            text = text.replace("\u00a0", " ")
        count = len(text)
        self._parts.append(text)
        self._places += (start, start + count)
        self.length += count
        self.fresh = False

    def _write(self, text: str, start: int, end: int) -> None:
        self._parts.append(text)
        self._places += (start, end)
        self.length += len(text)
        self.fresh = text == "\n"


@lru_cache(maxsize=4096)
def _meant(entity: str) -> str | None:
    """Return what an entity stands for, empty for a soft hyphen, None where it is no entity."""
    meant = html.unescape(entity)
    if meant == entity:
        return None
    return meant.replace("\u00ad", "").translate(_BLANKS)


_BLANKS = {ord(char): " " for char in "\t\n\r\f\v\u00a0"}
