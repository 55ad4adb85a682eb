"""What lies in a mail besides the text that is read: another text, a file encoded as text, what is sealed."""

from __future__ import annotations

import time

import pytest

from thence.model.document import BlockKind, Document
from thence.model.finding import Severity
from thence.read import read_bytes

HEAD = "From: Ann Lee <ann@example.org>\nTo: Bo Ek <bo@example.org>\nSubject: Deal\nMIME-Version: 1.0\n"


def mail(body: str, kind: str = "text/plain; charset=utf-8") -> Document:
    return read_bytes(f"{HEAD}Content-Type: {kind}\n\n{body}".encode(), places=("a.eml",))


def alternative(plain: str, page: str) -> Document:
    parts = f"--b\nContent-Type: text/plain\n\n{plain}\n--b\nContent-Type: text/html\n\n{page}\n--b--\n"
    return mail(parts, "multipart/alternative; boundary=b")


def words(document: Document) -> list[str]:
    return [
        document.text[block.span.start : block.span.end]
        for block in document.blocks
        if block.kind is not BlockKind.FURNITURE
    ]


def test_html_that_says_something_else_is_told():
    said = alternative("Please pay EUR 500 to Bo.", "<p>Please pay EUR 9,000 to Mallory Ltd in Vaduz.</p>")
    assert words(said) == ["Please pay EUR 500 to Bo."]
    [told] = said.findings
    assert (told.code, told.severity) == ("TH529", Severity.WARNING)
    assert "9,000, Mallory, Ltd, in, Vaduz" in told.message
    assert told.hint


def test_one_number_that_differs_is_told():
    long = " ".join(f"word{letter}" for letter in "abcdefghijklmnopqrst")
    [told] = alternative(f"{long} 500", f"<p>{long} <b>501</b></p>").findings
    assert told.severity is Severity.INFO
    assert told.message.endswith("does not: 501")


@pytest.mark.parametrize("page", ["<h1>Dear Bo</h1><p>Please <b>pay</b> &euro; 500.</p>", "<p hidden>9</p>", ""])
def test_html_that_says_the_same_is_not(page: str):
    assert [
        each for each in alternative("Dear Bo,\n\nplease pay \u20ac 500.", page).findings if each.code == "TH529"
    ] == []


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ("begin 644 list.txt\n#0V%T\n`\nend", "list.txt"),
        ("begin-base64 644 list.bin\nQ2F0\n====", "list.bin"),
        ("=ybegin line=128 size=5 name=list.dat\nabcde\n=yend size=5", "list.dat"),
    ],
)
def test_a_file_encoded_in_the_text_is_told_and_not_read_as_words(body: str, name: str):
    said = mail(f"See the file.\n\n{body}\n\nAfter.\n")
    assert words(said) == ["See the file.", "After."]
    [told] = said.findings
    assert told.code == "TH529"
    assert told.message.endswith(name)


def test_words_that_begin_like_a_file_are_words():
    said = mail("begin 644 list.txt\nand then nothing ends\n")
    assert words(said) == ["begin 644 list.txt\nand then nothing ends"]
    assert said.findings == ()


@pytest.mark.parametrize(
    "line", ["begin 644 x", "=ybegin line=1 name=x", "begin-base64 644 x", "-----BEGIN PGP MESSAGE-----"]
)
def test_beginnings_without_end_take_time_in_proportion(line: str):
    begin = time.process_time()
    mail(f"{line}\n" * 20_000)
    assert time.process_time() - begin < 5


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/encrypted; boundary=b", "--b\nContent-Type: application/octet-stream\n\nx\n--b--\n"),
        ("application/pkcs7-mime; smime-type=enveloped-data", "MIAG"),
        ("application/pkcs7-mime; smime-type=signed-data", "MIAG"),
        ("text/plain", "-----BEGIN PGP MESSAGE-----\n\nhQEM\n-----END PGP MESSAGE-----\n"),
    ],
)
def test_what_is_sealed_is_told_with_a_next_step(kind: str, body: str):
    said = mail(body, kind)
    assert words(said) == []
    assert "TH548" in {each.code for each in said.findings}
    assert all(each.hint for each in said.findings)


@pytest.mark.parametrize("count", [1_000, 1_001, 3_000])
def test_parts_beyond_any_number_are_told(count: int):
    said = mail("--b\n\nx\n" * count + "--b--\n", "multipart/mixed; boundary=b")
    assert len(words(said)) == 1_000
    assert [each.message for each in said.findings] == (
        ["not read: what comes after the first 1000 parts"] if count > 1_000 else []
    )


def test_many_parts_in_parts_are_told():
    inner = "--c\n\nx\n" * 999 + "--c--\n"
    outer = "".join(f"--b\nContent-Type: multipart/mixed; boundary=c\n\n{inner}" for _ in range(11))
    said = mail(outer + "--b--\n", "multipart/mixed; boundary=b")
    assert [each.message for each in said.findings] == ["not read: what comes after the first 10000 parts"]
