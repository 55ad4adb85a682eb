"""What programs put into a mail's plain text that no one reads: PGP's armour, files encoded as text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from thence.model.finding import Finding
from thence.read.reading import finding

__all__ = ["armoured", "cut_by"]

_ARMOUR = re.compile(r"-----(BEGIN|END) PGP (MESSAGE|SIGNATURE|SIGNED MESSAGE|PUBLIC KEY BLOCK)-----\s*$", re.MULTILINE)
_ENCODED = re.compile(
    r"^(?:begin [0-7]{3,4} (?P<uu>\S.{0,200})\n(?:[!-`][ -`]{1,84}\n)+(?:[` ]?\n)?end"
    r"|begin-base64 [0-7]{3,4} (?P<b64>\S.{0,200})\n(?:[\w+/=]{1,100}\n)+====|=ybegin .{0,200}name=(?P<yenc>.{1,200})"
    r"\n(?:(?!=yend|=ybegin).*\n)*=yend.*)[ \t]*$",
    re.MULTILINE,
)


def armoured(text: str, begin: int, path: str, findings: list[Finding]) -> list[tuple[int, int]]:
    """Return the places that programs have added to a text from ``begin`` on, in order; what they hide is a finding.

    TH548: a passage is encrypted.   TH529: a file is encoded in the text (uuencode, yEnc).
    """
    cuts: list[tuple[int, int]] = []
    opened: tuple[int, str] | None = None
    for match in _ARMOUR.finditer(text, begin):
        if match[1] == "BEGIN" and match[2] == "SIGNED MESSAGE":
            blank = text.find("\n\n", match.end(), match.end() + 500)
            cuts.append((match.start(), blank if blank >= 0 else match.end()))
        elif match[1] == "BEGIN":
            opened = match.start(), match[2]
        elif opened is not None:
            cuts.append((opened[0], match.end()))
            if opened[1] == "MESSAGE":
                findings.append(
                    finding("TH548", path, "a passage is encrypted with PGP: not read",
                            hint="decrypt it in your mail program, and save the message again")
                )  # fmt: skip
            opened = None
    for match in _ENCODED.finditer(text, begin):
        if any(start < match.end() and match.start() < end for start, end in cuts):
            continue
        cuts.append(match.span())
        name = (match["uu"] or match["b64"] or match["yenc"]).strip()
        findings.append(
            finding("TH529", path, f"not read: a file encoded in the text of the message: {name[:80]}",
                    hint="save it from your mail program, as a file beside the message")
        )  # fmt: skip
    return sorted(cuts)


def cut_by(cuts: Sequence[tuple[int, int]], starts: Sequence[int], size: int) -> list[bool]:
    """Return which lines lie in a cut.   starts: of the lines, in order.   size: of the text."""
    if not cuts:
        return [False] * len(starts)
    ahead = iter([*cuts, (size + 1, size + 1)])
    start, end = next(ahead)
    out = []
    for line in starts:
        while line >= end:
            start, end = next(ahead)
        out.append(line >= start)
    return out
