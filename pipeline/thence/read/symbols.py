"""Characters of symbol fonts as the signs they show."""

from __future__ import annotations

__all__ = ["symbol"]

_SYMBOL = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
        "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖαβχδεφγηιϕκλμνοπθρστυϖωξψζ",
        strict=True,
    )
) | {
    '"': "∀", "$": "∃", "'": "∋", "*": "∗", "-": "−", "@": "≅", "^": "⊥", "~": "∼", "\xa0": "€", "\xa2": "′",
    "\xa3": "≤", "\xa5": "∞", "\xab": "↔", "\xac": "←", "\xad": "↑", "\xae": "→", "\xaf": "↓", "\xb0": "°",
    "\xb1": "±", "\xb2": "″", "\xb3": "≥", "\xb4": "×", "\xb5": "∝", "\xb6": "∂", "\xb7": "•", "\xb8": "÷",
    "\xb9": "≠", "\xba": "≡", "\xbb": "≈", "\xbc": "…", "\xc5": "⊕", "\xc6": "∅", "\xc7": "∩", "\xc8": "∪",
    "\xce": "∈", "\xcf": "∉", "\xd0": "∠", "\xd2": "®", "\xd3": "©", "\xd4": "™", "\xd5": "∏", "\xd6": "√",
    "\xd7": "⋅", "\xd8": "¬", "\xd9": "∧", "\xda": "∨", "\xdb": "⇔", "\xdc": "⇐", "\xde": "⇒", "\xe5": "∑",
    "\xf2": "∫",
}  # fmt: skip
_WINGDINGS = {
    "\x22": "✂", "\x28": "☎", "\x2a": "✉", "\x4a": "☺", "\x6c": "●", "\x6d": "❍", "\x6e": "■", "\x6f": "□",
    "\x71": "❑", "\x72": "❒", "\x73": "⬧", "\x74": "⧫", "\x75": "◆", "\x76": "❖", "\x77": "⬥", "\x9f": "•",
    "\xa7": "▪", "\xa8": "☐", "\xd8": "➢", "\xdf": "←", "\xe0": "→", "\xe1": "↑", "\xe2": "↓", "\xe8": "➔",
    "\xfb": "✗", "\xfc": "✓", "\xfd": "☒", "\xfe": "☑",
}  # fmt: skip
_WINGDINGS_2 = {"\x4f": "✗", "\x50": "✓", "\x51": "☒", "\x52": "☑", "\x53": "☒", "\x97": "•", "\xa3": "☐"}


def symbol(font: str, char: str) -> str:
    """Return the sign that a character of a font shows, U+FFFD where that is not known.

    font: its name; empty for a character of the private area whose font is not said.

    >>> symbol("Wingdings", chr(0xF0FE)), symbol("Symbol", "a"), symbol("Arial", "a")
    ('☑', 'α', 'a')
    """
    code = ord(char)
    low = chr(code - 0xF000) if 0xF020 <= code <= 0xF0FF else char
    name = font.lower()
    if name == "symbol":
        return _SYMBOL.get(low, low if low.isascii() else "\ufffd")
    if name in ("wingdings 2", "wingdings 3", "webdings"):
        return _WINGDINGS_2.get(low, "\ufffd") if name == "wingdings 2" else "\ufffd"
    if name.startswith("wingdings"):
        return _WINGDINGS.get(low, "\ufffd")
    if low is char:
        return "\ufffd" if 0xD800 <= code < 0xE000 else char
    return _WINGDINGS.get(low) or _SYMBOL.get(low, "\ufffd") if low >= "\x80" else _SYMBOL.get(low, low)
