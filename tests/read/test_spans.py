"""Each span of a text format leads to the bytes that say its quote, in every encoding."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.read.asking import behind, read, unescaped, words
from thence.model.document import Block, Document, Span
from thence.read.source import decode

ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-be-bom", "utf-32", "cp1252", "cp1251", "shift_jis"]
LETTERS = {
    "cp1252": "aZé ßÿ€“”.,:-\n",
    "cp1251": "aЖя щ.,:-\n",
    "shift_jis": "aZ漢字かな ｶ.,:-\n",
}
WIDE = "aZé ж漢😀🏳\u0301\u200d\u05d0\u0627\u202e\ufeffß€“.,:-|\"'\n\t"
PIECES = [
    "[[Ann|she]]", "**bold**", "_it_", "`x*y`", "&amp;", "&nbsp;", "# Head", "- item", "> quoted", "| a | b |",
    "|---|---|", "\\*", "[t](u)", "^ref", "1. one", "Key: value", "---", "<b>", "![[e]]", "***", "```", "==m=="
]  # fmt: skip

MARKUP = [
    "<p>", "</p>", "<b>", "</b>", "<br>", "&eacute;", "&nbsp;", "&#128512;", "&lt;", "&x", "é", "漢 字", "😀",
    "a  b", "\n", "<table><tr><td>", "<td>", "</table>", "<li>", "<!-- no -->", "<script>no</script>", "<h1>",
    "</h1>", "&shy;", "\u00a0"
]  # fmt: skip


@st.composite
def files(draw: st.DrawFn, encodings: list[str] = ENCODINGS) -> tuple[str, bytes, str]:
    """Return a text with LF, the bytes of it in some encoding and newline, and the encoding."""
    encoding = draw(st.sampled_from(encodings))
    alphabet = LETTERS.get(encoding, WIDE)
    pieces = st.one_of(
        st.text(alphabet, min_size=1, max_size=6), st.sampled_from(PIECES), st.just("\n"), st.just("\n\n")
    )
    text = "".join(draw(st.lists(pieces, max_size=30)))
    newline = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    return text, encoded(text.replace("\n", newline), encoding), encoding


def encoded(text: str, encoding: str) -> bytes:
    if encoding == "utf-16-be-bom":
        return b"\xfe\xff" + text.encode("utf-16-be")
    return text.encode(encoding)


def exact(document: Document, data: bytes) -> None:
    """Check each code point, and spans of several."""
    text = document.text
    for at in range(len(text)):
        assert behind(document, data, Span(at, at + 1)) == text[at]
    for start in range(0, len(text), 3):
        for end in range(start, len(text) + 1, 7):
            assert behind(document, data, Span(start, end)) == text[start:end]


@given(files())
@settings(max_examples=150, deadline=None, derandomize=True)
@example(("", b"", "utf-8"))
@example(("\n\n", b"\r\n\r\n", "utf-8"))
def test_every_span_of_decoded_text_is_in_the_bytes(case: tuple[str, bytes, str]):
    text, data, encoding = case
    declared = encoding if encoding in LETTERS else None
    source = decode(data, declared=declared)
    assert source.text == text.removeprefix("\ufeff") or encoding in ("utf-8", "utf-32") or source.text == text
    assert source.byte_map.length == len(source.text)
    for start in range(len(source.text)):
        for end in range(start, min(len(source.text), start + 5) + 1):
            first, last = source.byte_map.bytes_of(Span(start, end))
            piece = data[first:last].decode(source.encoding).replace("\r\n", "\n").replace("\r", "\n")
            assert piece == source.text[start:end]


@given(files(["utf-8", "utf-8-sig", "utf-16", "utf-16-be-bom", "utf-32"]))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_every_span_of_a_text_file_is_in_its_bytes(case: tuple[str, bytes, str]):
    _, data, _ = case
    document = read(data, "a.csv")
    exact(document, data)
    for record in document.every_record():
        for item in record.fields:
            assert behind(document, data, item.value) == words(document, item.value)
    text = read(data, "a.txt")
    plain = "\n>" not in "\n" + text.text and "> " not in text.text
    if plain and ">" not in data.decode(text.encoding or "utf-8", "replace"):
        exact(text, data)
    laid_out(text)


@given(files(["utf-8", "utf-8-sig", "utf-16", "utf-16-be-bom", "utf-32"]))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_every_visible_character_of_markdown_is_in_the_bytes(case: tuple[str, bytes, str]):
    _, data, _ = case
    document = read(data, "a.md")
    assert document.byte_map is not None
    assert document.byte_map.length == len(document.text)
    last = 0
    for at, char in enumerate(document.text):
        said = behind(document, data, Span(at, at + 1))
        if document.text[at : at + 3] != " | " and " | " not in document.text[max(0, at - 2) : at + 3]:
            assert char in (said, unescaped(said))
        start, end = document.byte_map.bytes_of(Span(at, at + 1))
        assert last <= end
        last = start
    laid_out(document)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(WIDE + "\\\b/", max_size=12),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(WIDE, max_size=6), inner, max_size=4),
        max_leaves=20,
    ),
    st.booleans(),
    st.sampled_from([None, 2]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_every_json_string_has_its_value_and_its_bytes(
    value: object, ascii_only: bool, indent: int | None, encoding: str
):
    data = json.dumps({"v": value}, ensure_ascii=ascii_only, indent=indent).encode(encoding)
    document = read(data, "a.json")
    for record in document.records:
        for item in record.fields:
            raw = behind(document, data, item.value)
            said = words(document, item.value)
            assert said == raw or said == json.loads(f'"{raw}"').replace("\r", "\n")
    found = sorted(
        words(document, item.value) for record in document.records for item in record.fields if item.name is not None
    )
    assert found == sorted(scalars({"v": value}))
    laid_out(document)


def scalars(value: object) -> list[str]:
    """Return what the fields of a JSON value's records must say."""
    if isinstance(value, dict):
        out: list[str] = []
        for item in value.values():
            held = item if isinstance(item, list) else [item]
            for one in held:
                if isinstance(one, dict | list):
                    out.extend(scalars(one))
                elif one is not None:
                    out.append(one.replace("\r", "\n") if isinstance(one, str) else json.dumps(one))
        return out
    if isinstance(value, list):
        return [said for item in value if isinstance(item, dict | list) for said in scalars(item)]
    return []


