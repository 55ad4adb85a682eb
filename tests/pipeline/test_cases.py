"""The shared cases about reading, as a whole build and its answers show them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.pipeline.asking import ask, triples_in
from tests.shared import needs_shared, shared
from thence.names import DEFAULT_GRAPH
from thence.pipeline import BuildReport, build, verify
from thence.query import why
from thence.store import Store

pytestmark = needs_shared


def _built(name: str, folder: Path, settings: str = "") -> BuildReport:
    for path in sorted(shared("cases", name).iterdir()):
        if path.is_file() and path.name != "expected.md":
            shutil.copy(path, folder / path.name)
    if settings:
        (folder / "thence.toml").write_text(settings, encoding="utf-8")
    return build(folder)


def _facts(built: BuildReport) -> set[tuple[str, str, str]]:
    with Store.open(built.workspace.directory, read_only=True) as store:
        return triples_in(store, DEFAULT_GRAPH)


def _said(built: BuildReport, code: str) -> list[tuple[str, int | None]]:
    return [(finding.path, finding.line) for finding in built.findings if finding.code == code]


def test_a_scanned_page_is_told_and_a_scan_is_no_text(tmp_path: Path):
    built = _built("D05-pdf-scanned-page", tmp_path)
    by_path = {file.path: file for file in built.files}
    mixed, scan = by_path["mixed.pdf"], by_path["scan-only.pdf"]
    assert (mixed.state, mixed.pages, mixed.unread_pages) == ("partly", 3, ((2, "image only"),))
    assert scan.state == "no text"
    assert {path for path, _ in _said(built, "TH525")} == {"mixed.pdf", "scan-only.pdf"}
    assert all("ocr" in finding.hint.lower() for finding in built.findings if finding.code == "TH525")


def test_a_damaged_pdf_is_told_from_a_web_page_and_nothing(tmp_path: Path):
    built = _built("D09-pdf-damaged", tmp_path)
    assert {file.path: file.state for file in built.files} == {
        "cut.pdf": "unread",
        "html.pdf": "read",
        "zero.pdf": "empty",
    }
    assert not any(finding.code == "TH555" for finding in built.findings)


def test_a_columns_dates_are_decided_asked_about_or_refused(tmp_path: Path):
    built = _built("D17-csv-dates", tmp_path)
    assert _said(built, "TH540") == [("dates.csv", 2)]
    assert len(_said(built, "TH541")) == 2
    (file,) = built.files
    assert any("dmy" in guess and "13/02/2024" in guess for guess in file.guesses)
    answered = tmp_path / "answered"
    answered.mkdir()
    choice = '[[columns]]\nname = "amb"\nwritten = "month-first"\n'
    assert _said(_built("D17-csv-dates", answered, choice), "TH540") == []


def test_nothing_to_read_is_neither_success_nor_error(tmp_path: Path):
    built = _built("D21-empty-binary-huge", tmp_path)
    states = {file.path: file.state for file in built.files}
    assert states["empty.txt"] == states["blank.md"] == "empty"
    assert states["photo.txt"] == "unread"
    assert states["one-line.txt"] == "read"


def test_a_new_version_keeps_what_it_does_not_touch(tmp_path: Path):
    source = shared("cases", "D23-edited-document")
    shutil.copy(source / "v1.md", tmp_path / "manual.md")
    build(tmp_path)
    shutil.copy(source / "v2.md", tmp_path / "manual.md")
    again = build(tmp_path)
    assert again.lost == 0
    assert verify(again.workspace).findings == ()


def test_notes_are_linked_through_their_aliases(tmp_path: Path):
    built = _built("D25-notes-wikilinks", tmp_path)
    with Store.open(built.workspace.directory, read_only=True) as store:
        assert why(store, "Ilse Marrow", "links to", "Project Heron", root=tmp_path).verified
        referred = "?a dcterms:references ?b . ?b th:path 'Project Heron.md'"
        assert ask(store, f"ASK {{ GRAPH <urn:thence:graph:statements> {{ {referred} }} }}")
    assert ("Ilse Marrow.md", 2) in _said(built, "TH539")


def test_an_iri_with_a_space_refuses_its_file_or_its_statement(tmp_path: Path):
    refused = _built("R01-iri-with-space", tmp_path)
    assert _said(refused, "TH502") == [("data.ttl", 9)]
    assert _facts(refused) == set()
    lenient = tmp_path / "lenient"
    lenient.mkdir()
    taken = _built("R01-iri-with-space", lenient, "lenient_rdf = true\n")
    assert {predicate.rpartition("/")[2] for _, predicate, _ in _facts(taken)} == {"p>", "r>", "t>"}
    assert _said(taken, "TH552") == [("data.ttl", 9), ("data.ttl", 11)]
    assert [file.state for file in taken.files] == ["partly"]


def test_local_names_keep_their_spelling(tmp_path: Path):
    found = {subject for subject, _, _ in _facts(_built("R03-turtle-local-names", tmp_path))}
    ends = ("Course_(law)", "%3Cspan%3E", "v1.2.beta", "end.", "a/b,c", "_x-y:z")
    assert found == {f"<http://example.org/{end}>" for end in ends}


def test_an_undeclared_prefix_is_named_with_its_usual_namespace(tmp_path: Path):
    built = _built("R05-undeclared-prefix", tmp_path)
    (finding,) = built.findings
    assert (finding.line, "foaf" in finding.message, "http://xmlns.com/foaf/0.1/" in finding.hint) == (9, True, True)
    assert _facts(built) == set()


def test_relative_iris_of_json_ld_resolve(tmp_path: Path):
    subjects = {subject for subject, _, _ in _facts(_built("R07-jsonld-relative", tmp_path))}
    assert "<ipns://farm.example/sensors/s9>" in subjects
    assert len(subjects) == 2


def test_an_id_that_stands_twice_is_named(tmp_path: Path):
    built = _built("R11-rdfxml-duplicate-id", tmp_path)
    assert _said(built, "TH502") == [("data.rdf", 4)]
    lenient = tmp_path / "lenient"
    lenient.mkdir()
    taken = _built("R11-rdfxml-duplicate-id", lenient, "lenient_rdf = true\n")
    assert {subject for subject, _, _ in _facts(taken)} == {"<http://example.org/doc#one>"}
    assert len(_facts(taken)) == 2


def test_blank_nodes_of_two_files_never_meet(tmp_path: Path):
    built = _built("R13-bnode-scope", tmp_path)
    facts = _facts(built)
    assert (len({subject for subject, _, _ in facts}), len(facts)) == (2, 4)
    shutil.copy(tmp_path / "one.ttl", tmp_path / "again.ttl")
    assert _facts(build(tmp_path)) == facts


@pytest.mark.parametrize(
    "name", ["D03-pdf-hyphenation", "D11-docx-hyperlink", "D13-docx-footnote-header-box", "D19-eml-thread"]
)
def test_every_quote_stands_where_it_is_cited(tmp_path: Path, name: str):
    assert verify(_built(name, tmp_path).workspace).findings == ()
