"""Which statements carry facts, and which triples."""

from __future__ import annotations

import pytest

from thence.config import Config, Trust
from thence.model.document import Document, Span, cite
from thence.model.entity import Resolution
from thence.model.statement import (
    Event,
    Mention,
    Modality,
    Polarity,
    Statement,
    Status,
    Validity,
    Value,
    Voice,
    statement_keys,
)
from thence.model.terms import iri_term, literal
from thence.model.version import version_of
from thence.names import FOAF, MONEY, ORG, PEOPLE, RDF, TH, XSD, Iri
from thence.ontology import load_ontology
from thence.resolve.assertion import (
    Bar,
    assert_claims,
    asserted_triples,
    bar_of,
    last_day,
    says_plainly,
    triples_of,
)
from thence.resolve.claims import Claim

ONTOLOGY = load_ontology(())
ANN, CO = Iri("urn:e:ann"), Iri("urn:e:co")


def document(text: str, key: str = "a.txt", date: str | None = None) -> Document:
    return Document(
        key=key, places=(key,), media_type="text/plain", digest=key, size=0, recipe="t/1", text=text, date=date
    )


def claim(doc: Document, *, predicate: Iri = PEOPLE.directorOf, **more) -> Claim:
    """A claim that Ann is something of Co, cited with the whole document."""
    values = {
        "document": doc.key,
        "subject": Mention(Span(0, 3), "Ann", FOAF.Person),
        "predicate": predicate,
        "object": Mention(Span(len(doc.text) - 3, len(doc.text) - 1), "Co", ORG.Organization),
        "citations": (cite(doc, Span(0, len(doc.text))),),
    }
    statement = Statement(**(values | more))
    return Claim(statement_keys([statement], doc.key)[0], statement, version_of(doc))


def resolved(*claims: Claim) -> Resolution:
    references = {}
    for each in claims:
        references[each.document.key, each.statement.subject.span] = ANN
        if isinstance(each.statement.object, Mention):
            references[each.document.key, each.statement.object.span] = CO
    return Resolution((), by_reference=references)


def bars(*claims: Claim, config: Config | None = None, as_of: str | None = None):
    return assert_claims(claims, resolved(*claims), ONTOLOGY, config=config or Config(), as_of=as_of).bars


PLAIN = document("Ann is a director of Co.")


def test_a_plain_claim_carries_its_triple():
    said = claim(PLAIN)
    assert bars(said) == {}
    assert triples_of(said, resolved(said), None) == [(iri_term(ANN), iri_term(PEOPLE.directorOf), iri_term(CO))]


@pytest.mark.parametrize(
    ("more", "bar"),
    [
        ({"polarity": Polarity.DENIED}, Bar.DENIED),
        ({"modality": Modality.HEDGED}, Bar.NOT_CATEGORICAL),
        ({"modality": Modality.ASKED}, Bar.NOT_CATEGORICAL),
        ({"modality": Modality.PLANNED}, Bar.NOT_CATEGORICAL),
        ({"voice": Voice("an agent")}, Bar.OTHER_VOICE),
        ({"status": Status.GENERATED}, Bar.GENERATED),
        ({"confidence": 0.49}, Bar.DOUBTFUL),
        ({"ended": True}, Bar.NOT_NOW),
    ],
)
def test_what_is_not_plainly_said_carries_nothing(more, bar):
    said = claim(PLAIN, **more)
    assert bars(said) == {said.iri: bar}


def test_a_trusted_voice_carries_and_a_distrusted_path_does_not():
    said = claim(PLAIN, voice=Voice("the registrar"))
    assert bars(said, config=Config(trust=Trust(voices=("the registrar",)))) == {}
    plain = claim(PLAIN)
    assert bars(plain, config=Config(trust=Trust(distrusted=("*.txt",)))) == {plain.iri: Bar.DISTRUSTED}


