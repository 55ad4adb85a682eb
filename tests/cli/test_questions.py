"""ask and why: saved questions with options of their own, and proofs."""

from __future__ import annotations

import json
import re

import pytest


def test_ask_alone_lists_the_questions_with_their_parameters(thence, tutorial):
    called = thence("ask", "-w", tutorial)
    assert called.code == 0
    for name in ("about", "connection", "denials", "transfers", "who-controls", "who-owns"):
        assert name in called.out
    listed = json.loads(thence("ask", "--json").out)
    assert {"name", "title", "description", "parameters"} == set(listed[0])


def test_every_question_has_a_help_with_its_parameters(thence):
    for template in json.loads(thence("ask", "--json").out):
        called = thence("ask", template["name"], "--help")
        assert called.code == 0
        assert template["title"] in called.out
        for parameter in template["parameters"]:
            assert f"--{parameter['name']} " in called.out


def test_an_answer_names_things_and_quotes_the_words(thence, tutorial):
    called = thence("ask", "-w", tutorial, "who-owns", "--what", "Quillmere Ferries Ltd")
    assert "Ostrander Slipways AG" in called.out
    assert "01_opening-note.md: “" in called.out
    assert "urn:thence" not in called.out


def test_paths_are_told_one_by_one_with_their_facts(thence, tutorial):
    called = thence("ask", "connection", "-w", tutorial, "--from", "Agnes Tolliver", "--to", "Tidewrack Engines BV")
    paths = called.out.split("\n\n")
    assert len(paths) > 1
    assert paths[0].startswith("Agnes Tolliver - Tidewrack Engines BV\n")
    by_trust = next(
        path for path in paths if path.startswith("Agnes Tolliver - Heronsgate Trust - Tidewrack Engines BV")
    )
    assert "  Agnes Tolliver settlor of Heronsgate Trust\n    06_mail_trust.eml: “" in by_trust


def test_options_mean_the_same_before_and_after_the_name(thence, tutorial):
    before = thence("ask", "-w", tutorial, "--json", "who-owns", "--what", "Quillmere Ferries Ltd")
    after = thence("ask", "who-owns", "--what", "Quillmere Ferries Ltd", "-w", tutorial, "--json")
    assert before == after
    answer = json.loads(after.out)
    assert answer["question"] == "who-owns"
    assert answer["results"]["bindings"]


def test_an_empty_answer_is_fine_and_says_so(thence, tutorial):
    called = thence("ask", "-w", tutorial, "transfers", "--since", "2030-01-01")
    assert (called.code, called.out) == (0, "")
    assert "note: " in called.err


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (["who-ons", "--what", "x"], "who-owns"),
        (["who-owns", "--waht", "x"], "--what"),
        (["who-owns", "--what", "Quilmere Feries Ltd"], "Quillmere Ferries Ltd"),
    ],
)
def test_what_is_not_known_is_answered_with_the_nearest(thence, tutorial, words, near):
    called = thence("ask", "-w", tutorial, *words)
    assert called.code == 2
    assert near in called.err


def test_a_workspace_may_have_questions_of_its_own(thence, case):
    (case / "questions").mkdir()
    (case / "questions" / "people.rq").write_text(
        "# title: Everybody\n# description: All people.\nSELECT ?name { ?p a foaf:Person ; rdfs:label ?name }\n",
        "utf-8",
    )
    (case / "thence.toml").write_text('queries = ["questions"]\n', encoding="utf-8")
    assert "Everybody" in thence("ask", "-w", case).out
    assert "Agnes Tolliver" in thence("ask", "people", "-w", case).out


def test_a_parameter_that_hides_an_option_is_refused(thence, case):
    (case / "json.rq").write_text("# title: T\n# param json (string): x\nSELECT * { ?s ?p $json }\n", "utf-8")
    (case / "thence.toml").write_text('queries = ["json.rq"]\n', encoding="utf-8")
    called = thence("ask", "json", "-w", case)
    assert called.code == 2
    assert "TH410" in called.err


HOLDS = ("Agnes Tolliver", "controls", "Lanternhead Moorings Ltd")
FAILS = ("Agnes Tolliver", "owns", "Lanternhead Moorings Ltd")


def test_why_proves_a_fact_down_to_verified_words(thence, tutorial):
    called = thence("why", "-w", tutorial, *HOLDS)
    assert called.code == 0
    assert "01_opening-note.md" in called.out
    assert "verified" in called.out
    proof = json.loads(thence("why", "-w", tutorial, *HOLDS, "--json").out)
    assert proof["holds"]
    assert proof["verified"]


def test_why_of_what_does_not_hold_tells_what_does(thence, tutorial):
    called = thence("why", "-w", tutorial, *FAILS)
    assert called.code == 1
    assert "controls" in called.out
    assert not json.loads(thence("why", "-w", tutorial, *FAILS, "--json").out)["holds"]


def test_the_part_of_a_mail_is_told_as_one(thence, tutorial):
    called = thence("why", "-w", tutorial, "Agnes Tolliver", "settlor of", "Heronsgate Trust")
    assert re.search(r"06_mail_trust\.eml:\d+ part 1 bytes \d", called.out)
