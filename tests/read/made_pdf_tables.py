"""Made PDF files with tables, ruled and not, and what stands in their cells."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.pdfbase.pdfmetrics import stringWidth

from tests.read.made_pdf import FONTS, NAMES, WORDS, Press, Style, Truth, running, wrap


def report(seed: int, *, ruled: str = "", stream: str = "lines", multi: bool = False) -> tuple[bytes, Truth]:
    """Return prose with tables between.

    ruled: "" without rules, "grid", "lines" for rules above, under the header and below, "rows" for one under each row.
    multi: whether cells may have several lines.
    """
    press = Press(seed, stream=stream)
    chance = press.chance
    font, bold = FONTS[seed % 2]
    style = Style(font, bold, 10, 12.5, justified=False)
    head = running(press, style, "Inventory of the works 2024", "{} / 2")
    for number in (1, 2):
        y = 770.0
        y = _prose(press, style, y, 2)
        for _ in range(2):
            title = f"{chance.choice(WORDS[20:]).capitalize()} of {chance.choice(NAMES)}"
            y -= 20
            press.text(60, y, title, bold, 11)
            press.truth.lines.append(title)
            y -= 8
            y = _table(press, style, y, ruled, multi=multi)
            y -= 10
            y = _prose(press, style, y, 1)
        head(number)
        press.page()
    return press.done()


def _prose(press: Press, style: Style, y: float, count: int) -> float:
    for _ in range(count):
        own = press.paragraph(2, 3)
        for line, stretch, _ in wrap(press, " ".join(own), style, 475):
            y -= style.lead
            press.text(60, y, line, style.font, style.size, stretch=stretch)
            press.truth.lines.append(line)
        press.truth.sentences += own
        y -= 6
    return y


def _value(press: Press, kind: str) -> str:
    chance = press.chance
    if kind == "name":
        return chance.choice(NAMES)
    if kind == "word":
        return chance.choice(WORDS[20:])
    if kind == "date":
        return f"{chance.randint(1, 28):02}.{chance.randint(1, 12):02}.2024"
    if kind == "count":
        return str(chance.randint(1, 900))
    return f"{chance.randint(1, 99)},{chance.randint(100, 999)}.{chance.randint(10, 99)}"


def _table(press: Press, style: Style, y: float, ruled: str, *, multi: bool) -> float:
    chance = press.chance
    kinds = ["name", *chance.sample(["word", "date", "count", "money", "name", "money"], chance.choice([2, 3, 4]))]
    names = {"name": "Party", "word": "Item", "date": "Due on", "count": "Pieces", "money": "Amount EUR"}
    heads = []
    for kind in kinds:
        name = names[kind]
        while name in heads:
            name += " b"
        heads.append(name)
    widths = [475 / len(kinds)] * len(kinds)
    lefts = [60 + sum(widths[:at]) for at in range(len(kinds))]
    size, pad = 9.0, 3.0
    rows: list[list[list[str]]] = [[[name] for name in heads]]
    for _ in range(chance.randint(4, 7)):
        row = [[_value(press, kind)] if chance.random() > 0.12 or at == 0 else [] for at, kind in enumerate(kinds)]
        if sum(map(bool, row)) < 2:
            row[-1] = [_value(press, kinds[-1])]
        if multi and chance.random() < 0.6:
            at = next((at for at, kind in enumerate(kinds) if kind in ("word", "name") and row[at]), 0)
            one, two, three = (chance.choice(WORDS[20:]) for _ in range(3))
            long = f"{row[at][0]} {one} and {two} of {three}"
            row[at] = [line for line, _, _ in wrap(press, long, Style(style.font, style.bold, size), widths[at] - 10)]
        rows.append(row)
    press.truth.rows += [
        {name: " ".join(cell) for name, cell in zip(heads, row, strict=True) if cell} for row in rows[1:]
    ]
    return draw(press, style, y, rows, lefts, widths, kinds, ruled, size=size, pad=pad)


def draw(
    press: Press, style: Style, y: float, rows: Sequence[Sequence[Sequence[str]]], lefts: Sequence[float],
    widths: Sequence[float], kinds: Sequence[str], ruled: str, *, size: float = 9.0, pad: float = 3.0,
) -> float:  # fmt: skip
    """Draw the rows of a table and its rules; returns how far down it goes."""
    right = lefts[-1] + widths[-1]
    edges = [y]
    for number, row in enumerate(rows):
        lines = max(map(len, row))
        for at, cell in enumerate(row):
            for order, line in enumerate(cell):
                font = style.bold if number == 0 else style.font
                x = lefts[at] + pad
                if kinds[at] in ("count", "money"):
                    x = lefts[at] + widths[at] - pad - stringWidth(line, font, size)
                press.text(x, y - pad - size * 0.85 - order * size * 1.15, line, font, size)
        y -= lines * size * 1.15 + 2 * pad
        edges.append(y)
    canvas = press.canvas
    canvas.setLineWidth(0.5)
    if ruled == "grid":
        for edge in edges:
            canvas.line(lefts[0], edge, right, edge)
        for x in [*lefts, right]:
            canvas.line(x, edges[0], x, edges[-1])
    elif ruled == "lines":
        for edge in (edges[0], edges[1], edges[-1]):
            canvas.line(lefts[0], edge, right, edge)
    elif ruled == "rows":
        for edge in edges:
            canvas.line(lefts[0], edge, right, edge)
    return y


def long_table(seed: int, *, ruled: str = "", stream: str = "lines", repeated: bool = True) -> tuple[bytes, Truth]:
    """Return a table over three pages, its header on each of them (or on the first alone)."""
    press = Press(seed, stream=stream)
    font, bold = FONTS[seed % 2]
    style = Style(font, bold, 10, 12.5, justified=False)
    head = running(press, style, "Ledger of payments", "- {} -")
    kinds = ["count", "date", "name", "money"]
    heads = ["No", "Date", "Payee", "Amount"]
    lefts, widths = [60.0, 120.0, 220.0, 420.0], [60.0, 100.0, 200.0, 115.0]
    number = 0
    for page in (1, 2, 3):
        rows: list[list[list[str]]] = [[[name] for name in heads]] if repeated or page == 1 else []
        for _ in range(30 if page < 3 else 12):
            number += 1
            row = [str(number), _value(press, "date"), _value(press, "name"), _value(press, "money")]
            press.truth.rows.append(dict(zip(heads, row, strict=True)))
            rows.append([[cell] for cell in row])
        y = draw(press, style, 770, rows, lefts, widths, kinds, ruled)
        if page == 3:
            _prose(press, style, y - 20, 2)
        head(page)
        press.page()
    return press.done()


def two_headers(seed: int, *, ruled: bool = True) -> tuple[bytes, list[dict[tuple[str, ...], str]]]:
    """Return a table with a header of two rows, the upper cells over two columns each; and its cells by header path."""
    press = Press(seed)
    chance = press.chance
    font, bold = FONTS[seed % 2]
    paths = [("Region",), ("2023", "Sales"), ("2023", "Costs"), ("2024", "Sales"), ("2024", "Costs")]
    lefts = [60.0, 160.0, 250.0, 340.0, 430.0]
    right, y = 520.0, 740.0
    truth = []
    press.text(63, y - 11, "Region", bold, 9)
    for x, name in ((250, "2023"), (430, "2024")):
        press.text(x - stringWidth(name, bold, 9) / 2, y - 11, name, bold, 9)
    for at, path in enumerate(paths[1:], 1):
        press.text(lefts[at] + 3, y - 27, path[-1], bold, 9)
    edges = [y, y - 16, y - 32]
    for row in range(5):
        values = [chance.choice(["North", "South", "East", "West", "Isles"]) + f" {row}"]
        values += [str(chance.randint(100, 9000)) for _ in range(4)]
        truth.append(dict(zip(paths, values, strict=True)))
        for at, value in enumerate(values):
            press.text(lefts[at] + 3, y - 43 - 16 * row, value, font, 9)
        edges.append(y - 48 - 16 * row)
    if ruled:
        for edge in edges:
            press.canvas.line(lefts[0] if edge != edges[1] else lefts[1], edge, right, edge)
        for at, x in enumerate([*lefts, right]):
            press.canvas.line(x, edges[0] if at in (0, 1, 3, 5) else edges[1], x, edges[-1])
    press.page()
    return press.done()[0], truth
