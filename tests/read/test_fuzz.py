"""A few hundred mutated files of all formats; ``python -m tests.read.fuzz 20000`` reads many."""

from __future__ import annotations

import pytest

from tests.read.fuzz import READABLE, contradiction, mutated, run
from tests.read.seeds import SEEDS
from thence.read import read_safely, recipe_for


@pytest.mark.parametrize("name", READABLE)
def test_every_seed_is_read_as_it_is(name: str):
    recipe = recipe_for(name, SEEDS[name])
    assert recipe != "read.none/1"
    if not recipe.startswith("open."):
        document = read_safely(SEEDS[name], places=(name,))
        assert contradiction(document, SEEDS[name]) == ""


def test_the_same_numbers_give_the_same_files():
    assert [mutated(number, 3) for number in range(20)] == [mutated(number, 3) for number in range(20)]
    assert len({mutated(number, 3)[1] for number in range(20)}) == 20


def test_mutated_files_are_read_or_refused_with_a_next_step():
    outcomes = run(400, seed=1)
    assert outcomes.bad == []
    assert outcomes.counts["read"] > 100
    assert outcomes.slowest < 30
