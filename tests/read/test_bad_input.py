"""What cannot be read gets a code, a place and a next step; the rest goes on; nothing hangs."""

from __future__ import annotations

import io
import os
import random
import time
import zipfile
from pathlib import Path

import pytest

from tests.read.asking import codes, read
from tests.read.made import docx, p, pdf, tbl
from thence.errors import InputError
from thence.read import load, read_bytes, recipe_for, scan
from thence.read.registry import READERS


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.txt", bytes(range(256)) * 8, "TH503"),
        ("a.mp3", b"ID3", "TH504"),
        ("a.zip", b"PK\x03\x04abc", "TH504"),
        ("a.pdf", pdf([[(50, 700, 11, "Text")]])[:300], "TH502"),
        ("a.docx", docx(p("Text"))[:200], "TH502"),
        ("a.eml", b"no mail at all", "TH502"),
    ],
)
def test_an_unreadable_file_is_an_error_with_code_place_and_hint(name: str, data: bytes, code: str):
    with pytest.raises(InputError) as caught:
        read_bytes(data, places=(name,))
    assert caught.value.code == code
    assert caught.value.at is not None
    assert caught.value.at.path == name
    assert caught.value.hint


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.csv", "a.json", "a.html", "a.pdf", "a.docx", "a"])
@pytest.mark.parametrize("data", [b"", b" \n\n"])
def test_an_empty_file_is_nothing_to_read(name: str, data: bytes):
    document = read(data, name)
    assert codes(document) == ["TH521"]
    assert document.blocks == ()


def test_html_named_pdf_is_read_as_what_it_is():
    document = read(b"<!doctype html><title>404</title><p>Not found</p>", "a.pdf")
    assert (document.media_type, codes(document)) == ("text/html", ["TH524"])


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"# Head\n\nText\n", "md"),
        (b"a,b,c\n1,2,3\n4,5,6\n", "csv"),
        (b'{"a": 1}', "json"),
        (b"From: a\nTo: b\nSubject: c\n\nd", "eml"),
        (b"<html><p>x", "html"),
        (b"plain words", "txt"),
    ],
)
def test_an_unknown_name_is_read_by_its_content(data: bytes, name: str):
    recipe = f"read.{name}/{READERS[name].version}"
    assert recipe_for("file.unknown", data) == recipe
    assert read(data, "file.unknown").recipe == recipe


def test_broken_bytes_are_counted_and_the_rest_keeps_its_place():
    data = b"Ok \xff\xfe\xc3( then Anna works. \xf0(\x8c"
    document = read(data, "a.txt")
    assert codes(document) == ["TH522"]
    assert document.byte_map is not None
    at = document.text.index("Anna")
    from thence.model.document import Span

    start, end = document.byte_map.bytes_of(Span(at, at + 4))
    assert data[start:end] == b"Anna"


def test_a_zip_bomb_is_refused_before_it_is_unpacked():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("word/document.xml", b" " * 50_000_000)
    with pytest.raises(InputError) as caught:
        read_bytes(out.getvalue(), places=("a.docx",))
    assert caught.value.code == "TH506"


def test_scan_lists_documents_and_says_what_it_leaves_out(tmp_path: Path):
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "deep ü#%.md").write_text("x")
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "big.txt").write_text("x" * 100)
    (tmp_path / "no.tmp").write_text("x")
    (tmp_path / ".thence").mkdir()
    (tmp_path / ".thence" / "store.txt").write_text("x")
    for ours in ("thence.toml", "thence.decisions.jsonl", ".hidden"):
        (tmp_path / ours).write_text("x")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    (tmp_path / "self").symlink_to(tmp_path / "self")
    os.mkfifo(tmp_path / "pipe.txt")
    found = scan(tmp_path, ignore=("*.tmp",), max_bytes=50)
    assert [entry.path for entry in found.files] == ["a.txt", "b/deep ü#%.md"]
    assert [(item.code, item.path) for item in found.findings] == [
        ("TH520", "big.txt"),
        ("TH527", "loop"),
        ("TH527", "nowhere"),
        ("TH527", "pipe.txt"),
        ("TH527", "self"),
        ("TH563", ""),
    ]


def test_scan_and_load_name_what_cannot_be_opened(tmp_path: Path):
    for fail in (lambda: scan(tmp_path / "none", ignore=(), max_bytes=1), lambda: load(tmp_path, "none")):
        with pytest.raises(InputError) as caught:
            fail()
        assert caught.value.code == "TH501"
        assert caught.value.hint
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError):
        load(tmp_path, "pipe")


def test_many_nested_folders_are_walked_without_recursion(tmp_path: Path):
    deep = tmp_path.joinpath(*["d"] * 200)
    deep.mkdir(parents=True)
    (deep / "a.txt").write_text("x")
    assert len(scan(tmp_path, ignore=(), max_bytes=10).files) == 1


