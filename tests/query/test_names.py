"""Names that people type: the things and properties they mean."""

from __future__ import annotations

import pytest

from tests.query.laid import iri
from thence.errors import QueryError
from thence.query import find_entities, find_property, nearest, nearest_names
from thence.store import Store


@pytest.mark.parametrize(
    ("text", "how"), [("Alder AG", "label"), ("Alder", "alias"), ("ALDER  ag", "folded"), ("urn:any:thing", "iri")]
)
def test_a_match_says_how_it_was_found(store: Store, text, how):
    (match,) = find_entities(store, text)
    assert match.how == how


def test_an_unknown_name_means_nothing(store: Store):
    assert find_entities(store, "Nobody") == ()


def test_the_nearest_names_come_best_first(store: Store):
    assert nearest_names(store, "Dogwod BV")[0] == "Dogwood BV"


def test_equally_near_choices_come_by_name():
    assert nearest("ab", ["abd", "abc"]) == ("abc", "abd")


@pytest.mark.parametrize(
    "text",
    [
        "beneficial owner of",
        "Beneficial Owner Of",
        "beneficialOwnerOf",
        "own:beneficialOwnerOf",
        str(iri("own:beneficialOwnerOf")),
    ],
)
def test_a_property_is_found_by_label_local_name_and_iri(store: Store, text):
    assert find_property(store, text) == (iri("own:beneficialOwnerOf"),)


def test_a_property_is_found_by_its_other_label(store: Store):
    assert find_property(store, "holds shares in") == (iri("own:owns"),)


def test_an_unknown_property_is_answered_with_the_nearest(store: Store):
    with pytest.raises(QueryError, match="no property is called 'contrls'") as caught:
        find_property(store, "contrls")
    assert "controls" in caught.value.hint
