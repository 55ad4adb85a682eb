"""What a build reads besides plain files: archives, attachments, RDF, notes; and the account it gives."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from tests.pipeline.asking import ask, triples_in
from tests.read.made_office import run, word
from thence.names import DEFAULT_GRAPH
from thence.pipeline import build, status, verify
from thence.query import why
from thence.store import Store

MEMO = "Northgate Trading Ltd acquired Harbour GmbH on 3 March 2024.\n"
MAIL = """From: Mira Holt <mira@example.org>
To: Jens Dahl <jens@example.org>
Subject: Papers
Date: Tue, 04 Jun 2024 10:00:00 +0200
Message-ID: <one@example.org>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/plain; charset=utf-8

The papers are attached.

--b
Content-Type: text/plain; charset=utf-8; name="memo.txt"
Content-Disposition: attachment; filename="memo.txt"

Alder Mills Ltd acquired Birch BV on 5 May 2023.

--b--
""".replace("\n", "\r\n")


def _zip(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _written(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_what_lies_in_an_archive_is_read_and_cited(tmp_path: Path):
    (tmp_path / "case.zip").write_bytes(_zip({"memos/a.md": MEMO.encode(), "mail.eml": MAIL.encode()}))
    built = build(tmp_path)
    states = {file.path: file.state for file in built.files}
    assert states == {
        "case.zip": "archive",
        "case.zip!/mail.eml": "read",
        "case.zip!/mail.eml!/memo.txt": "read",
        "case.zip!/memos/a.md": "read",
    }
    with Store.open(built.workspace.directory, read_only=True) as store:
        for one, other, path in (
            ("Northgate Trading Ltd", "Harbour GmbH", "case.zip!/memos/a.md"),
            ("Alder Mills Ltd", "Birch BV", "case.zip!/mail.eml!/memo.txt"),
        ):
            explained = why(store, one, "acquired", other, root=tmp_path)
            assert explained.verified, path
            assert any(path in line for line in explained.lines())
        assert ask(store, "ASK { GRAPH <urn:thence:graph:statements> { ?m dcterms:isPartOf ?a . ?a a th:Archive } }")
    assert verify(built.workspace).findings == ()


def test_an_archive_is_not_opened_again_and_its_findings_stay(tmp_path: Path):
    (tmp_path / "case.zip").write_bytes(_zip({"a.md": MEMO.encode(), "../evil.md": b"x", "b.bin": b"\0\1\2\3" * 99}))
    first = build(tmp_path)
    again = build(tmp_path)
    assert not again.changed
    assert again.findings == first.findings
    assert {finding.path for finding in first.findings if finding.stage == "read"} >= {"case.zip!/b.bin"}
    assert status(first.workspace).stale == ()


def test_a_member_that_changed_is_found_changed(tmp_path: Path):
    (tmp_path / "case.zip").write_bytes(_zip({"a.md": MEMO.encode()}))
    built = build(tmp_path)
    (tmp_path / "case.zip").write_bytes(_zip({"a.md": MEMO.replace("Harbour", "Harvest").encode()}))
    assert {finding.code for finding in verify(built.workspace).findings} == {"TH712", "TH713"}


TURTLE = """@prefix ex: <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix own: <https://w3id.org/thence/ownership#> .
ex:alder a <http://www.w3.org/ns/org#FormalOrganization> ;
    rdfs:label "Alder Mills Ltd" ;
    ex:age 07 ;
    ex:seat [ ex:town "Brack" ] ;
    own:owns ex:birch .
