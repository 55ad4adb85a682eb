"""Transfer encodings of mail: text that was quoted-printable or base64, and the bytes of the file behind it."""

from __future__ import annotations

import binascii
import re

from thence.model.document import ByteMap, Span
from thence.read.source import Runs, Source, decode

__all__ = ["decode_part", "from_base64", "from_quoted_printable"]

_QP = re.compile(rb"(?P<soft>=[ \t]*(?:\r\n|\n|\r|\Z))|=(?P<code>[0-9A-Fa-f]{2})|(?P<plain>[^=]+|=)")


def decode_part(data: bytes, start: int, end: int, *, transfer: str, charset: str | None) -> Source:
    """Return the text of the mail part ``data[start:end]``; its map counts bytes of the whole file.

    7bit and 8bit: exact. Quoted-printable: each coded character is atomic, soft line breaks belong to none. Base64:
    the whole part stands behind every character.
    """
    body = data[start:end]
    if transfer == "quoted-printable":
        return from_quoted_printable(body, offset=start, charset=charset)
    if transfer == "base64":
        return from_base64(body, offset=start, charset=charset)
    return decode(body, declared=charset, offset=start)


def from_quoted_printable(body: bytes, *, offset: int, charset: str | None) -> Source:
    """Return the text that quoted-printable bytes stand for.   offset: where they begin in their file."""
    decoded: list[bytes] = []
    behind = Runs()
    for match in _QP.finditer(body):
        first, last = offset + match.start(), offset + match.end()
        if match["plain"] is not None:
            decoded.append(match["plain"])
            behind.add(last - first, first, last, 1)
        elif match["code"] is not None:
            decoded.append(bytes((int(match["code"], 16),)))
            behind.add(1, first, last, 0)
    source = decode(b"".join(decoded), declared=charset)
    byte_map = _through(source.byte_map, behind.freeze())
    return Source(source.text, byte_map, source.encoding, source.bad, source.guessed)


def from_base64(body: bytes, *, offset: int, charset: str | None) -> Source:
    """Return the text that base64 bytes stand for; broken base64 is read as far as it goes."""
    letters = re.sub(rb"[^A-Za-z0-9+/]", b"", body.split(b"=")[0])
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    source = decode(binascii.a2b_base64(letters + b"=" * (-len(letters) % 4)), declared=charset)
    runs = Runs()
    runs.add(len(source.text), offset, offset + len(body), 0)
    return Source(source.text, runs.freeze(), source.encoding, source.bad, source.guessed)


def _through(text_map: ByteMap, behind: ByteMap) -> ByteMap:
    """Return the map from characters to file bytes: characters to decoded bytes, decoded bytes to file bytes."""
    runs = Runs()
    for index, start in enumerate(text_map.starts):
        first = text_map.chars[index]
        last = text_map.chars[index + 1] if index + 1 < len(text_map.chars) else text_map.length
        width = text_map.widths[index]
        if width == 1:
            runs.add_slice(behind, start, text_map.ends[index])
        elif width:
            for number in range(last - first):
                at = start + number * width
                runs.add(1, *behind.bytes_of(Span(at, at + width)), 0)
        else:
            runs.add(last - first, *behind.bytes_of(Span(start, text_map.ends[index])), 0)
    return runs.freeze()
