"""The layout of made PDF files: reading order, sentences in one piece, cells in their own row and column."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache

import pytest

from tests.read.made_pdf import STREAMS, Truth
from tests.read.made_pdf_pages import article, bands, sidebar
from tests.read.made_pdf_tables import long_table, report, two_headers
from thence.extract.folding import folded
from thence.model.document import Document, RecordKind
from thence.read import read_bytes

MADE = {
    **{f"two columns {seed}": lambda seed=seed: article(seed, hyphens=seed % 2 == 0) for seed in range(1, 5)},
    **{f"three columns {seed}": lambda seed=seed: article(seed, columns=3) for seed in (11, 12)},
    "one column": lambda: article(21, columns=1),
    **{f"bands {seed}": lambda seed=seed: bands(seed) for seed in range(31, 35)},
    **{f"sidebar {seed}": lambda seed=seed: sidebar(seed) for seed in (41, 42)},
    **{f"table {kind or 'bare'}": lambda kind=kind: report(51, ruled=kind) for kind in ("", "grid", "lines", "rows")},
    **{
        f"lines in cells {kind}": lambda kind=kind: report(61, ruled=kind, multi=True)
        for kind in ("grid", "rows", "lines")
    },
    "long table": lambda: long_table(71),
    "long ruled table": lambda: long_table(72, ruled="grid"),
}


@cache
def made(name: str) -> tuple[Document, Truth]:
    data, truth = MADE[name]()
    return read_bytes(data, places=("made.pdf",)), truth


def in_order(document: Document, truth: Truth) -> int:
    """Return how many lines stand in the rendition in their order: the longest rising sequence of their places."""
    places: dict[str, list[int]] = {}
    for number, line in enumerate(document.text.split("\n")):
        places.setdefault(line, []).append(number)
    rising: list[int] = []
    for line in truth.lines:
        for place in sorted(places.get(line, []), reverse=True):
            at = bisect_left(rising, place)
            rising[at : at + 1] = [place]
    return len(rising)


def whole(document: Document, truth: Truth) -> list[str]:
    """Return the sentences that stand in no block in one piece."""
    read, _ = folded(document)
    blocks = [" ".join(read.text[block.span.start : block.span.end].split()) for block in read.blocks if not block.part]
    joined = "\n".join(blocks)
    return [sentence for sentence in truth.sentences if sentence not in joined]


def cells(document: Document) -> list[dict[str, str]]:
    return [
        {item.name: document.text[item.value.start : item.value.end] for item in record.fields}
        for record in document.records
        if record.kind is RecordKind.ROW
    ]


def check(document: Document, truth: Truth, *, boxed: bool = False) -> None:
    assert len(document.pages) == truth.pages
    # A paragraph that ends on the next page comes after what else its own page holds, as a box beside the text.
    assert in_order(document, truth) >= (0.9 if boxed else 1.0) * len(truth.lines)
    assert whole(document, truth) == []
    assert cells(document) == truth.rows
    parts = [block.part for block in document.blocks]
    said = [document.text[block.span.start : block.span.end] for block in document.blocks]
    assert sorted(words for words, part in zip(said, parts, strict=True) if part in ("header", "footer")) == sorted(
        truth.running
    )
    notes = [(part, words) for words, part in zip(said, parts, strict=True) if part.startswith("footnote")]
    assert notes == [(f"footnote {note.split()[0]}", note.split(" ", 1)[1]) for note in truth.notes]


@pytest.mark.parametrize("name", MADE)
def test_a_made_page_is_read_as_it_was_set(name: str):
    check(*made(name), boxed=name.startswith("sidebar"))


def test_a_line_without_room_for_the_next_word_goes_on_in_the_next_column():
    """In a narrow ragged column a line stops well before the edge when a long name follows, here over the break."""
    data, truth = article(208, columns=3, pages=2)
    assert whole(read_bytes(data, places=("made.pdf",)), truth) == []


def test_forty_pages_keep_order_sentences_and_cells():
    every = [made(name) for name in MADE]
    lines = sum(len(truth.lines) for _, truth in every)
    assert sum(truth.pages for _, truth in every) >= 40
    assert sum(in_order(document, truth) for document, truth in every) >= 0.97 * lines
    assert [sentence for document, truth in every for sentence in whole(document, truth)] == []
    assert [cells(document) for document, _ in every] == [truth.rows for _, truth in every]


@pytest.mark.parametrize("stream", STREAMS[1:])
@pytest.mark.parametrize("maker", [article, bands, sidebar, report, long_table])
def test_the_way_a_program_writes_its_stream_does_not_matter(stream: str, maker: object):
    data, truth = maker(81, stream=stream)  # type: ignore[operator]
    check(read_bytes(data, places=("made.pdf",)), truth, boxed=maker is sidebar)


@pytest.mark.parametrize("ruled", [True, False])
def test_headers_of_two_rows_are_paths(ruled: bool):
    data, truth = two_headers(91, ruled=ruled)
    document = read_bytes(data, places=("made.pdf",))
    assert [
        {item.path or (item.name,): document.text[item.value.start : item.value.end] for item in record.fields}
        for record in document.records
    ] == truth


def test_columns_whose_lines_stand_a_little_apart_are_not_set_level():
    """In a stream in any order, words of two columns were given one height, and their sentences were parted."""
    data, truth = article(207, columns=2, stream="shuffled", pages=2)
    assert whole(read_bytes(data, places=("made.pdf",)), truth) == []
