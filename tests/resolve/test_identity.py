"""What makes two references one thing, and what keeps them apart."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.resolve.corpora import Pair, doc, groups, labels, ontology, resolved
from thence.model.span import Span
from thence.names import AGR, DCTERMS, FOAF, MONEY, OWN, PEOPLE
from thence.resolve import resolve
from thence.store.decisions import Decision


def test_case_punctuation_and_legal_forms_are_one_name():
    found = resolved(
        doc("a", "[c:ALDER MILLS LIMITED] and [c:Birch Oil S.A.]"),
        doc("b", "[c:Alder Mills Ltd.] and [c:Birch Oil SA]"),
    )
    assert groups(found) == {
        frozenset({"ALDER MILLS LIMITED", "Alder Mills Ltd."}),
        frozenset({"Birch Oil S.A.", "Birch Oil SA"}),
    }
    assert labels(found)[0] == "Alder Mills Ltd."


def test_names_that_only_look_alike_are_never_one():
    pairs = [
        "[c:Alder Trading Ltd]",
        "[c:Alder Traders LLP]",
        "[c:Banco Olmo SA]",
        "[c:Banque Olmo SA]",
        "[c:Alder Trade Ltd]",
    ]
    assert len(resolved(*(doc(str(i), text) for i, text in enumerate(pairs))).entities) == 5


def test_different_legal_forms_are_different_firms():
    found = resolved(doc("a", "[c:Alder Mills Ltd]"), doc("b", "[c:Alder Mills LLP]"))
    assert len(found.entities) == 2


def test_a_name_without_its_legal_form_joins_only_where_one_form_is_known():
    one = resolved(doc("a", "[c:Alder Mills Ltd]"), doc("b", "[o:Alder Mills]"))
    assert len(one.entities) == 1
    two = resolved(doc("a", "[c:Alder Mills Ltd]"), doc("b", "[c:Alder Mills LLP]"), doc("c", "[o:Alder Mills]"))
    assert len(two.entities) == 3
    assert {link.state for link in two.links} == {"proposed"}


def test_a_bare_name_goes_with_its_neighbours_where_two_forms_are_known():
    found = resolved(
        doc("a", "[c:Alder Mills Ltd] of [l:Bergen]", ties=[(0, 1)]),
        doc("b", "[c:Alder Mills LLP] of [l:Lisbon]", ties=[(0, 1)]),
        doc("c", "[o:Alder Mills] in [l:Lisbon]", ties=[(0, 1)]),
    )
    assert frozenset({"Alder Mills LLP", "Alder Mills"}) in groups(found)


def test_classes_that_exclude_each_other_keep_names_apart():
    found = resolved(doc("a", "[p:Jordan]"), doc("b", "[l:Jordan]"), doc("c", "[o:Jordan]"))
    assert len(found.entities) == 3


def test_identifiers_join_whatever_the_names_and_keep_apart_what_names_join():
    same = {"Alder Mills": (PEOPLE.companyNumber, "00123"), "AM Holding": (PEOPLE.companyNumber, "00123")}
    assert len(resolved(doc("a", "[o:Alder Mills]", ids=same), doc("b", "[o:AM Holding]", ids=same)).entities) == 1
    one, two = ({"Alder Mills": (PEOPLE.companyNumber, number)} for number in ("00123", "00124"))
    found = resolved(doc("a", "[o:Alder Mills]", ids=one), doc("b", "[o:Alder Mills]", ids=two))
    assert len(found.entities) == 2
    assert "different identifiers" in found.links[0].evidence[0]


def test_identifiers_are_never_matched_fuzzily():
    one, two = ({"A": (MONEY.iban, number)} for number in ("DE89370400440532013000", "DE89370400440532013001"))
    assert len(resolved(doc("a", "[m:A]", ids=one), doc("b", "[m:A]", ids=two)).entities) == 2


def test_two_addresses_of_one_person_are_no_evidence_against_him():
    one, two = ({"Ann Keller": (PEOPLE.email, mail)} for mail in ("a@example.org", "ann@example.com"))
    assert len(resolved(doc("a", "[p:Ann Keller]", ids=one), doc("b", "[p:Ann Keller]", ids=two)).entities) == 1


def test_ids_of_one_table_keep_its_namesakes_apart():
    document, extraction = doc("t", "[p:Ana Ruiz] [p:Ana Ruiz]")
    first, second = extraction.mentions
    rows = [replace(m, identifiers=((DCTERMS.identifier, f"t#id={i}"),)) for i, m in ((77, first), (78, second))]
    found = resolve([(document, replace(extraction, mentions=tuple(rows)))], ontology())
    assert len(found.entities) == 2
    assert len({entity.iri for entity in found.entities}) == 2


def test_who_could_be_any_of_several_bearers_of_a_name_is_none_of_them():
    ids = [{"Ana Ruiz": (PEOPLE.companyNumber, number)} for number in ("77", "78")]
    rows = [doc("r1", "[p:Ana Ruiz]", ids=ids[0]), doc("r2", "[p:Ana Ruiz]", ids=ids[1])]
    found = resolved(doc("a", "[p:Dr. Ana Ruiz]"), *rows)
    assert len(found.entities) == 3
    assert sorted(link.state for link in found.links) == ["proposed", "proposed", "rejected"]


def test_surnames_titles_and_initials_go_to_the_one_person_of_the_document():
    found = resolved(doc("a", "[p:Ann Keller] spoke. [p:Ms Keller], [p:A. Keller] and [p:Keller]; [p:Ann] left."))
    assert groups(found) == {frozenset({"Ann Keller", "Ms Keller", "A. Keller", "Keller", "Ann"})}
    assert found.entities[0].label == "Ann Keller"


def test_a_surname_that_two_bear_goes_to_neither():
    found = resolved(doc("a", "[p:Ann Keller] and [p:Bo Keller] met; [p:Keller] spoke."))
    assert len(found.entities) == 3


def test_initials_over_documents_go_to_the_only_person_they_fit_a_surname_never():
    found = resolved(doc("a", "[p:Ann Keller]"), doc("b", "[p:A. Keller]"), doc("c", "[p:Mr Keller]"))
    assert groups(found) == {frozenset({"Ann Keller", "A. Keller"}), frozenset({"Mr Keller"})}
    doubtful = resolved(doc("a", "[p:Ann Keller]"), doc("b", "[p:Alma Keller]"), doc("c", "[p:A. Keller]"))
    assert len(doubtful.entities) == 3


def test_a_double_name_is_somebody_else():
    assert len(resolved(doc("a", "[p:Ana Ruiz]"), doc("b", "[p:Ana Ruiz-Keller]")).entities) == 2


def test_surname_first_is_the_same_person():
    assert len(resolved(doc("a", "[p:RUIZ, Ana]"), doc("b", "[p:Dr. Ana Ruiz]")).entities) == 1


def test_an_acronym_goes_to_the_one_name_with_its_initials():
    found = resolved(doc("a", "[c:Alder Mills Limited] ([o:AML]) and [c:Birch Oil SA]."))
    assert frozenset({"Alder Mills Limited", "AML"}) in groups(found)
    twice = resolved(doc("a", "[c:Alder Mills Limited], [c:Ash Metals Limited] and [o:AML]."))
    assert len(twice.entities) == 3


def test_an_acronym_means_nothing_in_another_document():
    found = resolved(
        doc("a", "[c:Alder Mills Ltd], [o:AML]"), doc("b", "[c:Ash Metals Ltd], [o:AML]"), doc("c", "[o:AML]")
    )
    assert len(found.entities) == 3


def test_declared_aliases_join():
    found = resolved(
        doc("a", "[p:Viktor Strand], [p:Vic Strand]", aliases=[("Vic Strand", "Viktor Strand")]),
        doc("b", "[p:Vic Strand]"),
    )
    assert len(found.entities) == 1


def test_leading_words_go_to_the_one_longer_name_of_the_document():
    found = resolved(doc("a", "[c:Heron Optics Inc] grew. [o:Heron] and [o:Heron Optics] hired."))
    assert len(found.entities) == 1
    doubtful = resolved(doc("a", "[c:Heron Optics Inc] and [c:Heron Foods Ltd]; [o:Heron] hired."))
    assert len(doubtful.entities) == 3
    family = resolved(doc("a", "[p:Sofia Lund] of [c:Lund & Partners AB]; [p:Lund] spoke."))
    assert groups(family) == {frozenset({"Sofia Lund", "Lund"}), frozenset({"Lund & Partners AB"})}


def test_diacritics_fold_only_with_other_evidence():
    assert len(resolved(doc("a", "[c:Banco Açaí SA]"), doc("b", "[c:BANCO ACAI SA]")).entities) == 1
    assert len(resolved(doc("a", "[p:José Peña]"), doc("b", "[p:Jose Pena]")).entities) == 2


def test_a_lone_word_of_no_class_is_not_taken_for_a_firm_elsewhere():
    assert len(resolved(doc("a", "[c:Mercury Ltd]"), doc("b", "[t:Mercury]")).entities) == 2
    open_ = resolved(doc("a", "[c:Mercury Ltd]"), doc("b", "[a:Mercury]"))
    assert [link.state for link in open_.links] == ["proposed"]


def test_words_that_stand_for_two_are_a_reference_to_each():
    document, extraction = doc("a", "[p:Ann Keller] and [p:Bo Lind] left; [p:they] came back.")
    ann, bo, they = extraction.mentions
    both = (ann, bo, replace(they, name="Ann Keller"), replace(they, name="Bo Lind"))
    found = resolve([(document, replace(extraction, mentions=both))], ontology())
    assert labels(found) == ["Ann Keller", "Bo Lind"]
    assert [found.entity_of("a", m) for m in both[2:]] == [found.entity_of("a", m) for m in (ann, bo)]


def test_homonyms_stay_apart_where_a_document_says_so_and_others_go_with_their_company():
    corpus = [
        doc("a", "[p:Daniel Ode] at [c:Alder Mills Ltd]", ties=[(0, 1)]),
        doc("b", "[p:Daniel Ode] signed for [c:Alder Mills Ltd]", ties=[(0, 1)]),
        doc(
            "c",
            "[p:Daniel Ode] of [c:Kite Capital LLP] is no relation of his namesake",
            ties=[(0, 1)],
            distinct=[(0, "Daniel Ode")],
        ),
        doc("d", "[p:Daniel Ode] left [c:Kite Capital LLP]", ties=[(0, 1)]),
        doc("e", "[p:Daniel Ode] was seen."),
    ]
    found = resolved(*corpus)
    of = {key: iri for (key, span), iri in found.by_reference.items() if span.start == 0}
    assert of["a"] == of["b"] == of["e"]
    assert of["c"] == of["d"] != of["a"]
    assert {e.label for e in found.entities if FOAF.Person in e.types} == {
        "Daniel Ode (Alder Mills Ltd)",
        "Daniel Ode (Kite Capital LLP)",
    }
    assert all("Daniel Ode" in e.alternatives for e in found.entities if FOAF.Person in e.types)
    assert any(link.state == "proposed" for link in found.links)


def test_the_namesake_described_in_the_same_sentence_is_the_other_one():
    found = resolved(
        doc("a", "[p:Daniel Ode] at [c:Alder Mills Ltd]", ties=[(0, 1)]),
        doc(
            "b",
            "[p:Daniel Ode] of [c:Kite Capital LLP] is not [p:the Alder director of that name=Daniel Ode].",
            ties=[(0, 1)],
            distinct=[(0, "Daniel Ode")],
        ),
    )
    people = [e for e in found.entities if FOAF.Person in e.types]
    assert len(people) == 2


def test_local_names_stay_in_their_documents():
    assert len(resolved(doc("a", "[t:Market study]"), doc("b", "[t:Market study]")).entities) == 2
    assert len(resolved(doc("a", "[t:Spring Fair]"), doc("b", "[t:Spring Fair]")).entities) == 1


def _agreement(key: str, text: str) -> Pair:
    """Return a document whose first block names the agreement that it is."""
    document, extraction = doc(key, text)
    return replace(document, openings=(Span(0, 16),)), extraction


def test_two_documents_that_are_agreements_are_two_and_a_mention_goes_with_its_parties():
    found = resolved(
        _agreement("a", "[g:Loan agreement] of [c:Alder Mills Ltd]"),
        _agreement("b", "[g:Loan agreement] of [c:Birch Oil SA]"),
        doc("c", "The board of [c:Birch Oil SA] noted the [g:loan agreement]."),
    )
    agreements = {entity.iri for entity in found.entities if entity.types == (AGR.Agreement,)}
    at = {key: iri for (key, _), iri in found.by_reference.items() if iri in agreements}
    assert at["a"] != at["b"]
    assert at["c"] == at["b"]


@pytest.mark.parametrize("kind", ["same", "merge"])
def test_a_decision_joins_what_evidence_does_not(kind: str):
    pairs = [doc("a", "[c:Alder Mills Ltd]"), doc("b", "[c:Old Mill Company]")]
    decision = Decision(kind, {"left": "Alder Mills Ltd", "right": "Old Mill Company"})
    assert len(resolve(pairs, ontology(), decisions=[decision]).entities) == 1


def test_a_decision_by_iri_parts_what_evidence_joins():
    pairs = [doc("a", "[c:Alder Mills Ltd]"), doc("b", "[o:Alder Mills]")]
    apart = Decision("different", {"names": ["Alder Mills Ltd", "Alder Mills"]})
    parted = resolve(pairs, ontology(), decisions=[apart])
    assert len(parted.entities) == 2
    together = resolve(pairs, ontology())
    (iri,) = {entity.iri for entity in together.entities}
    assert iri in {entity.iri for entity in parted.entities}


def test_no_chain_brings_together_what_evidence_keeps_apart():
    same = dict.fromkeys(("Alder Mills Ltd", "Alder Mills LLP"), (PEOPLE.companyNumber, "7"))
    found = resolved(
        doc("a", "[c:Alder Mills Ltd]", ids=same),
        doc("b", "[c:Alder Mills LLP]", ids=same),
        doc("c", "[o:Alder Mills]"),
    )
    of = {key: iri for (key, _), iri in found.by_reference.items()}
    assert of["a"] != of["b"]


def test_links_carry_their_evidence():
    (link,) = resolved(doc("a", "[c:Alder Mills Ltd]"), doc("b", "[o:Alder Mills]")).links
    assert (link.state, link.evidence) == ("accepted", ("the same name but for the legal form",))
    assert {link.left_name, link.right_name} == {"Alder Mills Ltd", "Alder Mills"}


WORDS = [
    "[c:Alder Mills Ltd]",
    "[o:Alder Mills]",
    "[c:ALDER MILLS LLP]",
    "[p:Ann Keller]",
    "[p:A. Keller]",
    "[p:Keller]",
    "[p:Daniel Ode]",
    "[o:AML]",
    "[l:Bergen]",
    "[t:Market study]",
    "[o:Kite Capital LLP]",
    "[p:Ms Keller]",
]


@settings(max_examples=40, derandomize=True, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5), min_size=1, max_size=7),
    st.randoms(use_true_random=False),
)
def test_the_order_of_documents_does_not_matter_and_every_mention_has_an_entity(
    texts: list[list[str]], rng: random.Random
):
    pairs = [
        doc(f"d{i}", ", ".join(words), ties=[(0, 1)] if len(set(words)) > 1 and words[0] != words[1] else ())
        for i, words in enumerate(texts)
    ]
    found = resolve(pairs, ontology())
    shuffled = list(pairs)
    rng.shuffle(shuffled)
    assert resolve(shuffled, ontology()) == found
    for document, extraction in pairs:
        for mention in extraction.mentions:
            assert found.entity_of(document.key, mention)
    assert len({entity.iri for entity in found.entities}) == len(found.entities)
    for entity in found.entities:
        forms = {name.rsplit(" ", 1)[-1].lower() for name in (entity.label, *entity.alternatives)}
        assert not {"ltd", "llp"} <= forms


def test_a_short_name_is_who_its_reader_took_it_for():
    document, extraction = doc("a", "[o:St Anne's Hospital] grew; [o:St Anne's] paid.")
    full, short = extraction.mentions
    read = replace(extraction, mentions=(full, replace(short, antecedent=full.span)))
    assert len(resolve([(document, read)], ontology()).entities) == 1


def test_namesakes_of_different_firms_in_documents_that_share_nothing_are_proposed_not_joined():
    bank = doc("a", "[p:Peter Lang] works at [c:Elbe Bank AG]", ties=[(0, 1)], said=PEOPLE.worksAt)
    ward = doc("b", "[p:Peter Lang] works at [o:Mercy Hospital]", ties=[(0, 1)], said=PEOPLE.worksAt)
    found = resolved(bank, ward)
    assert sum(FOAF.Person in entity.types for entity in found.entities) == 2
    assert [link.state for link in found.links] == ["proposed"]
    shared = doc(
        "b", "[p:Peter Lang] works at [o:Mercy Hospital] with [p:Ana Ruiz]", ties=[(0, 1)], said=PEOPLE.worksAt
    )
    one = resolved(
        doc("a", "[p:Peter Lang] left [c:Elbe Bank AG] with [p:Ana Ruiz]", ties=[(0, 1)], said=PEOPLE.worksAt), shared
    )
    assert sum("Peter Lang" in entity.label for entity in one.entities) == 1


def test_a_third_document_can_bring_two_together():
    bank = doc("a", "[p:Peter Lang] works at [c:Elbe Bank AG]", ties=[(0, 1)], said=PEOPLE.worksAt)
    ward = doc("b", "[p:Peter Lang] works at [o:Mercy Hospital]", ties=[(0, 1)], said=PEOPLE.worksAt)
    move = doc("c", "[p:Peter Lang] left [c:Elbe Bank AG] for [o:Mercy Hospital]", ties=[(0, 1)], said=PEOPLE.worksAt)
    assert sum(FOAF.Person in entity.types for entity in resolved(bank, ward, move).entities) == 1


def test_seats_and_shares_in_many_firms_are_one_person_s():
    """A director of one firm and owner of another was once taken for two people of the same name."""
    seat = doc("a", "[p:Ana Ruiz] sits on the board of [c:Alder Works Ltd]", ties=[(0, 1)], said=PEOPLE.directorOf)
    share = doc("b", "[p:Ana Ruiz] owns [c:Birch Foods Ltd]", ties=[(0, 1)], said=OWN.owns)
    job = doc("c", "[p:Ana Ruiz] works at [c:Cedar Mills Ltd]", ties=[(0, 1)], said=PEOPLE.worksAt)
    found = resolved(seat, share, job)
    assert [entity.label for entity in found.entities if FOAF.Person in entity.types] == ["Ana Ruiz"]


def test_an_agreement_that_could_be_any_of_many_is_joined_to_none():
    many = [_agreement(str(i), f"[g:Loan agreement] of [c:Alder {i} Ltd]") for i in range(70)]
    other = doc("z", "[c:Birch Oil SA] noted a [g:loan agreement].")
    found = resolve([*many, other], ontology())
    assert len([entity for entity in found.entities if AGR.Agreement in entity.types]) == 71
    assert not found.links


def test_one_word_stands_for_a_firm_but_not_for_a_club_named_after_its_town():
    firm = doc("a", "[c:Quorlex Works Ltd] grew. [t:Quorlex] grew again")
    assert len(resolved(firm).entities) == 1
    club = doc("b", "[o:Thornbury Rowing Club] met in [t:Thornbury]")
    assert len(resolved(club).entities) == 2


def test_an_acronym_that_the_document_defines_is_a_name_of_the_thing():
    said = doc(
        "a",
        "[c:Quorlex Ferries Ltd] sails",
        aliases=[("QFL", "Quorlex Ferries Ltd"), ("Borrower", "Quorlex Ferries Ltd")],
    )
    (entity,) = resolved(said).entities
    assert entity.alternatives == ("QFL",)
