"""What a user's own mapping can say, and what happens when it is mistaken."""

from __future__ import annotations

from pathlib import Path

import pytest

from thence.errors import ConfigError
from thence.extract.columns import header_words
from thence.extract.mapping import load_mappings
from thence.extract.records import records_to_statements
from thence.model.statement import Extraction, Mention, Value
from thence.ontology import Ontology, load_ontology
from thence.read import read_bytes

SEA = "https://example.org/sea#"
ONTOLOGY = """
@prefix sea: <https://example.org/sea#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix th: <https://w3id.org/thence#> .
@prefix place: <https://w3id.org/thence/places#> .
sea:Ship a owl:Class ; rdfs:label "ship" .
sea:Call a owl:Class ; rdfs:label "port call" ; rdfs:subClassOf th:Event ;
  th:role sea:ship, sea:port, sea:tonnes, th:occurredOn .
sea:calledAt a owl:ObjectProperty, th:OccurrenceProperty ; rdfs:label "called at" ;
  rdfs:domain sea:Ship ; rdfs:range place:Place ;
  th:eventClass sea:Call ; th:subjectRole sea:ship ; th:objectRole sea:port .
sea:ship a owl:ObjectProperty ; rdfs:label "ship" ; rdfs:domain sea:Call ; rdfs:range sea:Ship .
sea:port a owl:ObjectProperty ; rdfs:label "port" ; rdfs:domain sea:Call ; rdfs:range place:Place .
sea:tonnes a owl:DatatypeProperty ; rdfs:label "tonnes" ; rdfs:domain sea:Call ; rdfs:range xsd:decimal .
sea:commands a owl:ObjectProperty, th:StateProperty ; rdfs:label "commands" ; rdfs:range sea:Ship .
sea:serves a owl:ObjectProperty, th:StateProperty ; rdfs:label "serves on" ; rdfs:range sea:Ship .
sea:length a owl:DatatypeProperty, th:StateProperty ; rdfs:label "length" ;
  rdfs:domain sea:Ship ; rdfs:range xsd:decimal .
"""
VOYAGES = """prefixes: {sea: "https://example.org/sea#"}
voyages:
  columns:
    vessel: [boat]
    harbour: {names: [harbour of call], type: place:Place}
    cargo: [cargo (t)]
    arrived: [arrival]
    log: [log no]
  needs: [vessel, harbour]
  unless: [cancelled]
  statements:
    - subject: vessel
      property: sea:calledAt
      object: harbour
      values: {sea:tonnes: cargo, th:occurredOn: arrived}
      id: log
crew:
  columns:
    sailor: [name]
    rank: [rank]
    ship: [aboard]
    joined: [joined]
    left: [paid off]
  needs: [sailor, rank]
  statements:
    - subject: sailor
      property: {column: rank, words: {sea:commands: [master, skipper]}, else: sea:serves}
      object: ship
      from: joined
      until: left
"""


@pytest.fixture
def ontology(tmp_path: Path) -> Ontology:
    path = tmp_path / "sea.ttl"
    path.write_text(ONTOLOGY, encoding="utf-8")
    return load_ontology((path,))


def read(text: str, ontology: Ontology, tmp_path: Path, mapping: str | None) -> Extraction:
    files = []
    if mapping is not None:
        files.append(tmp_path / "map.yaml")
        files[0].write_text(mapping, encoding="utf-8")
    document = read_bytes(text.encode(), places=("table.csv",))
    return records_to_statements(document, ontology, load_mappings(files, ontology))


def said(found: Extraction) -> list[tuple[str, str, str]]:
    return [
        (
            s.subject.name,
            s.predicate.removeprefix(SEA),
            s.object.name if isinstance(s.object, Mention) else s.object.lexical,
        )
        for s in found.statements
    ]


def test_a_mapping_for_another_domain_makes_its_events(ontology: Ontology, tmp_path: Path):
    text = "Log No.,Boat,Harbour of Call,Cargo (t),Arrival\n"
    text += "7,Sea Otter,Bergen,1.200,5 May 2020\n8,Sea Otter,Oslo,80.5,6 May 2020\n"
    found = read(text, ontology, tmp_path, VOYAGES)
    assert said(found) == [("Sea Otter", "calledAt", "Bergen"), ("Sea Otter", "calledAt", "Oslo")]
    event = found.statements[1].event
    assert event is not None
    assert (event.type, event.date, event.reference) == (SEA + "Call", "2020-05-06", "8")
    assert {r.removeprefix(SEA): p.lexical for r, p in event.roles if isinstance(p, Value)}["tonnes"] == "80.5"
    assert found.statements[0].subject.type == SEA + "Ship"


