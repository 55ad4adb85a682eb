"""The ledger in the graph says what ``thence status --json`` says, file by file, page by page, finding by finding."""

from __future__ import annotations

import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.read.made import p, pdf
from tests.read.made_containers import attached, multipart, part, zipped
from tests.read.made_office import run, word
from tests.read.test_ocr import needs_tesseract, picture
from thence.cli.coverage import file_json
from thence.model.finding import Finding, Severity
from thence.model.ledger import FileStatus
from thence.model.terms import lexical_of
from thence.pipeline import BuildReport, build, status
from thence.pipeline.coverage import coverage_quads
from thence.store import Store
from thence.store.sparql import Solutions
from thence.validate import check

MEMO = "Northgate Trading Ltd acquired Harbour GmbH on 3 March 2024.\n"
CUT = "<w:del w:author='Cy' w:date='2024-05-06T10:00:00Z'><w:r><w:delText>never </w:delText></w:r></w:del>"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> BuildReport:
    """A folder with files of many formats and of every state, built."""
    folder = tmp_path_factory.mktemp("ledger")
    line = (72.0, 700.0, 12.0, "Alder Mills Ltd acquired Birch BV on 5 May 2023.")
    files: dict[str, bytes | str] = {
        "a.md": MEMO,
        "b.md": MEMO,
        "box.zip": zipped({"memo.txt": "Oak AG acquired Elm SA on 1 May 2022.\n", "x.bin": bytes(range(256)) * 4}),
        "data.ttl": "@prefix ex: <http://example.org/> .\nex:a ex:p ex:b , ex:c .\n",
        "ebcdic.txt": (MEMO * 20).encode("cp037"),
        "empty.txt": "",
        "latin.txt": "Müller zahlt für Öl; größte Straße.\n".encode("cp1252"),
        "lease.docx": word(f"<w:p>{run('Ann ')}{CUT}{run('owns it.')}</w:p>" + p("Next.")),
        "ledger.csv": "id,booked,amount\n" + "".join(f"{n},{n}/02/2024,{n}\n" for n in range(11, 20)),
        "mail.eml": multipart(part("See.\n", "text/plain"), attached("note.txt", "Ash Ltd acquired Fir Ltd.\n")),
        "scan.pdf": pdf([[line], [], [line]], image=(1,)),
        "large.log": "The door was opened, and nobody came.\n" * 900,
        "same id 1.md": "---\nid: memo-1\n---\nOne.\n",
        "same id 2.md": "---\nid: memo-1\n---\nTwo.\n",
        "thence.toml": "max_file_bytes = 40000\n[limits]\nwhole_bytes = 8000\n",
        "too large.txt": MEMO * 1_000,
    }
    for name, data in files.items():
        (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    return build(folder)


def asked(store: Store, query: str) -> list[dict[str, str]]:
    """Return the rows of a query over the statements graph, each with the variables that are bound."""
    answer = store.query(f"SELECT * WHERE {{ GRAPH <urn:thence:graph:statements> {{ {query} }} }}")
    assert isinstance(answer, Solutions)
    return [
        {name: lexical_of(term) for name, term in zip(answer.variables, row, strict=True) if term is not None}
        for row in answer.rows
    ]


FILES = """
  ?file a th:File ; th:path ?path ; th:state ?state ; th:byteLength ?size .
  OPTIONAL { ?file th:digest ?own }
  OPTIONAL { ?file th:readBy/rdfs:label ?recipe }
  OPTIONAL { ?file dcterms:isPartOf/th:path ?inside . }
  OPTIONAL { ?file th:holds ?held . ?held th:digest ?digest
    OPTIONAL { ?held a th:Document ; th:key ?key ; th:statements ?statements . BIND(?held AS ?document)
      ?text a th:Text ; prov:wasDerivedFrom ?held ; th:length ?characters }
    OPTIONAL { ?held th:encoding ?encoding } OPTIONAL { ?held th:pages ?pages } OPTIONAL { ?held th:records ?records }
    OPTIONAL { ?held th:triples ?triples } }
"""


def files_in(store: Store) -> dict[str, dict[str, Any]]:
    """Return the files of the graph in the shape that ``status --json`` gives them."""
    pages = asked(store, "?page a th:Page ; dcterms:isPartOf ?d ; th:number ?n ; th:state ?s OPTIONAL "
                         "{ ?page th:confidence ?sure }")  # fmt: skip
    guesses = asked(store, "?d th:guess ?guess")
    about = Counter(row["path"] for row in asked(store, "?f a th:Finding ; th:path ?path"))
    found: dict[str, dict[str, Any]] = {}
    for row in asked(store, FILES):
        if row["path"] in found:  # a large text has a rendition for each piece
            found[row["path"]]["characters"] += int(row["characters"])
            continue
        document = row.get("document")
        own = sorted((int(each["n"]), each["s"], each.get("sure", "")) for each in pages if each["d"] == document)
        found[row["path"]] = {
            **{name: row.get(name) for name in ("path", "state", "document", "key", "recipe", "inside", "encoding")},
            **{name: int(row.get(name, 0)) for name in ("size", "statements", "characters", "records", "triples")},
            "findings": about[row["path"]],
            "digest": row.get("digest") or row.get("own"),
            "pages": int(row["pages"]) if "pages" in row else None,
            "unread_pages": [{"page": n, "state": state} for n, state, _ in own if state != "ocr"],
            "ocr_pages": [{"page": n, "confidence": float(sure)} for n, state, sure in own if state == "ocr"],
            "guesses": sorted(each["guess"] for each in guesses if each["d"] == document and document),
        }
    return found


def test_each_file_of_the_ledger_is_in_the_graph_as_status_tells_it(built: BuildReport):
    told = {file.path: file_json(file) for file in status(built.workspace).files}
    assert {entry["state"] for entry in told.values()} == {
        "read", "partly", "empty", "no text", "copy", "archive", "unread"
    }  # fmt: skip
    with Store.open(built.workspace.directory, read_only=True) as store:
        found = files_in(store)
    assert found.keys() == told.keys()
    for path, entry in told.items():
        assert found[path] == entry, path
    assert told["too large.txt"]["size"] == 61_000
    assert told["ledger.csv"]["guesses"]
    assert told["scan.pdf"]["unread_pages"] == [{"page": 2, "state": "image only"}]


def test_each_finding_is_in_the_graph_with_its_hint_and_what_it_is_about(built: BuildReport):
    ledger = status(built.workspace)
    with Store.open(built.workspace.directory, read_only=True) as store:
        found = asked(
            store,
            "?f a th:Finding ; th:stage ?stage ; th:code ?code ; th:severity ?severity ; th:message ?message "
            "OPTIONAL { ?f th:path ?path } OPTIONAL { ?f th:line ?line } OPTIONAL { ?f th:hint ?hint } "
            "OPTIONAL { ?f th:excerpt ?quote }",
        )
        why = asked(store, '?f th:about/th:path "box.zip!/x.bin" ; th:code ?code ; th:hint ?hint')
    names = ("stage", "code", "severity", "message", "path", "line", "hint", "quote")
    told = [each.as_json() for each in (*ledger.findings, *ledger.inconsistencies)]
    assert sorted(tuple(row.get(name, "") for name in names) for row in found) == sorted(
        tuple(str(each[name] or "") for name in names) for each in told
    )
    assert [row["code"] for row in why] == ["TH503"]
    assert any("never" in row["message"] and "Cy" in row["message"] for row in found)


def test_the_ledger_keeps_its_shapes(built: BuildReport):
    with Store.open(built.workspace.directory, read_only=True) as store:
        report = check(store)
    looked_at = {each.shape: each.nodes for each in report.looked_at}
    assert looked_at["shape:File"] == len(built.files)
    assert looked_at["shape:Page"] == 1
    assert looked_at["shape:Finding"] == len(built.findings) + len(built.inconsistencies)
    assert not [finding for finding in report.findings if "ledger" in finding.message or "file" in finding.message]


def test_two_findings_that_differ_in_their_words_alone_stay_two():
    same = Finding("extract", "TH801", "a.md", "refused", Severity.INFO, quote="one")
    other = Finding("extract", "TH801", "a.md", "refused", Severity.INFO, quote="two")
    nodes = {quad[0] for quad in coverage_quads([FileStatus("a.md", "read", 1, 1)], [same, other])}
    assert len(nodes) == 3


@needs_tesseract
def test_pages_read_from_a_picture_are_told_with_the_confidence_of_their_words(tmp_path: Path):
    (tmp_path / "thence.toml").write_text('ocr = ["eng"]\n', encoding="utf-8")
    (tmp_path / "scan.png").write_bytes(picture("Northgate Trading Ltd acquired", "Harbour GmbH in 2024."))
    built = build(tmp_path)
    [(number, sure)] = built.files[0].ocr_pages
    assert number == 1
    assert 0.5 < sure <= 1
    with Store.open(built.workspace.directory, read_only=True) as store:
        assert files_in(store)["scan.png"] == file_json(built.files[0])


def test_what_lies_open_is_the_document_and_what_lies_in_an_archive_its_copy(tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("people.csv", "name,age\nAnn,40\n")
    (tmp_path / "people.csv").write_text("name,age\nAnn,40\n")
    report = build(tmp_path)
    assert [(file.path, file.state) for file in report.files] == [
        ("a.zip", "archive"),
        ("a.zip!/people.csv", "copy"),
        ("people.csv", "read"),
    ]
    (tmp_path / "a.zip").unlink()
    assert not build(tmp_path).lost
