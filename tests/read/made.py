"""Small files made for the tests of the readers: pdf and docx from a few lines."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from html import escape

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def pdf(pages: Sequence[Sequence[tuple[float, float, float, str]]], *, image: Sequence[int] = ()) -> bytes:
    """Return a PDF; each page is a list of (x, y, size, text).   image: pages (from 0) that also show a picture."""
    objects: list[bytes] = [b"", b""]

    def add(body: bytes) -> int:
        objects.append(body)
        return len(objects)

    font = add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    picture = add(
        b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>"
        b"\nstream\n\x80\nendstream"
    )
    kids = []
    for number, lines in enumerate(pages):
        drawn = [
            f"BT /F1 {size} Tf {x} {y} Td ({text.replace('(', chr(92) + '(').replace(')', chr(92) + ')')}) Tj ET"
            for x, y, size, text in lines
        ]
        if number in image:
            drawn.append("q 500 0 0 700 40 60 cm /Im1 Do Q")
        stream = "\n".join(drawn).encode("latin-1")
        content = add(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        kids.append(
            add(
                b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
                b"/Resources << /Font << /F1 %d 0 R >> /XObject << /Im1 %d 0 R >> >> >>" % (content, font, picture)
            )
        )
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    refs = b" ".join(b"%d 0 R" % kid for kid in kids)
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (refs, len(kids))
    out = io.BytesIO()
    out.write(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    for place in places:
        out.write(b"%010d 00000 n \n" % place)
    out.write(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start))
    return out.getvalue()


def docx(body: str, *, parts: Mapping[str, str] | None = None, core: Mapping[str, str] | None = None) -> bytes:
    """Return a Word document with the given body XML (prefixes w and r), and other parts by name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:

        def write(name: str, text: str) -> None:
            package.writestr(zipfile.ZipInfo(name), f'<?xml version="1.0" encoding="UTF-8"?>{text}')

        write("word/document.xml", f'<w:document xmlns:w="{W}" xmlns:r="{R}"><w:body>{body}</w:body></w:document>')
        for name, text in (parts or {}).items():
            write(name, text)
        if core:
            inner = "".join(f"<dc:{name}>{escape(value)}</dc:{name}>" for name, value in core.items())
            write("docProps/core.xml", f'<c xmlns:dc="http://purl.org/dc/elements/1.1/">{inner}</c>')
    return out.getvalue()


def p(text: str, style: str = "") -> str:
    """Return a paragraph."""
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f'<w:p>{properties}<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'


def tbl(rows: Sequence[Sequence[str]]) -> str:
    """Return a table of plain cells."""
    return (
        "<w:tbl>"
        + "".join("<w:tr>" + "".join(f"<w:tc>{p(c)}</w:tc>" for c in row) + "</w:tr>" for row in rows)
        + "</w:tbl>"
    )
