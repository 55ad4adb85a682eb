"""What rule authors may write, and what they are told when it will not do."""

from __future__ import annotations

import pytest

from tests.reason.graphs import datalog, srl, turtle
from thence.errors import RuleError
from thence.model.finding import Severity
from thence.model.rule import RuleKind
from thence.reason import close, load_rules

ERRORS = {
    "a typing mistake": ("RULE { ?a :p ?b } WHERE { ?a :q ?b ", "TH301", 1, 36, "'}'"),
    "a path in a head": ("RULE { ?a :p/:q ?b } WHERE { ?a :q ?b }", "TH301", 1, 11, "body"),
    "an unbound head variable": ("RULE { ?a :p ?who }\nWHERE { ?a :q ?whom }", "TH302", 1, 11, "?whom"),
    "a filter before its variable": ("RULE { ?a :p ?b } WHERE {\n FILTER(?b > 1) ?a :q ?b }", "TH303", 2, 2, "move"),
    "a SET of an unknown": ("RULE { ?a :p ?b } WHERE { ?a :q ?c SET(?b := ?d) }", "TH303", 1, 36, ""),
    "a NOT before its variable": ("RULE { ?a :p ?b } WHERE { NOT { ?b :r ?x } ?a :q ?b }", "TH304", 1, 27, "behind"),
    "a SET of something bound": ("RULE { ?a :p ?b } WHERE { ?a :q ?b SET(?b := 1) }", "TH305", 1, 36, "new name"),
    "a circle through NOT": (
        """RULE <urn:x:one> { ?a :p ?b } WHERE { ?a :q ?b NOT { ?a :r ?b } }
RULE <urn:x:two> { ?a :r ?b } WHERE { ?a :p ?b }""",
        "TH306",
        1,
        1,
        "NOT",
    ),
    "invention in a circle": (
        'RULE <urn:x:grow> { ?n :next ?a } WHERE { ?a :next ?b SET(?n := SKOLEM("n", ?a)) }',
        "TH307",
        1,
        1,
        "",
    ),
    "counting for ever": ("RULE { ?a :n ?m } WHERE { ?a :n ?k SET(?m := ?k + 1) }", "TH307", 1, 1, ""),
    "an undeclared prefix": ("RULE { ?a fof:knows ?b } WHERE { ?a :q ?b }", "TH308", 1, 11, "foaf"),
    "a literal as subject": ('RULE { "x" :p ?b } WHERE { ?a :q ?b }', "TH309", 1, 12, "node"),
    "reserved vocabulary": ("RULE { ?a th:confidence 1 } WHERE { ?a :q ?b }", "TH310", 1, 11, "thence"),
    "a triple term": ("RULE { ?a :p ?b } WHERE { ?a :q <<( :x :y ?b )>> . ?b :r ?a }", "TH311", 1, 30, "rdf:subject"),
    "an aggregate": ("RULE { ?a :p ?n } WHERE { ?a :q ?b SET(?n := COUNT(?b)) }", "TH311", 1, 46, "query"),
    "a clock": ("RULE { ?a :p ?n } WHERE { ?a :q ?b SET(?n := NOW()) }", "TH311", 1, 46, "SKOLEM"),
    "a relative IRI": ("RULE { ?a <p> ?b } WHERE { ?a :q ?b }", "TH312", 1, 11, "BASE"),
    "two rules of one name": (
        "RULE <urn:x:r> { ?a :p ?b } WHERE { ?a :q ?b }\nRULE <urn:x:r> { ?a :r ?b } WHERE { ?a :q ?b }",
        "TH313",
        2,
        1,
        "1:1",
    ),
    "an unknown function": ("RULE { ?a :p ?n } WHERE { ?a :q ?b SET(?n := CONCATT(?b)) }", "TH314", 1, 46, "CONCAT"),
}


@pytest.mark.parametrize("mistake", sorted(ERRORS))
def test_a_mistake_is_refused_with_code_place_and_hint(mistake: str):
    text, code, line, column, hint = ERRORS[mistake]
    with pytest.raises(RuleError) as caught:
        srl(text)
    error = caught.value
    assert error.at is not None
    assert (error.code, error.at.line, error.at.column) == (code, line, column)
    assert error.excerpt == text.splitlines()[line - 1]
    assert hint in error.hint


def test_a_negation_circle_is_printed():
    with pytest.raises(RuleError, match=r"one -> two -> one|two -> one -> two"):
        srl(ERRORS["a circle through NOT"][0])


def test_making_nodes_of_another_kind_than_those_read_is_no_circle():
    rules = srl("""RULE { ?n a :Copy ; :size ?s } WHERE { ?a a :Thing ; :size ?s SET(?n := SKOLEM("copy", ?a)) }""")
    closure = close(turtle(":a a :Thing ; :size 3 ."), rules)
    assert len(closure.derived) == 2
    assert close(turtle(":a a :Thing ; :size 3 ."), rules).derived == closure.derived


def test_a_circle_through_classes_that_new_nodes_get_is_still_found():
    text = """RULE <urn:x:copy> { ?n a :Copy ; :size ?s } WHERE { ?a a :Thing ; :size ?s SET(?n := SKOLEM("copy", ?a)) }
        RULE <urn:x:up> { ?a a :Thing } WHERE { ?a a :Copy }"""
    with pytest.raises(RuleError) as caught:
        srl(text)
    assert caught.value.code == "TH307"


