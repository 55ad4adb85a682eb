"""What is to be said of the pages of a PDF that were not read, or not wholly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from thence.model.document import PageState
from thence.model.finding import Finding, Severity
from thence.read.pdf_ocr import Recognition
from thence.read.reading import finding

__all__ = ["lacking", "unseen_finding", "without_meaning"]

_EACH = 20
"""Pages that get a finding of their own; of the others one tells the sum."""


def ranges(numbers: Sequence[int]) -> str:
    """Return page numbers for people.

    >>> ranges([1, 2, 3, 7])
    'pages 1-3, 7'
    >>> ranges([2])
    'page 2'
    """
    runs = [
        [number for _, number in group]
        for _, group in groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0])
    ]
    said = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
    return f"page {said}" if len(numbers) == 1 else f"pages {said}"


def lacking(
    path: str, states: Mapping[int, PageState], few: Mapping[int, int], recognition: Recognition
) -> list[Finding]:
    """Return the findings about pages that are damaged, empty, only pictures, or pictures with a few words."""
    by_state = {
        state: [number for number, own in sorted(states.items()) if own is state]
        for state in (PageState.DAMAGED, PageState.IMAGE, PageState.EMPTY)
    }
    out = []
    if damaged := by_state[PageState.DAMAGED]:
        are = "is" if len(damaged) == 1 else "are"
        were = "was" if len(damaged) == 1 else "were"
        said = f"{ranges(damaged)} {are} damaged and {were} not read"
        out.append(finding("TH525", path, said, hint="get the file again, or print these pages from a viewer"))
    if pictures := by_state[PageState.IMAGE]:
        said = f"{ranges(pictures)} " + ("is only an image" if len(pictures) == 1 else "are only images")
        out.append(finding("TH525", path, f"{said}: no text was read", hint=recognition.hint))
    if empty := by_state[PageState.EMPTY]:
        said = f"{ranges(empty)} {'has' if len(empty) == 1 else 'have'} no text"
        out.append(finding("TH525", path, said, severity=Severity.INFO))
    if few:
        numbers = sorted(few)
        said = f"{ranges(numbers)}: a picture over most of the page, and {sum(few.values())} words of text"
        out.append(finding("TH532", path, f"{said}; words in the picture were not read", hint=recognition.hint))
    return out


def unseen_finding(path: str, number: int, texts: Sequence[str], why: Mapping[int, str]) -> Finding:
    """Return the finding about words of a page that nobody sees.   why: word -> reason."""
    reasons = ", ".join(sorted(set(why.values())))
    said = " ".join(texts[index] for index in sorted(why))
    short = said if len(said) <= 60 else said[:59] + "…"
    words = "1 word that a reader does not see was" if len(why) == 1 else (
        f"{len(why)} words that a reader does not see were"
    )  # fmt: skip
    return finding(
        "TH531", path, f"page {number}: {words} left out ({reasons}): “{short}”",
        hint="look at the page; if the words matter, print it to a new file and read that",
    )  # fmt: skip


def without_meaning(path: str, counts: Mapping[int, int]) -> list[Finding]:
    """Return the findings about characters that mean nothing.   counts: page -> how many."""
    hint = "names on this page may be wrong; print it from a viewer and read the print with OCR"
    bad = [(number, count) for number, count in sorted(counts.items()) if count]
    out = [
        finding(
            "TH522", path,
            f"page {number}: {count} {'character has' if count == 1 else 'characters have'} no meaning in the file's"
            f" fonts and {'stands' if count == 1 else 'stand'} as U+FFFD",
            hint=hint,
        )
        for number, count in bad[:_EACH]
    ]  # fmt: skip
    if rest := bad[_EACH:]:
        total = sum(count for _, count in rest)
        said = f"{ranges([number for number, _ in rest])}: {total} characters have no meaning in the file's fonts"
        out.append(finding("TH522", path, f"{said} and stand as U+FFFD", hint=hint))
    return out
