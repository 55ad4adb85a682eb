"""A file whose text means nothing is told as such, and never counts as read."""

from __future__ import annotations

import random

import pytest

from thence.read import read_bytes

WORDS = "Northgate Trading Ltd acquired Harbour GmbH on 3 March 2024.\n" * 20
HEADERS = b"From: ann@example.org\r\nTo: ben@example.org\r\nSubject: Papers\r\n"


def noise(size: int, seed: int = 1) -> bytes:
    return bytes(random.Random(seed).choices(range(128, 256), k=size))


def found(path: str, data: bytes) -> dict[str, tuple[str, str]]:
    return {each.code: (each.message, each.hint) for each in read_bytes(data, places=(path,)).findings}


@pytest.mark.parametrize("codec", ["cp037", "cp500", "cp1140"])
def test_text_of_a_mainframe_is_named_with_the_way_to_read_it(codec: str):
    _, hint = found("memo.txt", WORDS.encode(codec))["TH560"]
    assert "EBCDIC" in hint
    assert "iconv" in hint


def test_bytes_that_are_no_text_are_told_once():
    codes = found("memo.txt", noise(5_000))
    assert set(codes) == {"TH560"}


def test_a_mail_in_an_unknown_character_set_is_told():
    mail = HEADERS + b"Content-Type: text/plain; charset=x-unknown-99\r\n\r\n" + noise(900)
    assert "TH560" in found("mail.eml", mail)


def test_a_part_that_is_no_text_is_told_with_its_line():
    data = WORDS.encode() + noise(60) + b"\n" + WORDS.encode()
    [place] = [each.line for each in read_bytes(data, places=("memo.txt",)).findings if each.code == "TH561"]
    assert place == 21


def test_a_broken_letter_here_and_there_is_no_loss_of_a_passage():
    data = ("Žluťoučký " + WORDS).encode() + b"Gmb\xff\n"
    assert set(found("memo.txt", data)) == {"TH522"}


@pytest.mark.parametrize("text", [WORDS, "Žluťoučký kůň\n" * 9, "\x1b[31mred\x1b[0m line\n" * 30])
def test_text_is_not_accused(text: str):
    assert not {"TH560", "TH561"} & set(found("memo.log", text.encode()))


def test_of_a_long_text_all_parts_are_looked_at():
    data = WORDS.encode() * 3_000 + noise(2_000_000)
    assert "TH561" in found("memo.txt", data)
