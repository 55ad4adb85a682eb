"""Paragraphs that go on in another column or on another page."""

from __future__ import annotations

from collections.abc import Sequence

from thence.read.layout_paragraphs import Paragraph, runs_on
from thence.read.pdf_sheets import Grid, Laid

__all__ = ["chains"]

_AHEAD = 8


def chains(laid: Sequence[Laid]) -> tuple[dict[int, Paragraph], set[int]]:
    """Return, by identity, the paragraph that goes on with each one that stops in the middle; and which are such."""
    flat: list[Paragraph | Grid] = []
    for page in laid:
        flat += page.body
    tails: dict[int, Paragraph] = {}
    taken: set[int] = set()
    for at, item in enumerate(flat):
        if not isinstance(item, Paragraph):
            continue
        if not (item.closes or (at + 1 < len(flat) and isinstance(flat[at + 1], Grid))):
            continue
        for ahead in range(at + 1, min(at + 1 + _AHEAD, len(flat))):
            other = flat[ahead]
            if not isinstance(other, Paragraph) or id(other) in taken:
                continue
            if other.page > item.page + 1:
                break
            if abs(other.height - item.height) > 0.08 * item.height:
                continue  # what stands beside or between: a caption, a heading, a box
            if (other.opens or isinstance(flat[ahead - 1], Grid)) and runs_on(item, other):
                tails[id(item)] = other
                taken.add(id(other))
            break
    return tails, taken