def test_a_header_that_rules_a_mapping_out_does_so(ontology: Ontology, tmp_path: Path):
    found = read("boat,harbour of call,cancelled\nSea Otter,Bergen,yes\n", ontology, tmp_path, VOYAGES)
    assert found.statements == ()


def test_a_cell_can_name_the_property(ontology: Ontology, tmp_path: Path):
    text = (
        "Name,Rank,Aboard,Joined,Paid off\nAnn Keller,Master,Sea Otter,2001,2003-05-01\nBo Lind,Cook,Sea Otter,2002,\n"
    )
    found = read(text, ontology, tmp_path, VOYAGES)
    assert said(found) == [("Ann Keller", "commands", "Sea Otter"), ("Bo Lind", "serves", "Sea Otter")]
    assert (found.statements[0].validity.from_, found.statements[0].validity.until) == ("2001-01-01", "2003-05-02")


def test_labels_of_event_roles_are_headers_without_any_mapping(ontology: Ontology, tmp_path: Path):
    found = read("Ship,Port,Tonnes,Date\nSea Otter,Bergen,12,2020-05-05\n", ontology, tmp_path, None)
    assert said(found) == [("Sea Otter", "calledAt", "Bergen")]
    assert found.statements[0].event is not None
    assert found.statements[0].event.date == "2020-05-05"


def test_a_class_label_and_a_property_label_are_enough(ontology: Ontology, tmp_path: Path):
    found = read("Ship,Length\nSea Otter,120.50\n", ontology, tmp_path, None)
    assert said(found) == [("Sea Otter", "length", "120.5")]


def test_a_users_mapping_comes_before_the_shipped_ones(ontology: Ontology, tmp_path: Path):
    text = "payer,payee,amount\nA Ltd,B Ltd,5\n"
    assert said(read(text, ontology, tmp_path, None))[0][1].endswith("paid")
    own = "mine:\n  columns: {a: [payer], b: [payee]}\n"
    own += "  statements: [{subject: a, property: people:associatedWith, object: b}]\n"
    assert said(read(text, ontology, tmp_path, own))[0][1].endswith("associatedWith")


ONE = "m:\n  columns: {a: x}\n  statements:\n    - "


@pytest.mark.parametrize(
    ("text", "code", "line", "hint"),
    [
        ("a: [", "TH224", 1, ""),
        ("m:\n  colums: {a: x}\n", "TH225", 2, "columns"),
        (ONE + "{subject: a, property: money:payd, object: a}\n", "TH226", 4, "money:paid"),
        (ONE + "{subject: a, property: bank:paid, object: a}\n", "TH226", 4, "prefixes"),
        (ONE + "{subject: aa, property: money:paid, object: a}\n", "TH227", 4, "mean a?"),
        ("m:\n  columns: {a: {kind: colour}}\n  statements: []\n", "TH228", 2, "amount"),
        ("m:\n  columns: {a: x}\n  statements: nothing\n", "TH228", 3, ""),
        ("m:\n  columns: {a: x}\n", "TH229", 2, ""),
        (ONE + "{subject: a, object: a}\n", "TH229", 4, ""),
    ],
)  # fmt: skip
def test_a_mistake_has_code_line_and_hint(
    text: str, code: str, line: int, hint: str, ontology: Ontology, tmp_path: Path
):
    path = tmp_path / "bad.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_mappings((path,), ontology)
    assert (caught.value.code, caught.value.at and caught.value.at.line) == (code, line)
    assert hint in caught.value.hint


def test_the_digest_follows_the_files(ontology: Ontology, tmp_path: Path):
    path = tmp_path / "map.yaml"
    path.write_text(VOYAGES, encoding="utf-8")
    first = load_mappings((path,), ontology).digest
    assert first == load_mappings((path,), ontology).digest
    path.write_text(VOYAGES.replace("boat", "barge"), encoding="utf-8")
    assert first != load_mappings((path,), ontology).digest


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Date_of Appointment", "appointment date"),
        ("companyNumber", "Company No."),
        ("e-mail", "Emails"),
        ("%", "Percent"),
    ],
)
def test_headers_are_compared_by_their_words(one: str, other: str):
    assert header_words(one) == header_words(other)
