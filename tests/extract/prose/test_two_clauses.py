"""Two clauses in one sentence: no claim takes its subject from one and its object from the other, or from elsewhere."""

from __future__ import annotations

from itertools import product

import pytest

from tests.extract.prose.said import line, read
from thence.model.statement import Mention, Statement

BEFORE = "Kappa Ltd owns 70% of Lambda Ltd. Dina Roe is a director of Lambda Ltd.\n\n"
CLAUSES = (
    "owns 61% of {0}", "owns {0}", "holds 30% of the shares in {0}", "acquired {0}", "bought 20% of {0} from {1}",
    "sold {0} to {1}", "paid EUR 5,000 to {0}", "paid {0} EUR 5,000 on 3 March 2024", "lent EUR 2 million to {0}",
    "guarantees the debts of {0}", "controls {0} through {1}", "is the parent of {0}", "was founded by {0}",
    "merged with {0}", "holds a 40% stake in {0} and 10% of {1}", "manages {0}", "appointed {1} as director of {0}",
    "transferred its shares in {0} to {1}",
)  # fmt: skip
FIRST, SECOND = {"Rho Ltd", "Sigma Ltd", "Tau Ltd"}, {"Phi Ltd", "Ups Ltd", "Chi Ltd"}


def is_mixed(statement: Statement) -> bool:
    names = {each.name for each in (statement.subject, statement.object) if isinstance(each, Mention)}
    return not (names <= FIRST or names <= SECOND)


@pytest.mark.parametrize("join", [" and ", ", and ", " while ", "; "])
def test_clauses_keep_their_own(join: str) -> None:
    mixed = []
    found = 0
    for one, other in product(CLAUSES, CLAUSES):
        sentence = f"Rho Ltd {one.format('Sigma Ltd', 'Tau Ltd')}{join}Phi Ltd {other.format('Ups Ltd', 'Chi Ltd')}."
        statements = [each for each in read(BEFORE + sentence).statements if "Kappa" not in each.citations[0].quote]
        statements = [each for each in statements if "Dina" not in each.citations[0].quote]
        found += len(statements)
        mixed += [(sentence, line(each)) for each in statements if is_mixed(each)]
    assert not mixed
    assert found > 1.5 * len(CLAUSES) ** 2
