"""Words around a name that show a person: a post, a family tie, an age, "who"."""

from __future__ import annotations

import re
from functools import cache

from thence.extract.gazetteer import gazetteer
from thence.model.document import Span

__all__ = ["shown_person"]


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    posts = "|".join(sorted(map(re.escape, gazetteer().posts), key=lambda word: (-len(word), word)))
    behind = re.compile(
        rf"(?:,\s+(?:who\b|aged\s+\d|\d\d\s*,|\d\d-year-old|born\b)|"
        rf"(?:,\s+|[ \t]*\n[ \t]*)(?:(?:the|its|our|their|his|her|a|an|then|former|acting|deputy|group)\s+)*"
        rf"(?:[a-z][\w’'-]*\s+){{0,2}}?(?:{posts})\b)",
        re.IGNORECASE,
    )
    before = re.compile(rf"(?:\b(?:{posts})|\d\d-year-old),?\s+$", re.IGNORECASE)
    return behind, before


def shown_person(text: str, span: Span) -> bool:
    """Return whether the words right before or behind a name show that it is a person's.

    >>> shown_person("Taro Quill, the finance director, left.", Span(0, 10))
    True
    """
    behind, before = _patterns()
    return (
        behind.match(text, span.end) is not None
        or before.search(text[max(0, span.start - 40) : span.start]) is not None
    )
