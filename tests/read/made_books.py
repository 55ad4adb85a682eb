"""Books and RTF documents made for the tests of their readers."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

_CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
_META = "<dc:title>The Book</dc:title><dc:creator>Ann Lee</dc:creator><dc:date>2024-03-05</dc:date>"


def rtf(body: str, *, fonts: str = r"{\f0\froman\fcharset0 Times;}", head: str = "") -> bytes:
    """Return an RTF document with the given body; what is not ASCII is written in windows-1252."""
    return (r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl" + fonts + "}" + head + body + "}").encode("cp1252")


def chapter(body: str, title: str = "") -> str:
    """Return an XHTML page."""
    return (
        '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml">'
        f"<head><title>{title}</title></head><body>{body}</body></html>"
    )


def epub(
    chapters: Sequence[tuple[str, str]],
    *,
    meta: str = _META,
    others: Mapping[str, str] | None = None,
    manifest: str = "",
    spine: str = "",
) -> bytes:
    """Return a book.   chapters: name and page of each, in the order of the spine.   others: more parts by name."""
    items = "".join(
        f'<item id="c{number}" href="{name}" media-type="application/xhtml+xml"/>'
        for number, (name, _) in enumerate(chapters)
    )
    order = "".join(f'<itemref idref="c{number}"/>' for number in range(len(chapters)))
    opf = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
        f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">{meta}</metadata>'
        f"<manifest>{items}{manifest}</manifest><spine>{order}{spine}</spine></package>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr(zipfile.ZipInfo("mimetype"), "application/epub+zip")
        package.writestr(zipfile.ZipInfo("META-INF/container.xml"), _CONTAINER)
        package.writestr(zipfile.ZipInfo("OEBPS/content.opf"), opf)
        for name, page in chapters:
            package.writestr(zipfile.ZipInfo(f"OEBPS/{name}"), page)
        for name, text in (others or {}).items():
            package.writestr(zipfile.ZipInfo(name), text)
    return out.getvalue()