MAIL = (
    b"From: Ann <a@x.org>\nTo: b@x.org\nSubject: =?utf-8?q?x=C3=B6?=\n"
    b'Content-Type: multipart/mixed; boundary="b"\n\n--b\n'
    b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nHi =C3=B6 =\nx\n"
    b"> On 3 May 2024 A wrote:\n> > no\n--b\nContent-Type: text/html\n\n<p>x<table><tr><td>1</table>\n--b--\n"
)
MARKS = [b"\x00", b"\xff", b'"', b"<", b"[", b"{", b"|", b"\n", b"\r\n", b"\\", b"&", b"=", b"`", b"*", b">", b"---\n"]
SEEDS = {
    "a.txt": b"HEAD ONE\nDate: 3 May 2024\nTo: Ann\n\n1. One. Two\n2. Three\n\nOn 3 May 2024 Bo wrote:\n> quoted\n",
    "b.txt": "[18/03/2026, 09:14:02] Ann Lee: hello\nmore words\n[19/03/2026, 09:15:40] Bo: she left ü\n".encode(),
    "a.md": b"---\ntitle: x\naliases: [a, b]\n---\n# H\n\n[[A|b]] *x* **y** `z` [t](u) &amp;\n\n"
    b"| a | b |\n|---|---|\n| 1 | 2 |\n\n> q\n\n- i\n",
    "a.csv": 'id,"na;me",x\n1,"a ""b""\nc",3\n2,é,4\n'.encode("utf-16"),
    "a.json": b'{"a": [{"b": "x\\u00e9\\ud83d\\ude00\\n", "c": [1, 2.5e3, true, null]}, {"d": {"e": "f"}}]}',
    "a.jsonl": b'{"a": 1}\n{"b": "x\\"y"}\n',
    "a.html": b"<html><head><title>t</title></head><body><h1>x</h1><p>a&amp;b&#233;<br>c"
    b"<table><tr><th>a<th>b<tr><td colspan=2>1</table><ul><li>x<li>y</ul><dl><dt>k<dd>v</dl><script>s</script></body>",
    "a.eml": MAIL,
    "a.docx": docx(p("Title", "Title") + p("Key: value") + tbl([["a", "b"], ["1", "2"]]) + p("Text."), core={"t": "x"}),
    "a.pdf": pdf([[(50, 700, 14, "Head"), (50, 660, 11, "Some text"), (50, 640, 11, "Item"), (200, 640, 11, "EUR"),
                   (50, 625, 11, "Oil"), (200, 625, 11, "500")]]),
}  # fmt: skip


def explained(error: InputError) -> None:
    assert error.code.startswith("TH50")
    assert error.hint


@pytest.mark.parametrize("name", sorted(SEEDS))
def test_mutated_files_are_read_or_refused_and_never_crash(name: str):
    chance = random.Random(f"seed of {name}")
    began = time.monotonic()
    for _ in range(300):
        data = bytearray(SEEDS[name])
        for _ in range(chance.randint(1, 8)):
            at = chance.randrange(len(data) + 1)
            deed = chance.randrange(5)
            if deed == 0:
                del data[at : at + chance.randint(1, 40)]
            elif deed == 1:
                data[at:at] = chance.choice(
                    [
                        b"\x00",
                        b"\xff",
                        b'"',
                        b"<",
                        b"[",
                        b"{",
                        b"|",
                        b"\n",
                        b"\r\n",
                        b"\\",
                        b"&",
                        b"=",
                        b"`",
                        b"*",
                        b">",
                        b"---\n",
                        b"<td>",
                    ]
                ) * chance.choice([1, 1, 1, 500])
            elif deed == 2 and at < len(data):
                data[at] = chance.randrange(256)
            elif deed == 3:
                data[at:at] = data[chance.randrange(len(data) + 1) :][:60]
            else:
                del data[at:]
        try:
            document = read_bytes(bytes(data), places=(name,))
        except InputError as refused:
            explained(refused)
            continue
        end = 0
        for block in document.blocks:
            assert end <= block.span.start < block.span.end <= len(document.text)
            end = block.span.end
        if document.byte_map is not None:
            assert document.byte_map.length == len(document.text)
    assert time.monotonic() - began < 60


@pytest.mark.parametrize(
    "piece", ["*", "[", "`", "<a ", "[[", "&", "> ", "- ", "|", "![", "_a_", "<!--", "a: b\n", "<td>", '"', "((", "\\"]
)
@pytest.mark.parametrize("name", ["a.md", "a.html", "a.txt", "a.csv"])
def test_repeated_marks_take_time_in_proportion(piece: str, name: str):
    began = time.monotonic()
    read(piece * (40_000 // len(piece)), name)
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("name", "piece"),
    [
        ("a.eml", b"> quoted\n\nplain\n\n"),
        ("a.md", b"> quoted\n\nplain\n\n"),
        ("a.html", b"<p>x<table><tr><td>y</table>"),
    ],
)
def test_long_files_take_time_in_proportion(name: str, piece: bytes):
    """Reading a long thread looked through the whole rendition again for each of its blocks."""
    head = b"From: a\nTo: b\n\n" if name == "a.eml" else b"<html>" if name == "a.html" else b""
    began = time.process_time()
    read(head + piece * 500, name)
    small = time.process_time() - began
    began = time.process_time()
    read(head + piece * 5000, name)
    assert time.process_time() - began < 40 * small + 0.5
