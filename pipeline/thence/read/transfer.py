"""Transfer encodings of mail: text that was quoted-printable or base64, and the bytes of the file behind it."""

from __future__ import annotations

import binascii
import re

from thence.model.document import ByteMap, Span
from thence.read.source import Runs, Source, decode

__all__ = ["content_of", "decode_part", "from_base64", "from_quoted_printable"]

_EXACT = 270_000
_LETTERS = re.compile(rb"[A-Za-z0-9+/]+(?P<end>=)?")
_QP = re.compile(rb"(?P<soft>=[ \t]*(?:\r\n|\n|\r|\Z))|=(?P<code>[0-9A-Fa-f]{2})|(?P<plain>[^=]+|=)")


def decode_part(data: bytes, start: int, end: int, *, transfer: str, charset: str | None) -> Source:
    """Return the text of the mail part ``data[start:end]``; its map counts bytes of the whole file.

    7bit and 8bit: exact. Quoted-printable: each coded character is atomic, soft line breaks belong to none. Base64:
    the letters that code a character's bytes, and the rest of their four, stand behind it.
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
    """Return the text that base64 bytes stand for; broken base64 is read as far as it goes.

    Behind each character stand the four letters, or two fours, that its bytes are coded in; in parts over 200 kB the
    lines that hold it.
    """
    decoded: list[bytes] = []
    behind = Runs()
    held = b""
    held_start = 0
    exact = len(body) <= _EXACT
    for match in _LETTERS.finditer(body):
        letters = match.group().rstrip(b"=")
        start = offset + match.start()
        if held:
            need = min(4 - len(held), len(letters))
            held += letters[:need]
            letters, start = letters[need:], start + need
            if len(held) < 4:
                continue
            decoded.append(binascii.a2b_base64(held))
            behind.add(3, held_start, start, 0)
        whole = len(letters) // 4 * 4
        decoded.append(binascii.a2b_base64(letters[:whole]))
        if exact:
            for at in range(start, start + whole, 4):
                behind.add(3, at, at + 4, 0)
        else:
            behind.add(whole // 4 * 3, start, start + whole, 0)
        held, held_start = letters[whole:], start + whole
        if match["end"]:
            break
    if len(held) > 1:
        decoded.append(binascii.a2b_base64(held + b"=" * (4 - len(held))))
        behind.add(len(held) - 1, held_start, offset + len(body), 0)
    source = decode(b"".join(decoded), declared=charset)
    return Source(source.text, _through(source.byte_map, behind.freeze()), source.encoding, source.bad, source.guessed)


def content_of(data: bytes, start: int, end: int, transfer: str) -> bytes:
    """Return the bytes that a part's transfer encoding stands for; broken ones as far as they go."""
    body = data[start:end]
    if transfer == "quoted-printable":
        return binascii.a2b_qp(body)
    if transfer == "base64":
        letters = re.sub(rb"[^A-Za-z0-9+/]", b"", body.split(b"=")[0])
        letters = letters[: len(letters) - (len(letters) % 4 == 1)]
        return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
    return body


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
