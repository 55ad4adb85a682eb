"""White words on a white page of a Word document: nobody sees them."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element  # the type only

__all__ = ["is_shaded", "is_white", "open_paragraphs"]

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_ANCHOR = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}anchor"
_VML = "{urn:schemas-microsoft-com:vml}"
_NONE = frozenset({"", "auto", "ffffff"})


def open_paragraphs(body: Element) -> Iterator[Element]:
    """Yield the paragraphs behind which there is nothing but the page: none where shapes or pictures are behind text.

    Those of cells and boxes are none of them, whatever fills these.
    """
    if body.tag != f"{_W}body" or any(each.get("behindDoc", "0") not in ("0", "false") for each in body.iter(_ANCHOR)):
        return
    if not any(each.tag.startswith(_VML) for each in body.iter()):
        yield from body.iterfind(f"{_W}p")


def is_shaded(properties: Element | None) -> bool:
    """Return whether a paragraph or its words have a colour behind them."""
    if properties is None:
        return False
    shade, light = properties.find(f"{_W}shd"), properties.find(f"{_W}highlight")
    if light is not None and light.get(f"{_W}val", "none") != "none":
        return True
    if shade is None:
        return False
    return shade.get(f"{_W}fill", "").lower() not in _NONE or shade.get(f"{_W}val", "clear") not in ("clear", "nil")


def is_white(properties: Element | None) -> bool:
    """Return whether words are white by their own properties, and nothing is behind them."""
    colour = properties.find(f"{_W}color") if properties is not None else None
    if colour is None or properties is None or properties.find(f"{_W}rStyle") is not None:
        return False
    return colour.get(f"{_W}val", "").lower() == "ffffff" and not is_shaded(properties)
