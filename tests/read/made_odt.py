"""OpenDocument texts made for the tests of the reader."""

from __future__ import annotations

import io
import zipfile

from tests.read.made_office import packed

__all__ = ["odt", "p"]

_ODF = "urn:oasis:names:tc:opendocument:xmlns"
_NAMES = (
    f'xmlns:office="{_ODF}:office:1.0" xmlns:text="{_ODF}:text:1.0" xmlns:table="{_ODF}:table:1.0" '
    f'xmlns:style="{_ODF}:style:1.0" xmlns:draw="{_ODF}:drawing:1.0" xmlns:fo="{_ODF}:xsl-fo-compatible:1.0" '
    f'xmlns:meta="{_ODF}:meta:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"'
)


def odt(
    body: str, *, styles: str = "", common: str = "", masters: str = "", meta: str = "", manifest: str = ""
) -> bytes:
    """Return a text document.   styles: of its content.   common: of styles.xml.   masters: master pages."""
    parts = {
        "content.xml": f"<office:document-content {_NAMES}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>",
        "styles.xml": f"<office:document-styles {_NAMES}><office:styles>{common}</office:styles><office:master-styles>"
        f"{masters}</office:master-styles></office:document-styles>",
        "meta.xml": f"<office:document-meta {_NAMES}><office:meta>{meta}</office:meta></office:document-meta>",
        "META-INF/manifest.xml": f"<m:manifest xmlns:m='{_ODF}:manifest:1.0'>{manifest}</m:manifest>",
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr(zipfile.ZipInfo("mimetype"), "application/vnd.oasis.opendocument.text")
        with zipfile.ZipFile(io.BytesIO(packed(dict(parts)))) as others:
            for name in others.namelist():
                package.writestr(zipfile.ZipInfo(name), others.read(name))
    return out.getvalue()


def p(text: str, style: str = "") -> str:
    """Return a paragraph."""
    named = f" text:style-name='{style}'" if style else ""
    return f"<text:p{named}>{text}</text:p>"
