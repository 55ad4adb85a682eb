"""A path and its IRI: two-way, on each system, whatever the name."""

from __future__ import annotations

import os

import pyoxigraph
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.shared import needs_shared, shared
from thence.names import file_iri, file_path


@needs_shared
def test_the_paths_of_windows_become_the_iris_that_people_expect():
    lines = shared("cases", "C07-windows-paths", "paths.txt").read_text(encoding="utf-8").splitlines()
    assert [file_iri(line) for line in lines] == [
        "file:///C:/Users/Ana%20Ruiz/Notes/plan%20%231.md",
        "file:///C:/users/ana%20ruiz/notes/plan%20%231.md",
        "file://server/share/Q3%20report.pdf",
        "file:///home/ana/Notes/plan%20%231.md",
    ]
    assert [file_path(file_iri(line)) for line in lines] == [
        "C:\\Users\\Ana Ruiz\\Notes\\plan #1.md",
        "C:\\users\\ana ruiz\\notes\\plan #1.md",
        "\\\\server\\share\\Q3 report.pdf",
        "/home/ana/Notes/plan #1.md",
    ]


@pytest.mark.parametrize(
    ("path", "iri"),
    [
        ("\\\\?\\C:\\a\\b c.md", "file:///C:/a/b%20c.md"),
        ("\\\\?\\UNC\\server\\share\\a.md", "file://server/share/a.md"),
        ("\\\\localhost\\c$\\a.md", "file:////localhost/c$/a.md"),
        ("C:\\", "file:///C:/"),
        ("/C:/a.md", "file:///C%3A/a.md"),
        ("/a\\b.md", "file:///a%5Cb.md"),
        ("C:\\x!\\a.md", "file:///C:/x%21/a.md"),
        ("C:\\x\\case.zip!/memos/a.md", "file:///C:/x/case.zip!/memos/a.md"),
        ("memos/a b.md", "memos/a%20b.md"),
        ("12:30.md", "12%3A30.md"),
        ("-rf", "-rf"),
        ("100%/\"a\" 'b'?.md", "100%25/%22a%22%20'b'%3F.md"),
        ("Größe/🙂\n.md", "Gr%C3%B6%C3%9Fe/%F0%9F%99%82%0A.md"),
        ("thread.eml!/r#1.pdf", "thread.eml!/r%231.pdf"),
    ],
)
def test_each_kind_of_path_has_its_iri_and_leads_back(path: str, iri: str):
    assert file_iri(path) == iri
    plain = path.replace("\\\\?\\UNC\\", "\\\\").replace("\\\\?\\", "")
    assert file_path(iri) == plain
    assert file_path(f"{iri}#char=1,2") == plain


@pytest.mark.parametrize("iri", ["file://localhost/a%20b", "file:/a%20b", "FILE:///a%20b"])
def test_other_spellings_of_a_local_file_are_understood(iri: str):
    assert file_path(iri) == "/a b"


def test_an_iri_of_no_file_is_refused():
    with pytest.raises(ValueError, match="no IRI of a file"):
        file_path("https://example.org/a.md")


NAMES = st.text(st.characters(exclude_characters="/\x00", exclude_categories=["Cs"]), min_size=1, max_size=12)
ODD = st.sampled_from(["a#b", "a%b", "a%20b", "a?b", "a!", "!", "C:", "-x", " ", "'", '"', "ä", "a\u0308", "🙂", "\n"])
POSIX = st.lists(NAMES | ODD, min_size=1, max_size=5).map("/".join)
WINDOWS = st.lists(
    st.text(st.characters(exclude_characters='/\\\x00<>:"|?*', exclude_categories=["Cs"]), min_size=1, max_size=12),
    min_size=1,
    max_size=5,
).map("\\".join)


@given(POSIX)
def test_absolute_paths_come_back(path: str):
    assert file_path(file_iri(f"/{path}")) == f"/{path}"


@given(POSIX.filter(lambda path: not (path[1:2] == ":" and path[0].isascii() and path[0].isalpha())))
def test_paths_of_a_corpus_come_back(path: str):
    path = path if not path.startswith("\\\\") else f"x{path}"
    assert file_path(file_iri(path)) == path


@given(WINDOWS, st.sampled_from(["C:\\", "Z:\\", "\\\\server\\", "\\\\x-1.local\\share\\"]))
def test_paths_of_windows_come_back(path: str, root: str):
    assert file_path(file_iri(root + path)) == root + path
    assert file_iri(file_path(file_iri(root + path))) == file_iri(root + path)


@given(st.binary(min_size=1, max_size=12).filter(lambda raw: b"/" not in raw and b"\x00" not in raw))
def test_names_that_are_no_utf8_come_back(raw: bytes):
    path = "/" + os.fsdecode(raw)
    assert os.fsencode(file_path(file_iri(path))) == b"/" + raw


@given(st.text(max_size=30))
def test_whatever_the_name_the_iri_is_one(path: str):
    pyoxigraph.NamedNode(f"http://example.org/{file_iri(path)}")
    if path.startswith("/") and not path.startswith("//"):
        pyoxigraph.NamedNode(file_iri(path))
