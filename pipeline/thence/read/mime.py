"""The structure of mail: parts with their headers, at their places in the file, and what their names say."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

__all__ = ["ENCODED_WORDS", "Part", "decoded_words", "is_mail", "parse_part", "split", "unworded"]

_HEADER = re.compile(rb"(?P<name>[!-9;-~]+)[ \t]*:[ \t]*(?P<value>[^\n]*(?:\n[ \t]+[^\n]*)*)(?:\n|\Z)")
_PARAMETER = re.compile(r";\s*([\w*-]+)\s*=\s*(?:\"((?:[^\"\\]|\\.)*)\"|([^\s;]+))")
_WORD = re.compile(r"=\?(?P<charset>[^?\s*]{1,40})(?:\*[^?\s]{0,40})?\?(?P<how>[QqBb])\?(?P<text>[^?\n]*)\?=")
_BARE_WORD = re.sub(r"\?P<\w+>", "?:", _WORD.pattern)
ENCODED_WORDS = re.compile(rf"{_BARE_WORD}(?:\s+{_BARE_WORD})*")
"""Encoded words (RFC 2047), with the blanks between them, which belong to neither."""
_MAIL = ("from", "to", "subject", "date", "message-id")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a message.

    headers: (lower-case name, start and end of the name, start and end of the value), places in the file.
    values: first value of each header, unfolded, encoded words as they stand.   start, end: place of the body.
    number: by which IMAP knows the part ("1.2"); empty for the message itself.
    """

    headers: tuple[tuple[str, int, int, int, int], ...]
    values: Mapping[str, str]
    start: int
    end: int
    number: str = ""

    @property
    def media_type(self) -> str:
        """Type and subtype, lower case."""
        return self.values.get("content-type", "text/plain").split(";")[0].strip().lower() or "text/plain"

    @property
    def transfer(self) -> str:
        """The transfer encoding, lower case."""
        return self.values.get("content-transfer-encoding", "7bit").split(";")[0].strip().lower()

    @property
    def disposition(self) -> str:
        """``attachment``, ``inline`` or empty."""
        return self.values.get("content-disposition", "").split(";")[0].strip().lower()

    @property
    def name(self) -> str:
        """The name that the part gives itself, decoded; may be empty, and may be anything."""
        said = self.parameter("content-disposition", "filename") or self.parameter("content-type", "name")
        return unworded(said or "")

    def parameter(self, header: str, name: str) -> str | None:
        """Return a parameter of a header: quotes removed, RFC 2231 pieces joined and decoded; None without it."""
        pieces: dict[int, tuple[str, bool]] = {}
        for match in _PARAMETER.finditer(self.values.get(header, "")):
            base, *rest = match[1].lower().split("*")
            if base != name:
                continue
            value = re.sub(r"\\(.)", r"\1", match[2]) if match[2] is not None else match[3]
            if not rest:
                return value
            number = int(rest[0]) if rest[0].isdigit() and len(rest[0]) < 4 else 0
            pieces.setdefault(number, (value, match[1].endswith("*")))
        return _joined(pieces) if pieces else None


def _joined(pieces: Mapping[int, tuple[str, bool]]) -> str:
    # RFC 2231: charset'language'text in the first piece, percent codes in those whose name ends with a star.
    charset, out = "utf-8", b""
    for place, (_, (value, coded)) in enumerate(sorted(pieces.items())):
        text = value
        if coded and not place and text.count("'") >= 2:
            charset, _, text = text.split("'", 2)
        out += unquote_to_bytes(text) if coded else text.encode("utf-8", "replace")
    try:
        return out.decode(charset or "utf-8", "replace")
    except LookupError:
        return out.decode("utf-8", "replace")


def parse_part(data: bytes, start: int, end: int, number: str = "") -> Part:
    """Return the part that ``data[start:end]`` is."""
    if data.startswith(b"\xef\xbb\xbf", start, end):
        start += 3
    if data.startswith((b"From ", b">From "), start, end):
        start = data.find(b"\n", start, end) + 1 or end
    headers = []
    values: dict[str, str] = {}
    at = start
    while match := _HEADER.match(data, at, end):
        name = match["name"].decode("ascii").lower()
        headers.append((name, *match.span("name"), *match.span("value")))
        if name not in values:
            values[name] = " ".join(match["value"].decode("utf-8", "replace").split())
        at = match.end()
    for blank in (b"\r\n", b"\n"):
        if data.startswith(blank, at, end):
            at += len(blank)
            break
    return Part(tuple(headers), values, min(at, end), end, number)


def is_mail(part: Part) -> bool:
    """Return whether a part has the headers of a message."""
    return any(name in part.values for name in _MAIL)


def split(data: bytes, part: Part, most: int) -> Iterator[Part]:
    """Yield the parts between the boundaries of a multipart, at most so many; one without boundary has none."""
    boundary = part.parameter("content-type", "boundary")
    if not boundary:
        return
    mark = re.compile(
        rb"(?:^|\r?\n)--" + re.escape(boundary.encode()) + rb"(?P<last>--)?[ \t]*(?=\r?\n|\Z)", re.MULTILINE
    )
    begin: int | None = None
    count = 0
    for match in mark.finditer(data, part.start, part.end):
        if begin is not None:
            count += 1
            yield parse_part(data, begin, max(begin, match.start()), _inner(part.number, count))
        begin = None if match["last"] else data.find(b"\n", match.end(), part.end) + 1 or part.end
        if match["last"] or count >= most:
            return
    if begin is not None and begin < part.end:
        yield parse_part(data, begin, part.end, _inner(part.number, count + 1))


def _inner(number: str, count: int) -> str:
    return f"{number}.{count}" if number else str(count)


def unworded(text: str) -> str:
    """Return a header's text with its encoded words decoded.

    >>> unworded("=?utf-8?q?M=C3?= =?utf-8?q?=B6bel?= list.pdf")
    'Möbel list.pdf'
    """
    return ENCODED_WORDS.sub(lambda match: decoded_words(match.group()), text) if "=?" in text else text


def decoded_words(text: str) -> str:
    """Return what encoded words say, in one line; a damaged one as it stands.

    Neighbours of one charset are decoded together: programs cut letters of several bytes in two.
    """
    out: list[str] = []
    held, held_charset = b"", ""

    def close() -> None:
        if held:
            out.append(_in_charset(held, held_charset))

    for match in _WORD.finditer(text):
        raw, charset = _raw(match), match["charset"].lower()
        if raw is None or charset != held_charset:
            close()
            held, held_charset = b"", charset
        if raw is None:
            out.append(match.group())
        else:
            held += raw
    close()
    return " ".join("".join(out).split("\n"))


def _raw(match: re.Match[str]) -> bytes | None:
    text = match["text"]
    try:
        if match["how"] in "qQ":
            return binascii.a2b_qp(text.encode("ascii"), header=True)
        letters = re.sub(r"[^A-Za-z0-9+/]", "", text)
        letters = letters[: len(letters) - (len(letters) % 4 == 1)]
        return base64.b64decode(letters + "=" * (-len(letters) % 4))
    except (binascii.Error, ValueError):
        return None


def _in_charset(raw: bytes, charset: str) -> str:
    try:
        return raw.decode({"gb2312": "gbk", "iso-8859-1": "cp1252"}.get(charset, charset))
    except (LookupError, UnicodeError):
        return raw.decode("utf-8", "replace")
