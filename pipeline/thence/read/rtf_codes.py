"""The words of RTF: tokens, code pages, characters that have names, and what the groups hold."""

from __future__ import annotations

import codecs
import re
from datetime import date
from functools import lru_cache

__all__ = [
    "CAPTURED",
    "CHARACTERS",
    "FLAGS",
    "HEADS",
    "INFO",
    "NUMBERS",
    "PARTS",
    "SKIPPED",
    "TABLES",
    "TOKEN",
    "charset_page",
    "decoded",
    "is_lead",
    "packed_date",
    "page_codec",
    "symbol",
]

TOKEN = re.compile(
    rb"\\([A-Za-z]{1,32})(-?[0-9]{1,10})? ?"
    rb"|\\'([0-9A-Fa-f]{2})"
    rb"|\\(.)"
    rb"|([{}])"
    rb"|([^\\{}\r\n\x00]+)"
    rb"|[\r\n\x00]+",
    re.DOTALL,
)
"""Groups: control word, its number, hexadecimal byte, control symbol, brace, text."""

CHARACTERS = {
    "tab": "\t", "emdash": "\u2014", "endash": "\u2013", "bullet": "\u2022", "lquote": "\u2018", "rquote": "\u2019",
    "ldblquote": "\u201c", "rdblquote": "\u201d", "emspace": " ", "enspace": " ", "qmspace": " ", "line": "\n",
    "lbr": "\n", "softline": "\n", "zwj": "\u200d", "zwnj": "\u200c",
}  # fmt: skip
PARTS = {
    "footnote": "footnote", "annotation": "comment", "shptxt": "text box", "header": "header", "headerl": "header",
    "headerr": "header", "headerf": "header", "footer": "footer", "footerl": "footer", "footerr": "footer",
    "footerf": "footer",
}  # fmt: skip
"""Destination -> the part of the document that it holds; footnotes, endnotes and comments are numbered besides."""
SKIPPED = frozenset({
    "pict", "themedata", "colorschememapping", "datastore", "latentstyles", "listtable",
    "listoverridetable", "rsidtbl", "generator", "xmlnstbl", "filetbl", "pgptbl", "datafield", "nonshppict",
    "objdata", "objclass", "objname", "objalias", "objsect", "ftnsep", "ftnsepc", "ftncn", "aftnsep", "aftnsepc",
    "aftncn", "sp", "sn", "sv", "bkmkstart", "bkmkend", "xe", "tc", "tcn", "rxe", "template", "falt", "panose",
    "fontemb", "fontfile", "docvar", "userprops", "passwordhash", "blipuid", "picprop", "atnref", "atntime",
    "atrfstart", "atrfend", "private", "background", "wgrffmtfilter", "formfield", "ffname", "mmathPr", "do", "pn",
    "pnseclvl", "keycode", "keywords", "operator", "category", "manager", "company", "comment", "hlinkbase", "printim",
    "buptim", "nonesttables", "nextfile", "ebcstart", "ebcend", "protusertbl", "defchp", "defpap", "levelmarker",
    "stylesheet", "objattph",
})  # fmt: skip
INFO = {"title": "title", "author": "author", "subject": "subject", "creatim": "created", "revtim": "modified"}
CAPTURED = frozenset({"fldinst", "atnid", "atnauthor", "atndate", *INFO})
"""What is kept of a group instead of being shown."""
HEADS = {"fonttbl": "font", "colortbl": "colours", "stylesheet": "styles", "info": "info", "revtbl": "people"}
"""Groups at the head of a document -> what they take."""
FLAGS = {
    "v": "hidden",
    "deleted": "deleted",
    "intbl": "table",
    "strike": "struck",
    "striked": "struck",
    "super": "raised",
}
NUMBERS = {
    "s": "style", "li": "left", "fi": "first", "revauthdel": "cutter", "revdttmdel": "cut", "cf": "colour",
    "cb": "behind", "chcbpat": "behind", "chshdng": "behind", "highlight": "behind", "cbpat": "shade",
    "shading": "shade",
}  # fmt: skip
"""Control words -> what they set of a state."""
TABLES = frozenset({"cell", "nestcell", "row", "nestrow", "trowd", "cellx", "trhdr", "clmrg", "clvmrg"})
_CHARSETS = {
    0: 1252, 77: 10000, 78: 932, 79: 949, 80: 936, 81: 950, 84: 1255, 85: 1253, 86: 1254, 87: 874, 88: 1250, 89: 1251,
    128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256,
    186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
}  # fmt: skip
_CODECS = {
    708: "iso8859-6", 10000: "mac-roman", 10001: "shift_jis", 10006: "mac-greek", 10007: "mac-cyrillic",
    10029: "mac-latin2", 10081: "mac-turkish", 1361: "johab", 936: "gb18030", 65001: "utf-8", 0: "cp1252", 42: "symbol",
    709: "cp720", 819: "latin-1", 20127: "cp1252", 28591: "cp1252",
}  # fmt: skip
# The lead bytes of code pages whose characters take one byte or two.
_LEADS = {
    "cp932": (0x81, 0x9F, 0xE0, 0xFC), "shift_jis": (0x81, 0x9F, 0xE0, 0xFC), "gb18030": (0x81, 0xFE, 1, 0),
    "cp949": (0x81, 0xFE, 1, 0), "cp950": (0x81, 0xFE, 1, 0), "johab": (0x84, 0xD3, 0xD8, 0xF9),
}  # fmt: skip
# Adobe's Symbol encoding, as far as it is letters and what stands before a list item.
_SYMBOLS = dict(
    zip(
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
        "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖαβχδεφγηιϕκλμνοπθρστυϖωξψζ",
        strict=True,
    )
) | {0xB7: "\u2022", 0x2D: "\u2212", 0xB1: "±", 0xB4: "×", 0xA3: "≤", 0xB3: "≥", 0xB9: "≠", 0xB0: "°"}


