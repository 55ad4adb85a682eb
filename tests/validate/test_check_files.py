"""Checking files: the ontology is part of what shapes see, and nothing that checks nothing is silent."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared import needs_shared, shared
from thence.errors import DataError, InputError
from thence.model.finding import Severity
from thence.names import shipped
from thence.validate import LookedAt, Report, check_files

PREFIXES = """@prefix ex: <http://example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""


class Files:
    """A folder of small Turtle files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str, turtle: str) -> Path:
        path = self.folder / name
        path.write_text(PREFIXES + turtle + "\n", encoding="utf-8")
        return path

    def check(self, data: str, shapes: str, ontology: str = "") -> Report:
        ontologies = [self.write("ontology.ttl", ontology)] if ontology else []
        return check_files([self.write("data.ttl", data)], [self.write("shapes.ttl", shapes)], ontologies)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


SHAPE = "ex:S a sh:NodeShape ; sh:targetClass ex:C ; "
BOAT = "ex:BoatShape a sh:NodeShape ; sh:targetClass ex:Boat ; sh:property [ sh:path ex:name ; sh:minCount 1 ] ."


def test_the_class_hierarchy_comes_from_the_ontology(files: Files):
    report = files.check(
        "ex:b1 a ex:Ferry . ex:b2 a ex:Canoe ; ex:name 'Lua' .",
        BOAT,
        "ex:Ferry rdfs:subClassOf ex:Boat . ex:Canoe rdfs:subClassOf ex:Boat .",
    )
    (finding,) = report.findings
    assert (finding.message, finding.severity) == ("ex:b1 has no ex:name", Severity.VIOLATION)
    assert finding.subject == "http://example.org/b1"
    assert (finding.path, finding.line) == (str(files.folder / "shapes.ttl"), 6)
    assert report.hierarchy == (str(files.folder / "ontology.ttl"),)
    assert report.looked_at == (LookedAt("ex:BoatShape", 2, str(files.folder / "shapes.ttl"), 6),)
    assert report.lines()[:3] == (
        "does not conform: 1 violation, 0 warnings, 0 infos",
        "ex:BoatShape looked at 2 nodes",
        f"class hierarchy from {files.folder / 'ontology.ttl'}",
    )


def test_a_shape_that_looked_at_nothing_says_so(files: Files):
    report = files.check("ex:b1 a ex:Boot .", BOAT)
    (finding,) = report.findings
    assert (finding.code, finding.severity, finding.hint) == ("TH922", Severity.WARNING, "did you mean ex:Boot?")
    assert report.looked_at[0].nodes == 0
    assert report.conforms


def test_a_misspelt_term_is_found_with_the_one_that_was_meant(files: Files):
    report = files.check("ex:c a ex:C .", SHAPE + "sh:property [ sh:path ex:p ; sh:mincount 1 ] .")
    (finding,) = report.findings
    assert (finding.code, finding.hint) == ("TH923", "did you mean sh:minCount?")
    assert finding.line == 6


def test_a_shape_without_target_says_so_unless_another_uses_it(files: Files):
    report = files.check(
        "ex:c a ex:C .",
        SHAPE + "sh:node ex:Used ; sh:or ( ex:Listed ex:Used ) . ex:Used a sh:NodeShape . "
        "ex:Listed a sh:NodeShape . ex:Lost a sh:NodeShape ; sh:class ex:C .",
    )
    assert [(each.code, each.subject) for each in report.findings] == [("TH921", "http://example.org/Lost")]


def test_a_file_without_shapes_and_a_shape_nobody_describes_say_so(files: Files):
    assert [each.code for each in files.check("ex:c a ex:C .", "ex:S a ex:Other .").findings] == ["TH921"]
    report = files.check("ex:c a ex:C .", SHAPE + "sh:node ex:Missing .")
    assert {each.code for each in report.findings} == {"TH924"}


@pytest.mark.parametrize(
    ("constraint", "sentence"),
    [
        ("sh:path ex:p ; sh:maxCount 1", "ex:c has more than 1 ex:p"),
        ("sh:path ex:p ; sh:minCount 3", "ex:c has fewer than 3 ex:p"),
        ("sh:path ex:q ; sh:datatype xsd:integer", 'ex:c has ex:q "five", which is no xsd:integer'),
        ("sh:path ex:q ; sh:in ( 'a' 'b' )", 'ex:c has ex:q "five", which is none of "a", "b"'),
        ("sh:path ex:q ; sh:nodeKind sh:IRI", 'ex:c has ex:q "five", which is no sh:IRI'),
        ("sh:path ex:q ; sh:pattern '^[0-9]+$'", 'ex:c has ex:q "five", which does not match ^[0-9]+$'),
        ("sh:path ex:r ; sh:class ex:D", "ex:c has ex:r ex:d, which is no ex:D"),
        ("sh:path ( ex:r ex:s ) ; sh:minCount 1", "ex:c has no ex:r/ex:s"),
        ("sh:path [ sh:inversePath ex:s ] ; sh:minCount 1", "ex:c has no ^ex:s"),
        ("sh:path [ sh:alternativePath ( ex:s ex:t ) ] ; sh:minCount 1", "ex:c has no (ex:s|ex:t)"),
        ("sh:path ex:q ; sh:hasValue 'six'", "ex:c has no ex:q six"),
        ("sh:path ex:q ; sh:maxLength 2", 'ex:c has ex:q "five", which is longer than 2 characters'),
        ("sh:path ex:r ; sh:or ( [ sh:class ex:D ] )", "ex:c has ex:r ex:d, which fits none of the shapes it may fit"),
        ("sh:path ex:s ; sh:minCount 1 ; sh:message 'name a ship'", "ex:c: name a ship"),
    ],
)
def test_findings_are_sentences(files: Files, constraint: str, sentence: str):
    data = "ex:c a ex:C ; ex:p 1 , 2 ; ex:q 'five' ; ex:r ex:d ."
    (finding,) = files.check(data, f"{SHAPE} sh:property [ {constraint} ] .").findings
    assert finding.message == sentence


def test_what_is_wrong_with_an_unnamed_node_is_told_from_the_nearest_named_thing(files: Files):
    report = files.check(
        "ex:c a ex:C ; ex:size [ ex:unit 'cm' ] .",
        SHAPE + "sh:property [ sh:path ex:size ; sh:node ex:Size ] . "
        "ex:Size a sh:NodeShape ; sh:property [ sh:path ex:value ; sh:minCount 1 ; sh:message 'needs a value' ] .",
    )
    (finding,) = report.findings
    assert finding.message == "ex:c > ex:size > (unnamed): needs a value"


def test_literals_are_judged_as_they_are_written(files: Files):
    report = files.check(
        "ex:c a ex:C ; ex:p '2024-02-30'^^xsd:date . ex:d a ex:C ; ex:p '01'^^xsd:integer .",
        SHAPE + "sh:property [ sh:path ex:p ; sh:or ( [ sh:datatype xsd:date ] [ sh:pattern '^0' ] ) ] .",
    )
    assert [finding.subject for finding in report.findings] == ["http://example.org/c"]


def test_a_warning_is_no_violation_and_conformance_is_the_standards(files: Files):
    report = files.check("ex:c a ex:C .", SHAPE + "sh:severity sh:Warning ; sh:class ex:D .")
    assert not report.conforms
    assert report.worst is Severity.WARNING
    assert dict(report.counts) == {"violation": 0, "warning": 1, "info": 0}


@pytest.mark.parametrize(
    "shapes",
    [
        SHAPE + "sh:property [ sh:path ex:p ; sh:minCount 'abc' ] .",
        SHAPE + "sh:property [ sh:minCount 1 ] .",
        SHAPE + "sh:property ex:Missing .",
        SHAPE + "sh:property 'x' .",
        SHAPE + "sh:property [ sh:path ex:p ; sh:in ex:noList ] .",
        SHAPE + "sh:property [ sh:path ex:p ; sh:pattern '(' ] .",
        SHAPE + "sh:property [ sh:path ex:p ; sh:nodeKind ex:Kind ] .",
        SHAPE + "sh:path ex:p .",
        SHAPE + "sh:sparql [ sh:select 'SELECT $this WHERE { oops' ] .",
        SHAPE + "sh:js [ a sh:JSConstraint ] .",
        "ex:S a sh:NodeShape ; sh:targetClass 'C' ; sh:class ex:D .",
    ],
)
def test_shapes_that_nobody_can_judge_are_an_error_and_never_a_pass(
    files: Files, shapes: str, capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(DataError) as caught:
        files.check("ex:c a ex:C ; ex:p 'x' .", shapes)
    assert caught.value.code == "TH512"
    assert caught.value.at is not None
    assert caught.value.at.path == str(files.folder / "shapes.ttl")
    assert capsys.readouterr() == ("", "")


def test_a_broken_or_missing_file_is_an_error_with_its_place(files: Files):
    with pytest.raises(DataError, match="TH511"):
        files.check("ex:c a ;", SHAPE + "sh:class ex:D .")
    with pytest.raises(InputError, match="TH501"):
        check_files([files.folder / "none.ttl"], [files.write("shapes.ttl", BOAT)])


def test_the_report_graph_is_standard_and_the_same_each_time(files: Files):
    data = " ".join(f"ex:b{number} a ex:Boat ; ex:part [ ex:of ex:b{number} ] ." for number in range(9))
    shapes = (
        BOAT
        + " ex:PartShape a sh:NodeShape ; sh:targetObjectsOf ex:part ; sh:property [ sh:path ex:x ; sh:minCount 1 ] ."
    )
    first, again = files.check(data, shapes), files.check(data, shapes)
    assert first == again
    assert first.graph.count("a sh:ValidationResult") == 18
    assert "sh:resultPath ex:name" in first.graph
    assert "a sh:ValidationReport" in first.graph


def test_the_report_does_not_depend_on_the_hash_seed(files: Files):
    files.check("ex:b1 a ex:Boat . ex:b2 a ex:Boat ; ex:name [ ex:n 1 ] .", BOAT + SHAPE + "sh:closed true .")
    program = (
        "from pathlib import Path; from thence.validate import check_files as c; "
        "r = c([Path('data.ttl')], [Path('shapes.ttl')]); print(r.lines(), r.graph, r.as_json())"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=files.folder,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(runs) == 1


def test_the_shipped_modules_fit_the_shapes_for_vocabularies():
    folder = Path(str(shipped("ontology")))
    modules = sorted(path for path in folder.glob("*.ttl") if path.name != "prefixes.ttl")
    report = check_files(modules, [Path(str(shipped("shapes", "ontology.ttl")))])
    assert report.conforms, report.lines()
    assert all(each.nodes for each in report.looked_at)
    assert report.findings == ()


@pytest.mark.parametrize(
    ("term", "message"),
    [
        ("ex:Thing a owl:Class .", "a term has no one label"),
        ("ex:thing a owl:Class .", "a class is not named in UpperCamel"),
        ("ex:Likes a owl:ObjectProperty .", "a property is not named in lowerCamel"),
        (
            "ex:A a owl:Class ; rdfs:subClassOf ex:B . ex:B a owl:Class ; rdfs:subClassOf ex:A .",
            "a class is below itself",
        ),
        ("ex:p a owl:ObjectProperty ; <https://w3id.org/thence#eventClass> ex:E .", "no one object role"),
    ],
)
def test_the_shapes_for_vocabularies_catch_what_is_missing(files: Files, term: str, message: str):
    report = check_files([files.write("own.ttl", term)], [Path(str(shipped("shapes", "ontology.ttl")))])
    assert any(message in finding.message for finding in report.findings)


DOMAIN = "@prefix money: <https://w3id.org/thence/money#> . @prefix own: <https://w3id.org/thence/ownership#> . "


@pytest.mark.parametrize(
    ("data", "severity", "message"),
    [
        ("ex:s own:percent 101 .", Severity.VIOLATION, "a share leaves 0 to 100 %"),
        ("ex:s own:percent -1 .", Severity.VIOLATION, "a share leaves 0 to 100 %"),
        ("ex:s money:amount 5 .", Severity.WARNING, "an amount has no currency"),
        ("ex:s money:amount 5 ; money:currency 'euro' .", Severity.VIOLATION, "a currency is no ISO 4217 code"),
        ("ex:s a money:Payment ; money:payer ex:a .", Severity.WARNING, "a payment has no payee"),
        ("ex:s a money:Payment ; money:payee ex:a .", Severity.WARNING, "a payment has no payer"),
    ],
)
def test_domain_shapes_tell_what_is_wrong_from_what_is_missing(
    files: Files, data: str, severity: Severity, message: str
):
    report = check_files([files.write("d.ttl", DOMAIN + data)], [Path(str(shipped("shapes", "domain.ttl")))])
    (finding,) = [each for each in report.findings if each.code == "TH920"]
    assert (finding.severity, finding.message) == (severity, f"ex:s: {message}")


@needs_shared
def test_case_s01_finds_one_violation_and_says_where_the_hierarchy_came_from():
    folder = shared("cases", "S01-subclass-elsewhere")
    report = check_files([folder / "data.ttl"], [folder / "shapes.ttl"], [folder / "ontology.ttl"])
    assert [finding.subject for finding in report.findings] == ["http://example.org/v7"]
    assert report.hierarchy == (str(folder / "ontology.ttl"),)
    assert [each.nodes for each in report.looked_at] == [2]


@needs_shared
def test_case_s09_nothing_misspelt_is_silent():
    folder = shared("cases", "S09-silent-typos")
    report = check_files([folder / "data.ttl"], [folder / "shapes.ttl"])
    assert {(each.code, each.hint) for each in report.findings} == {
        ("TH922", "did you mean ex:Invoice?"),
        ("TH923", "did you mean sh:minLength?"),
    }
