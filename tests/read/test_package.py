"""Office packages: zip tricks, limits, and mutated files of each office format."""

from __future__ import annotations

import contextlib
import io
import random
import struct
import zipfile

import pytest

from tests.read.fuzz import contradiction, mutated
from tests.read.made import docx, p
from tests.read.made_office import packed, run, word
from thence.config import Limits
from thence.errors import InputError
from thence.read import read_bytes
from thence.read.docx import read_docx
from thence.read.package import Package
from thence.read.reading import Options

PARTS = {"word/document.xml": "<a><b/></a>", "word/styles.xml": "<c/>"}


def refused(data: bytes, limits: Limits | None = None, part: str = "word/document.xml") -> str:
    with pytest.raises(InputError) as caught:
        Package(data, "a.docx", limits).xml(part)
    assert caught.value.hint
    return caught.value.code


def test_parts_are_found_whatever_their_case_and_slashes():
    package = Package(packed({"Word\\Document.XML": "<a/>", "/x/../word/b.xml": "<b/>"}), "a.docx")
    assert package.xml("word/document.xml") is not None
    assert package.xml("word/b.xml") is not None
    assert package.xml("word/none.xml") is None


def test_names_that_lead_out_belong_to_no_part():
    assert Package(packed({"../evil.xml": "<a/>", "a/../../b": "<a/>", "C:/x": "<a/>"}), "a.docx").names == frozenset()


def test_a_name_that_stands_twice_is_refused():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr("word/document.xml", "<a/>")
        package.writestr("Word/document.xml", "<b/>")
    assert refused(out.getvalue()) == "TH502"


def test_parts_that_share_bytes_are_refused():
    data = bytearray(packed(PARTS, stored=True))
    second = data.rindex(b"PK\x01\x02")
    data[second + 42 : second + 46] = struct.pack("<I", 10)
    assert refused(bytes(data)) == "TH502"


def test_wrong_sizes_are_refused():
    data = bytearray(packed(PARTS))
    first = data.index(b"PK\x01\x02")
    data[first + 24 : first + 28] = struct.pack("<I", 5_000)
    assert refused(bytes(data)) == "TH502"
    data = bytearray(packed(PARTS, stored=True))
    first = data.index(b"PK\x01\x02")
    data[first + 20 : first + 24] = data[first + 24 : first + 28] = struct.pack("<I", 1_000_000_000)
    assert refused(bytes(data)) in ("TH502", "TH506")


def test_locked_parts_are_refused():
    data = bytearray(packed(PARTS))
    first = data.index(b"PK\x01\x02")
    data[first + 8] |= 1
    assert refused(bytes(data)) == "TH505"


@pytest.mark.parametrize(
    ("limits", "parts"),
    [
        (Limits(members=1), PARTS),
        (Limits(expanded_bytes=100), {"word/document.xml": f"<a>{'x' * 200}</a>"}),
        (Limits(expansion=2), {"word/document.xml": f"<a>{'x' * 2_000_000}</a>"}),
        (Limits(depth=3), {"word/document.xml": "<a><a><a><a><a><a/></a></a></a></a></a>"}),
        (Limits(), {"word/document.xml": "<a>" * 5_000 + "</a>" * 5_000}),
    ],
)
def test_what_goes_beyond_a_limit_is_refused(limits: Limits, parts: dict[str, str]):
    assert refused(packed(dict(parts)), limits) == "TH506"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize(
    "head", ['<!DOCTYPE a [<!ENTITY b "c">]>', '<!DOCTYPE a SYSTEM "file:///etc/passwd">', "<!--x--><!DOCTYPE a>"]
)
def test_document_types_are_refused_in_every_encoding(head: str, encoding: str):
    text = f'<?xml version="1.0" encoding="{encoding}"?>{head}<a>&b;</a>'
    assert refused(packed({"word/document.xml": text.encode(encoding)})) == "TH506"


def test_limits_reach_the_reader():
    with pytest.raises(InputError) as caught:
        read_docx(docx(p("x" * 5_000)), "a.docx", Options(limits=Limits(expanded_bytes=1_000)))
    assert caught.value.code == "TH506"


def test_an_archive_that_holds_itself_is_one_file():
    inner = packed(PARTS)
    with pytest.raises(InputError):
        read_docx(packed({"a.zip": inner}), "a.docx")


@pytest.mark.parametrize("name", ["a.docx", "a.odt", "a.xlsx"])
def test_mutated_files_give_a_reading_or_an_error(name: str):
    for number in range(150):
        path, data = mutated(number, 7, name)
        with contextlib.suppress(InputError):
            assert contradiction(read_bytes(data, places=(path,)), data) == ""


def test_mutated_markup_gives_a_reading_or_an_error():
    chance = random.Random(3)
    names = ["w:p", "w:r", "w:tbl", "w:tr", "w:tc", "w:del", "w:ins", "w:sdt", "w:sdtContent", "w:txbxContent", "w:pPr",
             "w:rPr", "w:fldChar w:fldCharType='begin'", "w:fldChar w:fldCharType='separate'", "w:numPr", "w:trPr",
             "w:fldChar w:fldCharType='end'", "w:tcPr", "w:vMerge", "w:gridSpan w:val='99999'", "w:hyperlink",
             "w:footnoteReference w:id='2'", "mc:AlternateContent", "mc:Choice", "m:f", "w:moveFrom"]  # fmt: skip
    for _ in range(150):
        body, open_ = "", []
        for _ in range(chance.randrange(60)):
            if open_ and chance.random() < 0.4:
                body += f"</{open_.pop()}>"
            elif chance.random() < 0.3:
                body += run("Ann left. ")
            else:
                name = chance.choice(names)
                open_.append(name.split()[0])
                body += f"<{name}>"
        body += "".join(f"</{name}>" for name in reversed(open_))
        data = word(body, footnotes=f"<w:footnote w:id='2'>{body}</w:footnote>")
        document = read_bytes(data, places=("a.docx",))
        assert contradiction(document, data) == ""
