"""How words read that stand broken: hyphens at line ends, soft hyphens, ligatures."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from operator import attrgetter

from thence.model.document import Join, Span
from thence.read.raised import mark_joins

__all__ = ["is_inside", "joins"]

_BROKEN = re.compile(
    r"[-\u2010](?:(?<=[^\W_].)|(?<=[\u0300-\u036f].))[ \t]*\n[ \t]*(?=[^\W_])|\u00ad(?:[ \t]*\n[ \t]*)?|[\ufb00-\ufb06]"
)
_HINT = re.compile(r"-[ \t]*\n")
_LETTERS = "\u2010\u00ad\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06"
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_HYPHENS = "-\u2010"
_MARKS = "'’-\u2010\u00ad"
_LONGEST = 48
_start = attrgetter("start")
# Before these a hyphen is always written.
_FIRST = frozenset(["self", "non", "quasi", "vice", "ill"])
# These begin words of their own too ("short-age", "co-lonial", "ex-pected"): what follows decides.
_PREFIXES = frozenset(
    re.findall(
        r"\w+",
        "half all long short high low full part cross mid semi co ex pre post anti pro re inter multi over under sub "
        "super micro mini macro ultra bio euro neo de un mis",
    )
)
_CO = re.compile(
    r"(?:tenan|own|direct|found|author|chair|opera|ordin|exist|pilot|invest|lead|defend|appli|plaint|sign|trust|borrow"
    r"|insur|work|edit|creat|produc|host|develop|manag|propriet|respond|conspir|accus|financ|fund|guarant|lend|resident)"
)
_EX = re.compile(
    r"(?:wife|husband|spouse|partner|direct|chair|president|minister|employ|offic|chief|manag|member|convict|colleague"
    r"|soldier|works|gratia|dividend|post|ante)"
)
_LED = frozenset(["up", "off", "led", "line", "time", "house", "like", "law"])
"""Ends of single words too ("follow-up", but "make-up", "con-trolled"): need a first word that stands by itself."""
_LAST = _LED | {"based", "owned", "term", "free", "wide", "year", "related", "called", "ready", "style", "friendly"}
_TENS = frozenset(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"])
_ONES = re.compile(r"(?:(?:one|two|three|four|five|six|seven|eight|nine|fif|eigh|nin)(?:th)?|first|second|third)\b")
_HANGING = re.compile(r"(?:and|und|oder)\b|(?:or|to|bis|et|ou)\b[ \t](?:[^\W_]+[ \t])?[^\W_]+-[^\W_]")
"""After a hyphen that stands for a word still to come: "short- and long-term"."""


def joins(text: str, spans: Iterable[Span], *, breaks: Sequence[Span] = ()) -> tuple[Join, ...]:
    r"""Return how the broken words of some stretches read, in order.

    text: a rendition.   spans: its stretches of prose, in order, each read on its own (code and tables are none).
    breaks: hyphens with all that stands between them and the other half, where that is more than a line break: a
    running head and a new page.
    A soft hyphen and the raised mark of a note, wherever it stands, read as nothing and a ligature as its letters. A
    hyphen at a line's end goes with the line break, or stays without it: as the same word stands elsewhere in the text,
    unbroken; else before a digit or capital letter, after or before a part that is always written so (self-,
    co-tenants, London-based).

    >>> joins("the inspec-\ntor of Saint-\nAubin", [Span(0, 30)])
    (Join(span=Span(start=10, end=12), text=''), Join(span=Span(start=24, end=26), text='-'))
    """
    marks = list(mark_joins(text))
    if not breaks and not _HINT.search(text) and (text.isascii() or not any(letter in text for letter in _LETTERS)):
        return tuple(marks)
    found = [Span(*match.span()) for span in spans for match in _BROKEN.finditer(text, span.start, span.end)]
    if breaks:
        found = sorted({*found, *breaks})
    hyphens = {span: _halves(text, span) for span in found if text[span.start] in _HYPHENS}
    words: Counter[str] = Counter()
    if hyphens:
        words.update(_WORD.findall(_plain(text)))
        # The halves themselves are no evidence.
        for half in chain.from_iterable(hyphens.values()):
            words[half] -= 1
    broken = [
        Join(span, _with_hyphen(text, span, *hyphens[span], words) if span in hyphens else _letters(text[span.start]))
        for span in found
    ]
    return tuple(sorted([*broken, *marks]) if marks else broken)


def is_inside(span: Span, spans: Sequence[Span]) -> bool:
    """Return whether one of some stretches holds a place.   spans: sorted, without overlaps."""
    index = bisect_right(spans, span.start, key=_start) - 1
    return index >= 0 and span in spans[index]


def _letters(char: str) -> str:
    return "" if char == "\u00ad" else unicodedata.normalize("NFKC", char)


def _with_hyphen(text: str, span: Span, left: str, right: str, words: Counter[str]) -> str:
    hyphen = text[span.start]
    if _HANGING.match(text, span.end) and words[left + right] <= 0:
        return f"{hyphen} "
    return hyphen if _is_real(text, span, left, right, words) else ""


def _is_real(text: str, span: Span, left: str, right: str, words: Counter[str]) -> bool:
    """Return whether the hyphen belongs to the word."""
    whole, parted = words[left + right], words[f"{left}-{right}"]
    if whole > 0 or parted > 0:
        return parted > whole
    before, after = text[span.start - 1], text[span.end]
    if before.isdigit() or after.isdigit():
        return True
    if after.isupper() and not _in_capitals(text, span):
        return True
    last = re.split(r"[-'’]", left)[-1]
    if len(last) < 2 or len(right) < 2:
        return True
    if last in _TENS and _ONES.match(right):
        return True
    return _is_compound(last, right, words)


def _is_compound(left: str, right: str, words: Counter[str]) -> bool:
    alone = words[right] > 0
    if left in _FIRST:
        return len(right) > 3
    if left in _PREFIXES:
        known = _CO.match(right) if left == "co" else _EX.match(right) if left == "ex" else None
        return known is not None or (alone and len(right) > 4)
    if right in _LAST:
        return words[left] > 0 if right in _LED else len(left) > 3 or words[left] > 0
    # Two words that both stand by themselves here: more likely a compound than a word that happens to fall apart so.
    return alone and words[left] > 0 and len(left) > 3 and len(right) > 3


def _in_capitals(text: str, span: Span) -> bool:
    return text[max(0, span.start - 2) : span.start].isupper() and text[span.end : span.end + 2].isupper()


def _halves(text: str, span: Span) -> tuple[str, str]:
    """Return the letters before and after a break, folded; of a word with more hyphens all of it."""
    start, end = span.start, span.end
    first = start
    while first > 0 and start - first < _LONGEST and _in_word(text[first - 1]):
        first -= 1
    last = end
    while last < len(text) and last - end < _LONGEST and _in_word(text[last]):
        last += 1
    return _plain(text[first:start]).lstrip("-'’"), _plain(text[end:last]).rstrip("-'’")


def _in_word(char: str) -> bool:
    return char.isalnum() or char in _MARKS or unicodedata.combining(char) > 0


def _plain(text: str) -> str:
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", text.replace("\u00ad", "")).replace("\u2010", "-").casefold()