def charset_page(charset: int) -> int | None:
    """Return the code page of a font's character set; None where it says nothing, 42 for symbols."""
    return 42 if charset == 2 else _CHARSETS.get(charset)


@lru_cache(maxsize=64)
def page_codec(page: int) -> str:
    """Return Python's name for a code page; windows-1252 for one that nobody knows."""
    name = _CODECS.get(page, f"cp{page}")
    if name == "symbol":
        return name
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"


def is_lead(codec: str, byte: int) -> bool:
    """Return whether a byte is the first of two in a code page."""
    leads = _LEADS.get(codec)
    if leads is None:
        return codec == "utf-8" and 0xC2 <= byte <= 0xF4
    return leads[0] <= byte <= leads[1] or leads[2] <= byte <= leads[3]


def decoded(codec: str, data: bytes) -> str:
    """Return the text of bytes in a code page, U+FFFD for what is none; of symbol fonts what is known of them."""
    if codec == "symbol":
        return "".join(symbol(byte) for byte in data)
    return data.decode(codec, errors="replace")


def symbol(byte: int) -> str:
    """Return the character of a symbol font's byte, itself for digits and marks that look alike."""
    if byte in _SYMBOLS:
        return _SYMBOLS[byte]
    return chr(byte) if 0x20 <= byte < 0x40 else "\u2022" if byte >= 0xA0 else "\ufffd"


def packed_date(words: str) -> str | None:
    """Return the ISO date of a number that packs minute, hour, day, month and year, or None.

    >>> packed_date(str((124 << 20) + (3 << 16) + (5 << 11)))
    '2024-03-05'
    """
    if not words.lstrip("-").isdigit() or len(words) > 11:
        return None
    packed = int(words)
    try:
        return date(1900 + (packed >> 20 & 0x1FF), packed >> 16 & 0xF, packed >> 11 & 0x1F).isoformat()
    except ValueError:
        return None
