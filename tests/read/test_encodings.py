"""What encoding a file is in: declared, marked, or told by its bytes; and its bytes again, whatever it is."""

from __future__ import annotations

import time

import pytest

from tests.read.asking import behind, codes, read, words
from tests.read.made_texts import LEGACY
from thence.model.document import Span
from thence.read.source import decode


@pytest.mark.parametrize("language", LEGACY, ids=" ".join)
def test_an_encoding_nobody_declared_is_told_by_the_letters_of_the_language(language: tuple[str, str]):
    text = LEGACY[language]
    data = f"{text}\n\n{text}\n".encode(language[0])
    document = read(data, "a.txt")
    assert document.text == f"{text}\n\n{text}\n"
    assert codes(document) == ["TH523"]
    assert document.encoding is not None
    at = document.text.index(text, 5)
    span = Span(at, at + len(text))
    assert behind(document, data, span) == text
    assert document.byte_map is not None
    assert document.byte_map.bytes_of(span)[0] == data.index(text.encode(language[0]), 9)


@pytest.mark.parametrize(
    "word", ["Zoë", "Málaga", "René’s", "“so”", "£5m", "§ 4", "Hélène", "Søren", "Straße", "a–b", "é"]
)
def test_one_western_word_is_enough(word: str):
    assert decode(f"Mr Hill saw {word} again.\n".encode("cp1252")).text == f"Mr Hill saw {word} again.\n"


@pytest.mark.parametrize("form", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize(
    "text", ["Zoë saw\r\nBöhm 😀.", "東京の会社です。\n契約は終わり。", "Общество было основано", "회사는 서울에서"]
)
def test_wide_text_is_known_without_a_mark(form: str, text: str):
    source = decode(text.encode(form))
    assert (source.text, source.encoding, source.guessed) == (text.replace("\r\n", "\n"), form, True)
    source = decode(f"\ufeff{text}".encode(form))
    assert (source.text, source.encoding, source.guessed) == (text.replace("\r\n", "\n"), form, False)


def test_a_mark_outranks_a_declaration_and_bytes_overrule_one():
    assert decode("é".encode("utf-8-sig"), declared="cp1252").text == "é"
    assert decode("漢\x81".encode(), declared="ascii").text == "漢\x81"
    assert decode("Zoë".encode("cp1252"), declared="utf-8").text == "Zoë"
    assert decode(b"<p>plain</p>", declared="utf-16").text == "<p>plain</p>"
    assert decode(b"a\x81b", declared="latin-1").text == "a\x81b"


def test_nothing_is_made_of_bytes_that_look_like_no_text():
    source = decode(b"Start ok \xff\xfe\xc3( middle Anna works at Kiln. \xf0(\x8c end\n")
    assert (source.encoding, source.bad, source.guessed) == ("utf-8", 5, False)
    assert source.text == "Start ok \ufffd\ufffd\ufffd( middle Anna works at Kiln. \ufffd(\ufffd end\n"


@pytest.mark.parametrize(
    "data",
    [
        b"\xc3\xa9\xe2\x82(\xe2\x82\xac \xf0\x9f\x98 \xf0\x9f\x98\x80\r\n\xff\r",
        b"\xff\xfea\x00\x00\xd8b\x00\r\x00\n\x00\x00\xdc",
        b"\xff\xfea\x00b\x00c",
        b"\xfe\xff\xd8\x3d\xde\x00\x00a\xd8",
        b"\xff\xfe\x00\x00a\x00\x00\x00\x00\x00\x11\x00b\x00",
    ],
)
def test_broken_places_are_counted_and_everything_else_keeps_its_bytes(data: bytes):
    source = decode(data)
    assert source.bad > 0
    for at, char in enumerate(source.text):
        first, last = source.byte_map.bytes_of(Span(at, at + 1))
        assert data[first:last].decode(source.encoding, "replace").replace("\r\n", "\n").replace("\r", "\n") == char
    assert source.byte_map.bytes_of(Span(0, len(source.text)))[1] == len(data)


def test_text_with_escapes_of_its_encoding_is_found_between_them():
    data = "Ann: 東京です。\r\nBo: yes\r\n漢字".encode("iso2022_jp")
    source = decode(data, declared="iso-2022-jp")
    assert source.text == "Ann: 東京です。\nBo: yes\n漢字"
    at = source.text.index("Bo")
    first, last = source.byte_map.bytes_of(Span(at, at + 7))
    assert data[first:last] == b"Bo: yes"
    first, last = source.byte_map.bytes_of(Span(5, 10))
    assert data[first:last].decode("iso2022_jp") == "東京です。"


@pytest.mark.parametrize("space", ["\x85", "\u2028", "\u2029", "\x0b", "\x0c", "\u0301", "\u200d", "\u202e"])
def test_characters_that_others_break_lines_at_stay(space: str):
    text = f"Ann paid{space}Bolt.\r\rNext\n"
    document = read(text, "a.txt")
    assert document.text == text.replace("\r", "\n")
    span = Span(document.text.index("Bolt"), document.text.index("Bolt") + 5)
    assert behind(document, text.encode(), span) == words(document, span) == "Bolt."


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xc3(" * 100_000,
        b"a\x00" * 10 + b"\x00\xd8" * 90_000,
        "会社は".encode("cp932") * 50_000,
        b"\xe9 " * 200_000,
        b"a\r\n" * 200_000,
        b"\x00a" * 200_000,
    ],
)
def test_a_megabyte_of_anything_is_decoded_at_once(data: bytes):
    started = time.process_time()
    decode(data)
    assert time.process_time() - started < 3


@pytest.mark.parametrize("form", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize(
    "text", ["Zoë saw Böhm today.\n", "東京の会社です。\n契約は終わり。\n", "Общество было основано\n"]
)
def test_a_wide_text_without_a_mark_is_no_binary_file(form: str, text: str):
    assert read(text.encode(form), "a.txt").text == text
