"""IRIs come from content, in one place."""

from __future__ import annotations

import base64
import hashlib

from hypothesis import given
from hypothesis import strategies as st

from thence import names
from thence.names import TH, content_hash, mint, mint_agent, mint_entity, prefixes, shipped, shorten, slug


def test_prefixes_are_read_from_the_shipped_file():
    assert prefixes()["th"] == "https://w3id.org/thence#"
    assert prefixes()["prov"] == "http://www.w3.org/ns/prov#"


def test_shipped_files_are_found():
    assert shipped("ontology", "prefixes.ttl").is_file()


def test_a_namespace_contains_its_own_terms_only():
    assert TH.quote in TH
    assert names.OWN.owns not in TH


def test_an_iri_without_a_fitting_prefix_stands_in_brackets():
    assert shorten("http://example.org/x") == "<http://example.org/x>"
    assert shorten(names.OWN.owns) == "own:owns"


@given(st.lists(st.text(), min_size=1, max_size=4), st.lists(st.text(), min_size=1, max_size=4))
def test_different_keys_give_different_hashes(left, right):
    assert (content_hash(*left) == content_hash(*right)) == (left == right)


@given(st.text())
def test_a_hash_is_the_head_of_the_sha_256_in_base32(text):
    data = text.encode("utf-8")
    digest = hashlib.sha256(len(data).to_bytes(8, "big") + data).digest()
    assert content_hash(text) == base64.b32encode(digest).decode().lower()[:26]


@given(st.text())
def test_a_slug_is_safe_in_an_iri(name):
    assert slug(name)
    assert all(char.isascii() and (char.isalnum() or char == "-") for char in slug(name))


def test_minted_iris_have_the_forms_of_the_design():
    assert mint("doc", b"x").startswith("urn:thence:doc:")
    assert len(mint("st", "a", "b").rsplit(":", 1)[1]) == 26
    assert mint_entity("Ann Lee", "k").startswith("urn:thence:entity:ann-lee-")
    assert mint_agent("Ann Lee") == mint_agent("Ann Lee") != mint_agent("Ann Leigh")
    assert names.mint_run() != names.mint_run()
    assert names.mint_rule("own", "Chain of control") == "urn:thence:rule:own:chain-of-control"


def test_every_public_name_exists():
    assert all(hasattr(names, name) for name in names.__all__)
