"""Office files made for the tests of the readers: parts by name, zipped."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from tests.read.made import R, W, docx

__all__ = ["RELS", "packed", "relations", "run", "word"]

RELS = "http://schemas.openxmlformats.org/package/2006/relationships"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
_EXTERNAL = " TargetMode='External'"
_MORE = (
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:m="http://schemas.openxmlformats.org/'
    'officeDocument/2006/math" xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
)


def packed(parts: Mapping[str, str | bytes], *, stored: bool = False) -> bytes:
    """Return a zip file of parts; texts get an XML declaration unless they are no XML."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED) as package:
        for name, part in parts.items():
            data = (_HEAD + part if part.startswith("<") else part).encode() if isinstance(part, str) else part
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            package.writestr(info, data)
    return out.getvalue()


def relations(targets: Mapping[str, tuple[str, str]]) -> str:
    """Return a part of relations: id -> (last word of the type, target); an address is external."""
    items = "".join(
        f"<Relationship Id='{name}' Type='{R}/{kind}' Target='{target}'{_EXTERNAL if '://' in target else ''}/>"
        for name, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{RELS}">{items}</Relationships>'


def run(text: str, properties: str = "") -> str:
    """Return a run of Word text."""
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t xml:space='preserve'>{text}</w:t></w:r>"


def word(body: str, *, rels: Mapping[str, tuple[str, str]] | None = None, **parts: str) -> bytes:
    """Return a Word document.   rels: of its body.   parts: name without ``.xml`` -> what its root element holds."""
    roots = {"footnotes": "footnotes", "endnotes": "endnotes", "comments": "comments", "styles": "styles"}
    made = {}
    for name, inner in parts.items():
        root = roots.get(name) or ("numbering" if name == "numbering" else "hdr" if name.startswith("h") else "ftr")
        made[f"word/{name}.xml"] = f'<w:{root} xmlns:w="{W}" xmlns:r="{R}" {_MORE}>{inner}</w:{root}>'
    made["word/_rels/document.xml.rels"] = relations(rels or {})
    data = docx("<!--body-->", parts=made)
    out: dict[str, str | bytes] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        for name in package.namelist():
            out[name] = package.read(name)
    out["word/document.xml"] = f'<w:document xmlns:w="{W}" xmlns:r="{R}" {_MORE}><w:body>{body}</w:body></w:document>'
    return packed(out)