def test_a_state_holds_from_its_first_day_up_to_the_day_after_its_last():
    said = claim(PLAIN, validity=Validity("2020-01-01", "2021-01-01", None, "in 2020"))
    assert bars(said, as_of="2019-12-31") == {said.iri: Bar.NOT_NOW}
    assert bars(said, as_of="2020-01-01") == {}
    assert bars(said, as_of="2020-12-31") == {}
    assert bars(said, as_of="2021-01-01") == {said.iri: Bar.NOT_NOW}


def test_an_occurrence_stays_true():
    paid = claim(document("Ann paid Co."), predicate=MONEY.paid, validity=Validity("2020-01-01", "2020-01-02"))
    assert bars(paid, as_of="2024-01-01") == {}


def test_a_denial_leaves_the_fact_standing_and_marks_it_disputed():
    said, denied = claim(PLAIN), claim(document("Ann is no director of Co.", "b.txt"), polarity=Polarity.DENIED)
    found = assert_claims([said, denied], resolved(said, denied), ONTOLOGY, config=Config(), as_of=None)
    assert found.carries(said.iri)
    assert found.disputed == {said.iri: (denied.iri,)}


def payment(doc: Document, amount: str, wording: str, **more) -> Claim:
    event = Event(
        MONEY.Payment,
        ((MONEY.amount, Value(amount, XSD.decimal, None, wording)), (MONEY.currency, Value("EUR"))),
        date="2024-05-06",
    )
    return claim(doc, predicate=MONEY.paid, event=event, **more)


def test_a_correction_that_repeats_the_old_value_supersedes_it():
    old = payment(document("Ann paid 184 to Co.", "a.txt", "2024-06-01"), "184", "184")
    new = payment(document("Ann paid 148 to Co.", "b.txt", "2024-07-01"), "148", "148", replaces="EUR 184")
    found = assert_claims([old, new], resolved(old, new), ONTOLOGY, config=Config(), as_of=None)
    assert found.superseded == {old.iri: new.iri}
    assert found.bars == {old.iri: Bar.SUPERSEDED}


def test_a_correction_without_a_certain_target_changes_nothing_and_says_so():
    one = payment(document("Ann paid 184 to Co.", "a.txt", "2024-06-01"), "184", "184")
    two = payment(document("Ann, she paid 184 to Co.", "c.txt", "2024-06-01"), "184", "184")
    new = payment(document("Ann paid 148 to Co.", "b.txt", "2024-07-01"), "148", "148", replaces="EUR 184")
    found = assert_claims([one, two, new], resolved(one, two, new), ONTOLOGY, config=Config(), as_of=None)
    assert found.bars == {}
    assert [finding.code for finding in found.findings] == ["TH823"]
    none = assert_claims([new], resolved(new), ONTOLOGY, config=Config(), as_of=None)
    assert "no earlier statement" in none.findings[0].message


def test_a_later_document_is_not_corrected_by_an_earlier_one():
    old = payment(document("Ann paid 184 to Co.", "a.txt", "2024-08-01"), "184", "184")
    new = payment(document("Ann paid 148 to Co.", "b.txt", "2024-07-01"), "148", "148", replaces="EUR 184")
    assert bars(old, new) == {}


def test_an_event_is_carried_with_its_values_and_its_date():
    paid = payment(document("Ann paid 148 to Co."), "148", "148")
    event = Iri("urn:thence:event:x")
    triples = triples_of(paid, resolved(paid), event)
    node = iri_term(event)
    assert (node, iri_term(RDF.type), iri_term(MONEY.Payment)) in triples
    assert (node, iri_term(MONEY.amount), literal("148", XSD.decimal)) in triples
    assert (node, iri_term(TH.occurredOn), literal("2024-05-06", XSD.date)) in triples


