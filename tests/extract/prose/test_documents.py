"""What the kind of document adds: contracts, quotations, headings, requirements and decisions."""

from __future__ import annotations

from tests.extract.prose.said import facts, line, read, said, values

CONTRACT = """\
FACILITY AGREEMENT dated 7 June 2023

between Elbe Bank AG (the "Lender") and Mercury Clinic Ltd (the "Borrower").

1. Facility. The Lender lends the Borrower GBP 75,000 (the "Principal").
2. Interest. Interest accrues on the Principal at 3.75% per annum.
3. Repayment. The Borrower shall repay the Principal on 1 March 2029.
4. Security. Harbour Trust guarantees the obligations of the Borrower.
5. Conduct. The Borrower must not move its seat without the consent of the Lender.
6. Term. This agreement ends on 2 March 2029 unless it is renewed in writing.
7. Governing law. This Agreement is governed by the law of Scotland.
"""


def test_a_contract_states_its_own_terms() -> None:
    name = "FACILITY AGREEMENT"
    assert facts(CONTRACT, "deal.txt") >= {
        f"Elbe Bank AG partyTo {name}",
        f"Mercury Clinic Ltd partyTo {name}",
        "Elbe Bank AG lendsTo Mercury Clinic Ltd",
        f"{name} interestRate 3.75",
        f"{name} maturity 2029-03-01",
        "Harbour Trust guarantees Mercury Clinic Ltd",
        f"{name} endsOn 2029-03-02",
        f"{name} governingLaw Scotland",
    }


def test_a_requirement_is_kept_word_for_word_and_required() -> None:
    wanted = "The Borrower must not move its seat without the consent of the Lender"
    assert f"FACILITY AGREEMENT requirement {wanted} [required]" in said(CONTRACT, "deal.txt")


def test_a_required_payment_is_no_payment() -> None:
    assert facts("Mercury Clinic Ltd must pay Elbe Bank AG EUR 200.") == set()


def test_a_loan_agreement_dates_its_loan() -> None:
    (loan,) = [s for s in read(CONTRACT, "deal.txt").statements if "lendsTo" in line(s)]
    assert values(loan) == {"amount": "75000", "currency": "GBP", "occurredOn": "2023-06-07"}


def test_a_quoted_message_has_its_own_voice() -> None:
    mail = (
        "From: Tom Beck <tom@example.org>\nTo: Pia Roy <pia@example.org>\nDate: Wed, 18 Mar 2026 16:42:00 +0000\n"
        "Subject: seat\nContent-Type: text/plain\n\nHello Pia,\n\nMercury Clinic Ltd is based in Leeds.\n\nTom\n\n"
        "> On 17 Mar 2026 Ida Holm wrote:\n> Mercury Clinic Ltd is based in York.\n"
    )
    voices = {line(s): s.voice.name if s.voice else None for s in read(mail, "mail.eml").statements}
    assert voices == {
        "Mercury Clinic Ltd locatedIn Leeds": None,
        "Mercury Clinic Ltd locatedIn York": "Ida Holm",
    }


def test_decisions_and_their_reasons_are_kept_as_clauses() -> None:
    text = "# Case 17: log\n\nDecision: ask Elbe Bank AG for the statements, because the invoices do not match.\n"
    assert {line(s) for s in read(text).statements} == {
        "Case 17 decision ask Elbe Bank AG for the statements",
        "Case 17 reason the invoices do not match",
    }


def test_a_news_dateline_dates_the_sentence_after_it() -> None:
    text = "LISBON, 14 May 2021. Harrow Foods Ltd bought Delta Bakery GmbH for €12 million.\n"
    (statement,) = read(text).statements
    assert values(statement) == {"amount": "12000000", "currency": "EUR", "occurredOn": "2021-05-14"}


def test_code_and_tables_are_no_prose() -> None:
    assert said("```\nHarrow Foods Ltd acquired Delta Bakery GmbH.\n```\n") == set()


def test_hard_wrapped_lines_are_one_sentence() -> None:
    assert facts("Petros Kallas is the beneficial owner of\nHarrow Foods\nLtd.") == {
        "Petros Kallas beneficialOwnerOf Harrow Foods Ltd"
    }


def test_reading_twice_gives_the_same() -> None:
    assert read(CONTRACT, "deal.txt") == read(CONTRACT, "deal.txt")


def test_a_value_that_is_named_as_wrong_is_replaced_not_claimed() -> None:
    (statement,) = read("Tejo Film GmbH sent EUR 59,000, not EUR 95,000, to Ana Ruiz on 3 May 2025.").statements
    assert values(statement)["amount"] == "59000"
    assert statement.replaces == "EUR 95,000"


def test_a_speaker_is_described_in_the_documents_own_voice() -> None:
    text = "Tejo Film GmbH has paid Ana Ruiz, its chair, Ida Holm, said on Friday."
    assert facts(text) == {"Ida Holm chairOf Tejo Film GmbH"}
    assert "Tejo Film GmbH paid Ana Ruiz [reported]" in said(text)


def test_a_project_number_in_the_title_is_the_topic() -> None:
    text = "# Review 88: first note\n\nWe must interview Ana Ruiz before 1 July 2025.\n"
    assert said(text) == {"Review 88 requirement We must interview Ana Ruiz before 1 July 2025 [required]"}


def test_sentences_too_long_to_be_sentences_are_passed_over_quickly() -> None:
    text = "Ana Ruiz paid " + "and then Ida Holm who met Bruno Costa " * 2000 + "."
    assert said(text) == set()
