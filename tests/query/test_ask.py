"""Answers of the shipped queries: who, how much, why, with the words that say so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.query.laid import Laid
from thence.errors import QueryError
from thence.model.terms import Term, lexical_of
from thence.query import Asked, ask
from thence.store import Solutions, Store


def told(asked: Asked, *names: str) -> list[tuple[str, ...]]:
    """Return some columns of an answer as people see it."""
    answer = asked.for_people
    assert isinstance(answer, Solutions)

    def text(row: tuple[Term | None, ...], name: str) -> str:
        term = row[answer.variables.index(name)] if name in answer.variables else None
        return "" if term is None else lexical_of(term)

    return [tuple(text(row, name) for name in names) for row in answer.rows]


def test_an_owner_comes_with_share_file_and_words(store: Store):
    asked = ask(store, "who-owns", {"what": "Birch Ltd"})
    assert told(asked, "owner", "percent", "status", "path", "quote") == [
        ("Alder AG", "60", "asserted", "memo.md", "Alder AG owns 60% of Birch Ltd.")
    ]


def test_what_is_denied_or_hedged_is_no_answer(store: Store):
    assert told(ask(store, "who-owns", {"what": "Dogwood BV"}), "owner") == [("Birch Ltd",)]


def test_control_that_a_rule_derives_names_the_rule_and_no_words(store: Store):
    asked = ask(store, "who-controls", {"what": "Birch Ltd"})
    assert told(asked, "controller", "status", "rule", "quote") == [
        ("Alder AG", "derived", "More than half controls", ""),
        ("Cora Elm", "derived", "The beneficial owner controls", ""),
    ]


def test_transfers_are_summed_by_currency_and_never_over_two(store: Store):
    asked = ask(store, "transfers", {})
    assert [(each.unit, each.amount, each.count) for each in asked.sums] == [("EUR", "1099.5", 2), ("USD", "200", 1)]


def test_a_payment_told_with_two_amounts_is_left_out_of_the_sums_and_noted(tmp_path: Path):
    laid = Laid(tmp_path)
    a, b = laid.entity("A"), laid.entity("B")
    for path, amount in (("one.txt", "100"), ("two.txt", "150")):
        laid.document(path, f"A paid B EUR {amount}.\n")
        values = {"money:payer": a, "money:payee": b, "money:amount": amount, "money:currency": "EUR"}
        laid.said(path, f"A paid B EUR {amount}.", a, "money:paid", b, event="e", values=values)
    with Store.open(laid.store(), read_only=True) as store:
        asked = ask(store, "transfers", {})
    assert asked.sums == ()
    assert asked.notes == ("left out of the sums: 1 with two amounts or without currency",)


@pytest.mark.parametrize(
    ("values", "dates"),
    [
        ({}, ["2024-03-01", "2024-03-02", "2024-04-01"]),
        ({"from": "Birch Ltd"}, ["2024-03-01", "2024-03-02"]),
        ({"to": "Alder AG"}, ["2024-04-01"]),
        ({"from": "Birch Ltd", "to": "Alder AG"}, []),
        ({"since": "2024-03-02"}, ["2024-03-02", "2024-04-01"]),
        ({"until": "2024-03-01"}, ["2024-03-01"]),
        ({"min": "200"}, ["2024-03-01", "2024-03-02"]),
        ({"from": "Birch Ltd", "since": "2024-03-02", "min": "200.00"}, ["2024-03-02"]),
    ],
)
def test_transfers_are_narrowed_by_what_is_given(store: Store, values, dates):
    assert [date for (date,) in told(ask(store, "transfers", values), "date")] == dates


def test_all_about_a_thing_has_both_sides_with_values_and_words(store: Store):
    facts = told(ask(store, "about", {"what": "Birch Ltd"}), "subject", "relation", "object", "values", "quote")
    assert ("Alder AG", "owns", "Birch Ltd", "percent 60", "Alder AG owns 60% of Birch Ltd.") in facts
    assert ("Birch Ltd", "employee count", "12", "", "Birch Ltd has 12 employees.") in facts
    assert any(relation == "controls" and not quote for _, relation, _, _, quote in facts)


def test_an_event_is_told_only_with_its_statement(store: Store):
    subjects = {subject for (subject,) in told(ask(store, "about", {"what": "Birch Ltd"}), "subject")}
    assert not any(subject.startswith("urn:thence:event:") for subject in subjects)


def test_denials_say_who_denies_and_whether_it_holds_all_the_same(store: Store):
    rows = told(ask(store, "denials", {}), "subject", "relation", "object", "voice", "holds", "quote")
    assert rows == [
        ("Alder AG", "owns", "Dogwood BV", "Ann Ash", "no", "Alder AG does not own Dogwood BV."),
        (
            "Cora Elm",
            "beneficial owner of",
            "Alder AG",
            "",
            "asserted",
            "Cora Elm is not the beneficial owner of Alder AG.",
        ),
    ]
    assert told(ask(store, "denials", {"what": "Dogwood BV"}), "subject") == [("Alder AG",)]
    assert told(ask(store, "denials", {"what": "Birch Ltd"}), "subject") == []


def test_a_fact_that_is_denied_elsewhere_is_marked_as_disputed(store: Store):
    rows = told(ask(store, "who-owns", {"what": "Alder AG"}), "owner", "disputed", "quote")
    assert rows == [("Cora Elm", "disputed", "Cora Elm is the beneficial owner of Alder AG.")]
    rows = told(ask(store, "about", {"what": "Alder AG"}), "subject", "disputed")
    assert ("Cora Elm", "disputed") in rows
    assert ("Alder AG", "") in rows


def test_words_that_only_report_a_fact_are_no_evidence_for_it(store: Store):
    for name in ("who-owns", "about"):
        quotes = {quote for (quote,) in told(ask(store, name, {"what": "Birch Ltd"}), "quote")}
        assert "Alder AG is said to own Birch Ltd." not in quotes
    quotes = {quote for (quote,) in told(ask(store, "connection", {"from": "Alder AG", "to": "Birch Ltd"}), "quote")}
    assert "Alder AG owns 60% of Birch Ltd." in quotes
    assert "Alder AG is said to own Birch Ltd." not in quotes


def test_a_connection_is_told_step_by_step_shortest_first(store: Store):
    rows = told(ask(store, "connection", {"from": "Cora Elm", "to": "Birch Ltd"}), "length", "via", "step", "quote")
    assert rows[0][:3] == ("1", "Cora Elm - Birch Ltd", "1")
    lengths = [int(length) for length, *_ in rows]
    assert lengths == sorted(lengths)
    assert max(lengths) <= 4
    via = [row for row in rows if row[1] == "Cora Elm - Alder AG - Birch Ltd"]
    assert {step for _, _, step, _ in via} == {"1", "2"}
    assert "Cora Elm is the beneficial owner of Alder AG." in {quote for *_, quote in via}


def test_no_path_visits_a_thing_twice(store: Store):
    for (via,) in told(ask(store, "connection", {"from": "Cora Elm", "to": "Dogwood BV"}), "via"):
        stops = via.split(" - ")
        assert len(stops) == len(set(stops))


def test_an_alias_a_spelling_and_an_iri_name_the_same_thing(store: Store):
    by_name = ask(store, "about", {"what": "Alder AG"})
    iri = lexical_of(by_name.bound["what"][0])
    for spelled in ("Alder", "alder  ag", iri, f"<{iri}>"):
        assert ask(store, "about", {"what": spelled}).bound == by_name.bound


def test_a_name_of_two_things_is_asked_for_both_and_says_so(store: Store):
    asked = ask(store, "about", {"what": "Jo Fir"})
    assert len(asked.bound["what"]) == 2
    assert "'Jo Fir' is the name of 2 things" in asked.notes[0]
    assert isinstance(asked.answer, Solutions)
    assert len(asked.answer.rows) == 2


def test_an_empty_answer_says_that_the_documents_do_not_tell(store: Store):
    assert ask(store, "who-owns", {"what": "Cora Elm"}).notes == ("nothing in the documents answers this",)


@pytest.mark.parametrize(
    ("name", "values", "code", "said", "hint"),
    [
        ("who-own", {}, "TH406", "no saved query", "who-owns"),
        ("who-owns", {}, "TH407", "needs a value for what", "the thing that is owned"),
        ("who-owns", {"whom": "x"}, "TH407", "no parameter 'whom'", "what"),
        ("who-owns", {"what": "Birsh Ltd"}, "TH409", "nothing is called 'Birsh Ltd'", "Birch Ltd"),
        ("transfers", {"since": "soon"}, "TH408", "'soon' is not a date", "YYYY-MM-DD"),
    ],
)
def test_a_mistake_is_answered_with_what_would_do(store: Store, name, values, code, said, hint):
    with pytest.raises(QueryError) as caught:
        ask(store, name, values)
    assert caught.value.code == code
    assert caught.value.exit_code == 2
    assert said in caught.value.message
    assert hint in caught.value.hint


def test_a_table_shows_labels_and_leaves_out_empty_columns(store: Store):
    answer = ask(store, "who-owns", {"what": "Birch Ltd"})
    assert isinstance(answer.for_people, Solutions)
    assert answer.for_people.variables == ("owner", "relation", "what", "percent", "status", "path", "quote")
    assert isinstance(answer.answer, Solutions)
    assert {"owner", "ownerLabel", "statement", "rule"} <= set(answer.answer.variables)
