"""Words of a Word document that have nothing but the white page behind them: nobody sees them if they are white too."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element  # the type only

from thence.read.docx_styles import W

__all__ = ["open_paragraphs"]

_ANCHOR = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}anchor"
_VML = "{urn:schemas-microsoft-com:vml}"


def open_paragraphs(body: Element) -> Iterator[Element]:
    """Yield the paragraphs behind which there is nothing but the page: none where shapes or pictures are behind text.

    Those of cells and boxes are none of them, whatever fills these.
    """
    if body.tag != f"{W}body" or any(each.get("behindDoc", "0") not in ("0", "false") for each in body.iter(_ANCHOR)):
        return
    if not any(each.tag.startswith(_VML) for each in body.iter()):
        yield from body.iterfind(f"{W}p")
