"""The benchmark's figures are reckoned as the benchmark reckons them."""

from __future__ import annotations

import pytest

from tests.evaluate.ontokg import normal, score

GOLD = (("Grey House", "director", "Ann Lee"), ("Grey House", "genre", "comedy film"))


def test_triples_are_compared_without_case_spaces_and_underscores():
    assert normal(("Grey House", "cast_member", "Ann  Lee")) == normal(("greyhouse", "cast member", "ANN LEE"))


def test_relations_that_are_not_in_gold_do_not_count():
    found = [("Grey House", "director", "Ann Lee"), ("Grey House", "publication date", "01 January 1999")]
    one = score(GOLD, found)
    assert (one.precision, one.recall) == (1.0, 0.5)
    assert one.f1 == pytest.approx(2 / 3)
    assert (one.right, one.said, one.gold) == (1, 2, 2)


def test_a_sentence_without_predictions_or_without_gold_scores_nothing():
    assert score(GOLD, []).f1 == 0.0
    assert score((), [("Grey House", "director", "Ann Lee")]).f1 == 0.0
