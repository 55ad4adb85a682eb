"""Spans, byte maps and citations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thence.errors import CitationError
from thence.model.document import ByteMap, Document, Page, Span, cite, quote


def document(text: str, **more) -> Document:
    """A small document with the given rendition."""
    return Document(
        key="a.txt",
        places=("a.txt",),
        media_type="text/plain",
        digest="00",
        size=len(text),
        recipe="t/1",
        text=text,
        **more,
    )


def test_a_quote_is_the_words_of_its_span():
    assert quote("né en 1970", Span(0, 2)) == "né"


@given(st.text(max_size=20), st.integers(-3, 25), st.integers(-3, 25))
def test_a_span_that_leaves_its_text_is_refused(text, start, end):
    if 0 <= start <= end <= len(text):
        assert quote(text, Span(start, end)) == text[start:end]
    else:
        with pytest.raises(CitationError):
            quote(text, Span(start, end))


def test_a_byte_map_walks_runs_of_different_width():
    # "né&amp;x": n 1 byte, é 2 bytes, & from five bytes, x 1 byte
    runs = ByteMap(chars=(0, 1, 2, 3), starts=(0, 1, 3, 8), ends=(1, 3, 8, 9), widths=(1, 2, 0, 1), length=4)
    assert runs.bytes_of(Span(0, 4)) == (0, 9)
    assert runs.bytes_of(Span(1, 2)) == (1, 3)
    assert runs.bytes_of(Span(2, 3)) == (3, 8)
    assert runs.bytes_of(Span(3, 3)) == (8, 8)
    with pytest.raises(CitationError):
        runs.bytes_of(Span(0, 5))


def test_a_citation_knows_its_page_and_its_iri():
    two_pages = document("one\ntwo", pages=(Page(1, Span(0, 4)), Page(2, Span(4, 7))))
    cited = cite(two_pages, Span(4, 7))
    assert (cited.quote, cited.page, cited.bytes) == ("two", 2, None)
    assert cited.iri == f"{two_pages.text_iri}#char=4,7"


def test_a_rendition_is_named_by_bytes_and_reader():
    assert document("a").text_iri == document("b").text_iri
    assert document("a").iri == document("b").iri
    other = Document(key="a", places=("a",), media_type="", digest="00", size=1, recipe="t/2", text="a")
    assert other.text_iri != document("a").text_iri
    assert other.iri == document("a").iri
