"""Which encoding bytes are in that nobody declared: by all of them, not by the first that come."""

from __future__ import annotations

import codecs
import math
import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

__all__ = ["guess", "wide_without_mark"]


def wide_without_mark(data: bytes) -> str | None:
    """Return the UTF-16 or UTF-32 that NUL bytes betray, or None.

    In text of any language line breaks, digits and blanks have a NUL as the upper byte; ASCII text has one in every
    character, and single bytes of text none.
    """
    if len(data) < 4 or len(data) % 2 or b"\x00" not in data:
        return None
    nuls = [data[lane::4].count(0) for lane in range(4)]
    each = len(data) // 4
    if len(data) % 4 == 0 and each:
        if nuls[3] == each and nuls[2] > 0.9 * each and nuls[0] < 0.1 * each:
            return "utf-32-le"
        if nuls[0] == each and nuls[1] > 0.9 * each and nuls[3] < 0.1 * each:
            return "utf-32-be"
    even, odd = nuls[0] + nuls[2], nuls[1] + nuls[3]
    half = len(data) / 2
    for upper, lower, name in ((odd, even, "utf-16-le"), (even, odd, "utf-16-be")):
        if lower < 0.1 * upper and (upper > 0.4 * half or (upper > 0.004 * half and _reads_wide(data, name))):
            return name
    return None


def _reads_wide(data: bytes, name: str) -> bool:
    """Return whether bytes with few NULs read as text of a script beyond Latin, in two bytes a character."""
    try:
        narrow = data.decode("utf-8")
    except UnicodeDecodeError:
        narrow = ""
    # Cyrillic and Greek in two bytes are valid UTF-8 too: of control characters.
    if narrow and 10 * len(_CONTROL.findall(narrow)) < len(narrow):
        return False
    try:
        text = data.decode(name)
    except UnicodeDecodeError:
        return False
    codes = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    usual = (codes >= 0x20) & (codes < 0x7F) | (codes == 9) | (codes == 10) | (codes == 13)
    for first, last in _SCRIPTS:
        usual |= (codes >= first) & (codes <= last)
    return int(usual.sum()) > 0.97 * len(codes)


_CONTROL = re.compile("[\x01-\x08\x0e-\x1f]")
_SCRIPTS = (
    (0xA0, 0x24F), (0x370, 0x52F), (0x590, 0x6FF), (0x900, 0xDFF), (0xE00, 0xE7F), (0x10A0, 0x10FF), (0x1E00, 0x1FFF),
    (0x2010, 0x20CF), (0x3000, 0x30FF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0xFF00, 0xFFEF), (0x1F300, 0x1FAFF),
)  # fmt: skip


def guess(data: bytes) -> str | None:
    """Return the encoding that bytes which are no UTF-8 look most like, or None where they look like no text.

    None too where more of it reads as UTF-8 than does not: such a file is UTF-8 with broken places.
    """
    if _mostly_utf8(data):
        return None
    return _of_two_bytes(data) or _of_one_byte(data)


_UTF8 = re.compile(rb"[\xc3-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")


def _mostly_utf8(data: bytes) -> bool:
    units = np.frombuffer(data, np.uint8)
    high = int((units >= 0x80).sum())
    return sum(map(len, _UTF8.findall(data))) * 2 > high


@dataclass(frozen=True, slots=True)
class _Pairs:
    """An encoding of two bytes a character.   usual: the pairs that most of its texts are made of."""

    encoding: str
    pair: re.Pattern[bytes]
    usual: re.Pattern[bytes]
    shows: re.Pattern[bytes] | None = None
    """What at least a tenth of its pairs are, where others could be taken for it."""


_EUC = rb"[\xa1-\xfe][\xa1-\xfe]"
_TWO_BYTES = (
    _Pairs("euc_jp", re.compile(_EUC + rb"|\x8e[\xa1-\xdf]|\x8f[\xa1-\xfe]{2}"),
           re.compile(rb"[\xa1-\xa5\xb0-\xcf][\xa1-\xfe]"), re.compile(rb"[\xa4\xa5][\xa1-\xf6]")),
    _Pairs("cp932", re.compile(rb"[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]|[\xa1-\xdf]"),
           re.compile(rb"\x81[\x40-\xac]|\x82[\x4f-\xf1]|\x83[\x40-\x96]|[\x88-\x98][\x40-\x7e\x80-\xfc]")),
    _Pairs("cp949", re.compile(rb"[\x81-\xfe][\x41-\x5a\x61-\x7a\x81-\xfe]"),
           re.compile(rb"[\xb0-\xc8][\xa1-\xfe]|[\xa1-\xa3][\xa1-\xfe]")),
    _Pairs("gb18030", re.compile(rb"[\x81-\xfe](?:[\x40-\x7e\x80-\xfe]|[\x30-\x39][\x81-\xfe][\x30-\x39])"),
           re.compile(rb"[\xa1-\xa3\xb0-\xf7][\xa1-\xfe]")),
    _Pairs("big5", re.compile(rb"[\x81-\xfe][\x40-\x7e\xa1-\xfe]"),
           re.compile(rb"[\xa1-\xc6][\x40-\x7e\xa1-\xfe]"), re.compile(rb"[\xa1-\xf9][\x40-\x7e]")),
)  # fmt: skip


