"""When claims carry one happening, when they only differ about it, and when they are two."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.resolve.corpora import ontology
from thence.extract.locating import located
from thence.model.document import Document, Span, cite
from thence.model.statement import (
    Event,
    Extraction,
    Mention,
    Modality,
    Polarity,
    Precision,
    Statement,
    Validity,
    Value,
    statement_keys,
)
from thence.model.version import version_of
from thence.names import MONEY, OWN, PEOPLE, TH, XSD, mint
from thence.resolve import resolve
from thence.resolve.claims import Claim
from thence.resolve.events import EventIdentities, event_identities


def claim(
    key: str,
    *,
    amount: str | None = "100",
    currency: str = "EUR",
    date: str | None = "2024-05-03",
    row: int | None = None,
    reference: str | None = None,
    payee: str = "Birch Oil SA",
    percent: str | None = None,
    validity: Validity | None = None,
) -> Statement:
    """Return a payment (or, with percent, an ownership) of Alder Mills Ltd as a document or row ``key`` states it."""
    number = row or 1
    text = f"Alder Mills Ltd {payee} {amount or percent or ''} {currency} {date or ''} {reference or ''} row {number}"
    prefix = "." * (200 * (number - 1))
    digest = hashlib.sha256(key.encode()).hexdigest()
    whole = Document(key, (key,), "text/csv", digest, 0, "test/1", prefix + text)
    at = len(prefix)
    subject = Mention(Span(at, at + 15), "Alder Mills Ltd", PEOPLE.Company)
    object_ = Mention(Span(at + 16, at + 16 + len(payee)), payee, PEOPLE.Company)
    pair = (OWN.owner, OWN.owned) if percent else (MONEY.payer, MONEY.payee)
    roles: list[tuple[object, Mention | Value]] = [(pair[0], subject), (pair[1], object_)]
    if percent:
        roles.append((OWN.percent, Value(percent, XSD.decimal)))
    elif amount:
        roles += [(MONEY.amount, Value(amount, XSD.decimal)), (MONEY.currency, Value(currency))]
    if date:
        roles.append((TH.occurredOn, Value(date, XSD.date)))
    return Statement(
        key,
        subject,
        OWN.owns if percent else MONEY.paid,
        object_,
        (cite(whole, Span(at, len(whole.text)), row=row),),
        event=Event(
            OWN.Ownership if percent else MONEY.Payment,
            tuple(sorted(roles, key=lambda r: str(r[0]))),  # type: ignore[arg-type]
            date,
            reference,
        ),
        validity=validity or Validity(),
    )


def events(statements: Sequence[Statement]) -> tuple[list[str], EventIdentities]:
    """Return the event of each statement, in order ("" where it carries none), and all that was found."""
    by_key: dict[str, list[Statement]] = {}
    for statement in statements:
        by_key.setdefault(statement.document, []).append(statement)
    pairs, iris = [], {}
    for key, own in by_key.items():
        text = max((s.citations[0] for s in own), key=lambda c: c.span.end)
        digest = hashlib.sha256(key.encode()).hexdigest()
        document = Document(key, (key,), "text/csv", digest, 0, "test/1", " " * text.span.end)
        pairs.append((version_of(document), Extraction(key, statements=tuple(own))))
        for position, iri in statement_keys(
            located(Extraction(key, statements=tuple(own)), document).statements, key
        ).items():
            iris[id(own[position])] = (iri, version_of(document))
    claims = [Claim(iris[id(s)][0], s, iris[id(s)][1]) for s in statements]
    found = event_identities(claims, resolve(pairs, ontology()))
    return [str(found.iri_of.get(c.iri, "")) for c in claims], found


def test_the_same_payment_in_two_documents_is_one_event_with_a_link():
    (first, second), found = events([claim("memo"), claim("log", row=1, reference="W-1")])
    assert first == second
    assert found.findings == ()
    (link,) = found.links
    assert {link.left[0], link.right[0]} == {"memo", "log"}
    assert "the same value 100" in link.evidence


def test_an_event_is_named_by_the_least_of_its_statements():
    statements = [claim("memo"), claim("log")]
    (first, _), found = events(statements)
    assert first == mint("event", min(found.iri_of))


def test_the_same_but_for_the_value_are_two_events_and_a_finding():
    (first, second), found = events([claim("memo", amount="100"), claim("log", amount="1000", row=1)])
    assert first != second
    (finding,) = found.findings
    assert finding.code == "TH826"
    assert "EUR 100 in memo" in finding.message
    assert "EUR 1000 in log" in finding.message
    assert len(finding.related) == 2


def test_two_rows_of_a_table_are_never_one_without_equal_ids():
    (first, second), found = events([claim("log", row=1), claim("log", row=2)])
    assert first != second
    assert found.findings == ()
    (first, second), _ = events([claim("log", row=1, reference="W-1"), claim("log", row=2, reference="W-1")])
    assert first == second
    (first, second), _ = events([claim("log", row=1, reference="W-1"), claim("log", row=2, reference="W-2")])
    assert first != second


def test_another_amount_in_the_same_table_is_no_conflict():
    _, found = events([claim("log", row=1), claim("log", row=2, amount="7"), claim("memo")])
    assert found.findings == ()


def test_references_of_one_scheme_that_differ_keep_payments_apart():
    (first, second), _ = events([claim("a", reference="W-1"), claim("b", reference="W-2")])
    assert first != second


def test_another_date_currency_or_payee_is_another_event():
    base = claim("a")
    for other in (claim("b", date="2024-05-04"), claim("b", currency="USD"), claim("b", payee="Ash Oil SA")):
        (first, second), found = events([base, other])
        assert first != second
        assert found.findings == ()


def test_a_coarser_date_fits_where_the_value_is_the_same():
    (first, second), _ = events([claim("a"), claim("b", date="2024-05")])
    assert first == second
    (first, second), _ = events([claim("a"), claim("b", date="2024-05", amount=None)])
    assert first != second


def test_what_one_claim_leaves_unsaid_is_no_difference_if_one_event_fits():
    (first, second), _ = events([claim("a"), claim("b", date=None)])
    assert first == second
    (first, second, third), _ = events([claim("a"), claim("b", date="2024-06-03"), claim("c", date=None)])
    assert len({first, second, third}) == 3
    (first, second), _ = events([claim("a"), claim("b", amount=None)])
    assert first == second


def test_denied_and_uncertain_claims_carry_no_event():
    denied = replace(claim("a"), polarity=Polarity.DENIED)
    planned = replace(claim("b"), modality=Modality.PLANNED)
    (first, second, third), found = events([denied, planned, claim("c")])
    assert (first, second) == ("", "")
    assert third
    assert found.links == ()


def test_states_at_different_times_are_two_without_conflict():
    before = Validity("2010-01-01", "2015-01-01", Precision.DAY, "until 2014")
    after = Validity("2015-01-01", None, Precision.DAY, "since 2015")
    (first, second), found = events(
        [
            claim("a", percent="51", date=None, validity=before),
            claim("b", percent="65", date=None, validity=after),
        ]
    )
    assert first != second
    assert found.findings == ()
    (first, second), _ = events(
        [
            claim("a", percent="51", date=None, validity=before),
            claim("b", percent="51", date=None, validity=after),
        ]
    )
    assert first != second
    _, clash = events([claim("a", percent="51", date=None), claim("b", percent="65", date=None)])
    assert [f.code for f in clash.findings] == ["TH826"]


@settings(max_examples=30, derandomize=True, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["a", "b", "c"]),
            st.integers(1, 4),
            st.sampled_from(["100", "7", None]),
            st.sampled_from(["2024-05-03", "2024-05", None]),
            st.sampled_from(["W-1", "W-2", None]),
        ),
        max_size=7,
        unique_by=lambda c: (c[0], c[1]),
    ),
    st.randoms(use_true_random=False),
)
def test_the_order_of_claims_does_not_matter(
    rows: list[tuple[str, int, str | None, str | None, str | None]], rng: random.Random
):
    statements = [claim(k, row=r, amount=a, date=d, reference=x) for k, r, a, d, x in rows]
    shuffled = list(statements)
    rng.shuffle(shuffled)
    ordered, mixed = events(statements)[1], events(shuffled)[1]
    assert dict(ordered.iri_of) == dict(mixed.iri_of)
    assert ordered.findings == mixed.findings
    assert ordered.links == mixed.links