def test_notes_of_a_rule_are_read():
    rules = srl("""@label "Twice" @confidence 0.7 RULE <urn:thence:rule:mine:r> { ?a :p ?b } WHERE { ?b :p ?a }
        @severity warning @message "{?a} is its own" CONSTRAINT <urn:thence:rule:mine:c> WHERE { ?a :p ?a }""")
    constraint, rule = rules.rules
    assert (rule.label, rule.confidence, rule.rule_set, rule.name) == ("Twice", 0.7, "mine", "r")
    assert (constraint.kind, constraint.severity) == (RuleKind.DENIES, Severity.WARNING)
    (finding,) = close(turtle(":x :p :x ."), rules).inconsistencies
    assert finding.message == "<http://example.org/x> is its own"
    assert finding.severity == Severity.WARNING


def test_a_rule_keeps_its_name_when_its_layout_changes():
    one = srl("RULE { ?a :p ?b } WHERE { ?a :q ?b }").rules[0]
    two = srl("# a comment\nRULE {\n  ?a :p ?b }\nWHERE { ?a   :q ?b . }").rules[0]
    assert one.iri == two.iri
    assert two.at.line == 2
    assert two.text.startswith("RULE {\n")


def test_a_rule_written_twice_counts_once_and_is_noted():
    rules = srl("RULE { ?a :p ?b } WHERE { ?a :q ?b } RULE { ?a :p ?b } WHERE { ?a :q ?b }")
    assert len(rules.rules) == 1
    assert [finding.code for finding in rules.findings] == ["TH941"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RULE { ?x :r ?y } WHERE { ?x :p/:q ?y }", ":a :r :c ."),
        ("RULE { ?x :r ?y } WHERE { ?x ^:p ?y }", ":b :r :a ."),
        ("RULE { ?x :r ?y } WHERE { ?x ^(:p/:q) ?y }", ":c :r :a ."),
        ("RULE { ?x :r ?n } WHERE { ?x :n ?m BIND(?m * 2 AS ?n) }", ":a :r 8 ."),
        ("RULE { ?x a :End } WHERE { ?y :p ?x FILTER NOT EXISTS { ?x :p ?z } }", ":b a :End ."),
        ("CONSTRUCT { ?x :r ?y } WHERE { ?x :p ?y }", ":a :r :b ."),
        ("IF { ?x :p ?y } THEN { ?y :r ?x }", ":b :r :a ."),
        ("SYMMETRIC(:p)", ":b :p :a ."),
        ("INVERSE(:p, :r)", ":b :r :a ."),
        ("TRANSITIVE(:p) DATA { :b :p :d }", ":b :p :d . :a :p :d ."),
        ("RULE { ?x ?v ?y } WHERE { ?x :p ?y SET(?v := :r) }", ":a :r :b ."),
        ('RULE { ?x :r "deux\\n"@fr } WHERE { ?x :p [] }', ':a :r "deux\\n"@fr .'),
    ],
)
def test_a_way_to_write_a_rule(text: str, expected: str):
    assert set(close(turtle(":a :p :b ; :n 4 . :b :q :c ."), srl(text)).derived) == turtle(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (":r(?x, ?y) :- :p(?x, ?y) .", ":a :r :b ."),
        (":C(?x) :- :p(?x, ?y), not :p(?y, ?z) .", ":a a :C ."),
        (":C(?x) :- not :q(?x, ?z), :p(?x, ?y) .  % goals in any order", ":a a :C ."),
        (":r(?x, ?m) :- ?m := ?k + 1, ?k > 3, ?k := ?n * 2, :n(?x, ?n) . # the same", ":a :r 9 ."),
        ("a(?x, :C) :- :n(?x, 4) .", ":a a :C ."),
        (":C(?x) :- a(?x, :D) . :D(:z) .", ":z a :C, :D ."),
        (":r(?x, -1) :- :n(?x, ?n), ?n != -1 .", ":a :r -1 ."),
    ],
)
def test_a_way_to_write_datalog(text: str, expected: str):
    assert set(close(turtle(":a :p :b ; :n 4 . :b :q :c ."), datalog(text)).derived) == turtle(expected)


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ("edge(?x, ?y) :- :p(?x, ?y) .", "TH301", "prefixed name"),
        (":r(?x, ?y, ?z) :- :p(?x, ?y) .", "TH301", "one argument"),
        (":r(?x, ?z) :- :p(?x, ?y) .", "TH302", ""),
        (":C(?x) :- :p(?x, ?y), not :C(?y) .", "TH306", ""),
        ("exx:r(?x, ?y) :- :p(?x, ?y) .", "TH308", "declare"),
        (":r(?x, ?y) :- :p(?x, ?y)", "TH301", ""),
    ],
)
def test_a_mistake_in_datalog_is_refused(text: str, code: str, hint: str):
    with pytest.raises(RuleError) as caught:
        datalog(text)
    assert caught.value.code == code
    assert caught.value.at is not None
    assert caught.value.at.line == 1
    assert hint in caught.value.hint


def test_files_are_told_apart_by_suffix_or_content(tmp_path):
    texts = {
        "one.txt": "ex:r(?x, ?y) :- ex:p(?x, ?y) .",
        "two.txt": "# RULE of the house\nRULE { ?y ex:s ?x } WHERE { ?x ex:p ?y }",
        "three.dl": "ex:t(?x, ?y) :- ex:p(?x, ?y) .",
        "four.srl": "RULE { ?x ex:u ?y } WHERE { ?x ex:p ?y }",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    rules = load_rules([tmp_path / n for n in texts], shipped=False, prefixes={"ex": "http://example.org/"})
    closure = close(turtle(":a :p :b ."), rules)
    assert set(closure.derived) == turtle(":a :r :b ; :t :b ; :u :b . :b :s :a .")


def test_a_missing_or_binary_rule_file_is_refused(tmp_path):
    (tmp_path / "bad.srl").write_bytes(b"\xff\xfe\x00RULE")
    for name in ("bad.srl", "none.srl"):
        with pytest.raises(RuleError) as caught:
            load_rules([tmp_path / name], shipped=False)
        assert caught.value.code == "TH312"
