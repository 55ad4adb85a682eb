"""Whether what a file gave can be read at all: text of an unknown encoding, a binary taken for text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thence.model.finding import Finding
from thence.read.reading import WITHOUT_MEANING, finding

__all__ = ["illegible"]

_ODD = "\ufffd\x00-\x08\x0e-\x1a\x7f-\x84\x86-\x9f"
_ODD_ONE = re.compile(f"[{_ODD}]")
_PASSAGE = re.compile(rf"[{_ODD}](?:\s?[{_ODD}]){{7,}}")
"""So many in a row that words are lost, not a letter."""
_MOST, _SOME, _FEW = 0.5, 0.1, 20
"""Shares of the characters that are not blank; below so many, a share says nothing."""
_PIECES, _PIECE = 64, 16_384
_AS_TEXT = "export it as text in UTF-8, or add its name to ignore in thence.toml if it holds no text"
_AS_PRINT = "print it to a new file from the program that shows it, and read that with OCR"


def illegible(path: str, text: str, data: bytes, *, encoding: str | None) -> Iterator[Finding]:
    """Yield what is to be said where much of a text means nothing: U+FFFD and control characters.

    Most of it (TH560): nothing of the file counts as read. A tenth of it, or passages (TH561): it was read in part.
    data: the file's bytes.   encoding: in which the text was decoded, None for formats that are no text.
    Of a long text, pieces from all its parts are looked at.
    """
    sample = _sample(text)
    odd = len(_ODD_ONE.findall(sample))
    if not odd:
        return
    share = odd / sum(map(len, sample.split()))
    if share >= _MOST:
        hint = _AS_TEXT if encoding else _AS_PRINT
        if encoding and _is_ebcdic(data):
            hint = "it looks like EBCDIC, from a mainframe: iconv -f IBM037 -t UTF-8 FILE > NEW, and read the new file"
        said = "most characters have no meaning: the file is no text, or in an unknown encoding"
        yield finding(WITHOUT_MEANING, path, said, hint=hint)
    elif (share >= _SOME and odd >= _FEW) or _PASSAGE.search(sample):
        said = f"passages without meaning, {share:.0%} of the characters: a damaged place, or a part that is no text"
        line = None if len(sample) != len(text) else 1 + text.count("\n", 0, _first(text))
        hint = "compare with the original" if encoding else _AS_PRINT
        yield finding("TH561", path, said, line=line, hint=hint)


def _first(text: str) -> int:
    found = _PASSAGE.search(text) or _ODD_ONE.search(text)
    return found.start() if found else 0


def _sample(text: str) -> str:
    if len(text) <= _PIECES * _PIECE:
        return text
    step = (len(text) - _PIECE) // (_PIECES - 1)
    return "".join(text[number * step : number * step + _PIECE] for number in range(_PIECES))


def _is_ebcdic(data: bytes) -> bool:
    """Return whether some bytes are words of ASCII letters, figures and blanks in the code page of mainframes."""
    head = data[:65_536].decode("cp037")
    plain = sum(char.isascii() and (char.isalnum() or char in " .,:;()/-'\"&$%*+=\n\x85\r\t") for char in head)
    return plain > 0.95 * len(head) and head.count(" ") > 0.03 * len(head)
