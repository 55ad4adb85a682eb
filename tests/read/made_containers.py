"""Archives, mailboxes and mails made for the tests of containers."""

from __future__ import annotations

import base64
import io
import tarfile
import zipfile
from collections.abc import Mapping, Sequence


def zipped(members: Mapping[str, bytes | str] | Sequence[tuple[str, bytes | str]], *, stored: bool = False) -> bytes:
    """Return a zip archive; names may be anything, more than once."""
    out = io.BytesIO()
    pairs = members.items() if isinstance(members, Mapping) else members
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED) as archive:
        for name, content in pairs:
            info = zipfile.ZipInfo("x")
            info.filename = name
            info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            archive.NameToInfo.pop(name, None)
            archive.writestr(info, content)
    return out.getvalue()


def tarred(members: Mapping[str, bytes], *, packed: bool = False, form: int = tarfile.PAX_FORMAT) -> bytes:
    """Return a tar archive, with gzip around it if packed."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz" if packed else "w", format=form) as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


def mail(body: str = "Hello.\n", *, subject: str = "Sale", number: int = 1, headers: str = "") -> str:
    """Return a message of one part."""
    return (
        f"From: Ann Lee <ann@x.org>\nTo: Bo Ek <bo@x.org>\nDate: Wed, 18 Mar 2026 16:42:00 +0100\n"
        f"Subject: {subject}\nMessage-ID: <{number}@x.org>\n{headers}\n{body}"
    )


def part(content: str | bytes, headers: str) -> str:
    """Return a part of a multipart; bytes as base64."""
    if isinstance(content, bytes):
        return f"{headers}\nContent-Transfer-Encoding: base64\n\n{base64.encodebytes(content).decode()}"
    return f"{headers}\n\n{content}"


def multipart(*parts: str, kind: str = "mixed", boundary: str = "b-1", subject: str = "Sale") -> str:
    """Return a message of several parts."""
    inner = "".join(f"--{boundary}\n{each}\n" for each in parts)
    return mail(
        f"{inner}--{boundary}--\n",
        subject=subject,
        headers=f'MIME-Version: 1.0\nContent-Type: multipart/{kind}; boundary="{boundary}"\n',
    )


def attached(name: str, content: str | bytes, kind: str = "text/plain") -> str:
    """Return a part that is an attachment."""
    return part(content, f'Content-Type: {kind}\nContent-Disposition: attachment; filename="{name}"')


def mailbox(*messages: str) -> bytes:
    """Return an mbox of messages."""
    return "".join(f"From ann@x.org Wed Mar 18 16:42:00 2026\n{message}\n" for message in messages).encode()


LOCKED = (
    "504b03040a0009000000ba10815dda89499b180000000c00000005000000612e747874f68a4a049f0be432e2c1ab6bd335ef"
    "384fab1d791f7fc4a5504b0708da89499b180000000c000000504b01021e030a0009000000ba10815dda89499b180000000c"
    "000000050000000000000001000000a48100000000612e747874504b05060000000001000100330000004b0000000000"
)
"""A zip archive of a.txt, "secret text", locked with the password "hare": made with zip -P."""