def test_each_fact_names_every_statement_that_carries_it():
    one, two = claim(PLAIN), claim(document("Ann, a director of Co.", "b.txt"))
    denied = claim(document("Ann is no director of Co.", "c.txt"), polarity=Polarity.DENIED)
    claims = [one, two, denied]
    found = assert_claims(claims, resolved(*claims), ONTOLOGY, config=Config(), as_of=None)
    facts = asserted_triples(claims, resolved(*claims), found, {})
    assert list(facts.values()) == [[one.iri, two.iri]]


def test_a_dated_claim_of_an_undated_document_may_be_the_earlier_one():
    old = payment(document("Ann paid 184 to Co.", "a.txt"), "184", "184")
    new = payment(document("Ann paid 148 to Co.", "b.txt", "2024-07-01"), "148", "148", replaces="EUR 184")
    assert bars(old, new) == {old.iri: Bar.SUPERSEDED}


def test_a_correction_that_carries_nothing_corrects_nothing():
    """An alleged correction once deleted the old fact and asserted none in its place."""
    old = payment(document("Ann paid 184 to Co.", "a.txt", "2024-06-01"), "184", "184")
    text = document("Ann paid 148 to Co.", "b.txt", "2024-07-01")
    for more in ({"modality": Modality.HEDGED}, {"voice": Voice("a rival")}, {"confidence": 0.2}):
        assert old.iri not in bars(old, payment(text, "148", "148", replaces="EUR 184", **more))
    distrusting = Config(trust=Trust(distrusted=("b.txt",)))
    assert old.iri not in bars(old, payment(text, "148", "148", replaces="EUR 184"), config=distrusting)


def test_dates_of_other_precision_compare_by_their_last_days():
    old = payment(document("Ann paid 184 to Co.", "a.txt", "2024-03"), "184", "184")
    new = payment(document("Ann paid 148 to Co.", "b.txt", "2024"), "148", "148", replaces="EUR 184")
    assert bars(old, new) == {old.iri: Bar.SUPERSEDED}
    assert [last_day(date) for date in ("2024", "2024-02", "2024-02-03")] == ["2024-12-31", "2024-02-29", "2024-02-03"]


def test_a_document_is_distrusted_only_where_all_its_places_are():
    statement = claim(PLAIN).statement
    config = Config(trust=Trust(distrusted=("rumours/*",)))
    assert bar_of(statement, ("rumours/a.txt",), config) is Bar.DISTRUSTED
    assert bar_of(statement, ("rumours/a.txt", "z/a.txt"), config) is None
    assert bar_of(statement, ("a/a.txt", "rumours/a.txt"), config) is None


def test_a_denial_disputes_only_with_the_standing_a_fact_would_need():
    said = claim(PLAIN)

    def disputed(config: Config | None = None, **more) -> bool:
        denied = claim(document("Ann is no director of Co.", "b.txt"), polarity=Polarity.DENIED, **more)
        claims = [said, denied]
        found = assert_claims(claims, resolved(*claims), ONTOLOGY, config=config or Config(), as_of=None)
        return said.iri in found.disputed

    assert disputed()
    assert not disputed(modality=Modality.HEDGED)
    assert not disputed(voice=Voice("a rival"))
    assert disputed(Config(trust=Trust(voices=("a rival",))), voice=Voice("a rival"))
    assert not disputed(Config(trust=Trust(distrusted=("b.txt",))))


def test_what_a_document_says_plainly_depends_on_no_other_document():
    ends = claim(document("Ann is a director of Co.", date="2024-01-01"), validity=Validity(until="2024-06-01"))
    assert says_plainly(ends, ONTOLOGY, Config())
    over = claim(document("Ann is a director of Co.", date="2024-07-01"), validity=Validity(until="2024-06-01"))
    assert not says_plainly(over, ONTOLOGY, Config())
    assert not says_plainly(claim(PLAIN, ended=True), ONTOLOGY, Config())
    assert says_plainly(claim(PLAIN), ONTOLOGY, Config(trust=Trust(distrusted=("*",))))
    assert not says_plainly(claim(PLAIN), ONTOLOGY, Config(threshold=0.99, trust=Trust(distrusted=("*",))))
