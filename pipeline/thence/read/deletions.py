"""What tracked changes deleted: in the document's text to be seen, and told, as it is no fact any more."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence

from thence.model.document import Block, BlockKind
from thence.model.finding import Finding, Severity
from thence.read.reading import finding

__all__ = ["deletion_findings"]

_EACH, _WORDS = 20, 120
_HINT = "the text is read with its changes accepted: reject the change in the file if the words should stand"


def deletion_findings(path: str, text: str, blocks: Sequence[Block]) -> Iterator[Finding]:
    """Yield what was deleted (TH535): the words, by whom and when where the file says it, and where they stood.

    text, blocks: of the document.   A passage each, and one finding for those beyond the twentieth.
    """
    cuts = [block for block in blocks if block.kind is BlockKind.DELETED]
    told = Counter(_said(block, text) for block in cuts[:_EACH])
    for said, times in told.items():
        again = f" ({times} times)" if times > 1 else ""
        yield finding("TH535", path, f"{said}{again}", severity=Severity.INFO, hint=_HINT)
    if rest := cuts[_EACH:]:
        people = sorted({block.voice for block in rest if block.voice})
        by = f", by {', '.join(people[:3])}{' and others' if len(people) > 3 else ''}" if people else ""
        said = f"{len(rest):,} more passages deleted by tracked changes{by}: no current facts"
        yield finding("TH535", path, said, severity=Severity.INFO, hint=_HINT)


def _said(block: Block, text: str) -> str:
    words = " ".join(text[block.span.start : min(block.span.end, block.span.start + 4 * _WORDS)].split())
    is_cut = len(words) > _WORDS or block.span.end - block.span.start > 4 * _WORDS
    shown = textwrap.shorten(words, _WORDS, placeholder="") or words[:_WORDS] if is_cut else words
    by = f" by {block.voice}" if block.voice else ""
    when = f" on {block.date}" if block.date else ""
    where = ", ".join([*([block.part] if block.part else []), *([f"paragraph {block.number}"] if block.number else [])])
    at = f" ({where})" if where else ""
    deed = f"deleted{by}{when}" if by or when else "struck out or deleted"
    return f"{deed}: “{shown}{' …' if is_cut else ''}”{at}, no current fact"
