"""Made PDF pages with text in columns: articles, bands of columns, boxes beside the text."""

from __future__ import annotations

from tests.read.made_pdf import FONTS, NAMES, WORDS, Flow, Frame, Press, Style, Truth, running, wrap


def article(
    seed: int, *, columns: int = 2, stream: str = "lines", pages: int = 3, hyphens: bool = False
) -> tuple[bytes, Truth]:
    """Return an article: title and abstract over the page, columns below, running lines, footnotes."""
    press = Press(seed, stream=stream)
    chance = press.chance
    font, bold = FONTS[seed % 2]
    size = chance.choice([8.5, 9, 10])
    style = Style(
        font, bold, size, size * chance.choice([1.15, 1.2, 1.35]), chance.random() < 0.6, hyphens,
        chance.choice([0, 12]), chance.choice([0, 5]),
    )  # fmt: skip
    if style.indent == 0 and style.skip == 0:
        style.skip = 5
    gutter = chance.choice([14, 18, 24])
    width = (475 - gutter * (columns - 1)) / columns
    notes: dict[int, list[str]] = {}

    def frames(number: int) -> list[Frame]:
        top = 640 if number == 1 else 770
        return [Frame(60 + at * (width + gutter), top, width, 110) for at in range(columns)]

    head = running(press, style, chance.choice(["Journal of Made Things 12 (2024)", "Annual Review of Harbours"]))

    def each(number: int) -> None:
        head(number)
        y = 92.0
        for note in notes.get(number, []):
            press.text(60, y, note, style.font, 7)
            press.truth.notes.append(note)
            y -= 9

    flow = Flow(press, style, frames, each)
    title = f"On the {chance.choice(WORDS[20:])} of {chance.choice(NAMES)}"
    press.text(60, 760, title, bold, 18)
    press.truth.lines.append(title)
    press.truth.headings.append(title)
    abstract = press.paragraph(2, 3)
    y = 735.0
    for line, _, _ in wrap(press, " ".join(abstract), Style(font, bold, 9, 11, justified=False), 475):
        press.text(60, y, line, font, 9)
        press.truth.lines.append(line)
        y -= 11
    press.truth.sentences += abstract
    count = 0
    while flow.number <= pages:
        if chance.random() < 0.25:
            count += 1
            flow.heading(f"{count}. {chance.choice(WORDS[20:]).capitalize()} and {chance.choice(WORDS[20:])}", size + 2)
        if chance.random() < 0.1 and len(notes.get(flow.number, [])) < 2:
            mark = sum(map(len, notes.values())) + 1
            notes.setdefault(flow.number, []).append(f"{mark} {press.sentence(4, 8)}")
        flow.paragraph(press.paragraph())
        if flow.number == pages and flow.at == columns - 1 and flow.y < 300:
            break
    flow.end()
    return press.done()


def bands(seed: int, *, stream: str = "lines") -> tuple[bytes, Truth]:
    """Return a page of bands: full-width paragraphs and headings between stretches of two and three columns."""
    press = Press(seed, stream=stream)
    chance = press.chance
    font, bold = FONTS[seed % 2]
    style = Style(font, bold, 9, 11, justified=chance.random() < 0.5, skip=4)
    y = 780.0
    for _ in range(3):
        heading = f"{chance.choice(WORDS[20:]).capitalize()} {chance.choice(WORDS[20:])}"
        press.text(60, y - 16, heading, bold, 13)
        press.truth.lines.append(heading)
        y -= 26
        wide = press.paragraph(1, 2)
        for line, stretch, _ in wrap(press, " ".join(wide), style, 475):
            y -= 11
            press.text(60, y, line, font, 9, stretch=stretch)
            press.truth.lines.append(line)
        press.truth.sentences += wide
        y -= 14
        columns = chance.choice([2, 3])
        width = (475 - 18 * (columns - 1)) / columns
        least = y
        for at in range(columns):
            low = y
            for _ in range(chance.choice([1, 2])):
                own = press.paragraph(2, 2)
                for line, stretch, _ in wrap(press, " ".join(own), style, width):
                    low -= 11
                    press.text(60 + at * (width + 18), low, line, font, 9, stretch=stretch)
                    press.truth.lines.append(line)
                press.truth.sentences += own
                low -= 4
            least = min(least, low)
        y = least - 14
    press.page()
    return press.done()


def sidebar(seed: int, *, stream: str = "lines") -> tuple[bytes, Truth]:
    """Return two pages with a main column and a narrow one in smaller type beside it."""
    press = Press(seed, stream=stream)
    chance = press.chance
    font, bold = FONTS[seed % 2]
    style = Style(font, bold, 10, 13, justified=False)
    small = Style(font, bold, 8, 9.5, justified=False)
    beside: list[str] = []

    def each(number: int) -> None:
        y = 770 - chance.choice([0, 30])
        for _ in range(3):
            own = press.paragraph(1, 2)
            for line, _, _ in wrap(press, " ".join(own), small, 120):
                y -= small.lead
                press.text(420, y, line, font, 8)
                beside.append(line)
            press.truth.sentences += own
            y -= 8
        press.truth.lines += beside
        beside.clear()

    flow = Flow(press, style, lambda _: [Frame(60, 770, 330, 80)], each)
    while flow.number < 2 or flow.y > 300:
        flow.paragraph(press.paragraph())
    flow.end()
    return press.done()
