"""Why: from a derived fact through its rules to words that are held against their files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.query.conftest import lay
from tests.query.laid import Laid, iri
from thence.errors import Location, QueryError
from thence.model.proof import Proof, Step
from thence.model.rule import Rule
from thence.model.terms import Triple, iri_term
from thence.names import DEFAULT_GRAPH, Iri
from thence.query import Explanation, Stand, explain, telling_fact, why
from thence.query.wording import Wording
from thence.store import Store


def test_a_derived_fact_leads_through_its_rules_to_verified_words(store: Store):
    explanation = why(store, "Cora Elm", "controls", "Dogwood BV")
    assert explanation.holds
    assert explanation.status == "derived"
    assert explanation.verified
    text = "\n".join(explanation.lines())
    assert text.startswith("Cora Elm controls Dogwood BV\n")
    assert "“The beneficial owner controls” (" in text
    assert "test.srl:5)" in text
    assert "where 60 > 50" in text
    assert "“Alder AG owns 60% of Birch Ltd.”" in text
    assert "memo.md:3 bytes 8-39  verified" in text


def test_the_bytes_of_a_quote_are_those_of_its_file(store: Store, workspace: Path):
    explanation = why(store, "Cora Elm", "controls", "Dogwood BV")
    found = [each for some in explanation.evidence.values() for each in some]
    assert found
    for each in found:
        assert each.bytes is not None
        data = (workspace.parent / each.path).read_bytes()
        assert data[slice(*each.bytes)].decode() == each.quote
        assert data[: each.bytes[0]].count(b"\n") + 1 == each.line


def test_an_asserted_fact_is_explained_by_its_words(store: Store):
    explanation = why(store, "Cora Elm", "beneficial owner of", "Alder")
    assert (explanation.status, explanation.verified) == ("asserted", True)
    assert explanation.lines()[1].strip() == "“Cora Elm is the beneficial owner of Alder AG.”"


@pytest.mark.parametrize("value", ["12", "12.0", " 12 "])
def test_an_object_may_be_a_value(store: Store, value):
    assert why(store, "Birch Ltd", "employee count", value).holds


def test_the_leaves_of_one_event_are_told_together_with_their_words_once(store: Store):
    lines = why(store, "Alder AG", "controls", "Birch Ltd").lines()
    assert sum("Alder AG owns 60%" in line for line in lines) == 1
    (told,) = [line for line in lines if "percent 60" in line]
    assert "owner Alder AG, owned party Birch Ltd, percent 60" in told


def test_a_shared_premise_is_told_once_and_referred_to():
    def fact(name: str) -> Triple:
        return iri_term(iri(f"own:{name}")), iri_term(iri("own:is")), iri_term(iri("own:so"))

    rule = Rule(Iri("urn:rule"), "r", "s", (), (), Location("r.srl", 3), "", label="A rule")
    leaf, middle, top = fact("leaf"), fact("middle"), fact("top")
    steps = (
        Step(leaf),
        Step(middle, rule.iri, (leaf,)),
        Step(top, rule.iri, (middle, leaf)),
    )
    explanation = Explanation(("", "", ""), top, Proof(steps, (rule,)), {}, Wording({}, {}))
    assert explanation.lines() == (
        "own:top own:is own:so",
        "by “A rule” (r.srl:3)",
        "├─ own:middle own:is own:so",
        "│  by “A rule” (r.srl:3)",
        "│  └─ [1] own:leaf own:is own:so",
        "│         no statement carries it",
        "└─ own:leaf own:is own:so  (see [1])",
    )


def test_words_that_two_premises_rest_on_are_quoted_once(tmp_path: Path):
    laid = Laid(tmp_path)
    laid.document("memo.md", "X owns A, which owns 60% of B.\n")
    x, a, b = (laid.entity(name) for name in "XAB")
    words = "X owns A, which owns 60% of B."
    laid.said("memo.md", words, x, "own:beneficialOwnerOf", a)
    values = {"rdf:type": "own:Ownership", "own:owner": a, "own:owned": b, "own:percent": "60"}
    laid.said("memo.md", words, a, "own:owns", b, event="e", values=values)
    with Store.open(laid.store(), read_only=True) as store:
        lines = why(store, "X", "controls", "B").lines()
    assert [line.strip(" │") for line in lines if "X owns A" in line] == [f"“{words}”"]
    assert any(line.endswith("verified  (quote 1)") for line in lines)
    assert any(line.endswith("quote 1 above") for line in lines)


def test_statements_that_say_it_without_carrying_it_are_told_apart(store: Store):
    explanation = why(store, "Alder AG", "owns", "Dogwood BV")
    assert not explanation.holds
    text = "\n".join(explanation.lines())
    assert "it is denied:" in text
    assert "Ann Ash" in text
    assert "“Alder AG does not own Dogwood BV.”" in text


def test_a_fact_that_others_deny_or_report_holds_and_says_so(store: Store):
    explanation = why(store, "Cora Elm", "beneficial owner of", "Alder AG")
    assert explanation.holds
    assert [each.polarity for each in explanation.said] == ["Denied"]
    assert "    “Cora Elm is not the beneficial owner of Alder AG.”" in explanation.lines()
    (leaf,) = why(store, "Alder AG", "owns", "Birch Ltd").evidence.values()
    assert [each.quote for each in leaf] == ["Alder AG owns 60% of Birch Ltd."]


def test_a_hedged_claim_is_answered_with_its_modality(store: Store):
    text = "\n".join(why(store, "Cora Elm", "owns", "Dogwood BV").lines())
    assert "it is said, but not as a fact:" in text
    assert "hedged" in text
    assert "what holds between the two:\n  Cora Elm controls Dogwood BV" in text


def test_another_value_is_answered_with_the_one_that_holds(store: Store):
    explanation = why(store, "Birch Ltd", "employee count", "13")
    assert not explanation.holds
    assert "  Birch Ltd employee count 12" in explanation.lines()


def test_the_other_way_round_is_told(store: Store):
    explanation = why(store, "Birch Ltd", "owns", "Alder AG")
    assert "  Alder AG owns Birch Ltd" in explanation.lines()


@pytest.mark.parametrize(
    ("asked", "nearest"),
    [
        (("Cora Elms", "controls", "Birch Ltd"), "Cora Elm"),
        (("Cora Elm", "contrls", "Birch Ltd"), "controls"),
        (("Cora Elm", "controls", "Birch Limited"), "Birch Ltd"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(store: Store, asked, nearest):
    with pytest.raises(QueryError) as caught:
        why(store, *asked)
    assert caught.value.code == "TH409"
    assert nearest in caught.value.hint


def test_json_holds_the_whole_structure(store: Store):
    value = json.loads(json.dumps(why(store, "Cora Elm", "controls", "Dogwood BV").as_json()))
    assert value["holds"]
    assert value["fact"]["labels"]["subject"] == "Cora Elm"
    steps = value["proof"]["steps"]
    assert steps[-1]["sentence"] == "Cora Elm controls Dogwood BV"
    leaves = [step for step in steps if step.get("asserted")]
    assert leaves
    assert all(step["evidence"][0]["state"] == "verified" for step in leaves)
    assert all(rule["path"] and rule["line"] for rule in value["proof"]["rules"])


def test_a_changed_file_and_a_missing_one_are_told(tmp_path: Path):
    directory = lay(tmp_path)
    memo = tmp_path / "memo.md"
    memo.write_bytes(memo.read_bytes().replace(b"Alder AG owns 60%", b"Alder AG owns 61%"))
    with Store.open(directory, read_only=True) as store:
        explanation = why(store, "Alder AG", "owns", "Birch Ltd")
        assert not explanation.verified
        assert [each.stand for some in explanation.evidence.values() for each in some] == [Stand.CHANGED]
        memo.unlink()
        explanation = why(store, "Alder AG", "owns", "Birch Ltd")
        assert [each.stand for some in explanation.evidence.values() for each in some] == [Stand.MISSING]
        assert any("missing" in line for line in explanation.lines())


def test_words_whose_bytes_moved_are_not_verified(tmp_path: Path):
    directory = lay(tmp_path)
    memo = tmp_path / "memo.md"
    memo.write_bytes(memo.read_bytes().replace(b"\n", b"\r\n"))
    with Store.open(directory, read_only=True) as store:
        (found,) = why(store, "Alder AG", "owns", "Birch Ltd").evidence.values()
    assert [each.stand for each in found] == [Stand.CHANGED]


def test_each_account_of_one_event_stands_for_its_own_value(tmp_path: Path):
    laid = Laid(tmp_path)
    a, b = laid.entity("A"), laid.entity("B")
    for path, percent in (("one.txt", "60"), ("two.txt", "40")):
        laid.document(path, f"A owns {percent}% of B.\n")
        values = {"rdf:type": "own:Ownership", "own:owner": a, "own:owned": b, "own:percent": percent}
        laid.said(path, f"A owns {percent}% of B.", a, "own:owns", b, event="e", values=values)
    with Store.open(laid.store(), read_only=True) as store:
        evidence = why(store, "A", "controls", "B").evidence
    (percent_fact,) = [leaf for leaf in evidence if leaf[1] == iri_term(iri("own:percent"))]
    assert [each.path for each in evidence[percent_fact]] == ["one.txt"]
    (owner_fact,) = [leaf for leaf in evidence if leaf[1] == iri_term(iri("own:owner"))]
    assert [each.path for each in evidence[owner_fact]] == ["one.txt", "two.txt"]


def test_an_imported_fact_is_explained_by_the_line_of_its_file(tmp_path: Path):
    laid = Laid(tmp_path)
    a, b, owns = laid.entity("A"), laid.entity("B"), iri_term(iri("own:owns"))
    laid.document("data.nt", f"# owners\n{a} {owns} {b} .\n")
    laid.quads.update((a, owns, b, graph) for graph in (DEFAULT_GRAPH, laid.documents["data.nt"].iri))
    with Store.open(laid.store(), read_only=True) as store:
        explanation = why(store, "A", "owns", "B")
        (tmp_path / "data.nt").write_text("# owners\n", encoding="utf-8")
        assert not why(store, "A", "owns", "B").verified
    assert explanation.verified
    assert "    stated by data.nt:2  verified" in explanation.lines()


def test_words_that_moved_away_elsewhere_in_the_file_stay_verified(tmp_path: Path):
    directory = lay(tmp_path)
    memo = tmp_path / "memo.md"
    memo.write_bytes(memo.read_bytes() + b"One more line.\n")
    with Store.open(directory, read_only=True) as store:
        assert why(store, "Alder AG", "owns", "Birch Ltd").verified


def test_the_most_telling_fact_has_the_deepest_proof_between_named_things(store: Store):
    fact = telling_fact(store)
    assert fact is not None
    explanation = explain(store, fact)
    assert explanation.holds
    assert explanation.proof is not None
    assert explanation.proof.height >= 2
    assert explanation.lines()[0].endswith("controls Dogwood BV")


def test_what_does_not_hold_cannot_be_explained(store: Store):
    with pytest.raises(QueryError, match="does not hold"):
        explain(store, (iri_term("urn:a"), iri_term("urn:b"), iri_term("urn:c")))
