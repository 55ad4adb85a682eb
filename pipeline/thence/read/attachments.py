"""The attachments of a mail as files of their own, and what of a mail is not read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

from thence.errors import InputError, Location
from thence.model.finding import Finding, Severity
from thence.read.container import INSIDE, Member, Members, distinct_names, safe_name
from thence.read.mime import Part, parse_part, split
from thence.read.reading import Options, finding
from thence.read.registry import READERS
from thence.read.transfer import content_of

__all__ = ["Leaf", "leaves", "open_eml"]

_DEPTH = 20
_PARTS = 1_000
_MOST = 10_000
_SEALED = ("application/pkcs7-mime", "application/x-pkcs7-mime")
_SIGNATURES = ("application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature")
_SUFFIXES = {reader.media_type: f".{reader.suffixes[0]}" for reader in READERS.values()}


@dataclass(frozen=True, slots=True)
class Leaf:
    """A part of a mail that holds no other.

    role: "text" (of the message itself), "file" (a document of its own), "signature", or "unread".
    why: of an unread one, what it is.   severity: how bad that is.   alternatives: numbers of the multipart/alternative
    and of the part of it that this leaf belongs to; one part of each such multipart is read.
    """

    part: Part
    role: str
    name: str = ""
    why: str = ""
    severity: Severity = Severity.WARNING
    alternatives: tuple[tuple[str, str], ...] = ()


def leaves(data: bytes, message: Part) -> list[Leaf]:
    """Return the leaves of a message, in order, the first ten thousand of them; what follows is one that is unread."""
    found = list(islice(_leaves(data, message, 0, False, ()), _MOST + 1))
    if len(found) > _MOST:
        found[_MOST:] = [Leaf(found[_MOST].part, "unread", why=f"what comes after the first {_MOST} parts")]
    return found


def _leaves(
    data: bytes, part: Part, depth: int, related: bool, alternatives: tuple[tuple[str, str], ...]
) -> Iterator[Leaf]:
    """Yield the leaves of a part.   related: whether it only serves the page it comes with."""
    kind = part.media_type
    if kind == "multipart/encrypted":
        yield Leaf(part, "unread", why="the message is encrypted")
        return
    if kind.startswith("multipart/"):
        if depth >= _DEPTH:
            yield Leaf(part, "unread", why=f"parts nested deeper than {_DEPTH}")
            return
        for place, item in enumerate(split(data, part, _PARTS + 1)):
            if place == _PARTS:
                yield Leaf(item, "unread", why=f"what comes after the first {_PARTS} parts")
                return
            way = (*alternatives, (part.number, item.number)) if kind == "multipart/alternative" else alternatives
            serves = related or (kind == "multipart/related" and place > 0)
            yield from _leaves(data, item, depth + 1, serves, way)
        return
    name = part.name
    attached = part.disposition == "attachment" or (depth > 0 and bool(name))
    if kind in _SIGNATURES:
        yield Leaf(part, "signature", name)
    elif kind in _SEALED:
        opaque = "signed" in (part.parameter("content-type", "smime-type") or "enveloped")
        yield Leaf(part, "unread", why="the message is sealed with S/MIME" if opaque else "the message is encrypted")
    elif kind in ("application/ms-tnef", "application/vnd.ms-tnef") or name.lower() == "winmail.dat":
        yield Leaf(part, "unread", why="winmail.dat: text and attachments in a form of Outlook's own")
    elif kind.startswith("image/") and part.disposition != "attachment" and (related or "content-id" in part.values):
        yield Leaf(part, "unread", why=f"picture in the text: {name or kind}", severity=Severity.INFO)
    elif kind in ("text/plain", "text/html") and not attached:
        role = "unread" if related else "text"
        yield Leaf(part, role, why=f"part of the page: {kind}", severity=Severity.INFO, alternatives=alternatives)
    elif kind in ("message/delivery-status", "message/disposition-notification", "text/rfc822-headers"):
        yield Leaf(part, "unread", why=f"report of a mail server ({kind})", severity=Severity.INFO)
    elif kind == "message/external-body":
        yield Leaf(part, "unread", why="the attachment lies elsewhere and is only named")
    else:
        yield Leaf(part, "file", _file_name(part, name))


def _file_name(part: Part, name: str) -> str:
    """Return a name for an attachment that is a file name everywhere."""
    last = safe_name(name.replace("/", "_").replace("\\", "_"))
    last = re.sub(r"[\x00-\x1f\x7f]+", " ", last).strip().lstrip(".")
    kind = part.media_type
    if last and (kind != "message/rfc822" or last.lower().endswith(".eml")):
        return last
    if kind == "message/rfc822":
        return f"{last or 'forwarded'}.eml"
    return ("invite" if kind == "text/calendar" else "attachment") + _SUFFIXES.get(kind, "")


def open_eml(data: bytes, path: str, options: Options) -> Members:
    """Return the attachments of a mail, decoded when they are loaded; of two with one name the second is numbered.

    What a reader of the mail sees in it (its text, pictures in the text) is no attachment; forwarded messages are.
    """
    found = [leaf for leaf in leaves(data, parse_part(data, 0, len(data))) if leaf.role == "file"]
    names = distinct_names(leaf.name for leaf in found)
    most = options.limits.members
    findings: list[Finding] = []
    if len(found) > most:
        findings.append(
            finding("TH506", path, f"{len(found) - most} attachments are not read: beyond the limit of {most}",
                    hint="raise limits.members in thence.toml")
        )  # fmt: skip
    files = []
    for leaf, name in list(zip(found, names, strict=True))[:most]:
        at = f"{path}{INSIDE}{name}"
        size = leaf.part.end - leaf.part.start
        size = size * 3 // 4 if leaf.part.transfer == "base64" else size
        files.append(Member(at, size, partial(_content, data, leaf.part, at)))
    return Members(tuple(files), findings)


def _content(data: bytes, part: Part, at: str) -> bytes:
    if part.transfer in ("x-uuencode", "uuencode", "x-uue"):
        raise InputError("TH502", "uuencoded, which is not read", at=Location(at), hint="save the attachment as a file")
    return content_of(data, part.start, part.end, part.transfer)