def laid_out(document: Document) -> None:
    """Check that blocks lie in the text, in order, and do not overlap."""
    end = 0
    block: Block
    for block in document.blocks:
        assert end <= block.span.start < block.span.end <= len(document.text)
        end = block.span.end
    for record in document.records:
        assert record.span.end <= len(document.text)
        for item in record.fields:
            assert 0 <= item.value.start <= item.value.end <= len(document.text)


@given(st.lists(st.sampled_from(MARKUP), max_size=25), st.sampled_from(["utf-8", "utf-16", "utf-8-sig"]))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_every_visible_character_of_html_is_in_the_bytes(pieces: list[str], encoding: str):
    data = ("<html>" + "".join(pieces)).encode(encoding)
    document = read(data, "a.html")
    assert "no" not in document.text
    assert document.byte_map is not None
    assert document.byte_map.length == len(document.text)
    for at, char in enumerate(document.text):
        said = behind(document, data, Span(at, at + 1))
        if char == " ":
            assert not said.strip() or unescaped(said).strip() == ""
        elif char not in "\n|":
            assert unescaped(said) == char
    laid_out(document)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_an_insertion_above_moves_bytes_and_leaves_quotes(newline: str):
    text = "Head\n\nAnn paid Bolt €5 — «really».\n".replace("\n", newline)
    for above in ("", "Ünrelated line 😀.\n\n".replace("\n", newline)):
        data = (above + text).encode()
        document = read(data, "a.md")
        at = document.text.index("Ann")
        span = Span(at, at + len("Ann paid Bolt €5 — «really»."))
        assert behind(document, data, span) == words(document, span) == "Ann paid Bolt €5 — «really»."
