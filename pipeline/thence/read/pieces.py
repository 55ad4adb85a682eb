"""A text whose every character knows the source it stands for, to be rewritten by patterns."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Sequence

__all__ = ["Pieces"]


class Pieces:
    """Text with the range of source code points that each of its own stands for; for texts of a page or so."""

    __slots__ = ("ends", "starts", "text")

    def __init__(self, text: str, starts: Iterable[int] = (), ends: Iterable[int] = ()) -> None:
        self.text = text
        self.starts = array("q", starts)
        self.ends = array("q", ends)

    @classmethod
    def kept(cls, text: str, start: int, end: int) -> Pieces:
        """Return source text as it is."""
        return cls(text[start:end], range(start, end), range(start + 1, end + 1))

    @classmethod
    def laid(cls, pieces: Sequence[str], places: Sequence[int]) -> Pieces:
        """Return pieces as `Draft.lay` takes them."""
        made = cls("".join(pieces))
        for piece, start, end in zip(pieces, places[::2], places[1::2], strict=True):
            if len(piece) == end - start:
                made.starts.extend(range(start, end))
                made.ends.extend(range(start + 1, end + 1))
            else:
                made.starts.extend([start] * len(piece))
                made.ends.extend([end] * len(piece))
        return made

    def __len__(self) -> int:
        return len(self.text)

    def cut(self, start: int, end: int) -> Pieces:
        """Return a part."""
        return Pieces(self.text[start:end], self.starts[start:end], self.ends[start:end])

    def add(self, other: Pieces) -> None:
        """Append another's text."""
        self.text += other.text
        self.starts += other.starts
        self.ends += other.ends

    def sub(self, pattern: re.Pattern[str], read: Callable[[re.Match[str]], str | tuple[int, int]]) -> Pieces:
        """Return the text with each match as ``read`` has it: other words for the whole, or a range of it to keep."""
        if pattern.search(self.text) is None:
            return self
        texts: list[str] = []
        starts = array("q")
        ends = array("q")
        at = 0
        for match in pattern.finditer(self.text):
            first, last = match.span()
            texts.append(self.text[at:first])
            starts += self.starts[at:first]
            ends += self.ends[at:first]
            said = read(match)
            if isinstance(said, tuple):
                texts.append(self.text[said[0] : said[1]])
                starts += self.starts[said[0] : said[1]]
                ends += self.ends[said[0] : said[1]]
            else:
                texts.append(said)
                starts.extend([self.starts[first]] * len(said))
                ends.extend([self.ends[last - 1]] * len(said))
            at = last
        texts.append(self.text[at:])
        starts += self.starts[at:]
        ends += self.ends[at:]
        return Pieces("".join(texts), starts, ends)

    def lay(self) -> tuple[list[str], list[int]]:
        """Return the pieces as `Draft.lay` takes them."""
        pieces: list[str] = []
        places: list[int] = []
        text, starts, ends = self.text, self.starts, self.ends
        at, size = 0, len(text)
        while at < size:
            stop = at + 1
            if ends[at] - starts[at] == 1:
                while stop < size and starts[stop] == ends[stop - 1] and ends[stop] - starts[stop] == 1:
                    stop += 1
            pieces.append(text[at:stop])
            places += (starts[at], ends[stop - 1])
            at = stop
        return pieces, places
