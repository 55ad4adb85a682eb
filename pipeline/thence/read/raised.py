"""Raised figures and letters: what they are in plain text, and which of them only mark a note."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thence.model.document import Join, Span

__all__ = ["is_mark", "mark_joins", "raised"]

_DIGITS = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")
_LETTERS = str.maketrans("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
_FIGURES = re.compile(r"\s*[0-9]{1,4}(?:\s*[,;–-]\s*[0-9]{1,4})*\s*|\s*[+-][0-9]{1,3}\s*")
_LETTER = re.compile(r"\s*[a-pr-z](?:\s*,\s*[a-pr-z])*\s*")
_SMALL = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_MARK = re.compile(
    rf"(?<=[^\s{_SMALL}⁺⁻])(?:[{_SMALL}]{{1,3}}(?:[,;–-]\s?[{_SMALL}]{{1,3}}){{0,9}}|[ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ])(?![\w{_SMALL}])"
)
_ALL = f"{_SMALL}ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
_SMALL_ONE = re.compile(rf"[{_ALL}]")
_UNITS = frozenset({"m", "km", "cm", "mm", "dm", "ft", "in", "yd", "mi", "s", "µm", "nm", "sq", "px"})
_BEFORE = re.compile(r"(?:(?<![\d.,])([\d.,]*\d)|([^\W\d_]+))$")


def raised(words: str) -> str:
    """Return raised words as plain text shows them: figures and single letters as small ones, others as they are.

    The result has as many characters as the words.

    >>> raised("4"), raised("2, 3"), raised("a"), raised("st")
    ('⁴', '², ³', 'ᵃ', 'st')
    """
    if _FIGURES.fullmatch(words):
        return words.translate(_DIGITS) if words.strip()[0] in "+-" else words.translate(_FIGURES_ALONE)
    return words.translate(_LETTERS) if _LETTER.fullmatch(words) else words


_FIGURES_ALONE = {code: small for code, small in _DIGITS.items() if chr(code).isdigit()}


def mark_joins(text: str) -> Iterator[Join]:
    """Yield the small figures and letters that mark notes: they are no part of the word or figure before them.

    Those of powers (``10⁶``, ``m²``, ``x³``) stay: what has them is no plain number.
    """
    if text.isascii() or not any(small in text for small in _ALL):  # many quick looks beat one slow one
        return
    at = 0
    while found := _SMALL_ONE.search(text, at):
        # The pattern looks at what stands before each place: only where there is a small character at all.
        match = _MARK.match(text, found.start())
        at = match.end() if match else found.end()
        if match and is_mark(text[max(0, match.start() - 24) : match.start()], match.group()):
            yield Join(Span(*match.span()), "")


def is_mark(before: str, mark: str) -> bool:
    """Return whether a raised figure or letter marks a note.   before: what stands right before it.

    >>> is_mark("of 40", "4"), is_mark("EUR 10", "6"), is_mark("12 m", "2"), is_mark("Bolt Ltd", "1")
    (True, False, False, True)
    """
    found = _BEFORE.search(before)
    is_figure = mark[0].isdigit() or mark[0] in _SMALL
    if found is None:
        return bool(before) and before[-1] in "%)].,;:!?\"'”’»€$£*"
    if number := found[1]:
        # 10⁶ and 2¹⁰ are powers, and 2ᵉ is an ordinal.
        return is_figure and number != "10" and len(number) > 1
    word = found[2]
    return len(word) > 1 and not (word in _UNITS and is_figure)
