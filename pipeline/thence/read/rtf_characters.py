"""The characters of RTF text: bytes in the code page of their font, and Unicode with what stands for it elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from thence.read import rtf_codes as codes

__all__ = ["Characters"]

Emit = Callable[[str, int, int, int], None]
"""Takes text, the bytes [start, end) it comes from, and how many bytes each character takes (0: all from all)."""


class Characters:
    """Puts together what takes several tokens: double bytes, surrogate pairs, fallbacks that are passed over."""

    __slots__ = ("_emit", "_lead", "_skip", "_unit")

    def __init__(self, emit: Emit) -> None:
        self._emit = emit
        self._lead: tuple[int, int, str] | None = None
        self._unit: tuple[int, int, int] | None = None
        self._skip = 0

    @property
    def skips(self) -> bool:
        """Whether the next character only stands for a Unicode one before it."""
        return self._skip > 0

    def skip(self, end: int) -> None:
        """Pass over one such character, which ends at a byte."""
        self._skip -= 1
        if self._unit is not None:
            self._unit = (self._unit[0], self._unit[1], end)

    def text(self, data: bytes, begin: int, end: int, codec: str) -> None:
        """Take bytes that stand for themselves."""
        while self._skip and begin < end:
            begin += 1
            self.skip(begin)
        if begin < end:
            self._flush_unit()
        if begin < end and self._lead is not None:
            self.byte(data[begin], begin, begin + 1, codec)
            begin += 1
        if begin == end:
            return
        piece = data[begin:end]
        if codec == "symbol" or not any(codes.is_lead(codec, byte) for byte in set(piece)):
            said = codes.decoded(codec, piece)
            self._emit(said, begin, end, 1 if len(said) == len(piece) else 0)
        else:
            for offset, byte in enumerate(piece):
                self.byte(byte, begin + offset, begin + offset + 1, codec)

    def byte(self, byte: int, begin: int, end: int, codec: str) -> None:
        """Take one byte, however it was written."""
        if self._skip:
            self.skip(end)
            return
        self._flush_unit()
        if self._lead is not None:
            first, start, page = self._lead
            self._lead = None
            self._emit(codes.decoded(page, bytes((first, byte))), start, end, 0)
        elif codes.is_lead(codec, byte):
            self._lead = (byte, begin, codec)
        else:
            self._emit(codes.decoded(codec, bytes((byte,))) if byte >= 0x20 else " ", begin, end, 0)

    def unicode(self, unit: int, begin: int, end: int, *, fallback: int) -> None:
        """Take a UTF-16 unit; the two of a pair become one.   fallback: how many characters stand for it elsewhere."""
        held = self._unit
        if held is not None and 0xD800 <= held[0] < 0xDC00 <= unit < 0xE000:
            self._unit = (0x10000 + ((held[0] - 0xD800) << 10) + (unit - 0xDC00), held[1], end)
        else:
            self.flush()
            self._unit = (unit, begin, end)
        self._skip = fallback

    def flush(self) -> None:
        """Write what waits for its other half; nothing is passed over any more."""
        self._skip = 0
        self._flush_unit()
        if self._lead is not None:
            _, start, _ = self._lead
            self._lead = None
            self._emit("\ufffd", start, start + 1, 0)

    def _flush_unit(self) -> None:
        if self._unit is not None:
            code, begin, end = self._unit
            self._unit = None
            said = "\ufffd" if 0xD800 <= code < 0xE000 else chr(code)
            if 0xF000 <= code <= 0xF0FF:
                # Where Word puts the characters of symbol fonts.
                said = codes.symbol(code - 0xF000)
            self._emit(said if code >= 0x20 else " ", begin, end, 0)
