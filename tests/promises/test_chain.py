"""From a conclusion to the bytes of a file, checked by machine."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.evaluate.proofs import verified_proof
from thence.model.proof import Proof
from thence.model.terms import Triple, iri_term, lexical_of
from thence.names import DEFAULT_GRAPH, MONEY, OWN, RDFS
from thence.pipeline import build, load_settings
from thence.reason import check_proof, proof
from thence.reason.kept import kept_closure
from thence.store import Store

FROM_A_FACT_TO_THE_WORDS = """
SELECT DISTINCT ?path ?quote FROM <urn:thence:graph:derivations> FROM <urn:thence:graph:statements>
WHERE {
  VALUES (?s ?o) { (PERSON COMPANY) }
  ?fact rdf:subject ?s ; rdf:predicate own:controls ; rdf:object ?o ; th:rule ?rule ; prov:wasDerivedFrom+ ?span .
  ?span a th:Span ; th:quote ?quote ; prov:wasDerivedFrom+/th:path ?path .
}"""


def thence(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as a user would."""
    return subprocess.run([sys.executable, "-m", "thence", *words], capture_output=True, text=True, check=False)


def named(store: Store, name: str) -> str:
    return next(s for s, p, o, _ in store.quads(DEFAULT_GRAPH) if p == iri_term(RDFS.label) and lexical_of(o) == name)


@pytest.mark.parametrize(
    ("subject", "predicate", "target"),
    [
        ("Agnes Tolliver", OWN.controls, "Quillmere Ferries Ltd"),
        ("Agnes Tolliver", OWN.controls, "Lanternhead Moorings Ltd"),
        ("Agnes Tolliver", OWN.controls, "Tidewrack Engines BV"),
        ("Quillmere Ferries Ltd", MONEY.relatedPartyPayment, "Tidewrack Engines BV"),
        ("Quillmere Ferries Ltd", MONEY.roundTrip, "Quillmere Ferries Ltd"),
    ],
)
def test_what_no_document_states_is_derived_and_its_proof_stands(tutorial, subject, predicate, target):
    rules = load_settings(tutorial / "thence.toml").rules
    with Store.open(tutorial / ".thence", read_only=True) as store:
        triple = (named(store, subject), iri_term(predicate), named(store, target))
        assert verified_proof(store, tutorial, rules, [triple]) == ""


def test_one_query_goes_from_a_derived_fact_to_the_words_and_their_file(tutorial):
    with Store.open(tutorial / ".thence", read_only=True) as store:
        person, company = named(store, "Agnes Tolliver"), named(store, "Lanternhead Moorings Ltd")
        rows = store.query(FROM_A_FACT_TO_THE_WORDS.replace("PERSON", person).replace("COMPANY", company)).rows
    found = {(lexical_of(path), " ".join(lexical_of(quote).split())) for path, quote in rows}
    assert any(path == "01_opening-note.md" and "beneficial owner of Ostrander Slipways AG" in q for path, q in found)
    assert any(path == "01_opening-note.md" and "owns 75% of Lanternhead Moorings Ltd" in q for path, q in found)
    for path, quote in found:
        data = (tutorial / path).read_bytes()
        if path.endswith((".md", ".csv", ".txt", ".eml", ".json")):
            assert quote.encode() in b" ".join(data.split())


def test_one_flipped_byte_is_named_with_its_file_and_the_claims_that_rest_on_it(case):
    build(case)
    assert thence("verify", "-w", str(case)).returncode == 0
    mail = case / "06_mail_trust.eml"
    data = mail.read_bytes()
    mail.write_bytes(data.replace(b"owns 80% of", b"owns 90% of"))
    found = thence("verify", "-w", str(case))
    assert found.returncode == 1
    assert "06_mail_trust.eml" in found.stdout
    assert "owns 80% of Tidewrack Engines BV" in " ".join(found.stdout.split())
    assert "03_payments.csv" not in found.stdout
    listed = json.loads(thence("verify", "-w", str(case), "--json").stdout)
    assert "urn:thence:st:" in json.dumps(listed)


@pytest.fixture(scope="module")
def standing(tutorial: Path) -> tuple[Proof, set[Triple]]:
    """A proof that stands, and the asserted facts."""
    with Store.open(tutorial / ".thence", read_only=True) as store:
        triple = (
            named(store, "Agnes Tolliver"),
            iri_term(OWN.controls),
            named(store, "Lanternhead Moorings Ltd"),
        )
        facts = {(s, p, o) for s, p, o, _ in store.quads(DEFAULT_GRAPH)}
        closure = kept_closure(store)
    assert closure is not None
    return proof(closure, triple), facts


def test_a_proof_that_stands_is_accepted(standing, tutorial):
    made, facts = standing
    assert check_proof(made, facts, load_settings(tutorial / "thence.toml").rules) == ()


def test_a_forged_leaf_is_refused(standing, tutorial):
    made, facts = standing
    rules = load_settings(tutorial / "thence.toml").rules
    for leaf in made.leaves:
        assert check_proof(made, facts - {leaf}, rules), leaf


def test_a_forged_premise_is_refused(standing, tutorial):
    made, facts = standing
    rules = load_settings(tutorial / "thence.toml").rules
    other = next(fact for fact in sorted(facts) if fact not in made.leaves)
    for position, step in enumerate(made.steps):
        for at in range(len(step.premises)):
            premises = (*step.premises[:at], other, *step.premises[at + 1 :])
            steps = (*made.steps[:position], replace(step, premises=premises), *made.steps[position + 1 :])
            assert check_proof(replace(made, steps=steps), facts, rules), (step.fact, at)


def test_a_forged_conclusion_is_refused(standing, tutorial):
    made, facts = standing
    rules = load_settings(tutorial / "thence.toml").rules
    last = made.steps[-1]
    assert last.fact
    forged = (last.fact[2], last.fact[1], last.fact[0])
    assert check_proof(replace(made, steps=(*made.steps[:-1], replace(last, fact=forged))), facts, rules)


def test_a_fact_cannot_be_its_own_premise(standing, tutorial):
    made, facts = standing
    rules = load_settings(tutorial / "thence.toml").rules
    last = made.steps[-1]
    circular = replace(last, premises=tuple(last.fact for _ in last.premises))
    assert check_proof(replace(made, steps=(*made.steps[:-1], circular)), facts, rules)
