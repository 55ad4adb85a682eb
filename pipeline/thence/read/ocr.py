"""Words of pictures, by the system's tesseract: each with its box and how sure the recognition is."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from thence.model.document import Doubt, Span

__all__ = ["OcrError", "OcrText", "OcrWord", "Recognised", "available", "recognise", "text_of"]

_DOUBTFUL = 0.6
"""Confidence below which a word is a doubt."""


@dataclass(frozen=True, slots=True)
class OcrWord:
    """A word of a picture.

    left, top, right, bottom: its box in pixels from the upper left corner.   confidence: from 0 to 1.
    block, paragraph, line: where it stands in the layout, each counted from 1 within the one before.
    """

    text: str
    left: int
    top: int
    right: int
    bottom: int
    confidence: float
    block: int
    paragraph: int
    line: int


@dataclass(frozen=True, slots=True)
class Recognised:
    """What was read of one picture, in reading order.   width, height: of the picture in pixels."""

    width: int
    height: int
    words: tuple[OcrWord, ...]


class OcrError(Exception):
    """Why a picture was not read, for people."""


@dataclass(frozen=True, slots=True)
class OcrText:
    """Words as text: a line break after each line, an empty line between paragraphs.

    places: where each word stands.   doubts: words read with little confidence.
    """

    text: str
    places: tuple[Span, ...]
    doubts: tuple[Doubt, ...]


def available(languages: Sequence[str]) -> str:
    """Return why pictures cannot be read in some languages, with the next step; "" when they can."""
    if shutil.which("tesseract") is None:
        return "tesseract is not installed (Debian: apt-get install tesseract-ocr)"
    missing = [language for language in languages if language not in _languages()]
    if missing:
        packages = " ".join(dict.fromkeys(map(_package, missing)))
        return f"tesseract has no data for {', '.join(missing)} (Debian: apt-get install {packages})"
    return ""


def _package(language: str) -> str:
    """Return the Debian package of a language: for chi_sim that of chi-sim, for a whole script that of all."""
    return "tesseract-ocr-all" if "/" in language else f"tesseract-ocr-{language.lower().replace('_', '-')}"


@cache
def _languages() -> frozenset[str]:
    try:
        done = _run("--list-langs", seconds=20.0)
    except (OSError, subprocess.TimeoutExpired):  # it is there, and cannot be run
        return frozenset()
    return frozenset((done.stdout or done.stderr).decode("utf-8", "replace").split("\n")[1:])


def _run(*arguments: str, seconds: float, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    program = shutil.which("tesseract") or "tesseract"
    return subprocess.run(  # noqa: S603 - a fixed program, no shell
        [program, *arguments], input=data, capture_output=True, timeout=seconds, check=False, env=_environment()
    )


def _environment() -> dict[str, str]:
    # One thread: the same words whatever the machine is busy with, and no more than one core.
    return {**os.environ, "OMP_THREAD_LIMIT": "1"}


def recognise(image: bytes, languages: Sequence[str], *, seconds: float) -> Recognised:
    """Return the words of a picture (PNG, PGM, JPEG, TIFF … as tesseract reads them).

    languages: as tesseract names them.   seconds: after which it is ended.
    Raises OcrError when tesseract is missing, fails or is late.
    """
    if why := available(languages):
        raise OcrError(why)
    try:
        done = _run("stdin", "stdout", "-l", "+".join(languages), "--psm", "3", "tsv", seconds=seconds, data=image)
    except subprocess.TimeoutExpired as error:
        raise OcrError(f"tesseract took more than {seconds:g} seconds") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise OcrError(f"tesseract failed: {said[:200]}")
    return _table(done.stdout.decode("utf-8", "replace"))


def _table(table: str) -> Recognised:
    """Read tesseract's table: level, page, block, paragraph, line, word, left, top, width, height, conf, text."""
    width = height = 0
    words = []
    for row in table.split("\n")[1:]:
        cells = row.split("\t")
        if len(cells) < 12:
            continue
        level, _, block, paragraph, line, _, left, top, across, down = map(int, cells[:10])
        if level == 1:
            width, height = across, down
        elif level == 5 and cells[11].strip():
            box = (left, top, left + across, top + down)
            sure = min(1.0, max(0.0, float(cells[10]) / 100))
            words.append(OcrWord(cells[11].strip(), *box, round(sure, 4), block, paragraph, line))
    return Recognised(width, height, tuple(words))


def text_of(words: Sequence[OcrWord], *, begin: int = 0) -> OcrText:
    """Return the words as text.   begin: where that text will begin in its rendition; places count from there."""
    parts: list[str] = []
    places: list[Span] = []
    at = begin
    for paragraph, own in enumerate(_groups(words, lambda word: (word.block, word.paragraph))):
        for number, line in enumerate(_groups(own, lambda word: (word.line,))):
            gap = "\n" if number else "\n\n" if paragraph else ""
            for position, word in enumerate(line):
                between = " " if position else gap
                parts += [between, word.text]
                at += len(between)
                places.append(Span(at, at + len(word.text)))
                at += len(word.text)
    doubts = tuple(
        Doubt(place, f"read from a picture with a confidence of {word.confidence:.2f}", word.confidence)
        for word, place in zip(words, places, strict=True)
        if word.confidence < _DOUBTFUL
    )
    return OcrText("".join(parts), tuple(places), doubts)


def _groups(words: Sequence[OcrWord], key: Callable[[OcrWord], tuple[int, ...]]) -> list[list[OcrWord]]:
    return [list(group) for _, group in groupby(words, key)]
