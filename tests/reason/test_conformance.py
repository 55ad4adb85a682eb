"""The W3C's rule tests pass, all of them."""

from __future__ import annotations

import pytest

from tests.reason.suite import run_suite
from tests.shared import needs_shared, shared


@needs_shared
@pytest.mark.parametrize(("group", "count"), [("eval", 11), ("stratification", 9), ("syntax", 138), ("wellformed", 8)])
def test_the_w3c_rule_tests_pass(group: str, count: int):
    passed, total, misses = run_suite(shared("suites", "sparql-rl", "rules", group))[group]
    assert misses == ()
    assert passed == total == count
