"""Made PDF files with their truth: lines in reading order, sentences, table cells, running lines, footnotes.

A small typesetter: paragraphs flow through the frames of pages, by templates that differ in columns, type, tables and
in how the text stream is written. The same seed gives the same file.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

_TEXT = (
    "the of and to in a is was for on by with as at from that it which were this company board bank ministry report "
    "account paid owned founded director chair loan interest period market share river bridge museum castle letters "
    "during between against however although because several important national annual general settlement transfer "
    "agreement shipment harbour inspection engineer compressor warehouse quarterly assessment environmental building "
    "committee approved rejected discussed considered published measured delivered repaired inherited borrowed"
)
WORDS = _TEXT.split()
NAMES = (
    "Ann Lee", "Northgate Trading Ltd", "Ruth Okafor", "Meridian Bank", "Viktor Halloran", "Saint-Aubin", "Orrery",
    "Tallow Freight GmbH", "Daniel Moreau", "Kiln Holdings", "Port Ellery", "Zoe Hartmann",
)  # fmt: skip
FONTS = (("Helvetica", "Helvetica-Bold"), ("Times-Roman", "Times-Bold"), ("Courier", "Courier-Bold"))
STREAMS = ("lines", "words", "characters", "shuffled")


@dataclass
class Truth:
    """What a reader sees: lines and sentences of the body in order, table rows, running lines, footnotes."""

    pages: int = 0
    lines: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    rows: list[dict[str, str]] = field(default_factory=list)
    running: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)


@dataclass
class Frame:
    """Where lines go: left, top, width, and how far down."""

    left: float
    top: float
    width: float
    bottom: float


class Press:
    """Draws text by one of the ways in which programs write it."""

    def __init__(self, seed: int, *, stream: str = "lines") -> None:
        self.chance = random.Random(seed)
        self.stream = stream
        self.out = io.BytesIO()
        self.canvas = Canvas(self.out, pagesize=(595, 842), invariant=1)
        self.truth = Truth()
        self.held: list[Callable[[], None]] = []

    def text(self, x: float, y: float, words: str, font: str, size: float, *, stretch: float = 0.0) -> None:
        """Draw words from a point on; stretch widens each blank."""
        self.held.append(lambda: self._draw(x, y, words, font, size, stretch))

    def _draw(self, x: float, y: float, words: str, font: str, size: float, stretch: float) -> None:
        if self.stream == "lines":
            pen = self.canvas.beginText(x, y)
            pen.setFont(font, size)
            pen.setWordSpace(stretch)
            pen.textOut(words)
            self.canvas.drawText(pen)
            return
        pieces = words.split(" ") if self.stream in ("words", "shuffled") else list(words)
        for piece in pieces:
            if piece != " ":
                pen = self.canvas.beginText(x, y)
                pen.setFont(font, size)
                pen.textOut(piece)
                self.canvas.drawText(pen)
            x += stringWidth(piece, font, size)
            if self.stream == "characters":
                x += stretch if piece == " " else self.chance.uniform(-0.03, 0.03) * size
            else:
                x += stringWidth(" ", font, size) + stretch

    def page(self) -> None:
        """End a page."""
        if self.stream == "shuffled":
            self.chance.shuffle(self.held)
        for draw in self.held:
            draw()
        self.held = []
        self.canvas.showPage()
        self.truth.pages += 1

    def done(self) -> tuple[bytes, Truth]:
        """Return the file and its truth."""
        self.canvas.save()
        return self.out.getvalue(), self.truth

    def sentence(self, least: int = 7, most: int = 20) -> str:
        """Return a sentence of its own."""
        words = [self.chance.choice(WORDS) for _ in range(self.chance.randint(least, most))]
        if self.chance.random() < 0.5:
            words[self.chance.randrange(1, len(words))] = self.chance.choice(NAMES)
        if self.chance.random() < 0.2:
            words[self.chance.randrange(1, len(words))] = (
                f"{self.chance.randint(1, 999)},{self.chance.randint(100, 999)}"
            )
        words[-1] = self.chance.choice(WORDS[20:])
        return " ".join([words[0].capitalize(), *words[1:]]) + "."

    def paragraph(self, least: int = 2, most: int = 6) -> list[str]:
        """Return the sentences of a paragraph."""
        return [self.sentence() for _ in range(self.chance.randint(least, most))]


@dataclass
class Style:
    """How text is set.   lead: from line to line.   justified: to both edges.   hyphens: whether words are parted."""

    font: str = "Times-Roman"
    bold: str = "Times-Bold"
    size: float = 10
    lead: float = 12
    justified: bool = True
    hyphens: bool = False
    indent: float = 0
    skip: float = 6


def wrap(
    press: Press, words: str, style: Style, width: float, *, first: float = 0.0
) -> Iterator[tuple[str, float, bool]]:
    """Yield the lines of a paragraph: text, what each blank is stretched by, and whether it is the first."""
    rest = words.split(" ")
    held: list[str] = []
    number = 0
    while rest:
        room = width - (first if number == 0 else 0)
        while rest and stringWidth(" ".join([*held, rest[0]]), style.font, style.size) <= room:
            held.append(rest.pop(0))
        if rest and style.hyphens and rest[0].isalpha() and rest[0].islower() and len(rest[0]) > 7:
            at = len(rest[0]) // 2
            part = rest[0][:at] + "-"
            if held and stringWidth(" ".join([*held, part]), style.font, style.size) <= room:
                held.append(part)
                rest[0] = rest[0][at:]
        if not held:
            held.append(rest.pop(0))
        line = " ".join(held)
        spare = room - stringWidth(line, style.font, style.size)
        stretch = spare / (len(held) - 1) if style.justified and rest and len(held) > 1 else 0.0
        yield line, stretch, number == 0
        held = []
        number += 1


class Flow:
    """Sets paragraphs into frames, page after page."""

    def __init__(
        self, press: Press, style: Style, frames: Callable[[int], Sequence[Frame]], each: Callable[[int], None]
    ) -> None:
        """frames: of the page of a number from 1.   each: draws what else a page has."""
        self.press, self.style = press, style
        self.frames_of, self.each = frames, each
        self.number = 1
        self.frames = list(frames(1))
        self.at = 0
        self.y = self.frames[0].top

    @property
    def frame(self) -> Frame:
        return self.frames[self.at]

    def turn(self) -> None:
        """Go on to the next frame, or page."""
        self.at += 1
        if self.at >= len(self.frames):
            self.each(self.number)
            self.press.page()
            self.number += 1
            self.frames = list(self.frames_of(self.number))
            self.at = 0
        self.y = self.frame.top

    def room(self, height: float) -> None:
        """Go on unless so much is left of the frame."""
        if self.y - height < self.frame.bottom:
            self.turn()

    def paragraph(self, sentences: Sequence[str]) -> None:
        """Set a paragraph; it runs on into the next frame."""
        style, press = self.style, self.press
        press.truth.sentences += sentences
        # Frames of one page may differ in width: a paragraph is wrapped anew for each.
        rest = " ".join(sentences)
        first = style.indent
        while rest:
            self.room(style.lead)
            width = self.frame.width
            done = []
            for line, stretch, is_first in wrap(press, rest, style, width, first=first):
                if self.y - style.lead < self.frame.bottom:
                    break
                self.y -= style.lead
                left = self.frame.left + (first if is_first else 0)
                press.text(left, self.y, line, style.font, style.size, stretch=stretch)
                press.truth.lines.append(line)
                done.append(line)
            said = " ".join(done).replace("- ", "-")
            rest = _after(rest, said)
            first = 0
        self.y -= style.skip

    def heading(self, words: str, size: float) -> None:
        """Set a heading in bold type, of as many words as fit."""
        while stringWidth(words, self.style.bold, size) > self.frame.width - 6:
            words = words.rpartition(" ")[0]
        self.room(size * 1.3 + 3 * self.style.lead)
        self.y -= size * 1.3 + 4
        self.press.text(self.frame.left, self.y, words, self.style.bold, size)
        self.press.truth.lines.append(words)
        self.press.truth.headings.append(words)
        self.y -= 4

    def end(self) -> None:
        """End the last page."""
        self.each(self.number)
        self.press.page()


def _after(rest: str, said: str) -> str:
    """Return what is left of a text once its beginning is set; hyphens at line ends are not the text's."""
    at = 0
    for index, char in enumerate(said):
        if at < len(rest) and rest[at] == char:
            at += 1
        elif char == " " or (char == "-" and index):
            continue
    return rest[at:].lstrip(" ")


def running(
    press: Press, style: Style, title: str, pages: str = "Page {}", *, footer: bool = True
) -> Callable[[int], None]:
    """Return what draws a running header and a page number."""

    def draw(number: int) -> None:
        press.text(60, 800, title, style.font, 8)
        press.truth.running.append(title)
        if footer:
            foot = pages.format(number)
            press.text(297 - stringWidth(foot, style.font, 8) / 2, 30, foot, style.font, 8)
            press.truth.running.append(foot)

    return draw
