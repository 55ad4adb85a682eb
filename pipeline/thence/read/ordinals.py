"""Numbers of list items, as word processors write them."""

from __future__ import annotations

__all__ = ["written"]


def written(count: int, kind: str) -> str:
    """Return a number as a list writes it.

    >>> written(4, "lowerRoman"), written(28, "upperLetter"), written(7, "decimalZero")
    ('iv', 'BB', '07')
    """
    if kind == "none":
        return ""
    if kind == "decimalZero":
        return f"{count:02d}"
    if kind in ("lowerLetter", "upperLetter") and 0 < count <= 780:
        words = chr(97 + (count - 1) % 26) * ((count - 1) // 26 + 1)
        return words if kind == "lowerLetter" else words.upper()
    if kind in ("lowerRoman", "upperRoman") and 0 < count < 4000:
        return _roman(count) if kind == "lowerRoman" else _roman(count).upper()
    if kind == "ordinal":
        ending = "th" if 10 < count % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
        return f"{count}{ending}"
    return str(count)


_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


def _roman(count: int) -> str:
    words = ""
    for value, letters in _ROMAN:
        words += letters * (count // value)
        count %= value
    return words