def _of_two_bytes(data: bytes) -> str | None:
    """Return the East Asian encoding of which almost all pairs are usual ones, mostly one after the other."""
    found = []
    sample = _sample(data)
    for known in _TWO_BYTES:
        try:
            data.decode(known.encoding)
        except UnicodeDecodeError:
            continue
        pairs = [match for match in known.pair.finditer(sample) if match.group()[0] >= 0x80]
        wide = [match for match in pairs if len(match.group()) > 1]
        if not wide or len(wide) < 0.8 * len(pairs):
            continue
        together = sum(a.end() == b.start() for a, b in pairwise(wide))
        usual = sum(known.usual.fullmatch(match.group()) is not None for match in wide)
        if known.shows and 10 * sum(known.shows.fullmatch(match.group()) is not None for match in wide) < len(wide):
            continue
        if usual >= 0.9 * len(wide) and 2 * together >= len(wide) and _reads_as(data, known.encoding):
            found.append((usual / len(wide), known.encoding))
    # Where two fit alike, the one that is listed first: it asks for more.
    return max(found, key=lambda item: round(item[0], 2))[1] if found else None


def _reads_as(data: bytes, encoding: str) -> bool:
    """Return whether the full stops and commas fit the language, where several have the same letters."""
    if encoding == "cp949":
        # Those of Korean are of ASCII; Chinese in the same bytes has its own.
        return not re.search(rb"\xa1\xa3|\xa3\xac", data)
    return True


def _sample(data: bytes) -> bytes:
    """Return pieces from all parts of some bytes, each from a place where no character can be cut in two."""
    if len(data) <= _SAMPLES * _PIECE:
        return data
    pieces = []
    for number in range(_SAMPLES):
        at = number * (len(data) - _PIECE) // (_SAMPLES - 1)
        start = _BETWEEN.search(data, at, at + _PIECE) if at else None
        pieces.append(data[start.end() if start else at : at + _PIECE])
    return b"\n".join(pieces)


_SAMPLES, _PIECE = 64, 2_048
_BETWEEN = re.compile(rb"[\x00-\x2f]")


@dataclass(frozen=True, slots=True)
class _Tongue:
    """Languages that share their letters outside ASCII.

    letters: from the most frequent to the rarest, lower case.   encodings: it is written in, the usual one first.
    own_script: whether its words have no ASCII letters.
    """

    letters: str
    encodings: tuple[str, ...]
    own_script: bool = False


_WEST = ("cp1252", "mac_roman", "cp850")
_TONGUES = (
    _Tongue("éäöüàèóáíñçßåøêãæâôúõîëûïœìùòšžýðþÿ", _WEST),
    _Tongue("éèàêçîôûùâëïœ", _WEST),
    _Tongue("äüöß", _WEST),
    _Tongue("óíáéñúü", _WEST),
    _Tongue("åäöéøæ", _WEST),
    _Tongue("ãçáéêóíõâúôà", _WEST),
    _Tongue("áðíóéúýæöþ", _WEST),
    _Tongue("łąężśóćńź", ("cp1250", "iso8859_2", "cp852")),
    _Tongue("íáéřěčšžýůúďťňľĺŕôä", ("cp1250", "iso8859_2", "cp852")),
    _Tongue("éáöóőíüúű", ("cp1250", "iso8859_2", "cp852")),
    _Tongue("šžčćđ", ("cp1250", "iso8859_2", "cp852")),
    _Tongue("ăîâşţéö", ("cp1250", "iso8859_2")),
    _Tongue("ıüşğöçâî", ("cp1254",)),
    _Tongue("āīšēžņūļčģķėųįąęõäöü", ("cp1257",)),
    _Tongue("оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё", ("cp1251", "koi8_r", "cp866", "mac_cyrillic", "iso8859_5"), True),
    _Tongue("оаинвеітрслкдмупязьбгчйхжцюшїєщфґё", ("cp1251", "koi8_u"), True),
    _Tongue("аеиотнрсвлдпкзмгбуъчяцшжйщхфюь", ("cp1251", "cp866"), True),
    _Tongue("аоиенрстјкувдмплзгшбчцжњљхћђџф", ("cp1251",), True),
    _Tongue("αοιετσνηυρπκμλςωάίγόδέήθχύφβώξζψϊϋΐΰ", ("cp1253", "iso8859_7"), True),
    _Tongue("יוהלארתבמשנםדקעחפגטכןסצזךףץ", ("cp1255", "cp1255"), True),
    _Tongue("اليمنوترعبدسةفهكقحجطصىشخأذضزغءئإظثآؤ،؟", ("cp1256",), True),
)  # fmt: skip
_SYMBOLS = "’“”–—…„«»‘‚•€£°§©®™·¿¡№½²³±×º´¨\u00a0\u00ad"
_USUAL, _RARE, _NEVER = math.log(0.02), math.log(0.002), math.log(2e-5)
_LEAST = math.log(0.004)
"""A byte's chance on average, below which bytes look like no text."""


