"""White words on a white page of a Word document: nobody sees them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element  # the type only

from thence.read.docx_styles import W, is_shaded, val

__all__ = ["is_white", "open_paragraphs"]

_ANCHOR = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}anchor"
_WHITE = re.compile(r"(?:[Ff][8-9A-Fa-f]){3}")
_VML = "{urn:schemas-microsoft-com:vml}"


def open_paragraphs(body: Element) -> Iterator[Element]:
    """Yield the paragraphs behind which there is nothing but the page: none where shapes or pictures are behind text.

    Those of cells and boxes are none of them, whatever fills these.
    """
    if body.tag != f"{W}body" or any(each.get("behindDoc", "0") not in ("0", "false") for each in body.iter(_ANCHOR)):
        return
    if not any(each.tag.startswith(_VML) for each in body.iter()):
        yield from body.iterfind(f"{W}p")


def is_white(properties: Element | None) -> bool:
    """Return whether words are white by their own properties, and nothing is behind them."""
    if properties is None or properties.find(f"{W}rStyle") is not None or is_shaded(properties):
        return False
    return _WHITE.fullmatch(val(properties.find(f"{W}color"))) is not None