ex:birch rdfs:label "Birch BV" .
ex:Mill rdfs:subClassOf [ a <http://www.w3.org/2002/07/owl#Class> ] .
"""


def test_an_rdf_file_states_facts_with_its_own_iris_and_lines(tmp_path: Path):
    (tmp_path / "data.ttl").write_text(TURTLE, encoding="utf-8")
    built = build(tmp_path)
    assert [file.state for file in built.files] == ["read"]
    assert built.files[0].triples == 9
    with Store.open(built.workspace.directory, read_only=True) as store:
        facts = triples_in(store, DEFAULT_GRAPH)
        assert ("<http://example.org/alder>", "<http://example.org/age>") in {fact[:2] for fact in facts}
        assert not any("subClassOf" in fact[1] for fact in facts), "axioms are no facts"
        assert not any(term.startswith("_:") for fact in facts for term in fact)
        explained = why(store, "Alder Mills Ltd", "owns", "Birch BV", root=tmp_path)
        assert explained.verified
        assert any("data.ttl:8" in line for line in explained.lines())
    (tmp_path / "data.ttl").write_text(TURTLE.replace("own:owns ex:birch", "own:owns ex:oak"), encoding="utf-8")
    with Store.open(built.workspace.directory, read_only=True) as store:
        assert not why(store, "Alder Mills Ltd", "owns", "Birch BV", root=tmp_path).verified
    assert [finding.code for finding in verify(built.workspace).findings] == ["TH712", "TH717"]


def test_a_distrusted_rdf_file_is_kept_and_states_no_facts(tmp_path: Path):
    (tmp_path / "data.ttl").write_text(TURTLE, encoding="utf-8")
    (tmp_path / "thence.toml").write_text('[trust]\ndistrusted = ["data.*"]\n', encoding="utf-8")
    built = build(tmp_path)
    with Store.open(built.workspace.directory, read_only=True) as store:
        assert triples_in(store, DEFAULT_GRAPH) == set()
        assert ask(
            store,
            "ASK { GRAPH <urn:thence:graph:statements> { ?d a th:Document } GRAPH ?d { ?s rdfs:label 'Birch BV' } }",
        )


def test_named_graphs_are_kept_beside_and_are_no_facts(tmp_path: Path):
    quads = "<urn:a> <urn:b> <urn:c> <urn:g> .\n<urn:a> <urn:b> <urn:d> .\n"
    (tmp_path / "data.nq").write_text(quads, encoding="utf-8")
    built = build(tmp_path)
    with Store.open(built.workspace.directory, read_only=True) as store:
        assert triples_in(store, DEFAULT_GRAPH) == {("<urn:a>", "<urn:b>", "<urn:d>")}
        assert triples_in(store, "urn:g") == {("<urn:a>", "<urn:b>", "<urn:c>")}
    assert "TH554" in {finding.code for finding in built.findings}


def test_two_files_with_one_blank_node_label_stay_two_nodes(tmp_path: Path):
    for name, who in (("one", "ann"), ("two", "ben")):
        (tmp_path / f"{name}.ttl").write_text(f'_:b0 <urn:of> "{who}" .\n', encoding="utf-8")
    built = build(tmp_path)
    with Store.open(built.workspace.directory, read_only=True) as store:
        facts = triples_in(store, DEFAULT_GRAPH)
    assert len({subject for subject, _, _ in facts}) == 2
    assert not build(tmp_path).changed


def test_links_between_notes_are_followed_and_missing_ones_told(tmp_path: Path):
    (tmp_path / "Project Heron.md").write_text(
        "---\naliases: [Heron, HRN]\n---\nSee [[Plans/Budget]].\n", encoding="utf-8"
    )
    (tmp_path / "Plans").mkdir()
    (tmp_path / "Plans" / "Budget.md").write_text(
        "For [[HRN]] and [[Nobody]] and [us](../Project%20Heron.md).\n", encoding="utf-8"
    )
    built = build(tmp_path)
    missing = [finding for finding in built.findings if finding.code == "TH539"]
    assert [(finding.path, finding.line) for finding in missing] == [("Plans/Budget.md", 1)]
    assert "'Nobody'" in missing[0].message
    with Store.open(built.workspace.directory, read_only=True) as store:
        rows = triples_in(store, "urn:thence:graph:statements")
    assert len([row for row in rows if row[1] == "<http://purl.org/dc/terms/references>"]) == 2


def test_the_ledger_tells_pages_encodings_and_guesses(tmp_path: Path):
    (tmp_path / "a.txt").write_bytes("Ren\xe9 Dahl met Zo\xeb B\xf6hm in M\xe1laga.\n".encode("cp1252"))
    built = build(tmp_path)
    (file,) = built.files
    assert (file.encoding, file.characters) == ("cp1252", 34)
    assert file.guesses == ("encoding cp1252",)
    with Store.open(built.workspace.directory, read_only=True) as store:
        assert ask(
            store,
            'ASK { GRAPH <urn:thence:graph:statements> { ?d th:encoding "cp1252" . ?f a th:Finding ; th:about ?d ; '
            'th:code "TH523" ; th:severity "info" } }',
        )


@pytest.mark.parametrize(
    "name", ["a b#c%d.txt", "-dash.txt", "\u00fcber.txt", "\U0001f600.txt", 'q"uote.txt', "new\nline.txt"]
)
def test_each_citation_opens_its_file_whatever_it_is_called(tmp_path: Path, name: str):
    _written(tmp_path / name, MEMO)
    built = build(tmp_path)
    with Store.open(built.workspace.directory, read_only=True) as store:
        assert why(store, "Northgate Trading Ltd", "acquired", "Harbour GmbH", root=tmp_path).verified
    assert verify(built.workspace).findings == ()


def test_a_note_is_known_by_its_aliases_in_every_note(tmp_path: Path):
    (tmp_path / "Project Heron.md").write_text(
        "---\naliases: [Heron, HRN]\n---\nLead: [[Ida Marsh]]\n", encoding="utf-8"
    )
    (tmp_path / "Ida Marsh.md").write_text("Works on [[HRN]] and `[[code]]`.\n", encoding="utf-8")
    built = build(tmp_path)
    with Store.open(built.workspace.directory, read_only=True) as store:
        assert why(store, "Ida Marsh", "links to", "Project Heron", root=tmp_path).verified
        assert why(store, "HRN", "links to", "Ida Marsh", root=tmp_path).verified


def test_a_new_version_tells_what_came_went_and_stayed(tmp_path: Path):
    lines = ["Alder Mills Ltd acquired Birch BV on 5 May 2023.", MEMO.strip(), "Ann Keller is a director of Birch BV."]
    _written(tmp_path / "memo.txt", "\n\n".join(lines[:2]) + "\n")
    first = build(tmp_path)
    assert (first.gained, first.lost, first.kept) == (2, 0, 0)
    _written(tmp_path / "memo.txt", "A new line above.\n\n" + "\n\n".join(lines[1:]) + "\n")
    second = build(tmp_path)
    assert (second.gained, second.lost, second.kept) == (1, 1, 1)
    assert (build(tmp_path).gained, build(tmp_path).kept) == (0, 2)


def test_a_literal_that_is_none_of_its_type_becomes_no_other(tmp_path: Path):
    byte = "<http://www.w3.org/2001/XMLSchema#byte>"
    _written(tmp_path / "data.nt", f'<urn:a> <urn:p> "512"^^{byte} .\n<urn:a> <urn:p> "12"^^{byte} .\n')
    built = build(tmp_path)
    assert [(finding.code, finding.line) for finding in built.findings] == [("TH550", 1)]
    with Store.open(built.workspace.directory, read_only=True) as store:
        assert len(triples_in(store, DEFAULT_GRAPH)) == 1
        assert len(triples_in(store, built.files[0].document)) == 1


def test_what_was_cut_for_its_cost_is_looked_at_again(tmp_path: Path):
    def nest(numbers: range) -> bytes:
        return _zip({f"{n}.zip": _zip({"a.md": f"{MEMO}{n} " + "x" * 150_000}) for n in numbers})

    (tmp_path / "thence.toml").write_text("[limits]\nexpanded_bytes = 400000\n", encoding="utf-8")
    (tmp_path / "q.zip").write_bytes(nest(range(8)))
    assert build(tmp_path).counts["documents"] == 2
    (tmp_path / "q.zip").write_bytes(nest(range(5, 7)))
    again = build(tmp_path)
    scratch = build(tmp_path, workspace=tmp_path.parent / "scratch")
    assert again.counts == scratch.counts
    assert again.counts["documents"] == 2


def test_a_folder_named_as_an_archive_inside_hides_nothing_silently(tmp_path: Path):
    _written(tmp_path / "arch.zip!" / "a.md", MEMO)
    (tmp_path / "arch.zip").write_bytes(_zip({"a.md": MEMO.replace("Harbour", "Harvest").encode(), "b.md": b"Other."}))
    built = build(tmp_path)
    assert [finding.path for finding in built.findings if finding.code == "TH549"] == ["arch.zip!/a.md"]
    assert {file.path for file in built.files} == {"arch.zip", "arch.zip!/a.md", "arch.zip!/b.md"}
    assert verify(built.workspace).findings == ()


def test_every_path_that_a_finding_names_has_a_line_in_the_ledger(tmp_path: Path):
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere.md")
    (tmp_path / "case.zip").write_bytes(_zip({"a.md": MEMO.encode()})[:-40])
    built = build(tmp_path)
    assert {file.path: file.state for file in built.files} == {"gone.md": "unread", "case.zip": "unread"}
    assert status(built.workspace).stale == ()


def test_what_a_tracked_change_struck_out_stays_in_sight_and_states_nothing(tmp_path: Path):
    gone = "<w:del w:author='Cy Hale' w:date='2024-05-06T10:00:00Z'><w:r><w:delText>{}</w:delText></w:r></w:del>"
    struck = gone.format("Alder Mills Ltd acquired Birch BV on 5 May 2023.")
    body = f"<w:p>{run('Northgate Ltd acquired Harbour GmbH on 3 March 2024. ')}{struck}</w:p>"
    (tmp_path / "draft.docx").write_bytes(word(body))
    built = build(tmp_path)
    with Store.open(built.workspace.directory, read_only=True) as store:
        assert ask(
            store,
            "ASK { GRAPH <urn:thence:graph:statements> { ?span a th:DeletedText ; th:paragraph 1 ; "
            "dcterms:date '2024-05-06'^^xsd:date ; "
            "th:quote 'Alder Mills Ltd acquired Birch BV on 5 May 2023.' ; "
            "prov:wasAttributedTo/rdfs:label 'Cy Hale' } }",
        )
        facts = {" ".join(triple) for triple in triples_in(store, DEFAULT_GRAPH)}
    assert any("Harbour" in fact for fact in facts)
    assert not any("Birch" in fact for fact in facts)
    assert verify(built.workspace).findings == ()
    assert not [finding for finding in built.findings if finding.stage == "validate"]


def test_a_setting_of_reading_reaches_what_lies_in_an_archive(tmp_path: Path):
    (tmp_path / "case.zip").write_bytes(_zip({"a.ttl": b"<a> <http://example.org/p> <b> .\n"}))
    build(tmp_path)
    (tmp_path / "thence.toml").write_text('rdf_base = "https://example.org/data/"\n', encoding="utf-8")
    built = build(tmp_path)
    with Store.open(built.workspace.directory, read_only=True) as store:
        subjects = {triple[0] for triple in triples_in(store, DEFAULT_GRAPH)}
    assert any(subject.startswith("<https://example.org/data/") for subject in subjects)
    assert verify(built.workspace).findings == ()


def test_a_copy_of_a_file_with_relative_iris_states_what_the_first_one_does(tmp_path: Path):
    (tmp_path / "more").mkdir()
    for path in ("a.ttl", "more/b.ttl"):
        (tmp_path / path).write_text("<x> <http://example.org/p> <http://example.org/y> .\n", encoding="utf-8")
    built = build(tmp_path)
    with Store.open(built.workspace.directory, read_only=True) as store:
        ((subject, _, _),) = [t for t in triples_in(store, DEFAULT_GRAPH) if t[1] == "<http://example.org/p>"]
        explained = why(store, subject[1:-1], "http://example.org/p", "http://example.org/y", root=tmp_path)
    assert explained.verified
