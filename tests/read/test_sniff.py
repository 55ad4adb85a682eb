"""A file is read as what it is, whatever it is called."""

from __future__ import annotations

import gzip

import pytest

from tests.read.made import docx, p, pdf
from tests.read.made_containers import mail, mailbox, tarred, zipped
from tests.shared import needs_shared, shared
from thence.errors import InputError
from thence.read import read_bytes, recipe_for
from thence.read.sniff import Format, format_of

PDF = pdf([[(50, 700, 11, "Text")]])
DOCX = docx(p("Text"))
XLSX = zipped({"[Content_Types].xml": "<x/>", "xl/workbook.xml": "<x/>"})
ODT = zipped([("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", "<x/>")], stored=True)
EPUB = zipped([("mimetype", "application/epub+zip"), ("META-INF/container.xml", "<x/>")], stored=True)
TURTLE = b"@prefix ex: <http://e/> .\nex:a ex:b ex:c .\n"
TRIG = b"PREFIX ex: <http://e/>\nex:g { ex:a ex:b ex:c }\n"
TRIPLES = b'# data\n<http://e/a> <http://e/b> "c"@en .\n_:x <http://e/b> <http://e/c> .\n'
QUADS = b"<http://e/a> <http://e/b> <http://e/c> <http://e/g> .\n"
RDF_XML = (
    b'<?xml version="1.0"?>\n<!-- made -->\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"></rdf:RDF>'
)
LINKED = b'{"@context": {"name": "http://schema.org/name"}, "name": "Ann"}'
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500)


def ole(name: str) -> bytes:
    return OLE + name.encode("utf-16-le") + bytes(100)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (PDF, "pdf"), (b"\x00junk\n" + PDF, "pdf"), (DOCX, "docx"), (XLSX, "xlsx"), (ODT, "odt"), (EPUB, "epub"),
        (zipped({"a.md": "x"}), "zip"), (zipped({"password/document.xml": "x", "xl.txt": "x"}), "zip"),
        (zipped({"inner.docx": DOCX}, stored=True), "zip"), (zipped({}), "zip"),
        (tarred({"a.md": b"x"}), "tar"), (gzip.compress(b"x", mtime=0), "gzip"),
        (b"{\\rtf1\\ansi Text}", "rtf"), (b"\x89PNG\r\n\x1a\n", "image"), (b"\xff\xd8\xff\xe0", "image"),
        (TURTLE, "turtle"), (b"# c\n" + TURTLE, "turtle"), (TRIG, "trig"), (TRIPLES, "n-triples"),
        (QUADS, "n-quads"), (RDF_XML, "rdf-xml"), (LINKED, "json-ld"), (b'[{"@id": "http://e/a"}]', "json-ld"),
        (b'[{"@id": "http://e/a", "@type": ["http://e/T"]}]', "json-ld"),
        (b'{"a": {"@context": 1}}', "json"), (b'{"id": 1, "note": "@context"}', "json"),
        (b'{"@id": 7, "name": "x"}', "json"), (b'[1, {"a": 2}]', "json"),
        (b'<?xml version="1.0"?>\n<order id="1"><item/></order>', "xml"), (b"<order><item/></order>\n", "xml"),
        (b"<!DOCTYPE html><p>x", "html"), (b"<!-- saved --><html><p>x", "html"),
        (b"%YAML 1.2\n---\na: 1\n", "yaml"), (b"---\nname: Ann\nage: 3\n", "yaml"), (b"---\n- a\n- b\n", "yaml"),
        (b"---\ntitle: A\n---\nText\n", "md"), (b"# Head\n\nText\n", "md"),
        (b'# made\n[owner]\nname = "Ann"\n', "toml"), (b"key = 1\n", "toml"),
        (b"key = value\n", "txt"), (b'title = "x"\n[a]\nb = 2\n', "toml"),
        (b"BEGIN:VCARD\r\nFN:Ann\r\nEND:VCARD\r\n", "vcf"), (b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "ics"),
        (mail().encode(), "eml"), (b"X-Spam: no\nDKIM-Signature: v=1;\n\tb=x\n" + mail().encode(), "eml"),
        (b"Name: Ann\nFrom: Oslo\nAmount: 7\nTo: Bergen\nDate: today\n", "txt"),
        (mailbox(mail()), "mbox"), (mailbox(mail(), mail()), "mbox"),
        (b"From here on, at 10:30, all is well.\nSo it is.\n", "txt"),
        (b"a,b,c\n1,2,3\n4,5,6\n", "csv"), (b"plain words", "txt"),
        ("@prefix ex: <http://e/> .\n".encode("utf-16"), "turtle"), ("# Head\n\nText".encode("utf-16-le"), "md"),
        (b"\xef\xbb\xbf<html><p>x", "html"), (b"PREFIX notes for the meeting\n", "txt"),
        (b"#!/bin/sh\n# a comment\necho\n", "txt"),
    ],
)  # fmt: skip
def test_under_a_name_that_says_nothing_the_content_decides(data: bytes, name: str):
    assert format_of("file.unknown", data).name == name
    assert format_of("file", data).name == name