@cache
def _costs(tongue: _Tongue, encoding: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the log chance of each byte over 127: between two ASCII letters, and elsewhere."""
    weights = {letter: 1 / (rank + 2) for rank, letter in enumerate(tongue.letters)}
    whole = sum(weights.values())
    inner, outer = np.full(128, _NEVER), np.full(128, _NEVER)
    for index in range(128):
        try:
            char = codecs.decode(bytes((128 + index,)), encoding)
        except UnicodeDecodeError:
            inner[index] = outer[index] = 2 * _NEVER
            continue
        if weight := weights.get(char):
            inner[index] = outer[index] = math.log(weight / whole)
        elif weight := weights.get(char.lower()):
            outer[index] = math.log(weight / whole) + (-2.5 if tongue.own_script else -2)
            inner[index] = outer[index] - 2
        elif char in _SYMBOLS:
            inner[index] = _USUAL if char in "’–—\u00ad" else _NEVER
            outer[index] = _USUAL if char in "’“”–—…«»€\u00a0" else _RARE
        elif char.isprintable() and not char.isalpha():
            outer[index] = math.log(2e-4)
        elif char.isalpha() and not tongue.own_script:
            inner[index] = outer[index] = math.log(1e-4)
    return inner, outer


@cache
def _letters(encoding: str) -> NDArray[np.int64]:
    """Return 1 for each byte over 127 that is a letter."""
    chars = bytes(range(128, 256)).decode(encoding, "replace")
    return np.array([char.isalpha() for char in chars], np.int64)


def _of_one_byte(data: bytes) -> str | None:
    """Return the encoding in which the letters over 127 are most likely those of a language that is written in it."""
    units = np.frombuffer(data, np.uint8)
    high = units >= 0x80
    folded = units & 0xDF
    letter = (folded >= 65) & (folded <= 90) & ~high
    between = np.zeros(len(units), bool)
    if len(units) > 2:
        between[1:-1] = letter[:-2] & letter[2:]
    inner = np.bincount(units[high & between], minlength=256)[128:]
    outer = np.bincount(units[high & ~between], minlength=256)[128:]
    beside_ascii = np.zeros(len(units), bool)
    beside_ascii[1:] = letter[:-1]
    beside_ascii[:-1] |= letter[1:]
    beside_high = np.zeros(len(units), bool)
    beside_high[1:] = high[:-1]
    beside_high[:-1] |= high[1:]
    alone = np.bincount(units[high & ~beside_high & ~beside_ascii], minlength=256)[128:]
    apart = np.bincount(units[high & beside_high & ~beside_ascii], minlength=256)[128:]
    count = int(inner.sum() + outer.sum())
    # Words of one script: its letters stand beside each other, not among ASCII letters.
    beside = int((high[1:] & high[:-1]).sum())
    own = 2 * beside > count
    best, chosen = -math.inf, None
    for order, tongue in enumerate(_TONGUES):
        if tongue.own_script and not own:
            continue
        for place, encoding in enumerate(tongue.encodings):
            by_inner, by_outer = _costs(tongue, encoding)
            chance = float(inner @ by_inner + outer @ by_outer)
            if not tongue.own_script:
                # Latin letters outside ASCII stand among others, seldom alone ("à", "ó").
                chance -= float(((2 if own else 4) * apart + 3 * alone) @ _letters(encoding))
            # What is rare altogether needs more evidence; all else equal, the first.
            chance -= 5.0 * place + 0.01 * order + (0 if encoding in ("cp1252", "cp1251", "cp1253") else 2.0)
            if chance > best:
                best, chosen = chance, encoding
    return chosen if count and (best + 5) / count > _LEAST else None