@pytest.mark.parametrize(
    ("path", "data", "name", "promised"),
    [
        ("a.pdf", b"<!doctype html><p>404", "html", "pdf"), ("a.csv", b"<html><p>404", "html", "csv"),
        ("a.ttl", b"<html><p>404", "html", "turtle"), ("a.txt", b"<html><p>x", "html", "txt"),
        ("a.docx", PDF, "pdf", "docx"), ("a.pdf", DOCX, "docx", "pdf"), ("a.txt", DOCX, "docx", "txt"),
        ("a.doc", b"{\\rtf1 x}", "rtf", "doc"), ("a.doc", DOCX, "docx", "doc"),
        ("a.xls", b"a\tb\n1\t2\n3\t4\n", "csv", "xls"), ("a.xls", b"<html><table></table>", "html", "xls"),
        ("a.rtf", b"plain words", "txt", "rtf"), ("a.png", b"plain words", "txt", "image"),
        ("a.txt", zipped({"a.md": "x"}), "zip", "txt"), ("a.jpg", b"\x89PNG\r\n\x1a\n", "image", ""),
        ("a.owl", TURTLE, "turtle", ""), ("a.owl", RDF_XML, "rdf-xml", ""), ("a.owl", LINKED, "json-ld", ""),
        ("a.rdf", TURTLE, "turtle", "rdf-xml"), ("a.ttl", RDF_XML, "rdf-xml", "turtle"),
        ("a.ttl", TRIPLES, "turtle", ""), ("a.ttl", b"<a> <b> <c> .", "turtle", ""), ("a.nt", TRIPLES, "n-triples", ""),
        ("a.nt", TURTLE, "turtle", "n-triples"), ("a.trig", TRIG, "trig", ""),
        ("a.trig", b"{ <a> <b> <c> }", "trig", ""),
        ("a.nq", QUADS, "n-quads", ""), ("a.jsonld", b'{"@id": "x"}', "json-ld", ""),
        ("a.jsonld", b"{}", "json-ld", ""),
        ("a.xml", RDF_XML, "rdf-xml", ""), ("a.xml", b"<order/>", "xml", ""), ("a.json", LINKED, "json-ld", ""),
        ("a.json", b'{"a": 1}', "json", ""), ("a.py", b"# Head\n\na, b, c\n", "txt", ""),
        ("a.cfg", b"[a]\nb = 2\n", "txt", ""), ("a.log", b"a,b,c\n1,2,3\n4,5,6\n", "txt", ""),
        ("a.md", b"a,b,c\n1,2,3\n4,5,6\n", "md", ""), ("a.txt", mail().encode(), "eml", "txt"),
        ("a.txt", mailbox(mail()), "mbox", "txt"), ("a.ttl", b"", "turtle", ""), ("a.pdf", b" \n", "txt", "pdf"),
        ("a.zip", zipped({"[Content_Types].xml": "x", "word/document.xml": "x"}), "docx", "zip"),
    ],
)  # fmt: skip
def test_a_name_holds_where_the_content_agrees(path: str, data: bytes, name: str, promised: str):
    assert format_of(path, data) == Format(name, promised)


@pytest.mark.parametrize(
    ("path", "data", "hint"),
    [
        ("a.doc", ole("WordDocument"), ".docx"), ("a.xls", ole("Workbook"), ".xlsx"),
        ("a.msg", ole("__substg1.0_"), ".eml"),
        ("a.ppt", ole("PowerPoint Document"), "pdf"), ("a", ole("WordDocument"), ".docx"), ("a.bin", ole("x"), "docx"),
        ("a.doc", OLE, ".docx"),
        ("a.odg", zipped([("mimetype", "application/vnd.oasis.opendocument.graphics")], stored=True), "pdf"),
        ("a.7z", b"7z\xbc\xaf\x27\x1c", "unpack"), ("a.mp3", b"ID3", "transcript"), ("a.svg", b"<svg/>", "png"),
        ("a.n3", b"{ :a :b 1 } => { :a :c 1 } .", "Turtle"), ("a.jar", zipped({"a.class": "x"}), ""),
        ("a.pages", zipped({"index.xml": "x"}), "docx"),
    ],
)  # fmt: skip
def test_what_nobody_reads_is_an_error_with_the_way_out(path: str, data: bytes, hint: str):
    with pytest.raises(InputError) as caught:
        read_bytes(data, places=(path,))
    assert caught.value.code == "TH504"
    assert hint in caught.value.hint
    assert caught.value.hint


def test_a_locked_office_file_says_so():
    with pytest.raises(InputError) as caught:
        read_bytes(ole("EncryptedPackage"), places=("a.docx",))
    assert caught.value.code == "TH505"


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.csv", "a", "a.json"])
def test_binary_named_text_is_binary(name: str):
    with pytest.raises(InputError) as caught:
        read_bytes(bytes(range(256)) * 8, places=(name,))
    assert caught.value.code == "TH503"


def test_an_archive_is_opened_and_is_no_document():
    data = zipped({"a.md": "x"})
    assert recipe_for("a.zip", data) == "open.zip/1"
    with pytest.raises(InputError) as caught:
        read_bytes(data, places=("a.zip",))
    assert caught.value.code == "TH504"
    assert caught.value.hint


@needs_shared
@pytest.mark.parametrize(
    ("case", "name", "expected"),
    [
        ("D21-empty-binary-huge", "photo.txt", ("binary", "an image", "image")),
        ("D21-empty-binary-huge", "empty.txt", ("txt",)),
        ("D09-pdf-damaged", "html.pdf", ("html",)),
        ("D09-pdf-damaged", "cut.pdf", ("pdf",)),
        ("R07-jsonld-relative", "nobase.jsonld", ("json-ld",)),
        ("R11-rdfxml-duplicate-id", "data.rdf", ("rdf-xml",)),
        ("R17-default-graph", "data.trig", ("trig",)),
    ],
)
def test_the_files_of_the_cases_are_what_they_are(case: str, name: str, expected: tuple[str, ...]):
    data = shared("cases", case, name).read_bytes()
    assert format_of(name, data).name in expected
